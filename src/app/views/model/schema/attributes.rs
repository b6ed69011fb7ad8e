//! Renaming or deleting an attribute wherever it is: in items, keys, requests and kinds.

use leptos::prelude::*;
use map::advice::change::Wish;

use super::key_fields::plain_field;
use super::sheet::{ATTRIBUTES, Sheet};
use crate::app::views::erased::{aria, effect, press, truth, typed, when};
use crate::app::views::icons::{Icon, glyph};
use crate::app::views::worksheet::focus_later;

/// The form, once it is asked for.
pub fn attributes(sheet: Sheet) -> AnyView {
    let open = RwSignal::new(false);
    let start = move || {
        open.set(true);
        focus_later(".model-rename input".to_owned());
    };
    view! {
        <div class="model-part" data-part="attributes">
            <div class="model-part-head">
                <h2 class="model-title" id="model-attributes-title" tabindex="-1">"Attributes"</h2>
                <button class="button model-small" type="button" aria-expanded=aria(move || open.get()) on:click=press(start)>
                    {glyph(Icon::Edit)}
                    "Rename an attribute"
                </button>
            </div>
            {when(move || open.get(), move || form(sheet, open))}
        </div>
    }
    .into_any()
}

fn form(sheet: Sheet, open: RwSignal<bool>) -> AnyView {
    let (from, to) = (RwSignal::new(String::new()), RwSignal::new(String::new()));
    let fault = RwSignal::new(None::<String>);
    let close = move || {
        open.set(false);
        focus_later("#model-attributes-title".to_owned());
    };
    effect(move || {
        sheet.asking.track_settled();
        fault.set(None);
    });
    let submit = move || {
        let trimmed = |text: RwSignal<String>| text.read_untracked().trim().to_owned();
        let (from, to) = (trimmed(from), trimmed(to));
        match sheet.asking.wish(&Wish::RenameAttribute { table: sheet.table(), from, to }) {
            None => close(),
            wrong => fault.set(wrong),
        }
    };
    let delete = move || {
        let attribute = from.read_untracked().trim().to_owned();
        match sheet.asking.wish(&Wish::DeleteAttribute { table: sheet.table(), attribute }) {
            None => close(),
            wrong => fault.set(wrong),
        }
    };
    view! {
        <form
            class="model-form model-rename"
            aria-label="Rename an attribute"
            on:submit=move |event| {
                event.prevent_default();
                submit();
            }
            on:keydown=move |event| {
                if event.key() == "Escape" {
                    event.prevent_default();
                    event.stop_propagation();
                    close();
                }
            }
        >
            <div class="model-row">
                <label class="field" data-field="Attribute">
                    <span class="field-label">"Attribute"</span>
                    <input
                        class="field-input"
                        type="text"
                        autocomplete="off"
                        autocapitalize="off"
                        spellcheck="false"
                        list=ATTRIBUTES
                        prop:value=from
                        on:input=typed(move |typed| {
                            fault.set(None);
                            from.set(typed);
                        })
                    />
                </label>
                {plain_field("Its new name", "", to, fault)}
            </div>
            <p class="field-fault" role="alert" hidden=truth(move || fault.read().is_none())>{fault}</p>
            <div class="model-buttons">
                <button class="button" data-kind="primary" type="submit">"Rename it everywhere"</button>
                <button class="button" type="button" on:click=press(delete)>"Delete it everywhere"</button>
                <button class="button" type="button" on:click=press(close)>"Cancel"</button>
            </div>
        </form>
    }
    .into_any()
}
