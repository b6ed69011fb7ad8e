//! Requests of many items: each stands on a line of its own below the command.

use serde_json::{Map, Value, json};

use super::language::{read, write};

/// The operation and JSON of a command for many items; nothing where it is another.
pub fn request(text: &str) -> Result<Option<(&'static str, Value)>, String> {
    let mut lines = text.lines();
    let verb = lines.next().unwrap_or_default().trim();
    let lines: Vec<&str> = lines.map(str::trim).collect();
    let show = json!({"ReturnConsumedCapacity": "TOTAL"});
    let (operation, mut input) = match verb {
        "batch-get" => ("BatchGetItem", json!({"RequestItems": batch_get(&lines)?})),
        "batch-write" => ("BatchWriteItem", json!({"RequestItems": batch_write(&lines)?})),
        "transact-get" => {
            let gets = lines.into_iter().map(|line| Ok(json!({"Get": get(line)?})));
            (
                "TransactGetItems",
                json!({"TransactItems": gets.collect::<Result<Vec<_>, String>>()?}),
            )
        }
        _ => return Ok(None),
    };
    for (name, value) in show.as_object().into_iter().flatten() {
        input[name] = value.clone();
    }
    Ok(Some((operation, input)))
}

/// `Orders PK=CUSTOMER#1 SK=2026-07-01; return total`, as the JSON of a `GetItem`.
fn get(line: &str) -> Result<Value, String> {
    let parts: Vec<&str> = line.split(';').map(str::trim).collect();
    let (_, mut input) = read("get", parts[0], &parts[1..])?;
    input.as_object_mut().unwrap().remove("ReturnConsumedCapacity");
    Ok(input)
}

/// The keys of each table; the options of its first line are those of the table.
fn batch_get(lines: &[&str]) -> Result<Value, String> {
    let mut tables = Map::new();
    for line in lines {
        let mut asked = get(line)?;
        let asked = asked.as_object_mut().unwrap();
        let table = asked.remove("TableName").unwrap();
        let key = asked.remove("Key").unwrap();
        let table = tables.entry(table.as_str().unwrap()).or_insert_with(|| asked.clone().into());
        match table["Keys"].as_array_mut() {
            Some(keys) => keys.push(key),
            None => table["Keys"] = json!([key]),
        }
    }
    Ok(tables.into())
}

/// `put Orders ...` and `delete Orders ...`
fn batch_write(lines: &[&str]) -> Result<Value, String> {
    let mut tables: Map<String, Value> = Map::new();
    for line in lines {
        let (operation, input) = write(line)?;
        let request = match operation {
            "PutItem" => json!({"PutRequest": {"Item": input["Item"]}}),
            "DeleteItem" => json!({"DeleteRequest": {"Key": input["Key"]}}),
            other => return Err(format!("no {other} in a batch")),
        };
        let table = input["TableName"].as_str().unwrap();
        match tables.get_mut(table).and_then(Value::as_array_mut) {
            Some(list) => list.push(request),
            None => {
                tables.insert(table.to_owned(), json!([request]));
            }
        }
    }
    Ok(tables.into())
}
