//! From a tree as written to one with names and values in place.
//!
//! Walks the conditions in the order in which they are written and reports, of the first that has a fault: a
//! placeholder that is not defined, then a wrong number of operands, then operands that are the same, then an operand
//! whose type can never fit. Types are known of values and of sizes; what a path leads to is no fault here.

use super::ast::{self, Comparator, Condition, FunctionCall};
use super::check;
use super::compare::value_order;
use super::error::{ErrorKind, ExpressionError, Span};
use super::filter::{Node, Operand};
use super::path::DocumentPath;
use super::placeholders::Placeholders;
use crate::value::{AttributeValue, base64_encode};

type Resolved<T> = Result<T, ExpressionError>;

/// The type "operand" that `attribute_type` reports for a second operand that is no value: every type there has been.
const ALL_TYPES: &str = "{S,SS,N,NS,B,BS,BOOL,NULL,L,M,HD,DOUBLE,FLOAT,HDS,FS,DOUBLESET,DICT,DECIMAL,INT,\
                         DECIMALSET,INTSET}";

/// The most candidates that `IN` may have.
/// <https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/Constraints.html>
const MAX_CANDIDATES: usize = 100;

/// The names of the types that a value can have.
const TYPE_NAMES: [&str; 10] = ["S", "SS", "N", "NS", "B", "BS", "BOOL", "NULL", "L", "M"];

/// Checks a condition and puts what its placeholders stand for in their place.
pub(crate) fn condition(condition: &Condition, placeholders: &Placeholders) -> Resolved<Node> {
    check::condition(&check::leaves(condition))?;
    node(condition, placeholders)
}

fn node(condition: &Condition, placeholders: &Placeholders) -> Resolved<Node> {
    let nodes =
        |all: &[Condition]| all.iter().map(|one| node(one, placeholders)).collect::<Resolved<_>>();
    match condition {
        Condition::And(all) => nodes(all).map(Node::And),
        Condition::Or(any) => nodes(any).map(Node::Or),
        Condition::Not(inner) => Ok(Node::Not(Box::new(node(inner, placeholders)?))),
        leaf => leaf_node(leaf, placeholders),
    }
}

fn leaf_node(leaf: &Condition, placeholders: &Placeholders) -> Resolved<Node> {
    let written = check::operands(leaf);
    for operand in &written {
        defined(operand, placeholders)?;
    }
    for operand in &written {
        if let ast::Operand::Function(call) = operand {
            check::counts(call)?;
        }
    }
    if let Condition::Function(call) = leaf {
        check::counts(call)?;
    }
    if let Condition::In { candidates, .. } = leaf
        && candidates.len() > MAX_CANDIDATES
    {
        let span = candidates.first().map_or(Span::default(), ast::Operand::span);
        return Err(ExpressionError::new(ErrorKind::TooManyCandidates(candidates.len()), span));
    }
    let mut operands = Vec::with_capacity(written.len());
    for operand in written {
        operands.push((self::operand(operand, placeholders)?, operand.span()));
    }
    sizes_fit(&operands)?;
    match leaf {
        Condition::Comparison { comparator, .. } => comparison(*comparator, operands),
        Condition::Between { .. } => between(operands),
        Condition::Function(call) => function(call, operands),
        _ => {
            let mut operands = operands.into_iter().map(|(operand, _)| operand);
            let operand = operands.next().unwrap_or(Operand::Value(AttributeValue::Null));
            Ok(Node::In { operand, candidates: operands.collect() })
        }
    }
}

/// Reports the first placeholder of `operand` that is not defined.
fn defined(operand: &ast::Operand, placeholders: &Placeholders) -> Resolved<()> {
    match operand {
        ast::Operand::Path(path) => DocumentPath::resolve(path, placeholders).map(|_| ()),
        ast::Operand::Value(value) => self::value(value, placeholders).map(|_| ()),
        ast::Operand::Function(call) => {
            call.arguments.iter().try_for_each(|argument| defined(argument, placeholders))
        }
    }
}

/// The value that a placeholder stands for.
pub(crate) fn value<'p>(
    value: &ast::ValuePlaceholder,
    placeholders: &'p Placeholders,
) -> Resolved<&'p AttributeValue> {
    let undefined =
        || ExpressionError::new(ErrorKind::UndefinedValue(value.name.clone()), value.span);
    placeholders.value(&value.name).ok_or_else(undefined)
}

fn operand(operand: &ast::Operand, placeholders: &Placeholders) -> Resolved<Operand> {
    match operand {
        ast::Operand::Path(path) => DocumentPath::resolve(path, placeholders).map(Operand::Path),
        ast::Operand::Value(value) => self::value(value, placeholders).cloned().map(Operand::Value),
        // of the functions only `size` stands for a value, and it has one operand: both have been checked
        ast::Operand::Function(call) => match call.arguments.as_slice() {
            [argument] => Ok(Operand::Size(Box::new(self::operand(argument, placeholders)?))),
            _ => {
                Err(ExpressionError::new(ErrorKind::MisusedFunction(call.name.clone()), call.span))
            }
        },
    }
}

/// The type of an operand where it is known before any item is.
fn known_type(operand: &Operand) -> Option<&'static str> {
    match operand {
        Operand::Path(_) => None,
        Operand::Value(value) => Some(value.type_name()),
        Operand::Size(_) => Some("N"),
    }
}

fn wrong_type(operator: &str, operand_type: &str, span: Span) -> ExpressionError {
    let kind = ErrorKind::OperandType {
        operator: operator.to_owned(),
        operand_type: operand_type.to_owned(),
    };
    ExpressionError::new(kind, span)
}

