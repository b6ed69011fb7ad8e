//! The keyboard: which key is which command, told once for the handler and for the help.

use leptos::ev::KeyboardEvent;
use leptos::prelude::*;
use map::player::PlayerCommand;
use wasm_bindgen::JsCast;

use super::theme_switch::other_theme;
use super::transport::speed_beside;
use crate::app::state::{CameraCommand, Command, DesignsCommand, Page, Store};

/// Keys, and what they do.
type Shortcut = (&'static [&'static str], &'static str);

/// Keys and what they do, by where they do it, as the help lists them.
pub const SHORTCUTS: [(&str, &[Shortcut]); 4] = [
    (
        "Everywhere",
        &[
            (&["1", "2", "3", "4"], "The floor, the worksheet, the traffic, the model"),
            (&["Ctrl Z", "Ctrl ⇧ Z", "Ctrl Y"], "Undo a change, redo it"),
            (&["Ctrl S"], "Save the design as a file"),
            (&["O"], "Open a file"),
            (&["T"], "Light or dark"),
            (&["Esc"], "Put a notice, the selection or an editor away"),
            (&["?"], "This help"),
        ],
    ),
    (
        "On the floor",
        &[
            (&["Space"], "Play or pause"),
            (&["←", "→"], "One step back, one step forward"),
            (&["Shift ←", "Shift →"], "To the page break before, to the next"),
            (&["Home", "End"], "To the start, to the end"),
            (&["[", "]"], "Slower, faster"),
            (&["N"], "Next page, where there is one"),
            (&["+", "−"], "Zoom in, zoom out"),
            (&["0"], "Show the whole floor"),
            (&["V"], "Floor as a picture or as a table"),
            (&["↑", "↓", "←", "→"], "From box to box"),
        ],
    ),
    (
        "On the worksheet",
        &[
            (&["↑", "↓"], "From row to row"),
            (&["Enter"], "Open the row’s editor, close it"),
            (&["Alt ↑", "Alt ↓"], "Move the row up, down"),
            (&["⇧ Alt ↓"], "Duplicate the row"),
            (&["Delete"], "Delete the row"),
            (&["W"], "Walk the row on the floor"),
        ],
    ),
    (
        "Among the model’s items",
        &[
            (&["↑", "↓", "←", "→"], "From cell to cell"),
            (&["Enter", "F2"], "Edit the cell; any letter writes it anew"),
            (&["Tab", "Shift Tab"], "Set it and go to the next cell, to the one before"),
            (&["Alt ↓"], "While a cell is edited: to its type"),
            (&["Ctrl Enter"], "The whole item as DynamoDB JSON"),
            (&["Space"], "Choose the item, let it go"),
            (&["Shift ↑", "Shift ↓"], "Choose the items on the way"),
            (&["Ctrl A"], "Choose all items shown"),
            (&["Ctrl C", "Ctrl V"], "Copy the items, paste some"),
            (&["Backspace"], "Remove the attribute of this column"),
            (&["Delete"], "Delete the items"),
            (&["F3", "Shift F3"], "To the next that is found, to the one before"),
        ],
    ),
];

/// What the focus is in, as far as keys care.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Focus {
    /// Keys are text there, or the control's own.
    Typing,
    /// A scrubber: arrows, Home and End are its own.
    Range,
    /// Space and Enter press it.
    Button,
    /// Nothing in particular.
    Page,
}

impl Focus {
    fn of(event: &KeyboardEvent) -> Self {
        let Some(element) =
            event.target().and_then(|target| target.dyn_into::<web_sys::Element>().ok())
        else {
            return Self::Page;
        };
        let within = |selector: &str| element.closest(selector).is_ok_and(|found| found.is_some());
        if within("input[type=range]") {
            Self::Range
        } else if within("input, select, textarea, dialog, [contenteditable]") {
            Self::Typing
        } else if within("button, a") {
            Self::Button
        } else {
            Self::Page
        }
    }

    fn keeps(self, key: &str) -> bool {
        match self {
            Self::Typing => true,
            Self::Range => {
                matches!(key, "ArrowLeft" | "ArrowRight" | "ArrowUp" | "ArrowDown" | "Home" | "End")
            }
            Self::Button => matches!(key, " " | "Enter"),
            Self::Page => false,
        }
    }
}

/// What Escape puts away first.
fn dismissal(store: Store) -> Option<Command> {
    if store.open.refusal.read_untracked().is_some() {
        Some(Command::DismissRefusal)
    } else if store.open.show_defects.get_untracked() {
        Some(Command::DismissDefects)
    } else if store.export.taken.read_untracked().is_some() {
        Some(Command::DismissExport)
    } else {
        store.open.selected.read_untracked().is_some().then_some(Command::Select(None))
    }
}

