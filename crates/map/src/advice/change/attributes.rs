//! Attributes that are called otherwise, or go.
//!
//! Owns: every place in a design where an attribute is named, and which of them cannot be written anew for sure. It carries
//! nothing out.

use std::sync::Arc;

use key_engine::walk;

use super::fit::{self, Change, Fitted};
use super::ground::{Ground, Touched, key_attributes};
use super::{Breakage, Drafted, IndexDescription, KeySchema, Projection, create, names, parts};
use crate::design::{Call, DeliberateCopy, Edit, Entity, Expectation, Request, TableDesign};

/// The longest name of an attribute, in bytes. Source: AWS, "Supported data types and naming rules in Amazon DynamoDB".
const LONGEST_NAME: usize = 65_535;

/// An attribute is called otherwise wherever it is named.
pub(super) fn rename(
    ground: Ground<'_>,
    table: &str,
    from: &str,
    to: &str,
) -> Result<Drafted, String> {
    let (at, described, found) = ground.table(table)?;
    if to.is_empty() || to.len() > LONGEST_NAME {
        return Err("An attribute needs a name of at most 65,535 bytes.".to_owned());
    }
    if from == to {
        return Err("That is its name already.".to_owned());
    }
    let taken = found.primary().items().filter(|item| item.get(to).is_some()).count() as u64;
    let is_key = |name: &str| key_attributes(described).iter().any(|key| key.name == name);
    if taken > 0 || is_key(to) {
        let who = if taken > 0 {
            format!("{} have", fit::items(taken))
        } else {
            format!("The keys of {table} have")
        };
        return Err(format!("{who} an attribute {to} already."));
    }
    let mut becomes = described.clone();
    create::rename_attribute(&mut becomes.create, from, to);
    if becomes.time_to_live.as_deref() == Some(from) {
        becomes.time_to_live = Some(to.to_owned());
    }
    let keys = KeySchema::of_table(&becomes);
    let change = Change { rename: Some((from, to)), ..Change::default() };
    let fitted = fit::fitted(found, &keys, &change)?;
    let mut drafted = Drafted::of(format!("rename {from} to {to}"), Vec::new());
    drafted.facts.push(format!("{} called so.", are(fitted.changed)));
    put(ground, (at, described), becomes, fitted, &mut drafted);
    let rewritten = ground.rows(|request| rename_in(request, table, from, to));
    drafted.edits.extend(rewritten);
    let mut kinds = ground.design.entities.clone();
    for kind in kinds.iter_mut().filter(|kind| kind.table == table) {
        rename_in_kind(kind, from, to);
    }
    if kinds != ground.design.entities {
        drafted.edits.push(Edit::SetEntities(kinds));
    }
    let mut copies = ground.design.copies.clone();
    for copy in copies.iter_mut().filter(|copy| copy.table == table) {
        for name in copy.attributes.iter_mut().filter(|name| *name == from) {
            to.clone_into(name);
        }
    }
    if copies != ground.design.copies {
        drafted.edits.push(Edit::SetCopies(copies));
    }
    still_named(ground, table, from, to, &mut drafted);
    if drafted.edits.is_empty() {
        return Err(format!("Nothing of {table} is called {from}."));
    }
    drafted.touched = Touched {
        table: table.to_owned(),
        attributes: vec![(from.to_owned(), format!("which is called {to}"))],
        ..Touched::default()
    };
    Ok(drafted)
}

fn are(count: u64) -> String {
    if count == 1 {
        "In 1 item it is".to_owned()
    } else {
        format!("In {} it is", fit::items(count))
    }
}

