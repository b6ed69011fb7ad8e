//! The models that other people published, which lie beside the repository, and what their sources say of them.

use std::path::{Path, PathBuf};

/// The folder of models beside the repository; none where it is not there, which fails under `CI=true`.
pub fn models() -> Option<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/nosql-workbench");
    if folder.is_dir() {
        return Some(folder);
    }
    assert_ne!(std::env::var("CI").as_deref(), Ok("true"), "no models at {}", folder.display());
    eprintln!("skipped: no models at {}", folder.display());
    None
}

/// A row of the table of counts: file, table, distinct keys, items that lack a key, indexes.
pub struct Row {
    pub file: String,
    pub table: String,
    pub distinct: usize,
    pub lacking: usize,
    pub indexes: usize,
}

/// The table of counts in `SOURCES.md`.
pub fn rows(sources: &str) -> Vec<Row> {
    let counts = sources.split("# What each holds").nth(1).unwrap();
    let cells = |line: &str| {
        line.trim_matches('|').split('|').map(|cell| cell.trim().to_owned()).collect::<Vec<_>>()
    };
    let rows =
        counts.lines().map(cells).filter(|cells| cells.len() == 7 && cells[0].contains(".json"));
    rows.map(|cells| Row {
        file: cells[0].clone(),
        table: cells[1].clone(),
        distinct: cells[4].parse().unwrap(),
        lacking: cells[5].parse().unwrap(),
        indexes: cells[6].parse().unwrap(),
    })
    .collect()
}
