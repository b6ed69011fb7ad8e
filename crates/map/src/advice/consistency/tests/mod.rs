//! Laws of the replicas, on the warehouse and on a table with indexes.

mod follows;
mod sales;

use key_engine::Database;
use serde_json::{Value, json};

use super::*;
use crate::advice::walked::scenario;
use crate::design::{Call, save};

fn call(operation: &str, input: Value) -> Call {
    Call { operation: operation.to_owned(), input }
}

/// A table of jobs with a global and a local index.
fn jobs() -> Database {
    let key = |name: &str, role: &str| json!({"AttributeName": name, "KeyType": role});
    let text = |name: &str| json!({"AttributeName": name, "AttributeType": "S"});
    let mut database = Database::default();
    let create = json!({
        "TableName": "Jobs", "BillingMode": "PAY_PER_REQUEST",
        "AttributeDefinitions": [text("PK"), text("SK"), text("status"), text("due")],
        "KeySchema": [key("PK", "HASH"), key("SK", "RANGE")],
        "GlobalSecondaryIndexes": [{"IndexName": "ByStatus",
            "KeySchema": [key("status", "HASH"), key("SK", "RANGE")], "Projection": {"ProjectionType": "ALL"}}],
        "LocalSecondaryIndexes": [{"IndexName": "ByDue",
            "KeySchema": [key("PK", "HASH"), key("due", "RANGE")], "Projection": {"ProjectionType": "ALL"}}],
    });
    database.call("CreateTable", &create).unwrap();
    for (place, status) in ["OPEN", "OPEN", "DONE"].into_iter().enumerate() {
        let item = json!({"PK": {"S": "TEAM#1"}, "SK": {"S": format!("JOB#{place}")}, "status": {"S": status},
            "due": {"S": format!("2026-01-0{place}")}});
        database.call("PutItem", &json!({"TableName": "Jobs", "Item": item})).unwrap();
    }
    database
}

fn set_status(job: &str, status: &str) -> Call {
    call(
        "UpdateItem",
        json!({"TableName": "Jobs", "Key": {"PK": {"S": "TEAM#1"}, "SK": {"S": job}},
            "UpdateExpression": "SET #s = :s", "ExpressionAttributeNames": {"#s": "status"},
            "ExpressionAttributeValues": {":s": {"S": status}}}),
    )
}

fn by_status(status: &str, strong: bool) -> Call {
    call(
        "Query",
        json!({"TableName": "Jobs", "IndexName": "ByStatus", "KeyConditionExpression": "#s = :s",
            "ExpressionAttributeNames": {"#s": "status"}, "ExpressionAttributeValues": {":s": {"S": status}},
            "ConsistentRead": strong}),
    )
}

fn job(name: &str, strong: bool) -> Call {
    call(
        "GetItem",
        json!({"TableName": "Jobs", "Key": {"PK": {"S": "TEAM#1"}, "SK": {"S": name}}, "ConsistentRead": strong}),
    )
}

fn count(answered: &Answered) -> u64 {
    answered.answer.as_ref().unwrap()["Count"].as_u64().unwrap()
}

/// Exact delays: replicas 100 ms, indexes 300 ms after them, and 100 ms again within the index.
fn exact(answers: Option<Replica>) -> Replicas {
    Replicas::new(Assumptions {
        replica: Delay::between(100, 100),
        index: Delay::between(300, 300),
        answers,
        ..Assumptions::default()
    })
}

#[test]
fn a_strong_read_sees_each_write_and_an_eventual_one_only_what_has_arrived() {
    let mut database = jobs();
    let [_, follower, _] = Replica::ALL;
    let mut replicas = exact(Some(follower));
    let written = replicas.call(&mut database, 10, &set_status("JOB#0", "DONE"));
    assert_eq!((written.served, written.by[0].replica), (Served::Write, Replica::LEADER));
    let arrivals: Vec<(u64, bool)> =
        written.arrivals.iter().map(|one| (one.at_ms, one.index.is_some())).collect();
    assert_eq!(arrivals, [(110, false), (110, false), (410, true), (510, true), (510, true)]);
    for (at_ms, strong, status, stale, behind_ms) in [
        (10, true, "DONE", false, 0),
        (50, false, "OPEN", true, 40),
        (109, false, "OPEN", true, 99),
        (110, false, "DONE", false, 0),
    ] {
        let read = replicas.call(&mut database, at_ms, &job("JOB#0", strong));
        assert_eq!(read.item().unwrap()["status"]["S"], status, "{at_ms}");
        assert_eq!((read.is_stale(), read.behind_ms()), (stale, behind_ms), "{at_ms}");
        assert_eq!(read.by[0].replica.is_leader(), strong);
        assert_eq!(read.walk.totals().items_returned, 1);
    }
}

