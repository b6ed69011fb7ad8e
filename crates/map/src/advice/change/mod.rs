//! A change of the model, said before it is done: what it does, and what it breaks.
//!
//! Owns the changes a person can wish for, the edits that carry each out as one step, and the list of what depends on what
//! changes. It never carries one out.

mod attributes;
mod create;
mod described;
mod fit;
mod ground;
mod indexes;
mod keys;
mod kinds;
mod names;
mod parts;
mod settings;
mod shard;
mod statement;
mod tables;
#[cfg(test)]
mod tests;
mod tried;

use key_engine::engine::Database;

use crate::design::{Design, Edit};

pub use described::{IndexDescription, MOST_KEY_ATTRIBUTES, carried};
use ground::{Ground, Touched};
pub use kinds::{add_kind, delete_kind, rename_kind, set_template, set_templates};
pub use shard::{
    MOST_SHARDS, ShardBy, ShardChoice, ShardedKeys, Sharding, shard_choices, shard_numbers,
    shard_value, split_shard,
};

/// A key attribute as a person names it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct KeyAttribute {
    /// Its name.
    pub name: String,
    /// `S`, `N` or `B`.
    pub kind: String,
}

/// The keys of a table or of an index. A table has one partition-key attribute and at most one sort-key attribute; a global
/// secondary index up to four of each.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct KeySchema {
    /// The partition-key attributes.
    pub partition: Vec<KeyAttribute>,
    /// The sort-key attributes.
    pub sort: Vec<KeyAttribute>,
}

/// What an index copies of each item.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Projection {
    /// Everything.
    #[default]
    All,
    /// Keys.
    KeysOnly,
    /// Keys and these.
    Include(Vec<String>),
}

/// How a table is paid for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Billing {
    /// On demand.
    #[default]
    OnDemand,
    /// So many units a second.
    Provisioned {
        /// Read units a second.
        read: u64,
        /// Write units a second.
        write: u64,
    },
}

/// What a table's stream tells of each change.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StreamView {
    /// The item's key.
    KeysOnly,
    /// The item as it is afterwards.
    NewImage,
    /// The item as it was.
    OldImage,
    /// Both.
    NewAndOldImages,
}

impl StreamView {
    /// All, in the order in which they are offered.
    pub const ALL: [Self; 4] =
        [Self::NewAndOldImages, Self::NewImage, Self::OldImage, Self::KeysOnly];

    /// `DynamoDB`'s word for it.
    pub fn word(self) -> &'static str {
        match self {
            Self::KeysOnly => "KEYS_ONLY",
            Self::NewImage => "NEW_IMAGE",
            Self::OldImage => "OLD_IMAGE",
            Self::NewAndOldImages => "NEW_AND_OLD_IMAGES",
        }
    }
}

/// A change of the model that a person wishes for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Wish {
    /// A new, empty table.
    AddTable {
        /// Its name.
        name: String,
        /// Its keys.
        keys: KeySchema,
    },
    /// The table goes with its items.
    DeleteTable {
        /// The table.
        table: String,
    },
    /// The table is called something else; requests, kinds and copies that name it name it so too.
    RenameTable {
        /// The table.
        table: String,
        /// Its name from then on.
        to: String,
    },
    /// The table has other keys: other attributes, other types, with or without a sort key.
    SetKeys {
        /// The table.
        table: String,
        /// Its keys from then on.
        keys: KeySchema,
    },
    /// An index is added.
    AddIndex {
        /// The table.
        table: String,
        /// The index's name.
        index: String,
        /// Its keys.
        keys: KeySchema,
        /// What it copies.
        projection: Projection,
        /// Whether it is a local secondary index.
        local: bool,
    },
    /// An index becomes another: name, keys, projection.
    SetIndex {
        /// The table.
        table: String,
        /// The index.
        index: String,
        /// Its name from then on.
        to: String,
        /// Its keys from then on.
        keys: KeySchema,
        /// What it copies from then on.
        projection: Projection,
    },
    /// An index goes.
    DeleteIndex {
        /// The table.
        table: String,
        /// The index.
        index: String,
    },
    /// The table is paid for otherwise.
    SetBilling {
        /// The table.
        table: String,
        /// How.
        billing: Billing,
    },
    /// An index of a table that is paid for by the unit is given so many.
    SetIndexCapacity {
        /// The table.
        table: String,
        /// The index.
        index: String,
        /// Read units a second.
        read: u64,
        /// Write units a second.
        write: u64,
    },
    /// A key attribute, of the table or of its indexes, has another type.
    SetKeyType {
        /// The table.
        table: String,
        /// The attribute.
        attribute: String,
        /// `S`, `N` or `B`.
        kind: String,
    },
    /// An attribute is called something else in every item, in the keys, in every request and kind.
    RenameAttribute {
        /// The table.
        table: String,
        /// The attribute.
        from: String,
        /// Its name from then on.
        to: String,
    },
    /// An attribute goes from every item, and indexes whose key it is in go with it.
    DeleteAttribute {
        /// The table.
        table: String,
        /// The attribute.
        attribute: String,
    },
    /// The table has a stream, or none.
    SetStream {
        /// The table.
        table: String,
        /// What it tells of each change.
        view: Option<StreamView>,
    },
    /// Items expire, or do not.
    SetTimeToLive {
        /// The table.
        table: String,
        /// The attribute that says when.
        attribute: Option<String>,
    },
    /// The table has these tags.
    SetTags {
        /// The table.
        table: String,
        /// Keys and values.
        tags: Vec<(String, String)>,
    },
    /// The floor of the table, or of an index of it, has so many bays.
    SetBays {
        /// The table.
        table: String,
        /// The index; none for the table's own floor.
        index: Option<String>,
        /// How many; none for as many as usual.
        bays: Option<u32>,
    },
    /// Values of a partition key are spread over shards, or put together again: items, kinds and requests follow.
    Shard(Sharding),
    /// A kind of item goes; its items stay.
    DeleteKind {
        /// Its place among the design's kinds.
        at: usize,
    },
}

