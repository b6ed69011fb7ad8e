//! Names, with what a walk itself says of the keys it asks for.

use key_engine::{
    AttributeValue, Item,
    engine::{Database, Index, KeyElement},
};

use super::{Door, KeyNames, Sought, Timeline};

/// Other names, and the keys that a walk asks for, so that a key that does not exist has a name too.
pub struct RequestNames<'a> {
    names: &'a dyn KeyNames,
    timeline: &'a Timeline,
    database: &'a Database,
}

impl<'a> RequestNames<'a> {
    /// The names of what the timeline's walk touched in this database.
    pub fn new(names: &'a dyn KeyNames, timeline: &'a Timeline, database: &'a Database) -> Self {
        Self { names, timeline, database }
    }
}

impl KeyNames for RequestNames<'_> {
    fn collection(&self, door: Door<'_>, collection: u32) -> Option<String> {
        self.names.collection(door, collection)
    }

    fn item(&self, door: Door<'_>, collection: u32, rank: u32) -> Option<String> {
        self.names.item(door, collection, rank)
    }

    fn hash(&self, door: Door<'_>, collection: u32) -> Option<String> {
        self.names.hash(door, collection)
    }

    fn sought(&self, leg: usize) -> Option<Sought> {
        let outline = self.timeline.legs().get(leg)?;
        let Some(key) = outline.key.as_ref().or(outline.sought.as_ref()) else {
            return self.names.sought(leg);
        };
        let door = self.database.table(&outline.table)?.door(outline.index.as_deref())?;
        Some(sought_of(door, key))
    }
}

/// A key as its door tells its parts apart.
fn sought_of(door: &Index, key: &Item) -> Sought {
    let values = |elements: &mut dyn Iterator<Item = &KeyElement>| {
        let found = elements.filter_map(|element| key.get(&element.attribute));
        found.cloned().collect::<Vec<_>>()
    };
    let partition = values(&mut door.hash_elements());
    let sort = values(&mut door.range_elements());
    Sought {
        partition_key: key_words(&partition),
        sort_key: (!sort.is_empty()).then(|| key_words(&sort)),
        hash: Some(format!("{:04x}", Index::hash_of(&partition))),
    }
}

fn key_words(values: &[AttributeValue]) -> String {
    let mut words = String::new();
    for value in values {
        words.push_str(if words.is_empty() { "" } else { " · " });
        // A key is a text, a number or binary: each stands in JSON as one text.
        let json = value.to_json();
        let text = json.as_object().and_then(|typed| typed.values().next()?.as_str());
        words.push_str(text.unwrap_or_default());
    }
    words
}
