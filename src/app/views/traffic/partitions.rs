//! Each door with its partitions: the chart of each, and its verdict beside it.

use std::sync::Arc;

use leptos::prelude::*;
use map::advice::traffic::{Door, Mood, Verdict};
use map::numerals::{counted, grouped};

use super::bars::{
    From, HEIGHT, Kind, WIDTH, bar_secs, bars, height, is_same, partition, paths, top,
};
use super::heat;
use super::run::{Desk, Run};
use crate::app::views::erased::{each, mark, memo, piece, press, words};

/// Partitions of a door that are shown at first: the busiest.
const SHOWN: usize = 12;

/// A partition that a row stands for, whatever its number becomes.
#[derive(Clone, Copy)]
struct Spot {
    desk: Desk,
    door: usize,
    from: From,
}

/// All doors.
pub fn doors(desk: Desk) -> AnyView {
    let count = memo(move || desk.run.read().setup.load.doors.len());
    each(move || (0..count.get()).collect(), move |at| door(desk, at))
}

fn described(desk: Desk, at: usize) -> Door {
    desk.run.read().setup.load.doors.get(at).cloned().unwrap_or_default()
}

/// A door as a heading calls it.
pub fn title(door: &Door) -> String {
    match &door.index {
        Some(index) => ["Index ", index, " of ", &door.table].concat(),
        None => ["Table ", &door.table].concat(),
    }
}

fn door(desk: Desk, at: usize) -> AnyView {
    let all = RwSignal::new(false);
    // Rows are numbered by where their partitions begin; once given, a number is kept.
    let known = StoredValue::new(Vec::<From>::new());
    let busiest = memo(move || busiest(&desk.run.read(), at, SHOWN));
    let there = memo(move || {
        let run = desk.run.read();
        let second = run.seconds.get(desk.second()).and_then(|second| second.doors.get(at));
        let partitions = second.map(|door| door.partitions.as_slice()).unwrap_or_default();
        partitions.iter().map(|partition| partition.from).collect::<Vec<_>>()
    });
    let numbers = move || {
        let (there, busiest, all) = (there.read(), busiest.read(), all.get());
        let mut numbers = Vec::new();
        for from in there.iter() {
            if !all && there.len() > SHOWN && !busiest.iter().any(|one| is_same(*one, *from)) {
                continue;
            }
            let mut known = known.write_value();
            let number = known.iter().position(|one| is_same(*one, *from));
            numbers.push(number.unwrap_or_else(|| {
                known.push(*from);
                known.len() - 1
            }));
        }
        numbers
    };
    let row = move |number: usize| {
        let from = known.with_value(|known| known.get(number).copied()).unwrap_or_default();
        partition_row(Spot { desk, door: at, from })
    };
    let count = move || there.read().len();
    let more = move || {
        if count() <= SHOWN {
            return ().into_any();
        }
        let told = move || {
            if all.get() {
                "Show the busiest only".to_owned()
            } else {
                format!("Show all {} partitions", grouped(count() as u64))
            }
        };
        view! {
            <button class="button" type="button" on:click=press(move || all.update(|all| *all = !*all))>
                {words(told)}
            </button>
        }
        .into_any()
    };
    let heading = format!("traffic-door-{at}");
    view! {
        <section class="traffic-door" aria-labelledby=format!("traffic-door-{at}")>
            <h3 class="traffic-door-title" id=heading>
                {words(move || title(&described(desk, at)))}
                <span class="traffic-minor">
                    {words(move || counted(count() as u64, "partition", "partitions"))}
                </span>
            </h3>
            {heat::floor(desk, at)}
            {each(numbers, row)}
            {piece(more)}
        </section>
    }
    .into_any()
}

/// The partitions that are asked most of what they can, over the whole run.
pub fn busiest(run: &Run, door: usize, most: usize) -> Vec<From> {
    let mut heat: Vec<(From, f64)> = Vec::new();
    for second in &run.seconds {
        let partitions = second.doors.get(door).map(|door| door.partitions.as_slice());
        for partition in partitions.unwrap_or_default() {
            let part = |kind: Kind| kind.of(partition).asked / kind.of(partition).line.max(1.0);
            let asked = part(Kind::Read) + part(Kind::Write);
            match heat.iter_mut().find(|(from, _)| is_same(*from, partition.from)) {
                Some((_, sum)) => *sum += asked,
                None => heat.push((partition.from, asked)),
            }
        }
    }
    key_engine::order::sort_by(&mut heat, |(_, one), (_, two)| two.total_cmp(one));
    heat.truncate(most);
    heat.into_iter().map(|(from, _)| from).collect()
}

fn partition_row(spot: Spot) -> AnyView {
    let number = memo(move || {
        let run = spot.desk.run.read();
        let second = run.seconds.get(spot.desk.second());
        let found = second.and_then(|second| partition(second, spot.door, spot.from));
        found.map(|partition| partition.number)
    });
    let verdict = memo(move || {
        let number = number.get()?;
        spot.desk.run.read().verdict(spot.desk.second(), spot.door, number).cloned()
    });
    let mood = move || match verdict.read().as_ref()?.mood {
        Mood::Calm => Some("calm"),
        Mood::Warm => Some("warm"),
        Mood::Hot => Some("hot"),
    };
    let name = move || format!("Partition {}", number.get().unwrap_or_default());
    view! {
        <div class="traffic-partition" role="group" aria-label=words(name) data-mood=mark(mood)>
            <h4 class="traffic-partition-title">{words(name)}</h4>
            <div class="traffic-charts">{Kind::BOTH.map(|kind| chart(spot, kind)).into_iter().collect_view()}</div>
            {piece(move || verdict.get().map_or_else(|| ().into_any(), told))}
        </div>
    }
    .into_any()
}

