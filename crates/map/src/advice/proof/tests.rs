//! A row for each verdict, and its reason.

mod returned;

use key_engine::{Database, Item};
use serde_json::{Value, json};

use super::{Proof, Standing};
use crate::advice::{Prover, Route};
use crate::design::{
    Call, Consistency, Design, Expectation, ExpectedItem, Request, SortOrder, Wanted,
};

/// `Orders` has 12 orders of three customers, a global index by status and one with a key of four attributes, and a local one.
fn database() -> Database {
    let mut database = Database::default();
    let element = |name: &str, role: &str| json!({"AttributeName": name, "KeyType": role});
    let names = ["customer", "placed", "status", "country", "total", "city"];
    let definitions: Vec<Value> = names
        .iter()
        .map(|name| {
            let key_type = if *name == "total" { "N" } else { "S" };
            json!({"AttributeName": name, "AttributeType": key_type})
        })
        .collect();
    let keys = json!({"ProjectionType": "KEYS_ONLY"});
    let all = json!({"ProjectionType": "ALL"});
    database
        .call(
            "CreateTable",
            &json!({
                "TableName": "Orders", "BillingMode": "PAY_PER_REQUEST",
                "AttributeDefinitions": definitions,
                "KeySchema": [element("customer", "HASH"), element("placed", "RANGE")],
                "LocalSecondaryIndexes": [
                    {"IndexName": "ByTotal", "KeySchema": [element("customer", "HASH"), element("total", "RANGE")], "Projection": keys}],
                "GlobalSecondaryIndexes": [
                    {"IndexName": "ByStatus", "KeySchema": [element("status", "HASH"), element("placed", "RANGE")], "Projection": all},
                    {"IndexName": "ByPlace", "Projection": all, "KeySchema": [
                        element("country", "HASH"), element("city", "HASH"), element("status", "RANGE"), element("placed", "RANGE")]}],
            }),
        )
        .unwrap();
    for number in 0..12_u32 {
        let item = json!({
            "customer": {"S": format!("C{}", number % 3)}, "placed": {"S": format!("2026-07-{number:02}")},
            "status": {"S": if number < 3 { "OPEN" } else { "SHIPPED" }}, "total": {"N": (100 - number).to_string()},
            "country": {"S": "DE"}, "city": {"S": if number % 2 == 0 { "Ulm" } else { "Bonn" }}, "note": {"S": "n"}});
        database.put("Orders", Item::from_json(&item).unwrap()).unwrap();
    }
    let create = json!({
        "TableName": "Customers", "BillingMode": "PAY_PER_REQUEST",
        "AttributeDefinitions": [{"AttributeName": "id", "AttributeType": "S"}], "KeySchema": [element("id", "HASH")]});
    database.call("CreateTable", &create).unwrap();
    let item = Item::from_json(&json!({"id": {"S": "C0"}})).unwrap();
    database.put("Customers", item).unwrap();
    database
}

fn row(calls: Vec<(&str, Value)>) -> Request {
    Request {
        calls: calls
            .into_iter()
            .map(|(operation, input)| Call { operation: operation.to_owned(), input })
            .collect(),
        ..Request::unwritten("R")
    }
}

fn prove(request: Request, database: &mut Database) -> Proof {
    let design = Design { requests: vec![request], ..Design::default() };
    let mut prover = Prover::default();
    prover.take(&design);
    while prover.step(&design, database) {}
    prover.proofs()[0].clone()
}

/// A read of `Orders`: its condition, filter and values, each `name=value`.
fn read(index: Option<&str>, key: Option<&str>, filter: Option<&str>, values: &[&str]) -> Value {
    let mut input = json!({"TableName": "Orders"});
    let mut set = |name: &str, value: Option<&str>| {
        if let Some(value) = value {
            input[name] = value.into();
        }
    };
    set("IndexName", index);
    set("KeyConditionExpression", key);
    set("FilterExpression", filter);
    for pair in values {
        let (name, value) = pair.split_once('=').unwrap();
        let kind = if value.parse::<i32>().is_ok() { "N" } else { "S" };
        input["ExpressionAttributeValues"][format!(":{name}")] = json!({kind: value});
        input["ExpressionAttributeNames"] = json!({"#s": "status"});
    }
    let text = input.to_string();
    if !text.contains("#s ") && !text.contains("(#s") {
        input.as_object_mut().unwrap().remove("ExpressionAttributeNames");
    }
    input
}

