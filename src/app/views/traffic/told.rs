//! What a run says in words: the verdict on the whole, what happened, the hottest keys, and how each row fared.

use leptos::prelude::*;
use map::advice::traffic::{HotKey, Mood, RuleId, Second, Setup, StreamSecond};
use map::numerals::{counted, decimal, duration, grouped};

use super::partitions::{percent, title, units};
use super::run::{Desk, Run};
use crate::app::views::erased::{memo, piece, words};

/// Events that are listed; more are counted.
const MOST_EVENTS: usize = 60;
/// Keys that are listed.
const MOST_KEYS: usize = 8;

/// The line and what is above it.
pub fn lead(desk: Desk) -> String {
    let settings = desk.settings.read();
    format!(
        "Per partition: {} read units and {} write units a second. Above the line, requests are throttled.",
        units(settings.rule(RuleId::PartitionReadUnits)),
        units(settings.rule(RuleId::PartitionWriteUnits)),
    )
}

/// The verdict on all partitions at once, to be read from the back of a room.
pub fn whole(desk: Desk) -> AnyView {
    let said = memo(move || {
        let run = desk.run.read();
        let second = desk.second();
        let Some(doors) = run.seconds.get(second).map(|second| &second.doors) else {
            return (false, String::new());
        };
        let (mut hot, mut all) = (Vec::new(), 0);
        for (at, door) in doors.iter().enumerate() {
            for partition in &door.partitions {
                all += 1;
                let verdict = run.verdict(second, at, partition.number);
                hot.extend(verdict.filter(|it| it.mood == Mood::Hot).map(|it| it.title.clone()));
            }
        }
        if hot.is_empty() {
            return (
                false,
                format!("Nothing is throttled: {}.", counted(all, "partition", "partitions")),
            );
        }
        let mut titles = hot.clone();
        titles.dedup();
        titles.truncate(3);
        let count = format!(
            "{} of {} throttled",
            grouped(hot.len() as u64),
            counted(all, "partition", "partitions")
        );
        (true, format!("{count}: {}.", titles.join(", ")))
    });
    view! {
        <p class="traffic-whole" role="status" data-tone=move || said.read().0.then_some("wrong")>
            {words(move || said.read().1.clone())}
        </p>
    }
    .into_any()
}

/// What happened, until the second that is looked at.
pub fn events(desk: Desk) -> AnyView {
    let list = move || {
        let run = desk.run.read();
        let until = desk.second() + 1;
        let seconds = run.seconds.get(..until).unwrap_or_default();
        let mut told: Vec<(u64, String)> = Vec::new();
        let mut more = 0;
        for second in seconds {
            for event in &second.events {
                if told.len() < MOST_EVENTS {
                    told.push((second.number + 1, event.told(&run.setup.load)));
                } else {
                    more += 1;
                }
            }
        }
        if told.is_empty() {
            return view! { <p class="traffic-minor">"Nothing in particular so far."</p> }
                .into_any();
        }
        let line = |(second, words): (u64, String)| {
            view! { <li><span class="traffic-minor">"Second " {grouped(second)}</span> <span>{words}</span></li> }.into_any()
        };
        let more = (more > 0).then(
            || view! { <li><span></span><span>{format!("and {} more", grouped(more))}</span></li> },
        );
        view! { <ol class="traffic-events">{told.into_iter().map(line).collect_view()} {more}</ol> }
            .into_any()
    };
    section("traffic-events", "What happened", piece(list).into_any())
}

fn section(id: &'static str, heading: &'static str, body: AnyView) -> AnyView {
    view! {
        <section class="traffic-section" aria-labelledby=id>
            <h2 class="traffic-subtitle" id=id>{heading}</h2>
            {body}
        </section>
    }
    .into_any()
}

fn door_title(setup: &Setup, door: usize) -> String {
    setup.load.doors.get(door).map(title).unwrap_or_default()
}

