use key_engine::KeyType;
use proptest::prelude::*;
use serde_json::{Map, Value, json};

use super::*;
use crate::design::Call;

fn attribute(name: &str, key_type: KeyType) -> KeyAttribute {
    KeyAttribute { name: name.to_owned(), key_type }
}

/// A table with a number for its sort key, an index whose key is a reserved word, and one with several attributes a key.
fn keys() -> TableKeys {
    let types = [("status", "S"), ("onHand", "N"), ("open", "BOOL"), ("zip", "S"), ("tags", "SS")];
    TableKeys {
        table: "T".to_owned(),
        doors: vec![
            DoorKeys {
                index: None,
                partition: vec![attribute("PK", KeyType::S)],
                sort: vec![attribute("SK", KeyType::N)],
            },
            DoorKeys {
                index: Some("ByStatus".to_owned()),
                partition: vec![attribute("status", KeyType::S)],
                sort: vec![],
            },
            DoorKeys {
                index: Some("Wide".to_owned()),
                partition: vec![attribute("a", KeyType::S), attribute("b", KeyType::N)],
                sort: vec![
                    attribute("c", KeyType::S),
                    attribute("d", KeyType::S),
                    attribute("e", KeyType::B),
                ],
            },
        ],
        attribute_types: types
            .map(|(name, kind)| (name.to_owned(), kind.to_owned()))
            .into_iter()
            .collect(),
    }
}

fn call(operation: &str, input: Value) -> Call {
    Call { operation: operation.to_owned(), input }
}

fn query() -> CallForm {
    let mut form = CallForm::new(FormOperation::Query, &keys());
    form.partition_values = vec!["C#1".to_owned()];
    form
}

fn row(attribute: &str, test: FilterTest, value: &str) -> FilterRow {
    FilterRow {
        attribute: attribute.to_owned(),
        test,
        value: value.to_owned(),
        ..FilterRow::default()
    }
}

#[test]
fn a_form_is_written_in_dynamodbs_words() {
    let mut form = query();
    form.sort =
        SortCondition { test: SortTest::Between, value: "5".to_owned(), upper: "9.5".to_owned() };
    form.filter = Filter::Rows(vec![
        row("status", FilterTest::Equal, "OPEN"),
        row("address.city", FilterTest::BeginsWith, "San"),
        row("note", FilterTest::NotExists, ""),
    ]);
    form.backward = true;
    form.limit = " 20 ".to_owned();
    form.consistent = true;
    form.projection = "amount,status , tags[0]".to_owned();
    form.count_only = true;
    form.exclusive_start_key = Some(json!({"PK": {"S": "C#1"}, "SK": {"N": "7"}}));
    form.carried.insert("ReturnConsumedCapacity".to_owned(), json!("TOTAL"));
    let expected = json!({
        "TableName": "T",
        "KeyConditionExpression": "PK = :pk AND SK BETWEEN :sk AND :sk2",
        "FilterExpression":
            "#status = :status AND begins_with(address.city, :city) AND attribute_not_exists(note)",
        "ProjectionExpression": "amount, #status, tags[0]",
        "ExpressionAttributeNames": {"#status": "status"},
        "ExpressionAttributeValues": {
            ":pk": {"S": "C#1"}, ":sk": {"N": "5"}, ":sk2": {"N": "9.5"},
            ":status": {"S": "OPEN"}, ":city": {"S": "San"}
        },
        "ScanIndexForward": false,
        "Limit": 20,
        "ConsistentRead": true,
        "Select": "COUNT",
        "ExclusiveStartKey": {"PK": {"S": "C#1"}, "SK": {"N": "7"}},
        "ReturnConsumedCapacity": "TOTAL"
    });
    assert_eq!(form.to_call(&keys()), Ok(call("Query", expected)));
}

