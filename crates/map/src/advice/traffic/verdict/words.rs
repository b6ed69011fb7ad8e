//! The sentences of verdicts.

use super::Side;
use crate::advice::traffic::partition::READ;
use crate::numerals::{grouped, short_decimal};

/// The most shards that a key is spread over.
const MOST_SHARDS: f64 = 200.0;

/// What is added where an index is read too often.
pub(super) const INDEX_READS: &str = " Reads of an index do not hold back its table.";

fn kind_name(kind: usize) -> &'static str {
    if kind == READ { "read" } else { "write" }
}

fn whole(units: f64) -> String {
    grouped(units.max(0.0).round() as u64)
}

/// A part in percent: `14 %`, never 0 where there is something.
pub(super) fn percent(part: f64) -> String {
    let hundredths = part * 100.0;
    if hundredths > 0.0 && hundredths < 1.0 {
        return "less than 1 %".to_owned();
    }
    [&whole(hundredths), " %"].concat()
}

/// `1,320 of 1,000 write units asked for in a second`.
pub(super) fn asked_of(side: &Side) -> String {
    let (asked, line) = (whole(side.sight.new), whole(side.line));
    [&asked, " of ", &line, " ", kind_name(side.kind), " units asked for in a second"].concat()
}

/// What clients give up.
pub(super) fn lost(side: &Side, attempts: f64) -> Option<String> {
    let part = side.sight.lost / side.sight.new.max(1e-9);
    let after = match attempts {
        attempts if attempts < 1.5 => " of them given up at once".to_owned(),
        attempts => [" of them given up after ", &short_decimal(attempts, 0), " attempts"].concat(),
    };
    (side.sight.lost > 0.0).then(|| percent(part) + &after)
}

/// `14 % of writes throttled`; where clients try again, what they try counts, too.
pub(super) fn throttled(side: &Side) -> String {
    let comes_again = side.sight.asked > side.sight.new * 1.01;
    let also = if comes_again { ", retries counted" } else { "" };
    [&percent(side.throttled()), " of ", kind_name(side.kind), "s throttled", also].concat()
}

/// Of a key that is too hot by itself; `item` is what its hottest item is asked, where a split by sort key would do.
pub(super) fn sharded(units: f64, line: f64, item: Option<f64>) -> String {
    let shards = (units / line.max(1e-9)).ceil();
    let help = if shards > MOST_SHARDS {
        ["more than ", &whole(MOST_SHARDS), " shards would be needed"].concat()
    } else {
        let full = percent(units / shards.max(1.0) / line.max(1e-9));
        [&whole(shards), " shards bring it to ", &full].concat()
    };
    match item {
        None => {
            ["More partitions do not help: one key stays on one partition. Splitting the key does: ", &help, "."].concat()
        }
        Some(item) => [
            "No item of it is asked for more than ",
            &whole(item),
            " of them, so DynamoDB can split the collection by its sort key, once it has been hot for a while. Splitting the key \
             helps at once: ",
            &help,
            ".",
        ]
        .concat(),
    }
}

/// Of keys that share a partition.
pub(super) fn shared(split_secs: f64) -> String {
    let after = if split_secs <= 0.0 {
        "More partitions help.".to_owned()
    } else {
        let minutes = crate::numerals::duration(split_secs);
        [
            "DynamoDB splits it once it has been hot for about ",
            &minutes,
            " (assumed). Warm throughput set beforehand does it earlier.",
        ]
        .concat()
    };
    ["No key is too hot by itself: several share this partition. ", &after].concat()
}

/// Of a door that is given less than is asked of it.
pub(super) fn starved(kind: usize, asked: f64, given: f64, is_provisioned: bool) -> String {
    let figures = [
        &whole(asked),
        " ",
        kind_name(kind),
        " units a second are asked of all its partitions together, and ",
    ];
    let (figures, given) = (figures.concat(), whole(given));
    if is_provisioned {
        [&figures, &given, " are provisioned. That is starvation, not skew: more provisioned units help, another key does not."].concat()
    } else {
        [
            &figures,
            &given,
            " are allowed by the account's quota. A higher quota helps, another key does not.",
        ]
        .concat()
    }
}

/// Of a table whose index cannot follow.
pub(super) fn held_back(index: &str) -> String {
    [
        "This partition could serve them. ",
        index,
        " cannot follow, and its throttled writes throttle the table's: what relieves the index relieves the table.",
    ]
    .concat()
}
