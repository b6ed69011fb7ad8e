//! What is said of a table beside its keys, its indexes and its items.
//!
//! Owns: that what is said goes together, such as units for each index of a table that is paid for by the unit. It carries nothing
//! out.

use key_engine::value::{Members, object};
use serde_json::{Map, Value};

use super::create::GLOBAL;
use super::ground::Ground;
use super::indexes::units;
use super::{Billing, Drafted, StreamView};
use crate::design::{Edit, MAX_BAYS, TableDesign};

/// The table is described so from then on.
fn said(label: String, becomes: TableDesign) -> Drafted {
    Drafted::of(label, vec![Edit::DescribeTable(Box::new(becomes))])
}

/// The table is paid for so; its indexes are too, with what they have or else with the table's units.
pub(super) fn bill(ground: Ground<'_>, table: &str, billing: Billing) -> Result<Drafted, String> {
    let (_, described, _) = ground.table(table)?;
    let mut becomes = described.clone();
    let Value::Object(members) = &mut becomes.create else {
        return Err(format!("There is no table {table}."));
    };
    match billing {
        Billing::OnDemand => {
            members.set("BillingMode", Value::from("PAY_PER_REQUEST"));
            members.remove("ProvisionedThroughput");
        }
        Billing::Provisioned { read, write } => {
            if read == 0 || write == 0 {
                return Err(
                    "A table is given at least 1 read unit and 1 write unit a second.".to_owned()
                );
            }
            members.set("BillingMode", Value::from("PROVISIONED"));
            members.set("ProvisionedThroughput", units(read, write));
        }
    }
    if let Some(Value::Array(indexes)) = members.get_mut(GLOBAL) {
        for index in indexes.iter_mut().filter_map(Value::as_object_mut) {
            match billing {
                Billing::OnDemand => _ = index.remove("ProvisionedThroughput"),
                Billing::Provisioned { read, write } => {
                    index.entry("ProvisionedThroughput").or_insert_with(|| units(read, write));
                }
            }
        }
    }
    if becomes == *described {
        return Err("The table is paid for so already.".to_owned());
    }
    Ok(said(format!("change how {table} is paid for"), becomes))
}

/// An index of a table that is paid for by the unit has these.
pub(super) fn bill_index(
    ground: Ground<'_>,
    table: &str,
    index: &str,
    (read, write): (u64, u64),
) -> Result<Drafted, String> {
    let (_, described, _) = ground.table(table)?;
    if Billing::of_table(described) == Billing::OnDemand {
        return Err(format!("{table} is paid for by the request, and its indexes are too."));
    }
    if read == 0 || write == 0 {
        return Err("An index is given at least 1 read unit and 1 write unit a second.".to_owned());
    }
    let mut becomes = described.clone();
    let Some((GLOBAL, at)) = super::create::find(&described.create, index) else {
        return Err(format!("{table} has no global index {index}."));
    };
    let place = becomes.create.get_mut(GLOBAL).and_then(|indexes| indexes.get_mut(at));
    if let Some(Value::Object(members)) = place {
        members.set("ProvisionedThroughput", units(read, write));
    }
    Ok(said(format!("change the capacity of {index}"), becomes))
}

/// The table's stream tells so much of each change; nothing where it is to have none.
pub(super) fn stream(
    ground: Ground<'_>,
    table: &str,
    view: Option<StreamView>,
) -> Result<Drafted, String> {
    let (_, described, _) = ground.table(table)?;
    let mut becomes = described.clone();
    if let Value::Object(members) = &mut becomes.create {
        match view {
            None => _ = members.remove("StreamSpecification"),
            Some(view) => {
                let mut specification = Map::new();
                specification.set("StreamEnabled", Value::Bool(true));
                specification.set("StreamViewType", Value::from(view.word()));
                members.set("StreamSpecification", Value::Object(specification));
            }
        }
    }
    Ok(said(format!("change the stream of {table}"), becomes))
}

/// Items expire by this attribute, or not at all.
pub(super) fn expire(
    ground: Ground<'_>,
    table: &str,
    attribute: Option<&str>,
) -> Result<Drafted, String> {
    let (_, described, _) = ground.table(table)?;
    if attribute.is_some_and(|attribute| attribute.is_empty() || attribute.len() > 255) {
        return Err(
            "The attribute that says when an item expires has a name of 1 to 255 bytes.".to_owned()
        );
    }
    let mut becomes = described.clone();
    becomes.time_to_live = attribute.map(str::to_owned);
    Ok(said(format!("change when items of {table} expire"), becomes))
}

/// The floor of the table, or of an index, has so many bays; as many as usual where nothing is said.
pub(super) fn bays(
    ground: Ground<'_>,
    table: &str,
    index: Option<&str>,
    bays: Option<u32>,
) -> Result<Drafted, String> {
    let (_, described, _) = ground.table(table)?;
    if bays.is_some_and(|bays| !(1..=MAX_BAYS).contains(&bays)) {
        return Err(format!("A floor has 1 to {MAX_BAYS} bays."));
    }
    let mut becomes = described.clone();
    match (index, bays) {
        (None, bays) => becomes.bays = bays,
        (Some(index), _) if super::create::find(&described.create, index).is_none() => {
            return Err(format!("{table} has no index {index}."));
        }
        (Some(index), Some(bays)) => _ = becomes.index_bays.insert(index.to_owned(), bays),
        (Some(index), None) => _ = becomes.index_bays.remove(index),
    }
    Ok(said(format!("change the bays of {}", index.unwrap_or(table)), becomes))
}

/// Tags, all from then on.
pub(super) fn tag(
    ground: Ground<'_>,
    table: &str,
    tags: &[(String, String)],
) -> Result<Drafted, String> {
    let (_, described, _) = ground.table(table)?;
    let mut becomes = described.clone();
    let tag = |(key, value): &(String, String)| {
        object(&mut [("Key", Value::from(key.as_str())), ("Value", Value::from(value.as_str()))])
    };
    if let Value::Object(members) = &mut becomes.create {
        members.remove("Tags");
        if !tags.is_empty() {
            members.set("Tags", tags.iter().map(tag).collect());
        }
    }
    Ok(said(format!("change the tags of {table}"), becomes))
}
