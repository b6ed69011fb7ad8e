//! Conditions: comparisons, `BETWEEN`, `IN`, `IS` and functions, joined by `NOT`, `AND` and `OR`, which bind in that order.

use super::error::Fault;
use super::parse::{Parsed, Parser};
use crate::expression::Span;
use crate::expression::ast::{Comparator, Condition, FunctionCall, Operand};
use crate::value::AttributeValue;

/// What a stretch of the text turned out to be: what a parenthesis opens is only known once its inside has been read.
enum Term {
    Condition(Condition),
    Operand(Operand),
}

/// The functions that say yes or no.
const PREDICATES: [&str; 3] = ["attribute_type", "begins_with", "contains"];

impl Parser<'_> {
    /// `WHERE condition`, if there is one.
    pub(super) fn optional_where(&mut self) -> Parsed<Option<Condition>> {
        if !self.accept("WHERE") {
            return Ok(None);
        }
        let term = self.any()?;
        self.condition(term).map(Some)
    }

    /// Terms joined by `OR`.
    fn any(&mut self) -> Parsed<Term> {
        self.joined("OR", Self::all, Condition::Or)
    }

    /// Terms joined by `AND`.
    fn all(&mut self) -> Parsed<Term> {
        self.joined("AND", Self::negated, Condition::And)
    }

    fn joined(
        &mut self,
        keyword: &str,
        term: fn(&mut Self) -> Parsed<Term>,
        join: fn(Vec<Condition>) -> Condition,
    ) -> Parsed<Term> {
        let first = term(self)?;
        if !self.accept(keyword) {
            return Ok(first);
        }
        let mut terms = vec![self.condition(first)?];
        loop {
            let next = term(self)?;
            terms.push(self.condition(next)?);
            if !self.accept(keyword) {
                return Ok(Term::Condition(join(terms)));
            }
        }
    }

    fn negated(&mut self) -> Parsed<Term> {
        if !self.accept("NOT") {
            return self.compared();
        }
        self.descend()?;
        let inner = self.negated()?;
        self.depth -= 1;
        let inner = self.condition(inner)?;
        Ok(Term::Condition(Condition::Not(Box::new(inner))))
    }

    /// A function that says yes or no is a condition, any other operand is none.
    fn condition(&mut self, term: Term) -> Parsed<Condition> {
        match term {
            Term::Condition(condition) => Ok(condition),
            Term::Operand(Operand::Function(call)) if PREDICATES.contains(&call.name.as_str()) => {
                Ok(Condition::Function(call))
            }
            Term::Operand(Operand::Function(call)) if call.name != "size" => {
                Err(self.refuse(Fault::Function(call.name), call.span))
            }
            Term::Operand(_) => Err(self.malformed("Unexpected term")),
        }
    }

    /// An operand, and the comparison that it begins if it begins one.
    fn compared(&mut self) -> Parsed<Term> {
        let operand = if self.accept("(") {
            self.descend()?;
            let term = self.any()?;
            self.depth -= 1;
            self.expect(")", "Expected RIGHT_PAREN")?;
            match term {
                Term::Operand(operand) => operand,
                condition @ Term::Condition(_) => return Ok(condition),
            }
        } else {
            self.operand()?
        };
        if let Some(comparator) = self.comparator() {
            let right = self.operand()?;
            return Ok(Term::Condition(Condition::Comparison { left: operand, comparator, right }));
        }
        if self.accept("IS") {
            let not = self.accept("NOT");
            return self.state(operand, not).map(Term::Condition);
        }
        let start = self.peek().span;
        let not = self.accept("NOT");
        let condition = if self.accept("BETWEEN") {
            let lower = self.operand()?;
            self.expect("AND", "Expected AND")?;
            Condition::Between { operand, lower, upper: self.operand()? }
        } else if self.accept("IN") {
            Condition::In { operand, candidates: self.candidates()? }
        } else if not {
            return Err(self.refuse(Fault::Malformed("Unexpected keyword"), start));
        } else {
            return Ok(Term::Operand(operand));
        };
        Ok(Term::Condition(if not { Condition::Not(Box::new(condition)) } else { condition }))
    }

    fn comparator(&mut self) -> Option<Comparator> {
        let comparator = match self.peek().text {
            "=" => Comparator::Equal,
            "<>" | "!=" => Comparator::NotEqual,
            "<" => Comparator::Less,
            "<=" => Comparator::LessOrEqual,
            ">" => Comparator::Greater,
            ">=" => Comparator::GreaterOrEqual,
            _ => return None,
        };
        let symbol = self.peek().kind == super::lexer::TokenKind::Symbol;
        symbol.then(|| {
            self.advance();
            comparator
        })
    }

    /// `MISSING` or `NULL`, of which `IS` or `IS NOT` has been read.
    fn state(&mut self, operand: Operand, not: bool) -> Parsed<Condition> {
        let span = operand.span();
        let call = |name: &str, arguments| {
            Condition::Function(FunctionCall { name: name.to_owned(), arguments, span })
        };
        if self.accept("MISSING") {
            let name = if not { "attribute_exists" } else { "attribute_not_exists" };
            return Ok(call(name, vec![operand]));
        }
        self.expect("NULL", "Expected type name")?;
        let null = Operand::Value(self.keep(AttributeValue::S("NULL".to_owned()), span));
        let is_null = call("attribute_type", vec![operand, null]);
        Ok(if not { Condition::Not(Box::new(is_null)) } else { is_null })
    }

    /// What follows `IN`: values or paths in brackets or parentheses, or a parameter that is a list.
    fn candidates(&mut self) -> Parsed<Vec<Operand>> {
        let start = self.peek().span;
        let (close, expected) = if self.accept("[") {
            ("]", "Expected RIGHT_BRACKET")
        } else if self.accept("(") {
            (")", "Expected RIGHT_PAREN")
        } else {
            return match self.literal(0)? {
                Some(AttributeValue::L(list)) => Ok(self.values_of(list, start)),
                _ => Err(self.malformed("Unexpected term")),
            };
        };
        let candidates = self.operands()?;
        self.expect(close, expected)?;
        Ok(candidates)
    }

    fn values_of(&mut self, list: Vec<AttributeValue>, span: Span) -> Vec<Operand> {
        list.into_iter().map(|value| Operand::Value(self.keep(value, span))).collect()
    }
}
