//! What `DynamoDB` checks of a whole tree before it looks at any placeholder: that every function exists, stands where
//! its result can go, and that no name is a reserved word. In this order, each over the whole text.

use super::ast::{Condition, FunctionCall, Operand, Section, Update};
use super::error::{ErrorKind, ExpressionError, Span};
use super::path::check_reserved;

type Checked = Result<(), ExpressionError>;

/// The functions of conditions, and how many operands each has.
const CONDITION_FUNCTIONS: [(&str, usize); 6] = [
    ("attribute_exists", 1),
    ("attribute_not_exists", 1),
    ("attribute_type", 2),
    ("begins_with", 2),
    ("contains", 2),
    ("size", 1),
];

/// The functions of updates, and how many operands each has.
const UPDATE_FUNCTIONS: [(&str, usize); 2] = [("if_not_exists", 2), ("list_append", 2)];

/// Whether any kind of expression has a function of this name.
pub(crate) fn is_function(name: &str) -> bool {
    operand_count(name).is_some()
}

fn operand_count(name: &str) -> Option<usize> {
    let all = CONDITION_FUNCTIONS.iter().chain(&UPDATE_FUNCTIONS);
    all.copied().find(|(function, _)| *function == name).map(|(_, count)| count)
}

/// The conditions of a tree that hold no others, in the order in which they are written.
pub(crate) fn leaves(condition: &Condition) -> Vec<&Condition> {
    fn collect<'c>(condition: &'c Condition, leaves: &mut Vec<&'c Condition>) {
        match condition {
            Condition::And(all) | Condition::Or(all) => {
                for one in all {
                    collect(one, leaves);
                }
            }
            Condition::Not(inner) => collect(inner, leaves),
            leaf => leaves.push(leaf),
        }
    }
    let mut found = Vec::new();
    collect(condition, &mut found);
    found
}

/// The operands of a leaf; those of a function are its arguments.
pub(crate) fn operands(leaf: &Condition) -> Vec<&Operand> {
    match leaf {
        Condition::Comparison { left, right, .. } => vec![left, right],
        Condition::Between { operand, lower, upper } => vec![operand, lower, upper],
        Condition::In { operand, candidates } => {
            std::iter::once(operand).chain(candidates).collect()
        }
        Condition::Function(call) => call.arguments.iter().collect(),
        Condition::And(_) | Condition::Or(_) | Condition::Not(_) => Vec::new(),
    }
}

/// Checks the functions and the names of a condition.
pub(crate) fn condition(leaves: &[&Condition]) -> Checked {
    for leaf in leaves {
        each_call(leaf, &mut |call| known(call, &UPDATE_FUNCTIONS, "a condition"))?;
    }
    for leaf in leaves {
        placed(leaf)?;
    }
    for leaf in leaves {
        for operand in operands(leaf) {
            names(operand)?;
        }
    }
    Ok(())
}

/// Checks the names and the functions of an update: in this order, other than in a condition.
pub(crate) fn update(update: &Update) -> Checked {
    let mut operands: Vec<&Operand> = Vec::new();
    for section in &update.sections {
        section.paths().into_iter().try_for_each(check_reserved)?;
        if let Section::Set(actions) = section {
            operands.extend(actions.iter().flat_map(|(_, value)| value.operands()));
        }
    }
    operands.iter().try_for_each(|operand| names(operand))?;
    for operand in &operands {
        each_call_of(operand, &mut |call| known(call, &CONDITION_FUNCTIONS, "an update"))?;
    }
    for operand in &operands {
        each_call_of(operand, &mut |call| {
            // a list that was just made can not be appended to another
            let inner = call.arguments.iter().find_map(|argument| match argument {
                Operand::Function(inner) if inner.name == "list_append" => Some(inner),
                _ => None,
            });
            inner.map_or(Ok(()), misused)
        })?;
    }
    once_each(update)
}

/// Whether every section is there once.
fn once_each(update: &Update) -> Checked {
    for (position, section) in update.sections.iter().enumerate() {
        let earlier = update.sections.iter().take(position);
        if earlier.clone().any(|earlier| earlier.keyword() == section.keyword()) {
            let span = section.paths().first().map_or(Span::default(), |path| path.span);
            return Err(ExpressionError::new(ErrorKind::RepeatedSection(section.keyword()), span));
        }
    }
    Ok(())
}

fn misused(call: &FunctionCall) -> Checked {
    Err(ExpressionError::new(ErrorKind::MisusedFunction(call.name.clone()), call.span))
}

/// Checks that a function has as many operands as it needs, and those within it.
pub(crate) fn counts(call: &FunctionCall) -> Checked {
    for argument in &call.arguments {
        if let Operand::Function(inner) = argument {
            counts(inner)?;
        }
    }
    let count = call.arguments.len();
    if operand_count(&call.name) == Some(count) {
        return Ok(());
    }
    let kind = ErrorKind::OperandCount { function: call.name.clone(), count };
    Err(ExpressionError::new(kind, call.span))
}

fn known(call: &FunctionCall, others: &[(&str, usize)], expression: &'static str) -> Checked {
    let function = call.name.clone();
    let kind = if !is_function(&function) {
        ErrorKind::UnknownFunction(function)
    } else if others.iter().any(|(name, _)| *name == function) {
        ErrorKind::FunctionOfOtherKind { function, expression }
    } else {
        return Ok(());
    };
    Err(ExpressionError::new(kind, call.span))
}

/// Only `size` gives something to compare, and `size` alone is no condition.
fn placed(leaf: &Condition) -> Checked {
    let mut within = |call: &FunctionCall| {
        for argument in &call.arguments {
            if let Operand::Function(inner) = argument
                && inner.name != "size"
            {
                return misused(inner);
            }
        }
        Ok(())
    };
    each_call(leaf, &mut within)?;
    match leaf {
        Condition::Function(call) if call.name == "size" => misused(call),
        Condition::Function(_) => Ok(()),
        leaf => operands(leaf).into_iter().try_for_each(|operand| match operand {
            Operand::Function(call) if call.name != "size" => misused(call),
            _ => Ok(()),
        }),
    }
}

fn names(operand: &Operand) -> Checked {
    match operand {
        Operand::Path(path) => check_reserved(path),
        Operand::Value(_) => Ok(()),
        Operand::Function(call) => call.arguments.iter().try_for_each(names),
    }
}

/// Every function of a leaf, those within others first.
fn each_call(leaf: &Condition, visit: &mut dyn FnMut(&FunctionCall) -> Checked) -> Checked {
    for operand in operands(leaf) {
        each_call_of(operand, visit)?;
    }
    if let Condition::Function(call) = leaf { visit(call) } else { Ok(()) }
}

fn each_call_of(operand: &Operand, visit: &mut dyn FnMut(&FunctionCall) -> Checked) -> Checked {
    let Operand::Function(call) = operand else { return Ok(()) };
    for argument in &call.arguments {
        each_call_of(argument, visit)?;
    }
    visit(call)
}
