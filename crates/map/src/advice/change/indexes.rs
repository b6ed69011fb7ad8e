//! Indexes that come, go and become others.
//!
//! Owns: what else has to change with an index, and what of the items is in it. It carries nothing out.

use key_engine::engine::Table;
use key_engine::value::object;
use serde_json::Value;

use super::create::{self, GLOBAL, LOCAL};
use super::ground::{Ground, Touched};
use super::{
    Billing, Breakage, Drafted, IndexDescription, KeyAttribute, KeySchema, MOST_KEY_ATTRIBUTES,
    Projection, fit, parts,
};
use crate::design::{DoorDefinition, Edit, TableDesign};

/// What an index is to be.
#[derive(Clone, Copy, Debug)]
pub(super) struct Wanted<'w> {
    pub name: &'w str,
    pub keys: &'w KeySchema,
    pub projection: &'w Projection,
}

impl Wanted<'_> {
    /// Whether it can be, beside what there is.
    fn check(
        &self,
        described: &TableDesign,
        local: bool,
        standing: Option<&str>,
    ) -> Result<(), String> {
        create::check_keys(self.keys, if local { 1 } else { MOST_KEY_ATTRIBUTES })?;
        let sound = (3..=255).contains(&self.name.len())
            && self.name.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"_-.".contains(&byte));
        if !sound {
            return Err("An index's name has 3 to 255 letters, digits, _, - and dots.".to_owned());
        }
        let all = IndexDescription::all(described);
        let others = || all.iter().filter(|index| Some(index.name.as_str()) != standing);
        if others().any(|index| index.name == self.name) {
            return Err(format!("There is an index {} already.", self.name));
        }
        let own = KeySchema::of_table(described);
        let known = others().flat_map(|index| index.keys.attributes()).chain(own.attributes());
        for other in known {
            let differs =
                self.keys.attributes().find(|key| key.name == other.name && key.kind != other.kind);
            if differs.is_some() {
                return Err(format!(
                    "{} is {} in another key of the table: an attribute has one type in all of them.",
                    other.name, other.kind
                ));
            }
        }
        if let Projection::Include(names) = self.projection
            && names.is_empty()
        {
            return Err("An index that copies some attributes needs to know which.".to_owned());
        }
        if !local {
            return Ok(());
        }
        let partition = own.partition.first().map(|key| key.name.as_str());
        match (own.sort.is_empty(), self.keys.partition.first(), self.keys.sort.first()) {
            (true, ..) => Err("A local index needs a table with a sort key.".to_owned()),
            (_, Some(key), Some(_)) if Some(key.name.as_str()) == partition => Ok(()),
            (_, _, None) => Err("A local index needs a sort key of its own.".to_owned()),
            _ => Err("A local index has the partition key of its table.".to_owned()),
        }
    }

    fn definitions(&self) -> Vec<Value> {
        let definition = |key: &KeyAttribute| {
            object(&mut [
                ("AttributeName", Value::from(key.name.as_str())),
                ("AttributeType", Value::from(key.kind.as_str())),
            ])
        };
        self.keys.attributes().map(definition).collect()
    }

    /// What of the items is in it, and which items could not be written any more.
    fn note_items(&self, table: &Table, drafted: &mut Drafted) {
        let (mut within, mut odd) = (0_u64, 0_u64);
        for item in table.primary().items() {
            let wrong = self.keys.attributes().any(|key| {
                item.get(&key.name)
                    .is_some_and(|value| value.type_name() != key.kind || value.size_bytes() == 0)
            });
            odd += u64::from(wrong);
            let whole = self.keys.attributes().all(|key| item.get(&key.name).is_some());
            within += u64::from(whole && !wrong);
        }
        let all = table.item_count() as u64;
        if all > 0 {
            drafted.facts.push(format!(
                "{} of {} will be in {}.",
                crate::numerals::grouped(within),
                fit::items(all),
                self.name
            ));
        }
        if odd > 0 {
            let words = format!(
                "They hold a key of {} as another type, or empty: they are not in it, and DynamoDB would not write them so.",
                self.name
            );
            drafted.breaks.push(Breakage::certain(fit::items(odd), &words));
        }
    }
}

/// An index is added: a global one is opened, a local one is made with the table, anew.
pub(super) fn add(
    ground: Ground<'_>,
    table: &str,
    wanted: Wanted<'_>,
    local: bool,
) -> Result<Drafted, String> {
    let (at, described, found) = ground.table(table)?;
    wanted.check(described, local, None)?;
    let mut index = create::index_json(None, wanted.name, wanted.keys, wanted.projection);
    let label = format!("add the index {}", wanted.name);
    let mut drafted = if local {
        let mut becomes = described.clone();
        create::set_index(&mut becomes.create, LOCAL, usize::MAX, Some(index));
        let keys: Vec<KeyAttribute> = wanted.keys.attributes().cloned().collect();
        create::define(&mut becomes.create, &keys);
        let mut drafted = Drafted::of(label, vec![ground.described(at, becomes)]);
        drafted.facts.push("DynamoDB makes a local index only with its table: an existing table has to be made anew for it.".to_owned());
        drafted
    } else {
        provision(&mut index, described);
        let door =
            DoorDefinition { index, attributes: wanted.definitions(), ..DoorDefinition::default() };
        Drafted::of(label, vec![Edit::OpenDoor { table: table.to_owned(), door }])
    };
    wanted.note_items(found, &mut drafted);
    table.clone_into(&mut drafted.touched.table);
    Ok(drafted)
}

