//! The page's state: one `Copy` bundle of signals, changed through one door.
//!
//! [`Store`] is put into context by [`App`](super::App) and read everywhere. It has four parts: the open design and its
//! database ([`OpenDesign`]), the walk on the floor and where it is ([`Playback`]), the rows and their proofs ([`Worksheet`]), and
//! what a person prefers ([`Preferences`]). Views read signals and send [`Command`]s; what a command means stands in the modules beside this one.

mod command;
mod editing;
mod export;
mod history;
mod late;
mod link;
mod open_design;
mod opening;
mod playback;
mod preferences;
mod proving;
mod refused;
mod rows;
mod saving;
mod set_aside;
mod traffic;
mod walking;
mod worksheet;

pub use command::{CameraCommand, Command, Page};
pub use export::{Export, Taken};
pub use history::History;
pub use late::QUICK_ITEMS;
pub use map::floor::Highlight;
pub use open_design::{Door, DoorView, Loading, OpenDesign, Source, Spot};
pub use opening::Offer;
pub use playback::{Answer, Compared, Playback, Walked};
pub use preferences::{Preferences, Theme};
pub use refused::Refused;
pub use saving::{
    DesignsCommand, Kept, MOST_MEGABYTES, Note, NoteKind, SaveState, Saving, Shelf, ago,
};
pub use set_aside::SetAside;
pub use traffic::Traffic;
pub use worksheet::{MOST_ITEMS, Row, RowNumber, Worksheet};

use proving::Proving;
pub use proving::{PROVE, Prove};
use saving::Wish;

use leptos::prelude::*;
use map::design::Call;

/// Everything the page knows.
#[derive(Clone, Copy)]
pub struct Store {
    /// The open design: its document, its items, what is shown of them.
    pub open: OpenDesign,
    /// The changed design that the open one took the place of.
    pub set_aside: SetAside,
    /// What is kept in this browser.
    pub saving: Saving,
    /// The walk on the floor and the player that moves along it.
    pub playback: Playback,
    /// The rows of the worksheet, their proofs, and what the advice has to say.
    pub worksheet: Worksheet,
    /// What a link says of the traffic, and the place for what is simulated.
    pub traffic: Traffic,
    /// Theme, reduced motion, panels.
    pub preferences: Preferences,
    /// Which room of the page is shown.
    pub page: RwSignal<Page>,
    /// The request on the desk: the one truth behind the form, the command line and the JSON.
    pub draft: RwSignal<Call>,
    /// Whether what stands on the desk, as text or as a form, is no request at the moment: it cannot be walked then.
    pub faulty: RwSignal<bool>,
    /// Why the last request was refused, in `DynamoDB`'s words and in plain ones; `None` when it was answered.
    pub refused: RwSignal<Option<Refused>>,
    /// What the floor's camera was last told to do, with a running number so that two equal commands are two.
    pub camera: RwSignal<(u32, CameraCommand)>,
    /// What is taken away.
    pub export: Export,
    proving: Proving,
    /// The commands that wait until the page says that it is at work; none where nothing does.
    busy: StoredValue<Option<Vec<Command>>, LocalStorage>,
}

impl Store {
    /// A store with the first scenario open. Must run inside a reactive owner.
    pub fn new() -> Self {
        Self {
            open: OpenDesign::new(),
            set_aside: SetAside::new(),
            saving: Saving::new(),
            playback: Playback::new(),
            worksheet: Worksheet::new(),
            traffic: Traffic::new(),
            preferences: Preferences::new(),
            page: RwSignal::new(Page::Floor),
            draft: RwSignal::new(Call {
                operation: "Query".to_owned(),
                input: serde_json::json!({}),
            }),
            faulty: RwSignal::new(false),
            refused: RwSignal::new(None),
            camera: RwSignal::new((0, CameraCommand::Fit)),
            export: Export::new(),
            proving: Proving::new(),
            busy: StoredValue::new_local(None),
        }
    }

    fn show_page(self, page: Page) {
        self.page.set(page);
        self.worksheet.news.set(String::new());
    }

    fn switch_page(self, page: Page) {
        if self.page.get_untracked() != page {
            self.show_page(page);
            self.note_address();
        }
    }

    /// The one door: carries out a command.
    pub fn send(self, command: Command) {
        match command {
            Command::OpenScenario(id) => self.open_scenario(&id, move || self.note_address()),
            Command::OpenFiles(files) => self.open_files(files),
            Command::OpenText { name, text } => self.open_text(name, text),
            Command::Generate(items) => self.open_generated(items),
            Command::CancelOpening => self.cancel_opening(),
            Command::AnswerOffer { add } => self.answer_offer(add),
            Command::GoBack => self.go_back(),
            Command::ForgetSetAside => self.forget_set_aside(),
            Command::Designs(command) => self.ask_saving(Wish::Command(command)),
            Command::Refuse(sentence) => self.open.refusal.set(Some(sentence)),
            Command::DismissRefusal => self.open.refusal.set(None),
            Command::DismissDefects => self.open.show_defects.set(false),
            Command::RunRequest(id) => self.run_request(&id),
            Command::WalkDraft => self.walk_draft(),
            Command::Walk(call) => self.walk(call),
            Command::NextPage => self.continue_pages(1),
            Command::AllPages => self.continue_pages(usize::MAX),
            Command::SetDraft(call) => self.set_draft(call),
            Command::SpoilDraft => self.spoil_draft(),
            Command::ShowPage(page) => self.switch_page(page),
            Command::ChooseRow(row) => self.worksheet.chosen.set(row),
            Command::SetScale(items) => self.worksheet.scale.set(items),
            Command::Player(command) => self.playback.handle(command),
            Command::ShowTable(table) => self.open.show_table(&table),
            Command::ShowDoor(view) => self.open.show(view),
            Command::Camera(command) => self.camera.update(|(count, last)| {
                *count = count.wrapping_add(1);
                *last = command;
            }),
            Command::Select(spot) => self.open.selected.set(spot),
            Command::Highlight(highlight) => self.open.highlight.set(highlight),
            Command::SetTheme(theme) => self.preferences.set_theme(theme),
            Command::SetTwin(on) => self.preferences.twin.set(on),
            Command::SetHelp(on) => self.preferences.help.set(on),
            Command::SetLanguage(language) => self.preferences.set_language(language),
            Command::SetExport(on) => self.export.open.set(on),
            Command::DismissExport => self.export.dismiss(),
            Command::Undo
            | Command::Redo
            | Command::Edit { .. }
            | Command::Remedy(_)
            | Command::Accept(_)
            | Command::Reconsider { .. }
            | Command::AddRow
            | Command::DuplicateRow(_)
            | Command::DeleteRow(_)
            | Command::MoveRow { .. }
            | Command::ChangeRow { .. }
            | Command::ExpectRow(_)
            | Command::ForgetExpected(_) => self.send_late(command),
        }
    }
}

impl Default for Store {
    fn default() -> Self {
        Self::new()
    }
}

/// The store of the page that a component stands in.
///
/// # Panics
/// Outside of [`App`](super::App), which provides it.
pub fn use_store() -> Store {
    expect_context::<Store>()
}
