//! Changes of the kinds of item: one comes, is called something else, has other keys, goes.
//!
//! Owns what else has to change with a kind. Which item is of which kind is the design's to say.

use key_engine::order::SortedMap;

use super::{Breakage, Plan};
use crate::design::{Design, Edit, Entity};

/// A new kind of item of a table, under a free name; and its place among the kinds.
pub fn add_kind(design: &Design, table: &str) -> (Plan, usize) {
    let is_free =
        |name: &str| !design.entities.iter().any(|kind| kind.table == table && kind.name == name);
    let mut name = "New kind".to_owned();
    let mut count = 1_usize;
    while !is_free(&name) {
        count += 1;
        name = format!("New kind {count}");
    }
    let label = format!("add the kind {name}");
    let mut kinds = design.entities.clone();
    kinds.push(Entity { name, table: table.to_owned(), ..Entity::default() });
    let at = kinds.len() - 1;
    (Plan { label, edits: vec![Edit::SetEntities(kinds)], ..Plan::default() }, at)
}

/// The kind at a place is called something else; copies that name it name it so too.
///
/// # Errors
/// A sentence that says why it cannot be.
pub fn rename_kind(design: &Design, at: usize, to: &str) -> Result<Plan, String> {
    let to = to.trim();
    let kind = design.entities.get(at).ok_or(GONE)?;
    if to.is_empty() {
        return Err("A kind of item needs a name.".to_owned());
    }
    let mut others = design.entities.iter().enumerate().filter(|(place, _)| *place != at);
    if others.any(|(_, other)| other.table == kind.table && other.name == to) {
        return Err(format!("Another kind of item of {} is called {to}.", kind.table));
    }
    let mut copies = design.copies.clone();
    for copy in copies.iter_mut().filter(|copy| copy.table == kind.table) {
        for name in [&mut copy.source, &mut copy.copy] {
            if *name == kind.name {
                to.clone_into(name);
            }
        }
    }
    let mut kinds = design.entities.clone();
    if let Some(kind) = kinds.get_mut(at) {
        to.clone_into(&mut kind.name);
    }
    let label = format!("rename the kind {} to {to}", kind.name);
    let mut edits = vec![Edit::SetEntities(kinds)];
    if copies != design.copies {
        edits.push(Edit::SetCopies(copies));
    }
    Ok(Plan { label, edits, ..Plan::default() })
}

/// The kind at a place makes a key attribute in this way from now on; an empty template says nothing of it any more.
///
/// # Errors
/// A sentence that says what is wrong with the template.
pub fn set_template(
    design: &Design,
    at: usize,
    attribute: &str,
    template: &str,
) -> Result<Plan, String> {
    let template = template.trim();
    let kind = design.entities.get(at).ok_or(GONE)?;
    check_template(template)?;
    let mut kinds = design.entities.clone();
    if let Some(kind) = kinds.get_mut(at) {
        if template.is_empty() {
            kind.templates.remove(attribute);
        } else {
            kind.templates.insert(attribute.to_owned(), template.to_owned());
            if let Some(table) = design.table(&kind.table) {
                kind.follow_templates(table);
            }
        }
    }
    let label = format!("change {attribute} of the kind {}", kind.name);
    Ok(Plan { label, edits: vec![Edit::SetEntities(kinds)], ..Plan::default() })
}

/// The kind at a place makes these key attributes so from now on: one step for all of them.
///
/// # Errors
/// As [`set_template`].
pub fn set_templates(
    design: &Design,
    at: usize,
    templates: &SortedMap<String, String>,
) -> Result<Plan, String> {
    let kind = design.entities.get(at).ok_or(GONE)?;
    let mut kinds = design.entities.clone();
    if let Some(kind) = kinds.get_mut(at) {
        for (attribute, template) in templates.iter() {
            check_template(template)?;
            kind.templates.insert(attribute.clone(), template.clone());
        }
        if let Some(table) = design.table(&kind.table) {
            kind.follow_templates(table);
        }
    }
    let label = format!("take over the keys of the kind {}", kind.name);
    Ok(Plan { label, edits: vec![Edit::SetEntities(kinds)], ..Plan::default() })
}

