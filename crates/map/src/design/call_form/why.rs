//! Why a call cannot be shown as a form, and why a form cannot be written as a call.

use std::fmt;

/// Why a form cannot show a call. Its `Display` is one sentence for a person; the JSON stands all the same.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Why {
    /// The form does not know the operation.
    Operation {
        /// Its name.
        name: String,
    },
    /// The input is not a JSON object.
    NotAnObject,
    /// The call is to another table than the one whose keys were given.
    OtherTable {
        /// The call's table; none when it names none.
        table: Option<String>,
    },
    /// The table has no such index.
    UnknownIndex {
        /// Its name.
        index: String,
    },
    /// A parameter from before there were expressions.
    Legacy {
        /// Its name.
        parameter: String,
    },
    /// A parameter whose value is not what `DynamoDB` takes there.
    Parameter {
        /// Its name.
        parameter: String,
    },
    /// An expression that cannot be read.
    Expression {
        /// Which one.
        parameter: &'static str,
        /// What `DynamoDB` says of it.
        message: String,
    },
    /// A key condition that is more than a value for each key attribute.
    KeyCondition {
        /// In which way: the rest of a sentence that begins "The key condition".
        problem: String,
    },
    /// A placeholder that stands for nothing.
    Undefined {
        /// The placeholder.
        placeholder: String,
    },
    /// A key value that is not of the key's type, or that is empty.
    KeyValue {
        /// The key attribute.
        attribute: String,
    },
    /// An attribute name with a sign in it that has a meaning in a path.
    Name {
        /// The name.
        name: String,
    },
}

impl fmt::Display for Why {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Operation { name } => {
                write!(f, "The form does not know the operation {name}.")
            }
            Self::NotAnObject => f.write_str("The input is not a JSON object."),
            Self::OtherTable { table: Some(table) } => {
                write!(f, "There is no table `{table}` in this design.")
            }
            Self::OtherTable { table: None } => f.write_str("The call names no table."),
            Self::UnknownIndex { index } => write!(f, "The table has no index `{index}`."),
            Self::Legacy { parameter } => {
                write!(
                    f,
                    "`{parameter}` is from before there were expressions; the form writes those."
                )
            }
            Self::Parameter { parameter } => {
                write!(f, "The value of `{parameter}` is not of the right type.")
            }
            Self::Expression { parameter, message } => {
                write!(f, "The {parameter} cannot be read: {message}")
            }
            Self::KeyCondition { problem } => write!(f, "The key condition {problem}."),
            Self::Undefined { placeholder } => write!(f, "`{placeholder}` stands for nothing."),
            Self::KeyValue { attribute } => {
                write!(f, "The value for the key `{attribute}` is empty or not of the key's type.")
            }
            Self::Name { name } => {
                write!(
                    f,
                    "The attribute name `{name}` has a sign in it that would mean something else in the form."
                )
            }
        }
    }
}

/// A field that cannot be written into a call.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FieldError {
    /// Which field.
    pub field: Field,
    /// What is wrong with it.
    pub message: FieldProblem,
}

/// A field of the form.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Field {
    /// The index.
    Index,
    /// A value of the partition key, by its place.
    PartitionValue(usize),
    /// A value of the sort key's first attributes, by its place.
    SortPrefix(usize),
    /// The value of the sort condition.
    SortValue,
    /// Its upper bound.
    SortUpper,
    /// A row of the filter, by its place.
    FilterRow(usize),
    /// The limit.
    Limit,
    /// The projection.
    Projection,
}

/// What is wrong with a field. Its `Display` is one sentence for a person.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FieldProblem {
    /// The table has no such index.
    UnknownIndex,
    /// A number is wanted.
    NotANumber {
        /// What stands there.
        found: String,
    },
    /// Base64 is wanted.
    NotBase64,
    /// `true` or `false` is wanted.
    NotATruthValue {
        /// What stands there.
        found: String,
    },
    /// `DynamoDB` JSON such as `{"S":"a"}` is wanted.
    NotJson {
        /// What is wrong with it.
        problem: String,
    },
    /// A whole number is wanted.
    NotAWholeNumber {
        /// What stands there.
        found: String,
    },
    /// A path is wanted, such as `address.city`.
    NotAPath {
        /// What stands there.
        found: String,
    },
    /// Values of a sort key are given from the left, without gaps.
    Gap,
    /// A range is given with one end alone.
    NoUpperBound,
}

impl fmt::Display for FieldProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::UnknownIndex => f.write_str("The table has no such index."),
            Self::NotANumber { found } if found.is_empty() => f.write_str("A number is missing."),
            Self::NoUpperBound => f.write_str("BETWEEN needs its upper bound too."),
            Self::NotANumber { found } => {
                write!(f, "`{found}` is not a number that DynamoDB can hold.")
            }
            Self::NotBase64 => f.write_str("A binary value is written in base64."),
            Self::NotATruthValue { found } => write!(f, "`{found}` is neither true nor false."),
            Self::NotJson { problem } => write!(f, "This is not JSON: {problem}."),
            Self::NotAWholeNumber { found } => write!(f, "`{found}` is not a whole number."),
            Self::NotAPath { found } if found.is_empty() => {
                f.write_str("The attribute is missing.")
            }
            Self::NotAPath { found } => {
                write!(f, "`{found}` is not an attribute or a path to one.")
            }
            Self::Gap => f.write_str("Values of a sort key are given from the left, without gaps."),
        }
    }
}

impl fmt::Display for FieldError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.message.fmt(f)
    }
}

impl std::error::Error for FieldError {}

impl std::error::Error for Why {}
