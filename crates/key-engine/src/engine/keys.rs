//! The rules of key values, and what is said when an item or a key breaks one.

use super::collection::Address;
use super::error::ServiceError;
use super::faults;
use super::index::Index;
use super::limits::{MAX_HASH_KEY_BYTES, MAX_ITEM_BYTES, MAX_RANGE_KEY_BYTES};
use super::schema::{KeyElement, KeyRole};
use super::table::Table;
use crate::expression::Update;
use crate::value::{AttributeValue, Item};

/// Checks a `Key`: every attribute of the schema, with its type, and no other.
pub(crate) fn check_key(schema: &[KeyElement], key: &Item) -> Result<(), ServiceError> {
    if key.len() != schema.len() {
        return Err(faults::key_not_of_schema());
    }
    for element in schema {
        let value = key.get(&element.attribute).ok_or_else(faults::key_not_of_schema)?;
        if !element.key_type.matches(value) {
            return Err(faults::key_not_of_schema());
        }
    }
    schema
        .iter()
        .filter_map(|element| Some((element, key.get(&element.attribute)?)))
        .try_for_each(|(element, value)| check_key_value(element, value))
}

/// Where the item of a `Key` stands, or would stand.
pub(crate) fn key_address(table: &Table, key: &Item) -> Result<Address, ServiceError> {
    check_key(table.primary().key_schema(), key)?;
    table.primary().address(key).ok_or_else(faults::key_not_of_schema)
}

/// Refuses to look into a key attribute, of the table or of an index: it holds nothing.
pub(crate) fn check_scalars(table: &Table, nested: &[&str]) -> Result<(), ServiceError> {
    if nested.is_empty() {
        return Ok(());
    }
    let is_nested = |element: &&KeyElement| nested.contains(&element.attribute.as_str());
    if let Some(element) = table.primary().key_schema().iter().find(is_nested) {
        return Err(faults::key_not_scalar("Key", &element.attribute));
    }
    for index in table.indexes() {
        if let Some(element) = index.key_schema().iter().find(is_nested) {
            return Err(faults::key_not_scalar("IndexKey", &element.attribute));
        }
    }
    Ok(())
}

/// Checks an item that is to be put: its keys, the keys of its table's indexes, its size.
pub(crate) fn check_item(table: &Table, item: &Item) -> Result<(), ServiceError> {
    check_own_keys(table, item)?;
    table.indexes().try_for_each(|index| check_index_keys(index, item))?;
    check_size(item)
}

/// Checks an item that is loaded: its keys and its size.
pub(crate) fn check_loaded(table: &Table, item: &Item) -> Result<(), ServiceError> {
    check_own_keys(table, item)?;
    check_size(item)
}

fn check_own_keys(table: &Table, item: &Item) -> Result<(), ServiceError> {
    for element in table.primary().key_schema() {
        let Some(value) = item.get(&element.attribute) else {
            return Err(faults::missing_key(&element.attribute));
        };
        if !element.key_type.matches(value) {
            return Err(faults::key_type_mismatch(&element.attribute, element.key_type, value));
        }
        check_key_value(element, value)?;
    }
    Ok(())
}

fn check_size(item: &Item) -> Result<(), ServiceError> {
    if item.size_bytes() > MAX_ITEM_BYTES {
        return Err(faults::item_too_large());
    }
    Ok(())
}

/// An index's key attributes may be missing, but not of another type, nor empty.
pub(crate) fn check_index_keys(index: &Index, item: &Item) -> Result<(), ServiceError> {
    let name = index.name().unwrap_or_default();
    for element in index.key_schema() {
        let Some(value) = item.get(&element.attribute) else { continue };
        check_index_key_type(name, element, value)?;
        if value.size_bytes() == 0 {
            return Err(faults::empty_index_key(name, &element.attribute, value));
        }
        check_length(element, value)?;
    }
    Ok(())
}

fn check_index_key_type(
    index: &str,
    element: &KeyElement,
    value: &AttributeValue,
) -> Result<(), ServiceError> {
    if element.key_type.matches(value) {
        return Ok(());
    }
    Err(faults::index_key_type_mismatch(index, &element.attribute, element.key_type, value))
}

/// Checks the values that an update itself gives to attributes that are keys of an index: those of another type are
/// refused whatever the item holds.
pub(crate) fn check_given(table: &Table, update: &Update) -> Result<(), ServiceError> {
    for index in table.indexes() {
        for element in index.key_schema() {
            let given = update.given().find(|(name, _)| *name == element.attribute);
            let Some((_, value)) = given else { continue };
            check_index_key_type(index.name().unwrap_or_default(), element, value)?;
        }
    }
    Ok(())
}

/// Checks a value that an update leaves in an item: it may be a key of an index.
pub(crate) fn check_updated(
    table: &Table,
    name: &str,
    value: &AttributeValue,
) -> Result<(), ServiceError> {
    for element in table.indexes().flat_map(Index::key_schema) {
        if element.attribute != name {
            continue;
        }
        if !element.key_type.matches(value) {
            return Err(faults::update_of_index_key_type());
        }
        if value.size_bytes() == 0 {
            return Err(faults::update_of_index_key_to_empty(value));
        }
        check_length(element, value).map_err(|_| faults::update_of_index_key_size())?;
    }
    Ok(())
}

fn check_key_value(element: &KeyElement, value: &AttributeValue) -> Result<(), ServiceError> {
    if value.size_bytes() == 0 {
        return Err(faults::empty_key(&element.attribute, value));
    }
    check_length(element, value)
}

fn check_length(element: &KeyElement, value: &AttributeValue) -> Result<(), ServiceError> {
    match element.role {
        KeyRole::Hash if value.size_bytes() > MAX_HASH_KEY_BYTES => {
            Err(faults::hash_key_too_long())
        }
        KeyRole::Range if value.size_bytes() > MAX_RANGE_KEY_BYTES => {
            Err(faults::range_key_too_long())
        }
        _ => Ok(()),
    }
}

/// The key attributes of an item: those of the table, and of the index it was read through.
pub(crate) fn key_of(table: &Table, door: &Index, item: &Item) -> Item {
    table
        .primary()
        .key_schema()
        .iter()
        .chain(door.key_schema())
        .filter_map(|element| {
            Some((element.attribute.as_str(), item.get(&element.attribute)?.clone()))
        })
        .collect()
}