#[test]
fn each_operation_writes_its_own_part() {
    let mut form = query();
    form.sort.value = "3".to_owned();
    form.limit = "5".to_owned();
    form.filter = Filter::Rows(vec![row("onHand", FilterTest::Greater, "1")]);
    form.operation = FormOperation::GetItem;
    let get = json!({"TableName": "T", "Key": {"PK": {"S": "C#1"}, "SK": {"N": "3"}}});
    assert_eq!(form.to_call(&keys()), Ok(call("GetItem", get)));
    form.operation = FormOperation::Scan;
    let scan = json!({
        "TableName": "T", "Limit": 5,
        "FilterExpression": "onHand > :onHand", "ExpressionAttributeValues": {":onHand": {"N": "1"}}
    });
    assert_eq!(form.to_call(&keys()), Ok(call("Scan", scan)));
}

#[test]
fn what_makes_no_sense_is_still_written_for_dynamodb_to_refuse() {
    let mut form = CallForm::new(FormOperation::Query, &keys());
    assert_eq!(form.to_call(&keys()), Ok(call("Query", json!({"TableName": "T"}))));
    form.operation = FormOperation::GetItem;
    assert_eq!(form.to_call(&keys()), Ok(call("GetItem", json!({"TableName": "T", "Key": {}}))));
}

#[test]
fn keys_of_several_attributes_are_given_from_the_left() {
    let mut form = CallForm::new(FormOperation::Query, &keys());
    form.index = Some("Wide".to_owned());
    form.fit(&keys());
    assert_eq!((form.partition_values.len(), form.sort_prefix.len()), (2, 2));
    form.partition_values = vec!["x".to_owned(), "1".to_owned()];
    form.sort_prefix = vec!["y".to_owned(), String::new()];
    form.sort =
        SortCondition { test: SortTest::BeginsWith, value: "z".to_owned(), upper: String::new() };
    let written = form.to_call(&keys()).expect("it can be written");
    assert_eq!(
        written.input.get("KeyConditionExpression"),
        Some(&json!("a = :pk AND b = :pk2 AND c = :sk AND begins_with(d, :sk2)"))
    );
    form.sort_prefix = vec![String::new(), "y".to_owned()];
    let error = form.to_call(&keys()).expect_err("a gap");
    assert_eq!((error.field, error.message), (Field::SortPrefix(1), FieldProblem::Gap));
}

#[test]
fn a_field_that_cannot_be_written_is_named() {
    let with = |change: &dyn Fn(&mut CallForm)| {
        let mut form = query();
        change(&mut form);
        form.to_call(&keys()).expect_err("cannot be written")
    };
    let rows = |row: FilterRow| Filter::Rows(vec![FilterRow::default(), row].split_off(1));
    for (error, field, sentence) in [
        (
            with(&|form| form.limit = "many".to_owned()),
            Field::Limit,
            "`many` is not a whole number.",
        ),
        (
            with(&|form| {
                form.sort = SortCondition {
                    test: SortTest::Less,
                    value: "x".to_owned(),
                    upper: String::new(),
                };
            }),
            Field::SortValue,
            "`x` is not a number that DynamoDB can hold.",
        ),
        (
            with(&|form| {
                form.sort = SortCondition {
                    test: SortTest::Between,
                    value: "1".to_owned(),
                    upper: String::new(),
                };
            }),
            Field::SortUpper,
            "BETWEEN needs its upper bound too.",
        ),
        (
            with(&|form| form.projection = "a,,b".to_owned()),
            Field::Projection,
            "The attribute is missing.",
        ),
        (
            with(&|form| form.projection = "a[x]".to_owned()),
            Field::Projection,
            "`a[x]` is not an attribute or a path to one.",
        ),
        (
            with(&|form| form.filter = rows(row("", FilterTest::Equal, "1"))),
            Field::FilterRow(0),
            "The attribute is missing.",
        ),
        (
            with(&|form| {
                let kind = ValueKind::Bool;
                form.filter = rows(FilterRow { kind, ..row("a", FilterTest::Equal, "yes") });
            }),
            Field::FilterRow(0),
            "`yes` is neither true nor false.",
        ),
        (
            with(&|form| {
                let kind = ValueKind::Json;
                form.filter = rows(FilterRow { kind, ..row("a", FilterTest::Equal, "{") });
            }),
            Field::FilterRow(0),
            "This is not JSON: ",
        ),
        (
            with(&|form| form.index = Some("No".to_owned())),
            Field::Index,
            "The table has no such index.",
        ),
    ] {
        assert_eq!(error.field, field);
        assert!(error.to_string().starts_with(sentence), "{error}");
    }
}

