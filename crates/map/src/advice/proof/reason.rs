//! The verdict's reason, in words.
//!
//! Owns the sentences: each says what was found with its names and numbers. It decides nothing.

use super::Route;
use super::conditions::Conditions;
use super::judge::{Row, reads};
use super::returned::OrderCheck;
use super::run::Ran;
use super::shards::sharded;
use crate::design::{ExpectedItem, Request};
use crate::numerals::{counted, grouped, units};
use key_engine::{Database, Index};

pub(super) const UNWRITTEN: &str = "No request is written for this row yet.";

/// The operation that a call became, and the index it took: `Query of OrderIdIndex`.
fn operation(ran: &Ran) -> String {
    let sent = ran.proof.stand_in.as_ref().unwrap_or(&ran.proof.call);
    let became = ran.proof.walk.pages.iter().find_map(|page| page.became.as_deref());
    let mut words = became.unwrap_or(&sent.operation).to_owned();
    if became.is_some_and(|became| became != sent.operation) {
        words = format!("{words} ({})", sent.operation);
    }
    words
}

/// The door that a call read first: the index's name, or the table's.
fn door_name(ran: &Ran) -> &str {
    let door = ran.proof.doors.first();
    door.map_or("the table", |(table, index)| index.as_deref().unwrap_or(table))
}

fn door<'d>(database: &'d Database, ran: &Ran) -> Option<&'d Index> {
    let (table, index) = ran.proof.doors.first()?;
    database.table(table)?.door(index.as_deref())
}

/// `Reads all 18 items of Warehouse to return 2`, or where it was stopped, how far it came.
fn reads_all(database: &Database, ran: &Ran) -> String {
    let totals = &ran.proof.totals;
    let there = door(database, ran).map_or(0, Index::item_count) as u64;
    let name = door_name(ran);
    if there == 0 {
        return format!("Reads all of {name}, which holds no items yet");
    }
    let returned = match totals.items_returned {
        returned if returned == totals.items_read && returned > 0 => "return them".to_owned(),
        0 => "return none".to_owned(),
        returned => format!("return {}", grouped(returned)),
    };
    if totals.items_read >= there {
        let all = counted(there, "item", "items");
        let all = if there == 1 {
            format!("the only item of {name}")
        } else {
            format!("all {all} of {name}")
        };
        return format!("Reads {all} to {returned}");
    }
    let read = format!("{} of {}", grouped(totals.items_read), counted(there, "item", "items"));
    let stopped = if ran.proof.whole { "" } else { ", and is stopped there after 100 pages" };
    format!("Reads {read} of {name} to {returned}{stopped}")
}

pub(super) fn only_scan(database: &Database, ran: &Ran, missing: Option<&str>) -> String {
    let what = reads_all(database, ran);
    if let Some(index) = missing {
        return format!("{what}: it reads through {index}, which is not there.");
    }
    let call = ran.proof.stand_in.as_ref().unwrap_or(&ran.proof.call);
    let asked = Conditions::of(call);
    let Some(attribute) = asked.given() else {
        return match asked.first() {
            Some(attribute) => {
                format!(
                    "{what}: it gives no attribute one value, only conditions such as that on {attribute}."
                )
            }
            None => format!("{what}: nothing in it says where to begin."),
        };
    };
    let table = ran.proof.doors.first().and_then(|(table, _)| database.table(table));
    let fits = |door: &&Index| door.hash_elements().all(|element| asked.gives(&element.attribute));
    let doors = || {
        table.into_iter().flat_map(|table| std::iter::once(table.primary()).chain(table.indexes()))
    };
    let name = |door: &Index| match door.name() {
        Some(name) => name.to_owned(),
        None => table.map_or_else(String::new, |table| table.name().to_owned()),
    };
    if let Some(door) = doors().find(fits) {
        return format!("{what}, though a Query of {} would go straight to them.", name(door));
    }
    let starts = |door: &&Index| door.hash_elements().any(|element| element.attribute == attribute);
    let lacks = |door: &Index| {
        let mut elements = door.hash_elements();
        elements
            .find(|element| !asked.gives(&element.attribute))
            .map(|element| element.attribute.clone())
    };
    match doors().find(starts).and_then(|door| Some((name(door), lacks(door)?))) {
        Some((door, lacking)) => {
            format!("{what}: the key of {door} starts from {attribute}, but needs {lacking} too.")
        }
        None => format!("{what}: no key starts from {attribute}."),
    }
}

