//! The key made of attributes of its own, which items are given.
//!
//! Owns what those attributes hold (`WAREHOUSE#W1`) and the conditions on them. They take what cannot be a key as it is: what
//! stands inside a map, what has several types, what the rest of the request looks at too.

use key_engine::engine::limits::{MAX_HASH_KEY_BYTES, MAX_RANGE_KEY_BYTES};
use key_engine::value::object;
use key_engine::{AttributeValue, Item, KeyType};
use serde_json::Value;

use super::ground::Ground;
use super::knows::{Given, Part, Test};
use super::path::{Step, is_sound, key_type, value_at};
use super::plan::{Fill, KeyAttribute, KeyTest, Kind, Plan, Source, text_of};

/// The plan of a key of its own, under these names; none where nothing is known that could be in it.
pub(super) fn plan(ground: &Ground<'_>, partition: &str, sort: &str) -> Option<Plan> {
    let mut plan = Plan::new(Kind::Own);
    partition_key(ground, &mut plan, partition)?;
    let _ = by_order(ground, &mut plan, sort)
        || by_range(ground, &mut plan, sort)
        || by_table_key(ground, &mut plan, sort);
    Some(plan)
}

/// The items that get a partition key.
fn filled<'g>(ground: &Ground<'g>, plan: &Plan) -> impl Iterator<Item = &'g Item> {
    let items = ground.table.primary().items();
    items.filter(move |item| ground.sees(item) && plan.filled(item).is_some())
}

fn partition_key(ground: &Ground<'_>, plan: &mut Plan, attribute: &str) -> Option<()> {
    let texts = |wanted: KeyType| {
        move |(_, part): &(usize, &Part)| {
            part.known().and_then(|given| key_type(&given.sample)) == Some(wanted)
        }
    };
    let mut parts: Vec<(usize, &Part)> = ground.known().filter(texts(KeyType::S)).collect();
    if parts.is_empty() {
        let copied = ground.known().find(|(_, part)| {
            let kind = part.known().and_then(|given| key_type(&given.sample));
            part.known().zip(kind).is_some_and(|(given, kind)| is_sound(&given.sample, kind, false))
        });
        if let Some((at, part)) = copied {
            copy_partition(ground, plan, attribute, at, part)?;
            return Some(());
        }
        parts = ground.known().take(1).collect();
    }
    let kind = parts.first().and_then(|(_, part)| key_type(&part.known()?.sample))?;
    let mut pieces = Vec::new();
    let (mut written, mut sample) = (String::new(), String::new());
    for (_, part) in &parts {
        let given = part.known()?;
        let word = word_of(&part.path);
        let word = if pieces.is_empty() { [&word, "#"] } else { ["#", &word] }.concat();
        let word = if pieces.is_empty() { word } else { word + "#" };
        let text = text_of(&given.sample)?;
        let as_written = text_in(&given.written).unwrap_or(&text);
        written.push_str(&word);
        sample.push_str(&word);
        // Binary may be spelled in ways that mean the same: then the one spelling stands there that items are given.
        let same = matches!(given.sample, AttributeValue::S(_)) || as_written == text;
        written.push_str(if same { as_written } else { &text });
        sample.push_str(&text);
        pieces.push((word, part.path.clone()));
    }
    let fill = Fill {
        attribute: attribute.to_owned(),
        source: Source::Joined(pieces, kind),
        most: MAX_HASH_KEY_BYTES,
    };
    let mut exact = sample.len() <= MAX_HASH_KEY_BYTES;
    if !exact {
        sample.truncate(sample.floor_char_boundary(MAX_HASH_KEY_BYTES));
        written.clone_from(&sample);
    }
    // Where a value holds the sign that joins them, or is cut, two different pairs can give one text.
    let clear = |item: &Item| {
        let mut length = 0;
        parts.iter().all(|(_, part)| {
            match value_at(item, &part.path).filter(|value| kind.matches(value)).and_then(text_of) {
                Some(text) => {
                    length += text.len() + word_of(&part.path).len() + 2;
                    length <= MAX_HASH_KEY_BYTES && (parts.len() == 1 || !text.contains('#'))
                }
                None => true,
            }
        })
    };
    exact = exact && ground.table.primary().items().all(clear);
    let given = Given {
        placeholder: String::new(),
        written: object(&mut [("S", Value::from(written))]),
        sample: AttributeValue::S(sample),
    };
    plan.fills.push(fill);
    plan.key.push(KeyAttribute { name: attribute.to_owned(), kind: KeyType::S, sorts: false });
    plan.tests.push(KeyTest { attribute: attribute.to_owned(), test: Test::Equal(given) });
    if exact {
        plan.said.extend(parts.iter().map(|(at, _)| *at));
    }
    Some(())
}

