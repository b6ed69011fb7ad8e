//! A condition taken apart at its `AND`s: what it says of a key, and what is left to filter by.
//!
//! Owns how a `WHERE` becomes a key and a filter. Knows names of key attributes, never the table.

use super::ast::{Comparator, Condition};
use super::filter::{Filter, Node, Operand};
use super::path::DocumentPath;
use super::placeholders::Placeholders;
use super::{ExpressionError, KeyConditions, KeySchema, resolve};
use crate::value::AttributeValue;

/// The conditions of which all must hold.
#[derive(Clone, Debug, Default)]
pub(crate) struct Conjuncts {
    nodes: Vec<Node>,
}

/// One run of keys to read: the value of its partition key's first part, and the conditions that say all of it.
#[derive(Clone, Debug)]
pub(crate) struct Run {
    pub(crate) first: AttributeValue,
    pub(crate) conditions: KeyConditions,
}

impl Conjuncts {
    /// Puts the placeholders' meanings in their places and takes the condition apart; none where there is no condition.
    pub(crate) fn of(
        condition: Option<&Condition>,
        placeholders: &Placeholders,
    ) -> Result<Self, ExpressionError> {
        let Some(condition) = condition else { return Ok(Self::default()) };
        let mut nodes = Vec::new();
        flatten(resolve::condition(condition, placeholders)?, &mut nodes);
        Ok(Self { nodes })
    }

    /// Takes out the first that a judge finds something in; gives back what it found.
    fn take<T>(&mut self, find: impl Fn(&Node) -> Option<T>) -> Option<T> {
        let found = self.nodes.iter().enumerate().find_map(|(at, node)| Some((at, find(node)?)));
        let (at, value) = found?;
        self.nodes.remove(at);
        Some(value)
    }

    /// Takes out `attribute = value`.
    pub(crate) fn take_equal(&mut self, attribute: &str) -> Option<AttributeValue> {
        self.take(|node| equal(node, attribute).cloned())
    }

    /// Takes out what this says of a key whole enough for a Query to read by: the partition key's parts by equality (or
    /// the only one by a choice of values, each a run of its own), then the sort key's. Leaves all as it is where a
    /// part of the partition key is missing. Of more than `most` runs there are one more.
    pub(crate) fn take_runs(&mut self, key: &KeySchema<'_>, most: usize) -> Option<Vec<Run>> {
        let mut left = self.clone();
        let mut shared = Vec::new();
        let ((first, _), rest) = key.partition.split_first()?;
        let choice = if rest.is_empty() {
            left.take(|node| choice(node, first))?
        } else {
            for (part, _) in rest {
                shared.push(equality(part, left.take_equal(part)?));
            }
            vec![left.take_equal(first)?]
        };
        if choice.is_empty() {
            return None;
        }
        for (part, _) in key.sort {
            if let Some(value) = left.take_equal(part) {
                shared.push(equality(part, value));
            } else {
                shared.extend(left.take(|node| range(node, part).then(|| node.clone())));
                break;
            }
        }
        let mut runs: Vec<Run> = Vec::with_capacity(choice.len());
        for value in choice {
            if runs.len() > most {
                break;
            }
            if runs.iter().any(|run| run.first == value) {
                continue;
            }
            let mut nodes = vec![equality(first, value.clone())];
            nodes.extend(shared.iter().cloned());
            runs.push(Run { first: value, conditions: KeyConditions::of_nodes(nodes).ok()? });
        }
        *self = left;
        Some(runs)
    }

    /// A filter of all that is left.
    pub(crate) fn filter(mut self) -> Option<Filter> {
        let root = match self.nodes.len() {
            0 => return None,
            1 => self.nodes.pop()?,
            _ => Node::And(self.nodes),
        };
        Some(Filter::of_root(root))
    }

    /// A filter of all that is left, for an item that must have the attribute, as every item has its key.
    pub(crate) fn of_item_with(mut self, attribute: &str) -> Filter {
        self.nodes.insert(0, Node::Exists(DocumentPath::of_attribute(attribute.into())));
        Filter::of_root(Node::And(self.nodes))
    }
}

impl Filter {
    fn of_root(root: Node) -> Self {
        Self { root, is_legacy: false }
    }

    /// That there is no item: none lacks an attribute of its key.
    pub(crate) fn of_no_item(key_attribute: &str) -> Self {
        Self::of_root(Node::NotExists(DocumentPath::of_attribute(key_attribute.into())))
    }

    /// That one of the two holds.
    pub(crate) fn or(self, other: Self) -> Self {
        Self::of_root(Node::Or(vec![self.root, other.root]))
    }
}

fn flatten(node: Node, nodes: &mut Vec<Node>) {
    match node {
        Node::And(all) => all.into_iter().for_each(|one| flatten(one, nodes)),
        one => nodes.push(one),
    }
}

fn equality(attribute: &str, value: AttributeValue) -> Node {
    Node::Comparison {
        left: Operand::Path(DocumentPath::of_attribute(attribute.into())),
        comparator: Comparator::Equal,
        right: Operand::Value(value),
    }
}

fn is_attribute(operand: &Operand, attribute: &str) -> bool {
    matches!(operand, Operand::Path(path) if path.attribute() == attribute && !path.is_nested())
}

/// The value that an attribute is compared with, whichever side it stands on.
fn compared<'n>(
    left: &'n Operand,
    right: &'n Operand,
    attribute: &str,
) -> Option<&'n AttributeValue> {
    match (left, right) {
        (path, Operand::Value(value)) | (Operand::Value(value), path)
            if is_attribute(path, attribute) =>
        {
            Some(value)
        }
        _ => None,
    }
}

fn equal<'n>(node: &'n Node, attribute: &str) -> Option<&'n AttributeValue> {
    match node {
        Node::Comparison { left, comparator: Comparator::Equal, right } => {
            compared(left, right, attribute)
        }
        _ => None,
    }
}

/// The values that an attribute may have: one by equality, or those of an `IN` or an `OR`.
fn choice(node: &Node, attribute: &str) -> Option<Vec<AttributeValue>> {
    let mut values = Vec::new();
    match node {
        Node::In { operand, candidates } if is_attribute(operand, attribute) => {
            for candidate in candidates {
                let Operand::Value(value) = candidate else { return None };
                values.push(value.clone());
            }
        }
        Node::Or(any) => {
            for one in any {
                values.append(&mut choice(one, attribute)?);
            }
        }
        _ => values.push(equal(node, attribute)?.clone()),
    }
    Some(values)
}

/// Whether this is a condition that the part of a sort key after those given by equality can have.
fn range(node: &Node, attribute: &str) -> bool {
    match node {
        Node::Comparison { left, comparator, right } => {
            *comparator != Comparator::NotEqual && compared(left, right, attribute).is_some()
        }
        Node::Between { operand, lower: Operand::Value(_), upper: Operand::Value(_) }
        | Node::BeginsWith(operand, Operand::Value(_)) => is_attribute(operand, attribute),
        _ => false,
    }
}
