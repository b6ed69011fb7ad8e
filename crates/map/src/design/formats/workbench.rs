//! NoSQL Workbench for `DynamoDB` model files, of every version (none, 1.0, 2.0, 3.0 and later).
//!
//! Owns the turning of a model into tables as `CreateTable` takes them. Files seen in the wild lack members, repeat them
//! and add unknown ones: nothing is refused here but a document whose list of tables is not a list. What is not
//! understood is kept under the key `workbench`.

mod table;

use serde_json::{Map, Value};

use super::raw::{Members, elements};
use super::{Draft, small};
use crate::design::{Defect, OpenError};

/// The member that holds the tables, by which a model is recognised.
pub(super) const TABLES_KEY: &str = "DataModel";

pub(super) fn read(mut document: Members<'_>) -> Result<Draft<'_>, OpenError> {
    let mut draft = Draft { format: "NoSQL Workbench model", ..Draft::default() };
    let bad = |problem| OpenError::BadDocument { place: TABLES_KEY.to_owned(), problem };
    let tables = document.remove(TABLES_KEY).map_or(Ok(Vec::new()), elements).map_err(bad)?;
    if tables.is_empty() {
        return Err(OpenError::NoTables);
    }
    for (at, raw) in tables.into_iter().enumerate() {
        match table::read(raw, at, &mut draft.defects) {
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
    let mut kept = Map::new();
    for (key, raw) in document {
        match small(raw, &key) {
            Ok(value) => _ = kept.insert(key, value),
            Err(error) => draft.defects.push(Defect::of_table("", error.to_string(), "left out")),
        }
    }
    if let Some(Value::String(name)) = kept.get("ModelName") {
        draft.design.name.clone_from(name);
    }
    if let Some(Value::String(text)) =
        kept.get("ModelMetadata").and_then(|about| about.get("Description"))
    {
        draft.design.description.clone_from(text);
    }
    draft.design.extra.insert("workbench".to_owned(), Value::Object(kept));
    Ok(draft)
}
