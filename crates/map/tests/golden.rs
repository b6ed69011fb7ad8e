//! What becomes of each published model when it is opened, as a file that can be read: its tables, keys, indexes, kinds of item,
//! items, and what was noticed. `GOLDEN=write cargo test -p map --test golden` writes those files anew; what changed in them is then
//! for a person to judge. And: what is opened, written and opened again is the same, in every format that is read and written.
#![allow(clippy::unwrap_used, clippy::indexing_slicing)] // the whole file is a test

mod published;

use std::fmt::Write;
use std::path::Path;

use key_engine::engine::Index;
use map::design::{Format, Opened, Taken, TextFile, open, write};
use published::{Row, models, rows};

/// The files that the table of counts names, each once.
fn file_names(rows: &[Row]) -> Vec<String> {
    let mut names: Vec<String> = rows.iter().map(|row| row.file.clone()).collect();
    names.dedup();
    names
}

fn opened(folder: &Path, file: &str) -> Opened {
    open(&std::fs::read_to_string(folder.join(file)).unwrap())
        .unwrap_or_else(|error| panic!("{file}: {error}"))
}

fn keys(index: &Index) -> String {
    let element = |element: &key_engine::engine::KeyElement| {
        format!("{} ({})", element.attribute, element.key_type)
    };
    index.key_schema().iter().map(element).collect::<Vec<_>>().join(", ")
}

/// An opened file in words.
fn described(opened: &Opened) -> String {
    let mut out = format!("{}: {}\n", opened.format, opened.design.name);
    for described in &opened.design.tables {
        let table = opened.database.table(described.name()).unwrap();
        let billing = described.create["BillingMode"].as_str().unwrap_or("not said");
        writeln!(
            out,
            "\ntable {}\n  keys: {}\n  billing: {billing}",
            table.name(),
            keys(table.primary())
        )
        .unwrap();
        for index in table.indexes() {
            let name = index.name().unwrap_or_default();
            let list = described.create["GlobalSecondaryIndexes"].as_array().unwrap();
            let written = list.iter().find(|index| index["IndexName"] == name).unwrap();
            writeln!(
                out,
                "  index {name}: {}; {}; items: {}",
                keys(index),
                written["Projection"],
                index.item_count()
            )
            .unwrap();
        }
        for entity in opened.design.entities.iter().filter(|entity| entity.table == table.name()) {
            let sort = entity.sort_prefix.as_deref().unwrap_or("any");
            writeln!(
                out,
                "  kind {}: partition key {:?}, sort key {sort:?}",
                entity.name, entity.partition_prefix
            )
            .unwrap();
        }
        writeln!(out, "  items: {}", table.item_count()).unwrap();
        for item in table.primary().items() {
            writeln!(out, "    {}", item.to_json()).unwrap();
        }
    }
    writeln!(out, "\nnoticed: {}", opened.defects.len()).unwrap();
    for defect in &opened.defects {
        writeln!(out, "  {defect}").unwrap();
    }
    out
}

#[test]
fn every_published_model_opens_as_its_golden_file_says_and_that_agrees_with_its_sources() {
    let Some(folder) = models() else { return };
    let rows = rows(&std::fs::read_to_string(folder.join("SOURCES.md")).unwrap());
    assert_eq!(file_names(&rows).len(), 19);
    let golden = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden");
    for file in file_names(&rows) {
        let opened = opened(&folder, &file);
        let said = described(&opened);
        let path = golden.join(file.replace(".json", ".txt"));
        if std::env::var("GOLDEN").as_deref() == Ok("write") {
            std::fs::write(&path, &said).unwrap();
        }
        let kept = std::fs::read_to_string(&path).unwrap_or_default();
        assert!(said == kept, "{file} opens otherwise than {} says", path.display());
        let of_file = || rows.iter().filter(|row| row.file == file);
        assert_eq!(opened.design.tables.len(), of_file().count(), "{file}");
        for row in of_file() {
            let part = kept
                .split("\ntable ")
                .find(|part| part.lines().next() == Some(&row.table))
                .unwrap();
            let counted = |start: &str| part.lines().filter(|line| line.starts_with(start)).count();
            let place = format!("{file}, {}", row.table);
            assert_eq!(counted("    {"), row.distinct, "{place}: items");
            assert_eq!(counted("  index "), row.indexes, "{place}: indexes");
            let lacking = kept.lines().filter(|line| {
                line.starts_with(&format!("  {}, ", row.table))
                    && line.contains("it lacks the key attribute")
            });
            assert_eq!(lacking.count(), row.lacking, "{place}: items without a key");
        }
    }
}

