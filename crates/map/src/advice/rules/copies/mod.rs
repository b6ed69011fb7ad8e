//! The same fact under two keys.
//!
//! A copy is good design where two requests need the fact under different keys, and then it needs an owner and a way to follow:
//! `DynamoDB` keeps no two items in step by itself. This rule says
//! - which copies have no owner or no plan, declared or detected;
//! - which copies disagree with their source, field by field;
//! - which copies no row goes to: decoration;
//! - of the others, which rows justify them, who owns them and how they follow.
//!
//! <https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/transaction-apis.html>

mod plan;
mod step;
#[cfg(test)]
mod tests;

use self::plan::{on_purpose, with_plan, without_plan};
use self::step::disagreement;
use super::Facts;
use crate::advice::copies::{Copy, Survey, rows_are_known, survey};
use crate::advice::told::listed;
use crate::advice::{Finding, Remedy, Weight};
use crate::design::{DeliberateCopy, Design, Edit, Synchronisation};
use crate::numerals::{bytes, counted, grouped};

const RULE: &str = "copies";
const LINK: &str =
    "https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/transaction-apis.html";

/// Copies without a plan, copies that disagree, copies that nobody needs.
pub(super) fn find(facts: Facts<'_>, found: &mut Vec<Finding>) {
    let survey = survey(facts);
    let known = rows_are_known(facts.design, facts);
    for (place, copy) in survey.copies.iter().enumerate() {
        if !copy.is_paired {
            found.extend(not_comparable(copy, facts.design));
            continue;
        }
        if copy.is_decoration {
            found.push(decoration(&survey, place, copy, facts.design));
            continue;
        }
        if known && copy.is_declared && copy.source_rows.is_empty() && !copy.copy_rows.is_empty() {
            found.push(source_unread(copy, facts.design));
        }
        // What several items repeat and nobody declares may be the state of a moment, kept on purpose.
        if copy.comparison.disagreeing > 0 && (copy.is_declared || !copy.is_many) {
            found.push(disagreement(&survey, place, copy, facts.design));
        }
        if !copy.is_declared || !has_plan(&copy.plan) {
            found.push(without_plan(copy, facts));
        } else if copy.comparison.disagreeing == 0 {
            found.push(on_purpose(copy, facts.design));
        }
    }
}

fn has_plan(plan: &DeliberateCopy) -> bool {
    !plan.owner.trim().is_empty() && plan.synchronisation != Synchronisation::Unplanned
}

/// What all findings on a copy share.
fn about(copy: &Copy, weight: Weight, design: &Design) -> Finding {
    let mut requests = rows_there(copy, design);
    for row in copy.source_rows.iter().chain(&copy.copy_rows) {
        if !requests.contains(row) {
            requests.push(row.clone());
        }
    }
    Finding {
        rule: RULE,
        about: format!("{} and {}", copy.plan.source, copy.plan.copy),
        weight,
        requests,
        link: LINK,
        evidence: evidence(copy),
        ..Finding::default()
    }
}

/// The rows that a copy is declared for, as far as there are such.
fn rows_there(copy: &Copy, design: &Design) -> Vec<String> {
    let rows = copy.plan.requests.iter().filter(|id| design.request(id).is_some());
    rows.cloned().collect()
}

/// The figures of a copy: fields, pairs, rows, size.
fn evidence(copy: &Copy) -> Vec<String> {
    let comparison = &copy.comparison;
    let mut lines = Vec::new();
    if !copy.plan.attributes.is_empty() {
        lines.push(format!("Repeated: {}", listed(&copy.plan.attributes)));
    }
    let agreeing = comparison.pairs.saturating_sub(differing(copy));
    let part = if comparison.whole { "" } else { " that were looked at" };
    lines.push(format!(
        "{} of {}{part} agree",
        grouped(agreeing),
        counted(comparison.pairs, "pair", "pairs")
    ));
    for (kind, rows) in [(&copy.plan.source, &copy.source_rows), (&copy.plan.copy, &copy.copy_rows)]
    {
        let rows = if rows.is_empty() { "no row".to_owned() } else { listed(rows) };
        lines.push(format!("{kind} is read by {rows}"));
    }
    lines.push(format!(
        "The copies: {} of {}{part}",
        counted(comparison.copies, "item", "items"),
        bytes(comparison.copy_bytes)
    ));
    lines
}

/// Pairs of two items that differ.
fn differing(copy: &Copy) -> u64 {
    let all = copy.comparison.disagreements.iter();
    all.filter(|one| one.absent.is_none()).count() as u64
}

fn decoration(survey: &Survey<'_>, place: usize, copy: &Copy, design: &Design) -> Finding {
    let plan = &copy.plan;
    let mut finding = about(copy, Weight::Caution, design);
    finding.title = format!("No row needs {}", plan.copy);
    finding.reason = format!(
        "It repeats {} at {}, and each change has to be written twice. A copy that no request goes to is decoration.",
        plan.source, copy.copy_keys
    );
    if let Some(changes) = survey.drop_items(place) {
        let count = counted(changes.len() as u64, "item", "items");
        let mut edits = vec![Edit::ChangeItems(changes.into())];
        if copy.is_declared {
            edits.push(Edit::SetCopies(with_plan(design, copy, None)));
        }
        finding.remedies.push(Remedy {
            label: format!("Remove the copies in {}", plan.copy),
            facts: vec![
                format!("{count} deleted, {} freed.", bytes(copy.comparison.copy_bytes)),
                "Each change of the source is then one write.".to_owned(),
            ],
            edits,
            walk: None,
        });
    }
    finding
}

/// A source that no row goes to: the copy could be all there is.
fn source_unread(copy: &Copy, design: &Design) -> Finding {
    let plan = &copy.plan;
    let mut finding = about(copy, Weight::Caution, design);
    finding.about = format!("{} and {}: the source", plan.source, plan.copy);
    finding.title = format!("No row needs {}", plan.source);
    finding.reason = format!(
        "Only its copy, {}, is read. Where nothing else needs {}, the copy can be the one address and nothing is written twice.",
        plan.copy, plan.source
    );
    finding
}

/// A declared copy of which no item can be told from a source.
fn not_comparable(copy: &Copy, design: &Design) -> Option<Finding> {
    let plan = &copy.plan;
    let missing = match (copy.source_keys.is_empty(), copy.copy_keys.is_empty()) {
        (true, true) => return None, // nothing is loaded: nothing can be said
        (true, false) => Some(&plan.source),
        (false, true) => Some(&plan.copy),
        (false, false) => None,
    };
    let mut finding = about(copy, Weight::Caution, design);
    finding.evidence.clear();
    if let Some(kind) = missing {
        finding.title = format!("There is no {kind} to compare");
        finding.reason = format!(
            "The design declares that {} repeats {}, and no sample item is a {kind}.",
            plan.copy, plan.source
        );
    } else {
        finding.title = format!("{} cannot be compared with {}", plan.copy, plan.source);
        "No texts of the one make up the key of the other, so nothing shows whether they agree."
            .clone_into(&mut finding.reason);
    }
    Some(finding)
}
