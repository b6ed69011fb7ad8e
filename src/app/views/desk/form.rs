//! The draft as a form.

use crate::app::views::erased::aria;
use leptos::prelude::*;
use map::design::{Call, Request};

use super::draft::Draft;
use super::fields::Fields;
use super::refusal::Refusal;
use super::undo_buttons::UndoButtons;
use crate::app::state::{Command, use_store};
use crate::app::views::as_code::as_code;
use crate::app::views::icons::{Icon, glyph};

/// The form, the button that walks the draft, and beneath them why the last request was refused.
#[component]
pub fn Form() -> impl IntoView {
    let store = use_store();
    let faulty = move || store.faulty.get();
    view! {
        <form
            class="desk-form"
            aria-label="Request"
            on:keydown=move |event| {
                if event.key() == "Enter" && (event.ctrl_key() || event.meta_key()) {
                    event.prevent_default();
                    store.send(Command::WalkDraft);
                }
            }
            on:submit=move |event| {
                event.prevent_default();
                store.send(Command::WalkDraft);
            }
        >
            <div class="desk-fields">
                <Fields draft=Draft::desk(store) />
                <button class="button desk-walk" data-kind="primary" type="submit" aria-disabled=aria(faulty)>
                    "Walk"
                    {glyph(Icon::Play)}
                </button>
                <UndoButtons />
            </div>
            <Refusal refused=store.refused on_offer=move |call| store.send(Command::Walk(call)) />
            {as_code(Signal::derive(move || on_desk(store.draft.get())))}
        </form>
    }
}

/// What stands on the desk as a request of its own.
fn on_desk(call: Call) -> Request {
    let mut request = Request::unwritten("");
    "The request on the desk".clone_into(&mut request.sentence);
    request.calls = vec![call];
    request
}
