//! Changes on their way into the storage.
//!
//! Owns: when a change is appended and when a snapshot is made, and the check that no other tab has written in between. Must never:
//! write over what it has not read.
//!
//! A change is appended as soon as it is done, each in order, several in one transaction where they came while one was under way.
//! A snapshot is made once many have gathered, as soon as nobody has changed anything for a moment, in slices between which the
//! page breathes.

use std::sync::Arc;

use gloo_timers::future::TimeoutFuture;
use leptos::prelude::*;
use leptos::task::spawn_local;
use map::design::{Edit, Saver};
use wasm_bindgen::JsValue;

use super::database::{DESIGNS, Fault, OPERATIONS, SNAPSHOTS, revision_of};
use super::keeper::{Clerk, Shared, new_id, now_ms};
use super::notes::Trouble;
use super::records::{Change, Kept, is_newer, operation, snapshot};
use super::waiting::{write_waiting, written};
use crate::app::state::Source;

/// The largest design that is kept, as text of the own format, in megabytes (2^20 bytes).
pub const MOST_MEGABYTES: usize = 64;
const MOST_BYTES: usize = MOST_MEGABYTES << 20;

/// So many changes are done again when a design is opened, at most; then a snapshot takes their place.
const MOST_LOGGED: usize = 200;
/// Changes may be so long together, or half as long as the snapshot.
const MOST_LOGGED_BYTES: usize = 1 << 20;
/// Items written between two breaths of the page while a snapshot is made.
const SLICE_ITEMS: usize = 250;
/// A part of fewer bytes is written without one.
const LARGE_BYTES: usize = 16 << 10;
/// A snapshot that was overtaken by changes so often is made in one go.
const MOST_ATTEMPTS: usize = 3;
/// Nobody is typing once nothing was changed for so long.
const IDLE_MS: u32 = 1_500;

/// How a piece of writing ended.
enum Written {
    /// It is in the storage.
    Done,
    /// Another tab has written in between: this is what it made.
    Stale(Kept),
    /// The design is not in the storage any more.
    Gone,
    /// The design is not open any more, or was changed meanwhile: nothing was written.
    NotNow,
}

/// The edits of a change.
pub(super) fn edits(text: &str) -> Result<Vec<Edit>, String> {
    let lines: Vec<serde_json::Value> =
        serde_json::from_str(text).map_err(|error| format!("it is not JSON ({error})"))?;
    lines.iter().map(Edit::from_json).collect()
}

impl Clerk {
    /// Writes what is not in the storage yet, unless that is being done.
    pub(super) fn go_on(&self, session: &Shared) {
        let is_needed = {
            let session = session.borrow();
            !session.busy && (!session.based || !session.pending.is_empty())
        };
        if !is_needed {
            return;
        }
        session.borrow_mut().busy = true;
        let (clerk, session) = (self.clone(), session.clone());
        spawn_local(async move {
            let written = clerk.write_all(&session).await;
            session.borrow_mut().busy = false;
            match written {
                Ok(Written::Done | Written::NotNow) => {}
                Ok(Written::Stale(theirs)) => clerk.part(&session, &theirs),
                Ok(Written::Gone) => {
                    session.borrow_mut().based = false;
                    clerk.go_on(&session);
                }
                Err(trouble) => {
                    if clerk.is_open(&session) {
                        *clerk.keeper.trouble.borrow_mut() = Some(trouble);
                    }
                }
            }
            clerk.show();
        });
    }

    async fn write_all(&self, session: &Shared) -> Result<Written, Trouble> {
        loop {
            let (based, pending) = {
                let session = session.borrow();
                (session.based, session.pending.len())
            };
            let written = match (based, pending) {
                (true, 0) => return Ok(Written::Done),
                (true, _) => self.append(session).await?,
                _ => self.put_snapshot(session).await?,
            };
            if !self.is_there() {
                return Ok(Written::NotNow);
            }
            if !matches!(written, Written::Done) {
                return Ok(written);
            }
            self.written(session);
        }
    }

    /// What has been written is shown, and the other tabs hear of it.
    fn written(&self, session: &Shared) {
        let kept = session.borrow().kept.clone();
        if self.is_open(session) {
            *self.keeper.trouble.borrow_mut() = None;
            let source = Source::Kept { id: kept.id.clone(), name: kept.name.clone() };
            if self.store.open.source.get_untracked() != source {
                self.store.open.source.set(source);
                self.store.note_address();
            }
        }
        if self.store.set_aside.is(&kept.id) {
            self.store.set_aside.safe.set(session.borrow().pending.is_empty());
        }
        self.post_changed(&kept);
        if !self.is_listed(&kept) {
            self.list(kept);
        }
        self.show();
        self.make_snapshot_when_idle(session);
    }

