//! A map and a set that are sorted lists.
//!
//! For few entries, or for many that come at once: adding one moves those behind it. Beside the standard library's trees
//! they are small code, and each type that is put in them adds little.

use std::borrow::Borrow;
use std::cmp::Ordering;

use super::sort_by;

/// Keys and their values, in order of the keys.
///
/// ```
/// use key_engine::order::SortedMap;
/// let mut fruit: SortedMap<&str, u32> = [("pear", 1), ("fig", 2), ("pear", 3)].into_iter().collect();
/// *fruit.or_insert_with("apple", || 0) += 4;
/// assert!(fruit.iter().eq([(&"apple", &4), (&"fig", &2), (&"pear", &3)]));
/// assert_eq!((fruit.remove("fig"), fruit.get("fig")), (Some(2), None));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SortedMap<K, V> {
    entries: Vec<(K, V)>,
}

impl<K, V> Default for SortedMap<K, V> {
    fn default() -> Self {
        Self { entries: Vec::new() }
    }
}

impl<K: Ord, V> SortedMap<K, V> {
    fn place<Q: Ord + ?Sized>(&self, key: &Q) -> Result<usize, usize>
    where
        K: Borrow<Q>,
    {
        self.entries.binary_search_by(|(known, _)| known.borrow().cmp(key))
    }

    /// The value of a key.
    pub fn get<Q: Ord + ?Sized>(&self, key: &Q) -> Option<&V>
    where
        K: Borrow<Q>,
    {
        self.entries.get(self.place(key).ok()?).map(|(_, value)| value)
    }

    /// The value of a key, to change in place.
    pub fn get_mut<Q: Ord + ?Sized>(&mut self, key: &Q) -> Option<&mut V>
    where
        K: Borrow<Q>,
    {
        let at = self.place(key).ok()?;
        self.entries.get_mut(at).map(|(_, value)| value)
    }

    /// The value of a key, made where there is none yet. O(n) when it is made.
    pub fn or_insert_with(&mut self, key: K, make: impl FnOnce() -> V) -> &mut V {
        let at = self.place(&key).unwrap_or_else(|at| {
            self.entries.insert(at, (key, make()));
            at
        });
        #[expect(clippy::indexing_slicing, reason = "the entry was found or made above")]
        &mut self.entries[at].1
    }

    /// Sets the value of a key; gives back what stood there. O(n) where the key is new.
    pub fn insert(&mut self, key: K, value: V) -> Option<V> {
        match self.place(&key) {
            Ok(at) => self.entries.get_mut(at).map(|(_, old)| std::mem::replace(old, value)),
            Err(at) => {
                self.entries.insert(at, (key, value));
                None
            }
        }
    }

    /// Takes a key and its value out. O(n).
    pub fn remove<Q: Ord + ?Sized>(&mut self, key: &Q) -> Option<V>
    where
        K: Borrow<Q>,
    {
        let at = self.place(key).ok()?;
        Some(self.entries.remove(at).1)
    }

    /// The entries with keys after `key`, in order.
    pub fn after<Q: Ord + ?Sized>(&self, key: &Q) -> impl Iterator<Item = (&K, &V)>
    where
        K: Borrow<Q>,
    {
        let from = self.entries.partition_point(|(known, _)| known.borrow() <= key);
        self.iter().skip(from)
    }
}

impl<K, V> SortedMap<K, V> {
    /// The entries, in order.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = (&K, &V)> {
        self.entries.iter().map(|(key, value)| (key, value))
    }

    /// The keys, in order.
    pub fn keys(&self) -> impl ExactSizeIterator<Item = &K> {
        self.entries.iter().map(|(key, _)| key)
    }

    /// The values, in order of their keys.
    pub fn values(&self) -> impl ExactSizeIterator<Item = &V> {
        self.entries.iter().map(|(_, value)| value)
    }

    /// The values, in order of their keys, to change in place.
    pub fn values_mut(&mut self) -> impl ExactSizeIterator<Item = &mut V> {
        self.entries.iter_mut().map(|(_, value)| value)
    }

    /// How many entries there are.
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }
}

impl<K: Ord, V> FromIterator<(K, V)> for SortedMap<K, V> {
    /// Entries in any order; of two with one key the later stands. O(n log n).
    fn from_iter<I: IntoIterator<Item = (K, V)>>(entries: I) -> Self {
        let mut entries: Vec<_> = entries.into_iter().collect();
        entries.reverse();
        sort_by(&mut entries, |one, two| one.0.cmp(&two.0));
        entries.dedup_by(|later, earlier| later.0 == earlier.0);
        Self { entries }
    }
}

impl<K, V> IntoIterator for SortedMap<K, V> {
    type Item = (K, V);
    type IntoIter = std::vec::IntoIter<(K, V)>;

    fn into_iter(self) -> Self::IntoIter {
        self.entries.into_iter()
    }
}

/// Different elements, in order.
///
/// ```
/// use key_engine::order::SortedSet;
/// let fruit: SortedSet<&str> = ["pear", "fig", "pear"].into_iter().collect();
/// assert!(fruit.contains(&"fig") && fruit.iter().eq(&["fig", "pear"]));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SortedSet<T> {
    elements: Vec<T>,
}

impl<T: Ord> SortedSet<T> {
    /// Whether the element is in it.
    pub fn contains<Q: Ord + ?Sized>(&self, element: &Q) -> bool
    where
        T: Borrow<Q>,
    {
        self.elements.binary_search_by(|known| known.borrow().cmp(element)).is_ok()
    }

    /// The elements, in order.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = &T> {
        self.elements.iter()
    }

    /// The elements, in order.
    pub fn as_slice(&self) -> &[T] {
        &self.elements
    }

    /// How many elements there are.
    pub fn len(&self) -> usize {
        self.elements.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.elements.is_empty()
    }
}

impl<T: Ord> FromIterator<T> for SortedSet<T> {
    /// Elements in any order, of which equal ones are one. O(n log n).
    fn from_iter<I: IntoIterator<Item = T>>(elements: I) -> Self {
        let mut elements: Vec<T> = elements.into_iter().collect();
        sort_by(&mut elements, T::cmp);
        elements.dedup_by(|one, other| T::cmp(one, other) == Ordering::Equal);
        Self { elements }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn a_sorted_map_is_a_tree_to_its_callers(
            entries in proptest::collection::vec((0_u8..20, any::<u8>()), 0..20),
            changes in proptest::collection::vec((0_u8..20, proptest::option::of(any::<u8>())), 0..40),
        ) {
            let mut map: SortedMap<u8, u8> = entries.iter().copied().collect();
            let mut model: BTreeMap<u8, u8> = entries.into_iter().collect();
            for (key, value) in changes {
                let (old, expected) = match value {
                    Some(value) => (map.insert(key, value), model.insert(key, value)),
                    None => (map.remove(&key), model.remove(&key)),
                };
                prop_assert_eq!(old, expected);
                prop_assert!(map.after(&key).eq(model.range(key + 1..)));
            }
            prop_assert!(map.iter().eq(&model));
        }
    }
}
