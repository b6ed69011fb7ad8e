//! What can be wrong with a statement before any table is looked at: a fault, and the place in the text.

use std::fmt;

use crate::expression::Span;
use crate::value::ValueError;

/// A statement that `DynamoDB` would refuse before looking at any table. `Display` is its whole message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StatementError {
    /// What is wrong.
    pub fault: Fault,
    /// Where in the statement.
    pub span: Span,
}

/// The kinds of fault a statement can have.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Fault {
    /// The text stops making sense: what was found, or not found, in the words of the `PartiQL` parser.
    Malformed(&'static str),
    /// Brackets, parentheses or negations nest deeper than any statement that means something.
    TooDeep,
    /// A clause that `PartiQL` has and `DynamoDB` does not take, and the line, column and length of what it says.
    Clause(&'static str, [usize; 3]),
    /// A function that `DynamoDB` does not have, or not there.
    Function(String),
    /// There are more question marks than parameters, or fewer.
    Parameters,
    /// A value that is none.
    Value(ValueError),
    /// A set without elements.
    EmptySet,
    /// A set of elements of several types, or of a type that no set has.
    SetElements,
}

impl StatementError {
    pub(crate) fn new(fault: Fault, span: Span) -> Self {
        Self { fault, span }
    }
}

impl fmt::Display for StatementError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const MALFORMED: &str = "Statement wasn't well formed, can't be processed: ";
        match &self.fault {
            Fault::Malformed(detail) => write!(f, "{MALFORMED}{detail}"),
            Fault::TooDeep => write!(f, "{MALFORMED}Nesting is too deep"),
            Fault::Clause(clause, [line, column, length]) => {
                write!(f, "Unsupported clause: {clause} at {line}:{column}:{length}")
            }
            Fault::Function(name) => write!(f, "Unsupported function: {name}"),
            Fault::Parameters => {
                f.write_str("Number of parameters in request and statement don't match.")
            }
            Fault::Value(error) => error.fmt(f),
            // AWS's own DynamoDB local says so
            Fault::EmptySet => f.write_str("Empty bags are not supported"),
            Fault::SetElements => {
                f.write_str("All elements of a set must be of one type: String, Number or Binary")
            }
        }
    }
}

impl std::error::Error for StatementError {}