/// The kind at a place goes; its items stay.
///
/// # Errors
/// There is no such kind.
pub fn delete_kind(design: &Design, at: usize) -> Result<Plan, String> {
    let kind = design.entities.get(at).ok_or(GONE)?;
    let named = design.copies.iter().filter(|copy| {
        copy.table == kind.table && (copy.source == kind.name || copy.copy == kind.name)
    });
    let breaks = named.map(|copy| Breakage {
        about: format!("the copy {}", copy.copy),
        words: format!(
            "It says that {} repeats {}; without the kind {} nothing tells which items those are.",
            copy.copy, copy.source, kind.name
        ),
        certain: true,
    });
    let breaks = breaks.collect();
    let mut kinds = design.entities.clone();
    kinds.remove(at);
    let label = format!("delete the kind {}", kind.name);
    Ok(Plan { label, edits: vec![Edit::SetEntities(kinds)], breaks, ..Plan::default() })
}

const GONE: &str = "This kind of item is not there any more.";

/// Whether braces stand for names.
fn check_template(template: &str) -> Result<(), String> {
    let mut rest = template;
    while let Some(at) = rest.find(['{', '}']) {
        let inside = rest.get(at..).unwrap_or_default();
        let closes = inside.get(1..).and_then(|inside| inside.find(['{', '}']));
        let sound = inside.starts_with('{')
            && closes.is_some_and(|end| {
                end > 0 && inside.get(end + 1..).is_some_and(|rest| rest.starts_with('}'))
            });
        let Some(end) = closes.filter(|_| sound) else {
            return Err("A name stands between { and }, such as PRODUCT#{productId}.".to_owned());
        };
        rest = inside.get(end + 2..).unwrap_or_default();
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::design::{DeliberateCopy, TableDesign};
    use serde_json::json;

    fn design() -> Design {
        let create = json!({"TableName": "T", "KeySchema": [
            {"AttributeName": "PK", "KeyType": "HASH"}, {"AttributeName": "SK", "KeyType": "RANGE"}]});
        let kind = |name: &str| Entity {
            name: name.to_owned(),
            table: "T".to_owned(),
            partition_prefix: "OLD#".to_owned(),
            ..Entity::default()
        };
        Design {
            tables: vec![TableDesign { create, ..TableDesign::default() }],
            entities: vec![kind("Order"), kind("Customer")],
            copies: vec![DeliberateCopy {
                table: "T".to_owned(),
                source: "Order".to_owned(),
                copy: "Customer".to_owned(),
                ..DeliberateCopy::default()
            }],
            ..Design::default()
        }
    }

    fn kinds(plan: &Plan) -> &[Entity] {
        plan.edits
            .iter()
            .find_map(|edit| match edit {
                Edit::SetEntities(kinds) => Some(kinds.as_slice()),
                _ => None,
            })
            .unwrap()
    }

    #[test]
    fn prefixes_follow_the_templates_of_the_tables_key() {
        let design = design();
        for (attribute, template, partition, sort) in [
            ("PK", "ORDER#{id}", "ORDER#", None),
            ("SK", "LINE#{n}#{m}", "OLD#", Some("LINE#")),
            ("SK", "METADATA", "OLD#", Some("METADATA")),
            ("SK", "{n}", "OLD#", None),
            ("GSI1PK", "STATUS#{s}", "OLD#", None),
            ("PK", "", "OLD#", None),
        ] {
            let plan = set_template(&design, 0, attribute, template).unwrap();
            let kind = &kinds(&plan)[0];
            let said = (kind.partition_prefix.as_str(), kind.sort_prefix.as_deref());
            assert_eq!(said, (partition, sort), "{attribute} {template}");
        }
    }

    #[test]
    fn a_template_without_names_in_its_braces_is_refused() {
        let design = design();
        for template in ["{", "}", "A#{}", "A#{b", "A#b}", "{{a}}", "{a}}", "é{"] {
            assert!(set_template(&design, 0, "PK", template).is_err(), "{template}");
        }
        for template in ["{a}{b}", "é#{ü}é", "plain", "{a}#"] {
            assert!(set_template(&design, 0, "PK", template).is_ok(), "{template}");
        }
    }

    #[test]
    fn copies_follow_a_name_and_are_told_when_it_goes() {
        let design = design();
        let plan = rename_kind(&design, 0, " Purchase ").unwrap();
        let copies = plan.edits.iter().find_map(|edit| match edit {
            Edit::SetCopies(copies) => Some(copies),
            _ => None,
        });
        assert_eq!(copies.unwrap()[0].source, "Purchase");
        assert!(rename_kind(&design, 0, "Customer").is_err());
        assert!(rename_kind(&design, 0, " ").is_err());
        assert!(rename_kind(&design, 9, "X").is_err());
        assert_eq!(delete_kind(&design, 0).unwrap().breaks.len(), 1);
        let (plan, at) = add_kind(&design, "T");
        assert_eq!((at, kinds(&plan)[2].name.as_str()), (2, "New kind"));
    }
}
