//! Laws of edits: each is taken back exactly, a refused one changes nothing, and the operation log says it again.
#![allow(clippy::unwrap_used, clippy::indexing_slicing)] // the whole file is a test
#![allow(clippy::redundant_closure_for_method_calls)] // the type of a stream has no public name

use std::sync::Arc;

use key_engine::walk::Change;
use key_engine::{AttributeValue, Database, Item};
use map::design::{
    Acceptance, DeliberateCopy, Design, DoorDefinition, Edit, Entity, Opened, WholeTable, open,
    save, scenarios,
};
use proptest::prelude::*;
use serde_json::{Value, json};

/// What is chosen of an edit: which, and of what.
type Choice = (u8, usize, usize);

fn start(scenario: usize) -> Opened {
    let all = scenarios::SCENARIOS;
    open(all[scenario % all.len()].json).unwrap()
}

fn picked<T>(all: &[T], at: usize) -> Option<&T> {
    (!all.is_empty()).then(|| &all[at % all.len()])
}

/// The document, its text, and what each door holds.
fn state(design: &Design, database: &Database) -> (Design, String, Vec<String>) {
    let doors = database.tables().flat_map(|table| {
        let described = format!(
            "{} {:?} {:?} {:?}",
            table.name(),
            table.billing(),
            table.time_to_live(),
            table.stream().map(|stream| stream.view())
        );
        let doors = std::iter::once(table.primary()).chain(table.indexes());
        let held = doors.map(|door| {
            format!(
                "{:?} {} {} {}",
                door.name(),
                door.item_count(),
                door.size_bytes(),
                door.partition_count()
            )
        });
        std::iter::once(described).chain(held)
    });
    (design.clone(), save(design, database), doors.collect())
}

/// A nested item with names that mean something elsewhere.
fn odd(item: &Item, at: usize) -> Item {
    let mut odd = item.clone();
    let value = json!({"size": {"L": [{"M": {"</script>": {"NULL": true}}}, {"NS": ["1", "2.5"]}, {"B": "AA=="}]}, "\u{202e}\"\n${x}": {"N": at.to_string()}});
    odd.insert("status", AttributeValue::M(Item::from_json(&value).unwrap()));
    odd
}

