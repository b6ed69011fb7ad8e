//! Which operations are made of which actions, and what an action can say.
//!
//! Source: the `DynamoDB` API reference, the parameters of each operation.

/// Every operation the desk sends, in the order to offer them in.
pub const OPERATIONS: [&str; 13] = [
    "GetItem",
    "Query",
    "Scan",
    "PutItem",
    "UpdateItem",
    "DeleteItem",
    "BatchGetItem",
    "BatchWriteItem",
    "TransactGetItems",
    "TransactWriteItems",
    "ExecuteStatement",
    "BatchExecuteStatement",
    "ExecuteTransaction",
];

/// Whether the desk sends an operation: it reads or writes items, and nothing else.
pub fn is_offered(operation: &str) -> bool {
    OPERATIONS.contains(&operation)
}

/// What is done to one item.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ActionKind {
    /// An item is put whole.
    #[default]
    Put,
    /// An item's attributes are changed.
    Update,
    /// An item is deleted.
    Delete,
    /// A transaction holds a condition against an item and leaves it as it is.
    Check,
    /// An item is read.
    Get,
    /// A `PartiQL` statement is run.
    Statement,
}

impl ActionKind {
    /// What to call it in a list of choices.
    pub const fn label(self) -> &'static str {
        match self {
            Self::Put => "Put",
            Self::Update => "Update",
            Self::Delete => "Delete",
            Self::Check => "ConditionCheck",
            Self::Get => "Get",
            Self::Statement => "Statement",
        }
    }
}

/// Where a call has its actions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Shape {
    /// The call's own parameters are the one action.
    One,
    /// `RequestItems`: by table.
    Tables,
    /// A list under this parameter.
    List(&'static str),
}

/// An operation and its actions.
#[derive(Debug)]
pub(super) struct Sort {
    pub(super) operation: &'static str,
    pub(super) shape: Shape,
    pub(super) kinds: &'static [ActionKind],
}

const fn sort(operation: &'static str, shape: Shape, kinds: &'static [ActionKind]) -> Sort {
    Sort { operation, shape, kinds }
}

use ActionKind::{Check, Delete, Get, Put, Statement, Update};

const SORTS: [Sort; 10] = [
    sort("PutItem", Shape::One, &[Put]),
    sort("UpdateItem", Shape::One, &[Update]),
    sort("DeleteItem", Shape::One, &[Delete]),
    sort("BatchGetItem", Shape::Tables, &[Get]),
    sort("BatchWriteItem", Shape::Tables, &[Put, Delete]),
    sort("TransactGetItems", Shape::List("TransactItems"), &[Get]),
    sort("TransactWriteItems", Shape::List("TransactItems"), &[Put, Update, Delete, Check]),
    sort("ExecuteStatement", Shape::One, &[Statement]),
    sort("BatchExecuteStatement", Shape::List("Statements"), &[Statement]),
    sort("ExecuteTransaction", Shape::List("TransactStatements"), &[Statement]),
];

/// The operation of that name, if it is made of actions.
pub(super) fn sort_of(operation: &str) -> Option<&'static Sort> {
    SORTS.iter().find(|sort| sort.operation == operation)
}

/// One thing that can be given of an action.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// The table.
    Table,
    /// The whole item.
    Item,
    /// The item's key.
    Key,
    /// A text under this parameter: an expression or a statement.
    Text(&'static str),
    /// `ExpressionAttributeNames` and `ExpressionAttributeValues`.
    Placeholders,
    /// The values that stand for a statement's question marks.
    Parameters,
    /// One of some words under this parameter; the first is what is meant where none is given.
    Choice(&'static str, &'static [&'static str]),
}

const RETURN_VALUES: &str = "ReturnValues";
const OLD: &[&str] = &["NONE", "ALL_OLD"];
const ALL: &[&str] = &["NONE", "ALL_OLD", "UPDATED_OLD", "ALL_NEW", "UPDATED_NEW"];
const ON_FAILURE: Part = Part::Choice("ReturnValuesOnConditionCheckFailure", OLD);
const CONDITION: Part = Part::Text("ConditionExpression");

/// What an action of this kind can say in an operation.
pub(super) fn parts(sort: &Sort, kind: ActionKind) -> Vec<Part> {
    if kind == Statement {
        return vec![Part::Text("Statement"), Part::Parameters];
    }
    let mut parts = vec![Part::Table, if kind == Put { Part::Item } else { Part::Key }];
    if sort.shape == Shape::Tables {
        return parts;
    }
    match kind {
        Get => parts.push(Part::Text("ProjectionExpression")),
        Update => parts.extend([Part::Text("UpdateExpression"), CONDITION]),
        _ => parts.push(CONDITION),
    }
    parts.push(Part::Placeholders);
    match (sort.shape, kind) {
        (Shape::One, Update) => parts.push(Part::Choice(RETURN_VALUES, ALL)),
        (Shape::One, _) => parts.push(Part::Choice(RETURN_VALUES, OLD)),
        _ => {}
    }
    if kind != Get {
        parts.push(ON_FAILURE);
    }
    parts
}
