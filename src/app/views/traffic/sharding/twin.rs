//! The curves in words and as a table, for whoever does not see them.

use leptos::prelude::*;
use map::advice::traffic::{ShardCurve, ShardPoint};
use map::numerals::{counted, grouped, short_decimal};

use super::bench::{Bench, Curves};
use crate::app::views::erased::piece;

/// Numbers of shards that have a line in the table, beside the one looked at and the fewest that are enough.
const LINES: [u32; 9] = [1, 2, 3, 5, 10, 20, 50, 100, 200];

/// The curves in sentences.
pub fn told(bench: Bench) -> AnyView {
    let words = move || {
        let curves = bench.curves.read();
        let Curves { asked, curve, sample } = &**curves;
        let here = bench.shards.get();
        let mut sentences = curve.words(asked, here);
        // What is enough comes first: it is what one wants to know.
        let at = sentences.len().checked_sub(2);
        let first = at.map(|at| sentences.remove(at));
        sentences.extend(sample.as_ref().map(|(fallen, items)| fallen_words(fallen, *items, here)));
        let wrong = curve.at(here).is_some_and(|here| !here.clears);
        let stays = if here == 1 {
            "As one, it is over its partition's line."
        } else {
            "With the number that is chosen, each shard stays over the line."
        };
        let is_none = curve.smallest.is_none();
        let line = |sentence: String| view! { <p>{sentence}</p> }.into_any();
        let stays = wrong.then(|| view! { <p data-wrong="">{stays}</p> }.into_any());
        view! {
            <div class="sharding-told" role="status">
                <p data-wrong=is_none.then_some("")>{first}</p>
                {stays}
                {sentences.into_iter().map(line).collect_view()}
            </div>
        }
        .into_any()
    };
    piece(words).into_any()
}

/// How the items of the sample fall on the shards, which single items that are hot do not leave.
fn fallen_words(fallen: &ShardCurve, items: usize, shards: u32) -> String {
    let items = counted(items as u64, "item", "items");
    let enough = match fallen.smallest {
        Some(1) => "it fits as it is".to_owned(),
        Some(smallest) => format!("it takes {}", grouped(u64::from(smallest))),
        None => "no number is enough: one item is in one shard".to_owned(),
    };
    let hottest = match fallen.at(shards) {
        Some(point) if shards > 1 => format!(
            ", and with {} the hottest gets {} write units a second",
            grouped(u64::from(shards)),
            figure(point.hottest_write_units)
        ),
        _ => String::new(),
    };
    format!(
        "As the sample's {items} fall on shards, which is what is simulated, {enough}{hottest}."
    )
}

/// The curves as a table.
pub fn twin(bench: Bench) -> AnyView {
    let rows = move || {
        let curves = bench.curves.read();
        let here = bench.shards.get();
        let mut lines: Vec<u32> = LINES.to_vec();
        lines.push(here);
        lines.extend(curves.curve.smallest);
        key_engine::order::sort_by(&mut lines, Ord::cmp);
        lines.dedup();
        let points = lines.into_iter().filter_map(|shards| curves.curve.at(shards));
        points.map(|point| row(point, here, &curves)).collect_view().into_any()
    };
    view! {
        <details class="assumed">
            <summary>"The curves as a table"</summary>
            <div class="whatif-frame" tabindex="0" role="group" aria-label="The curves as a table">
                <table class="whatif-table">
                    <thead>
                        <tr>
                            <th scope="col" data-number="">"Shards"</th>
                            <th scope="col" data-number="">"Each shard, WCU/s"</th>
                            <th scope="col" data-number="">"Hottest as the sample falls, WCU/s"</th>
                            <th scope="col" data-number="">"Fullest bay, WCU/s"</th>
                            <th scope="col" data-number="">"Each shard, RCU/s"</th>
                            <th scope="col" data-number="">"Queries of a whole read"</th>
                            <th scope="col" data-number="">"RCU of a whole read"</th>
                            <th scope="col">"Under the line"</th>
                        </tr>
                    </thead>
                    <tbody>{piece(rows)}</tbody>
                </table>
            </div>
        </details>
    }
    .into_any()
}

fn figure(units: f64) -> String {
    if units >= 100.0 { grouped(units.round() as u64) } else { short_decimal(units, 1) }
}

fn row(point: &ShardPoint, here: u32, curves: &Curves) -> AnyView {
    let over = |units: f64, line: f64| (units > line + 0.5).then_some("");
    let (writes, reads) = (curves.curve.write_line, curves.curve.read_line);
    let sample = curves.sample.as_ref().and_then(|(fallen, _)| fallen.at(point.shards));
    let sample = sample.map(|point| point.hottest_write_units);
    let clears = match (point.clears, point.clears_bays) {
        (true, true) => "yes",
        (true, false) => "each shard, but not the bays as they stand",
        (false, _) => "no",
    };
    view! {
        <tr data-here=(point.shards == here).then_some("")>
            <th scope="row" data-number="">{point.shards.to_string()}</th>
            <td data-number="" data-over=over(point.hottest_write_units, writes)>{figure(point.hottest_write_units)}</td>
            <td data-number="" data-over=sample.and_then(|units| over(units, writes))>{sample.map_or_else(|| "–".to_owned(), figure)}</td>
            <td data-number="" data-over=over(point.fullest_bay_write_units, writes)>{figure(point.fullest_bay_write_units)}</td>
            <td data-number="" data-over=over(point.hottest_read_units, reads)>{figure(point.hottest_read_units)}</td>
            <td data-number="">{grouped(u64::from(point.requests_per_read))}</td>
            <td data-number="">{figure(point.units_per_read)}</td>
            <td>{clears}</td>
        </tr>
    }
    .into_any()
}
