//! Copies that are not in step with their source.
//!
//! Owns the finding on them, field by field, and the two ways to bring them together.

use key_engine::Item;

use super::{about, evidence};
use crate::advice::copies::{Absent, Copy, Disagreement, MOST_CHANGED, Survey};
use crate::advice::told::{listed, told, value_text};
use crate::advice::{Finding, Remedy, Weight};
use crate::design::{DeliberateCopy, Design, Edit, Synchronisation};
use crate::numerals::{counted, grouped};

/// The most disagreements that are listed.
const LISTED: usize = 8;

pub(super) fn disagreement(
    survey: &Survey<'_>,
    place: usize,
    copy: &Copy,
    design: &Design,
) -> Finding {
    let comparison = &copy.comparison;
    let plan = &copy.plan;
    let weight = match &plan.synchronisation {
        Synchronisation::AcceptedStaleness(_) => Weight::Note,
        Synchronisation::Stream => Weight::Caution,
        _ if !copy.is_declared => Weight::Caution,
        _ => Weight::Fault,
    };
    let mut finding = about(copy, weight, design);
    finding.about = format!("{} and {}: in step", plan.source, plan.copy);
    if let Some(first) = comparison.disagreements.first() {
        finding.title = title_of(first, comparison.disagreeing);
    }
    let readers: Vec<String> = [&copy.source_rows, &copy.copy_rows]
        .into_iter()
        .filter(|rows| !rows.is_empty())
        .map(|rows| listed(rows))
        .collect();
    finding.reason = match readers.as_slice() {
        [source, repeat] => format!(
            "{source} reads {} and {repeat} reads {}, so the answer depends on who asks.",
            plan.source, plan.copy
        ),
        _ => format!("{} should say what {} says; now it does not.", plan.copy, plan.source),
    };
    finding.evidence =
        comparison.disagreements.iter().take(LISTED).map(|one| line_of(one, plan)).collect();
    let more = comparison.disagreeing.saturating_sub(LISTED as u64);
    if more > 0 {
        finding.evidence.push(format!("And {} more", grouped(more)));
    }
    finding.evidence.extend(evidence(copy).into_iter().skip(1).take(1));
    finding.remedies = in_step(survey, place, copy);
    finding
}

/// `O900's copies disagree: status PACKING / SHIPPED`.
fn title_of(first: &Disagreement, all: u64) -> String {
    let name = &first.name;
    let what = match (first.absent, first.fields.as_slice()) {
        (Some(Absent::Copy), _) => format!("{name} has no copy"),
        (Some(Absent::Source), _) => format!("A copy of {name} has no source"),
        (None, [field]) => format!(
            "{name}'s copies disagree: {} {} / {}",
            field.attribute,
            told(field.source.as_ref()),
            told(field.copy.as_ref())
        ),
        (None, fields) => {
            let names: Vec<String> = fields.iter().map(|field| field.attribute.clone()).collect();
            format!("{name}'s copies disagree: {}", listed(&names))
        }
    };
    match all {
        0 | 1 => what,
        _ => format!("{what}, and {} more", grouped(all - 1)),
    }
}

/// What a disagreement is, at which addresses.
fn line_of(one: &Disagreement, plan: &DeliberateCopy) -> String {
    let key = |key: &Option<Item>| {
        let mut text = String::new();
        for (_, value) in key.iter().flat_map(Item::iter) {
            text.push_str(if text.is_empty() { "" } else { " / " });
            text.push_str(&value_text(value));
        }
        text
    };
    let (source, copy) = (key(&one.source), key(&one.copy));
    match one.absent {
        Some(Absent::Copy) if copy.is_empty() => format!("{source} has no {}", plan.copy),
        Some(Absent::Copy) => format!("{source} is not at {copy}"),
        Some(Absent::Source) => format!("{copy} has no {}", plan.source),
        None => {
            let mut parts = Vec::new();
            for field in &one.fields {
                parts.push(format!(
                    "{} is {} at {source}, {} at {copy}",
                    field.attribute,
                    told(field.source.as_ref()),
                    told(field.copy.as_ref())
                ));
            }
            parts.join("; ")
        }
    }
}

/// The two ways to bring source and copy together.
fn in_step(survey: &Survey<'_>, place: usize, copy: &Copy) -> Vec<Remedy> {
    let mut remedies = Vec::new();
    let to_sources = survey.to_sources(place);
    if to_sources.is_none() && copy.comparison.disagreeing > MOST_CHANGED as u64 {
        return remedies;
    }
    for (label, changes, says) in [
        ("Bring the copy to the source", to_sources, &copy.plan.source),
        ("Take the copy's values over", survey.to_copies(place), &copy.plan.copy),
    ] {
        let Some(changes) = changes else { continue };
        let (mut made, mut gone) = (0, 0);
        for change in &changes {
            made += u64::from(change.old.is_none());
            gone += u64::from(change.new.is_none());
        }
        let altered = changes.len() as u64 - made - gone;
        let mut facts = Vec::new();
        for (count, done) in [(altered, "changed"), (made, "made"), (gone, "deleted")] {
            if count > 0 {
                facts.push(format!("{} {done}: {says} is right.", counted(count, "item", "items")));
            }
        }
        remedies.push(Remedy {
            label: label.to_owned(),
            facts,
            edits: vec![Edit::ChangeItems(changes.into())],
            walk: None,
        });
    }
    remedies
}
