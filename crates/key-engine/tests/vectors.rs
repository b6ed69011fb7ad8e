//! Replays recorded conversations with a `DynamoDB`-compatible server, call by call.
//!
//! The recordings live beside a checkout, in `../shared/vectors`; their README says what is compared. A
//! checkout without them skips this test and says so, except where `CI=true`.
//!
//! An operation that the engine does not answer yet is *later*: its lines are counted and listed, and since it
//! may have changed the tables, so are all lines after it in its file. [`WHOLE`] lists the files replayed to
//! the end, so that none of them can slip back.

#![allow(clippy::unwrap_used, clippy::indexing_slicing, reason = "a test may panic")]

use std::collections::BTreeMap;
use std::path::PathBuf;

use key_engine::Database;
use key_engine::engine::OPERATIONS;
use serde_json::{Map, Value};

/// Files of which every line is replayed and compared.
const WHOLE: &[&str] = &[
    "tier1-createTable-basic",
    "tier1-createTable-lsi",
    "tier1-deleteItem-conditionExpressionParens",
    "tier1-deleteTable-basic",
    "tier1-getItem-basic",
    "tier1-listTables-basic",
    "tier1-putItem-binaryKeys",
    "tier1-putItem-conditions",
    "tier1-putItem-dataTypes",
    "tier1-putItem-validation",
    "tier1-query-binaryKeys",
    "tier1-query-filterExpressionParens",
    "tier1-query-keyConditionParens",
    "tier1-query-numericKeys",
    "tier1-query-validation",
    "tier1-scan-filterExpressionParens",
    "tier1-scan-gsi",
    "tier1-scan-lsi",
    "tier1-scan-parallel",
    "tier1-scan-validation",
    "tier3-error-messages-createTable",
    "tier3-error-messages-getItem",
    "tier3-error-messages-query",
    "tier3-limits-numberPrecision",
    "tier3-validation-ordering-deleteItem",
    "tier3-validation-ordering-query",
];

/// Operations that read: one that is not answered yet does not spoil the rest of its file.
const READS: &[&str] = &["BatchGetItem", "TransactGetItems", "ListTagsOfResource"];

/// Parameters that expressions replaced; the engine does not translate them yet.
const LEGACY: &[&str] = &[
    "AttributesToGet",
    "AttributeUpdates",
    "Expected",
    "KeyConditions",
    "QueryFilter",
    "ScanFilter",
];

/// Members that no two servers can agree on.
const MASKED: &[&str] = &[
    "ApproximateCreationDateTime",
    "CreationDateTime",
    "IndexArn",
    "IndexStatus",
    "LastDecreaseDateTime",
    "LastIncreaseDateTime",
    "LastUpdateToPayPerRequestDateTime",
    "SizeEstimateRangeGB",
    "TableArn",
    "TableId",
    "TableStatus",
];

/// Members of which the order is not promised.
const UNORDERED: &[&str] =
    &["AttributeDefinitions", "BS", "GlobalSecondaryIndexes", "LocalSecondaryIndexes", "NS", "SS"];

fn folder() -> Option<PathBuf> {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../../shared/vectors");
    if folder.is_dir() {
        return Some(folder);
    }
    assert!(std::env::var("CI").as_deref() != Ok("true"), "no vectors at {}", folder.display());
    eprintln!("skipped: no vectors at {}", folder.display());
    None
}

/// A response reduced to what is compared.
fn comparable(operation: &str, response: &Value) -> Value {
    if let Some(kind) = response.get("__type").and_then(Value::as_str) {
        let name = kind.rsplit('#').next().unwrap_or(kind);
        let message = response.get("message").or_else(|| response.get("Message")).cloned();
        let mut error = Map::from_iter([("__type".to_owned(), Value::from(name))]);
        error.insert("message".to_owned(), message.unwrap_or_default());
        if let Some(item) = response.get("Item") {
            error.insert("Item".to_owned(), reduce(operation, item));
        }
        return Value::Object(error);
    }
    reduce(operation, response)
}

fn reduce(operation: &str, value: &Value) -> Value {
    match value {
        Value::Object(members) => {
            let kept = members.iter().filter(|(name, _)| !MASKED.contains(&name.as_str()));
            let mut reduced = Map::new();
            for (name, member) in kept {
                let mut member = reduce(operation, member);
                let unordered =
                    UNORDERED.contains(&name.as_str()) || (operation == "Scan" && name == "Items");
                if let (true, Value::Array(list)) = (unordered, &mut member) {
                    list.sort_by_key(Value::to_string);
                }
                if operation == "Scan" && name == "LastEvaluatedKey" {
                    member = Value::from("opaque");
                }
                reduced.insert(name.clone(), member);
            }
            Value::Object(reduced)
        }
        Value::Array(list) => list.iter().map(|member| reduce(operation, member)).collect(),
        // 0 and 0.0 are one number
        Value::Number(number) => number.as_f64().map_or_else(|| value.clone(), Value::from),
        other => other.clone(),
    }
}

