//! The open design: the document, the database that holds its items, and which part of it is looked at.

use std::cell::RefCell;
use std::rc::Rc;
use std::sync::Arc;

use key_engine::engine::{Database, Environment, Index, Operations, Recorded, ServiceError};
use key_engine::walk::Change;
use leptos::prelude::*;
use map::design::{Call, Defect, Design, Edit};
use map::floor::Highlight;

use super::history::History;
use super::opening::{Offer, Offered};
use super::set_aside::Whole;
use crate::pieces::{NotLoaded, later};

/// The table itself, or one of its indexes.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Door {
    /// The table's name.
    pub table: String,
    /// The index's name; `None` is the table's own door.
    pub index: Option<String>,
}

/// Which doors of the shown table are on screen.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub enum DoorView {
    /// The table.
    #[default]
    Table,
    /// An index, by name.
    Index(String),
    /// The table and an index side by side.
    Both(String),
}

/// An item's place on the floor: its door, its collection's ordinal there, and its rank in the collection.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Spot {
    /// The door whose floor it stands on.
    pub door: Door,
    /// Ordinal of the collection, in hash order.
    pub collection: usize,
    /// Rank of the item in it, in sort-key order.
    pub rank: usize,
}

/// Where the open design came from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Source {
    /// A built-in scenario, by id.
    Scenario(String),
    /// A file, by name, or words for what was pasted.
    File(String),
    /// A design that is kept in this browser.
    Kept {
        /// Names it in the address.
        id: String,
        /// What a person calls it.
        name: String,
    },
}

/// An opening under way, or other work that takes a while.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Loading {
    /// What is being opened; nothing where it is no opening, and cannot be cancelled.
    pub name: String,
    /// What is being done, and how far it is.
    pub words: String,
    /// The same as a part of `total`; none of it where that is 0.
    pub done: usize,
    /// The whole.
    pub total: usize,
}

/// The open design and what is shown of it.
#[derive(Clone, Copy)]
pub struct OpenDesign {
    /// The document, without its items: those live in the database alone.
    pub design: RwSignal<Arc<Design>>,
    /// Counts every change of the database's items or doors, and every opening; what is derived from items tracks it.
    pub revision: RwSignal<u64>,
    /// Where the design came from.
    pub source: RwSignal<Source>,
    /// What the reader of the file had to mend or leave out.
    pub defects: RwSignal<Arc<Vec<Defect>>>,
    /// Whether the list of defects is on screen.
    pub show_defects: RwSignal<bool>,
    /// An opening under way.
    pub loading: RwSignal<Option<Loading>>,
    /// Why the last file was refused.
    pub refusal: RwSignal<Option<String>>,
    /// Items that came in and could join the open design.
    pub offer: RwSignal<Option<Offer>>,
    /// The table on screen.
    pub table: RwSignal<String>,
    /// Its doors on screen.
    pub view: RwSignal<DoorView>,
    /// The selected item.
    pub selected: RwSignal<Option<Spot>>,
    /// Boxes that a number on the clipboard lights.
    pub highlight: RwSignal<Option<Highlight>>,
    /// The steps since the design was opened, to be undone and redone.
    pub history: RwSignal<History>,
    /// Counts the designs that were opened.
    pub(super) designs: StoredValue<u64>,
    turn: StoredValue<u64>,
    offered: StoredValue<Option<Offered>, LocalStorage>,
    database: StoredValue<Rc<RefCell<Database>>, LocalStorage>,
}

impl OpenDesign {
    pub(super) fn new() -> Self {
        Self {
            design: RwSignal::new(Arc::default()),
            revision: RwSignal::new(0),
            source: RwSignal::new(Source::File(String::new())),
            defects: RwSignal::new(Arc::default()),
            show_defects: RwSignal::new(false),
            loading: RwSignal::new(None),
            refusal: RwSignal::new(None),
            offer: RwSignal::new(None),
            table: RwSignal::new(String::new()),
            view: RwSignal::new(DoorView::Table),
            selected: RwSignal::new(None),
            highlight: RwSignal::new(None),
            history: RwSignal::new(History::default()),
            designs: StoredValue::new(0),
            turn: StoredValue::new(0),
            offered: StoredValue::new_local(None),
            database: StoredValue::new_local(Rc::new(RefCell::new(Database::new(
                Environment::default(),
            )))),
        }
    }

