//! Whatever the advice offers can be done, and taken back.
//!
//! Random tables, items and rows. Every remedy of every finding is carried out as one step: the engine refuses none of it, no row
//! is refused that was not before, and taking it back leaves no trace.
#![allow(clippy::unwrap_used, clippy::indexing_slicing)] // the whole file is a test

use map::advice::{Census, Facts, Finding, Proof, Prover, Standing, findings};
use map::design::{Edit, Opened, open, save};
use proptest::prelude::*;
use serde_json::{Value, json};

fn proofs(opened: &mut Opened) -> Vec<Proof> {
    let mut prover = Prover::default();
    prover.take(&opened.design);
    while prover.step(&opened.design, &mut opened.database) {}
    prover.proofs().to_vec()
}

fn advice(opened: &mut Opened) -> (Vec<Proof>, Vec<Finding>) {
    let proofs = proofs(opened);
    let (design, database) = (&opened.design, &opened.database);
    let census = Census::take(design, database);
    let found = findings(Facts { design, database, proofs: &proofs, census: &census });
    (proofs, found)
}

/// A key of few values, with a placeholder or without.
fn key_text() -> impl Strategy<Value = String> {
    prop_oneof!["[AB]#[0-2]", "[AB]#\\{x\\}", "D#2026-07-0[1-3]", "HEAD", "[0-2]"]
}

fn value() -> impl Strategy<Value = Value> {
    prop_oneof![
        "[a-c]".prop_map(|text| json!({"S": text})),
        (0..3_u8).prop_map(|number| json!({"N": number.to_string()})),
        Just(json!({"S": "x".repeat(9_000)})),
    ]
}

fn item() -> impl Strategy<Value = (String, String, Value)> {
    let more = proptest::collection::vec(("[a-d]", value()), 0..4);
    let partition = prop_oneof![3 => "[AB]#[0-2]", 1 => "D#2026-07-0[1-3]"];
    let keys = (partition, prop_oneof!["[AB]#[0-2]", "HEAD", "[0-2]"]);
    (keys, more, proptest::option::of("[gh]")).prop_map(|((pk, sk), more, g)| {
        let mut item = json!({"PK": {"S": pk}, "SK": {"S": sk}});
        for (name, value) in more {
            item[name] = value;
        }
        if let Some(g) = g {
            item["g"] = json!({"S": g});
        }
        (pk, sk, item)
    })
}

/// A read of the table, or of its index, or a write.
fn call() -> impl Strategy<Value = Value> {
    let filter = prop_oneof![
        5 => Just(None),
        1 => Just(Some("a = :f")),
        1 => Just(Some("a > :f")),
        1 => Just(Some("attribute_exists(b)")),
        1 => Just(Some("attribute_exists(b) AND c <> :f")),
    ];
    let cut = prop_oneof![4 => Just(None), 1 => Just(Some("a")), 1 => Just(Some("PK, b")), 1 => Just(Some("COUNT"))];
    let limit = proptest::option::weighted(0.2, 1..9_u8);
    let what = (0..5_u8, key_text(), key_text(), any::<bool>(), any::<bool>());
    (what, filter, cut, limit).prop_map(|((kind, pk, sk, strong, back), filter, cut, limit)| {
        let mut input = json!({"TableName": "Table"});
        let mut values = serde_json::Map::new();
        let operation = match kind {
            0 => {
                input["Key"] = json!({"PK": {"S": pk}, "SK": {"S": sk}});
                "GetItem"
            }
            1 => {
                let sorted = if back { "PK = :p" } else { "PK = :p AND begins_with(SK, :s)" };
                input["KeyConditionExpression"] = json!(sorted);
                values.insert(":p".to_owned(), json!({"S": pk}));
                if !back {
                    values.insert(":s".to_owned(), json!({"S": sk}));
                }
                input["ScanIndexForward"] = json!(strong);
                "Query"
            }
            2 => {
                input["IndexName"] = json!("ByG");
                input["KeyConditionExpression"] = json!("g = :g");
                values.insert(":g".to_owned(), json!({"S": "g"}));
                "Query"
            }
            3 => {
                let item = json!({"PK": {"S": pk}, "SK": {"S": sk}, "g": {"S": "g"}});
                return json!({"operation": "PutItem", "input": {"TableName": "Table", "Item": item}});
            }
            _ => "Scan",
        };
        if let Some(filter) = filter.filter(|_| kind > 0) {
            input["FilterExpression"] = json!(filter);
            if filter.contains(":f") {
                values.insert(":f".to_owned(), json!({"S": "a"}));
            }
        }
        if !values.is_empty() {
            input["ExpressionAttributeValues"] = Value::Object(values);
        }
        match cut {
            Some("COUNT") if kind > 0 => input["Select"] = json!("COUNT"),
            Some("COUNT") | None => {}
            Some(cut) => input["ProjectionExpression"] = json!(cut),
        }
        if let Some(limit) = limit.filter(|_| kind > 0) {
            input["Limit"] = json!(limit);
        }
        if strong {
            input["ConsistentRead"] = json!(true);
        }
        json!({"operation": operation, "input": input})
    })
}

