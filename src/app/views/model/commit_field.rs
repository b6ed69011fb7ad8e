//! A box whose text counts once it is finished: by Enter, or by going on to something else. Escape puts back what stood there.

use std::rc::Rc;

use leptos::prelude::*;

use super::ask::Asking;
use crate::app::views::erased::{Words, effect, typed};
use crate::app::views::labelled_box::LabelledBox;

/// What a box shows and takes.
pub struct CommitField {
    /// Its label.
    pub label: String,
    /// What stands in the design, as text.
    pub text: Memo<String>,
    /// Takes what was typed once that is finished; gives back what is wrong with it.
    pub commit: Box<dyn Fn(String) -> Option<String>>,
    /// Lines of a box for more than one line; 0 is one line alone.
    pub lines: u32,
    /// How wide it is, as model.css knows it.
    pub width: &'static str,
    /// What stands there while it is empty.
    pub placeholder: Words,
    /// The id of a datalist with values to offer.
    pub offers: Option<&'static str>,
}

impl CommitField {
    /// The box. Not a component: one type for all of them keeps the page small.
    pub fn view(self, asking: Asking) -> AnyView {
        let Self { label, text, commit, lines, width, placeholder, offers } = self;
        let shown = RwSignal::new(text.get_untracked());
        let fault = RwSignal::new(None::<String>);
        let put_back = move || {
            shown.set(text.get_untracked());
            fault.set(None);
        };
        effect(move || {
            text.track();
            asking.track_settled();
            put_back();
        });
        let finish: Rc<dyn Fn()> = Rc::new(move || {
            // What goes from the page may still lose the focus.
            let Some((typed, stands)) = shown.try_get_untracked().zip(text.try_get_untracked())
            else {
                return;
            };
            if asking.is_asking() {
                return;
            }
            if typed == stands {
                fault.set(None);
                return;
            }
            match commit(typed) {
                None if asking.is_asking() => {}
                None => put_back(),
                wrong => fault.set(wrong),
            }
        });
        let on_input = typed(move |typed: String| {
            fault.set(None);
            shown.set(typed);
        });
        let (left, keyed) = (Rc::clone(&finish), finish);
        let on_key = move |event: leptos::ev::KeyboardEvent| match event.key().as_str() {
            "Enter" if lines == 0 || event.ctrl_key() || event.meta_key() => {
                event.prevent_default();
                keyed();
            }
            "Escape" if shown.get_untracked() != text.get_untracked() => {
                event.prevent_default();
                event.stop_propagation();
                put_back();
            }
            _ => {}
        };
        LabelledBox {
            lines,
            prose: lines > 0,
            width: Some(width),
            placeholder,
            offers: offers.map(str::to_owned),
            on_key: Box::new(on_key),
            on_leave: Box::new(move |_| left()),
            ..LabelledBox::new(label, shown.into(), fault.into(), on_input)
        }
        .view()
    }
}
