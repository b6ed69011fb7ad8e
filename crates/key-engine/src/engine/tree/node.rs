//! The nodes of a counted tree: how entries come and go, and how nodes stay neither too full nor too empty.
//!
//! Owns: the tree's balance and the counts of its nodes. Must never: be seen outside of the tree.

use std::ops::Range;

use super::Entry;

/// Most entries in a leaf, or children in a branch.
pub(super) const MAX: usize = 32;
/// Fewest, but in the root.
pub(super) const MIN: usize = 8;

#[derive(Clone, Debug)]
pub(super) enum Node<T: Entry> {
    Leaf(Vec<T>),
    Branch(Vec<Child<T>>),
}

#[derive(Clone, Debug)]
pub(super) struct Child<T: Entry> {
    pub(super) low: T::Key,
    pub(super) count: usize,
    pub(super) weight: usize,
    pub(super) node: Node<T>,
}

/// The child that holds the end of the prefix for which `before` holds.
pub(super) fn child_at<T: Entry>(children: &[Child<T>], before: impl Fn(&T::Key) -> bool) -> usize {
    children.partition_point(|child| before(&child.low)).saturating_sub(1)
}

impl<T: Entry> Child<T> {
    pub(super) fn new(low: T::Key, node: Node<T>) -> Self {
        Self { low, count: node.count(), weight: node.weight(), node }
    }
}

impl<T: Entry> Node<T> {
    pub(super) fn count(&self) -> usize {
        match self {
            Self::Leaf(entries) => entries.len(),
            Self::Branch(children) => children.iter().map(|child| child.count).sum(),
        }
    }

    pub(super) fn weight(&self) -> usize {
        match self {
            Self::Leaf(entries) => entries.iter().map(Entry::weight).sum(),
            Self::Branch(children) => children.iter().map(|child| child.weight).sum(),
        }
    }

    pub(super) fn width(&self) -> usize {
        match self {
            Self::Leaf(entries) => entries.len(),
            Self::Branch(children) => children.len(),
        }
    }

    /// Shows the entries of these ranks among the `count` of this node; says whether to go on.
    pub(super) fn visit<'t>(
        &'t self,
        count: usize,
        ranks: Range<usize>,
        backward: bool,
        go_on: &mut dyn FnMut(&'t T) -> bool,
    ) -> bool {
        match self {
            Self::Leaf(entries) => {
                let run = entries.get(ranks.start..ranks.end.min(count)).unwrap_or_default();
                if backward { run.iter().rev().all(go_on) } else { run.iter().all(go_on) }
            }
            Self::Branch(children) => {
                let mut start = if backward { count } else { 0 };
                let width = children.len();
                for at in 0..width {
                    let at = if backward { width - 1 - at } else { at };
                    let Some(child) = children.get(at) else { break };
                    start -= if backward { child.count } else { 0 };
                    let end = start + child.count;
                    if ranks.start < end && start < ranks.end {
                        let inside = ranks.start.saturating_sub(start)..ranks.end.min(end) - start;
                        if !child.node.visit(child.count, inside, backward, go_on) {
                            return false;
                        }
                    }
                    start = if backward { start } else { end };
                }
                true
            }
        }
    }

    /// Inserts below this node; gives back the entry replaced, and the right part if the node split.
    pub(super) fn insert(&mut self, entry: T) -> (Option<T>, Option<Child<T>>) {
        match self {
            Self::Leaf(entries) => {
                match entries.binary_search_by(|other| other.key().cmp(entry.key())) {
                    Ok(at) => (entries.get_mut(at).map(|old| std::mem::replace(old, entry)), None),
                    Err(at) => {
                        if entries.capacity() == 0 {
                            // most collections of many hold one item: no room to spare for those
                            entries.reserve_exact(1);
                        }
                        entries.insert(at, entry);
                        let rising = at + 1 == entries.len();
                        (None, self.split_if_full(rising))
                    }
                }
            }
            Self::Branch(children) => {
                let at = child_at(children, |low| low <= entry.key());
                let last = at + 1 == children.len();
                let Some(child) = children.get_mut(at) else { return (None, None) };
                let added = entry.weight();
                let (old, split) = child.node.insert(entry);
                if let Some(right) = split {
                    child.count = child.node.count();
                    child.weight = child.node.weight();
                    children.insert(at + 1, right);
                    return (old, self.split_if_full(last));
                }
                child.count += usize::from(old.is_none());
                child.weight = child.weight + added - old.as_ref().map_or(0, Entry::weight);
                (old, None)
            }
        }
    }

