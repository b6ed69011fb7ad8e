//! The simulation against closed forms, and its laws.

#![allow(clippy::float_cmp, reason = "whole numbers and parts of two are exact")]

use proptest::prelude::*;

use super::*;
use crate::advice::traffic::{
    Door, Leg, Mode, Operation, Popularity, Reach, Stream, StreamKey, Units,
};

/// The middle of each of so many equal parts of the hash range, in turn.
fn balanced(keys: u32, bays: u32, items: u32) -> Vec<StreamKey> {
    let key = |at: u32| {
        let bay = u64::from(at % bays);
        let place = (bay * 2 + 1) * (u64::MAX / (u64::from(bays) * 2)) + u64::from(at);
        StreamKey { text: format!("KEY#{at}"), place, items }
    };
    (0..keys).map(key).collect()
}

fn door(bays: u32) -> Door {
    Door { table: "Table".to_owned(), bays, ..Door::default() }
}

fn stream(per_second: f64, is_write: bool, keys: Vec<StreamKey>) -> Stream {
    let leg = Leg { is_write, units: 1.0, keys, ..Leg::default() };
    let name = if is_write { "PutItem" } else { "GetItem" };
    Stream {
        per_second,
        is_write,
        operations: vec![Operation::at_one_door(name, leg)],
        ..Stream::default()
    }
}

fn steady() -> Rules {
    Rules::default().with(RuleId::DrawnKeys, 0.0)
}

fn setup(doors: Vec<Door>, streams: Vec<Stream>, rules: Rules) -> Setup {
    Setup { load: Load { doors, streams }, rules }
}

fn run(setup: Setup, seed: u64, seconds: usize) -> Vec<Second> {
    let mut simulation = Simulation::new(setup, seed);
    (0..seconds).map(|_| simulation.step()).collect()
}

/// In each second and all together nothing comes from nowhere and nothing is gone.
fn check_conserved(seconds: &[Second]) {
    let mut before = vec![0; seconds.first().map_or(0, |second| second.streams.len())];
    for second in seconds {
        for (stream, before) in second.streams.iter().zip(&mut before) {
            assert_eq!(*before + stream.asked, stream.served + stream.lost + stream.in_retry);
            *before = stream.in_retry;
        }
        for partition in second.doors.iter().flat_map(|door| &door.partitions) {
            for units in [partition.read, partition.write] {
                assert!(
                    (units.asked - units.served - units.throttled - units.elsewhere).abs() < 1e-6
                );
                assert!(units.served >= 0.0 && units.new <= units.asked + 1e-6);
                assert!(units.held_back <= units.throttled + 1e-6, "{units:?}");
            }
        }
    }
}

fn total(seconds: &[Second], of: impl Fn(&StreamSecond) -> u64) -> u64 {
    seconds.iter().flat_map(|second| &second.streams).map(of).sum()
}

#[test]
fn one_item_is_served_a_thousand_writes_a_second_and_not_one_more() {
    for (rate, lost_from) in [(1_000.0, None), (1_001.0, Some(1))] {
        let setup = setup(vec![door(4)], vec![stream(rate, true, balanced(1, 4, 1))], steady());
        let seconds = run(setup, 1, 400);
        check_conserved(&seconds);
        let throttled = total(&seconds, |stream| stream.throttled);
        assert_eq!(throttled > 0, lost_from.is_some(), "{rate}");
        let served = seconds.iter().map(|second| second.streams[0].served).max();
        assert_eq!(served, Some(1_000));
    }
    for (rate, throttles) in [(3_000.0, false), (3_001.0, true)] {
        let setup = setup(vec![door(4)], vec![stream(rate, false, balanced(1, 4, 1))], steady());
        assert_eq!(total(&run(setup, 1, 50), |stream| stream.throttled) > 0, throttles);
    }
}

#[test]
fn a_burst_lasts_as_long_as_what_was_saved_and_then_throttles() {
    let rules = steady().with(RuleId::BurstAtStartSecs, 300.0);
    let setup = setup(vec![door(1)], vec![stream(3_000.0, true, balanced(1, 1, 1))], rules);
    let seconds = run(setup, 1, 200);
    // 300,000 saved units carry 2,000 a second on top of the line for 150 seconds.
    let first = seconds.iter().position(|second| !second.throttles.is_empty());
    assert_eq!(first, Some(150));
    assert_eq!(seconds[149].doors[0].partitions[0].write.burst_left, 0.0);
}

