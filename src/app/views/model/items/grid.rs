//! The state of the grid: what is shown, where one is, what is chosen, what is being typed.
//!
//! Owns the signals and the look over the items that feeds them, in slices that let the page breathe. It changes nothing of the
//! design: that is `deeds`.

use std::sync::Arc;

use gloo_timers::future::TimeoutFuture;
use key_engine::Item;
use key_engine::engine::{Index, Table};
use leptos::html;
use leptos::prelude::*;
use leptos::task::spawn_local;
use map::design::{EntityFinder, item_edit::Typed};

use super::chosen::Chosen;
use super::find::Find;
use super::survey::{Column, Overlook, Shown, Survey};
use crate::app::state::{Door, Store};
use crate::app::views::erased::{effect, memo};

/// Height of a row, as `model_items.css` draws it.
pub const ROW_PX: f64 = 32.0;
/// Items looked at between two looks at the clock.
const SLICE_ITEMS: usize = 400;
/// Work between two breaths of the page, in milliseconds.
const SLICE_MS: f64 = 7.0;
/// Work right after a change, so that a table of the usual size is there at once.
const FIRST_SLICE_MS: f64 = 14.0;

/// A cell that is being typed into.
#[derive(Clone, Debug, PartialEq)]
pub struct Editing {
    /// The item before, whole.
    pub item: Item,
    /// The row it stood in.
    pub row: usize,
    /// The attribute's column.
    pub column: usize,
    /// The attribute.
    pub name: Arc<str>,
    /// Whether what stood there is to be selected, or the cursor stands behind it.
    pub replaces: bool,
}

/// What is asked in a dialog.
#[derive(Clone, Debug, PartialEq)]
pub enum Sheet {
    /// The item, or a new one like it, as JSON.
    Json {
        /// The item that is changed; none where one is added.
        item: Option<Item>,
        /// The text to begin with.
        text: String,
    },
    /// The name and the value of an attribute for the chosen items.
    Attribute,
    /// Items to be pasted.
    Paste(String),
    /// How many sample items, and of which kind.
    Samples,
}

/// The grid.
#[derive(Clone, Copy)]
pub struct Grid {
    /// The page's store.
    pub store: Store,
    /// Which items are shown.
    pub shown: RwSignal<Shown>,
    /// What that comes to.
    pub survey: RwSignal<Survey>,
    /// What finds the kind of an item.
    pub finder: Memo<EntityFinder>,
    /// Attributes that were asked for as columns.
    pub asked_for: RwSignal<Vec<Arc<str>>>,
    /// Where one is: row and column.
    pub active: RwSignal<(usize, usize)>,
    /// The rows that are chosen.
    pub chosen: RwSignal<Chosen>,
    /// The row at which choosing a run began.
    pub anchor: StoredValue<usize>,
    /// The cell that is being typed into.
    pub editing: RwSignal<Option<Editing>>,
    /// What is typed there.
    pub text: RwSignal<String>,
    /// As what it is typed.
    pub typed: RwSignal<Typed>,
    /// Why it cannot be.
    pub fault: RwSignal<Option<String>>,
    /// The dialog that is open.
    pub sheet: RwSignal<Option<Sheet>>,
    /// What is looked for.
    pub find: Find,
    /// What was last done here, to be read out and seen.
    pub news: RwSignal<String>,
    /// The element that scrolls.
    pub scroller: NodeRef<html::Div>,
    /// How far it is scrolled, and how tall its view is.
    pub scroll: RwSignal<(f64, f64)>,
    /// How far it is scrolled to the side, and how wide its view is.
    pub across: RwSignal<(i32, i32)>,
    /// The key of the item to stay on, wherever it then stands, and the row in which one was when that was said.
    follow: StoredValue<Option<(usize, Item)>>,
    turn: StoredValue<u64>,
}

