//! The items of a table as a grid.

use leptos::prelude::*;

use crate::app::state::Store;

/// The items of the table that is looked at.
pub fn items(store: Store) -> AnyView {
    let _ = store;
    view! { <section class="model-items" aria-label="Items"></section> }.into_any()
}
