//! Sample items that could be real, for a kind of item.
//!
//! Owns their invention: from the key templates of the kind and from the items of that kind that are there. The same arguments give
//! the same items, everywhere. It never puts them into a table.
//!
//! An item is invented after an example: one of the kind that is there says which attributes there are and which of several values go
//! together. What tells items apart is new, what belongs to the partition key is taken from it, the rest is like what was seen.

mod agreed;
mod chance;
mod learn;
mod moment;
mod person;
mod shape;
mod template;
mod values;
mod word;
mod words;

pub use agreed::agreed_templates;
pub(super) use chance::Chance;
pub(super) use moment::{Moment, YEAR_2024};
pub(crate) use template::{Template, text_of};
pub(super) use words::{CITIES, FIRST_NAMES, GOODS, LAST_NAMES, STATUSES};

use key_engine::engine::{Database, KeyRole, Table};
use key_engine::order::SortedMap;
use key_engine::value::KeyBytes;
use key_engine::{AttributeValue, Item, KeyType};

use super::item_edit::{judge, standing};
use super::{Design, Entity, EntityFinder};
use learn::{Learnt, Way};
use person::Person;

/// The most items that are made at once.
pub const MOST: usize = 10_000;
/// Drafts of one item; each that fails leaves more to chance than the one before.
const TRIES: usize = 14;

/// So many new items of a kind (by its place among the design's), none with a key that is taken.
///
/// # Errors
/// A sentence that says why none can be made.
pub fn items(
    design: &Design,
    database: &Database,
    kind: usize,
    count: usize,
    seed: u64,
) -> Result<Vec<Item>, String> {
    let mut inventor = Inventor::new(design, database, kind, seed)?;
    (0..count.min(MOST)).map(|_| inventor.invent()).collect()
}

/// Invents items of a kind, one after another.
#[derive(Debug)]
pub struct Inventor<'d> {
    kind: usize,
    entity: &'d Entity,
    table: &'d Table,
    finder: EntityFinder,
    learnt: Learnt<'d>,
    /// Keys of items invented so far.
    taken: SortedMap<KeyBytes, ()>,
    /// Whether no partition key was there that items could be given to: some are invented along.
    invents_parents: bool,
    chance: Chance,
}

impl<'d> Inventor<'d> {
    /// Learns what items of a kind are like.
    ///
    /// # Errors
    /// A sentence that says why none can be made.
    pub fn new(
        design: &'d Design,
        database: &'d Database,
        kind: usize,
        seed: u64,
    ) -> Result<Self, String> {
        let entity = design.entities.get(kind).ok_or("There is no such kind of item.")?;
        let table = database.table(&entity.table).ok_or_else(|| {
            format!(
                "{} is a kind of item of {}, and there is no such table.",
                entity.name, entity.table
            )
        })?;
        let learnt = Learnt::of(design, database, table, kind, entity);
        Ok(Self {
            kind,
            entity,
            table,
            finder: design.entity_finder(&entity.table),
            invents_parents: learnt.parents.is_empty(),
            learnt,
            taken: SortedMap::default(),
            chance: Chance(seed ^ (kind as u64).wrapping_mul(0xA076_1D64_78BD_642F)),
        })
    }

    /// One more item, with a key that is not taken.
    ///
    /// # Errors
    /// A sentence that says why no other can be made.
    pub fn invent(&mut self) -> Result<Item, String> {
        let mut why = "all keys that could be made are taken".to_owned();
        for attempt in 0..TRIES {
            let item = self.draft(attempt);
            if let Err(flaw) = judge(self.table, &item) {
                flaw.words.trim_end_matches('.').clone_into(&mut why);
                continue;
            }
            if self.finder.of(&item) != self.kind {
                "what its keys would be makes it another kind of item".clone_into(&mut why);
                continue;
            }
            let keys = self.table.primary().key_schema().iter();
            let key = KeyBytes::of(keys.filter_map(|element| item.get(&element.attribute)));
            if standing(self.table, &item).is_none() && self.taken.get(&key).is_none() {
                self.taken.insert(key, ());
                return Ok(item);
            }
        }
        let made = self.taken.len();
        let name = &self.entity.name;
        Err(format!("After {made} no other item of {name} could be made: {why}."))
    }

    /// An item that may be. Later attempts refer less to what is there, and make more anew.
    fn draft(&mut self, attempt: usize) -> Item {
        let example = self.chance.choose(&self.learnt.examples).copied();
        let person = Person::of(&mut self.chance);
        let mut parts: Vec<(String, String)> = Vec::new();
        let parent = self.choose_parent(example, attempt, &mut parts);
        self.make_parts(Some(KeyRole::Hash), false, &person, &mut parts);
        self.make_parts(Some(KeyRole::Range), attempt >= TRIES / 2, &person, &mut parts);
        let mut item = match example {
            Some(example) => self.like(example, parent.as_deref(), &person, &parts),
            None => self.first_of_kind(&parts),
        };
        self.fill_keys(&mut item, example, &person, parts);
        item
    }