fn row() -> impl Strategy<Value = Value> {
    let calls = proptest::collection::vec(call(), 1..4);
    let wanted = proptest::option::of((1..3_u8, any::<bool>()));
    let volume = prop_oneof![Just(json!("high")), Just(json!(5)), Just(json!(2_500))];
    (calls, any::<bool>(), wanted, volume).prop_map(|(calls, strong, wanted, volume)| {
        let promise = if strong { "strong may matter" } else { "eventual may do" };
        let mut row = json!({"sentence": "Read", "volume": volume, "consistency": promise, "calls": calls,
            "samples": {"x": "1"}});
        if let Some((count, descending)) = wanted {
            row["wanted"] = json!({"count": count, "order": {"attribute": "SK", "descending": descending}});
        }
        row
    })
}

fn document() -> impl Strategy<Value = Value> {
    let items = proptest::collection::vec(item(), 0..24);
    (items, proptest::collection::vec(row(), 1..4), any::<bool>()).prop_map(|(items, mut rows, local)| {
        let mut seen: Vec<(String, String)> = Vec::new();
        let mut written = Vec::new();
        for (pk, sk, item) in items {
            if !seen.contains(&(pk.clone(), sk.clone())) {
                written.push(item);
                seen.push((pk, sk));
            }
        }
        for (at, row) in rows.iter_mut().enumerate() {
            row["id"] = json!(format!("R{at}"));
        }
        let key = |name: &str, role: &str| json!({"AttributeName": name, "KeyType": role});
        let text = |name: &str| json!({"AttributeName": name, "AttributeType": "S"});
        let mut document = json!({"retrieval-map": 1, "name": "Any", "requests": rows, "tables": [{
            "create": {"TableName": "Table", "BillingMode": "PAY_PER_REQUEST",
                "AttributeDefinitions": [text("PK"), text("SK"), text("g")],
                "KeySchema": [key("PK", "HASH"), key("SK", "RANGE")],
                "GlobalSecondaryIndexes": [{"IndexName": "ByG", "KeySchema": [key("g", "HASH"), key("SK", "RANGE")],
                    "Projection": {"ProjectionType": "ALL"}}]},
            "items": written}]});
        if local {
            let create = &mut document["tables"][0]["create"];
            create["AttributeDefinitions"].as_array_mut().unwrap().push(text("a"));
            create["LocalSecondaryIndexes"] = json!([{"IndexName": "ByA", "KeySchema": [key("PK", "HASH"), key("a", "RANGE")],
                "Projection": {"ProjectionType": "KEYS_ONLY"}}]);
        }
        document
    })
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(120) })]

    #[test]
    fn what_is_offered_can_be_done_and_taken_back(document in document()) {
        let text = document.to_string();
        let mut opened = open(&text).unwrap();
        let (before, found) = advice(&mut opened);
        let saved = save(&opened.design, &opened.database);
        for finding in &found {
            prop_assert!(!finding.title.is_empty() && !finding.reason.is_empty(), "{}", finding.rule);
            prop_assert!(finding.link.starts_with("https://docs.aws.amazon.com/"), "{}", finding.rule);
            for remedy in &finding.remedies {
                let said = format!("{}: {}", finding.rule, remedy.label);
                let Opened { design, database, .. } = &mut opened;
                let undo = match Edit::apply_all(remedy.edits.clone(), design, database) {
                    Ok(undo) => undo,
                    Err(error) => return Err(TestCaseError::fail(format!("{said}: {error}"))),
                };
                let after = proofs(&mut opened);
                for (before, after) in before.iter().zip(&after) {
                    let refused = |proof: &Proof| matches!(proof.standing, Standing::Refused);
                    prop_assert!(refused(before) || !refused(after), "{said}: {}", after.reason);
                }
                let Opened { design, database, .. } = &mut opened;
                Edit::apply_all(undo, design, database).unwrap();
                prop_assert!(save(&opened.design, &opened.database) == saved, "{said}: taken back");
            }
        }
    }
}
