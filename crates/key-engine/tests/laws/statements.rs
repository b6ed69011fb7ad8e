//! Laws of `PartiQL`: a statement is the operation that it becomes, told by the walk.

use key_engine::walk::{PageEnd, Walk};
use key_engine::{AttributeValue, Database, Item};
use proptest::prelude::*;
use serde_json::{Value, json};

use super::brute::{Condition, Test};
use super::requests::{Request, request};
use super::world::{TABLE, Write, world};
use super::{all_pages, contents, items, table};

/// A statement being written, its values as parameters.
#[derive(Default)]
struct Written {
    text: String,
    parameters: Vec<Value>,
}

impl Written {
    fn new(text: &str) -> Self {
        Self { text: text.to_owned(), parameters: Vec::new() }
    }

    /// Adds a text with a question mark for each value.
    fn add(mut self, text: &str, values: &[&AttributeValue]) -> Self {
        self.text.push_str(text);
        self.parameters.extend(values.iter().map(|value| value.to_json()));
        self
    }

    fn condition(self, condition: &Condition) -> Self {
        let name = &condition.attribute;
        match &condition.test {
            Test::Equal(value) => self.add(&format!("{name} = ?"), &[value]),
            Test::Less(value) => self.add(&format!("? > {name}"), &[value]),
            Test::LessOrEqual(value) => self.add(&format!("({name}) <= (?)"), &[value]),
            Test::Greater(value) => self.add(&format!("\"{name}\" > ?"), &[value]),
            Test::GreaterOrEqual(value) => self.add(&format!("{name} >= ?"), &[value]),
            Test::Between(low, high) => self.add(&format!("{name} between ? and ?"), &[low, high]),
            Test::BeginsWith(value) => self.add(&format!("BEGINS_WITH({name}, ?)"), &[value]),
        }
    }

    /// `WHERE` the item is the one of this key.
    fn where_key(mut self, key: &Item) -> Self {
        for (at, (name, value)) in key.iter().enumerate() {
            self = self.add(if at == 0 { " WHERE " } else { " AND " }, &[]);
            self = self.add(&format!("{name} = ?"), &[value]);
        }
        self
    }

    fn input(&self) -> Value {
        let mut input = json!({"Statement": self.text, "ReturnConsumedCapacity": "TOTAL"});
        if !self.parameters.is_empty() {
            input["Parameters"] = self.parameters.clone().into();
        }
        input
    }
}

/// The same request as a SELECT.
fn select(database: &Database, request: &Request) -> Value {
    let index = request.index.as_ref().map(|index| format!(".\"{index}\"")).unwrap_or_default();
    let mut written = Written::new(&format!("SELECT * FROM \"{TABLE}\"{index}"));
    for (at, condition) in request.conditions.iter().chain(&request.filter).enumerate() {
        written = written.add(if at == 0 { " WHERE " } else { " AND " }, &[]).condition(condition);
    }
    let door = table(database).door(request.index.as_deref()).unwrap();
    if let Some(sort) = door.range_elements().next().filter(|_| request.backward) {
        written = written.add(&format!(" ORDER BY {} DESC", sort.attribute), &[]);
    }
    let mut input = written.input();
    for parameter in ["Limit", "ConsistentRead"] {
        if let Some(value) = request.input.get(parameter) {
            input[parameter] = value.clone();
        }
    }
    input
}

/// Answers of all pages of a SELECT, with the walk of them all.
fn all_select_pages(database: &mut Database, mut input: Value) -> (Vec<Value>, Walk) {
    let (mut answers, mut walk) = (Vec::new(), Walk::default());
    loop {
        let (answer, page) = database.call_with_walk("ExecuteStatement", &input);
        let answer = answer.unwrap_or_else(|error| panic!("{input}: {error}"));
        walk.extend(page);
        let next = answer.get("NextToken").cloned();
        answers.push(answer);
        assert!(answers.len() < 2000, "{input} does not end");
        match next {
            Some(token) => input["NextToken"] = token,
            None => return (answers, walk),
        }
    }
}

