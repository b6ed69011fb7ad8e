//! Laws of requests that are only tried: what a walk without items is, and what a trial leaves behind.

use key_engine::Database;
use key_engine::engine::Recorded;
use proptest::prelude::*;
use serde_json::{Value, json};

use super::requests::request;
use super::tables::{records, with_stream};
use super::world::{TABLE, world};
use super::{contents, table};

/// The answer, without the items read.
fn bare(recorded: &Recorded) -> Result<Value, String> {
    let mut answer = recorded.answer.clone().map_err(|error| error.to_string())?;
    if let Some(members) = answer.as_object_mut() {
        members.remove("Items");
        members.remove("Item");
    }
    Ok(answer)
}

fn same(whole: &Recorded, lean: &Recorded) -> Result<(), TestCaseError> {
    prop_assert_eq!(&whole.walk, &lean.walk);
    prop_assert_eq!(&whole.changes, &lean.changes);
    prop_assert_eq!(bare(whole), lean.answer.clone().map_err(|error| error.to_string()));
    Ok(())
}

fn spoilt(input: &Value, how: usize) -> Value {
    let mut input = input.clone();
    match how {
        0 => input["IndexName"] = "none".into(),
        1 => input["ConsistentRead"] = true.into(),
        2 => drop(input.as_object_mut().unwrap().remove("KeyConditionExpression")),
        3 => input["FilterExpression"] = "size(d) > :none".into(),
        4 => input["Select"] = "COUNT".into(),
        5 => input["ProjectionExpression"] = "d, a".into(),
        6 => input["Select"] = "ALL_ATTRIBUTES".into(),
        _ => {}
    }
    input
}

fn with_token(input: &Value, token: usize) -> Value {
    let mut input = input.clone();
    input["ClientRequestToken"] = format!("token {token}").into();
    input
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn without_its_items_a_read_walks_the_same_and_is_refused_the_same(world in world(60), seed in request(), how in 0usize..9) {
        let mut database = world.build();
        let request = seed.against(table(&database));
        let mut input = spoilt(&request.input, how);
        loop {
            let whole = database.call_recorded(request.operation, &input);
            let lean = database.call_without_items(request.operation, &input);
            same(&whole, &lean)?;
            let Some(key) = lean.answer.ok().and_then(|answer| answer.get("LastEvaluatedKey").cloned()) else { break };
            input["ExclusiveStartKey"] = key;
        }
        let statement = json!({"Statement": format!("SELECT * FROM {TABLE}"), "Limit": 2});
        let whole = database.call_recorded("ExecuteStatement", &statement);
        same(&whole, &database.call_without_items("ExecuteStatement", &statement))?;
    }

    #[test]
    fn without_its_items_a_write_walks_and_changes_the_same(world in world(40)) {
        let (mut one, mut other) = (world.empty(), world.empty());
        for write in &world.writes {
            let (operation, input) = write.call();
            let whole = one.call_recorded(operation, &input);
            same(&whole, &other.call_without_items(operation, &input))?;
        }
        prop_assert!(contents(&one) == contents(&other), "the tables differ");
    }

    #[test]
    fn a_trial_leaves_items_streams_and_tokens_as_they_were(world in world(40), first in 0usize..40) {
        let mut database = with_stream(&world, "NEW_AND_OLD_IMAGES");
        let first = first.min(world.writes.len());
        let send = |database: &mut Database, at: usize| {
            let (operation, input) = world.writes[at].call();
            let input = if operation == "TransactWriteItems" { with_token(&input, at) } else { input };
            database.call_recorded(operation, &input)
        };
        for at in 0..first {
            send(&mut database, at).answer.unwrap();
        }
        let before = (contents(&database), records(&mut database, 100));
        let trial = database.begin_trial();
        let mut changes = Vec::new();
        for at in 0..world.writes.len() {
            changes.extend(send(&mut database, at).changes);
        }
        database.end_trial(trial, &changes).unwrap();
        prop_assert!((contents(&database), records(&mut database, 100)) == before, "the trial shows");
        for at in 0..world.writes.len() {
            let done_before = at < first && world.writes[at].call().0 == "TransactWriteItems";
            if done_before {
                prop_assert!(send(&mut database, at).changes.is_empty(), "the token was forgotten");
            }
        }
    }
}
