//! Models of NoSQL Workbench that are opened and written again say what they said before.
//!
//! The judge here compares JSON with JSON and knows nothing of the app's reader. What it lets pass is what docs/export.md says is
//! written otherwise: the version is 3.0, numbers have their shortest form, sets are in order, and what had to be mended is as it
//! was mended, which the list of defects says.
#![allow(clippy::unwrap_used, clippy::indexing_slicing)] // the whole file is a test

use std::path::{Path, PathBuf};

use map::design::scenarios::SCENARIOS;
use map::design::{Format, Opened, open, write};
use serde_json::{Map, Value, json};

/// The models beside the repository; none where they are not there, which fails under `CI=true`.
fn models() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/nosql-workbench");
    let Ok(entries) = std::fs::read_dir(&folder) else {
        assert_ne!(std::env::var("CI").as_deref(), Ok("true"), "no models at {}", folder.display());
        eprintln!("skipped: no models at {}", folder.display());
        return Vec::new();
    };
    let mut models: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).collect();
    models.retain(|path| path.extension().is_some_and(|ending| ending == "json"));
    models.sort();
    assert_eq!(models.len(), 19);
    models
}

fn written(opened: &Opened) -> String {
    let (mut files, _) = write(Format::Workbench, &opened.design, &opened.database);
    assert_eq!(files.len(), 1);
    files.remove(0).text
}

fn parsed(text: &str) -> Value {
    serde_json::from_str(text.trim_start_matches('\u{feff}')).unwrap()
}

/// Where two values differ, each place as a line.
fn differences(path: &str, one: &Value, two: &Value, found: &mut Vec<String>) {
    match (one, two) {
        (Value::Object(one), Value::Object(two)) => {
            let names = one.keys().chain(two.keys().filter(|name| !one.contains_key(*name)));
            for name in names {
                let path = format!("{path}.{name}");
                match (one.get(name), two.get(name)) {
                    (Some(one), Some(two)) => differences(&path, one, two, found),
                    (Some(_), None) => found.push(format!("{path} is gone")),
                    _ => found.push(format!("{path} is new")),
                }
            }
        }
        (Value::Array(one), Value::Array(two)) if one.len() == two.len() => {
            for (at, (one, two)) in one.iter().zip(two).enumerate() {
                differences(&format!("{path}[{at}]"), one, two, found);
            }
        }
        _ if one == two => {}
        _ => found.push(format!("{path}: {one} became {two}")),
    }
}

/// The model in the form that is compared: every item's values typed, numbers short, sets in order.
fn compared(mut model: Value) -> Value {
    model["ModelMetadata"]["Version"] = json!("3.0");
    for table in model["DataModel"].as_array_mut().unwrap() {
        let table = table.as_object_mut().unwrap();
        for facet in
            table.get_mut("TableFacets").and_then(Value::as_array_mut).into_iter().flatten()
        {
            compare_items(facet.as_object_mut().unwrap());
        }
        compare_items(table);
    }
    model
}

fn compare_items(holder: &mut Map<String, Value>) {
    for item in holder.get_mut("TableData").and_then(Value::as_array_mut).into_iter().flatten() {
        let item = item.as_object_mut().unwrap();
        item.retain(|_, value| value != &json!({}));
        for value in item.values_mut() {
            *value = typed(value);
        }
    }
}

const TYPES: [&str; 10] = ["S", "N", "B", "BOOL", "NULL", "M", "L", "SS", "NS", "BS"];

/// A value with its type, whichever way it was written.
fn typed(value: &Value) -> Value {
    let one = value.as_object().filter(|members| members.len() == 1);
    let Some((kind, content)) = one
        .and_then(|members| members.iter().next())
        .filter(|(kind, _)| TYPES.contains(&kind.as_str()))
    else {
        return match value {
            Value::Null => json!({"NULL": true}),
            Value::Bool(truth) => json!({"BOOL": truth}),
            Value::Number(number) => json!({"N": short(&number.to_string())}),
            Value::String(text) => json!({"S": text}),
            Value::Array(list) => json!({"L": list.iter().map(typed).collect::<Vec<_>>()}),
            Value::Object(members) => typed_map(members),
        };
    };
    match (kind.as_str(), content) {
        ("N", Value::Number(number)) => json!({"N": short(&number.to_string())}),
        ("N", Value::String(text)) => json!({"N": short(text)}),
        ("M", Value::Object(members)) => {
            // maps that are wrapped twice
            match members.get("M") {
                Some(Value::Object(inner)) if members.len() == 1 => typed_map(inner),
                _ => typed_map(members),
            }
        }
        ("L", Value::Array(list)) => json!({"L": list.iter().map(typed).collect::<Vec<_>>()}),
        ("SS" | "NS" | "BS", Value::Array(list)) => {
            let mut list: Vec<String> =
                list.iter().map(|text| text.as_str().unwrap().to_owned()).collect();
            list.sort();
            json!({kind: list})
        }
        _ => value.clone(),
    }
}