/// A write as a statement; none of what no statement says.
fn statement(write: &Write) -> Option<Written> {
    Some(match write {
        Write::Put(item) => {
            let mut written = Written::new(&format!("INSERT INTO \"{TABLE}\" VALUE {{"));
            for (at, (name, value)) in item.iter().enumerate() {
                let comma = if at == 0 { "" } else { ", " };
                written = written.add(&format!("{comma}'{name}': ?"), &[value]);
            }
            written.add("}", &[])
        }
        Write::Update(key, changes) if !changes.is_empty() => {
            let mut written = Written::new(&format!("UPDATE \"{TABLE}\""));
            for (name, value) in changes {
                written = match value {
                    Some(value) => written.add(&format!(" SET {name} = ?"), &[value]),
                    None => written.add(&format!(" REMOVE {name}"), &[]),
                };
            }
            written.where_key(key)
        }
        Write::Delete(key) => Written::new(&format!("DELETE FROM \"{TABLE}\"")).where_key(key),
        Write::Update(..) | Write::Check(_) | Write::Transact(_) => return None,
    })
}

/// Whether there is an item of the key that a write is about.
fn is_there(database: &Database, write: &Write) -> bool {
    let Some(item) = write.item() else { return false };
    let primary = table(database).primary();
    primary.locate(&primary.key_of(item)).is_some()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(192))]

    #[test]
    fn a_select_is_the_query_or_the_scan_that_it_becomes(world in world(40), seed in request()) {
        let mut database = world.build();
        let mut request = seed.against(table(&database));
        let door = table(&database).door(request.index.as_deref()).unwrap();
        if request.operation == "Query" && door.range_elements().next().is_none() {
            // there is no order to turn round
            request.input["ScanIndexForward"] = true.into();
        }
        let input = select(&database, &request);
        let (answers, mut walk) = all_select_pages(&mut database, input);
        let (expected, expected_walk) = all_pages(&mut database, &request);
        prop_assert_eq!(answers.len(), expected.len());
        for (answer, expected) in answers.iter().zip(&expected) {
            for member in ["Items", "LastEvaluatedKey", "ConsumedCapacity"] {
                prop_assert_eq!(answer.get(member), expected.get(member));
            }
        }
        for page in &mut walk.pages {
            prop_assert_eq!(page.became.take(), Some(request.operation.to_owned()));
        }
        prop_assert_eq!(walk.pages, expected_walk.pages);
    }

    #[test]
    fn a_select_of_several_partition_keys_is_a_query_of_each(
        world in world(40),
        values in proptest::collection::vec(any::<prop::sample::Index>(), 1..16),
        limit in proptest::option::of(1u64..6),
    ) {
        let mut database = world.build();
        let all: Vec<Item> = table(&database).primary().items().cloned().collect();
        prop_assume!(!all.is_empty());
        let mut chosen: Vec<AttributeValue> = Vec::new();
        for value in values {
            let value = value.get(&all).get("pk").unwrap().clone();
            if !chosen.contains(&value) {
                chosen.push(value);
            }
        }
        let mut expected: Vec<Item> = Vec::new();
        let mut units = 0.0;
        for value in &chosen {
            let query = json!({"TableName": TABLE, "KeyConditionExpression": "pk = :v", "ReturnConsumedCapacity": "TOTAL",
                "ExpressionAttributeValues": {":v": value.to_json()}});
            let answer = database.call("Query", &query).unwrap();
            units += answer["ConsumedCapacity"]["CapacityUnits"].as_f64().unwrap();
            expected.extend(items(&[answer]));
        }
        let list = AttributeValue::L(chosen);
        let mut input = Written::new(&format!("SELECT * FROM \"{TABLE}\"")).add(" WHERE pk IN ?", &[&list]).input();
        if let Some(limit) = limit {
            input["Limit"] = limit.into();
        }
        let (answers, walk) = all_select_pages(&mut database, input);
        prop_assert_eq!(items(&answers), expected);
        let mut billed = 0.0;
        for (answer, page) in answers.iter().zip(&walk.pages) {
            prop_assert_eq!(page.became.as_deref(), Some("Query"));
            prop_assert!(limit.is_none_or(|limit| limit >= answer["Items"].as_array().unwrap().len() as u64));
            prop_assert_eq!(answer["ConsumedCapacity"]["CapacityUnits"].as_f64(), Some(page.capacity_units));
            billed += page.capacity_units;
        }
        prop_assert_eq!(walk.totals().items_returned as usize, items(&answers).len());
        prop_assert!(limit.is_some() || (billed - units).abs() < 1e-9);
    }

    #[test]
    fn a_writing_statement_is_the_write_that_it_becomes(world in world(40)) {
        let (mut ours, mut theirs) = (world.empty(), world.empty());
        for write in &world.writes {
            let (operation, mut input) = write.call();
            let Some(statement) = statement(write) else {
                for database in [&mut ours, &mut theirs] {
                    database.call(operation, &input).unwrap();
                }
                continue;
            };
            input["ReturnConsumedCapacity"] = "TOTAL".into();
            let there = is_there(&ours, write);
            let before = contents(&ours);
            let (answer, mut walk) = ours.call_with_walk("ExecuteStatement", &statement.input());
            let refused = match write {
                Write::Put(_) if there => "DuplicateItemException",
                Write::Update(..) if !there => "ConditionalCheckFailedException",
                _ => "",
            };
            prop_assert_eq!(walk.pages[0].became.take(), Some(operation.to_owned()));
            if !refused.is_empty() {
                prop_assert_eq!(answer.unwrap_err().name(), refused);
                prop_assert_eq!(&walk.pages[0].end, &PageEnd::Refused(refused.to_owned()));
                prop_assert_eq!(contents(&ours), before);
                if matches!(write, Write::Put(_)) {
                    ours.call(operation, &input).unwrap();
                }
                if there {
                    theirs.call(operation, &input).unwrap();
                }
                continue;
            }
            let (expected, expected_walk) = theirs.call_with_walk(operation, &input);
            let (answer, expected) = (answer.unwrap(), expected.unwrap());
            prop_assert_eq!(&answer["Items"], &json!([]));
            prop_assert_eq!(answer.get("ConsumedCapacity"), expected.get("ConsumedCapacity"));
            prop_assert_eq!(walk.pages, expected_walk.pages);
        }
        prop_assert_eq!(contents(&ours), contents(&theirs));
    }
}

