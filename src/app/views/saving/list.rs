//! The list of kept designs: open one, call it something else, copy it, delete it.

use leptos::html;
use leptos::prelude::*;
use map::numerals::{counted, grouped};

use super::notes::notes;
use crate::app::state::{Command, DesignsCommand, Kept, MOST_MEGABYTES, Shelf, Store, ago};
use crate::app::views::erased::{effect, piece, press, when};
use crate::app::views::icons::{Icon, glyph};

/// The dialog. Escape and its button close it.
pub fn list(store: Store, shelf: Shelf) -> AnyView {
    let dialog = NodeRef::<html::Dialog>::new();
    let renamed = RwSignal::new(String::new());
    effect(move || {
        let Some(dialog) = dialog.get() else { return };
        let open = shelf.listed.get();
        if !open {
            renamed.set(String::new());
        }
        if open && !dialog.open() {
            // Refused only where it is already open or not on the page, and then there is nothing to show.
            let _ = dialog.show_modal();
        } else if !open && dialog.open() {
            dialog.close();
        }
    });
    let send = move |command| store.send(Command::Designs(command));
    let close = move || send(DesignsCommand::ShowList(false));
    // While a name is being written the list stays as it is: read anew, it would take the field away.
    let steady = Memo::new(move |before: Option<&Vec<Kept>>| match before {
        Some(before) if !renamed.read().is_empty() => before.clone(),
        _ => shelf.designs.get(),
    });
    let rows = move || {
        let designs = steady.get();
        if designs.is_empty() {
            let words = "Nothing is kept yet. A design is kept from its first change on.";
            return view! { <p class="designs-none">{words}</p> }.into_any();
        }
        let rows = designs.into_iter().map(|kept| row(store, &kept, renamed)).collect_view();
        view! { <ul class="designs-list">{rows}</ul> }.into_any()
    };
    let limit = format!(
        "They are kept in this browser alone, each change as soon as it is made, up to {MOST_MEGABYTES} MB a design. Clearing the \
        browser’s data deletes them: what must last longer is saved as a file (Ctrl+S)."
    );
    view! {
        <dialog class="help designs" node_ref=dialog aria-labelledby="designs-title" on:close=move |_| close()>
            <div class="help-head">
                <h2 class="help-title" id="designs-title">"Your designs"</h2>
                <button class="button" data-shape="square" data-kind="quiet" type="button" aria-label="Close" on:click=press(close)>
                    {glyph(Icon::Close)}
                </button>
            </div>
            <div class="help-body">
                <p>{limit}</p>
                {when(move || shelf.listed.get(), move || {
                    view! {
                        {notes(store, shelf, true)}
                        {piece(rows)}
                    }.into_any()
                })}
                <p>
                    <button class="button" type="button" on:click=press(move || send(DesignsCommand::New))>
                        {glyph(Icon::Plus)}
                        "New design"
                    </button>
                </p>
            </div>
        </dialog>
    }
    .into_any()
}

fn row(store: Store, kept: &Kept, renamed: RwSignal<String>) -> AnyView {
    let send = move |command| store.send(Command::Designs(command));
    let called = kept.name.clone();
    let button = move |icon: Icon, what: &str, command: DesignsCommand| {
        let name = format!("{what} {called}");
        let command = move || send(command.clone());
        view! {
            <button class="button" data-shape="square" data-kind="quiet" type="button" aria-label=name.clone() title=name on:click=press(command)>
                {glyph(icon)}
            </button>
        }
        .into_any()
    };
    let id = || kept.id.clone();
    let rename = {
        let id = id();
        let label = format!("Rename {}", kept.name);
        view! {
            <button class="button" data-shape="square" data-kind="quiet" type="button" aria-label=label.clone() title=label
                on:click=press(move || renamed.set(id.clone()))>
                {glyph(Icon::Edit)}
            </button>
        }
    };
    let others = [
        button(Icon::Duplicate, "Duplicate", DesignsCommand::Duplicate(id())),
        button(Icon::Save, "Download what is kept of", DesignsCommand::Download(id())),
        button(Icon::Delete, "Delete", DesignsCommand::Delete(id())),
    ];
    let open = DesignsCommand::Open(id());
    view! {
        <li class="designs-row" data-design=id()>
            <div class="designs-words">
                {title(store, kept.clone(), renamed)}
                <p class="notice-body">{about(kept)}</p>
            </div>
            <button class="button" type="button" aria-label=format!("Open {}", kept.name) on:click=press(move || send(open.clone()))>"Open"</button>
            {rename}
            {others.into_iter().collect_view()}
        </li>
    }
    .into_any()
}

/// The name, or while it is being changed the field for it.
fn title(store: Store, kept: Kept, renamed: RwSignal<String>) -> AnyView {
    let field = move || {
        let (id, name) = (kept.id.clone(), kept.name.clone());
        if renamed.get() != id {
            return view! { <p class="notice-title designs-name">{name}</p> }.into_any();
        }
        let place = NodeRef::<html::Input>::new();
        effect(move || {
            if let Some(input) = place.get() {
                let _ = input.focus();
                input.select();
            }
        });
        let done = move |name: String| {
            let id = id.clone();
            renamed.set(String::new());
            store.send(Command::Designs(DesignsCommand::Rename { id, name }));
        };
        view! {
            <input class="field-input" type="text" maxlength="120" aria-label="Name of the design" node_ref=place prop:value=name
                on:blur=move |_| renamed.set(String::new())
                on:change:target=move |event| done(event.target().value()) />
        }
        .into_any()
    };
    piece(field).into_any()
}

/// When it was changed, how large it is, where it came from.
fn about(kept: &Kept) -> String {
    let mut parts = vec![format!("Changed {}", ago(kept.changed_ms, js_sys::Date::now()))];
    if kept.revision > 0.0 {
        parts.push(counted(kept.revision as u64, "change", "changes"));
    }
    parts.push(format!("{} kB", grouped((kept.size_bytes / 1024.0).ceil() as u64)));
    if !kept.origin.is_empty() {
        parts.push(format!("from {}", kept.origin));
    }
    if kept.newer {
        parts.push("kept by a newer version of this page".to_owned());
    }
    parts.join(" · ")
}
