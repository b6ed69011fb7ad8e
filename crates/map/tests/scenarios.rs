//! The built-in scenarios: what they hold, and that each request card takes the route it promises.
#![allow(clippy::unwrap_used, clippy::indexing_slicing)] // the whole file is a test

use key_engine::Item;
use map::advice::{Route, verdict_of};
use map::design::{Call, Expectation, Opened, open, save, scenarios};
use serde_json::{Value, json};

fn opened(id: &str) -> Opened {
    let opened = open(scenarios::find(id).unwrap().json).unwrap();
    assert_eq!(opened.defects, [], "{id} has no defect");
    opened
}

/// The responses of a card's sample calls, with the card's verdict.
fn run(opened: &mut Opened, id: &str) -> (Vec<Value>, map::advice::Verdict) {
    let calls = opened.design.request(id).unwrap().sample_calls();
    let mut answers = Vec::new();
    let mut walks = Vec::new();
    for call in &calls {
        let mut input = call.input.clone();
        input["ReturnConsumedCapacity"] = json!("TOTAL");
        let (answer, walk) = opened.database.call_with_walk(&call.operation, &input);
        let answer = answer.unwrap_or_else(|error| panic!("{id} {}: {error}", call.operation));
        check_walk(id, call, &answer, &walk.totals());
        answers.push(answer);
        walks.push(walk);
    }
    let verdict = verdict_of(calls.iter().zip(&walks));
    (answers, verdict)
}

/// The walk's totals are the response's.
fn check_walk(id: &str, call: &Call, answer: &Value, totals: &key_engine::walk::Totals) {
    let found = u64::from(answer.get("Item").is_some());
    let (read, returned) = if call.operation == "GetItem" {
        (found, found)
    } else {
        (answer["ScannedCount"].as_u64().unwrap(), answer["Count"].as_u64().unwrap())
    };
    assert_eq!((totals.items_read, totals.items_returned), (read, returned), "{id}: items");
    assert_eq!(
        Some(totals.capacity_units),
        answer["ConsumedCapacity"]["CapacityUnits"].as_f64(),
        "{id}: capacity"
    );
    if call.operation == "Query" {
        assert_eq!(totals.partitions_touched, 1, "{id}: a Query touches one partition");
    }
}

/// The items of an answer, as the values of one of their attributes.
fn values(answer: &Value, attribute: &str) -> Vec<String> {
    let items = answer.get("Items").and_then(Value::as_array).cloned();
    let items = items.unwrap_or_else(|| answer.get("Item").cloned().into_iter().collect());
    let value = |item: &Value| Item::from_json(item).unwrap().get(attribute).unwrap().to_json();
    items
        .iter()
        .map(|item| {
            value(item).as_object().unwrap().values().next().unwrap().as_str().unwrap().to_owned()
        })
        .collect()
}

#[test]
fn the_warehouse_holds_its_items_in_three_bays() {
    let opened = opened("warehouse");
    let table = opened.database.table("Warehouse").unwrap();
    assert_eq!(table.item_count(), 18);
    assert_eq!(table.primary().partition_count(), 3);
    assert_eq!(table.indexes().count(), 0, "the second door opens later");
    let mut kinds = vec![0; opened.design.entities.len() + 1];
    for item in table.primary().items() {
        let kind = opened.design.entity_of("Warehouse", item);
        kinds[kind] += 1;
        let name = opened.design.entities.get(kind).map(|entity| json!({"S": entity.name}));
        assert_eq!(item.get("Type").map(key_engine::AttributeValue::to_json), name);
    }
    assert_eq!(kinds, [2, 6, 5, 5, 0]);
}

#[test]
fn each_order_of_the_warehouse_agrees_with_its_lookup() {
    let opened = opened("warehouse");
    let items = || opened.database.table("Warehouse").unwrap().primary().items();
    let text = |item: &Item, attribute: &str| {
        item.get(attribute).unwrap().to_json()["S"].as_str().unwrap().to_owned()
    };
    let orders: Vec<&Item> = items().filter(|item| text(item, "Type") == "CustomerOrder").collect();
    assert_eq!(orders.len(), 5);
    for order in orders {
        let id = text(order, "orderId");
        let lookup = items().find(|item| text(item, "PK") == format!("ORDER#{id}")).unwrap();
        for attribute in ["total", "status", "orderedOn"] {
            assert_eq!(order.get(attribute), lookup.get(attribute), "{id} {attribute}");
        }
        assert_eq!(text(order, "PK"), format!("CUSTOMER#{}", text(lookup, "customerId")));
    }
}

