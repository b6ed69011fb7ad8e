//! Why a line cannot be read, where, and in a sentence.

use std::{fmt, ops::Range};

/// A line that cannot be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CliError {
    /// What is wrong.
    pub kind: CliErrorKind,
    /// The bytes of the line it is about.
    pub span: Range<usize>,
}

/// What is wrong with a line. Its `Display` is one sentence for a person.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CliErrorKind {
    /// There is no command.
    Empty,
    /// The command is not `aws`.
    NotAws {
        /// What stands there.
        found: String,
    },
    /// The service is not `dynamodb`.
    NotDynamoDb {
        /// What stands there, if anything.
        found: Option<String>,
    },
    /// No operation follows `aws dynamodb`.
    MissingOperation,
    /// An operation this map cannot walk.
    UnknownOperation {
        /// As written, such as `describe-table`.
        found: String,
    },
    /// An option the operation does not have.
    UnknownOption {
        /// As written, dashes included.
        option: String,
        /// The operation, as written.
        operation: String,
        /// One it has that is spelled much like it.
        meant: Option<String>,
    },
    /// An option without the value it needs.
    MissingValue {
        /// As written.
        option: String,
    },
    /// A switch such as `--consistent-read` was given a value.
    UnwantedValue {
        /// As written.
        option: String,
    },
    /// A value that must be a whole number is none.
    NotANumber {
        /// The option.
        option: String,
        /// What stands there.
        found: String,
    },
    /// A value that must be JSON is none.
    BadJson {
        /// The option.
        option: String,
        /// What is wrong with it.
        problem: String,
    },
    /// A value in the CLI's shorthand (`PK={S=a}`) that cannot be read.
    BadShorthand {
        /// The option.
        option: String,
        /// What is wrong with it.
        problem: &'static str,
    },
    /// A value that names a file.
    File {
        /// The option.
        option: String,
    },
    /// An option that exists and that a single call cannot mean.
    Refused {
        /// The option.
        option: String,
        /// Why not, and what to write instead: a sentence.
        why: &'static str,
    },
    /// A word that belongs to no option.
    StrayWord {
        /// The word.
        found: String,
    },
    /// A quote that is not closed.
    UnclosedQuote {
        /// The quote.
        quote: char,
    },
    /// A curly quote, which a shell does not know.
    CurlyQuote,
    /// A variable or a command substitution.
    Variable,
    /// A pipe, a redirection or another command.
    Operator {
        /// The sign.
        sign: char,
    },
    /// An escape in `$'...'` that is none, or bytes that are no text.
    BadEscape,
}

impl fmt::Display for CliErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Empty => f.write_str("There is no command here; it begins with `aws dynamodb`."),
            Self::NotAws { found } => {
                write!(f, "This must be an `aws dynamodb` command, but it begins with `{found}`.")
            }
            Self::NotDynamoDb { found: Some(found) } => {
                write!(f, "This must be an `aws dynamodb` command, not one of `aws {found}`.")
            }
            Self::NotDynamoDb { found: None } => f.write_str("`dynamodb` is missing after `aws`."),
            Self::MissingOperation => {
                f.write_str("The operation is missing after `aws dynamodb`: query, scan or get-item, for example.")
            }
            Self::UnknownOperation { found } => {
                write!(f, "`{found}` is not an operation that reads or writes items.")
            }
            Self::UnknownOption { option, operation, meant } => {
                write!(f, "`{operation}` has no option `{option}`")?;
match meant {
                    Some(meant) => write!(f, "; did you mean `{meant}`?"),
                    None => f.write_str("."),
                }
            }
            Self::MissingValue { option } => write!(f, "`{option}` needs a value."),
            Self::UnwantedValue { option } => {
                write!(f, "`{option}` takes no value; it is written by itself, or with `--no-` to turn it off.")
            }
            Self::NotANumber { option, found } => {
                write!(f, "`{option}` needs a whole number, and `{found}` is none.")
            }
            Self::BadJson { option, problem } => write!(f, "The value of `{option}` is not JSON: {problem}."),
            Self::BadShorthand { option, problem } => {
                write!(f, "The value of `{option}` is neither JSON nor the CLI's shorthand: {problem}.")
            }
            Self::File { option } => {
                write!(f, "`{option}` reads a file, which this page cannot; put the file's text there.")
            }
            Self::Refused { option, why } => write!(f, "`{option}` cannot be taken over: {why}"),
            Self::StrayWord { found } => {
                write!(f, "`{found}` belongs to no option; a value with spaces must stand in quotes.")
            }
            Self::UnclosedQuote { quote } => write!(f, "This quote ({quote}) is never closed."),
            Self::CurlyQuote => f.write_str("A shell does not know curly quotes; use straight ones: ' or \"."),
            Self::Variable => {
                f.write_str("A shell variable or command cannot be known here; write its value in its place.")
            }
            Self::Operator { sign } => {
                write!(f, "Only one `aws` command can be read; take away what follows from `{sign}` on.")
            }
            Self::BadEscape => f.write_str("This escape in $'...' stands for no text."),
        }
    }
}

impl fmt::Display for CliError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.kind.fmt(f)
    }
}

impl std::error::Error for CliError {}
