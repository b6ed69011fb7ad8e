//! Making a sound request unsound: in its structure, in its texts and numbers, or in its bytes.

use serde_json::{Map, Value, json};

use crate::dice::Dice;
use crate::words::{MEMBERS, NUMERALS, PIECES, TERMS};

/// What a request may be mixed with.
pub struct Pool<'a> {
    /// Values that do not belong.
    pub intruders: &'a [Value],
    /// Another request, sound by itself.
    pub other: &'a Value,
    /// Texts that the database gave: names, tokens, iterators.
    pub given: &'a [String],
}

/// Changes a request in one place.
pub fn mutate(request: &mut Value, pool: &Pool, dice: &mut Dice) {
    if dice.once_in(12) {
        bytes(request, dice);
        return;
    }
    let count = nodes(request);
    let place = dice.below(count);
    let other = some_node(pool.other, dice);
    let own = some_node(request, dice);
    let Some(node) = node_at(request, &mut { place }) else { return };
    match dice.below(10) {
        0 => *node = dice.one_of(pool.intruders).clone(),
        1 => *node = other,
        2 => *node = own,
        3 => wrap(node, dice),
        _ => change(node, pool, dice),
    }
}

/// Changes a value as its kind has it.
fn change(node: &mut Value, pool: &Pool, dice: &mut Dice) {
    match node {
        Value::Object(members) => change_members(members, pool, dice),
        Value::Array(list) => change_list(list, pool, dice),
        Value::String(text) => *text = changed_text(text, pool, dice),
        Value::Number(number) => {
            let number = number.as_i64().unwrap_or_default();
            *node = match dice.below(6) {
                0 => json!(number.wrapping_add(1)),
                1 => json!(number.wrapping_sub(1)),
                2 => json!(number.wrapping_neg()),
                3 => json!(number.to_string()),
                4 => json!(number.wrapping_mul(1 << dice.below(40))),
                _ => json!(0),
            };
        }
        Value::Bool(yes) => *yes = !*yes,
        Value::Null => *node = json!({}),
    }
}

fn change_members(members: &mut Map<String, Value>, pool: &Pool, dice: &mut Dice) {
    let names: Vec<String> = members.keys().cloned().collect();
    let name = if names.is_empty() { String::new() } else { dice.one_of(&names).clone() };
    match dice.below(6) {
        0 | 1 => {
            members.remove(&name);
        }
        2 => {
            let value = members.remove(&name).unwrap_or_default();
            members.insert((*dice.one_of(MEMBERS)).to_owned(), value);
        }
        3 => {
            members.insert((*dice.one_of(MEMBERS)).to_owned(), some_node(pool.other, dice));
        }
        4 => {
            let value = members.get(&name).cloned().unwrap_or_default();
            for at in 0..dice.below(120) {
                members.insert(format!("{name}{at}"), value.clone());
            }
        }
        _ => {
            let renamed = changed_text(&name, pool, dice);
            let value = members.remove(&name).unwrap_or_default();
            members.insert(renamed, value);
        }
    }
}

fn change_list(list: &mut Vec<Value>, pool: &Pool, dice: &mut Dice) {
    let place = dice.below(list.len());
    match dice.below(5) {
        0 if !list.is_empty() => {
            list.remove(place);
        }
        1 if !list.is_empty() => {
            let element = list[place].clone();
            let times = *dice.one_of(&[1, 1, 2, 10, 24, 25, 99, 100]);
            list.extend(std::iter::repeat_n(element, times));
        }
        2 => list.reverse(),
        3 => list.clear(),
        _ => list.insert(place, some_node(pool.other, dice)),
    }
}

fn wrap(node: &mut Value, dice: &mut Dice) {
    let kind = dice.below(4);
    for _ in 0..*dice.one_of(&[1, 1, 2, 31, 32, 33, 60, 400]) {
        let inner = node.take();
        *node = match kind {
            0 => json!({"L": [inner]}),
            1 => json!({"M": {"a": inner}}),
            2 => json!([inner]),
            _ => json!({"S": inner}),
        };
    }
}

/// The same text with a slip of the pen, or another.
fn changed_text(text: &str, pool: &Pool, dice: &mut Dice) -> String {
    let letters: Vec<char> = text.chars().collect();
    let (from, to) = (dice.below(letters.len() + 1), dice.below(letters.len() + 1));
    let (from, to) = (from.min(to), from.max(to));
    let part = |range: std::ops::Range<usize>| letters[range].iter().collect::<String>();
    match dice.below(11) {
        0 => part(0..from) + &part(to..letters.len()),
        1 | 2 => part(0..from) + *dice.one_of(PIECES) + &part(from..letters.len()),
        3 => part(0..from) + *dice.one_of(PIECES) + &part(to..letters.len()),
        4 => {
            let times = *dice.one_of(&[1, 2, 10, 100, 1_000]);
            let most = 6_000 / (to - from).max(1);
            part(0..to) + &part(from..to).repeat(times.min(most)) + &part(to..letters.len())
        }
        5 => (*dice.one_of(NUMERALS)).to_owned(),
        6 => (*dice.one_of(TERMS)).to_owned(),
        7 => (*dice.one_of(MEMBERS)).to_owned(),
        8 if !pool.given.is_empty() => dice.one_of(pool.given).clone(),
        9 => text.to_ascii_uppercase(),
        _ => some_text(pool.other, dice).unwrap_or_default(),
    }
}

/// Changes the request's bytes; what is JSON no more is left as it was.
fn bytes(request: &mut Value, dice: &mut Dice) {
    let mut text = request.to_string().into_bytes();
    for _ in 0..=dice.below(4) {
        let place = dice.below(text.len());
        match dice.below(4) {
            0 => text[place] = dice.number() as u8,
            1 => {
                text.remove(place);
            }
            2 => text.insert(place, *dice.one_of(b"{}[]\",:0e-. \\u")),
            _ => text[place] ^= 1 << dice.below(8),
        }
        if text.is_empty() {
            return;
        }
    }
    if let Ok(changed) = serde_json::from_slice(&text) {
        *request = changed;
    }
}

/// How many values there are, itself included.
pub fn nodes(value: &Value) -> usize {
    let members: usize = match value {
        Value::Object(members) => members.values().map(nodes).sum(),
        Value::Array(list) => list.iter().map(nodes).sum(),
        _ => 0,
    };
    members + 1
}

/// The value that comes after so many others, itself first.
pub fn node_at<'a>(value: &'a mut Value, left: &mut usize) -> Option<&'a mut Value> {
    if *left == 0 {
        return Some(value);
    }
    *left -= 1;
    match value {
        Value::Object(members) => members.values_mut().find_map(|member| node_at(member, left)),
        Value::Array(list) => list.iter_mut().find_map(|member| node_at(member, left)),
        _ => None,
    }
}

fn some_node(value: &Value, dice: &mut Dice) -> Value {
    let mut copy = value.clone();
    let mut place = dice.below(nodes(value));
    node_at(&mut copy, &mut place).map(Value::take).unwrap_or_default()
}

fn some_text(value: &Value, dice: &mut Dice) -> Option<String> {
    (0..8).find_map(|_| some_node(value, dice).as_str().map(str::to_owned))
}
