//! What a request changed, taken back and done again.
//!
//! Owns: that the items of all tables are afterwards exactly what they were, indexes included, and that a walk of writes says
//! where its items stand now. Must never: judge a request, or charge for it.

use std::sync::Arc;

use serde_json::Value;

use super::answer::Answer;
use super::error::ServiceError;
use super::faults;
use super::stream::Stream;
use super::tokens::Tokens;
use super::write::{self, Aim, Demand, visit_of};
use super::{Database, DeleteItemInput, Operations};
use crate::value::Item;
use crate::walk::{Change, PageEnd, Recorder, Walk};

/// An answer with everything there is to know of it.
#[derive(Debug)]
pub struct Recorded {
    /// What `DynamoDB` answers.
    pub answer: Result<Value, ServiceError>,
    /// What the request touched.
    pub walk: Walk,
    /// The items it changed, in order; none of a read, nor of a request that was refused.
    pub changes: Vec<Change>,
}

/// What a trial leaves alone, set aside until it ends.
#[derive(Debug)]
pub struct Trial {
    tokens: Tokens,
    /// Each table's, in the tables' order.
    streams: Vec<Option<Stream>>,
}

impl Database {
    /// Answers an operation, and brings its walk and the items it changed, so that it can be taken back.
    ///
    /// ```
    /// # use key_engine::Database;
    /// # use serde_json::json;
    /// # let mut database = Database::default();
    /// # database.call("CreateTable", &json!({
    /// #     "TableName": "Orders",
    /// #     "AttributeDefinitions": [{"AttributeName": "id", "AttributeType": "S"}],
    /// #     "KeySchema": [{"AttributeName": "id", "KeyType": "HASH"}],
    /// #     "BillingMode": "PAY_PER_REQUEST"}))?;
    /// let put = json!({"TableName": "Orders", "Item": {"id": {"S": "O711"}}});
    /// let changes = database.call_recorded("PutItem", &put).changes;
    /// let count = |database: &Database| database.table("Orders").map_or(0, |table| table.item_count());
    /// assert_eq!(count(&database), 1);
    /// database.take_back(&changes)?;
    /// assert_eq!(count(&database), 0);
    /// database.do_again(&changes)?;
    /// assert_eq!(count(&database), 1);
    /// # Ok::<(), key_engine::ServiceError>(())
    /// ```
    pub fn call_recorded(&mut self, operation: &str, input: &Value) -> Recorded {
        self.call_recorded_of(Operations::ALL, operation, input)
    }

    /// The same for a caller that wants some operations only: any other is unknown.
    pub fn call_recorded_of(
        &mut self,
        operations: Operations,
        operation: &str,
        input: &Value,
    ) -> Recorded {
        self.recorded(operations, operation, input, Recorder::keeping())
    }

    /// Answers an operation as [`Database::call_recorded`] does, but for the items that it reads, which are left out of the
    /// answer: the walk says where they stand.
    pub fn call_without_items(&mut self, operation: &str, input: &Value) -> Recorded {
        self.recorded(Operations::ALL, operation, input, Recorder::without_items())
    }

    fn recorded(
        &mut self,
        operations: Operations,
        operation: &str,
        input: &Value,
        mut recorder: Recorder,
    ) -> Recorded {
        let written = if recorder.is_bare() { Answer::into_rest } else { Answer::into_json };
        let answer = (operations.0)(self, operation, input, &mut recorder).map(written);
        if let Err(error) = &answer
            && !recorder.has_pages()
        {
            recorder.end(PageEnd::Refused(error.name().to_owned()), None, 0.0);
        }
        let changes = recorder.take_changes();
        let mut walk = recorder.into_walk(operation);
        if !changes.is_empty() {
            self.settle(&mut walk);
        }
        Recorded { answer, walk, changes }
    }

    /// Takes changes back, the last first: every item is again what it was before them. Transactions sent again with the token
    /// they had are done again.
    ///
    /// # Errors
    /// A table that is gone since.
    pub fn take_back(&mut self, changes: &[Change]) -> Result<(), ServiceError> {
        self.tokens = Tokens::default();
        let mut back = changes.iter().rev();
        back.try_for_each(|change| {
            self.replace(&change.table, change.new.as_deref(), change.old.as_deref())
        })
    }

    /// Does changes again that were taken back.
    ///
    /// # Errors
    /// A table that is gone since.
    pub fn do_again(&mut self, changes: &[Change]) -> Result<(), ServiceError> {
        let mut again = changes.iter();
        again.try_for_each(|change| {
            self.replace(&change.table, change.old.as_deref(), change.new.as_deref())
        })
    }

