//! Why a file could not be opened at all.
//!
//! Owns the reasons, their sentences, and the limit on a file's size. A file with something sound in it opens, with its
//! faults listed as [`Defect`](super::Defect)s; only a file with nothing sound ends here.

use std::fmt;

/// The largest file that is opened, in bytes (128 MiB): the text and the items it becomes must both fit in a browser tab.
pub const MAX_FILE_BYTES: usize = 128 * 1024 * 1024;

/// Why a file could not be opened. Each displays as one sentence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OpenError {
    /// Nothing but white space.
    Empty,
    /// More than [`MAX_FILE_BYTES`].
    TooLarge {
        /// The file's size in bytes.
        bytes: usize,
        /// The limit in bytes.
        limit: usize,
    },
    /// Packed, and larger than [`MAX_FILE_BYTES`] when it is unpacked.
    GrowsTooLarge {
        /// The limit in bytes.
        limit: usize,
    },
    /// Packed, and cut off or damaged.
    Damaged {
        /// What was met, as a clause.
        problem: String,
    },
    /// No text, or none in UTF-8.
    NotText {
        /// What it is, such as "a zip archive".
        seen: String,
        /// What helps, as a clause.
        help: &'static str,
    },
    /// The list of an export's files, and none of them.
    Manifest {
        /// A file that it names; empty where it names none.
        example: String,
    },
    /// The text is not JSON.
    NotJson {
        /// Line of the fault, from 1.
        line: usize,
        /// Column of the fault in bytes, from 1.
        column: usize,
        /// What the JSON parser met.
        message: String,
    },
    /// The text looks like YAML, and is not sound.
    NotYaml {
        /// Line of the fault, from 1.
        line: usize,
        /// Column of the fault in characters, from 1.
        column: usize,
        /// What the YAML parser met.
        message: String,
    },
    /// Of no format that is known here.
    NotAModel {
        /// What was seen instead, such as "a list".
        seen: String,
    },
    /// A design saved in a format newer than this code reads.
    NewerFormat {
        /// The version the file names.
        version: String,
    },
    /// A part of the document that everything else rests on is unsound.
    BadDocument {
        /// Where, such as "tables".
        place: String,
        /// What is wrong, as a clause.
        problem: String,
    },
    /// No table is sound, and this is what is wrong with the first.
    BadTable {
        /// The table's name, or its place in the file.
        table: String,
        /// What is wrong, as a clause.
        problem: String,
    },
    /// A model without any table.
    NoTables,
}

/// Refuses a file by its size, so that a page can do so before reading it.
///
/// # Errors
/// [`OpenError::TooLarge`] over [`MAX_FILE_BYTES`].
pub fn check_size(bytes: usize) -> Result<(), OpenError> {
    if bytes > MAX_FILE_BYTES {
        return Err(OpenError::TooLarge { bytes, limit: MAX_FILE_BYTES });
    }
    Ok(())
}

/// Bytes as megabytes for reading, rounded up so that a size over the limit never reads as the limit.
fn megabytes(bytes: usize) -> usize {
    bytes.div_ceil(1024 * 1024)
}

impl fmt::Display for OpenError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Empty => formatter.write_str("The file is empty."),
            Self::TooLarge { bytes, limit } => write!(
                formatter,
                "The file is {} MB; files up to {} MB can be opened.",
                megabytes(*bytes),
                megabytes(*limit)
            ),
            Self::GrowsTooLarge { limit } => write!(
                formatter,
                "The file grows to more than {} MB when it is unpacked; files up to that size can be opened.",
                megabytes(*limit)
            ),
            Self::Damaged { problem } => {
                write!(formatter, "The packed file cannot be unpacked: {problem}.")
            }
            Self::NotText { seen, help } => write!(formatter, "The file is {seen}; {help}."),
            Self::Manifest { example } => {
                let such = if example.is_empty() { "" } else { ", such as " };
                write!(
                    formatter,
                    "This is the manifest of an export to S3. The items are in the data files that it names{such}{example}: open those."
                )
            }
            Self::NotJson { line, column, message } => {
                write!(formatter, "This is not JSON: line {line}, column {column}: {message}.")
            }
            Self::NotYaml { line, column, message } => {
                write!(
                    formatter,
                    "This is not sound YAML: line {line}, column {column}: {message}."
                )
            }
            Self::NotAModel { seen } => write!(
                formatter,
                "This is of no format that is read here: it is {seen}. Designs of this app, NoSQL Workbench models, tables as CreateTable or DescribeTable has them, CloudFormation templates, OneTable schemas, data models of the AWS MCP server, and items as Query, Scan, BatchWriteItem, S3 exports or CSV have them can be opened."
            ),
            Self::NewerFormat { version } => write!(
                formatter,
                "This design was saved in format {version}, which is newer than this app reads."
            ),
            Self::BadDocument { place, problem } => {
                write!(formatter, "The design cannot be read at \"{place}\": {problem}.")
            }
            Self::BadTable { table, problem } => {
                write!(formatter, "Table {table} cannot be opened: {problem}.")
            }
            Self::NoTables => formatter.write_str("The model holds no table."),
        }
    }
}

impl std::error::Error for OpenError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_over_the_limit_is_refused_with_both_sizes() {
        assert_eq!(check_size(MAX_FILE_BYTES), Ok(()));
        let refused = check_size(MAX_FILE_BYTES + 1).unwrap_err();
        assert_eq!(refused.to_string(), "The file is 129 MB; files up to 128 MB can be opened.");
    }
}
