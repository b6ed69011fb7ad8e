//! A partition-key value spread over several, and put together again.
//!
//! Owns the change that does it: the values that items have from then on, `LOW_STOCK#00`, `LOW_STOCK#01` and so on, the key templates
//! of their kinds, and the requests that ask for them. Writes of the key are divided by the number of shards; a read of all of it
//! takes a Query for each. It carries nothing out, and never counts traffic.
//!
//! Which shard an item is in follows from one of its attributes: the number of that attribute's text ([`number_of_text`]) modulo the
//! number of shards. So whoever knows the attribute finds the item with one request. Or it is random; then nobody does.
//! Source: AWS, "Using write sharding to distribute workloads evenly".

mod ask;
mod choices;
mod kinds;
mod name;
mod rows;
mod spread;
#[cfg(test)]
mod tests;

use std::sync::Arc;

use key_engine::engine::{Table, number_of_text};
use key_engine::order::sort_by;
use key_engine::value::KeyBytes;
use key_engine::walk::Change;
use key_engine::{AttributeValue, Item};

use super::ground::Ground;
use super::{Breakage, Drafted, fit};
use crate::advice::told::listed;
use crate::design::Edit;
use crate::label::fit as cut;
use crate::numerals::{counted, grouped};
pub use choices::{ShardChoice, shard_choices, shard_numbers};
pub use name::{MOST_SHARDS, shard_value, split_shard};
use spread::Spread;

/// The longest key in a sentence, in columns.
const LONGEST_KEY: usize = 60;

/// A partition key's values spread over shards.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sharding {
    /// The table.
    pub table: String,
    /// The table's partition-key attribute, or that of a global secondary index.
    pub attribute: String,
    /// Which of its values.
    pub keys: ShardedKeys,
    /// How many each becomes, 1 to [`MOST_SHARDS`]; 1 puts together again what was spread.
    pub shards: u32,
    /// What says which shard an item is in.
    pub by: ShardBy,
}

/// The values of a partition key that are spread.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ShardedKeys {
    /// These, as they are without a shard.
    Values(Vec<String>),
    /// All that items of the kind of this name have.
    Kind(String),
}

/// What says which shard an item is in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ShardBy {
    /// This attribute of it, or part of its key of this name.
    Attribute(String),
    /// Chance.
    Random {
        /// The same seed gives the same shards.
        seed: u64,
    },
}

/// The values are spread, over as many shards, or put together.
pub(super) fn shard(ground: Ground<'_>, wish: &Sharding) -> Result<Drafted, String> {
    let spread = Spread::of(ground, wish)?;
    let what = spread.named();
    let label = if wish.shards == 1 {
        format!("put {what} together again")
    } else {
        format!("shard {what} {} ways", grouped(u64::from(wish.shards)))
    };
    let mut drafted = Drafted { explains: true, ..Drafted::of(label, Vec::new()) };
    move_items(&spread, &mut drafted)?;
    let kinds = kinds::follow(&spread, &mut drafted.facts);
    if kinds != ground.design.entities {
        drafted.edits.push(Edit::SetEntities(kinds));
    }
    rows::rewrite(&spread, &mut drafted);
    if drafted.edits.is_empty() {
        return Err(match wish.shards {
            1 => format!("{what} stands together already."),
            _ => format!(
                "No item of {} has the key {what}, and no request asks for it, or they are sharded so already.",
                wish.table
            ),
        });
    }
    Ok(drafted)
}

