//! A part of the page whose code is loaded apart.

use leptos::prelude::*;

use super::erased::{piece, press};
use crate::pieces::{Coming, NotLoaded, when_loaded};

/// What makes a part of the page. As a plain function it can be kept, and makes the part anew as often as it is shown.
pub type View = fn() -> AnyView;

type Loaded = RwSignal<Option<Result<View, NotLoaded>>>;

/// A part that stands as soon as its code is there. Where that does not come, says so, and offers to try again.
pub fn once_loaded(load: fn() -> Coming<View>) -> AnyView {
    let loaded = RwSignal::new(None);
    fetch(load, loaded);
    let part = piece(move || match loaded.get() {
        None => ().into_any(),
        Some(Ok(view)) => view(),
        Some(Err(NotLoaded)) => not_loaded(load, loaded),
    });
    part.into_any()
}

fn fetch(load: fn() -> Coming<View>, loaded: Loaded) {
    when_loaded(load(), move |view| _ = loaded.try_set(Some(view)));
}

fn not_loaded(load: fn() -> Coming<View>, loaded: Loaded) -> AnyView {
    let again = press(move || fetch(load, loaded));
    view! {
        <div class="refusal" role="alert">
            <p class="refusal-words">{NotLoaded::WORDS}</p>
            <button class="button" type="button" on:click=again>"Try again"</button>
        </div>
    }
    .into_any()
}