#[test]
fn even_load_is_served_whole_up_to_the_sum_of_all_lines() {
    for (rate, lost) in [(4_000.0, 0.0), (4_400.0, 400.0)] {
        let rules = steady().with(RuleId::RetryAttempts, 1.0);
        let setup = setup(vec![door(4)], vec![stream(rate, true, balanced(400, 4, 1))], rules);
        let seconds = run(setup, 1, 50);
        check_conserved(&seconds);
        let expected = (lost * 50.0) as u64;
        let lost = total(&seconds, |stream| stream.lost);
        assert!(lost.abs_diff(expected) <= expected / 50, "{lost} of {expected}");
        assert_eq!(lost, total(&seconds, |stream| stream.throttled), "nobody tries again");
    }
}

#[test]
fn what_a_hot_key_loses_is_what_its_partition_cannot_serve_however_often_clients_try() {
    for attempts in [1.0, 2.0, 4.0, 9.0] {
        let rules = steady().with(RuleId::RetryAttempts, attempts);
        let setup = setup(vec![door(3)], vec![stream(1_320.0, true, balanced(1, 3, 1))], rules);
        let seconds = run(setup, 1, 300);
        check_conserved(&seconds);
        let settled = &seconds[200..];
        let lost = total(settled, |stream| stream.lost) as f64 / 100.0;
        let served = total(settled, |stream| stream.served) as f64 / 100.0;
        assert!((lost - 320.0).abs() < 2.0, "{attempts}: {lost}");
        assert_eq!(served, 1_000.0);
    }
}

#[test]
fn clients_that_try_again_wait_longer_and_keep_more_requests_in_flight() {
    let at = |attempts: f64| {
        let rules = steady().with(RuleId::RetryAttempts, attempts);
        let setup = setup(vec![door(1)], vec![stream(1_500.0, true, balanced(1, 1, 1))], rules);
        run(setup, 1, 120).last().unwrap().streams[0]
    };
    let (once, often) = (at(1.0), at(4.0));
    assert_eq!((once.in_retry, once.retried), (0, 0));
    assert!(often.in_retry > 0 && often.retried > 0);
    assert_eq!(once.latency_p99_secs, 0.015);
    assert!(often.latency_p99_secs > 1.0, "{often:?}");
}

#[test]
fn the_hottest_keys_share_falls_with_the_number_of_shards() {
    for shards in [1_u32, 2, 4, 5, 10, 50, 200] {
        let setup =
            setup(vec![door(8)], vec![stream(4_000.0, true, balanced(shards, 8, 1))], steady());
        let second = run(setup, 1, 3).pop().unwrap();
        let hottest = second.hottest.first().unwrap();
        let expected = 1.0 / f64::from(shards);
        // retries change what is asked in a second only where a shard is over its line
        let tolerance = if shards < 5 { 0.02 } else { 0.001 };
        assert!((hottest.share - expected).abs() < tolerance, "{shards}: {}", hottest.share);
    }
}

#[test]
fn the_same_seed_gives_the_same_seconds_and_another_seed_others() {
    let make = || {
        let popularity = Popularity::Zipf { exponent: 1.1 };
        let stream = Stream { popularity, ..stream(5_000.0, true, balanced(50, 3, 4)) };
        setup(vec![door(3)], vec![stream], Rules::default())
    };
    let (one, again, other) = (run(make(), 7, 40), run(make(), 7, 40), run(make(), 8, 40));
    assert!(one == again, "the same seed");
    assert!(one != other, "another seed");
    check_conserved(&one);
}

