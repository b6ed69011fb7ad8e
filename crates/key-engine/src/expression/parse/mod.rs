//! The parser: recursive descent over the lexer's tokens, one file for each language.
//!
//! Owns the grammars and the limits that keep a parser safe: the length of the text, the number of operators, the
//! depth of nesting. It builds trees and resolves nothing: an unknown function or an undefined placeholder is no
//! matter of syntax.

mod condition;
mod operand;
mod projection;
mod update;

use super::ast::{Condition, Projection, Update};
use super::error::{ErrorKind, ExpressionError, Span};
use super::lexer::{Token, TokenKind, tokens};
use super::{MAX_EXPRESSION_BYTES, MAX_OPERATORS};

/// How deep functions may stand in each other. Parentheses have no such limit: reading them takes no recursion, and
/// every level of a tree they leave behind holds an operator.
const MAX_FUNCTION_DEPTH: u32 = 64;

type Parsed<T> = Result<T, ExpressionError>;

/// Reads a condition, filter or key condition: they share their grammar.
///
/// # Errors
/// Where the text is empty, too long, no condition, or beyond a limit.
pub fn condition(text: &str) -> Parsed<Condition> {
    let mut parser = Parser::new(text, &["AND", "OR", "NOT", "BETWEEN", "IN"])?;
    let condition = parser.condition()?;
    parser.finish()?;
    Ok(condition)
}

/// Reads a projection.
///
/// # Errors
/// Where the text is empty, too long, or no list of paths.
pub fn projection(text: &str) -> Parsed<Projection> {
    let mut parser = Parser::new(text, &[])?;
    let projection = parser.projection()?;
    parser.finish()?;
    Ok(projection)
}

/// Reads an update.
///
/// # Errors
/// Where the text is empty, too long, no update, or beyond a limit.
pub fn update(text: &str) -> Parsed<Update> {
    let mut parser = Parser::new(text, &["SET", "REMOVE", "ADD", "DELETE"])?;
    let update = parser.update()?;
    parser.finish()?;
    Ok(update)
}

/// A place among the tokens of a text, and what has been counted on the way.
struct Parser<'t> {
    text: &'t str,
    tokens: Vec<Token<'t>>,
    at: usize,
    /// The words that are no names in this language, in capitals.
    keywords: &'static [&'static str],
    /// How many functions enclose the next token.
    function_depth: u32,
    operators: u32,
    /// The first pair of parentheses directly around another.
    redundant: Option<Span>,
}

impl<'t> Parser<'t> {
    fn new(text: &'t str, keywords: &'static [&'static str]) -> Parsed<Self> {
        if text.is_empty() {
            return Err(ExpressionError::new(ErrorKind::Empty, Span::default()));
        }
        if text.len() > MAX_EXPRESSION_BYTES {
            let kind = ErrorKind::TooLong { bytes: text.len() };
            return Err(ExpressionError::new(kind, Span::new(MAX_EXPRESSION_BYTES, text.len())));
        }
        let tokens = tokens(text);
        Ok(Self { text, tokens, at: 0, keywords, function_depth: 0, operators: 0, redundant: None })
    }

    /// The token `ahead` of the next one; beyond the last, the end.
    fn peek_at(&self, ahead: usize) -> Token<'t> {
        let end = Token {
            kind: TokenKind::End,
            text: "<EOF>",
            span: Span::new(self.text.len(), self.text.len()),
        };
        self.tokens.get(self.at + ahead).copied().unwrap_or(end)
    }

    fn peek(&self) -> Token<'t> {
        self.peek_at(0)
    }

    fn advance(&mut self) -> Token<'t> {
        let token = self.peek();
        self.at += 1;
        token
    }

    /// Where the token read last stood.
    fn last_span(&self) -> Span {
        self.at
            .checked_sub(1)
            .and_then(|at| self.tokens.get(at))
            .map_or(Span::default(), |token| token.span)
    }

    fn accept(&mut self, kind: TokenKind) -> bool {
        let found = self.peek().kind == kind;
        if found {
            self.at += 1;
        }
        found
    }

    fn accept_keyword(&mut self, keyword: &str) -> bool {
        let found = self.peek().is_keyword(keyword);
        if found {
            self.at += 1;
        }
        found
    }

    /// Whether the next token is a word that may be a name here.
    fn at_name(&self) -> bool {
        let token = self.peek();
        token.kind == TokenKind::Word
            && !self.keywords.iter().any(|keyword| token.is_keyword(keyword))
    }

    fn expect(&mut self, kind: TokenKind) -> Parsed<Token<'t>> {
        if self.peek().kind == kind { Ok(self.advance()) } else { Err(self.syntax_error()) }
    }

    /// The next token is one too many: the error that quotes it and the text from the token before to the one after.
    fn syntax_error(&self) -> ExpressionError {
        let token = self.peek();
        let before = self.at.checked_sub(1).and_then(|at| self.tokens.get(at)).unwrap_or(&token);
        let after = self.tokens.get(self.at + 1).unwrap_or(&token);
        let near = self.text.get(before.span.to(after.span).range()).unwrap_or_default();
        // at the end of the text, what stands near is the last token alone
        let near = near.trim_end_matches([' ', '\t', '\r', '\n']);
        let kind = ErrorKind::Syntax { token: token.text.to_owned(), near: near.to_owned() };
        ExpressionError::new(kind, token.span)
    }

    /// One more operator was read.
    fn count_operator(&mut self) -> Parsed<()> {
        self.operators += 1;
        if self.operators > MAX_OPERATORS {
            return Err(ExpressionError::new(ErrorKind::TooManyOperators, self.last_span()));
        }
        Ok(())
    }

    /// Reads the parenthesis that closes the one at `open`. `grouped` says whether all that stands between them is
    /// one group, and from then on that they are one. Such a pair is remembered only, since a fault of syntax further
    /// on is reported first.
    fn end_group(&mut self, open: Span, grouped: &mut bool) -> Parsed<()> {
        let close = self.expect(TokenKind::CloseParenthesis)?.span;
        if *grouped {
            self.redundant.get_or_insert(open.to(close));
        }
        *grouped = true;
        Ok(())
    }

    /// Nothing may follow, and nothing that was let pass for the sake of the syntax may remain.
    fn finish(&mut self) -> Parsed<()> {
        if self.peek().kind != TokenKind::End {
            return Err(self.syntax_error());
        }
        match self.redundant {
            Some(span) => Err(ExpressionError::new(ErrorKind::RedundantParentheses, span)),
            None => Ok(()),
        }
    }
}
