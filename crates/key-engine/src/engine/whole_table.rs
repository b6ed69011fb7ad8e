//! A table as a whole: made apart of the database and filled, put in, taken out, described otherwise.
//!
//! Owns: the ways of whoever edits a design, where a table stands or falls as one. Nothing of it is a request: it is charged to
//! nobody, protects nothing, and no stream hears of it. Must never: leave a table half filled in the database.

use std::sync::Arc;

use super::create_table::{CreateTableInput, IndexInput};
use super::error::ServiceError;
use super::index::Index;
use super::table::{Table, ThroughputHistory};
use super::table_settings::StreamSetting;
use super::{Database, faults, keys};
use crate::value::Item;

impl Index {
    /// Takes an item in, where it may be in this secondary index. Items that may not are passed over, as the service does when it
    /// fills an index: those whose key attributes are missing, of another type, empty or too long.
    pub(crate) fn take_in(&mut self, item: &Arc<Item>) {
        if keys::check_index_keys(self, item).is_err() {
            return;
        }
        if let Some(address) = self.address(item) {
            let size_bytes = self.projected_size(item);
            self.insert(address, Arc::clone(item), size_bytes);
        }
    }
}

impl Table {
    /// Puts items in, of which two with one key are the later. An index that cannot take one goes without.
    ///
    /// O(n log n) for n items.
    ///
    /// # Errors
    /// An item without the table's key, or too large. The table is to be thrown away then: those before it are in.
    pub fn load<'i>(
        &mut self,
        items: impl IntoIterator<Item = &'i Arc<Item>>,
    ) -> Result<(), ServiceError> {
        for item in items {
            keys::check_loaded(self, item)?;
            self.take_in(item)?;
        }
        Ok(())
    }

    /// Puts an item in, shared and whatever is asked of new ones; gives back the one that stood there.
    ///
    /// # Errors
    /// An item without the table's key. Nothing is changed then.
    pub(crate) fn take_in(&mut self, item: &Arc<Item>) -> Result<Option<Arc<Item>>, ServiceError> {
        let address = self.primary.address(item).ok_or_else(faults::key_not_of_schema)?;
        let size_bytes = self.primary.projected_size(item);
        let old = self.primary.insert(address, Arc::clone(item), size_bytes);
        for index in &mut self.secondary {
            if let Some(from) = old.as_ref().and_then(|old| index.address(&old.item)) {
                index.remove(&from);
            }
            index.take_in(item);
        }
        Ok(old.map(|entry| entry.item))
    }

    /// Sets by which attribute items expire.
    pub fn set_time_to_live(&mut self, attribute: Option<&str>) {
        self.time_to_live = attribute.map(str::to_owned);
    }
}

impl Database {
    /// Makes a table that is not in the database yet, whatever there is of its name.
    ///
    /// ```
    /// # use std::sync::Arc;
    /// # use key_engine::{AttributeValue, Database, Item};
    /// # use key_engine::engine::CreateTableInput;
    /// # use serde_json::json;
    /// let mut database = Database::default();
    /// let orders = CreateTableInput::from_json(&json!({
    ///     "TableName": "Orders",
    ///     "AttributeDefinitions": [{"AttributeName": "id", "AttributeType": "S"}],
    ///     "KeySchema": [{"AttributeName": "id", "KeyType": "HASH"}],
    ///     "BillingMode": "PAY_PER_REQUEST"}))?;
    /// let mut table = database.make_table(orders)?;
    /// let item: Item = [("id", AttributeValue::S("O711".into()))].into_iter().collect();
    /// table.load(&[Arc::new(item)])?;
    /// assert!(database.table("Orders").is_none());
    /// database.insert_table(table)?;
    /// assert_eq!(database.remove_table("Orders").map(|table| table.item_count()), Some(1));
    /// # Ok::<(), key_engine::ServiceError>(())
    /// ```
    ///
    /// # Errors
    /// Keys and indexes that do not fit each other.
    pub fn make_table(&mut self, input: CreateTableInput) -> Result<Table, ServiceError> {
        input.check()?;
        Ok(self.make(input))
    }

