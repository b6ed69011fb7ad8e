//! A request as fields: its operation, and what the operation takes.

use leptos::prelude::*;
use map::design::action_form::ActionForm;

use super::action_fields::ActionFields;
use super::door_fields::DoorFields;
use super::draft::Draft;
use super::filter_fields::FilterFields;
use super::form_state::FormState;
use super::key_fields::KeyFields;
use super::operation_field::OperationField;
use super::option_fields::OptionFields;
use crate::app::views::erased::{memo, piece};

/// The fields.
#[component]
pub fn Fields(
    /// The request.
    draft: Draft,
) -> impl IntoView {
    let state = FormState::new(draft);
    let why = state.why;
    let acts = memo(move || ActionForm::shows(&draft.call.read().operation));
    let no_table = memo(move || draft.store.open.design.read().tables.is_empty());
    let fields = piece(move || {
        if no_table.get() {
            return view! { <p class="desk-why">"No table is open yet."</p> }.into_any();
        }
        if acts.get() {
            return view! { <ActionFields draft /> }.into_any();
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
    view! {
        <OperationField draft />
        {fields}
    }
}