/// The items under their keys from then on.
fn move_items(spread: &Spread<'_>, drafted: &mut Drafted) -> Result<(), String> {
    let Spread { table, wish, .. } = spread;
    let mut per_shard = vec![0_u64; wish.shards as usize];
    let (mut put, mut taken) = (Vec::new(), Vec::new());
    let mut places: Vec<(KeyBytes, &Arc<Item>)> = Vec::new();
    let mut homeless = fit::Group::default();
    for item in table.primary().shared_items() {
        let Some(base) = spread.base_in(item) else { continue };
        let Some(shard) = spread.shard_of(item) else {
            homeless.add(|| fit::name_of(table, item));
            continue;
        };
        if let Some(count) = per_shard.get_mut(shard as usize) {
            *count += 1;
        }
        let value = AttributeValue::S(spread.value(base, shard)?);
        let mut becomes = (**item).clone();
        becomes.insert(wish.attribute.as_str(), value);
        if spread.is_own {
            let standing = table.primary().locate(&becomes);
            let standing = standing.and_then(|(at, rank)| table.primary().item(at, rank));
            if standing.is_some_and(|item| spread.base_in(item).is_none()) {
                return Err(format!(
                    "There is an item {} already, which would be lost.",
                    fit::name_of(table, &becomes)
                ));
            }
            places.push((KeyBytes::of(key_values(table, &becomes)), item));
        }
        if item.get(&wish.attribute) == becomes.get(&wish.attribute) {
            continue;
        }
        let change = |old, new| Change { table: wish.table.clone(), old, new };
        if spread.is_own {
            taken.push(change(Some(Arc::clone(item)), None));
            put.push(change(None, Some(Arc::new(becomes))));
        } else {
            put.push(change(Some(Arc::clone(item)), Some(Arc::new(becomes))));
        }
    }
    if homeless.count > 0 {
        return Err(format!(
            "{} no {} that is text or a number, and nothing else says which shard they would be in: {}. Take an attribute that all have, such as one of the key.",
            have(homeless.count),
            spread.by(),
            homeless.named()
        ));
    }
    sort_by(&mut places, |(one, _), (other, _)| one.cmp(other));
    let twice = places.windows(2).find(|pair| matches!(pair, [one, other] if one.0 == other.0));
    if let Some([(_, one), (_, other)]) = twice {
        return Err(format!(
            "{} and {} would have one key, and one of them would be lost.",
            fit::name_of(table, one),
            fit::name_of(table, other)
        ));
    }
    let moved = put.len() as u64;
    taken.append(&mut put);
    if moved > 0 {
        drafted.edits.push(Edit::ChangeItems(taken.into()));
    }
    say_items(spread, moved, &per_shard, drafted);
    Ok(())
}

fn key_values<'i>(table: &'i Table, item: &'i Item) -> impl Iterator<Item = &'i AttributeValue> {
    let elements = table.primary().key_schema().iter();
    elements.filter_map(|element| item.get(&element.attribute))
}

fn have(count: u64) -> String {
    if count == 1 { "1 item has".to_owned() } else { format!("{} have", fit::items(count)) }
}

/// What is to be known of the items: how many move, and how evenly.
fn say_items(spread: &Spread<'_>, moved: u64, per_shard: &[u64], drafted: &mut Drafted) {
    let wish = spread.wish;
    if moved > 0 {
        let verb = if moved == 1 { "gets" } else { "get" };
        drafted.facts.push(format!("{} {verb} another {}.", fit::items(moved), wish.attribute));
    }
    if wish.shards == 1 {
        drafted.facts.push(
            "One Query reads all of it again, and all its writes go to one key again.".to_owned(),
        );
        return;
    }
    let all: u64 = per_shard.iter().sum();
    let fullest = per_shard.iter().copied().max().unwrap_or_default();
    let empty = per_shard.iter().filter(|count| **count == 0).count() as u64;
    if all > 0 {
        let mut words =
            format!("The fullest shard has {} of {}", grouped(fullest), fit::items(all));
        if empty > 0 {
            words.push_str("; ");
            words.push_str(&counted(empty, "shard has no item", "shards have no item"));
            words.push_str(" of the sample");
        }
        drafted.facts.push(words + ".");
    }
    drafted.facts.push(spread.rule());
    if all > 1 && fullest == all {
        let words = format!(
            "They are all in one shard: {} is the same in all of them, and their writes are not divided.",
            spread.by()
        );
        drafted.breaks.push(Breakage::certain(fit::items(all), &words));
    }
}

/// Keys in a sentence.
fn named(keys: &[String]) -> String {
    let first: Vec<String> = keys.iter().take(3).map(|key| cut(key, LONGEST_KEY)).collect();
    match keys.len() - first.len() {
        0 => listed(&first),
        more => format!("{} and {} more", first.join(", "), grouped(more as u64)),
    }
}

/// The shard of a text, of so many.
fn shard_by_text(text: &str, shards: u32) -> u32 {
    number_of_text(text) % shards.max(1)
}
