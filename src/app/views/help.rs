//! The help: what the picture means, and every shortcut.

use crate::app::views::erased::{effect, press, when};
use leptos::html;
use leptos::prelude::*;

use super::icons::{Icon, glyph};
use super::keys::SHORTCUTS;
use super::once_loaded::{View, once_loaded};
use crate::app::state::{Command, use_store};
use crate::pieces::later;

/// The help dialog.
#[component]
pub fn Help() -> impl IntoView {
    let store = use_store();
    let dialog = NodeRef::<html::Dialog>::new();
    effect(move || {
        let (open, Some(dialog)) = (store.preferences.help.get(), dialog.get()) else { return };
        if open && !dialog.open() {
            // Fails only when the dialog is already open or not on the page, and then there is nothing to show.
            let _ = dialog.show_modal();
        } else if !open && dialog.open() {
            dialog.close();
        }
    });
    let close = move || store.send(Command::SetHelp(false));
    view! {
        <dialog class="help" node_ref=dialog aria-labelledby="help-title" on:close=move |_| close()>
            <div class="help-head">
                <h2 class="help-title" id="help-title">"How to read the map"</h2>
                <button class="button" data-shape="square" data-kind="quiet" type="button" aria-label="Close" on:click=press(close)>
                    {glyph(Icon::Close)}
                </button>
            </div>
            <div class="help-body">{when(move || store.preferences.help.get(), || once_loaded(|| Box::pin(body())))}</div>
        </dialog>
    }
}

later! {
    /// What is in it.
    fn body() -> View {
        || {
            view! {
                <Reading />
                {shortcuts()}
            }
            .into_any()
        }
    }
}

/// The keys, by where they do what they do.
fn shortcuts() -> AnyView {
    let shortcut = |(keys, words): &(&'static [&'static str], &'static str)| {
        let caps = keys.iter().map(|key| view! { <kbd>{*key}</kbd> }.into_any()).collect_view();
        view! {
            <dt>{caps}</dt>
            <dd>{*words}</dd>
        }
        .into_any()
    };
    let sections = SHORTCUTS.map(|(place, shortcuts)| {
        view! {
            <section class="help-section">
                <h3 class="help-heading">{place}</h3>
                <dl class="help-keys">{shortcuts.iter().map(shortcut).collect_view()}</dl>
            </section>
        }
        .into_any()
    });
    sections.into_iter().collect_view().into_any()
}

/// The picture in words.
#[component]
fn Reading() -> impl IntoView {
    view! {
        <section class="help-section">
            <p>
                "The table is a warehouse. A bay is a partition, an aisle is an item collection (one partition-key value), \
                and the boxes on its shelf are items in sort-key order. A request walks from the dispatch desk: a Query takes \
                one turn off the corridor and a straight run, a Scan goes through every aisle of every bay. An index is a \
                second door into the same stock."
            </p>
            <p>
                "A box with a tick was returned. A hatched box was read and paid for, and then discarded by the filter. A plain \
                box was not touched. Point at a figure on the clipboard to see which boxes it counts."
            </p>
            <p>
                "On the worksheet every request is a row, and every row is walked on the sample items after each change. A row is \
                proven when its request goes to an address and returns what the row expects; where it does not, the advice beside \
                the rows says why, and offers a change that can be undone."
            </p>
            <p>
                "The model is the whole design: tables, keys, indexes, kinds of item, and the items in a grid. What a change breaks is \
                said before it is done. Every change can be undone, and is kept in this browser as soon as it is made."
            </p>
            <p>
                "Open, drop or paste a NoSQL Workbench model to walk your own table. It stays in this browser: nothing is sent \
                anywhere. Which partition a key falls in is illustrative; the real hash and layout are AWS’s own."
            </p>
        </section>
    }
}
