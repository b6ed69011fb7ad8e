//! Who keeps a copy, and how it follows.
//!
//! Owns the finding on copies without a plan, with the ways there are, and the note on those that have one.

use key_engine::engine::write_units;

use super::about;
use crate::advice::copies::Copy;
use crate::advice::rules::Facts;
use crate::advice::told::{listed, units_of};
use crate::advice::{Finding, Remedy, Weight};
use crate::design::{DeliberateCopy, Design, Edit, Synchronisation};
use crate::numerals::bytes;

pub(super) fn without_plan(copy: &Copy, facts: Facts<'_>) -> Finding {
    let plan = &copy.plan;
    let mut finding = about(copy, Weight::Caution, facts.design);
    finding.title = if copy.is_declared {
        format!("{} has no plan to follow {}", plan.copy, plan.source)
    } else if copy.is_many {
        format!("{} repeats what {} says", plan.copy, plan.source)
    } else if copy.noun.is_empty() {
        format!("{} and {} are one fact at two addresses", plan.source, plan.copy)
    } else {
        format!("{} live at two addresses", plural(&copy.noun))
    };
    finding.reason = format!(
        "{} and {} hold the same {}. Name who keeps the copy, and how it follows: in one transaction, by a stream consumer, or late \
         on purpose.",
        copy.source_keys,
        copy.copy_keys,
        if copy.noun.is_empty() || copy.is_many { "facts" } else { copy.noun.as_str() },
    );
    finding.remedies = plans(copy, facts);
    finding
}

/// The three ways to follow, each with what it costs.
fn plans(copy: &Copy, facts: Facts<'_>) -> Vec<Remedy> {
    let design = facts.design;
    let owner = owner(copy, design);
    let each = match copy.comparison.copy_bytes.checked_div(copy.comparison.copies) {
        Some(bytes) => write_units(bytes),
        None => 1.0,
    };
    let table = facts.database.table(&copy.plan.table);
    let has_stream = table.is_some_and(|table| table.stream().is_some());
    let who = format!("The owner is written down as {owner}; it can be changed.");
    let stale = "The copy says what was true when it was written.";
    let ways = [
        (
            "Write both in one transaction",
            Synchronisation::Transaction,
            vec![
                format!(
                    "One TransactWriteItems updates both or neither: a copy of {} takes {} more a change, as a transaction \
                     costs double.",
                    bytes_of_one(copy),
                    units_of(each * 2.0 + 1.0, "write")
                ),
                who.clone(),
            ],
        ),
        (
            "Let a stream consumer write the copy",
            Synchronisation::Stream,
            vec![
                format!(
                    "The copy follows a moment later, for {} more a change.",
                    units_of(each, "write")
                ),
                if has_stream {
                    "The table's stream is on.".to_owned()
                } else {
                    "The table's stream has to be enabled.".to_owned()
                },
                who.clone(),
            ],
        ),
        (
            "Accept that the copy lags",
            Synchronisation::AcceptedStaleness(stale.to_owned()),
            vec![
                "Nothing keeps the two in step; whoever reads the copy knows that.".to_owned(),
                who,
            ],
        ),
    ];
    ways.map(|(label, synchronisation, facts)| {
        let plan = DeliberateCopy { owner: owner.clone(), synchronisation, ..copy.plan.clone() };
        Remedy {
            label: label.to_owned(),
            facts,
            edits: vec![Edit::SetCopies(with_plan(design, copy, Some(plan)))],
            walk: None,
        }
    })
    .into()
}

fn bytes_of_one(copy: &Copy) -> String {
    bytes(copy.comparison.copy_bytes.checked_div(copy.comparison.copies).unwrap_or_default())
}

/// Who keeps a copy, where the design does not say: the row that writes it.
fn owner(copy: &Copy, design: &Design) -> String {
    if !copy.plan.owner.trim().is_empty() {
        return copy.plan.owner.clone();
    }
    let writer = copy.writers.first().and_then(|id| design.request(id));
    writer
        .map_or_else(|| "the application".to_owned(), |row| format!("{}: {}", row.id, row.sentence))
}

/// The design's copies with this one exchanged, added, or taken out.
pub(super) fn with_plan(
    design: &Design,
    copy: &Copy,
    plan: Option<DeliberateCopy>,
) -> Vec<DeliberateCopy> {
    let mut copies = design.copies.clone();
    let place = copies.iter().position(|known| *known == copy.plan);
    match (place, plan) {
        (Some(place), Some(plan)) => {
            if let Some(known) = copies.get_mut(place) {
                *known = plan;
            }
        }
        (Some(place), None) => _ = copies.remove(place),
        (None, Some(plan)) => copies.push(plan),
        (None, None) => {}
    }
    copies
}

pub(super) fn on_purpose(copy: &Copy, design: &Design) -> Finding {
    let plan = &copy.plan;
    let mut finding = about(copy, Weight::Note, design);
    finding.title = format!("{} repeats {}, on purpose", plan.copy, plan.source);
    let way = match &plan.synchronisation {
        Synchronisation::Transaction => "writes both in one transaction".to_owned(),
        Synchronisation::Stream => "lets a stream consumer write the copy".to_owned(),
        Synchronisation::AcceptedStaleness(why) if why.trim().is_empty() => {
            "accepts that the copy lags".to_owned()
        }
        Synchronisation::AcceptedStaleness(why) => {
            format!("accepts that the copy lags: {}", why.trim().trim_end_matches('.'))
        }
        Synchronisation::Unplanned => "has no plan yet".to_owned(),
    };
    let rows = &copy.because;
    let for_rows =
        if rows.is_empty() { String::new() } else { format!("It is there for {}. ", listed(rows)) };
    finding.reason = format!("{for_rows}Its owner, {}, {way}.", plan.owner.trim());
    finding
}

/// `order`: `Orders`; `entry`: `Entries`.
pub(super) fn plural(noun: &str) -> String {
    let mut word = noun.to_owned();
    if let Some(first) = word.get_mut(..1) {
        first.make_ascii_uppercase();
    }
    let ends = |end: &str| word.ends_with(end);
    if ends("s") {
        return word;
    }
    if let Some(stem) = word.strip_suffix('y').filter(|stem| !stem.ends_with(['a', 'e', 'o', 'u']))
    {
        return format!("{stem}ies");
    }
    format!("{word}s")
}
