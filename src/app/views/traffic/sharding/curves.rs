//! The two curves as pictures: what the hottest shard is asked for, and what a read of the whole takes.

use leptos::prelude::*;
use map::advice::change::MOST_SHARDS;
use map::advice::traffic::{ShardCurve, ShardPoint};
use map::numerals::grouped;

use super::bench::Bench;
use crate::app::views::erased::{piece, words};

/// Lengths in the pictures' own units.
const WIDTH: f64 = 400.0;
const HEIGHT: f64 = 190.0;
const LEFT: f64 = 44.0;
const RIGHT: f64 = 14.0;
const TOP: f64 = 16.0;
const BOTTOM: f64 = 26.0;
/// Numbers of shards that are written beneath. Each is as far from the next as the times it is more.
const TICKS: [u32; 8] = [1, 2, 5, 10, 20, 50, 100, 200];

/// One of the curves of a picture.
struct Drawn<'c> {
    curve: &'c ShardCurve,
    of: fn(&ShardPoint) -> f64,
    kind: &'static str,
}

fn x(shards: u32) -> f64 {
    let part = f64::from(shards.max(1)).ln() / f64::from(MOST_SHARDS).ln();
    LEFT + part * (WIDTH - LEFT - RIGHT)
}

fn y(value: f64, most: f64) -> f64 {
    let part = if most > 0.0 { (value / most).clamp(0.0, 1.0) } else { 0.0 };
    HEIGHT - BOTTOM - part * (HEIGHT - TOP - BOTTOM)
}

fn px(length: f64) -> String {
    map::numerals::decimal(length, 2)
}

/// Both pictures with their words.
pub fn curves(bench: Bench) -> AnyView {
    let line = move || grouped(bench.curves.read().curve.write_line.round() as u64);
    view! {
        <div class="sharding-curves">
            <figure class="curve">
                <figcaption>
                    <span class="curve-title">"Write units a second"</span>
                    <span class="whatif-minor">
                        {words(move || {
                            let sample = match bench.curves.read().sample {
                                Some(_) => " (solid) and of the hottest as the items of the sample fall (dashed)",
                                None => "",
                            };
                            format!(" of each shard{sample}; a partition serves {}.", line())
                        })}
                    </span>
                </figcaption>
                {piece(move || {
                    let curves = bench.curves.read();
                    let of = |point: &ShardPoint| point.hottest_write_units;
                    let mut drawn = Vec::new();
                    drawn.extend(curves.sample.as_ref().map(|(curve, _)| Drawn { curve, of, kind: "second" }));
                    drawn.push(Drawn { curve: &curves.curve, of, kind: "first" });
                    picture(&drawn, Some(curves.curve.write_line), bench, "Write units a second by shards. The table below says the same.")
                })}
            </figure>
            <figure class="curve">
                <figcaption>
                    <span class="curve-title">"One read of the whole"</span>
                    <span class="whatif-minor">" in read units (solid) and in Queries, side by side (dashed)."</span>
                </figcaption>
                {piece(move || {
                    let curve = &bench.curves.read().curve;
                    let drawn = [
                        Drawn { curve, of: |point| point.units_per_read, kind: "first" },
                        Drawn { curve, of: |point| f64::from(point.requests_per_read), kind: "second" },
                    ];
                    picture(&drawn, None, bench, "Read units and Queries of a read of the whole by shards. The table below says the same.")
                })}
            </figure>
        </div>
    }
    .into_any()
}

fn picture(drawn: &[Drawn<'_>], limit: Option<f64>, bench: Bench, title: &'static str) -> AnyView {
    let highest = |drawn: &Drawn<'_>| drawn.curve.points.iter().map(drawn.of).fold(0.0, f64::max);
    let most = drawn.iter().map(highest).fold(limit.unwrap_or(1.0), f64::max) * 1.08;
    let path = |one: &Drawn<'_>| {
        let mut path = String::new();
        for point in &one.curve.points {
            path.push(if path.is_empty() { 'M' } else { 'L' });
            path.push_str(&px(x(point.shards)));
            path.push(' ');
            path.push_str(&px(y((one.of)(point), most)));
        }
        view! { <path class="curve-line" data-line=one.kind d=path /> }.into_any()
    };
    let tick = |shards: u32| {
        view! {
            <text x=px(x(shards)) y=px(HEIGHT - 9.0) text-anchor="middle">{shards.to_string()}</text>
        }
        .into_any()
    };
    let level = |value: f64| {
        let words = grouped(value.round() as u64);
        view! { <text x=px(LEFT - 6.0) y=px(y(value, most) + 4.0) text-anchor="end">{words}</text> }
            .into_any()
    };
    let line = limit.map(|limit| {
        let at = px(y(limit, most));
        view! {
            <path class="curve-limit" d=format!("M{} {at}H{}", px(LEFT), px(WIDTH - RIGHT)) />
            <text data-limit="" x=px(WIDTH - RIGHT) y=px(y(limit, most) - 4.0) text-anchor="end">
                {format!("{} a second", grouped(limit.round() as u64))}
            </text>
        }
        .into_any()
    });
    let shards = bench.shards.get();
    let dot = |one: &Drawn<'_>| {
        let value = one.curve.at(shards).map_or(0.0, one.of);
        view! { <circle class="curve-dot" data-line=one.kind cx=px(x(shards)) cy=px(y(value, most)) r="4" /> }.into_any()
    };
    let here = format!("M{} {}V{}", px(x(shards)), px(TOP), px(HEIGHT - BOTTOM));
    let highest = drawn.iter().map(highest).fold(0.0, f64::max);
    view! {
        <svg
            class="curve-picture"
            viewBox=format!("0 0 {} {}", px(WIDTH), px(HEIGHT))
            role="img"
            aria-label=title
        >
            <path class="curve-here" d=here />
            {line}
            {drawn.iter().map(path).collect_view()}
            {drawn.iter().map(dot).collect_view()}
            {level(0.0)}
            {(highest >= 1.0).then(|| level(highest))}
            {TICKS.map(tick).into_iter().collect_view()}
        </svg>
    }
    .into_any()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everything_stands_within_the_picture() {
        for shards in TICKS {
            assert!((LEFT..=WIDTH - RIGHT + 1e-9).contains(&x(shards)));
        }
        for (value, most) in [(0.0, 0.0), (5.0, 0.0), (5.0, 10.0), (50.0, 10.0)] {
            assert!((TOP - 1e-9..=HEIGHT - BOTTOM).contains(&y(value, most)));
        }
    }
}
