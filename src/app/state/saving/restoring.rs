//! Kept designs on their way back.
//!
//! Owns: how a design is made again of its snapshot and its changes, and what is done about records that are damaged. Must never:
//! change a record: a damaged one stays as it is, for a person to download.

use std::cell::RefCell;
use std::rc::Rc;

use gloo_timers::future::TimeoutFuture;
use leptos::prelude::*;
use leptos::task::spawn_local;
use map::design::{Edit, Loader, OpenError, Opened};
use map::numerals::counted;

use super::DesignsCommand;
use super::database::{DESIGNS, Fault, OPERATIONS, SNAPSHOTS};
use super::keeper::{Clerk, Session, now_ms};
use super::listing::Records;
use super::notes::{Note, NoteKind, Trouble, ago};
use super::records::{Change, Kept, is_newer, read_operation, read_snapshot};
use crate::app::state::set_aside::Whole;
use crate::app::state::{Command, Loading, Source};

/// Items loaded between two breaths of the page.
const SLICE_ITEMS: usize = 2_000;

/// A design that was made again.
struct Restored {
    opened: Opened,
    /// Changes that were done again.
    replayed: usize,
    /// Changes that could not be, and why not.
    lost: Option<(usize, String)>,
    /// How long the changes are together.
    logged_bytes: usize,
}

impl Clerk {
    /// Opens a kept design, and then does something.
    pub(super) fn open_kept(&self, id: String, then: impl FnOnce() + 'static) {
        if self.is_open_id(&id) {
            then();
            return;
        }
        let store = self.store;
        let known = self.shelf.designs.with_untracked(|all| {
            all.iter().find(|kept| kept.id == id).map(|kept| kept.name.clone())
        });
        let turn = store.open.begin(known.as_deref().unwrap_or("the design of this address"));
        let clerk = self.clone();
        spawn_local(async move {
            let restored = clerk.restore(&id, turn).await;
            if !store.open.is_latest(turn) {
                return;
            }
            store.open.loading.set(None);
            match restored {
                Ok(Some((kept, restored))) => {
                    clerk.take(kept, restored);
                    then();
                }
                Ok(None) => {}
                Err(sentence) => store.send(Command::Refuse(sentence)),
            }
        });
    }

    /// Whether a design is the open one.
    pub(super) fn is_open_id(&self, id: &str) -> bool {
        let open = self.keeper.open.borrow();
        open.as_ref().is_some_and(|open| open.borrow().kept.id == id && open.borrow().based)
    }

    /// Reads the records of a design, all at one moment.
    pub(super) async fn read_records(&self, id: &str) -> Result<Records, Trouble> {
        let storage = self.storage().await?;
        let transaction = storage.read().map_err(Trouble::Fault)?;
        let read = async {
            let design = transaction.get(DESIGNS, id).await?;
            let snapshot = transaction.get(SNAPSHOTS, id).await?;
            let operations = transaction.all(OPERATIONS, Some(id)).await?;
            Ok::<_, Fault>(Records { design, snapshot, operations })
        };
        read.await.map_err(Trouble::Fault)
    }

    async fn restore(&self, id: &str, turn: u64) -> Result<Option<(Kept, Restored)>, String> {
        let records = self.read_records(id).await.map_err(|trouble| {
            format!("The design cannot be read from this browser: {}.", trouble.short())
        })?;
        let Some(kept) = Kept::read(&records.design) else {
            return Err("There is no such design in this browser. It was deleted, or it is kept in another browser.".to_owned());
        };
        let name = &kept.name;
        let newer = || {
            self.offer_records(&kept);
            format!(
                "“{name}” was kept by a newer version of this page, which this one cannot read. Load the page anew to get the newer one."
            )
        };
        let damaged = || {
            self.offer_records(&kept);
            format!("What was kept of “{name}” is damaged.")
        };
        let operations: Vec<_> = records.operations.iter().collect();
        if kept.newer || is_newer(&records.snapshot) || operations.iter().any(is_newer) {
            return Err(newer());
        }
        let Some((text, revision)) = read_snapshot(&records.snapshot) else {
            return Err(damaged());
        };
        let opened = match self.load(&kept.name, &text, turn).await {
            Ok(Some(opened)) => opened,
            Ok(None) => return Ok(None),
            Err(OpenError::NewerFormat { .. }) => return Err(newer()),
            Err(error) => return Err(format!("{} {error}", damaged())),
        };
        let read: Vec<_> = operations.iter().map(read_operation).collect();
        Ok(Some((kept, replay(opened, revision, &read))))
    }

