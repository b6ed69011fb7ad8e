//! Who keeps the open design: what this tab knows of each design that it has kept, and what the page shows of that.
//!
//! Owns: the sessions and the state they are in. Must never: read or write a record itself.

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use js_sys::Promise;
use leptos::prelude::*;
use leptos::task::spawn_local;
use map::design::Edit;
use map::design::scenarios::TITLES;
use wasm_bindgen::JsValue;
use wasm_bindgen_futures::{JsFuture, future_to_promise};

use super::database::{Fault, Storage};
use super::notes::{Note, NoteKind, Trouble};
use super::records::Kept;
use super::waiting::Waiting;
use super::{DesignsCommand, Wish};
use crate::app::state::{History, Source, Store};

/// How it stands with what was changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SaveState {
    /// Nothing was.
    Unchanged,
    /// It is on its way.
    Saving,
    /// It is kept.
    Saved,
    /// It is not, for this reason.
    Not(&'static str),
}

/// What is kept, and what is said of it.
#[derive(Clone, Copy)]
pub struct Shelf {
    /// How it stands with the open design.
    pub state: RwSignal<SaveState>,
    /// What a person is told.
    pub notes: RwSignal<Vec<Note>>,
    /// The kept designs, the one that was changed last first.
    pub designs: RwSignal<Vec<Kept>>,
    /// Whether the list of designs is on screen.
    pub listed: RwSignal<bool>,
    keeper: StoredValue<Rc<Keeper>, LocalStorage>,
}

/// A design that this tab keeps.
pub(super) struct Session {
    /// What the list says of it. Its revision is the one that this tab has read or written last.
    pub(super) kept: Kept,
    /// What its source was before it was kept.
    pub(super) before: Source,
    /// The name in the document when it was last looked at.
    pub(super) design_name: String,
    /// Whether it is in the storage.
    pub(super) based: bool,
    /// Changes that are not there yet, each with its time.
    pub(super) pending: Vec<(f64, Waiting)>,
    /// Changes since the snapshot that are there, and how long they are.
    pub(super) logged: (usize, usize),
    /// Counts what was done in this tab.
    pub(super) done: u64,
    /// Whether something is being written.
    pub(super) busy: bool,
    /// Whether a new snapshot is due as soon as nobody types.
    pub(super) due: bool,
}

/// A session that writers share.
pub(super) type Shared = Rc<RefCell<Session>>;

/// What this tab knows.
pub(super) struct Keeper {
    /// The storage, once it is known whether there is one.
    pub(super) storage: RefCell<Option<Result<Storage, Trouble>>>,
    ready: RefCell<Option<Promise>>,
    /// The open design's, once there is something to keep of it.
    pub(super) open: RefCell<Option<Shared>>,
    /// Those of designs that were kept in this tab.
    pub(super) known: RefCell<Vec<Shared>>,
    /// Why nothing is kept, while that is so.
    pub(super) trouble: RefCell<Option<Trouble>>,
    /// The trouble that was told last, so that it is told once.
    pub(super) told: RefCell<Option<Trouble>>,
    /// Whether how it stands is looked at again in a moment.
    pub(super) waiting: Cell<bool>,
    /// Names this tab to the others.
    pub(super) tab: String,
    /// The way to the others.
    pub(super) channel: RefCell<JsValue>,
    /// The records of the design that was deleted last.
    pub(super) deleted: RefCell<Option<super::listing::Records>>,
    /// The design that another tab goes on with, once this one's has become another.
    pub(super) other: RefCell<Option<String>>,
    /// What could not be done again: the file's name and its text.
    pub(super) rest: RefCell<Option<(String, String)>>,
    /// Which look at the storage is the latest.
    pub(super) looks: Cell<u32>,
}

/// Who does it: the store, what is shown, and what is known.
#[derive(Clone)]
pub(super) struct Clerk {
    pub(super) store: Store,
    pub(super) shelf: Shelf,
    pub(super) keeper: Rc<Keeper>,
}

/// Does what is wished.
pub(super) fn fulfil(store: Store, wish: Wish) {
    let clerk = match (Clerk::of(store), &wish) {
        (Some(clerk), _) => clerk,
        (None, Wish::Opened | Wish::Did(_)) => return,
        (None, _) => match Clerk::begin(store) {
            Some(clerk) => clerk,
            None => return,
        },
    };
    match wish {
        Wish::Begin => {}
        Wish::Opened => clerk.opened(),
        Wish::Did(edits) => clerk.did(&edits),
        Wish::Arrive(id, keys) => clerk.open_kept(id, move || store.go_to(&keys)),
        Wish::Command(command) => clerk.command(command),
    }
}

