//! Laws: what holds of every table and every request, on random ones.

#![allow(clippy::unwrap_used, clippy::indexing_slicing, reason = "a test may panic")]

mod brute;
mod reads;
mod requests;
mod statements;
mod tables;
mod trials;
mod world;

use key_engine::engine::{Index, KeyRole};
use key_engine::walk::{Action, PageEnd, Walk};
use key_engine::{Database, Item, Table};
use proptest::prelude::*;
use serde_json::Value;

use requests::{Request, request};
use world::{TABLE, Write, world};

fn table(database: &Database) -> &Table {
    database.table(TABLE).unwrap()
}

fn doors(table: &Table) -> Vec<&Index> {
    std::iter::once(table.primary()).chain(table.indexes()).collect()
}

/// Everything that can be read from a database.
fn contents(database: &Database) -> Vec<Vec<Item>> {
    doors(table(database)).iter().map(|door| door.items().cloned().collect()).collect()
}

/// Answers of all pages of a request, with the walk of them all.
fn all_pages(database: &mut Database, request: &Request) -> (Vec<Value>, Walk) {
    let mut input = request.input.clone();
    let mut answers = Vec::new();
    let mut walk = Walk::new(request.operation);
    loop {
        let (answer, page) = database.call_with_walk(request.operation, &input);
        let answer = answer.unwrap_or_else(|error| panic!("{input}: {error}"));
        walk.extend(page);
        let next = answer.get("LastEvaluatedKey").cloned();
        answers.push(answer);
        assert!(answers.len() < 2000, "{input} does not end");
        match next {
            Some(key) => input["ExclusiveStartKey"] = key,
            None => return (answers, walk),
        }
    }
}

fn items(answers: &[Value]) -> Vec<Item> {
    let items = answers.iter().flat_map(|answer| answer["Items"].as_array().unwrap());
    items.map(|item| Item::from_json(item).unwrap()).collect()
}

/// Positions of all items evaluated, in walk order, and whether each was returned.
fn positions(door: &Index, walk: &Walk) -> Vec<(usize, bool)> {
    let mut positions = Vec::new();
    for leg in walk.pages.iter().flat_map(|page| &page.legs).filter(|leg| leg.action.is_read()) {
        let mut returned = leg.returned.iter();
        for visit in &leg.visits {
            for ordinal in visit.first_collection..visit.first_collection + visit.collections {
                let first = door.collection(ordinal as usize).unwrap().first_position;
                for step in 0..visit.count {
                    let rank = if leg.backward {
                        visit.first_rank - step
                    } else {
                        visit.first_rank + step
                    };
                    positions.push((first + rank as usize, returned.next().unwrap()));
                }
            }
        }
        assert_eq!(returned.next(), None);
    }
    positions
}

fn item_at(door: &Index, position: usize) -> Item {
    let (ordinal, rank) = door.at_position(position).unwrap();
    let item = door.item(ordinal, rank).unwrap();
    let from_there = door.entries_from(position).next();
    assert_eq!(from_there.map(|(ordinal, item, _)| (ordinal, item)), Some((ordinal, item)));
    assert_eq!(door.entries_from(position).count(), door.item_count() - position);
    item.clone()
}

/// Folding each page of a walk gives back its answer.
fn check_walk_law(answers: &[Value], walk: &Walk) -> Result<(), TestCaseError> {
    prop_assert_eq!(answers.len(), walk.pages.len());
    for (answer, page) in answers.iter().zip(&walk.pages) {
        let one = Walk { operation: walk.operation.clone(), pages: vec![page.clone()] };
        let totals = one.totals();
        prop_assert_eq!(answer["Count"].as_u64(), Some(totals.items_returned));
        prop_assert_eq!(answer["ScannedCount"].as_u64(), Some(totals.items_read));
        prop_assert_eq!(
            answer["ConsumedCapacity"]["CapacityUnits"].as_f64(),
            Some(totals.capacity_units)
        );
        let legs: f64 = page.legs.iter().map(|leg| leg.capacity_units).sum();
        prop_assert!((legs - page.capacity_units).abs() < 1e-9);
        let stop = page.last_evaluated_key.as_ref().map(Item::to_json);
        prop_assert_eq!(answer.get("LastEvaluatedKey"), stop.as_ref());
        prop_assert_eq!(stop.is_some(), matches!(page.end, PageEnd::Limit | PageEnd::Size));
    }
    let totals = walk.totals();
    let pages: f64 = walk.pages.iter().map(|page| page.capacity_units).sum();
    prop_assert!((pages - totals.capacity_units).abs() < 1e-9);
    Ok(())
}

