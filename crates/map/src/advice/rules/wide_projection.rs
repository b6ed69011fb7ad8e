//! An index that holds more than its readers need.
//!
//! What an index projects is stored again, and each write that changes it is written again. What its readers need is known where
//! each of them names the attributes it wants; where one does not, nothing can be said.
//!
//! <https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/bp-indexes-general.html>

use key_engine::Index;
use key_engine::engine::limits::MAX_PROJECTED_BY_INDEX;
use key_engine::engine::{IndexKind, Projection, Table};
use key_engine::value::{Members, object};
use serde_json::Value;

use super::Facts;
use crate::advice::asked::{asked, projected, size_of};
use crate::advice::told::listed;
use crate::advice::{Finding, Remedy, Weight};
use crate::design::{Design, DoorDefinition, Edit};
use crate::numerals::{bytes, counted, grouped};

const RULE: &str = "wide-projection";
const LINK: &str =
    "https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/bp-indexes-general.html";
/// Entries of an index that are weighed; of more, so many evenly spread.
const WEIGHED: usize = 2_000;
/// A projection is wide where at least this share of it, in hundredths, is read by nobody.
const WASTED_HUNDREDTHS: u64 = 20;

/// Global secondary indexes of which no reader needs all.
pub(super) fn find(facts: Facts<'_>, found: &mut Vec<Finding>) {
    for table in facts.design.tables.iter().filter_map(|table| facts.database.table(table.name())) {
        for index in table.indexes().filter(|index| index.kind() == IndexKind::Global) {
            let Some((rows, needed)) = readers(facts, table, index) else { continue };
            found.extend(finding(facts.design, table, index, rows, needed));
        }
    }
}

/// The rows that read an index, and the attributes beyond its keys that they name; none where one names nothing, or nobody reads.
fn readers(facts: Facts<'_>, table: &Table, index: &Index) -> Option<(Vec<String>, Vec<String>)> {
    let door = (table.name().to_owned(), index.name().map(str::to_owned));
    let mut rows = Vec::new();
    let mut needed: Vec<String> = Vec::new();
    for (request, proof) in facts.design.requests.iter().zip(facts.proofs) {
        for (run, written) in proof.calls.iter().zip(&request.calls) {
            let reads = |route: &crate::advice::Route| *route != crate::advice::Route::Write;
            if !run.doors.contains(&door) || !reads(&run.route) {
                continue;
            }
            let mut named = projected(written)?;
            named.extend(asked(written, "FilterExpression").into_iter().map(|part| part.attribute));
            for name in named {
                if !is_key(table, index, &name) && !needed.contains(&name) {
                    needed.push(name);
                }
            }
            if !rows.contains(&request.id) {
                rows.push(request.id.clone());
            }
        }
    }
    (!rows.is_empty() && needed.len() <= MAX_PROJECTED_BY_INDEX).then_some((rows, needed))
}

/// Whether an attribute is in the index whatever it projects.
fn is_key(table: &Table, index: &Index, name: &str) -> bool {
    let mut keys = index.key_schema().iter().chain(table.primary().key_schema());
    keys.any(|element| element.attribute == name)
}

fn finding(
    design: &Design,
    table: &Table,
    index: &Index,
    rows: Vec<String>,
    needed: Vec<String>,
) -> Option<Finding> {
    let name = index.name()?;
    let kept: Vec<String> = match index.projection() {
        Projection::KeysOnly => return None,
        Projection::All => needed,
        Projection::Include(held) => {
            needed.into_iter().filter(|name| held.contains(name)).collect()
        }
    };
    let now = index.size_bytes();
    let then = narrowed(table, index, &kept);
    let wasted = now.saturating_sub(then);
    if wasted * 100 < now * WASTED_HUNDREDTHS || wasted == 0 {
        return None;
    }
    let what = if kept.is_empty() { "its keys alone".to_owned() } else { listed(&kept) };
    let (verb, readers) = (if rows.len() == 1 { "reads" } else { "read" }, listed(&rows));
    let mut finding = Finding {
        rule: RULE,
        about: name.to_owned(),
        weight: Weight::Note,
        title: format!("{name} holds more than its readers need"),
        reason: format!(
            "{readers} {verb} only {what} from it; whatever else it projects is stored twice, and written twice when it changes."
        ),
        evidence: vec![
            format!(
                "It holds {} in {}; what is read of them is {}",
                bytes(now),
                counted(index.item_count() as u64, "entry", "entries"),
                bytes(then)
            ),
            format!("It projects {}", index.projection().name()),
        ],
        requests: rows,
        link: LINK,
        remedies: Vec::new(),
    };
    let share = wasted * 100 / now.max(1);
    finding.remedies.extend(reopened(design, table, name, &kept).map(|edits| Remedy {
        label: format!(
            "Reopen {name} with {}",
            if kept.is_empty() { "its keys only" } else { "only those" }
        ),
        facts: vec![
            format!("{} less to store, {} in a hundred.", bytes(wasted), grouped(share)),
            "A write that changes nothing it holds no longer reaches it.".to_owned(),
            "A real table fills the new index beside the old one, under another name.".to_owned(),
        ],
        edits,
        walk: None,
    }));
    Some(finding)
}