impl Clerk {
    fn of(store: Store) -> Option<Self> {
        let shelf = store.shelf()?;
        let keeper = shelf.keeper.try_get_value()?;
        Some(Self { store, shelf, keeper })
    }

    /// Opens the storage, and looks at what is there. None once the page is gone.
    fn begin(store: Store) -> Option<Self> {
        let keeper = Rc::new(Keeper {
            storage: RefCell::new(None),
            ready: RefCell::new(None),
            open: RefCell::new(None),
            known: RefCell::new(Vec::new()),
            trouble: RefCell::new(None),
            told: RefCell::new(None),
            waiting: Cell::new(false),
            tab: new_id(),
            channel: RefCell::new(JsValue::UNDEFINED),
            deleted: RefCell::new(None),
            other: RefCell::new(None),
            rest: RefCell::new(None),
            looks: Cell::new(0),
        });
        let shelf = Shelf {
            state: RwSignal::new(SaveState::Unchanged),
            notes: RwSignal::new(Vec::new()),
            designs: RwSignal::new(Vec::new()),
            listed: RwSignal::new(false),
            keeper: StoredValue::new_local(keeper.clone()),
        };
        store.saving.shelf.try_set_value(Some(shelf)).is_none().then_some(())?;
        store.saving.ready.set(true);
        let clerk = Self { store, shelf, keeper };
        let opening = clerk.clone();
        let ready = future_to_promise(async move {
            opening.open_storage().await;
            Ok(JsValue::UNDEFINED)
        });
        *clerk.keeper.ready.borrow_mut() = Some(ready);
        clerk.opened();
        clerk.list_entries();
        let looking = clerk.clone();
        spawn_local(async move {
            if looking.storage().await.is_ok() {
                looking.meet_other_tabs();
                looking.look_first().await;
            } else {
                looking.show();
            }
        });
        Some(clerk)
    }

    /// Whoever waits for the storage waits for this: it must wait for nothing that does.
    async fn open_storage(&self) {
        let opened = Storage::open().await.map_err(Trouble::Fault);
        if let Ok(storage) = &opened {
            self.let_go_when_asked(storage);
        }
        *self.keeper.trouble.borrow_mut() = opened.as_ref().err().cloned();
        *self.keeper.storage.borrow_mut() = Some(opened);
    }

    /// The storage, once it is open.
    pub(super) async fn storage(&self) -> Result<Storage, Trouble> {
        let ready = self.keeper.ready.borrow().clone();
        if let Some(ready) = ready {
            // It never fails.
            let _ = JsFuture::from(ready).await;
        }
        let opened = self.keeper.storage.borrow().clone();
        opened.unwrap_or(Err(Trouble::Fault(Fault::Refused)))
    }

    /// Another design is open: from now on it is the one that is kept, if there is something to keep of it.
    fn opened(&self) {
        for kind in [NoteKind::Elsewhere, NoteKind::Behind, NoteKind::Parted, NoteKind::Restored] {
            self.put_away(kind);
        }
        let source = self.store.open.source.get_untracked();
        let known = match &source {
            Source::Kept { id, .. } => self.known(id),
            _ => None,
        };
        let is_changed = !self.store.open.history.with_untracked(History::is_empty);
        self.keeper.open.borrow_mut().clone_from(&known);
        let refused =
            self.keeper.storage.borrow().as_ref().and_then(|opened| opened.as_ref().err().cloned());
        *self.keeper.trouble.borrow_mut() = refused;
        match known {
            Some(session) => {
                self.hello();
                self.look_whether_behind();
                self.go_on(&session);
            }
            None if is_changed || brings_something(&source) => {
                let session = self.new_session(&source);
                if is_changed {
                    // What was done before is in the first snapshot.
                    let mut session = session.borrow_mut();
                    session.kept.revision = 1.0;
                    session.done = 1;
                }
                self.go_on(&session);
            }
            None => self.offer_earlier(&source, ""),
        }
        self.show();
    }

