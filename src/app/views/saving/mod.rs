//! What is seen of designs that are kept: how it stands, what a person is told, and the list of them.
//!
//! Its code is loaded after the floor is there, with what it shows.

mod list;
mod notes;
mod state;

use leptos::prelude::*;

use super::erased::when;
use super::once_loaded::{View, once_loaded};
use crate::app::state::{Shelf, Store, use_store};
use crate::pieces::later;
use list::list;
use notes::notes;
use state::state;

later! {
    /// How it stands with what was changed.
    fn standing() -> View {
        || with_shelf(state)
    }
}

later! {
    /// What a person is told, and the list.
    fn told() -> View {
        || with_shelf(|store, shelf| {
            view! {
                {notes(store, shelf, false)}
                {list(store, shelf)}
            }
            .into_any()
        })
    }
}

/// A part that shows what is kept, once that is known.
fn with_shelf(view: fn(Store, Shelf) -> AnyView) -> AnyView {
    let store = use_store();
    let part = move || store.shelf().map_or_else(|| ().into_any(), |shelf| view(store, shelf));
    when(move || store.saving.ready.get(), part).into_any()
}

/// For the top bar: how it stands with what was changed.
pub fn save_state() -> AnyView {
    once_loaded(|| Box::pin(standing()))
}

/// For the notices: what a person is told. The list of designs stands beside it until it is asked for.
pub fn saving_notes() -> AnyView {
    once_loaded(|| Box::pin(told()))
}
