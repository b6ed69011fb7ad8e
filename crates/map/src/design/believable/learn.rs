//! What is learnt of a kind of item before one of it is invented.

use key_engine::engine::{Database, KeyRole, Table};
use key_engine::order::SortedSet;
use key_engine::value::KeyBytes;
use key_engine::{AttributeValue, Item, KeyType};

use super::template::{self, Part, Template};
use super::values::{Class, Role};
use crate::design::{Design, Entity};

/// Items of the kind that are looked at closely.
const MOST_EXAMPLES: usize = 600;
/// Items of all tables that are asked what attributes of a name hold.
const MOST_ASKED: usize = 3_000;
/// Partition keys that items may be given to.
const MOST_PARENTS: usize = 50_000;

/// A key attribute of the table or of an index.
#[derive(Debug)]
pub struct Key {
    /// Its name.
    pub name: String,
    /// The part it plays in the table's own key; none where it is a key of an index alone.
    pub role: Option<KeyRole>,
    /// How it is made; none where it is a value of its own.
    pub template: Option<Template>,
}

/// A part of keys that has a name.
#[derive(Debug)]
pub struct Variable {
    /// Its name.
    pub name: String,
    /// Where it stands: in the table's partition key, in its sort key, or only in keys of indexes.
    pub role: Option<KeyRole>,
    /// What its values are.
    pub class: Class,
    /// Values that it refers to, where it tells no items apart.
    pub refers: Vec<String>,
}

/// How an attribute that is no part of a key is made.
#[derive(Debug)]
pub enum Way {
    /// As a value of its own.
    Made(Class),
    /// It is the same in all items of one partition key.
    OfParent,
    /// It is the same as another attribute.
    Same(String),
}

/// What is known of a kind.
#[derive(Debug)]
pub struct Learnt<'d> {
    /// Items of the kind.
    pub examples: Vec<&'d Item>,
    /// The key attributes: the table's, then those of indexes.
    pub keys: Vec<Key>,
    /// The parts of keys, those of the table's key first.
    pub variables: Vec<Variable>,
    /// The other attributes.
    pub attributes: Vec<(String, Way)>,
    /// Whether items are given to partition keys that are there: orders to customers.
    pub is_child: bool,
    /// The partition keys that are there.
    pub parents: Vec<String>,
    /// An attribute by which the table's items say their kind, and what they say; for a kind without items.
    pub says_kind: Option<(String, String)>,
}

impl<'d> Learnt<'d> {
    /// Learns of a kind.
    pub fn of(
        design: &Design,
        database: &'d Database,
        table: &'d Table,
        kind: usize,
        entity: &Entity,
    ) -> Self {
        let finder = design.entity_finder(&entity.table);
        let of_kind: Vec<&Item> =
            table.primary().items().filter(|item| finder.of(item) == kind).collect();
        let examples = some_of(&of_kind, MOST_EXAMPLES);
        let keys = keys_of(table, entity, &examples);
        let names = |role: KeyRole| -> Vec<&str> {
            let own = keys.iter().filter(|key| key.role == Some(role));
            own.filter_map(|key| key.template.as_ref()).flat_map(Template::names).collect()
        };
        let (partition, sort) = (names(KeyRole::Hash), names(KeyRole::Range));
        let has_own_sort =
            keys.iter().any(|key| key.role == Some(KeyRole::Range) && key.template.is_none());
        let is_child = has_own_sort || sort.iter().any(|name| !partition.contains(name));
        let mut learnt = Self {
            is_child,
            parents: Vec::new(),
            attributes: Vec::new(),
            variables: Vec::new(),
            says_kind: None,
            examples,
            keys,
        };
        learnt.variables = learnt.learn_variables(database, &of_kind);
        learnt.attributes = learnt.learn_attributes(&of_kind);
        if is_child {
            learnt.parents = learnt.find_parents(table);
        }
        if of_kind.is_empty() {
            learnt.says_kind = says_kind(table, entity);
        }
        learnt
    }

    /// The template of the table's partition key.
    pub fn partition(&self) -> Option<(&str, &Template)> {
        let key = self.keys.iter().find(|key| key.role == Some(KeyRole::Hash))?;
        Some((&key.name, key.template.as_ref()?))
    }

    fn learn_variables(&self, database: &Database, of_kind: &[&Item]) -> Vec<Variable> {
        let mut variables: Vec<Variable> = Vec::new();
        for key in &self.keys {
            let Some(template) = &key.template else { continue };
            for name in template.names() {
                if variables.iter().any(|known| known.name == name) {
                    continue;
                }
                let read = |item: &&Item| -> Option<String> {
                    let Some(AttributeValue::S(text)) = item.get(&key.name) else { return None };
                    let parts = template.read(text)?;
                    parts
                        .iter()
                        .find(|(part, _)| *part == name)
                        .map(|(_, value)| (*value).to_owned())
                };
                let seen: Vec<String> = of_kind.iter().filter_map(read).collect();
                variables.push(self.variable(database, name, key.role, seen));
            }
        }
        variables
    }

