//! A box for a part of a request that may be no such part while it is typed: what is typed stays, and what is wrong is said.

use leptos::prelude::*;

use crate::app::views::erased::{effect, typed, words};
use crate::app::views::labelled_box::LabelledBox;

/// What a box shows and takes.
pub struct LiveField {
    /// Its label.
    pub label: String,
    /// What stands in the request, as text.
    pub text: Memo<String>,
    /// Takes what is typed; gives back what is wrong with it.
    pub edit: Box<dyn Fn(String) -> Option<String>>,
    /// Lines of a box for more than one line; 0 is one line alone.
    pub lines: u32,
    /// How wide it is, as desk.css knows it.
    pub width: &'static str,
    /// What stands there while it is empty.
    pub placeholder: &'static str,
    /// The id of a datalist with values to offer.
    pub offers: Option<String>,
}

impl LiveField {
    /// The box. Not a component: one type for all of them keeps the page small.
    pub fn view(self) -> AnyView {
        let Self { label, text, edit, lines, width, placeholder, offers } = self;
        let shown = RwSignal::new(text.get_untracked());
        let fault = RwSignal::new(None::<String>);
        // What the request says of what was typed here last: a change to anything else came from elsewhere.
        let own = StoredValue::new(text.get_untracked());
        effect(move || {
            let now = text.get();
            if *own.read_value() != now {
                own.set_value(now.clone());
                shown.set(now);
                fault.set(None);
            }
        });
        let on_input = typed(move |typed: String| {
            let wrong = edit(typed.clone());
            own.set_value(text.get_untracked());
            fault.set(wrong);
            shown.set(typed);
        });
        LabelledBox {
            lines,
            width: Some(width),
            placeholder: words(move || placeholder.to_owned()),
            offers,
            ..LabelledBox::new(label, shown.into(), fault.into(), on_input)
        }
        .view()
    }
}
