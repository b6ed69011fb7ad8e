//! Doors that are proposed, shared and closed, case by case.
#![allow(clippy::unwrap_used, clippy::indexing_slicing)] // the whole file is a test

use map::advice::{CallProof, Census, Facts, Prover, Remedy, Route, door, findings};
use map::design::{Edit, Opened, open, save, scenarios};
use serde_json::{Value, json};

/// A table keyed by `id`, these indexes and items, and one row that makes one call.
fn design(indexes: &Value, items: &Value, operation: &str, input: &Value) -> Opened {
    let mut definitions = vec![json!({"AttributeName": "id", "AttributeType": "S"})];
    for index in indexes.as_array().unwrap() {
        for element in index["KeySchema"].as_array().unwrap() {
            let name = &element["AttributeName"];
            if !definitions.iter().any(|known| known["AttributeName"] == *name) {
                definitions.push(json!({"AttributeName": name, "AttributeType": "S"}));
            }
        }
    }
    let mut create = json!({
        "TableName": "Table", "BillingMode": "PAY_PER_REQUEST", "AttributeDefinitions": definitions,
        "KeySchema": [{"AttributeName": "id", "KeyType": "HASH"}],
    });
    if indexes != &json!([]) {
        create["GlobalSecondaryIndexes"] = indexes.clone();
    }
    let document = json!({
        "retrieval-map": 1, "name": "Doors",
        "tables": [{"create": create, "items": items}],
        "requests": [{
            "id": "R1", "sentence": "Find them", "volume": "high", "consistency": "eventual may do",
            "calls": [{"operation": operation, "input": input}], "samples": {"city": "Reno"},
        }],
    });
    open(&document.to_string()).unwrap()
}

fn index(name: &str, partition: &str, sort: Option<&str>) -> Value {
    let mut schema = vec![json!({"AttributeName": partition, "KeyType": "HASH"})];
    schema.extend(sort.map(|sort| json!({"AttributeName": sort, "KeyType": "RANGE"})));
    json!({"IndexName": name, "KeySchema": schema, "Projection": {"ProjectionType": "ALL"}})
}

fn scan() -> Value {
    json!({"TableName": "Table", "FilterExpression": "city = :c", "ExpressionAttributeValues": {":c": {"S": "{city}"}}})
}

fn items() -> Value {
    json!([
        {"id": {"S": "1"}, "city": {"S": "Reno"}, "at": {"S": "2026"}, "address": {"M": {"city": {"S": "Reno"}}}},
        {"id": {"S": "2"}, "city": {"S": "Reno"}, "address": {"M": {"city": {"S": "Bend"}}}},
        {"id": {"S": "3"}, "city": {"S": "Bend"}, "at": {"S": "2025"}},
        {"id": {"S": "4"}, "other": {"S": "x"}},
    ])
}

fn proof(opened: &mut Opened) -> CallProof {
    let mut prover = Prover::default();
    prover.take(&opened.design);
    while prover.step(&opened.design, &mut opened.database) {}
    prover.proofs()[0].calls[0].clone()
}

fn doors(opened: &mut Opened) -> door::Doors {
    let proof = proof(opened);
    door::doors(&opened.design, &opened.database, 0, 0, &proof).unwrap()
}

#[test]
fn of_many_items_none_are_given_attributes_where_their_own_make_a_key() {
    let item = |n: u32| json!({"id": {"S": n.to_string()}, "city": {"S": format!("c{}", n % 9)}});
    let many: Vec<Value> = (0..2_100).map(item).collect();
    let mut opened = design(&json!([]), &many.into(), "Scan", &scan());
    let remedies = doors(&mut opened).remedies;
    assert_eq!(remedies.len(), 1);
    assert!(!remedies[0].edits.iter().any(|edit| matches!(edit, Edit::ChangeItems(_))));
}

#[test]
fn a_door_says_that_the_segments_of_a_scan_go() {
    let mut input = scan();
    (input["Segment"], input["TotalSegments"]) = (0.into(), 2.into());
    let told = "The Scan's segments go: the Query reads one collection.";
    for (input, is_told) in [(input, true), (scan(), false)] {
        let remedies = doors(&mut design(&json!([]), &items(), "Scan", &input)).remedies;
        let tells = |remedy: &Remedy| remedy.facts.iter().any(|fact| fact == told);
        assert!(!remedies.is_empty() && remedies.iter().all(|remedy| tells(remedy) == is_told));
    }
}

#[test]
fn a_scan_that_its_index_cannot_answer_is_offered_a_door() {
    let mut keys_only = index("ByOther", "other", None);
    keys_only["Projection"] = json!({"ProjectionType": "KEYS_ONLY"});
    let mut input = scan();
    input["IndexName"] = "ByOther".into();
    let mut opened = design(&json!([keys_only]), &items(), "Scan", &input);
    let mut prover = Prover::default();
    prover.take(&opened.design);
    while prover.step(&opened.design, &mut opened.database) {}
    let Opened { design, database, .. } = &opened;
    let census = Census::take(design, database);
    let facts = Facts { design, database, proofs: prover.proofs(), census: &census };
    let found = findings(facts);
    let finding = found.iter().find(|finding| finding.rule == "missing-route").unwrap();
    assert!(!finding.remedies.is_empty(), "{}", finding.reason);
}

