//! What can be known and drawn of a design without a browser.
//!
//! The house, bottom up; a room uses only rooms above it in this list (and the engine beneath them all):
//!
//! - [`numerals`]: numbers as a reader meets them.
//! - [`label`]: keys as a reader meets them.
//! - [`design`]: the document a person edits, shares and embeds; its file format, the built-in scenarios, the importers.
//! - [`advice`]: what the map says about requests: the route each one takes, and errors in plain words.
//! - [`player`]: a walk in time: its steps, what has been read by each, and the sentence for it.
//! - [`floor`]: where everything of a door stands, and the picture of it at one moment of a walk.

pub mod advice;
pub mod design;
pub mod floor;
pub mod label;
pub mod numerals;
pub mod player;