    fn variable(
        &self,
        database: &Database,
        name: &str,
        role: Option<KeyRole>,
        seen: Vec<String>,
    ) -> Variable {
        let unseen = seen.is_empty();
        let seen = if unseen { held_elsewhere(database, name) } else { seen };
        let different: SortedSet<&String> = seen.iter().collect();
        let tells_apart = match role {
            Some(KeyRole::Hash) => !self.is_child,
            Some(KeyRole::Range) => true,
            None => false,
        };
        // A part that comes again and again tells no items apart: a warehouse, not an order.
        let comes_again = seen.len() >= 4 && different.len() * 2 <= seen.len() && !unseen;
        let refers = if (tells_apart && !comes_again) || role == Some(KeyRole::Hash) {
            Vec::new()
        } else {
            different.iter().map(|text| (*text).clone()).collect()
        };
        let values: Vec<AttributeValue> = seen.into_iter().map(AttributeValue::S).collect();
        let values: Vec<&AttributeValue> = values.iter().collect();
        let class = if values.is_empty() {
            Class::of_name(name)
        } else {
            Class::of(name, &values, Role::Identity)
        };
        Variable { name: name.to_owned(), role, class, refers }
    }

    fn learn_attributes(&self, of_kind: &[&Item]) -> Vec<(String, Way)> {
        let mut names: SortedSet<String> = std::iter::empty().collect();
        for item in &self.examples {
            let more = item.iter().map(|(name, _)| name.to_owned());
            let more: Vec<String> = more.filter(|name| !names.contains(name)).collect();
            if !more.is_empty() && names.len() < 2_000 {
                names = names.iter().cloned().chain(more).collect();
            }
        }
        let mut found: Vec<(String, Way)> = Vec::new();
        for name in names.iter() {
            let key = self.keys.iter().find(|key| key.name == *name);
            let is_variable = self.variables.iter().any(|variable| variable.name == *name);
            if is_variable || key.is_some_and(|key| key.template.is_some()) {
                continue;
            }
            let is_own_key = key.is_some_and(|key| key.role.is_some());
            let (items, role) =
                if is_own_key { (of_kind, Role::Identity) } else { (&*self.examples, Role::Plain) };
            let seen: Vec<&AttributeValue> =
                items.iter().filter_map(|item| item.get(name)).collect();
            let class = Class::of(name, &seen, role);
            let way = if is_own_key {
                Way::Made(class)
            } else if self.is_of_parent(name) {
                Way::OfParent
            } else if let Some(other) = self.same_as(name, &class) {
                Way::Same(other)
            } else {
                Way::Made(class)
            };
            found.push((name.clone(), way));
        }
        found
    }

    /// Whether an attribute is the same in all items of one partition key, wherever there are several.
    fn is_of_parent(&self, name: &str) -> bool {
        if !self.is_child {
            return false;
        }
        let hash = self.keys.iter().find(|key| key.role == Some(KeyRole::Hash));
        let Some(hash) = hash else { return false };
        let mut rows: Vec<(KeyBytes, &AttributeValue)> = Vec::new();
        for item in &self.examples {
            let (Some(key), Some(value)) = (item.get(&hash.name), item.get(name)) else { continue };
            rows.push((KeyBytes::of([key]), value));
        }
        key_engine::order::sort_by(&mut rows, |one, other| one.0.cmp(&other.0));
        let (mut groups, mut values) = (0, Vec::new());
        for group in rows.chunk_by(|one, other| one.0 == other.0) {
            if group.len() > 1 {
                groups += 1;
                if group.windows(2).any(|pair| matches!(pair, [one, other] if one.1 != other.1)) {
                    return false;
                }
            }
            values.extend(group.first().map(|(_, value)| *value));
        }
        let differs = values.windows(2).any(|pair| matches!(pair, [one, other] if one != other));
        groups >= 2 && differs
    }

    /// The variable or attribute before this one in the alphabet that is always the same.
    fn same_as(&self, name: &str, class: &Class) -> Option<String> {
        if matches!(class, Class::Example | Class::Bool) || self.examples.len() < 3 {
            return None;
        }
        let (_, others) = self.examples.split_first()?;
        let first = self.examples.first()?;
        let value = first.get(name)?;
        let candidates = first.iter().filter(|(other, same)| *other < name && *same == value);
        let mut candidates = candidates.map(|(other, _)| other);
        let same = |other: &&str| others.iter().all(|item| item.get(other) == item.get(name));
        candidates.find(same).map(str::to_owned)
    }

