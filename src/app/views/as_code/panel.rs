//! The languages as tabs, and the code of the one that is chosen.

use leptos::ev::KeyboardEvent;
use leptos::html;
use leptos::prelude::*;
use map::design::code::{Language, code};
use wasm_bindgen::JsCast;
use web_sys::{Element, HtmlElement};

use super::Shown;
use crate::app::state::{Command, Store, use_store};
use crate::app::views::copy_button::copy_button;
use crate::app::views::erased::{aria, effect, memo, piece, press, words};

/// The languages and the code.
pub fn panel() -> AnyView {
    let store = use_store();
    let Shown(request) = expect_context::<Shown>();
    let language = store.preferences.language;
    let written = memo(move || {
        store.open.design.with(|design| code(&request.read(), language.get(), design))
    });
    let text = move || written.get().unwrap_or_default();
    let shown = move || match written.get() {
        Ok(code) => {
            let name = format!("The code in {}", language.get().name());
            view! { <pre class="as-code-text" role="tabpanel" tabindex="0" aria-label=name>{code}</pre> }
                .into_any()
        }
        Err(why) => {
            view! { <p class="as-code-none" role="tabpanel" tabindex="0">{why}</p> }.into_any()
        }
    };
    let head = NodeRef::<html::Div>::new();
    // What was asked for may come below the edge of the view.
    effect(move || {
        let place = head.get().and_then(|head| head.closest(".as-code").ok().flatten());
        let near = web_sys::ScrollIntoViewOptions::new();
        near.set_block(web_sys::ScrollLogicalPosition::Nearest);
        if let Some(place) = place {
            place.scroll_into_view_with_scroll_into_view_options(&near);
        }
    });
    view! {
        <div class="as-code-head" node_ref=head>
            <div class="as-code-tabs" role="tablist" aria-label="Language" on:keydown=move |event| key(store, &event)>
                {Language::ALL.map(|each| tab(store, each)).into_iter().collect_view()}
            </div>
            {piece(move || if written.read().is_ok() { copy_button("Copy", text) } else { ().into_any() })}
        </div>
        {piece(shown)}
    }
    .into_any()
}

fn tab(store: Store, each: Language) -> AnyView {
    let language = store.preferences.language;
    let chosen = move || language.get() == each;
    view! {
        <button
            class="desk-tab as-code-tab"
            type="button"
            role="tab"
            aria-selected=aria(chosen)
            tabindex=words(move || if chosen() { "0" } else { "-1" }.to_owned())
            on:click=press(move || store.send(Command::SetLanguage(each)))
        >
            {each.name()}
        </button>
    }
    .into_any()
}

/// Arrows go from language to language, as in any list of tabs.
fn key(store: Store, event: &KeyboardEvent) {
    let count = Language::ALL.len();
    let language = store.preferences.language.get_untracked();
    let at = Language::ALL.iter().position(|each| *each == language).unwrap_or_default();
    let to = match event.key().as_str() {
        "ArrowRight" => (at + 1) % count,
        "ArrowLeft" => (at + count - 1) % count,
        "Home" => 0,
        "End" => count - 1,
        _ => return,
    };
    event.prevent_default();
    event.stop_propagation();
    let Some(language) = Language::ALL.get(to) else { return };
    store.send(Command::SetLanguage(*language));
    let tabs = event.target().and_then(|target| target.dyn_into::<Element>().ok());
    let tabs = tabs.and_then(|target| target.closest("[role=tablist]").ok().flatten());
    let all = tabs.and_then(|tabs| tabs.query_selector_all("[role=tab]").ok());
    let tab = all.and_then(|all| all.item(to as u32));
    if let Some(tab) = tab.and_then(|tab| tab.dyn_into::<HtmlElement>().ok()) {
        // It is on the page, and takes the focus.
        let _ = tab.focus();
    }
}
