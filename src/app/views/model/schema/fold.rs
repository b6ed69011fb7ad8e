//! A line that unfolds into what can be changed of it: one of a list at a time.

use leptos::prelude::*;

use crate::app::views::erased::{aria, press, when, while_true};
use crate::app::views::icons::{Icon, glyph};

/// A line of a list, by its place; `open` is the place of the one that is unfolded.
pub fn fold(
    place: usize,
    open: RwSignal<Option<usize>>,
    head: AnyView,
    body: impl Fn() -> AnyView + Send + 'static,
) -> AnyView {
    let is_open = move || open.get() == Some(place);
    let toggle = move || open.set((open.get_untracked() != Some(place)).then_some(place));
    view! {
        <li class="model-fold" data-open=while_true(is_open)>
            <button
                class="model-fold-head"
                type="button"
                data-place=place
                aria-expanded=aria(is_open)
                on:click=press(toggle)
            >
                {glyph(Icon::Chevron)}
                {head}
            </button>
            {when(is_open, move || view! { <div class="model-fold-body">{body()}</div> }.into_any())}
        </li>
    }
    .into_any()
}
