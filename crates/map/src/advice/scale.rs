//! What a row would read, cost and take in a table of any size.
//!
//! Owns the projection from a proof on the sample items to a table of up to tens of billions, and the words of its formulas. The
//! shape is kept: all tables grow by the same factor, and it is their collections that multiply, while each stays as long as it
//! is in the sample. What grows is
//! - what a Scan reads: everything;
//! - a collection whose partition key the call writes as a constant, such as `OPEN`: there is no second one beside it.
//!
//! What matches a filter or stands under a sort key that a `{placeholder}` gives by equality or by its beginning does not grow.
//! A call with a `Limit` is one page. It must never run a request.

mod growth;
#[cfg(test)]
mod tests;

use key_engine::Database;
use key_engine::engine::limits::{PAGE_BYTES, READ_UNIT_BYTES};
use key_engine::engine::read_units;
use key_engine::walk::{Action, Leg, Page};
use serde_json::Value;

use super::price::{UnitPrice, cost};
use super::told::units_of;
use super::{CallProof, Proof};
use crate::design::{Call, Design, Request};
use crate::numerals::{bytes, counted, dollars, duration, grouped, short_decimal, units};
use growth::{grows, matches_stay};

/// Seconds that a round trip takes at least. Assumed: AWS promises single-digit milliseconds and no number.
pub const ROUND_TRIP_SECS: f64 = 0.01;
/// Read units a second that a partition serves.
/// <https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/bp-partition-key-design.html>
pub const PARTITION_READ_UNITS: f64 = 3_000.0;
/// Write units a second that a partition serves. The same page.
pub const PARTITION_WRITE_UNITS: f64 = 1_000.0;

/// A row in a table of another size.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct AtScale {
    /// Items of all tables together.
    pub items: u64,
    /// Items evaluated each time it is asked.
    pub items_read: u64,
    /// Items returned each time.
    pub items_returned: u64,
    /// Bytes of the items evaluated.
    pub bytes: u64,
    /// Pages, each a round trip.
    pub pages: u64,
    /// Calls to the service, one after the other.
    pub round_trips: u64,
    /// Read units each time.
    pub read_units: f64,
    /// Write units each time.
    pub write_units: f64,
    /// Seconds that all its pages take, one after the other.
    pub seconds: f64,
    /// Read units a second at the row's volume.
    pub read_units_per_second: f64,
    /// Write units a second at the row's volume.
    pub write_units_per_second: f64,
    /// Whether any of this grows with the table.
    pub grows: bool,
    /// How it was worked out, with the numbers put in, a step a line.
    pub formula: Vec<String>,
}

impl AtScale {
    /// US dollars each time it is asked.
    pub fn cost(&self, price: UnitPrice) -> f64 {
        cost(self.read_units, self.write_units, price)
    }

    /// The cost each time as a formula with its numbers: `1,234 read units × $0.125 a million = $0.00015`.
    pub fn cost_formula(&self, price: UnitPrice) -> String {
        let mut terms = Vec::new();
        for (amount, kind, per_million) in [
            (self.read_units, "read", price.per_million_read_units),
            (self.write_units, "write", price.per_million_write_units),
        ] {
            if amount > 0.0 {
                let unit = short_decimal(per_million, 4);
                terms.push(format!("{} × ${unit} a million", units_of(amount, kind)));
            }
        }
        if terms.is_empty() {
            return dollars(0.0);
        }
        format!("{} = {}", terms.join(" + "), dollars(self.cost(price)))
    }
}

/// How many items the tables of a design have in the sample: where the scale begins.
pub fn sample_items(database: &Database) -> u64 {
    database.tables().map(|table| table.item_count() as u64).sum()
}

/// Whether there is something to take a row's figures from: not where all that it reads stands in tables without items.
pub fn has_sample(proof: &Proof, database: &Database) -> bool {
    let mut doors = proof.calls.iter().flat_map(|run| &run.doors).peekable();
    proof.write_units > 0.0
        || doors.peek().is_none()
        || doors.any(|(table, _)| database.table(table).is_some_and(|table| table.item_count() > 0))
}