pub(super) fn refused(database: &Database, ran: &Ran) -> String {
    let mut words = ran.proof.refusal.clone().unwrap_or_default();
    if ran.proof.stand_in.is_some() {
        words.push_str(match ran.proof.route {
            Route::Scan { .. } => " A Scan answers it: it ",
            _ => " Mended, it ",
        });
        let what = reads_all(database, ran);
        words.push_str(what.strip_prefix("Reads").map_or("", |_| "reads"));
        words.push_str(what.strip_prefix("Reads").unwrap_or(&what));
        words.push('.');
    }
    words
}

pub(super) fn skips(database: &Database, ran: &Ran, attribute: &str) -> String {
    let (what, name) = (reads_all(database, ran), door_name(ran));
    let is_hash = |door: &Index| door.hash_elements().any(|element| element.attribute == attribute);
    if door(database, ran).is_some_and(is_hash) {
        return format!("{what}: the partition key of {name} needs {attribute} too.");
    }
    format!(
        "{what}: the sort key of {name} is taken from the left without a gap, and {attribute} is not given by an equals sign."
    )
}

pub(super) fn sort_alone(database: &Database, ran: &Ran, partition: &str, sort: &str) -> String {
    format!(
        "{}: it knows {sort}, the sort key, but not {partition}, the partition key that says where to begin.",
        reads_all(database, ran)
    )
}

pub(super) fn strong_on_index(index: &str) -> String {
    format!(
        "It is to be a strong read, and {index} is a global secondary index: it follows its table with a delay and answers \
         only eventually consistent reads."
    )
}

pub(super) fn several(round_trips: u32, table: &str) -> String {
    format!(
        "{} to {table}, one after the other: one item collection could serve it in one.",
        counted(u64::from(round_trips), "round trip", "round trips")
    )
}

pub(super) fn filtered(ran: &Ran) -> String {
    let totals = &ran.proof.totals;
    format!(
        "The {} reads {} and its filter throws {} away: {} returned.",
        operation(ran),
        counted(totals.items_read, "item", "items"),
        grouped(totals.items_read - totals.items_returned),
        grouped(totals.items_returned)
    )
}

pub(super) fn strong_not_asked(ran: &Ran) -> String {
    format!(
        "A stale answer may do harm, and the {} does not ask for a strong read: it lacks ConsistentRead.",
        operation(ran)
    )
}

pub(super) fn finds_nothing(ran: &Ran) -> String {
    match ran.proof.route {
        Route::GetItem => {
            format!("The {} goes to its key, and no sample item is there.", operation(ran))
        }
        _ => format!(
            "The {} goes to its item collection, and no sample item is there.",
            operation(ran)
        ),
    }
}

/// What samples the calls lack, if any.
pub(super) fn missing_samples(request: &Request) -> Option<String> {
    let mut names = request.placeholders();
    names.retain(|name| request.samples.get(name).is_none());
    (!names.is_empty()).then(|| format!("There is no sample value for {} yet.", names.join(", ")))
}

pub(super) fn out_of_order(
    database: &Database,
    order: &OrderCheck,
    returned: u64,
) -> Option<String> {
    let wanted = &order.wanted;
    let way = if wanted.descending { "falling" } else { "rising" };
    if returned > 1 && order.ordered == 0 {
        return Some(format!(
            "It is to come by {} {way}, and no item returned has it.",
            wanted.attribute
        ));
    }
    let key = key_words(database, order.out_of_place.as_ref()?);
    Some(format!("It is to come by {} {way}, and {key} stands out of its place.", wanted.attribute))
}

