//! A script: who sends what at which moment, and what comes back to them.
//!
//! Owns the performance of a script, line by line. A script is plain data: the people in it remember one number they saw, and do
//! something or leave it by what they remember. Must never: judge what came of it; that is the outcome's.

use key_engine::order::sort_by;
use key_engine::value::Members;
use key_engine::{AttributeValue, Database, Item, Number};
use serde_json::{Map, Value};

use super::answered::{Answered, Arrival};
use super::assumptions::Assumptions;
use super::replicas::Replicas;
use crate::advice::told::told;
use crate::design::Call;

/// The value of `ExpressionAttributeValues` that stands for what the actor saw last: `{"N": "{seen}"}`.
pub const SEEN: &str = "{seen}";
/// The one that stands for one less than the actor saw last.
pub const ONE_LESS: &str = "{one less}";

/// What must be so for an actor to do a step.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum When {
    /// Whatever happened before.
    #[default]
    Always,
    /// What the actor saw last is at least 1.
    InStock,
    /// The actor's last write was refused by its condition.
    Refused,
    /// Both.
    RefusedAndInStock,
}

/// One thing that somebody does.
#[derive(Clone, Debug, PartialEq)]
pub struct Step {
    /// When, in milliseconds since the script began.
    pub at_ms: u64,
    /// Who.
    pub actor: String,
    /// What they are about, as a sentence: `Buyer 1 looks how many are on hand.`
    pub says: String,
    /// What they do instead where [`Step::when`] is not so, as a sentence; empty where that is not worth a line.
    pub otherwise: String,
    /// What they send. Its `ExpressionAttributeValues` may hold [`SEEN`] and [`ONE_LESS`].
    pub call: Call,
    /// When they send it.
    pub when: When,
    /// The attribute of the item read that they remember.
    pub remembers: Option<String>,
}

/// An attribute of an item that is looked at all the time.
#[derive(Clone, Debug, PartialEq)]
pub struct Watched {
    /// The table.
    pub table: String,
    /// The item's primary key.
    pub key: Item,
    /// The attribute.
    pub attribute: String,
}

/// Who sends what at which moment.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Script {
    /// What is written before it begins; everybody has that from the beginning.
    pub prepared: Vec<Call>,
    /// What is done, in any order; of two at one moment the earlier in the list comes first.
    pub steps: Vec<Step>,
    /// What is looked at all the time, at each of the three replicas.
    pub watched: Vec<Watched>,
}

/// A line of what happened.
#[derive(Clone, Debug)]
pub struct Line {
    /// When, in milliseconds since the script began.
    pub at_ms: u64,
    /// Who.
    pub actor: String,
    /// What was answered; nothing where the actor left it.
    pub answered: Option<Answered>,
    /// The step's place in the script.
    pub step: usize,
    /// What happened, in words.
    pub sentence: String,
    /// What the three replicas hold of each watched attribute right after, the leader first; none where they lack it.
    pub held: Vec<[Option<AttributeValue>; 3]>,
}

/// What happened in a script.
#[derive(Clone, Debug)]
pub struct Run {
    /// What it took for granted; its seed gives the same run again.
    pub assumptions: Assumptions,
    /// Line by line, in order of time.
    pub lines: Vec<Line>,
    /// When each write reaches the other replicas and the indexes, in order of time.
    pub arrivals: Vec<Arrival>,
    /// When everything has arrived everywhere, and no step is left.
    pub settled_ms: u64,
    /// The replicas as they are after the last line, to look into or to go on with.
    pub replicas: Replicas,
}

/// What somebody in a script knows.
#[derive(Clone, Debug, Default)]
struct Memory {
    actor: String,
    seen: Option<Number>,
    is_refused: bool,
}

impl Memory {
    fn wants(&self, when: When) -> bool {
        let in_stock = self.seen.as_ref().is_some_and(|seen| *seen >= Number::from(1));
        match when {
            When::Always => true,
            When::InStock => in_stock,
            When::Refused => self.is_refused,
            When::RefusedAndInStock => self.is_refused && in_stock,
        }
    }