/// Whether every `size` is the size of something that can have one.
fn sizes_fit(operands: &[(Operand, Span)]) -> Resolved<()> {
    for (operand, span) in operands {
        if let Operand::Size(inner) = operand
            && let Some(found @ ("N" | "BOOL" | "NULL")) = known_type(inner)
        {
            return Err(wrong_type("size", found, *span));
        }
    }
    Ok(())
}

/// Whether all operands of which the type is known are of one of `types`.
fn types_fit(operator: &str, types: &[&str], operands: &[(Operand, Span)]) -> Resolved<()> {
    for (operand, span) in operands {
        match known_type(operand) {
            Some(found) if !types.contains(&found) => {
                return Err(wrong_type(operator, found, *span));
            }
            _ => {}
        }
    }
    Ok(())
}

/// Two operands that are one and the same path.
fn distinct(operator: &str, one: &Operand, two: &Operand, span: Span) -> Resolved<()> {
    match (one, two) {
        (Operand::Path(one), Operand::Path(two)) if one == two => {
            let kind =
                ErrorKind::SameOperands { operator: operator.to_owned(), path: one.to_string() };
            Err(ExpressionError::new(kind, span))
        }
        _ => Ok(()),
    }
}

const ORDERED: [&str; 3] = ["S", "N", "B"];

fn comparison(comparator: Comparator, operands: Vec<(Operand, Span)>) -> Resolved<Node> {
    let symbol = comparator.symbol();
    if let [(left, _), (right, span)] = operands.as_slice() {
        distinct(symbol, left, right, *span)?;
    }
    if !matches!(comparator, Comparator::Equal | Comparator::NotEqual) {
        types_fit(symbol, &ORDERED, &operands)?;
    }
    let [left, right] = exactly(operands, symbol)?;
    Ok(Node::Comparison { left, comparator, right })
}

fn between(operands: Vec<(Operand, Span)>) -> Resolved<Node> {
    types_fit("BETWEEN", &ORDERED, &operands)?;
    if let [_, (Operand::Value(lower), start), (Operand::Value(upper), end)] = operands.as_slice() {
        let span = start.to(*end);
        let texts = || (quoted(lower), quoted(upper));
        match value_order(lower, upper) {
            None => {
                let (lower, upper) = texts();
                return Err(ExpressionError::new(ErrorKind::BoundTypes { lower, upper }, span));
            }
            Some(order) if order.is_gt() => {
                let (lower, upper) = texts();
                return Err(ExpressionError::new(ErrorKind::BoundOrder { lower, upper }, span));
            }
            Some(_) => {}
        }
    }
    let [operand, lower, upper] = exactly(operands, "BETWEEN")?;
    Ok(Node::Between { operand, lower, upper })
}

/// A value as messages quote it: `{N:1}`.
fn quoted(value: &AttributeValue) -> String {
    match value {
        AttributeValue::S(text) => format!("{{S:{text}}}"),
        AttributeValue::N(number) => format!("{{N:{number}}}"),
        AttributeValue::B(bytes) => format!("{{B:{}}}", base64_encode(bytes)),
        other => format!("{{{}:}}", other.type_name()),
    }
}

fn function(call: &FunctionCall, operands: Vec<(Operand, Span)>) -> Resolved<Node> {
    if let [(one, _), (two, span)] = operands.as_slice() {
        distinct(&call.name, one, two, *span)?;
    }
    match call.name.as_str() {
        "attribute_exists" => path_of(call, operands).map(Node::Exists),
        "attribute_not_exists" => path_of(call, operands).map(Node::NotExists),
        "attribute_type" => has_type(call, operands),
        "begins_with" => {
            types_fit(&call.name, &["S", "B"], &operands)?;
            let [value, prefix] = exactly(operands, &call.name)?;
            Ok(Node::BeginsWith(value, prefix))
        }
        _ => {
            let [whole, part] = exactly(operands, &call.name)?;
            Ok(Node::Contains(whole, part))
        }
    }
}

fn path_of(call: &FunctionCall, operands: Vec<(Operand, Span)>) -> Resolved<DocumentPath> {
    let [operand] = exactly(operands, &call.name)?;
    match operand {
        Operand::Path(path) => Ok(path),
        _ => Err(ExpressionError::new(ErrorKind::PathRequired(call.name.clone()), call.span)),
    }
}

fn has_type(call: &FunctionCall, operands: Vec<(Operand, Span)>) -> Resolved<Node> {
    let span = operands.last().map_or(call.span, |(_, span)| *span);
    let [operand, type_name] = exactly(operands, &call.name)?;
    match type_name {
        Operand::Value(AttributeValue::S(name)) if TYPE_NAMES.contains(&name.as_str()) => {
            Ok(Node::HasType(operand, name))
        }
        Operand::Value(AttributeValue::S(name)) => {
            Err(ExpressionError::new(ErrorKind::UnknownType(name), span))
        }
        other => Err(wrong_type(&call.name, known_type(&other).unwrap_or(ALL_TYPES), span)),
    }
}

/// The operands, of which there are as many as there must be.
fn exactly<const N: usize>(
    operands: Vec<(Operand, Span)>,
    operator: &str,
) -> Resolved<[Operand; N]> {
    let count = operands.len();
    let span = operands.first().map_or(Span::default(), |(_, span)| *span);
    let operands: Vec<Operand> = operands.into_iter().map(|(operand, _)| operand).collect();
    operands.try_into().map_err(|_| {
        ExpressionError::new(ErrorKind::OperandCount { function: operator.to_owned(), count }, span)
    })
}