    /// Loads a text in slices. None where another opening has begun.
    async fn load(&self, name: &str, text: &str, turn: u64) -> Result<Option<Opened>, OpenError> {
        let open = self.store.open;
        let mut loader = Loader::own(text)?;
        loop {
            let progress = loader.step(SLICE_ITEMS);
            if progress.is_finished() {
                return Ok(Some(loader.finish()));
            }
            let (done, total) = (progress.done, progress.total);
            let words = "Opening the design…".to_owned();
            open.loading.set(Some(Loading { name: name.to_owned(), words, done, total }));
            TimeoutFuture::new(0).await;
            if !open.is_latest(turn) {
                return Ok(None);
            }
        }
    }

    /// Puts a design that was made again in the place of the open one.
    fn take(&self, kept: Kept, restored: Restored) {
        let Restored { opened, replayed, lost, logged_bytes } = restored;
        let source = Source::Kept { id: kept.id.clone(), name: kept.name.clone() };
        let note = restored_note(&kept, lost.as_ref());
        let session = Session {
            design_name: opened.design.name.clone(),
            before: Source::File(kept.name.clone()),
            kept,
            based: true,
            pending: Vec::new(),
            logged: (replayed, logged_bytes),
            done: 0,
            busy: false,
            due: false,
        };
        let id = session.kept.id.clone();
        {
            let mut known = self.keeper.known.borrow_mut();
            known.retain(|one| one.borrow().kept.id != id);
            known.push(Rc::new(RefCell::new(session)));
        }
        self.store.put_in_place(Whole::opened(source, opened));
        self.store.draft_first();
        self.put_away(NoteKind::Offer);
        if lost.is_some() {
            // The damaged log stays as it is: from here on this is a design of its own.
            self.offer_rest(&id);
            if let Some(session) = self.known(&id) {
                self.become_copy(&session);
            }
        }
        self.tell(note);
        self.store.note_address();
    }

    /// Offers the records of a design that cannot be opened.
    fn offer_records(&self, kept: &Kept) {
        let title = format!("What was kept of “{}” can be downloaded as it is.", kept.name);
        let download = DesignsCommand::Download(kept.id.clone());
        self.tell(Note::new(NoteKind::Restored, title, "").with("Download it", download));
    }

    /// Keeps what could not be done again as a file to download.
    fn offer_rest(&self, id: &str) {
        let (clerk, id) = (self.clone(), id.to_owned());
        spawn_local(async move {
            if let Ok(records) = clerk.read_records(&id).await {
                let name = Kept::read(&records.design).unwrap_or_default().name;
                *clerk.keeper.rest.borrow_mut() = Some((name, records.text()));
            }
        });
    }
}

/// Does the changes since a snapshot again, in order, until one is missing or cannot be done.
fn replay(opened: Opened, revision: f64, changes: &[Option<(f64, Change)>]) -> Restored {
    let mut restored = Restored { opened, replayed: 0, lost: None, logged_bytes: 0 };
    let mut next = revision + 1.0;
    for (place, change) in changes.iter().enumerate() {
        let outcome = match change {
            Some((revision, _)) if *revision < next => continue,
            Some((revision, change)) if *revision <= next => redo(change, &mut restored),
            Some(_) => Err("a change before it is missing".to_owned()),
            None => Err("it is damaged".to_owned()),
        };
        if let Err(why) = outcome {
            restored.lost = Some((changes.len() - place, why));
            break;
        }
        next += 1.0;
        restored.replayed += 1;
    }
    restored
}

/// Does a change again.
fn redo(change: &Change, restored: &mut Restored) -> Result<(), String> {
    let Opened { design, database, .. } = &mut restored.opened;
    match change {
        Change::Name(name) => design.name.clone_from(name),
        Change::Edits(text) => {
            restored.logged_bytes += text.len();
            let edits = super::writing::edits(text)?;
            Edit::apply_all(edits, design, database).map_err(|error| error.message().to_owned())?;
        }
    }
    Ok(())
}

/// What is said of a design that is back.
fn restored_note(kept: &Kept, lost: Option<&(usize, String)>) -> Note {
    let when = ago(kept.changed_ms, now_ms());
    match lost {
        None => {
            let title = format!("“{}” is as you left it, changed {when}.", kept.name);
            Note::new(NoteKind::Restored, title, "")
        }
        Some((count, why)) => {
            let changes = counted(*count as u64, "change", "changes");
            let title = format!("“{}” is back but for its last {changes}.", kept.name);
            let body = format!(
                "The first of them cannot be done again: {why}. What was kept stays as it is, under its name, \
                and can be downloaded; you go on with a copy."
            );
            Note::new(NoteKind::Restored, title, &body)
                .with("Download what was kept", DesignsCommand::DownloadRest)
        }
    }
}
