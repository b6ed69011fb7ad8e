//! Updates ready to be applied: which parts of an item change, and into what.
//!
//! All that can be wrong whatever the item holds is known when one is made; what is wrong with it for an item is an
//! [`UpdateError`](super::UpdateError) when it is applied (`apply`).

use super::ast::{self, FunctionCall, Section};
use super::error::{ErrorKind, ExpressionError, Span};
use super::path::{DocumentPath, resolve_distinct};
use super::placeholders::Placeholders;
use super::{Projection, check, parse, resolve};
use crate::order::sort_by;
use crate::value::AttributeValue;

type Resolved<T> = Result<T, ExpressionError>;

/// An `UpdateExpression` with its names and values in place.
///
/// ```
/// use key_engine::expression::{Placeholders, Update};
/// use key_engine::{AttributeValue, Item};
/// let update = Update::parse("ADD hits :one", &Placeholders::new([], [(":one", AttributeValue::N(1.into()))]))?;
/// let item = update.change(&Item::new())?;
/// assert_eq!(update.change(&item)?.get("hits"), Some(&AttributeValue::N(2.into())));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Update {
    /// In order of their paths: elements that are added to a list are added in this order.
    pub(crate) sets: Vec<(DocumentPath, SetValue)>,
    pub(crate) removes: Vec<DocumentPath>,
    pub(crate) adds: Vec<(DocumentPath, AttributeValue)>,
    pub(crate) deletes: Vec<(DocumentPath, AttributeValue)>,
    /// Asked by `AttributeUpdates`, of which the service speaks in other words.
    pub(crate) is_legacy: bool,
}

/// What a `SET` puts at its path, with names and values in place.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum SetValue {
    Operand(Operand),
    Plus(Operand, Operand),
    Minus(Operand, Operand),
}

/// An operand of a `SET`, with names and values in place.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Operand {
    Path(DocumentPath),
    Value(AttributeValue),
    IfNotExists(DocumentPath, Box<Operand>),
    ListAppend(Box<Operand>, Box<Operand>),
}

impl Update {
    /// Reads an update and puts what its placeholders stand for in their place.
    ///
    /// # Errors
    /// Where `DynamoDB` would refuse the expression whatever the item is.
    pub fn parse(text: &str, placeholders: &Placeholders) -> Result<Self, ExpressionError> {
        let update = parse::update(text)?;
        check::update(&update)?;
        Self::of_tree(&update, placeholders)
    }

    /// An update of which the functions, the names and the order of sections are known to be right.
    pub(crate) fn of_tree(update: &ast::Update, placeholders: &Placeholders) -> Resolved<Self> {
        resolve_update(update, placeholders)
    }

    /// The paths that change, in no order that means anything.
    pub fn paths(&self) -> impl Iterator<Item = &DocumentPath> {
        let sets = self.sets.iter().map(|(path, _)| path);
        let amounts = self.adds.iter().chain(&self.deletes).map(|(path, _)| path);
        sets.chain(&self.removes).chain(amounts)
    }

    /// The attributes of the item that change, each as often as a path begins with it.
    pub fn attributes(&self) -> impl Iterator<Item = &str> {
        self.paths().map(DocumentPath::attribute)
    }

    /// Whether all that it does is to take parts away: it makes no item where there is none.
    pub fn only_removes(&self) -> bool {
        let takes = !self.removes.is_empty() || !self.deletes.is_empty();
        takes && self.sets.is_empty() && self.adds.is_empty()
    }

    /// The attributes of which a part changes, each as often as a path leads into it.
    pub(crate) fn nested(&self) -> Vec<&str> {
        self.paths().filter(|path| path.is_nested()).map(DocumentPath::attribute).collect()
    }

    /// Whole attributes that are set, added to or taken from, with the value that the request gives for it.
    pub(crate) fn given(&self) -> impl Iterator<Item = (&str, &AttributeValue)> {
        let sets = self.sets.iter().filter_map(|(path, value)| match value {
            SetValue::Operand(Operand::Value(value)) => Some((path, value)),
            _ => None,
        });
        let amounts = self.adds.iter().chain(&self.deletes).map(|(path, amount)| (path, amount));
        let whole = sets.chain(amounts).filter(|(path, _)| !path.is_nested());
        whole.map(|(path, value)| (path.attribute(), value))
    }

    /// The parts of an item that change: what `UPDATED_OLD` and `UPDATED_NEW` give back of it.
    pub fn changed(&self) -> Projection {
        Projection::of_paths(self.paths())
    }
}

fn resolve_update(update: &ast::Update, placeholders: &Placeholders) -> Resolved<Update> {
    let targets = update.sections.iter().flat_map(Section::paths);
    names_defined(update, placeholders)?;
    values_defined(update, placeholders)?;
    let mut targets = resolve_distinct(targets, placeholders)?.into_iter();
    amounts_fit(update, placeholders)?;
    let mut resolved = Update::default();
    for section in &update.sections {
        match section {
            Section::Set(actions) => {
                for ((_, value), path) in actions.iter().zip(&mut targets) {
                    resolved.sets.push((path, set_value(value, placeholders)?));
                }
            }
            Section::Remove(paths) => resolved.removes.extend(targets.by_ref().take(paths.len())),
            Section::Add(actions) => {
                for ((_, value), path) in actions.iter().zip(&mut targets) {
                    resolved.adds.push((path, resolve::value(value, placeholders)?.clone()));
                }
            }
            Section::Delete(actions) => {
                for ((_, value), path) in actions.iter().zip(&mut targets) {
                    resolved.deletes.push((path, resolve::value(value, placeholders)?.clone()));
                }
            }
        }
    }
    sort_by(&mut resolved.sets, |(one, _), (two, _)| one.cmp(two));
    Ok(resolved)
}