fn with(mut input: Value, name: &str, value: impl Into<Value>) -> Value {
    input[name] = value.into();
    input
}

fn get(customer: &str, placed: &str) -> Value {
    json!({"TableName": "Orders", "Key": {"customer": {"S": customer}, "placed": {"S": placed}}})
}

fn of_customer() -> Value {
    read(None, Some("customer = :c"), None, &["c=C0"])
}

fn statement(text: &str) -> Value {
    json!({"Statement": text})
}

fn put() -> Value {
    json!({"TableName": "Orders", "Item": {"customer": {"S": "C9"}, "placed": {"S": "now"}, "status": {"S": "OPEN"}}})
}

/// The calls of a row, its verdict, and the reason; an empty one is any.
type Case = (Vec<(&'static str, Value)>, Standing, &'static str);

fn check(cases: Vec<Case>) {
    let mut database = database();
    let before: Vec<Item> = database.table("Orders").unwrap().primary().items().cloned().collect();
    for (calls, standing, reason) in cases {
        let shown = format!("{calls:?}");
        let proof = prove(row(calls), &mut database);
        assert_eq!(proof.standing, standing, "{shown}: {}", proof.reason);
        assert!(
            !proof.reason.is_empty() && (reason.is_empty() || proof.reason == reason),
            "{shown}: {}",
            proof.reason
        );
        assert!(database.table("Orders").unwrap().primary().items().eq(&before), "{shown}");
    }
}

#[test]
fn what_goes_to_its_address_is_proven() {
    use Standing::Proven;
    let keys = json!([
        get("C0", "2026-07-00")["Key"],
        get("C1", "2026-07-01")["Key"],
        get("C1", "no")["Key"]
    ]);
    check(vec![
        (
            vec![("GetItem", get("C0", "2026-07-00"))],
            Proven,
            "One GetItem by full primary key: 1 read, 1 returned.",
        ),
        (
            vec![("Query", of_customer())],
            Proven,
            "One Query of one item collection: 4 read, 4 returned.",
        ),
        (
            vec![("Query", read(Some("ByStatus"), Some("#s = :s"), None, &["s=OPEN"]))],
            Proven,
            "One Query of one item collection of ByStatus: 3 read, 3 returned.",
        ),
        (
            vec![(
                "Query",
                with(
                    read(Some("ByTotal"), Some("customer = :c"), None, &["c=C0"]),
                    "Select",
                    "ALL_ATTRIBUTES",
                ),
            )],
            Proven,
            "One Query of one item collection of ByTotal: 4 read, 4 returned.",
        ),
        (
            vec![("BatchGetItem", json!({"RequestItems": {"Orders": {"Keys": keys}}}))],
            Proven,
            "One BatchGetItem by full primary key: 2 read, 2 returned.",
        ),
        (
            vec![(
                "TransactGetItems",
                json!({"TransactItems": [{"Get": get("C0", "2026-07-00")}]}),
            )],
            Proven,
            "One TransactGetItems by full primary key: 1 read, 1 returned.",
        ),
        (
            vec![(
                "ExecuteStatement",
                statement("SELECT * FROM Orders WHERE customer = 'C0' AND placed > '2026-07-03'"),
            )],
            Proven,
            "One Query (ExecuteStatement) of one item collection: 2 read, 2 returned.",
        ),
        (
            vec![(
                "ExecuteStatement",
                statement("SELECT * FROM Orders WHERE customer IN ['C0', 'C1', 'C9']"),
            )],
            Proven,
            "One Query (ExecuteStatement) of 2 item collections: 8 read, 8 returned.",
        ),
        (vec![("PutItem", put())], Proven, "One PutItem, accepted: 2 write units at 2 doors."),
        (
            vec![(
                "ExecuteStatement",
                statement("INSERT INTO Orders VALUE {'customer': 'C9', 'placed': 'now'}"),
            )],
            Proven,
            "One PutItem (ExecuteStatement), accepted: 1 write unit at 1 door.",
        ),
        (
            vec![
                ("GetItem", json!({"TableName": "Customers", "Key": {"id": {"S": "C0"}}})),
                ("Query", of_customer()),
            ],
            Proven,
            "2 round trips, each to its address: 5 read, 5 returned.",
        ),
    ]);
}

#[test]
fn what_goes_to_an_address_and_has_another_fault_says_which() {
    use Standing::{FindsNothing, NeedsFilter, SeveralRoundTrips, StrongOnIndex, Unwritten};
    check(vec![
        (
            vec![(
                "BatchExecuteStatement",
                json!({"Statements": [statement(
                    "SELECT * FROM Orders WHERE customer = 'C0' AND placed = '2026-07-03' AND status = 'OPEN'",
                )]}),
            )],
            NeedsFilter,
            "The BatchGetItem (BatchExecuteStatement) reads 1 item and its filter throws 1 away: 0 returned.",
        ),
        (vec![], Unwritten, "No request is written for this row yet."),
        (vec![("", Value::Null)], Unwritten, "No request is written for this row yet."),
        (
            vec![("GetItem", get("C0", "2026-07-00")), ("Query", of_customer())],
            SeveralRoundTrips,
            "2 round trips to Orders, one after the other: one item collection could serve it in one.",
        ),
        (
            vec![("GetItem", get("C0", "never"))],
            FindsNothing,
            "The GetItem goes to its key, and no sample item is there.",
        ),
        (
            vec![("Query", read(None, Some("customer = :c"), None, &["c=C7"]))],
            FindsNothing,
            "The Query goes to its item collection, and no sample item is there.",
        ),
        (
            vec![(
                "Query",
                read(None, Some("customer = :c"), Some("#s = :s"), &["c=C0", "s=OPEN"]),
            )],
            NeedsFilter,
            "The Query reads 4 items and its filter throws 3 away: 1 returned.",
        ),
        (
            vec![(
                "Query",
                with(
                    read(Some("ByStatus"), Some("#s = :s"), None, &["s=OPEN"]),
                    "ConsistentRead",
                    true,
                ),
            )],
            StrongOnIndex,
            "It is to be a strong read, and ByStatus is a global secondary index: it follows its table with a delay and answers only eventually consistent reads.",
        ),
    ]);
}

#[test]
fn what_reads_a_whole_door_says_why() {
    use Standing::OnlyScan;
    check(vec![
        (
            vec![(
                "Query",
                with(read(Some("ByNote"), Some("note = :n"), None, &["n=n"]), "Limit", 2),
            )],
            OnlyScan,
            "Reads all 12 items of Orders to return them: it reads through ByNote, which is not there.",
        ),
        (
            vec![("Scan", read(None, None, Some("country = :c"), &["c=DE"]))],
            OnlyScan,
            "Reads all 12 items of Orders to return them: the key of ByPlace starts from country, but needs city too.",
        ),
        (
            vec![("Scan", read(None, None, Some("note = :n"), &["n=n"]))],
            OnlyScan,
            "Reads all 12 items of Orders to return them: no key starts from note.",
        ),
        (
            vec![("Scan", read(None, None, Some("#s = :s"), &["s=OPEN"]))],
            OnlyScan,
            "Reads all 12 items of Orders to return 3, though a Query of ByStatus would go straight to them.",
        ),
        (
            vec![("Scan", read(None, None, None, &[]))],
            OnlyScan,
            "Reads all 12 items of Orders to return them: nothing in it says where to begin.",
        ),
        (
            vec![("Scan", read(None, None, Some("contains(note, :n)"), &["n=x"]))],
            OnlyScan,
            "Reads all 12 items of Orders to return none: it gives no attribute one value, only conditions such as that on note.",
        ),
        (
            vec![("Scan", with(read(None, None, Some("note = :n"), &["n=n"]), "Limit", 5))],
            OnlyScan,
            "Reads 5 of 12 items of Orders to return them: no key starts from note.",
        ),
        (
            vec![("Query", read(Some("ByNote"), Some("note = :n"), None, &["n=n"]))],
            OnlyScan,
            "Reads all 12 items of Orders to return them: it reads through ByNote, which is not there.",
        ),
        (
            vec![("ExecuteStatement", statement("SELECT * FROM Orders.ByNote WHERE note = 'n'"))],
            OnlyScan,
            "Reads all 12 items of Orders to return them: it reads through ByNote, which is not there.",
        ),
        (
            vec![("Query", read(None, Some("note = :n"), None, &["n=n"]))],
            OnlyScan,
            "Reads all 12 items of Orders to return them: no key starts from note.",
        ),
    ]);
}

#[test]
fn what_is_refused_says_what_is_wrong_with_it() {
    use Standing::{Refused, SkipsAttribute, SortWithoutPartition};
    check(vec![
        (
            vec![("Scan", read(None, None, Some("placed > :p"), &["p=2026-07-09"]))],
            SortWithoutPartition,
            "Reads all 12 items of Orders to return 2: it knows placed, the sort key, but not customer, the partition key that says where to begin.",
        ),
        (
            vec![("Query", read(None, Some("begins_with(placed, :p)"), None, &["p=2026-07-1"]))],
            SortWithoutPartition,
            "Reads all 12 items of Orders to return 2: it knows placed, the sort key, but not customer, the partition key that says where to begin.",
        ),
        (
            vec![("Query", read(Some("ByPlace"), Some("country = :c"), None, &["c=DE"]))],
            SkipsAttribute,
            "Reads all 12 items of ByPlace to return them: the partition key of ByPlace needs city too.",
        ),
        (
            vec![(
                "Query",
                read(
                    Some("ByPlace"),
                    Some("country = :c AND city = :t AND placed > :p"),
                    None,
                    &["c=DE", "t=Ulm", "p=2026-07-06"],
                ),
            )],
            SkipsAttribute,
            "Reads all 12 items of ByPlace to return 2: the sort key of ByPlace is taken from the left without a gap, and status is not given by an equals sign.",
        ),
        (
            vec![("CreateTable", json!({"TableName": "Other"}))],
            Refused,
            "CreateTable is no operation on items, so it is not run: what proves a row are requests that read or write items.",
        ),
        (
            vec![("GetItem", json!({"TableName": "None", "Key": {"id": {"S": "1"}}}))],
            Refused,
            "There is no table of that name. The tables are Customers, Orders.",
        ),
        (
            vec![(
                "Query",
                read(None, Some("customer = :c"), Some("placed > :p"), &["c=C0", "p=2026-07-04"]),
            )],
            Refused,
            "A Query's filter may not name placed, a key attribute of what it queries; put it in the key condition, or use a Scan, \
             whose filter may. A Scan answers it: it reads all 12 items of Orders to return 2.",
        ),
        (vec![("Scan", read(None, None, Some("status = :s"), &["s=OPEN"]))], Refused, ""),
        (
            vec![("PutItem", with(put(), "ConditionExpression", "attribute_exists(note)"))],
            Refused,
            "The condition does not hold for the item as it is now, so nothing was changed.",
        ),
        (
            vec![(
                "BatchExecuteStatement",
                json!({"Statements": [statement("SELECT * FROM Orders WHERE customer = 'C0'")]}),
            )],
            Refused,
            "",
        ),
    ]);
}

#[test]
fn a_promise_of_strong_reads_is_held_against_each_read() {
    let mut database = database();
    let strong = |operation: &'static str, input: Value| Request {
        consistency: Consistency::StrongMayMatter,
        ..row(vec![(operation, input)])
    };
    for (request, standing) in [
        (strong("GetItem", get("C0", "2026-07-00")), Standing::StrongNotAsked),
        (
            strong("GetItem", with(get("C0", "2026-07-00"), "ConsistentRead", true)),
            Standing::Proven,
        ),
        (
            strong("Query", read(Some("ByStatus"), Some("#s = :s"), None, &["s=OPEN"])),
            Standing::StrongOnIndex,
        ),
        (
            strong(
                "TransactGetItems",
                json!({"TransactItems": [{"Get": get("C0", "2026-07-00")}]}),
            ),
            Standing::Proven,
        ),
        (strong("DeleteItem", get("C0", "2026-07-00")), Standing::Proven),
    ] {
        let proof = prove(request, &mut database);
        assert_eq!(proof.standing, standing, "{}", proof.reason);
    }
}

