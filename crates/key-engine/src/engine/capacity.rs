//! What a request costs, in capacity units, and how a response says so.
//!
//! Source: AWS, "DynamoDB read and write operations" and "Global secondary indexes: write capacity units".

use serde_json::{Map, Value};

use super::limits::{READ_UNIT_BYTES, WRITE_UNIT_BYTES};
use super::schema::IndexKind;
use crate::order::{SortedMap, gathered};
use crate::value::{Members, object};

/// Read units of so many bytes read together: 4 KB steps, at least one; half when eventually consistent.
pub fn read_units(bytes: u64, consistent: bool) -> f64 {
    let steps = bytes.div_ceil(READ_UNIT_BYTES).max(1) as f64;
    if consistent { steps } else { steps / 2.0 }
}

/// Write units of an item or entry of so many bytes: 1 KB steps, at least one.
pub fn write_units(bytes: u64) -> f64 {
    bytes.div_ceil(WRITE_UNIT_BYTES).max(1) as f64
}

/// How much of the bill a response shows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ReturnConsumedCapacity {
    /// Nothing.
    #[default]
    None,
    /// The sum.
    Total,
    /// The sum, and the table's and each index's part.
    Indexes,
}

/// What one request consumed of a table and its indexes.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Consumed {
    /// The table's units.
    pub table: f64,
    /// Units of local indexes, by name; they are the table's to serve.
    pub local: SortedMap<String, f64>,
    /// Units of global indexes, by name.
    pub global: SortedMap<String, f64>,
}

impl Consumed {
    /// Adds units to a door's account.
    pub(crate) fn add(&mut self, kind: IndexKind, name: Option<&str>, units: f64) {
        let name = name.unwrap_or_default();
        match kind {
            IndexKind::Primary => self.table += units,
            IndexKind::Local => *self.local.or_insert_with(name.to_owned(), || 0.0) += units,
            IndexKind::Global => *self.global.or_insert_with(name.to_owned(), || 0.0) += units,
        }
    }

    /// Adds another bill of the same table.
    pub(crate) fn add_all(&mut self, more: &Self) {
        self.table += more.table;
        for (name, units) in more.local.iter() {
            self.add(IndexKind::Local, Some(name), *units);
        }
        for (name, units) in more.global.iter() {
            self.add(IndexKind::Global, Some(name), *units);
        }
    }

    /// Units of the table and all indexes together.
    pub fn total(&self) -> f64 {
        self.table + self.local.values().sum::<f64>() + self.global.values().sum::<f64>()
    }

    /// `ConsumedCapacity` as a response shows it; `None` when not asked for.
    pub fn to_json(&self, table_name: &str, show: ReturnConsumedCapacity) -> Option<Value> {
        if show == ReturnConsumedCapacity::None {
            return None;
        }
        let mut body = Map::new();
        body.set("TableName", table_name.into());
        body.set("CapacityUnits", self.total().into());
        if show == ReturnConsumedCapacity::Indexes {
            body.set("Table", object(&mut [("CapacityUnits", Value::from(self.table))]));
            for (name, accounts) in
                [("LocalSecondaryIndexes", &self.local), ("GlobalSecondaryIndexes", &self.global)]
            {
                if !accounts.is_empty() {
                    let shown = accounts.iter().map(|(index, units)| {
                        (index.clone(), object(&mut [("CapacityUnits", Value::from(*units))]))
                    });
                    let shown: Map<String, Value> = gathered(shown);
                    body.set(name, shown.into());
                }
            }
        }
        Some(Value::Object(body))
    }

    /// `ConsumedCapacity` of a transaction, which says everywhere too of which kind its units are:
    /// `ReadCapacityUnits` or `WriteCapacityUnits`. Source: AWS CLI reference, `transact-write-items`.
    pub(crate) fn to_json_of(
        &self,
        table_name: &str,
        show: ReturnConsumedCapacity,
        kind: &str,
    ) -> Option<Value> {
        let mut body = self.to_json(table_name, show)?;
        name_kind(&mut body, kind);
        Some(body)
    }
}

/// Beside each `CapacityUnits`, the same under the name of its kind.
fn name_kind(part: &mut Value, kind: &str) {
    let Value::Object(members) = part else { return };
    members.values_mut().for_each(|member| name_kind(member, kind));
    if let Some(units) = members.get("CapacityUnits").cloned() {
        members.set(kind, units);
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn units_round_up_in_steps_and_are_never_none() {
        for (bytes, strong, written) in [
            (0, 1.0, 1.0),
            (1, 1.0, 1.0),
            (1024, 1.0, 1.0),
            (1025, 1.0, 2.0),
            (4096, 1.0, 4.0),
            (4097, 2.0, 5.0),
        ] {
            let eventual = strong / 2.0;
            let got = (read_units(bytes, true), read_units(bytes, false), write_units(bytes));
            assert_eq!(got, (strong, eventual, written), "{bytes} bytes");
        }
    }

    #[test]
    fn a_bill_shows_the_sum_or_each_part() {
        let mut consumed = Consumed { table: 2.0, ..Consumed::default() };
        consumed.add(IndexKind::Global, Some("byCity"), 1.0);
        consumed.add(IndexKind::Global, Some("byCity"), 1.0);
        consumed.add(IndexKind::Local, Some("byDate"), 3.0);
        assert_eq!(consumed.to_json("Orders", ReturnConsumedCapacity::None), None);
        assert_eq!(
            consumed.to_json("Orders", ReturnConsumedCapacity::Total),
            Some(json!({"TableName": "Orders", "CapacityUnits": 7.0}))
        );
        assert_eq!(
            consumed.to_json("Orders", ReturnConsumedCapacity::Indexes),
            Some(json!({
                "TableName": "Orders", "CapacityUnits": 7.0, "Table": {"CapacityUnits": 2.0},
                "GlobalSecondaryIndexes": {"byCity": {"CapacityUnits": 2.0}},
                "LocalSecondaryIndexes": {"byDate": {"CapacityUnits": 3.0}}
            }))
        );
    }
}
