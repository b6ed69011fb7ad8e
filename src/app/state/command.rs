//! Every change a person can name, as one flat enum. Buttons, keys, links and tests all send one of these through
//! [`Store::send`](super::Store::send); nothing else changes the page's state.

use map::design::Call;
use map::player::PlayerCommand;

use super::{Door, DoorView, Highlight, Spot, Theme};

/// A change of the page's state, as a person would name it.
#[derive(Clone, Debug, PartialEq)]
pub enum Command {
    /// Opens a built-in scenario by its id.
    OpenScenario(String),
    /// Reads a file that was chosen, dropped or pasted, and opens its text.
    OpenFile(web_sys::File),
    /// Opens a text that was pasted.
    OpenText {
        /// A few words saying where the text came from.
        name: String,
        /// The whole text.
        text: String,
    },
    /// Opens a generated design of so many items, for trying out size.
    Generate(usize),
    /// Stops an opening that is under way; the open design stays as it is.
    CancelOpening,
    /// Says why something could not be opened; the open design stays as it is.
    Refuse(String),
    /// Puts the last refusal away.
    DismissRefusal,
    /// Puts the list of defects found while opening away.
    DismissDefects,
    /// Runs a request of the design, by its id, with its sample values.
    RunRequest(String),
    /// Runs the desk's draft. A write changes items, and can be undone.
    WalkDraft,
    /// Runs one request, likewise.
    Walk(Call),
    /// Continues the last request from its `LastEvaluatedKey`.
    NextPage,
    /// Continues until there is no `LastEvaluatedKey` any more.
    AllPages,
    /// Puts a request on the desk without running it.
    SetDraft(Call),
    /// What stands on the desk, as text or in a field, is no request at the moment.
    SpoilDraft,
    /// Takes the last write back.
    Undo,
    /// Does the last write that was taken back once more.
    Redo,
    /// Plays, pauses, steps, seeks.
    Player(PlayerCommand),
    /// Shows another table of the design.
    ShowTable(String),
    /// Shows the table, one of its indexes, or both side by side.
    ShowDoor(DoorView),
    /// Moves the view of the floor.
    Camera(CameraCommand),
    /// Selects an item on the floor (or nothing).
    Select(Option<Spot>),
    /// Lights a class of boxes while a number on the clipboard is pointed at.
    Highlight(Option<Highlight>),
    /// Chooses light, dark, or what the system says.
    SetTheme(Theme),
    /// Shows the floor as a table of text, or as a picture.
    SetTwin(bool),
    /// Opens or closes the help.
    SetHelp(bool),
}

/// A move of the camera over the door that has the focus.
#[derive(Clone, Debug, PartialEq)]
pub enum CameraCommand {
    /// Closer, about the middle of the view.
    ZoomIn,
    /// Further away, about the middle of the view.
    ZoomOut,
    /// The whole floor.
    Fit,
    /// Until the item stands in view.
    Reveal(Door, usize, usize),
}
