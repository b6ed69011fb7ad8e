//! Kinds of item found in items, for designs that declare none.
//!
//! Owns the guess: items whose keys begin alike are of one kind. A kind is named by what its items say of themselves, by
//! the facet they were written in, or by its prefixes.

use key_engine::order::sort_by;
use key_engine::{AttributeValue, Item};

use super::Entity;

/// More kinds than this in a table are no kinds: the guess then goes by the partition key alone, or not at all.
const MOST_KINDS: usize = 12;
/// More groups than this are not counted.
const MOST_GROUPS: usize = 64;
/// The longest text that is taken for a prefix or a constant, in bytes.
const LONGEST_PREFIX: usize = 32;
/// The shortest text that is taken for a constant, in bytes: a letter alone is more likely a value.
const SHORTEST_CONSTANT: usize = 3;
/// Attributes by which items name their kind.
const TYPE_ATTRIBUTES: [&str; 6] =
    ["Type", "type", "EntityType", "entityType", "entity_type", "entity"];

/// Watches the items of one table as they are loaded.
#[derive(Debug, Default)]
pub(super) struct Deriver {
    groups: Vec<Group>,
    overflowed: bool,
}

#[derive(Debug)]
struct Group {
    partition: String,
    sort: String,
    /// The name that all its items agree on so far.
    name: Option<String>,
}

impl Deriver {
    /// Takes note of an item with these keys, written in a place of this name.
    pub fn note(&mut self, item: &Item, partition: &str, sort: Option<&str>, place: Option<&str>) {
        let partition = text_of(item, partition).map_or("", prefix);
        let sort = sort.and_then(|sort| text_of(item, sort)).map_or("", prefix_or_constant);
        let found =
            self.groups.iter_mut().find(|group| group.partition == partition && group.sort == sort);
        if let Some(group) = found {
            if group.name.as_deref().is_some_and(|name| name_of(item, place) != Some(name)) {
                group.name = None;
            }
        } else if self.groups.len() < MOST_GROUPS {
            self.groups.push(Group {
                partition: partition.to_owned(),
                sort: sort.to_owned(),
                name: name_of(item, place).map(str::to_owned),
            });
        } else {
            self.overflowed = true;
        }
    }

    /// The kinds found, in the order of their prefixes.
    pub fn finish(mut self, table: &str) -> Vec<Entity> {
        if self.groups.len() > MOST_KINDS {
            for group in &mut self.groups {
                group.sort.clear();
                group.name = None;
            }
        }
        sort_by(&mut self.groups, |a, b| (&a.partition, &a.sort).cmp(&(&b.partition, &b.sort)));
        self.groups
            .dedup_by(|later, kept| later.partition == kept.partition && later.sort == kept.sort);
        if self.groups.len() > MOST_KINDS || self.overflowed {
            self.groups = vec![Group { partition: String::new(), sort: String::new(), name: None }];
        }
        let entity = |group: Group| Entity {
            name: group.name.unwrap_or_else(|| spoken(&group.partition, &group.sort, table)),
            table: table.to_owned(),
            partition_prefix: group.partition,
            sort_prefix: (!group.sort.is_empty()).then_some(group.sort),
            ..Entity::default()
        };
        let entities: Vec<Entity> = self.groups.into_iter().map(entity).collect();
        entities
            .chunk_by(|a, b| a.partition_prefix == b.partition_prefix)
            .flat_map(joined)
            .collect()
    }
}

/// Kinds of one partition-key prefix: one kind, where they all have one name.
fn joined(kinds: &[Entity]) -> Vec<Entity> {
    match kinds {
        [first, rest @ ..]
            if !rest.is_empty() && rest.iter().all(|kind| kind.name == first.name) =>
        {
            vec![Entity { sort_prefix: None, ..first.clone() }]
        }
        kinds => kinds.to_vec(),
    }
}

fn text_of<'i>(item: &'i Item, attribute: &str) -> Option<&'i str> {
    match item.get(attribute)? {
        AttributeValue::S(text) => Some(text),
        _ => None,
    }
}

fn name_of<'i>(item: &'i Item, place: Option<&'i str>) -> Option<&'i str> {
    let sound = |name: &&str| !name.is_empty() && name.len() <= LONGEST_PREFIX;
    place
        .or_else(|| TYPE_ATTRIBUTES.iter().find_map(|attribute| text_of(item, attribute)))
        .filter(sound)
}

/// The key up to and with its first `#`, if what stands before it is a word and not a value: no digits in it.
pub fn prefix(key: &str) -> &str {
    let after_first = usize::from(key.starts_with('#'));
    let Some(end) = key.get(after_first..).and_then(|rest| rest.find('#')) else { return "" };
    let prefix = key.get(..=after_first + end).unwrap_or_default();
    let is_word = prefix.len() <= LONGEST_PREFIX && !prefix.chars().any(|c| c.is_ascii_digit());
    if is_word { prefix } else { "" }
}

