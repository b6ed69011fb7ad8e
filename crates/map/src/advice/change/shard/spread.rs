//! Which values are spread, and where an item goes.
//!
//! Owns the reading of a wish against the open design: what the values are without their shards, whether a text is one of them, and
//! the shard of an item or of a key. It changes nothing.

use key_engine::engine::limits::MAX_HASH_KEY_BYTES;
use key_engine::engine::{IndexKind, Table};
use key_engine::order::sort_by;
use key_engine::value::KeyBytes;
use key_engine::{AttributeValue, Item};

use super::super::ground::{Ground, key_attributes};
use super::name::{MOST_SHARDS, shard_value, split_shard};
use super::{ShardBy, ShardedKeys, Sharding, named, shard_by_text};
use crate::advice::mixing::mixed;
use crate::design::believable::{Template, text_of};
use crate::design::{EntityFinder, TableDesign};

/// What stands for the shard in a key template and in a request.
pub(super) const SHARD: &str = "shard";

/// A wish, read against the open design.
pub(super) struct Spread<'s> {
    pub ground: Ground<'s>,
    pub wish: &'s Sharding,
    pub described: &'s TableDesign,
    pub table: &'s Table,
    /// The attribute is the table's own partition key: its items move.
    pub is_own: bool,
    /// The values without their shards, sorted.
    bases: Vec<String>,
    /// Those of them that are spread already, sorted.
    apart: Vec<String>,
    /// What all values of the kind begin with, where a kind is spread.
    prefix: Option<String>,
    /// Values of the kind carry a shard already, whatever they are.
    kind_apart: bool,
    finder: EntityFinder,
}

impl<'s> Spread<'s> {
    pub fn of(ground: Ground<'s>, wish: &'s Sharding) -> Result<Self, String> {
        let (_, described, table) = ground.table(&wish.table)?;
        let is_own = described.partition_key() == Some(wish.attribute.as_str());
        check(wish, described, table, is_own)?;
        let finder = ground.design.entity_finder(&wish.table);
        let mut spread = Self {
            ground,
            wish,
            described,
            table,
            is_own,
            bases: Vec::new(),
            apart: Vec::new(),
            prefix: None,
            kind_apart: false,
            finder,
        };
        match &wish.keys {
            ShardedKeys::Values(values) => spread.take_values(values)?,
            ShardedKeys::Kind(kind) => spread.take_kind(kind)?,
        }
        Ok(spread)
    }

    fn take_values(&mut self, values: &[String]) -> Result<(), String> {
        if values.is_empty() || values.iter().any(String::is_empty) {
            return Err("Say which key is to be sharded.".to_owned());
        }
        self.bases = sorted(values.to_vec());
        // Where items stand under the value itself it was never spread, and a number behind it is part of another key.
        let mut whole: Vec<String> = Vec::new();
        for item in self.table.primary().items() {
            let Some(AttributeValue::S(text)) = item.get(&self.wish.attribute) else { continue };
            if self.bases.binary_search(text).is_ok() && whole.last() != Some(text) {
                whole.push(text.clone());
            }
        }
        let whole = sorted(whole);
        self.apart = self.bases.clone();
        self.apart.retain(|base| whole.binary_search(base).is_err());
        Ok(())
    }

    fn take_kind(&mut self, name: &str) -> Result<(), String> {
        let kinds = &self.ground.design.entities;
        let found =
            kinds.iter().position(|kind| kind.table == self.wish.table && kind.name == name);
        let at = found.ok_or_else(|| format!("{} has no kind {name}.", self.wish.table))?;
        let Some(kind) = kinds.get(at) else { return Ok(()) };
        let template = kind.templates.get(&self.wish.attribute);
        self.kind_apart = template.is_some_and(|template| template.ends_with("#{shard}"));
        let prefix = match template {
            Some(template) => crate::design::template_prefix(template),
            None if self.is_own => kind.partition_prefix.as_str(),
            None => "",
        };
        let prefix = prefix.to_owned();
        let mut bases: Vec<String> = Vec::new();
        for item in self.table.primary().items().filter(|item| self.finder.of(item) == at) {
            let Some(AttributeValue::S(text)) = item.get(&self.wish.attribute) else { continue };
            let base = if self.kind_apart {
                split_shard(text).map_or(text.as_str(), |it| it.0)
            } else {
                text
            };
            if bases.last().is_none_or(|last| last != base) {
                bases.push(base.to_owned());
            }
        }
        self.bases = sorted(bases);
        if self.kind_apart {
            self.apart = self.bases.clone();
        }
        if self.wish.shards == 1 && !self.kind_apart {
            return Err(format!(
                "Nothing says that the keys of {name} are sharded: its key template for {} does not end in #{{shard}}.",
                self.wish.attribute
            ));
        }
        self.prefix = (!prefix.is_empty()).then_some(prefix);
        Ok(())
    }