#[test]
fn a_stale_answer_says_in_what_it_differs() {
    let mut database = jobs();
    let mut replicas = exact(Some(Replica::ALL[2]));
    replicas.call(&mut database, 0, &set_status("JOB#0", "DONE"));
    let read = replicas.call(&mut database, 20, &job("JOB#0", false));
    let [Difference::Field { item, attribute, answered, leader }] = read.differences.as_slice()
    else {
        panic!("{:?}", read.differences)
    };
    assert_eq!((item.as_str(), attribute.as_str()), ("TEAM#1 / JOB#0", "status"));
    let text = |value: &Option<key_engine::AttributeValue>| value.as_ref().unwrap().to_json();
    assert_eq!((text(answered), text(leader)), (json!({"S": "OPEN"}), json!({"S": "DONE"})));
    // The replica lacks a write, but not of the item that is asked for.
    let other = replicas.call(&mut database, 20, &job("JOB#1", false));
    assert_eq!((other.is_stale(), other.behind_ms(), other.by[0].lacks), (false, 20, 1));
}

#[test]
fn where_a_page_ends_elsewhere_no_item_is_said_to_be_gone() {
    let mut database = jobs();
    let mut replicas = exact(Some(Replica::ALL[1]));
    let item = json!({"PK": {"S": "TEAM#1"}, "SK": {"S": "JOB"}});
    replicas.call(&mut database, 0, &call("PutItem", json!({"TableName": "Jobs", "Item": item})));
    let query = json!({"TableName": "Jobs", "KeyConditionExpression": "PK = :p", "Limit": 2,
        "ExpressionAttributeValues": {":p": {"S": "TEAM#1"}}});
    let read = replicas.call(&mut database, 50, &call("Query", query));
    assert_eq!(read.differences, [Difference::Missing("TEAM#1 / JOB".to_owned())]);
    let counted = json!({"TableName": "Jobs", "Select": "COUNT"});
    let read = replicas.call(&mut database, 50, &call("Scan", counted));
    let others = ["Count", "ScannedCount"].map(|member| Difference::Other(member.to_owned()));
    assert_eq!(read.differences, others);
}

#[test]
fn an_index_follows_its_table_and_gives_no_strong_read() {
    let mut database = jobs();
    let mut replicas = exact(Some(Replica::LEADER));
    replicas.call(&mut database, 0, &set_status("JOB#0", "DONE"));
    for (at_ms, open, done) in [(0, 2, 1), (399, 2, 1), (400, 1, 2)] {
        let read = replicas.call(&mut database, at_ms, &by_status("OPEN", false));
        assert_eq!((read.served, count(&read)), (Served::Index, open), "{at_ms}");
        assert_eq!(read.is_stale(), at_ms < 400);
        let read = replicas.call(&mut database, at_ms, &by_status("DONE", false));
        assert_eq!(count(&read), done, "{at_ms}");
    }
    let refused = replicas.call(&mut database, 500, &by_status("OPEN", true));
    let error = refused.answer.unwrap_err();
    assert_eq!((refused.served, error.name()), (Served::Refused, "ValidationException"));
    assert!(error.message().contains("Consistent reads are not supported on global secondary"));
}

#[test]
fn a_local_index_lags_no_more_than_its_table_and_may_be_read_strongly() {
    let mut database = jobs();
    let mut replicas = exact(Some(Replica::ALL[1]));
    let delete = json!({"TableName": "Jobs", "Key": {"PK": {"S": "TEAM#1"}, "SK": {"S": "JOB#0"}}});
    replicas.call(&mut database, 0, &call("DeleteItem", delete));
    for (at_ms, strong, expected) in [(50, true, 2), (50, false, 3), (100, false, 2)] {
        let query = json!({"TableName": "Jobs", "IndexName": "ByDue", "KeyConditionExpression": "PK = :p",
            "ExpressionAttributeValues": {":p": {"S": "TEAM#1"}}, "ConsistentRead": strong});
        let read = replicas.call(&mut database, at_ms, &call("Query", query));
        assert_eq!(count(&read), expected, "{at_ms} {strong}");
        let leg = &read.walk.pages[0].legs[0];
        let answering = read.answering(leg, leg.visits[0].partition).unwrap();
        assert_eq!((answering.index.as_ref(), answering.replica.is_leader()), (None, strong));
        let extra = Difference::Extra("TEAM#1 / JOB#0".to_owned());
        assert_eq!(read.differences.contains(&extra), expected == 3);
    }
}

