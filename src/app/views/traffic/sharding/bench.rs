//! What is chosen of a key and its shards, and what follows from it.

use std::sync::Arc;

use leptos::prelude::*;
use map::advice::change::{
    MOST_SHARDS, ShardBy, ShardChoice, ShardedKeys, Sharding, shard_choices, shard_numbers,
};
use map::advice::traffic::{AskedKey, FIRST_SEED, Setup, ShardAsked, ShardCurve, hottest_keys};

use super::super::run::Desk;
use crate::app::state::Store;
use crate::app::views::erased::memo;
use crate::app::views::model::ask::Asking;

/// Keys that are offered.
const MOST_KEYS: usize = 100;

/// A setup, which is the same as long as it is the same one.
#[derive(Clone, Debug)]
pub struct Whole(pub Arc<Setup>);

impl PartialEq for Whole {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

/// A key of a door.
#[derive(Clone, Debug, PartialEq)]
pub struct Key {
    /// What is asked of it.
    pub asked: AskedKey,
    /// The table.
    pub table: String,
    /// The global secondary index, if it is of one.
    pub index: Option<String>,
    /// The partition-key attribute.
    pub attribute: String,
}

impl Key {
    fn is_named(&self, name: &Name) -> bool {
        (&self.table, &self.index, &self.asked.key) == (&name.0, &name.1, &name.2)
    }

    /// What names it whatever else is asked.
    pub fn name(&self) -> Name {
        (self.table.clone(), self.index.clone(), self.asked.key.clone())
    }
}

/// Table, index and value of a key.
pub type Name = (String, Option<String>, String);

/// What is said to decide the shard.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum By {
    /// The best attribute there is.
    #[default]
    Best,
    /// This attribute.
    Attribute(String),
    /// Chance.
    Random,
}

/// Both curves, and what they are of.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Curves {
    /// What is asked.
    pub asked: ShardAsked,
    /// The curves of a load that falls on all shards alike.
    pub curve: ShardCurve,
    /// Where an attribute says the shard: the curves as the items of the sample fall on the shards, and how many those are.
    pub sample: Option<(ShardCurve, usize)>,
}

/// What is chosen, and what follows.
#[derive(Clone, Copy)]
pub struct Bench {
    /// The page's state.
    pub store: Store,
    /// Where changes of the design are asked for.
    pub asking: Asking,
    /// The keys, hottest first.
    pub keys: Memo<Vec<Key>>,
    /// The key that was chosen, whether it is there or not.
    pub chosen: RwSignal<Option<Name>>,
    /// The key that is looked at.
    pub key: Memo<Option<Key>>,
    /// How many shards.
    pub shards: RwSignal<u32>,
    /// What was said to decide the shard.
    pub by: RwSignal<By>,
    /// By what it could be, or why the key cannot be spread.
    pub choices: Memo<Result<Vec<ShardChoice>, String>>,
    /// What decides the shard.
    pub decided: Memo<ShardBy>,
    /// Both curves.
    pub curves: Memo<Arc<Curves>>,
}

impl Bench {
    /// With the hottest key.
    pub fn new(desk: Desk) -> Self {
        let store = desk.store;
        let setup = memo(move || Whole(Arc::clone(&desk.run.read().setup)));
        let keys = memo(move || keys_of(store, &setup.read().0));
        let chosen = RwSignal::new(None::<Name>);
        let key = memo(move || {
            let keys = keys.read();
            let named =
                chosen.read().as_ref().and_then(|name| keys.iter().find(|key| key.is_named(name)));
            named.or(keys.first()).cloned()
        });
        let by = RwSignal::new(By::default());
        let choices = memo(move || {
            let Some(key) = key.get() else { return Ok(Vec::new()) };
            let design = store.open.design.get();
            // Two ways, so that it is judged as a key that is spread.
            let wish = wish_of(&key, 2, ShardBy::Random { seed: FIRST_SEED });
            store.open.with_database(|database| shard_choices(&wish, &design, database))
        });
        let decided = memo(move || {
            let random = || ShardBy::Random { seed: desk.settings.read().seed };
            let choices = choices.read();
            let Ok(choices) = choices.as_ref() else { return random() };
            let best =
                || choices.first().map_or_else(random, |one| ShardBy::Attribute(one.name.clone()));
            match by.get() {
                By::Random => random(),
                By::Attribute(name) if choices.iter().any(|one| one.name == name) => {
                    ShardBy::Attribute(name)
                }
                By::Attribute(_) | By::Best => best(),
            }
        });
        let curves = memo(move || {
            let Some(key) = key.get() else { return Arc::default() };
            let setup = setup.get().0;
            let design = store.open.design.get();
            let wish = wish_of(&key, 2, decided.get());
            store.open.with_database(|database| {
                let asked = ShardAsked::of(&setup.load, database, key.asked.door, &key.asked.key);
                let curve = asked.curve(&setup.rules);
                let numbers = shard_numbers(&wish, &design, database).unwrap_or_default();
                let count = numbers.len();
                let sample = (count > 0).then(|| {
                    let fallen = ShardAsked { numbers, ..asked.clone() };
                    (fallen.curve(&setup.rules), count)
                });
                Arc::new(Curves { asked, curve, sample })
            })
        });
        let shards = RwSignal::new(2);
        let asking = Asking::new(store);
        Self { store, asking, keys, chosen, key, shards, by, choices, decided, curves }
    }

    /// Looks at another key; one that is spread with as many shards as it has.
    pub fn choose(self, name: Name) {
        let spread = self.keys.with_untracked(|keys| {
            keys.iter().find(|key| key.is_named(&name)).map_or(1, |key| key.asked.shards)
        });
        if spread > 1 {
            self.set_shards(spread);
        }
        self.chosen.set(Some(name));
    }

    /// Looks at another number of shards.
    pub fn set_shards(self, shards: u32) {
        self.shards.set(shards.clamp(1, MOST_SHARDS));
    }

    /// What is wished for: the key that is looked at over so many shards.
    pub fn wish(self, shards: u32) -> Option<Sharding> {
        let key = self.key.get_untracked()?;
        Some(wish_of(&key, shards, self.decided.get_untracked()))
    }
}

fn wish_of(key: &Key, shards: u32, by: ShardBy) -> Sharding {
    Sharding {
        table: key.table.clone(),
        attribute: key.attribute.clone(),
        keys: ShardedKeys::Values(vec![key.asked.key.clone()]),
        shards,
        by,
    }
}

fn keys_of(store: Store, setup: &Setup) -> Vec<Key> {
    let hottest = hottest_keys(&setup.load, &setup.rules, MOST_KEYS);
    store.open.with_database(|database| {
        let key = |asked: AskedKey| {
            let door = setup.load.doors.get(asked.door)?;
            let known = database.table(&door.table)?.door(door.index.as_deref())?;
            let attribute = known.hash_elements().next()?.attribute.clone();
            Some(Key { asked, table: door.table.clone(), index: door.index.clone(), attribute })
        };
        hottest.into_iter().filter_map(key).collect()
    })
}
