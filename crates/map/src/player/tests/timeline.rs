use std::collections::BTreeSet;

use key_engine::walk::{Action, PageEnd, Walk};
use proptest::prelude::*;

use super::{any_walk, get_nothing, leg_of, put, query, read_units, scan};
use crate::player::{BoxState, Counters, Door, Event, Timeline};

/// The steps of a walk, told one by one without any cleverness.
fn told(walk: &Walk) -> Vec<Event> {
    let mut events = vec![Event::AtDesk];
    let (mut partition_at, mut collection_at, mut leg_number) = (None, None, 0);
    for (page_number, page) in walk.pages.iter().enumerate() {
        for leg in &page.legs {
            let (door, number) = ((&leg.table, &leg.index), leg_number);
            leg_number += 1;
            let mut position_in_leg = 0;
            let done = page.end == PageEnd::Written && leg.action != Action::Read;
            for visit in &leg.visits {
                let (partition, first) = (visit.partition, visit.first_collection);
                if partition_at != Some((door, partition)) {
                    events.push(Event::EnterPartition {
                        leg: number,
                        partition,
                        collection: first,
                    });
                    partition_at = Some((door, partition));
                    collection_at = None;
                }
                if visit.collections == 0 {
                    events.push(Event::MissingKey { leg: number, partition, collection: first });
                    collection_at = None;
                }
                for collection in first..first + visit.collections {
                    let rank = visit.first_rank;
                    if collection_at != Some(collection) || visit.count == 0 {
                        events.push(Event::EnterCollection {
                            leg: number,
                            partition,
                            collection,
                            rank,
                        });
                        collection_at = Some(collection);
                    }
                    for away in 0..visit.count {
                        events.push(Event::Read {
                            leg: number,
                            partition,
                            collection,
                            rank: if leg.backward { rank - away } else { rank + away },
                            position_in_leg,
                            returned: leg.returned.get(position_in_leg).expect("recorded") || done,
                        });
                        position_in_leg += 1;
                    }
                }
            }
        }
        events.push(Event::PageEnd { page: page_number });
    }
    events.push(Event::Done);
    events
}

