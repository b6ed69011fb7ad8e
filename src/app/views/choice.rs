//! A select with its own arrow: the one kind of choice on the page.

use leptos::prelude::*;

use super::erased::{piece, truth, typed};
use super::icons::{Icon, glyph};

/// A select over options told by place.
#[component]
pub fn Choice(
    /// What a screen reader calls it; empty where a label stands around it.
    #[prop(optional, into)]
    name: String,
    /// What is said when it is pointed at.
    #[prop(optional)]
    title: &'static str,
    /// Class of the element around it, for its size and place.
    #[prop(default = "field-picker")]
    class: &'static str,
    /// What can be chosen.
    #[prop(into)]
    options: Signal<Vec<String>>,
    /// The place of what is chosen.
    #[prop(into)]
    chosen: Signal<usize>,
    /// Takes the place of a choice.
    #[prop(into)]
    on_choose: Callback<usize>,
) -> impl IntoView {
    let option = move |(place, words): (usize, String)| {
        view! {
            <option value=place.to_string() prop:selected=truth(move || chosen.get() == place)>
                {words}
            </option>
        }
        .into_any()
    };
    let choose = move |value: String| {
        if let Ok(place) = value.parse() {
            on_choose.run(place);
        }
    };
    let name = (!name.is_empty()).then_some(name);
    view! {
        <span class=class>
            <select class="field-select" title=title aria-label=name on:change=typed(choose)>
                {piece(move || {
                    options.get().into_iter().enumerate().map(option).collect_view().into_any()
                })}
            </select>
            {glyph(Icon::Chevron)}
        </span>
    }
}
