//! Opening a file, whole or in slices.
//!
//! Owns the way from text to a design and a database full of items: tables first, then items one by one, so that a page
//! can load a large file between two frames and say how far it is. What is sound is loaded; what is not is listed as a
//! [`Defect`] and kept aside in the table's `extra`, under the key `setAside`.

use std::sync::Arc;

use key_engine::engine::{Database, Table};
use key_engine::{AttributeValue, Item};
use serde_json::{Map, Value};

use super::entity_derive::Deriver;
use super::formats::workbench::Places;
use super::formats::{self, Draft, ItemSource, TableDraft, Written};
use super::free_names::FreeNames;
use super::key_fit::Keys;
use super::sample_value::Fault;
use super::table_check::{self, Sound, Unsound};
use super::written::{kept, kept_table, read_raw};
use super::{Defect, Design, OpenError, TableDesign, check_size, set_aside};

/// The most tables of a file that are opened. Source: AWS, "Quotas in Amazon DynamoDB", tables in a region.
const MAX_TABLES: usize = 2_500;
/// The most faults that are listed one by one; a person reads a few, and a hostile file can have millions.
const MAX_DEFECTS: usize = 10_000;

/// A file that was opened.
#[derive(Debug)]
pub struct Opened {
    /// What it says.
    pub design: Design,
    /// Its tables, with their items.
    pub database: Database,
    /// What was wrong in it, in the order it was met.
    pub defects: Vec<Defect>,
    /// Its format's name for readers.
    pub format: &'static str,
}

/// How far a [`Loader`] is, in items.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    /// Items read so far.
    pub done: usize,
    /// Items in the file.
    pub total: usize,
}

impl Progress {
    /// Whether every item has been read.
    pub fn is_finished(self) -> bool {
        self.done >= self.total
    }
}

/// Opens a file: [`Loader`] run to its end.
///
/// ```
/// let opened = map::design::open(map::design::scenarios::SCENARIOS[0].json)?;
/// assert_eq!(opened.design.tables[0].name(), "Warehouse");
/// # Ok::<(), map::design::OpenError>(())
/// ```
///
/// # Errors
/// When nothing in the text is sound enough to open; see [`OpenError`].
pub fn open(text: &str) -> Result<Opened, OpenError> {
    Ok(Loader::start(text)?.finish())
}

/// Loads a file a slice at a time.
#[derive(Debug)]
pub struct Loader<'t> {
    opened: Opened,
    tables: std::vec::IntoIter<Loading<'t>>,
    current: Option<Loading<'t>>,
    progress: Progress,
    /// Faults beyond [`MAX_DEFECTS`].
    unlisted: usize,
}

/// A table on its way in.
#[derive(Debug)]
struct Loading<'t> {
    /// Its place in the design.
    at: usize,
    name: String,
    keys: Keys,
    sources: Vec<ItemSource<'t>>,
    /// The next item: its source, and its place in that.
    next: (usize, usize),
    /// Where the item of each key was first written, in files that write items in several places.
    seen: Map<String, Value>,
    /// Whether kinds of item are to be derived: the design declares none.
    derive: bool,
    deriver: Deriver,
    /// The record of where each item was, of a format that wants one.
    places: Option<Places>,
}

impl<'t> Loader<'t> {
    /// Recognises the format, takes the text apart and makes the tables; no item is read yet.
    ///
    /// # Errors
    /// When nothing in the text is sound enough to open.
    pub fn start(text: &'t str) -> Result<Self, OpenError> {
        check_size(text.len())?;
        Self::of(formats::read(text)?.with_keys())
    }

    /// The same for a file of the map's own format.
    ///
    /// # Errors
    /// As [`Loader::start`].
    pub fn own(text: &'t str) -> Result<Self, OpenError> {
        Self::of(formats::read_own(text)?)
    }

    /// The same for what was taken apart already.
    pub(super) fn of(draft: Draft<'t>) -> Result<Self, OpenError> {
        let Draft { design, tables, defects, format, .. } = draft;
        let had_tables = !tables.is_empty();
        let derive = design.entities.is_empty();
        let mut opened = Opened { design, database: Database::default(), defects, format };
        let mut loading = Vec::with_capacity(tables.len());
        let mut first_unsound = None;
        let mut names = FreeNames::default();
        for (place, table) in tables.into_iter().enumerate() {
            match add_table(&mut opened, &mut names, table, place) {
                Ok(table) => loading.push(Loading { derive, ..table }),
                Err(unsound) => _ = first_unsound.get_or_insert(unsound),
            }
        }
        if loading.is_empty() && (had_tables || first_unsound.is_some()) {
            let Unsound { table, problem } = first_unsound.unwrap_or_default();
            return Err(OpenError::BadTable { table, problem });
        }
        follow_templates(&mut opened);
        let total =
            loading.iter().flat_map(|table| &table.sources).map(|source| source.items.len()).sum();
        let mut tables = loading.into_iter();
        let current = tables.next();
        Ok(Self { opened, tables, current, progress: Progress { done: 0, total }, unlisted: 0 })
    }

