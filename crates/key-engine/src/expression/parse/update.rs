//! Updates: up to four sections in any order, each a keyword and its actions.

use super::super::ast::{Operand, Section, SetValue, Update};
use super::super::lexer::TokenKind;
use super::{Parsed, Parser};

impl Parser<'_> {
    pub(super) fn update(&mut self) -> Parsed<Update> {
        let mut sections: Vec<Section> = Vec::new();
        loop {
            let section = if self.accept_keyword("SET") {
                Section::Set(self.actions(|parser| {
                    let path = parser.path()?;
                    parser.expect(TokenKind::Equal)?;
                    Ok((path, parser.set_value()?))
                })?)
            } else if self.accept_keyword("REMOVE") {
                Section::Remove(self.actions(Self::path)?)
            } else if self.accept_keyword("ADD") {
                Section::Add(
                    self.actions(|parser| Ok((parser.path()?, parser.value_placeholder()?)))?,
                )
            } else if self.accept_keyword("DELETE") {
                Section::Delete(
                    self.actions(|parser| Ok((parser.path()?, parser.value_placeholder()?)))?,
                )
            } else if sections.is_empty() || self.peek().kind != TokenKind::End {
                return Err(self.syntax_error());
            } else {
                break;
            };
            sections.push(section);
        }
        Ok(Update { sections })
    }

    /// One or more actions with commas between them.
    fn actions<T>(&mut self, mut action: impl FnMut(&mut Self) -> Parsed<T>) -> Parsed<Vec<T>> {
        let mut actions = vec![action(self)?];
        while self.accept(TokenKind::Comma) {
            actions.push(action(self)?);
        }
        Ok(actions)
    }

    /// `operand`, `operand + operand` or `operand - operand`, the whole in parentheses or not.
    fn set_value(&mut self) -> Parsed<SetValue> {
        let mut open = Vec::new();
        while self.peek().kind == TokenKind::OpenParenthesis {
            open.push(self.advance().span);
        }
        let mut operand = self.bare_operand()?;
        let mut grouped = false;
        while self.peek().kind == TokenKind::CloseParenthesis {
            let Some(start) = open.pop() else { return Err(self.syntax_error()) };
            self.end_group(start, &mut grouped)?;
            grouped = !self.path_after_group(&mut operand)?;
        }
        let join = match self.peek().kind {
            TokenKind::Plus => Some(SetValue::Plus as fn(Operand, Operand) -> SetValue),
            TokenKind::Minus => Some(SetValue::Minus as fn(Operand, Operand) -> SetValue),
            _ => None,
        };
        let value = match join {
            None => SetValue::Operand(operand),
            Some(join) => {
                self.advance();
                self.count_operator()?;
                grouped = false;
                join(operand, self.operand()?)
            }
        };
        while let Some(start) = open.pop() {
            self.end_group(start, &mut grouped)?;
        }
        Ok(value)
    }
}
