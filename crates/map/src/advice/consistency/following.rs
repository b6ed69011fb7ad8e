//! The owner of a fact that is stored twice writes it, with a plan for the copy and without.
//!
//! Owns the finding of such facts in a design, and the scripts of the write. Must never: decide which plan a design should have.

use key_engine::order::sort_by;
use key_engine::value::object;
use key_engine::{AttributeValue, Database, Item, Number};
use serde_json::Value;

use super::agreement::Agreement;
use super::assumptions::Assumptions;
use super::chance::drawn;
use super::script::{Run, Script, Step, Watched, When, call_at};
use crate::advice::copies::{Pair, Survey, survey, transaction_for};
use crate::advice::rules::Facts;
use crate::advice::told::{key_text, told};
use crate::design::{Call, Design, Synchronisation};

/// The most copies of one source that a script writes.
const MOST_COPIES: usize = 5;
/// When the readers look, in milliseconds.
const LOOKS_MS: [u64; 4] = [30, 300, 1_200, 4_000];
/// When the second of two writes comes, in milliseconds.
const SECOND_MS: u64 = 50;
/// When somebody who finds the two apart brings them in step, in milliseconds.
const MENDED_MS: u64 = 3_000;

/// How a copy follows its source.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FollowPlan {
    /// Both are written in one `TransactWriteItems`.
    Transaction,
    /// A consumer of the table's stream writes the copy.
    Stream,
    /// The owner writes one after the other, in two requests.
    TwoWrites,
    /// Nobody has a plan: the source alone is written.
    Nobody,
}

impl FollowPlan {
    /// All, in the order to offer them in.
    pub const ALL: [Self; 4] = [Self::Transaction, Self::Stream, Self::TwoWrites, Self::Nobody];

    /// What it is called.
    pub fn title(self) -> &'static str {
        match self {
            Self::Transaction => "In one transaction",
            Self::Stream => "By the table's stream",
            Self::TwoWrites => "In two writes",
            Self::Nobody => "Without a plan",
        }
    }

    /// The plan that a design declares.
    pub fn declared(synchronisation: &Synchronisation) -> Self {
        match synchronisation {
            Synchronisation::Transaction => Self::Transaction,
            Synchronisation::Stream => Self::Stream,
            Synchronisation::Unplanned | Synchronisation::AcceptedStaleness(_) => Self::Nobody,
        }
    }
}

/// A write of a fact that is stored more than once.
#[derive(Clone, Debug, PartialEq)]
pub struct OwnersWrite {
    /// Who writes: `The order service`; where nobody is named, `The owner`.
    pub owner: String,
    /// The table and the primary key of the source.
    pub source: (String, Item),
    /// Its key in short.
    pub source_name: String,
    /// Those of its copies.
    pub copies: Vec<(String, Item)>,
    /// The first one's key in short.
    pub copy_name: String,
    /// The attribute that is written.
    pub attribute: String,
    /// What it is before.
    pub before: Option<AttributeValue>,
    /// What it becomes.
    pub after: AttributeValue,
    /// The plan that the design declares.
    pub declared: FollowPlan,
    /// Whether the readers look with strong reads.
    pub strong: bool,
    /// When somebody brings the two in step, where there is no plan, in milliseconds; nobody ever does where there is no time.
    pub mended_ms: Option<u64>,
}

/// The owner's write for each copy of a design that is paired with its source and has an attribute that can be written.
pub fn owners_writes(facts: Facts<'_>) -> Vec<OwnersWrite> {
    let survey = survey(facts);
    let places = 0..survey.copies.len();
    places.filter_map(|place| owners_write(&survey, place, facts.design)).collect()
}

