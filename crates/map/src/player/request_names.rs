//! Names, with what the request itself says of the key it was sent for.

use key_engine::{
    AttributeValue, Item,
    engine::{Database, Index, KeyElement},
};

use super::{Door, KeyNames, Sought, Timeline};
use crate::design::{
    Call,
    action_form::ActionForm,
    call_form::{CallForm, FormOperation, SortTest, TableKeys},
};

/// Other names, and the keys that a walk's calls ask for, so that a key that does not exist has a name too. Calls are looked at
/// only when such a key is.
pub struct RequestNames<'a> {
    names: &'a dyn KeyNames,
    timeline: &'a Timeline,
    calls: &'a [Call],
    database: &'a Database,
}

impl<'a> RequestNames<'a> {
    /// `calls` are the walk's, one for each page.
    pub fn new(
        names: &'a dyn KeyNames,
        timeline: &'a Timeline,
        calls: &'a [Call],
        database: &'a Database,
    ) -> Self {
        Self { names, timeline, calls, database }
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
        if let Some(key) = &outline.key {
            let door = self.database.table(&outline.table)?.door(outline.index.as_deref())?;
            return Some(sought_of(door, key));
        }
        let call = self.calls.get(outline.page)?;
        let found = if ActionForm::shows(&call.operation) {
            // A batch or a transaction has a leg for each of its actions, in their order.
            let legs = self.timeline.legs().get(..leg)?;
            let before = legs.iter().filter(|other| other.page == outline.page).count();
            sought_by_action(call, before, self.database)
        } else {
            sought(call, self.database)
        };
        found.or_else(|| self.names.sought(leg))
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

/// The key that an action of a call is about.
fn sought_by_action(call: &Call, place: usize, database: &Database) -> Option<Sought> {
    let form = ActionForm::from_call(call).ok()?;
    let action = form.actions.get(place)?;
    let key = Item::from_json(action.members.get("Key")?).ok()?;
    Some(sought_of(database.table(&action.table)?.primary(), &key))
}

/// The key a call asks for: the whole of a `GetItem`'s, the partition key of a Query's, and its sort key if that is one value.
fn sought(call: &Call, database: &Database) -> Option<Sought> {
    let keys = TableKeys::doors_of(database.table(CallForm::table_of(call)?)?);
    let form = CallForm::from_call(call, &keys).ok()?;
    if form.operation == FormOperation::Scan {
        return None;
    }
    let door = keys.door(form.index.as_deref())?;
    let typed = door
        .partition
        .iter()
        .zip(&form.partition_values)
        .map(|(attribute, text)| AttributeValue::from_json(&attribute.value(text)?).ok());
    let partition_key: Option<Vec<AttributeValue>> = typed.collect();
    let one_value = form.sort.test == SortTest::Equal && !form.sort.value.is_empty();
    Some(Sought {
        partition_key: form.partition_values.join(" · "),
        sort_key: one_value.then(|| form.sort.value.clone()),
        hash: partition_key.map(|key| format!("{:04x}", Index::hash_of(&key))),
    })
}
