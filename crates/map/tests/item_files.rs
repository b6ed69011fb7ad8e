//! Files that hold items and nothing else: each form of them as it is documented, and broken in the ways that real files are.
#![allow(clippy::unwrap_used, clippy::indexing_slicing)] // the whole file is a test

use map::design::{Added, Opened, Taken, Taking, TextFile, open, read_items, save};
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

/// The ways in which items of real files are broken, around one that is sound.
/// Texts of one thing after the other, sound and broken, with what follows them.
fn long_texts() -> Vec<(&'static str, String)> {
    let rows = (0..500).map(|at| format!("C#{at},O#{at},{at},\"a, \"\"b\"\"\n{at}\"\r\n"));
    let csv = format!("PK,SK,total,note\n{}x,y,not a number,z,beyond\n", rows.collect::<String>());
    let lines: String =
        (0..500).map(|at| json!({"Item": order(at, at)}).to_string() + "\n").collect();
    vec![
        ("table", csv.clone()),
        ("table with an open quote", format!("{csv}q,\"r,1,s\nt,u,2,v\n")),
        ("lines", lines.clone()),
        ("lines, broken", format!("{lines}{{\"Item\": oops}}\n{lines}nonsense")),
        (
            "lines of plain JSON",
            (0..500).map(|at| json!({"PK": at.to_string(), "SK": at}).to_string() + "\n").collect(),
        ),
        ("document", json!({"Items": [order(1, 1)], "Count": 1}).to_string()),
    ]
}

#[test]
fn files_are_the_same_in_slices_of_any_size_and_no_slice_of_a_long_text_is_the_whole() {
    let all = long_texts();
    let mut sets: Vec<Vec<(&str, &str)>> =
        all.iter().map(|(name, text)| vec![(*name, text.as_str())]).collect();
    sets.push(all.iter().map(|(name, text)| (*name, text.as_str())).collect());
    for set in sets {
        let files = files(&set);
        let whole = Taken::read(&files).unwrap().into_loader().unwrap().finish();
        for budget in [1, 1_000, usize::MAX] {
            let mut taking = Taking::start(&files).unwrap();
            let (mut before, mut longest) = (0, 0);
            while let Some(done) = taking.step(budget).unwrap() {
                assert!(before <= done && done <= taking.total(), "{}: {done}", set[0].0);
                longest = longest.max(done - before);
                before = done;
            }
            assert_eq!(before, taking.total(), "{}", set[0].0);
            if budget == 1_000 {
                assert!(longest < 2_000, "{}: {longest} bytes at once", set[0].0);
            }
            let sliced = taking.finish().unwrap().into_loader().unwrap().finish();
            assert_eq!(listed(&sliced), listed(&whole), "{}", set[0].0);
            assert_eq!(sliced.format, whole.format);
            let text = |opened: &Opened| save(&opened.design, &opened.database);
            assert!(text(&sliced) == text(&whole), "{} in slices of {budget}", set[0].0);
        }
    }
}

fn broken() -> Vec<Value> {
    vec![
        json!({"PK": {"S": "a"}, "SK": {"S": "1"}, "x": {"S": "sound é 🗝"}}),
        json!({"PK": {"S": "a"}, "SK": {"S": "2"}, "n": {"N": 1}}),
        json!({"PK": {"S": "a"}}),
        json!({"pk": {"S": "a"}, "SK": {"S": "3"}}),
        json!({"PK": {"S": "a"}, "SK": {"S": "1"}, "x": {"S": "same key, another x"}}),
        json!({"PK": {"S": "a"}, "SK": {"S": ""}}),
        json!({"PK": {"S": "a"}, "SK": {"S": "4"}, "__id": {}}),
        json!({"PK": {"S": "a"}, "SK": {"N": "5"}}),
        json!({"PK": {"S": "a"}, "SK": {"S": "6"}, "m": {"M": {"plain": true, "l": {"L": [1]}}}}),
        json!({"PK": {"S": "a"}, "SK": {"S": "7"}, "m": {"M": {"M": {"x": {"S": "twice"}}}}}),
        json!("not an item"),
        json!({"PK": {"BOOL": true}, "SK": {"S": "8"}}),
    ]
}

