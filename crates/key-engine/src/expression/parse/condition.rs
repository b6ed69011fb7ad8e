//! Conditions: comparisons, `BETWEEN`, `IN` and functions, joined by `NOT`, `AND` and `OR`, which bind in that order.
//!
//! What a parenthesis opens is only known once its inside has been read: `(a) = :v` or `(a = :v)`. So the inside is
//! read as whichever it is, and what comes after decides. Open parentheses wait on a stack of their own, not on the
//! program's: 4,096 of them are an error like any other.

use super::super::ast::{Comparator, Condition, Operand};
use super::super::error::Span;
use super::super::lexer::TokenKind;
use super::{Parsed, Parser};

/// What a stretch of the text turned out to be.
enum Term {
    Condition(Condition),
    Operand(Operand),
}

/// The conditions between two parentheses (or the ends of the text) so far.
#[derive(Default)]
struct Group {
    /// Where its parenthesis stands.
    open: Span,
    /// The sides of `OR` that are complete.
    any: Vec<Condition>,
    /// The sides of `AND` that are complete, since the last `OR`.
    all: Vec<Condition>,
    /// How many `NOT` stand before the next term.
    negations: u32,
}

impl Group {
    /// Adds the last term of a row of `AND`.
    fn end_conjunction(&mut self, last: Condition) {
        let condition = joined(std::mem::take(&mut self.all), last, Condition::And);
        self.any.push(condition);
    }

    /// The whole, ending with `last`.
    fn end(mut self, last: Condition) -> Condition {
        let last = joined(std::mem::take(&mut self.all), last, Condition::And);
        joined(self.any, last, Condition::Or)
    }

    /// Whether nothing stands in it but the term being read.
    fn is_bare(&self) -> bool {
        self.any.is_empty() && self.all.is_empty() && self.negations == 0
    }
}

fn joined(
    mut conditions: Vec<Condition>,
    last: Condition,
    join: fn(Vec<Condition>) -> Condition,
) -> Condition {
    if conditions.is_empty() {
        return last;
    }
    conditions.push(last);
    join(conditions)
}

impl Parser<'_> {
    pub(super) fn condition(&mut self) -> Parsed<Condition> {
        let mut open: Vec<Group> = Vec::new();
        let mut group = Group::default();
        'terms: loop {
            while self.accept_keyword("NOT") {
                self.count_operator()?;
                group.negations += 1;
            }
            if self.peek().kind == TokenKind::OpenParenthesis {
                open.push(std::mem::take(&mut group));
                group.open = self.advance().span;
                continue;
            }
            let mut term = Term::Operand(self.bare_operand()?);
            // whether the term is one pair of parentheses and its inside
            let mut grouped = false;
            loop {
                if let Term::Operand(operand) = term {
                    term = self.compared(operand, &mut grouped)?;
                }
                if group.negations > 0 {
                    term = Term::Condition(self.negated(term, &mut group.negations)?);
                    grouped = false;
                }
                if self.accept_keyword("AND") {
                    self.count_operator()?;
                    group.all.push(self.as_condition(term)?);
                    continue 'terms;
                }
                if self.accept_keyword("OR") {
                    self.count_operator()?;
                    group.end_conjunction(self.as_condition(term)?);
                    continue 'terms;
                }
                let Some(outer) = open.pop() else {
                    return Ok(group.end(self.as_condition(term)?));
                };
                grouped &= group.is_bare();
                self.end_group(group.open, &mut grouped)?;
                let inner = std::mem::replace(&mut group, outer);
                term = self.group_term(inner, term, &mut grouped)?;
            }
        }
    }

    /// What a pair of parentheses holds whose last term is `term`.
    fn group_term(&mut self, inner: Group, term: Term, grouped: &mut bool) -> Parsed<Term> {
        match term {
            Term::Operand(mut operand) if inner.is_bare() => {
                *grouped = !self.path_after_group(&mut operand)?;
                Ok(Term::Operand(operand))
            }
            term => Ok(Term::Condition(inner.end(self.as_condition(term)?))),
        }
    }

    /// The condition that `operand` begins, or `operand` if nothing compares it.
    fn compared(&mut self, operand: Operand, grouped: &mut bool) -> Parsed<Term> {
        let condition = if let Some(comparator) = self.comparator() {
            self.count_operator()?;
            Condition::Comparison { left: operand, comparator, right: self.operand()? }
        } else if self.accept_keyword("BETWEEN") {
            self.count_operator()?;
            let lower = self.operand()?;
            if !self.accept_keyword("AND") {
                return Err(self.syntax_error());
            }
            Condition::Between { operand, lower, upper: self.operand()? }
        } else if self.accept_keyword("IN") {
            self.count_operator()?;
            Condition::In { operand, candidates: self.operand_list()? }
        } else {
            return Ok(Term::Operand(operand));
        };
        *grouped = false;
        Ok(Term::Condition(condition))
    }

    /// `term` after as many `NOT` as `negations` says.
    fn negated(&self, term: Term, negations: &mut u32) -> Parsed<Condition> {
        let mut condition = self.as_condition(term)?;
        for _ in 0..std::mem::take(negations) {
            condition = Condition::Not(Box::new(condition));
        }
        Ok(condition)
    }

    fn comparator(&mut self) -> Option<Comparator> {
        let comparator = match self.peek().kind {
            TokenKind::Equal => Comparator::Equal,
            TokenKind::NotEqual => Comparator::NotEqual,
            TokenKind::Less => Comparator::Less,
            TokenKind::LessOrEqual => Comparator::LessOrEqual,
            TokenKind::Greater => Comparator::Greater,
            TokenKind::GreaterOrEqual => Comparator::GreaterOrEqual,
            _ => return None,
        };
        self.advance();
        Some(comparator)
    }

    /// A term where a condition must stand: of the operands only a function can be one.
    fn as_condition(&self, term: Term) -> Parsed<Condition> {
        match term {
            Term::Condition(condition) => Ok(condition),
            Term::Operand(Operand::Function(call)) => Ok(Condition::Function(call)),
            Term::Operand(_) => Err(self.syntax_error()),
        }
    }
}