    /// Reads the database. Tracks [`OpenDesign::revision`]: whoever calls it in a reactive place runs again after a change.
    pub fn with_database<R>(self, read: impl FnOnce(&Database) -> R) -> R {
        self.revision.track();
        self.with_database_untracked(read)
    }

    /// Reads a door of the database, if it is there. Tracks like [`OpenDesign::with_database`].
    pub fn with_door<R>(self, door: &Door, read: impl FnOnce(&Index) -> R) -> Option<R> {
        self.revision.track();
        self.with_door_untracked(door, read)
    }

    /// Reads the database without tracking anything: for frames.
    pub fn with_database_untracked<R>(self, read: impl FnOnce(&Database) -> R) -> R {
        read(&self.database.get_value().borrow())
    }

    /// Reads a door of the database without tracking anything.
    pub fn with_door_untracked<R>(self, door: &Door, read: impl FnOnce(&Index) -> R) -> Option<R> {
        let database = self.database.get_value();
        let database = database.borrow();
        database.table(&door.table)?.door(door.index.as_deref()).map(read)
    }

    /// The doors on screen, left to right; none of a design without tables.
    pub fn doors(self) -> Vec<Door> {
        let table = self.table.get();
        if table.is_empty() {
            return Vec::new();
        }
        let door = |index| Door { table: table.clone(), index };
        match self.view.get() {
            DoorView::Table => vec![door(None)],
            DoorView::Index(name) => vec![door(Some(name))],
            DoorView::Both(name) => vec![door(None), door(Some(name))],
        }
    }

    /// Runs a request on the engine. What it changes can be undone. Asynchronous so that a worker can take the engine over
    /// without touching the views.
    ///
    /// # Errors
    /// The operation is none of the reads, and the code of the others did not come. Nothing was changed.
    pub(super) async fn call(self, call: &Call) -> Result<Recorded, NotLoaded> {
        let operations = operations_for(call).await?;
        let recorded = self
            .change(|database| database.call_recorded_of(operations, &call.operation, &call.input));
        if !recorded.changes.is_empty() {
            let back = vec![Edit::ChangeItems(reversed(&recorded.changes))];
            self.history.update(|history| history.did(call.operation.clone(), None, back));
            self.count_change();
        }
        Ok(recorded)
    }

    /// Lets a prover run requests: whatever they change is taken back by then.
    pub fn with_database_to_prove<R>(self, prove: impl FnOnce(&mut Database) -> R) -> R {
        prove(&mut self.database.get_value().borrow_mut())
    }

    /// Does edits, all or none, and gives back those that undo them. A door that has gone is not shown any more.
    pub(super) fn apply(
        self,
        edits: Vec<Edit>,
        changes_the_picture: bool,
    ) -> Result<Vec<Edit>, ServiceError> {
        let applied = self.change(|database| {
            self.design.try_maybe_update(|design| {
                let applied = Edit::apply_all(edits, Arc::make_mut(design), database);
                (applied.is_ok(), applied)
            })
        });
        let Some(applied) = applied else { return Ok(Vec::new()) };
        if changes_the_picture && applied.is_ok() {
            let doors = untrack(|| self.doors());
            if doors.iter().any(|door| self.with_door_untracked(door, |_| ()).is_none()) {
                self.view.set(DoorView::Table);
            }
            self.count_change();
        }
        applied
    }

    /// Does something to the database. The selection stays on its item, wherever that then stands.
    fn change<R>(self, act: impl FnOnce(&mut Database) -> R) -> R {
        let selected = self.selected.get_untracked();
        let key = selected.as_ref().and_then(|spot| {
            self.with_door_untracked(&spot.door, |door| {
                door.item(spot.collection, spot.rank).map(|item| door.key_of(item))
            })?
        });
        let result = act(&mut self.database.get_value().borrow_mut());
        if let (Some(mut spot), Some(key)) = (selected, key) {
            let place = self.with_door_untracked(&spot.door, |door| door.locate(&key)).flatten();
            if place != Some((spot.collection, spot.rank)) {
                self.selected.set(place.map(|(collection, rank)| {
                    (spot.collection, spot.rank) = (collection, rank);
                    spot
                }));
            }
        }
        result
    }

