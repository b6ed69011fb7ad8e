//! NoSQL Workbench for `DynamoDB` model files, of every version (none, 1.0, 2.0, 3.0 and later).
//!
//! Owns the turning of a model into tables as `CreateTable` takes them. Files seen in the wild lack members, repeat them
//! and add unknown ones: nothing is refused here but a document whose list of tables is not a list. What is not
//! understood is kept under the key `workbench`.

mod table;

use key_engine::value::Members as _;
use serde_json::{Map, Value};

use super::Draft;
use super::raw::{Members, Part};
use crate::design::{Defect, OpenError};

/// The member that holds the tables, by which a model is recognised.
pub(super) const TABLES_KEY: &str = "DataModel";

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
    let kept = keep(document, "", &mut draft.defects);
    if let Some(Value::String(name)) = kept.get("ModelName") {
        draft.design.name.clone_from(name);
    }
    if let Some(Value::String(text)) =
        kept.get("ModelMetadata").and_then(|about| about.get("Description"))
    {
        draft.design.description.clone_from(text);
    }
    draft.design.extra.set("workbench", Value::Object(kept));
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
