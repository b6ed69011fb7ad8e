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

use key_engine::engine::write_units;

use super::Facts;
use crate::advice::copies::{
    Absent, Copy, Disagreement, MOST_CHANGED, Survey, rows_are_known, survey,
};
use crate::advice::told::{listed, told, units_of, value_text};
use crate::advice::{Finding, Remedy, Weight};
use crate::design::{DeliberateCopy, Design, Edit, Synchronisation};
use crate::numerals::{bytes, counted, grouped};

const RULE: &str = "copies";
const LINK: &str =
    "https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/transaction-apis.html";
/// The most disagreements that are listed.
const LISTED: usize = 8;

/// Copies without a plan, copies that disagree, copies that nobody needs.
pub(super) fn find(facts: Facts<'_>, found: &mut Vec<Finding>) {
    let survey = survey(facts);
    let known = rows_are_known(facts.design, facts);
    for (place, copy) in survey.copies.iter().enumerate() {
        let items = copy.comparison.copies;
        let needed = !known || !copy.copy_rows.is_empty() || copy.writers_only();
        if !copy.is_paired {
            found.extend(not_comparable(copy, facts.design));
            continue;
        }
        if !needed && items > 0 && (copy.is_declared || !copy.source_rows.is_empty()) {
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

impl Copy {
    /// Whether no row reads either of the two, though some write: then there is nothing to say about need.
    fn writers_only(&self) -> bool {
        self.source_rows.is_empty() && !self.writers.is_empty()
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

fn without_plan(copy: &Copy, facts: Facts<'_>) -> Finding {
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
fn with_plan(design: &Design, copy: &Copy, plan: Option<DeliberateCopy>) -> Vec<DeliberateCopy> {
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

fn on_purpose(copy: &Copy, design: &Design) -> Finding {
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
    let declared = rows_there(copy, design);
    let rows = if declared.is_empty() { &copy.copy_rows } else { &declared };
    let for_rows =
        if rows.is_empty() { String::new() } else { format!("It is there for {}. ", listed(rows)) };
    finding.reason = format!("{for_rows}Its owner, {}, {way}.", plan.owner.trim());
    finding
}

fn disagreement(survey: &Survey<'_>, place: usize, copy: &Copy, design: &Design) -> Finding {
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
    let key = |key: &Option<key_engine::Item>| {
        let mut text = String::new();
        for (_, value) in key.iter().flat_map(key_engine::Item::iter) {
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

/// `order`: `Orders`; `entry`: `Entries`.
fn plural(noun: &str) -> String {
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::advice::findings;
    use crate::advice::walked::{Walked, one_table, scenario, texts};
    use crate::design::save;
    use serde_json::{Value, json};

    fn titles(walked: &Walked) -> Vec<(Weight, String)> {
        walked.asked(find).into_iter().map(|finding| (finding.weight, finding.title)).collect()
    }

    fn set_status(walked: &mut Walked, key: &Value, status: &str) {
        let update = json!({"TableName": "Warehouse", "Key": key, "UpdateExpression": "SET #s = :s",
            "ExpressionAttributeNames": {"#s": "status"}, "ExpressionAttributeValues": {":s": {"S": status}}});
        walked.send("UpdateItem", &update);
    }

    fn lookup(order: &str) -> Value {
        json!({"PK": {"S": format!("ORDER#{order}")}, "SK": {"S": "METADATA"}})
    }

    #[test]
    fn a_declared_copy_that_agrees_is_noted_with_its_rows_its_owner_and_its_plan() {
        let found = scenario("warehouse").asked(find);
        assert_eq!(found.len(), 1);
        assert_eq!(found[0].weight, Weight::Note);
        assert_eq!(found[0].title, "OrderLookup repeats CustomerOrder, on purpose");
        assert_eq!(
            found[0].reason,
            "It is there for A5 and A6. Its owner, the order service, writes both in one transaction."
        );
        assert!(found[0].evidence.contains(&"5 of 5 pairs agree".to_owned()));
    }

    #[test]
    fn an_undeclared_copy_is_found_and_a_plan_is_written_down_with_one_click() {
        let mut walked = scenario("warehouse");
        let declared = walked.design.copies.remove(0);
        walked.prove();
        let found = walked.asked(find);
        assert_eq!(titles(&walked), [(Weight::Caution, "Orders live at two addresses".to_owned())]);
        assert_eq!(found[0].requests, ["A5", "A6"]);
        let before = save(&walked.design, &walked.database);
        for (remedy, plan) in found[0].remedies.iter().zip([
            Synchronisation::Transaction,
            Synchronisation::Stream,
            Synchronisation::AcceptedStaleness(
                "The copy says what was true when it was written.".to_owned(),
            ),
        ]) {
            let undo = walked.mend(remedy);
            let now = &walked.design.copies[0];
            assert_eq!((&now.source, &now.copy), (&declared.source, &declared.copy));
            assert_eq!((now.owner.as_str(), &now.synchronisation), ("the application", &plan));
            assert_eq!(now.requests, ["A5", "A6"]);
            assert_eq!(titles(&walked)[0].0, Weight::Note);
            walked.take_back(undo);
            assert!(save(&walked.design, &walked.database) == before, "taken back");
        }
    }

    #[test]
    fn copies_that_disagree_are_shown_field_by_field_and_brought_together_either_way() {
        let mut walked = scenario("warehouse");
        set_status(&mut walked, &lookup("O900"), "SHIPPED");
        let found = walked.asked(find);
        assert_eq!(
            titles(&walked),
            [(Weight::Fault, "O900's copies disagree: status PACKING / SHIPPED".to_owned())]
        );
        assert_eq!(
            found[0].evidence,
            [
                "status is PACKING at CUSTOMER#C4821 / ORDER#2026-07-26#O900, SHIPPED at ORDER#O900 / METADATA",
                "4 of 5 pairs agree",
            ]
        );
        assert_eq!(
            found[0].reason,
            "A5 reads CustomerOrder and A6 reads OrderLookup, so the answer depends on who asks."
        );
        let before = save(&walked.design, &walked.database);
        let status = |walked: &mut Walked| {
            let get = json!({"TableName": "Warehouse", "Key": lookup("O900")});
            walked.database.call("GetItem", &get).unwrap()["Item"]["status"]["S"].clone()
        };
        assert_eq!(found[0].remedies.len(), 2);
        for (remedy, expected) in found[0].remedies.iter().zip(["PACKING", "SHIPPED"]) {
            let undo = walked.mend(remedy);
            assert_eq!(status(&mut walked), expected);
            assert_eq!(titles(&walked)[0].0, Weight::Note, "they agree again");
            walked.take_back(undo);
            assert!(save(&walked.design, &walked.database) == before, "taken back");
        }
    }

    #[test]
    fn a_source_without_its_copy_gets_one_like_the_others_and_a_copy_without_source_goes() {
        let mut walked = scenario("warehouse");
        let before = save(&walked.design, &walked.database);
        walked.send("DeleteItem", &json!({"TableName": "Warehouse", "Key": lookup("O711")}));
        assert_eq!(titles(&walked), [(Weight::Fault, "O711 has no copy".to_owned())]);
        let remedies = walked.asked(find).remove(0).remedies;
        assert_eq!(remedies.len(), 1);
        walked.mend(&remedies[0]);
        assert!(save(&walked.design, &walked.database) == before, "made anew, to the attribute");
        let order = json!({"PK": {"S": "CUSTOMER#C4821"}, "SK": {"S": "ORDER#2026-06-18#O711"}});
        walked.send("DeleteItem", &json!({"TableName": "Warehouse", "Key": order}));
        let found = walked.asked(find);
        assert_eq!(found[0].title, "A copy of ORDER#O711 / METADATA has no source");
        walked.mend(&found[0].remedies[0]);
        assert_eq!(walked.database.table("Warehouse").unwrap().item_count(), 16);
        assert_eq!(titles(&walked)[0].0, Weight::Note);
    }

    #[test]
    fn a_copy_that_no_row_goes_to_is_decoration_and_can_be_removed() {
        let mut walked = scenario("warehouse");
        walked.design.requests.retain(|request| request.id != "A6");
        walked.prove();
        let found = walked.asked(find);
        assert_eq!(titles(&walked), [(Weight::Caution, "No row needs OrderLookup".to_owned())]);
        let before = save(&walked.design, &walked.database);
        let undo = walked.mend(&found[0].remedies[0]);
        assert_eq!(walked.database.table("Warehouse").unwrap().item_count(), 13);
        assert!(walked.design.copies.is_empty() && walked.asked(find).is_empty());
        walked.take_back(undo);
        assert!(save(&walked.design, &walked.database) == before, "taken back");
    }

    #[test]
    fn a_source_that_no_row_goes_to_is_named() {
        let mut walked = scenario("warehouse");
        walked.design.requests.retain(|request| request.id != "A5");
        walked.prove();
        assert_eq!(titles(&walked)[0], (Weight::Caution, "No row needs CustomerOrder".to_owned()));
    }

    #[test]
    fn an_edge_stored_at_both_ends_is_found_and_one_stored_once_is_not() {
        let mut walked = scenario("social");
        walked.design.copies.clear();
        let found = walked.asked(find);
        assert_eq!(found.len(), 1, "not the tables side by side");
        assert_eq!(found[0].about, "UserGroup and GroupMember");
        assert_eq!(found[0].requests, ["G1", "G2"]);
        let Edit::SetCopies(copies) = &found[0].remedies[0].edits[0] else { panic!("no plan") };
        assert_eq!(copies[0].owner, "G4: Join a group: both ends in one transaction");
    }

    #[test]
    fn scenarios_without_copies_have_nothing_to_say() {
        for id in ["store", "store-single-table", "ecommerce"] {
            assert_eq!(titles(&scenario(id)), [], "{id}");
        }
    }

    /// Customers and suppliers, each with a city and a country, and orders of customers with products of suppliers.
    #[test]
    fn values_that_many_items_have_are_no_copies() {
        let mut items = Vec::new();
        let cities = [("Reno", "US"), ("San Jose", "US"), ("Lyon", "FR"), ("Reno", "US")];
        for (at, (city, country)) in cities.into_iter().enumerate() {
            let place = [("city", city), ("country", country), ("status", "ACTIVE")];
            items.push(texts(&format!("CUSTOMER#C{at}"), "PROFILE", &place));
            items.push(texts(&format!("SUPPLIER#S{at}"), "PROFILE", &place));
            for order in 0..3 {
                let id = format!("O{at}{order}");
                let more = [
                    ("customerId", format!("C{at}")),
                    ("status", "ACTIVE".to_owned()),
                    ("total", format!("{}", at * 7 + order)),
                ];
                let more: Vec<(&str, &str)> =
                    more.iter().map(|(name, value)| (*name, value.as_str())).collect();
                items.push(texts(&format!("CUSTOMER#C{at}"), &format!("ORDER#{id}"), &more));
                items.push(texts(
                    &format!("ORDER#{id}"),
                    &format!("SHIPMENT#S{at}"),
                    &[("status", "SENT"), ("carrier", "post")],
                ));
            }
        }
        let walked = one_table(&Value::Array(items), &json!([]));
        assert_eq!(titles(&walked), []);
    }

    #[test]
    fn ids_of_two_kinds_that_are_equal_by_chance_are_no_edge() {
        let mut items = Vec::new();
        for (order, product, warehouse) in
            [("12376", "99887", "12376"), ("12377", "99888", "12377"), ("12378", "99889", "12399")]
        {
            items.push(texts(
                &format!("ORDER#{order}"),
                &format!("PRODUCT#{product}"),
                &[("quantity", "1")],
            ));
            items.push(texts(
                &format!("PRODUCT#{product}"),
                &format!("WAREHOUSE#{warehouse}"),
                &[("stock", "7")],
            ));
        }
        assert_eq!(titles(&one_table(&Value::Array(items), &json!([]))), []);
    }

    #[test]
    fn items_that_repeat_what_their_parent_says_are_found() {
        let mut items = Vec::new();
        for product in 0..5 {
            let (id, name) = (format!("P{product}"), format!("Product number {product}"));
            let price = format!("{}.50", product * 3 + 2);
            let facts = [("name", name.as_str()), ("price", price.as_str()), ("stock", "7")];
            items.push(texts(&format!("PRODUCT#{id}"), "METADATA", &facts));
            for order in 0..4 {
                let line = [("name", name.as_str()), ("price", price.as_str()), ("quantity", "1")];
                items.push(texts(&format!("ORDER#{order}{product}"), &format!("LINE#{id}"), &line));
            }
        }
        let walked = one_table(&Value::Array(items), &json!([]));
        let found = walked.asked(find);
        assert_eq!(found.len(), 1);
        assert_eq!(found[0].title, "Order line repeats what Product metadata says");
        assert_eq!(found[0].evidence[0], "Repeated: name and price");
    }

    #[test]
    fn nothing_to_look_at_is_nothing_to_say() {
        assert_eq!(titles(&one_table(&json!([]), &json!([]))), []);
        let hostile =
            json!([texts("##", "#", &[("a#b", "###")]), texts("\u{1f4e6}#", "\u{0}", &[])]);
        assert_eq!(titles(&one_table(&hostile, &json!([]))), []);
    }

    #[test]
    fn the_gravest_finding_comes_first() {
        let mut walked = scenario("warehouse");
        set_status(&mut walked, &lookup("O900"), "SHIPPED");
        let found = findings(walked.facts());
        assert!(found.is_sorted_by(|one, two| one.weight >= two.weight));
    }

    fn table(name: &str, key: &str, key_type: &str, items: &[Value]) -> Value {
        json!({"create": {"TableName": name, "BillingMode": "PAY_PER_REQUEST",
                "AttributeDefinitions": [{"AttributeName": key, "AttributeType": key_type}],
                "KeySchema": [{"AttributeName": key, "KeyType": "HASH"}]},
            "items": items})
    }

    #[test]
    fn copies_in_another_table_with_other_types_of_keys_are_found_and_compared() {
        let customer = |at: u64, plan: &str| {
            json!({"customerId": {"N": at.to_string()}, "email": {"S": format!("c{at}@example.com")},
                "name": {"S": format!("Customer {at}")}, "plan": {"S": plan}})
        };
        let customers: Vec<Value> =
            (1..6).map(|at| customer(at, if at % 2 == 0 { "FREE" } else { "PAID" })).collect();
        let mut by_email = customers.clone();
        let blobs =
            [json!({"hash": {"B": "AAEC"}, "name": {"S": "Customer 1"}, "plan": {"S": "FREE"}})];
        let document = |by_email: &[Value]| {
            json!({"retrieval-map": 1, "name": "Two tables", "tables": [
                table("Customers", "customerId", "N", &customers),
                table("ByEmail", "email", "S", by_email),
                table("Blobs", "hash", "B", &blobs)]})
            .to_string()
        };
        let mut walked = crate::advice::walked::walked(&document(&by_email));
        let found = walked.asked(find);
        assert_eq!(found.len(), 1);
        assert_eq!(found[0].title, "Customers and ByEmail are one fact at two addresses");
        assert_eq!(found[0].evidence[0], "Repeated: name and plan");
        walked.mend(&found[0].remedies[1]);
        assert_eq!(titles(&walked)[0].0, Weight::Note, "declared, across tables");
        by_email[2]["plan"] = json!({"S": "FREE"});
        let walked = crate::advice::walked::walked(&document(&by_email));
        assert_eq!(
            titles(&walked)[0],
            (Weight::Caution, "c3@example.com's copies disagree: plan PAID / FREE".to_owned())
        );
    }

    /// Five orders with their copies among so many other items that a look at some misses them.
    #[test]
    fn a_rare_declared_copy_in_a_large_table_is_found_and_compared() {
        let mut document: Value =
            serde_json::from_str(crate::design::scenarios::find("warehouse").unwrap().json)
                .unwrap();
        let items = document["tables"][0]["items"].as_array_mut().unwrap();
        items.extend((0..9_000).map(|at| texts(&format!("SERIAL#N{at}"), "METADATA", &[])));
        document["requests"] = json!([]);
        let mut walked = crate::advice::walked::walked(&document.to_string());
        assert_eq!(
            titles(&walked),
            [(Weight::Note, "OrderLookup repeats CustomerOrder, on purpose".to_owned())]
        );
        set_status(&mut walked, &lookup("O900"), "SHIPPED");
        assert_eq!(titles(&walked)[0].0, Weight::Fault);
    }

    mod laws {
        use super::*;
        use proptest::prelude::*;

        fn text() -> impl Strategy<Value = String> {
            prop_oneof!["[AB]#[0-3]", "[AB]#[0-3]#[0-3]", "[A-C]", "#{0,3}[0-2]", "[0-9]{1,3}"]
        }

        proptest! {
            #![proptest_config(ProptestConfig::with_cases(60))]

            #[test]
            fn whatever_is_offered_can_be_done_and_taken_back(
                items in proptest::collection::vec((text(), text(), proptest::option::of(text()), "[a-c]", "[a-z]{2}"), 0..24),
            ) {
                let mut seen: Vec<(String, String)> = Vec::new();
                let mut written = Vec::new();
                for (pk, sk, id, one, two) in items {
                    if seen.contains(&(pk.clone(), sk.clone())) {
                        continue;
                    }
                    let mut item = texts(&pk, &sk, &[("one", &one), ("two", &two)]);
                    if let Some(id) = id {
                        item["id"] = json!({"S": id});
                    }
                    written.push(item);
                    seen.push((pk, sk));
                }
                let mut walked = one_table(&Value::Array(written), &json!([]));
                let before = save(&walked.design, &walked.database);
                for finding in walked.asked(find) {
                    for remedy in &finding.remedies {
                        let undo = walked.mend(remedy);
                        walked.take_back(undo);
                        prop_assert!(save(&walked.design, &walked.database) == before);
                    }
                }
            }
        }
    }

    #[test]
    fn nouns_have_plurals() {
        for (noun, expected) in
            [("order", "Orders"), ("entry", "Entries"), ("day", "Days"), ("news", "News")]
        {
            assert_eq!(plural(noun), expected);
        }
    }
}
