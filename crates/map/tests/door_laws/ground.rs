//! Random tables, items and requests.

use std::fmt;

use proptest::prelude::*;
use proptest::sample::{select, subsequence};
use serde_json::{Map, Value, json};

/// A design of one table and one request.
#[derive(Clone)]
pub struct Case {
    /// The document.
    pub document: Value,
    /// Whether the request is written as a Query.
    pub is_query: bool,
    /// Whether it is written in parameters that can not say what it knows.
    pub knows_nothing: bool,
}

impl fmt::Debug for Case {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = self.document.to_string();
        f.write_str(&text.replace(&"l".repeat(90), "~"))
    }
}

/// Attributes of items that are no keys of the table.
const ATTRIBUTES: [&str; 8] =
    ["a", "b", "status", "odd name", "GSI1PK", "GSI1SK", "warehouseId", "2nd"];
const TYPES: [&str; 3] = ["S", "N", "B"];

fn texts() -> impl Strategy<Value = String> {
    prop_oneof![
        12 => select(vec!["x", "y"]).prop_map(str::to_owned),
        8 => select(vec!["x#y", "Ünï", "x#B#y", "{notOne}", "0"]).prop_map(str::to_owned),
        1 => Just(String::new()),
        1 => select(vec![990_usize, 1_100, 2_040, 2_100]).prop_map(|length| "l".repeat(length)),
    ]
}

/// A value of a type that a key may have.
fn typed(kind: &'static str) -> BoxedStrategy<Value> {
    match kind {
        "S" => texts().prop_map(|text| json!({"S": text})).boxed(),
        "N" => {
            select(vec!["0", "5", "5.0", "-1", "1e2", "100"]).prop_map(|n| json!({"N": n})).boxed()
        }
        _ => select(vec!["", "AQ==", "AQID", "AQE="]).prop_map(|b| json!({"B": b})).boxed(),
    }
}

fn of_kind(kind: &str) -> Value {
    match kind {
        "S" => json!({"S": "x"}),
        "N" => json!({"N": "5"}),
        _ => json!({"B": "AQID"}),
    }
}

fn scalar() -> impl Strategy<Value = Value> {
    prop_oneof![5 => typed("S"), 2 => typed("N"), 2 => typed("B")]
}

fn value() -> impl Strategy<Value = Value> {
    prop_oneof![
        6 => scalar(),
        1 => Just(json!({"BOOL": true})),
        1 => Just(json!({"NULL": true})),
        1 => scalar().prop_map(|inner| json!({"L": [inner]})),
        2 => (scalar(), scalar()).prop_map(|(x, y)| json!({"M": {"x": x, "y": y}})),
        1 => Just(json!({"SS": ["x", "y"]})),
    ]
}

