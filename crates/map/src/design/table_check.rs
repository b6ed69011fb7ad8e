//! Whether a table can be made, and what of it can.
//!
//! Owns the judgement of a table's definition before any item is read: its names, its keys, and each index by itself, so
//! that one unsound index does not cost the table. What `DynamoDB` allows is the engine's to say; it is asked.

use key_engine::engine::{CreateTableInput, Database};
use key_engine::order::SortedSet;
use key_engine::value::Members;
use serde_json::{Map, Value};

use super::Defect;
use super::free_names::FreeNames;

/// Where a table's definition lists its indexes.
const INDEX_LISTS: [&str; 2] = ["GlobalSecondaryIndexes", "LocalSecondaryIndexes"];

/// The most indexes of a table that are considered: 20 global and 5 local ones.
/// Source: AWS, "Quotas in Amazon DynamoDB", secondary indexes.
const MAX_INDEXES: usize = 25;

/// A table that can be made.
#[derive(Debug)]
pub(super) struct Sound {
    /// `CreateTable`'s input, of which only what is sound is left.
    pub create: Map<String, Value>,
    /// What was changed or left out.
    pub defects: Vec<Defect>,
    /// Indexes that were left out.
    pub set_aside: Vec<Value>,
}

/// A table that cannot be made.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Unsound {
    /// Its name, or where it is.
    pub table: String,
    /// Why not, as a clause.
    pub problem: String,
}

/// Judges a table's definition; `place` is where it stands, `names` those of the tables before it.
pub(super) fn check(create: Value, place: &str, names: &mut FreeNames) -> Result<Sound, Unsound> {
    let unsound = |table: &str, problem: String| Unsound { table: table.to_owned(), problem };
    let Value::Object(mut create) = create else {
        return Err(unsound(place, "its definition is missing or not an object".to_owned()));
    };
    let Some(written) = create.get("TableName").and_then(Value::as_str).map(str::to_owned) else {
        return Err(unsound(place, "it has no TableName".to_owned()));
    };
    check_keys(&create).map_err(|problem| unsound(&written, problem))?;
    let mut defects = Vec::new();
    let (name, problem) = names.give(&written);
    if let Some(problem) = problem {
        defects.push(Defect::of_table(&written, problem, format!("renamed {name}")));
        create.set("TableName", Value::String(name.clone()));
    }
    let mut indexes = take_indexes(&mut create, &name, &mut defects);
    let mut sound = Sound { create, defects, set_aside: Vec::new() };
    if indexes.len() > MAX_INDEXES {
        let problem =
            format!("it has {} indexes, and a table has at most {MAX_INDEXES}", indexes.len());
        sound.defects.push(Defect::of_table(&name, problem, "those beyond were set aside"));
        sound.set_aside.extend(indexes.drain(MAX_INDEXES..).map(|(_, index)| index));
    }
    let whole =
        with_indexes(&sound.create, indexes.iter().map(|(list, index)| (*list, index.clone())));
    if trial(&whole).is_ok() {
        sound.create = whole;
        return Ok(sound);
    }
    // Something is wrong: the table by itself, then each index on top of what is sound so far.
    let alone = with_indexes(&sound.create, []);
    trial(&alone).map_err(|problem| unsound(&name, problem))?;
    sound.create = alone;
    let full = whole.get("AttributeDefinitions").cloned().unwrap_or_default();
    for (list, index) in indexes {
        let mut candidate = sound.create.clone();
        candidate.set("AttributeDefinitions", full.clone());
        push_index(&mut candidate, list, index.clone());
        let candidate = with_indexes(&candidate, []);
        let keyless =
            !key_attributes(index.get("KeySchema")).iter().any(|(_, role)| role == "HASH");
        let tried =
            if keyless { Err("it has no partition key".to_owned()) } else { trial(&candidate) };
        match tried {
            Ok(()) => sound.create = candidate,
            Err(problem) => {
                let label =
                    index.get("IndexName").and_then(Value::as_str).unwrap_or("without a name");
                let problem = format!("its index {label} cannot be made: {problem}");
                sound.defects.push(Defect::of_table(&name, problem, "set aside"));
                sound.set_aside.push(index);
            }
        }
    }
    Ok(sound)
}

/// The table's own key, in plain words where `DynamoDB`'s would be about the request.
fn check_keys(create: &Map<String, Value>) -> Result<(), String> {
    let keys = key_attributes(create.get("KeySchema"));
    if !keys.iter().any(|(_, role)| role == "HASH") {
        return Err("it has no partition key".to_owned());
    }
    let definitions = create.get("AttributeDefinitions").and_then(Value::as_array);
    for (name, _) in keys {
        let definition = definitions.into_iter().flatten().find(|definition| {
            definition.get("AttributeName").and_then(Value::as_str) == Some(&name)
        });
        let kind = definition
            .and_then(|definition| definition.get("AttributeType"))
            .and_then(Value::as_str);
        match kind {
            Some("S" | "N" | "B") => {}
            Some(other) => {
                return Err(format!(
                    "its key attribute {name} has the type {other}; a key is S, N or B"
                ));
            }
            None => return Err(format!("its key attribute {name} has no type")),
        }
    }
    Ok(())
}

