//! The tables of the design: keys, indexes, kinds of item, capacity.

use leptos::prelude::*;

use crate::app::state::Store;

/// All tables, one of them open.
pub fn schema(store: Store) -> AnyView {
    let _ = store;
    view! { <section class="model-schema" aria-label="Tables"></section> }.into_any()
}
