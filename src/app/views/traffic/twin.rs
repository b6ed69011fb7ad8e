//! The charts as tables: each partition in the second that is looked at, and each bar of the run in numbers.

use leptos::prelude::*;
use map::advice::traffic::{PartitionSecond, Units};
use map::numerals::grouped;

use super::bars::{Kind, bar_secs, bars};
use super::partitions::{title, units};
use super::run::{Desk, Run};
use crate::app::views::erased::{each, memo, piece, words};

const COLUMNS: [&str; 13] = [
    "Partition",
    "Read units asked",
    "served",
    "throttled",
    "line",
    "burst left",
    "Write units asked",
    "served",
    "throttled",
    "held back by an index",
    "line",
    "burst left",
    "Waiting to try again",
];
/// Partitions whose seconds are listed.
const MOST_PARTITIONS: usize = 24;

/// All doors.
pub fn twin(desk: Desk) -> AnyView {
    let count = memo(move || desk.run.read().setup.load.doors.len());
    each(move || (0..count.get()).collect(), move |at| door(desk, at))
}

fn door(desk: Desk, at: usize) -> AnyView {
    let name = move || desk.run.read().setup.load.doors.get(at).map(title).unwrap_or_default();
    let now = move || {
        let run = desk.run.read();
        let second = run.seconds.get(desk.second()).and_then(|second| second.doors.get(at));
        let partitions = second.map(|door| door.partitions.as_slice()).unwrap_or_default();
        partitions.iter().map(partition).collect_view().into_any()
    };
    let head = |words: &'static str| view! { <th scope="col">{words}</th> }.into_any();
    view! {
        <section class="traffic-door">
            <h3 class="traffic-door-title">{words(name)}</h3>
            <div class="traffic-frame" tabindex="0" role="region" aria-label=words(move || format!("{}: partitions", name()))>
                <table class="traffic-table">
                    <caption>{words(move || format!("Partitions in second {}", desk.second() + 1))}</caption>
                    <thead><tr>{COLUMNS.map(head).into_iter().collect_view()}</tr></thead>
                    <tbody>{piece(now)}</tbody>
                </table>
            </div>
            <div class="traffic-frame" tabindex="0" role="region" aria-label=words(move || format!("{}: seconds", name()))>
                {piece(move || seconds(&desk.run.read(), at))}
            </div>
        </section>
    }
    .into_any()
}

fn cell(value: f64, is_wrong: bool) -> AnyView {
    let tone = (is_wrong && value >= 0.5).then_some("wrong");
    view! { <td data-tone=tone>{units(value)}</td> }.into_any()
}

fn partition(partition: &PartitionSecond) -> AnyView {
    let Units { asked, served, throttled, line, burst_left, .. } = partition.read;
    let write = partition.write;
    view! {
        <tr>
            <th scope="row">{partition.number.to_string()}</th>
            {cell(asked, false)} {cell(served, false)} {cell(throttled, true)} {cell(line, false)}
            {cell(burst_left, false)} {cell(write.asked, false)} {cell(write.served, false)}
            {cell(write.throttled, true)} {cell(write.held_back, true)} {cell(write.line, false)}
            {cell(write.burst_left, false)}
            <td>{grouped(partition.backlog)}</td>
        </tr>
    }
    .into_any()
}

/// Each bar of the charts as a row.
fn seconds(run: &Run, door: usize) -> AnyView {
    let last = run.seconds.last().and_then(|second| second.doors.get(door));
    let partitions = last.map(|door| door.partitions.as_slice()).unwrap_or_default();
    let partitions = partitions.get(..partitions.len().min(MOST_PARTITIONS)).unwrap_or_default();
    let mut columns = Vec::new();
    let mut heads = Vec::new();
    for partition in partitions {
        for kind in Kind::BOTH {
            columns.push(bars(&run.seconds, run.length, door, partition.from, kind));
            heads.push(format!("Partition {}: {} served", partition.number, kind.words()));
            heads.push("throttled".to_owned());
        }
    }
    let bar = bar_secs(run.length);
    let caption = if bar == 1 {
        "Every second".to_owned()
    } else {
        format!("Means of {bar} seconds, a second")
    };
    let rows = run.seconds.len().div_ceil(bar);
    let row = |at: usize| {
        let cells = columns
            .iter()
            .filter_map(|bars| bars.get(at))
            .map(|bar| view! { {cell(bar.served, false)} {cell(bar.throttled, true)} }.into_any());
        view! { <tr><th scope="row">{grouped((at * bar + 1) as u64)}</th>{cells.collect_view()}</tr> }.into_any()
    };
    let head = |words: String| view! { <th scope="col">{words}</th> }.into_any();
    view! {
        <table class="traffic-table">
            <caption>{caption}</caption>
            <thead>
                <tr><th scope="col">"Second"</th>{heads.into_iter().map(head).collect_view()}</tr>
            </thead>
            <tbody>{(0..rows).map(row).collect_view()}</tbody>
        </table>
    }
    .into_any()
}
