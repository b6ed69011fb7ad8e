//! Reading one item by its key: what `GetItem`, `BatchGetItem` and `TransactGetItems` have in common.
//!
//! Owns: that a key is one of its table, what of the item is brought, and the leg it makes. Must never:
//! decide what a read costs; that differs between its callers.

use std::borrow::Cow;

use super::collection::{Address, Shelved};
use super::error::ServiceError;
use super::index::Index;
use super::keys;
use super::table::Table;
use super::write::visit_of;
use crate::expression::Projection;
use crate::value::Item;
use crate::walk::{Action, Leg, Recorder};

/// An item looked for at its key, there or not.
pub(crate) struct PointRead<'t> {
    table: &'t Table,
    address: Address,
    found: Option<&'t Shelved>,
}

impl<'t> PointRead<'t> {
    /// Looks for the item at `key`.
    ///
    /// # Errors
    /// A key that is none of this table, a projection that looks into one.
    pub(crate) fn at(
        table: &'t Table,
        key: &Item,
        projection: Option<&Projection>,
    ) -> Result<Self, ServiceError> {
        let address = keys::key_address(table, key)?;
        if let Some(projection) = projection {
            keys::check_scalars(table, &projection.nested())?;
        }
        let found = table.primary().get(&address);
        Ok(Self { table, address, found })
    }

    /// Whether the item is there.
    pub(crate) fn is_found(&self) -> bool {
        self.found.is_some()
    }

    /// Whether two reads are of one item.
    pub(crate) fn is_of_same_item(&self, other: &Self) -> bool {
        self.table.name() == other.table.name() && self.address == other.address
    }

    /// Bytes of the whole item, whatever is wanted of it; 0 when it is not there.
    pub(crate) fn size_bytes(&self) -> u64 {
        self.found.map_or(0, |entry| u64::from(entry.size_bytes))
    }

    /// Records the read of the item at `key` as a leg of its own.
    pub(crate) fn record(&self, key: &Item, consistent: bool, units: f64, recorder: &mut Recorder) {
        if !recorder.is_on() {
            return;
        }
        recorder.begin(|| Leg {
            table: self.table.name().to_owned(),
            action: Action::Read,
            consistent,
            ..Leg::default()
        });
        recorder.about(self.is_found(), || key.clone());
        recorder.visit(visit_of(self.table.primary(), &self.address));
        if let Some(entry) = self.found {
            recorder.read(entry.size_bytes, true);
        }
        recorder.charge(units);
    }

    /// What is wanted of the item, if it is there.
    pub(crate) fn item(&self, projection: Option<&Projection>) -> Option<Cow<'t, Item>> {
        self.found.map(|entry| match projection {
            Some(projection) => Cow::Owned(projection.apply(&entry.item)),
            None => Cow::Borrowed(&*entry.item),
        })
    }
}

impl Index {
    /// The item, whole, that has the keys of this one, which may be its keys alone. Quicker than to locate it.
    pub fn find(&self, keys: &Item) -> Option<&Item> {
        self.get(&self.address(keys)?).map(|entry| &*entry.item)
    }
}
