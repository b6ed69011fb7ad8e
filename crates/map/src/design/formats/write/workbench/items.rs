//! Which place of a model each item stands in.
//!
//! Owns that choice: an item that its file had stays where it was, one that came since goes to the facet of its kind, or to the
//! table's own list.

use key_engine::Item;
use key_engine::engine::{Database, Index, Table};
use key_engine::order::sort_by;
use key_engine::value::{Members, object};
use serde_json::{Map, Value};

use super::table::declare;
use crate::design::formats::workbench::{DATA, FACETS, KEPT, UNDECLARED, declared};
use crate::design::{Design, Entity, TableDesign};

/// An item in a place: collection and rank in the table, and the names of the attributes that the place has, where not all.
type Entry = ((usize, usize), Option<Vec<String>>);

/// The items of a table by place.
#[derive(Debug, Default)]
pub(super) struct Placed {
    main: Vec<Entry>,
    facets: Vec<(Option<String>, Vec<Entry>)>,
}

impl Placed {
    /// Every item with the facet it is in, in the order of a file.
    pub(super) fn each(&self, door: &Index, mut see: impl FnMut(Option<&str>, &Item)) {
        self.items(None, door, |item| see(None, item));
        for (at, (name, _)) in self.facets.iter().enumerate() {
            self.items(Some(at), door, |item| see(name.as_deref(), item));
        }
    }

    /// The items of one place as it has them.
    pub(super) fn items(&self, facet: Option<usize>, door: &Index, mut see: impl FnMut(&Item)) {
        let list = match facet {
            None => Some(&self.main),
            Some(at) => self.facets.get(at).map(|(_, list)| list),
        };
        for ((collection, rank), names) in list.into_iter().flatten() {
            let Some(item) = door.item(*collection, *rank) else { continue };
            match names {
                None => see(item),
                Some(names) => {
                    let has = |(name, _): &(&str, _)| names.iter().any(|other| other == name);
                    let part = item.iter().filter(has);
                    see(&part.map(|(name, value)| (name.to_owned(), value.clone())).collect());
                }
            }
        }
    }

    /// The names of the attributes that a place has of an item of which it has not all.
    fn names(&mut self, place: &Recalled) -> Option<&mut Vec<String>> {
        self.list(place.facet).get_mut(place.at)?.1.as_mut()
    }

    fn list(&mut self, facet: Option<usize>) -> &mut Vec<Entry> {
        match facet.and_then(|at| self.facets.get_mut(at)) {
            Some((_, list)) => list,
            None => &mut self.main,
        }
    }
}

/// Finds the place of every item, and leaves the lists of `table` empty. A table that was in no model gets a facet for each of its
/// kinds; names of attributes that no item had before are declared.
pub(super) fn place(
    design: &Design,
    described: &TableDesign,
    database: &Database,
    table: &mut Map<String, Value>,
) -> Placed {
    let mut placed = Placed::default();
    let Some(door) = database.table(described.name()).map(Table::primary) else {
        return placed;
    };
    let is_new = !described.extra.contains_key(KEPT);
    if is_new {
        add_facets(design, described, table);
    }
    let mut taken = Taken::default();
    taken.recall(table, None, door, &mut placed);
    let mut facets = match table.get_mut(FACETS) {
        Some(Value::Array(facets)) => std::mem::take(facets),
        _ => Vec::new(),
    };
    for (at, facet) in facets.iter_mut().enumerate() {
        let name = facet.get("FacetName").and_then(Value::as_str).map(str::to_owned);
        placed.facets.push((name, Vec::new()));
        if let Value::Object(facet) = facet {
            taken.recall(facet, Some(at), door, &mut placed);
        }
    }
    taken.sort();
    taken.give_new_attributes(door, &mut placed);
    place_others(design, described, door, &taken, &mut placed, (table, &mut facets));
    if table.contains_key(FACETS) {
        table.set(FACETS, Value::Array(facets));
    }
    if !placed.main.is_empty() || is_new {
        table.entry(DATA).or_insert_with(|| Value::Array(Vec::new()));
    }
    placed
}