#[test]
fn a_row_without_a_sample_says_which() {
    let mut database = database();
    let request = row(vec![("Query", read(None, Some("customer = :c"), None, &["c={customer}"]))]);
    let proof = prove(request, &mut database);
    assert_eq!(
        (proof.standing, proof.reason.as_str()),
        (Standing::FindsNothing, "There is no sample value for customer yet.")
    );
}

#[test]
fn what_names_no_key_is_answered_by_a_scan_however_it_is_written() {
    let mut database = database();
    let equal = json!({"ComparisonOperator": "EQ", "AttributeValueList": [{"S": "n"}]});
    let keys = json!({"Create": {"IndexName": "ByCity", "Projection": {"ProjectionType": "KEYS_ONLY"},
        "KeySchema": [{"AttributeName": "city", "KeyType": "HASH"}]}});
    let open = json!({"TableName": "Orders", "GlobalSecondaryIndexUpdates": [keys],
        "AttributeDefinitions": [{"AttributeName": "city", "AttributeType": "S"}]});
    database.call("UpdateTable", &open).unwrap();
    let by_city = |key, filter| read(Some("ByCity"), key, filter, &["n=n"]);
    for (operation, input, standing) in [
        (
            "Query",
            json!({"TableName": "Orders", "KeyConditions": {"note": equal}}),
            Standing::OnlyScan,
        ),
        ("Query", by_city(Some("note = :n"), None), Standing::OnlyScan),
        ("Query", by_city(Some("city = :n"), Some("note = :n")), Standing::Refused),
        ("Scan", by_city(None, Some("note = :n")), Standing::Refused),
    ] {
        let proof = prove(row(vec![(operation, input)]), &mut database);
        assert_eq!(proof.standing, standing, "{}", proof.reason);
        let sent = proof.calls[0].stand_in.as_ref();
        assert_eq!(sent.map(|call| call.operation.as_str()), Some("Scan"), "{}", proof.reason);
        assert_eq!(proof.calls[0].route, Route::Scan { index: None });
        assert_eq!(proof.totals.items_read, 12);
    }
}

