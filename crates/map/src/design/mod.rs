//! The design: the document a person edits, shares and embeds.
//!
//! Owns what a design says (tables, requests, entities, and the unknown things a file carried), how it is read from a file
//! and written to one, and the scenarios that ship with the app. Sample items live in the engine's database alone; the
//! document is its serialised form. Nothing here may know of the screen, and no input, however hostile, may panic.

mod defect;
mod document;
mod entity;
mod open_error;
mod request;
pub mod scenarios;

pub use defect::Defect;
pub use document::{Design, TableDesign};
pub use entity::{Entity, EntityFinder};
pub use open_error::{MAX_FILE_BYTES, OpenError, check_size};
pub use request::{Call, Consistency, Request, Volume};
