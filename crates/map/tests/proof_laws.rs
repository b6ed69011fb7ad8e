//! What "proven" means, on random tables, items and requests, against a search through all items one by one.
//!
//! The random tables and requests are those of the engine's own laws; what a request should return is worked out here from the
//! list of items, without indexes, trees or walks.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, reason = "a test may panic")]
#![allow(dead_code, reason = "the engine's laws use more of what is shared")]

#[path = "../../key-engine/tests/laws/brute.rs"]
mod brute;
#[path = "../../key-engine/tests/laws/requests.rs"]
mod requests;
#[path = "../../key-engine/tests/laws/world.rs"]
mod world;

use key_engine::engine::{Index, KeyRole};
use key_engine::order::SortedMap;
use key_engine::walk::{Action, Leg};
use key_engine::{AttributeValue, Database, Item, Table};
use map::advice::{CallProof, Proof, Prover, Route, Standing};
use map::design::{
    Call, Consistency, Design, DoorDefinition, Edit, Request, SortOrder, TableDesign, Volume,
    Wanted,
};
use proptest::prelude::*;
use serde_json::{Map, Value, json};

use requests::Seed;
use world::{TABLE, World, Write};

/// What a row is made of.
#[derive(Clone, Debug)]
enum Part {
    /// A Query or a Scan, spoilt in some way or not.
    Read(Seed, usize),
    /// A read of the item of a write's key.
    Get(prop::sample::Index, bool),
    /// A batch of such reads.
    Batch(Vec<prop::sample::Index>),
    /// A write as it is in the world.
    Write(prop::sample::Index),
}

/// A call, and what it should find.
#[derive(Clone, Debug)]
struct Meant {
    call: Call,
    read: Option<requests::Request>,
    keys: Vec<Item>,
}

fn part() -> impl Strategy<Value = Part> {
    let at = any::<prop::sample::Index>;
    prop_oneof![
        6 => (requests::request(), 0usize..16).prop_map(|(seed, spoilt)| Part::Read(seed, spoilt)),
        2 => (at(), any::<bool>()).prop_map(|(at, strong)| Part::Get(at, strong)),
        1 => proptest::collection::vec(at(), 1..5).prop_map(Part::Batch),
        1 => at().prop_map(Part::Write),
    ]
}

fn rows() -> impl Strategy<Value = Vec<Vec<Part>>> {
    proptest::collection::vec(proptest::collection::vec(part(), 1..3), 1..6)
}

/// Makes a request one that the engine may refuse.
fn spoil(call: &mut Call, how: usize) {
    let input = call.input.as_object_mut().unwrap();
    match how {
        0 => drop(input.remove("IndexName")),
        1 => drop(input.insert("IndexName".to_owned(), "none".into())),
        2 => drop(input.insert("ConsistentRead".to_owned(), true.into())),
        3 => drop(input.remove("KeyConditionExpression")),
        4 => "Scan".clone_into(&mut call.operation),
        5 => "CreateTable".clone_into(&mut call.operation),
        6 => drop(input.insert("TableName".to_owned(), "none".into())),
        7 => {
            // only the last condition of the key is left
            let last = input.get("KeyConditionExpression").and_then(Value::as_str);
            let last =
                last.and_then(|text| text.rsplit_once(" AND ")).map(|(_, last)| last.to_owned());
            if let Some(last) = last {
                input.insert("KeyConditionExpression".to_owned(), last.into());
            }
        }
        _ => {}
    }
}

/// The same read as a statement.
fn statement(read: &requests::Request) -> Call {
    use brute::Test;
    let index = read.index.as_ref().map(|index| format!(".\"{index}\"")).unwrap_or_default();
    let mut text = format!("SELECT * FROM \"{TABLE}\"{index}");
    let mut parameters = Vec::new();
    for (at, condition) in read.conditions.iter().chain(&read.filter).enumerate() {
        text.push_str(if at == 0 { " WHERE " } else { " AND " });
        let name = &condition.attribute;
        let (written, values) = match &condition.test {
            Test::Equal(value) => (format!("{name} = ?"), vec![value]),
            Test::Less(value) => (format!("{name} < ?"), vec![value]),
            Test::LessOrEqual(value) => (format!("{name} <= ?"), vec![value]),
            Test::Greater(value) => (format!("{name} > ?"), vec![value]),
            Test::GreaterOrEqual(value) => (format!("{name} >= ?"), vec![value]),
            Test::Between(low, high) => (format!("{name} BETWEEN ? AND ?"), vec![low, high]),
            Test::BeginsWith(prefix) => (format!("begins_with({name}, ?)"), vec![prefix]),
        };
        text.push_str(&written);
        parameters.extend(values.into_iter().map(AttributeValue::to_json));
    }
    let mut input = json!({"Statement": text});
    if !parameters.is_empty() {
        input["Parameters"] = parameters.into();
    }
    for parameter in ["Limit", "ConsistentRead"] {
        if let Some(value) = read.input.get(parameter) {
            input[parameter] = value.clone();
        }
    }
    Call { operation: "ExecuteStatement".to_owned(), input }
}