/// The answer, the walk and a look at every item agree.
fn check_request(database: &mut Database, request: &Request) -> Result<(), TestCaseError> {
    let (answers, walk) = all_pages(database, request);
    check_walk_law(&answers, &walk)?;
    let table = table(database);
    let door = table.door(request.index.as_deref()).unwrap();
    let read = positions(door, &walk);

    let mut expected: Vec<Item> = brute::behind(table, door);
    expected.retain(|item| request.conditions.iter().all(|condition| condition.holds(item)));
    if request.operation == "Query" {
        brute::sort(table, door, &mut expected);
        if request.backward {
            expected.reverse();
        }
    } else {
        let hash_order: Vec<&Item> = door.items().collect();
        expected.sort_by_key(|item| hash_order.iter().position(|other| *other == item));
    }
    let evaluated: Vec<Item> = read.iter().map(|(position, _)| item_at(door, *position)).collect();
    prop_assert_eq!(&evaluated, &expected, "items evaluated");

    let shown = |item: &Item| brute::project(table, door, item);
    let passes =
        |item: &Item| request.filter.as_ref().is_none_or(|filter| filter.holds(&shown(item)));
    let returned: Vec<Item> = expected.iter().filter(|item| passes(item)).map(shown).collect();
    prop_assert_eq!(&items(&answers), &returned, "items returned");
    let lit =
        read.iter().filter(|(_, lit)| *lit).map(|(position, _)| shown(&item_at(door, *position)));
    prop_assert_eq!(lit.collect::<Vec<_>>(), returned, "items lit");

    check_path(door, request, &walk, &read)
}

