//! Key conditions: which part of which item collection a Query reads.
//!
//! Read in two steps, since `DynamoDB` reports what is wrong with the expression before it looks for the table, and
//! what does not fit the table's key after. Knows the key's names and types, never the table.

use std::fmt;

use super::ast::Comparator;
use super::error::{ErrorKind, ExpressionError, Span};
use super::filter::{Node, Operand};
use super::placeholders::Placeholders;
use super::{parse, resolve};
use crate::value::{AttributeValue, KeyType, Name};

/// A `KeyConditionExpression` that is a condition, and may yet be none of a key.
///
/// `DynamoDB` asks that only when it has read the request's other expressions and found all placeholders used.
#[derive(Clone, Debug, PartialEq)]
pub struct KeyConditionExpression {
    root: Node,
    span: Span,
}

impl KeyConditionExpression {
    /// Reads a condition and puts what its placeholders stand for in their place.
    ///
    /// # Errors
    /// Where `DynamoDB` would refuse the expression as any condition.
    pub fn parse(text: &str, placeholders: &Placeholders) -> Result<Self, ExpressionError> {
        let condition = parse::condition(text)?;
        let root = resolve::condition(&condition, placeholders)?;
        Ok(Self { root, span: Span::new(0, text.len()) })
    }

    /// The conditions on single attributes that it consists of.
    ///
    /// # Errors
    /// Where it is no condition that a key can have.
    pub fn conditions(self) -> Result<KeyConditions, ExpressionError> {
        let mut conditions = Vec::new();
        collect(self.root, &mut conditions)
            .map_err(|kind| ExpressionError::new(kind, self.span))?;
        Ok(KeyConditions { conditions })
    }
}

/// A `KeyConditionExpression` with its names and values in place, not yet held against a key.
///
/// ```
/// use key_engine::expression::{KeyConditions, KeySchema, Placeholders};
/// use key_engine::{AttributeValue, KeyType};
/// let values = [(":p", AttributeValue::S("PRODUCT#P100".into())), (":s", AttributeValue::S("WAREHOUSE#".into()))];
/// let conditions =
///     KeyConditions::parse("PK = :p AND begins_with(SK, :s)", &Placeholders::new([], values))?;
/// let schema = KeySchema { partition: &[("PK", KeyType::S)], sort: &[("SK", KeyType::S)] };
/// let key = conditions.against(&schema)?;
/// assert_eq!((key.partition.len(), key.sort.len(), key.last.is_some()), (1, 0, true));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct KeyConditions {
    pub(crate) conditions: Vec<Single>,
}

/// A condition on one attribute.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Single {
    pub(crate) attribute: Name,
    pub(crate) test: Test,
}

#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Test {
    Equal(AttributeValue),
    Range(SortCondition),
    /// One of the operators of before expressions that no key has.
    NotIndexable,
}

/// The key that a condition is held against: names and types, in the key's order, partition parts apart from sort
/// parts.
#[derive(Clone, Copy, Debug)]
pub struct KeySchema<'s> {
    /// One to four attributes.
    pub partition: &'s [(&'s str, KeyType)],
    /// None to four attributes.
    pub sort: &'s [(&'s str, KeyType)],
}

/// What a Query reads of a key: one value for each partition part, values for the first sort parts, and perhaps a
/// range of the part after those.
#[derive(Clone, Debug, PartialEq)]
pub struct KeyCondition {
    /// The value of each partition part, in the key's order.
    pub partition: Vec<(Name, AttributeValue)>,
    /// The values of the first sort parts that are given by equality, in the key's order.
    pub sort: Vec<(Name, AttributeValue)>,
    /// The condition on the sort part after those.
    pub last: Option<SortCondition>,
}

/// A condition on a sort part that is no equality.
#[derive(Clone, Debug, PartialEq)]
pub enum SortCondition {
    /// Below.
    Less(AttributeValue),
    /// Below or equal.
    LessOrEqual(AttributeValue),
    /// Above.
    Greater(AttributeValue),
    /// Above or equal.
    GreaterOrEqual(AttributeValue),
    /// From the first to the second, both within.
    Between(AttributeValue, AttributeValue),
    /// Text or binary that begins so.
    BeginsWith(AttributeValue),
}

/// A key condition that does not fit its key. `Display` is `DynamoDB`'s whole message.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum KeyConditionError {
    /// More conditions than the key has parts.
    TooMany {
        /// How many conditions there are.
        conditions: usize,
        /// How many parts the key has.
        parts: usize,
    },
    /// A part of the key that must be given and is not.
    Missed(Name),
    /// A partition part that is not given by equality.
    NotSupported,
    /// An operator that needs more than the order of keys.
    NotIndexable,
    /// A value of another type than its part of the key.
    TypeMismatch,
    /// A value that is empty, as no key is.
    EmptyValue {
        /// The part.
        attribute: Name,
        /// Whether the value is binary, else a string.
        binary: bool,
    },
    /// Sort parts before one that has a condition must be given by equality.
    Gap {
        /// The parts that are not.
        missing: Vec<Name>,
        /// The part that has a condition.
        present: Name,
    },
}

