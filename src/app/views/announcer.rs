//! What a screen reader is told while a walk moves. It speaks on the reader's own steps; while playing, not oftener than
//! [`PLAYING_MS`].

use crate::app::views::erased::effect;
use leptos::leptos_dom::helpers::TimeoutHandle;
use leptos::prelude::*;
use std::time::Duration;

/// Shortest time between two announcements while a walk plays by itself.
const PLAYING_MS: u64 = 5_000;

/// The page's one live region.
#[component]
pub fn Announcer(
    /// What there is to say now.
    #[prop(into)]
    words: Signal<String>,
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
    on_cleanup(stop_waiting);
    view! { <p class="visually-hidden" role="status" aria-live="polite">{said}</p> }
}
