//! A labelled box for text, with what is wrong with it beneath. It shows what it is given and hands on what is typed: when that
//! counts is for those to say who use it.

use leptos::ev::{Event, FocusEvent, KeyboardEvent};
use leptos::prelude::*;

use super::erased::{Words, aria, truth, words};

/// What a box shows, and whom it tells what.
pub struct LabelledBox {
    /// Its label.
    pub label: String,
    /// Whether the label is its name in the page as well (`data-field`).
    pub named: bool,
    /// What stands in it.
    pub shown: Signal<String>,
    /// What is wrong with it.
    pub fault: Signal<Option<String>>,
    /// Whether that is said beneath; else it is only marked.
    pub tells_fault: bool,
    /// Lines of a box for more than one line; 0 is one line alone.
    pub lines: u32,
    /// Whether it is for sentences, which are spelled, rather than for names and values.
    pub prose: bool,
    /// How wide it is, as the stylesheet of its view knows it.
    pub width: Option<&'static str>,
    /// What stands there while it is empty.
    pub placeholder: Words,
    /// The id of a datalist with values to offer.
    pub offers: Option<String>,
    /// Takes what is typed.
    pub on_input: Box<dyn FnMut(Event)>,
    /// Takes its keys.
    pub on_key: Box<dyn FnMut(KeyboardEvent)>,
    /// Is told when the focus leaves it.
    pub on_leave: Box<dyn FnMut(FocusEvent)>,
}

impl LabelledBox {
    /// A box of one line.
    pub fn new(
        label: String,
        shown: Signal<String>,
        fault: Signal<Option<String>>,
        on_input: Box<dyn FnMut(Event)>,
    ) -> Self {
        Self {
            label,
            named: true,
            shown,
            fault,
            tells_fault: true,
            lines: 0,
            prose: false,
            width: None,
            placeholder: words(String::new),
            offers: None,
            on_input,
            on_key: Box::new(|_| {}),
            on_leave: Box::new(|_| {}),
        }
    }

    /// The box. Not a component: one type for all of them keeps the page small.
    pub fn view(self) -> AnyView {
        let Self { label, shown, fault, lines, placeholder, offers, .. } = self;
        let Self { on_input, on_key, on_leave, .. } = self;
        let wrong = move || fault.read().is_some();
        let control = if lines == 0 {
            view! {
                <input
                    class="field-input"
                    type="text"
                    autocomplete="off"
                    autocapitalize="off"
                    spellcheck="false"
                    placeholder=placeholder
                    list=offers
                    aria-invalid=aria(wrong)
                    prop:value=shown
                    on:input=on_input
                    on:keydown=on_key
                    on:blur=on_leave
                />
            }
            .into_any()
        } else {
            view! {
                <textarea
                    class="field-input"
                    rows=lines.to_string()
                    autocapitalize=(!self.prose).then_some("off")
                    spellcheck=(!self.prose).then_some("false")
                    placeholder=placeholder
                    aria-invalid=aria(wrong)
                    prop:value=shown
                    on:input=on_input
                    on:keydown=on_key
                    on:blur=on_leave
                ></textarea>
            }
            .into_any()
        };
        let told = self.tells_fault.then(|| {
            view! {
                <span class="field-fault" role="alert" hidden=truth(move || !wrong())>
                    {fault}
                </span>
            }
            .into_any()
        });
        let name = self.named.then(|| label.clone());
        view! {
            <label class="field" data-width=self.width data-field=name>
                <span class="field-label">{label}</span>
                {control}
                {told}
            </label>
        }
        .into_any()
    }
}
