//! What is said of copies, and what comes of the buttons.

use super::plan::plural;
use super::*;
use crate::advice::findings;
use crate::advice::walked::{Walked, one_table, scenario, texts};
use crate::design::save;
use serde_json::{Value, json};

fn titles(walked: &Walked) -> Vec<(Weight, String)> {
    walked.asked(find).into_iter().map(|finding| (finding.weight, finding.title)).collect()
}

fn set_status(walked: &mut Walked, key: &Value, status: &str) {
    let update = json!({"TableName": "Warehouse", "Key": key, "UpdateExpression": "SET #s = :s",
        "ExpressionAttributeNames": {"#s": "status"}, "ExpressionAttributeValues": {":s": {"S": status}}});
    walked.send("UpdateItem", &update);
}

fn lookup(order: &str) -> Value {
    json!({"PK": {"S": format!("ORDER#{order}")}, "SK": {"S": "METADATA"}})
}

#[test]
fn a_declared_copy_that_agrees_is_noted_with_its_rows_its_owner_and_its_plan() {
    let found = scenario("warehouse").asked(find);
    assert_eq!(found.len(), 1);
    assert_eq!(found[0].weight, Weight::Note);
    assert_eq!(found[0].title, "OrderLookup repeats CustomerOrder, on purpose");
    assert_eq!(
        found[0].reason,
        "It is there for A5 and A6. Its owner, the order service, writes both in one transaction."
    );
    assert!(found[0].evidence.contains(&"5 of 5 pairs agree".to_owned()));
}

#[test]
fn an_undeclared_copy_is_found_and_a_plan_is_written_down_with_one_click() {
    let mut walked = scenario("warehouse");
    let declared = walked.design.copies.remove(0);
    walked.prove();
    let found = walked.asked(find);
    assert_eq!(titles(&walked), [(Weight::Caution, "Orders live at two addresses".to_owned())]);
    assert_eq!(found[0].requests, ["A5", "A6"]);
    let before = save(&walked.design, &walked.database);
    for (remedy, plan) in found[0].remedies.iter().zip([
        Synchronisation::Transaction,
        Synchronisation::Stream,
        Synchronisation::AcceptedStaleness(
            "The copy says what was true when it was written.".to_owned(),
        ),
    ]) {
        let undo = walked.mend(remedy);
        let now = &walked.design.copies[0];
        assert_eq!((&now.source, &now.copy), (&declared.source, &declared.copy));
        assert_eq!((now.owner.as_str(), &now.synchronisation), ("the application", &plan));
        assert_eq!(now.requests, ["A5", "A6"]);
        assert_eq!(titles(&walked)[0].0, Weight::Note);
        walked.take_back(undo);
        assert!(save(&walked.design, &walked.database) == before, "taken back");
    }
}

#[test]
fn copies_that_disagree_are_shown_field_by_field_and_brought_together_either_way() {
    let mut walked = scenario("warehouse");
    set_status(&mut walked, &lookup("O900"), "SHIPPED");
    let found = walked.asked(find);
    assert_eq!(
        titles(&walked),
        [(Weight::Fault, "O900's copies disagree: status PACKING / SHIPPED".to_owned())]
    );
    assert_eq!(
        found[0].evidence,
        [
            "status is PACKING at CUSTOMER#C4821 / ORDER#2026-07-26#O900, SHIPPED at ORDER#O900 / METADATA",
            "4 of 5 pairs agree",
        ]
    );
    assert_eq!(
        found[0].reason,
        "A5 reads CustomerOrder and A6 reads OrderLookup, so the answer depends on who asks."
    );
    let before = save(&walked.design, &walked.database);
    let status = |walked: &mut Walked| {
        let get = json!({"TableName": "Warehouse", "Key": lookup("O900")});
        walked.database.call("GetItem", &get).unwrap()["Item"]["status"]["S"].clone()
    };
    assert_eq!(found[0].remedies.len(), 2);
    for (remedy, expected) in found[0].remedies.iter().zip(["PACKING", "SHIPPED"]) {
        let undo = walked.mend(remedy);
        assert_eq!(status(&mut walked), expected);
        assert_eq!(titles(&walked)[0].0, Weight::Note, "they agree again");
        walked.take_back(undo);
        assert!(save(&walked.design, &walked.database) == before, "taken back");
    }
}

