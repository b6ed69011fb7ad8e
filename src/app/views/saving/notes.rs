//! What a person is told of kept designs, as notices.

use leptos::prelude::*;

use crate::app::state::{Command, DesignsCommand, Note, NoteKind, Shelf, Store};
use crate::app::views::close_button::close_button;
use crate::app::views::erased::{piece, press};
use crate::app::views::icons::{Icon, glyph};

/// All that is told; in the list of designs only what became of one.
pub fn notes(store: Store, shelf: Shelf, in_list: bool) -> AnyView {
    let shown = move || {
        let is_here = |note: &Note| {
            let of_list = note.kind == NoteKind::Deleted && shelf.listed.get();
            of_list == in_list
        };
        let notes = shelf.notes.get().into_iter().filter(is_here);
        notes.map(|note| one(store, note)).collect_view().into_any()
    };
    piece(shown).into_any()
}

fn one(store: Store, note: Note) -> AnyView {
    let button = move |(words, command): (&'static str, DesignsCommand)| {
        let send = move || store.send(Command::Designs(command.clone()));
        view! { <button class="button" type="button" on:click=press(send)>{words}</button> }
            .into_any()
    };
    let icon = if note.kind == NoteKind::Unkept { Icon::Warning } else { Icon::Note };
    let dismiss = Command::Designs(DesignsCommand::Dismiss(note.kind));
    let body = (!note.body.is_empty()).then(|| view! { <p class="notice-body">{note.body}</p> });
    view! {
        <div class="notice" data-notice=note.kind.name() role="status">
            {glyph(icon)}
            <div class="notice-words">
                <p class="notice-title">{note.title}</p>
                {body}
            </div>
            <div class="notice-buttons">
                {note.buttons.into_iter().map(button).collect_view()}
                {close_button(store, "Dismiss", dismiss)}
            </div>
        </div>
    }
    .into_any()
}