/// A read goes over one contiguous run of positions, a Query in one partition, a Scan in hash order
/// through each that holds items.
fn check_path(
    door: &Index,
    request: &Request,
    walk: &Walk,
    read: &[(usize, bool)],
) -> Result<(), TestCaseError> {
    for pair in read.windows(2) {
        let (before, after) =
            if request.backward { (pair[1].0, pair[0].0) } else { (pair[0].0, pair[1].0) };
        prop_assert_eq!(before + 1, after, "one contiguous run");
    }
    let visits = walk.pages.iter().flat_map(|page| &page.legs).flat_map(|leg| &leg.visits);
    let mut partitions: Vec<u32> = visits.map(|visit| visit.partition).collect();
    prop_assert!(partitions.is_sorted(), "partitions in hash order: {:?}", partitions);
    partitions.dedup();
    prop_assert_eq!(walk.totals().partitions_touched as usize, partitions.len());
    if request.operation == "Query" {
        prop_assert_eq!(partitions.len(), 1, "a Query touches one partition");
    } else {
        let holding =
            (0..door.partition_count()).filter(|p| !door.partition_collections(*p).is_empty());
        prop_assert_eq!(
            partitions,
            holding.collect::<Vec<_>>(),
            "a Scan touches all that hold items"
        );
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    /// 240 requests on 60 tables.
    #[test]
    fn reads_bring_what_a_look_at_every_item_says(
        world in world(90),
        seeds in proptest::collection::vec(request(), 4),
    ) {
        let mut database = world.build();
        for seed in seeds {
            let request = seed.against(table(&database));
            check_request(&mut database, &request)?;
        }
    }

    #[test]
    fn pages_together_are_the_answer_without_pages(world in world(90), seed in request(), limit in 1u64..5) {
        let mut database = world.build();
        let mut request = seed.against(table(&database));
        request.input.as_object_mut().unwrap().remove("Limit");
        let (whole, _) = all_pages(&mut database, &request);
        prop_assert_eq!(whole.len(), 1);
        request.input["Limit"] = limit.into();
        let (pages, _) = all_pages(&mut database, &request);
        prop_assert_eq!(items(&pages), items(&whole));
        let scanned: u64 = pages.iter().map(|page| page["ScannedCount"].as_u64().unwrap()).sum();
        prop_assert_eq!(Some(scanned), whole[0]["ScannedCount"].as_u64());
    }

    #[test]
    fn an_index_is_the_filter_and_projection_of_its_table(world in world(120)) {
        let database = world.build();
        let table = table(&database);
        for door in doors(table) {
            let mut expected = brute::behind(table, door);
            let mut found: Vec<Item> = door.items().cloned().collect();
            prop_assert_eq!(door.item_count(), expected.len());
            let size: usize = expected.iter().map(|item| brute::project(table, door, item).size_bytes()).sum();
            prop_assert_eq!(door.size_bytes(), size as u64);
            for item in &found {
                let (ordinal, rank) = door.locate(item).unwrap();
                prop_assert_eq!(door.item(ordinal, rank), Some(item));
                prop_assert_eq!(door.projected(ordinal, rank), Some(brute::project(table, door, item)));
            }
            found.sort_by_key(|item| item.to_json().to_string());
            expected.sort_by_key(|item| item.to_json().to_string());
            prop_assert_eq!(found, expected);
            check_collections(door)?;
        }
    }

    #[test]
    fn a_table_holds_what_its_writes_left(world in world(90)) {
        let database = world.build();
        let table = table(&database);
        let mut expected = Vec::new();
        world.writes.iter().for_each(|write| brute::write(table, &mut expected, write));
        let mut found: Vec<Item> = table.primary().items().cloned().collect();
        found.sort_by_key(|item| item.to_json().to_string());
        expected.sort_by_key(|item| item.to_json().to_string());
        prop_assert_eq!(found, expected);
    }

    #[test]
    fn a_failed_call_changes_nothing(world in world(40)) {
        let mut database = world.build();
        let before = contents(&database);
        for write in &world.writes {
            let (operation, mut input) = write.call();
            let (conditional, invalid) = match write {
                Write::Transact(_) => ("TransactionCanceledException", "TransactionCanceledException"),
                _ => ("ConditionalCheckFailedException", "ValidationException"),
            };
            *last_action(&mut input, "ConditionExpression") = "attribute_exists(neverThere)".into();
            let recorded = database.call_recorded(operation, &input);
            prop_assert_eq!(recorded.answer.unwrap_err().name(), conditional);
            prop_assert_eq!(&recorded.walk.pages[0].end, &PageEnd::Refused(conditional.into()));
            check_refusal(table(&database), write, &recorded.walk)?;
            prop_assert_eq!(recorded.changes, vec![]);
            *last_action(&mut input, "ConditionExpression") = "attribute_exists(pk) OR attribute_not_exists(pk)".into();
            let key = if last_action(&mut input, "Item").is_null() { "Key" } else { "Item" };
            last_action(&mut input, key)["pk"] = serde_json::json!({"BOOL": true});
            prop_assert_eq!(database.call(operation, &input).unwrap_err().name(), invalid);
        }
        prop_assert_eq!(contents(&database), before);
    }

    #[test]
    fn what_is_taken_back_is_as_it_was_and_can_be_done_again(world in world(40), first in 0usize..40) {
        let mut database = world.empty();
        let first = first.min(world.writes.len());
        for write in &world.writes[..first] {
            let (operation, input) = write.call();
            database.call(operation, &input).unwrap();
        }
        let before = contents(&database);
        let mut changes = Vec::new();
        for write in &world.writes[first..] {
            let (operation, input) = write.call();
            let recorded = database.call_recorded(operation, &input);
            check_places(table(&database), &recorded.walk)?;
            changes.extend(recorded.changes);
        }
        let after = contents(&database);
        database.take_back(&changes).unwrap();
        prop_assert_eq!(contents(&database), before);
        database.do_again(&changes).unwrap();
        prop_assert_eq!(contents(&database), after);
    }

    #[test]
    fn a_write_bills_what_its_walk_says(world in world(40)) {
        let mut database = world.empty();
        for write in &world.writes {
            let (operation, mut input) = write.call();
            input["ReturnConsumedCapacity"] = "INDEXES".into();
            let (answer, walk) = database.call_with_walk(operation, &input);
            let answer = answer.unwrap();
            let bill = answer["ConsumedCapacity"].get(0).unwrap_or(&answer["ConsumedCapacity"]);
            prop_assert_eq!(bill["CapacityUnits"].as_f64(), Some(walk.totals().capacity_units));
            check_bill(bill, &walk)?;
            for leg in walk.pages.iter().flat_map(|page| &page.legs) {
                prop_assert!(leg.capacity_units >= 1.0);
                let Some(index) = &leg.index else { continue };
                let door = table(&database).index(index).unwrap();
                prop_assert!(leg.visits[0].partition < door.partition_count());
            }
        }
    }
}

/// A member of a write's input; of a transaction, of that of its last action.
fn last_action<'i>(input: &'i mut Value, member: &str) -> &'i mut Value {
    let action = match input.get("TransactItems").and_then(Value::as_array).map(Vec::len) {
        Some(count) => {
            input["TransactItems"][count - 1].as_object_mut().unwrap().values_mut().next().unwrap()
        }
        None => input,
    };
    &mut action[member]
}

