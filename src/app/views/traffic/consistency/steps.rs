//! The steps of a lesson as a list, and the buttons and keys that go from one to the next.

use std::time::Duration;

use leptos::ev::KeyboardEvent;
use leptos::prelude::*;
use leptos::wasm_bindgen::JsCast;
use web_sys::Element;

use super::lab::Lab;
use super::shown::{Shown, Standing, Step, time};
use crate::app::state::{Command, Page};
use crate::app::views::erased::{effect, mark, piece, press, words};
use crate::app::views::icons::{Icon, glyph};

/// How long a step is looked at while steps happen by themselves.
const STEP_TIME: Duration = Duration::from_millis(2_500);

/// The steps.
pub fn steps(lab: Lab) -> AnyView {
    play(lab);
    let list = move || {
        let shown = lab.shown.read();
        let steps = shown.iter().flat_map(|shown: &std::sync::Arc<Shown>| &shown.steps);
        steps.enumerate().map(|(place, step)| line(lab, place + 1, step)).collect_view().into_any()
    };
    view! {
        <div class="steps" role="group" aria-label="Steps" on:keydown=keys(lab)>
            {transport(lab)}
            <ol class="steps-list">{piece(list)}</ol>
        </div>
    }
    .into_any()
}

/// Lets steps happen by themselves while that is wanted.
fn play(lab: Lab) {
    let waiting = StoredValue::new(None::<TimeoutHandle>);
    let stop = move || {
        if let Some(handle) = waiting.try_update_value(Option::take).flatten() {
            handle.clear();
        }
    };
    effect(move || {
        stop();
        let (is_on, now) = (lab.playing.get(), lab.step.get());
        if !is_on {
            return;
        }
        if now >= untrack(|| lab.count()) {
            lab.playing.set(false);
            return;
        }
        let next = move || {
            if lab.playing.try_get_untracked() == Some(true) {
                lab.step.set(now + 1);
            }
        };
        waiting.set_value(set_timeout_with_handle(next, STEP_TIME).ok());
    });
    on_cleanup(stop);
}

fn toggle(lab: Lab) {
    let begins = !lab.playing.get_untracked();
    if begins && lab.step.get_untracked() >= untrack(|| lab.count()) {
        lab.step.set(0);
    }
    lab.playing.set(begins);
}

fn step_by(lab: Lab, forward: bool) {
    let now = lab.step.get_untracked().min(untrack(|| lab.count()));
    lab.go_to(if forward { now + 1 } else { now.saturating_sub(1) });
}

/// Arrows step, Home and End go to the ends, Space plays.
fn keys(lab: Lab) -> Box<dyn FnMut(KeyboardEvent)> {
    Box::new(move |event| {
        if event.ctrl_key() || event.meta_key() || event.alt_key() {
            return;
        }
        let on_button = || {
            let target = event.target().and_then(|target| target.dyn_into::<Element>().ok());
            target
                .is_some_and(|element| element.closest("button").is_ok_and(|found| found.is_some()))
        };
        match event.key().as_str() {
            "ArrowRight" | "ArrowDown" => step_by(lab, true),
            "ArrowLeft" | "ArrowUp" => step_by(lab, false),
            "Home" => lab.go_to(0),
            "End" => lab.go_to(usize::MAX),
            " " if !on_button() => toggle(lab),
            _ => return,
        }
        event.prevent_default();
        event.stop_propagation();
    })
}

fn transport(lab: Lab) -> AnyView {
    let button = move |icon: Icon,
                       name: &'static str,
                       keys: &'static str,
                       forward: bool,
                       act: Box<dyn Fn()>| {
        let is_end = move || {
            if forward { lab.step.get() >= lab.count() } else { lab.step.get() == 0 }
        };
        view! {
            <button
                class="button"
                data-shape="square"
                type="button"
                aria-label=name
                title=format!("{name} ({keys})")
                aria-disabled=mark(move || is_end().then_some("true"))
                on:click=press(act)
            >
                {glyph(icon)}
            </button>
        }
        .into_any()
    };
    let play_words = move || if lab.playing.get() { "Pause" } else { "Play" };
    let told = move || {
        let count = lab.count();
        let shown = lab.shown.read();
        let place = lab.step.get().min(count);
        let step = place.checked_sub(1).and_then(|place| shown.as_ref()?.steps.get(place));
        match step {
            Some(step) => {
                format!("Step {place} of {count}, at {}. {}", time(step.at_ms), step.sentence)
            }
            None => format!("Before the first of {count} steps."),
        }
    };
    view! {
        <div class="steps-transport">
            <div class="steps-buttons">
                {button(Icon::ToStart, "Before the first step", "Home", false, Box::new(move || lab.go_to(0)))}
                {button(Icon::StepBack, "One step back", "←", false, Box::new(move || step_by(lab, false)))}
                <button
                    class="button"
                    data-kind="strong"
                    data-shape="square"
                    data-deed="play"
                    type="button"
                    aria-label=play_words
                    title=words(move || format!("{} (Space)", play_words()))
                    on:click=press(move || toggle(lab))
                >
                    {piece(move || glyph(if lab.playing.get() { Icon::Pause } else { Icon::Play }))}
                </button>
                {button(Icon::StepForward, "One step forward", "→", true, Box::new(move || step_by(lab, true)))}
                {button(Icon::ToEnd, "To the last step", "End", true, Box::new(move || lab.go_to(usize::MAX)))}
            </div>
            // It speaks on a person's own steps; by itself it would speak too often.
            <p class="steps-told" aria-live=mark(move || Some(if lab.playing.get() { "off" } else { "polite" }))>
                {words(told)}
            </p>
        </div>
    }
    .into_any()
}

fn line(lab: Lab, number: usize, step: &Step) -> AnyView {
    let is_now = move || lab.step.get() == number;
    let operation = step.call.as_ref().map(|call| call.operation.clone());
    let by = (!step.by.is_empty())
        .then(|| view! { <span class="steps-by">{step.by.clone()}</span> }.into_any());
    let call = step.call.clone();
    let writes = step.standing == Standing::Written;
    let walk = call.map(|call| {
        let walk = move || {
            lab.store.send(Command::ShowPage(Page::Floor));
            lab.store.send(Command::Walk(call.clone()));
        };
        let title = if writes {
            "Walk it on the floor. It changes the items there, which can be undone"
        } else {
            "Walk it on the floor"
        };
        view! {
            <button
                class="button steps-walk"
                type="button"
                title=title
                aria-label=format!("Walk it on the floor: step {number}")
                on:click=press(walk)
            >
                "Walk it"
            </button>
        }
        .into_any()
    });
    view! {
        <li
            class="steps-one"
            data-standing=step.standing.id()
            data-later=mark(move || (lab.step.get() < number).then_some(""))
            aria-current=mark(move || is_now().then_some("step"))
        >
            <button
                class="steps-number"
                type="button"
                aria-label=format!("Go to step {number}, at {}", time(step.at_ms))
                on:click=press(move || lab.go_to(number))
            >
                {number.to_string()}
            </button>
            <div class="steps-body">
                <p class="steps-head">
                    <span class="steps-time">{time(step.at_ms)}</span>
                    <span class="steps-actor">{step.actor.clone()}</span>
                    {operation.map(|operation| view! { <span class="key">{operation}</span> }.into_any())}
                    {by}
                    <span class="steps-standing">{step.standing.word()}</span>
                </p>
                <p>{step.sentence.clone()}</p>
            </div>
            {walk}
        </li>
    }
    .into_any()
}
