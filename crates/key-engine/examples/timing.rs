//! How fast the engine is, natively: `cargo run --release -p key-engine --example timing -- 100000`.
//!
//! Loads items of about 400 bytes into collections of 100, with one index, then reads them.

use std::time::Instant;

use key_engine::{AttributeValue, Database, Item, ServiceError};
use serde_json::{Value, json};

/// Items of one collection.
const COLLECTION: usize = 100;

fn item(number: usize) -> Item {
    let (collection, place) = (number / COLLECTION, number % COLLECTION);
    let text = |text: String| AttributeValue::S(text);
    [
        ("PK", text(format!("CUSTOMER#{collection}"))),
        ("SK", text(format!("ORDER#2026-07-{:02}#O{place:05}", place % 28 + 1))),
        ("status", text((if number.is_multiple_of(3) { "OPEN" } else { "SHIPPED" }).to_owned())),
        ("total", AttributeValue::N(i64::try_from(number % 1000).unwrap_or(0).into())),
        ("note", text("x".repeat(310))),
    ]
    .into_iter()
    .collect()
}

fn create(database: &mut Database) -> Result<(), ServiceError> {
    let table = json!({
        "TableName": "Orders",
        "AttributeDefinitions": [
            {"AttributeName": "PK", "AttributeType": "S"}, {"AttributeName": "SK", "AttributeType": "S"},
            {"AttributeName": "status", "AttributeType": "S"}],
        "KeySchema": [{"AttributeName": "PK", "KeyType": "HASH"}, {"AttributeName": "SK", "KeyType": "RANGE"}],
        "GlobalSecondaryIndexes": [{
            "IndexName": "byStatus",
            "KeySchema": [
                {"AttributeName": "status", "KeyType": "HASH"}, {"AttributeName": "SK", "KeyType": "RANGE"}],
            "Projection": {"ProjectionType": "KEYS_ONLY"}}],
        "BillingMode": "PAY_PER_REQUEST"});
    database.call("CreateTable", &table).map(|_| ())
}

/// Runs `work` so many times and prints how often that is a second.
fn time(
    what: &str,
    times: usize,
    mut work: impl FnMut(usize) -> Result<(), ServiceError>,
) -> Result<(), ServiceError> {
    let (start, start_cpu) = (Instant::now(), cpu_seconds());
    for round in 0..times {
        work(round)?;
    }
    // on a busy machine only the time on a processor says something
    let wall = start.elapsed().as_secs_f64();
    let seconds = cpu_seconds().zip(start_cpu).map_or(wall, |(end, start)| end - start);
    println!("{what:<40} {:>12.0} a second ({:.1} ms)", times as f64 / seconds, seconds * 1000.0);
    Ok(())
}

/// Seconds this process has spent on a processor, where the system says so.
fn cpu_seconds() -> Option<f64> {
    let text = std::fs::read_to_string("/proc/self/schedstat").ok()?;
    let nanoseconds: f64 = text.split_whitespace().next()?.parse().ok()?;
    Some(nanoseconds / 1e9)
}

fn resident_megabytes() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find(|line| line.starts_with("VmRSS"))?;
    line.split_whitespace().nth(1)?.parse::<u64>().ok().map(|kilobytes| kilobytes / 1024)
}

fn main() -> Result<(), ServiceError> {
    let count: usize =
        std::env::args().nth(1).and_then(|text| text.parse().ok()).unwrap_or(100_000);
    let mut database = Database::default();
    create(&mut database)?;
    let items: Vec<Item> = (0..count).map(item).collect();
    println!("{count} items of {} bytes", items.first().map_or(0, Item::size_bytes));
    let before = resident_megabytes();
    let mut items = items.into_iter();
    time("put, typed, one index", count, |_| {
        items.next().map_or(Ok(()), |item| database.put("Orders", item))
    })?;
    println!(
        "resident: {before:?} MB with the items made, {:?} MB with them put",
        resident_megabytes()
    );
    let puts: Vec<Value> = (0..count.min(20_000))
        .map(|number| json!({"TableName": "Orders", "Item": item(number).to_json()}))
        .collect();
    time("PutItem over an item, JSON", puts.len(), |n| {
        puts.get(n).map_or(Ok(()), |put| database.call("PutItem", put).map(|_| ()))
    })?;
    let texts: Vec<String> = puts.iter().map(Value::to_string).collect();
    time("PutItem over an item, JSON text", texts.len(), |n| {
        let put = texts
            .get(n)
            .and_then(|text| serde_json::from_str::<Value>(text).ok())
            .unwrap_or_default();
        database.call("PutItem", &put).map(|answer| drop(answer.to_string()))
    })?;
    let collections = (count / COLLECTION).max(1);
    let get = |n: usize| {
        let key = item(n * 7919 % count);
        json!({"TableName": "Orders", "Key": {
            "PK": key.get("PK").map(AttributeValue::to_json), "SK": key.get("SK").map(AttributeValue::to_json)}})
    };
    let gets: Vec<Value> = (0..50_000).map(get).collect();
    time("GetItem, JSON", gets.len(), |n| {
        gets.get(n).map_or(Ok(()), |get| database.call("GetItem", get).map(|_| ()))
    })?;
    let query = |n: usize| {
        json!({"TableName": "Orders", "KeyConditionExpression": "PK = :p AND begins_with(SK, :s)",
            "ExpressionAttributeValues": {
                ":p": {"S": format!("CUSTOMER#{}", n * 31 % collections)}, ":s": {"S": "ORDER#"}}})
    };
    let queries: Vec<Value> = (0..5_000).map(query).collect();
    time("Query of 100, JSON", queries.len(), |n| {
        queries.get(n).map_or(Ok(()), |query| database.call("Query", query).map(|_| ()))
    })?;
    time("Query of 100, JSON, with its walk", queries.len(), |n| {
        queries.get(n).map_or(Ok(()), |query| database.call_with_walk("Query", query).0.map(|_| ()))
    })?;
    time("Query of 100, to JSON text", queries.len(), |n| {
        let Some(query) = queries.get(n) else { return Ok(()) };
        database.call("Query", query).map(|answer| drop(answer.to_string()))
    })?;
    let filter = json!({"TableName": "Orders", "FilterExpression": "#t < :t", "ExpressionAttributeNames": {"#t": "total"},
        "ExpressionAttributeValues": {":t": {"N": "100"}}});
    time("Scan of all with a filter of a tenth", 5, |_| {
        let mut page = filter.clone();
        loop {
            let answer = database.call_with_walk("Scan", &page).0?;
            match (answer.get("LastEvaluatedKey"), page.as_object_mut()) {
                (Some(key), Some(page)) => page.insert("ExclusiveStartKey".to_owned(), key.clone()),
                _ => return Ok(()),
            };
        }
    })
}
