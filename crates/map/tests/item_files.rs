//! Files that hold items and nothing else: each form of them as it is documented, and broken in the ways that real files are.
#![allow(clippy::unwrap_used, clippy::indexing_slicing)] // the whole file is a test

use map::design::{Added, Opened, Taken, TextFile, open, read_items, save};
use serde_json::{Value, json};

fn opened(text: &str) -> Opened {
    open(text).unwrap_or_else(|error| panic!("{error}"))
}

fn listed(opened: &Opened) -> Vec<String> {
    opened.defects.iter().map(ToString::to_string).collect()
}

/// Tables and their items, in short: `Items PK+SK 2`.
fn tables(opened: &Opened) -> String {
    let table = |table: &map::design::TableDesign| {
        let keys: Vec<&str> =
            [table.partition_key(), table.sort_key()].into_iter().flatten().collect();
        let count = opened.database.table(table.name()).unwrap().item_count();
        format!("{} {} {count}", table.name(), keys.join("+"))
    };
    opened.design.tables.iter().map(table).collect::<Vec<_>>().join(", ")
}

fn order(customer: u32, order: u32) -> Value {
    json!({"PK": {"S": format!("CUSTOMER#{customer}")}, "SK": {"S": format!("ORDER#{order}")}, "total": {"N": "12.5"}})
}

#[test]
fn every_form_of_answer_and_request_opens_with_its_items() {
    let (one, two) = (order(1, 1), order(1, 2));
    let plain =
        json!({"PK": "CUSTOMER#1", "SK": "ORDER#1", "total": 12.5, "tags": ["a"], "open": true});
    for (text, format, expected) in [
        (json!({"Items": [one, two], "Count": 2, "ScannedCount": 2, "ConsumedCapacity": null}).to_string(), "Query or Scan output", "Items PK+SK 2"),
        (json!({"Items": [plain], "Count": 1, "LastEvaluatedKey": {"PK": "a"}}).to_string(), "Query or Scan output", "Items PK+SK 1"),
        (format!("{}\n{}\n", json!({"Items": [one], "Count": 1}), json!({"Items": [two], "Count": 1})), "Query or Scan output", "Items PK+SK 2"),
        (json!({"Item": one}).to_string(), "GetItem output", "Items PK+SK 1"),
        (json!({"Responses": {"Orders": [one, two], "Other": [one]}, "UnprocessedKeys": {}}).to_string(), "BatchGetItem output", "Orders PK+SK 2, Other PK+SK 1"),
        (json!({"Responses": [{"Item": one}, {}, {"Item": two}]}).to_string(), "TransactGetItems output", "Items PK+SK 2"),
        (json!({"Orders": [{"PutRequest": {"Item": one}}, {"PutRequest": {"Item": two}}]}).to_string(), "BatchWriteItem file", "Orders PK+SK 2"),
        (json!({"RequestItems": {"Orders": [{"PutRequest": {"Item": one}}], "Bins": [{"PutRequest": {"Item": one}}]}}).to_string(), "BatchWriteItem file", "Bins PK+SK 1, Orders PK+SK 1"),
        (json!({"TransactItems": [{"Put": {"TableName": "Orders", "Item": one}}, {"Put": {"TableName": "Orders", "Item": two}}]}).to_string(), "TransactWriteItems file", "Orders PK+SK 2"),
        (json!({"TableName": "Orders", "Item": one}).to_string(), "GetItem output", "Orders PK+SK 1"),
        (format!("{}\n{}\n", json!({"Item": one}), json!({"Item": two})), "export to S3", "Items PK+SK 2"),
        (json!([one, two]).to_string(), "list of items", "Items PK+SK 2"),
        (json!([plain]).to_string(), "list of items", "Items PK+SK 1"),
        (json!([{"PutRequest": {"Item": one}}, {"PutRequest": {"Item": two}}]).to_string(), "BatchWriteItem file", "Items PK+SK 2"),
        (format!("{plain}\n{}", json!({"PK": "x", "SK": "y"})), "lines of items", "Items PK+SK 2"),
        (one.to_string(), "lines of items", "Items PK+SK 1"),
        (format!("{one}\r\n{two}\r\n"), "lines of items", "Items PK+SK 2"),
        ("PK,SK,total\nCUSTOMER#1,ORDER#1,12.5\nCUSTOMER#1,ORDER#2,\n".to_owned(), "CSV", "Items PK+SK 2"),
    ] {
        for text in [text.clone(), format!("\u{feff}{text}"), text.replace('\n', "\r\n")] {
            let opened = opened(&text);
            assert_eq!((opened.format, tables(&opened).as_str()), (format, expected), "{text}");
            let again = open(&save(&opened.design, &opened.database)).unwrap();
            assert!(again.design == opened.design && again.defects.is_empty(), "{text}");
        }
    }
}

