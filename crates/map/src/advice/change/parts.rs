//! A call taken apart into what it asks of one table each.
//!
//! Owns: where a call says which table and index it means, whatever its operation. What a part asks of attributes is `names`' to
//! read. It runs nothing.

use serde_json::{Map, Value};

use super::statement;
use crate::design::Call;

/// Hands out each part of a call: its table, and the members that say what is asked of it.
pub(super) fn each(call: &mut Call, see: &mut dyn FnMut(&str, &mut Map<String, Value>)) {
    let Value::Object(input) = &mut call.input else { return };
    match call.operation.as_str() {
        "BatchGetItem" | "BatchWriteItem" => {
            let Some(Value::Object(tables)) = input.get_mut("RequestItems") else { return };
            for (table, asked) in tables.iter_mut() {
                let table = plain(table).to_owned();
                match asked {
                    Value::Object(keys) => see(&table, keys),
                    Value::Array(writes) => {
                        for inner in writes.iter_mut().flat_map(objects_in) {
                            see(&table, inner);
                        }
                    }
                    _ => {}
                }
            }
        }
        "TransactGetItems" | "TransactWriteItems" => {
            let Some(Value::Array(actions)) = input.get_mut("TransactItems") else { return };
            actions.iter_mut().flat_map(objects_in).for_each(|action| one(action, see));
        }
        "BatchExecuteStatement" | "ExecuteTransaction" => {
            for list in ["Statements", "TransactStatements"] {
                let Some(Value::Array(statements)) = input.get_mut(list) else { continue };
                statements.iter_mut().filter_map(Value::as_object_mut).for_each(|it| one(it, see));
            }
        }
        _ => one(input, see),
    }
}

fn one(part: &mut Map<String, Value>, see: &mut dyn FnMut(&str, &mut Map<String, Value>)) {
    let named = part.get("TableName").and_then(Value::as_str).map(|name| plain(name).to_owned());
    if let Some(table) = named.or_else(|| statement::table_and_index(part).map(|(table, _)| table))
    {
        see(&table, part);
    }
}

/// The objects among the members of a value.
fn objects_in(value: &mut Value) -> impl Iterator<Item = &mut Map<String, Value>> {
    let members = value.as_object_mut().into_iter().flat_map(|members| members.values_mut());
    members.filter_map(Value::as_object_mut)
}

/// The name of a table that may be written in full, as an ARN.
pub(super) fn plain(name: &str) -> &str {
    name.rsplit_once(":table/").map_or(name, |(_, name)| name)
}

/// The index that a part means.
pub(super) fn index_of(part: &Map<String, Value>) -> Option<String> {
    match part.get("IndexName").and_then(Value::as_str) {
        Some(index) => Some(index.to_owned()),
        None => statement::table_and_index(part)?.1,
    }
}

/// The tables that a call means, each once.
pub(super) fn tables(call: &Call) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    each(&mut call.clone(), &mut |table, _| {
        if !found.iter().any(|known| known == table) {
            found.push(table.to_owned());
        }
    });
    found
}

/// Has a call mean another table wherever it means this one.
pub(super) fn rename_table(call: &mut Call, from: &str, to: &str) {
    if let Value::Object(input) = &mut call.input
        && let Some(Value::Object(tables)) = input.get_mut("RequestItems")
    {
        let all = std::mem::take(tables);
        for (name, asked) in all {
            let renamed = if plain(&name) == from { instead(&name, to) } else { name };
            tables.insert(renamed, asked);
        }
    }
    each(call, &mut |table, part| {
        if table != from {
            return;
        }
        if let Some(Value::String(name)) = part.get_mut("TableName") {
            *name = instead(name, to);
        }
        statement::rename(part, key_engine::partiql::Role::Table, from, to);
    });
}

/// The name of another table, written in full where this one is.
fn instead(name: &str, to: &str) -> String {
    match name.rsplit_once(":table/") {
        Some((account, _)) => [account, ":table/", to].concat(),
        None => to.to_owned(),
    }
}

/// Has a call mean another index of a table wherever it means this one.
pub(super) fn rename_index(call: &mut Call, of: &str, from: &str, to: &str) {
    each(call, &mut |table, part| {
        if table != of {
            return;
        }
        if let Some(Value::String(name)) = part.get_mut("IndexName")
            && name == from
        {
            to.clone_into(name);
        }
        statement::rename(part, key_engine::partiql::Role::Index, from, to);
    });
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn a_table_is_renamed_wherever_a_call_means_it() {
        for (operation, input, expected) in [
            (
                "Query",
                json!({"TableName": "Old1", "IndexName": "Old1"}),
                json!({"TableName": "New", "IndexName": "Old1"}),
            ),
            (
                "Scan",
                json!({"TableName": "arn:aws:dynamodb:us-east-1:000000000000:table/Old1"}),
                json!({"TableName": "arn:aws:dynamodb:us-east-1:000000000000:table/New"}),
            ),
            (
                "BatchGetItem",
                json!({"RequestItems": {"Old1": {"Keys": [{"Old1": {"S": "Old1"}}]}, "Other": {"Keys": []}}}),
                json!({"RequestItems": {"New": {"Keys": [{"Old1": {"S": "Old1"}}]}, "Other": {"Keys": []}}}),
            ),
            (
                "TransactWriteItems",
                json!({"TransactItems": [{"Put": {"TableName": "Old1", "Item": {"TableName": {"S": "Old1"}}}}, {"Delete": {"TableName": "Other"}}]}),
                json!({"TransactItems": [{"Put": {"TableName": "New", "Item": {"TableName": {"S": "Old1"}}}}, {"Delete": {"TableName": "Other"}}]}),
            ),
            (
                "ExecuteStatement",
                json!({"Statement": "SELECT Old1 FROM Old1.\"Old1\" WHERE Old1 = 'Old1 {id}' AND n = {n}"}),
                json!({"Statement": "SELECT Old1 FROM \"New\".\"Old1\" WHERE Old1 = 'Old1 {id}' AND n = {n}"}),
            ),
            (
                "ExecuteTransaction",
                json!({"TransactStatements": [{"Statement": "DELETE FROM Old1 WHERE Old1 = ?", "Parameters": [{"S": "{id}"}]}]}),
                json!({"TransactStatements": [{"Statement": "DELETE FROM \"New\" WHERE Old1 = ?", "Parameters": [{"S": "{id}"}]}]}),
            ),
            ("DescribeTable", json!({"TableName": "Old1"}), json!({"TableName": "New"})),
        ] {
            let mut call = Call { operation: operation.to_owned(), input };
            assert!(tables(&call).contains(&"Old1".to_owned()), "{operation}");
            rename_table(&mut call, "Old1", "New");
            assert_eq!(call.input, expected, "{operation}");
            assert!(!tables(&call).contains(&"Old1".to_owned()), "{operation}");
        }
        let input = json!({"Statement": "SELECT * FROM T.Old1 WHERE Old1 = 1"});
        let mut call = Call { operation: "ExecuteStatement".to_owned(), input };
        rename_index(&mut call, "T", "Old1", "by \"day\"");
        assert_eq!(call.input["Statement"], "SELECT * FROM T.\"by \"\"day\"\"\" WHERE Old1 = 1");
    }
}
