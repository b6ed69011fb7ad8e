//! A request as code: in which language, the text, and a button that copies it. It is loaded when it is asked for.

mod panel;

use leptos::prelude::*;
use map::design::Request;

use super::erased::{aria, press, when};
use super::once_loaded::{View, once_loaded};
use crate::pieces::later;

later! {
    in model:
    /// The languages and the code.
    fn languages() -> View {
        panel::panel
    }
}

/// The request whose code is shown, for whoever stands within.
#[derive(Clone, Copy)]
struct Shown(Signal<Request>);

/// A button, and beneath it the request as code.
pub fn as_code(request: Signal<Request>) -> AnyView {
    let open = RwSignal::new(false);
    provide_context(Shown(request));
    view! {
        <div class="as-code">
            <button
                class="button as-code-open"
                type="button"
                aria-expanded=aria(move || open.get())
                on:click=press(move || open.update(|open| *open = !*open))
            >
                "As code"
            </button>
            {when(move || open.get(), || once_loaded(|| Box::pin(languages())))}
        </div>
    }
    .into_any()
}
