//! Verdicts as they are read.

use super::*;
use crate::advice::traffic::{
    Door, Leg, Load, Mode, Operation, Reach, Rules, Simulation, Stream, StreamKey,
};

fn key(text: &str, bay: u64, bays: u64, items: u32) -> StreamKey {
    let place = (bay * 2 + 1) * (u64::MAX / (bays * 2));
    StreamKey { text: text.to_owned(), place, items }
}

fn stream(per_second: f64, is_write: bool, keys: Vec<StreamKey>) -> Stream {
    let leg = Leg { is_write, units: 1.0, keys, ..Leg::default() };
    let operations = vec![Operation::at_one_door("UpdateItem", leg)];
    Stream { per_second, is_write, operations, ..Stream::default() }
}

fn door(bays: u32) -> Door {
    Door { table: "Warehouse".to_owned(), bays, ..Door::default() }
}

fn verdicts(doors: Vec<Door>, streams: Vec<Stream>, attempts: f64) -> Vec<Verdict> {
    let rules = Rules::default().with(RuleId::DrawnKeys, 0.0).with(RuleId::RetryAttempts, attempts);
    let mut simulation = Simulation::new(Setup { load: Load { doors, streams }, rules }, 1);
    for _ in 0..60 {
        simulation.step();
    }
    simulation.verdicts()
}

#[test]
fn a_hot_key_is_named_with_what_helps_and_what_does_not() {
    let hot = stream(1_320.0, true, vec![key("PRODUCT#P100", 1, 3, 1)]);
    let calm = stream(200.0, true, vec![key("PRODUCT#P101", 0, 3, 1)]);
    let verdicts = verdicts(vec![door(3)], vec![hot, calm], 1.0);
    assert_eq!(verdicts.len(), 3);
    let [calm, hot, idle] = &verdicts[..] else { panic!("three partitions") };
    assert_eq!((calm.mood, calm.title.as_str()), (Mood::Calm, "calm"));
    assert_eq!(calm.figures, ["no request waits"]);
    assert_eq!(idle.figures, ["no request comes here"]);
    assert_eq!(hot.mood, Mood::Hot);
    assert_eq!(hot.title, "PRODUCT#P100 is hot");
    assert_eq!(
        hot.figures,
        ["1,320 of 1,000 write units asked for in a second", "24 % of them given up at once"]
    );
    assert_eq!(hot.throttled.as_deref(), Some("24 % of writes throttled"));
    assert_eq!(
        hot.advice.as_deref(),
        Some(
            "More partitions do not help: one key stays on one partition. Splitting the key does: 2 shards bring it to 66 %."
        )
    );
}

#[test]
fn a_key_of_many_items_can_be_split_by_sort_key_and_one_that_has_to_stay_together_cannot() {
    let make = |has_local_index| {
        let door = Door { has_local_index, ..door(1) };
        let stream = stream(1_500.0, true, vec![key("STATUS#AVAILABLE", 0, 1, 30)]);
        verdicts(vec![door], vec![stream], 4.0).pop().unwrap().advice.unwrap()
    };
    assert_eq!(
        make(false),
        "No item of it is asked for more than 50 of them, so DynamoDB can split the collection by its sort key, once it has \
         been hot for a while. Splitting the key helps at once: 2 shards bring it to 75 %."
    );
    assert!(make(true).starts_with("More partitions do not help"));
}

#[test]
fn keys_that_share_a_partition_are_told_apart_from_a_hot_key() {
    let keys = ["A", "B", "C"].map(|text| key(text, 0, 1, 1)).to_vec();
    let verdict = verdicts(vec![door(1)], vec![stream(1_500.0, true, keys)], 4.0).pop().unwrap();
    assert_eq!(verdict.title, "partition 0 is hot");
    assert_eq!(
        verdict.advice.unwrap(),
        "No key is too hot by itself: several share this partition. DynamoDB splits it once it has been hot for about 10 min \
         (assumed). Warm throughput set beforehand does it earlier."
    );
}

#[test]
fn a_table_that_is_given_too_little_says_so() {
    let mode = Mode::Provisioned { read_units: 100.0, write_units: 5.0 };
    let door = Door { mode, ..door(1) };
    let verdict =
        verdicts(vec![door], vec![stream(150.0, false, vec![key("A", 0, 1, 1)])], 4.0).pop();
    let verdict = verdict.unwrap();
    assert_eq!(verdict.title, "Warehouse has too little");
    assert_eq!(
        verdict.advice.unwrap(),
        "150 read units a second are asked of all its partitions together, and 100 are provisioned. That is starvation, not \
         skew: more provisioned units help, another key does not."
    );
}

#[test]
fn a_table_held_back_by_its_index_names_it() {
    let index = Door { index: Some("ByStatus".to_owned()), ..door(1) };
    let keys: Vec<_> = (0..4).map(|at| key(&format!("K{at}"), at, 4, 1)).collect();
    let mut write = stream(1_600.0, true, keys);
    let operation = &mut write.operations[0];
    let mut leg = operation.legs[0].clone();
    (leg.door, leg.keys) = (1, vec![key("OPEN", 0, 1, 4)]);
    leg.at.iter_mut().for_each(|place| (place.key, place.position) = (Some(0), 0.5));
    operation.legs.push(leg);
    let verdicts = verdicts(vec![door(4), index], vec![write], 4.0);
    assert_eq!(verdicts[0].title, "held back by an index");
    assert!(verdicts[0].advice.as_ref().unwrap().contains("ByStatus cannot follow"));
    assert_eq!(verdicts[4].title, "OPEN is hot");
    assert_eq!(verdicts[4].door, 1);
}

#[test]
fn what_is_near_its_line_is_warm() {
    let verdict =
        verdicts(vec![door(1)], vec![stream(2_500.0, false, vec![key("A", 0, 1, 1)])], 4.0);
    assert_eq!(verdict[0].mood, Mood::Warm);
    assert_eq!(verdict[0].title, "A is warm");
    assert_eq!(verdict[0].figures, ["2,500 of 3,000 read units asked for in a second"]);
    assert_eq!(verdict[0].advice, None);
}

#[test]
fn reads_along_a_collection_have_a_verdict_too() {
    let leg =
        Leg { units: 4.0, reach: Reach::Run, keys: vec![key("LIST", 0, 1, 500)], ..Leg::default() };
    let read = Stream {
        per_second: 1_000.0,
        operations: vec![Operation::at_one_door("Query", leg)],
        ..Stream::default()
    };
    let verdict = verdicts(vec![door(1)], vec![read], 4.0).pop().unwrap();
    assert_eq!(verdict.title, "LIST is hot");
    assert!(verdict.advice.unwrap().contains("2 shards bring it to 67 %"));
}

#[test]
fn a_scan_that_is_throttled_at_one_partition_makes_no_other_hot() {
    let hot = stream(1_500.0, false, vec![key("PRODUCT#P100", 1, 3, 1)]);
    let all = (0..3).map(|bay| key(["A", "B", "C"][bay as usize], bay, 3, 1)).collect();
    let leg = Leg { units: 9.0, keys: all, reach: Reach::Door, ..Leg::default() };
    let operations = vec![Operation::at_one_door("Scan", leg)];
    let scan = Stream { per_second: 600.0, operations, ..Stream::default() };
    let verdicts = verdicts(vec![door(3)], vec![hot, scan], 1.0);
    assert_eq!(verdicts[1].mood, Mood::Hot, "{:?}", verdicts[1]);
    for idle in [&verdicts[0], &verdicts[2]] {
        assert_eq!((idle.mood, idle.throttled.as_deref()), (Mood::Calm, None), "{idle:?}");
    }
}
