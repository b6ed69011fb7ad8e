//! The table that is looked at, as the parts of this room read it.

use leptos::prelude::*;
use map::advice::change::{IndexDescription, KeySchema};
use map::advice::{Purpose, purposes};
use map::design::TableDesign;
use map::design::call_form::TableKeys;

use crate::app::state::Store;
use crate::app::views::desk::keys_of;
use crate::app::views::erased::{effect, memo};
use crate::app::views::model::ask::Asking;

/// The id of the list of the table's attributes that fields offer.
pub const ATTRIBUTES: &str = "model-attributes";

/// The table that is looked at.
#[derive(Clone, Copy)]
pub struct Sheet {
    /// Where wishes go.
    pub asking: Asking,
    /// What the design says of it.
    pub described: Memo<TableDesign>,
    /// Its keys.
    pub keys: Memo<KeySchema>,
    /// Its indexes.
    pub indexes: Memo<Vec<IndexDescription>>,
    /// Its attributes, as its first items have them.
    pub known: Memo<TableKeys>,
    /// What each of its keys and indexes is there for.
    pub purposes: Memo<Vec<Purpose>>,
}

impl Sheet {
    /// Follows the table that is shown until its owner goes. What was typed for one table and not done goes with it.
    pub fn new(store: Store, asking: Asking) -> Self {
        let table = store.open.table;
        let described = memo(move || {
            let design = store.open.design.read();
            design.table(&table.read()).cloned().unwrap_or_default()
        });
        effect(move || {
            table.track();
            asking.settle();
        });
        Self {
            asking,
            described,
            keys: memo(move || KeySchema::of_table(&described.read())),
            indexes: memo(move || IndexDescription::all(&described.read())),
            known: memo(move || keys_of(store, &table.read())),
            purposes: memo(move || {
                let design = store.open.design.read();
                let mut found = store.with_proofs(|proofs| {
                    store.open.with_database(|database| purposes(&design, database, proofs))
                });
                found.retain(|purpose| purpose.table == *table.read());
                found
            }),
        }
    }

    /// The page's state.
    pub fn store(self) -> Store {
        self.asking.store()
    }

    /// Whether there is a table to look at.
    pub fn has_table(self) -> bool {
        !self.described.read().name().is_empty()
    }

    /// Its name now.
    pub fn table(self) -> String {
        self.described.read_untracked().name().to_owned()
    }
}