/// A value of an attribute: mostly of one type for all items, so that it can be a key.
fn of_attribute(kinds: &[(&'static str, u8)], name: &str) -> BoxedStrategy<Value> {
    let (kind, order) = kinds.iter().find(|(known, _)| *known == name).copied().unwrap_or(("S", 0));
    let kind = match (kind, order % 4) {
        (_, 0) => return value().boxed(),
        (_, place) => TYPES[if place == 3 { 0 } else { place as usize - 1 }],
    };
    typed(kind)
        .prop_map(move |value| {
            let sound = value[kind].as_str().is_some_and(|text| (1..1_000).contains(&text.len()));
            if order < 8 || sound { value } else { of_kind(kind) }
        })
        .boxed()
}

#[derive(Clone, Debug)]
struct Shape {
    create: Value,
    keys: Vec<(&'static str, &'static str)>,
    kinds: Vec<(&'static str, u8)>,
    indexes: Vec<String>,
}

fn shape() -> impl Strategy<Value = Shape> {
    let kinds = proptest::collection::vec(0_u8..16, ATTRIBUTES.len());
    let keys = (select(&TYPES[..]), proptest::option::of(select(&TYPES[..])), any::<bool>());
    let generic = Just((vec!["GSI1PK", "GSI1SK"], 1, 0));
    let any_key = (subsequence(&ATTRIBUTES[..], 1..=3), 1_usize..=2, 0_u8..3);
    let index = prop_oneof![1 => generic, 2 => any_key];
    let indexes = proptest::collection::vec(index, 0..3);
    (kinds, keys, indexes, proptest::option::weighted(0.3, select(&ATTRIBUTES[..])), any::<bool>()).prop_map(
        |(kinds, (pk, sk, generic), indexes, local, provisioned)| {
            let of = |(name, kind): (&'static str, u8)| {
                (name, if name.starts_with("GSI") { 9 } else { kind })
            };
            let kinds = ATTRIBUTES.iter().copied().zip(kinds);
            let kinds: Vec<(&'static str, u8)> = kinds.map(of).collect();
            let kind_of = |name: &str| {
                let (_, order) = kinds.iter().find(|(known, _)| *known == name).unwrap();
                match order % 4 {
                    0 | 1 | 3 => "S",
                    _ => "N",
                }
            };
            let (pk_name, sk_name) = if generic { ("PK", "SK") } else { ("id", "time") };
            let mut keys = vec![(pk_name, pk)];
            keys.extend(sk.map(|kind| (sk_name, kind)));
            let mut definitions: Vec<(&str, &str)> = keys.clone();
            let mut schema = vec![json!({"AttributeName": pk_name, "KeyType": "HASH"})];
            if sk.is_some() {
                schema.push(json!({"AttributeName": sk_name, "KeyType": "RANGE"}));
            }
            let mut create = json!({"TableName": "Table", "KeySchema": schema});
            let mut names = Vec::new();
            let mut globals = Vec::new();
            for (place, (attributes, partitions, projection)) in indexes.iter().enumerate() {
                let mut schema = Vec::new();
                for (at, name) in attributes.iter().enumerate() {
                    let role = if at < *partitions { "HASH" } else { "RANGE" };
                    schema.push(json!({"AttributeName": name, "KeyType": role}));
                    definitions.push((name, kind_of(name)));
                }
                let projection = match projection {
                    0 => json!({"ProjectionType": "ALL"}),
                    1 => json!({"ProjectionType": "KEYS_ONLY"}),
                    _ => json!({"ProjectionType": "INCLUDE", "NonKeyAttributes": ["a", "b"]}),
                };
                let name = format!("Index{place}");
                let mut index = json!({"IndexName": name, "KeySchema": schema, "Projection": projection});
                if provisioned {
                    index["ProvisionedThroughput"] = json!({"ReadCapacityUnits": 5, "WriteCapacityUnits": 5});
                }
                names.push(name);
                globals.push(index);
            }
            if let (Some(attribute), true) = (local, sk.is_some()) {
                definitions.push((attribute, kind_of(attribute)));
                let schema = json!([{"AttributeName": pk_name, "KeyType": "HASH"}, {"AttributeName": attribute, "KeyType": "RANGE"}]);
                names.push("Local".to_owned());
                create["LocalSecondaryIndexes"] = json!([{"IndexName": "Local", "KeySchema": schema, "Projection": {"ProjectionType": "KEYS_ONLY"}}]);
            }
            if !globals.is_empty() {
                create["GlobalSecondaryIndexes"] = Value::Array(globals);
            }
            definitions.sort_unstable();
            definitions.dedup();
            create["AttributeDefinitions"] = definitions
                .iter()
                .map(|(name, kind)| json!({"AttributeName": name, "AttributeType": kind}))
                .collect();
            if provisioned {
                create["ProvisionedThroughput"] = json!({"ReadCapacityUnits": 5, "WriteCapacityUnits": 5});
            } else {
                create["BillingMode"] = json!("PAY_PER_REQUEST");
            }
            Shape { create, keys, kinds, indexes: names }
        },
    )
}

fn item(shape: &Shape) -> BoxedStrategy<Value> {
    let mut members: Vec<BoxedStrategy<Option<(String, Value)>>> = Vec::new();
    for (name, kind) in shape.keys.clone() {
        let numbered = (0_u8..30).prop_map(move |number| match kind {
            "S" => json!({"S": format!("k{number}")}),
            "N" => json!({"N": number.to_string()}),
            _ => json!({"B": key_engine::value::base64_encode(&[number])}),
        });
        let sound = prop_oneof![2 => numbered, 1 => typed(kind)];
        let sound = sound.prop_map(move |value| {
            let sound = value[kind].as_str().is_some_and(|text| (1..1_000).contains(&text.len()));
            if sound { value } else { of_kind(kind) }
        });
        members.push(sound.prop_map(move |value| Some((name.to_owned(), value))).boxed());
    }
    for name in ATTRIBUTES {
        let value = of_attribute(&shape.kinds, name);
        let carried = if name.starts_with("GSI") { 0.05 } else { 0.7 };
        members.push(
            proptest::option::weighted(carried, value)
                .prop_map(move |value| value.map(|value| (name.to_owned(), value)))
                .boxed(),
        );
    }
    members
        .prop_map(|members| Value::Object(members.into_iter().flatten().collect::<Map<_, _>>()))
        .boxed()
}

/// A condition in writing: `{0}` and the like stand for its values.
#[derive(Clone, Debug)]
struct Part {
    path: &'static str,
    form: u8,
    values: Vec<Value>,
}

const PATHS: [&str; 10] =
    ["a", "b", "status", "odd name", "warehouseId", "a.x", "b.y", "KEY0", "KEY1", "2nd"];

fn values_of(shape: &Shape, path: &'static str, items: &[Value]) -> BoxedStrategy<Value> {
    let name = real(shape, path);
    let name = name.as_str();
    let mut known: Vec<Value> = Vec::new();
    for item in items {
        let value = match name.split_once('.') {
            Some((map, member)) => &item[map]["M"][member],
            None => &item[name],
        };
        let sound = TYPES.iter().any(|kind| value[kind].is_string());
        if sound {
            known.push(value.clone());
        }
    }
    let kind = shape.keys.iter().find(|(known, _)| *known == name).map(|(_, kind)| *kind);
    let other = match kind {
        Some(kind) => typed(kind),
        None => scalar().boxed(),
    };
    if known.is_empty() { other } else { prop_oneof![6 => select(known), 1 => other].boxed() }
}

fn real(shape: &Shape, path: &str) -> String {
    match path {
        "KEY0" => shape.keys[0].0.to_owned(),
        "KEY1" => shape.keys.last().unwrap().0.to_owned(),
        other => other.to_owned(),
    }
}

fn part(shape: &Shape, items: &[Value], forms: Vec<u8>) -> BoxedStrategy<Part> {
    let (shape, items) = (shape.clone(), items.to_vec());
    (select(&PATHS[..]), select(forms))
        .prop_flat_map(move |(path, form)| {
            let value = || values_of(&shape, path, &items);
            (Just(path), Just(form), proptest::collection::vec(value(), 2))
        })
        .prop_map(|(path, form, mut values)| {
            let kind =
                |value: &Value| value.as_object().and_then(|value| value.keys().next().cloned());
            if kind(&values[0]) != kind(&values[1]) || kind(&values[0]).as_deref() != Some("S") {
                values[1] = values[0].clone();
            }
            values.sort_by_key(|value| value["S"].as_str().map(str::to_owned));
            let form = if form == 5 && values[0]["N"].is_string() { 2 } else { form };
            Part { path, form, values }
        })
        .boxed()
}

/// How a request is written.
#[derive(Clone, Debug)]
struct Style {
    operation: u8,
    placeholders: bool,
    projection: Option<Vec<&'static str>>,
    limit: Option<u64>,
    count: bool,
    index: u8,
    order: Option<(&'static str, bool)>,
    strong: bool,
}

fn style() -> impl Strategy<Value = Style> {
    let order = (select(&ATTRIBUTES[..]), any::<bool>());
    (
        0_u8..10,
        any::<bool>(),
        proptest::option::weighted(0.3, subsequence(vec!["a", "b", "odd name", "a.x"], 1..=2)),
        proptest::option::weighted(0.2, 1_u64..4),
        proptest::bool::weighted(0.1),
        0_u8..8,
        proptest::option::weighted(0.4, order),
        proptest::bool::weighted(0.2),
    )
        .prop_map(
            |(operation, placeholders, projection, limit, count, index, order, strong)| Style {
                operation,
                placeholders,
                projection,
                limit,
                count,
                index,
                order,
                strong,
            },
        )
}

/// A random design.
pub fn case() -> impl Strategy<Value = Case> {
    shape()
        .prop_flat_map(|shape| {
            let items = proptest::collection::vec(item(&shape), 0..24);
            (Just(shape), items)
        })
        .prop_flat_map(|(shape, items)| {
            let equal = part(&shape, &items, vec![0, 1]);
            let often = vec![0, 1, 2, 3, 4, 5, 9, 2, 3, 4, 5, 9];
            let more = part(&shape, &items, (0..14).chain(often).collect());
            let more = prop_oneof![
                3 => Just(Vec::new()),
                4 => proptest::collection::vec(more.clone(), 1..=2),
                1 => proptest::collection::vec(more, 3..=4),
            ];
            (Just(shape), Just(items), equal, more, any::<prop::sample::Index>(), style())
        })
        .prop_map(|(shape, items, equal, mut more, place, style)| {
            more.insert(place.index(more.len() + 1), equal);
            document(&shape, &items, &more, &style)
        })
}

struct Writer {
    names: Map<String, Value>,
    values: Map<String, Value>,
    samples: Map<String, Value>,
    placeholders: bool,
}

impl Writer {
    fn path(&mut self, path: &str) -> String {
        let mut written = Vec::new();
        for name in path.split('.') {
            let plain = name.len() == 1 || name == "warehouseId";
            if plain {
                written.push(name.to_owned());
            } else {
                let placeholder = format!("#n{}", name.len());
                self.names.insert(placeholder.clone(), json!(name));
                written.push(placeholder);
            }
        }
        written.join(".")
    }

    fn value(&mut self, value: &Value) -> String {
        let number = self.values.len();
        let placeholder = format!(":v{number}");
        let value = self.filled(value, number);
        self.values.insert(placeholder.clone(), value);
        placeholder
    }

    /// A value with its text as a sample.
    fn filled(&mut self, value: &Value, number: usize) -> Value {
        let (kind, text) = value.as_object().unwrap().iter().next().unwrap();
        if !self.placeholders || !text.is_string() {
            return value.clone();
        }
        self.samples.insert(format!("s{number}"), text.clone());
        let mut written = Map::new();
        written.insert(kind.clone(), json!(format!("{{s{number}}}")));
        Value::Object(written)
    }

    fn condition(&mut self, shape: &Shape, part: &Part) -> String {
        let path = self.path(&real(shape, part.path));
        let mut value = |at: usize| self.value(&part.values[at]);
        match part.form {
            0 => format!("{path} = {}", value(0)),
            1 => format!("{} = {path}", value(0)),
            2 => format!("{path} >= {}", value(0)),
            3 => format!("{} > {path}", value(0)),
            4 => format!("{path} BETWEEN {} AND {}", value(0), value(1)),
            5 => format!("begins_with({path}, {})", value(0)),
            6 => format!("{path} <> {}", value(0)),
            7 => format!("NOT {path} = {}", value(0)),
            8 => format!("({path} = {} OR {path} = {})", value(0), value(1)),
            9 => format!("attribute_exists({path})"),
            10 => format!("attribute_not_exists({path})"),
            11 => format!("({path} <= {} AND {path} <> {})", value(0), value(1)),
            12 => format!("{path} IN ({}, {})", value(0), value(1)),
            _ => format!("contains({path}, {})", value(0)),
        }
    }
}

fn legacy(shape: &Shape, parts: &[Part], writer: &mut Writer) -> Value {
    let mut entries = Map::new();
    let is_equal = |part: &&Part| part.form < 2 && !real(shape, part.path).contains('.');
    let others = parts.iter().filter(|part| !is_equal(part));
    for part in parts.iter().filter(is_equal).chain(others) {
        let name = real(shape, part.path);
        if name.contains('.') || entries.contains_key(&name) {
            continue;
        }
        let number = entries.len();
        let one = writer.filled(&part.values[0], number);
        let two = writer.filled(&part.values[1], number + 20);
        let (word, values) = match part.form {
            0 | 1 => ("EQ", vec![one]),
            2 => ("GE", vec![one]),
            3 => ("LT", vec![one]),
            4 => ("BETWEEN", vec![one, two]),
            5 => ("BEGINS_WITH", vec![one]),
            6 | 7 => ("NE", vec![one]),
            8 | 12 => ("IN", vec![one, two]),
            9 => ("NOT_NULL", vec![]),
            10 => ("NULL", vec![]),
            11 => ("LE", vec![one]),
            _ => ("NOT_CONTAINS", vec![one]),
        };
        let mut entry = json!({"ComparisonOperator": word});
        if !values.is_empty() {
            entry["AttributeValueList"] = Value::Array(values);
        }
        entries.insert(name, entry);
    }
    Value::Object(entries)
}

fn document(shape: &Shape, items: &[Value], parts: &[Part], style: &Style) -> Case {
    let mut writer = Writer {
        names: Map::new(),
        values: Map::new(),
        samples: Map::new(),
        placeholders: style.placeholders,
    };
    let mut input = json!({"TableName": "Table"});
    let index = match style.index {
        0 | 1 => shape.indexes.get(style.index as usize).cloned(),
        _ => None,
    };
    if let Some(index) = &index {
        input["IndexName"] = json!(index);
    }
    let mut operation = "Scan";
    match style.operation {
        0 => {
            input["ScanFilter"] = legacy(shape, parts, &mut writer);
        }
        1 => {
            operation = "ExecuteStatement";
            input = statement(shape, parts, index.as_deref(), &mut writer);
        }
        2 | 3 => {
            operation = "Query";
            if style.operation == 2 {
                input["IndexName"] = json!("NotThere");
            }
            let mut conditions: Vec<String> =
                parts.iter().map(|part| writer.condition(shape, part)).collect();
            input["KeyConditionExpression"] = json!(conditions.remove(0));
            if !conditions.is_empty() {
                input["FilterExpression"] = json!(conditions.join(" AND "));
            }
        }
        4 => {
            operation = "Query";
            let key = shape.keys[0].0;
            let known = items.first().map_or(json!({"S": "x"}), |item| item[key].clone());
            let part = Part { path: "KEY0", form: 0, values: vec![known.clone(), known] };
            input["KeyConditionExpression"] = json!(writer.condition(shape, &part));
            input.as_object_mut().unwrap().remove("IndexName");
            let conditions: Vec<String> =
                parts.iter().map(|part| writer.condition(shape, part)).collect();
            input["FilterExpression"] = json!(conditions.join(" AND "));
        }
        _ => {
            let conditions: Vec<String> =
                parts.iter().map(|part| writer.condition(shape, part)).collect();
            input["FilterExpression"] = json!(conditions.join(" AND "));
        }
    }
    if style.operation > 1 {
        if let Some(projection) = &style.projection {
            let mut paths: Vec<&str> = projection.clone();
            if paths.contains(&"a") {
                paths.retain(|path| *path != "a.x");
            }
            let written: Vec<String> = paths.iter().map(|path| writer.path(path)).collect();
            input["ProjectionExpression"] = json!(written.join(", "));
        } else if style.count {
            input["Select"] = json!("COUNT");
        }
        if !writer.names.is_empty() {
            input["ExpressionAttributeNames"] = Value::Object(writer.names.clone());
        }
        if !writer.values.is_empty() {
            input["ExpressionAttributeValues"] = Value::Object(writer.values.clone());
        }
    }
    if operation != "ExecuteStatement" {
        input["ReturnConsumedCapacity"] = json!("TOTAL");
    }
    if let Some(limit) = style.limit {
        input["Limit"] = json!(limit);
    }
    if style.strong {
        input["ConsistentRead"] = json!(true);
    }
    let mut request = json!({
        "id": "R1", "sentence": "Find them", "volume": "high", "consistency": "eventual may do",
        "calls": [{"operation": operation, "input": input}],
        "samples": writer.samples,
    });
    if let Some((attribute, descending)) = style.order {
        request["wants"] = json!({"order": {"attribute": attribute, "descending": descending}});
    }
    let document = json!({
        "retrieval-map": 1, "name": "Laws",
        "tables": [{"create": shape.create, "items": items}],
        "requests": [request],
    });
    let knows_nothing = style.operation == 0
        && !parts.iter().any(|part| part.form < 2 && !real(shape, part.path).contains('.'));
    Case { document, is_query: operation == "Query", knows_nothing }
}

/// A `PartiQL` SELECT; values are parameters, or texts in the statement.
fn statement(shape: &Shape, parts: &[Part], index: Option<&str>, writer: &mut Writer) -> Value {
    let mut conditions = Vec::new();
    let mut parameters = Vec::new();
    for (number, part) in parts.iter().enumerate() {
        let real = real(shape, part.path);
        let names: Vec<String> = real.split('.').map(|name| format!("\"{name}\"")).collect();
        let path = names.join(".");
        let mut value = |at: usize| {
            let number = number * 2 + at;
            let value = &part.values[at];
            match value["S"].as_str() {
                Some(text) if writer.placeholders => {
                    writer.samples.insert(format!("s{number}"), json!(text));
                    format!("'{{s{number}}}'")
                }
                _ if writer.placeholders && value["N"].is_string() => {
                    writer.samples.insert(format!("s{number}"), value["N"].clone());
                    format!("{{s{number}}}")
                }
                _ => {
                    parameters.push(value.clone());
                    "?".to_owned()
                }
            }
        };
        conditions.push(match part.form {
            0 => format!("{path} = {}", value(0)),
            1 => format!("{} = {path}", value(0)),
            2 | 3 | 11 => format!("{path} >= {}", value(0)),
            4 => format!("{path} BETWEEN {} AND {}", value(0), value(1)),
            5 => format!("begins_with({path}, {})", value(0)),
            6 | 7 => format!("{path} <> {}", value(0)),
            8 => format!("({path} = {} OR {path} = {})", value(0), value(1)),
            9 => format!("{path} IS NOT MISSING"),
            10 => format!("{path} IS MISSING"),
            12 => format!("{path} IN [{}, {}]", value(0), value(1)),
            _ => format!("contains({path}, {})", value(0)),
        });
    }
    let from = match index {
        Some(index) => format!("\"Table\".\"{index}\""),
        None => "\"Table\"".to_owned(),
    };
    let mut input =
        json!({"Statement": format!("SELECT * FROM {from} WHERE {}", conditions.join(" AND "))});
    if !parameters.is_empty() {
        input["Parameters"] = Value::Array(parameters);
    }
    input
}
