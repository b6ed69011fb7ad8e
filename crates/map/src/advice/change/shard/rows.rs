//! The requests that ask for keys that are spread, written anew.
//!
//! Owns what they ask from then on: reads of a whole key once for each shard, and single items by their shard; their routes, and the
//! keys of what they expect. Requests that ask for shards already are put together first, so that one change says both.

use key_engine::{AttributeValue, Item};
use serde_json::Value;

use super::ask::{self, Queried, each_key, queried};
use super::name::{shard_number, split_shard};
use super::spread::{SHARD, Spread};
use super::{Breakage, Drafted, ShardBy};
use crate::advice::told::listed;
use crate::design::{Call, Edit, Expectation, Request, filled};
use crate::numerals::grouped;

/// What became of the rows.
#[derive(Default)]
struct Told {
    /// Rows that read a whole key.
    whole: Vec<String>,
    /// Rows that ask for single items by a shard that is worked out.
    single: Vec<String>,
    /// Rows whose key holds a placeholder though only some keys are spread.
    open: Vec<String>,
    /// Rows that put an item into a shard by chance.
    drawn: Vec<String>,
}

/// The rows as they become, and what is to be known of them.
pub(super) fn rewrite(spread: &Spread<'_>, drafted: &mut Drafted) {
    let mut told = Told::default();
    for (at, request) in spread.ground.design.requests.iter().enumerate() {
        let mut row =
            Row { spread, was: request, becomes: request.clone(), why_not: None, told: &mut told };
        row.together();
        if spread.wish.shards > 1 {
            row.apart();
        }
        row.expected();
        let Row { mut becomes, why_not, .. } = row;
        if becomes.calls != request.calls {
            becomes.route = route(request, &becomes);
        }
        if let Some(words) = why_not {
            drafted.breaks.push(Breakage { about: request.id.clone(), words, certain: false });
        }
        if becomes != *request {
            drafted.edits.push(Edit::ReplaceRequest { at, request: Box::new(becomes) });
        }
    }
    say(spread, told, drafted);
}

fn say(spread: &Spread<'_>, told: Told, drafted: &mut Drafted) {
    let shards = grouped(u64::from(spread.wish.shards));
    let Told { whole, single, open, drawn } = told;
    let verb = |rows: &[String], one: &'static str, many: &'static str| {
        if rows.len() == 1 { one } else { many }
    };
    let mut say = |rows: &[String], words: String| {
        if !rows.is_empty() {
            drafted.facts.push([&listed(rows), " ", &words].concat());
        }
    };
    say(
        &whole,
        format!(
            "{} {shards} Queries side by side, one for each shard; whoever asks merges the answers in the order of the sort key.",
            verb(&whole, "becomes", "become")
        ),
    );
    say(
        &single,
        format!(
            "{} to one item as before, in the shard that follows from {}.",
            verb(&single, "goes", "go"),
            spread.by()
        ),
    );
    say(
        &drawn,
        format!(
            "{} an item into a shard drawn by chance: put again, it may stand in two.",
            verb(&drawn, "puts", "put")
        ),
    );
    for id in open {
        let verb = match &spread.wish.keys {
            super::ShardedKeys::Values(values) if values.len() > 1 => "have",
            _ => "has",
        };
        let words = format!(
            "It may ask for any key, and only {} {verb} shards: of another it finds nothing as it is written. Shard the whole kind, or ask for the others as before.",
            spread.named()
        );
        drafted.breaks.push(Breakage { about: id, words, certain: false });
    }
}

struct Row<'r, 's> {
    spread: &'r Spread<'s>,
    was: &'r Request,
    becomes: Request,
    /// Why the row may not answer as before.
    why_not: Option<String>,
    told: &'r mut Told,
}

impl Row<'_, '_> {
    /// Asks for the values without their shards.
    fn together(&mut self) {
        let (spread, was) = (self.spread, self.was);
        let mut calls: Vec<Call> = Vec::new();
        for call in &was.calls {
            let mut becomes = call.clone();
            let mut is_query = false;
            if call.operation == "Query" && is_of(call, spread) {
                if let Queried::Whole(place) | Queried::One(place, _) = queried(spread, was, call)
                    && let Some(value) = becomes.input.pointer_mut(&place)
                {
                    is_query = bare(spread, was, value);
                }
            } else {
                each_key(&spread.wish.table, &mut becomes, &mut |key| {
                    if let Some(value) = key.get_mut(&spread.wish.attribute) {
                        bare(spread, was, value);
                    }
                });
            }
            if !(is_query && calls.contains(&becomes)) {
                calls.push(becomes);
            }
        }
        self.becomes.calls = calls;
        self.forget_shards();
    }

    /// Drops samples that stood for a shard.
    fn forget_shards(&mut self) {
        let (used, before) = (self.becomes.placeholders(), self.was.placeholders());
        for name in before.iter().filter(|name| name.starts_with(SHARD) && !used.contains(name)) {
            self.becomes.samples.remove(name);
        }
    }

