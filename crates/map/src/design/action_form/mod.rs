//! A call that is made of actions, as the form at the dispatch desk: one action, or a list of them.
//!
//! A write of one item is one action; a batch or a transaction is a list of actions; a `PartiQL` statement is an action that is
//! written in SQL's manner. [`ActionForm::from_call`] finds the actions in a call's JSON and [`ActionForm::to_call`] writes them
//! back; what the form has no field for is carried along and not lost. An [`Action`] keeps its members as `DynamoDB` spells them:
//! the JSON is the truth, and a field is a look at one member of it.
//!
//! The form never judges a request: what can be written and makes no sense is `DynamoDB`'s to refuse. Reads of one key, one
//! collection or a whole table have a form of their own, [`call_form`](super::call_form).

mod action;
mod kinds;
mod plain;
mod read;
mod switch;
#[cfg(test)]
mod tests;
mod write;

use serde_json::{Map, Value};

pub use action::Action;
pub use kinds::{ActionKind, OPERATIONS, Part, is_offered};
pub use plain::{Editor, typed_value};
pub use switch::{Seed, switch};

use kinds::{Shape, Sort, sort_of};

/// A call as actions.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ActionForm {
    /// The operation's name on the wire.
    pub operation: String,
    /// The actions, in order; of an operation on one item, one.
    pub actions: Vec<Action>,
    /// Parameters of the call that belong to no action, written as they were read.
    pub carried: Map<String, Value>,
}

impl ActionForm {
    /// Whether an operation is shown as actions.
    pub fn shows(operation: &str) -> bool {
        sort_of(operation).is_some()
    }

    /// Whether it may have more than one action, or none.
    pub fn is_list(&self) -> bool {
        self.sort().is_some_and(|sort| sort.shape != Shape::One)
    }

    /// The kinds of actions it may have.
    pub fn kinds(&self) -> &'static [ActionKind] {
        self.sort().map_or(&[], |sort| sort.kinds)
    }

    /// What can be given of an action of this call, in the order to ask for it.
    pub fn parts(&self, kind: ActionKind) -> Vec<Part> {
        self.sort().map(|sort| kinds::parts(sort, kind)).unwrap_or_default()
    }

    fn sort(&self) -> Option<&'static Sort> {
        sort_of(&self.operation)
    }
}
