//! Conditions ready to be asked of items: filters and the conditions of writes.
//!
//! All that can be wrong with one is known when it is made, so the question has no error: a comparison with an
//! attribute that is not there, or of another type, is false (and `<>` true). Asking allocates nothing.

use super::ast::Comparator;
use super::compare::{self, Compared};
use super::error::ExpressionError;
use super::parse;
use super::path::DocumentPath;
use super::placeholders::Placeholders;
use super::resolve;
use crate::value::{AttributeValue, Item};

/// A `FilterExpression` or `ConditionExpression` with its names and values in place.
///
/// It remembers where in an item it last found each attribute, to look there first in the next.
///
/// ```
/// use key_engine::expression::{Filter, Placeholders};
/// use key_engine::{AttributeValue, Item};
/// let placeholders = Placeholders::new([("#c", "city")], [(":c", AttributeValue::S("Reno".into()))]);
/// let filter = Filter::parse("#c = :c AND attribute_not_exists(closed)", &placeholders)?;
/// let item: Item = [("city", AttributeValue::S("Reno".into()))].into_iter().collect();
/// assert!(filter.matches(&item));
/// # Ok::<(), key_engine::expression::ExpressionError>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Filter {
    pub(crate) root: Node,
    pub(crate) is_legacy: bool,
}

/// A condition with its names and values in place.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Node {
    And(Vec<Node>),
    Or(Vec<Node>),
    Not(Box<Node>),
    Comparison { left: Operand, comparator: Comparator, right: Operand },
    Between { operand: Operand, lower: Operand, upper: Operand },
    In { operand: Operand, candidates: Vec<Operand> },
    Exists(DocumentPath),
    NotExists(DocumentPath),
    HasType(Operand, String),
    BeginsWith(Operand, Operand),
    Contains(Operand, Operand),
}

/// An operand with its names and values in place.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Operand {
    Path(DocumentPath),
    Value(AttributeValue),
    Size(Box<Operand>),
}

impl Filter {
    /// Reads a condition or filter and puts what the placeholders stand for in their place.
    ///
    /// # Errors
    /// Where `DynamoDB` would refuse the expression; which fault it reports first is `DynamoDB`'s order.
    pub fn parse(text: &str, placeholders: &Placeholders) -> Result<Self, ExpressionError> {
        let condition = parse::condition(text)?;
        Ok(Self { root: resolve::condition(&condition, placeholders)?, is_legacy: false })
    }

    /// Whether `item` meets the condition. An item that does not exist is one without attributes.
    pub fn matches(&self, item: &Item) -> bool {
        self.root.holds(item)
    }

    /// Whether it was asked by a parameter of before expressions.
    pub fn is_legacy(&self) -> bool {
        self.is_legacy
    }

    /// The attributes that the condition looks into, each as often as it does.
    pub(crate) fn nested(&self) -> Vec<&str> {
        let mut paths = Vec::new();
        self.root.collect_paths(&mut paths);
        paths.retain(|path| path.is_nested());
        paths.into_iter().map(DocumentPath::attribute).collect()
    }

    /// The attributes of the item that the condition looks at, each as often as it does.
    pub fn attributes(&self) -> Vec<&str> {
        let mut paths = Vec::new();
        self.root.collect_paths(&mut paths);
        paths.into_iter().map(DocumentPath::attribute).collect()
    }
}

impl Node {
    fn holds(&self, item: &Item) -> bool {
        match self {
            Self::And(all) => all.iter().all(|one| one.holds(item)),
            Self::Or(any) => any.iter().any(|one| one.holds(item)),
            Self::Not(inner) => !inner.holds(item),
            Self::Comparison { left, comparator, right } => {
                let sides = left.get(item).zip(right.get(item));
                // what is not there is unequal to everything, even to what is not there either
                sides.map_or(*comparator == Comparator::NotEqual, |(left, right)| {
                    compare::holds(left, *comparator, right)
                })
            }
            Self::Between { operand, lower, upper } => {
                let (Some(value), Some(lower), Some(upper)) =
                    (operand.get(item), lower.get(item), upper.get(item))
                else {
                    return false;
                };
                compare::holds(value, Comparator::GreaterOrEqual, lower)
                    && compare::holds(value, Comparator::LessOrEqual, upper)
            }
            Self::In { operand, candidates } => operand.get(item).is_some_and(|value| {
                let mut candidates = candidates.iter().filter_map(|candidate| candidate.get(item));
                candidates.any(|candidate| compare::holds(value, Comparator::Equal, candidate))
            }),
            Self::Exists(path) => path.get(item).is_some(),
            Self::NotExists(path) => path.get(item).is_none(),
            Self::HasType(operand, type_name) => {
                operand.get(item).is_some_and(|value| value.type_name() == type_name)
            }
            Self::BeginsWith(operand, prefix) => operand
                .get(item)
                .zip(prefix.get(item))
                .is_some_and(|(value, prefix)| value.begins_with(prefix)),
            Self::Contains(operand, part) => operand
                .get(item)
                .zip(part.get(item))
                .is_some_and(|(value, part)| value.contains(part)),
        }
    }

    fn collect_paths<'n>(&'n self, paths: &mut Vec<&'n DocumentPath>) {
        match self {
            Self::And(all) | Self::Or(all) => all.iter().for_each(|one| one.collect_paths(paths)),
            Self::Not(inner) => inner.collect_paths(paths),
            Self::Exists(path) | Self::NotExists(path) => paths.push(path),
            Self::HasType(operand, _) => paths.extend(operand.path()),
            Self::Comparison { left, right, .. }
            | Self::BeginsWith(left, right)
            | Self::Contains(left, right) => {
                paths.extend([left, right].into_iter().filter_map(Operand::path));
            }
            Self::Between { operand, lower, upper } => {
                paths.extend([operand, lower, upper].into_iter().filter_map(Operand::path));
            }
            Self::In { operand, candidates } => {
                paths.extend(std::iter::once(operand).chain(candidates).filter_map(Operand::path));
            }
        }
    }
}

impl Operand {
    /// What the operand is for `item`: nothing where a path leads nowhere or what it leads to has no size.
    fn get<'o>(&'o self, item: &'o Item) -> Option<Compared<'o>> {
        match self {
            Self::Path(path) => path.get(item).map(Compared::Value),
            Self::Value(value) => Some(Compared::Value(value)),
            Self::Size(inner) => inner.get(item)?.size().map(Compared::Size),
        }
    }

    /// The path of the operand, or of what it is the size of.
    pub(crate) fn path(&self) -> Option<&DocumentPath> {
        match self {
            Self::Path(path) => Some(path),
            Self::Value(_) => None,
            Self::Size(inner) => inner.path(),
        }
    }
}