/// The hottest keys of the second that is looked at, with their shares.
pub fn hottest(desk: Desk) -> AnyView {
    let list = move || {
        let run = desk.run.read();
        let mut keys: Vec<HotKey> =
            run.seconds.get(desk.second()).map(|second| second.hottest.clone()).unwrap_or_default();
        key_engine::order::sort_by(&mut keys, |one, two| {
            heat(&run.setup, two).total_cmp(&heat(&run.setup, one))
        });
        keys.truncate(MOST_KEYS);
        if keys.is_empty() {
            return view! { <p class="traffic-minor">"No key is asked in this second."</p> }
                .into_any();
        }
        let line = |key: HotKey| {
            let door = door_title(&run.setup, key.door);
            let figures = format!(
                "{} of what is asked of {door}: {} read units, {} write units a second, on partition {}",
                percent(key.share),
                units(key.read_units),
                units(key.write_units),
                key.partition
            );
            let share = format!("{}%", decimal(key.share * 100.0, 1));
            view! {
                <li>
                    <span class="key">{key.text}</span>
                    <span class="traffic-share" style=("--share", share) aria-hidden="true"></span>
                    <span class="traffic-minor">{figures}</span>
                </li>
            }
            .into_any()
        };
        view! { <ol class="traffic-hottest">{keys.into_iter().map(line).collect_view()}</ol> }
            .into_any()
    };
    section("traffic-hottest", "Hottest keys", piece(list).into_any())
}

/// How hard a key bears on a partition.
fn heat(setup: &Setup, key: &HotKey) -> f64 {
    let line = |id| setup.rules.value(id).max(1.0);
    (key.read_units / line(RuleId::PartitionReadUnits))
        .max(key.write_units / line(RuleId::PartitionWriteUnits))
}

const COLUMNS: [&str; 9] =
    ["Row", "Asked", "Served", "Throttled", "Retried", "Given up", "In retry", "p50", "p99"];

/// How each row fared in the second that is looked at, in operations.
pub fn streams(desk: Desk) -> AnyView {
    let rows = move || {
        let run = desk.run.read();
        let told = run.seconds.get(desk.second()).map(|second: &Second| second.streams.clone());
        let row = |(at, told): (usize, StreamSecond)| stream(&run, at, told);
        told.unwrap_or_default().into_iter().enumerate().map(row).collect_view().into_any()
    };
    let head = |words: &'static str| view! { <th scope="col">{words}</th> }.into_any();
    let table = view! {
        <p class="traffic-lead">
            {words(move || format!("Calls in second {}. A throttled call is tried again after a while, and given up in the end.", desk.second() + 1))}
        </p>
        <div class="traffic-frame" tabindex="0" role="region" aria-label="Calls of each row">
            <table class="traffic-table">
                <thead><tr>{COLUMNS.map(head).into_iter().collect_view()}</tr></thead>
                <tbody>{piece(rows)}</tbody>
            </table>
        </div>
    };
    section("traffic-streams", "Rows", table.into_any())
}

fn stream(run: &Run, at: usize, told: StreamSecond) -> AnyView {
    let name = run.setup.load.streams.get(at);
    let name = name.map(|stream| [&stream.id, " ", &stream.label].concat()).unwrap_or_default();
    let counts = [told.asked, told.served, told.throttled, told.retried, told.lost, told.in_retry];
    let cell = |(place, count): (usize, u64)| {
        let tone = (place == 2 && count > 0).then_some("wrong");
        view! { <td data-tone=tone>{grouped(count)}</td> }.into_any()
    };
    let latency = |seconds: f64| if seconds > 0.0 { duration(seconds) } else { "–".to_owned() };
    view! {
        <tr>
            <th scope="row">{name}</th>
            {counts.into_iter().enumerate().map(cell).collect_view()}
            <td>{latency(told.latency_p50_secs)}</td>
            <td>{latency(told.latency_p99_secs)}</td>
        </tr>
    }
    .into_any()
}
