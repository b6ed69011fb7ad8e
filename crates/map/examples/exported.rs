//! Writes designs in every format, for those who define the formats to judge: `exported <folder> [design...]`.
//!
//! For each built-in scenario, each design that is named, one of everything odd and one of many items it makes a folder with the files, a folder for each
//! format, and the design itself in the map's own format.
#![allow(clippy::unwrap_used)] // a tool of the tests

use std::error::Error;
use std::path::{Path, PathBuf};

use map::design::scenarios::SCENARIOS;
use map::design::{Format, open, write};

/// Every kind of key, index, setting and value, under names that no language likes.
const ODD: &str = include_str!("../tests/odd_design.json");

fn main() -> Result<(), Box<dyn Error>> {
    let mut words = std::env::args_os().skip(1).map(PathBuf::from);
    let folder = words.next().ok_or("exported <folder> [design...]")?;
    for scenario in SCENARIOS {
        export(&folder, scenario.id, scenario.json)?;
    }
    export(&folder, "odd", ODD)?;
    export(&folder, "many", &many())?;
    for path in words {
        let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        export(&folder, &name, &std::fs::read_to_string(&path)?)?;
    }
    Ok(())
}

/// A table of more items than fit into a handful of batches.
fn many() -> String {
    let items: Vec<String> = (0..1_100)
        .map(|at| format!(r#"{{"id":{{"N":"{at}"}},"text":{{"S":"it's \"{at}\" $(echo) \\n"}}}}"#))
        .collect();
    format!(
        r#"{{"retrieval-map":1,"name":"Many items","tables":[{{"create":{{"TableName":"Many","AttributeDefinitions":[{{"AttributeName":"id","AttributeType":"N"}}],"KeySchema":[{{"AttributeName":"id","KeyType":"HASH"}}],"BillingMode":"PAY_PER_REQUEST"}},"items":[{}]}}]}}"#,
        items.join(",")
    )
}

fn export(folder: &Path, name: &str, text: &str) -> Result<(), Box<dyn Error>> {
    let opened = open(text).map_err(|error| format!("{name}: {error}"))?;
    for (format, part) in Format::ALL.into_iter().zip(FOLDERS) {
        let folder = folder.join(name).join(part);
        std::fs::create_dir_all(&folder)?;
        let (files, _) = write(format, &opened.design, &opened.database);
        for file in files {
            std::fs::write(folder.join(file.name), file.text)?;
        }
    }
    Ok(())
}

/// The folders' names, as [`Format::ALL`] goes.
const FOLDERS: [&str; 7] =
    ["own", "workbench", "cloudformation", "cdk", "terraform", "create-table", "batch-write"];
