//! The editor of a row: what is asked, how often and how fresh, the calls that answer it, and what they should return.

use leptos::prelude::*;
use map::advice::row_words::{RATE_LIMITS, parse_rate, rate_words, volume_choice};
use map::design::{Consistency, Volume};

use super::calls::calls;
use super::expected::expected;
use super::line::{Deed, Line};
use super::samples::samples;
use super::wanted::wanted;
use crate::app::views::as_code::as_code;
use crate::app::views::choice::Choice;
use crate::app::views::desk::LiveField;
use crate::app::views::erased::{aria, memo, press, when, words};
use crate::app::views::icons::{Icon, glyph};

/// The editor of a row.
pub fn editor(line: Line) -> AnyView {
    let row = line.words();
    view! {
        <div
            class="worksheet-editor"
            role="group"
            aria-label=words(move || format!("Edit {}", row.read().id))
            on:keydown=move |event| {
                if event.key() == "Escape" {
                    event.prevent_default();
                    event.stop_propagation();
                    line.toggle();
                    line.focus();
                }
            }
        >
            {deeds(line)}
            <div class="desk-fields">
                {text(line, Text::Id)}
                {text(line, Text::Sentence)}
                {volume(line)}
                {promise(line)}
                {text(line, Text::Route)}
                {wanted(line)}
            </div>
            {calls(line)}
            {samples(line)}
            {expected(line)}
            {as_code(line.request.into())}
        </div>
    }
    .into_any()
}

/// What can be done to the whole row.
fn deeds(line: Line) -> AnyView {
    let rows = line.store.worksheet.rows;
    let button = move |deed: Deed| {
        let (label, keys, icon) = deed.told();
        let off = move || match deed {
            Deed::Up => rows.read().first().is_none_or(|row| row.number == line.number),
            Deed::Down => rows.read().last().is_none_or(|row| row.number == line.number),
            _ => false,
        };
        view! {
            <button
                class="button"
                type="button"
                title=format!("{label} ({keys})")
                aria-disabled=aria(off)
                on:click=press(move || line.act(deed))
            >
                {glyph(icon)}
                {label}
            </button>
        }
        .into_any()
    };
    view! {
        <div class="worksheet-deeds" role="group" aria-label="This row">
            {Deed::ALL.map(button).into_iter().collect_view()}
            <button
                class="button worksheet-done"
                type="button"
                title="Close the editor (Esc)"
                on:click=press(move || {
                    line.toggle();
                    line.focus();
                })
            >
                {glyph(Icon::Tick)}
                "Done"
            </button>
        </div>
    }
    .into_any()
}

/// A part of a row that is a text.
#[derive(Clone, Copy)]
enum Text {
    Id,
    Sentence,
    Route,
}

fn text(line: Line, part: Text) -> AnyView {
    let (label, width, placeholder) = match part {
        Text::Id => ("Id", "xs", "A1"),
        Text::Sentence => {
            ("What must be retrieved", "sentence", "List the orders of a customer, newest first")
        }
        Text::Route => {
            ("Route you mean it to take", "l", "CUSTOMER#{customerId} / begins with ORDER#")
        }
    };
    let text = line.read(move |request| match part {
        Text::Id => request.id.clone(),
        Text::Sentence => request.sentence.clone(),
        Text::Route => request.route.clone().unwrap_or_default(),
    });
    let edit = move |typed: String| {
        match part {
            Text::Id => return line.rename(&typed),
            Text::Sentence => line.change("sentence", |request| request.sentence = typed),
            Text::Route => line.change("route", |request| {
                request.route = (!typed.is_empty()).then_some(typed);
            }),
        }
        None
    };
    let label = label.to_owned();
    LiveField { label, text, edit: Box::new(edit), lines: 0, width, placeholder, offers: None }
        .view()
}

const VOLUMES: [Volume; 3] = [Volume::VeryHigh, Volume::High, Volume::Low];

fn volume(line: Line) -> AnyView {
    let known = VOLUMES.len();
    let chosen = line.read(move |request| {
        VOLUMES.iter().position(|volume| *volume == request.volume).unwrap_or(known)
    });
    let mut options: Vec<String> = VOLUMES.iter().map(|volume| volume_choice(*volume)).collect();
    options.push(volume_choice(Volume::PerSecond(0.0)));
    let choose = move |chosen: usize| {
        line.change("volume", |request| {
            let measured = Volume::PerSecond(request.volume.per_second());
            request.volume = VOLUMES.get(chosen).copied().unwrap_or(measured);
        });
    };
    let number = move || {
        let text = line.read(|request| rate_words(request.volume.per_second()).replace(',', ""));
        // What stood there before somebody came to type: the beginning of a text that turns out to be no number is no number.
        let now = move || line.request.read_untracked().volume;
        let before = StoredValue::new(now());
        let edit = move |typed: String| {
            let rate = parse_rate(&typed);
            let volume = rate.map_or(before.get_value(), Volume::PerSecond);
            line.change("volume", |request| request.volume = volume);
            rate.is_none().then(|| RATE_LIMITS.to_owned())
        };
        let field = LiveField {
            label: "Times a second".to_owned(),
            text,
            edit: Box::new(edit),
            lines: 0,
            width: "s",
            placeholder: "250",
            offers: None,
        };
        view! {
            <div class="worksheet-rate" on:focusin=move |_| before.set_value(now())>{field.view()}</div>
        }
        .into_any()
    };
    view! {
        {labelled("How often", options, chosen, Callback::new(choose))}
        {when(move || chosen.get() == known, number)}
    }
    .into_any()
}

fn promise(line: Line) -> AnyView {
    const PROMISES: [Consistency; 2] = [Consistency::StrongMayMatter, Consistency::EventualMayDo];
    let chosen =
        line.read(|request| usize::from(request.consistency == Consistency::EventualMayDo));
    let options = memo(|| ["Strong", "Eventual"].map(str::to_owned).to_vec());
    let choose = move |chosen: usize| {
        if let Some(promise) = PROMISES.get(chosen) {
            line.change("promise", |request| request.consistency = *promise);
        }
    };
    view! {
        <label class="field">
            <span class="field-label">"Promise"</span>
            <Choice
                title="Strong: a stale answer can do harm. Eventual: a stale answer does no harm."
                options
                chosen
                on_choose=Callback::new(choose)
            />
        </label>
    }
    .into_any()
}

/// A labelled choice. Not a component: one type for all of them keeps the page small.
pub fn labelled(
    label: &'static str,
    options: Vec<String>,
    chosen: Memo<usize>,
    on_choose: Callback<usize>,
) -> AnyView {
    let options = memo(move || options.clone());
    view! {
        <label class="field">
            <span class="field-label">{label}</span>
            <Choice options chosen on_choose />
        </label>
    }
    .into_any()
}
