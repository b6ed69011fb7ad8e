//! A B-tree that counts: ordered entries with rank, select and sums of weights in O(log n).
//!
//! Owns: order, balance and counts. Must never: know what its entries are.
//!
//! Invariants: all leaves have the same depth; every node but the root holds [`MIN`] to [`MAX`] entries or
//! children; a child's `low` is at most the key of each of its entries and above every key before it
//! (of a node's first child it is never consulted); `count` and `weight` are those of the subtree.

mod node;

use std::ops::Range;

use node::{Child, Node, child_at};

/// What a tree can hold.
pub(crate) trait Entry {
    /// What entries are ordered by; no two are equal.
    type Key: Ord + Clone + std::fmt::Debug;
    /// This entry's key.
    fn key(&self) -> &Self::Key;
    /// This entry's weight.
    fn weight(&self) -> usize;
}

/// Entries in order of their keys.
#[derive(Clone, Debug)]
pub(crate) struct Tree<T: Entry> {
    root: Node<T>,
}

impl<T: Entry> Default for Tree<T> {
    fn default() -> Self {
        Self { root: Node::Leaf(Vec::new()) }
    }
}

impl<T: Entry> Tree<T> {
    /// How many entries there are.
    pub(crate) fn len(&self) -> usize {
        self.root.count()
    }

    /// The sum of all weights.
    pub(crate) fn weight(&self) -> usize {
        self.root.weight()
    }

    /// How many entries come first for which `before` holds; it must hold for a prefix of the order.
    pub(crate) fn rank(&self, before: impl Fn(&T::Key) -> bool) -> usize {
        let mut node = &self.root;
        let mut rank = 0;
        loop {
            match node {
                Node::Leaf(entries) => {
                    return rank + entries.partition_point(|entry| before(entry.key()));
                }
                Node::Branch(children) => {
                    let at = child_at(children, &before);
                    let Some(child) = children.get(at) else { return rank };
                    rank += children.iter().take(at).map(|child| child.count).sum::<usize>();
                    node = &child.node;
                }
            }
        }
    }

    /// The entry with this key, and its rank.
    pub(crate) fn find(&self, key: &T::Key) -> Option<(usize, &T)> {
        let mut node = &self.root;
        let mut rank = 0;
        loop {
            match node {
                Node::Leaf(entries) => {
                    let at = entries.binary_search_by(|entry| entry.key().cmp(key)).ok()?;
                    return Some((rank + at, entries.get(at)?));
                }
                Node::Branch(children) => {
                    let at = child_at(children, |low| low <= key);
                    rank += children.iter().take(at).map(|child| child.count).sum::<usize>();
                    node = &children.get(at)?.node;
                }
            }
        }
    }

    /// The entry with this key. Its rank would be a look at each neighbour on the way down.
    pub(crate) fn entry(&self, key: &T::Key) -> Option<&T> {
        let mut node = &self.root;
        loop {
            match node {
                Node::Leaf(entries) => {
                    let at = entries.binary_search_by(|entry| entry.key().cmp(key)).ok()?;
                    return entries.get(at);
                }
                Node::Branch(children) => {
                    node = &children.get(child_at(children, |low| low <= key))?.node;
                }
            }
        }
    }

    /// The entry at `rank`.
    pub(crate) fn get(&self, rank: usize) -> Option<&T> {
        let (entries, at) = self.chunk(rank)?;
        entries.get(at)
    }

    /// The leaf that holds the entry at `rank`, and where in it the entry stands.
    pub(crate) fn chunk(&self, rank: usize) -> Option<(&[T], usize)> {
        let mut node = &self.root;
        let mut left = rank;
        loop {
            match node {
                Node::Leaf(entries) => return (left < entries.len()).then_some((entries, left)),
                Node::Branch(children) => {
                    node = &children
                        .iter()
                        .find(|child| {
                            let inside = left < child.count;
                            if !inside {
                                left -= child.count;
                            }
                            inside
                        })?
                        .node;
                }
            }
        }
    }