/// Takes the lists of indexes out of a definition, giving each index a sound name of its own.
fn take_indexes(
    create: &mut Map<String, Value>,
    table: &str,
    defects: &mut Vec<Defect>,
) -> Vec<(&'static str, Value)> {
    let mut all = Vec::new();
    let mut free = FreeNames::default();
    for list in INDEX_LISTS {
        let Some(Value::Array(indexes)) = create.remove(list) else { continue };
        for mut index in indexes {
            if all.len() >= MAX_INDEXES {
                all.push((list, index));
                continue;
            }
            if let Some(written) = index.get("IndexName").and_then(Value::as_str).map(str::to_owned)
            {
                let (name, problem) = free.give(&written);
                if let Some(problem) = problem {
                    let problem = format!("index {written}: {problem}");
                    defects.push(Defect::of_table(table, problem, format!("renamed {name}")));
                    if let Value::Object(members) = &mut index {
                        members.set("IndexName", Value::String(name));
                    }
                }
            }
            all.push((list, index));
        }
    }
    all
}

/// The definition with these indexes added, and the attribute definitions that its keys use.
fn with_indexes(
    create: &Map<String, Value>,
    indexes: impl IntoIterator<Item = (&'static str, Value)>,
) -> Map<String, Value> {
    let mut create = create.clone();
    for (list, index) in indexes {
        push_index(&mut create, list, index);
    }
    let mut used = names(create.get("KeySchema"));
    for list in INDEX_LISTS {
        for index in create.get(list).and_then(Value::as_array).into_iter().flatten() {
            used.extend(names(index.get("KeySchema")));
        }
    }
    let used: SortedSet<String> = used.into_iter().collect();
    if let Some(Value::Array(definitions)) = create.get_mut("AttributeDefinitions") {
        let is_used = |definition: &Value| {
            definition
                .get("AttributeName")
                .and_then(Value::as_str)
                .is_none_or(|name| used.contains(name))
        };
        definitions.retain(is_used);
    }
    create
}

fn push_index(create: &mut Map<String, Value>, list: &str, index: Value) {
    let indexes = create.entry(list).or_insert_with(|| Value::Array(Vec::new()));
    if let Value::Array(indexes) = indexes {
        indexes.push(index);
    }
}

/// Names and roles of a key schema's elements.
fn key_attributes(schema: Option<&Value>) -> Vec<(String, String)> {
    let member =
        |element: &Value, name: &str| element.get(name).and_then(Value::as_str).map(str::to_owned);
    let elements = schema.and_then(Value::as_array).into_iter().flatten();
    elements
        .filter_map(|element| {
            Some((member(element, "AttributeName")?, member(element, "KeyType")?))
        })
        .collect()
}

fn names(schema: Option<&Value>) -> Vec<String> {
    key_attributes(schema).into_iter().map(|(name, _)| name).collect()
}

/// Asks the engine whether the table can be made.
fn trial(create: &Map<String, Value>) -> Result<(), String> {
    let input = CreateTableInput::from_json(&Value::Object(create.clone()));
    let made = input.and_then(|input| Database::default().create_table(input).map(|_| ()));
    made.map_err(|error| format!("{}: {}", error.name(), error.message()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn table(change: impl Fn(&mut Value)) -> Result<Sound, Unsound> {
        let mut create = json!({
            "TableName": "Music", "BillingMode": "PAY_PER_REQUEST",
            "AttributeDefinitions": [{"AttributeName": "PK", "AttributeType": "S"}, {"AttributeName": "G", "AttributeType": "N"}],
            "KeySchema": [{"AttributeName": "PK", "KeyType": "HASH"}],
            "GlobalSecondaryIndexes": [
                {"IndexName": "Good", "KeySchema": [{"AttributeName": "G", "KeyType": "HASH"}], "Projection": {"ProjectionType": "ALL"}}
            ],
        });
        change(&mut create);
        check(create, "tables[0]", &mut FreeNames::default())
    }

    #[test]
    fn a_table_without_a_usable_key_is_refused_in_plain_words() {
        for (member, value, problem) in [
            ("KeySchema", json!([]), "it has no partition key"),
            (
                "KeySchema",
                json!([{"AttributeName": "PK", "KeyType": "RANGE"}]),
                "it has no partition key",
            ),
            ("AttributeDefinitions", json!([]), "its key attribute PK has no type"),
            (
                "AttributeDefinitions",
                json!([{"AttributeName": "PK", "AttributeType": "BOOL"}]),
                "its key attribute PK has the type BOOL; a key is S, N or B",
            ),
            ("TableName", json!(7), "it has no TableName"),
        ] {
            let refused = table(|create| create[member] = value.clone()).unwrap_err();
            assert_eq!(refused.problem, problem);
        }
    }

    #[test]
    fn an_unsound_index_is_set_aside_and_the_rest_of_the_table_stands() {
        let sound = table(|create| {
            let bad = json!({"IndexName": "Bad", "KeySchema": [], "Projection": {"ProjectionType": "ALL"}});
            create["GlobalSecondaryIndexes"].as_array_mut().unwrap().insert(0, bad);
        })
        .unwrap();
        assert_eq!(sound.set_aside.len(), 1);
        assert!(
            sound.defects[0].problem == "its index Bad cannot be made: it has no partition key"
        );
        let names: Vec<_> = sound.create["GlobalSecondaryIndexes"]
            .as_array()
            .unwrap()
            .iter()
            .map(|i| &i["IndexName"])
            .collect();
        assert_eq!(names, ["Good"]);
        assert_eq!(sound.create["AttributeDefinitions"].as_array().unwrap().len(), 2);
    }
}
