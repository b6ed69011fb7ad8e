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

    /// Its items, as items of tables of an open design, and nothing else of it. Of the tables given, the last takes the items of
    /// all its tables that are more.
    #[must_use]
    pub fn into_tables(self, tables: &[&TableDesign]) -> Self {
        let mut whole = Draft { items_only: false, ..self };
        let mut targets: Vec<TableDraft<'t>> = Vec::new();
        for (at, draft) in std::mem::take(&mut whole.tables).into_iter().enumerate() {
            let Some(table) = tables.get(at).or(tables.last()) else { continue };
            let place = targets.iter().position(|target| target.create == table.create);
            let place = place.unwrap_or_else(|| {
                let create = table.create.clone();
                targets.push(TableDraft { create, ..TableDraft::default() });
                targets.len() - 1
            });
            if let Some(target) = targets.get_mut(place) {
                target.sources.extend(draft.sources);
                declare(target, table);
            }
        }
        whole.tables = targets;
        let unnamed = tables.first().map(|table| table.name()).unwrap_or_default();
        for defect in &mut whole.defects {
            if defect.table == items::UNNAMED {
                unnamed.clone_into(&mut defect.table);
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