const NOTICED: [&str; 12] = [
    "a / 2, n: the number is not in quotes; read as 1.",
    "it lacks the key attribute SK; set aside.",
    "it lacks the key attribute PK (it has pk, which is another name); set aside.",
    "a / 1: an item of the same key in PLACE has another x; set aside.",
    "its key attribute SK is empty; set aside.",
    "a / 4, __id: it has no value; left out.",
    "a / 5, SK: it is declared S and is N; read as S.",
    "a / 6, m.plain: it is plain JSON without a type; read as BOOL.",
    "a / 6, m.l[0]: it is plain JSON without a type; read as N.",
    "a / 7, m: the map is wrapped twice; unwrapped.",
    "it is not an object; set aside.",
    "its key attribute PK is declared S and is BOOL; set aside.",
];

#[test]
fn every_form_lists_what_is_broken_in_its_items_and_loads_what_is_sound() {
    let lines = |wrap: &dyn Fn(&Value) -> Value| {
        broken().iter().map(|item| wrap(item).to_string()).collect::<Vec<_>>().join("\n")
    };
    let puts: Vec<Value> =
        broken().iter().map(|item| json!({"PutRequest": {"Item": item}})).collect();
    for (place, text) in [
        ("Items", json!({"Items": broken(), "Count": 12}).to_string()),
        ("list", json!(broken()).to_string()),
        ("puts", json!({"Items": puts}).to_string().replace("Items", "Orders")),
        ("puts", json!({"RequestItems": {"Orders": puts}}).to_string()),
        ("Responses", json!({"Responses": {"Orders": broken()}}).to_string()),
        ("Item", lines(&|item| json!({"Item": item}))),
        ("NewImage", lines(&|item| json!({"Metadata": {}, "Keys": {}, "NewImage": item}))),
    ] {
        let text = format!("\u{feff}{}", text.replace('\n', "\r\n"));
        let opened = opened(&text);
        let listed = listed(&opened);
        let name = opened.design.tables[0].name();
        for noticed in NOTICED {
            let noticed = noticed.replace("PLACE", place);
            let ends = |line: &&String| line.starts_with(name) && line.ends_with(&noticed);
            assert_eq!(listed.iter().filter(ends).count(), 1, "{place}: {noticed} in {listed:#?}");
        }
        assert_eq!(opened.database.table(name).unwrap().item_count(), 6, "{place}");
        let aside = opened.design.tables[0].extra["setAside"].as_array().map(Vec::len);
        assert_eq!(aside, Some(6), "{place}: nothing is lost");
    }
}

#[test]
fn plain_json_is_read_as_what_it_is_and_broken_items_of_it_are_listed() {
    let text = json!([
        {"id": "a", "n": 1.5, "open": true, "none": null, "l": [1, "x"], "m": {"deep": {}}},
        {"id": "b", "n": "text"}, {"n": 2}, {"id": ""}, {"id": 7}, {"ID": "c"}, {"id": "a", "n": 2}
    ]);
    let opened = opened(&text.to_string());
    assert_eq!(tables(&opened), "Items id 3");
    let items: Vec<Value> = opened
        .database
        .table("Items")
        .unwrap()
        .primary()
        .items()
        .map(key_engine::Item::to_json)
        .collect();
    let whole = json!({"id": {"S": "a"}, "n": {"N": "1.5"}, "open": {"BOOL": true}, "none": {"NULL": true},
        "l": {"L": [{"N": "1"}, {"S": "x"}]}, "m": {"M": {"deep": {"M": {}}}}});
    assert!(items.contains(&whole), "{items:#?}");
    let listed = listed(&opened);
    for noticed in [
        "Items: the items in list are plain JSON without DynamoDB's types; each value was read as what it is: text as S, a number as N, true and false as BOOL, a list as L, an object as M.",
        "Items, list[2]: it lacks the key attribute id; set aside.",
        "Items, list[3]: its key attribute id is empty; set aside.",
        "Items, 7, id: it is declared S and is N; read as S.",
        "Items, list[5]: it lacks the key attribute id (it has ID, which is another name); set aside.",
        "Items, a: an item of the same key in list has another n; set aside.",
    ] {
        assert!(listed.iter().any(|line| line == noticed), "{noticed} in {listed:#?}");
    }
}