#[test]
fn a_later_change_that_an_index_does_not_hold_takes_no_earlier_one_along() {
    let mut database = jobs();
    let mut replicas = exact(Some(Replica::LEADER));
    let remove = json!({"TableName": "Jobs", "Key": {"PK": {"S": "TEAM#1"}, "SK": {"S": "JOB#0"}},
        "UpdateExpression": "REMOVE #s", "ExpressionAttributeNames": {"#s": "status"}});
    replicas.call(&mut database, 0, &call("UpdateItem", remove));
    let note = json!({"TableName": "Jobs", "Key": {"PK": {"S": "TEAM#1"}, "SK": {"S": "JOB#0"}},
        "UpdateExpression": "SET note = :n", "ExpressionAttributeValues": {":n": {"S": "x"}}});
    replicas.call(&mut database, 10, &call("UpdateItem", note));
    assert_eq!(count(&replicas.call(&mut database, 20, &by_status("OPEN", false))), 2);
    assert_eq!(count(&replicas.call(&mut database, 410, &by_status("OPEN", false))), 1);
}

#[test]
fn a_run_leaves_the_database_as_it_was_and_repeats_itself() {
    let mut walked = scenario("warehouse");
    let before = save(&walked.design, &walked.database);
    let calls: Vec<Call> =
        walked.design.requests.iter().flat_map(crate::design::Request::sample_calls).collect();
    let mut runs = Vec::new();
    for _ in 0..2 {
        let mut replicas = Replicas::new(Assumptions::default().with_seed(77));
        let mut told = Vec::new();
        for (place, call) in calls.iter().chain(&calls).enumerate() {
            let at_ms = place as u64 * 30;
            let key = json!({"PK": {"S": "PRODUCT#P100"}, "SK": {"S": "WAREHOUSE#W3"}});
            let update = json!({"TableName": "Warehouse", "Key": key, "UpdateExpression": "SET onHand = onHand + :o",
                "ExpressionAttributeValues": {":o": {"N": "1"}}});
            replicas.call(&mut walked.database, at_ms, &self::call("UpdateItem", update));
            let read = replicas.call(&mut walked.database, at_ms + 5, call);
            told.push((read.by.clone(), read.differences.clone(), read.answer.clone()));
        }
        assert!(save(&walked.design, &walked.database) == before, "left as it was");
        runs.push(told);
    }
    assert!(runs[0] == runs[1], "the same seed, the same run");
    assert!(runs[0].iter().any(|(_, differences, _)| !differences.is_empty()));
}

#[test]
fn what_is_no_request_for_items_is_not_sent() {
    let mut database = jobs();
    let mut replicas = exact(None);
    let delete = call("DeleteTable", json!({"TableName": "Jobs"}));
    assert!(replicas.call(&mut database, 0, &delete).answer.is_err());
    assert!(database.table("Jobs").is_some());
    let unknown = call("GetItem", json!({"TableName": "Nothing", "Key": {}}));
    assert_eq!(replicas.call(&mut database, 0, &unknown).served, Served::Refused);
}