fn key_of(table: &Table, world: &World, at: prop::sample::Index) -> Item {
    let items: Vec<&Item> = world.writes.iter().filter_map(Write::item).collect();
    if items.is_empty() {
        Item::new()
    } else {
        table.primary().key_of(items[at.index(items.len())])
    }
}

fn meant(part: &Part, table: &Table, world: &World) -> Meant {
    let call = |operation: &str, input| Call { operation: operation.to_owned(), input };
    match part {
        Part::Read(seed, spoilt) => {
            let read = seed.against(table);
            let mut call = call(read.operation, read.input.clone());
            spoil(&mut call, *spoilt);
            let whole = call.input == read.input && call.operation == read.operation;
            if whole && *spoilt > 12 && !read.backward {
                call = statement(&read);
            }
            Meant { call, read: whole.then_some(read), keys: Vec::new() }
        }
        Part::Get(at, strong) => {
            let key = key_of(table, world, *at);
            let input = json!({"TableName": TABLE, "Key": key.to_json(), "ConsistentRead": strong});
            Meant { call: call("GetItem", input), read: None, keys: vec![key] }
        }
        Part::Batch(all) => {
            let mut keys: Vec<Item> = Vec::new();
            for key in all.iter().map(|at| key_of(table, world, *at)) {
                if !keys.contains(&key) {
                    keys.push(key);
                }
            }
            let asked: Vec<Value> = keys.iter().map(Item::to_json).collect();
            let input = json!({"RequestItems": {TABLE: {"Keys": asked}}});
            Meant { call: call("BatchGetItem", input), read: None, keys }
        }
        Part::Write(at) => {
            let writes: Vec<&Write> = world.writes.iter().collect();
            let input = json!({"TableName": TABLE});
            let (operation, input) =
                if writes.is_empty() { ("PutItem", input) } else { at.get(&writes).call() };
            Meant { call: call(operation, input), read: None, keys: Vec::new() }
        }
    }
}

fn request(id: usize, meant: &[Meant], strong: bool, order: Option<bool>) -> Request {
    let consistency =
        if strong { Consistency::StrongMayMatter } else { Consistency::EventualMayDo };
    let order = order.map(|descending| SortOrder { attribute: "sk".to_owned(), descending });
    Request {
        id: id.to_string(),
        sentence: String::new(),
        volume: Volume::Low,
        consistency,
        route: None,
        calls: meant.iter().map(|meant| meant.call.clone()).collect(),
        samples: SortedMap::default(),
        wanted: Wanted { order, count: strong.then_some(3) },
        expected: None,
        extra: Map::new(),
    }
}

fn prove(prover: &mut Prover, design: &Design, database: &mut Database) {
    prover.take(design);
    while prover.step(design, database) {}
}

/// All items after the world's writes, in no order.
fn all_items(table: &Table, world: &World) -> Vec<Item> {
    let mut items = Vec::new();
    for write in &world.writes {
        brute::write(table, &mut items, write);
    }
    items
}

fn doors(table: &Table) -> impl Iterator<Item = &Index> {
    std::iter::once(table.primary()).chain(table.indexes())
}

/// What a whole read should return, whole items in its order; of a Scan in any.
fn found(table: &Table, items: &[Item], read: &requests::Request) -> Vec<Item> {
    let door = table.door(read.index.as_deref()).unwrap();
    let shown =
        |item: &&Item| door.key_schema().iter().all(|key| item.get(&key.attribute).is_some());
    let mut found: Vec<Item> = items.iter().filter(shown).cloned().collect();
    found.retain(|item| read.conditions.iter().all(|condition| condition.holds(item)));
    if read.operation == "Query" {
        brute::sort(table, door, &mut found);
    }
    if read.backward {
        found.reverse();
    }
    if let Some(limit) = read.input.get("Limit").and_then(Value::as_u64) {
        found.truncate(limit as usize);
    }
    found.retain(|item| read.filter.as_ref().is_none_or(|filter| filter.holds(item)));
    found
}

