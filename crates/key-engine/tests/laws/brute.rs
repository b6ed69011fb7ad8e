//! What a write should leave and a read should bring, worked out from all items one by one, without indexes, trees or key bytes.

use std::cmp::Ordering;

use key_engine::engine::{Index, KeyRole};
use key_engine::{AttributeValue, Item, Table};

use super::world::Write;

/// A condition on one key attribute.
#[derive(Clone, Debug)]
pub struct Condition {
    pub attribute: String,
    pub test: Test,
}

#[derive(Clone, Debug)]
pub enum Test {
    Equal(AttributeValue),
    Less(AttributeValue),
    LessOrEqual(AttributeValue),
    Greater(AttributeValue),
    GreaterOrEqual(AttributeValue),
    Between(AttributeValue, AttributeValue),
    BeginsWith(AttributeValue),
}

/// The order of two values of one key type.
fn compare(one: &AttributeValue, other: &AttributeValue) -> Ordering {
    match (one, other) {
        (AttributeValue::S(one), AttributeValue::S(other)) => one.as_bytes().cmp(other.as_bytes()),
        (AttributeValue::N(one), AttributeValue::N(other)) => one.cmp(other),
        (AttributeValue::B(one), AttributeValue::B(other)) => one.cmp(other),
        _ => panic!("{one:?} and {other:?} are no keys of one type"),
    }
}

impl Condition {
    pub fn holds(&self, item: &Item) -> bool {
        let Some(value) = item.get(&self.attribute) else { return false };
        match &self.test {
            Test::Equal(other) => value == other,
            Test::Less(other) => compare(value, other).is_lt(),
            Test::LessOrEqual(other) => compare(value, other).is_le(),
            Test::Greater(other) => compare(value, other).is_gt(),
            Test::GreaterOrEqual(other) => compare(value, other).is_ge(),
            Test::Between(low, high) => compare(value, low).is_ge() && compare(value, high).is_le(),
            Test::BeginsWith(prefix) => match (value, prefix) {
                (AttributeValue::S(value), AttributeValue::S(prefix)) => {
                    value.starts_with(prefix.as_str())
                }
                (AttributeValue::B(value), AttributeValue::B(prefix)) => value.starts_with(prefix),
                _ => false,
            },
        }
    }
}

/// Does a write to a list of items.
pub fn write(table: &Table, items: &mut Vec<Item>, write: &Write) {
    if let Write::Transact(writes) = write {
        for inner in writes {
            self::write(table, items, inner);
        }
        return;
    }
    let item = write.item().unwrap();
    let key = table.primary().key_schema();
    let is_it =
        |other: &Item| key.iter().all(|key| other.get(&key.attribute) == item.get(&key.attribute));
    let at = items.iter().position(is_it);
    let before = at.map(|at| items[at].clone());
    let after = match write {
        Write::Put(item) => Some(item.clone()),
        Write::Update(key, changes) => {
            let takes_only =
                !changes.is_empty() && changes.iter().all(|(_, value)| value.is_none());
            if before.is_none() && takes_only {
                return;
            }
            let mut item = before.unwrap_or_else(|| key.clone());
            for (name, value) in changes {
                match value {
                    Some(value) => item.insert(*name, value.clone()),
                    None => item.remove(name),
                };
            }
            Some(item)
        }
        Write::Delete(_) => None,
        Write::Check(_) | Write::Transact(_) => return,
    };
    if let Some(at) = at {
        items.remove(at);
    }
    items.extend(after);
}

/// All items that a door shows, whole.
pub fn behind(table: &Table, door: &Index) -> Vec<Item> {
    let shown =
        |item: &&Item| door.key_schema().iter().all(|key| item.get(&key.attribute).is_some());
    table.primary().items().filter(shown).cloned().collect()
}

/// What a door holds of an item: the keys of both, and what is projected.
pub fn project(table: &Table, door: &Index, item: &Item) -> Item {
    use key_engine::engine::Projection;
    let is_key = |name: &str| {
        table
            .primary()
            .key_schema()
            .iter()
            .chain(door.key_schema())
            .any(|key| key.attribute == name)
    };
    let kept = item.iter().filter(|(name, _)| match door.projection() {
        Projection::All => true,
        Projection::KeysOnly => is_key(name),
        Projection::Include(names) => is_key(name) || names.iter().any(|other| other == name),
    });
    kept.map(|(name, value)| (name, value.clone())).collect()
}

/// Sorts items of one collection as they stand on the shelf: by the sort key, then by the table's key.
pub fn sort(table: &Table, door: &Index, items: &mut [Item]) {
    let sort_key = door.key_schema().iter().filter(|key| key.role == KeyRole::Range);
    let order: Vec<&str> = sort_key
        .chain(if door.name().is_some() { table.primary().key_schema() } else { &[] })
        .map(|key| key.attribute.as_str())
        .collect();
    items.sort_by(|one, other| {
        let each =
            order.iter().map(|name| compare(one.get(name).unwrap(), other.get(name).unwrap()));
        each.fold(Ordering::Equal, Ordering::then)
    });
}
