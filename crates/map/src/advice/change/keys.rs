//! Tables under other keys, and key attributes of another type.
//!
//! Owns: which items fit, which values become what, which indexes can stay. It carries nothing out.

use super::create;
use super::fit::{self, Change, Fitted, Group};
use super::ground::{Ground, key_attributes};
use super::{Breakage, Drafted, IndexDescription, KeyAttribute, KeySchema};
use crate::design::{
    Edit, Entity, Expectation, TableDesign, key_prefix, set_aside, template_prefix,
};

/// The table has these keys from then on.
pub(super) fn set(ground: Ground<'_>, table: &str, keys: &KeySchema) -> Result<Drafted, String> {
    create::check_keys(keys, 1)?;
    let (_, described, _) = ground.table(table)?;
    let before = KeySchema::of_table(described);
    if before == *keys {
        return Err("The table has these keys already.".to_owned());
    }
    let mut drafted = re_key(ground, table, keys, format!("change the keys of {table}"))?;
    drafted.facts.extend(meant_otherwise(ground, table, &before, keys)?);
    Ok(drafted)
}

/// A hint for who gives a key another name that no item has: the attribute itself can be renamed.
fn meant_otherwise(
    ground: Ground<'_>,
    table: &str,
    before: &KeySchema,
    after: &KeySchema,
) -> Result<Option<String>, String> {
    let only = |of: &KeySchema, not: &KeySchema| {
        let mut names =
            of.attributes().filter(|one| !not.attributes().any(|key| key.name == one.name));
        let first = names.next().map(|one| one.name.clone());
        if names.next().is_some() { None } else { first }
    };
    let (Some(from), Some(to)) = (only(before, after), only(after, before)) else {
        return Ok(None);
    };
    let (_, _, found) = ground.table(table)?;
    if found.item_count() == 0 || found.primary().items().any(|item| item.get(&to).is_some()) {
        return Ok(None);
    }
    Ok(Some(format!(
        "No item has {to}. Where it is {from} that should be called so, rename it under Attributes: that changes every item and request with it."
    )))
}

/// A key attribute, of the table or of its indexes, has another type from then on.
pub(super) fn set_type(
    ground: Ground<'_>,
    table: &str,
    attribute: &str,
    kind: &str,
) -> Result<Drafted, String> {
    let (_, described, _) = ground.table(table)?;
    let known = key_attributes(described);
    let Some(standing) = known.iter().find(|known| known.name == attribute) else {
        return Err(format!("{attribute} is in no key of {table}."));
    };
    if standing.kind == kind {
        return Err(format!("{attribute} is {kind} already."));
    }
    let mut keys = KeySchema::of_table(described);
    let label = format!("make {attribute} of {table} {kind}");
    let own = keys.partition.iter_mut().chain(&mut keys.sort).find(|own| own.name == attribute);
    if let Some(own) = own {
        kind.clone_into(&mut own.kind);
        create::check_keys(&keys, 1)?;
        return re_key(ground, table, &keys, label);
    }
    let types = [KeyAttribute { name: attribute.to_owned(), kind: kind.to_owned() }];
    if !matches!(kind, "S" | "N" | "B") {
        return Err(format!("A key is S, N or B, and {attribute} is to be {kind}."));
    }
    let mut becomes = described.clone();
    create::define(&mut becomes.create, &types);
    remade(ground, table, becomes, &keys, &types, label)
}

fn re_key(
    ground: Ground<'_>,
    table: &str,
    keys: &KeySchema,
    label: String,
) -> Result<Drafted, String> {
    let (_, described, _) = ground.table(table)?;
    let mut becomes = described.clone();
    if let Some(schema) = becomes.create.get_mut("KeySchema") {
        *schema = create::schema_json(keys);
    }
    let mut gone = Vec::new();
    fit_local_indexes(&mut becomes, keys, &mut gone);
    let types: Vec<KeyAttribute> = keys.attributes().cloned().collect();
    create::define(&mut becomes.create, &types);
    let mut drafted = remade(ground, table, becomes, keys, &types, label)?;
    for (index, why) in gone {
        drafted.breaks.push(Breakage::certain(format!("index {index}"), &why));
    }
    Ok(drafted)
}

/// A local index stands and falls with its table's partition key.
fn fit_local_indexes(
    becomes: &mut TableDesign,
    keys: &KeySchema,
    gone: &mut Vec<(String, String)>,
) {
    let Some(partition) = keys.partition.first() else { return };
    for index in IndexDescription::all(becomes).into_iter().filter(|index| index.local) {
        let Some((list, at)) = create::find(&becomes.create, &index.name) else { continue };
        let sort = index.keys.sort.first();
        let why = match sort {
            _ if keys.sort.is_empty() => {
                Some("It is local, and goes: a local index needs a table with a sort key.")
            }
            None => Some("It is local, and goes: it has no sort key of its own."),
            Some(sort) if sort.name == partition.name => {
                Some("It is local, and goes: its sort key is the table's partition key now.")
            }
            Some(_) => None,
        };
        let standing = create::indexes(&becomes.create, list).get(at).cloned();
        let index_becomes = if let Some(why) = why {
            becomes.index_bays.remove(&index.name);
            gone.push((index.name.clone(), why.to_owned()));
            None
        } else {
            let sort = index.keys.sort.clone();
            let keys = KeySchema { partition: vec![partition.clone()], sort };
            Some(create::index_json(standing.as_ref(), &index.name, &keys, &index.projection))
        };
        create::set_index(&mut becomes.create, list, at, index_becomes);
    }
}

