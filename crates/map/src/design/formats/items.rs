//! Files that hold items and nothing else: what reads answer, what writes send, exports to S3, lists and lines of objects.
//!
//! Owns what such a file is known by, and the gathering of its items by the table that it names, if it names one. Such files
//! say nothing of keys: [`guess`] chooses some where a design is to be made of them, and says so. Where they join a table of
//! an open design, that table's keys are taken. CSV, which is no JSON, has a module of its own.

mod gather;
pub(super) mod guess;
mod manifest;
mod values;

use serde_json::Value;

use super::raw::{Depth, Part};
use super::{Draft, ItemSource, TableDraft, Written};
use crate::design::{Defect, OpenError, set_aside};

use gather::Gathered;
pub(super) use gather::{is_items as fits, is_typed_value};
pub(super) use manifest::refusal as manifest_refusal;
use values::{Fault, Values, values};

/// How far a value is taken apart: down to its items.
const ANSWER: Depth = {
    const ITEMS: Depth = Depth::Elements(&Depth::Leave);
    Depth::Either(&[("Items", ITEMS)])
};

/// What a table is called whose file does not say.
pub(super) const UNNAMED: &str = "Items";

/// JSON values, one after the other, on their way to a draft of their items.
#[derive(Debug)]
pub(in crate::design) struct Reading<'t> {
    values: Values<'t>,
    gathered: Gathered<'t>,
    faults: Vec<Fault>,
}

/// Begins to read the JSON values of a text, one after the other, as items. Where `lenient`, an object that could be anything is an
/// item too: of a text that is known to hold items.
pub(super) fn read_several(text: &str, lenient: bool) -> Reading<'_> {
    Reading { values: values(text), gathered: Gathered::new(lenient), faults: Vec::new() }
}

impl<'t> Reading<'t> {
    /// Reads about so many more bytes; gives back how many are left.
    pub fn step(&mut self, budget_bytes: usize) -> usize {
        let enough = self.values.left().saturating_sub(budget_bytes);
        while self.values.left() > enough {
            match self.values.next() {
                None => break,
                Some(Ok((text, part))) => self.gathered.value(text, part),
                Some(Err(fault)) => self.faults.push(fault),
            }
        }
        self.values.left()
    }

    /// Reads what is left, and gives the draft.
    ///
    /// # Errors
    /// When none of the values holds items.
    pub fn finish(mut self) -> Result<Draft<'t>, OpenError> {
        self.step(usize::MAX);
        if self.gathered.is_empty()
            && let Some(fault) = self.faults.first()
        {
            return Err(fault.error());
        }
        let mut draft = self.gathered.draft()?;
        list_broken(&mut draft, self.faults);
        Ok(draft)
    }
}

fn list_broken(draft: &mut Draft<'_>, faults: Vec<Fault>) {
    for fault in faults {
        let place = format!("line {}", fault.line);
        let problem = format!("it cannot be read: {}", fault.message);
        draft.defects.push(Defect::of_table("", problem, "set aside").in_item(place));
        set_aside(&mut draft.design.extra, Value::from(fault.text));
    }
}

/// Reads an object, or a list, that was taken apart already.
///
/// # Errors
/// When it does not hold items.
pub(super) fn read(part: Part<'_>) -> Result<Draft<'_>, OpenError> {
    let mut gathered = Gathered::new(false);
    gathered.part(part);
    gathered.draft()
}

/// Whether a list's first element is an item, or what holds one.
pub(super) fn fits_list(first: &Part<'_>) -> bool {
    matches!(first, Part::Raw(raw) if raw.get().starts_with('{'))
}

/// A draft of nothing but items, of a table each.
pub(super) fn draft_of<'t>(
    format: &'static str,
    lists: Vec<(Option<String>, ItemSource<'t>)>,
    defects: Vec<Defect>,
) -> Draft<'t> {
    let mut tables: Vec<TableDraft<'t>> = Vec::new();
    for (table, source) in lists {
        let name = table.unwrap_or_else(|| UNNAMED.to_owned());
        let there = tables
            .iter_mut()
            .find(|table| table.create.get("TableName").and_then(Value::as_str) == Some(&name));
        if let Some(there) = there {
            there.sources.push(source);
        } else {
            let create = key_engine::value::object(&mut [("TableName", Value::from(name))]);
            tables.push(TableDraft { create, sources: vec![source], ..TableDraft::default() });
        }
    }
    Draft { tables, defects, format, items_only: true, ..Draft::default() }
}