#[test]
fn a_table_of_values_is_read_by_its_columns_and_broken_rows_are_listed() {
    let text = "\u{feff}PK;SK;total;zip;open;tags;map;note\r\n\
        a;1;12.50;01234;true;\"{\"\"SS\"\": [\"\"x\"\"]}\";\"{\"\"k\"\": {\"\"S\"\": \"\"v\"\"}}\";\"two\r\nlines; é\"\r\n\
        a;2;-3;98765;false;;\"[{\"\"N\"\": 1}]\";{not json}\r\n\
        \r\n;3;1;1;true;;;\r\na;1;9;0;true;;;\r\na;4;1;1;true;;;;beyond\r\nPK;SK;total;zip;open;tags;map;note\r\n";
    let opened = opened(text);
    assert_eq!((opened.format, tables(&opened).as_str()), ("CSV", "Items PK+SK 3"));
    let items: Vec<Value> = opened
        .database
        .table("Items")
        .unwrap()
        .primary()
        .items()
        .map(key_engine::Item::to_json)
        .collect();
    assert_eq!(
        items[0],
        json!({"PK": {"S": "a"}, "SK": {"N": "1"}, "total": {"N": "12.5"}, "zip": {"S": "01234"}, "open": {"BOOL": true},
        "tags": {"SS": ["x"]}, "map": {"M": {"k": {"S": "v"}}}, "note": {"S": "two\r\nlines; é"}})
    );
    assert_eq!(items[1]["map"], json!({"L": [{"N": "1"}]}));
    assert_eq!(items[1]["note"], json!({"S": "{not json}"}));
    let listed = listed(&opened);
    for noticed in [
        "Items: a table of values names no types; SK, total, whose cells are all numbers, read as N; open, whose cells are all true or false, read as BOOL; everything else read as S, and empty cells as no attribute.",
        "Items: 1 row repeats the header; passed over.",
        "Items, row[4]: the row has 9 cells, and the header names 8; the cells beyond were left out, and the row was set aside as it was written.",
        "Items: a file of items names no keys; PK was taken as the partition key and SK as the sort key: keys are usually named so.",
        "Items, row[2]: it lacks the key attribute PK; set aside.",
        "Items, a / 1: an item of the same key in row has another total, zip; set aside.",
        "Items, a / 2, map[0]: the number is not in quotes; read as 1.",
    ] {
        assert!(listed.iter().any(|line| line == noticed), "{noticed} in {listed:#?}");
    }
}

#[test]
fn keys_are_those_that_are_named_so_else_the_shortest_that_tells_the_items_apart() {
    for (text, expected) in [
        ("id,name\n1,x\n2,x\n", "Items id 2"),
        ("name,orderId\nx,1\nx,2\n", "Items orderId 2"),
        ("customerId,day\n1,mon\n1,tue\n2,mon\n", "Items customerId+day 3"),
        ("type,when\na,1\nb,1\n", "Items type 2"),
        ("type,when\na,1\na,1\n", "Items type 1"),
        ("when,pk\n1,a\n2,a\n", "Items pk+when 2"),
        ("Partition Key,other\na,1\nb,1\n", "Items Partition Key 2"),
    ] {
        assert_eq!(tables(&opened(text)), expected, "{text}");
    }
}

#[test]
fn an_export_of_changes_has_the_items_as_they_are_now() {
    let line = |keys: &Value, old: Option<&Value>, new: Option<&Value>| {
        let mut line =
            json!({"Metadata": {"WriteTimestampMicros": {"N": "1680109764000000"}}, "Keys": keys});
        for (name, image) in [("OldImage", old), ("NewImage", new)] {
            if let Some(image) = image {
                line[name] = image.clone();
            }
        }
        line.to_string()
    };
    let key = |sort: u32| json!({"PK": {"S": "CUSTOMER#1"}, "SK": {"S": format!("ORDER#{sort}")}});
    let text = [
        line(&key(1), None, Some(&order(1, 1))),
        line(&key(2), Some(&order(1, 2)), Some(&order(1, 2))),
        line(&key(3), Some(&order(1, 3)), None),
        line(&key(4), None, None),
    ];
    for text in
        [text.join("\n"), [&text[2], &text[0], &text[1], &text[3]].map(String::clone).join("\n")]
    {
        let opened = opened(&text);
        assert_eq!(
            (opened.format, tables(&opened).as_str()),
            ("incremental export to S3", "Items PK+SK 2")
        );
        assert!(listed(&opened).contains(
            &"it holds 2 deletions, and nothing is there to be deleted; set aside.".to_owned()
        ));
    }
}