    /// Appends what is pending. All of it is written or nothing.
    async fn append(&self, session: &Shared) -> Result<Written, Trouble> {
        let storage = self.storage().await?;
        write_waiting(session).await;
        let (mut kept, pending) = {
            let session = session.borrow();
            (session.kept.clone(), written(&session.pending))
        };
        let transaction = storage.write().map_err(Trouble::Fault)?;
        let outcome = async {
            let record = transaction.get(DESIGNS, &kept.id).await?;
            if let Some(written) = is_not_mine(&record, &kept)? {
                return Ok(written);
            }
            for (at_ms, change) in &pending {
                kept.revision += 1.0;
                let record = operation(&kept.id, kept.revision, *at_ms, change);
                transaction.put(OPERATIONS, &record)?;
            }
            transaction.put(DESIGNS, &kept.record())?;
            transaction.end().await?;
            Ok(Written::Done)
        };
        let outcome = outcome.await.map_err(Trouble::Fault)?;
        if matches!(outcome, Written::Done) {
            let mut session = session.borrow_mut();
            session.kept.revision = kept.revision;
            session.pending.drain(..pending.len());
            session.logged.0 += pending.len();
            session.logged.1 += pending.iter().map(|(_, change)| change.bytes()).sum::<usize>();
        }
        Ok(outcome)
    }

    /// Puts a snapshot in the place of the one there is and of the changes since.
    async fn put_snapshot(&self, session: &Shared) -> Result<Written, Trouble> {
        let storage = self.storage().await?;
        let Some(text) = self.whole_text(session).await? else { return Ok(Written::NotNow) };
        let (mut kept, held, based) = {
            let session = session.borrow();
            (session.kept.clone(), session.pending.len(), session.based)
        };
        let base = kept.clone();
        let print_words = format!("{:016x}", text.print);
        if !based && held == 0 && base.revision == 0.0 && self.adopt(session, &print_words) {
            return Ok(Written::Done);
        }
        kept.revision += held as f64;
        kept.size_bytes = text.bytes as f64;
        kept.print = if kept.revision > 0.0 { String::new() } else { print_words };
        let transaction = storage.write_safely().map_err(Trouble::Fault)?;
        let outcome = async {
            let record = transaction.get(DESIGNS, &kept.id).await?;
            if (based || !record.is_undefined())
                && let Some(written) = is_not_mine(&record, &base)?
            {
                return Ok(written);
            }
            transaction.put(SNAPSHOTS, &snapshot(&kept.id, kept.revision, &text.parts))?;
            transaction.delete_operations(&kept.id, kept.revision)?;
            transaction.put(DESIGNS, &kept.record())?;
            transaction.end().await?;
            Ok(Written::Done)
        };
        let outcome = outcome.await.map_err(Trouble::Fault)?;
        if matches!(outcome, Written::Done) {
            let mut known = self.keeper.known.borrow_mut();
            known.retain(|one| one.borrow().kept.id != kept.id);
            known.push(session.clone());
            let mut session = session.borrow_mut();
            let (changed_ms, name) = (session.kept.changed_ms, session.kept.name.clone());
            session.kept = Kept { name, changed_ms, ..kept };
            session.based = true;
            session.pending.drain(..held);
            session.logged = (0, 0);
            session.due = false;
        }
        Ok(outcome)
    }

    /// The open design's text, written in slices. None where the session's is not open any more, or is changed all the time.
    async fn whole_text(&self, session: &Shared) -> Result<Option<Text>, Trouble> {
        for attempt in 0..=MOST_ATTEMPTS {
            let done = session.borrow().done;
            let Some(design) = self.store.open.design.try_get_untracked() else {
                return Ok(None);
            };
            let slice = if attempt == MOST_ATTEMPTS { usize::MAX } else { SLICE_ITEMS };
            let mut saver = Saver::new(&design);
            let mut text = Text { parts: Vec::new(), bytes: 0, print: FIRST_PRINT };
            loop {
                if !self.is_open(session) {
                    return Ok(None);
                }
                if session.borrow().done != done {
                    break;
                }
                let part = self
                    .store
                    .open
                    .with_database_untracked(|database| saver.step(&design, database, slice));
                let Some(part) = part else { return Ok(Some(text)) };
                text.bytes += part.len();
                if text.bytes > MOST_BYTES {
                    return Err(Trouble::TooLarge);
                }
                text.print = print(text.print, part.as_bytes());
                let is_large = part.len() > LARGE_BYTES;
                text.parts.push(JsValue::from_str(&part));
                if is_large && slice < usize::MAX {
                    TimeoutFuture::new(0).await;
                }
            }
        }
        Ok(None)
    }

