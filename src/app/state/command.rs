//! Every change a person can name, as one flat enum. Buttons, keys, links and tests all send one of these through
//! [`Store::send`](super::Store::send); nothing else changes the page's state.

use map::advice::Remedy;
use map::design::code::Language;
use map::design::{Acceptance, Call, Edit, Request};
use map::player::PlayerCommand;

use super::{DesignsCommand, Door, DoorView, Highlight, RowNumber, Spot, Theme};

/// A change of the page's state, as a person would name it.
#[derive(Clone, Debug, PartialEq)]
pub enum Command {
    /// Opens a built-in scenario by its id.
    OpenScenario(String),
    /// Reads files that were chosen, dropped or pasted, and opens what they hold.
    OpenFiles(Vec<web_sys::File>),
    /// Opens a text that was pasted.
    OpenText {
        /// A few words saying where the text came from.
        name: String,
        /// The whole text.
        text: String,
    },
    /// Opens a generated design of so many items, for trying out size.
    Generate(usize),
    /// Stops an opening that is under way, or puts an offer away; the open design stays as it is.
    CancelOpening,
    /// Answers the offer that items which came in join the open design.
    AnswerOffer {
        /// Whether they do, as one step that can be undone; else they are opened as a design by themselves.
        add: bool,
    },
    /// Opens the changed design that another took the place of; the one that is open is set aside if it was changed.
    GoBack,
    /// Lets go of the changed design that another took the place of.
    ForgetSetAside,
    /// Does something with the designs that are kept in this browser.
    Designs(DesignsCommand),
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
    /// Takes the last step back.
    Undo,
    /// Does the last step that was taken back once more.
    Redo,
    /// Changes the open design, as one step that can be undone.
    Edit {
        /// What is done, to go on after "Undo: ": "open the door `ByWarehouse`".
        label: String,
        /// The edits, in order: all are done or none.
        edits: Vec<Edit>,
        /// Steps in a row that have the same key become one, such as the letters typed into one field.
        merge: Option<String>,
    },
    /// Does what a piece of advice offers, as one step, and walks the request that it is for.
    Remedy(Box<Remedy>),
    /// Keeps a piece of advice as it is.
    Accept(Acceptance),
    /// Takes back that a piece of advice is kept as it is.
    Reconsider {
        /// The rule's id.
        rule: String,
        /// What it is about.
        about: String,
    },
    /// Shows another room of the page.
    ShowPage(Page),
    /// Shows the details of a row of the worksheet, or of none.
    ChooseRow(Option<RowNumber>),
    /// Adds a row without calls at the end, under a free id, and chooses it.
    AddRow,
    /// Adds a copy of a row below it, under a free id, and chooses it.
    DuplicateRow(RowNumber),
    /// Deletes a row.
    DeleteRow(RowNumber),
    /// Moves a row.
    MoveRow {
        /// The row.
        row: RowNumber,
        /// Its place from then on, from 0.
        to: usize,
    },
    /// Changes a row. Changes of one field that follow each other are one step; an id that is taken or empty changes nothing.
    ChangeRow {
        /// The row.
        row: RowNumber,
        /// What it becomes.
        request: Box<Request>,
        /// The field in which it was changed, in a word or two: "sentence".
        field: &'static str,
    },
    /// What a row returns is right: it is expected from now on.
    ExpectRow(RowNumber),
    /// Nothing particular is expected of a row any more.
    ForgetExpected(RowNumber),
    /// Looks at the worksheet as if the table had so many items; none for the sample as it is.
    SetScale(Option<u64>),
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
    /// Shows code in this language from now on.
    SetLanguage(Language),
    /// Opens or closes the list of formats to export.
    SetExport(bool),
    /// Puts away what is told of the last export.
    DismissExport,
}

/// A room of the page.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Page {
    /// The warehouse floor, its desk and its clipboard.
    #[default]
    Floor,
    /// The requests and their proofs.
    Worksheet,
    /// The load of the requests over time, and what each partition serves of it.
    Traffic,
    /// The tables, their keys and indexes, the kinds of item and the items.
    Model,
}

impl Page {
    /// Its name in a link.
    pub fn name(self) -> &'static str {
        match self {
            Self::Floor => "floor",
            Self::Worksheet => "worksheet",
            Self::Traffic => "traffic",
            Self::Model => "model",
        }
    }

    /// The page of a name.
    pub fn named(name: &str) -> Option<Self> {
        [Self::Floor, Self::Worksheet, Self::Traffic, Self::Model]
            .into_iter()
            .find(|page| page.name() == name)
    }
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