/// Carries a remedy out, says what the row's call became, and takes the remedy back.
fn tried(opened: &mut Opened, remedy: &Remedy) -> (Value, u64, Route) {
    let before = (opened.design.clone(), save(&opened.design, &opened.database));
    let Opened { design, database, .. } = opened;
    let undo = Edit::apply_all(remedy.edits.clone(), design, database).unwrap();
    let call = design.requests[0].calls[0].clone();
    let proof = proof(opened);
    let Opened { design, database, .. } = opened;
    Edit::apply_all(undo, design, database).unwrap();
    assert!((opened.design.clone(), save(&opened.design, &opened.database)) == before);
    (call.input, proof.totals.items_returned, proof.route)
}

#[test]
fn a_door_that_is_there_is_taken_before_one_is_opened() {
    let indexes = json!([index("ByCity", "city", None)]);
    let mut opened = design(&indexes, &items(), "Scan", &scan());
    let found = doors(&mut opened);
    assert_eq!(found.remedies.len(), 1);
    assert_eq!(found.remedies[0].label, "Take the door ByCity and walk R1");
    assert_eq!(found.remedies[0].edits.len(), 1, "only the row changes");
    let (input, returned, route) = tried(&mut opened, &found.remedies[0]);
    assert_eq!((&input["IndexName"], returned), (&json!("ByCity"), 2));
    assert_eq!(route, Route::Query { index: Some("ByCity".to_owned()) });
    // sorted by an attribute that item 2 lacks, the index does not hold all that is wanted
    let indexes = json!([index("ByCity", "city", Some("at"))]);
    let mut opened = design(&indexes, &items(), "Scan", &scan());
    let found = doors(&mut opened);
    assert_eq!(found.remedies[0].label, "Open the door and walk R1");
    let (input, returned, _) = tried(&mut opened, &found.remedies[0]);
    assert_eq!((&input["IndexName"], returned), (&json!("ByCity2"), 2));
}

#[test]
fn an_index_on_attributes_for_anything_is_shared() {
    let indexes = json!([index("GSI1", "GSI1PK", Some("GSI1SK"))]);
    let mut opened = design(&indexes, &items(), "Scan", &scan());
    let found = doors(&mut opened);
    assert_eq!(found.remedies[0].label, "Share the door GSI1 and walk R1");
    let (input, returned, _) = tried(&mut opened, &found.remedies[0]);
    assert_eq!(input["ExpressionAttributeValues"], json!({":gsi1pk": {"S": "CITY#{city}"}}));
    assert_eq!((&input["IndexName"], returned), (&json!("GSI1"), 2));
    let mut carried = items();
    carried[0]["GSI1PK"] = json!({"S": "ORDER#1"});
    let mut opened = design(&indexes, &carried, "Scan", &scan());
    assert_eq!(doors(&mut opened).remedies[0].label, "Open the door and walk R1");
}

#[test]
fn what_stands_in_a_map_gets_attributes_of_its_own() {
    let input = json!({
        "TableName": "Table", "FilterExpression": ":c = address.#c AND attribute_exists(id)",
        "ExpressionAttributeNames": {"#c": "city"}, "ExpressionAttributeValues": {":c": {"S": "{city}"}},
        "Segment": 0, "TotalSegments": 1, "Select": "COUNT", "Limit": 9,
    });
    let mut opened = design(&json!([]), &items(), "Scan", &input);
    let found = doors(&mut opened);
    assert_eq!(found.knows, ["address.city"]);
    assert_eq!(found.remedies.len(), 1);
    let (input, returned, _) = tried(&mut opened, &found.remedies[0]);
    assert_eq!(returned, 1);
    assert_eq!(
        input,
        json!({
            "TableName": "Table", "IndexName": "ByCity", "KeyConditionExpression": "GSI1PK = :gsi1pk",
            "FilterExpression": "attribute_exists(id)", "Select": "COUNT", "Limit": 9,
            "ExpressionAttributeValues": {":gsi1pk": {"S": "CITY#{city}"}},
        })
    );
}

#[test]
fn a_get_by_what_is_no_key_becomes_a_query() {
    let input =
        json!({"TableName": "Table", "Key": {"city": {"S": "{city}"}}, "ConsistentRead": true});
    let mut opened = design(&json!([]), &items(), "GetItem", &input);
    let found = doors(&mut opened);
    let (input, returned, route) = tried(&mut opened, &found.remedies[0]);
    assert_eq!((returned, route), (2, Route::Query { index: Some("ByCity".to_owned()) }));
    assert_eq!(
        input,
        json!({
            "TableName": "Table", "IndexName": "ByCity", "KeyConditionExpression": "city = :city",
            "ExpressionAttributeValues": {":city": {"S": "{city}"}},
        })
    );
}