/// The walk of a write that was refused has one leg for each item, which names it, and says which was the reason.
fn check_refusal(table: &Table, write: &Write, walk: &Walk) -> Result<(), TestCaseError> {
    let legs = &walk.pages[0].legs;
    let actions = match write {
        Write::Transact(actions) => actions.as_slice(),
        single => std::slice::from_ref(single),
    };
    prop_assert_eq!(legs.len(), actions.len());
    for (number, (leg, action)) in legs.iter().zip(actions).enumerate() {
        prop_assert_eq!(leg.refused.is_some(), number + 1 == actions.len());
        prop_assert!(leg.index.is_none() && leg.capacity_units >= 1.0);
        let key = table.primary().key_of(action.item().unwrap());
        let place = table.primary().locate(&key);
        prop_assert_eq!(leg.key.as_ref(), Some(&key));
        prop_assert_eq!(leg.found, place.is_some());
        prop_assert_eq!(leg.visits[0].count, u32::from(place.is_some()));
    }
    let units: f64 = legs.iter().map(|leg| leg.capacity_units).sum();
    prop_assert!((units - walk.pages[0].capacity_units).abs() < 1e-9);
    Ok(())
}

/// A bill says of the table and of each index what the legs there were charged together.
fn check_bill(bill: &Value, walk: &Walk) -> Result<(), TestCaseError> {
    let legs = || walk.pages.iter().flat_map(|page| &page.legs);
    let of = |index: Option<&str>| -> f64 {
        legs().filter(|leg| leg.index.as_deref() == index).map(|leg| leg.capacity_units).sum()
    };
    prop_assert_eq!(bill["Table"]["CapacityUnits"].as_f64(), Some(of(None)));
    let mut indexes = 0.0;
    for kind in ["GlobalSecondaryIndexes", "LocalSecondaryIndexes"] {
        for (name, part) in bill[kind].as_object().into_iter().flatten() {
            prop_assert_eq!(part["CapacityUnits"].as_f64(), Some(of(Some(name))));
            indexes += of(Some(name));
        }
    }
    let all: f64 = legs().map(|leg| leg.capacity_units).sum();
    prop_assert!((of(None) + indexes - all).abs() < 1e-9);
    Ok(())
}

/// A write's legs say where its items stand afterwards; what was taken away stands nowhere.
fn check_places(table: &Table, walk: &Walk) -> Result<(), TestCaseError> {
    for leg in walk.pages.iter().flat_map(|page| &page.legs) {
        let Some(key) = &leg.key else { continue };
        let door = table.door(leg.index.as_deref()).unwrap();
        let visit = leg.visits[0];
        let place = (visit.first_collection as usize, visit.first_rank as usize);
        let gone = matches!(leg.action, Action::Delete | Action::Leave);
        prop_assert_eq!(door.locate(key), (!gone).then_some(place));
        prop_assert_eq!(visit.count, u32::from(!gone));
    }
    Ok(())
}

/// Collections stand in hash order, their views and the partitions agree.
fn check_collections(door: &Index) -> Result<(), TestCaseError> {
    let views: Vec<_> = door.collections().collect();
    prop_assert_eq!(views.len(), door.collection_count());
    let mut position = 0;
    for (ordinal, view) in views.iter().enumerate() {
        let found = door.collection(ordinal);
        prop_assert_eq!(found.as_ref(), Some(view));
        prop_assert_eq!((view.ordinal, view.first_position), (ordinal, position));
        prop_assert!(door.partition_collections(view.partition).contains(&ordinal));
        let hashes = door.key_schema().iter().filter(|key| key.role == KeyRole::Hash);
        let first = door.item(ordinal, 0).unwrap();
        let key: Vec<_> = hashes.map(|key| first.get(&key.attribute).unwrap().clone()).collect();
        prop_assert_eq!(&view.partition_key, &key);
        position += view.len;
    }
    prop_assert_eq!(position, door.item_count());
    let partitions: usize =
        (0..door.partition_count()).map(|p| door.partition_collections(p).len()).sum();
    prop_assert_eq!(partitions, views.len());
    Ok(())
}
