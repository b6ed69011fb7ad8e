//! The dispatch desk: the request as a form, as an AWS CLI line and as `DynamoDB` JSON, all three of one draft.

mod action_fields;
mod action_list;
mod action_state;
mod choice_field;
mod code;
mod door_fields;
mod draft;
mod fields;
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

use crate::app::state::use_store;
use leptos::prelude::*;

use form::Form;

pub use code::Code;
pub use draft::Draft;
pub use fields::Fields;
pub use form_state::keys_of;
pub use live_field::LiveField;
pub use text_field::offered;
pub use undo_buttons::UndoButtons;

/// The desk.
#[component]
pub fn Desk() -> impl IntoView {
    let store = use_store();
    view! {
        <section class="desk" aria-label="Dispatch desk">
            <Form />
            <Code draft=Draft::desk(store) />
        </section>
    }
}