fn owners_write(survey: &Survey<'_>, place: usize, design: &Design) -> Option<OwnersWrite> {
    let copy = survey.copies.get(place)?;
    let pairs = survey.some_pairs(place);
    let read = keys_read(design);
    let is_read = |pair: &&Pair<'_>| {
        [(pair.source_table, pair.source), (pair.copy_table, pair.copy)].iter().any(
            |(table, item)| {
                let key = table.primary().key_of(item);
                read.iter().any(|(name, other)| name == table.name() && *other == key)
            },
        )
    };
    let pair = *pairs.iter().find(is_read).or(pairs.first())?;
    let sources: Vec<&Item> = pairs.iter().map(|pair| pair.source).collect();
    let is_key = |attribute: &str| {
        let schemas =
            [pair.source_table, pair.copy_table].map(|table| table.primary().key_schema());
        schemas.iter().any(|keys| keys.iter().any(|element| element.attribute == attribute))
    };
    let mut attributes: Vec<&String> =
        copy.plan.attributes.iter().filter(|attribute| !is_key(attribute)).collect();
    sort_by(&mut attributes, |one, other| rank(one).cmp(&rank(other)));
    let (attribute, after) = attributes.into_iter().find_map(|attribute| {
        another_value(&sources, attribute, pair.source.get(attribute)?)
            .map(|value| (attribute.clone(), value))
    })?;
    let key = |table: &key_engine::Table, item: &Item| {
        (table.name().to_owned(), table.primary().key_of(item))
    };
    let source = key(pair.source_table, pair.source);
    let of_source = pairs.iter().filter(|other| key(other.source_table, other.source) == source);
    let name =
        |table: &key_engine::Table, item: &Item| key_text(table.primary().key_schema(), item);
    Some(OwnersWrite {
        owner: named(&copy.plan.owner),
        source_name: name(pair.source_table, pair.source),
        copy_name: name(pair.copy_table, pair.copy),
        copies: of_source.take(MOST_COPIES).map(|pair| key(pair.copy_table, pair.copy)).collect(),
        source,
        before: pair.source.get(&attribute).cloned(),
        attribute,
        after,
        declared: FollowPlan::declared(&copy.plan.synchronisation),
        strong: true,
        mended_ms: Some(MENDED_MS),
    })
}

/// `The order service`, of `the order service`.
fn named(owner: &str) -> String {
    let mut letters = owner.trim().chars();
    match letters.next() {
        Some(first) => first.to_uppercase().chain(letters).collect(),
        None => "The owner".to_owned(),
    }
}

/// The keys that rows read.
fn keys_read(design: &Design) -> Vec<(String, Item)> {
    let calls = design.requests.iter().flat_map(crate::design::Request::sample_calls);
    let key = |call: Call| {
        let table = call.input.get("TableName")?.as_str()?.to_owned();
        Some((table, Item::from_json(call.input.get("Key")?).ok()?))
    };
    calls.filter_map(key).collect()
}

/// What tells most when it changes comes first: a status.
fn rank(attribute: &str) -> u8 {
    let mut name = attribute.to_owned();
    name.make_ascii_lowercase();
    u8::from(!(name.contains("status") || name.contains("state")))
}

/// A value that an attribute may have as well: one that another item has, else one made of it.
fn another_value(
    items: &[&Item],
    attribute: &str,
    value: &AttributeValue,
) -> Option<AttributeValue> {
    let others = items.iter().filter_map(|item| item.get(attribute));
    let of_its_kind =
        |other: &&AttributeValue| *other != value && other.type_name() == value.type_name();
    if let Some(other) = others.filter(of_its_kind).find(|other| is_plain(other)) {
        return Some(other.clone());
    }
    match value {
        AttributeValue::S(text) => Some(AttributeValue::S(format!("{text} (new)"))),
        AttributeValue::N(number) => {
            number.checked_add(&Number::from(1)).ok().map(AttributeValue::N)
        }
        AttributeValue::Bool(yes) => Some(AttributeValue::Bool(!yes)),
        _ => None,
    }
}

fn is_plain(value: &AttributeValue) -> bool {
    matches!(value, AttributeValue::S(_) | AttributeValue::N(_) | AttributeValue::Bool(_))
}