fn read_legs(call: &CallProof) -> Vec<&Leg> {
    let legs = call.walk.pages.iter().flat_map(|page| &page.legs);
    legs.filter(|leg| leg.action == Action::Read).collect()
}

/// The partition-key value that a leg is about, where there is one.
fn partition_key(table: &Table, leg: &Leg) -> Option<Vec<AttributeValue>> {
    let door = table.door(leg.index.as_deref()).unwrap();
    let visit = leg.visits.iter().find(|visit| visit.collections > 0)?;
    door.collection(visit.first_collection as usize).map(|view| view.partition_key)
}

/// A call that is said to go to an address touches one partition-key value, or one for each key of a batch.
fn check_address(table: &Table, meant: &Meant, call: &CallProof) -> Result<(), TestCaseError> {
    let legs = read_legs(call);
    for leg in &legs {
        prop_assert!(!leg.scan && leg.visits.len() <= 1);
        prop_assert!(leg.visits.iter().all(|visit| visit.collections <= 1));
    }
    match (&call.route, &meant.read) {
        (Route::Query { index }, Some(read)) => {
            prop_assert_eq!(index, &read.index);
            let door = table.door(index.as_deref()).unwrap();
            let value = |key: &key_engine::engine::KeyElement| {
                let mut conditions = read.conditions.iter();
                let one = conditions.find(|condition| condition.attribute == key.attribute);
                match &one.unwrap().test {
                    brute::Test::Equal(value) => value.clone(),
                    _ => panic!("a partition key by a range"),
                }
            };
            let hash = door.key_schema().iter().filter(|key| key.role == KeyRole::Hash);
            let asked: Vec<AttributeValue> = hash.map(value).collect();
            for leg in legs {
                prop_assert_eq!(&leg.index, index);
                let touched = partition_key(table, leg);
                prop_assert!(touched.is_none_or(|touched| touched == asked), "another collection");
            }
        }
        (Route::GetItem, None) => {
            prop_assert_eq!(legs.len(), meant.keys.len());
            for (leg, key) in legs.iter().zip(&meant.keys) {
                prop_assert_eq!((&leg.index, leg.key.as_ref()), (&None, Some(key)));
                let touched = partition_key(table, leg);
                let asked = vec![key.get("pk").unwrap().clone()];
                prop_assert!(touched.is_none_or(|touched| touched == asked), "another collection");
            }
        }
        other => prop_assert!(false, "a route that was not asked for: {:?}", other.0),
    }
    Ok(())
}

/// What a proof says that its row returned is what a search through all items finds, in order.
fn check_items(
    table: &Table,
    items: &[Item],
    meant: &[Meant],
    proof: &Proof,
) -> Result<(), TestCaseError> {
    let (mut expected, mut ordered) = (Vec::new(), true);
    for (meant, call) in meant.iter().zip(&proof.calls) {
        let before = expected.len();
        if let Some(read) = &meant.read {
            if read.operation == "Scan" && read.input.get("Limit").is_some() {
                return Ok(());
            }
            ordered &= read.operation == "Query";
            expected.extend(found(table, items, read));
        } else {
            let holds = |key: &Item, item: &Item| {
                key.iter().all(|(name, value)| item.get(name) == Some(value))
            };
            for key in &meant.keys {
                expected.extend(items.iter().find(|item| holds(key, item)).cloned());
            }
        }
        let count = (expected.len() - before) as u64;
        prop_assert_eq!(call.totals.items_returned, count, "as many as there are");
        prop_assert!(call.whole);
    }
    let key = |item: &Item| table.primary().key_of(item);
    let mut expected: Vec<String> =
        expected.iter().map(|item| key(item).to_json().to_string()).collect();
    let mut returned: Vec<String> =
        proof.returned.iter().map(|item| item.key.to_json().to_string()).collect();
    if !ordered {
        expected.sort();
        returned.sort();
    }
    prop_assert!(expected == returned, "other items, or in another order");
    Ok(())
}

