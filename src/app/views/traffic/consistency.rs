//! What a read may miss: three replicas answer, and one of them has heard of everything.
//!
//! Owns how lessons about replicas are chosen, told and stepped through. What happens in one is `map::advice::consistency`'s to find;
//! nothing here is kept with the design.

mod assumed;
mod chart;
mod lab;
mod lesson;
mod odds;
mod outcome;
mod shown;
mod steps;

use leptos::prelude::*;

use crate::app::state::Store;
use crate::app::views::choice::Choice;
use crate::app::views::desk::LiveField;
use crate::app::views::erased::{aria, memo, piece, press, when, words};
use lab::Lab;
use lesson::{GROUPS, Taught};

/// The lessons about replicas.
pub fn consistency(store: Store) -> AnyView {
    let lab = Lab::new(store);
    odds::keep(lab);
    let missing = memo(move || lab.shown.read().is_none());
    view! {
        <section class="whatif" data-part="consistency" aria-labelledby="consistency-title">
            <h2 class="whatif-title" id="consistency-title" tabindex="-1">"What a read may miss"</h2>
            <p class="whatif-lead">
                "Each partition has three replicas. One leads: it takes every write and answers every strong read. An eventual read \
                costs half and may be answered by any of them, also by one that has not heard of the last write yet."
            </p>
            <div class="lessons">
                <div class="lessons-list" role="group" aria-label="Lessons">
                    {GROUPS.into_iter().map(|(title, taught)| group(lab, title, taught)).collect_view()}
                </div>
                {select(lab)}
                <div class="lesson">
                    {head(lab)}
                    {when(move || missing.get(), move || view! {
                        <p class="whatif-none" role="status">{words(move || lab.taught.get().missing().to_owned())}</p>
                    }.into_any())}
                    {when(move || !missing.get(), move || view! {
                        {outcome::outcome(lab)}
                        {chart::chart(lab)}
                        {steps::steps(lab)}
                    }.into_any())}
                    {assumed::assumed(lab)}
                </div>
            </div>
        </section>
    }
    .into_any()
}

/// Lessons that belong together.
fn group(lab: Lab, title: &'static str, taught: &'static [Taught]) -> AnyView {
    let button = move |one: &Taught| {
        let one = *one;
        view! {
            <button
                class="lessons-one"
                type="button"
                data-lesson=one.id()
                aria-pressed=aria(move || lab.taught.get() == one)
                on:click=press(move || lab.choose(one))
            >
                {one.title()}
            </button>
        }
        .into_any()
    };
    view! {
        <h3 class="whatif-caps">{title}</h3>
        {taught.iter().map(button).collect_view()}
    }
    .into_any()
}

/// The same lessons where there is no room for a list.
fn select(lab: Lab) -> AnyView {
    let options = memo(|| Taught::ALL.iter().map(|one| one.title().to_owned()).collect::<Vec<_>>());
    let chosen = memo(move || {
        Taught::ALL.iter().position(|one| *one == lab.taught.get()).unwrap_or_default()
    });
    let choose = move |place: usize| {
        if let Some(one) = Taught::ALL.get(place) {
            lab.choose(*one);
        }
    };
    view! {
        <label class="field lessons-select">
            <span class="field-label">"Lesson"</span>
            <Choice options chosen on_choose=Callback::new(choose) />
        </label>
    }
    .into_any()
}

/// What the lesson is called and about, of whom it is told, and by which seed.
fn head(lab: Lab) -> AnyView {
    let subject = move || {
        let options = memo(move || lab.subjects.get());
        let chosen = memo(move || lab.subject.get());
        let choose = move |place: usize| lab.choose_subject(place);
        view! {
            <label class="field" data-field="About">
                <span class="field-label">{words(move || lab.taught.get().about_label().to_owned())}</span>
                <Choice options chosen on_choose=Callback::new(choose) />
            </label>
        }
        .into_any()
    };
    let seed = LiveField {
        label: "Seed".to_owned(),
        text: memo(move || lab.assumptions.read().seed.to_string()),
        edit: Box::new(move |typed| match typed.trim().parse() {
            Ok(seed) => {
                lab.set_seed(seed);
                None
            }
            Err(_) => Some("A whole number, 0 or more.".to_owned()),
        }),
        lines: 0,
        width: "s",
        placeholder: "",
        offers: None,
    };
    view! {
        <h3 class="lesson-title">{words(move || lab.taught.get().title().to_owned())}</h3>
        <p class="whatif-words">{words(move || lab.taught.get().about().to_owned())}</p>
        <div class="whatif-fields">
            {piece(move || if lab.subjects.read().is_empty() { ().into_any() } else { subject() })}
            {seed.view()}
            <button class="button" type="button" data-deed="another-seed" on:click=press(move || lab.next_seed())>
                "Another seed"
            </button>
        </div>
    }
    .into_any()
}
