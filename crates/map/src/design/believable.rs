//! Sample items that could be real, for a kind of item.
//!
//! Owns their invention: from the key templates of the kind and from the items of that kind that are there. The same arguments give
//! the same items, everywhere. It never puts them into a table.

use key_engine::Item;
use key_engine::engine::Database;

use super::Design;

/// So many new items of a kind (by its place among the design's), none with a key that is taken.
///
/// # Errors
/// A sentence that says why none can be made.
pub fn items(
    design: &Design,
    database: &Database,
    kind: usize,
    count: usize,
    seed: u64,
) -> Result<Vec<Item>, String> {
    let _ = (design, database, kind, count, seed);
    Err("Sample items cannot be made yet.".to_owned())
}