/// What a change breaks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Breakage {
    /// What it is about: a row by its id, an index by its name, "12 items".
    pub about: String,
    /// What becomes of it, as a sentence.
    pub words: String,
    /// Whether that is certain; else it may be, and the sentence says so.
    pub certain: bool,
}

impl Breakage {
    fn certain(about: String, words: &str) -> Self {
        Self { about, words: words.to_owned(), certain: true }
    }
}

/// A change of the model that can be carried out.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Plan {
    /// What it does, to go on after "Undo: ".
    pub label: String,
    /// The edits: one step.
    pub edits: Vec<Edit>,
    /// What breaks; nothing where nothing does.
    pub breaks: Vec<Breakage>,
    /// What else is to be known of it, in sentences: how many values change their type, how many items are in an index.
    pub facts: Vec<String>,
}

/// A plan that has not been tried yet.
#[derive(Debug, Default)]
struct Drafted {
    label: String,
    edits: Vec<Edit>,
    breaks: Vec<Breakage>,
    facts: Vec<String>,
    /// What rows may use of what changes.
    touched: Touched,
    /// What may break is said so well that it stands where the trial shows that it does.
    explains: bool,
}

impl Drafted {
    fn of(label: String, edits: Vec<Edit>) -> Self {
        Self { label, edits, ..Self::default() }
    }
}

/// How a wish is carried out. Nothing is changed; to find out what breaks, it is tried on copies of the tables.
///
/// ```
/// use map::advice::change::{Wish, plan};
/// let opened = map::design::open(map::design::scenarios::SCENARIOS[0].json)?;
/// let wish = Wish::DeleteTable { table: "Warehouse".to_owned() };
/// let plan = plan(&wish, &opened.design, &opened.database)?;
/// assert_eq!(plan.label, "delete the table Warehouse");
/// assert!(plan.breaks.iter().any(|broken| broken.about == "A3"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// A sentence that says why it cannot be: a name that is taken, keys that `DynamoDB` refuses.
pub fn plan(wish: &Wish, design: &Design, database: &Database) -> Result<Plan, String> {
    if let Wish::DeleteKind { at } = wish {
        return delete_kind(design, *at);
    }
    let Drafted { label, edits, breaks, facts, touched, explains } =
        drafted(wish, Ground { design, database })?;
    let mut plan = Plan { label, edits, breaks, facts };
    let fates = tried::fates(&plan, design, database, |request| touched.by(request).is_some())?;
    let mut broken = tried::breakages(fates, design, |request| touched.by(request));
    for one in plan.breaks.iter_mut().filter(|_| explains) {
        let before = broken.len();
        broken.retain(|row| !row.certain || row.about != one.about);
        one.certain |= broken.len() < before;
    }
    // What is said of a row for certain goes before what may be.
    plan.breaks.retain(|one| one.certain || !broken.iter().any(|row| row.about == one.about));
    // Items that are set aside and indexes that go are the gravest; what may be comes last.
    let (mut grave, mut doubtful) = (Vec::new(), Vec::new());
    for one in plan.breaks.drain(..) {
        if one.certain { grave.push(one) } else { doubtful.push(one) }
    }
    grave.append(&mut broken);
    grave.append(&mut doubtful);
    plan.breaks = grave;
    Ok(plan)
}

fn drafted(wish: &Wish, ground: Ground<'_>) -> Result<Drafted, String> {
    match wish {
        Wish::AddTable { name, keys } => tables::add(ground, name, keys),
        Wish::DeleteTable { table } => tables::delete(ground, table),
        Wish::RenameTable { table, to } => tables::rename(ground, table, to),
        Wish::SetKeys { table, keys } => keys::set(ground, table, keys),
        Wish::SetKeyType { table, attribute, kind } => {
            keys::set_type(ground, table, attribute, kind)
        }
        Wish::AddIndex { table, index, keys, projection, local } => {
            let wanted = indexes::Wanted { name: index, keys, projection };
            indexes::add(ground, table, wanted, *local)
        }
        Wish::SetIndex { table, index, to, keys, projection } => {
            indexes::set(ground, table, index, indexes::Wanted { name: to, keys, projection })
        }
        Wish::DeleteIndex { table, index } => indexes::delete(ground, table, index),
        Wish::SetBilling { table, billing } => settings::bill(ground, table, *billing),
        Wish::SetIndexCapacity { table, index, read, write } => {
            settings::bill_index(ground, table, index, (*read, *write))
        }
        Wish::RenameAttribute { table, from, to } => attributes::rename(ground, table, from, to),
        Wish::DeleteAttribute { table, attribute } => attributes::delete(ground, table, attribute),
        Wish::SetStream { table, view } => settings::stream(ground, table, *view),
        Wish::SetTimeToLive { table, attribute } => {
            settings::expire(ground, table, attribute.as_deref())
        }
        Wish::SetTags { table, tags } => settings::tag(ground, table, tags),
        Wish::SetBays { table, index, bays } => {
            settings::bays(ground, table, index.as_deref(), *bays)
        }
        Wish::Shard(sharding) => shard::shard(ground, sharding),
        Wish::DeleteKind { .. } => Err("A kind of item is deleted by itself.".to_owned()),
    }
}