fn edit_of((kind, a, b): Choice, design: &Design, database: &Database) -> Option<Edit> {
    let table = picked(&design.tables, a);
    let found = table.and_then(|table| database.table(table.name()));
    let request = picked(&design.requests, b).cloned().map(Box::new);
    let item = found.and_then(|table| {
        let count = table.item_count();
        table.primary().items().nth(if count == 0 { 0 } else { b % count }).cloned()
    });
    Some(match kind % 18 {
        0 => Edit::InsertRequest { at: a, request: request? },
        1 => Edit::RemoveRequest { at: b % (design.requests.len() + 1) },
        2 => {
            let mut request = request?;
            request.sentence = format!("\"{a}\"\n</script>");
            request.samples.insert(format!("{{{b}"), "é".to_owned());
            Edit::ReplaceRequest { at: a % (design.requests.len() + 1), request }
        }
        3 => Edit::MoveRequest { from: a % 9, to: b % 9 },
        4 => Edit::SetCopies(vec![DeliberateCopy {
            owner: format!("{a}"),
            ..DeliberateCopy::default()
        }]),
        5 => {
            let mut kinds = design.entities.clone();
            let template = (format!("K{a}"), format!("A#{{b{b}}}"));
            kinds.push(Entity {
                name: format!("{a}"),
                templates: [template].into_iter().collect(),
                ..Entity::default()
            });
            Edit::SetEntities(kinds)
        }
        6 => Edit::SetAccepted(vec![Acceptance {
            reason: format!("{a}\\"),
            ..Acceptance::default()
        }]),
        7 => {
            let index = json!({"IndexName": format!("New{}", b % 3), "Projection": {"ProjectionType": "ALL"},
                "KeySchema": [{"AttributeName": table?.partition_key()?, "KeyType": "HASH"}]});
            let door = DoorDefinition {
                index,
                bays: (b % 2 == 0).then_some(3),
                at: (a % 2 == 0).then_some(b % 3),
                ..DoorDefinition::default()
            };
            Edit::OpenDoor { table: table?.name().to_owned(), door }
        }
        8 => {
            let indexes: Vec<&str> = found?.indexes().filter_map(|index| index.name()).collect();
            Edit::CloseDoor {
                table: table?.name().to_owned(),
                index: (*picked(&indexes, b)?).to_owned(),
            }
        }
        9 | 10 => {
            let old = Arc::new(item?);
            let new = (kind % 18 == 9).then(|| Arc::new(odd(&old, a)));
            Edit::ChangeItems(
                [Change { table: table?.name().to_owned(), old: Some(old), new }].into(),
            )
        }
        11 => Edit::SetTable { name: Some(table?.name().to_owned()), at: b % 4, table: None },
        12 => {
            let mut whole = WholeTable::of(table?, database);
            whole.described.create["TableName"] = json!(format!("Renamed{}", b % 5));
            let items: Vec<Arc<Item>> =
                whole.items.iter().map(|item| Arc::new(odd(item, b))).collect();
            whole.items = items.into();
            Edit::SetTable {
                name: Some(table?.name().to_owned()),
                at: b % 4,
                table: Some(Box::new(whole)),
            }
        }
        13 => {
            let mut whole = WholeTable::of(table?, database);
            whole.described.create["TableName"] = json!(format!("Another{}", b % 5));
            Edit::SetTable { name: None, at: a % 5, table: Some(Box::new(whole)) }
        }
        14 | 15 => {
            let mut described = table?.clone();
            described.bays = Some(1 + (b % 512) as u32);
            described.time_to_live = (b % 2 == 0).then(|| format!("until{b}"));
            described.create["Tags"] = json!([{"Key": format!("k{a}"), "Value": "v"}]);
            let stream = if b % 3 == 0 { "NEW_IMAGE" } else { "KEYS_ONLY" };
            described.create["StreamSpecification"] =
                json!({"StreamEnabled": true, "StreamViewType": stream});
            Edit::DescribeTable(Box::new(described))
        }
        16 => Edit::SetTraffic((b % 3 > 0).then(|| json!({"seed": a, "rows": {"R": {"keys": b}}}))),
        _ => Edit::SetAbout { name: format!("{a}"), description: "\u{0}\u{202e}".to_owned() },
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(96))]

    #[test]
    fn edits_are_taken_back_exactly_and_their_log_says_them_again(
        scenario in 0_usize..5,
        choices in proptest::collection::vec(any::<Choice>(), 1..14),
    ) {
        let Opened { mut design, mut database, .. } = start(scenario);
        let first = state(&design, &database);
        let (mut undo, mut log) = (Vec::new(), Vec::new());
        for choice in choices {
            let Some(edit) = edit_of(choice, &design, &database) else { continue };
            let line = edit.to_text();
            // Of what holds items, these are written last.
            let holds_items = matches!(edit, Edit::SetTable { .. } | Edit::ChangeItems(_));
            let mut parts = String::new();
            for at in 0..edit.item_count().max(1) {
                edit.write_text(&mut parts, at..at + 1);
            }
            prop_assert!(parts == line, "its parts together are the line");
            let as_json = edit.to_json().to_string();
            prop_assert!(line == as_json || holds_items, "one form");
            prop_assert!(Edit::from_text(&line).as_ref() == Ok(&edit), "a line is read as it was meant");
            prop_assert!(Edit::from_json(&edit.to_json()).as_ref() == Ok(&edit), "a line is read as it was meant");
            let before = state(&design, &database);
            match edit.apply(&mut design, &mut database) {
                Ok(back) => {
                    undo.push(back);
                    log.push(line);
                }
                Err(_) => prop_assert!(state(&design, &database) == before, "a refused edit changes nothing"),
            }
        }
        let last = state(&design, &database);
        let Opened { design: mut replayed, database: mut items, .. } = start(scenario);
        for line in &log {
            let edit = Edit::from_text(line).unwrap();
            prop_assert!(edit.apply(&mut replayed, &mut items).is_ok(), "what was done is done again");
        }
        prop_assert!(state(&replayed, &items) == last, "the log replayed is the same design");
        let mut redo = Vec::new();
        for edit in undo.into_iter().rev() {
            redo.push(edit.apply(&mut design, &mut database).unwrap());
        }
        prop_assert!(state(&design, &database) == first, "all taken back");
        for edit in redo.into_iter().rev() {
            edit.apply(&mut design, &mut database).unwrap();
        }
        prop_assert!(state(&design, &database) == last, "all done again");
    }

    #[test]
    fn a_spoiled_log_is_refused_in_a_sentence_or_changes_what_can_be_taken_back(
        scenario in 0_usize..5,
        choice in any::<Choice>(),
        (place, spoil, cut) in any::<(usize, u8, usize)>(),
    ) {
        let Opened { mut design, mut database, .. } = start(scenario);
        let Some(edit) = edit_of(choice, &design, &database) else { return Ok(()) };
        let mut line = edit.to_json();
        let text = line.to_string();
        let cut = (0..=cut % text.len()).rev().find(|at| text.is_char_boundary(*at)).unwrap_or(0);
        let refused = Edit::from_text(&text[..cut]);
        prop_assert!(refused.is_err_and(|words| words.ends_with('.')), "a line that breaks off");
        let mut left = place % (1 + count(&line));
        spoiled(&mut line, &mut left, spoil);
        let before = state(&design, &database);
        match Edit::from_json(&line) {
            Err(words) => prop_assert!(words.ends_with('.') && !words.contains('\n')),
            Ok(edit) => match edit.apply(&mut design, &mut database) {
                Err(_) => prop_assert!(state(&design, &database) == before, "refused whole"),
                Ok(back) => {
                    back.apply(&mut design, &mut database).unwrap();
                    prop_assert!(state(&design, &database) == before, "taken back");
                }
            },
        }
    }
}

