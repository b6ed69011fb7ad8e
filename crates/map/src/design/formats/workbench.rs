//! NoSQL Workbench for `DynamoDB` model files, of every version (none, 1.0, 2.0, 3.0 and later).
//!
//! Owns the turning of a model into tables as `CreateTable` takes them. Files seen in the wild lack members, repeat them
//! and add unknown ones: nothing is refused here but a document whose list of tables is not a list. What is not
//! understood is kept under the key `workbench`.

pub(in crate::design) mod ours;
mod patch;
mod places;
mod table;

pub(in crate::design) use places::Places;

use key_engine::value::Members as _;
use serde_json::{Map, Value};

use super::Draft;
use super::raw::{Members, Part};
use crate::design::{Defect, OpenError};

/// The member that holds the tables, by which a model is recognised.
pub(super) const TABLES_KEY: &str = "DataModel";
/// The member of a table and of a facet that lists its items.
pub(in crate::design) const DATA: &str = "TableData";
/// The member of a table that lists its facets.
pub(in crate::design) const FACETS: &str = "TableFacets";
/// The key under which a design keeps what a model says beyond it. Of lists of items the keys are kept, see [`Places`].
pub(in crate::design) const KEPT: &str = "workbench";
/// The key under which a table keeps the names of attributes that its items had and its model did not declare.
pub(in crate::design) const UNDECLARED: &str = "workbenchUndeclared";

pub(super) fn read(mut document: Members<'_>) -> Result<Draft<'_>, OpenError> {
    let mut draft = Draft { format: "NoSQL Workbench model", ..Draft::default() };
    let bad = |problem| OpenError::BadDocument { place: TABLES_KEY.to_owned(), problem };
    let tables = document.remove(TABLES_KEY).map_or(Ok(Vec::new()), Part::elements).map_err(bad)?;
    if tables.is_empty() {
        return Err(OpenError::NoTables);
    }
    for (at, part) in tables.into_iter().enumerate() {
        match table::read(part, at, &mut draft.defects) {
            Ok(table) => draft.tables.push(table),
            Err(problem) => {
                draft.defects.push(Defect::of_table(
                    &format!("{TABLES_KEY}[{at}]"),
                    problem,
                    "left out",
                ));
            }
        }
    }
    if draft.tables.is_empty() {
        return Err(match draft.defects.first() {
            Some(first) => {
                bad(format!("none of its tables can be read; of the first, {}", first.problem))
            }
            None => OpenError::NoTables,
        });
    }
    let ours = document.remove(ours::KEY);
    let mut kept = keep(document, "", &mut draft.defects);
    if let Some(Value::String(name)) = kept.get("ModelName") {
        draft.design.name.clone_from(name);
    }
    if let Some(Value::String(text)) =
        kept.get("ModelMetadata").and_then(|about| about.get("Description"))
    {
        draft.design.description.clone_from(text);
    }
    // A model is written as one of the newest version, whatever it was.
    if let Some(Value::Object(about)) = kept.get_mut("ModelMetadata") {
        about.remove("Version");
    }
    draft.design.extra.set(KEPT, Value::Object(kept));
    if let Some(ours) = ours {
        ours::read(&ours, &mut draft);
    }
    Ok(draft)
}

/// The members that are not read, as values; one that cannot be read is listed.
fn keep(members: Members<'_>, table: &str, faults: &mut Vec<Defect>) -> Map<String, Value> {
    let mut kept = Map::new();
    for (key, part) in members {
        match part.value() {
            Ok(value) => _ = kept.insert(key, value),
            Err(problem) => {
                faults.push(Defect::of_table(
                    table,
                    format!("{key} cannot be read: {problem}"),
                    "left out",
                ));
            }
        }
    }
    kept
}

/// The names that a table of a model declares: of its key, and of `NonKeyAttributes`.
pub(in crate::design) fn declared(table: &Map<String, Value>) -> impl Iterator<Item = &str> {
    let keys = table.get("KeyAttributes").and_then(Value::as_object);
    let keys = keys.into_iter().flat_map(Map::values);
    let others = table.get("NonKeyAttributes").and_then(Value::as_array).into_iter().flatten();
    keys.chain(others).filter_map(|attribute| attribute.get("AttributeName")?.as_str())
}
