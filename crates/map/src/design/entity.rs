//! Kinds of item, told apart by the prefixes of their keys.
//!
//! Owns the matching of an item to its kind. Which kinds there are is the design's to say, or derived when a design that
//! says nothing is opened. Colours and legends are the floor's.

use key_engine::order::{SortedMap, sort_by};
use key_engine::{AttributeValue, Item};

use super::document::{Design, TableDesign};

/// One kind of item of a table.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Entity {
    /// Such as `Inventory`.
    pub name: String,
    /// The table it is in.
    pub table: String,
    /// What its partition key begins with, such as `PRODUCT#`; empty for any.
    pub partition_prefix: String,
    /// What its sort key begins with, such as `WAREHOUSE#`; none for any, or where there is no sort key.
    pub sort_prefix: Option<String>,
    /// How its key attributes are made, those of indexes too, by attribute: `PK` is `PRODUCT#{productId}`. A name in braces stands
    /// for the item's attribute of that name, or for a part that no attribute holds.
    pub templates: SortedMap<String, String>,
}

impl Entity {
    /// Has the prefixes follow from the templates of the table's own key, where there are any; says whether that changed one.
    pub fn follow_templates(&mut self, table: &TableDesign) -> bool {
        let before = (self.partition_prefix.clone(), self.sort_prefix.clone());
        let prefix = |attribute: Option<&str>| {
            attribute
                .and_then(|attribute| self.templates.get(attribute))
                .map(|it| template_prefix(it))
        };
        let partition = prefix(table.partition_key()).map(str::to_owned);
        let sort = prefix(table.sort_key()).map(str::to_owned);
        if let Some(partition) = partition {
            self.partition_prefix = partition;
        }
        if let Some(sort) = sort {
            self.sort_prefix = (!sort.is_empty()).then_some(sort);
        }
        before != (self.partition_prefix.clone(), self.sort_prefix.clone())
    }
}

/// What a key template begins with, before its first name in braces.
pub fn template_prefix(template: &str) -> &str {
    template.split('{').next().unwrap_or_default()
}

/// Finds the kind of many items of one table.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct EntityFinder {
    partition_attribute: String,
    sort_attribute: Option<String>,
    /// The table's entities with their index in the design, the most particular first.
    candidates: Vec<(usize, Entity)>,
    other: usize,
}

impl EntityFinder {
    /// Made for a table of a design; a table that is not in the design has no entities.
    pub fn new(design: &Design, table: &str) -> Self {
        let described = design.table(table);
        let key = |attribute: Option<&str>| attribute.map(str::to_owned);
        let mut candidates: Vec<(usize, Entity)> = design
            .entities
            .iter()
            .enumerate()
            .filter(|(_, entity)| entity.table == table)
            .map(|(index, entity)| (index, entity.clone()))
            .collect();
        let reach = |entity: &Entity| {
            entity.partition_prefix.len() + entity.sort_prefix.as_ref().map_or(0, String::len)
        };
        sort_by(&mut candidates, |(_, one), (_, two)| reach(two).cmp(&reach(one)));
        Self {
            partition_attribute: key(described.and_then(|table| table.partition_key()))
                .unwrap_or_default(),
            sort_attribute: key(described.and_then(|table| table.sort_key())),
            candidates,
            other: design.entities.len(),
        }
    }

    /// The index of an item's kind; the number of the design's entities when it is none of them.
    pub fn of(&self, item: &Item) -> usize {
        let text = |attribute: &str| match item.get(attribute) {
            Some(AttributeValue::S(text)) => text.as_str(),
            _ => "",
        };
        self.of_keys(
            text(&self.partition_attribute),
            self.sort_attribute.as_deref().map_or("", text),
        )
    }

    /// The index of the kind with these key values (empty where a key is not a string); the number of the design's entities
    /// when it is none of them.
    pub fn of_keys(&self, partition: &str, sort: &str) -> usize {
        let fits = |entity: &Entity| {
            partition.starts_with(&entity.partition_prefix)
                && entity
                    .sort_prefix
                    .as_ref()
                    .is_none_or(|prefix| sort.starts_with(prefix.as_str()))
        };
        self.candidates
            .iter()
            .find(|(_, entity)| fits(entity))
            .map_or(self.other, |(index, _)| *index)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_most_particular_prefixes_win_whatever_their_order() {
        let entity = |name: &str, partition: &str, sort: Option<&str>| Entity {
            name: name.to_owned(),
            table: "T".to_owned(),
            partition_prefix: partition.to_owned(),
            sort_prefix: sort.map(str::to_owned),
            ..Entity::default()
        };
        let design = Design {
            entities: vec![
                entity("Anything of a customer", "CUSTOMER#", None),
                entity("Order", "CUSTOMER#", Some("ORDER#")),
                entity("Product", "PRODUCT#", None),
            ],
            ..Design::default()
        };
        let finder = design.entity_finder("T");
        for (partition, sort, expected) in [
            ("CUSTOMER#1", "ORDER#2", 1),
            ("CUSTOMER#1", "PROFILE", 0),
            ("PRODUCT#1", "", 2),
            ("SERIAL#1", "METADATA", 3),
        ] {
            assert_eq!(finder.of_keys(partition, sort), expected, "{partition} {sort}");
        }
        assert_eq!(design.entity_finder("Other").of_keys("PRODUCT#1", ""), 3);
    }
}
