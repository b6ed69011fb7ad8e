//! A labelled choice at the desk.

use leptos::prelude::*;

use crate::app::views::choice::Choice;

/// A labelled select over options told by place.
#[component]
pub fn ChoiceField(
    /// Its label. Empty: it stands beside a labelled field, and `name` names it.
    #[prop(into)]
    label: String,
    /// What a screen reader calls it, where that is not the label.
    #[prop(optional, into)]
    name: String,
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
    let bare = label.is_empty();
    view! {
        <label class="field" data-width=width>
            <span class="field-label" hidden=bare>{label}</span>
            <Choice name options chosen on_choose />
        </label>
    }
}
