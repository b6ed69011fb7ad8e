//! What was noticed in a file that opened: each fault with its place, and what was done about it.

use crate::app::views::erased::{aria, press, when, words};
use leptos::prelude::*;
use map::design::Defect;

use super::close_button::close_button;
use super::icons::{Icon, glyph};
use crate::app::state::{Command, use_store};
use map::numerals::{counted, grouped};

/// Faults listed; a file with more of them says how many more.
const LISTED: usize = 500;

fn row(defect: &Defect) -> AnyView {
    let cell = |text: &Option<String>| text.clone().unwrap_or_else(|| "–".to_owned());
    let table = if defect.table.is_empty() { "the file" } else { &defect.table }.to_owned();
    view! {
        <tr>
            <td>{table}</td>
            <td class="key">{cell(&defect.item)}</td>
            <td class="key">{cell(&defect.attribute)}</td>
            <td>{defect.problem.clone()}</td>
            <td>{defect.done.clone()}</td>
        </tr>
    }
    .into_any()
}

/// The list of faults, folded until it is asked for.
#[component]
pub fn DefectsNotice() -> impl IntoView {
    let store = use_store();
    let defects = store.open.defects;
    let (unfolded, unfold) = signal(false);
    let title = move || {
        let count = defects.read().len() as u64;
        format!("{} noticed in this file", counted(count, "thing was", "things were"))
    };
    let table = move || {
        let beyond = defects.read().len().saturating_sub(LISTED) as u64;
        view! {
            <div class="defects notice-whole" tabindex="0" role="region" aria-label="What was noticed">
                <table class="defects-table">
                    <thead>
                        <tr>
                            <th scope="col">"Table"</th>
                            <th scope="col">"Item"</th>
                            <th scope="col">"Attribute"</th>
                            <th scope="col">"Problem"</th>
                            <th scope="col">"What was done"</th>
                        </tr>
                    </thead>
                    <tbody>{defects.get().iter().take(LISTED).map(row).collect_view()}</tbody>
                </table>
            </div>
            {(beyond > 0).then(|| view! { <p class="notice-body notice-whole">{format!("and {} more", grouped(beyond))}</p> })}
        }
    };
    let toggle_words =
        move || if unfolded.get() { "Hide the list" } else { "Show the list" }.to_owned();
    view! {
        {when(move || store.open.show_defects.get(), move || view! {
            <div class="notice" data-notice="defects">
                {glyph(Icon::Note)}
                <div class="notice-words">
                    <p class="notice-title">{words(title)}</p>
                    <p class="notice-body">"Everything sound was loaded."</p>
                </div>
                <div class="notice-buttons">
                    <button
                        class="button"
                        type="button"
                        aria-expanded=aria(move || unfolded.get())
                        on:click=press(move || unfold.update(|unfolded| *unfolded = !*unfolded))
                    >
                        {words(toggle_words)}
                    </button>
                    {close_button(store, "Dismiss", Command::DismissDefects)}
                </div>
                {when(move || unfolded.get(), move || table().into_any())}
            </div>
         }.into_any())}
    }
}