/// The table described so, with the items that fit.
fn remade(
    ground: Ground<'_>,
    table: &str,
    mut becomes: TableDesign,
    keys: &KeySchema,
    types: &[KeyAttribute],
    label: String,
) -> Result<Drafted, String> {
    let (at, described, found) = ground.table(table)?;
    let fitted = fit::fitted(found, keys, &Change { types, ..Change::default() })?;
    let Fitted { items, aside, reasons, converted, unconverted, .. } = fitted;
    let mut drafted = Drafted::of(label, Vec::new());
    let set_aside_now = aside.len() as u64;
    for item in aside {
        set_aside(&mut becomes.extra, item);
    }
    for group in &reasons {
        drafted.breaks.push(said_aside(group));
    }
    if converted > 0 {
        drafted.facts.push(format!("{} changed to the new type exactly.", values(converted)));
    }
    if set_aside_now == 0 {
        for group in &unconverted {
            let words = format!(
                "They {}, which cannot be said exactly in the new type; they stay, and are in no index by it: {}.",
                group.why,
                group.named()
            );
            drafted.breaks.push(Breakage::certain(group.about(), &words));
        }
    }
    let before = key_attributes(described);
    let after = key_attributes(&becomes);
    for known in &before {
        let fate = match after.iter().find(|now| now.name == known.name) {
            None => "which is in no key any more".to_owned(),
            Some(now) if now.kind != known.kind => format!("which is {} now", now.kind),
            Some(_) => continue,
        };
        drafted.touched.attributes.push((known.name.clone(), fate));
    }
    let was = KeySchema::of_table(described);
    for own in was.attributes().filter(|own| !keys.attributes().any(|key| key.name == own.name)) {
        let known = drafted.touched.attributes.iter().any(|(name, _)| *name == own.name);
        if !known {
            let fate = "which is not in the table's key any more".to_owned();
            drafted.touched.attributes.push((own.name.clone(), fate));
        }
    }
    table.clone_into(&mut drafted.touched.table);
    drafted.touched.fate = Some("which has other keys".to_owned());
    let kinds = told_apart(ground, table, &becomes, &mut drafted);
    drafted.edits.push(ground.instead(at, becomes, items));
    if kinds != ground.design.entities {
        drafted.edits.push(Edit::SetEntities(kinds));
    }
    drafted.edits.extend(expected_keys(ground, table, types));
    Ok(drafted)
}

/// What is said of items that are set aside.
pub(super) fn said_aside(group: &Group) -> Breakage {
    let words =
        format!("They {}, and are set aside: {}. Undo brings them back.", group.why, group.named());
    Breakage::certain(group.about(), &words)
}

fn values(count: u64) -> String {
    match count {
        1 => "1 value".to_owned(),
        _ => format!("{} values", crate::numerals::grouped(count)),
    }
}

/// What rows expect, by keys of the types that they have then.
fn expected_keys(ground: Ground<'_>, table: &str, types: &[KeyAttribute]) -> Vec<Edit> {
    ground.rows(|request| {
        let Some(Expectation::Items { items, .. }) = &mut request.expected else { return };
        for item in items.iter_mut().filter(|item| item.table == table) {
            for KeyAttribute { name, kind } in types {
                let value = item.key.get(name).and_then(|value| fit::exactly(value, kind));
                if let Some(value) = value {
                    item.key.insert(name.as_str(), value);
                }
            }
        }
    })
}

/// The kinds of the table, told by its new keys.
fn told_apart(
    ground: Ground<'_>,
    table: &str,
    becomes: &TableDesign,
    drafted: &mut Drafted,
) -> Vec<Entity> {
    let design = ground.design;
    let Some(described) = design.table(table) else { return design.entities.clone() };
    let same = |before: Option<&str>, after: Option<&str>| before == after;
    let partition_stays = same(described.partition_key(), becomes.partition_key());
    let sort_stays = same(described.sort_key(), becomes.sort_key());
    let mut kinds = design.entities.clone();
    if partition_stays && sort_stays {
        return kinds;
    }
    let finder = design.entity_finder(table);
    // For each kind, what its items begin with under each of the new keys.
    let mut begins: Vec<[Option<String>; 2]> = vec![[None, None]; kinds.len()];
    let keys = [becomes.partition_key(), becomes.sort_key()];
    for item in ground.database.table(table).into_iter().flat_map(|table| table.primary().items()) {
        let Some(known) = begins.get_mut(finder.of(item)) else { continue };
        for (known, key) in known.iter_mut().zip(keys) {
            let text = match key.and_then(|key| item.get(key)) {
                Some(key_engine::AttributeValue::S(text)) => key_prefix(text),
                _ => "",
            };
            match known {
                Some(prefix) if prefix.as_str() != text => prefix.clear(),
                Some(_) => {}
                None => *known = Some(text.to_owned()),
            }
        }
    }
    for (kind, [partition, sort]) in kinds.iter_mut().zip(begins) {
        if kind.table != table {
            continue;
        }
        let template = |key: Option<&str>| {
            key.and_then(|key| kind.templates.get(key)).map(|it| template_prefix(it).to_owned())
        };
        let told = !kind.partition_prefix.is_empty() || kind.sort_prefix.is_some();
        let (by_partition, by_sort) = (template(keys[0]), template(keys[1]));
        if !partition_stays {
            kind.partition_prefix = by_partition.or(partition).unwrap_or_default();
        }
        if !sort_stays {
            kind.sort_prefix = by_sort.or(sort).filter(|prefix| !prefix.is_empty());
        }
        if told && kind.partition_prefix.is_empty() && kind.sort_prefix.is_none() {
            let words =
                "Its items do not begin alike under the new keys: nothing tells them from others.";
            drafted.breaks.push(Breakage::certain(format!("kind {}", kind.name), words));
        }
    }
    kinds
}
