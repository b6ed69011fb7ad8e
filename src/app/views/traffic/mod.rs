//! Traffic: the load of the requests, second by second, and what each partition serves of it.

use leptos::prelude::*;

use super::once_loaded::{View, once_loaded};
use crate::app::state::use_store;
use crate::pieces::later;

later! {
    in traffic:
    /// The traffic.
    fn traffic() -> View {
        || view! { <Whole /> }.into_any()
    }
}

/// The traffic, once its code is there.
#[component]
pub fn Traffic() -> impl IntoView {
    once_loaded(|| Box::pin(traffic()))
}

#[component]
fn Whole() -> impl IntoView {
    let store = use_store();
    store.expect_late();
    view! { <div class="traffic" id="traffic" tabindex="-1"></div> }
}
