//! Reads exported files again, and compares: `reread <folder>`, with a folder for each design, as `exported` writes them and as
//! their judges add what the CDK synthesises.
//!
//! Says each difference, and fails where there is one.
#![allow(clippy::unwrap_used)] // a tool of the tests

use std::error::Error;
use std::path::{Path, PathBuf};

use key_engine::engine::Database;
use key_engine::value::Members;
use map::design::{Opened, TableDesign, open};
use serde_json::{Value, json};

fn main() -> Result<(), Box<dyn Error>> {
    let folder = std::env::args_os().nth(1).map(PathBuf::from).ok_or("reread <folder>")?;
    let (mut read, mut differences) = (0, Vec::new());
    for design in listed(&folder)? {
        let own = listed(&design.join("own"))?;
        let design_file = own.first().ok_or("no design in its own format")?;
        let whole = opened(design_file)?;
        for (part, compare) in PARTS {
            let files = listed(&design.join(part)).unwrap_or_default();
            read += files.len();
            for difference in compare(&whole, &files)? {
                differences.push(format!("{}, {part}: {difference}", design.display()));
            }
        }
    }
    println!("read {read} exported files again");
    if differences.is_empty() { Ok(()) } else { Err(differences.join("\n").into()) }
}

type Compare = fn(&Opened, &[PathBuf]) -> Result<Vec<String>, Box<dyn Error>>;

/// The folders of what can be read again, and what must be the same then.
const PARTS: [(&str, Compare); 6] = [
    ("own", everything),
    ("workbench", everything),
    ("cloudformation", templates),
    ("synthesised", templates),
    ("create-table", create_tables),
    ("batch-write", batches),
];

fn listed(folder: &Path) -> Result<Vec<PathBuf>, Box<dyn Error>> {
    let entries = std::fs::read_dir(folder)?.collect::<Result<Vec<_>, _>>()?;
    let mut paths: Vec<PathBuf> = entries.into_iter().map(|entry| entry.path()).collect();
    paths.sort();
    Ok(paths)
}

fn opened(file: &Path) -> Result<Opened, Box<dyn Error>> {
    let text = std::fs::read_to_string(file)?;
    open(&text).map_err(|error| format!("{}: {error}", file.display()).into())
}

/// The whole design, and every item.
fn everything(whole: &Opened, files: &[PathBuf]) -> Result<Vec<String>, Box<dyn Error>> {
    let mut differences = Vec::new();
    for file in files {
        let again = opened(file)?;
        if again.design != whole.design {
            differences.push("another design".to_owned());
        }
        differences.extend(items(&whole.database, &again.database));
    }
    Ok(differences)
}

/// Every table: keys, indexes, projections, how it is paid for, and all else that its definition says.
fn templates(whole: &Opened, files: &[PathBuf]) -> Result<Vec<String>, Box<dyn Error>> {
    let mut differences = Vec::new();
    for file in files {
        let again = opened(file)?;
        if again.design.tables.len() != whole.design.tables.len() {
            differences.push("another number of tables".to_owned());
        }
        for table in &whole.design.tables {
            let Some(read) = again.design.table(table.name()) else {
                differences.push(format!("{} is not there", table.name()));
                continue;
            };
            if definition(read) != definition(table) || read.time_to_live != table.time_to_live {
                differences.push(format!("{} is another table", table.name()));
            }
        }
    }
    Ok(differences)
}

/// The same, each table in a file of its own.
fn create_tables(whole: &Opened, files: &[PathBuf]) -> Result<Vec<String>, Box<dyn Error>> {
    let mut differences = Vec::new();
    let mut found = 0;
    for file in files {
        if !file.to_string_lossy().ends_with(".create-table.json") {
            continue;
        }
        let again = opened(file)?;
        for read in &again.design.tables {
            found += 1;
            let table = whole.design.table(read.name());
            if table.map(definition) != Some(definition(read)) {
                differences.push(format!("{} is another table", read.name()));
            }
        }
    }
    if found != whole.design.tables.len() {
        differences.push("another number of tables".to_owned());
    }
    Ok(differences)
}

/// As many items, over all files.
fn batches(whole: &Opened, files: &[PathBuf]) -> Result<Vec<String>, Box<dyn Error>> {
    let count = |database: &Database| -> usize {
        database.tables().map(key_engine::engine::Table::item_count).sum()
    };
    let mut found = 0;
    let is_data = |file: &&PathBuf| file.extension().is_some_and(|ending| ending != "sh");
    for file in files.iter().filter(is_data) {
        found += count(&opened(file)?.database);
    }
    let wanted = count(&whole.database);
    let differs = found != wanted;
    Ok(differs.then(|| format!("{found} items instead of {wanted}")).into_iter().collect())
}

fn items(whole: &Database, again: &Database) -> Option<String> {
    let same = whole.tables().zip(again.tables()).all(|(one, two)| {
        one.name() == two.name() && one.primary().items().eq(two.primary().items())
    });
    (!same).then(|| "other items".to_owned())
}

/// A table's definition as it is compared: how it is paid for may be said or left to the default, and tags have no order.
fn definition(table: &TableDesign) -> Value {
    let mut create = table.create.as_object().cloned().unwrap_or_default();
    if create.get("BillingMode").is_none() {
        create.set("BillingMode", json!("PROVISIONED"));
    }
    if let Some(Value::Array(tags)) = create.get_mut("Tags") {
        tags.sort_by_key(Value::to_string);
    }
    if let Some(indexes) = table.extra.get("VectorIndexes") {
        create.set("VectorIndexes", indexes.clone());
    }
    Value::Object(create)
}