fn typed_map(members: &Map<String, Value>) -> Value {
    let members: Map<String, Value> =
        members.iter().map(|(name, value)| (name.clone(), typed(value))).collect();
    json!({"M": members})
}

fn short(number: &str) -> String {
    if number.contains('.') && !number.contains(['e', 'E']) {
        number.trim_end_matches('0').trim_end_matches('.').to_owned()
    } else {
        number.to_owned()
    }
}

#[test]
fn an_unchanged_model_is_written_as_it_was() {
    for path in models() {
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        let text = std::fs::read_to_string(&path).unwrap();
        let opened = open(&text).unwrap();
        let again = written(&opened);
        let mut found = Vec::new();
        differences(&name, &compared(parsed(&text)), &compared(parsed(&again)), &mut found);
        assert_eq!(found, Vec::<String>::new());
        let reopened = open(&again).unwrap();
        assert!(reopened.design == opened.design, "{name}: another design");
        assert_eq!(reopened.defects, [], "{name}");
        assert!(written(&reopened) == again, "{name}: not a fixed point");
    }
}

#[test]
fn a_design_of_our_own_comes_back_whole_through_a_model() {
    for scenario in SCENARIOS {
        let opened = open(scenario.json).unwrap();
        let (files, defects) = write(Format::Workbench, &opened.design, &opened.database);
        let again = open(&files[0].text).unwrap();
        assert!(again.design == opened.design, "{}: another design", scenario.id);
        for (one, two) in opened.database.tables().zip(again.database.tables()) {
            assert!(one.primary().items().eq(two.primary().items()), "{}", scenario.id);
        }
        assert_eq!(again.defects, [], "{}", scenario.id);
        let told = defects.iter().any(|defect| defect.problem.contains("has no place for"));
        assert_eq!(told, !opened.design.requests.is_empty(), "{}", scenario.id);
        let model = parsed(&files[0].text);
        let facets = model["DataModel"][0]["TableFacets"].as_array().unwrap();
        assert!(!facets.is_empty(), "{}: a facet for each kind", scenario.id);
        let metadata = &model["ModelMetadata"];
        assert_eq!((&metadata["Version"], &metadata["DateCreated"]), (&json!("3.0"), &json!("")));
    }
}

/// A model with an item in several places, unknown members everywhere, and settings.
fn told_twice() -> Value {
    json!({
        "ModelName": "Told twice", "ModelMetadata": {"Author": "A", "Novel": 1, "Version": "2.0"},
        "AccessPatterns": [{"id": 1}],
        "DataModel": [{
            "TableName": "Twice", "Novelty": {"a": [null]}, "SampleDataFormats": {"PK": ["identifiers", "UUID"]},
            "KeyAttributes": {"PartitionKey": {"AttributeName": "PK", "AttributeType": "S", "More": true}, "SortKey": {"AttributeName": "SK", "AttributeType": "B"}},
            "NonKeyAttributes": [{"AttributeName": "g", "AttributeType": "N", "Hint": "x"}],
            "GlobalSecondaryIndexes": [
                {"IndexName": "ByG", "Unknown": 1, "KeyAttributes": {"PartitionKey": {"AttributeName": "g", "AttributeType": "N"}},
                 "Projection": {"ProjectionType": "ALL", "NonKeyAttributes": []}, "ProvisionedCapacitySettings": {"ProvisionedThroughput": {"ReadCapacityUnits": 7, "WriteCapacityUnits": 8}}}
            ],
            "TableData": [
                {"PK": {"S": "b"}, "SK": {"B": "AA=="}, "x": {"S": "all"}, "y": {"N": "1"}},
                {"PK": {"S": "a"}, "SK": {"B": "AQ=="}, "g": {"N": "2"}}
            ],
            "TableFacets": [
                {"FacetName": "one", "Colour": "red", "KeyAttributeAlias": {"PartitionKeyAlias": "P"}, "NonKeyAttributes": ["y"],
                 "TableData": [{"PK": {"S": "c"}, "SK": {"B": "AQ=="}}, {"PK": {"S": "b"}, "SK": {"B": "AA=="}, "y": {"N": "1"}}]},
                {"FacetName": "empty", "TableData": []},
                {"FacetName": "none"},
                {"FacetName": "one", "TableData": [{"PK": {"S": "b"}, "SK": {"B": "AA=="}, "z": {"S": "more"}}]}
            ],
            "BillingMode": "PROVISIONED",
            "ProvisionedCapacitySettings": {"ProvisionedThroughput": {"ReadCapacityUnits": 5, "WriteCapacityUnits": 6}, "AutoScalingRead": {"ScalingPolicyConfiguration": {"TargetValue": 70}}}
        }]
    })
}

#[test]
fn places_and_unknown_members_of_a_model_stay() {
    let model = told_twice();
    let opened = open(&model.to_string()).unwrap();
    assert_eq!(opened.defects, []);
    let again = written(&opened);
    let mut found = Vec::new();
    differences("", &compared(model), &parsed(&again), &mut found);
    assert_eq!(found, Vec::<String>::new());
    let reopened = open(&again).unwrap();
    assert!(reopened.design == opened.design);
    assert!(written(&reopened) == again);
}

