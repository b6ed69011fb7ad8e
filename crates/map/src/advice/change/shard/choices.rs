//! By what a key could be sharded.
//!
//! Owns the attributes that there are to choose from, and how evenly they would spread the items of the sample. It chooses nothing.

use key_engine::Item;
use key_engine::engine::{Database, number_of_text};
use key_engine::order::sort_by;

use super::super::ground::Ground;
use super::spread::Spread;
use super::{ShardBy, Sharding};
use crate::design::Design;

/// Items that are looked at to say by what a key could be sharded.
const MOST_ITEMS: usize = 5_000;

/// An attribute by which a key could be sharded.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ShardChoice {
    /// Its name; a part of the key that no attribute holds has the name that the kind's template gives it.
    pub name: String,
    /// Whoever has an item's key knows it: single items are asked for as before, at their shard.
    pub is_in_key: bool,
    /// Different values among the items looked at. Fewer than shards leave some empty.
    pub values: usize,
}

/// The attributes by which a key could be sharded, the best first: those that the key says, and of them those with most values. What
/// the wish shards by and how many ways does not matter. Of very many items the first 5,000 are looked at.
///
/// # Errors
/// A sentence that says why the key cannot be sharded.
pub fn shard_choices(
    wish: &Sharding,
    design: &Design,
    database: &Database,
) -> Result<Vec<ShardChoice>, String> {
    let wish = Sharding { by: ShardBy::Random { seed: 0 }, ..wish.clone() };
    let spread = Spread::of(Ground { design, database }, &wish)?;
    let items: Vec<&Item> = items(&spread).take(MOST_ITEMS).collect();
    let Some(first) = items.first() else { return Ok(Vec::new()) };
    let mut choices = Vec::new();
    for name in spread.names_in(first) {
        let texts: Option<Vec<String>> =
            items.iter().map(|item| spread.text_for(item, &name)).collect();
        let Some(mut texts) = texts else { continue };
        sort_by(&mut texts, Ord::cmp);
        texts.dedup();
        let is_in_key = items.iter().all(|item| spread.is_in_key(item, &name));
        choices.push(ShardChoice { name, is_in_key, values: texts.len() });
    }
    let worth = |choice: &ShardChoice| (choice.is_in_key && choice.values > 1, choice.values);
    sort_by(&mut choices, |one, other| worth(other).cmp(&worth(one)));
    Ok(choices)
}

/// The number of each item of a key, of which the remainder by the number of shards is its shard: what
/// [`ShardAsked::numbers`](crate::advice::traffic::ShardAsked) takes. None of items that do not say it, nor where chance decides.
///
/// # Errors
/// A sentence that says why the key cannot be sharded.
pub fn shard_numbers(
    wish: &Sharding,
    design: &Design,
    database: &Database,
) -> Result<Vec<u32>, String> {
    let ShardBy::Attribute(name) = &wish.by else { return Ok(Vec::new()) };
    let spread = Spread::of(Ground { design, database }, wish)?;
    let texts = items(&spread).filter_map(|item| spread.text_for(item, name));
    Ok(texts.map(|text| number_of_text(&text)).collect())
}

fn items<'s>(spread: &'s Spread<'_>) -> impl Iterator<Item = &'s Item> {
    spread.table.primary().items().filter(|item| spread.base_in(item).is_some())
}