/// Puts every item that has no place yet into one, and declares what the model does not.
fn place_others(
    design: &Design,
    described: &TableDesign,
    door: &Index,
    taken: &Taken,
    placed: &mut Placed,
    (table, facets): (&mut Map<String, Value>, &mut [Value]),
) {
    let mut names = Names::new(described, table);
    let kinds = design.entity_finder(described.name());
    let facet_of = |kind: &Entity| {
        let is = |(name, _): &(Option<String>, _)| name.as_ref() == Some(&kind.name);
        placed.facets.iter().position(is)
    };
    let facet_of_kind: Vec<Option<usize>> = design.entities.iter().map(facet_of).collect();
    let mut new: Vec<Map<String, Value>> = facets.iter().map(|_| Map::new()).collect();
    for (collection, item, rank) in ranked(door) {
        names.see(item);
        if taken.has((collection, rank)) {
            continue;
        }
        let facet = facet_of_kind.get(kinds.of(item)).copied().flatten();
        placed.list(facet).push(((collection, rank), None));
        if let Some(new) = facet.and_then(|at| new.get_mut(at)) {
            for (name, _) in item.iter().filter(|(name, _)| !names.is_key(name)) {
                if !new.contains_key(name) {
                    new.set(name, Value::Null);
                }
            }
        }
    }
    for (at, facet) in facets.iter_mut().enumerate() {
        let has_items = placed.facets.get(at).is_some_and(|(_, list)| !list.is_empty());
        if let Value::Object(facet) = facet {
            if has_items {
                facet.entry(DATA).or_insert_with(|| Value::Array(Vec::new()));
            }
            add_names(facet, new.get(at).into_iter().flat_map(Map::keys));
        }
    }
    names.declare(table);
}

/// Every item with its collection and its rank in that.
fn ranked(door: &Index) -> impl Iterator<Item = (usize, &Item, usize)> {
    let mut last = (usize::MAX, 0);
    door.entries_from(0).map(move |(collection, item, _)| {
        last = if last.0 == collection { (collection, last.1 + 1) } else { (collection, 0) };
        (collection, item, last.1)
    })
}

/// A facet for each kind of item.
fn add_facets(design: &Design, described: &TableDesign, table: &mut Map<String, Value>) {
    let kinds = design.entities.iter().filter(|kind| kind.table == described.name());
    let alias = |kind: &Entity, attribute: Option<&str>| {
        let attribute = attribute.unwrap_or_default();
        Value::from(kind.templates.get(attribute).map_or(attribute, String::as_str))
    };
    let facets = kinds.map(|kind| {
        let mut aliases = Map::new();
        aliases.set("PartitionKeyAlias", alias(kind, described.partition_key()));
        if described.sort_key().is_some() {
            aliases.set("SortKeyAlias", alias(kind, described.sort_key()));
        }
        object(&mut [
            ("FacetName", kind.name.as_str().into()),
            ("KeyAttributeAlias", Value::Object(aliases)),
            ("TableData", Value::Array(Vec::new())),
            ("NonKeyAttributes", Value::Array(Vec::new())),
            ("DataAccess", object(&mut [("MySql", Value::Object(Map::new()))])),
        ])
    });
    let facets: Vec<Value> = facets.collect();
    if !facets.is_empty() {
        table.set(FACETS, Value::Array(facets));
    }
}

fn add_names<'n>(facet: &mut Map<String, Value>, names: impl Iterator<Item = &'n String>) {
    for name in names {
        let listed = facet.entry("NonKeyAttributes").or_insert_with(|| Value::Array(Vec::new()));
        if let Value::Array(listed) = listed
            && !listed.iter().any(|other| other == name)
        {
            listed.push(name.as_str().into());
        }
    }
}