impl fmt::Display for KeyConditionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooMany { conditions, parts } => write!(
                f,
                "The number of query conditions ({conditions}) exceeds the number of key attributes defined in the \
                 schema ({parts})"
            ),
            Self::Missed(name) => write!(f, "Query condition missed key schema element: {name}"),
            Self::NotSupported => f.write_str("Query key condition not supported"),
            Self::NotIndexable => f.write_str(
                "Attempted conditional constraint is not an indexable operation",
            ),
            Self::TypeMismatch => f.write_str(
                "One or more parameter values were invalid: Condition parameter type does not match schema type",
            ),
            Self::EmptyValue { attribute, binary } => write!(
                f,
                "One or more parameter values are not valid. The AttributeValue for a key attribute cannot contain \
                 an empty {} value. Key: {attribute}",
                if *binary { "binary" } else { "string" }
            ),
            Self::Gap { missing, present } => write!(
                f,
                "RANGE key attributes {} must have equality conditions specified in the query because a condition \
                 is present on key attribute {present}",
                missing.join(", ")
            ),
        }
    }
}

impl std::error::Error for KeyConditionError {}

impl KeyConditions {
    /// Reads a key condition and puts what its placeholders stand for in their place, both steps at once.
    ///
    /// # Errors
    /// Where `DynamoDB` would refuse the expression whatever the table's key is.
    pub fn parse(text: &str, placeholders: &Placeholders) -> Result<Self, ExpressionError> {
        KeyConditionExpression::parse(text, placeholders)?.conditions()
    }

    /// The key conditions that these conditions on single attributes are.
    ///
    /// # Errors
    /// Where one is no condition that a key can have, or two are on one attribute.
    pub(crate) fn of_nodes(nodes: Vec<Node>) -> Result<Self, ErrorKind> {
        let mut conditions = Vec::with_capacity(nodes.len());
        nodes.into_iter().try_for_each(|node| collect(node, &mut conditions))?;
        Ok(Self { conditions })
    }

    /// Holds the conditions against a key: every partition part by equality, sort parts from the left without a gap,
    /// and only the last of them by anything but equality.
    ///
    /// # Errors
    /// Where they do not fit.
    pub fn against(&self, schema: &KeySchema<'_>) -> Result<KeyCondition, KeyConditionError> {
        let parts = schema.partition.len() + schema.sort.len();
        if self.conditions.len() > parts {
            return Err(KeyConditionError::TooMany { conditions: self.conditions.len(), parts });
        }
        let mut partition = Vec::with_capacity(schema.partition.len());
        for (name, key_type) in schema.partition {
            let condition =
                self.on(name).ok_or_else(|| KeyConditionError::Missed(Name::from(*name)))?;
            match &condition.test {
                Test::Equal(value) => {
                    check_value(condition, value, *key_type)?;
                    partition.push((condition.attribute.clone(), value.clone()));
                }
                Test::Range(range) => {
                    for value in range.values() {
                        check_value(condition, value, *key_type)?;
                    }
                    return Err(KeyConditionError::NotSupported);
                }
                Test::NotIndexable => return Err(KeyConditionError::NotIndexable),
            }
        }
        let (sort, last) = self.sort_parts(schema.sort)?;
        let found = partition.len() + sort.len() + usize::from(last.is_some());
        if found < self.conditions.len() {
            // a condition on an attribute that is no part of the key stands where one on a sort part would
            let part = schema.sort.iter().find(|(name, _)| self.on(name).is_none());
            return Err(match part {
                Some((name, _)) => KeyConditionError::Missed(Name::from(*name)),
                None => KeyConditionError::NotSupported,
            });
        }
        Ok(KeyCondition { partition, sort, last })
    }

    fn on(&self, attribute: &str) -> Option<&Single> {
        self.conditions.iter().find(|condition| &*condition.attribute == attribute)
    }

    /// The equalities on the first sort parts and the condition on the part after them.
    fn sort_parts(&self, schema: &[(&str, KeyType)]) -> Result<SortParts, KeyConditionError> {
        let mut sort = Vec::new();
        let mut last = None;
        let mut missing: Vec<Name> = Vec::new();
        for (name, key_type) in schema {
            let Some(condition) = self.on(name) else {
                missing.push(Name::from(*name));
                continue;
            };
            if !missing.is_empty() {
                return Err(KeyConditionError::Gap {
                    missing,
                    present: condition.attribute.clone(),
                });
            }
            match &condition.test {
                Test::Equal(value) => {
                    check_value(condition, value, *key_type)?;
                    sort.push((condition.attribute.clone(), value.clone()));
                }
                Test::NotIndexable => return Err(KeyConditionError::NotIndexable),
                Test::Range(range) => {
                    for value in range.values() {
                        check_value(condition, value, *key_type)?;
                    }
                    last = Some(range.clone());
                    missing.push(condition.attribute.clone());
                }
            }
        }
        Ok((sort, last))
    }
}

