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

use key_engine::Database;
use key_engine::engine::limits::{PAGE_BYTES, READ_UNIT_BYTES};
use key_engine::engine::{KeyElement, Table, read_units};
use key_engine::walk::{Action, Leg, Page};
use serde_json::Value;

use super::asked::{Asked, Test, asked, has_placeholder};
use super::price::{UnitPrice, cost};
use super::told::units_of;
use super::{CallProof, Proof, Route};
use crate::design::{Call, Design, Request};
use crate::numerals::{bytes, counted, dollars, duration, grouped, short_decimal, units};

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

/// Whether what this call reads grows with the table.
fn grows(run: &CallProof, written: &Call, database: &Database) -> bool {
    let Some(leg) = run.walk.pages.iter().flat_map(|page| &page.legs).next() else { return false };
    if leg.scan || matches!(run.route, Route::Scan { .. }) {
        return true;
    }
    if !matches!(run.route, Route::Query { .. }) {
        return false;
    }
    if written.input.get("Statement").is_some() {
        return !has_placeholder(&written.input);
    }
    let keys = asked(written, "KeyConditionExpression");
    let Some(table) = database.table(&leg.table) else { return false };
    let Some(door) = table.door(leg.index.as_deref()) else { return false };
    let on = |element: &KeyElement| keys.iter().find(|key| key.attribute == element.attribute);
    if door.hash_elements().any(|element| on(element).is_some_and(Asked::is_open)) {
        return false;
    }
    if door.range_elements().any(|element| on(element).is_some_and(stays)) {
        return false;
    }
    !is_one_item(&keys, table, leg)
}

/// Whether what a call returns of all that it reads does not grow with the table.
fn matches_stay(written: &Call, leg: &Leg) -> bool {
    if written.input.get("Statement").is_some() {
        return has_placeholder(&written.input);
    }
    // Where a Scan stands in for a Query, what was the key condition is its filter.
    let keys = if leg.scan { asked(written, "KeyConditionExpression") } else { Vec::new() };
    asked(written, "FilterExpression").iter().chain(&keys).any(stays)
}

/// Whether what matches this does not grow with the table: the value differs from one time to the next, and so does what it
/// finds.
fn stays(part: &Asked) -> bool {
    part.is_open() && matches!(part.test, Test::Equal | Test::Prefix)
}