fn exported(format: Format, opened: &Opened) -> Vec<TextFile> {
    let (files, _) = write(format, &opened.design, &opened.database);
    files.into_iter().map(|file| TextFile { name: file.name, text: file.text }).collect()
}

/// The formats that are read as well as written, and hold whole designs or their tables.
const READ_AND_WRITTEN: [Format; 4] =
    [Format::Own, Format::Workbench, Format::CloudFormation, Format::CreateTable];

#[test]
fn what_was_exported_and_imported_is_exported_the_same_in_every_format() {
    let Some(folder) = models() else { return };
    let rows = rows(&std::fs::read_to_string(folder.join("SOURCES.md")).unwrap());
    for file in file_names(&rows) {
        let first = opened(&folder, &file);
        for format in READ_AND_WRITTEN {
            let place = format!("{file}, {format:?}");
            let once = exported(format, &first);
            let again = read(&once, &place);
            assert_eq!(names(&again), names(&first), "{place}");
            let twice = exported(format, &again);
            assert!(twice.len() == once.len(), "{place}: as many files");
            for (one, other) in once.iter().zip(&twice) {
                let lines = one.text.lines().zip(other.text.lines());
                let differing = lines.filter(|(one, other)| one != other).collect::<Vec<_>>();
                assert!(one.text == other.text, "{place}: {differing:#?}");
            }
            let third = read(&twice, &place);
            assert!(third.design == again.design, "{place}: the design is another");
            for table in again.database.tables() {
                let there = third.database.table(table.name()).unwrap();
                assert!(table.primary().items().eq(there.primary().items()), "{place}: items");
            }
        }
    }
}

fn read(files: &[TextFile], place: &str) -> Opened {
    let loader = Taken::read(files).and_then(Taken::into_loader);
    let opened = loader.unwrap_or_else(|error| panic!("{place}: {error}")).finish();
    let noticed: Vec<String> = opened.defects.iter().map(ToString::to_string).collect();
    assert!(noticed.is_empty(), "{place}: {noticed:#?}");
    opened
}

/// Tables and their indexes, in order.
fn names(opened: &Opened) -> Vec<String> {
    let table = |table: &map::design::TableDesign| {
        let made = opened.database.table(table.name()).unwrap();
        made.indexes().fold(table.name().to_owned(), |names, index| {
            format!("{names}, {} {}", index.name().unwrap_or_default(), keys(index))
        })
    };
    opened.design.tables.iter().map(table).collect()
}

#[test]
fn tables_and_their_items_written_apart_come_together_again() {
    let Some(folder) = models() else { return };
    let rows = rows(&std::fs::read_to_string(folder.join("SOURCES.md")).unwrap());
    for file in file_names(&rows) {
        let first = opened(&folder, &file);
        let mut files = exported(Format::BatchWrite, &first);
        files.extend(exported(Format::CreateTable, &first));
        let again = Taken::read(&files).unwrap().into_loader().unwrap().finish();
        for table in first.database.tables() {
            let made = again.database.table(table.name()).unwrap();
            assert!(table.primary().items().eq(made.primary().items()), "{file}, {}", table.name());
        }
        assert_eq!(names(&again).len(), names(&first).len(), "{file}");
    }
}