/// What a row would read, cost and take if all tables together had `items` items; fewer than in the sample are as many as in it.
pub fn at_scale(
    proof: &Proof,
    request: &Request,
    design: &Design,
    database: &Database,
    items: u64,
) -> AtScale {
    let sample = sample_items(database);
    let growth = Growth { items: items.max(sample), sample };
    let mut scaled = AtScale { items: growth.items, ..AtScale::default() };
    for (at, run) in proof.calls.iter().enumerate() {
        let written = request.calls.get(at).unwrap_or(&run.call);
        call_at_scale(run, written, database, growth, &mut scaled);
    }
    scaled.read_units_per_second = scaled.read_units * proof.per_second;
    scaled.write_units_per_second = scaled.write_units * proof.per_second;
    if !proof.calls.is_empty() {
        scaled.formula.push(at_volume(&scaled, proof.per_second));
    }
    if growth.items > sample && design.tables.len() > 1 {
        scaled.formula.push(format!(
            "All tables grow alike: {} items now, {} then.",
            grouped(sample),
            grouped(growth.items)
        ));
    }
    scaled
}

fn at_volume(scaled: &AtScale, per_second: f64) -> String {
    let (amount, kind) = if scaled.write_units > 0.0 {
        (scaled.write_units, "write")
    } else {
        (scaled.read_units, "read")
    };
    format!(
        "At volume: {} × {} a second = {} a second.",
        units_of(amount, kind),
        rate(per_second),
        rate(amount * per_second)
    )
}

/// From the sample to the table asked about.
#[derive(Clone, Copy, Debug)]
struct Growth {
    items: u64,
    sample: u64,
}

impl Growth {
    /// An amount that grows with the table; exact, as far as 64 bits hold it.
    fn of(self, amount: u64) -> u64 {
        let Some(whole) = self.items.checked_div(self.sample) else { return amount };
        let rest = amount.saturating_mul(self.items % self.sample) / self.sample;
        amount.saturating_mul(whole).saturating_add(rest)
    }

    fn factor(self) -> f64 {
        self.items as f64 / self.sample.max(1) as f64
    }
}

/// What a call read in the sample, as far as it can grow.
#[derive(Clone, Copy, Debug)]
struct Reading<'p> {
    leg: &'p Leg,
    items: u64,
    returned: u64,
    bytes: u64,
    units: f64,
}

fn call_at_scale(
    run: &CallProof,
    written: &Call,
    database: &Database,
    growth: Growth,
    scaled: &mut AtScale,
) {
    let legs = || run.walk.pages.iter().flat_map(|page| &page.legs);
    let grown =
        legs().next().filter(|_| growth.items > growth.sample && grows(run, written, database));
    match grown {
        Some(leg) => grown_call(&reading(run, leg, database), run, written, growth, scaled),
        None => same_call(run, growth, scaled),
    }
}

/// What was read in the sample: by a Scan that was stopped, all that it would have read.
fn reading<'p>(run: &CallProof, leg: &'p Leg, database: &Database) -> Reading<'p> {
    let totals = &run.totals;
    let mut reading = Reading {
        leg,
        items: totals.items_read,
        returned: totals.items_returned,
        bytes: totals.bytes_read,
        units: totals.capacity_units,
    };
    let door = database.table(&leg.table).and_then(|table| table.door(leg.index.as_deref()));
    if let Some(door) = door.filter(|_| !run.whole && leg.scan && reading.items > 0) {
        let share = door.item_count() as f64 / reading.items as f64;
        reading.returned = (reading.returned as f64 * share) as u64;
        reading.units *= share;
        (reading.items, reading.bytes) = (door.item_count() as u64, door.size_bytes());
    }
    reading
}

/// A call that costs what it costs in the sample, however large the table is.
fn same_call(run: &CallProof, growth: Growth, scaled: &mut AtScale) {
    let totals = &run.totals;
    let pages = u64::from(totals.pages);
    scaled.items_read = scaled.items_read.saturating_add(totals.items_read);
    scaled.items_returned = scaled.items_returned.saturating_add(totals.items_returned);
    scaled.bytes = scaled.bytes.saturating_add(totals.bytes_read);
    scaled.pages = scaled.pages.saturating_add(pages);
    scaled.round_trips = scaled.round_trips.saturating_add(u64::from(totals.round_trips));
    let mut seconds = 0.0;
    let mut is_write = false;
    for page in &run.walk.pages {
        is_write |= is_written(page);
        seconds += page_secs(page.capacity_units, is_written(page));
    }
    scaled.seconds += seconds;
    *account(scaled, is_write) += totals.capacity_units;
    let kind = if is_write { "write" } else { "read" };
    let stays = if growth.items > growth.sample { ", at any size of the table" } else { "" };
    let read = match totals.items_read {
        0 => String::new(),
        items => format!("{}, ", items_of(items, totals.bytes_read)),
    };
    scaled.formula.push(format!(
        "{}: {read}{} in {}, {}{stays}.",
        run.route,
        units_of(totals.capacity_units, kind),
        counted(pages, "page", "pages"),
        duration(seconds)
    ));
}