/// The answer to a read holds what its door holds of each item.
fn check_answer(
    database: &mut Database,
    items: &[Item],
    read: &requests::Request,
) -> Result<(), TestCaseError> {
    let mut input = read.input.clone();
    let mut answered = Vec::new();
    loop {
        let answer = database.call(read.operation, &input).unwrap();
        let page = answer["Items"].as_array().unwrap();
        answered.extend(page.iter().map(|item| Item::from_json(item).unwrap()));
        match answer.get("LastEvaluatedKey").filter(|_| input.get("Limit").is_none()) {
            Some(key) => input["ExclusiveStartKey"] = key.clone(),
            None => break,
        }
    }
    let table = database.table(TABLE).unwrap();
    let door = table.door(read.index.as_deref()).unwrap();
    let expected: Vec<Item> =
        found(table, items, read).iter().map(|item| brute::project(table, door, item)).collect();
    prop_assert!(expected == answered, "the answer holds something else");
    Ok(())
}

/// What a proof says, but for where in the doors of the moment its items stood.
fn said(proof: &Proof) -> (Standing, String, String, Vec<String>, [u64; 4]) {
    let keys = proof.returned.iter().map(|item| item.key.to_json().to_string());
    let units = [proof.read_units, proof.write_units].map(|units| (units * 2.0) as u64);
    let figures = [proof.totals.items_read, proof.totals.items_returned, units[0], units[1]];
    (proof.standing, proof.reason.clone(), proof.verdict.to_string(), keys.collect(), figures)
}

fn contents(database: &Database) -> Vec<Vec<Item>> {
    doors(database.table(TABLE).unwrap()).map(|door| door.items().cloned().collect()).collect()
}

fn design_of(
    world: &World,
    rows: &[Vec<Part>],
    table: &Table,
    flags: &[(bool, Option<bool>)],
) -> (Design, Vec<Vec<Meant>>) {
    let mut design = Design {
        tables: vec![TableDesign { create: world.create.clone(), ..TableDesign::default() }],
        ..Design::default()
    };
    let mut all = Vec::new();
    for (id, parts) in rows.iter().enumerate() {
        let meant: Vec<Meant> = parts.iter().map(|part| meant(part, table, world)).collect();
        let (strong, order) = flags[id % flags.len()];
        design.requests.push(request(id, &meant, strong, order));
        all.push(meant);
    }
    (design, all)
}

