//! Where the items of a file belong that names no keys: in tables of its own, or in those of a design that is open.

use key_engine::KeyType;
use serde_json::Value;

use super::{Draft, TableDraft, Written, items};
use crate::design::{Design, TableDesign};

impl<'t> Draft<'t> {
    /// The draft with keys for its tables, where its items are all that it knows.
    #[must_use]
    pub fn with_keys(mut self) -> Self {
        if self.items_only {
            for table in &mut self.tables {
                items::guess::complete(table, &mut self.defects);
            }
        }
        self
    }

    /// All its items, as items of one table of an open design, and nothing else of it.
    #[must_use]
    pub fn into_table(self, table: &TableDesign) -> Self {
        let mut sources = Vec::new();
        let mut whole = Draft { items_only: false, ..self };
        for draft in std::mem::take(&mut whole.tables) {
            sources.extend(draft.sources);
        }
        let mut target = as_draft(table);
        target.sources = sources;
        declare(&target, table);
        whole.tables = vec![target];
        for defect in &mut whole.defects {
            if defect.table == items::UNNAMED {
                table.name().clone_into(&mut defect.table);
            }
        }
        whole
    }

    /// The tables of an open design that the file's tables could join, one for each: those of the same name, or the first whose
    /// keys all the items have. None where there is no such table for some of them, or where the file is more than items.
    pub fn tables_in<'d>(&self, design: &'d Design) -> Option<Vec<&'d TableDesign>> {
        if !self.items_only || self.tables.is_empty() {
            return None;
        }
        let place = |draft: &TableDraft<'_>| {
            let fits = |table: &&TableDesign| {
                let keys: Vec<&str> =
                    [table.partition_key(), table.sort_key()].into_iter().flatten().collect();
                !keys.is_empty() && items::guess::all_have(draft, &keys)
            };
            let name = draft.create.get("TableName").and_then(Value::as_str).unwrap_or_default();
            design.table(name).filter(fits).or_else(|| design.tables.iter().find(fits))
        };
        self.tables.iter().map(place).collect()
    }
}

/// A table of an open design, without items.
fn as_draft<'t>(table: &TableDesign) -> TableDraft<'t> {
    TableDraft { create: table.create.clone(), ..TableDraft::default() }
}

/// Tells tables of values which types the keys have: their own guess is not needed there.
fn declare(draft: &TableDraft<'_>, table: &TableDesign) {
    let definitions = table.create.get("AttributeDefinitions").and_then(Value::as_array);
    let text = |definition: &'_ Value, name: &str| -> String {
        definition.get(name).and_then(Value::as_str).unwrap_or_default().to_owned()
    };
    for source in &draft.sources {
        let Some(Written::Row(row)) = source.items.first() else { continue };
        for definition in definitions.into_iter().flatten() {
            let kind = match text(definition, "AttributeType").as_str() {
                "N" => KeyType::N,
                _ => KeyType::S,
            };
            row.declare(&text(definition, "AttributeName"), kind);
        }
    }
}
