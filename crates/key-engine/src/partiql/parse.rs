//! The parser: recursive descent over the lexer's tokens, a method for each statement and clause. Those that write stand
//! in `writes`, values in `literal`, conditions in `predicate`.
//!
//! Owns the grammar and the limit that keeps a parser safe, the depth of nesting; the length of the text is the request's
//! to check. Parameters take the place of the question marks as these are read.

use super::ast::{Action, Select, Statement};
use super::error::{Fault, StatementError};
use super::keywords::is_keyword;
use super::lexer::{Token, TokenKind, tokens};
use super::named::{Named, Role};
use crate::expression::Span;
use crate::expression::ast::{FunctionCall, Operand, Path, PathElement, ValuePlaceholder};
use crate::value::AttributeValue;

/// How deep parentheses, negations and functions may stand in each other.
const MAX_DEPTH: u32 = 64;

/// What a method of the parser reads, or nothing: then the parser has kept the error.
pub(super) type Parsed<T> = Result<T, Stop>;

/// The statement is refused, for what the parser has kept. It weighs nothing on the way out.
#[derive(Debug)]
pub(super) struct Stop;

/// Reads a statement, with the parameters for its question marks in their order.
///
/// ```
/// use key_engine::AttributeValue;
/// use key_engine::partiql::parse;
/// let statement = parse("SELECT * FROM Orders WHERE id = ?", &[AttributeValue::N(1.into())])?;
/// assert_eq!(statement.to_string(), r#"SELECT * FROM "Orders" WHERE "id" = 1"#);
/// # Ok::<(), key_engine::partiql::StatementError>(())
/// ```
///
/// # Errors
/// Where the text is no statement, nests too deep, or asks for more parameters than there are, or fewer.
pub fn parse(text: &str, parameters: &[AttributeValue]) -> Result<Statement, StatementError> {
    let mut parser = Parser::new(text, parameters);
    let action = parser.whole();
    match (action, parser.error) {
        (Ok(action), _) => Ok(Statement { action, values: parser.values }),
        (Err(Stop), error) => Err(error.unwrap_or(StatementError {
            fault: Fault::Malformed("Unexpected term"),
            span: Span::default(),
        })),
    }
}

/// The names in a statement, each with what it names and where it stands, in the order in which they are read.
///
/// # Errors
/// As [`parse`].
pub fn names(text: &str, parameters: &[AttributeValue]) -> Result<Vec<Named>, StatementError> {
    let mut parser = Parser::new(text, parameters);
    match (parser.whole(), parser.error) {
        (Ok(_), _) => Ok(parser.names),
        (Err(Stop), error) => Err(error.unwrap_or(StatementError {
            fault: Fault::Malformed("Unexpected term"),
            span: Span::default(),
        })),
    }
}

/// A place among the tokens of a statement, and what has been gathered on the way.
pub(super) struct Parser<'t> {
    text: &'t str,
    tokens: Vec<Token<'t>>,
    at: usize,
    /// How many parentheses, negations and functions enclose the next token.
    pub(super) depth: u32,
    pub(super) parameters: &'t [AttributeValue],
    /// How many parameters the question marks so far ask for.
    pub(super) asked: usize,
    values: Vec<AttributeValue>,
    /// The names that were read, in order.
    pub(super) names: Vec<Named>,
    error: Option<StatementError>,
}

impl<'t> Parser<'t> {
    fn new(text: &'t str, parameters: &'t [AttributeValue]) -> Self {
        Self {
            text,
            tokens: tokens(text),
            at: 0,
            depth: 0,
            parameters,
            asked: 0,
            values: Vec::new(),
            names: Vec::new(),
            error: None,
        }
    }

    fn whole(&mut self) -> Parsed<Action> {
        let action = self.action()?;
        self.accept(";");
        if self.peek().kind != TokenKind::End {
            return Err(self.malformed("Unexpected token after expression"));
        }
        if self.asked != self.parameters.len() {
            return Err(self.refuse(Fault::Parameters, Span::new(0, self.text.len())));
        }
        Ok(action)
    }

    /// Keeps the error, and stops.
    pub(super) fn refuse(&mut self, fault: Fault, span: Span) -> Stop {
        self.error = Some(StatementError::new(fault, span));
        Stop
    }