fn flags() -> impl Strategy<Value = Vec<(bool, Option<bool>)>> {
    let flag = (prop::bool::weighted(0.2), proptest::option::weighted(0.2, any::<bool>()));
    proptest::collection::vec(flag, 1..4)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(250))]

    #[test]
    fn proven_is_one_collection_and_exactly_what_a_search_through_all_items_finds(
        world in world::world(50), rows in rows(), flags in flags(),
    ) {
        let mut database = world.build();
        let (design, meant) = design_of(&world, &rows, database.table(TABLE).unwrap(), &flags);
        let before = contents(&database);
        let mut prover = Prover::default();
        prove(&mut prover, &design, &mut database);
        prop_assert!(contents(&database) == before, "proving changed something");
        let items = all_items(database.table(TABLE).unwrap(), &world);
        for (proof, meant) in prover.proofs().iter().zip(&meant) {
            prop_assert!(proof.standing != Standing::Unknown && !proof.reason.is_empty());
            let writes = meant.iter().any(|meant| meant.read.is_none() && meant.keys.is_empty());
            let table = database.table(TABLE).unwrap();
            if proof.standing == Standing::Proven && !writes {
                prop_assert!(proof.verdict.is_proven());
                prop_assert_eq!(proof.totals.items_read, proof.totals.items_returned);
            }
            for (meant, call) in meant.iter().zip(&proof.calls) {
                // where a walk's collections stood is known only while the items are as they were
                if !writes && call.route.is_addressed() && call.stand_in.is_none() && (meant.read.is_some() || !meant.keys.is_empty()) {
                    check_address(table, meant, call)?;
                }
            }
            let understood = meant.iter().all(|meant| meant.read.is_some() || !meant.keys.is_empty());
            if understood && proof.calls.iter().all(|call| call.refusal.is_none()) {
                check_items(table, &items, meant, proof)?;
            }
            for read in meant.iter().filter_map(|meant| meant.read.as_ref()) {
                if read.operation == "Query" {
                    check_answer(&mut database, &items, read)?;
                }
            }
        }
    }

    #[test]
    fn rows_that_are_not_run_again_are_as_a_run_would_find_them(
        world in world::world(50), rows in rows(), flags in flags(), first in 0usize..50,
    ) {
        let first = first.min(world.writes.len());
        let begun = World { writes: world.writes[..first].to_vec(), ..world.clone() };
        let mut database = begun.build();
        let (mut design, _) = design_of(&world, &rows, database.table(TABLE).unwrap(), &flags);
        let mut prover = Prover::default();
        prove(&mut prover, &design, &mut database);
        for write in &world.writes[first..] {
            let (operation, input) = write.call();
            let recorded = database.call_recorded(operation, &input);
            prover.items_changed(&recorded.changes);
            while prover.step(&design, &mut database) {}
            let mut fresh = Prover::default();
            prove(&mut fresh, &design, &mut database);
            for (kept, new) in prover.proofs().iter().zip(fresh.proofs()) {
                prop_assert_eq!(said(kept), said(new));
            }
        }
        // a door is closed and another opened
        let closed = database.table(TABLE).unwrap().indexes().find(|index| index.name() != Some("local"));
        let closed = closed.and_then(Index::name).map(str::to_owned);
        let close = closed.map(|index| Edit::CloseDoor { table: TABLE.to_owned(), index });
        let door = DoorDefinition {
            index: json!({"IndexName": "none", "Projection": {"ProjectionType": "ALL"},
                "KeySchema": [{"AttributeName": "a", "KeyType": "HASH"}]}),
            attributes: vec![json!({"AttributeName": "a", "AttributeType": "S"})],
            ..DoorDefinition::default()
        };
        let open = Edit::OpenDoor { table: TABLE.to_owned(), door };
        for edit in close.into_iter().chain([open]) {
            edit.apply(&mut design, &mut database).unwrap();
            prover.table_changed(TABLE);
            while prover.step(&design, &mut database) {}
            let mut fresh = Prover::default();
            prove(&mut fresh, &design, &mut database);
            for (kept, new) in prover.proofs().iter().zip(fresh.proofs()) {
                prop_assert_eq!(said(kept), said(new));
            }
        }
    }

    #[test]
    fn whatever_a_row_asks_nothing_panics_and_nothing_changes(
        world in world::world(20), rows in rows(), flags in flags(),
        intruders in proptest::collection::vec((any::<prop::sample::Index>(), intruder()), 1..4),
        operation in proptest::option::of(prop::sample::select(&[
            "Query", "Scan", "GetItem", "DeleteItem", "UpdateItem", "PutItem", "BatchGetItem", "BatchWriteItem", "TransactGetItems",
            "TransactWriteItems", "ExecuteStatement", "BatchExecuteStatement", "ExecuteTransaction", "DeleteTable", "UpdateTable", "",
        ][..])),
    ) {
        let mut database = world.build();
        let (mut design, _) = design_of(&world, &rows, database.table(TABLE).unwrap(), &flags);
        let before = contents(&database);
        let mut prover = Prover::default();
        for (at, intruder) in intruders {
            for call in design.requests.iter_mut().flat_map(|row| &mut row.calls) {
                let nodes = count(&call.input);
                replace(&mut call.input, &mut at.index(nodes), &intruder);
                if let Some(operation) = operation {
                    operation.clone_into(&mut call.operation);
                }
            }
            prove(&mut prover, &design, &mut database);
            prop_assert!(contents(&database) == before, "proving changed something");
            for proof in prover.proofs() {
                prop_assert!(proof.standing != Standing::Unknown && !proof.reason.is_empty());
                let _ = proof.expectation();
            }
        }
    }
}

/// Something that a call does not expect where it stands.
fn intruder() -> impl Strategy<Value = Value> {
    prop::sample::select(vec![
        Value::Null,
        json!(true),
        json!(-1),
        json!(1e300),
        json!(""),
        json!("{pk}"),
        json!("none"),
        json!("a = :v AND b > :w"),
        json!([]),
        json!({}),
        json!({"S": "a"}),
        json!({"N": "1"}),
        json!([{"S": "a"}]),
        json!({"a": {"b": {"c": []}}}),
    ])
}

/// How many values there are in a value, it among them.
fn count(value: &Value) -> usize {
    1 + match value {
        Value::Array(values) => values.iter().map(count).sum(),
        Value::Object(members) => members.values().map(count).sum(),
        _ => 0,
    }
}

/// Puts another value in the place of one of the values in a value, by its number.
fn replace(value: &mut Value, at: &mut usize, by: &Value) {
    if *at == 0 {
        *value = by.clone();
        *at = usize::MAX;
        return;
    }
    *at = at.saturating_sub(1);
    match value {
        Value::Array(values) => values.iter_mut().for_each(|value| replace(value, at, by)),
        Value::Object(members) => members.values_mut().for_each(|value| replace(value, at, by)),
        _ => {}
    }
}