    /// The call with what is remembered in its values.
    fn filled(&self, call: &Call) -> Call {
        let mut call = call.clone();
        let values = call.input.get_mut("ExpressionAttributeValues").and_then(Value::as_object_mut);
        let numbers =
            values.into_iter().flat_map(Map::values_mut).filter_map(|value| value.get_mut("N"));
        for number in numbers {
            let less = self.seen.as_ref().and_then(|seen| seen.checked_sub(&Number::from(1)).ok());
            let known = match number.as_str() {
                Some(SEEN) => self.seen,
                Some(ONE_LESS) => less,
                _ => continue,
            };
            if let Some(known) = known {
                *number = Value::String(known.to_string());
            }
        }
        call
    }

    /// Learns from an answer; what to say of it.
    fn learn(&mut self, step: &Step, answered: &Answered) -> String {
        let Some(attribute) = &step.remembers else {
            self.is_refused = answered.answer.as_ref().is_err_and(is_by_condition);
            return String::new();
        };
        let value = answered.item().and_then(|item| item.get(attribute));
        let value = value.and_then(|value| AttributeValue::from_json(value).ok());
        let text = told(value.as_ref());
        self.seen = match value {
            Some(AttributeValue::N(number)) => Some(number),
            _ => None,
        };
        format!(" {} sees {text}.", self.actor)
    }
}

fn is_by_condition(error: &key_engine::ServiceError) -> bool {
    matches!(error.name(), "ConditionalCheckFailedException" | "TransactionCanceledException")
}

impl Script {
    /// Performs the script. The database is afterwards what it was before.
    pub fn run(&self, database: &mut Database, assumptions: Assumptions) -> Run {
        let mut replicas = Replicas::new(assumptions);
        for call in &self.prepared {
            // What cannot be prepared shows in what is read.
            let _ = replicas.prepare(database, call);
        }
        let mut order: Vec<(usize, &Step)> = self.steps.iter().enumerate().collect();
        sort_by(&mut order, |(_, one), (_, other)| one.at_ms.cmp(&other.at_ms));
        let mut memories: Vec<Memory> = Vec::new();
        let mut lines = Vec::with_capacity(order.len());
        for (place, step) in order {
            replicas.advance_to(step.at_ms);
            let known = memories.iter().position(|memory| memory.actor == step.actor);
            let at = known.unwrap_or(memories.len());
            if known.is_none() {
                memories.push(Memory { actor: step.actor.clone(), ..Memory::default() });
            }
            let Some(memory) = memories.get_mut(at) else { continue };
            let mut sentence = step.otherwise.clone();
            let mut answered = None;
            if memory.wants(step.when) {
                let sent = replicas.call(database, step.at_ms, &memory.filled(&step.call));
                sentence = format!("{} {}", step.says, sent.sentence());
                sentence.push_str(&memory.learn(step, &sent));
                answered = Some(sent);
            }
            if sentence.is_empty() {
                continue;
            }
            let held = self.held(&replicas, database);
            let (at_ms, actor) = (step.at_ms, step.actor.clone());
            lines.push(Line { at_ms, actor, answered, step: place, sentence, held });
        }
        let arrivals = replicas.arrivals();
        let last = arrivals.last().map_or(0, |arrival| arrival.at_ms);
        Run { assumptions, lines, settled_ms: last.max(replicas.now_ms()), arrivals, replicas }
    }

    fn held(&self, replicas: &Replicas, database: &Database) -> Vec<[Option<AttributeValue>; 3]> {
        let values = |watched: &Watched| {
            let items = replicas.held(database, &watched.table, &watched.key);
            items.map(|item| item.and_then(|item| item.get(&watched.attribute).cloned()))
        };
        self.watched.iter().map(values).collect()
    }
}

/// A call about one item: its table and key, and more of its input.
pub(super) fn call_at(
    operation: &str,
    (table, key): (&str, &Item),
    more: &mut [(&str, Value)],
) -> Call {
    let mut input = Map::new();
    input.set("TableName", Value::from(table));
    input.set("Key", key.to_json());
    for (name, value) in more {
        input.set(name, std::mem::take(value));
    }
    Call { operation: operation.to_owned(), input: Value::Object(input) }
}
