//! The keys of a row: up and down from row to row, with Alt to move it, with Shift and Alt to write it once more.

use leptos::ev::KeyboardEvent;
use leptos::prelude::*;

use super::line::{Deed, Line};
use crate::app::views::icons::Icon;

impl Deed {
    /// All of them, in the order to offer them in.
    pub const ALL: [Self; 5] = [Self::Walk, Self::Duplicate, Self::Up, Self::Down, Self::Delete];

    /// The button's words, its keys, and its sign.
    pub const fn told(self) -> (&'static str, &'static str, Icon) {
        match self {
            Self::Walk => ("Walk it", "W", Icon::Play),
            Self::Duplicate => ("Duplicate", "Shift+Alt+↓", Icon::Duplicate),
            Self::Up => ("Move up", "Alt+↑", Icon::Up),
            Self::Down => ("Move down", "Alt+↓", Icon::Down),
            Self::Delete => ("Delete", "Delete", Icon::Delete),
        }
    }
}

/// What a key means on a row.
fn deed_of(key: &str, alt: bool, shift: bool) -> Option<Deed> {
    match (key, alt, shift) {
        ("ArrowUp", true, false) => Some(Deed::Up),
        ("ArrowDown", true, false) => Some(Deed::Down),
        ("ArrowDown", true, true) => Some(Deed::Duplicate),
        ("Delete", false, false) => Some(Deed::Delete),
        ("w" | "W", false, false) => Some(Deed::Walk),
        _ => None,
    }
}

/// Listens on a row; its editor has keys of its own.
pub fn handler(line: Line) -> Box<dyn FnMut(KeyboardEvent)> {
    Box::new(move |event| {
        if event.ctrl_key() || event.meta_key() {
            return;
        }
        let (key, alt, shift) = (event.key(), event.alt_key(), event.shift_key());
        if let Some(deed) = deed_of(&key, alt, shift) {
            event.prevent_default();
            line.act(deed);
            return;
        }
        match key.as_str() {
            "ArrowUp" if !alt && !shift => line.focus_beside(-1),
            "ArrowDown" if !alt && !shift => line.focus_beside(1),
            "Escape" if untrack(|| line.is_open()) => line.toggle(),
            _ => return,
        }
        event.prevent_default();
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_without_a_meaning_are_the_browsers() {
        for (key, alt, shift, expected) in [
            ("ArrowUp", true, false, Some(Deed::Up)),
            ("ArrowDown", true, true, Some(Deed::Duplicate)),
            ("ArrowLeft", true, false, None),
            ("Delete", false, true, None),
            ("w", false, false, Some(Deed::Walk)),
            ("Tab", false, false, None),
        ] {
            assert_eq!(deed_of(key, alt, shift), expected, "{key}");
        }
    }
}