impl OwnersWrite {
    /// The script of the write with a plan. A stream's consumer comes at a moment that the seed draws.
    pub fn script(&self, plan: FollowPlan, assumptions: &Assumptions) -> Script {
        let mut script = Script::default();
        let all = [&self.source].into_iter().chain(&self.copies);
        script.watched = all
            .map(|(table, key)| Watched {
                table: table.clone(),
                key: key.clone(),
                attribute: self.attribute.clone(),
            })
            .collect();
        let sets = format!("sets {} to {}", self.attribute, told(Some(&self.after)));
        let writes = format!("{} {sets}", self.owner);
        let mut add = |at_ms: u64, actor: &str, says: String, call: Call| {
            let (actor, when) = (actor.to_owned(), When::Always);
            let otherwise = String::new();
            script.steps.push(Step { at_ms, actor, says, otherwise, call, when, remembers: None });
        };
        if plan == FollowPlan::Transaction {
            let says = format!("{writes} in the source and in the copy, in one transaction.");
            add(0, &self.owner, says, self.transaction());
        } else {
            add(0, &self.owner, format!("{writes} in the source."), self.update(&self.source));
        }
        let (follows_ms, actor) = match plan {
            FollowPlan::Stream => {
                let number = drawn(assumptions.seed, &[4]);
                (Some(assumptions.stream.drawn(number)), "The stream's consumer")
            }
            FollowPlan::TwoWrites => (Some(SECOND_MS), self.owner.as_str()),
            FollowPlan::Transaction | FollowPlan::Nobody => (None, ""),
        };
        for copy in follows_ms.iter().flat_map(|_| &self.copies) {
            let says = format!("{actor} {sets} in the copy.");
            add(follows_ms.unwrap_or_default(), actor, says, self.update(copy));
        }
        if let (FollowPlan::Nobody, Some(mended_ms)) = (plan, self.mended_ms) {
            let says = "Somebody finds the two apart, and writes both in one transaction.";
            add(mended_ms, "Somebody", says.to_owned(), self.transaction());
        }
        self.add_readers(&mut script);
        script
    }

    fn add_readers(&self, script: &mut Script) {
        let kind = if self.strong { "a strong" } else { "an eventual" };
        let first = self.copies.first();
        let read = [
            ("One reader", &self.source_name, Some(&self.source)),
            ("Another", &self.copy_name, first),
        ];
        for at_ms in LOOKS_MS {
            for (actor, name, place) in read {
                let Some((table, key)) = place else { continue };
                let strong = Value::Bool(self.strong);
                let mut more = [("ConsistentRead", strong)];
                script.steps.push(Step {
                    at_ms,
                    actor: actor.to_owned(),
                    says: format!("{actor} looks up {name}, with {kind} read."),
                    otherwise: String::new(),
                    call: call_at("GetItem", (table, key), &mut more),
                    when: When::Always,
                    remembers: Some(self.attribute.clone()),
                });
            }
        }
    }

    /// The one call that writes the source and all copies.
    fn transaction(&self) -> Call {
        let values = [(self.attribute.as_str(), Some(&self.after))];
        let (table, key) = &self.source;
        let mut whole: Option<Call> = None;
        for (copy_table, copy) in &self.copies {
            let mut call = transaction_for((table, key), (copy_table, copy), &values);
            let Some(writes) = &mut whole else {
                whole = Some(call);
                continue;
            };
            let writes = writes.input.get_mut("TransactItems").and_then(Value::as_array_mut);
            let more = call.input.get_mut("TransactItems").and_then(Value::as_array_mut);
            if let (Some(writes), Some(more)) = (writes, more) {
                writes.extend(more.pop());
            }
        }
        whole.unwrap_or_else(|| self.update(&self.source))
    }

    fn update(&self, (table, key): &(String, Item)) -> Call {
        let name = object(&mut [("#a", Value::from(self.attribute.as_str()))]);
        let value = object(&mut [(":a", self.after.to_json())]);
        let mut more = [
            ("UpdateExpression", Value::from("SET #a = :a")),
            ("ExpressionAttributeNames", name),
            ("ExpressionAttributeValues", value),
        ];
        call_at("UpdateItem", (table, key), &mut more)
    }

    /// Performs the write with a plan; what happened, and for how long the two disagreed. The database is afterwards what it was
    /// before.
    pub fn run(
        &self,
        plan: FollowPlan,
        database: &mut Database,
        assumptions: Assumptions,
    ) -> (Run, Agreement) {
        let run = self.script(plan, &assumptions).run(database, assumptions);
        let agreement = Agreement::of(self, plan, &run, database);
        (run, agreement)
    }
}
