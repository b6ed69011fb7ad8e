//! Operands: paths, placeholders for values, functions, and any of them between parentheses.

use super::super::ast::{FunctionCall, Operand, Path, PathElement, ValuePlaceholder};
use super::super::check;
use super::super::error::{ErrorKind, ExpressionError};
use super::super::lexer::TokenKind;
use super::{MAX_FUNCTION_DEPTH, Parsed, Parser};

/// The largest index of a list that a path may name.
const MAX_INDEX: u32 = i32::MAX.cast_unsigned();

impl Parser<'_> {
    /// An operand, in any number of parentheses, where nothing else can stand.
    pub(super) fn operand(&mut self) -> Parsed<Operand> {
        let mut open = Vec::new();
        while self.peek().kind == TokenKind::OpenParenthesis {
            open.push(self.advance().span);
        }
        let mut operand = self.bare_operand()?;
        // whether all that was read since is one pair of parentheses and its inside
        let mut grouped = false;
        while let Some(start) = open.pop() {
            self.end_group(start, &mut grouped)?;
            grouped = !self.path_after_group(&mut operand)?;
        }
        Ok(operand)
    }

    /// A path may go on after parentheses around its beginning: `(a).b`. Says whether it does.
    pub(super) fn path_after_group(&mut self, operand: &mut Operand) -> Parsed<bool> {
        let start = self.at;
        if let Operand::Path(path) = operand {
            self.path_elements(path)?;
        }
        Ok(self.at > start)
    }

    /// An operand that does not begin with a parenthesis.
    pub(super) fn bare_operand(&mut self) -> Parsed<Operand> {
        match self.peek().kind {
            TokenKind::ValuePlaceholder => self.value_placeholder().map(Operand::Value),
            TokenKind::Word
                if self.at_name() && self.peek_at(1).kind == TokenKind::OpenParenthesis =>
            {
                self.function().map(Operand::Function)
            }
            _ => self.path().map(Operand::Path),
        }
    }

    pub(super) fn value_placeholder(&mut self) -> Parsed<ValuePlaceholder> {
        let token = self.expect(TokenKind::ValuePlaceholder)?;
        Ok(ValuePlaceholder { name: token.text.to_owned(), span: token.span })
    }

    /// `name(operand, ...)`, of any name.
    fn function(&mut self) -> Parsed<FunctionCall> {
        let name = self.advance();
        if self.function_depth == MAX_FUNCTION_DEPTH {
            let unknown = !check::is_function(name.text);
            let kind = if unknown {
                ErrorKind::UnknownFunction(name.text.to_owned())
            } else {
                ErrorKind::TooDeep
            };
            return Err(ExpressionError::new(kind, name.span));
        }
        self.function_depth += 1;
        let arguments = self.operand_list()?;
        self.function_depth -= 1;
        let span = name.span.to(self.last_span());
        Ok(FunctionCall { name: name.text.to_owned(), arguments, span })
    }

    /// One or more operands with commas between them, all in a pair of parentheses.
    pub(super) fn operand_list(&mut self) -> Parsed<Vec<Operand>> {
        self.expect(TokenKind::OpenParenthesis)?;
        let mut operands = vec![self.operand()?];
        while self.accept(TokenKind::Comma) {
            operands.push(self.operand()?);
        }
        self.expect(TokenKind::CloseParenthesis)?;
        Ok(operands)
    }

    pub(super) fn path(&mut self) -> Parsed<Path> {
        let first = self.attribute()?;
        let mut path = Path { elements: vec![first], span: self.last_span() };
        self.path_elements(&mut path)?;
        Ok(path)
    }

    fn attribute(&mut self) -> Parsed<PathElement> {
        if self.peek().kind != TokenKind::NamePlaceholder && !self.at_name() {
            return Err(self.syntax_error());
        }
        let token = self.advance();
        Ok(PathElement::Attribute { name: token.text.to_owned(), span: token.span })
    }

    /// The rest of a path: `.name` and `[index]`, as often as they come.
    fn path_elements(&mut self, path: &mut Path) -> Parsed<()> {
        loop {
            if self.accept(TokenKind::Dot) {
                path.elements.push(self.attribute()?);
            } else if self.accept(TokenKind::OpenBracket) {
                let digits = self.expect(TokenKind::Integer)?;
                self.expect(TokenKind::CloseBracket)?;
                let index = digits.text.parse().ok().filter(|index| *index <= MAX_INDEX);
                let index = index.ok_or_else(|| {
                    let kind = ErrorKind::IndexOutOfRange { index: digits.text.to_owned() };
                    ExpressionError::new(kind, digits.span)
                })?;
                path.elements.push(PathElement::Index(index));
            } else {
                return Ok(());
            }
            path.span = path.span.to(self.last_span());
        }
    }
}