#[test]
fn texts_get_the_type_that_the_samples_and_their_looks_suggest() {
    for (attribute, test, text, expected) in [
        ("zip", FilterTest::Equal, "42", json!({"S": "42"})),
        ("zip", FilterTest::Equal, "\"42\"", json!({"S": "42"})),
        ("onHand", FilterTest::Equal, "42", json!({"N": "42"})),
        ("onHand", FilterTest::Equal, "many", json!({"S": "many"})),
        ("onHand", FilterTest::BeginsWith, "4", json!({"S": "4"})),
        ("open", FilterTest::Equal, "true", json!({"BOOL": true})),
        ("open", FilterTest::Equal, "1", json!({"N": "1"})),
        ("tags", FilterTest::Contains, "7", json!({"S": "7"})),
        ("new", FilterTest::Equal, "42", json!({"N": "42"})),
        ("new", FilterTest::Equal, "4e2", json!({"N": "4e2"})),
        ("new", FilterTest::Equal, "\"42\"", json!({"S": "42"})),
        ("new", FilterTest::Equal, "true", json!({"BOOL": true})),
        ("new", FilterTest::Equal, "null", json!({"NULL": true})),
        ("new", FilterTest::Equal, "2026-07-01", json!({"S": "2026-07-01"})),
        ("new", FilterTest::Equal, "", json!({"S": ""})),
        ("new", FilterTest::Equal, "\"", json!({"S": "\""})),
    ] {
        let mut form = CallForm::new(FormOperation::Scan, &keys());
        form.filter = Filter::Rows(vec![row(attribute, test, text)]);
        let written = form.to_call(&keys()).expect("it can be written");
        let values = written.input["ExpressionAttributeValues"].as_object().expect("values");
        assert_eq!(values.values().next(), Some(&expected), "{attribute} {text}");
        assert_eq!(
            CallForm::from_call(&written, &keys()).map(|form| form.to_call(&keys())),
            Ok(Ok(written))
        );
    }
}

#[test]
fn a_call_keeps_its_own_placeholders() {
    let query = call(
        "Query",
        json!({
            "TableName": "T",
            "IndexName": "ByStatus",
            "KeyConditionExpression": "#s = :wanted",
            "FilterExpression": "onHand BETWEEN :low AND :high AND contains(#t.#s, :x)",
            "ExpressionAttributeNames": {"#s": "status", "#t": "my tags"},
            "ExpressionAttributeValues": {
                ":wanted": {"S": "OPEN"}, ":low": {"N": "1"}, ":high": {"S": "9"}, ":x": {"L": [{"S": "a"}]},
                ":unused": {"S": "kept"}
            },
            "Limit": 3,
            "TotalSegments": 2
        }),
    );
    let mut form = CallForm::from_call(&query, &keys()).expect("fields can show it");
    assert_eq!(form.partition_values, ["OPEN"]);
    let Filter::Rows(rows) = &form.filter else { panic!("rows can show it") };
    assert_eq!(
        (rows[0].kind, rows[0].upper_kind, rows[0].upper.as_str()),
        (ValueKind::Guess, ValueKind::S, "9")
    );
    assert_eq!((rows[1].attribute.as_str(), rows[1].kind), ("my tags.status", ValueKind::Json));
    assert_eq!(form.to_call(&keys()), Ok(query.clone()));
    form.limit = String::new();
    let mut unlimited = query;
    unlimited.input.as_object_mut().expect("an object").remove("Limit");
    assert_eq!(form.to_call(&keys()), Ok(unlimited));
}