#[test]
fn a_source_without_its_copy_gets_one_like_the_others_and_a_copy_without_source_goes() {
    let mut walked = scenario("warehouse");
    let before = save(&walked.design, &walked.database);
    walked.send("DeleteItem", &json!({"TableName": "Warehouse", "Key": lookup("O711")}));
    assert_eq!(titles(&walked), [(Weight::Fault, "O711 has no copy".to_owned())]);
    let remedies = walked.asked(find).remove(0).remedies;
    assert_eq!(remedies.len(), 1);
    walked.mend(&remedies[0]);
    assert!(save(&walked.design, &walked.database) == before, "made anew, to the attribute");
    let order = json!({"PK": {"S": "CUSTOMER#C4821"}, "SK": {"S": "ORDER#2026-06-18#O711"}});
    walked.send("DeleteItem", &json!({"TableName": "Warehouse", "Key": order}));
    let found = walked.asked(find);
    assert_eq!(found[0].title, "A copy of ORDER#O711 / METADATA has no source");
    walked.mend(&found[0].remedies[0]);
    assert_eq!(walked.database.table("Warehouse").unwrap().item_count(), 16);
    assert_eq!(titles(&walked)[0].0, Weight::Note);
}

#[test]
fn a_copy_that_no_row_goes_to_is_decoration_and_can_be_removed() {
    let mut walked = scenario("warehouse");
    walked.design.requests.retain(|request| request.id != "A6");
    walked.prove();
    let found = walked.asked(find);
    assert_eq!(titles(&walked), [(Weight::Caution, "No row needs OrderLookup".to_owned())]);
    let before = save(&walked.design, &walked.database);
    let undo = walked.mend(&found[0].remedies[0]);
    assert_eq!(walked.database.table("Warehouse").unwrap().item_count(), 13);
    assert!(walked.design.copies.is_empty() && walked.asked(find).is_empty());
    walked.take_back(undo);
    assert!(save(&walked.design, &walked.database) == before, "taken back");
}

#[test]
fn a_source_that_no_row_goes_to_is_named() {
    let mut walked = scenario("warehouse");
    walked.design.requests.retain(|request| request.id != "A5");
    walked.prove();
    assert_eq!(titles(&walked)[0], (Weight::Caution, "No row needs CustomerOrder".to_owned()));
}

#[test]
fn an_edge_stored_at_both_ends_is_found_and_one_stored_once_is_not() {
    let mut walked = scenario("social");
    walked.design.copies.clear();
    let found = walked.asked(find);
    assert_eq!(found.len(), 1, "not the tables side by side");
    assert_eq!(found[0].about, "UserGroup and GroupMember");
    assert_eq!(found[0].requests, ["G1", "G2"]);
    let Edit::SetCopies(copies) = &found[0].remedies[0].edits[0] else { panic!("no plan") };
    assert_eq!(copies[0].owner, "G4: Join a group: both ends in one transaction");
}

#[test]
fn scenarios_without_copies_have_nothing_to_say() {
    for id in ["store", "store-single-table", "ecommerce"] {
        assert_eq!(titles(&scenario(id)), [], "{id}");
    }
}

/// Customers and suppliers, each with a city and a country, and orders of customers with products of suppliers.
#[test]
fn values_that_many_items_have_are_no_copies() {
    let mut items = Vec::new();
    let cities = [("Reno", "US"), ("San Jose", "US"), ("Lyon", "FR"), ("Reno", "US")];
    for (at, (city, country)) in cities.into_iter().enumerate() {
        let place = [("city", city), ("country", country), ("status", "ACTIVE")];
        items.push(texts(&format!("CUSTOMER#C{at}"), "PROFILE", &place));
        items.push(texts(&format!("SUPPLIER#S{at}"), "PROFILE", &place));
        for order in 0..3 {
            let id = format!("O{at}{order}");
            let more = [
                ("customerId", format!("C{at}")),
                ("status", "ACTIVE".to_owned()),
                ("total", format!("{}", at * 7 + order)),
            ];
            let more: Vec<(&str, &str)> =
                more.iter().map(|(name, value)| (*name, value.as_str())).collect();
            items.push(texts(&format!("CUSTOMER#C{at}"), &format!("ORDER#{id}"), &more));
            items.push(texts(
                &format!("ORDER#{id}"),
                &format!("SHIPMENT#S{at}"),
                &[("status", "SENT"), ("carrier", "post")],
            ));
        }
    }
    let walked = one_table(&Value::Array(items), &json!([]));
    assert_eq!(titles(&walked), []);
}