#[test]
fn five_cards_of_the_warehouse_have_a_route_and_a4_has_none() {
    let mut opened = opened("warehouse");
    for (id, route, proven, attribute, expected) in [
        ("A1", Route::GetItem, true, "condition", &["BROKEN"][..]),
        ("A2", Route::GetItem, true, "city", &["Portland"]),
        ("A3", Route::Query { index: None }, true, "city", &["San Jose", "Reno", "Portland"]),
        ("A4", Route::Scan { index: None }, false, "productId", &["P100", "P101"]),
        ("A5", Route::Query { index: None }, true, "orderId", &["O711", "O844", "O900"]),
        ("A6", Route::GetItem, true, "customerId", &["C4821"]),
    ] {
        let (answers, verdict) = run(&mut opened, id);
        assert_eq!(verdict.routes, [route], "{id}");
        assert_eq!(verdict.is_proven(), proven, "{id}");
        assert_eq!(
            opened.design.request(id).unwrap().route.is_some(),
            proven,
            "{id}: a route is claimed"
        );
        let mut found = values(&answers[0], attribute);
        if id == "A4" {
            assert_eq!(answers[0]["ScannedCount"], 18, "a Scan reads everything");
            found.sort();
        }
        assert_eq!(found, expected, "{id}");
    }
    assert_eq!(opened.design.requests.len(), 6);
}

#[test]
fn the_store_holds_three_tables_and_enough_orders_for_the_latest_twenty_to_be_a_cut() {
    let opened = opened("store");
    let count = |table: &str, index: Option<&str>| {
        opened.database.table(table).unwrap().door(index).unwrap().item_count()
    };
    assert_eq!(count("Customers", None), 3);
    assert_eq!(count("Orders", None), 66);
    assert_eq!(count("Orders", Some("OrderIdIndex")), 66);
    assert_eq!(count("Orders", Some("OpenOrdersIndex")), 3, "sparse: only what is open");
    assert_eq!(count("OrderItems", None), 5);
    let orders = opened.database.table("Orders").unwrap();
    let longest = orders.primary().collections().map(|collection| collection.len).max();
    assert_eq!(longest, Some(57));
    for item in orders.primary().items() {
        let text = |name: &str| item.get(name).unwrap().to_json()["S"].as_str().unwrap().to_owned();
        assert_eq!(text("SK"), format!("{}#{}", text("placedAt"), text("orderId")));
        assert!(text("placedAt").starts_with("2026-"));
        assert_eq!(item.get("openStatus").is_some(), text("status") == "OPEN");
    }
}

#[test]
fn every_card_of_the_store_is_proven_and_profile_with_orders_takes_two_round_trips() {
    let mut opened = opened("store");
    let on = |index: &str| Route::Query { index: Some(index.to_owned()) };
    let query = || Route::Query { index: None };
    for (id, routes, attribute, count) in [
        ("S1", vec![Route::GetItem], "customerId", 1),
        ("S2", vec![query()], "SK", 20),
        ("S3", vec![query()], "SK", 15),
        ("S4", vec![on("OrderIdIndex")], "orderId", 1),
        ("S5", vec![on("OpenOrdersIndex")], "orderId", 3),
        ("S6", vec![query()], "SK", 2),
        ("S7", vec![on("ProductOrdersIndex")], "orderId", 2),
        ("S8", vec![Route::GetItem, query()], "SK", 20),
    ] {
        let (answers, verdict) = run(&mut opened, id);
        assert_eq!(verdict.routes, routes, "{id}");
        assert!(verdict.is_proven(), "{id}");
        assert_eq!(verdict.round_trips as usize, routes.len(), "{id}");
        assert_eq!(values(answers.last().unwrap(), attribute).len(), count, "{id}");
    }
    assert_eq!(opened.design.requests.len(), 8);
}