    /// Puts a table in that was made apart.
    ///
    /// # Errors
    /// There is one of that name.
    pub fn insert_table(&mut self, table: Table) -> Result<(), ServiceError> {
        if self.tables.get(&table.name).is_some() {
            return Err(faults::table_exists(&table.name));
        }
        self.tables.insert(table.name.clone(), table);
        Ok(())
    }

    /// Puts items into a table as [`Table::load`] does.
    ///
    /// # Errors
    /// No such table; an item without its key, or too large. Those before it are in.
    pub fn load<'i>(
        &mut self,
        table: &str,
        items: impl IntoIterator<Item = &'i Arc<Item>>,
    ) -> Result<(), ServiceError> {
        let table = self.tables.get_mut(table).ok_or_else(|| faults::no_table_named(table))?;
        table.load(items)
    }

    /// Takes a table out with everything in it, its stream too, whatever protects it.
    pub fn remove_table(&mut self, name: &str) -> Option<Table> {
        self.tables.remove(name)
    }

    /// Sets by which attribute a table's items expire. Says whether there is such a table.
    pub fn set_time_to_live(&mut self, table: &str, attribute: Option<&str>) -> bool {
        let table = self.tables.get_mut(table);
        table.map(|table| table.set_time_to_live(attribute)).is_some()
    }

    /// Describes a table otherwise, as if it had been made so: capacity, stream, protection, tags, class and encryption. A stream
    /// that stays goes on.
    ///
    /// # Errors
    /// No such table; other keys, other indexes, or indexes that copy something else. Nothing is changed then.
    pub fn describe_as(&mut self, input: CreateTableInput) -> Result<(), ServiceError> {
        input.check()?;
        let name = input.table_name.as_str();
        let (clock, stream_ms) = (self.clock(), self.next_stream_ms(name));
        let table = self.tables.get_mut(name).ok_or_else(|| faults::no_table_named(name))?;
        if !input.has_keys_of(table) {
            return Err(faults::described_with_other_keys(name));
        }
        table.attribute_definitions = input.attribute_definitions;
        table.billing = input.billing;
        table.throughput_history = ThroughputHistory::of_new(input.billing, table.created_ms);
        for (index, described) in table.secondary.iter_mut().zip(&input.indexes) {
            index.set_throughput(described.throughput);
        }
        table.deletion_protection = input.deletion_protection;
        table.tags = input.tags.into_iter().collect();
        table.class = input.class;
        table.encryption = None;
        table.encrypt(input.encryption);
        match input.stream {
            Some(StreamSetting::Enabled(view)) => {
                if table.stream.as_ref().is_none_or(|stream| stream.view() != view) {
                    table.begin_stream(view, stream_ms, clock);
                }
            }
            Some(StreamSetting::Disabled) | None => {
                table.stream = None;
                table.latest_stream_ms = None;
            }
        }
        Ok(())
    }
}

impl CreateTableInput {
    /// Whether a table has these keys and these indexes, in this order.
    fn has_keys_of(&self, table: &Table) -> bool {
        let shape = Self::of_table(table);
        let keys = |index: &IndexInput| IndexInput { throughput: None, ..index.clone() };
        let typed = |shape: &Self, name: &str| shape.type_of(name);
        let one_by_one = self.indexes.iter().zip(&shape.indexes);
        self.key_schema == shape.key_schema
            && self.indexes.len() == shape.indexes.len()
            && one_by_one.into_iter().all(|(one, other)| keys(one) == keys(other))
            && self.attribute_definitions.len() == shape.attribute_definitions.len()
            && shape
                .attribute_definitions
                .iter()
                .all(|(name, key_type)| typed(self, name) == Some(*key_type))
    }
}