/// The segments of one parallel Scan, gathered until all are in: which items a segment holds is not compared.
#[derive(Default)]
struct Segments {
    ours: Vec<Value>,
    recorded: Vec<Value>,
    seen: u64,
}

impl Segments {
    fn add(&mut self, request: &Value, ours: &Value, recorded: &Value) -> Result<(), String> {
        let items = |response: &Value| {
            let reduced = comparable("Scan", response);
            reduced["Items"].as_array().cloned().unwrap_or_default()
        };
        self.ours.extend(items(ours));
        self.recorded.extend(items(recorded));
        self.seen += 1;
        if Some(self.seen) != request["TotalSegments"].as_u64() {
            return Ok(());
        }
        let mut done = std::mem::take(self);
        done.ours.sort_by_key(Value::to_string);
        done.recorded.sort_by_key(Value::to_string);
        if done.ours == done.recorded { Ok(()) } else { Err("segments together differ".to_owned()) }
    }
}

#[derive(Default)]
struct Report {
    compared: usize,
    failures: Vec<String>,
    later: BTreeMap<String, usize>,
}

fn replay(name: &str, text: &str) -> Report {
    let mut database = Database::default();
    let mut report = Report::default();
    let mut start_keys: BTreeMap<String, Value> = BTreeMap::new();
    let mut segments = Segments::default();
    let mut spoilt: Option<String> = None;
    for (number, line) in text.lines().enumerate() {
        let line: Value = serde_json::from_str(line).unwrap();
        let operation = line["operation"].as_str().unwrap();
        let mut request = line["request"].clone();
        let legacy = LEGACY.iter().any(|parameter| request.get(parameter).is_some())
            && !line["response"]["message"]
                .as_str()
                .unwrap_or_default()
                .contains("Can not use both");
        let what = if legacy { "legacy parameters".to_owned() } else { operation.to_owned() };
        if legacy || !OPERATIONS.contains(&operation) {
            *report.later.entry(what).or_default() += 1;
            if !legacy && !READS.contains(&operation) && line["status"] == 200 {
                spoilt.get_or_insert_with(|| format!("after {operation}"));
            }
            continue;
        }
        if let Some(key) = request.get("ExclusiveStartKey").map(Value::to_string)
            && let Some(own) = start_keys.get(&key)
        {
            request["ExclusiveStartKey"] = own.clone();
        }
        let (status, response) = match database.call(operation, &request) {
            Ok(response) => (200, response),
            Err(error) => (400, error.to_json()),
        };
        if let Some(why) = &spoilt {
            *report.later.entry(why.clone()).or_default() += 1;
            continue;
        }
        if let (Some(recorded), Some(own)) =
            (line["response"].get("LastEvaluatedKey"), response.get("LastEvaluatedKey"))
        {
            start_keys.insert(recorded.to_string(), own.clone());
        }
        report.compared += 1;
        if operation == "Scan" && request.get("TotalSegments").is_some() && status == 200 {
            if let Err(why) = segments.add(&request, &response, &line["response"]) {
                report.failures.push(format!("{name}:{}: {why}", number + 1));
            }
            continue;
        }
        let ours = comparable(operation, &response);
        let expected = [line.get("response"), line.get("or")];
        let mut accepted =
            expected.iter().flatten().map(|response| comparable(operation, response));
        if line["status"] != status || !accepted.any(|accepted| accepted == ours) {
            report.failures.push(format!(
                "{name}:{}: {operation} {request}\n  expected {} {}\n  or       {}\n  got      {status} {ours}",
                number + 1,
                line["status"],
                comparable(operation, &line["response"]),
                line.get("or").unwrap_or(&Value::Null),
            ));
        }
    }
    report
}

#[test]
fn recorded_conversations_are_answered_as_recorded() {
    let Some(folder) = folder() else { return };
    let mut files: Vec<PathBuf> =
        std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.retain(|path| path.extension().is_some_and(|extension| extension == "jsonl"));
    files.sort();
    let (mut compared, mut failures) = (0, Vec::new());
    let mut later: BTreeMap<String, usize> = BTreeMap::new();
    let mut whole = Vec::new();
    for path in files {
        let name = path.file_stem().unwrap().to_str().unwrap().to_owned();
        let report = replay(&name, &std::fs::read_to_string(&path).unwrap());
        compared += report.compared;
        failures.extend(report.failures);
        if report.later.is_empty() {
            whole.push(name);
        }
        for (what, count) in report.later {
            *later.entry(what).or_default() += count;
        }
    }
    println!("{compared} lines compared; later: {later:?}");
    assert!(
        failures.is_empty(),
        "{} of {compared} differ:\n{}",
        failures.len(),
        failures.join("\n")
    );
    assert_eq!(whole, WHOLE, "files replayed to the end");
}