    /// The token `ahead` of the next one; beyond the last, the end.
    pub(super) fn peek_at(&self, ahead: usize) -> Token<'t> {
        let end = Token {
            kind: TokenKind::End,
            text: "",
            span: Span::new(self.text.len(), self.text.len()),
        };
        self.tokens.get(self.at + ahead).copied().unwrap_or(end)
    }

    pub(super) fn peek(&self) -> Token<'t> {
        self.peek_at(0)
    }

    pub(super) fn advance(&mut self) -> Token<'t> {
        let token = self.peek();
        self.at += 1;
        token
    }

    pub(super) fn is(&self, ahead: usize, text: &str) -> bool {
        let token = self.peek_at(ahead);
        match token.kind {
            TokenKind::Symbol => token.text == text,
            TokenKind::Word => token.text.eq_ignore_ascii_case(text),
            _ => false,
        }
    }

    /// Passes over a symbol or a keyword, if it is the next token.
    pub(super) fn accept(&mut self, text: &str) -> bool {
        let found = self.is(0, text);
        self.at += usize::from(found);
        found
    }

    pub(super) fn expect(&mut self, text: &str, otherwise: &'static str) -> Parsed<()> {
        if self.accept(text) { Ok(()) } else { Err(self.malformed(otherwise)) }
    }

    /// The error that the statement stops making sense at the next token.
    pub(super) fn malformed(&mut self, detail: &'static str) -> Stop {
        self.refuse(Fault::Malformed(detail), self.peek().span)
    }

    /// The next token begins nothing that could stand here.
    pub(super) fn unexpected_term(&mut self) -> Stop {
        let token = self.peek();
        self.malformed(match token.kind {
            TokenKind::Word if is_keyword(token.text) => "Unexpected keyword",
            TokenKind::Symbol if "=<=>=<>!=+-/%".contains(token.text) => "Unexpected operator",
            _ => "Unexpected term",
        })
    }

    /// Goes a level deeper; `depth` falls again by hand.
    pub(super) fn descend(&mut self) -> Parsed<()> {
        if self.depth == MAX_DEPTH {
            return Err(self.refuse(Fault::TooDeep, self.peek().span));
        }
        self.depth += 1;
        Ok(())
    }

    /// Keeps a value; gives back the placeholder that stands for it in the tree.
    pub(super) fn keep(&mut self, value: AttributeValue, span: Span) -> ValuePlaceholder {
        self.values.push(value);
        ValuePlaceholder { name: format!(":{}", self.values.len() - 1), span }
    }

    fn action(&mut self) -> Parsed<Action> {
        if self.accept("SELECT") {
            self.select().map(Action::Select)
        } else if self.accept("INSERT") {
            self.insert()
        } else if self.accept("UPDATE") {
            self.update()
        } else if self.accept("DELETE") {
            self.delete()
        } else if self.is(0, "EXISTS") && self.is(1, "(") && self.is(2, "SELECT") {
            self.at += 3;
            let select = self.select()?;
            self.expect(")", "Expected RIGHT_PAREN")?;
            Ok(Action::Exists(select))
        } else {
            Err(self.malformed("Expected data manipulation"))
        }
    }

    fn select(&mut self) -> Parsed<Select> {
        let mut paths = Vec::new();
        if self.accept("*") {
            if self.is(0, ",") {
                return Err(self.malformed(
                    "Other expressions may not be present in the select list when '*' is used without dot notation.",
                ));
            }
        } else {
            loop {
                let token = self.peek();
                if token.kind == TokenKind::Word && self.is(1, "(") {
                    return Err(self.refuse(Fault::Function(token.text.to_owned()), token.span));
                }
                paths.push(self.path("Unexpected term")?);
                if !self.accept(",") {
                    break;
                }
            }
        }
        self.expect("FROM", "Expected FROM after SELECT list")?;
        let table = self.name_of(Role::Table, "Unexpected term")?;
        let index = if self.accept(".") {
            Some(self.name_of(Role::Index, "Invalid path dot component")?)
        } else {
            None
        };
        let condition = self.optional_where()?;
        let order = if self.accept("ORDER") { self.order()? } else { Vec::new() };
        if self.accept("LIMIT") {
            return Err(self.refuse(Fault::Clause("LIMIT", self.place()), self.peek().span));
        }
        Ok(Select { paths, table, index, condition, order })
    }

    /// Line and column of the next token, from 1, and its length.
    fn place(&self) -> [usize; 3] {
        let span = self.peek().span.range();
        let (mut line, mut column) = (1, 1);
        for byte in self.text.bytes().take(span.start) {
            if byte == b'\n' {
                (line, column) = (line + 1, 1);
            } else if byte & 0xC0 != 0x80 {
                column += 1;
            }
        }
        [line, column, span.len()]
    }

    fn order(&mut self) -> Parsed<Vec<(String, bool)>> {
        self.expect("BY", "Expected BY")?;
        let mut order = Vec::new();
        loop {
            let name = self.name_of(Role::Attribute, "Unexpected term")?;
            let falls = self.accept("DESC");
            if !falls {
                self.accept("ASC");
            }
            order.push((name, falls));
            if !self.accept(",") {
                return Ok(order);
            }
        }
    }

    /// A name: a word that is no keyword, or anything between double quotation marks.
    pub(super) fn name(&mut self, otherwise: &'static str) -> Parsed<String> {
        let token = self.peek();
        let name = match token.kind {
            TokenKind::QuotedName => token.text.replace("\"\"", "\""),
            TokenKind::Word if !is_keyword(token.text) => token.text.to_owned(),
            _ if otherwise == "Unexpected term" => return Err(self.unexpected_term()),
            _ => return Err(self.malformed(otherwise)),
        };
        self.advance();
        Ok(name)
    }

    /// The same, and what it names.
    pub(super) fn name_of(&mut self, role: Role, otherwise: &'static str) -> Parsed<String> {
        let span = self.peek().span;
        let name = self.name(otherwise)?;
        self.names.push(Named { name: name.clone(), role, span });
        Ok(name)
    }

    /// A document path.
    pub(super) fn path(&mut self, otherwise: &'static str) -> Parsed<Path> {
        let start = self.peek().span;
        let mut elements = vec![self.attribute(Role::Attribute, otherwise)?];
        loop {
            if self.accept(".") {
                elements.push(self.attribute(Role::Inner, "Invalid path dot component")?);
            } else if self.accept("[") {
                let index = self.peek();
                let Ok(position) = index.text.parse() else {
                    return Err(self.malformed("Invalid path component for simple path"));
                };
                self.advance();
                self.expect("]", "Expected RIGHT_BRACKET")?;
                elements.push(PathElement::Index(position));
            } else {
                let end =
                    self.tokens.get(self.at.saturating_sub(1)).map_or(start, |token| token.span);
                return Ok(Path { elements, span: start.to(end) });
            }
        }
    }

    fn attribute(&mut self, role: Role, otherwise: &'static str) -> Parsed<PathElement> {
        let span = self.peek().span;
        Ok(PathElement::Attribute { name: format!("#{}", self.name_of(role, otherwise)?), span })
    }

    /// A path, a value or a function.
    pub(super) fn operand(&mut self) -> Parsed<Operand> {
        let start = self.peek().span;
        if self.accept("(") {
            self.descend()?;
            let operand = self.operand()?;
            self.depth -= 1;
            self.expect(")", "Expected RIGHT_PAREN")?;
            return Ok(operand);
        }
        if self.peek().kind == TokenKind::Word && self.is(1, "(") {
            return self.function().map(Operand::Function);
        }
        if let Some(value) = self.literal(0)? {
            return Ok(Operand::Value(self.keep(value, start)));
        }
        self.path("Unexpected term").map(Operand::Path)
    }

    /// One or more operands with commas between them.
    pub(super) fn operands(&mut self) -> Parsed<Vec<Operand>> {
        let mut operands = vec![self.operand()?];
        while self.accept(",") {
            operands.push(self.operand()?);
        }
        Ok(operands)
    }

    /// `name(operand, ...)`; functions' names do not know upper from lower case here.
    fn function(&mut self) -> Parsed<FunctionCall> {
        self.descend()?;
        let name = self.advance();
        self.advance();
        let arguments = self.operands()?;
        self.depth -= 1;
        let span = name.span.to(self.peek().span);
        self.expect(")", "Expected RIGHT_PAREN")?;
        Ok(FunctionCall { name: name.text.to_ascii_lowercase(), arguments, span })
    }
}
