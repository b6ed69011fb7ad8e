//! Items as comma-separated values.

use super::Draft;
use crate::design::OpenError;

/// Whether a text that is not JSON is a table of values.
pub(super) fn fits(_text: &str) -> bool {
    false
}

pub(super) fn read(_text: &str) -> Result<Draft<'_>, OpenError> {
    Err(OpenError::NoTables)
}
