//! A table's definition as files have it, brought into the form in which `CreateTable` takes it.
//!
//! Owns what is mended on the way, and the saying of it: numbers in quotes, capacity that does not fit the way the table is paid
//! for, indexes without a projection, definitions that no key uses. Vector indexes, which the engine cannot make, are kept beside
//! the definition. Whether the table can be made is the loader's to judge.

use key_engine::order::SortedMap;
use key_engine::value::{Members, object};
use serde_json::{Map, Value};

use crate::design::{Defect, set_aside};

/// The two lists of indexes.
pub(super) const INDEX_LISTS: [&str; 2] = ["GlobalSecondaryIndexes", "LocalSecondaryIndexes"];
/// Where vector indexes stand, in a definition and beside it.
pub(super) const VECTOR_INDEXES: &str = "VectorIndexes";
const THROUGHPUT: &str = "ProvisionedThroughput";
const UNITS: [&str; 2] = ["ReadCapacityUnits", "WriteCapacityUnits"];

/// What stands of a name, or where the definition is if it has none.
pub(super) fn name_of(create: &Map<String, Value>, place: &str) -> String {
    create.get("TableName").and_then(Value::as_str).unwrap_or(place).to_owned()
}

/// Mends a definition; what could not be used is kept in `extra`.
pub(super) fn settle(
    create: &mut Map<String, Value>,
    extra: &mut Map<String, Value>,
    table: &str,
    faults: &mut Vec<Defect>,
) {
    let mut settling = Settling { table, faults, extra };
    without_nulls(create);
    settling.lists(create);
    settling.vectors(create);
    numbers(create, "");
    settling.billing(create);
    settling.projections(create);
    settling.definitions(create);
}

struct Settling<'s> {
    table: &'s str,
    faults: &'s mut Vec<Defect>,
    extra: &'s mut Map<String, Value>,
}

impl Settling<'_> {
    fn say(&mut self, problem: impl Into<String>, done: impl Into<String>) {
        self.faults.push(Defect::of_table(self.table, problem, done));
    }

    fn keep(&mut self, name: &str, value: Value) {
        set_aside(self.extra, object(&mut [(name, value)]));
    }

    /// What should be lists of objects and is not.
    fn lists(&mut self, create: &mut Map<String, Value>) {
        let lists = ["AttributeDefinitions", "KeySchema", "Tags"];
        for name in lists.into_iter().chain(INDEX_LISTS) {
            match create.remove(name) {
                None => {}
                Some(Value::Array(written)) => {
                    let (sound, odd): (Vec<_>, Vec<_>) =
                        written.into_iter().partition(Value::is_object);
                    for odd in odd {
                        self.say(format!("{name} holds something that is no object"), "set aside");
                        self.keep(name, odd);
                    }
                    if !sound.is_empty() {
                        create.set(name, Value::Array(sound));
                    }
                }
                Some(other) => {
                    self.say(format!("{name} is not a list"), "set aside");
                    self.keep(name, other);
                }
            }
        }
    }

    fn vectors(&mut self, create: &mut Map<String, Value>) {
        let Some(vectors) = create.remove(VECTOR_INDEXES) else { return };
        if vectors.as_array().is_some_and(Vec::is_empty) {
            return;
        }
        self.say("vector indexes cannot be walked here", "kept, and not shown");
        self.extra.set(VECTOR_INDEXES, vectors);
    }

    fn billing(&mut self, create: &mut Map<String, Value>) {
        let throughput = create.get(THROUGHPUT).filter(|units| has_units(units)).cloned();
        let mode = create.get("BillingMode").and_then(Value::as_str).map(str::to_owned);
        let provisioned = match (mode.as_deref(), &throughput) {
            (Some("PROVISIONED") | None, Some(_)) => true,
            (Some("PROVISIONED"), None) => {
                self.say(
                    "its capacity is provisioned, and no throughput is given",
                    "read as on demand",
                );
                false
            }
            (Some("PAY_PER_REQUEST"), Some(_)) => {
                self.say(
                    "it is paid by request and has a throughput",
                    "the throughput was set aside",
                );
                false
            }
            (Some("PAY_PER_REQUEST"), None) => false,
            (Some(other), _) => {
                let done = if throughput.is_some() { "provisioned" } else { "on demand" };
                self.say(
                    format!("its billing mode is {other}, which there is not"),
                    format!("read as {done}"),
                );
                throughput.is_some()
            }
            (None, None) => {
                self.say("it says neither a billing mode nor a throughput", "read as on demand");
                false
            }
        };
        let mode = if provisioned { "PROVISIONED" } else { "PAY_PER_REQUEST" };
        create.set("BillingMode", Value::from(mode));
        if !provisioned
            && let Some(unused) = create.remove(THROUGHPUT)
            && (has_units(&unused) || !is_zero(&unused))
        {
            self.keep(THROUGHPUT, unused);
        }
        let table_units = throughput.filter(|_| provisioned);
        let Some(Value::Array(indexes)) = create.get_mut("GlobalSecondaryIndexes") else { return };
        for index in indexes.iter_mut().filter_map(Value::as_object_mut) {
            self.index_billing(index, table_units.as_ref());
        }
    }

    fn index_billing(&mut self, index: &mut Map<String, Value>, table_units: Option<&Value>) {
        let label = label(index);
        let own = index.remove(THROUGHPUT);
        match (own, table_units) {
            (Some(own), Some(_)) if has_units(&own) => index.set(THROUGHPUT, own),
            (own, Some(table_units)) => {
                self.say(format!("{label} has no throughput of its own"), "given the table's");
                if let Some(own) = own.filter(|own| !is_zero(own)) {
                    self.keep(&label, own);
                }
                index.set(THROUGHPUT, table_units.clone());
            }
            (Some(own), None) if !is_zero(&own) => {
                self.say(
                    format!("{label} has a throughput, and its table is on demand"),
                    "set aside",
                );
                self.keep(&label, own);
            }
            (_, None) => {}
        }
    }

    fn projections(&mut self, create: &mut Map<String, Value>) {
        for list in INDEX_LISTS {
            let Some(Value::Array(indexes)) = create.get_mut(list) else { continue };
            for index in indexes.iter_mut().filter_map(Value::as_object_mut) {
                let label = label(index);
                let Some(Value::Object(projection)) = index.get_mut("Projection") else {
                    self.say(format!("{label} says no projection"), "read as ALL");
                    if let Some(odd) = index.remove("Projection") {
                        self.keep(&label, odd);
                    }
                    index.set("Projection", object(&mut [("ProjectionType", Value::from("ALL"))]));
                    continue;
                };
                let kind = projection.get("ProjectionType").and_then(Value::as_str);
                let includes = kind == Some("INCLUDE");
                if kind.is_none() {
                    let listed = projection.get("NonKeyAttributes").is_some();
                    let kind = if listed { "INCLUDE" } else { "ALL" };
                    self.say(format!("{label} says no projection type"), format!("read as {kind}"));
                    projection.set("ProjectionType", Value::from(kind));
                } else if !includes
                    && let Some(listed) = projection.remove("NonKeyAttributes")
                    && listed.as_array().is_none_or(|listed| !listed.is_empty())
                {
                    self.say(
                        format!("{label} lists attributes, and its projection is not INCLUDE"),
                        "the list was set aside",
                    );
                    self.keep(&label, listed);
                }
            }
        }
    }

    /// Definitions that come twice, and those that no key uses.
    fn definitions(&mut self, create: &mut Map<String, Value>) {
        let mut names: Vec<(String, Option<usize>)> = Vec::new();
        let mut note = |schema: Option<&Value>| {
            for element in schema.and_then(Value::as_array).into_iter().flatten() {
                if let Some(name) = element.get("AttributeName").and_then(Value::as_str) {
                    names.push((name.to_owned(), None));
                }
            }
        };
        note(create.get("KeySchema"));
        for list in INDEX_LISTS {
            for index in create.get(list).and_then(Value::as_array).into_iter().flatten() {
                note(index.get("KeySchema"));
            }
        }
        // each name that a key uses, with the place of its definition once that is found
        let mut used: SortedMap<String, Option<usize>> = names.into_iter().collect();
        let Some(Value::Array(definitions)) = create.get_mut("AttributeDefinitions") else {
            return;
        };
        let mut sound = Vec::with_capacity(definitions.len());
        for definition in std::mem::take(definitions) {
            let Some(name) = definition.get("AttributeName").and_then(Value::as_str) else {
                self.say("AttributeDefinitions has one without a name", "set aside");
                self.keep("AttributeDefinitions", definition);
                continue;
            };
            match used.get_mut(name) {
                Some(place @ None) => {
                    *place = Some(sound.len());
                    sound.push(definition);
                    continue;
                }
                Some(Some(place)) if sound.get(*place) == Some(&definition) => {
                    let problem = format!("it defines {name} twice");
                    self.say(problem, "the two agree and were joined into one");
                    continue;
                }
                Some(Some(_)) => self.say(
                    format!("it defines {name} twice, with two types"),
                    "the first was taken, the other set aside",
                ),
                None if self.extra.get(VECTOR_INDEXES).is_some() => {}
                None => self.say(format!("it defines {name}, which is in no key"), "set aside"),
            }
            self.keep("AttributeDefinitions", definition);
        }
        *definitions = sound;
    }
}

