//! A labelled line of text at the desk, with what is wrong with it beneath.

use leptos::prelude::*;

use crate::app::views::erased::{Piece, piece, typed, words};
use crate::app::views::labelled_box::LabelledBox;

/// Values to offer, as the options of a datalist.
pub fn offered(values: Memo<Vec<String>>) -> Piece {
    let option = |value: String| view! { <option value=value></option> }.into_any();
    piece(move || values.get().into_iter().map(option).collect_view().into_any())
}

/// A labelled text input.
#[component]
pub fn TextField(
    /// Its label.
    #[prop(into)]
    label: String,
    /// What it holds.
    #[prop(into)]
    value: Signal<String>,
    /// Takes what is typed.
    #[prop(into)]
    on_edit: Callback<String>,
    /// How wide it is: `xs`, `s`, `m` or `l` of desk.css.
    #[prop(default = "m")]
    width: &'static str,
    /// What is wrong with it.
    #[prop(optional, into)]
    fault: Signal<Option<String>>,
    /// What stands there while it is empty.
    #[prop(optional)]
    placeholder: &'static str,
    /// The id of a datalist with values to offer.
    #[prop(optional, into)]
    offers: Option<String>,
) -> impl IntoView {
    LabelledBox {
        named: false,
        width: Some(width),
        placeholder: words(move || placeholder.to_owned()),
        offers,
        ..LabelledBox::new(label, value, fault, typed(move |text| on_edit.run(text)))
    }
    .view()
}