impl Grid {
    /// A grid over the table that is shown.
    pub fn new(store: Store) -> Self {
        let finder = memo(move || {
            let table = store.open.table.get();
            store.open.design.with(|design| design.entity_finder(&table))
        });
        let grid = Self {
            store,
            shown: RwSignal::new(Shown::All),
            survey: RwSignal::new(Survey::default()),
            finder,
            asked_for: RwSignal::new(Vec::new()),
            active: RwSignal::new((0, 0)),
            chosen: RwSignal::new(Chosen::default()),
            anchor: StoredValue::new(0),
            editing: RwSignal::new(None),
            text: RwSignal::new(String::new()),
            typed: RwSignal::new(Typed::S),
            fault: RwSignal::new(None),
            sheet: RwSignal::new(None),
            find: Find::new(),
            news: RwSignal::new(String::new()),
            scroller: NodeRef::new(),
            scroll: RwSignal::new((0.0, 900.0)),
            across: RwSignal::new((0, 1_400)),
            follow: StoredValue::new(None),
            turn: StoredValue::new(0),
        };
        effect(move || {
            store.open.table.track();
            untrack(|| grid.begin_anew());
        });
        effect(move || {
            store.open.table.track();
            store.open.revision.track();
            grid.finder.track();
            grid.shown.track();
            grid.asked_for.track();
            untrack(|| grid.look());
        });
        grid
    }

    /// Forgets what belongs to the table that was shown before.
    fn begin_anew(self) {
        self.shown.set(Shown::All);
        self.asked_for.set(Vec::new());
        self.active.set((0, 0));
        self.chosen.set(Chosen::default());
        self.editing.set(None);
        self.sheet.set(None);
        self.find.forget();
        self.news.set(String::new());
        self.scroll.update(|(top, _)| *top = 0.0);
        if let Some(scroller) = self.scroller.get_untracked() {
            scroller.set_scroll_top(0);
        }
    }

    /// Looks over the items of the table: at once as far as that is quick, then in slices.
    fn look(self) {
        let turn = self.turn.get_value() + 1;
        self.turn.set_value(turn);
        let table = self.store.open.table.get_untracked();
        let kinds = self.store.open.design.with_untracked(|design| {
            let of_table =
                |kind: usize| design.entities.get(kind).is_some_and(|it| it.table == table);
            if matches!(self.shown.get_untracked(), Shown::Kind(kind) if !of_table(kind)) {
                self.shown.set(Shown::All);
            }
            design.entities.len()
        });
        let (shown, finder) = (self.shown.get_untracked(), self.finder.get_untracked());
        let look = self.with_table(|table| Overlook::new(table, shown, finder, kinds));
        let Some(mut look) = look else { return self.publish(Survey::default()) };
        let is_new = self.survey.with_untracked(|survey| survey.table != table);
        if self.go_on(&mut look, FIRST_SLICE_MS) || is_new {
            self.publish_look(&look);
        } else {
            // What has changed is seen; which columns there are is known a moment later.
            self.survey.update(|survey| {
                survey.whole = false;
                if survey.positions.is_none() && shown == Shown::All {
                    survey.count = self.with_table(Table::item_count).unwrap_or_default();
                }
            });
        }
        if self.survey.with_untracked(|survey| survey.whole) {
            return;
        }
        spawn_local(async move {
            loop {
                TimeoutFuture::new(0).await;
                if self.turn.try_get_value() != Some(turn) {
                    return;
                }
                if self.go_on(&mut look, SLICE_MS) {
                    return self.publish_look(&look);
                }
            }
        });
    }

    /// Goes on with a look for a while; whether it is at its end.
    fn go_on(self, look: &mut Overlook, for_ms: f64) -> bool {
        let until = now_ms() + for_ms;
        let step = |table: &Table| {
            while look.step(table.primary(), SLICE_ITEMS) {
                if now_ms() > until {
                    return false;
                }
            }
            true
        };
        self.with_table(step).unwrap_or(true)
    }

    fn publish_look(self, look: &Overlook) {
        let asked_for = self.asked_for.get_untracked();
        if let Some(survey) = self.with_table(|table| look.survey(table, &asked_for)) {
            self.publish(survey);
        }
    }