/// Items that stand in a place already: collection and rank, in which turn they came, the place, and whether it has all of it.
#[derive(Default)]
struct Taken(Vec<Recalled>);

struct Recalled {
    position: (usize, usize),
    turn: usize,
    facet: Option<usize>,
    /// Its place in that list.
    at: usize,
    is_whole: bool,
}

impl Taken {
    /// Puts the items of a list of recorded keys that are still there into its place, and empties the list.
    fn recall(
        &mut self,
        holder: &mut Map<String, Value>,
        facet: Option<usize>,
        door: &Index,
        placed: &mut Placed,
    ) {
        let Some(Value::Array(list)) = holder.get_mut(DATA) else { return };
        for recorded in std::mem::take(list) {
            let Some(entry) = entry(&recorded, door) else { continue };
            let (turn, is_whole) = (self.0.len(), entry.1.is_none());
            let list = placed.list(facet);
            self.0.push(Recalled { position: entry.0, turn, facet, at: list.len(), is_whole });
            list.push(entry);
        }
    }

    fn sort(&mut self) {
        sort_by(&mut self.0, |one, two| (one.position, one.turn).cmp(&(two.position, two.turn)));
    }

    fn has(&self, position: (usize, usize)) -> bool {
        self.0.binary_search_by(|recalled| recalled.position.cmp(&position)).is_ok()
    }

    /// What an item has gained since, and no place of it has, goes to its first place.
    fn give_new_attributes(&self, door: &Index, placed: &mut Placed) {
        for places in self.0.chunk_by(|one, two| one.position == two.position) {
            let Some(first) = places.first().filter(|_| !places.iter().any(|place| place.is_whole))
            else {
                continue;
            };
            let Some(item) = door.item(first.position.0, first.position.1) else { continue };
            let mut new: Vec<String> = item.iter().map(|(name, _)| name.to_owned()).collect();
            for place in places {
                let names = placed.names(place).into_iter().flatten();
                names.for_each(|name| new.retain(|other| other != name));
            }
            if let Some(names) = placed.names(first) {
                names.extend(new);
            }
        }
    }
}

/// The item of a recorded key, if it is still there.
fn entry(recorded: &Value, door: &Index) -> Option<Entry> {
    let recorded = recorded.as_array()?;
    let mut key = Map::new();
    for (element, value) in door.key_schema().iter().zip(recorded) {
        key.set(&element.attribute, value.clone());
    }
    let position = door.locate(&Item::from_json(&Value::Object(key)).ok()?)?;
    let names = recorded
        .last()
        .and_then(Value::as_array)
        .map(|names| names.iter().filter_map(Value::as_str).map(str::to_owned).collect());
    Some((position, names))
}

/// Names of attributes that a model has to declare.
struct Names {
    known: Map<String, Value>,
    keys: Vec<String>,
    /// With the type of the first value seen.
    new: Map<String, Value>,
}

impl Names {
    fn new(described: &TableDesign, table: &Map<String, Value>) -> Self {
        let undeclared = described.extra.get(UNDECLARED).and_then(Value::as_array);
        let undeclared = undeclared.into_iter().flatten().filter_map(Value::as_str);
        let known = declared(table).chain(undeclared).map(|name| (name.to_owned(), Value::Null));
        let keys = [described.partition_key(), described.sort_key()];
        Self {
            known: known.collect(),
            keys: keys.into_iter().flatten().map(str::to_owned).collect(),
            new: Map::new(),
        }
    }

    fn is_key(&self, name: &str) -> bool {
        self.keys.iter().any(|key| key == name)
    }

    fn see(&mut self, item: &Item) {
        for (name, value) in item.iter() {
            if !self.known.contains_key(name) {
                self.known.set(name, Value::Null);
                self.new.set(name, value.type_name().into());
            }
        }
    }

    fn declare(self, table: &mut Map<String, Value>) {
        for (name, kind) in self.new {
            declare(table, &name, kind);
        }
    }
}