/// The counters after some steps, added up one by one; capacity is left out.
fn added_up(walk: &Walk, events: &[Event]) -> Counters {
    let mut counters = Counters::default();
    let mut partitions = BTreeSet::new();
    for event in events {
        if let Some(leg) = event.leg() {
            let page = walk.pages.iter().scan(0, |legs, page| {
                *legs += page.legs.len();
                Some(*legs)
            });
            counters.page = page.take_while(|&end| end <= leg).count() as u32 + 1;
        }
        match *event {
            Event::EnterPartition { leg, partition, .. } => {
                let (_, leg) = leg_of(walk, leg);
                partitions.insert((leg.table.clone(), leg.index.clone(), partition));
            }
            Event::Read { leg, position_in_leg, returned, .. } => {
                let (_, leg) = leg_of(walk, leg);
                if leg.action.is_read() {
                    counters.read += 1;
                    counters.returned += u64::from(returned);
                    counters.bytes += u64::from(leg.sizes.get(position_in_leg).expect("recorded"));
                }
            }
            Event::PageEnd { page } => counters.page = page as u32 + 1,
            _ => {}
        }
    }
    counters.partitions = partitions.len() as u32;
    counters
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(128))]

    #[test]
    fn every_step_is_that_of_the_walk_told_one_by_one(walk in any_walk()) {
        let timeline = Timeline::new(&walk);
        let told = told(&walk);
        prop_assert_eq!(timeline.steps(), told.len());
        for (step, event) in told.iter().enumerate() {
            prop_assert_eq!(timeline.event(step), *event, "step {}", step);
        }
        prop_assert_eq!(timeline.event(told.len() + 7), Event::Done);
    }

    #[test]
    fn counters_are_exact_at_every_step_and_end_as_the_totals(walk in any_walk()) {
        let timeline = Timeline::new(&walk);
        let told = told(&walk);
        let mut before = Counters::default();
        for step in 0..told.len() {
            let counters = timeline.counters(step);
            let expected = added_up(&walk, &told[..=step]);
            prop_assert_eq!(
                Counters { capacity_units: 0.0, ..counters }, expected, "step {}", step
            );
            prop_assert!(counters.capacity_units >= before.capacity_units, "never falls");
            before = counters;
        }
        let totals = walk.totals();
        prop_assert_eq!(
            (before.read, before.returned, before.bytes, before.page, before.partitions),
            (totals.items_read, totals.items_returned, totals.bytes_read, totals.pages,
                totals.partitions_touched)
        );
        prop_assert!((before.capacity_units - totals.capacity_units).abs() < 1e-9);
        for (number, end) in timeline.page_breaks().into_iter().enumerate() {
            let billed: f64 = walk.pages[..=number].iter().map(|page| page.capacity_units).sum();
            prop_assert!((timeline.counters(end).capacity_units - billed).abs() < 1e-9);
        }
    }

    #[test]
    fn what_is_lit_agrees_with_the_steps(walk in any_walk(), part in 0.0..1.0_f64) {
        let timeline = Timeline::new(&walk);
        let told = told(&walk);
        let step = (part * told.len() as f64) as usize;
        let lit = timeline.lit(step);
        for (at, event) in told.iter().enumerate() {
            let Event::Read { leg, collection, rank, position_in_leg, returned, .. } = *event else {
                continue;
            };
            let expected = match (at <= step, returned) {
                (false, _) => BoxState::Unread,
                (true, true) => BoxState::Returned,
                (true, false) => BoxState::Discarded,
            };
            prop_assert_eq!(lit.state(leg, position_in_leg), expected);
            prop_assert_eq!(timeline.step_of(leg, position_in_leg), Some(at));
            prop_assert_eq!(timeline.place_of(leg, position_in_leg), Some((collection, rank)));
            prop_assert_eq!(timeline.position_in_leg(leg, collection, rank), Some(position_in_leg));
        }
        for (leg, outline) in timeline.legs().iter().enumerate() {
            let (from, to) = (outline.evaluated / 3, outline.evaluated);
            let states: Vec<_> = (from..to).map(|at| lit.state(leg, at)).collect();
            let read = states.iter().filter(|state| **state != BoxState::Unread).count();
            let returned = states.iter().filter(|state| **state == BoxState::Returned).count();
            prop_assert_eq!(lit.counts_in(leg, from..to), (read as u32, returned as u32));
            prop_assert_eq!(timeline.step_of(leg, outline.evaluated), None);
        }
    }

    #[test]
    fn a_next_page_changes_no_step_that_was_there(walk in any_walk(), pages in 0_usize..4) {
        let mut first = walk.clone();
        first.pages.truncate(pages);
        let (short, whole) = (Timeline::new(&first), Timeline::new(&walk));
        for step in 0..short.last_step() {
            prop_assert_eq!(short.event(step), whole.event(step));
            prop_assert_eq!(short.counters(step), whole.counters(step));
        }
    }
}

#[test]
fn a_page_under_way_costs_what_a_page_ending_there_would_cost() {
    let items: Vec<_> = [100, 5_000, 3_000, 200, 9_000, 1].map(|size| (size, true)).into();
    let timeline = Timeline::new(&query(&items, 0, false, PageEnd::End));
    let costs: Vec<f64> =
        (0..timeline.steps()).map(|step| timeline.counters(step).capacity_units).collect();
    let mut expected = vec![0.0, 0.0, 0.0];
    for read in 1..=items.len() {
        expected.push(read_units(items[..read].iter().map(|(size, _)| size).sum(), false));
    }
    expected.extend([2.5, 2.5]);
    assert_eq!(expected[8], 2.5);
    assert_eq!(costs, expected);
}