#[test]
fn a_hot_aisle_is_split_by_sort_key_and_spans_bays_from_then_on() {
    let rules = steady().with(RuleId::SplitSecs, 30.0);
    let make = |has_local_index, items| {
        let door = Door { has_local_index, ..door(1) };
        setup(vec![door], vec![stream(1_900.0, true, balanced(1, 1, items))], rules.clone())
    };
    let seconds = run(make(false, 100), 1, 60);
    check_conserved(&seconds);
    let split = seconds.iter().flat_map(|second| &second.events).find_map(|event| match event {
        Event::Split { within, .. } => Some(within.clone()),
        _ => None,
    });
    assert_eq!(split, Some(Some("KEY#0".to_owned())));
    let last = seconds.last().unwrap();
    assert_eq!(last.doors[0].partitions.len(), 2);
    assert_eq!(last.streams[0].throttled, 0, "each half is below the line");
    for (setup, why) in [
        (make(true, 100), "Its collection has to stay in one partition."),
        (make(false, 1), "All of its heat is on one item, and an item is never divided."),
    ] {
        let seconds = run(setup, 1, 60);
        assert_eq!(seconds.last().unwrap().doors[0].partitions.len(), 1);
        let events = seconds.iter().flat_map(|second| &second.events);
        let told: Vec<_> = events
            .filter_map(|event| match event {
                Event::CannotSplit { why, .. } => Some(*why),
                _ => None,
            })
            .collect();
        assert_eq!(told, [why], "said once");
    }
}

#[test]
fn keys_that_share_a_bay_are_split_from_each_other() {
    let rules = steady().with(RuleId::SplitSecs, 10.0);
    let setup = setup(vec![door(1)], vec![stream(1_600.0, true, balanced(2, 1, 1))], rules);
    let seconds = run(setup, 1, 30);
    let last = seconds.last().unwrap();
    assert_eq!(last.doors[0].partitions.len(), 2);
    assert_eq!(last.streams[0].throttled, 0);
    check_conserved(&seconds);
}

#[test]
fn a_new_peak_doubles_what_a_table_on_demand_can_serve_after_a_while() {
    let rules = steady().with(RuleId::GrowthSecs, 20.0).with(RuleId::SplitSecs, 0.0);
    let setup = setup(vec![door(2)], vec![stream(1_900.0, true, balanced(64, 16, 1))], rules);
    let seconds = run(setup, 1, 100);
    let grown: Vec<_> = seconds
        .iter()
        .flat_map(|second| second.events.iter().map(|event| (second.number, event)))
        .filter(|(_, event)| matches!(event, Event::Grown { .. }))
        .collect();
    assert_eq!(grown, [(19, &Event::Grown { door: 0, from: 2, to: 4 })]);
    assert_eq!(seconds.last().unwrap().doors[0].partitions.len(), 4);
}

#[test]
fn what_was_served_or_warmed_before_is_there_from_the_first_second() {
    for (mode, partitions) in [
        (Mode::default(), 3),
        (Mode::OnDemand { previous_peak: Some((0.0, 5_000.0)), warm_throughput: None }, 10),
        (Mode::OnDemand { previous_peak: None, warm_throughput: Some((60_000.0, 5.0)) }, 20),
        (Mode::Provisioned { read_units: 3_000.0, write_units: 4_000.0 }, 5),
    ] {
        let door = Door { mode, ..door(3) };
        let setup = setup(vec![door], Vec::new(), Rules::default());
        assert_eq!(run(setup, 1, 1)[0].doors[0].partitions.len(), partitions, "{mode:?}");
    }
}

#[test]
fn starvation_is_told_apart_from_skew() {
    let provisioned = |units: f64, keys: u32, rate: f64| {
        let mode = Mode::Provisioned { read_units: 10.0, write_units: units };
        let door = Door { mode, ..door(2) };
        let setup = setup(vec![door], vec![stream(rate, true, balanced(keys, 2, 1))], steady());
        let seconds = run(setup, 1, 20);
        check_conserved(&seconds);
        let last = seconds.last().unwrap();
        last.throttles.iter().map(|it| (it.exception.name(), it.reason_name())).collect::<Vec<_>>()
    };
    let exception = "ProvisionedThroughputExceededException";
    assert_eq!(provisioned(100.0, 1, 90.0), [], "adaptive capacity gives one key all there is");
    let starved = (exception, "TableWriteProvisionedThroughputExceeded");
    assert_eq!(provisioned(100.0, 1, 150.0), [starved]);
    assert_eq!(provisioned(100.0, 8, 150.0), [starved]);
    let skewed = (exception, "TableWriteKeyRangeThroughputExceeded");
    assert_eq!(provisioned(2_000.0, 1, 1_500.0), [skewed]);
}