#[test]
fn ids_of_two_kinds_that_are_equal_by_chance_are_no_edge() {
    let mut items = Vec::new();
    for (order, product, warehouse) in
        [("12376", "99887", "12376"), ("12377", "99888", "12377"), ("12378", "99889", "12399")]
    {
        items.push(texts(
            &format!("ORDER#{order}"),
            &format!("PRODUCT#{product}"),
            &[("quantity", "1")],
        ));
        items.push(texts(
            &format!("PRODUCT#{product}"),
            &format!("WAREHOUSE#{warehouse}"),
            &[("stock", "7")],
        ));
    }
    assert_eq!(titles(&one_table(&Value::Array(items), &json!([]))), []);
}

#[test]
fn items_that_repeat_what_their_parent_says_are_found() {
    let mut items = Vec::new();
    for product in 0..5 {
        let (id, name) = (format!("P{product}"), format!("Product number {product}"));
        let price = format!("{}.50", product * 3 + 2);
        let facts = [("name", name.as_str()), ("price", price.as_str()), ("stock", "7")];
        items.push(texts(&format!("PRODUCT#{id}"), "METADATA", &facts));
        for order in 0..4 {
            let line = [("name", name.as_str()), ("price", price.as_str()), ("quantity", "1")];
            items.push(texts(&format!("ORDER#{order}{product}"), &format!("LINE#{id}"), &line));
        }
    }
    let walked = one_table(&Value::Array(items), &json!([]));
    let found = walked.asked(find);
    assert_eq!(found.len(), 1);
    assert_eq!(found[0].title, "Order line repeats what Product metadata says");
    assert_eq!(found[0].evidence[0], "Repeated: name and price");
}

#[test]
fn nothing_to_look_at_is_nothing_to_say() {
    assert_eq!(titles(&one_table(&json!([]), &json!([]))), []);
    let hostile = json!([texts("##", "#", &[("a#b", "###")]), texts("\u{1f4e6}#", "\u{0}", &[])]);
    assert_eq!(titles(&one_table(&hostile, &json!([]))), []);
}

#[test]
fn the_gravest_finding_comes_first() {
    let mut walked = scenario("warehouse");
    set_status(&mut walked, &lookup("O900"), "SHIPPED");
    let found = findings(walked.facts());
    assert!(found.is_sorted_by(|one, two| one.weight >= two.weight));
}

fn table(name: &str, key: &str, key_type: &str, items: &[Value]) -> Value {
    json!({"create": {"TableName": name, "BillingMode": "PAY_PER_REQUEST",
            "AttributeDefinitions": [{"AttributeName": key, "AttributeType": key_type}],
            "KeySchema": [{"AttributeName": key, "KeyType": "HASH"}]},
        "items": items})
}