#[test]
fn two_rows_that_shared_a_placeholder_part_when_one_is_edited() {
    let scan = call(
        "Scan",
        json!({
            "TableName": "T", "FilterExpression": "a = :x AND b = :x", "ExpressionAttributeValues": {":x": {"S": "v"}}
        }),
    );
    let mut form = CallForm::from_call(&scan, &keys()).expect("fields can show it");
    assert_eq!(form.to_call(&keys()), Ok(scan));
    let Filter::Rows(rows) = &mut form.filter else { panic!("rows can show it") };
    rows[0].value = "w".to_owned();
    let written = form.to_call(&keys()).expect("it can be written").input;
    assert_eq!(written["FilterExpression"], "a = :x AND b = :b");
    assert_eq!(written["ExpressionAttributeValues"], json!({":x": {"S": "w"}, ":b": {"S": "v"}}));
}

#[test]
fn a_filter_beyond_rows_is_kept_as_an_expression() {
    for text in [
        "a = :x OR b = :y",
        "NOT contains(a, :x) AND b = :y",
        "size(a) > :x AND a <> :y",
        "a IN (:x, :y)",
        "#n = b AND a = :x AND a < :y",
        "a = :x AND b = :y AND",
    ] {
        let mut input = json!({
            "TableName": "T", "FilterExpression": text,
            "ExpressionAttributeValues": {":x": {"S": "1"}, ":y": {"N": "2"}}
        });
        if text.contains("#n") {
            input["ExpressionAttributeNames"] = json!({"#n": "name"});
        }
        let scan = call("Scan", input);
        let form = CallForm::from_call(&scan, &keys()).expect("fields can show it");
        assert!(
            matches!(&form.filter, Filter::Expression { text: kept, .. } if kept == text),
            "{text}"
        );
        assert_eq!(form.to_call(&keys()), Ok(scan));
    }
}

#[test]
fn operands_may_stand_the_other_way_round() {
    let query = call(
        "Query",
        json!({
            "TableName": "T", "KeyConditionExpression": "(:from < SK) AND (:p = PK)",
            "ExpressionAttributeValues": {":from": {"N": "1"}, ":p": {"S": "x"}}
        }),
    );
    let form = CallForm::from_call(&query, &keys()).expect("fields can show it");
    assert_eq!((form.sort.test, form.sort.value.as_str()), (SortTest::Greater, "1"));
    let written = form.to_call(&keys()).expect("it can be written");
    assert_eq!(written.input["KeyConditionExpression"], "PK = :p AND SK > :from");
}