type SortParts = (Vec<(Name, AttributeValue)>, Option<SortCondition>);

fn check_value(
    condition: &Single,
    value: &AttributeValue,
    key_type: KeyType,
) -> Result<(), KeyConditionError> {
    if !key_type.matches(value) {
        return Err(KeyConditionError::TypeMismatch);
    }
    let empty = |binary| {
        Err(KeyConditionError::EmptyValue { attribute: condition.attribute.clone(), binary })
    };
    match value {
        AttributeValue::S(text) if text.is_empty() => empty(false),
        AttributeValue::B(bytes) if bytes.is_empty() => empty(true),
        _ => Ok(()),
    }
}

impl SortCondition {
    /// The values it compares with: one, or two for a range with two ends.
    pub fn values(&self) -> impl Iterator<Item = &AttributeValue> {
        let (first, second) = match self {
            Self::Less(value)
            | Self::LessOrEqual(value)
            | Self::Greater(value)
            | Self::GreaterOrEqual(value)
            | Self::BeginsWith(value) => (value, None),
            Self::Between(lower, upper) => (lower, Some(upper)),
        };
        std::iter::once(first).chain(second)
    }
}

/// The single conditions of a tree that holds nothing but those and `AND`, in the order in which they are written.
fn collect(node: Node, found: &mut Vec<Single>) -> Result<(), ErrorKind> {
    let operator = |name: &str| Err(ErrorKind::KeyOperator(name.to_owned()));
    let single = match node {
        Node::And(all) => return all.into_iter().try_for_each(|one| collect(one, found)),
        Node::Or(_) => return operator("OR"),
        Node::Not(_) => return operator("NOT"),
        Node::In { .. } => return operator("IN"),
        Node::Exists(_) => return operator("attribute_exists"),
        Node::NotExists(_) => return operator("attribute_not_exists"),
        Node::HasType(..) => return operator("attribute_type"),
        Node::Contains(..) => return operator("contains"),
        Node::Comparison { comparator: Comparator::NotEqual, .. } => return operator("<>"),
        Node::Comparison { left, comparator, right } => comparison(left, comparator, right)?,
        Node::Between { operand, lower, upper } => {
            first_path("BETWEEN", &operand)?;
            let (attribute, values) = attribute_and_values([operand, lower, upper])?;
            let [lower, upper] = values.try_into().map_err(|_| ErrorKind::KeyManyAttributes)?;
            Single { attribute, test: Test::Range(SortCondition::Between(lower, upper)) }
        }
        Node::BeginsWith(operand, prefix) => {
            first_path("begins_with", &operand)?;
            let (attribute, values) = attribute_and_values([operand, prefix])?;
            let [prefix] = values.try_into().map_err(|_| ErrorKind::KeyManyAttributes)?;
            Single { attribute, test: Test::Range(SortCondition::BeginsWith(prefix)) }
        }
    };
    if found.iter().any(|earlier| earlier.attribute == single.attribute) {
        return Err(ErrorKind::KeyRepeated);
    }
    found.push(single);
    Ok(())
}

fn comparison(left: Operand, comparator: Comparator, right: Operand) -> Result<Single, ErrorKind> {
    let comparator =
        if matches!(left, Operand::Path(_)) { comparator } else { comparator.mirrored() };
    let (attribute, values) = attribute_and_values([left, right])?;
    let [value] = values.try_into().map_err(|_| ErrorKind::KeyNoAttribute)?;
    let test = match comparator {
        Comparator::Equal | Comparator::NotEqual => Test::Equal(value),
        Comparator::Less => Test::Range(SortCondition::Less(value)),
        Comparator::LessOrEqual => Test::Range(SortCondition::LessOrEqual(value)),
        Comparator::Greater => Test::Range(SortCondition::Greater(value)),
        Comparator::GreaterOrEqual => Test::Range(SortCondition::GreaterOrEqual(value)),
    };
    Ok(Single { attribute, test })
}

fn first_path(operator: &str, operand: &Operand) -> Result<(), ErrorKind> {
    if matches!(operand, Operand::Path(_)) {
        Ok(())
    } else {
        Err(ErrorKind::KeyFirstOperand(operator.to_owned()))
    }
}

/// The one attribute among `operands` and the values, in the order in which they are written.
fn attribute_and_values<const N: usize>(
    operands: [Operand; N],
) -> Result<(Name, Vec<AttributeValue>), ErrorKind> {
    let mut attribute = None;
    let mut values = Vec::with_capacity(N);
    for operand in operands {
        match operand {
            Operand::Path(_) if attribute.is_some() => return Err(ErrorKind::KeyManyAttributes),
            Operand::Path(path) if path.is_nested() => return Err(ErrorKind::KeyNestedAttribute),
            Operand::Path(path) => attribute = Some(path.shared_attribute().clone()),
            Operand::Value(value) => values.push(value),
            Operand::Size(_) => return Err(ErrorKind::KeyNestedOperation),
        }
    }
    Ok((attribute.ok_or(ErrorKind::KeyNoAttribute)?, values))
}