    /// Splits off the right part of an overfull node. Keys that arrive in rising order leave full nodes
    /// behind: a log by time would otherwise fill its leaves by half.
    pub(super) fn split_if_full(&mut self, rising: bool) -> Option<Child<T>> {
        if self.width() <= MAX {
            return None;
        }
        let at = if rising { self.width() - MIN } else { self.width() / 2 };
        match self {
            Self::Leaf(entries) => {
                let right = entries.split_off(at);
                let low = right.first()?.key().clone();
                Some(Child::new(low, Self::Leaf(right)))
            }
            Self::Branch(children) => {
                let right = children.split_off(at);
                let low = right.first()?.low.clone();
                Some(Child::new(low, Self::Branch(right)))
            }
        }
    }

    pub(super) fn remove(&mut self, key: &T::Key) -> Option<T> {
        match self {
            Self::Leaf(entries) => {
                let at = entries.binary_search_by(|entry| entry.key().cmp(key)).ok()?;
                Some(entries.remove(at))
            }
            Self::Branch(children) => {
                let at = child_at(children, |low| low <= key);
                let child = children.get_mut(at)?;
                let removed = child.node.remove(key)?;
                child.count -= 1;
                child.weight -= removed.weight();
                if child.node.width() < MIN {
                    mend(children, at);
                }
                Some(removed)
            }
        }
    }

    /// Changes an entry; says also its weight before and after.
    pub(super) fn modify<R>(
        &mut self,
        key: &T::Key,
        change: impl FnOnce(&mut T) -> R,
    ) -> Option<(R, usize, usize)> {
        match self {
            Self::Leaf(entries) => {
                let at = entries.binary_search_by(|entry| entry.key().cmp(key)).ok()?;
                let entry = entries.get_mut(at)?;
                let before = entry.weight();
                let result = change(entry);
                Some((result, before, entry.weight()))
            }
            Self::Branch(children) => {
                let at = child_at(children, |low| low <= key);
                let child = children.get_mut(at)?;
                let (result, before, after) = child.node.modify(key, change)?;
                child.weight = child.weight + after - before;
                Some((result, before, after))
            }
        }
    }

    /// Appends the contents of the node that follows, of which `low` is the separator.
    fn append(&mut self, next: Self, low: T::Key) {
        match (self, next) {
            (Self::Leaf(entries), Self::Leaf(mut more)) => entries.append(&mut more),
            (Self::Branch(children), Self::Branch(mut more)) => {
                if let Some(first) = more.first_mut() {
                    first.low = low;
                }
                children.append(&mut more);
            }
            // all leaves have the same depth
            _ => {}
        }
    }
}

/// Joins the thin child at `at` with a neighbour, and splits the two again if that is too much for one.
fn mend<T: Entry>(children: &mut Vec<Child<T>>, at: usize) {
    let left = if at + 1 < children.len() { at } else { at.saturating_sub(1) };
    if left + 1 >= children.len() {
        return;
    }
    let right = children.remove(left + 1);
    if let Some(child) = children.get_mut(left) {
        child.node.append(right.node, right.low);
        let split = child.node.split_if_full(false);
        child.count = child.node.count();
        child.weight = child.node.weight();
        if let Some(right) = split {
            children.insert(left + 1, right);
        }
    }
}