#[test]
fn what_fields_cannot_show_is_said() {
    let values = json!({":p": {"S": "x"}, ":q": {"S": ""}, ":n": {"N": "1"}});
    let key = |condition: &str| json!({"TableName": "T", "KeyConditionExpression": condition, "ExpressionAttributeValues": values});
    for (operation, input, sentence) in [
        ("PutItem", json!({"TableName": "T"}), "operation PutItem"),
        ("Scan", json!([1]), "not a JSON object"),
        ("Scan", json!({"TableName": "Other"}), "no table `Other`"),
        ("Scan", json!({}), "names no table"),
        ("Scan", json!({"TableName": "T", "IndexName": "No"}), "no index `No`"),
        ("Scan", json!({"TableName": "T", "IndexName": 1}), "value of `IndexName`"),
        ("Scan", json!({"TableName": "T", "Limit": "3"}), "value of `Limit`"),
        ("Scan", json!({"TableName": "T", "ConsistentRead": "no"}), "value of `ConsistentRead`"),
        ("Scan", json!({"TableName": "T", "ScanFilter": {}}), "`ScanFilter` is from before"),
        ("Query", json!({"TableName": "T", "KeyConditions": {}}), "`KeyConditions` is from before"),
        ("Query", key("PK ="), "The KeyConditionExpression cannot be read: "),
        ("Query", key("PK = :p OR PK = :p"), "The key condition is more than"),
        ("Query", key("PK = :p AND PK = :p"), "names a key attribute twice"),
        ("Query", key("PK = :p AND size(SK) = :n"), "is more than"),
        ("Query", key("PK > :p"), "does more with the partition key"),
        ("Query", key("PK <> :p"), "has `<>`"),
        ("Query", key("PK = :p AND colour = :p"), "names `colour`, which is no key"),
        ("Query", key("PK = :nothing"), "`:nothing` stands for nothing"),
        ("Query", key("#k = :p"), "`#k` stands for nothing"),
        ("Query", key("PK = :n"), "The value for the key `PK`"),
        ("Query", key("PK = :q"), "The value for the key `PK`"),
        (
            "GetItem",
            json!({"TableName": "T", "Key": {"PK": {"N": "1"}}}),
            "The value for the key `PK`",
        ),
        (
            "GetItem",
            json!({"TableName": "T", "Key": {"PK": {"S": "1"}, "X": {"S": "1"}}}),
            "for the key `X`",
        ),
        (
            "Scan",
            json!({"TableName": "T", "ProjectionExpression": "#p", "ExpressionAttributeNames": {"#p": "a.b"}}),
            "The attribute name `a.b`",
        ),
        (
            "Scan",
            json!({"TableName": "T", "ProjectionExpression": "a,"}),
            "The ProjectionExpression cannot be read: ",
        ),
    ] {
        let why =
            CallForm::from_call(&call(operation, input.clone()), &keys()).expect_err(sentence);
        assert!(why.to_string().contains(sentence), "{input}: {why}");
    }
}

#[test]
fn every_request_of_the_scenarios_is_shown_and_written_back_unchanged() {
    for scenario in crate::design::scenarios::SCENARIOS {
        let opened = crate::design::open(scenario.json).expect("scenarios open");
        for request in &opened.design.requests {
            for call in request.sample_calls() {
                // What names several tables has a form of its own.
                let Some(name) = CallForm::table_of(&call) else { continue };
                let table = opened.database.table(name).expect("the table is in the scenario");
                let keys = TableKeys::of(table);
                let form = CallForm::from_call(&call, &keys).expect(&request.id);
                assert_eq!(form.to_call(&keys), Ok(call), "{} {}", scenario.id, request.id);
            }
        }
    }
}

fn word() -> impl Strategy<Value = String> {
    prop_oneof![
        "[a-z]{1,4}",
        "[0-9]{1,3}",
        "[ -~]{1,6}",
        Just("status".to_owned()),
        Just("é\"'\n".to_owned())
    ]
}

#[test]
fn a_placeholder_stands_for_a_value_of_any_type() {
    let mut form = query();
    form.sort.test = SortTest::Equal;
    form.sort.value = "{year}".to_owned();
    form.filter = Filter::Rows(vec![
        row("onHand", FilterTest::Equal, "{least}"),
        row("colour", FilterTest::Equal, "{colour}"),
    ]);
    let written = form.to_call(&keys()).unwrap();
    let values = &written.input["ExpressionAttributeValues"];
    let has = |value: Value| values.as_object().unwrap().values().any(|known| *known == value);
    assert!(has(json!({"N": "{year}"})) && has(json!({"N": "{least}"})), "{values}");
    assert!(has(json!({"S": "{colour}"})), "{values}");
    let read = CallForm::from_call(&written, &keys()).unwrap();
    assert_eq!((read.sort.value.as_str(), read.to_call(&keys()).unwrap()), ("{year}", written));
    form.sort.value = "{ year".to_owned();
    assert!(form.to_call(&keys()).is_err());
}