    /// Asks for the values with their shards.
    fn apart(&mut self) {
        for call in std::mem::take(&mut self.becomes.calls) {
            if call.operation == "Query" && is_of(&call, self.spread) {
                self.query(call);
            } else {
                self.other(call);
            }
        }
    }

    fn query(&mut self, call: Call) {
        let spread = self.spread;
        let (place, one) = match queried(spread, &self.becomes, &call) {
            Queried::Other => {
                if ask::mentions(spread, &self.becomes, &call) {
                    self.why_not = Some(self.words(&call, false));
                }
                return self.becomes.calls.push(call);
            }
            Queried::Unclear => {
                self.why_not = Some(self.words(&call, false));
                return self.becomes.calls.push(call);
            }
            Queried::Whole(place) => (place, None),
            Queried::One(place, key) => (place, spread.shard_of_asked(&key)),
        };
        let mut asked = call.clone();
        self.note_open(asked.input.pointer(&place));
        if let Some(shard) = one {
            let name = self.placeholder(shard);
            if let Some(value) = asked.input.pointer_mut(&place) {
                suffix(value, &["{", &name, "}"].concat());
            }
            self.becomes.calls.push(asked);
            return note(&mut self.told.single, &self.was.id);
        }
        for shard in 0..spread.wish.shards {
            let mut asked = call.clone();
            if let Some(value) = asked.input.pointer_mut(&place) {
                suffix(value, &shard_number(shard, spread.wish.shards));
            }
            self.becomes.calls.push(asked);
        }
        note(&mut self.told.whole, &self.was.id);
        let index = call.input.get("IndexName").and_then(Value::as_str);
        let door = spread.table.door(index);
        let sort = door.and_then(|door| door.range_elements().next());
        let left_out = sort.filter(|sort| {
            let kept = crate::advice::asked::projected(&call).unwrap_or_default();
            !kept.is_empty() && !kept.contains(&sort.attribute)
        });
        if let Some(sort) = left_out {
            self.why_not = Some(format!(
                "Its projection leaves out {}, by which the answers of the shards are merged: they come in no order without it.",
                sort.attribute
            ));
        }
        let has = |name: &str| call.input.get(name).is_some();
        if has("Limit") && (has("FilterExpression") || has("QueryFilter")) {
            let words = "Each shard evaluates as many items as its Limit says before its filter: together they may return more than one Query did.";
            self.why_not = Some(words.to_owned());
        }
    }

    /// Single items, read or written.
    fn other(&mut self, mut call: Call) {
        let spread = self.spread;
        let request = self.becomes.clone();
        let (mut found, mut homeless) = (Vec::new(), false);
        let puts =
            ["PutItem", "BatchWriteItem", "TransactWriteItems"].contains(&call.operation.as_str());
        // Found first and written then: where one key is not to be worked out the call stays as it is.
        each_key(&spread.wish.table, &mut call, &mut |key| {
            let Some(value) = key.get(&spread.wish.attribute) else { return };
            if ask::base(spread, &request, value).is_none() {
                return;
            }
            let item = Item::from_json(&filled(key, &request.samples)).ok();
            let drawn = matches!(spread.wish.by, ShardBy::Random { .. }) && puts;
            let shard = item.and_then(|item| {
                if drawn { spread.shard_of(&item) } else { spread.shard_of_asked(&item) }
            });
            homeless |= shard.is_none();
            found.push(shard.unwrap_or_default());
        });
        if found.is_empty() || homeless {
            if homeless || ask::mentions(spread, &request, &call) {
                self.why_not = Some(self.words(&call, homeless));
            }
            return self.becomes.calls.push(call);
        }
        let mut names: Vec<String> =
            found.into_iter().rev().map(|shard| self.placeholder(shard)).collect();
        let mut first: Option<Value> = None;
        each_key(&spread.wish.table, &mut call, &mut |key| {
            let Some(value) = key.get_mut(&spread.wish.attribute) else { return };
            if ask::base(spread, &request, value).is_some()
                && let Some(name) = names.pop()
            {
                first.get_or_insert_with(|| value.clone());
                suffix(value, &["{", &name, "}"].concat());
            }
        });
        self.note_open(first.as_ref());
        let is_drawn = matches!(spread.wish.by, ShardBy::Random { .. });
        note(if is_drawn { &mut self.told.drawn } else { &mut self.told.single }, &self.was.id);
        self.becomes.calls.push(call);
    }

    /// Why a call is left as it is.
    fn words(&self, call: &Call, homeless: bool) -> String {
        let spread = self.spread;
        let operation = &call.operation;
        if !homeless {
            return format!(
                "Its {operation} names {} in a place that is not rewritten; change it by hand.",
                spread.named()
            );
        }
        let why = match &spread.wish.by {
            ShardBy::Random { .. } => "which shard it is in was drawn by chance".to_owned(),
            ShardBy::Attribute(name) => {
                format!("its shard follows from {name}, which the key does not say")
            }
        };
        format!(
            "Its {operation} asks for an item by its key, and {why}: it would have to ask all {} shards.",
            grouped(u64::from(spread.wish.shards))
        )
    }