    /// The values, in a sentence.
    pub fn named(&self) -> String {
        match &self.wish.keys {
            ShardedKeys::Values(_) => named(&self.bases),
            ShardedKeys::Kind(kind) => format!("the keys of {kind}"),
        }
    }

    /// What a text is without its shard, where it is one of the values.
    pub fn base_of<'t>(&self, text: &'t str) -> Option<&'t str> {
        let has = |all: &[String], base: &str| {
            all.binary_search_by(|known| known.as_str().cmp(base)).is_ok()
        };
        if let Some((base, _)) = split_shard(text)
            && (has(&self.apart, base) || (self.kind_apart && self.has_prefix(base)))
        {
            return Some(base);
        }
        (has(&self.bases, text) || self.has_prefix(text)).then_some(text)
    }

    fn has_prefix(&self, text: &str) -> bool {
        self.prefix.as_ref().is_some_and(|prefix| text.starts_with(prefix.as_str()))
    }

    /// The value of an item or of a key without its shard, where it is one of those that are spread.
    pub fn base_in<'i>(&self, item: &'i Item) -> Option<&'i str> {
        match item.get(&self.wish.attribute) {
            Some(AttributeValue::S(text)) => self.base_of(text),
            _ => None,
        }
    }

    /// The value in a shard; as it is where it is put together.
    pub fn value(&self, base: &str, shard: u32) -> Result<String, String> {
        if self.wish.shards == 1 {
            return Ok(base.to_owned());
        }
        let value = shard_value(base, shard, self.wish.shards);
        if value.len() > MAX_HASH_KEY_BYTES {
            return Err(
                "With its shard a key would be longer than 2,048 bytes, the most DynamoDB takes."
                    .to_owned(),
            );
        }
        Ok(value)
    }

    /// The shard of an item, or of a key, where that follows from it.
    pub fn shard_of(&self, item: &Item) -> Option<u32> {
        if self.wish.shards == 1 {
            return Some(0);
        }
        match &self.wish.by {
            ShardBy::Attribute(name) => {
                Some(shard_by_text(&self.text_for(item, name)?, self.wish.shards))
            }
            ShardBy::Random { seed } => Some(self.drawn(item, *seed)),
        }
    }

    /// The same for whoever asks for a key: chance cannot be asked.
    pub fn shard_of_asked(&self, key: &Item) -> Option<u32> {
        match self.wish.by {
            ShardBy::Random { .. } if self.wish.shards > 1 => None,
            _ => self.shard_of(key),
        }
    }

    /// The text of an item, or of a key, from which its shard follows.
    pub fn text_for(&self, item: &Item, name: &str) -> Option<String> {
        self.said_by_key(item, name).or_else(|| text_of(item.get(name)?))
    }

    /// What an item's shard may follow from: its attributes, and the parts of its key by its kind's templates.
    pub fn names_in(&self, item: &Item) -> Vec<String> {
        let mut names: Vec<String> = item.iter().map(|(name, _)| name.to_owned()).collect();
        let kind = self.ground.design.entities.get(self.finder.of(item));
        for (_, template) in kind.into_iter().flat_map(|kind| kind.templates.iter()) {
            names.extend(Template::parse(template).names().map(str::to_owned));
        }
        let mut names = sorted(names);
        names.retain(|name| *name != self.wish.attribute && name != SHARD);
        names
    }

    /// Whether who has the table's key alone knows what has this name.
    pub fn is_in_key(&self, item: &Item, name: &str) -> bool {
        self.said_by_key(item, name).is_some()
    }

    /// What the table's key says of this name: a key attribute, or a part of one by its kind's template. A request that has the key
    /// alone has to come to the same shard as who has the item, so the key goes first.
    fn said_by_key(&self, item: &Item, name: &str) -> Option<String> {
        let keys = [self.described.partition_key(), self.described.sort_key()];
        if keys.contains(&Some(name)) {
            return text_of(item.get(name)?);
        }
        let kind = self.ground.design.entities.get(self.finder.of(item))?;
        for key in keys.into_iter().flatten() {
            let (Some(template), Some(AttributeValue::S(text))) =
                (kind.templates.get(key), item.get(key))
            else {
                continue;
            };
            let is_spread = key == self.wish.attribute;
            let template =
                template.strip_suffix("#{shard}").filter(|_| is_spread).unwrap_or(template);
            let text = if is_spread { self.base_of(text).unwrap_or(text) } else { text };
            let template = Template::parse(template);
            let read = template.read(text).unwrap_or_default();
            if let Some((_, value)) = read.iter().find(|(known, _)| *known == name) {
                return Some((*value).to_owned());
            }
        }
        None
    }

    /// A shard by chance: of the seed and the item's key as it is without a shard, so that it does not depend on what else there is.
    fn drawn(&self, item: &Item, seed: u64) -> u32 {
        let mut state = seed;
        let base = self.base_in(item).unwrap_or_default();
        let mut mix = |byte: u8| state = mixed(state ^ u64::from(byte));
        base.bytes().for_each(&mut mix);
        for element in self.table.primary().key_schema() {
            let value = item.get(&element.attribute);
            if let Some(value) = value.filter(|_| element.attribute != self.wish.attribute) {
                KeyBytes::of([value]).as_bytes().iter().copied().for_each(&mut mix);
            }
        }
        (state % u64::from(self.wish.shards.max(1))) as u32
    }

    /// What the shard follows from, by name.
    pub fn by(&self) -> &str {
        match &self.wish.by {
            ShardBy::Attribute(name) => name,
            ShardBy::Random { .. } => "chance",
        }
    }

    /// How an application finds the shard, as a sentence.
    pub fn rule(&self) -> String {
        match &self.wish.by {
            ShardBy::Attribute(name) => format!(
                "The shard of an item is the first four bytes of the MD5 of its {name}, as a number, modulo {}.",
                self.wish.shards
            ),
            ShardBy::Random { .. } => {
                "Whoever writes an item draws its shard; who wants that item again has to remember it, or ask every shard.".to_owned()
            }
        }
    }
}

