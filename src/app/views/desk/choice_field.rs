//! A labelled choice at the desk.

use leptos::prelude::*;

use crate::app::views::icons::{Glyph, Icon};

/// A labelled select over options told by place.
#[component]
pub fn ChoiceField(
    /// Its label. Empty: it stands beside a labelled field, and `name` names it.
    #[prop(into)]
    label: String,
    /// What a screen reader calls it, where that is not the label.
    #[prop(optional, into)]
    name: Option<String>,
    /// What can be chosen.
    #[prop(into)]
    options: Signal<Vec<String>>,
    /// The place of what is chosen.
    #[prop(into)]
    chosen: Signal<usize>,
    /// Takes the place of a choice.
    #[prop(into)]
    on_choose: Callback<usize>,
    /// How wide it is: `xs`, `s`, `m` or `l` of desk.css.
    #[prop(default = "s")]
    width: &'static str,
) -> impl IntoView {
    let option = move |(place, words): (usize, String)| {
        view! {
            <option value=place.to_string() prop:selected=move || chosen.get() == place>
                {words}
            </option>
        }
    };
    let bare = label.is_empty();
    view! {
        <label class="field" data-width=width>
            <span class="field-label" hidden=bare>{label}</span>
            <span class="field-picker">
                <select
                    class="field-select"
                    aria-label=name
                    on:change:target=move |event| {
                        if let Ok(place) = event.target().value().parse() {
                            on_choose.run(place);
                        }
                    }
                >
                    {move || options.get().into_iter().enumerate().map(option).collect_view()}
                </select>
                <Glyph icon=Icon::Chevron />
            </span>
        </label>
    }
}
