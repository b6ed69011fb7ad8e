//! What the choice of a key stands on: the request, its table, and the items there are.
//!
//! Owns the questions that choices ask of items: is an attribute fit for a key, does every item that matters carry it. It
//! chooses nothing.

use key_engine::engine::{Index, IndexKind, KeyElement, KeyRole, Projection, Table};
use key_engine::{Item, KeyType};
use serde_json::Value;

use super::knows::{Asked, Part, Test};
use super::path::{Step, is_sound, key_type, value_at};
use super::plan::{KeyAttribute, Plan};
use crate::design::{Consistency, Request, SortOrder};

/// The longest name of a key attribute. Source: AWS, "Quotas in Amazon DynamoDB".
const MAX_KEY_NAME_BYTES: usize = 255;

/// How many items of a table are looked at for figures and fitness.
pub(super) const LOOKED_AT: usize = 100_000;

/// What the choice of a key stands on.
#[derive(Clone, Copy)]
pub(super) struct Ground<'g> {
    /// The table.
    pub table: &'g Table,
    /// The row.
    pub request: &'g Request,
    /// What its call asks.
    pub asked: &'g Asked,
}

impl<'g> Ground<'g> {
    /// The index that the call reads now, where it is there.
    pub fn door(&self) -> Option<&'g Index> {
        self.table.index(self.asked.index.as_deref()?)
    }

    /// Whether the call can see an item through the door it reads now.
    pub fn sees(&self, item: &Item) -> bool {
        self.door().is_none_or(|door| door.locate(item).is_some())
    }

    /// The order that the row wants.
    pub fn order(&self) -> Option<&'g SortOrder> {
        self.request.wanted.order.as_ref()
    }

    /// Whether the row, or its call, wants a strong read.
    pub fn wants_strong(&self) -> bool {
        self.request.consistency == Consistency::StrongMayMatter
            || self.asked.input.get("ConsistentRead").and_then(Value::as_bool) == Some(true)
    }

    /// The type that the table's definitions give an attribute.
    pub fn defined(&self, attribute: &str) -> Option<KeyType> {
        let mut known = self.table.attribute_definitions().iter();
        known.find(|(name, _)| name == attribute).map(|(_, kind)| *kind)
    }

    /// Whether a part other than those at `but` looks at an attribute, or the call wants something from within it.
    pub fn is_mentioned(&self, attribute: &str, but: &[usize]) -> bool {
        let mut others = self.asked.parts.iter().enumerate();
        others.any(|(at, part)| {
            !but.contains(&at) && part.attributes.iter().any(|name| name == attribute)
        }) || self.is_wanted_from_within(attribute)
    }

    /// Whether the projection names something below an attribute: nothing may look into a key.
    fn is_wanted_from_within(&self, attribute: &str) -> bool {
        let mut paths = self.asked.projection.iter().flat_map(|projection| &projection.paths);
        paths.any(|path| {
            path.elements.len() > 1 && self.asked.attribute(path).as_deref() == Some(attribute)
        })
    }

    /// Whether an attribute can be of a key: no definition gives it another type, and all items that carry it carry a value
    /// that may stand there.
    pub fn is_fit(&self, attribute: &str, kind: KeyType, sorts: bool) -> bool {
        if attribute.len() > MAX_KEY_NAME_BYTES
            || self.defined(attribute).is_some_and(|defined| defined != kind)
        {
            return false;
        }
        let role = if sorts { KeyRole::Range } else { KeyRole::Hash };
        let mut own = self.table.primary().key_schema().iter();
        if own.any(|element| element.attribute == attribute && (element.role == role || !sorts)) {
            return true;
        }
        // Of a large table the first items speak for all: one that is not fit is left out of the index, and is never what is wanted.
        let mut items = self.table.primary().items().take(LOOKED_AT);
        items.all(|item| item.get(attribute).is_none_or(|value| is_sound(value, kind, sorts)))
    }

    /// Whether an item carries what these parts ask, each with a value of the type that is asked for: only such items can be
    /// what is wanted, whatever the values.
    pub fn carries(&self, item: &Item, parts: &[usize]) -> bool {
        parts.iter().all(|at| {
            self.asked.parts.get(*at).is_none_or(|part| {
                let kind = part.test.given().first().and_then(|given| key_type(&given.sample));
                value_at(item, &part.path)
                    .is_some_and(|value| kind.is_none_or(|kind| kind.matches(value)))
            })
        })
    }

    /// Whether any item carries all that the call asks for.
    pub fn is_carried(&self) -> bool {
        let parts: Vec<usize> = (0..self.asked.parts.len()).collect();
        self.table.primary().items().any(|item| self.carries(item, &parts))
    }

    /// Whether a key holds all that can be wanted: every item the call can see and that carries these parts has it whole.
    pub fn is_complete(&self, key: &[KeyAttribute], parts: &[usize]) -> bool {
        let own = self.table.primary().key_schema();
        // Every item has its table's key; a partition key may be longer than a sort key.
        let is_held = |key: &KeyAttribute| {
            own.iter().any(|element| {
                element.attribute == key.name
                    && (element.role == KeyRole::Range || !key.sorts || key.kind == KeyType::N)
            })
        };
        if key.iter().all(is_held) {
            return true;
        }
        self.table.primary().items().all(|item| {
            !self.carries(item, parts)
                || !self.sees(item)
                || key.iter().all(|attribute| {
                    item.get(&attribute.name)
                        .is_some_and(|value| is_sound(value, attribute.kind, attribute.sorts))
                })
        })
    }

    /// Whether the call sees every item that carries these parts.
    pub fn sees_all(&self, parts: &[usize]) -> bool {
        self.door().is_none()
            || self
                .table
                .primary()
                .items()
                .all(|item| !self.carries(item, parts) || self.sees(item))
    }

    /// Whether all that a plan's partition key is made of are key attributes of the table: to write those once more would
    /// bring nothing.
    pub fn is_table_key(&self, plan: &Plan) -> bool {
        let own = self.table.primary().key_schema();
        let mut partition = plan.key.iter().filter(|key| !key.sorts);
        partition.all(|key| own.iter().any(|element| element.attribute == key.name))
    }

    /// How many items the call reads now through its key, where it has one.
    pub fn reads_now(&self) -> u64 {
        let key = self.asked.parts.get(..self.asked.key_tests).unwrap_or_default();
        let read = self.table.primary().items().take(LOOKED_AT).filter(|item| {
            self.sees(item)
                && key.iter().all(|part| {
                    value_at(item, &part.path).is_some_and(|value| part.test.holds(value))
                })
        });
        read.count() as u64
    }

    /// The parts that know the value of a path, by their places.
    pub fn known(&self) -> impl Iterator<Item = (usize, &'g Part)> {
        let parts = self.asked.parts.iter().enumerate();
        parts.filter(|(_, part)| part.known().is_some())
    }

    /// The only range on a path, by the place of its part.
    pub fn range_on(&self, path: &[Step]) -> Option<(usize, &'g Part)> {
        let parts = self.asked.parts.iter().enumerate();
        let mut on = parts.filter(|(_, part)| {
            matches!(part.test, Test::Range(..)) && part.path.as_slice() == path
        });
        on.next().filter(|_| on.next().is_none())
    }

    /// The attributes that an index must hold for the call; none for all.
    pub fn wanted_attributes(&self) -> Option<Vec<String>> {
        let mut wanted: Vec<String> = match (&self.asked.projection, self.door()) {
            (Some(projection), _) => {
                projection.paths.iter().filter_map(|path| self.asked.attribute(path)).collect()
            }
            (None, Some(door)) => held_by(self.table, door)?,
            (None, None) => return None,
        };
        for part in &self.asked.parts {
            wanted.extend(part.attributes.iter().cloned());
        }
        let mut distinct: Vec<String> = Vec::new();
        for name in wanted {
            if !distinct.contains(&name) {
                distinct.push(name);
            }
        }
        Some(distinct)
    }

    /// Whether a door holds what the call wants.
    pub fn is_enough(&self, door: &Index) -> bool {
        let Some(held) = held_by(self.table, door) else { return true };
        self.wanted_attributes().is_some_and(|wanted| wanted.iter().all(|name| held.contains(name)))
    }
}

/// The attributes that a door holds; none for all.
pub(super) fn held_by(table: &Table, door: &Index) -> Option<Vec<String>> {
    let mut held = match door.projection() {
        _ if door.kind() == IndexKind::Primary => return None,
        Projection::All => return None,
        Projection::KeysOnly => Vec::new(),
        Projection::Include(names) => names.clone(),
    };
    let keys = door.key_schema().iter().chain(table.primary().key_schema());
    held.extend(keys.map(|element: &KeyElement| element.attribute.clone()));
    Some(held)
}

/// The names in a path, as a reader would write it.
pub(super) fn shown(path: &[Step]) -> String {
    let mut shown = String::new();
    for step in path {
        match step {
            Step::Name(name) => {
                if !shown.is_empty() {
                    shown.push('.');
                }
                shown.push_str(name);
            }
            Step::Index(index) => {
                shown.push('[');
                shown.push_str(&index.to_string());
                shown.push(']');
            }
        }
    }
    shown
}