    /// The partition key that the item is given to, and its parts; none where it gets one of its own.
    fn choose_parent(
        &mut self,
        example: Option<&Item>,
        attempt: usize,
        parts: &mut Vec<(String, String)>,
    ) -> Option<String> {
        if !self.learnt.is_child || attempt >= TRIES - 3 {
            return None;
        }
        if self.invents_parents && self.chance.below(4) == 0 {
            return None;
        }
        let (name, template) = self.learnt.partition()?;
        // Who has many gets more, and everyone may get some.
        let own = example.and_then(|example| example.get(name)).and_then(text_of);
        let own = own.filter(|_| attempt < 3 && self.chance.below(10) < 6);
        let parent = own.or_else(|| self.chance.choose(&self.learnt.parents).cloned())?;
        let read = template.read(&parent)?;
        parts.extend(read.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())));
        Some(parent)
    }

    /// Makes the parts of keys that are not known yet.
    fn make_parts(
        &mut self,
        role: Option<KeyRole>,
        anew: bool,
        person: &Person,
        parts: &mut Vec<(String, String)>,
    ) {
        for variable in &mut self.learnt.variables {
            if variable.role != role || parts.iter().any(|(name, _)| *name == variable.name) {
                continue;
            }
            let referred = if anew { None } else { self.chance.choose(&variable.refers).cloned() };
            let text =
                referred.or_else(|| text_of(&variable.class.make(None, person, &mut self.chance)));
            parts.push((variable.name.clone(), text.unwrap_or_default()));
        }
    }

    /// An item with the attributes of an example.
    fn like(
        &mut self,
        example: &Item,
        parent: Option<&str>,
        person: &Person,
        parts: &[(String, String)],
    ) -> Item {
        let relative = self.relative(example, parent);
        let mut item = Item::new();
        let mut same: Vec<(&str, String)> = Vec::new();
        for (name, value) in example.iter() {
            if let Some((_, text)) = parts.iter().find(|(part, _)| part == name) {
                item.insert(name, typed_like(value, text));
                continue;
            }
            let way = self.learnt.attributes.iter_mut().find(|(known, _)| known == name);
            let made = match way.map(|(_, way)| way) {
                Some(Way::Made(class)) => class.make(Some(value), person, &mut self.chance),
                Some(Way::OfParent) => match relative.map(|relative| relative.get(name)) {
                    Some(found) => found.unwrap_or(value).clone(),
                    None => value.clone(),
                },
                Some(Way::Same(other)) => {
                    same.push((name, other.clone()));
                    continue;
                }
                // A key that is put together, or a part of one that is made later.
                None => continue,
            };
            item.insert(name, made);
        }
        for (name, other) in same {
            if let Some(value) = item.get(&other).or_else(|| example.get(name)).cloned() {
                item.insert(name, value);
            }
        }
        item
    }

    /// An item of the partition key that the new one is given to, where that is not the example's.
    fn relative(&self, example: &Item, parent: Option<&str>) -> Option<&'d Item> {
        let (name, _) = self.learnt.partition()?;
        let parent = parent
            .filter(|parent| example.get(name).and_then(text_of).as_deref() != Some(parent))?;
        let of_parent = |item: &&&Item| matches!(item.get(name), Some(AttributeValue::S(text)) if text == parent);
        self.learnt.examples.iter().find(of_parent).copied()
    }

    /// An item of a kind of which there is none: the parts of its keys, and what it is.
    fn first_of_kind(&self, parts: &[(String, String)]) -> Item {
        let mut item = Item::new();
        for (name, text) in parts {
            if !name.starts_with(' ') {
                item.insert(name.as_str(), AttributeValue::S(text.clone()));
            }
        }
        if let Some((name, says)) = &self.learnt.says_kind {
            item.insert(name.as_str(), AttributeValue::S(says.clone()));
        }
        for element in self.table.primary().key_schema() {
            let number = (self.taken.len() as u64 + 1 + self.table.item_count() as u64).to_string();
            let value = match element.key_type {
                KeyType::S => continue,
                KeyType::N => number.parse().map_or(AttributeValue::Null, AttributeValue::N),
                KeyType::B => AttributeValue::B(number.into_bytes()),
            };
            item.insert(element.attribute.as_str(), value);
        }
        item
    }

    /// Puts the keys together: the table's, and of an index's those that the example has.
    fn fill_keys(
        &mut self,
        item: &mut Item,
        example: Option<&Item>,
        person: &Person,
        mut parts: Vec<(String, String)>,
    ) {
        let known = |item: &Item| -> Vec<(String, String)> {
            item.iter()
                .filter_map(|(name, value)| Some((name.to_owned(), text_of(value)?)))
                .collect()
        };
        // What the item says itself goes before what would be made up for a key of an index.
        parts.extend(known(item));
        self.make_parts(None, false, person, &mut parts);
        for variable in &self.learnt.variables {
            // A part that is an attribute too says the same there.
            let shown = example.and_then(|example| example.get(&variable.name));
            if let (Some(shown), None) = (shown, item.get(&variable.name))
                && let Some((_, text)) = parts.iter().find(|(name, _)| *name == variable.name)
            {
                item.insert(variable.name.as_str(), typed_like(shown, text));
            }
        }
        let value = |name: &str| {
            parts.iter().find(|(known, _)| known == name).map(|(_, text)| text.as_str())
        };
        for key in &self.learnt.keys {
            let Some(template) = &key.template else { continue };
            let wanted = key.role.is_some()
                || example.is_none_or(|example| example.get(&key.name).is_some());
            if let Some(text) = template.fill(value).filter(|text| wanted && !text.is_empty()) {
                if key.role == Some(KeyRole::Hash) && self.invents_parents && self.learnt.is_child {
                    self.learnt.parents.push(text.clone());
                }
                item.insert(key.name.as_str(), AttributeValue::S(text));
            }
        }
    }
}

/// A part of a key as an attribute of the type that it has elsewhere.
fn typed_like(value: &AttributeValue, text: &str) -> AttributeValue {
    match value {
        AttributeValue::N(_) => match text.parse() {
            Ok(number) => AttributeValue::N(number),
            Err(_) => AttributeValue::S(text.to_owned()),
        },
        _ => AttributeValue::S(text.to_owned()),
    }
}

#[cfg(test)]
mod tests;
