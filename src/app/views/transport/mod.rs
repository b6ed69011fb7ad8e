//! The transport: play, pause, step, scrub, speed, and the sentence for the step that is shown.

mod sentence;
mod speed;
mod timeline;

use crate::app::views::erased::{piece, press, when, words};
use leptos::prelude::*;
use map::player::PlayerCommand;

use map::player::Sentence;
use sentence::StepSentence;
use speed::Speed;
use timeline::Scrubber;

pub use sentence::sentence_now;
pub use speed::speed_beside;

use super::icons::{Icon, glyph};
use crate::app::state::{Command, use_store};

/// The transport.
#[component]
pub fn Transport(
    /// The sentence for the step that is shown.
    sentence: Memo<Sentence>,
) -> impl IntoView {
    let store = use_store();
    let playback = store.playback;
    let nothing = Signal::derive(move || playback.walked.read().is_none());
    let has_breaks = Signal::derive(move || {
        playback.walked.get().is_some_and(|walked| walked.timeline.page_breaks().len() > 1)
    });
    let button =
        move |icon: Icon, words: &'static str, keys: &'static str, command: PlayerCommand| {
            view! {
                <button
                    class="button"
                    data-shape="square"
                    type="button"
                    aria-label=words
                    title=format!("{words} ({keys})")
                    disabled=nothing
                    on:click=press(move || store.send(Command::Player(command)))
                >
                    {glyph(icon)}
                </button>
            }
        };
    let play_words = move || if playback.playing.get() { "Pause" } else { "Play" };
    view! {
        <section class="transport" aria-label="Playback">
            <div class="transport-buttons" role="group" aria-label="Steps">
                {button(Icon::ToStart, "To the start", "Home", PlayerCommand::ToStart)}
                {when(move || has_breaks.get(), move || button(Icon::PageBack, "To the page break before", "Shift+←", PlayerCommand::PrevBreak).into_any())}
                {button(Icon::StepBack, "One step back", "←", PlayerCommand::StepBack)}
                <button
                    class="button"
                    data-kind="strong"
                    data-shape="square"
                    type="button"
                    aria-label=play_words
                    title=words(move || format!("{} (Space)", play_words()))
                    disabled=nothing
                    on:click=press(move || store.send(Command::Player(PlayerCommand::Toggle)))
                >
                    {piece(move || glyph(if playback.playing.get() { Icon::Pause } else { Icon::Play }))}
                </button>
                {button(Icon::StepForward, "One step forward", "→", PlayerCommand::StepForward)}
                {when(move || has_breaks.get(), move || button(Icon::PageForward, "To the next page break", "Shift+→", PlayerCommand::NextBreak).into_any())}
                {button(Icon::ToEnd, "To the end", "End", PlayerCommand::ToEnd)}
            </div>
            <Scrubber />
            <Speed />
            <StepSentence sentence />
        </section>
    }
}