pub(super) fn not_as_many(returned: u64, wanted: u64) -> String {
    let returned_words = counted(returned, "item", "items");
    if returned > wanted {
        return format!(
            "Returns {returned_words} where {} are wanted: a Limit would read no more.",
            grouped(wanted)
        );
    }
    format!(
        "Returns {returned_words} where {} are wanted and there are more: its Limit stops it.",
        grouped(wanted)
    )
}

pub(super) fn other_count(returned: u64, expected: u64) -> String {
    format!("Returns {} where {} expected.", counted(returned, "item", "items"), are(expected))
}

fn are(count: u64) -> String {
    format!("{} {}", grouped(count), if count == 1 { "is" } else { "are" })
}

pub(super) fn other_items(
    database: &Database,
    found: &[ExpectedItem],
    expected: &[ExpectedItem],
) -> String {
    if let Some(lacking) = expected.iter().find(|item| !found.contains(item)) {
        return format!("Does not return {}, which is expected.", key_words(database, lacking));
    }
    if let Some(extra) = found.iter().find(|item| !expected.contains(item)) {
        return format!("Returns {}, which is not expected.", key_words(database, extra));
    }
    "Returns the items that are expected, in another order.".to_owned()
}

/// A key in words, in the key's order: `PRODUCT#P100 / WAREHOUSE#W1`.
fn key_words(database: &Database, item: &ExpectedItem) -> String {
    let mut words = String::new();
    let schema = database.table(&item.table).map(|table| table.primary().key_schema());
    for element in schema.unwrap_or_default() {
        let Some(value) = item.key.get(&element.attribute) else { continue };
        if !words.is_empty() {
            words.push_str(" / ");
        }
        let json = value.to_json();
        let text = json.as_object().and_then(|object| object.values().next()?.as_str());
        words.extend(text.unwrap_or_default().chars().take(60));
    }
    if words.is_empty() { "an item".to_owned() } else { words }
}

pub(super) fn proven(row: &Row<'_>) -> String {
    let totals = &row.totals;
    let figures =
        format!("{} read, {} returned", grouped(totals.items_read), grouped(totals.items_returned));
    if sharded(row.ran, row.database).is_some() {
        let merged = if row.is_merged() {
            " Each comes in order, all together do not: whoever asks merges them."
        } else {
            ""
        };
        return format!(
            "{}, one for each shard: {figures}.{merged}",
            counted(u64::from(totals.round_trips), "round trip", "round trips")
        );
    }
    let [ran] = row.ran else {
        return format!(
            "{}, each to its address: {figures}.",
            counted(u64::from(totals.round_trips), "round trip", "round trips")
        );
    };
    let one = operation(ran);
    let pages = match totals.pages {
        0 | 1 => String::new(),
        pages => format!(" in {} pages", grouped(u64::from(pages))),
    };
    let of = match collections(ran) {
        0 | 1 => "one item collection".to_owned(),
        several => format!("{} item collections", grouped(several)),
    };
    match &ran.proof.route {
        Route::Query { index: Some(index) } => {
            format!("One {one} of {of} of {index}{pages}: {figures}.")
        }
        Route::Query { .. } => format!("One {one} of {of}{pages}: {figures}."),
        Route::Write if !reads(ran) => format!(
            "One {one}, accepted: {} at {}.",
            write_units(ran),
            counted(ran.proof.doors.len() as u64, "door", "doors")
        ),
        _ => format!("One {one} by full primary key{pages}: {figures}."),
    }
}

fn write_units(ran: &Ran) -> String {
    let written = ran.proof.totals.capacity_units;
    let figure = units(written);
    let noun = if figure == "1" { "unit" } else { "units" };
    format!("{figure} write {noun}")
}

/// How many item collections a Query read: several where a statement names several partition keys.
fn collections(ran: &Ran) -> u64 {
    let mut seen: Vec<u32> = Vec::new();
    for leg in ran.proof.walk.pages.iter().flat_map(|page| &page.legs) {
        let reads = leg.action.is_read();
        for visit in leg.visits.iter().filter(|visit| reads && visit.collections > 0) {
            if !seen.contains(&visit.first_collection) {
                seen.push(visit.first_collection);
            }
        }
    }
    seen.len() as u64
}