/// Bytes of the index if it held its keys and these attributes alone.
fn narrowed(table: &Table, index: &Index, kept: &[String]) -> u64 {
    let mut names: Vec<String> = Vec::new();
    let keys = index.key_schema().iter().chain(table.primary().key_schema());
    for name in keys.map(|element| &element.attribute).chain(kept) {
        if !names.contains(name) {
            names.push(name.clone());
        }
    }
    let count = index.item_count();
    let looked_at = count.min(WEIGHED);
    let mut bytes = 0;
    for number in 0..looked_at {
        let position = number as u64 * count as u64 / looked_at as u64;
        let place = index.at_position(position as usize);
        let item = place.and_then(|(ordinal, rank)| index.item(ordinal, rank));
        bytes += item.map_or(0, |item| size_of(item, &names));
    }
    (bytes as f64 * count as f64 / looked_at.max(1) as f64) as u64
}

/// The index closed and opened again with these attributes; its keys, its name and its place stay.
fn reopened(design: &Design, table: &Table, name: &str, kept: &[String]) -> Option<Vec<Edit>> {
    let described = design.table(table.name())?;
    let indexes = described.create.get("GlobalSecondaryIndexes")?.as_array()?;
    let is_it = |index: &Value| index.get("IndexName").and_then(Value::as_str) == Some(name);
    let at = indexes.iter().position(is_it)?;
    let mut index = indexes.get(at)?.as_object()?.clone();
    index.set(
        "Projection",
        if kept.is_empty() {
            object(&mut [("ProjectionType", Value::from("KEYS_ONLY"))])
        } else {
            object(&mut [
                ("ProjectionType", Value::from("INCLUDE")),
                ("NonKeyAttributes", Value::from(kept.to_vec())),
            ])
        },
    );
    let attributes = described.create.get("AttributeDefinitions")?.as_array()?.clone();
    let door = DoorDefinition {
        index: Value::Object(index),
        attributes,
        bays: described.index_bays.get(name).copied(),
        at: Some(at),
    };
    let table = table.name().to_owned();
    Some(vec![
        Edit::CloseDoor { table: table.clone(), index: name.to_owned() },
        Edit::OpenDoor { table, door },
    ])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::advice::Standing;
    use crate::advice::walked::{Walked, scenario};
    use crate::design::save;
    use serde_json::json;

    /// The store, with what the reader of an index names.
    fn reading(id: &str, projection: Option<&str>, select: Option<&str>) -> (Walked, usize) {
        let mut walked = scenario("store");
        let place = walked.design.requests.iter().position(|request| request.id == id).unwrap();
        let input = walked.design.requests[place].calls[0].input.as_object_mut().unwrap();
        if let Some(projection) = projection {
            input.set("ProjectionExpression", json!(projection));
        }
        if let Some(select) = select {
            input.set("Select", json!(select));
        }
        walked.prove();
        (walked, place)
    }

    #[test]
    fn an_index_whose_readers_name_few_attributes_is_opened_again_with_those() {
        for (id, projection, select, expected) in [
            (
                "S4",
                Some("orderId, placedAt"),
                None,
                json!({"ProjectionType": "INCLUDE", "NonKeyAttributes": ["placedAt"]}),
            ),
            ("S4", None, Some("COUNT"), json!({"ProjectionType": "KEYS_ONLY"})),
            ("S7", Some("orderId"), None, json!({"ProjectionType": "KEYS_ONLY"})),
        ] {
            let (mut walked, place) = reading(id, projection, select);
            let found = walked.asked(find);
            assert_eq!(found.len(), 1, "{id}");
            let before = (save(&walked.design, &walked.database), walked.proofs[place].standing);
            let size = |walked: &Walked| -> u64 {
                let tables = walked.database.tables();
                tables.flat_map(Table::indexes).map(Index::size_bytes).sum()
            };
            let bytes = size(&walked);
            let undo = walked.mend(&found[0].remedies[0]);
            assert!(size(&walked) < bytes, "{id}");
            assert_eq!(walked.proofs[place].standing, Standing::Proven, "{id}");
            let table = if id == "S4" { 1 } else { 2 };
            assert_eq!(
                walked.design.tables[table].create["GlobalSecondaryIndexes"][0]["Projection"],
                expected
            );
            assert!(walked.asked(find).is_empty(), "{id}");
            walked.take_back(undo);
            assert!(
                (save(&walked.design, &walked.database), walked.proofs[place].standing) == before
            );
        }
    }

    #[test]
    fn where_a_reader_names_nothing_or_all_nothing_is_said() {
        for id in ["warehouse", "store", "store-single-table", "ecommerce", "social"] {
            assert!(scenario(id).asked(find).is_empty(), "{id}");
        }
        let (walked, _) = reading("S4", Some("orderId, placedAt, #t, #s"), None);
        assert!(walked.asked(find).is_empty(), "refused: nobody reads it");
    }
}
