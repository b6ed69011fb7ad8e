//! Attributes that items are given for a door.
//!
//! Owns the changes of items, and that rows which are offered the same door share them: of a large table they are many. It never
//! chooses what items are given.

use std::sync::Arc;

use key_engine::Item;
use key_engine::walk::Change;

use super::ground::Ground;
use super::plan::{Fill, Plan};

/// The changes that were offered so far, as long as the items stay as they are.
#[derive(Debug, Default)]
pub(in crate::advice) struct Backfills(Vec<Known>);

#[derive(Debug)]
struct Known {
    table: String,
    /// The index through which the row sees the items; none for the table.
    seen: Option<String>,
    fills: Vec<Fill>,
    changes: Arc<[Change]>,
}

impl Backfills {
    /// The items that a plan gives attributes, before and after.
    pub(super) fn of(&mut self, ground: &Ground<'_>, plan: &Plan) -> Arc<[Change]> {
        if plan.fills.is_empty() {
            return Arc::default();
        }
        let table = ground.table.name();
        let seen = ground.door().and_then(|door| door.name());
        let is_known = |known: &&Known| {
            known.table == table && known.seen.as_deref() == seen && known.fills == plan.fills
        };
        if let Some(known) = self.0.iter().find(is_known) {
            return Arc::clone(&known.changes);
        }
        let changes: Arc<[Change]> = changes(ground, plan).into();
        self.0.push(Known {
            table: table.to_owned(),
            seen: seen.map(str::to_owned),
            fills: plan.fills.clone(),
            changes: Arc::clone(&changes),
        });
        changes
    }
}

fn changes(ground: &Ground<'_>, plan: &Plan) -> Vec<Change> {
    let mut changes = Vec::new();
    for item in ground.table.primary().shared_items() {
        if !ground.sees(item) {
            continue;
        }
        let Some(values) = plan.filled(item) else { continue };
        let mut filled = Item::clone(item);
        for (fill, value) in plan.fills.iter().zip(values) {
            filled.insert(fill.attribute.as_str(), value);
        }
        changes.push(Change {
            table: ground.table.name().to_owned(),
            old: Some(Arc::clone(item)),
            new: Some(Arc::new(filled)),
        });
    }
    changes
}
