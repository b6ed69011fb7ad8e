//! The draft as a form.

use crate::app::views::erased::{aria, memo, piece};
use leptos::prelude::*;
use map::design::action_form::ActionForm;

use super::action_fields::ActionFields;
use super::door_fields::DoorFields;
use super::filter_fields::FilterFields;
use super::form_state::FormState;
use super::key_fields::KeyFields;
use super::operation_field::OperationField;
use super::option_fields::OptionFields;
use super::refusal::Refusal;
use super::undo_buttons::UndoButtons;
use crate::app::state::{Command, use_store};
use crate::app::views::icons::{Icon, glyph};

/// The form, the button that walks the draft, and beneath them why the last request was refused.
#[component]
pub fn Form() -> impl IntoView {
    let store = use_store();
    let state = FormState::new(store);
    let why = state.why;
    let acts = memo(move || ActionForm::shows(&store.draft.read().operation));
    let fields = piece(move || {
        if store.open.design.get().tables.is_empty() {
            return view! { <p class="desk-why">"No table is open yet."</p> }.into_any();
        }
        if acts.get() {
            return view! { <ActionFields /> }.into_any();
        }
        if why.read().is_some() {
            let words = "The form cannot show this request; it stands as text beside. ";
            return view! { <p class="desk-why">{words}{why}</p> }.into_any();
        }
        view! {
            <DoorFields state />
            <KeyFields state />
            <FilterFields state />
            <OptionFields state />
        }
        .into_any()
    });
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
                <OperationField />
                {fields}
                <button class="button desk-walk" data-kind="primary" type="submit" aria-disabled=aria(faulty)>
                    "Walk"
                    {glyph(Icon::Play)}
                </button>
                <UndoButtons />
            </div>
            <Refusal refused=store.refused on_offer=move |call| store.send(Command::Walk(call)) />
        </form>
    }
}
