//! The dispatch desk: the request as a form, as an AWS CLI line and as `DynamoDB` JSON, all three of one draft.

mod code;
mod refusal;

use leptos::prelude::*;

use code::Code;
use refusal::Refusal;

use crate::app::state::{Command, use_store};

/// The desk.
#[component]
pub fn Desk() -> impl IntoView {
    let store = use_store();
    view! {
        <section class="desk" aria-label="Dispatch desk">
            <div class="desk-form">
                <Refusal refused=store.refused on_offer=move |call| store.send(Command::Walk(call)) />
            </div>
            <Code />
        </section>
    }
}