#[test]
fn recent_orders_come_newest_first_and_history_within_its_bounds() {
    let mut opened = opened("store");
    let (recent, _) = run(&mut opened, "S2");
    let keys = values(&recent[0], "SK");
    assert!(keys.is_sorted_by(|newer, older| newer > older));
    assert_eq!(keys[0], "2026-10-02T14:31:07Z#A145");
    assert!(recent[0].get("LastEvaluatedKey").is_some(), "20 is a cut");
    let (history, _) = run(&mut opened, "S3");
    let keys = values(&history[0], "SK");
    assert!(keys.iter().all(|key| key.starts_with("2026-09-")), "{keys:?}");
    assert!(keys.contains(&"2026-09-10T08:12:44Z#A102".to_owned()));
}

#[test]
fn without_its_index_a_row_of_the_store_has_no_door() {
    let mut opened = opened("store");
    let call = opened.design.request("S4").unwrap().sample_calls().remove(0);
    let mut input = call.input.clone();
    input.as_object_mut().unwrap().remove("IndexName");
    let error = opened.database.call("Query", &input).unwrap_err();
    let plain = map::advice::explain(
        &error,
        &Call { operation: "Query".to_owned(), input },
        &opened.database,
    );
    let offer = plain.offer.unwrap();
    let (answer, walk) = opened.database.call_with_walk(&offer.operation, &offer.input);
    assert_eq!(offer.operation, "Scan");
    assert_eq!(values(&answer.unwrap(), "orderId"), ["A145"]);
    assert_eq!(walk.totals().items_read, 66);
}

#[test]
fn the_store_in_one_table_holds_the_customers_and_orders_of_the_store() {
    let (one, separate) = (opened("store-single-table"), opened("store"));
    let table = one.database.table("Ecommerce").unwrap();
    let stands = |pk: &str, sk: &str| {
        let key = Item::from_json(&json!({"PK": {"S": pk}, "SK": {"S": sk}})).unwrap();
        let (collection, rank) = table.primary().locate(&key)?;
        table.primary().item(collection, rank).map(Item::to_json)
    };
    for customer in separate.database.table("Customers").unwrap().primary().items() {
        let mut customer = customer.to_json();
        let pk = format!("CUSTOMER#{}", customer["customerId"]["S"].as_str().unwrap());
        customer["PK"] = json!({"S": pk});
        customer["SK"] = json!({"S": "PROFILE"});
        assert_eq!(stands(&pk, "PROFILE"), Some(customer));
    }
    for order in separate.database.table("Orders").unwrap().primary().items() {
        let mut order = order.to_json();
        // What an index of the other design is for has no place here.
        order.as_object_mut().unwrap().remove("openStatus");
        let sk = format!("ORDER#{}", order["SK"]["S"].as_str().unwrap());
        order["SK"] = json!({"S": sk});
        assert_eq!(stands(order["PK"]["S"].as_str().unwrap(), &sk), Some(order.clone()));
    }
    assert_eq!(table.item_count(), 3 + 66);
}

#[test]
fn profile_and_recent_orders_are_the_same_answer_in_one_round_trip_or_in_two() {
    let (separate, two) = run(&mut opened("store"), "S8");
    let (together, one) = run(&mut opened("store-single-table"), "T1");
    assert_eq!((two.round_trips, one.round_trips), (2, 1));
    let orders = values(&separate[1], "SK");
    let sort_keys = values(&together[0], "SK");
    assert_eq!(sort_keys[0], "PROFILE");
    let same = sort_keys[1..].iter().map(|key| key.strip_prefix("ORDER#").unwrap());
    assert!(same.eq(orders.iter()), "the latest 20, newest first");
}

#[test]
fn the_shop_needs_two_reads_of_one_table_for_an_order_with_its_items() {
    let mut opened = opened("ecommerce");
    assert_eq!(opened.database.table("Shop").unwrap().item_count(), 9);
    for (id, routes, returned) in [
        ("E1", vec!["GetItem"], 1),
        ("E2", vec!["Query"], 2),
        ("E3", vec!["GetItem", "Query"], 3),
        ("E4", vec!["Query"], 2),
        ("E5", vec!["Query"], 3),
    ] {
        let (answers, verdict) = run(&mut opened, id);
        let walked: Vec<String> = verdict.routes.iter().map(Route::to_string).collect();
        assert_eq!(walked, routes, "{id}");
        let found: usize = answers.iter().map(|answer| values(answer, "PK").len()).sum();
        assert_eq!(found, returned, "{id}");
    }
    let (answers, _) = run(&mut opened, "E3");
    assert_eq!(values(&answers[0], "Total"), ["49.99"]);
    assert_eq!(values(&answers[1], "Product"), ["Widget", "Gadget"]);
}

