//! Trees back to text: reading what is printed here gives the same tree again.

use std::fmt::{Display, Formatter, Result};

use super::ast::{
    Condition, FunctionCall, Operand, Path, PathElement, Projection, Section, SetValue, Update,
    ValuePlaceholder,
};

impl Display for Condition {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        match self {
            Self::And(all) => join(f, all, " AND ", |f, one| fmt_side(f, one, one.joins())),
            // AND binds more tightly than OR and needs no parentheses within it
            Self::Or(any) => {
                join(f, any, " OR ", |f, one| fmt_side(f, one, matches!(one, Self::Or(_))))
            }
            Self::Not(inner) => {
                f.write_str("NOT ")?;
                fmt_side(f, inner, inner.joins())
            }
            Self::Comparison { left, comparator, right } => {
                write!(f, "{left} {} {right}", comparator.symbol())
            }
            Self::Between { operand, lower, upper } => {
                write!(f, "{operand} BETWEEN {lower} AND {upper}")
            }
            Self::In { operand, candidates } => {
                write!(f, "{operand} IN (")?;
                join(f, candidates, ", ", |f, one| one.fmt(f))?;
                f.write_str(")")
            }
            Self::Function(call) => call.fmt(f),
        }
    }
}

impl Condition {
    fn joins(&self) -> bool {
        matches!(self, Self::And(_) | Self::Or(_))
    }
}

fn fmt_side(f: &mut Formatter<'_>, condition: &Condition, parentheses: bool) -> Result {
    if parentheses { write!(f, "({condition})") } else { condition.fmt(f) }
}

fn join<T>(
    f: &mut Formatter<'_>,
    all: &[T],
    separator: &str,
    each: impl Fn(&mut Formatter<'_>, &T) -> Result,
) -> Result {
    for (position, one) in all.iter().enumerate() {
        if position > 0 {
            f.write_str(separator)?;
        }
        each(f, one)?;
    }
    Ok(())
}

impl Display for Operand {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        match self {
            Self::Path(path) => path.fmt(f),
            Self::Value(value) => value.fmt(f),
            Self::Function(call) => call.fmt(f),
        }
    }
}

impl Display for ValuePlaceholder {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        f.write_str(&self.name)
    }
}

impl Display for FunctionCall {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        write!(f, "{}(", self.name)?;
        join(f, &self.arguments, ", ", |f, one| one.fmt(f))?;
        f.write_str(")")
    }
}

impl Display for Path {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        for (position, element) in self.elements.iter().enumerate() {
            match element {
                PathElement::Attribute { name, .. } if position == 0 => f.write_str(name)?,
                PathElement::Attribute { name, .. } => write!(f, ".{name}")?,
                PathElement::Index(index) => write!(f, "[{index}]")?,
            }
        }
        Ok(())
    }
}

impl Display for Projection {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        join(f, &self.paths, ", ", |f, path| path.fmt(f))
    }
}

impl Display for Update {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        join(f, &self.sections, " ", |f, section| section.fmt(f))
    }
}

impl Display for Section {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        write!(f, "{} ", self.keyword())?;
        match self {
            Self::Set(actions) => {
                join(f, actions, ", ", |f, (path, value)| write!(f, "{path} = {value}"))
            }
            Self::Remove(paths) => join(f, paths, ", ", |f, path| path.fmt(f)),
            Self::Add(actions) | Self::Delete(actions) => {
                join(f, actions, ", ", |f, (path, value)| write!(f, "{path} {value}"))
            }
        }
    }
}

impl Display for SetValue {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        match self {
            Self::Operand(operand) => operand.fmt(f),
            Self::Plus(left, right) => write!(f, "{left} + {right}"),
            Self::Minus(left, right) => write!(f, "{left} - {right}"),
        }
    }
}