/// Whether files are read together with others: files of items, and definitions of tables for them.
pub(in crate::design) fn can_join(draft: &Draft<'_>) -> bool {
    draft.items_only || draft.format == super::tables::FORMAT
}

/// Whether a draft is of items that stand by themselves, with nothing around them that says what they are.
pub(super) fn are_lone(draft: &Draft<'_>) -> bool {
    gather::are_lone(draft.format)
}

/// Joins files to one: items come to the table of their name, and those of no name to the first whose keys all of them have.
pub(in crate::design) fn join(drafts: Vec<Draft<'_>>) -> Draft<'_> {
    let (items, definitions): (Vec<_>, Vec<_>) =
        drafts.into_iter().partition(|draft| draft.items_only);
    let mut drafts = definitions.into_iter().chain(items);
    let mut whole = drafts.next().unwrap_or_default();
    for draft in drafts {
        whole.defects.extend(draft.defects);
        for (key, value) in draft.design.extra {
            if let Value::Array(values) = value {
                for value in values {
                    set_aside(&mut whole.design.extra, value);
                }
            } else {
                whole.design.extra.insert(key, value);
            }
        }
        for mut table in draft.tables {
            let there = draft.items_only.then(|| place_of(&whole, &table)).flatten();
            if let Some(there) = there.and_then(|at| whole.tables.get_mut(at)) {
                join_sources(&mut there.sources, table.sources);
                continue;
            }
            if draft.items_only && !whole.items_only {
                guess::complete(&mut table, &mut whole.defects);
            }
            whole.tables.push(table);
        }
    }
    whole
}

/// The table among those that are there which the items of another belong to.
fn place_of(whole: &Draft<'_>, table: &TableDraft<'_>) -> Option<usize> {
    let name = table.create.get("TableName");
    let alike = whole.tables.iter().position(|there| there.create.get("TableName") == name);
    alike.or_else(|| {
        let unnamed = name.and_then(Value::as_str) == Some(UNNAMED) && !whole.items_only;
        let fits = |there: &TableDraft<'_>| {
            let schema = there.create.get("KeySchema").and_then(Value::as_array);
            let names = schema.into_iter().flatten().map(|key| key.get("AttributeName")?.as_str());
            let keys: Option<Vec<&str>> = names.collect();
            keys.is_some_and(|keys| !keys.is_empty() && guess::all_have(table, &keys))
        };
        unnamed.then(|| whole.tables.iter().position(fits)).flatten()
    })
}

/// Adds items to those of the same place, which are then one list.
fn join_sources<'t>(there: &mut Vec<ItemSource<'t>>, more: Vec<ItemSource<'t>>) {
    for source in more {
        match there.last_mut().filter(|last| last.place == source.place) {
            Some(last) => last.items.extend(source.items),
            None => there.push(source),
        }
    }
}

/// Marks items as plain JSON where most of the first are not `DynamoDB`'s; says whether they are.
fn mark_plain(items: &mut [Written<'_>]) -> bool {
    const LOOKED_AT: usize = 20;
    let looked_at: Vec<bool> = items.iter().take(LOOKED_AT).filter_map(is_typed).collect();
    let typed = looked_at.iter().filter(|typed| **typed).count();
    let plain = typed * 2 < looked_at.len();
    if plain {
        for item in items {
            if let Written::Text(raw) = *item {
                *item = Written::Plain(raw);
            }
        }
    }
    plain
}

/// Whether most of an item's values carry `DynamoDB`'s types; none for what is no object.
fn is_typed(item: &Written<'_>) -> Option<bool> {
    let Written::Text(raw) = item else { return Some(true) };
    let Ok(Value::Object(members)) = serde_json::from_str(raw.get()) else { return None };
    let typed = members.values().filter(|value| gather::is_typed_value(value)).count();
    Some(typed * 2 >= members.len())
}