    /// Takes over the record of the same design, where it is kept already and nobody has changed it.
    fn adopt(&self, session: &Shared, print: &str) -> bool {
        let same = |all: &Vec<Kept>| {
            all.iter().find(|kept| kept.revision == 0.0 && kept.print == print).cloned()
        };
        let same = self.shelf.designs.try_with_untracked(same).flatten();
        let Some(same) = same.filter(|same| self.known(&same.id).is_none()) else { return false };
        {
            let mut session = session.borrow_mut();
            session.kept = Kept { declined: false, ..same };
            session.based = true;
        }
        self.keeper.known.borrow_mut().push(session.clone());
        true
    }

    /// Makes a snapshot once enough has gathered and nobody types.
    fn make_snapshot_when_idle(&self, session: &Shared) {
        {
            let mut session = session.borrow_mut();
            let (count, bytes) = session.logged;
            let most = MOST_LOGGED_BYTES.max(session.kept.size_bytes as usize / 2);
            if session.due || (count < MOST_LOGGED && bytes < most) {
                return;
            }
            session.due = true;
        }
        let (clerk, session) = (self.clone(), session.clone());
        spawn_local(async move {
            let mut done = u64::MAX;
            while done != session.borrow().done || session.borrow().busy {
                done = session.borrow().done;
                TimeoutFuture::new(IDLE_MS).await;
            }
            if !session.borrow().due || !clerk.is_open(&session) {
                session.borrow_mut().due = false;
                return;
            }
            session.borrow_mut().busy = true;
            // Where it fails the log is as good: it is tried again after the next change.
            let written = clerk.put_snapshot(&session).await;
            {
                let mut session = session.borrow_mut();
                (session.busy, session.due) = (false, false);
            }
            if matches!(written, Ok(Written::Done)) {
                clerk.list(session.borrow().kept.clone());
            }
            clerk.go_on(&session);
            clerk.show();
        });
    }

    /// Another tab has changed the design since: what was done here becomes a design of its own, at once, so that neither is lost.
    fn part(&self, session: &Shared, theirs: &Kept) {
        if !self.is_open(session) {
            return;
        }
        self.become_copy(session);
        self.tell_parted(session, theirs);
    }

    /// The session's design is kept as another one from now on.
    pub(super) fn become_copy(&self, session: &Shared) {
        let old = session.borrow().kept.clone();
        self.keeper.known.borrow_mut().retain(|one| one.borrow().kept.id != old.id);
        let name = self.free_name(&format!("{} (copy)", old.name));
        {
            let mut session = session.borrow_mut();
            session.kept = Kept {
                id: new_id(),
                name: name.clone(),
                changed_ms: now_ms(),
                revision: old.revision,
                origin: old.name,
                ..Kept::default()
            };
            session.based = false;
            session.design_name.clone_from(&name);
        }
        self.store.open.design.update(|design| Arc::make_mut(design).name = name);
        self.go_on(session);
    }
}

/// A design as text.
struct Text {
    parts: Vec<JsValue>,
    bytes: usize,
    print: u64,
}

/// What stands in the way of writing after the revision that this tab has; none where nothing does.
fn is_not_mine(record: &JsValue, mine: &Kept) -> Result<Option<Written>, Fault> {
    if record.is_undefined() {
        return Ok(Some(Written::Gone));
    }
    if is_newer(record) {
        return Err(Fault::Newer);
    }
    if revision_of(record) == Some(mine.revision) {
        return Ok(None);
    }
    Ok(Some(Written::Stale(Kept::read(record).unwrap_or_default())))
}

/// Where a print begins.
const FIRST_PRINT: u64 = 0xcbf2_9ce4_8422_2325;

/// Tells texts apart (FNV-1a, 64 bits): for finding what is kept already, not for trust.
fn print(mut hash: u64, bytes: &[u8]) -> u64 {
    for byte in bytes {
        hash = (hash ^ u64::from(*byte)).wrapping_mul(0x100_0000_01b3);
    }
    hash
}

impl Change {
    /// Its length.
    fn bytes(&self) -> usize {
        match self {
            Self::Edits(text) | Self::Name(text) => text.len(),
        }
    }
}