/// A verdict in words.
fn told(verdict: Verdict) -> AnyView {
    let Verdict { title, figures, throttled, advice, .. } = verdict;
    let figure = |words: String| view! { <p>{words}</p> }.into_any();
    view! {
        <div class="traffic-verdict">
            <p class="traffic-verdict-title">{title}</p>
            {figures.into_iter().map(figure).collect_view()}
            {throttled.map(|words| view! { <p class="traffic-throttled">{words}</p> })}
            {advice.map(|words| view! { <p class="traffic-advice">{words}</p> })}
        </div>
    }
    .into_any()
}

/// What a chart draws.
#[derive(Clone, Debug, Default, PartialEq)]
struct Drawn {
    served: String,
    throttled: String,
    line: f64,
    line_at: u32,
    /// The most that was asked in a bar, and the part of all that was throttled.
    most: f64,
    part: f64,
}

fn drawn(spot: Spot, kind: Kind) -> Drawn {
    let run = spot.desk.run.read();
    let bars = bars(&run.seconds, run.length, spot.door, spot.from, kind);
    let top = top(&run.seconds, spot.door, kind);
    let (served, throttled) = paths(&bars, run.length, top);
    let found = run.seconds.last().and_then(|last| partition(last, spot.door, spot.from));
    let line = found.map_or(0.0, |partition| kind.of(partition).line);
    let sums = bars.iter().fold((0.0, 0.0), |(all, off), bar| {
        (all + bar.served + bar.throttled, off + bar.throttled)
    });
    let most = bars.iter().fold(0.0_f64, |most, bar| most.max(bar.served + bar.throttled));
    let part = if sums.0 > 0.0 { sums.1 / sums.0 } else { 0.0 };
    Drawn { served, throttled, line, line_at: HEIGHT - height(line, top), most, part }
}

fn chart(spot: Spot, kind: Kind) -> AnyView {
    let shape: Memo<Arc<Drawn>> = memo(move || Arc::new(drawn(spot, kind)));
    let spoken = move || {
        let drawn = shape.read();
        format!(
            "{} over the whole time: at most {} a second asked for, the line is {}, {} throttled",
            kind.words(),
            units(drawn.most),
            units(drawn.line),
            percent(drawn.part),
        )
    };
    // what is not played yet is veiled
    let veil = move || {
        let (second, length) = (spot.desk.second(), spot.desk.run.read().length.max(1));
        let bar = bar_secs(length);
        let count = length.div_ceil(bar).max(1) as u32;
        (second / bar + 1) as u32 * WIDTH / count
    };
    let now = move || {
        let run = spot.desk.run.read();
        let second = run.seconds.get(spot.desk.second());
        let Some(partition) = second.and_then(|second| partition(second, spot.door, spot.from))
        else {
            return String::new();
        };
        let now = kind.of(partition);
        if now.throttled >= 0.5 {
            format!("{} asked, {} throttled", units(now.asked), units(now.throttled))
        } else {
            units(now.asked)
        }
    };
    let line = move || {
        let drawn = shape.read();
        format!("{} /s", units(drawn.line))
    };
    let line_style =
        move || format!("{}%", f64::from(shape.read().line_at) / f64::from(HEIGHT) * 100.0);
    view! {
        <figure class="traffic-chart" data-kind=kind.name()>
            <svg
                class="traffic-bars"
                viewBox=format!("0 0 {WIDTH} {HEIGHT}")
                preserveAspectRatio="none"
                role="img"
                aria-label=words(spoken)
            >
                <path class="traffic-served" d=words(move || shape.read().served.clone())></path>
                <path class="traffic-over" d=words(move || shape.read().throttled.clone())></path>
                <path
                    class="traffic-line"
                    d=words(move || format!("M0 {}H{WIDTH}", shape.read().line_at))
                ></path>
                <rect
                    class="traffic-veil"
                    x=words(move || veil().to_string())
                    y="0"
                    width=WIDTH.to_string()
                    height=HEIGHT.to_string()
                ></rect>
            </svg>
            <figcaption class="traffic-chart-words">
                {kind.words()}
                <span class="traffic-now">{words(now)}</span>
            </figcaption>
            <span class="traffic-line-words" style=("--line", words(line_style))>{words(line)}</span>
        </figure>
    }
    .into_any()
}

/// Units without more digits than are of use.
pub fn units(units: f64) -> String {
    if units > 0.0 && units < 100.0 {
        map::numerals::short_decimal(units, 1)
    } else {
        grouped(units.max(0.0).round() as u64)
    }
}

/// A part in percent: none is `0 %`, and less than one of a hundred is said to be so.
pub fn percent(part: f64) -> String {
    let whole = (part * 100.0).round() as u64;
    match whole {
        0 if part > 0.0 => "less than 1 %".to_owned(),
        100 if part < 1.0 => "more than 99 %".to_owned(),
        _ => format!("{whole} %"),
    }
}
