//! Items and nothing else: what Query, Scan, `GetItem` and `BatchGetItem` answer, and lists of items.

use super::Draft;
use super::raw::{Members, Part};
use crate::design::OpenError;

/// Whether an object is an answer with items.
pub(super) fn fits(_object: &Members<'_>) -> bool {
    false
}

/// Whether a list's first element is an item.
pub(super) fn fits_list(_first: &Part<'_>) -> bool {
    false
}

pub(super) fn read(_object: Members<'_>) -> Result<Draft<'_>, OpenError> {
    Err(OpenError::NoTables)
}

pub(super) fn read_list(_elements: Vec<Part<'_>>) -> Result<Draft<'_>, OpenError> {
    Err(OpenError::NoTables)
}