#[test]
fn each_edge_of_the_social_table_is_stored_at_both_ends_and_of_the_other_table_at_one() {
    let opened = opened("social");
    let edges = |table: &str, prefix: &str| -> Vec<String> {
        let items = opened.database.table(table).unwrap().primary().items();
        let mut edges: Vec<String> = items
            .map(Item::to_json)
            .filter(|item| item["SK"]["S"].as_str().unwrap().starts_with(prefix))
            .map(|item| format!("{} {} {}", item["UserId"], item["GroupId"], item["Role"]))
            .collect();
        edges.sort();
        edges
    };
    let at_the_user = edges("Social", "GROUP#");
    assert_eq!(at_the_user.len(), 4);
    assert_eq!(edges("Social", "MEMBER#"), at_the_user);
    assert_eq!(edges("SocialOneEdge", "GROUP#"), at_the_user);
    assert_eq!(edges("SocialOneEdge", "MEMBER#"), [""; 0]);
    let copy = &opened.design.copies[0];
    assert_eq!((copy.source.as_str(), copy.copy.as_str()), ("UserGroup", "GroupMember"));
}

#[test]
fn joining_a_group_stores_both_ends_of_the_edge_or_neither() {
    let mut opened = opened("social");
    let call = opened.design.request("G4").unwrap().sample_calls().remove(0);
    assert_eq!(call.operation, "TransactWriteItems");
    opened.database.call(&call.operation, &call.input).unwrap();
    let table = opened.database.table("Social").unwrap();
    assert_eq!(table.item_count(), 12 + 2);
    let ends: Vec<Value> = table.primary().items().map(Item::to_json).collect();
    let there =
        |pk: &str, sk: &str| ends.iter().any(|item| item["PK"]["S"] == pk && item["SK"]["S"] == sk);
    assert!(there("USER#chen", "GROUP#readers") && there("GROUP#readers", "MEMBER#chen"));
}

#[test]
fn every_kind_of_item_that_a_scenario_declares_is_there_and_every_item_is_of_one() {
    for scenario in scenarios::SCENARIOS {
        let opened = opened(scenario.id);
        let entities = &opened.design.entities;
        let mut seen = vec![0; entities.len() + 1];
        for table in opened.database.tables() {
            for item in table.primary().items() {
                seen[opened.design.entity_of(table.name(), item)] += 1;
            }
        }
        assert_eq!(seen.pop(), Some(0), "{}: items of no kind", scenario.id);
        assert!(seen.iter().all(|count| *count > 0), "{}: {seen:?}", scenario.id);
        let is_kind = |table: &str, name: &str| {
            entities.iter().any(|entity| entity.table == table && entity.name == name)
        };
        for copy in &opened.design.copies {
            assert!(is_kind(&copy.table, &copy.source) && is_kind(&copy.table, &copy.copy));
            assert!(copy.requests.iter().all(|id| opened.design.request(id).is_some()));
        }
    }
}

#[test]
fn a_scenario_saved_and_opened_again_is_the_same() {
    for scenario in scenarios::SCENARIOS {
        let first = opened(scenario.id);
        let text = save(&first.design, &first.database);
        let second = open(&text).unwrap();
        assert_eq!(second.defects, []);
        assert_eq!(second.design, first.design);
        for table in first.database.tables() {
            let again = second.database.table(table.name()).unwrap();
            assert!(table.primary().items().eq(again.primary().items()), "{}", table.name());
        }
        assert_eq!(save(&second.design, &second.database), text);
    }
}

#[test]
fn the_example_of_the_documentation_opens_and_its_expectation_holds() {
    let documentation = include_str!("../../../docs/format.md");
    let (_, rest) = documentation.split_once("```json\n").unwrap();
    let (example, _) = rest.split_once("```").unwrap();
    let mut opened = open(example).unwrap();
    assert_eq!(opened.defects, []);
    let request = opened.design.request("R1").unwrap().clone();
    assert_eq!(request.wanted.count, Some(20));
    let Some(Expectation::Items { items, ordered: true }) = request.expected else {
        panic!("the example expects items in order")
    };
    let (answers, _) = run(&mut opened, "R1");
    assert_eq!(
        values(&answers[0], "SK"),
        [items[0].key.get("SK").unwrap().to_json()["S"].as_str().unwrap()]
    );
}