#[test]
fn a_condition_inside_or_and_not_is_not_known() {
    for filter in ["city = :c OR id = :c", "NOT city = :c", "city <> :c", "size(city) = :c"] {
        let input = json!({"TableName": "Table", "FilterExpression": filter, "ExpressionAttributeValues": {":c": {"S": "{city}"}}});
        let mut opened = design(&json!([]), &items(), "Scan", &input);
        let proof = proof(&mut opened);
        let found = door::doors(&opened.design, &opened.database, 0, 0, &proof);
        assert!(found.is_none(), "{filter}");
    }
}

#[test]
fn where_a_table_has_all_the_indexes_it_may_one_that_no_row_reads_gives_way() {
    let key = |number: usize| index(&format!("Index{number}"), &format!("x{number}"), Some("y"));
    let indexes: Vec<Value> = (0..20).map(key).collect();
    // every item that is wanted carries the keys of all of them: none can be shared
    let mut carried = items();
    for item in carried.as_array_mut().unwrap() {
        for number in 0..20 {
            item[format!("x{number}")] = json!({"S": "x"});
        }
        item["y"] = json!({"S": "y"});
    }
    let mut opened = design(&json!(indexes), &carried, "Scan", &scan());
    let found = doors(&mut opened);
    assert!(found.is_full);
    assert_eq!(found.remedies[0].facts[0], "Index0 goes, through which no row reads.");
    let (input, returned, _) = tried(&mut opened, &found.remedies[0]);
    assert_eq!((&input["IndexName"], returned), (&json!("ByCity"), 2));
    // where they lack them, one is shared whatever it was made for
    let mut opened = design(&json!(indexes), &items(), "Scan", &scan());
    let found = doors(&mut opened);
    assert_eq!(found.remedies[0].label, "Share the door Index0 and walk R1");
    assert_eq!(tried(&mut opened, &found.remedies[0]).1, 2);
}

#[test]
fn a_closed_door_leaves_scans_of_the_same_items_and_one_step_brings_it_back() {
    let query = |more: &Value| {
        let mut input = json!({
            "TableName": "Table", "IndexName": "ByCity", "KeyConditionExpression": "city = :c",
            "ExpressionAttributeValues": {":c": {"S": "{city}"}}, "ScanIndexForward": false,
        });
        input.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        input
    };
    let one = json!([{"S": "{city}"}]);
    let equal = json!({"ComparisonOperator": "EQ", "AttributeValueList": one});
    for (operation, input) in [
        ("Query", query(&json!({}))),
        ("Query", query(&json!({"Select": "ALL_PROJECTED_ATTRIBUTES"}))),
        (
            "Query",
            json!({"TableName": "Table", "IndexName": "ByCity", "KeyConditions": {"city": equal}}),
        ),
        ("Scan", json!({"TableName": "Table", "IndexName": "ByCity"})),
        (
            "ExecuteStatement",
            json!({"Statement": "SELECT * FROM \"Table\".\"ByCity\" WHERE city = '{city}' AND \"at\" > '2'"}),
        ),
        (
            "ExecuteStatement",
            json!({"Statement": "SELECT id FROM \"Table\".\"ByCity\" where city = '{city}'"}),
        ),
    ] {
        let indexes = json!([index("ByCity", "city", Some("at"))]);
        let mut opened = design(&indexes, &items(), operation, &input);
        let before = proof(&mut opened).totals.items_returned;
        assert!(before > 0);
        let remedy = door::close(&opened.design, &opened.database, "Table", "ByCity");
        assert_eq!(remedy.label, "Close the door ByCity");
        let (_, returned, route) = tried(&mut opened, &remedy);
        assert_eq!((returned, route), (before, Route::Scan { index: None }), "{operation} {input}");
    }
}

#[test]
fn every_index_of_the_store_can_be_closed_and_its_row_asks_for_it_again() {
    let mut opened = open(scenarios::find("store").unwrap().json).unwrap();
    let before = (opened.design.clone(), save(&opened.design, &opened.database));
    for (table, index, row) in [
        ("Orders", "OrderIdIndex", "S4"),
        ("Orders", "OpenOrdersIndex", "S5"),
        ("OrderItems", "ProductOrdersIndex", "S7"),
    ] {
        let remedy = door::close(&opened.design, &opened.database, table, index);
        assert!(remedy.walk.is_none(), "its words promise no walk");
        let Opened { design, database, .. } = &mut opened;
        let undo = Edit::apply_all(remedy.edits, design, database).unwrap();
        let place = design.requests.iter().position(|request| request.id == row).unwrap();
        let mut prover = Prover::default();
        prover.take(design);
        while prover.step(design, database) {}
        let proof = &prover.proofs()[place].calls[0];
        assert_eq!(proof.route, Route::Scan { index: None });
        let found = door::doors(design, database, place, 0, proof).unwrap();
        let opening = found.remedies[0].edits.clone();
        let back = Edit::apply_all(opening, design, database).unwrap();
        assert_eq!(design.requests[place].calls[0].operation, "Query");
        Edit::apply_all(back, design, database).unwrap();
        Edit::apply_all(undo, design, database).unwrap();
        assert!((opened.design.clone(), save(&opened.design, &opened.database)) == before);
    }
}