/// Units a second for an index of a table that is paid for so.
fn provision(index: &mut Value, described: &TableDesign) {
    if let (Value::Object(members), Billing::Provisioned { read, write }) =
        (index, Billing::of_table(described))
    {
        members.entry("ProvisionedThroughput").or_insert_with(|| units(read, write));
    }
}

/// `ProvisionedThroughput`.
pub(super) fn units(read: u64, write: u64) -> Value {
    object(&mut [
        ("ReadCapacityUnits", Value::from(read)),
        ("WriteCapacityUnits", Value::from(write)),
    ])
}

/// An index becomes another, in its place.
pub(super) fn set(
    ground: Ground<'_>,
    table: &str,
    index: &str,
    wanted: Wanted<'_>,
) -> Result<Drafted, String> {
    let (at, described, found) = ground.table(table)?;
    let all = IndexDescription::all(described);
    let standing = all.iter().find(|known| known.name == index);
    let standing = standing.ok_or_else(|| format!("{table} has no index {index}."))?;
    let Some((list, place)) = create::find(&described.create, index) else {
        return Err(format!("{table} has no index {index}."));
    };
    wanted.check(described, standing.local, Some(index))?;
    if wanted.name == index
        && *wanted.keys == standing.keys
        && *wanted.projection == standing.projection
    {
        return Err("The index is so already.".to_owned());
    }
    let json = create::indexes(&described.create, list).get(place);
    let json = create::index_json(json, wanted.name, wanted.keys, wanted.projection);
    let label = if wanted.name == index {
        format!("change the index {index}")
    } else {
        format!("rename the index {index} to {}", wanted.name)
    };
    let mut drafted = Drafted::of(label, Vec::new());
    let bays = described.index_bays.get(index).copied();
    if standing.local {
        let mut becomes = described.clone();
        create::set_index(&mut becomes.create, list, place, Some(json));
        let keys: Vec<KeyAttribute> = wanted.keys.attributes().cloned().collect();
        create::define(&mut becomes.create, &keys);
        if let Some(bays) = becomes.index_bays.remove(index) {
            becomes.index_bays.insert(wanted.name.to_owned(), bays);
        }
        drafted.edits.push(ground.described(at, becomes));
    } else {
        let table = table.to_owned();
        drafted.edits.push(Edit::CloseDoor { table: table.clone(), index: index.to_owned() });
        let door =
            DoorDefinition { index: json, attributes: wanted.definitions(), bays, at: Some(place) };
        drafted.edits.push(Edit::OpenDoor { table, door });
    }
    if wanted.name != index {
        drafted.edits.extend(ground.rows(|request| {
            let calls = request.calls.iter_mut();
            calls.for_each(|call| parts::rename_index(call, table, index, wanted.name));
        }));
    }
    let fate = if *wanted.keys != standing.keys {
        wanted.note_items(found, &mut drafted);
        "which has other keys"
    } else if *wanted.projection != standing.projection {
        "which copies other attributes"
    } else {
        "which is called otherwise"
    };
    drafted.touched = Touched {
        table: table.to_owned(),
        index: Some((index.to_owned(), fate.to_owned())),
        ..Touched::default()
    };
    Ok(drafted)
}

/// An index goes; its rows stay, and are refused.
pub(super) fn delete(ground: Ground<'_>, table: &str, index: &str) -> Result<Drafted, String> {
    let (at, described, found) = ground.table(table)?;
    let Some((list, place)) = create::find(&described.create, index) else {
        return Err(format!("{table} has no index {index}."));
    };
    let edit = if list == GLOBAL {
        Edit::CloseDoor { table: table.to_owned(), index: index.to_owned() }
    } else {
        let mut becomes = described.clone();
        create::set_index(&mut becomes.create, list, place, None);
        create::define(&mut becomes.create, &[]);
        becomes.index_bays.remove(index);
        ground.described(at, becomes)
    };
    let mut drafted = Drafted::of(format!("delete the index {index}"), vec![edit]);
    if let Some(door) = found.index(index) {
        drafted.facts.push(format!(
            "{} are in it; they stay in the table.",
            fit::items(door.item_count() as u64)
        ));
    }
    drafted.touched = Touched {
        table: table.to_owned(),
        index: Some((index.to_owned(), "which is gone".to_owned())),
        ..Touched::default()
    };
    Ok(drafted)
}