fn sorted(mut texts: Vec<String>) -> Vec<String> {
    sort_by(&mut texts, Ord::cmp);
    texts.dedup();
    texts
}

fn check(
    wish: &Sharding,
    described: &TableDesign,
    table: &Table,
    is_own: bool,
) -> Result<(), String> {
    let Sharding { attribute, shards, .. } = wish;
    if *shards == 0 || *shards > MOST_SHARDS {
        return Err(format!("A key is sharded 1 to {MOST_SHARDS} ways."));
    }
    let is_hash = |index: &&key_engine::Index| {
        index.kind() == IndexKind::Global
            && index.hash_elements().any(|it| it.attribute == *attribute)
    };
    let index = table.indexes().find(is_hash);
    if !is_own && index.is_none() {
        return Err(format!(
            "{attribute} is no partition key of {} or of an index of it.",
            wish.table
        ));
    }
    if !is_own && described.sort_key() == Some(attribute.as_str()) {
        return Err(format!(
            "{attribute} is the sort key of {}: with a shard in it its items would be sorted otherwise.",
            wish.table
        ));
    }
    let keys = key_attributes(described);
    if keys.iter().any(|key| key.name == *attribute && key.kind != "S") {
        return Err(format!(
            "{attribute} is no text: a shard's number cannot stand behind it. Give the key another type first."
        ));
    }
    if is_own && described.sort_key().is_none() && *shards > 1 {
        return Err(format!(
            "Each key of {} is one item, as it has no sort key, and one item is in one place: nothing divides its writes.",
            wish.table
        ));
    }
    match &wish.by {
        ShardBy::Attribute(name) if name == attribute => Err(format!(
            "All items of a key have the same {name}, so all would be in one shard. Take an attribute in which they differ."
        )),
        ShardBy::Attribute(name) if name.is_empty() => {
            Err("Say by which attribute the key is sharded.".to_owned())
        }
        _ => Ok(()),
    }
}