#[test]
fn a_key_that_is_not_there_costs_its_look_and_touches_its_partition() {
    let timeline = Timeline::new(&get_nothing());
    assert_eq!(timeline.event(2), Event::MissingKey { leg: 0, partition: 2, collection: 7 });
    let counters = timeline.counters(2);
    assert_eq!((counters.read, counters.partitions, counters.capacity_units), (0, 1, 1.0));
    assert_eq!(timeline.counters(1).capacity_units, 0.0);
}

#[test]
fn a_write_reaches_two_doors_and_reads_nothing() {
    let timeline = Timeline::new(&put());
    let ends = timeline.counters(timeline.last_step());
    assert_eq!((ends.read, ends.bytes, ends.partitions, ends.capacity_units), (0, 0, 2, 2.0));
    assert_eq!(timeline.door(1), Some(Door { table: "T", index: Some("ByWarehouse") }));
}

#[test]
fn a_page_that_goes_on_in_the_same_collection_does_not_enter_it_again() {
    let mut walk = query(&[(10, true), (10, true)], 0, false, PageEnd::Limit);
    walk.extend(query(&[(10, true)], 2, false, PageEnd::End));
    let timeline = Timeline::new(&walk);
    assert_eq!(timeline.page_breaks(), [5, 7]);
    assert!(matches!(timeline.event(6), Event::Read { leg: 1, rank: 2, position_in_leg: 0, .. }));
    assert_eq!(timeline.counters(6).page, 2);
}

#[test]
fn runs_on_the_floor_cover_the_positions_read_in_either_direction() {
    let items = [(10, true), (10, false), (10, true)];
    for (backward, first_rank, covered, states) in [
        (false, 5, 105..107, [BoxState::Returned, BoxState::Discarded, BoxState::Unread]),
        (true, 7, 106..108, [BoxState::Unread, BoxState::Discarded, BoxState::Returned]),
    ] {
        let timeline = Timeline::new(&query(&items, first_rank, backward, PageEnd::End));
        let door = Door { table: "T", index: None };
        let lit = timeline.lit(4);
        let runs =
            lit.runs(door, |collection, rank| (collection == 4).then_some(100 + rank as usize));
        assert_eq!(runs.len(), 1);
        assert_eq!(runs[0].positions(), covered);
        assert_eq!([105, 106, 107].map(|position| runs[0].state(position)), states);
        assert_eq!(runs[0].counts_in(0..1_000), (2, 1));
        assert_eq!(runs[0].counts_in(106..107), (1, 0));
        assert!(lit.runs(Door { table: "T", index: Some("I") }, |_, _| Some(0)).is_empty());
    }
}

#[test]
fn a_scan_of_a_million_items_is_small_and_any_step_is_found_at_once() {
    let collections: Vec<_> = (0..10_000_u32)
        .map(|ordinal| {
            (ordinal / 2_500, (0..100).map(|rank| (200, (ordinal + rank) % 7 == 0)).collect())
        })
        .collect();
    let walk = scan(&collections, &[5_000; 200], false);
    let timeline = Timeline::new(&walk);
    assert_eq!(timeline.steps(), 1 + 4 + 10_000 + 1_000_000 + 200 + 1);
    let started = std::time::Instant::now();
    let mut read = 0;
    for step in (0..timeline.steps()).step_by(97) {
        let counters = timeline.counters(step);
        assert!(counters.read >= read);
        read = counters.read;
        std::hint::black_box((timeline.event(step), timeline.lit(step)));
    }
    let look_ups = timeline.steps() as f64 / 97.0;
    let micros = started.elapsed().as_secs_f64() * 1e6 / look_ups;
    assert!(micros < 50.0, "a look-up took {micros} µs");
    assert_eq!(timeline.counters(timeline.last_step()).bytes, 200_000_000);
}

#[test]
fn an_empty_walk_is_the_desk_and_done() {
    let timeline = Timeline::new(&Walk::new("Query"));
    assert_eq!(
        (timeline.steps(), timeline.event(0), timeline.event(1)),
        (2, Event::AtDesk, Event::Done)
    );
    assert_eq!(timeline.counters(1), Counters::default());
}
