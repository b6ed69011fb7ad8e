//! The forms of the sheet: one that is there until it is done with, and one that stands over what is there already. Enter or its button
//! does what it is for.

use std::rc::Rc;
use std::sync::Arc;

use leptos::prelude::*;

use crate::app::views::erased::{press, truth, typed, when, words};
use crate::app::views::labelled_box::LabelledBox;

/// A form that is there until it is done with: Escape or Cancel puts it away.
pub struct Form {
    /// Its class, beside that of all forms.
    pub class: &'static str,
    /// What a screen reader calls it.
    pub name: &'static str,
    /// What is filled in.
    pub fields: AnyView,
    /// What is wrong with it.
    pub fault: RwSignal<Option<String>>,
    /// The words of its button.
    pub does: &'static str,
    /// Does it.
    pub submit: Box<dyn Fn()>,
    /// What else could be done.
    pub others: Option<AnyView>,
    /// Puts it away.
    pub close: Rc<dyn Fn()>,
}

impl Form {
    /// The form. Not a component: one type for all of them keeps the page small.
    pub fn view(self) -> AnyView {
        let Self { class, name, fields, fault, does, submit, others, close } = self;
        let escape = Rc::clone(&close);
        view! {
            <form
                class=["model-form ", class].concat()
                aria-label=name
                on:submit=move |event| {
                    event.prevent_default();
                    submit();
                }
                on:keydown=move |event| {
                    if event.key() == "Escape" {
                        event.prevent_default();
                        event.stop_propagation();
                        escape();
                    }
                }
            >
                {fields}
                {told(fault)}
                <div class="model-buttons">
                    <button class="button" data-kind="primary" type="submit">{does}</button>
                    {others}
                    <button class="button" type="button" on:click=press(move || close())>"Cancel"</button>
                </div>
            </form>
        }
        .into_any()
    }
}

/// A form over what is there already: its buttons are there while it says something else.
pub struct Changing {
    /// What a screen reader calls it.
    pub name: &'static str,
    /// What is filled in.
    pub fields: AnyView,
    /// What is wrong with it.
    pub fault: RwSignal<Option<String>>,
    /// Whether it says something else.
    pub changed: Memo<bool>,
    /// The words of the button that changes what is there.
    pub does: &'static str,
    /// Changes it.
    pub submit: Box<dyn Fn()>,
    /// The words of the button that takes back what was filled in.
    pub leaves: &'static str,
    /// Takes it back.
    pub put_back: Arc<dyn Fn() + Send + Sync>,
}

impl Changing {
    /// The form. Not a component: one type for all of them keeps the page small.
    pub fn view(self) -> AnyView {
        let Self { name, fields, fault, changed, does, submit, leaves, put_back } = self;
        let buttons = move || {
            let put_back = Arc::clone(&put_back);
            view! {
                <div class="model-buttons">
                    <button class="button" data-kind="primary" type="submit">{does}</button>
                    <button class="button" type="button" on:click=press(move || put_back())>{leaves}</button>
                </div>
            }
            .into_any()
        };
        view! {
            <form
                class="model-form"
                aria-label=name
                on:submit=move |event| {
                    event.prevent_default();
                    if changed.get_untracked() {
                        submit();
                    }
                }
            >
                {fields}
                {told(fault)}
                {when(move || changed.get(), buttons)}
            </form>
        }
        .into_any()
    }
}

/// What is wrong with a form.
pub fn told(fault: RwSignal<Option<String>>) -> AnyView {
    let fine = truth(move || fault.read().is_none());
    view! { <p class="field-fault" role="alert" hidden=fine>{fault}</p> }.into_any()
}

/// A labelled line of text in a form; `fault` is the form's.
pub fn plain_field(
    label: &'static str,
    placeholder: &'static str,
    offers: Option<&str>,
    text: RwSignal<String>,
    fault: RwSignal<Option<String>>,
) -> AnyView {
    let write = typed(move |typed| {
        fault.set(None);
        text.set(typed);
    });
    LabelledBox {
        tells_fault: false,
        placeholder: words(move || placeholder.to_owned()),
        offers: offers.map(str::to_owned),
        ..LabelledBox::new(label.to_owned(), text.into(), fault.into(), write)
    }
    .view()
}