#[test]
fn without_adaptive_capacity_each_bay_has_its_even_share() {
    let mode = Mode::Provisioned { read_units: 10.0, write_units: 100.0 };
    let door = Door { mode, ..door(2) };
    let rules = steady().with(RuleId::AdaptiveCapacity, 0.0);
    let setup = setup(vec![door], vec![stream(90.0, true, balanced(1, 2, 1))], rules);
    let seconds = run(setup, 1, 20);
    assert_eq!(seconds[19].streams[0].served, 50);
}

#[test]
fn an_index_that_cannot_follow_holds_the_tables_writes_back_but_its_reads_do_not() {
    let index = Door { index: Some("ByStatus".to_owned()), ..door(4) };
    let mut write = stream(1_500.0, true, balanced(100, 4, 1));
    let operation = &mut write.operations[0];
    let mut leg = operation.legs[0].clone();
    leg.door = 1;
    leg.keys = balanced(1, 4, 100);
    leg.at.iter_mut().for_each(|place| place.key = Some(0));
    operation.legs.push(leg);
    let mut read = stream(4_000.0, false, balanced(1, 4, 1));
    read.operations[0].legs[0].door = 1;
    let only_read = setup(vec![door(4), index.clone()], vec![read], steady());
    let seconds = run(only_read, 1, 10);
    assert_eq!(seconds[9].doors[0].partitions.len(), 4);
    assert!(seconds[9].throttles.iter().all(|it| !it.is_write && it.is_index));
    assert_eq!(seconds[9].throttles[0].reason_name(), "IndexReadKeyRangeThroughputExceeded");
    let rules = steady().with(RuleId::RetryAttempts, 1.0);
    let seconds = run(setup(vec![door(4), index], vec![write], rules), 1, 10);
    check_conserved(&seconds);
    let last = &seconds[9];
    assert_eq!(last.streams[0].served, 1_000, "as many as the index takes");
    let held: f64 = last.doors[0].partitions.iter().map(|it| it.write.held_back).sum();
    assert_eq!(held, 500.0);
    assert_eq!(last.throttles.len(), 1);
    assert_eq!(last.throttles[0].reason_name(), "IndexWriteKeyRangeThroughputExceeded");
    assert_eq!(last.throttles[0].resource, "table/Table/index/ByStatus");
    assert_eq!(last.throttles[0].exception.name(), "ThrottlingException");
    let pressed = seconds.iter().flat_map(|second| &second.events);
    let pressed = pressed.filter(|event| matches!(event, Event::BackPressure { door: 1 }));
    assert_eq!(pressed.count(), 1);
}

#[test]
fn a_read_of_a_whole_collection_takes_from_every_bay_that_it_spans() {
    let rules = steady().with(RuleId::SplitSecs, 5.0);
    let leg = Leg { units: 2.0, reach: Reach::Run, keys: balanced(1, 1, 100), ..Leg::default() };
    let read = Stream {
        per_second: 2_000.0,
        operations: vec![Operation::at_one_door("Query", leg)],
        ..Stream::default()
    };
    let seconds = run(setup(vec![door(1)], vec![read], rules), 1, 20);
    check_conserved(&seconds);
    let last = seconds.last().unwrap();
    let reads: Vec<f64> = last.doors[0].partitions.iter().map(|it| it.read.asked).collect();
    assert_eq!(reads.len(), 2);
    assert!((reads[0] - reads[1]).abs() < 1.0, "half of it each: {reads:?}");
    assert_eq!(last.streams[0].throttled, 0);
}

#[test]
fn nothing_is_asked_of_nothing() {
    let empty = setup(Vec::new(), Vec::new(), Rules::default());
    assert_eq!(run(empty, 1, 2)[1].number, 1);
    let no_keys = setup(vec![door(1)], vec![stream(100.0, true, Vec::new())], steady());
    assert_eq!(run(no_keys, 1, 2)[1].streams[0].asked, 0);
    let mut nowhere = stream(100.0, true, balanced(1, 1, 1));
    nowhere.operations[0].legs[0].door = 9;
    assert_eq!(run(setup(vec![door(1)], vec![nowhere], steady()), 1, 2)[1].streams[0].served, 100);
}

