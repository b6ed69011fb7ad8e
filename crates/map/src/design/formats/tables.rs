//! Tables as `DynamoDB`'s own words have them: the input of `CreateTable`, and what `DescribeTable` answers.
//!
//! Owns the telling of the two apart and the way from a description to the input that makes the same table: what the service
//! only reports is translated, or kept under the key `described`. Lists of either, and several documents in a row, are read alike.

use key_engine::value::Members;
use serde_json::{Map, Value};

use super::definition::{INDEX_LISTS, VECTOR_INDEXES, name_of, settle};
use super::{Draft, TableDraft};
use crate::design::{Defect, OpenError, set_aside};

/// The members that `CreateTable` takes. Source: AWS, `CreateTable`, request parameters.
pub(super) const CREATE: [&str; 15] = [
    "TableName",
    "AttributeDefinitions",
    "KeySchema",
    "GlobalSecondaryIndexes",
    "LocalSecondaryIndexes",
    VECTOR_INDEXES,
    "BillingMode",
    "ProvisionedThroughput",
    "OnDemandThroughput",
    "WarmThroughput",
    "StreamSpecification",
    "SSESpecification",
    "TableClass",
    "DeletionProtectionEnabled",
    "Tags",
];
/// The same for an index of either list.
const INDEX: [&str; 6] = [
    "IndexName",
    "KeySchema",
    "Projection",
    "ProvisionedThroughput",
    "OnDemandThroughput",
    "WarmThroughput",
];
/// Objects that hold a table, by the operation that answers or takes them.
const WRAPPERS: [&str; 3] = ["Table", "TableDescription", "TableCreationParameters"];

/// Whether an object says how a table is made.
pub(super) fn is_table(value: &Value) -> bool {
    ["KeySchema", "AttributeDefinitions", "TableStatus"]
        .iter()
        .any(|name| value.get(name).is_some())
}

/// The tables that a value of either form holds; none where it is something else.
pub(super) fn unwrapped(value: Value) -> Option<Vec<Value>> {
    if is_table(&value) {
        return Some(vec![value]);
    }
    let Value::Object(mut members) = value else { return None };
    for wrapper in WRAPPERS {
        if members.get(wrapper).is_some_and(is_table) {
            return members.remove(wrapper).map(|table| vec![table]);
        }
    }
    match members.remove("Tables").or_else(|| members.remove("tables")) {
        Some(Value::Array(list)) if list.iter().any(holds_table) => Some(list),
        _ => None,
    }
}

/// Whether a value is a table, or holds one.
pub(super) fn holds_table(value: &Value) -> bool {
    is_table(value) || WRAPPERS.iter().any(|name| value.get(name).is_some_and(is_table))
}

/// The format's name for readers.
pub(super) const FORMAT: &str = "table definition";

pub(super) fn read(list: Vec<Value>) -> Result<Draft<'static>, OpenError> {
    let mut draft = Draft { format: FORMAT, ..Draft::default() };
    for (at, element) in list.into_iter().enumerate() {
        let place = format!("{} of the file", at + 1);
        if !holds_table(&element) {
            let problem = "it is no definition of a table";
            draft.defects.push(Defect::of_table(&place, problem, "set aside"));
            set_aside(&mut draft.design.extra, element);
            continue;
        }
        for table in unwrapped(element).unwrap_or_default() {
            draft.tables.push(table_draft(table, &place, &mut draft.defects));
        }
    }
    match draft.tables.as_slice() {
        [] => return Err(OpenError::NoTables),
        [only] => {
            draft.design.name =
                only.create.get("TableName").and_then(Value::as_str).unwrap_or_default().to_owned();
        }
        _ => {}
    }
    Ok(draft)
}