    /// Puts and deletes items as the changes say, whatever stood there before them; gives back what was changed indeed, in order.
    ///
    /// # Errors
    /// A table that is not there, an item without its key. Nothing is changed then.
    pub fn change(&mut self, changes: &[Change]) -> Result<Vec<Change>, ServiceError> {
        let mut done: Vec<Change> = Vec::with_capacity(changes.len());
        for change in changes {
            if let Some(new) = &change.new
                && let Some(table) = self.tables.get_mut(&change.table)
                && table.stream.is_none()
            {
                // Nobody hears of it: the item is shared, as thousands may be put at once.
                match table.take_in(new) {
                    Ok(old) => {
                        let (table, new) = (change.table.clone(), Some(Arc::clone(new)));
                        done.push(Change { table, old, new });
                        continue;
                    }
                    Err(error) => {
                        self.take_back(&done)?;
                        return Err(error);
                    }
                }
            }
            let about = change.new.as_ref().or(change.old.as_ref());
            let old = about.and_then(|item| self.standing(&change.table, item));
            let new = change.new.clone();
            match self.replace(&change.table, about.map(|item| &**item), new.as_deref()) {
                Ok(()) => done.push(Change { table: change.table.clone(), old, new }),
                Err(error) => {
                    self.take_back(&done)?;
                    return Err(error);
                }
            }
        }
        Ok(done)
    }

    /// The item that stands at the key of this one.
    fn standing(&self, table: &str, item: &Item) -> Option<Arc<Item>> {
        let door = self.table(table)?.primary();
        door.get(&door.address(item)?).map(|entry| Arc::clone(&entry.item))
    }

    fn replace(
        &mut self,
        table: &str,
        from: Option<&Item>,
        to: Option<&Item>,
    ) -> Result<(), ServiceError> {
        match (from, to) {
            (_, Some(to)) => self.restore(table, to),
            (Some(from), None) => {
                let Some(door) = self.table(table).map(super::Table::primary) else {
                    return Err(faults::no_table());
                };
                let input = DeleteItemInput::new(table, door.key_of(from));
                self.delete_item(&input, &mut Recorder::off()).map(|_| ())
            }
            (None, None) => Ok(()),
        }
    }

    /// Puts an item that stood here before, whatever is asked of new ones: an index may have been opened over it since.
    fn restore(&mut self, table: &str, item: &Item) -> Result<(), ServiceError> {
        let table = self.tables.get_mut(table).ok_or_else(faults::no_table)?;
        let address = table.primary().address(item).ok_or_else(faults::key_not_of_schema)?;
        let demand = Demand { condition: None, item_on_failure: false };
        let prepared = write::prepare(table, address, Aim::Put(item.clone()), demand)
            .map_err(|refused| refused.error)?;
        prepared.apply(table, &mut self.names, 1.0, &mut Recorder::off());
        Ok(())
    }

    /// Begins a trial: requests from here on write to no stream, and no token was used before, until
    /// [`Database::end_trial`].
    ///
    /// ```
    /// # use key_engine::Database;
    /// # use serde_json::json;
    /// # let mut database = Database::default();
    /// # database.call("CreateTable", &json!({
    /// #     "TableName": "Orders",
    /// #     "AttributeDefinitions": [{"AttributeName": "id", "AttributeType": "S"}],
    /// #     "KeySchema": [{"AttributeName": "id", "KeyType": "HASH"}],
    /// #     "BillingMode": "PAY_PER_REQUEST"}))?;
    /// let trial = database.begin_trial();
    /// let put = json!({"TableName": "Orders", "Item": {"id": {"S": "O711"}}});
    /// let changes = database.call_recorded("PutItem", &put).changes;
    /// database.end_trial(trial, &changes)?;
    /// assert_eq!(database.table("Orders").map(|table| table.item_count()), Some(0));
    /// # Ok::<(), key_engine::ServiceError>(())
    /// ```
    pub fn begin_trial(&mut self) -> Trial {
        let streams = self.tables.values_mut().map(|table| table.stream.take()).collect();
        Trial { tokens: std::mem::take(&mut self.tokens), streams }
    }

    /// Ends a trial: takes back what was changed in it, and leaves streams and tokens as they were before. No table may have
    /// been made or deleted in it.
    ///
    /// # Errors
    /// As [`Database::take_back`].
    pub fn end_trial(&mut self, trial: Trial, changes: &[Change]) -> Result<(), ServiceError> {
        let taken_back = self.take_back(changes);
        self.tokens = trial.tokens;
        for (table, stream) in self.tables.values_mut().zip(trial.streams) {
            table.stream = stream;
        }
        taken_back
    }

