//! The curves in words and as a table, for whoever does not see them.

use leptos::prelude::*;
use map::advice::traffic::ShardPoint;
use map::numerals::{grouped, short_decimal};

use super::bench::{Bench, Curves};
use crate::app::views::erased::piece;

/// Numbers of shards that have a line in the table, beside the one looked at and the fewest that are enough.
const LINES: [u32; 9] = [1, 2, 3, 5, 10, 20, 50, 100, 200];

/// The curves in sentences.
pub fn told(bench: Bench) -> AnyView {
    let words = move || {
        let curves = bench.curves.read();
        let Curves { asked, curve } = &**curves;
        let mut sentences = curve.words(asked, bench.shards.get());
        // What is enough comes first: it is what one wants to know.
        let at = sentences.len().checked_sub(2);
        let first = at.map(|at| sentences.remove(at));
        if asked.numbers.is_empty() {
            sentences.push("Chance divides what is asked evenly.".to_owned());
        } else {
            sentences.push(
                "What is asked of each shard follows the items of the sample that fall on it."
                    .to_owned(),
            );
        }
        let wrong = curve.at(bench.shards.get()).is_some_and(|here| !here.clears);
        let is_none = curve.smallest.is_none();
        let line = |sentence: String| view! { <p>{sentence}</p> }.into_any();
        let stays = wrong.then(|| view! { <p data-wrong="">"With the number that is chosen, a shard stays over the line."</p> }.into_any());
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
                            <th scope="col" data-number="">"Hottest shard, WCU/s"</th>
                            <th scope="col" data-number="">"Fullest bay, WCU/s"</th>
                            <th scope="col" data-number="">"Hottest shard, RCU/s"</th>
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
    let clears = match (point.clears, point.clears_bays) {
        (true, true) => "yes",
        (true, false) => "each shard, but not the bays as they stand",
        (false, _) => "no",
    };
    view! {
        <tr data-here=(point.shards == here).then_some("")>
            <th scope="row" data-number="">{point.shards.to_string()}</th>
            <td data-number="" data-over=over(point.hottest_write_units, writes)>{figure(point.hottest_write_units)}</td>
            <td data-number="" data-over=over(point.fullest_bay_write_units, writes)>{figure(point.fullest_bay_write_units)}</td>
            <td data-number="" data-over=over(point.hottest_read_units, reads)>{figure(point.hottest_read_units)}</td>
            <td data-number="">{grouped(u64::from(point.requests_per_read))}</td>
            <td data-number="">{figure(point.units_per_read)}</td>
            <td>{clears}</td>
        </tr>
    }
    .into_any()
}
