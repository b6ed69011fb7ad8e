//! A change of the model, said before it is done: what it does, and what it breaks.
//!
//! Owns the changes a person can wish for, the edits that carry each out as one step, and the list of what depends on what
//! changes. It never carries one out.

mod described;
mod kinds;

use key_engine::engine::Database;

use crate::design::{Design, Edit};

pub use described::{IndexDescription, MOST_KEY_ATTRIBUTES, carried};
pub use kinds::{add_kind, delete_kind, rename_kind, set_template};

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
    /// An attribute is called something else in every item, in the keys, in every request and kind.
    RenameAttribute {
        /// The table.
        table: String,
        /// The attribute.
        from: String,
        /// Its name from then on.
        to: String,
    },
}

/// What a change breaks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Breakage {
    /// What it is about: a row by its id, an index by its name, "12 items".
    pub about: String,
    /// What becomes of it, as a sentence.
    pub words: String,
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
}

/// How a wish is carried out.
///
/// # Errors
/// A sentence that says why it cannot be: a name that is taken, keys that `DynamoDB` refuses.
pub fn plan(wish: &Wish, design: &Design, database: &Database) -> Result<Plan, String> {
    let _ = (wish, design, database);
    Err("This cannot be changed yet.".to_owned())
}
