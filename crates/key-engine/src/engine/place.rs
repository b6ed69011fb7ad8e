//! Where a partition-key value stands: its hash, and the partition that holds the hash.
//!
//! `DynamoDB`'s hash is not documented. MD5 of "Outliers" followed by the key's bytes reproduces the
//! order in which it was seen to scan small tables; partitions here share the hash range evenly, which
//! real ones need not.

use md5::{Digest, Md5};

/// The hash of a partition-key value.
pub(crate) type Hash = [u8; 16];

/// Hashes the bytes of a partition-key value.
pub(crate) fn hash(key: &[u8]) -> Hash {
    let mut md5 = Md5::new();
    md5.update(b"Outliers");
    md5.update(key);
    md5.finalize().into()
}

/// A number that a text stands for, the same everywhere: the first four bytes of the MD5 of its UTF-8 bytes, the most significant
/// first. Whoever spreads a key over several finds an item's own with it, modulo their number; MD5 is in every language's library.
///
/// ```
/// assert_eq!(key_engine::engine::number_of_text("W3") % 8, 0);
/// ```
pub fn number_of_text(text: &str) -> u32 {
    let hash: Hash = Md5::digest(text.as_bytes()).into();
    u32::from_be_bytes(*hash.first_chunk().unwrap_or(&[0; 4]))
}

/// The part of `parts` equal parts of the hash range in which `hash` falls.
pub(crate) fn part_of(hash: &Hash, parts: u32) -> u32 {
    let top = u64::from_be_bytes(*hash.first_chunk().unwrap_or(&[0; 8]));
    ((u128::from(top) * u128::from(parts)) >> 64) as u32
}

/// The smallest hash in part `part` of `parts`; `None` past the end of the range.
pub(crate) fn part_start(part: u32, parts: u32) -> Option<Hash> {
    let start = (u128::from(part) << 64).div_ceil(u128::from(parts.max(1)));
    let top = u64::try_from(start).ok()?;
    let mut hash = [0; 16];
    hash.get_mut(..8)?.copy_from_slice(&top.to_be_bytes());
    Some(hash)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn a_hash_lies_between_the_starts_of_its_part_and_the_next(hash in any::<[u8; 16]>(), parts in 1u32..50) {
            let part = part_of(&hash, parts);
            prop_assert!(part < parts);
            prop_assert!(part_start(part, parts).is_some_and(|start| start <= hash));
            prop_assert!(part_start(part + 1, parts).is_none_or(|start| hash < start));
        }
    }

    #[test]
    fn parts_cover_the_range_from_end_to_end() {
        assert_eq!(part_start(0, 7), Some([0; 16]));
        assert_eq!(part_start(7, 7), None);
        assert_eq!((part_of(&[0; 16], 7), part_of(&[255; 16], 7)), (0, 6));
    }
}