/// A sort key's prefix, or the whole of one that is a constant such as `PROFILE`.
fn prefix_or_constant(key: &str) -> &str {
    let is_constant = (SHORTEST_CONSTANT..=LONGEST_PREFIX).contains(&key.len())
        && key.chars().any(|c| c.is_ascii_uppercase())
        && key.chars().all(|c| c.is_ascii_uppercase() || matches!(c, '_' | '-' | '#'));
    match prefix(key) {
        "" if is_constant => key,
        prefix => prefix,
    }
}

/// What parts the words of a prefix, or would when it is spoken.
fn is_joint(letter: char) -> bool {
    matches!(letter, '#' | '_' | '-') || letter.is_whitespace()
}

/// A name from prefixes: `CUSTOMER#` and `ORDER#` are a "Customer order".
fn spoken(partition: &str, sort: &str, table: &str) -> String {
    // letters beyond ASCII stay as they are: the tables to change them would be a tenth of all the code
    let word = |prefix: &str| -> String {
        let mut word = prefix.trim_matches(is_joint).to_owned();
        word.make_ascii_lowercase();
        word.chars().map(|letter| if is_joint(letter) { ' ' } else { letter }).collect()
    };
    let mut name = word(partition);
    let second = word(sort);
    if name != second {
        let both = [name, second];
        name = both.join(" ");
    }
    let mut name = name.trim().to_owned();
    if name.is_empty() {
        return table.to_owned();
    }
    if let Some(first) = name.get_mut(..1) {
        first.make_ascii_uppercase();
    }
    name
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kinds(keys: &[(&str, &str)], facet: Option<&str>) -> Vec<(String, String, Option<String>)> {
        let mut deriver = Deriver::default();
        for (partition, sort) in keys {
            let text = |text: &str| AttributeValue::S(text.to_owned());
            let item: Item = [("PK", text(partition)), ("SK", text(sort))].into_iter().collect();
            deriver.note(&item, "PK", Some("SK"), facet);
        }
        let found = deriver.finish("Table").into_iter();
        found.map(|entity| (entity.name, entity.partition_prefix, entity.sort_prefix)).collect()
    }

    #[test]
    fn items_whose_keys_begin_alike_are_of_one_kind() {
        let found = kinds(
            &[
                ("CUSTOMER#1", "PROFILE"),
                ("CUSTOMER#2", "PROFILE"),
                ("CUSTOMER#1", "ORDER#2026#O1"),
                ("CUSTOMER#1", "2026-09-10T08:12:44Z#A102"),
                ("c#1", "c#1"),
                ("7", "#META#7"),
            ],
            None,
        );
        let expected = [
            ("Meta", "", Some("#META#")),
            ("Customer", "CUSTOMER#", None),
            ("Customer order", "CUSTOMER#", Some("ORDER#")),
            ("Customer profile", "CUSTOMER#", Some("PROFILE")),
            ("C", "c#", Some("c#")),
        ]
        .map(|(name, partition, sort)| {
            (name.to_owned(), partition.to_owned(), sort.map(str::to_owned))
        });
        assert_eq!(found, expected);
    }

    #[test]
    fn too_many_kinds_are_told_by_the_partition_key_alone_or_not_at_all() {
        let word = |number: usize| {
            char::from(b'A' + number as u8 % 26).to_string().repeat(1 + number / 26)
        };
        let sorts: Vec<String> = (0..20).map(|n| format!("{}#1", word(n))).collect();
        let keys: Vec<(&str, &str)> = sorts.iter().map(|sort| ("USER#1", sort.as_str())).collect();
        assert_eq!(kinds(&keys, None), [("User".to_owned(), "USER#".to_owned(), None)]);
        let partitions: Vec<String> = (0..90).map(|n| format!("{}#1", word(n))).collect();
        let keys: Vec<(&str, &str)> =
            partitions.iter().map(|partition| (partition.as_str(), "x")).collect();
        assert_eq!(kinds(&keys, None), [("Table".to_owned(), String::new(), None)]);
    }

    #[test]
    fn kinds_of_one_prefix_and_one_name_are_one_kind() {
        let found = kinds(
            &[("VIN#1", "#META#1"), ("VIN#1", "FEATURE#1"), ("VIN#2", "plain")],
            Some("Vehicle"),
        );
        assert_eq!(found, [("Vehicle".to_owned(), "VIN#".to_owned(), None)]);
    }

    #[test]
    fn a_facet_names_the_kind_of_its_items() {
        let found = kinds(&[("c#1", "c#1")], Some("customer"));
        assert_eq!(found, [("customer".to_owned(), "c#".to_owned(), Some("c#".to_owned()))]);
    }
}
