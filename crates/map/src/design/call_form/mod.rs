//! A call as the form at the dispatch desk: fields a person fills in, and `DynamoDB` JSON made of them, and back.
//!
//! The JSON is the truth. [`CallForm::to_call`] writes it from the fields; [`CallForm::from_call`] finds the fields in any
//! JSON that fields can show, however its placeholders are called, and for any other says [`Why`] not, so that whoever
//! shows the form goes on with the JSON alone. What the form has no field for (`ReturnConsumedCapacity`, a page to go on
//! from) is carried along and not lost. Writing, reading and writing again gives the same call.
//!
//! The form never judges a request: a Query without a partition key is written as it stands, so that `DynamoDB` can refuse
//! it in its own words. Only what cannot be written at all (letters in a number) is a [`FieldError`].
//!
//! How a filter's value gets its type, where its row leaves it open ([`ValueKind::Guess`]):
//! 1. a function that needs text (`begins_with`) takes text;
//! 2. an attribute that has one type in the sample items takes that type, if the text can be one: `42` beside texts is
//!    text, beside numbers a number;
//! 3. else `42` is a number, `true` and `false` are truth values, `null` is null, and everything else is text; double
//!    quotes around it make anything text: `"42"`.

mod fields;
mod keys;
mod placeholders;
mod read;
mod rows;
#[cfg(test)]
mod tests;
mod value_kind;
mod why;
mod write;

use serde_json::{Map, Value};

pub use fields::{Filter, FilterRow, FilterTest, FormOperation, SortCondition, SortTest};
pub use keys::{DoorKeys, KeyAttribute, TableKeys};
use placeholders::Remembered;
pub use value_kind::ValueKind;
pub use why::{Field, FieldError, FieldProblem, Why};

/// The form's fields, as typed.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct CallForm {
    /// What is asked of `DynamoDB`.
    pub operation: FormOperation,
    /// The table.
    pub table: String,
    /// The index; none for the table's own door. A `GetItem` goes through the table's.
    pub index: Option<String>,
    /// A value for each attribute of the partition key; one left empty is not given. A Scan takes none.
    pub partition_values: Vec<String>,
    /// Where a sort key has several attributes: values for all but the last, by equality, from the left. One left empty,
    /// and all after it, are not given.
    pub sort_prefix: Vec<String>,
    /// The condition on the first sort-key attribute that `sort_prefix` leaves open. A `GetItem` takes its value alone.
    pub sort: SortCondition,
    /// The filter, of a Query or Scan.
    pub filter: Filter,
    /// Descending order (`ScanIndexForward` false), of a Query.
    pub backward: bool,
    /// The most items to evaluate, of a Query or Scan; empty for no limit.
    pub limit: String,
    /// A strongly consistent read.
    pub consistent: bool,
    /// The attributes wanted, with commas between: `total, address.city, tags[0]`; empty for all.
    pub projection: String,
    /// Only the number of items is wanted (`Select` COUNT), of a Query or Scan.
    pub count_only: bool,
    /// Where to go on from, of a Query or Scan.
    pub exclusive_start_key: Option<Value>,
    /// Parameters the form has no field for, written as they were read.
    pub carried: Map<String, Value>,
    /// How the call that was read names its placeholders, so that it keeps its own names for them.
    remembered: Remembered,
}

impl CallForm {
    /// An empty form for an operation through a table's own door.
    pub fn new(operation: FormOperation, keys: &TableKeys) -> Self {
        let mut form = Self { operation, table: keys.table.clone(), ..Self::default() };
        form.fit(keys);
        form
    }

    /// Gives the form as many key fields as its door has key attributes, after the table or the index was changed. An index
    /// that the table does not have is let go, and so is a page to go on from.
    pub fn fit(&mut self, keys: &TableKeys) {
        self.table.clone_from(&keys.table);
        if keys.door(self.index.as_deref()).is_none() {
            self.index = None;
        }
        if let Some(door) = keys.door(self.index.as_deref()) {
            self.partition_values.resize(door.partition.len(), String::new());
            self.sort_prefix.resize(door.sort.len().saturating_sub(1), String::new());
        }
        self.exclusive_start_key = None;
    }

    /// The door the form goes through.
    fn door<'k>(&self, keys: &'k TableKeys) -> Option<&'k DoorKeys> {
        let index =
            if self.operation == FormOperation::GetItem { None } else { self.index.as_deref() };
        keys.door(index)
    }
}