#[test]
fn shards_of_one_key_are_read_one_by_one_and_other_keys_are_not_shards() {
    let mut database = database();
    let place = |city: &str| {
        read(
            Some("ByPlace"),
            Some("country = :c AND city = :t"),
            None,
            &["c=DE", &format!("t={city}")],
        )
    };
    let shards = |cities: &[&str]| row(cities.iter().map(|city| ("Query", place(city))).collect());
    for (city, number) in [("Ulm#0", 0), ("Ulm#2", 2)] {
        let item = json!({"customer": {"S": "C9"}, "placed": {"S": format!("2026-08-0{number}")},
            "status": {"S": "OPEN"}, "country": {"S": "DE"}, "city": {"S": city}});
        database.put("Orders", Item::from_json(&item).unwrap()).unwrap();
    }
    let proof = prove(shards(&["Ulm#0", "Ulm#1", "Ulm#2"]), &mut database);
    assert_eq!(proof.standing, Standing::Proven, "{}", proof.reason);
    assert_eq!(proof.reason, "3 round trips, one for each shard: 2 read, 2 returned.");
    for cities in [["Ulm", "Bonn"], ["Ulm#0", "Ulm#2"], ["Ulm#0", "Bonn#1"], ["Ulm#0", "Ulm#0"]] {
        let proof = prove(shards(&cities), &mut database);
        assert_eq!(proof.standing, Standing::SeveralRoundTrips, "{cities:?}: {}", proof.reason);
    }
}

