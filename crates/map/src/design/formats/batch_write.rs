//! Files for `aws dynamodb batch-write-item --request-items`.

use super::Draft;
use super::raw::Members;
use crate::design::OpenError;

/// Whether an object is one.
pub(super) fn fits(_object: &Members<'_>) -> bool {
    false
}

pub(super) fn read(_object: Members<'_>) -> Result<Draft<'_>, OpenError> {
    Err(OpenError::NoTables)
}
