//! Items as what `BatchWriteItem` puts.
//!
//! Owns the batches: of one table each, at most 25 items and 16 MB, as `aws dynamodb batch-write-item --request-items file://...` takes
//! them. Few are files of their own; many are lines of one file, with a script that sends line after line.

use key_engine::engine::{Database, Table};

use super::{Exported, JSON};
use crate::design::{Defect, Design};

/// The most requests of a batch. Source: AWS, "`BatchWriteItem`".
const MOST_ITEMS: usize = 25;
/// The most bytes of a batch. Source: as above; the JSON is never shorter than what is counted of it.
const MOST_BYTES: usize = 16 * 1024 * 1024;
/// More files than this are one file of lines.
const MOST_FILES: usize = 40;

pub(super) fn write(
    design: &Design,
    database: &Database,
    name: &str,
    defects: &mut Vec<Defect>,
) -> Vec<Exported> {
    let tables = design.tables.iter().filter_map(|table| database.table(table.name()));
    let tables: Vec<&Table> = tables.filter(|table| table.item_count() > 0).collect();
    let fewest: usize = tables.iter().map(|table| table.item_count().div_ceil(MOST_ITEMS)).sum();
    let mut files = Vec::new();
    if fewest > MOST_FILES {
        return lines(&tables, name);
    }
    for table in &tables {
        let mut batches = Vec::new();
        each_batch(table, "\n", |batch| batches.push(batch.to_owned()));
        let digits = batches.len().to_string().len();
        let only = batches.len() == 1;
        for (at, text) in batches.into_iter().enumerate() {
            let number = at + 1;
            let number = if only { String::new() } else { format!("-{number:0digits$}") };
            let name = format!("{}.batch-write{number}.json", table.name());
            files.push(Exported { name, media_type: JSON, text });
        }
    }
    if files.is_empty() {
        defects.push(Defect::of_table("", "there are no items", "no file was written"));
    }
    files
}

/// All batches as lines, and the script that sends them.
fn lines(tables: &[&Table], name: &str) -> Vec<Exported> {
    let mut text = String::new();
    for table in tables {
        each_batch(table, "", |batch| {
            text.push_str(batch);
            text.push('\n');
        });
    }
    let file = format!("{name}.batch-write.jsonl");
    let script = SCRIPT.replace("FILE", &file);
    vec![
        Exported { name: file, media_type: "application/jsonl", text },
        Exported {
            name: format!("{name}.batch-write.sh"),
            media_type: "application/x-sh",
            text: script,
        },
    ]
}

const SCRIPT: &str = r#"#!/bin/sh
# Puts the items of FILE into their tables with the AWS CLI.
# Each line is the input of one batch-write-item; what is not taken at once is sent again.
# Options for the CLI may be given: sh this-file --region eu-west-1
set -eu
cd "$(dirname "$0")"
while IFS= read -r batch; do
  while [ "$batch" != "{}" ]; do
    batch=$(printf '%s' "$batch" |
      aws dynamodb batch-write-item --request-items file:///dev/stdin --query UnprocessedItems --output json "$@")
    [ "$batch" = "{}" ] || sleep 1
  done
done < FILE
"#;

/// The batches of a table, one after the other; `apart` parts the items.
fn each_batch(table: &Table, apart: &str, mut see: impl FnMut(&str)) {
    let head = format!("{{{}:[{apart}", serde_json::Value::from(table.name()));
    let tail = format!("{apart}]}}");
    let mut batch = head.clone();
    let mut count = 0;
    let mut item_text = String::new();
    for item in table.primary().items() {
        item_text.clear();
        item_text.push_str("{\"PutRequest\":{\"Item\":");
        item.write_json(&mut item_text);
        item_text.push_str("}}");
        if count == MOST_ITEMS || (count > 0 && batch.len() + item_text.len() + 8 > MOST_BYTES) {
            batch.push_str(&tail);
            see(&batch);
            batch.truncate(head.len());
            count = 0;
        }
        if count > 0 {
            batch.push(',');
            batch.push_str(apart);
        }
        batch.push_str(&item_text);
        count += 1;
    }
    if count > 0 {
        batch.push_str(&tail);
        see(&batch);
    }
}