fn number() -> impl Strategy<Value = String> {
    prop_oneof!["-?[1-9][0-9]{0,4}", "[0-9]\\.[0-9]{1,3}"]
}

fn path() -> impl Strategy<Value = String> {
    prop_oneof![
        "[a-z]{1,3}",
        Just("status".to_owned()),
        Just("my name".to_owned()),
        "[a-z]{1,2}\\.(size|x)(\\[[0-9]\\])?"
    ]
}

fn filter_row() -> impl Strategy<Value = FilterRow> {
    let kind = prop_oneof![3 => Just(ValueKind::Guess), 1 => Just(ValueKind::S), 1 => Just(ValueKind::Null)];
    (path(), proptest::sample::select(&FilterTest::ALL), word(), word(), kind).prop_map(
        |(attribute, test, value, upper, kind)| FilterRow {
            attribute,
            test,
            value,
            upper,
            kind,
            ..FilterRow::default()
        },
    )
}

fn filter() -> impl Strategy<Value = Filter> {
    let texts = proptest::sample::select(&[
        "",
        "a = :x",
        "a=:x AND(b < :sk)",
        ":x>a AND (#n <> :pk AND c = :x)",
        "a = :x OR #n = :pk",
        "not an expression :x #n",
    ]);
    prop_oneof![
        proptest::collection::vec(filter_row(), 0..4).prop_map(Filter::Rows),
        (texts, word(), number()).prop_map(|(text, x, sk)| Filter::Expression {
            text: text.to_owned(),
            names: Map::from_iter([("#n".to_owned(), json!("status"))]),
            values: Map::from_iter([
                (":x".to_owned(), json!({"S": x})),
                (":sk".to_owned(), json!({"N": sk})),
                (":pk".to_owned(), json!({"BOOL": true})),
            ]),
        }),
    ]
}

fn form() -> impl Strategy<Value = CallForm> {
    let sort = (proptest::sample::select(&SortTest::ALL), number(), number())
        .prop_map(|(test, value, upper)| SortCondition { test, value, upper });
    let route = (
        proptest::sample::select(&FormOperation::ALL),
        proptest::option::of(proptest::sample::select(&["ByStatus", "Wide"])),
        proptest::option::of(number()),
        proptest::option::of(number()),
        sort,
    );
    let rest = (
        filter(),
        any::<[bool; 3]>(),
        proptest::option::of(1_u32..50),
        proptest::collection::vec(path(), 0..3),
        proptest::option::of(Just(json!({"PK": {"S": "x"}}))),
    );
    (route, rest).prop_map(
        |((operation, index, first, second, sort), (filter, flags, limit, paths, page))| {
            let keys = keys();
            let mut form = CallForm::new(operation, &keys);
            form.index = index.map(str::to_owned);
            form.fit(&keys);
            for (field, value) in form.partition_values.iter_mut().zip([first, second.clone()]) {
                *field = value.unwrap_or_default();
            }
            if let Some(field) = form.sort_prefix.first_mut() {
                *field = second.unwrap_or_default();
            }
            form.sort = sort;
            form.filter = filter;
            [form.backward, form.consistent, form.count_only] = flags;
            form.limit = limit.map_or_else(String::new, |limit| limit.to_string());
            form.projection = paths.join(",");
            form.exclusive_start_key = page;
            form
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(512))]

    #[test]
    fn writing_reading_and_writing_again_gives_the_same_call(form in form()) {
        let keys = keys();
        let Ok(written) = form.to_call(&keys) else { return Ok(()) };
        let read = CallForm::from_call(&written, &keys);
        prop_assert!(read.is_ok(), "{:?} of {}", read, written.input);
        let again = read.map(|form| form.to_call(&keys));
        prop_assert_eq!(again, Ok(Ok(written)));
    }
}