    /// The sum of the weights of the first `rank` entries.
    pub(crate) fn weight_before(&self, rank: usize) -> usize {
        let mut node = &self.root;
        let (mut left, mut sum) = (rank, 0);
        loop {
            match node {
                Node::Leaf(entries) => {
                    return sum + entries.iter().take(left).map(Entry::weight).sum::<usize>();
                }
                Node::Branch(children) => {
                    let inside = children.iter().find(|child| {
                        let inside = left < child.count;
                        if !inside {
                            left -= child.count;
                            sum += child.weight;
                        }
                        inside
                    });
                    let Some(child) = inside else { return sum };
                    node = &child.node;
                }
            }
        }
    }

    /// The rank of the entry that covers `position` when entries are laid end to end by their weights,
    /// and how far into it the position is.
    pub(crate) fn at_weight(&self, position: usize) -> Option<(usize, usize)> {
        let mut node = &self.root;
        let (mut left, mut rank) = (position, 0);
        loop {
            match node {
                Node::Leaf(entries) => {
                    for (at, entry) in entries.iter().enumerate() {
                        if left < entry.weight() {
                            return Some((rank + at, left));
                        }
                        left -= entry.weight();
                    }
                    return None;
                }
                Node::Branch(children) => {
                    node = &children
                        .iter()
                        .find(|child| {
                            let inside = left < child.weight;
                            if !inside {
                                left -= child.weight;
                                rank += child.count;
                            }
                            inside
                        })?
                        .node;
                }
            }
        }
    }

    /// All entries from `rank` on, in order.
    pub(crate) fn iter_from(&self, rank: usize) -> impl Iterator<Item = &T> {
        let mut chunk: &[T] = &[];
        let mut next = rank;
        std::iter::from_fn(move || {
            if chunk.is_empty() {
                let (entries, at) = self.chunk(next)?;
                chunk = entries.get(at..)?;
            }
            let (first, rest) = chunk.split_first()?;
            chunk = rest;
            next += 1;
            Some(first)
        })
    }

    /// Shows the entries of these ranks in order, or the last first, for as long as `go_on` says so.
    pub(crate) fn visit<'t>(
        &'t self,
        ranks: Range<usize>,
        backward: bool,
        go_on: &mut dyn FnMut(&'t T) -> bool,
    ) {
        self.root.visit(self.len(), ranks, backward, go_on);
    }

    /// Puts an entry in its place; gives back the entry with an equal key that stood there.
    pub(crate) fn insert(&mut self, entry: T) -> Option<T> {
        let (old, split) = self.root.insert(entry);
        if let Some(right) = split {
            let left = std::mem::replace(&mut self.root, Node::Leaf(Vec::new()));
            let low = right.low.clone();
            self.root = Node::Branch(vec![Child::new(low, left), right]);
        }
        old
    }

    /// Takes out the entry with this key.
    pub(crate) fn remove(&mut self, key: &T::Key) -> Option<T> {
        let removed = self.root.remove(key);
        if let Node::Branch(children) = &mut self.root
            && children.len() == 1
            && let Some(only) = children.pop()
        {
            self.root = only.node;
        }
        removed
    }

