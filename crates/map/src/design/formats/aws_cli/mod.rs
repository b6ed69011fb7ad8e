//! A call as an AWS CLI line, and back.
//!
//! [`print()`] writes what a POSIX shell hands to `aws dynamodb` as exactly this call; [`read`] takes such a line apart, as
//! people paste it: over several lines, quoted one way or another, with `--region` and the like in it. What a line says
//! that a call cannot hold is listed as ignored, or refused with the place and a sentence; nothing is dropped in silence.
//! Nothing here runs a command, reads a file or looks at the environment.

mod error;
mod options;
mod print;
mod read;
mod shorthand;
#[cfg(test)]
mod tests;
mod words;

pub use error::{CliError, CliErrorKind};
pub use print::print;
pub use read::{CliLine, parse, read};