/// The table so, with its items so: anew where its keys, its indexes or most of its items change, else item by item.
fn put(
    ground: Ground<'_>,
    (at, described): (usize, &TableDesign),
    mut becomes: TableDesign,
    fitted: Fitted,
    drafted: &mut Drafted,
) {
    let Fitted { items, aside, reasons, changed, .. } = fitted;
    let keeps_all = aside.is_empty();
    for item in aside {
        crate::design::set_aside(&mut becomes.extra, item);
    }
    drafted.breaks.extend(reasons.iter().map(super::keys::said_aside));
    if becomes.create == described.create && keeps_all && (changed as usize) * 2 <= items.len() {
        if changed > 0 {
            let table = described.name();
            let before = ground.database.table(table).into_iter();
            let before = before.flat_map(|table| table.primary().shared_items());
            let changes = before.zip(&items).filter(|(old, new)| !Arc::ptr_eq(old, new));
            let changes = changes.map(|(old, new)| walk::Change {
                table: table.to_owned(),
                old: Some(Arc::clone(old)),
                new: Some(Arc::clone(new)),
            });
            drafted.edits.push(Edit::ChangeItems(changes.collect()));
        }
        if becomes != *described {
            drafted.edits.push(Edit::DescribeTable(Box::new(becomes)));
        }
        return;
    }
    drafted.edits.push(ground.instead(at, becomes, items));
}

/// Whether all that a row asks is of this table.
fn asks_only(request: &Request, table: &str) -> bool {
    let tables = request.calls.iter().flat_map(parts::tables);
    tables.into_iter().all(|known| known == table) && !request.calls.is_empty()
}

fn rename_in(request: &mut Request, table: &str, from: &str, to: &str) {
    let only = asks_only(request, table);
    let placeholders = request.placeholders();
    for call in &mut request.calls {
        parts::each(call, &mut |of, part| {
            if of == table && names::mentions(part, from) {
                names::rename(part, from, to);
            }
        });
    }
    // Braces in the new name are no placeholder: what would be asked for in their place is themselves.
    for name in request.placeholders() {
        if !placeholders.contains(&name) {
            let itself = ["{", &name, "}"].concat();
            request.samples.insert(name, itself);
        }
    }
    if let Some(order) = &mut request.wanted.order
        && only
        && order.attribute == from
    {
        to.clone_into(&mut order.attribute);
    }
    if let Some(Expectation::Items { items, .. }) = &mut request.expected {
        for item in items.iter_mut().filter(|item| item.table == table) {
            if let Some(value) = item.key.remove(from) {
                item.key.insert(to, value);
            }
        }
    }
}

fn rename_in_kind(kind: &mut Entity, from: &str, to: &str) {
    let (braced, becomes) = (["{", from, "}"].concat(), ["{", to, "}"].concat());
    // A name with braces in it could not be told from its surroundings.
    let is_plain = !to.contains(['{', '}']);
    let templates = std::mem::take(&mut kind.templates);
    for (attribute, template) in templates {
        let attribute = if attribute == from { to.to_owned() } else { attribute };
        let template = if is_plain { template.replace(&braced, &becomes) } else { template };
        kind.templates.insert(attribute, template);
    }
}

/// What still names the attribute after all that is sure was written anew.
fn still_named(ground: Ground<'_>, table: &str, from: &str, to: &str, drafted: &mut Drafted) {
    for request in &ground.design.requests {
        let mut becomes = request.clone();
        rename_in(&mut becomes, table, from, to);
        let mut names_it = false;
        for mut call in becomes.sample_calls() {
            parts::each(&mut call, &mut |of, part| {
                names_it |= of == table && names::mentions(part, from);
            });
        }
        let hidden = || unread_statement(&becomes, from);
        if names_it || hidden() {
            let words = format!(
                "It still names {from} in a place that cannot be rewritten for sure; change it by hand."
            );
            drafted.breaks.push(Breakage { about: request.id.clone(), words, certain: false });
        }
        let order = becomes.wanted.order.as_ref().filter(|order| order.attribute == from);
        let asks = becomes.calls.iter().flat_map(parts::tables).any(|known| known == table);
        if order.is_some() && asks && !asks_only(&becomes, table) {
            let words = format!(
                "It wants an order by {from}, and asks several tables: which one's is not sure."
            );
            drafted.breaks.push(Breakage { about: request.id.clone(), words, certain: false });
        }
    }
}

/// Whether a row has a statement that cannot be read and has a name in its text: then nothing says which table it is about.
fn unread_statement(request: &Request, name: &str) -> bool {
    let unread = |call: &Call| {
        let text = call.input.get("Statement").and_then(serde_json::Value::as_str);
        text.is_some_and(|text| text.contains(name)) && parts::tables(call).is_empty()
    };
    request.calls.iter().any(unread)
}

