//! This design's walks side by side: how much of what each read was returned.

use crate::app::views::erased::{piece, truth};
use leptos::prelude::*;

use crate::app::state::Compared;
use map::numerals::{decimal, grouped};

/// A bar's two parts, in hundredths of the widest bar: returned, and read for nothing.
fn parts(walk: &Compared, most_read: u64) -> (f64, f64) {
    let scale = 100.0 / most_read.max(1) as f64;
    let returned = walk.returned.min(walk.read);
    (returned as f64 * scale, (walk.read - returned) as f64 * scale)
}

/// The bars, the latest first. Not there before a walk.
#[component]
pub fn ComparedWalks(
    /// The walks, the latest first.
    walks: RwSignal<Vec<Compared>>,
) -> impl IntoView {
    let bars = piece(move || {
        let walks = walks.get();
        let most_read = walks.iter().map(|walk| walk.read).max().unwrap_or(0);
        walks
            .into_iter()
            .enumerate()
            .map(|(place, walk)| bar(&walk, most_read, place == 0))
            .collect_view()
            .into_any()
    });
    view! {
        <section
            class="clipboard-section"
            aria-labelledby="compared-title"
            hidden=truth(move || walks.read().is_empty())
        >
            <h2 id="compared-title">"Compared walks"</h2>
            <svg class="compared-defs" aria-hidden="true" width="0" height="0">
                <defs>
                    <pattern
                        id="compared-hatch"
                        width="6"
                        height="6"
                        patternUnits="userSpaceOnUse"
                        patternTransform="rotate(45)"
                    >
                        <rect class="compared-hatch" width="4" height="6" />
                    </pattern>
                </defs>
            </svg>
            <ul class="compared">{bars}</ul>
            <p class="compared-note">"Solid: returned. Hatched: read, paid for, and discarded by the filter."</p>
        </section>
    }
}

fn bar(walk: &Compared, most_read: u64, latest: bool) -> AnyView {
    let (returned, discarded) = parts(walk, most_read);
    let words = format!(
        "{} {}: {} returned of {} read",
        walk.label,
        walk.operation,
        grouped(walk.returned),
        grouped(walk.read)
    );
    view! {
        <li class="compared-row" data-now=latest.then_some("")>
            <span class="compared-name" aria-hidden="true">{format!("{} {}", walk.label, walk.operation)}</span>
            <svg class="compared-bar" role="img" aria-label=words>
                <rect class="compared-returned" width=format!("{}%", decimal(returned, 2)) height="100%" />
                <rect
                    x=format!("{}%", decimal(returned, 2))
                    width=format!("{}%", decimal(discarded, 2))
                    height="100%"
                    fill="url(#compared-hatch)"
                />
            </svg>
            <span class="compared-figure" aria-hidden="true">
                {format!("{} / {}", grouped(walk.returned), grouped(walk.read))}
            </span>
        </li>
    }.into_any()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bars_are_drawn_against_the_longest_walk() {
        let walk = |returned, read| Compared {
            label: String::new(),
            operation: String::new(),
            returned,
            read,
            capacity_units: 0.5,
        };
        for (walk, most_read, expected) in [
            (walk(3, 3), 20, (15.0, 0.0)),
            (walk(2, 20), 20, (10.0, 90.0)),
            (walk(0, 0), 0, (0.0, 0.0)),
            (walk(5, 4), 4, (100.0, 0.0)),
        ] {
            assert_eq!(parts(&walk, most_read), expected);
        }
    }
}
