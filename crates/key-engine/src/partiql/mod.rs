//! `PartiQL` for `DynamoDB`: the text of a statement, and the tree it stands for.
//!
//! Owns the lexer, the grammar ([`parse`]) and the tree ([`ast`]). Conditions, paths and updates are those of
//! [`crate::expression`]: what they mean is said there once, whichever language asks. It never knows a table: which
//! reads and writes a statement becomes is the engine's to say.
//!
//! The grammar is the part of `PartiQL` that `DynamoDB` takes:
//! <https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/ql-reference.html>. What a malformed statement is
//! told is worded as by the open `PartiQL` parser, which the service's answers repeat.

pub mod ast;
mod error;
mod keywords;
mod lexer;
mod literal;
mod named;
mod parse;
mod predicate;
mod print;
#[cfg(test)]
mod tests;
mod writes;

pub use error::{Fault, StatementError};
pub use named::{Named, Role};
pub use parse::{names, parse};

/// The longest statement `DynamoDB` takes, in characters.
/// <https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_ExecuteStatement.html>
pub const MAX_STATEMENT_CHARS: usize = 8192;
