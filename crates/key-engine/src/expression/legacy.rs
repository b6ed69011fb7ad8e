//! What the parameters of before expressions ask, as the same trees: conditions, key conditions, updates.
//!
//! Owns what each of them means; evaluation is that of expressions. It must never see JSON, nor check what a request
//! may hold: who reads the request does.
//! <https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/LegacyConditionalParameters.html>

use super::ast::Comparator;
use super::filter::{Node, Operand};
use super::key_condition::{Single, SortCondition, Test};
use super::path::DocumentPath;
use super::update::{Operand as UpdateOperand, SetValue};
use super::{Filter, KeyConditions, Update};
use crate::order::sort_by;
use crate::value::{AttributeValue, Name};

/// A `ComparisonOperator`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ComparisonOperator {
    /// `EQ`, `NE`, `LT`, `LE`, `GT`, `GE`
    Comparator(Comparator),
    /// `NULL`: the attribute is not there.
    Null,
    /// `NOT_NULL`: it is there, of whatever type.
    NotNull,
    /// `CONTAINS`
    Contains,
    /// `NOT_CONTAINS`: it is there and does not contain the value, of whatever type it is.
    NotContains,
    /// `BEGINS_WITH`
    BeginsWith,
    /// `IN`
    In,
    /// `BETWEEN`
    Between,
}

/// A condition on one attribute.
#[derive(Clone, Debug, PartialEq)]
pub struct LegacyCondition {
    /// The attribute's name, whatever signs are in it.
    pub attribute: Name,
    /// How it is compared.
    pub operator: ComparisonOperator,
    /// What with: none, one, two for `BETWEEN`, or more for `IN`.
    pub values: Vec<AttributeValue>,
}

/// What an `AttributeUpdates` does to one attribute.
#[derive(Clone, Debug, PartialEq)]
pub enum LegacyAction {
    /// `PUT`: takes the value, whatever it was.
    Put(AttributeValue),
    /// `ADD`: a number is added, members join a set, elements a list.
    Add(AttributeValue),
    /// `DELETE` with a value: members leave a set.
    Delete(AttributeValue),
    /// `DELETE` without: the attribute goes.
    Remove,
}

impl LegacyCondition {
    fn node(self) -> Node {
        let Self { attribute, operator, values } = self;
        let path = || DocumentPath::of_attribute(attribute.clone());
        let mut values = values.into_iter();
        // who read the request counted the values
        let mut next = || values.next().unwrap_or(AttributeValue::Null);
        let operand = Operand::Path(path());
        match operator {
            ComparisonOperator::Null => Node::NotExists(path()),
            ComparisonOperator::NotNull => Node::Exists(path()),
            ComparisonOperator::Comparator(comparator) => {
                Node::Comparison { left: operand, comparator, right: Operand::Value(next()) }
            }
            ComparisonOperator::Contains => Node::Contains(operand, Operand::Value(next())),
            ComparisonOperator::NotContains => {
                let contains = Node::Contains(operand, Operand::Value(next()));
                Node::And(vec![Node::Exists(path()), Node::Not(Box::new(contains))])
            }
            ComparisonOperator::BeginsWith => Node::BeginsWith(operand, Operand::Value(next())),
            ComparisonOperator::Between => Node::Between {
                operand,
                lower: Operand::Value(next()),
                upper: Operand::Value(next()),
            },
            ComparisonOperator::In => {
                Node::In { operand, candidates: values.map(Operand::Value).collect() }
            }
        }
    }

    fn key_test(self) -> Single {
        let Self { attribute, operator, values } = self;
        let mut values = values.into_iter();
        let mut next = || values.next().unwrap_or(AttributeValue::Null);
        let range = match operator {
            ComparisonOperator::Comparator(comparator) => match comparator {
                Comparator::Equal => return Single { attribute, test: Test::Equal(next()) },
                Comparator::NotEqual => return Single { attribute, test: Test::NotIndexable },
                Comparator::Less => SortCondition::Less(next()),
                Comparator::LessOrEqual => SortCondition::LessOrEqual(next()),
                Comparator::Greater => SortCondition::Greater(next()),
                Comparator::GreaterOrEqual => SortCondition::GreaterOrEqual(next()),
            },
            ComparisonOperator::BeginsWith => SortCondition::BeginsWith(next()),
            ComparisonOperator::Between => SortCondition::Between(next(), next()),
            _ => return Single { attribute, test: Test::NotIndexable },
        };
        Single { attribute, test: Test::Range(range) }
    }
}

impl Filter {
    /// The condition that all of these, or with `any` one of them, hold.
    pub fn of_legacy(conditions: Vec<LegacyCondition>, any: bool) -> Self {
        let nodes = conditions.into_iter().map(LegacyCondition::node).collect();
        Self { root: if any { Node::Or(nodes) } else { Node::And(nodes) }, is_legacy: true }
    }
}

impl KeyConditions {
    /// Key conditions from one condition for each attribute. Operators that no key knows are found out when
    /// they are held against one.
    pub fn of_legacy(conditions: Vec<LegacyCondition>) -> Self {
        Self { conditions: conditions.into_iter().map(LegacyCondition::key_test).collect() }
    }
}

impl Update {
    /// An update from one action for each attribute.
    pub fn of_legacy(actions: Vec<(Name, LegacyAction)>) -> Self {
        let mut update = Self { is_legacy: true, ..Self::default() };
        for (name, action) in actions {
            let path = DocumentPath::of_attribute(name);
            match action {
                LegacyAction::Put(value) => {
                    update.sets.push((path, SetValue::Operand(UpdateOperand::Value(value))));
                }
                LegacyAction::Add(list @ AttributeValue::L(_)) => {
                    let none = UpdateOperand::Value(AttributeValue::L(Vec::new()));
                    let present = UpdateOperand::IfNotExists(path.clone(), Box::new(none));
                    let longer = UpdateOperand::ListAppend(
                        Box::new(present),
                        Box::new(UpdateOperand::Value(list)),
                    );
                    update.sets.push((path, SetValue::Operand(longer)));
                }
                LegacyAction::Add(value) => update.adds.push((path, value)),
                LegacyAction::Delete(members) => update.deletes.push((path, members)),
                LegacyAction::Remove => update.removes.push(path),
            }
        }
        sort_by(&mut update.sets, |(one, _), (two, _)| one.cmp(two));
        update
    }
}
