//! A request as code to take away: one file for each language.
//!
//! Owns what the code says: the calls of a request with its sample values, complete enough to be run as it stands against any
//! endpoint. It never runs it.

mod calls;
mod command_line;
mod go;
mod java;
mod javascript;
mod layout;
pub mod partiql;
mod program;
mod python;
mod rust;
mod shape;
mod template;
#[cfg(test)]
mod tests;
mod values;
mod words;

use super::{Design, Request};
use program::Program;

/// A language, with the library it calls.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Language {
    /// The AWS CLI, for a shell.
    AwsCli,
    /// The AWS SDK for JavaScript, version 3.
    JavaScript,
    /// boto3 for Python.
    Python,
    /// The AWS SDK for Java, version 2.
    Java,
    /// The AWS SDK for Go, version 2.
    Go,
    /// The AWS SDK for Rust.
    Rust,
    /// `PartiQL` statements.
    PartiQl,
}

impl Language {
    /// All, in the order in which they are offered.
    pub const ALL: [Self; 7] = [
        Self::AwsCli,
        Self::JavaScript,
        Self::Python,
        Self::Java,
        Self::Go,
        Self::Rust,
        Self::PartiQl,
    ];

    /// Its name for readers.
    pub fn name(self) -> &'static str {
        match self {
            Self::AwsCli => "AWS CLI",
            Self::JavaScript => "JavaScript",
            Self::Python => "Python",
            Self::Java => "Java",
            Self::Go => "Go",
            Self::Rust => "Rust",
            Self::PartiQl => "PartiQL",
        }
    }
}

/// The calls of a request in a language, as a whole program: what it needs, the samples by name, the calls, and what they bring.
///
/// # Errors
/// A sentence that says why there is no such code: a request without calls, an operation that `PartiQL` has no statement for.
pub fn code(request: &Request, language: Language, design: &Design) -> Result<String, String> {
    if language == Language::PartiQl {
        return partiql::write(request, &program::heading(request), design);
    }
    let program = Program::read(request)?;
    Ok(match language {
        Language::AwsCli | Language::PartiQl => command_line::write(request),
        Language::JavaScript => javascript::write(&program),
        Language::Python => python::write(&program),
        Language::Java => java::write(&program),
        Language::Go => go::write(&program),
        Language::Rust => rust::write(&program),
    })
}
