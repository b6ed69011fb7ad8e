//! `DescribeTable`, and how a table is described in every answer that does.

use serde_json::{Map, Value};

use super::Database;
use super::error::ServiceError;
use super::faults;
use super::index::Index;
use super::request::Fields;
use super::schema::{IndexKind, KeyElement, Projection};
use super::table::{Billing, Table};
use crate::value::{Members, object};

/// The account and region in which every table is said to be.
const ARN_PREFIX: &str = "arn:aws:dynamodb:us-east-1:000000000000:table/";

/// A table as answers describe it.
pub(crate) fn table_json(table: &Table, status: &str) -> Value {
    let arn = format!("{ARN_PREFIX}{}", table.name());
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
        ("CreationDateTime", Value::from(table.created_ms as f64 / 1000.0)),
        ("ItemCount", Value::from(table.item_count())),
        ("TableSizeBytes", Value::from(table.size_bytes())),
        ("ProvisionedThroughput", throughput_json(table.billing(), None)),
        ("DeletionProtectionEnabled", Value::from(table.deletion_protection)),
    ]);
    if let Value::Object(members) = &mut body {
        if table.billing() == Billing::OnDemand {
            members.set(
                "BillingModeSummary",
                object(&mut [("BillingMode", Value::from("PAY_PER_REQUEST"))]),
            );
            let mode = object(&mut [("TableThroughputMode", Value::from("PAY_PER_REQUEST"))]);
            members.set("TableThroughputModeSummary", mode);
        }
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

fn key_schema_json(schema: &[KeyElement]) -> Value {
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
    let name = fields.table_name()?;
    fields.finish()?;
    Ok(name)
}

impl Database {
    /// Answers the wire form.
    pub(crate) fn call_describe_table(&self, input: &Value) -> Result<Value, ServiceError> {
        let name = named(input)?;
        let table = self.tables.get(&name).ok_or_else(|| faults::no_table_named(&name))?;
        Ok(object(&mut [("Table", table_json(table, "ACTIVE"))]))
    }
}