/// Numbers and truths that are in quotes, as templates have them.
fn numbers(members: &mut Map<String, Value>, inside: &str) {
    for (name, value) in members.iter_mut() {
        match value {
            Value::Object(nested) => numbers(nested, name),
            Value::Array(list) if INDEX_LISTS.contains(&name.as_str()) => {
                for index in list.iter_mut().filter_map(Value::as_object_mut) {
                    numbers(index, name);
                }
            }
            Value::String(text) => {
                let number = inside
                    .ends_with("Throughput")
                    .then(|| text.trim().parse::<i64>().ok())
                    .flatten();
                let truth = matches!(
                    name.as_str(),
                    "Enabled" | "StreamEnabled" | "DeletionProtectionEnabled"
                )
                .then(|| text.trim().to_ascii_lowercase().parse::<bool>().ok())
                .flatten();
                if let Some(read) = number.map(Value::from).or(truth.map(Value::from)) {
                    *value = read;
                }
            }
            _ => {}
        }
    }
}

fn label(index: &Map<String, Value>) -> String {
    let name = index.get("IndexName").and_then(Value::as_str);
    name.map_or_else(|| "an index without a name".to_owned(), |name| format!("index {name}"))
}

/// Whether both units are there and above zero.
fn has_units(throughput: &Value) -> bool {
    UNITS
        .iter()
        .all(|name| throughput.get(name).and_then(Value::as_u64).is_some_and(|units| units > 0))
}

/// Whether it says no capacity, as descriptions of tables on demand do.
fn is_zero(throughput: &Value) -> bool {
    UNITS.iter().all(|name| throughput.get(name).is_none_or(|units| units.as_u64() == Some(0)))
}

/// Takes out the members that are null, as generated files have them.
fn without_nulls(members: &mut Map<String, Value>) {
    members.retain(|_, value| !value.is_null());
    for value in members.values_mut() {
        drop_nulls(value);
    }
}

fn drop_nulls(value: &mut Value) {
    match value {
        Value::Object(members) => without_nulls(members),
        Value::Array(list) => list.iter_mut().for_each(drop_nulls),
        _ => {}
    }
}
