//! Exports to S3, an item a line.

use super::Draft;
use super::raw::Members;
use crate::design::OpenError;

/// Whether an object is such a line.
pub(super) fn fits(_first: &Members<'_>) -> bool {
    false
}

pub(super) fn read(_text: &str) -> Result<Draft<'_>, OpenError> {
    Err(OpenError::NoTables)
}