/// An attribute goes from every item, from what indexes copy, and from copies; rows that name it stay as they are.
pub(super) fn delete(ground: Ground<'_>, table: &str, attribute: &str) -> Result<Drafted, String> {
    let (at, described, found) = ground.table(table)?;
    let keys = KeySchema::of_table(described);
    if keys.attributes().any(|key| key.name == attribute) {
        return Err(format!(
            "{attribute} is in the key of {table}: every item needs it. Change the keys first."
        ));
    }
    let mut becomes = described.clone();
    let mut drafted = Drafted::of(format!("delete {attribute} from {table}"), Vec::new());
    for index in IndexDescription::all(described) {
        let Some((list, place)) = create::find(&becomes.create, &index.name) else { continue };
        if index.keys.attributes().any(|key| key.name == attribute) {
            create::set_index(&mut becomes.create, list, place, None);
            becomes.index_bays.remove(&index.name);
            let words = format!("It goes: {attribute} is in its key.");
            drafted.breaks.push(Breakage::certain(format!("index {}", index.name), &words));
        } else if let Projection::Include(copied) = &index.projection
            && copied.iter().any(|name| name == attribute)
        {
            let left: Vec<String> =
                copied.iter().filter(|name| *name != attribute).cloned().collect();
            let projection =
                if left.is_empty() { Projection::KeysOnly } else { Projection::Include(left) };
            let standing = create::indexes(&becomes.create, list).get(place).cloned();
            let json = create::index_json(standing.as_ref(), &index.name, &index.keys, &projection);
            create::set_index(&mut becomes.create, list, place, Some(json));
        }
    }
    create::define(&mut becomes.create, &[]);
    if becomes.time_to_live.as_deref() == Some(attribute) {
        becomes.time_to_live = None;
        drafted.breaks.push(Breakage::certain(
            "expiry".to_owned(),
            "Items expire no more: this attribute said when.",
        ));
    }
    let fitted = fit::fitted(found, &keys, &Change { drop: Some(attribute), ..Change::default() })?;
    if fitted.changed > 0 {
        drafted.breaks.push(Breakage::certain(
            fit::items(fitted.changed),
            "They lose it; undo brings it back.",
        ));
    }
    put(ground, (at, described), becomes, fitted, &mut drafted);
    copies_without(ground, table, attribute, &mut drafted);
    let braced = ["{", attribute, "}"].concat();
    for kind in ground.design.entities.iter().filter(|kind| kind.table == table) {
        if kind.templates.iter().any(|(_, template)| template.contains(&braced)) {
            let words =
                format!("Its keys are made of {attribute}, which its items do not hold any more.");
            drafted.breaks.push(Breakage::certain(format!("kind {}", kind.name), &words));
        }
    }
    for request in &ground.design.requests {
        let order = request.wanted.order.as_ref().filter(|order| order.attribute == attribute);
        if order.is_some() && asks_only(request, table) {
            let words = format!("It wants an order by {attribute}, which no item has any more.");
            drafted.breaks.push(Breakage { about: request.id.clone(), words, certain: false });
        }
    }
    if drafted.edits.is_empty() {
        return Err(format!("Nothing of {table} is called {attribute}."));
    }
    drafted.touched = Touched {
        table: table.to_owned(),
        attributes: vec![(attribute.to_owned(), "which no item has any more".to_owned())],
        ..Touched::default()
    };
    Ok(drafted)
}

fn copies_without(ground: Ground<'_>, table: &str, attribute: &str, drafted: &mut Drafted) {
    let mut copies: Vec<DeliberateCopy> = ground.design.copies.clone();
    for copy in copies.iter_mut().filter(|copy| copy.table == table) {
        let before = copy.attributes.len();
        copy.attributes.retain(|name| name != attribute);
        if copy.attributes.len() < before {
            let words = format!("It repeats {attribute} no more.");
            drafted.breaks.push(Breakage::certain(format!("copy {}", copy.copy), &words));
        }
    }
    if copies != ground.design.copies {
        drafted.edits.push(Edit::SetCopies(copies));
    }
}
