//! The browser app: state, views, and the painter of the floor's display list. Rules of `DynamoDB` or of the map have no place
//! here: those live in `key_engine` and `map`.

pub mod state;
pub mod views;

use leptos::prelude::*;

use state::Store;
use views::floor::FloorView;
use views::shell::Shell;

/// The whole page, with a store of its own.
#[component]
pub fn App() -> impl IntoView {
    let store = Store::new();
    provide_context(store);
    store.arrive();
    store.begin_saving();
    let followed = window_event_listener(leptos::ev::hashchange, move |_| {
        store.follow(&window().location().hash().unwrap_or_default());
    });
    let leaving = window_event_listener(leptos::ev::beforeunload, move |event| {
        if store.has_changes() {
            event.prevent_default();
            event.set_return_value("changes");
        }
    });
    on_cleanup(move || {
        followed.remove();
        leaving.remove();
    });
    view! { <Shell floor=|| view! { <FloorView /> } /> }
}