#[test]
fn transactions_and_statements_are_read_as_they_ask() {
    let mut database = jobs();
    let mut replicas = exact(Some(Replica::ALL[1]));
    replicas.call(&mut database, 0, &set_status("JOB#0", "DONE"));
    let key = json!({"PK": {"S": "TEAM#1"}, "SK": {"S": "JOB#0"}});
    let transaction = json!({"TransactItems": [{"Get": {"TableName": "Jobs", "Key": key}}]});
    let batch =
        |strong: bool| json!({"RequestItems": {"Jobs": {"Keys": [key], "ConsistentRead": strong}}});
    let statement = |from: &str, strong: bool| json!({"Statement": format!("SELECT * FROM {from} WHERE status = 'OPEN'"), "ConsistentRead": strong});
    for (operation, input, served, is_stale) in [
        ("TransactGetItems", transaction, Served::Strong, false),
        ("BatchGetItem", batch(true), Served::Strong, false),
        ("BatchGetItem", batch(false), Served::Eventual, true),
        ("Scan", json!({"TableName": "Jobs"}), Served::Eventual, true),
        ("Scan", json!({"TableName": "Jobs", "ConsistentRead": true}), Served::Strong, false),
        ("ExecuteStatement", statement("Jobs", true), Served::Strong, false),
        ("ExecuteStatement", statement("Jobs", false), Served::Eventual, true),
        ("ExecuteStatement", statement("Jobs.ByStatus", false), Served::Index, true),
        ("ExecuteStatement", statement("Jobs.ByStatus", true), Served::Refused, false),
    ] {
        let read = replicas.call(&mut database, 50, &call(operation, input.clone()));
        assert_eq!((read.served, read.is_stale()), (served, is_stale), "{operation} {input}");
        assert!(!read.sentence().is_empty());
    }
}

#[test]
fn each_partition_of_a_scan_is_answered_by_a_replica_of_its_own() {
    let mut walked = scenario("warehouse");
    let mut replicas = Replicas::new(Assumptions::default());
    let scan = call("Scan", json!({"TableName": "Warehouse"}));
    let mut seen = [false; 3];
    for _ in 0..10 {
        let read = replicas.call(&mut walked.database, 0, &scan);
        assert!(read.by.len() > 1 && !read.is_stale());
        for one in &read.by {
            seen[one.replica.place()] = true;
        }
    }
    assert_eq!(seen, [true; 3]);
}

proptest::proptest! {
    #[test]
    fn no_replica_goes_back_in_time_and_in_the_end_all_agree(
        seed in proptest::prelude::any::<u64>(),
        pinned in 0_usize..3,
        steps in proptest::collection::vec((0_u64..400, 0_u8..4, 0_u8..3), 1..25),
    ) {
        let mut database = jobs();
        let answers = Some(Replica::ALL[pinned]);
        let mut replicas = Replicas::new(Assumptions { seed, answers, ..Assumptions::default() });
        let (mut at_ms, mut latest) = (0, 0);
        for (place, (later, what, which)) in steps.into_iter().enumerate() {
            at_ms += later;
            let name = format!("JOB#{which}");
            let status = ["OPEN", "DONE", "LATE"][place % 3];
            let item = json!({"PK": {"S": "TEAM#1"}, "SK": {"S": name}, "status": {"S": status},
                "version": {"N": place.to_string()}});
            let write = match what {
                0 => call("PutItem", json!({"TableName": "Jobs", "Item": item})),
                1 => call("DeleteItem", json!({"TableName": "Jobs", "Key": {"PK": item["PK"], "SK": item["SK"]}})),
                2 => set_status(&name, status),
                _ => call("UpdateItem", json!({"TableName": "Jobs", "Key": {"PK": item["PK"], "SK": item["SK"]},
                    "UpdateExpression": "REMOVE #s", "ExpressionAttributeNames": {"#s": "status"}})),
            };
            replicas.call(&mut database, at_ms, &write);
            let mark = json!({"TableName": "Jobs", "Item": {"PK": {"S": "TEAM#1"}, "SK": {"S": "MARK"},
                "version": {"N": place.to_string()}}});
            replicas.call(&mut database, at_ms, &call("PutItem", mark));
            let read = replicas.call(&mut database, at_ms, &job("MARK", false));
            let version = read.item().and_then(|item| item["version"]["N"].as_str()?.parse::<usize>().ok());
            let version = version.map_or(0, |version| version + 1);
            proptest::prop_assert!(version >= latest);
            latest = version;
        }
        let settled_ms = replicas.arrivals().last().unwrap().at_ms;
        for status in ["OPEN", "DONE", "LATE"] {
            let read = replicas.call(&mut database, settled_ms, &by_status(status, false));
            proptest::prop_assert!(!read.is_stale() && read.by.iter().all(|one| one.lacks == 0));
        }
        let scan = replicas.call(&mut database, settled_ms, &call("Scan", json!({"TableName": "Jobs"})));
        proptest::prop_assert!(!scan.is_stale());
    }
}