    /// How far it is.
    pub fn progress(&self) -> Progress {
        self.progress
    }

    /// Reads up to `budget_items` more items.
    pub fn step(&mut self, budget_items: usize) -> Progress {
        let mut budget = budget_items;
        while budget > 0 {
            let Some(loading) = &mut self.current else { break };
            if let Some((source, at, raw)) = loading.take() {
                budget -= 1;
                self.progress.done += 1;
                loading.load(&mut self.opened, source, at, &raw);
                self.cut_defects();
            } else {
                self.end_table();
            }
        }
        self.progress
    }

    fn cut_defects(&mut self) {
        self.unlisted += self.opened.defects.len().saturating_sub(MAX_DEFECTS);
        self.opened.defects.truncate(MAX_DEFECTS);
    }

    fn end_table(&mut self) {
        let Some(ended) = std::mem::replace(&mut self.current, self.tables.next()) else { return };
        let design = &mut self.opened.design;
        if ended.derive {
            design.entities.extend(ended.deriver.finish(&ended.name));
        }
        if let (Some(places), Some(table)) = (ended.places, design.tables.get_mut(ended.at)) {
            places.finish(&mut table.extra);
        }
    }

    /// Reads what is left, and gives the result.
    pub fn finish(mut self) -> Opened {
        while self.current.is_some() {
            self.step(usize::MAX);
        }
        self.cut_defects();
        if self.unlisted > 0 {
            let problem = format!("{} more faults were found", self.unlisted);
            self.opened.defects.push(Defect::of_table("", problem, "done with like those listed"));
        }
        self.opened
    }
}

impl<'t> Loading<'t> {
    fn take(&mut self) -> Option<(usize, usize, Written<'t>)> {
        loop {
            let (source, at) = self.next;
            let items = &mut self.sources.get_mut(source)?.items;
            if let Some(written) = items.get_mut(at) {
                let taken = std::mem::replace(written, Written::Value(Value::Null));
                self.next.1 += 1;
                return Some((source, at, taken));
            }
            self.next = (source + 1, 0);
        }
    }

    /// Reads one item and puts it into its table, or sets it aside with the reason.
    fn load(&mut self, opened: &mut Opened, source: usize, at: usize, raw: &Written<'_>) {
        let mut faults = Vec::new();
        let mut label = None;
        let item = read_raw(raw, &mut faults).and_then(|mut item| {
            let fit = self.keys.fit(&mut item, &mut faults);
            let needed = fit.is_err() || !faults.is_empty() || self.sources.len() > 1;
            label = if needed { self.keys.label(&item) } else { None };
            fit.map(|could_be_put| (item, could_be_put))
        });
        let put = item.and_then(|(item, could_be_put)| {
            let item = self.join(&opened.database, item, source, label.as_ref(), &mut faults)?;
            let Some(item) = item else { return Ok(()) };
            self.note(&item, source);
            let put = if could_be_put {
                opened.database.put(&self.name, item)
            } else {
                opened.database.load(&self.name, [&Arc::new(item)])
            };
            put.map_err(|error| format!("{}: {}", error.name(), error.message()))
        });
        if faults.is_empty() && put.is_ok() {
            return;
        }
        let label = label.or_else(|| self.keys.label(&read_raw(raw, &mut Vec::new()).ok()?));
        let place = self.sources.get(source).map_or("item", |source| &source.place);
        let label = label.unwrap_or_else(|| format!("{place}[{at}]"));
        for Fault { path, problem, done } in faults {
            let fault = Defect::of_table(&self.name, problem, done).in_item(&label);
            opened.defects.push(if path.is_empty() { fault } else { fault.at_attribute(path) });
        }
        if let Err(problem) = put {
            opened.defects.push(Defect::of_table(&self.name, problem, "set aside").in_item(&label));
            if let Some(table) = opened.design.tables.get_mut(self.at) {
                set_aside(&mut table.extra, kept(raw));
            }
        }
    }