/// A number, or binary, is copied as it is: it can be written in several ways that mean the same.
fn copy_partition(
    ground: &Ground<'_>,
    plan: &mut Plan,
    attribute: &str,
    at: usize,
    part: &Part,
) -> Option<()> {
    let given = part.known()?;
    let kind = key_type(&given.sample)?;
    plan.fills.push(Fill {
        attribute: attribute.to_owned(),
        source: Source::Copied(part.path.clone(), kind),
        most: MAX_HASH_KEY_BYTES,
    });
    plan.key.push(KeyAttribute { name: attribute.to_owned(), kind, sorts: false });
    let given = Given { placeholder: String::new(), ..given.clone() };
    plan.tests.push(KeyTest { attribute: attribute.to_owned(), test: Test::Equal(given) });
    let whole = |item: &Item| {
        let value = value_at(item, &part.path).filter(|value| kind.matches(value));
        value.is_none_or(|value| value.size_bytes() <= MAX_HASH_KEY_BYTES)
    };
    if ground.table.primary().items().all(whole) {
        plan.said.push(at);
    }
    Some(())
}

/// Sorts by the order that the row wants.
fn by_order(ground: &Ground<'_>, plan: &mut Plan, attribute: &str) -> bool {
    let Some(order) = ground.order() else { return false };
    let path = [Step::Name(order.attribute.clone())];
    let ranged = ground.range_on(&path);
    let mut types: Vec<Option<KeyType>> = Vec::new();
    let mut other = false;
    for item in filled(ground, plan) {
        let value = value_at(item, &path);
        let kind = value.and_then(key_type);
        other = other || (value.is_some() && kind.is_none());
        if !types.contains(&kind) {
            types.push(kind);
        }
    }
    if other {
        types.clear();
    }
    let done = match types.as_slice() {
        [Some(kind)] => by_path(ground, plan, attribute, &path, *kind, ranged, false),
        [Some(KeyType::S), None] | [None, Some(KeyType::S)] => {
            by_path(ground, plan, attribute, &path, KeyType::S, ranged, ranged.is_none())
        }
        [Some(kind), None] | [None, Some(kind)] if ranged.is_some() => {
            by_path(ground, plan, attribute, &path, *kind, ranged, false)
        }
        _ => false,
    };
    if !done {
        return remark_order(plan, &order.attribute);
    }
    plan.backward = Some(order.descending);
    true
}

fn remark_order(plan: &mut Plan, attribute: &str) -> bool {
    plan.ordered = false;
    plan.remarks.push(format!(
        "Not every item that is wanted carries {attribute} as a key could: the order is not the door's."
    ));
    false
}

/// Sorts by a range that the request asks for.
fn by_range(ground: &Ground<'_>, plan: &mut Plan, attribute: &str) -> bool {
    ground.asked.parts.iter().enumerate().any(|(at, part)| {
        let kind = part.test.given().first().and_then(|given| key_type(&given.sample));
        matches!(part.test, Test::Range(..))
            && kind.is_some_and(|kind| {
                by_path(ground, plan, attribute, &part.path, kind, Some((at, part)), false)
            })
    })
}

