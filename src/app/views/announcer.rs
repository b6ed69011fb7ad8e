//! What a screen reader is told: what a walk does while it moves, and what a change did. It speaks on the reader's own steps; while
//! playing, not oftener than [`PLAYING_MS`]. What a change did is said at once, before where the walk is.

use crate::app::views::erased::effect;
use leptos::leptos_dom::helpers::TimeoutHandle;
use leptos::prelude::*;
use std::time::Duration;

/// Shortest time between two announcements while a walk plays by itself.
const PLAYING_MS: u64 = 5_000;

/// The page's one live region.
#[component]
pub fn Announcer(
    /// Where the walk is.
    #[prop(into)]
    words: Signal<String>,
    /// What the last change did.
    #[prop(into)]
    news: Signal<String>,
    /// Whether the walk plays by itself.
    #[prop(into)]
    playing: Signal<bool>,
) -> impl IntoView {
    let (said, say) = signal(String::new());
    let waiting = StoredValue::new(None::<TimeoutHandle>);
    let stop_waiting = move || {
        if let Some(timer) = waiting.try_update_value(Option::take).flatten() {
            timer.clear();
        }
    };
    effect(move || {
        let now = words.get();
        if !playing.get() {
            stop_waiting();
            say.set(now);
        } else if waiting.with_value(Option::is_none) {
            let later = move || {
                waiting.set_value(None);
                say.set(words.get_untracked());
            };
            waiting
                .set_value(set_timeout_with_handle(later, Duration::from_millis(PLAYING_MS)).ok());
        }
    });
    effect(move || {
        let mut said = news.get();
        if !said.is_empty() {
            let words = words.read_untracked();
            if !words.is_empty() {
                said.push(' ');
                said.push_str(&words);
            }
            drop(words);
            say.set(said);
        }
    });
    on_cleanup(stop_waiting);
    view! { <p class="visually-hidden" role="status" aria-live="polite">{said}</p> }
}