/// The table of a definition or a description, which stands at `place`.
pub(super) fn table_draft(
    table: Value,
    place: &str,
    faults: &mut Vec<Defect>,
) -> TableDraft<'static> {
    let Value::Object(mut members) = table else { return TableDraft::default() };
    let name = name_of(&members, place);
    let mut extra = Map::new();
    translate(&mut members, &mut extra);
    let mut described = Map::new();
    let mut create = Map::new();
    for (member, value) in members {
        let known = CREATE.contains(&member.as_str());
        if known { &mut create } else { &mut described }.insert(member, value);
    }
    let mut of_indexes = Map::new();
    for list in INDEX_LISTS {
        let Some(Value::Array(indexes)) = create.get_mut(list) else { continue };
        for index in indexes.iter_mut().filter_map(Value::as_object_mut) {
            let reported = reported(index);
            let name = index.get("IndexName").and_then(Value::as_str);
            if let Some(name) = name.filter(|_| !reported.is_empty()) {
                of_indexes.set(name, Value::Object(reported));
            }
        }
    }
    if !of_indexes.is_empty() {
        described.set("indexes", Value::Object(of_indexes));
    }
    if !described.is_empty() {
        extra.set("described", Value::Object(described));
    }
    settle(&mut create, &mut extra, &name, faults);
    TableDraft { create: Value::Object(create), extra, ..TableDraft::default() }
}

/// What a description says in other words than the input.
fn translate(members: &mut Map<String, Value>, extra: &mut Map<String, Value>) {
    let word =
        |value: Option<&Value>, member: &str| value.and_then(|value| value.get(member)).cloned();
    if let Some(mode) = word(members.get("BillingModeSummary"), "BillingMode")
        && members.get("BillingMode").is_none()
    {
        members.set("BillingMode", mode);
    }
    if let Some(class) = word(members.get("TableClassSummary"), "TableClass")
        && members.get("TableClass").is_none()
    {
        members.set("TableClass", class);
    }
    if members.get("SSESpecification").is_none()
        && let Some(encryption) = members.get("SSEDescription")
        && matches!(
            encryption.get("Status").and_then(Value::as_str),
            Some("ENABLED" | "ENABLING" | "UPDATING")
        )
    {
        let mut made = Map::new();
        made.set("Enabled", Value::from(true));
        for (from, to) in [("SSEType", "SSEType"), ("KMSMasterKeyArn", "KMSMasterKeyId")] {
            if let Some(value) = encryption.get(from) {
                made.set(to, value.clone());
            }
        }
        members.set("SSESpecification", Value::Object(made));
    }
    if let Some(bytes) =
        members.get("TableSizeBytes").and_then(Value::as_u64).filter(|bytes| *bytes > 0)
    {
        extra.set("sizeBytes", Value::from(bytes));
    }
    plain_throughput(members);
}

/// Takes out of an index what is only reported, and gives it back.
fn reported(index: &mut Map<String, Value>) -> Map<String, Value> {
    plain_throughput(index);
    let names: Vec<String> =
        index.keys().filter(|name| !INDEX.contains(&name.as_str())).cloned().collect();
    let mut reported = Map::new();
    for name in names {
        if let Some(value) = index.remove(&name) {
            reported.insert(name, value);
        }
    }
    reported
}

/// The throughputs of a table or an index without the times of their changes, their status, and the numbers that stand for none.
fn plain_throughput(members: &mut Map<String, Value>) {
    const KEPT: [(&str, [&str; 2]); 3] = [
        ("ProvisionedThroughput", ["ReadCapacityUnits", "WriteCapacityUnits"]),
        ("OnDemandThroughput", ["MaxReadRequestUnits", "MaxWriteRequestUnits"]),
        ("WarmThroughput", ["ReadUnitsPerSecond", "WriteUnitsPerSecond"]),
    ];
    for (name, kept) in KEPT {
        let Some(Value::Object(throughput)) = members.get_mut(name) else { continue };
        // -1 says that there is no such limit
        throughput
            .retain(|unit, value| kept.contains(&unit.as_str()) && value.as_i64() != Some(-1));
        if throughput.is_empty() {
            members.remove(name);
        }
    }
}

/// The sentence's end for what lists tables by name alone.
pub(super) fn only_names(names: &[Value]) -> OpenError {
    let seen = format!(
        "a list of the names of {} tables, without their keys; DescribeTable gives those",
        names.len()
    );
    OpenError::NotAModel { seen }
}