/// The command of a key, if it is one.
fn command_of(store: Store, key: &str, shift: bool) -> Option<Command> {
    let on_floor = store.page.get_untracked() == Page::Floor;
    if on_floor && let Some(command) = floor_command(store, key, shift) {
        return Some(command);
    }
    match (key, shift) {
        ("1", _) => Some(Command::ShowPage(Page::Floor)),
        ("2", _) => Some(Command::ShowPage(Page::Worksheet)),
        ("3", _) => Some(Command::ShowPage(Page::Traffic)),
        ("4", _) => Some(Command::ShowPage(Page::Model)),
        ("t" | "T", _) => Some(Command::SetTheme(other_theme(store))),
        ("?", _) => Some(Command::SetHelp(true)),
        ("Escape", _) => dismissal(store),
        _ => None,
    }
}

/// The command of a key that moves the walk or the view of the floor.
fn floor_command(store: Store, key: &str, shift: bool) -> Option<Command> {
    let player = |command| Some(Command::Player(command));
    let walked = store.playback.walked.read_untracked().is_some();
    match (key, shift) {
        (" ", false) if walked => player(PlayerCommand::Toggle),
        ("ArrowLeft", false) if walked => player(PlayerCommand::StepBack),
        ("ArrowRight", false) if walked => player(PlayerCommand::StepForward),
        ("ArrowLeft", true) if walked => player(PlayerCommand::PrevBreak),
        ("ArrowRight", true) if walked => player(PlayerCommand::NextBreak),
        ("Home", false) if walked => player(PlayerCommand::ToStart),
        ("End", false) if walked => player(PlayerCommand::ToEnd),
        ("[" | "]", _) => player(PlayerCommand::SetSpeed(speed_beside(
            store.playback.speed.get_untracked(),
            key == "]",
        ))),
        ("n" | "N", _) if walked => Some(Command::NextPage),
        ("+" | "=", _) => Some(Command::Camera(CameraCommand::ZoomIn)),
        ("-" | "−", _) => Some(Command::Camera(CameraCommand::ZoomOut)),
        ("0", _) => Some(Command::Camera(CameraCommand::Fit)),
        ("v" | "V", _) => Some(Command::SetTwin(!store.preferences.twin.get_untracked())),
        _ => None,
    }
}

/// Whether the focus is where one writes: what is taken back there is the last thing written.
fn undoes_by_itself(event: &KeyboardEvent) -> bool {
    const WRITTEN: &str = "input:not([type=checkbox], [type=radio], [type=range], [type=file]), \
        textarea, [contenteditable]";
    let element = event.target().and_then(|target| target.dyn_into::<web_sys::Element>().ok());
    element.is_some_and(|element| element.closest(WRITTEN).is_ok_and(|found| found.is_some()))
}

/// Undo or redo, where the key asks for it.
fn step_command(event: &KeyboardEvent, key: &str) -> Option<Command> {
    let (control, command) = (event.ctrl_key(), event.meta_key());
    match key {
        "z" | "Z" if control || command => {
            Some(if event.shift_key() { Command::Redo } else { Command::Undo })
        }
        "y" | "Y" if control && !event.shift_key() => Some(Command::Redo),
        _ => None,
    }
}

/// Listens to the whole page until the component that called it goes.
pub fn listen(store: Store, open_file: Callback<()>) {
    let handle = window_event_listener(leptos::ev::keydown, move |event| {
        let key = event.key();
        let focus = Focus::of(&event);
        if matches!(key.as_str(), "s" | "S")
            && (event.ctrl_key() || event.meta_key())
            && !event.alt_key()
            && !event.shift_key()
        {
            event.prevent_default();
            store.send(Command::Designs(DesignsCommand::SaveFile));
            return;
        }
        if !undoes_by_itself(&event)
            && let Some(command) = step_command(&event, &key)
        {
            event.prevent_default();
            store.send(command);
            return;
        }
        let meant_for_browser = event.ctrl_key() || event.meta_key() || event.alt_key();
        if event.default_prevented() || meant_for_browser || focus.keeps(&key) {
            return;
        }
        if matches!(key.as_str(), "o" | "O") {
            event.prevent_default();
            open_file.run(());
        } else if let Some(command) = command_of(store, &key, event.shift_key()) {
            event.prevent_default();
            store.send(command);
        }
    });
    on_cleanup(move || handle.remove());
}