    /// The partition keys that items of the kind may be given to.
    fn find_parents(&self, table: &Table) -> Vec<String> {
        let Some((_, template)) = self.partition() else { return Vec::new() };
        let text = |values: &[AttributeValue]| match values {
            [AttributeValue::S(text)] => template.read(text).map(|_| text.clone()),
            _ => None,
        };
        let collections = table.primary().collections();
        collections.filter_map(|view| text(&view.partition_key)).take(MOST_PARENTS).collect()
    }
}

/// So many of the items, evenly.
fn some_of<'d>(items: &[&'d Item], most: usize) -> Vec<&'d Item> {
    let step = items.len().div_ceil(most).max(1);
    items.iter().step_by(step).copied().collect()
}

/// The key attributes with their templates: those the kind has, else those found in its items, else what its prefixes say.
fn keys_of(table: &Table, entity: &Entity, examples: &[&Item]) -> Vec<Key> {
    let mut elements: Vec<(&str, Option<KeyRole>, KeyType)> = Vec::new();
    for element in table.primary().key_schema() {
        elements.push((&element.attribute, Some(element.role), element.key_type));
    }
    for element in table.indexes().flat_map(key_engine::engine::Index::key_schema) {
        if !elements.iter().any(|(name, ..)| *name == element.attribute) {
            elements.push((&element.attribute, None, element.key_type));
        }
    }
    let own = elements.iter().filter(|(_, role, _)| role.is_some());
    let own: Vec<&str> = own.map(|(name, ..)| *name).collect();
    let mut keys: Vec<Key> = Vec::new();
    for (name, role, key_type) in &elements {
        let given = entity.templates.get(*name).map(|text| Template::parse(text));
        let found = || {
            let known: Vec<(&str, &Template)> = keys
                .iter()
                .filter_map(|key| Some((key.name.as_str(), key.template.as_ref()?)))
                .collect();
            template::derive(examples, name, &own, &known)
        };
        let template = match key_type {
            KeyType::S => given.or_else(found).or_else(|| of_prefix(entity, name, *role)),
            _ => None,
        };
        // A key of an index that no other part of the item makes is an attribute like any other.
        let is_plain = role.is_none()
            && given_none(entity, name)
            && template.as_ref().is_some_and(|it| !is_made_of_others(it));
        let template = template.filter(|_| !is_plain);
        keys.push(Key { name: (*name).to_owned(), role: *role, template });
    }
    keys
}

fn given_none(entity: &Entity, name: &str) -> bool {
    entity.templates.get(name).is_none()
}

/// Whether every part of a template has the name of something else in the item.
fn is_made_of_others(template: &Template) -> bool {
    template.names().next().is_some() && template.names().all(|name| !name.starts_with(' '))
}

/// What the prefixes of a kind without items say of a key.
fn of_prefix(entity: &Entity, name: &str, role: Option<KeyRole>) -> Option<Template> {
    let prefix = match role? {
        KeyRole::Hash => entity.partition_prefix.as_str(),
        KeyRole::Range => entity.sort_prefix.as_deref().unwrap_or_default(),
    };
    let mut parts = Vec::new();
    if !prefix.is_empty() {
        parts.push(Part::Text(prefix.to_owned()));
    }
    // `PROFILE` is a whole key, `ORDER#` the beginning of one.
    let is_whole = prefix.ends_with(|last: char| last.is_ascii_uppercase());
    if !is_whole {
        parts.push(Part::Name(format!(" {name}")));
    }
    Some(Template(parts))
}

/// What attributes of this name hold in items of any kind and table.
fn held_elsewhere(database: &Database, name: &str) -> Vec<String> {
    let items = database.tables().flat_map(|table| table.primary().items().take(MOST_ASKED));
    let values = items.filter_map(|item| item.get(name).and_then(template::text_of));
    values.take(MOST_ASKED).collect()
}

/// The attribute by which most items of a table say their kind.
fn says_kind(table: &Table, entity: &Entity) -> Option<(String, String)> {
    const NAMES: [&str; 6] = ["Type", "type", "EntityType", "entityType", "entity_type", "entity"];
    let asked = || table.primary().items().take(200);
    let all = asked().count();
    let says = |name: &&&str| asked().filter(|item| item.get(name).is_some()).count() * 2 > all;
    NAMES.iter().find(says).map(|name| ((*name).to_owned(), entity.name.clone()))
}
