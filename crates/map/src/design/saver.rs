//! Writing a design a part at a time, so that a page can breathe between two of them.
//!
//! Owns the cutting: the parts together are what [`save`] writes. Must never: write anything else than that.

use key_engine::engine::Database;

use super::{Design, save};

/// The items of a table that has none, as they stand in a document: such a line break is never inside a string.
const NO_ITEMS: &str = "\n      \"items\": []\n    }";

/// Writes a design a part at a time. The design and its items must stay what they are until it is done.
#[derive(Debug)]
pub struct Saver {
    /// The document around the items of its tables, the last piece first.
    around: Vec<String>,
    /// The table whose items are next, and the next of its items: its collection and its rank there.
    next: (usize, usize, usize),
    /// Whether the table's list has begun.
    begun: bool,
}

impl Saver {
    /// Begins to write a design.
    pub fn new(design: &Design) -> Self {
        let skeleton = save(design, &Database::default());
        let mut around: Vec<String> = skeleton.split(NO_ITEMS).map(str::to_owned).collect();
        around.reverse();
        Self { around, next: (0, 0, 0), begun: false }
    }

    /// The next part, with about so many items; none once everything is written.
    pub fn step(
        &mut self,
        design: &Design,
        database: &Database,
        most_items: usize,
    ) -> Option<String> {
        let mut part = String::new();
        let mut written = 0;
        while written < most_items {
            let (table, collection, rank) = self.next;
            if !self.begun {
                let Some(before) = self.around.pop() else { break };
                part.push_str(&before);
                if self.around.is_empty() {
                    break;
                }
                part.push_str("\n      \"items\": [");
                self.begun = true;
            }
            let name = design.tables.get(table).map(super::TableDesign::name).unwrap_or_default();
            let door = database.table(name).map(key_engine::engine::Table::primary);
            if let Some(item) = door.and_then(|door| door.item(collection, rank)) {
                part.push_str(if (collection, rank) == (0, 0) {
                    "\n        "
                } else {
                    ",\n        "
                });
                part.push_str(&item.to_json().to_string());
                self.next = (table, collection, rank + 1);
                written += 1;
            } else if rank > 0 {
                self.next = (table, collection + 1, 0);
            } else {
                part.push_str(if collection > 0 { "\n      ]\n    }" } else { "]\n    }" });
                self.next = (table + 1, 0, 0);
                self.begun = false;
            }
        }
        (!part.is_empty()).then_some(part)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::design::{open, scenarios};

    #[test]
    fn the_parts_together_are_the_document() {
        for scenario in scenarios::SCENARIOS {
            let opened = open(scenario.json).unwrap();
            let whole = save(&opened.design, &opened.database);
            for most_items in [1, 7, 1_000] {
                let mut saver = Saver::new(&opened.design);
                let mut text = String::new();
                while let Some(part) = saver.step(&opened.design, &opened.database, most_items) {
                    text.push_str(&part);
                }
                assert!(text == whole, "{} in parts of {most_items}", scenario.id);
            }
        }
    }

    #[test]
    fn tables_without_items_and_hostile_names_are_written_as_they_are() {
        let text = r#"{"retrieval-map": 1, "name": "\n      \"items\": []\n    }", "tables": [
            {"create": {"TableName": "One", "AttributeDefinitions": [{"AttributeName": "id", "AttributeType": "S"}],
            "KeySchema": [{"AttributeName": "id", "KeyType": "HASH"}], "BillingMode": "PAY_PER_REQUEST"}, "note": {"items": []}, "items": []},
            {"create": {"TableName": "Two", "AttributeDefinitions": [{"AttributeName": "id", "AttributeType": "S"}],
            "KeySchema": [{"AttributeName": "id", "KeyType": "HASH"}], "BillingMode": "PAY_PER_REQUEST"}, "items": [{"id": {"S": "\n      \"items\": []\n    }"}}]}],
            "requests": []}"#;
        let opened = open(text).unwrap();
        let whole = save(&opened.design, &opened.database);
        let mut saver = Saver::new(&opened.design);
        let mut text = String::new();
        while let Some(part) = saver.step(&opened.design, &opened.database, 1) {
            text.push_str(&part);
        }
        assert!(text == whole, "the parts differ from the document");
    }
}
