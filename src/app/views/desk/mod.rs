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

use crate::app::views::once_loaded::{View, once_loaded};
use crate::pieces::later;
use form::Form;

pub use code::Code;
pub use draft::Draft;
pub use fields::Fields;
pub use form_state::keys_of;
pub use live_field::LiveField;
pub use text_field::offered;
pub use undo_buttons::UndoButtons;

/// The desk. The floor does not wait for what is on it.
#[component]
pub fn Desk() -> impl IntoView {
    view! {
        <section class="desk" aria-label="Dispatch desk">
            {once_loaded(|| Box::pin(desk()))}
        </section>
    }
}

later! {
    /// What is on the desk.
    fn desk() -> View {
        || {
            let draft = Draft::desk(use_store());
            view! {
                <Form />
                <Code draft />
            }
            .into_any()
        }
    }
}
