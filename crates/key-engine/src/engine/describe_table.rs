//! `DescribeTable`, and how a table is described in every answer that does.

use serde_json::{Map, Value};

use super::Database;
use super::arn;
use super::error::ServiceError;
use super::faults;
use super::index::Index;
use super::request::Fields;
use super::schema::{IndexKind, KeyElement, Projection};
use super::stream::instant;
use super::table::{Billing, Table};
use crate::value::{Members, object};

/// A table as answers describe it.
pub(crate) fn table_json(table: &Table, status: &str, now_ms: u64) -> Value {
    let arn = arn::of_table(table.name());
    let mut body = object(&mut [
        ("TableName", Value::from(table.name())),
        ("TableId", Value::from(uuid(&table.id))),
        ("TableArn", Value::from(arn.as_str())),
        ("TableStatus", Value::from(status)),
        ("KeySchema", key_schema_json(table.primary().key_schema())),
        (
            "AttributeDefinitions",
            Value::from(
                table
                    .attribute_definitions()
                    .iter()
                    .map(|(name, key_type)| {
                        object(&mut [
                            ("AttributeName", Value::from(name.as_str())),
                            ("AttributeType", Value::from(key_type.name())),
                        ])
                    })
                    .collect::<Vec<_>>(),
            ),
        ),
        ("CreationDateTime", seconds(table.created_ms)),
        ("ItemCount", Value::from(table.item_count())),
        ("TableSizeBytes", Value::from(table.size_bytes())),
        ("ProvisionedThroughput", table_throughput_json(table, now_ms)),
        ("DeletionProtectionEnabled", Value::from(table.deletion_protection)),
    ]);
    if let Value::Object(members) = &mut body {
        set_settings(table, members);
        for (member, kind) in [
            ("GlobalSecondaryIndexes", IndexKind::Global),
            ("LocalSecondaryIndexes", IndexKind::Local),
        ] {
            let indexes = table.indexes().filter(|index| index.kind() == kind);
            let described: Vec<Value> =
                indexes.map(|index| index_json(index, &arn, table.billing(), status)).collect();
            if !described.is_empty() {
                members.set(member, described.into());
            }
        }
    }
    body
}

fn index_json(index: &Index, table_arn: &str, billing: Billing, status: &str) -> Value {
    let name = index.name().unwrap_or_default();
    let mut projection = Map::new();
    projection.set("ProjectionType", index.projection().name().into());
    if let Projection::Include(attributes) = index.projection() {
        projection.set("NonKeyAttributes", attributes.clone().into());
    }
    let mut body = object(&mut [
        ("IndexName", Value::from(name)),
        ("IndexArn", Value::from(format!("{table_arn}/index/{name}"))),
        ("KeySchema", key_schema_json(index.key_schema())),
        ("Projection", Value::from(projection)),
        ("ItemCount", Value::from(index.item_count())),
        ("IndexSizeBytes", Value::from(index.size_bytes())),
    ]);
    if let Value::Object(members) = &mut body
        && index.kind() == IndexKind::Global
    {
        members.set("IndexStatus", status.into());
        let throughput = throughput_json(billing, index.throughput());
        members.set("ProvisionedThroughput", throughput);
    }
    body
}

pub(crate) fn key_schema_json(schema: &[KeyElement]) -> Value {
    schema
        .iter()
        .map(|element| {
            object(&mut [
                ("AttributeName", Value::from(element.attribute.as_str())),
                ("KeyType", Value::from(element.role.name())),
            ])
        })
        .collect()
}

/// What of a table is said only where it was asked for.
fn set_settings(table: &Table, members: &mut Map<String, Value>) {
    if let Some(at_ms) = table.throughput_history.on_demand_ms {
        let on_demand = table.billing() == Billing::OnDemand;
        let mode = if on_demand { "PAY_PER_REQUEST" } else { "PROVISIONED" };
        for (member, word) in [
            ("BillingModeSummary", "BillingMode"),
            ("TableThroughputModeSummary", "TableThroughputMode"),
        ] {
            let mut summary = Map::new();
            summary.set(word, mode.into());
            summary.set("LastUpdateToPayPerRequestDateTime", seconds(at_ms));
            members.set(member, summary.into());
        }
    }
    if let Some(class) = table.class {
        members.set("TableClassSummary", object(&mut [("TableClass", class.into())]));
    }
    if let Some(key) = &table.encryption {
        let mut encryption = Map::new();
        encryption.set("Status", "ENABLED".into());
        encryption.set("SSEType", "KMS".into());
        encryption.set("KMSMasterKeyArn", key.as_str().into());
        members.set("SSEDescription", encryption.into());
    }
    if let Some(stream) = &table.stream {
        let mut specification = Map::new();
        specification.set("StreamEnabled", true.into());
        specification.set("StreamViewType", stream.view().name().into());
        members.set("StreamSpecification", specification.into());
    }
    if let Some(label) = table.latest_stream_ms.map(instant) {
        members.set("LatestStreamArn", arn::of_stream(table.name(), &label).into());
        members.set("LatestStreamLabel", label.into());
    }
}

fn table_throughput_json(table: &Table, now_ms: u64) -> Value {
    let mut throughput = throughput_json(table.billing(), None);
    let history = &table.throughput_history;
    if let Value::Object(members) = &mut throughput {
        members.set("NumberOfDecreasesToday", history.decreases_today(now_ms).into());
        for (name, at_ms) in [
            ("LastIncreaseDateTime", history.increased_ms),
            ("LastDecreaseDateTime", history.decreased_ms),
        ] {
            if let Some(at_ms) = at_ms {
                members.set(name, seconds(at_ms));
            }
        }
    }
    throughput
}

/// A moment as the service writes it: seconds since 1970.
pub(crate) fn seconds(ms: u64) -> Value {
    Value::from(ms as f64 / 1000.0)
}

fn throughput_json(billing: Billing, own: Option<(u64, u64)>) -> Value {
    let (read, write) = match (billing, own) {
        (Billing::OnDemand, _) => (0, 0),
        (Billing::Provisioned { .. }, Some(own)) => own,
        (Billing::Provisioned { read_units, write_units }, None) => (read_units, write_units),
    };
    object(&mut [
        ("ReadCapacityUnits", Value::from(read)),
        ("WriteCapacityUnits", Value::from(write)),
        ("NumberOfDecreasesToday", Value::from(0)),
    ])
}

/// Sixteen bytes in the form of a UUID.
fn uuid(bytes: &[u8; 16]) -> String {
    let hex = format!("{:032x}", u128::from_be_bytes(*bytes));
    let part = |from, to| hex.get(from..to).unwrap_or_default();
    format!("{}-{}-{}-{}-{}", part(0, 8), part(8, 12), part(12, 16), part(16, 20), part(20, 32))
}

/// The name of the table that a table operation is about.
pub(crate) fn named(input: &Value) -> Result<String, ServiceError> {
    let mut fields = Fields::new(input)?;
    let name = fields.name_of_table()?;
    fields.finish()?;
    Ok(name)
}

impl Database {
    /// Answers the wire form.
    pub(crate) fn call_describe_table(&self, input: &Value) -> Result<Value, ServiceError> {
        let name = named(input)?;
        let table = self.tables.get(&name).ok_or_else(|| faults::no_table_named(&name))?;
        Ok(object(&mut [("Table", table_json(table, "ACTIVE", (self.environment.clock)()))]))
    }
}