/// Whether the table's whole primary key is given: one item, if any.
fn is_one_item(keys: &[Asked], table: &Table, leg: &Leg) -> bool {
    leg.index.is_none()
        && table.primary().key_schema().iter().all(|element| {
            keys.iter().any(|key| key.attribute == element.attribute && key.test == Test::Equal)
        })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::advice::walked::{row, scenario, walked_row};
    use crate::design::open;
    use serde_json::json;

    /// What a row of a scenario comes to with so many items.
    fn row_at(id: &str, request: &Request, items: u64) -> AtScale {
        let mut opened = scenario(id);
        let proof = walked_row(request, &mut opened.database);
        at_scale(&proof, request, &opened.design, &opened.database, items)
    }

    fn warehouse(id: &str, items: u64) -> AtScale {
        let request = scenario("warehouse").design.request(id).unwrap().clone();
        row_at("warehouse", &request, items)
    }

    #[test]
    fn the_largest_number_there_is_is_a_size_like_others() {
        let mut request = scenario("warehouse").design.request("A4").unwrap().clone();
        request.calls.push(request.calls[0].clone());
        let scaled = row_at("warehouse", &request, u64::MAX);
        assert_eq!(scaled.items_read, u64::MAX, "two Scans of it");
    }

    #[test]
    fn a_scan_reads_the_whole_table_whatever_its_size() {
        // 18 items of the sample have 1,990 bytes; a page is 1 MB, a unit 4 KB, and half when it may lag.
        let sample = scenario("warehouse").database.table("Warehouse").unwrap().size_bytes();
        let size = |items: u64| items / 18 * sample + items % 18 * sample / 18;
        for (items, pages) in [
            (18, 1),
            (10_000, size(10_000).div_ceil(1_048_576)),
            (10_000_000, size(10_000_000).div_ceil(1_048_576)),
            (10_000_000_000, size(10_000_000_000).div_ceil(1_048_576)),
        ] {
            let scaled = warehouse("A4", items);
            assert_eq!((scaled.items_read, scaled.items_returned), (items, 2), "{items}");
            assert_eq!((scaled.bytes, scaled.pages), (size(items), pages), "{items}");
            let units = size(items).div_ceil(4096) as f64 / 2.0;
            assert!((scaled.read_units - units).abs() < 1e-6, "{items}");
            assert!((scaled.read_units_per_second - units * 500.0).abs() < 1e-3, "{items}");
            let secs = pages as f64 * (units / pages as f64 / 3000.0).max(0.01);
            assert!((scaled.seconds - secs).abs() < 1e-9 * secs, "{items}");
        }
    }

    #[test]
    fn a_query_costs_the_same_in_any_table() {
        for id in ["A1", "A2", "A3", "A5", "A6"] {
            let small = warehouse(id, 0);
            let large = warehouse(id, 10_000_000_000);
            assert!(!large.grows, "{id}");
            assert_eq!(
                (small.items_read, small.bytes, small.pages, small.items),
                (large.items_read, large.bytes, 1, 18),
                "{id}"
            );
            assert!((large.seconds - 0.01).abs() < 1e-9, "{id}");
        }
        assert_eq!(
            warehouse("A1", 10_000_000).formula,
            [
                "GetItem: 1 item × 141 bytes = 141 bytes, 1 read unit in 1 page, 10 ms, at any size of the table.",
                "At volume: 1 read unit × 2,000 a second = 2,000 a second.",
            ]
        );
    }

    #[test]
    fn the_formula_has_its_numbers_put_in() {
        let formula = warehouse("A4", 10_000_000_000).formula;
        assert_eq!(
            formula,
            [
                "Scan: 10,000,000,000 items × 110.6 bytes = 1.01 TB.",
                "1.01 TB / 4 KB × 0.5 (eventual) = 134,955,512.5 read units.",
                "1,054,340 pages of at most 1 MB × 128 units / 3,000 a second of one partition (42.7 ms) = 12.5 h.",
                "At volume: 134,955,512.5 read units × 500 a second = 67,477,756,250 a second.",
            ]
        );
    }

    #[test]
    fn a_collection_under_a_constant_key_grows_and_a_limit_holds_it() {
        let opened = scenario("store");
        let sample = sample_items(&opened.database);
        let open_orders = opened.design.request("S5").unwrap().clone();
        let now = row_at("store", &open_orders, 0);
        let then = row_at("store", &open_orders, sample * 1000);
        assert!(then.grows && !now.grows);
        assert_eq!(then.items_read, now.items_read * 1000);
        assert_eq!(then.bytes, now.bytes * 1000);
        let mut limited = open_orders;
        limited.calls[0].input["Limit"] = json!(20);
        let then = row_at("store", &limited, sample * 1000);
        assert_eq!((then.items_read, then.items_returned, then.pages), (20, 20, 1));
        let recent = opened.design.request("S2").unwrap();
        assert_eq!(row_at("store", recent, sample * 1000).items_read, 20);
    }

    #[test]
    fn a_scan_that_stands_in_for_a_query_returns_what_the_query_would() {
        let input = json!({"TableName": "Warehouse", "IndexName": "Gone", "KeyConditionExpression": "warehouseId = :w",
            "ExpressionAttributeValues": {":w": {"S": "{warehouse}"}}});
        let request = row("X", "Query", input, &[("warehouse", "W1")]);
        let scaled = row_at("warehouse", &request, 1_000_000);
        assert_eq!((scaled.items_read, scaled.items_returned), (1_000_000, 2));
        let statement =
            json!({"Statement": "SELECT * FROM Warehouse WHERE warehouseId = '{warehouse}'"});
        let request = row("X", "ExecuteStatement", statement, &[("warehouse", "W1")]);
        let scaled = row_at("warehouse", &request, 1_000_000);
        assert_eq!((scaled.items_read, scaled.items_returned), (1_000_000, 2));
    }

    #[test]
    fn a_scan_with_a_limit_is_one_page_of_so_many_items() {
        let request = row("X", "Scan", json!({"TableName": "Warehouse", "Limit": 100}), &[]);
        let scaled = row_at("warehouse", &request, 1_000_000);
        assert_eq!((scaled.items_read, scaled.items_returned, scaled.pages), (100, 100, 1));
    }

    #[test]
    fn a_write_costs_write_units_at_any_size() {
        let item = json!({"PK": {"S": "X#{id}"}, "SK": {"S": "METADATA"}});
        let put =
            row("X", "PutItem", json!({"TableName": "Warehouse", "Item": item}), &[("id", "1")]);
        let scaled = row_at("warehouse", &put, 1_000_000);
        assert_eq!((scaled.read_units, scaled.write_units, scaled.round_trips), (0.0, 1.0, 1));
        assert!((scaled.write_units_per_second - 2000.0).abs() < 1e-9);
    }

    #[test]
    fn the_largest_table_of_the_largest_items_does_not_overflow() {
        let text = "x".repeat(400 * 1024 - 20);
        let model = json!({"retrieval-map": 1, "name": "T", "tables": [{
            "create": {"TableName": "Blobs", "BillingMode": "PAY_PER_REQUEST",
                "AttributeDefinitions": [{"AttributeName": "id", "AttributeType": "S"}],
                "KeySchema": [{"AttributeName": "id", "KeyType": "HASH"}]},
            "items": [{"id": {"S": "a"}, "text": {"S": text}}]}]});
        let mut opened = open(&model.to_string()).unwrap();
        assert_eq!(opened.defects.first(), None);
        let scan = row("X", "Scan", json!({"TableName": "Blobs", "ConsistentRead": true}), &[]);
        let proof = walked_row(&scan, &mut opened.database);
        let each = proof.totals.bytes_read;
        let scaled = at_scale(&proof, &scan, &opened.design, &opened.database, 10_000_000_000);
        assert_eq!(scaled.bytes, each * 10_000_000_000);
        assert!((scaled.read_units - (scaled.bytes as f64 / 4096.0)).abs() < 2.0);
        assert!(scaled.seconds > 3.3e8 && scaled.seconds < 3.4e8, "{}", scaled.seconds);
        let most = at_scale(&proof, &scan, &opened.design, &opened.database, u64::MAX);
        assert!(most.seconds.is_finite() && most.read_units.is_finite());
    }

    #[test]
    fn a_row_that_reads_empty_tables_has_no_sample_to_scale() {
        let table = json!({"TableName": "Blobs", "BillingMode": "PAY_PER_REQUEST", "KeySchema": [{"AttributeName": "id", "KeyType": "HASH"}],
            "AttributeDefinitions": [{"AttributeName": "id", "AttributeType": "S"}]});
        let model = |items| {
            json!({"retrieval-map": 1, "name": "T", "tables": [{"create": table, "items": items}]})
                .to_string()
        };
        let scan = row("X", "Scan", json!({"TableName": "Blobs"}), &[]);
        for (items, expected) in [(json!([]), false), (json!([{"id": {"S": "a"}}]), true)] {
            let mut opened = open(&model(items)).unwrap();
            let proof = walked_row(&scan, &mut opened.database);
            assert_eq!(has_sample(&proof, &opened.database), expected);
            let empty = "Reads all of Blobs, which holds no items yet: ";
            assert_eq!(!proof.reason.starts_with(empty), expected, "{}", proof.reason);
        }
        let mut opened = open(&model(json!([]))).unwrap();
        let put = json!({"TableName": "Blobs", "Item": {"id": {"S": "a"}}});
        let proof = walked_row(&row("X", "PutItem", put, &[]), &mut opened.database);
        assert!(has_sample(&proof, &opened.database), "what it writes is known");
        assert!(has_sample(&Proof::default(), &opened.database), "it has no figures anyway");
    }

    #[test]
    fn a_design_without_items_or_calls_has_nothing_to_scale() {
        let mut opened = scenario("warehouse");
        let mut request = opened.design.requests[0].clone();
        request.calls.clear();
        let proof = walked_row(&request, &mut opened.database);
        let scaled = at_scale(&proof, &request, &opened.design, &opened.database, 1_000_000);
        assert!(scaled.items_read == 0 && scaled.formula.is_empty());
        let empty = Database::default();
        let scaled = at_scale(&proof, &request, &Design::default(), &empty, 1_000_000);
        assert_eq!((sample_items(&empty), scaled.items, scaled.items_read), (0, 1_000_000, 0));
    }

    #[test]
    fn every_row_is_at_the_sample_what_was_proven_and_never_shrinks_from_there() {
        for id in ["warehouse", "store", "store-single-table", "ecommerce", "social"] {
            let walked = scenario(id);
            for (request, proof) in walked.design.requests.iter().zip(&walked.proofs) {
                let at = |items| at_scale(proof, request, &walked.design, &walked.database, items);
                let mut last = at(0);
                let totals = &proof.totals;
                assert_eq!(
                    (last.items_read, last.items_returned, last.bytes, last.round_trips),
                    (
                        totals.items_read,
                        totals.items_returned,
                        totals.bytes_read,
                        u64::from(totals.round_trips)
                    ),
                    "{id} {}",
                    request.id
                );
                let units = last.read_units + last.write_units;
                assert!((units - totals.capacity_units).abs() < 1e-9, "{id} {}", request.id);
                for items in [10_000, 10_000_000, 10_000_000_000] {
                    let next = at(items);
                    assert!(
                        next.items_read >= last.items_read && next.read_units >= last.read_units
                    );
                    assert!(next.seconds >= last.seconds && next.pages >= last.pages);
                    assert_eq!(
                        next.grows,
                        next.items_read > totals.items_read,
                        "{id} {}",
                        request.id
                    );
                    last = next;
                }
            }
        }
    }

    #[test]
    fn units_become_money_at_a_price() {
        let price = UnitPrice::default();
        assert!((cost(1_000_000.0, 1_000_000.0, price) - 0.75).abs() < 1e-12);
        let scaled = AtScale { read_units: 158_000_000.0, ..AtScale::default() };
        assert_eq!(
            scaled.cost_formula(price),
            "158,000,000 read units × $0.125 a million = $19.75"
        );
        assert_eq!(AtScale::default().cost_formula(price), "$0");
    }
}
