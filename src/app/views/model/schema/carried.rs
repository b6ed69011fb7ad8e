//! What else the table carries, and the whole of it as `CreateTable` takes it.

use leptos::prelude::*;
use map::advice::change::carried;

use super::sheet::Sheet;
use crate::app::views::copy_button::copy_button;
use crate::app::views::erased::{memo, piece, when, words};

/// Lines that are read only, and the JSON.
pub fn carries(sheet: Sheet) -> AnyView {
    let lines = memo(move || carried(&sheet.described.read()));
    let json = move || {
        // A value that was parsed or built can always be printed.
        serde_json::to_string_pretty(&sheet.described.read().create).unwrap_or_default()
    };
    let line = |(name, value): (String, String)| {
        view! {
            <dt>{name}</dt>
            <dd>{value}</dd>
        }
        .into_any()
    };
    let list = move || lines.get().into_iter().map(line).collect_view().into_any();
    let opened = RwSignal::new(false);
    view! {
        <div class="model-part" data-part="carried">
            {when(move || !lines.read().is_empty(), move || view! {
                <h2 class="model-title">"It also carries"</h2>
                <dl class="model-carried">{piece(list)}</dl>
            }.into_any())}
            <details class="model-json" on:toggle=move |event| {
                use wasm_bindgen::JsCast;
                let details = event.target().and_then(|it| it.dyn_into::<web_sys::Element>().ok());
                opened.set(details.is_some_and(|details| details.has_attribute("open")));
            }>
                <summary>"As CreateTable JSON"</summary>
                {when(move || opened.get(), move || view! {
                    <div class="model-json-body">
                        {copy_button("Copy the JSON", json)}
                        <pre class="model-json-text" tabindex="0" aria-label="CreateTable JSON">{words(json)}</pre>
                    </div>
                }.into_any())}
            </details>
        </div>
    }
    .into_any()
}
