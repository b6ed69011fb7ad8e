//! Play, pause, step and scrub through the seconds of a run, and how long it is.

use gloo_timers::future::TimeoutFuture;
use leptos::prelude::*;
use leptos::task::spawn_local;

use super::run::Desk;
use crate::app::views::choice::Choice;
use crate::app::views::erased::{memo, piece, press, typed, words};
use crate::app::views::icons::{Icon, glyph};

const MINUTES: [usize; 3] = [1, 5, 30];
/// A run of any length plays in so many steps, one in `STEP_MS`.
const STEPS: usize = 60;
const STEP_MS: u32 = 200;

/// The player.
pub fn player(desk: Desk) -> AnyView {
    let last = memo(move || desk.run.read().last());
    let go = move |second: usize| {
        desk.playing.set(false);
        desk.at.set(Some(second.min(last.get_untracked())));
    };
    let now = move || untrack(|| desk.second());
    let play = move || {
        if desk.playing.get_untracked() {
            desk.playing.set(false);
            return;
        }
        if now() >= last.get_untracked() {
            desk.at.set(Some(0));
        }
        desk.playing.set(true);
        spawn_local(keep_playing(desk));
    };
    let button = |icon: Icon, label: &'static str, act: Box<dyn Fn()>| {
        view! {
            <button
                class="button"
                data-shape="square"
                type="button"
                aria-label=label
                title=label
                on:click=press(act)
            >
                {glyph(icon)}
            </button>
        }
        .into_any()
    };
    let play_words = move || if desk.playing.get() { "Pause" } else { "Play" };
    let told = move || {
        let (second, length) = (desk.second() + 1, desk.run.read().length);
        if length <= 60 {
            format!("Second {second} of {length}")
        } else {
            format!("{}:{:02} of {}:00", second / 60, second % 60, length / 60)
        }
    };
    let chosen = memo(move || {
        MINUTES.iter().position(|minutes| *minutes == desk.minutes.get()).unwrap_or_default()
    });
    let options = memo(|| ["1 minute", "5 minutes", "30 minutes"].map(str::to_owned).to_vec());
    let choose = move |at: usize| {
        if let Some(minutes) = MINUTES.get(at) {
            desk.playing.set(false);
            desk.at.set(None);
            desk.minutes.set(*minutes);
        }
    };
    view! {
        <div class="traffic-player" role="group" aria-label="Playback">
            <div class="traffic-player-buttons">
                {button(Icon::ToStart, "To the first second", Box::new(move || go(0)))}
                {button(Icon::StepBack, "One second back", Box::new(move || go(now().saturating_sub(1))))}
                <button
                    class="button"
                    data-kind="strong"
                    data-shape="square"
                    type="button"
                    aria-label=play_words
                    title=play_words
                    on:click=press(play)
                >
                    {piece(move || glyph(if desk.playing.get() { Icon::Pause } else { Icon::Play }))}
                </button>
                {button(Icon::StepForward, "One second on", Box::new(move || go(now() + 1)))}
                {button(Icon::ToEnd, "To the last second", Box::new(move || go(usize::MAX)))}
            </div>
            <input
                type="range"
                class="traffic-range"
                min="0"
                step="1"
                aria-label="Second that is looked at"
                aria-valuetext=words(told)
                max=words(move || last.get().to_string())
                prop:value=words(move || {
                    last.track();
                    desk.second().to_string()
                })
                on:input=typed(move |value| {
                    if let Ok(second) = value.parse() {
                        go(second);
                    }
                })
            />
            <span class="traffic-player-told">{words(told)}</span>
            <Choice name="How long" options chosen on_choose=Callback::new(choose) />
        </div>
    }
    .into_any()
}

/// Goes on from second to second until the end, or until it is told to stop.
async fn keep_playing(desk: Desk) {
    loop {
        TimeoutFuture::new(STEP_MS).await;
        if desk.playing.try_get_untracked() != Some(true) {
            return;
        }
        let (last, length) = desk.run.with_untracked(|run| (run.last(), run.length));
        let next = untrack(|| desk.second()) + length.div_ceil(STEPS).max(1);
        desk.at.set(Some(next.min(last)));
        if next >= last && last + 1 >= length {
            desk.playing.set(false);
            return;
        }
    }
}