fn count(value: &Value) -> usize {
    match value {
        Value::Array(values) => 1 + values.iter().map(count).sum::<usize>(),
        Value::Object(members) => 1 + members.values().map(count).sum::<usize>(),
        _ => 1,
    }
}

/// Puts something else at one place of a value.
fn spoiled(value: &mut Value, left: &mut usize, spoil: u8) {
    if *left == 0 {
        *value = match spoil % 8 {
            0 => Value::Null,
            1 => json!([]),
            2 => json!({}),
            3 => json!(-1),
            4 => json!(u64::MAX),
            5 => json!(""),
            6 => json!({"S": 1, "N": "x"}),
            _ => json!("\n\"${x}"),
        };
    }
    *left = left.wrapping_sub(1);
    match value {
        Value::Array(values) => values.iter_mut().for_each(|value| spoiled(value, left, spoil)),
        Value::Object(members) => {
            members.values_mut().for_each(|value| spoiled(value, left, spoil));
        }
        _ => {}
    }
}

#[test]
fn a_line_says_what_is_wrong_with_it() {
    for (line, words) in [
        ("", "A line of the log is not JSON: EOF while parsing a value."),
        ("[]", "A line of the log should be an object."),
        ("{}", "A line of the log should say its version."),
        (r#"{"v":1}"#, "A line of the log should say what it does."),
        (
            r#"{"v":2,"edit":"x"}"#,
            "The log was written by a newer version of the app: its lines are of version 2, and this one reads 1.",
        ),
        (
            r#"{"v":1,"edit":"explode"}"#,
            "The line explode of the log cannot be used: nothing of this name is known.",
        ),
        (
            r#"{"v":1,"edit":"moveRequest","from":1}"#,
            "The line moveRequest of the log cannot be used: it has no \"to\".",
        ),
        (
            r#"{"v":1,"edit":"removeRequest","at":-1}"#,
            "The line removeRequest of the log cannot be used: its \"at\" is not a place.",
        ),
        (
            r#"{"v":1,"edit":"setTable","at":0,"table":{}}"#,
            "The line setTable of the log cannot be used: it has no \"items\".",
        ),
        (
            r#"{"v":1,"edit":"changeItems","changes":[{"table":"T","new":{"a":{"N":"x"}}}]}"#,
            "The line changeItems of the log cannot be used: changes[0]: The parameter cannot be converted to a numeric value: x.",
        ),
    ] {
        assert_eq!(Edit::from_text(line), Err(words.to_owned()), "{line}");
    }
    let deep = format!("{}{}", r#"{"v":1,"edit":"setCopies","copies":"#, "[".repeat(100_000));
    assert!(Edit::from_text(&deep).is_err());
}

#[test]
fn what_is_changed_is_what_stood_there_whatever_the_log_says() {
    let Opened { mut design, mut database, .. } = start(0);
    let before = state(&design, &database);
    let name = design.tables[0].name().to_owned();
    let item = database.table(&name).unwrap().primary().items().next().unwrap().clone();
    let put = |new: Item| Change { table: name.clone(), old: None, new: Some(Arc::new(new)) };
    let edit = Edit::ChangeItems([put(odd(&item, 1)), put(odd(&item, 2))].into());
    let back = edit.apply(&mut design, &mut database).unwrap();
    back.apply(&mut design, &mut database).unwrap();
    assert!(state(&design, &database) == before, "the item that stood there is back");
    let half = Edit::ChangeItems([put(odd(&item, 1)), put(Item::new())].into());
    assert!(half.apply(&mut design, &mut database).is_err());
    assert!(state(&design, &database) == before, "nothing of several");
}