#[test]
fn what_is_edited_in_a_model_stands_where_it_belongs_and_the_rest_as_it_was() {
    let model = told_twice();
    let mut opened = open(&model.to_string()).unwrap();
    let database = &mut opened.database;
    let mut call = |operation: &str, input: Value| {
        database.call(operation, &input).unwrap();
    };
    let key = json!({"PK": {"S": "b"}, "SK": {"B": "AA=="}});
    call(
        "UpdateItem",
        json!({"TableName": "Twice", "Key": key, "UpdateExpression": "SET y = :y, w = :w", "ExpressionAttributeValues": {":y": {"N": "3"}, ":w": {"BOOL": true}}}),
    );
    call(
        "DeleteItem",
        json!({"TableName": "Twice", "Key": {"PK": {"S": "a"}, "SK": {"B": "AQ=="}}}),
    );
    call(
        "PutItem",
        json!({"TableName": "Twice", "Item": {"PK": {"S": "new"}, "SK": {"B": "AQ=="}}}),
    );
    let create = &mut opened.design.tables[0].create;
    create["ProvisionedThroughput"]["ReadCapacityUnits"] = json!(9);
    create["LocalSecondaryIndexes"] = json!([{"IndexName": "Local", "KeySchema": [{"AttributeName": "PK", "KeyType": "HASH"}, {"AttributeName": "g", "KeyType": "RANGE"}], "Projection": {"ProjectionType": "KEYS_ONLY"}}]);
    create["StreamSpecification"] = json!({"StreamEnabled": true, "StreamViewType": "NEW_IMAGE"});
    let (files, defects) = write(Format::Workbench, &opened.design, &opened.database);
    let table = &parsed(&files[0].text)["DataModel"][0];
    let (b, new) = (
        json!({"PK": {"S": "b"}, "SK": {"B": "AA=="}}),
        json!({"PK": {"S": "new"}, "SK": {"B": "AQ=="}}),
    );
    let with = |item: &Value, more: Value| {
        let mut item = item.clone();
        item.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        item
    };
    let main =
        json!([with(&b, json!({"x": {"S": "all"}, "y": {"N": "3"}, "w": {"BOOL": true}})), new]);
    assert_eq!(
        table["TableData"], main,
        "new attributes go to the first place, new items to the table"
    );
    assert_eq!(table["TableFacets"][0]["TableData"][1], with(&b, json!({"y": {"N": "3"}})));
    let units = &table["ProvisionedCapacitySettings"];
    assert_eq!(units["ProvisionedThroughput"]["ReadCapacityUnits"], 9);
    assert_eq!(units["AutoScalingRead"]["ScalingPolicyConfiguration"]["TargetValue"], 70);
    let declared: Vec<&Value> = table["NonKeyAttributes"]
        .as_array()
        .unwrap()
        .iter()
        .map(|one| &one["AttributeName"])
        .collect();
    assert_eq!(declared, ["g", "w"], "x, y and z were not declared before either");
    let told: Vec<String> = defects.iter().map(ToString::to_string).collect();
    let kept = "kept in the file for this app, which the Workbench does not show.";
    assert_eq!(
        told,
        [
            format!(
                "Twice: index Local: a model of the Workbench has no place for local indexes; {kept}"
            ),
            format!("Twice: a model of the Workbench has no place for StreamSpecification; {kept}"),
        ]
    );
    let reopened = open(&files[0].text).unwrap();
    assert_eq!(reopened.defects, []);
    assert!(reopened.design.tables[0].create == opened.design.tables[0].create);
}

#[test]
fn what_was_changed_in_the_workbench_stands() {
    let store = open(SCENARIOS[0].json).unwrap();
    let mut model = parsed(&written(&store));
    model["ModelName"] = json!("Renamed there");
    let table = &mut model["DataModel"][0];
    table["BillingMode"] = json!("PROVISIONED");
    table["ProvisionedCapacitySettings"] =
        json!({"ProvisionedThroughput": {"ReadCapacityUnits": 1, "WriteCapacityUnits": 1}});
    table["Novelty"] = json!(1);
    let index = json!({"IndexName": "There", "KeyAttributes": {"PartitionKey": {"AttributeName": "there", "AttributeType": "N"}}, "Projection": {"ProjectionType": "ALL"}});
    match &mut table["GlobalSecondaryIndexes"] {
        Value::Array(indexes) => indexes.push(index),
        other => *other = json!([index]),
    }
    let again = open(&model.to_string()).unwrap();
    assert_eq!(again.design.name, "Renamed there");
    assert_eq!(again.design.requests, store.design.requests);
    let name = again.design.tables[0].name();
    assert!(again.database.table(name).unwrap().index("There").is_some());
    assert_eq!(again.design.tables[0].create["BillingMode"], "PROVISIONED");
    assert_eq!(again.design.tables[0].extra["workbench"]["Novelty"], 1);
}
