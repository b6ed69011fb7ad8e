//! The dispatch desk: the request as a form, as an AWS CLI line and as `DynamoDB` JSON, all three of one draft.

mod action_fields;
mod action_list;
mod action_state;
mod choice_field;
mod code;
mod door_fields;
mod filter_fields;
mod form;
mod form_state;
mod key_fields;
mod live_field;
mod operation_field;
mod option_fields;
mod refusal;
mod text_field;
mod undo_buttons;

use leptos::prelude::*;

use code::Code;
use form::Form;

/// The desk.
#[component]
pub fn Desk() -> impl IntoView {
    view! {
        <section class="desk" aria-label="Dispatch desk">
            <Form />
            <Code />
        </section>
    }
}
