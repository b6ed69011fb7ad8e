//! The model: the design edited whole. On the left its tables with their keys, indexes and kinds of item; on the right the items of
//! the table that is looked at.

pub(super) mod ask;
mod commit_field;
mod items;
mod schema;

use std::hint::black_box;

use leptos::prelude::*;

use super::once_loaded::{View, once_loaded};
use super::worksheet::CALLED_BY_MANY;
use crate::app::state::use_store;
use crate::pieces::later;
use ask::Asking;
use items::items;
use schema::schema;

later! {
    in model:
    /// The model.
    fn model() -> View {
        black_box(CALLED_BY_MANY);
        || view! { <Whole /> }.into_any()
    }
}

/// The model, once its code is there.
#[component]
pub fn Model() -> impl IntoView {
    once_loaded(|| Box::pin(model()))
}

#[component]
fn Whole() -> impl IntoView {
    let store = use_store();
    store.expect_late();
    let asking = Asking::new(store);
    view! {
        <div class="model" id="model" tabindex="-1">
            {schema(store, asking)}
            {items(store)}
        </div>
        {ask::dialog(asking)}
    }
}
