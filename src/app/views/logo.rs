//! The mark: a corridor with three aisles, one of them walked.

use leptos::prelude::*;

/// The mark. Decoration: the page's name stands beside it.
#[component]
pub fn Logo() -> impl IntoView {
    view! {
        <svg class="top-bar-logo" viewBox="0 0 24 24" aria-hidden="true">
            <path d="M4 4v16M4 6h10M4 18h8" />
            <path data-part="route" d="M4 12h14" />
            <circle data-part="walker" cx="20" cy="12" r="2" />
        </svg>
    }
}