    /// The open design was changed.
    fn did(&self, edits: &[Edit]) {
        let open = self.keeper.open.borrow().clone();
        let session = open.unwrap_or_else(|| {
            let source = self.store.open.source.get_untracked();
            let session = self.new_session(&source);
            let name = session.borrow().kept.name.clone();
            self.put_away(NoteKind::Offer);
            self.offer_earlier(&source, &name);
            session
        });
        let change = Waiting::of(edits);
        {
            let mut session = session.borrow_mut();
            session.done += 1;
            session.kept.changed_ms = now_ms();
            session.kept.declined = false;
            let name = self.store.open.design.with_untracked(|design| design.name.clone());
            let is_named = edits.iter().any(|edit| matches!(edit, Edit::SetAbout { .. }));
            let is_other = name != session.design_name || session.done == 1;
            if is_named && is_other && !name.is_empty() {
                session.design_name.clone_from(&name);
                session.kept.name = name;
            }
            let at_ms = session.kept.changed_ms;
            session.pending.push((at_ms, change));
        }
        self.go_on(&session);
        self.show();
    }

    /// Begins to keep the open design.
    fn new_session(&self, source: &Source) -> Shared {
        let name = self.store.open.design.with_untracked(|design| design.name.clone());
        let (wanted, origin) = match source {
            Source::Scenario(id) => {
                let title = title_of(id);
                (format!("{title} (changed)"), title.to_owned())
            }
            Source::File(file) if name.is_empty() => {
                (file.trim_end_matches(".json").to_owned(), file.clone())
            }
            Source::File(file) => (name.clone(), file.clone()),
            Source::Kept { name, .. } => (name.clone(), String::new()),
        };
        let kept = Kept {
            id: new_id(),
            name: self.free_name(&wanted),
            origin,
            changed_ms: now_ms(),
            ..Kept::default()
        };
        let session = Rc::new(RefCell::new(Session {
            kept,
            before: source.clone(),
            design_name: name,
            based: false,
            pending: Vec::new(),
            logged: (0, 0),
            done: 0,
            busy: false,
            due: false,
        }));
        *self.keeper.open.borrow_mut() = Some(session.clone());
        session
    }

    /// What this tab knows of a kept design.
    pub(super) fn known(&self, id: &str) -> Option<Shared> {
        let known = self.keeper.known.borrow();
        known.iter().find(|session| session.borrow().kept.id == id).cloned()
    }

    /// Whether the page is still there: what was waited for may have outlived it.
    pub(super) fn is_there(&self) -> bool {
        !self.store.page.is_disposed()
    }

    /// Whether a session is the open design's.
    pub(super) fn is_open(&self, session: &Shared) -> bool {
        self.is_there()
            && self.keeper.open.borrow().as_ref().is_some_and(|open| Rc::ptr_eq(open, session))
    }

    fn command(&self, command: DesignsCommand) {
        match command {
            DesignsCommand::ShowList(on) => self.show_list(on),
            DesignsCommand::Choose(place) => self.choose(place),
            DesignsCommand::Open(id) => self.open_by_hand(id),
            DesignsCommand::New => self.open_new(),
            DesignsCommand::Rename { id, name } => self.rename(&id, &name),
            DesignsCommand::Duplicate(id) => self.duplicate(id),
            DesignsCommand::Delete(id) => self.delete(id),
            DesignsCommand::PutBack => self.put_back(),
            DesignsCommand::Download(id) => self.download_records(id),
            DesignsCommand::SaveFile => self.save_file(),
            DesignsCommand::TakeOther => self.take_other(),
            DesignsCommand::KeepMine => self.keep_mine(),
            DesignsCommand::DownloadRest => self.download_rest(),
            DesignsCommand::Dismiss(kind) => self.dismiss(kind),
        }
    }
}

/// Whether a source is kept as it comes: what was read or pasted may be nowhere else.
fn brings_something(source: &Source) -> bool {
    matches!(source, Source::File(name) if !name.is_empty() && !name.starts_with("generated-"))
}

/// What a scenario is called.
pub(super) fn title_of(id: &str) -> &str {
    TITLES.iter().find(|(known, _)| *known == id).map_or(id, |(_, title)| *title)
}

/// An id that nothing else has.
pub(super) fn new_id() -> String {
    const LETTERS: &[u8; 32] = b"abcdefghijkmnpqrstuvwxyz23456789";
    let letter = |_| {
        let place = (js_sys::Math::random() * 32.0) as usize;
        LETTERS.get(place).map_or('x', |letter| char::from(*letter))
    };
    (0..10).map(letter).collect()
}

/// Milliseconds since 1970.
pub(super) fn now_ms() -> f64 {
    js_sys::Date::now()
}