#[test]
fn manifests_and_broken_lines_are_told() {
    let summary = json!({"version": "2020-06-30", "exportArn": "arn:aws:dynamodb:us-east-1:1:table/T/export/0", "manifestFilesS3Key": "p/AWSDynamoDB/0/manifest-files.json"});
    let files = format!(
        "{}\n{}\n",
        json!({"itemCount": 8, "dataFileS3Key": "p/AWSDynamoDB/0/data/x.json.gz"}),
        json!({"itemCount": 1, "dataFileS3Key": "y"})
    );
    for (text, example) in [
        (summary.to_string(), "p/AWSDynamoDB/0/data/….json.gz"),
        (files, "p/AWSDynamoDB/0/data/x.json.gz"),
    ] {
        assert_eq!(
            open(&text).unwrap_err().to_string(),
            format!(
                "This is the manifest of an export to S3. The items are in the data files that it names, such as {example}: open those."
            )
        );
    }
    let text = format!(
        "{}\n{{\"Item\": {{\"PK\": oops}}}}\n{}",
        json!({"Item": order(1, 1)}),
        json!({"Item": order(1, 2)})
    );
    let opened = opened(&text);
    assert_eq!(tables(&opened), "Items PK+SK 2");
    assert!(
        listed(&opened)
            .contains(&"line 2: it cannot be read: expected value; set aside.".to_owned()),
        "{:#?}",
        listed(&opened)
    );
    assert_eq!(opened.design.extra["setAside"], json!(["{\"Item\": {\"PK\": oops}}"]));
}

#[test]
fn json_inside_of_any_text_is_found_and_what_was_passed_over_is_said() {
    let scan = json!({"Items": [order(1, 1), order(1, 2)], "Count": 2, "ScannedCount": 2});
    let pretty = serde_json::to_string_pretty(&scan).unwrap();
    let model = json!({"ModelName": "M", "DataModel": [{"TableName": "Things", "KeyAttributes": {"PartitionKey": {"AttributeName": "id", "AttributeType": "S"}}}]});
    for (text, expected) in [
        (format!("$ aws dynamodb scan --table-name Orders\n{pretty}\n$ "), "Items PK+SK 2"),
        (format!("# Notes\n\nLook:\n\n```json\n{pretty}\n```\n\nand {{this}}."), "Items PK+SK 2"),
        (
            format!("const items = {};\nexport default items;", json!([{"id": "a"}, {"id": "b"}])),
            "Items id 2",
        ),
        (format!("module.exports = {model};"), "Things id 0"),
        (
            format!(
                "first {} then {} and {}",
                json!({"Item": order(1, 1)}),
                json!({"Item": order(1, 2)}),
                json!({"name": "left-pad"})
            ),
            "Items PK+SK 2",
        ),
    ] {
        let opened = opened(&text);
        assert_eq!(tables(&opened), expected, "{text}");
        let first =
            opened.defects.iter().find(|defect| defect.problem.starts_with("the text holds more"));
        assert!(first.is_some_and(|defect| defect.done.contains("passed over")), "{text}");
    }
    for text in [
        "hello {world}",
        "{\"a\": {\"PK\": {\"S\": \"x\"}}, ",
        "call {\"name\": 1} or not",
        "[1, 2] and [3]",
    ] {
        assert!(open(text).is_err(), "{text}");
    }
}

#[test]
fn answers_to_statements_go_to_the_tables_that_they_name() {
    let answer = |table: &str| json!({"TableName": table, "Item": order(1, 1)});
    let read = opened(&json!({"Responses": [answer("One"), answer("Two")]}).to_string());
    assert_eq!(tables(&read), "One PK+SK 1, Two PK+SK 1");
}

#[test]
fn errors_and_updates_are_not_called_deletions() {
    let failed = json!({"Responses": [{"Item": order(1, 1)}, {"Error": {"Code": "x"}}]});
    let update = json!({"Update": {"TableName": "T", "Key": {}, "UpdateExpression": "SET a = :a"}});
    let writes = json!({"TransactItems": [{"Put": {"Item": order(1, 1)}}, update]});
    for (file, words) in [(failed, "one of its answers is an error"), (writes, "it holds Update")] {
        let read = opened(&file.to_string());
        let listed = listed(&read);
        assert!(listed.iter().any(|line| line.contains(words)), "{listed:?}");
        assert!(!listed.iter().any(|line| line.contains("deletion")), "{listed:?}");
        assert!(read.design.extra.get("setAside").is_some());
    }
}