/// Sorts by what stands at a path. `lenient` says that items without it are wanted too, and come first.
fn by_path(
    ground: &Ground<'_>,
    plan: &mut Plan,
    attribute: &str,
    path: &[Step],
    kind: KeyType,
    ranged: Option<(usize, &Part)>,
    lenient: bool,
) -> bool {
    let word = word_of(path) + "#";
    let most = MAX_RANGE_KEY_BYTES;
    let fits = |value: &AttributeValue| match kind {
        KeyType::S => value.size_bytes() + word.len() <= most,
        _ => (1..=most).contains(&value.size_bytes()),
    };
    let test = ranged.map(|(_, part)| &part.test);
    let given_fit = test.is_none_or(|test| {
        test.given().iter().all(|given| kind.matches(&given.sample) && fits(&given.sample))
    });
    let fit = given_fit
        && filled(ground, plan).all(|item| {
            value_at(item, path).is_none_or(|value| !kind.matches(value) || fits(value))
        });
    if !fit {
        return false;
    }
    let source = match kind {
        KeyType::S if lenient => Source::Prefixed(word.clone(), path.to_vec()),
        KeyType::S => Source::Joined(vec![(word.clone(), path.to_vec())], kind),
        _ => Source::Copied(path.to_vec(), kind),
    };
    plan.fills.push(Fill { attribute: attribute.to_owned(), source, most });
    plan.key.push(KeyAttribute { name: attribute.to_owned(), kind, sorts: true });
    if let Some((at, part)) = ranged {
        let test = match &part.test {
            Test::Range(range, given) => {
                let given = given.iter().map(|given| match kind {
                    KeyType::S => prefixed(&word, given),
                    _ => Given { placeholder: String::new(), ..given.clone() },
                });
                Test::Range(*range, given.collect())
            }
            other => other.clone(),
        };
        plan.tests.push(KeyTest { attribute: attribute.to_owned(), test });
        plan.said.push(at);
    }
    true
}

/// Sorts by the attribute of the table's own key that tells the items apart best.
fn by_table_key(ground: &Ground<'_>, plan: &mut Plan, attribute: &str) -> bool {
    let mut best: Option<(usize, Vec<Step>, KeyType)> = None;
    for element in ground.table.primary().key_schema().iter().rev() {
        let path = vec![Step::Name(element.attribute.clone())];
        let said = plan.said.iter().filter_map(|at| ground.asked.parts.get(*at));
        if said.into_iter().any(|part| part.path == path) {
            continue;
        }
        let mut values = Vec::new();
        for item in filled(ground, plan).take(1_000) {
            let Some(first) = plan.fills.first().and_then(|fill| fill.value(item)) else {
                continue;
            };
            if plan.tests.iter().take(1).all(|test| test.test.holds(&first)) {
                values.extend(
                    value_at(item, &path).map(|value| key_engine::value::KeyBytes::of([value])),
                );
            }
        }
        key_engine::order::sort_by(&mut values, Ord::cmp);
        values.dedup();
        if best.as_ref().is_none_or(|(most, ..)| values.len() > *most) {
            best = Some((values.len(), path, element.key_type));
        }
    }
    let Some((_, path, kind)) = best else { return false };
    plan.fills.push(Fill {
        attribute: attribute.to_owned(),
        source: Source::Copied(path, kind),
        most: MAX_RANGE_KEY_BYTES,
    });
    plan.key.push(KeyAttribute { name: attribute.to_owned(), kind, sorts: true });
    true
}

fn prefixed(word: &str, given: &Given) -> Given {
    let written = [word, text_in(&given.written).unwrap_or_default()].concat();
    let sample = match &given.sample {
        AttributeValue::S(text) => AttributeValue::S([word, text].concat()),
        other => other.clone(),
    };
    let written = object(&mut [("S", Value::from(written))]);
    Given { placeholder: String::new(), written, sample }
}

/// The text in a value of `DynamoDB` JSON.
fn text_in(value: &Value) -> Option<&str> {
    value.as_object()?.values().next()?.as_str()
}

/// The last name of a path, without an `Id` at its end: `warehouse` for `warehouseId`.
pub(super) fn short_name(path: &[Step]) -> &str {
    let name = path.iter().rev().find_map(|step| match step {
        Step::Name(name) => Some(name.as_str()),
        Step::Index(_) => None,
    });
    let name = name.unwrap_or_default();
    let short = ["_id", "Id", "ID"].iter().find_map(|end| name.strip_suffix(end));
    short.filter(|short| !short.is_empty()).unwrap_or(name)
}

/// The word before the values of a path: `WAREHOUSE` for `warehouseId`.
fn word_of(path: &[Step]) -> String {
    let mut word = String::new();
    let mut lower = false;
    let letters = short_name(path).chars();
    for letter in letters.filter(|c| c.is_ascii_alphanumeric() || *c == '_').take(40) {
        if letter.is_ascii_uppercase() && lower {
            word.push('_');
        }
        lower = letter.is_ascii_lowercase();
        word.push(letter.to_ascii_uppercase());
    }
    if word.is_empty() { "VALUE".to_owned() } else { word }
}