fn set_operands(update: &ast::Update) -> impl Iterator<Item = &ast::Operand> {
    update
        .sections
        .iter()
        .flat_map(|section| match section {
            Section::Set(actions) => actions.as_slice(),
            _ => &[],
        })
        .flat_map(|(_, value)| value.operands())
}

/// Reports the first `#name` that is not defined.
fn names_defined(update: &ast::Update, placeholders: &Placeholders) -> Resolved<()> {
    fn within(operand: &ast::Operand, placeholders: &Placeholders) -> Resolved<()> {
        match operand {
            ast::Operand::Path(path) => DocumentPath::resolve(path, placeholders).map(|_| ()),
            ast::Operand::Value(_) => Ok(()),
            ast::Operand::Function(call) => {
                call.arguments.iter().try_for_each(|inner| within(inner, placeholders))
            }
        }
    }
    for path in update.sections.iter().flat_map(Section::paths) {
        DocumentPath::resolve(path, placeholders)?;
    }
    set_operands(update).try_for_each(|operand| within(operand, placeholders))
}

/// Reports the first `:value` that is not defined.
fn values_defined(update: &ast::Update, placeholders: &Placeholders) -> Resolved<()> {
    fn within(operand: &ast::Operand, placeholders: &Placeholders) -> Resolved<()> {
        match operand {
            ast::Operand::Path(_) => Ok(()),
            ast::Operand::Value(value) => resolve::value(value, placeholders).map(|_| ()),
            ast::Operand::Function(call) => {
                call.arguments.iter().try_for_each(|inner| within(inner, placeholders))
            }
        }
    }
    for section in &update.sections {
        match section {
            Section::Set(actions) => {
                for operand in actions.iter().flat_map(|(_, value)| value.operands()) {
                    within(operand, placeholders)?;
                }
            }
            Section::Remove(_) => {}
            Section::Add(actions) | Section::Delete(actions) => {
                for (_, value) in actions {
                    resolve::value(value, placeholders)?;
                }
            }
        }
    }
    Ok(())
}

/// Whether every operand of `ADD` is a number or a set, and every operand of `DELETE` a set.
fn amounts_fit(update: &ast::Update, placeholders: &Placeholders) -> Resolved<()> {
    for section in &update.sections {
        let (Section::Add(actions) | Section::Delete(actions)) = section else { continue };
        for (_, value) in actions {
            let operand_type = match resolve::value(value, placeholders)? {
                AttributeValue::Ss(_) | AttributeValue::Ns(_) | AttributeValue::Bs(_) => continue,
                AttributeValue::N(_) if matches!(section, Section::Add(_)) => continue,
                AttributeValue::N(_) => "NUMBER",
                AttributeValue::S(_) => "STRING",
                AttributeValue::B(_) => "BINARY",
                AttributeValue::Bool(_) => "BOOLEAN",
                AttributeValue::Null => "NULL",
                AttributeValue::M(_) => "MAP",
                AttributeValue::L(_) => "LIST",
            };
            let kind = ErrorKind::SectionOperandType { section: section.keyword(), operand_type };
            return Err(ExpressionError::new(kind, value.span));
        }
    }
    Ok(())
}

fn set_value(value: &ast::SetValue, placeholders: &Placeholders) -> Resolved<SetValue> {
    let (operator, left, right) = match value {
        ast::SetValue::Operand(only) => return operand(only, placeholders).map(SetValue::Operand),
        ast::SetValue::Plus(left, right) => ("+", left, right),
        ast::SetValue::Minus(left, right) => ("-", left, right),
    };
    let sides = (operand(left, placeholders)?, operand(right, placeholders)?);
    must_be("N", operator, &sides.0, left.span())?;
    must_be("N", operator, &sides.1, right.span())?;
    let join = if operator == "+" { SetValue::Plus } else { SetValue::Minus };
    Ok(join(sides.0, sides.1))
}

fn operand(written: &ast::Operand, placeholders: &Placeholders) -> Resolved<Operand> {
    match written {
        ast::Operand::Path(path) => DocumentPath::resolve(path, placeholders).map(Operand::Path),
        ast::Operand::Value(value) => {
            resolve::value(value, placeholders).cloned().map(Operand::Value)
        }
        ast::Operand::Function(call) => function(call, placeholders),
    }
}

fn function(call: &FunctionCall, placeholders: &Placeholders) -> Resolved<Operand> {
    let [first, second] = call.arguments.as_slice() else {
        let kind =
            ErrorKind::OperandCount { function: call.name.clone(), count: call.arguments.len() };
        return Err(ExpressionError::new(kind, call.span));
    };
    let written = (first.span(), second.span());
    let (first, second) = (operand(first, placeholders)?, operand(second, placeholders)?);
    if call.name == "if_not_exists" {
        let Operand::Path(path) = first else {
            return Err(ExpressionError::new(
                ErrorKind::PathRequired(call.name.clone()),
                call.span,
            ));
        };
        return Ok(Operand::IfNotExists(path, Box::new(second)));
    }
    must_be("L", &call.name, &first, written.0)?;
    must_be("L", &call.name, &second, written.1)?;
    Ok(Operand::ListAppend(Box::new(first), Box::new(second)))
}

/// Whether `operand`, if it is a value, is one of the type `wanted`.
fn must_be(wanted: &str, operator: &str, operand: &Operand, span: Span) -> Resolved<()> {
    match operand {
        Operand::Value(value) if value.type_name() != wanted => {
            let operand_type = value.type_name().to_owned();
            Err(ExpressionError::new(
                ErrorKind::OperandType { operator: operator.to_owned(), operand_type },
                span,
            ))
        }
        _ => Ok(()),
    }
}