#[test]
fn items_join_a_table_by_its_own_keys() {
    let shop = r#"{"retrieval-map": 1, "tables": [{"create": {"TableName": "Orders", "BillingMode": "PAY_PER_REQUEST",
        "KeySchema": [{"AttributeName": "code", "KeyType": "HASH"}], "AttributeDefinitions": [{"AttributeName": "code", "AttributeType": "S"}]},
        "items": [{"code": {"S": "1"}, "n": {"N": "1"}}, {"code": {"S": "2"}, "n": {"N": "2"}}]}]}"#;
    let shop = opened(shop);
    let read = read_items("code;n\n1;1\n2;20\n3;3\n;4\n", &shop.design.tables[0]).unwrap();
    assert_eq!(read.items.len(), 3);
    let added = read.added("Orders", &shop.database);
    assert_eq!((added.new, added.differing, added.same, added.changes.len()), (1, 1, 1, 2));
    let listed: Vec<String> = read.defects.iter().map(ToString::to_string).collect();
    assert!(
        listed.contains(&"Orders, row[3]: it lacks the key attribute code; set aside.".to_owned()),
        "{listed:#?}"
    );
    assert_eq!(read.set_aside, [json!({"n": "4"})]);
    let lone = read_items(r#"{"code": "7", "name": "left-pad"}"#, &shop.design.tables[0]).unwrap();
    assert_eq!(lone.items.len(), 1);
}

fn files(texts: &[(&str, &str)]) -> Vec<TextFile> {
    let file = |(name, text): &(&str, &str)| TextFile {
        name: (*name).to_owned(),
        text: (*text).to_owned(),
    };
    texts.iter().map(file).collect()
}

#[test]
fn files_of_items_are_one_and_join_the_open_design_where_its_tables_have_their_keys() {
    let one = json!({"Item": order(1, 1)}).to_string();
    let two = json!({"Item": order(2, 1)}).to_string();
    let several = files(&[
        ("a.json", &one),
        ("b.json", &two),
        ("c.json", "{\"DataModel\": []}"),
        ("d.csv", "PK,SK\nx,y\n"),
    ]);
    let alone = Taken::read(&several).unwrap().into_loader().unwrap().finish();
    assert_eq!(tables(&alone), "Items PK+SK 3");
    assert!(
        listed(&alone).contains(
            &"c.json is another file: The model holds no table; it was not opened.".to_owned()
        ),
        "{:#?}",
        listed(&alone)
    );

    let shop = opened(&json!({"Orders": [{"PutRequest": {"Item": order(1, 1)}}, {"PutRequest": {"Item": order(3, 1)}}]}).to_string());
    let taken = Taken::read(&several).unwrap();
    let found = taken.tables_in(&shop.design).unwrap();
    assert_eq!(found[0].name(), "Orders");
    let joined = taken.into_tables(&found).unwrap().finish();
    let added = Added::of(&joined, &shop.database);
    assert_eq!((added.new, added.differing, added.same), (2, 0, 1));

    let other = files(&[("e.csv", "id,name\n1,x\n")]);
    assert!(Taken::read(&other).unwrap().tables_in(&shop.design).is_none(), "it has not the keys");
    let model = files(&[("f.json", &save(&shop.design, &shop.database))]);
    assert!(Taken::read(&model).unwrap().tables_in(&shop.design).is_none(), "it is a design");
}