    /// Later writes of a request move what earlier ones put: says of each where it stands now.
    fn settle(&self, walk: &mut Walk) {
        for leg in walk.pages.iter_mut().flat_map(|page| &mut page.legs) {
            let door = self.table(&leg.table).and_then(|table| table.door(leg.index.as_deref()));
            let Some((door, key)) = door.zip(leg.key.as_ref()) else { continue };
            if let Some(address) = door.address(key) {
                leg.visits = vec![visit_of(door, &address)];
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_transaction_that_was_taken_back_is_done_again_whatever_its_token() {
        let mut database = Database::default();
        let table = json!({
            "TableName": "Orders",
            "AttributeDefinitions": [{"AttributeName": "id", "AttributeType": "S"}],
            "KeySchema": [{"AttributeName": "id", "KeyType": "HASH"}],
            "BillingMode": "PAY_PER_REQUEST"});
        database.call("CreateTable", &table).unwrap();
        let put = json!({"Put": {"TableName": "Orders", "Item": {"id": {"S": "1"}}}});
        let input = json!({"TransactItems": [put], "ClientRequestToken": "once"});
        for _ in 0..2 {
            let changes = database.call_recorded("TransactWriteItems", &input).changes;
            assert_eq!(changes.len(), 1);
            assert!(database.call_recorded("TransactWriteItems", &input).changes.is_empty());
            database.take_back(&changes).unwrap();
        }
    }

    #[test]
    fn an_item_that_an_index_opened_since_would_not_take_is_put_back_all_the_same() {
        let mut database = Database::default();
        let table = json!({
            "TableName": "Orders",
            "AttributeDefinitions": [{"AttributeName": "id", "AttributeType": "S"}],
            "KeySchema": [{"AttributeName": "id", "KeyType": "HASH"}],
            "BillingMode": "PAY_PER_REQUEST"});
        database.call("CreateTable", &table).unwrap();
        let put = json!({"TableName": "Orders", "Item": {"id": {"S": "1"}, "status": {"N": "7"}}});
        database.call("PutItem", &put).unwrap();
        let index = json!({"IndexName": "ByStatus", "Projection": {"ProjectionType": "ALL"},
            "KeySchema": [{"AttributeName": "status", "KeyType": "HASH"}]});
        let update = json!({
            "TableName": "Orders",
            "AttributeDefinitions": [{"AttributeName": "status", "AttributeType": "S"}],
            "GlobalSecondaryIndexUpdates": [{"Create": index}]});
        database.call("UpdateTable", &update).unwrap();
        assert_eq!(database.call("PutItem", &put).unwrap_err().name(), "ValidationException");
        let delete = json!({"TableName": "Orders", "Key": {"id": {"S": "1"}}});
        let changes = database.call_recorded("DeleteItem", &delete).changes;
        database.take_back(&changes).unwrap();
        assert_eq!(database.table("Orders").unwrap().item_count(), 1);
    }

    #[test]
    fn an_item_that_is_put_by_a_change_is_shared_and_a_stream_hears_of_it() {
        for stream in [false, true] {
            let mut database = Database::default();
            let table = json!({
                "TableName": "Orders",
                "AttributeDefinitions": [
                    {"AttributeName": "id", "AttributeType": "S"}, {"AttributeName": "status", "AttributeType": "S"}],
                "KeySchema": [{"AttributeName": "id", "KeyType": "HASH"}],
                "GlobalSecondaryIndexes": [{"IndexName": "ByStatus", "Projection": {"ProjectionType": "ALL"},
                    "KeySchema": [{"AttributeName": "status", "KeyType": "HASH"}]}],
                "StreamSpecification": {"StreamEnabled": stream, "StreamViewType": if stream { json!("KEYS_ONLY") } else { json!(null) }},
                "BillingMode": "PAY_PER_REQUEST"});
            database.call("CreateTable", &table).unwrap();
            let item = |status: &str| {
                let item = json!({"id": {"S": "1"}, "status": {"S": status}});
                Arc::new(Item::from_json(&item).unwrap())
            };
            let change = |old: Option<&str>, new: Option<&str>| Change {
                table: "Orders".to_owned(),
                old: old.map(item),
                new: new.map(item),
            };
            let put = change(None, Some("open"));
            let done = database.change(std::slice::from_ref(&put)).unwrap();
            assert_eq!(done, std::slice::from_ref(&put));
            let door = database.table("Orders").unwrap().primary();
            let there = door.shared_item(0, 0).unwrap();
            assert_eq!(Arc::ptr_eq(there, put.new.as_ref().unwrap()), !stream);
            // What is changed is what stood there, whatever the change says.
            let closed = database.change(&[change(Some("other"), Some("closed"))]).unwrap();
            assert_eq!(closed, [change(Some("open"), Some("closed"))]);
            let by_status = database.table("Orders").unwrap().index("ByStatus").unwrap();
            assert_eq!(by_status.items().collect::<Vec<_>>(), [&*item("closed")]);
            let keyless = Change { new: Some(Arc::new(Item::new())), ..change(None, None) };
            assert!(database.change(&[change(None, Some("open")), keyless]).is_err());
            let there = database.table("Orders").unwrap().primary().items().collect::<Vec<_>>();
            assert_eq!(
                there,
                [&*item("closed")],
                "of changes of which one is refused none is done"
            );
        }
    }
}
