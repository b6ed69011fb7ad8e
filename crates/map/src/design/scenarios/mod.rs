//! The scenarios that ship with the app, as documents in the app's own format.
//!
//! Owns their list. What they hold is data in the JSON files beside this one.

/// A built-in design.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Scenario {
    /// Its name in links, such as `warehouse`.
    pub id: &'static str,
    /// Its name for readers.
    pub title: &'static str,
    /// The document, for [`open`](super::open).
    pub json: &'static str,
}