    /// The item to put, joined with one of the same key that is there already; none where that one says it all.
    ///
    /// # Errors
    /// A clause, where the two disagree.
    fn join(
        &mut self,
        database: &Database,
        item: Item,
        source: usize,
        label: Option<&String>,
        faults: &mut Vec<Fault>,
    ) -> Result<Option<Item>, String> {
        let first_place = match label {
            Some(label) if self.sources.len() > 1 => {
                let seen = self.seen.entry(label.as_str()).or_insert_with(|| source.into());
                seen.as_u64().map_or(source, |first| first as usize)
            }
            _ => source,
        };
        let door = database.table(&self.name).map(Table::primary);
        let there = door.and_then(|door| {
            door.locate(&item).and_then(|(collection, rank)| door.item(collection, rank))
        });
        let Some(there) = there else {
            self.record(&item, None, source, label);
            return Ok(Some(item));
        };
        let differing: Vec<&str> = item
            .iter()
            .filter(|(name, value)| there.get(name).is_some_and(|other| other != *value))
            .map(|(name, _)| name)
            .collect();
        let place = self.sources.get(first_place).map_or("file", |source| source.place.as_str());
        if !differing.is_empty() {
            return Err(format!(
                "an item of the same key in {place} has another {}",
                differing.join(", ")
            ));
        }
        if first_place == source {
            let (path, problem) =
                (String::new(), format!("{place} holds an item of the same key twice"));
            faults.push(Fault {
                path,
                problem,
                done: "the two agree and were joined into one".to_owned(),
            });
        }
        self.record(&item, Some(there), source, label);
        let mut joined = there.clone();
        for (name, value) in item.iter().filter(|(name, _)| there.get(name).is_none()) {
            joined.insert(name, value.clone());
        }
        Ok((joined.len() > there.len()).then_some(joined))
    }

    fn record(&mut self, item: &Item, there: Option<&Item>, source: usize, label: Option<&String>) {
        let Some(places) = &mut self.places else { return };
        let key = self.keys.primary.iter().filter_map(|(name, _)| item.get(name));
        places.note(source, label, key.map(AttributeValue::to_json), item, there);
    }

    fn note(&mut self, item: &Item, source: usize) {
        if self.derive {
            let keys = &self.keys.primary;
            let partition = keys.first().map_or("", |(name, _)| name.as_str());
            let sort = keys.get(1).map(|(name, _)| name.as_str());
            let place = self.sources.get(source).and_then(|source| source.entity.as_deref());
            self.deriver.note(item, partition, sort, place);
        }
    }
}

/// Has the prefixes of each kind follow from its templates.
fn follow_templates(opened: &mut Opened) {
    let Opened { design: Design { tables, entities, .. }, defects, .. } = opened;
    for kind in entities.iter_mut().filter(|kind| !kind.templates.is_empty()) {
        let Some(table) = tables.iter().find(|table| table.name() == kind.table) else { continue };
        let said = !kind.partition_prefix.is_empty() || kind.sort_prefix.is_some();
        if kind.follow_templates(table) && said {
            let problem =
                format!("the kind {} has prefixes that are not those of its templates", kind.name);
            defects.push(Defect::of_table(
                &kind.table,
                problem,
                "those of its templates were taken",
            ));
        }
    }
}

/// Makes a table, if it is sound, in the database and the design.
fn add_table<'t>(
    opened: &mut Opened,
    names: &mut FreeNames,
    mut draft: TableDraft<'t>,
    at: usize,
) -> Result<Loading<'t>, Unsound> {
    if names.len() >= MAX_TABLES {
        let problem = format!("a design has at most {MAX_TABLES} tables");
        let place = format!("{} of the file", at + 1);
        opened.defects.push(Defect::of_table(&place, &problem, "the table was left out"));
        set_aside(&mut opened.design.extra, kept_table(draft));
        return Err(Unsound { table: place, problem });
    }
    let place = format!("{} of the file", at + 1);
    let judged = table_check::check(draft.create.clone(), &place, names);
    let Sound { create, defects, set_aside: indexes } = judged.inspect_err(|unsound| {
        let problem = unsound.problem.clone();
        opened.defects.push(Defect::of_table(&unsound.table, problem, "the table was left out"));
        set_aside(&mut opened.design.extra, kept_table(std::mem::take(&mut draft)));
    })?;
    opened.defects.extend(defects);
    let create = Value::Object(create);
    let TableDraft { bays, index_bays, time_to_live, extra, sources, .. } = draft;
    let mut table = TableDesign { create, bays, index_bays, time_to_live, extra };
    for index in indexes {
        set_aside(&mut table.extra, index);
    }
    let name = table.name().to_owned();
    // `check` made the same table on trial, so this does not fail; if it did, the table would be reported like any other.
    let made = table.make(&mut opened.database);
    let put = made.and_then(|made| opened.database.insert_table(made));
    put.map_err(|error| Unsound { table: name.clone(), problem: error.to_string() })?;
    table.lay_bays(&mut opened.database);
    let keys = opened.database.table(&name).map(Keys::of).unwrap_or_default();
    let at = opened.design.tables.len();
    opened.design.tables.push(table);
    Ok(Loading {
        at,
        name,
        keys,
        sources,
        next: (0, 0),
        seen: Map::new(),
        derive: false,
        deriver: Deriver::default(),
        places: draft.places,
    })
}