    /// Changes the entry with this key in place; `change` may alter its weight but not its key.
    pub(crate) fn modify<R>(
        &mut self,
        key: &T::Key,
        change: impl FnOnce(&mut T) -> R,
    ) -> Option<R> {
        self.root.modify(key, change).map(|(result, ..)| result)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use proptest::prelude::*;

    use super::node::{MAX, MIN};
    use super::*;

    #[derive(Clone, Debug, PartialEq)]
    struct Weighted {
        key: u16,
        weight: usize,
    }

    impl Entry for Weighted {
        type Key = u16;
        fn key(&self) -> &u16 {
            &self.key
        }
        fn weight(&self) -> usize {
            self.weight
        }
    }

    /// Checks balance and the counts in all branches; gives back the depth.
    fn check(node: &Node<Weighted>, root: bool) -> usize {
        assert!(node.width() <= MAX && (root || node.width() >= MIN), "width {}", node.width());
        match node {
            Node::Leaf(_) => 0,
            Node::Branch(children) => {
                let depths: Vec<usize> =
                    children.iter().map(|child| check(&child.node, false)).collect();
                assert!(depths.iter().all(|depth| *depth == depths[0]));
                for child in children {
                    assert_eq!(
                        (child.count, child.weight),
                        (child.node.count(), child.node.weight())
                    );
                }
                depths[0] + 1
            }
        }
    }

    /// Compares everything a tree answers with a map of the standard library.
    fn compare(tree: &Tree<Weighted>, model: &BTreeMap<u16, usize>) {
        check(&tree.root, true);
        let entries: Vec<Weighted> =
            model.iter().map(|(key, weight)| Weighted { key: *key, weight: *weight }).collect();
        assert_eq!(tree.iter_from(0).cloned().collect::<Vec<_>>(), entries);
        for ranks in [0..tree.len(), tree.len() / 3..tree.len() / 3 * 2 + 1, 0..0] {
            let run = entries.get(ranks.start..ranks.end.min(entries.len())).unwrap();
            for backward in [false, true] {
                let mut seen = Vec::new();
                tree.visit(ranks.clone(), backward, &mut |entry| {
                    seen.push(entry);
                    seen.len() < 50
                });
                let mut expected: Vec<&Weighted> = run.iter().collect();
                if backward {
                    expected.reverse();
                }
                expected.truncate(50);
                assert_eq!(seen, expected);
            }
        }
        let mut position = 0;
        for (rank, entry) in entries.iter().enumerate() {
            assert_eq!(tree.find(&entry.key).map(|(rank, _)| rank), Some(rank));
            assert_eq!(tree.entry(&entry.key).map(Entry::key), Some(&entry.key));
            assert_eq!(tree.rank(|key| *key <= entry.key), rank + 1);
            assert_eq!(tree.weight_before(rank), position);
            if entry.weight > 0 {
                assert_eq!(tree.at_weight(position), Some((rank, 0)));
                assert_eq!(
                    tree.at_weight(position + entry.weight - 1),
                    Some((rank, entry.weight - 1))
                );
            }
            position += entry.weight;
        }
        assert_eq!((tree.len(), tree.weight()), (entries.len(), position));
        assert_eq!((tree.get(entries.len()), tree.at_weight(position)), (None, None));
    }

    #[derive(Clone, Debug)]
    enum Step {
        Insert(u16, usize),
        Remove(u16),
        Reweigh(u16, usize),
    }

    fn steps() -> impl Strategy<Value = Vec<Step>> {
        let key = 0u16..400;
        let step = prop_oneof![
            4 => (key.clone(), 0usize..5).prop_map(|(key, weight)| Step::Insert(key, weight)),
            3 => key.clone().prop_map(Step::Remove),
            1 => (key, 0usize..5).prop_map(|(key, weight)| Step::Reweigh(key, weight)),
        ];
        proptest::collection::vec(step, 0..1500)
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(48))]
        #[test]
        fn the_tree_answers_as_a_sorted_map_does(steps in steps()) {
            let mut tree = Tree::default();
            let mut model = BTreeMap::new();
            for step in steps {
                match step {
                    Step::Insert(key, weight) => {
                        let old = tree.insert(Weighted { key, weight }).map(|entry| entry.weight);
                        prop_assert_eq!(old, model.insert(key, weight));
                    }
                    Step::Remove(key) => {
                        prop_assert_eq!(tree.remove(&key).map(|entry| entry.weight), model.remove(&key));
                    }
                    Step::Reweigh(key, weight) => {
                        let done = tree.modify(&key, |entry| entry.weight = weight);
                        prop_assert_eq!(done, model.get_mut(&key).map(|old| *old = weight));
                    }
                }
            }
            compare(&tree, &model);
            let keys: Vec<u16> = model.keys().copied().collect();
            for key in keys.iter().step_by(2) {
                tree.remove(key);
                model.remove(key);
            }
            compare(&tree, &model);
        }
    }

    #[test]
    fn keys_in_rising_and_in_falling_order_keep_the_balance() {
        for keys in [(0..3000).collect::<Vec<u16>>(), (0..3000).rev().collect()] {
            let mut tree = Tree::default();
            for key in &keys {
                tree.insert(Weighted { key: *key, weight: 1 });
            }
            compare(&tree, &keys.iter().map(|key| (*key, 1)).collect());
            for key in &keys {
                assert!(tree.remove(key).is_some());
                check(&tree.root, true);
            }
            assert_eq!(tree.len(), 0);
        }
    }
}
