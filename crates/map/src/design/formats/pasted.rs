//! JSON inside a text that is not JSON: a log, a chat, a page of documentation.

/// The JSON to be read in a text that as a whole is no format that is known. A document that is merely broken holds none: the
/// place where it is broken is told instead.
pub(super) fn find(_text: &str) -> Option<&str> {
    None
}