/// A call that reads more in a larger table.
fn grown_call(
    reading: &Reading<'_>,
    run: &CallProof,
    written: &Call,
    growth: Growth,
    scaled: &mut AtScale,
) {
    let limit = run.call.input.get("Limit").and_then(Value::as_u64);
    let whole = growth.of(reading.items);
    let items = whole.min(limit.unwrap_or(u64::MAX));
    let share = items as f64 / whole.max(1) as f64;
    let size = if items == whole {
        growth.of(reading.bytes)
    } else {
        (growth.of(reading.bytes) as f64 * share) as u64
    };
    let kept = if matches_stay(written, reading.leg) {
        reading.returned
    } else {
        (growth.of(reading.returned) as f64 * share) as u64
    };
    let pages = if limit.is_some() { 1 } else { size.div_ceil(PAGE_BYTES).max(1) };
    let fetches = run.walk.pages.iter().flat_map(|page| &page.legs);
    let fetches = fetches.filter(|leg| leg.action == Action::Fetch).count() > 0;
    // What a local index does not hold is fetched item by item, and charged so.
    let amount = if fetches {
        reading.units * growth.factor() * share
    } else {
        read_units(size, reading.leg.consistent)
    };
    let a_page = amount / pages as f64;
    let seconds = pages as f64 * page_secs(a_page, false);
    scaled.grows = true;
    scaled.items_read = scaled.items_read.saturating_add(items);
    scaled.items_returned = scaled.items_returned.saturating_add(kept);
    scaled.bytes = scaled.bytes.saturating_add(size);
    scaled.pages = scaled.pages.saturating_add(pages);
    scaled.round_trips = scaled.round_trips.saturating_add(pages);
    scaled.read_units += amount;
    scaled.seconds += seconds;
    let formula = &mut scaled.formula;
    formula.push(format!("{}: {}.", run.route, items_of(items, size)));
    let half = if reading.leg.consistent { "" } else { " × 0.5 (eventual)" };
    formula.push(if fetches {
        format!("Fetched from the table one by one: {}.", units_of(amount, "read"))
    } else {
        format!(
            "{} / {} KB{half} = {}.",
            bytes(size),
            grouped(READ_UNIT_BYTES / 1024),
            units_of(amount, "read")
        )
    });
    formula.push(format!(
        "{} of at most 1 MB × {} = {}.",
        counted(pages, "page", "pages"),
        page_time(a_page),
        duration(seconds)
    ));
}

/// `18 items × 143.3 bytes = 2,580 bytes`.
fn items_of(items: u64, size: u64) -> String {
    let each = match size.checked_div(items) {
        Some(each) if each < 1_000 => {
            format!("{} bytes", short_decimal(size as f64 / items as f64, 1))
        }
        Some(each) => bytes(each),
        None => bytes(0),
    };
    format!("{} × {each} = {}", counted(items, "item", "items"), bytes(size))
}

/// So many a second: whole ones grouped, below 100 with their fraction.
fn rate(per_second: f64) -> String {
    if per_second < 100.0 { short_decimal(per_second, 2) } else { units(per_second) }
}

/// How long a page takes, and why.
fn page_time(page_units: f64) -> String {
    let secs = page_secs(page_units, false);
    if secs > ROUND_TRIP_SECS {
        format!(
            "{} units / {} a second of one partition ({})",
            short_decimal(page_units, 1),
            grouped(PARTITION_READ_UNITS as u64),
            duration(secs)
        )
    } else {
        format!("{} a round trip (assumed)", duration(secs))
    }
}

/// Seconds a page takes: a round trip, or as long as one partition needs to serve its units.
fn page_secs(page_units: f64, is_write: bool) -> f64 {
    let serves = if is_write { PARTITION_WRITE_UNITS } else { PARTITION_READ_UNITS };
    (page_units / serves).max(ROUND_TRIP_SECS)
}

fn account(scaled: &mut AtScale, is_write: bool) -> &mut f64 {
    if is_write { &mut scaled.write_units } else { &mut scaled.read_units }
}

fn is_written(page: &Page) -> bool {
    let reads = |leg: &Leg| matches!(leg.action, Action::Read | Action::Fetch);
    !page.legs.is_empty() && !page.legs.iter().any(reads)
}