    fn count_change(self) {
        self.revision.set(self.revision.get_untracked() + 1);
    }

    /// Begins an opening: an earlier one that is under way gives up.
    pub(super) fn begin(self, name: &str) -> u64 {
        self.cancel();
        self.refusal.set(None);
        let words = "Reading the file…".to_owned();
        self.loading.set(Some(Loading { name: name.to_owned(), words, done: 0, total: 0 }));
        self.turn()
    }

    /// Offers items to the open design, in the place of the opening that has read them.
    pub(super) fn offer(self, offer: Offer, offered: Offered) {
        self.loading.set(None);
        self.offered.set_value(Some(offered));
        self.offer.set(Some(offer));
    }

    /// What is offered, which is not offered any more then.
    pub(super) fn take_offered(self) -> Option<Offered> {
        self.offer.set(None);
        self.offered.try_update_value(Option::take).flatten()
    }

    /// Ends an opening under way, and an offer that waits for an answer.
    pub(super) fn cancel(self) {
        self.turn.set_value(self.turn.get_value() + 1);
        self.loading.set(None);
        self.take_offered();
    }

    /// Which opening is under way.
    pub(super) fn turn(self) -> u64 {
        self.turn.get_value()
    }

    /// Whether this opening is still the latest; not once the page is gone.
    pub(super) fn is_latest(self, turn: u64) -> bool {
        self.turn.try_get_value() == Some(turn)
    }

    /// Shows doors of the table on screen; a door that it has not is passed over.
    pub(super) fn show(self, view: DoorView) {
        let index = match &view {
            DoorView::Table => None,
            DoorView::Index(name) | DoorView::Both(name) => Some(name.clone()),
        };
        let door = Door { table: self.table.get_untracked(), index };
        if self.with_door_untracked(&door, |_| ()).is_some() {
            self.view.set(view);
        }
    }

    /// Shows another table through its own door.
    pub(super) fn show_table(self, table: &str) {
        self.table.set(table.to_owned());
        self.view.set(DoorView::Table);
        self.selected.set(None);
    }

    /// Shows a door, keeping a view that has it already on screen.
    pub(super) fn show_door(self, door: &Door) {
        let same_table = self.table.get_untracked() == door.table;
        let shown = same_table
            && match (&self.view.get_untracked(), &door.index) {
                (DoorView::Table | DoorView::Both(_), None) => true,
                (DoorView::Index(name) | DoorView::Both(name), Some(index)) => name == index,
                _ => false,
            };
        if !same_table {
            self.show_table(&door.table);
        }
        if !shown {
            self.view.set(door.index.clone().map_or(DoorView::Table, DoorView::Index));
        }
    }

    /// Puts a design and its database in the place of the open one, and gives that back.
    pub(super) fn replace(self, whole: Whole) -> Whole {
        let gone = Whole {
            database: self.database.get_value().replace(whole.database),
            source: self.source.get_untracked(),
            design: self.design.get_untracked(),
            defects: self.defects.get_untracked(),
            history: self.history.try_update(std::mem::take).unwrap_or_default(),
            table: self.table.get_untracked(),
        };
        self.designs.set_value(self.designs.get_value() + 1);
        self.source.set(whole.source);
        self.show_defects.set(!whole.defects.is_empty());
        self.defects.set(whole.defects);
        self.design.set(whole.design);
        self.show_table(&whole.table);
        self.highlight.set(None);
        self.history.set(whole.history);
        self.count_change();
        gone
    }
}

/// The changes that take these back, in the order in which they do.
fn reversed(changes: &[Change]) -> Arc<[Change]> {
    let back = changes.iter().rev().map(|change| Change {
        table: change.table.clone(),
        old: change.new.clone(),
        new: change.old.clone(),
    });
    back.collect()
}

/// The operations that a call needs: reads are answered by what is there from the beginning.
async fn operations_for(call: &Call) -> Result<Operations, NotLoaded> {
    if Operations::reads(&call.operation) {
        return Ok(Operations::READS);
    }
    every_operation().await
}

later! {
    /// Every operation of the engine.
    fn every_operation() -> Operations {
        Operations::ALL
    }
}