#[test]
fn a_refused_call_shows_the_numbers_of_what_answers_it() {
    let mut database = database();
    let query = read(Some("ByNote"), Some("note = :n"), None, &["n=n"]);
    let proof = prove(row(vec![("Query", query)]), &mut database);
    let call = &proof.calls[0];
    assert_eq!(call.stand_in.as_ref().map(|call| call.operation.as_str()), Some("Scan"));
    assert!(call.refusal.is_some() && call.whole);
    assert_eq!(call.route, Route::Scan { index: None });
    assert_eq!((proof.totals.items_read, proof.totals.items_returned), (12, 12));
    assert_eq!(call.doors, [("Orders".to_owned(), None)]);
}

#[test]
fn what_a_row_writes_is_seen_by_its_later_calls_and_by_nobody_after() {
    let mut database = database();
    let stream = json!({"StreamEnabled": true, "StreamViewType": "KEYS_ONLY"});
    let update = json!({"TableName": "Orders", "StreamSpecification": stream});
    database.call("UpdateTable", &update).unwrap();
    let put =
        json!({"TableName": "Orders", "Item": {"customer": {"S": "C9"}, "placed": {"S": "now"}}});
    let delete = json!({"Delete": get("C0", "2026-07-00")});
    let transact = json!({"TransactItems": [delete], "ClientRequestToken": "once"});
    let of_all = read(None, Some("customer = :c"), None, &["c=C9"]);
    let request =
        row(vec![("PutItem", put), ("TransactWriteItems", transact.clone()), ("Query", of_all)]);
    for _ in 0..2 {
        let proof = prove(request.clone(), &mut database);
        assert_eq!(proof.standing, Standing::Proven, "{}", proof.reason);
        assert_eq!((proof.totals.items_returned, proof.returned.len()), (1, 1));
        assert!(proof.write_units >= 2.0 && proof.read_units > 0.0);
    }
    assert_eq!(database.table("Orders").unwrap().item_count(), 12);
    assert_eq!(database.table("Orders").unwrap().stream().unwrap().readable().count(), 0);
    let changes = database.call_recorded("TransactWriteItems", &transact).changes;
    assert_eq!(changes.len(), 1, "the token of the trial is not remembered");
}

#[test]
fn a_long_row_is_run_in_slices_and_stopped_after_a_hundred_pages() {
    let mut database = database();
    let filler = "x".repeat(100_000);
    for number in 0..1_200 {
        let item = json!({"id": {"S": format!("big {number}")}, "filler": {"S": filler}});
        database.put("Customers", Item::from_json(&item).unwrap()).unwrap();
    }
    let scan = || ("Scan", json!({"TableName": "Customers"}));
    let design = Design { requests: vec![row(vec![scan(), scan()])], ..Design::default() };
    let mut prover = Prover::default();
    prover.take(&design);
    let mut steps = 0;
    while prover.step(&design, &mut database) {
        steps += 1;
    }
    let proof = &prover.proofs()[0];
    let call = &proof.calls[0];
    assert!(!call.whole && call.totals.pages == 100 && steps > 20, "{steps} steps");
    assert_eq!(
        proof.reason,
        "Reads 1,101 of 1,201 items of Customers to return them, and is stopped there after 100 pages: nothing in it says where to \
         begin."
    );
    assert_eq!((prover.runs(), proof.returned.len()), (1, 1_000));
}