#[test]
fn copies_in_another_table_with_other_types_of_keys_are_found_and_compared() {
    let customer = |at: u64, plan: &str| {
        json!({"customerId": {"N": at.to_string()}, "email": {"S": format!("c{at}@example.com")},
            "name": {"S": format!("Customer {at}")}, "plan": {"S": plan}})
    };
    let customers: Vec<Value> =
        (1..6).map(|at| customer(at, if at % 2 == 0 { "FREE" } else { "PAID" })).collect();
    let mut by_email = customers.clone();
    let blobs =
        [json!({"hash": {"B": "AAEC"}, "name": {"S": "Customer 1"}, "plan": {"S": "FREE"}})];
    let document = |by_email: &[Value]| {
        json!({"retrieval-map": 1, "name": "Two tables", "tables": [
            table("Customers", "customerId", "N", &customers),
            table("ByEmail", "email", "S", by_email),
            table("Blobs", "hash", "B", &blobs)]})
        .to_string()
    };
    let mut walked = crate::advice::walked::walked(&document(&by_email));
    let found = walked.asked(find);
    assert_eq!(found.len(), 1);
    assert_eq!(found[0].title, "Customers and ByEmail are one fact at two addresses");
    assert_eq!(found[0].evidence[0], "Repeated: name and plan");
    walked.mend(&found[0].remedies[1]);
    assert_eq!(titles(&walked)[0].0, Weight::Note, "declared, across tables");
    by_email[2]["plan"] = json!({"S": "FREE"});
    let walked = crate::advice::walked::walked(&document(&by_email));
    assert_eq!(
        titles(&walked)[0],
        (Weight::Caution, "c3@example.com's copies disagree: plan PAID / FREE".to_owned())
    );
}

/// Five orders with their copies among so many other items that a look at some misses them.
#[test]
fn a_rare_declared_copy_in_a_large_table_is_found_and_compared() {
    let mut document: Value =
        serde_json::from_str(crate::design::scenarios::find("warehouse").unwrap().json).unwrap();
    let items = document["tables"][0]["items"].as_array_mut().unwrap();
    items.extend((0..9_000).map(|at| texts(&format!("SERIAL#N{at}"), "METADATA", &[])));
    document["requests"] = json!([]);
    let mut walked = crate::advice::walked::walked(&document.to_string());
    assert_eq!(
        titles(&walked),
        [(Weight::Note, "OrderLookup repeats CustomerOrder, on purpose".to_owned())]
    );
    set_status(&mut walked, &lookup("O900"), "SHIPPED");
    assert_eq!(titles(&walked)[0].0, Weight::Fault);
}

mod laws {
    use super::*;
    use proptest::prelude::*;

    fn text() -> impl Strategy<Value = String> {
        prop_oneof!["[AB]#[0-3]", "[AB]#[0-3]#[0-3]", "[A-C]", "#{0,3}[0-2]", "[0-9]{1,3}"]
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(60))]

        #[test]
        fn whatever_is_offered_can_be_done_and_taken_back(
            items in proptest::collection::vec((text(), text(), proptest::option::of(text()), "[a-c]", "[a-z]{2}"), 0..24),
        ) {
            let mut seen: Vec<(String, String)> = Vec::new();
            let mut written = Vec::new();
            for (pk, sk, id, one, two) in items {
                if seen.contains(&(pk.clone(), sk.clone())) {
                    continue;
                }
                let mut item = texts(&pk, &sk, &[("one", &one), ("two", &two)]);
                if let Some(id) = id {
                    item["id"] = json!({"S": id});
                }
                written.push(item);
                seen.push((pk, sk));
            }
            let mut walked = one_table(&Value::Array(written), &json!([]));
            let before = save(&walked.design, &walked.database);
            for finding in walked.asked(find) {
                for remedy in &finding.remedies {
                    let undo = walked.mend(remedy);
                    walked.take_back(undo);
                    prop_assert!(save(&walked.design, &walked.database) == before);
                }
            }
        }
    }
}

#[test]
fn nouns_have_plurals() {
    for (noun, expected) in
        [("order", "Orders"), ("entry", "Entries"), ("day", "Days"), ("news", "News")]
    {
        assert_eq!(plural(noun), expected);
    }
}

#[test]
fn rows_that_are_gone_justify_no_copy() {
    let mut walked = scenario("warehouse");
    walked.design.requests.retain(|request| request.id != "A5");
    walked.prove();
    let because = |walked: &Walked| {
        let copy = crate::advice::copies::copies(walked.facts()).remove(0);
        (copy.because.join(" "), copy.is_decoration)
    };
    assert_eq!(because(&walked), ("A6".to_owned(), false));
    walked.design.requests.retain(|request| request.id != "A6");
    walked.prove();
    assert_eq!(because(&walked), (String::new(), true));
    assert_eq!(titles(&walked), [(Weight::Caution, "No row needs OrderLookup".to_owned())]);
}
