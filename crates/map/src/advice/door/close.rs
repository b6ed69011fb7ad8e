//! The closing of a door.
//!
//! Owns what has to change with it: rows that read through it become the Scans that still answer them.

use key_engine::Database;
use serde_json::Value;

use crate::advice::Remedy;
use crate::advice::explain::scan_of;
use crate::design::call_form::CallForm;
use crate::design::{Call, Design, Edit};

/// What closes an index of a table, and rewrites the rows that read through it as Scans; one undo brings all of it back.
pub fn close(design: &Design, _database: &Database, table: &str, index: &str) -> Remedy {
    let mut edits = Vec::new();
    let mut rows: Vec<&str> = Vec::new();
    for (at, request) in design.requests.iter().enumerate() {
        let mut becomes = request.clone();
        let mut changed = false;
        for call in &mut becomes.calls {
            if let Some(scan) = reads_through(call, table, index).then(|| without(call)).flatten() {
                *call = scan;
                changed = true;
            }
        }
        if changed {
            becomes.route = None;
            rows.push(&request.id);
            edits.push(Edit::ReplaceRequest { at, request: Box::new(becomes) });
        }
    }
    edits.push(Edit::CloseDoor { table: table.to_owned(), index: index.to_owned() });
    let mut facts = vec!["Writes to the table no longer write to it.".to_owned()];
    if !rows.is_empty() {
        facts.push(format!("Then only a Scan answers {}.", rows.join(", ")));
    }
    Remedy {
        label: format!("Close the door {index}"),
        facts,
        edits,
        walk: rows.first().map(|id| (*id).to_owned()),
    }
}

fn reads_through(call: &Call, table: &str, index: &str) -> bool {
    CallForm::table_of(call) == Some(table)
        && call.input.get("IndexName").and_then(Value::as_str) == Some(index)
}

/// The Scan of the table that answers what a call asks of an index.
fn without(call: &Call) -> Option<Call> {
    let mut scan = if call.operation == "Query" { scan_of(call)? } else { call.clone() };
    if let Some(input) = scan.input.as_object_mut() {
        input.remove("IndexName");
    }
    Some(scan)
}
