//! The expression languages: key conditions, conditions and filters, projections, updates.
//!
//! Owns the text of an expression and what it means for one item: the lexer and the parser ([`parse`]), the tree
//! ([`ast`]), the placeholders a request brings ([`Placeholders`]), the rules `DynamoDB` checks before it looks at any
//! data, and evaluation over an [`Item`](crate::value::Item). It never knows a table: a key condition is validated
//! against a [`KeySchema`] of plain names and types.
//!
//! The life of an expression:
//! 1. `lexer` cuts the text into tokens; every token knows where it stands.
//! 2. `parse` builds the tree, or names the token at which it had to stop.
//! 3. `check` reports unknown and misused functions and reserved words, then `resolve` walks the tree in the order in
//!    which it was written, exchanges placeholders for names and values, and reports operands that can never fit.
//! 4. What is left needs no other look at the text: [`Filter::matches`] and [`Projection::apply`] take an item and cannot
//!    fail, [`KeyConditions::against`] takes a key's schema, [`Update::change`] makes the item that comes after.
//!
//! Messages are `DynamoDB`'s, without the "Invalid `FilterExpression`: " in front: who knows which parameter the text
//! came from puts it there ([`ExpressionError::in_parameter`]).

mod apply;
pub mod ast;
mod check;
mod compare;
mod conjuncts;
mod error;
mod filter;
mod key_condition;
mod legacy;
mod lexer;
pub mod parse;
mod path;
mod placeholders;
mod print;
mod projection;
mod reserved;
mod resolve;
#[cfg(test)]
mod tests;
mod update;

pub use apply::UpdateError;
pub(crate) use compare::value_order;
pub(crate) use conjuncts::{Conjuncts, Run};
pub use error::{ErrorKind, ExpressionError, Span};
pub use filter::Filter;
pub use key_condition::{
    KeyCondition, KeyConditionError, KeyConditionExpression, KeyConditions, KeySchema,
    SortCondition,
};
pub use legacy::{ComparisonOperator, LegacyAction, LegacyCondition};
pub use path::DocumentPath;
pub use placeholders::{PlaceholderError, Placeholders};
pub use projection::Projection;
pub(crate) use reserved::is_among;
pub use reserved::is_reserved;
pub use update::Update;

/// The longest expression `DynamoDB` takes, in bytes, as it was sent.
/// <https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/Constraints.html>
pub const MAX_EXPRESSION_BYTES: usize = 4096;

/// The most operators (comparisons, `AND`, `OR`, `NOT`, `BETWEEN`, `IN`, `+`, `-`) an expression may hold.
/// <https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/Constraints.html>
pub const MAX_OPERATORS: u32 = 300;