#[test]
fn what_a_statement_among_others_filters_out_is_read_and_not_returned() {
    let mut database = Database::default();
    let create = json!({
        "TableName": TABLE, "BillingMode": "PAY_PER_REQUEST",
        "AttributeDefinitions": [{"AttributeName": "pk", "AttributeType": "S"}],
        "KeySchema": [{"AttributeName": "pk", "KeyType": "HASH"}]});
    database.call("CreateTable", &create).unwrap();
    for key in ["a", "b"] {
        let item = json!({"pk": {"S": key}, "d": {"S": key}});
        database.call("PutItem", &json!({"TableName": TABLE, "Item": item})).unwrap();
    }
    let statement = |key: &str| json!({"Statement": format!("SELECT * FROM \"{TABLE}\" WHERE pk = '{key}' AND d = 'b'")});
    let statements = json!([statement("a"), statement("b"), statement("c")]);
    for (operation, member) in
        [("BatchExecuteStatement", "Statements"), ("ExecuteTransaction", "TransactStatements")]
    {
        let (answer, walk) = database.call_with_walk(operation, &json!({member: statements}));
        let answer = answer.unwrap();
        let found = answer["Responses"].as_array().unwrap().iter();
        let found: Vec<bool> = found.map(|response| response.get("Item").is_some()).collect();
        assert_eq!(found, [false, true, false]);
        let totals = walk.totals();
        assert_eq!((totals.items_read, totals.items_returned), (2, 1), "{operation}");
    }
}
