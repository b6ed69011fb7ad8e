//! What the engine's operations write a walk with.

use super::{Change, Leg, Page, PageEnd, Visit, Walk};
use crate::value::Item;

/// Where operations write what they touch. One that keeps nothing costs a branch for each item.
#[derive(Clone, Debug, Default)]
pub struct Recorder {
    on: bool,
    /// The items that a read brings are not wanted.
    bare: bool,
    pages: Vec<Page>,
    legs: Vec<Leg>,
    changes: Vec<Change>,
}

impl Recorder {
    /// Keeps the walk.
    pub fn keeping() -> Self {
        Self { on: true, ..Self::default() }
    }

    /// Keeps the walk, for one who does not want the items that the request brings.
    pub fn without_items() -> Self {
        Self { on: true, bare: true, ..Self::default() }
    }

    /// Keeps nothing.
    pub fn off() -> Self {
        Self::default()
    }

    /// Whether anything is kept; where not, callers need not work out what to record.
    pub fn is_on(&self) -> bool {
        self.on
    }

    /// Whether items are not wanted; where so, a read need not copy what it shows of each.
    pub fn is_bare(&self) -> bool {
        self.bare
    }

    /// The walk recorded, of the operation so named.
    pub fn into_walk(self, operation: &str) -> Walk {
        Walk { operation: operation.to_owned(), pages: self.pages }
    }

    /// The items changed since the recorder was made, in order; they are taken out.
    pub fn take_changes(&mut self) -> Vec<Change> {
        std::mem::take(&mut self.changes)
    }

    /// Whether a page has been ended.
    pub fn has_pages(&self) -> bool {
        !self.pages.is_empty()
    }

    /// A leg begins; its visits and items follow. Only `table`, `index`, `action`, `backward` and
    /// `consistent` are set.
    pub fn begin(&mut self, leg: impl FnOnce() -> Leg) {
        if self.on {
            self.legs.push(leg());
        }
    }

    /// The leg that began last is about the item of this key, and found one there or did not.
    pub fn about(&mut self, found: bool, key: impl FnOnce() -> Item) {
        if let Some(leg) = self.legs.last_mut() {
            leg.key = Some(key());
            leg.found = found;
        }
    }

    /// The leg that began last looks for a key that is nowhere.
    pub fn seeks(&mut self, key: impl FnOnce() -> Item) {
        if let Some(leg) = self.legs.last_mut() {
            leg.sought = Some(key());
        }
    }

    /// What the leg that began last was to do could not be done, for which the whole request was refused.
    pub fn refused(&mut self, code: &str) {
        if let Some(leg) = self.legs.last_mut() {
            leg.refused = Some(code.to_owned());
        }
    }

    /// An item was changed.
    pub fn changed(&mut self, change: impl FnOnce() -> Change) {
        if self.on {
            self.changes.push(change());
        }
    }

    /// Collections were visited.
    pub fn visit(&mut self, visit: Visit) {
        if let Some(leg) = self.legs.last_mut() {
            match leg.visits.last_mut() {
                Some(last) if last.joins(&visit) => last.collections += visit.collections,
                _ => leg.visits.push(visit),
            }
        }
    }

    /// An item was evaluated.
    pub fn read(&mut self, size_bytes: u32, returned: bool) {
        if let Some(leg) = self.legs.last_mut() {
            leg.sizes.push(size_bytes);
            leg.returned.push(returned);
        }
    }

    /// The leg that began last was charged so much.
    pub fn charge(&mut self, capacity_units: f64) {
        if let Some(leg) = self.legs.last_mut() {
            leg.capacity_units += capacity_units;
        }
    }

    /// The page ends.
    pub fn end(&mut self, end: PageEnd, last_evaluated_key: Option<&Item>, capacity_units: f64) {
        if self.on {
            self.pages.push(Page {
                legs: std::mem::take(&mut self.legs),
                end,
                last_evaluated_key: last_evaluated_key.cloned(),
                capacity_units,
                became: None,
            });
        }
    }

    /// The items of a leg of the page that ended last, by the leg's place, are not returned after all: what more a statement
    /// asks of them does not hold.
    pub fn withhold(&mut self, leg: usize) {
        if let Some(leg) = self.pages.last_mut().and_then(|page| page.legs.get_mut(leg)) {
            leg.returned = leg.returned.iter().map(|_| false).collect();
        }
    }

    /// How many pages have been ended.
    pub fn page_count(&self) -> usize {
        self.pages.len()
    }

    /// All pages since there were `first` are one: what was sent became `operation`, perhaps several times. It ended as the
    /// last of them did, or so.
    pub fn join(&mut self, first: usize, operation: &str, end: Option<PageEnd>) {
        let mut parts = self.pages.split_off(first.min(self.pages.len())).into_iter();
        let Some(mut page) = parts.next() else { return };
        for part in parts {
            page.legs.extend(part.legs);
            page.capacity_units += part.capacity_units;
            page.end = part.end;
            page.last_evaluated_key = part.last_evaluated_key;
        }
        page.end = end.unwrap_or(page.end);
        page.became = Some(operation.to_owned());
        self.pages.push(page);
    }
}
