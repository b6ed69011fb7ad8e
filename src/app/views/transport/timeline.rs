//! The scrubber: a native range over the steps of the walk, with a mark at each page break.

use crate::app::views::erased::{mark, memo, piece, truth, typed, words};
use leptos::prelude::*;
use map::player::PlayerCommand;

use crate::app::state::{Command, use_store};
use map::numerals::{decimal, grouped};

/// Steps of a walk that are marked one by one; a longer walk shows only its page breaks.
const MARKED_STEPS: usize = 24;

/// Page breaks beyond which marks would touch.
const MARKED_BREAKS: usize = 120;

/// Where marks stand, from 0 to 1, and of which kind.
fn marks(last_step: usize, breaks: &[usize]) -> Vec<(f64, &'static str)> {
    let place = |step: usize| step as f64 / last_step.max(1) as f64;
    let mut marks = Vec::new();
    if last_step <= MARKED_STEPS {
        let plain = (0..=last_step).filter(|step| !breaks.contains(step));
        marks.extend(plain.map(|step| (place(step), "step")));
    }
    if breaks.len() <= MARKED_BREAKS {
        marks.extend(breaks.iter().map(|step| (place(*step), "page")));
    }
    marks
}

/// The scrubber.
#[component]
pub fn Scrubber() -> impl IntoView {
    let store = use_store();
    let playback = store.playback;
    let last_step =
        memo(move || playback.walked.get().map_or(0, |walked| walked.timeline.last_step()));
    let breaks = memo(move || {
        playback.walked.get().map_or_else(Vec::new, |walked| walked.timeline.page_breaks())
    });
    let tone = mark(move || {
        playback.walked.get().is_some_and(|walked| walked.is_scan()).then_some("wrong")
    });
    let at = words(move || {
        let position = playback.player.read().position();
        decimal(position / last_step.get().max(1) as f64, 4)
    });
    let drawn = piece(move || {
        let dot = |(place, kind): (f64, &'static str)| {
            view! { <span class="timeline-mark" data-kind=kind style=("--mark", decimal(place, 4))></span> }.into_any()
        };
        let marks =
            if last_step.get() > 0 { marks(last_step.get(), &breaks.get()) } else { Vec::new() };
        marks.into_iter().map(dot).collect_view().into_any()
    });
    let spoken = words(move || {
        format!(
            "Step {} of {}",
            grouped(playback.step.get() as u64),
            grouped(last_step.get() as u64)
        )
    });
    view! {
        <div class="timeline" data-tone=tone>
            <span class="timeline-track"></span>
            <span class="timeline-run" style=("--at", at)></span>
            {drawn}
            <input
                class="timeline-range"
                type="range"
                min="0"
                step="1"
                aria-label="Step of the walk"
                aria-valuetext=spoken
                max=words(move || last_step.get().to_string())
                prop:value=words(move || {
                    // The range clamps to its maximum when the value is set: read that first.
                    last_step.track();
                    playback.step.get().to_string()
                })
                disabled=truth(move || last_step.get() == 0)
                on:input=typed(move |value| {
                    if let Ok(step) = value.parse() {
                        store.send(Command::Player(PlayerCommand::Seek(step)));
                    }
                })
            />
        </div>
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn short_walks_mark_each_step_and_long_ones_their_page_breaks() {
        assert_eq!(marks(2, &[1]), [(0.0, "step"), (1.0, "step"), (0.5, "page")]);
        assert_eq!(marks(100, &[50, 99]), [(0.5, "page"), (0.99, "page")]);
        assert_eq!(marks(1_000, &vec![1; 500]), []);
    }
}