    fn publish(self, survey: Survey) {
        let (count, columns) =
            (survey.count, survey.columns.len() + usize::from(!survey.others.is_empty()));
        if self.survey.with_untracked(|before| before.count != count) {
            self.chosen.set(Chosen::default());
        }
        if self.survey.with_untracked(|before| *before != survey) {
            self.survey.set(survey);
        }
        let (row, column) = self.active.get_untracked();
        let followed = self.follow.try_update_value(Option::take).flatten();
        // Whoever has gone elsewhere meanwhile stays there.
        let followed = followed.filter(|(from, _)| *from == row);
        let row = followed.and_then(|(_, key)| self.row_of(&key)).unwrap_or(row);
        let place = (row.min(count.saturating_sub(1)), column.min(columns.saturating_sub(1)));
        if place != self.active.get_untracked() {
            self.active.set(place);
            self.reveal();
        }
    }

    /// Stays on an item, wherever it will stand after the change that is about to be done.
    pub fn follow(self, item: &Item) {
        let key = self.with_table(|table| table.primary().key_of(item));
        let row = self.active.get_untracked().0;
        self.follow.set_value(key.map(|key| (row, key)));
    }

    /// The row in which the item of a key stands.
    pub fn row_of(self, key: &Item) -> Option<usize> {
        let position = self.with_table(|table| {
            let (collection, rank) = table.primary().locate(key)?;
            Some(table.primary().collection(collection)?.first_position + rank)
        });
        self.survey.with_untracked(|survey| survey.row(position.flatten()?))
    }

    /// The table's own door.
    pub fn door(self) -> Door {
        Door { table: self.store.open.table.get_untracked(), index: None }
    }

    /// Reads the table that is shown, without tracking anything.
    pub fn with_table<R>(self, read: impl FnOnce(&Table) -> R) -> Option<R> {
        let table = self.store.open.table.get_untracked();
        self.store.open.with_database_untracked(|database| database.table(&table).map(read))
    }

    /// Reads the item in a row, without tracking anything.
    pub fn with_item<R>(self, row: usize, read: impl FnOnce(&Table, &Item) -> R) -> Option<R> {
        let position = self.survey.with_untracked(|survey| survey.position(row))?;
        self.with_table(|table| item_at(table.primary(), position).map(|item| read(table, item)))?
    }

    /// The column at a place.
    pub fn column(self, place: usize) -> Option<Column> {
        self.survey.with_untracked(|survey| survey.columns.get(place).cloned())
    }

    /// The rows that an action is about: those chosen, else the one where one is.
    pub fn rows_meant(self) -> Chosen {
        let chosen = self.chosen.get();
        let (row, _) = self.active.get();
        let count = self.survey.with(|survey| survey.count);
        if chosen.is_empty() && row < count { Chosen::run(row, row) } else { chosen }
    }

    /// Goes to a cell, and chooses no rows any more.
    pub fn go(self, row: usize, column: usize) {
        self.chosen.set(Chosen::default());
        self.go_keeping(row, column);
        self.anchor.set_value(self.active.get_untracked().0);
    }

    /// Goes to a cell; what is chosen stays chosen.
    pub fn go_keeping(self, row: usize, column: usize) {
        let (rows, columns) = self.survey.with_untracked(|survey| {
            (survey.count, survey.columns.len() + usize::from(!survey.others.is_empty()))
        });
        let place = (row.min(rows.saturating_sub(1)), column.min(columns.saturating_sub(1)));
        if place != self.active.get_untracked() {
            self.active.set(place);
        }
        self.reveal();
    }

    /// Gives the grid the keyboard.
    pub fn focus(self) {
        if let Some(scroller) = self.scroller.get_untracked() {
            // Fails only where it is not on the page.
            let _ = scroller.focus();
        }
    }
}

/// The item at a position.
pub fn item_at(door: &Index, position: usize) -> Option<&Item> {
    let (collection, rank) = door.at_position(position)?;
    door.item(collection, rank)
}

/// Milliseconds since some moment.
pub fn now_ms() -> f64 {
    js_sys::Date::now()
}