    /// The name of the placeholder that stands for a shard in this row.
    fn placeholder(&mut self, shard: u32) -> String {
        let text = shard_number(shard, self.spread.wish.shards);
        let mut name = SHARD.to_owned();
        let mut count = 1_u32;
        while self.becomes.samples.get(&name).is_some_and(|known| *known != text) {
            count += 1;
            name = [SHARD, &count.to_string()].concat();
        }
        self.becomes.samples.insert(name.clone(), text);
        name
    }

    /// A key with a placeholder in it may be another one than those that are spread.
    fn note_open(&mut self, value: Option<&Value>) {
        let open = matches!(self.spread.wish.keys, super::ShardedKeys::Values(_))
            && value.is_some_and(crate::advice::asked::has_placeholder);
        if open {
            note(&mut self.told.open, &self.was.id);
        }
    }

    /// What is expected stands under other keys.
    fn expected(&mut self) {
        let spread = self.spread;
        let Some(Expectation::Items { items, .. }) = &mut self.becomes.expected else { return };
        if !spread.is_own {
            return;
        }
        let primary = spread.table.primary();
        for item in items.iter_mut().filter(|item| item.table == spread.wish.table) {
            let Some(base) = spread.base_in(&item.key).map(str::to_owned) else { continue };
            let standing = primary.locate(&item.key).and_then(|(at, rank)| primary.item(at, rank));
            let shard = spread.shard_of(standing.unwrap_or(&item.key));
            if let Some(value) = shard.and_then(|shard| spread.value(&base, shard).ok()) {
                item.key.insert(spread.wish.attribute.as_str(), AttributeValue::S(value));
            }
        }
    }
}

/// The route as it is said of the calls: where its first part is the key that is spread, with the shards behind it.
fn route(was: &Request, becomes: &Request) -> Option<String> {
    let route = was.route.as_deref()?;
    let (key, rest) = match route.split_once(" / ") {
        Some((key, rest)) => (key, Some(rest)),
        None => (route, None),
    };
    let first = text_before(becomes.calls.first()?, key)?;
    let last = text_before(becomes.calls.last()?, key)?;
    let key = if first == last {
        first
    } else {
        let number = last.rsplit_once('#').map_or("", |(_, number)| number);
        [&first, " to ", number].concat()
    };
    Some(match rest {
        Some(rest) => [&key, " / ", rest].concat(),
        None => key,
    })
}

/// The text of a call that is this key, with another shard behind it or none.
fn text_before(call: &Call, key: &str) -> Option<String> {
    fn find(value: &Value, bare: &str) -> Option<String> {
        match value {
            Value::String(text) => {
                (text == bare || without_shard(text) == bare).then(|| text.clone())
            }
            Value::Array(values) => values.iter().find_map(|value| find(value, bare)),
            Value::Object(members) => members.values().find_map(|value| find(value, bare)),
            _ => None,
        }
    }
    let is_number = |tail: &str| !tail.is_empty() && tail.bytes().all(|it| it.is_ascii_digit());
    let key = match key.rsplit_once(" to ") {
        Some((first, last)) if is_number(last) => first,
        _ => key,
    };
    find(&call.input, key).or_else(|| find(&call.input, without_shard(key)))
}

/// A text as it is written, without the shard behind it.
fn without_shard(text: &str) -> &str {
    let is_placeholder = |tail: &str| {
        tail.strip_prefix('{')
            .and_then(|tail| tail.strip_suffix('}'))
            .is_some_and(|name| name.starts_with(SHARD))
    };
    match text.rsplit_once('#') {
        Some((head, tail)) if is_placeholder(tail) => head,
        _ => split_shard(text).map_or(text, |(head, _)| head),
    }
}

fn is_of(call: &Call, spread: &Spread<'_>) -> bool {
    super::super::parts::tables(call).contains(&spread.wish.table)
}

/// Writes a value without its shard, where it is one of those that are spread; says whether that changed it.
fn bare(spread: &Spread<'_>, request: &Request, value: &mut Value) -> bool {
    let Some(base) = ask::base(spread, request, value) else { return false };
    let Some(Value::String(text)) = value.get_mut("S") else { return false };
    if request.fill(text) == base {
        return false;
    }
    let head = text.rsplit_once('#').map(|(head, _)| head);
    let Some(head) = head.filter(|head| request.fill(head) == base) else { return false };
    *text = head.to_owned();
    true
}

fn suffix(value: &mut Value, shard: &str) {
    if let Some(Value::String(text)) = value.get_mut("S") {
        text.push('#');
        text.push_str(shard);
    }
}

fn note(rows: &mut Vec<String>, id: &str) {
    if rows.last().is_none_or(|last| last != id) {
        rows.push(id.to_owned());
    }
}
