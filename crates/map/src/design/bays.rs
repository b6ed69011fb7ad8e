//! How many bays (partitions) a door's floor has.
//!
//! Owns the rule. `DynamoDB` neither tells nor promises its number of partitions, so the figure is what its published
//! limits imply, and the page says that the layout is illustrative.

use serde_json::Value;

use super::TableDesign;

/// The most bays a floor may be given.
pub const MAX_BAYS: u32 = 512;

/// Bays where nothing is said. A new on-demand table, or a new index of one, is warm for 4,000 writes and 12,000 reads a
/// second, which is four partitions' worth. Source: AWS, "DynamoDB on-demand capacity mode".
pub const ON_DEMAND_BAYS: u32 = 4;

/// Reads a partition serves, in read units a second. Source: AWS, "Partitions and data distribution".
const PARTITION_READ_UNITS: u64 = 3_000;
/// How many read units one write unit weighs: a partition serves 1,000 writes or 3,000 reads a second.
const READS_FOR_A_WRITE: u64 = 3;
/// What a partition holds: 10 GB. Source: the same page.
const PARTITION_BYTES: u64 = 10 * 1024 * 1024 * 1024;

/// Partitions that `DynamoDB`'s limits need for a throughput (units a second) and a size, at least one and at most
/// [`MAX_BAYS`]: the larger of ceil(RCU / 3000 + WCU / 1000) and ceil(bytes / 10 GB).
/// Source: AWS, "Best practices for designing and using partition keys", and the limits above.
pub fn bays_needed(read_units: u64, write_units: u64, size_bytes: u64) -> u32 {
    let load = write_units.saturating_mul(READS_FOR_A_WRITE).saturating_add(read_units);
    let bays = load.div_ceil(PARTITION_READ_UNITS).max(size_bytes.div_ceil(PARTITION_BYTES));
    u32::try_from(bays).unwrap_or(MAX_BAYS).clamp(1, MAX_BAYS)
}

impl TableDesign {
    /// Bays of the table's own floor, or of an index of it by name: what the design says, else what its throughput and
    /// size (`sizeBytes` of the table, where the file gives one) need, else [`ON_DEMAND_BAYS`].
    pub fn bays_of(&self, index: Option<&str>) -> u32 {
        let said = match index {
            None => self.bays,
            Some(name) => self.index_bays.get(name).copied(),
        };
        if let Some(bays) = said {
            return bays.clamp(1, MAX_BAYS);
        }
        let throughput = match index {
            None => throughput(&self.create),
            Some(name) => self.index_throughput(name),
        };
        let size = if index.is_none() {
            self.extra.get("sizeBytes").and_then(Value::as_u64)
        } else {
            None
        };
        match (throughput, size) {
            (None, None) => ON_DEMAND_BAYS,
            (None, Some(bytes)) => ON_DEMAND_BAYS.max(bays_needed(0, 0, bytes)),
            (Some((reads, writes)), size) => bays_needed(reads, writes, size.unwrap_or(0)),
        }
    }

    /// An index's own throughput; a local index has its table's.
    fn index_throughput(&self, name: &str) -> Option<(u64, u64)> {
        let of = |key: &str| {
            let indexes = self.create.get(key)?.as_array()?;
            indexes
                .iter()
                .find(|index| index.get("IndexName").and_then(Value::as_str) == Some(name))
        };
        match of("GlobalSecondaryIndexes") {
            Some(index) => throughput(index),
            None => throughput(&self.create),
        }
    }
}

/// Read and write units a second of a table's or an index's `ProvisionedThroughput`; none on demand.
fn throughput(owner: &Value) -> Option<(u64, u64)> {
    let settings = owner.get("ProvisionedThroughput")?;
    let units = |name: &str| settings.get(name).and_then(Value::as_u64).unwrap_or(0);
    let both = (units("ReadCapacityUnits"), units("WriteCapacityUnits"));
    (both != (0, 0)).then_some(both)
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn throughput_and_size_decide_how_many_partitions_are_needed() {
        const GB: u64 = 1024 * 1024 * 1024;
        for (reads, writes, bytes, expected) in [
            (0, 0, 0, 1),
            (5, 5, 0, 1),
            (3_000, 0, 0, 1),
            (3_000, 1, 0, 2),
            (0, 1_000, 0, 1),
            (7_500, 2_500, 0, 5),
            (5, 5, 10 * GB, 1),
            (5, 5, 10 * GB + 1, 2),
            (12_000, 4_000, 25 * GB, 8),
            (u64::MAX, u64::MAX, u64::MAX, MAX_BAYS),
        ] {
            assert_eq!(bays_needed(reads, writes, bytes), expected, "{reads} {writes} {bytes}");
        }
    }

    #[test]
    fn a_design_says_its_bays_else_its_throughput_does_else_a_new_table_has_four() {
        let index = json!({"IndexName": "I", "ProvisionedThroughput": {"ReadCapacityUnits": 9000, "WriteCapacityUnits": 1}});
        let provisioned = json!({
            "ProvisionedThroughput": {"ReadCapacityUnits": 5, "WriteCapacityUnits": 2000},
            "GlobalSecondaryIndexes": [index],
            "LocalSecondaryIndexes": [{"IndexName": "L"}],
        });
        let mut table = TableDesign { create: provisioned, ..TableDesign::default() };
        assert_eq!(table.bays_of(None), 3);
        assert_eq!(table.bays_of(Some("I")), 4);
        assert_eq!(table.bays_of(Some("L")), 3);
        table.bays = Some(7);
        table.index_bays.insert("I".to_owned(), 2);
        assert_eq!((table.bays_of(None), table.bays_of(Some("I"))), (7, 2));
        let mut on_demand = TableDesign { create: json!({}), ..TableDesign::default() };
        assert_eq!((on_demand.bays_of(None), on_demand.bays_of(Some("I"))), (4, 4));
        on_demand.extra.insert("sizeBytes".to_owned(), json!(99_000_000_000_u64));
        assert_eq!(on_demand.bays_of(None), 10);
    }
}