#[test]
fn numbers_that_are_none_break_nothing() {
    for odd in [f64::NAN, f64::INFINITY, -5.0, 1.0e300, 0.0] {
        let mode = Mode::Provisioned { read_units: odd, write_units: odd };
        let peak = Mode::OnDemand { previous_peak: Some((odd, odd)), warm_throughput: None };
        for mode in [mode, peak] {
            let mut stream = stream(odd, true, balanced(3, 2, 2));
            stream.operations[0].legs[0].units = odd;
            stream.popularity = Popularity::Zipf { exponent: odd };
            let many = Stream { per_second: odd, ..stream.clone() };
            let few = Stream { per_second: 10.0, ..stream };
            let door = Door { mode, bays: 0, ..door(0) };
            let mut setup = setup(vec![door], vec![many, few], Rules::default());
            for id in [RuleId::PartitionWriteUnits, RuleId::RetryBaseSecs, RuleId::SplitSecs] {
                setup.rules.set(id, odd);
            }
            let mut simulation = Simulation::new(setup, 1);
            let seconds: Vec<Second> = (0..6).map(|_| simulation.step()).collect();
            let mut before = 0;
            for stream in seconds.iter().map(|second| second.streams[0]) {
                assert_eq!(before + stream.asked, stream.served + stream.lost + stream.in_retry);
                before = stream.in_retry;
            }
            assert!(!simulation.summary().is_empty());
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn nothing_is_lost_uncounted(
        rate in 0.0..6_000.0_f64,
        keys in 1_u32..40,
        bays in 1_u32..6,
        exponent in 0.0..2.0_f64,
        attempts in 1_u32..8,
        base in 0.0..3.0_f64,
        drawn in 0_u8..2,
        seed in any::<u64>(),
    ) {
        let rules = Rules::default()
            .with(RuleId::RetryAttempts, f64::from(attempts))
            .with(RuleId::RetryBaseSecs, base)
            .with(RuleId::SplitSecs, 7.0)
            .with(RuleId::GrowthSecs, 9.0)
            .with(RuleId::DrawnKeys, f64::from(drawn));
        let popularity = Popularity::Zipf { exponent };
        let streams = vec![
            Stream { popularity, ..stream(rate, true, balanced(keys, bays, 3)) },
            stream(rate, false, balanced(keys, 3, 1)),
        ];
        check_conserved(&run(setup(vec![door(bays)], streams, rules), seed, 25));
    }

    #[test]
    fn twice_the_shards_never_throttle_more(
        rate in 500.0..20_000.0_f64,
        shards in 1_u32..40,
        bays in 1_u32..9,
        attempts in 1_u32..5,
    ) {
        let units = |shards: u32, bays: u32, of: fn(&Units) -> f64| {
            let rules = steady()
                .with(RuleId::RetryAttempts, f64::from(attempts))
                .with(RuleId::SplitSecs, 0.0);
            let streams = vec![stream(rate.floor(), true, balanced(shards, bays, 1))];
            let seconds = run(setup(vec![door(bays)], streams, rules), 1, 40);
            let last = seconds.iter().rev().take(10).flat_map(|second| &second.doors[0].partitions);
            last.map(|partition| of(&partition.write)).sum::<f64>() / 10.0
        };
        // each shard in a bay of its own, or as many in each bay: nothing more is throttled
        for (shards, bays) in [(shards, shards * 2 + bays), (shards * bays, bays)] {
            let once = units(shards, bays, |units| units.throttled);
            let twice = units(shards * 2, bays, |units| units.throttled);
            // rounding to whole requests may move a few between seconds
            let few = f64::from(shards * 2);
            prop_assert!(twice <= once * 1.01 + few, "{once} became {twice}");
        }
        // however they fall on bays, nothing more is lost
        let once = units(shards, bays, |units| units.lost);
        let twice = units(shards * 2, bays, |units| units.lost);
        prop_assert!(twice <= once * 1.01 + f64::from(bays * 4), "{once} became {twice}");
    }
}
