//! The parser: recursive descent over the lexer's tokens, a method for each statement and clause.
//!
//! Owns the grammar and the limit that keeps a parser safe, the depth of nesting; the length of the text is the request's
//! to check. Parameters take the place of the question marks as these are read.

use super::ast::{Action, Returning, Select, Statement};
use super::error::{Fault, StatementError};
use super::keywords::is_keyword;
use super::lexer::{Token, TokenKind, tokens};
use crate::expression::Span;
use crate::expression::ast::{
    FunctionCall, Operand, Path, PathElement, Section, SetValue, Update, ValuePlaceholder,
};
use crate::value::AttributeValue;

/// How deep parentheses, negations and functions may stand in each other.
const MAX_DEPTH: u32 = 64;

pub(super) type Parsed<T> = Result<T, StatementError>;

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
    let mut parser = Parser {
        text,
        tokens: tokens(text),
        at: 0,
        depth: 0,
        parameters,
        asked: 0,
        values: Vec::new(),
    };
    let action = parser.action()?;
    parser.accept(";");
    if parser.peek().kind != TokenKind::End {
        return Err(parser.malformed("Unexpected token after expression"));
    }
    if parser.asked != parameters.len() {
        return Err(StatementError::new(Fault::Parameters, Span::new(0, text.len())));
    }
    Ok(Statement { action, values: parser.values })
}

/// A place among the tokens of a statement, and what has been gathered on the way.
pub(super) struct Parser<'t> {
    text: &'t str,
    tokens: Vec<Token<'t>>,
    at: usize,
    /// How many parentheses, negations and functions enclose the next token.
    depth: u32,
    pub(super) parameters: &'t [AttributeValue],
    /// How many parameters the question marks so far ask for.
    pub(super) asked: usize,
    values: Vec<AttributeValue>,
}

impl<'t> Parser<'t> {
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

    fn is(&self, ahead: usize, text: &str) -> bool {
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
    pub(super) fn malformed(&self, detail: &'static str) -> StatementError {
        StatementError::new(Fault::Malformed(detail), self.peek().span)
    }

    /// The next token begins nothing that could stand here.
    pub(super) fn unexpected_term(&self) -> StatementError {
        let token = self.peek();
        self.malformed(match token.kind {
            TokenKind::Word if is_keyword(token.text) => "Unexpected keyword",
            TokenKind::Symbol if "=<=>=<>!=+-/%".contains(token.text) => "Unexpected operator",
            _ => "Unexpected term",
        })
    }

    /// Goes a level deeper, for as long as `inner` takes.
    pub(super) fn deeper<T>(&mut self, inner: impl FnOnce(&mut Self) -> Parsed<T>) -> Parsed<T> {
        if self.depth == MAX_DEPTH {
            return Err(StatementError::new(Fault::TooDeep, self.peek().span));
        }
        self.depth += 1;
        let result = inner(self);
        self.depth -= 1;
        result
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
        if !self.accept("*") {
            loop {
                let token = self.peek();
                if token.kind == TokenKind::Word && self.is(1, "(") {
                    return Err(StatementError::new(
                        Fault::Function(token.text.to_owned()),
                        token.span,
                    ));
                }
                paths.push(self.path("Unexpected term")?);
                if !self.accept(",") {
                    break;
                }
            }
        }
        self.expect("FROM", "Expected FROM after SELECT list")?;
        let table = self.name("Unexpected term")?;
        let index =
            if self.accept(".") { Some(self.name("Invalid path dot component")?) } else { None };
        let condition = self.optional_where()?;
        let order = if self.accept("ORDER") { self.order()? } else { Vec::new() };
        if self.accept("LIMIT") {
            return Err(StatementError::new(
                Fault::Clause("LIMIT", self.place()),
                self.peek().span,
            ));
        }
        Ok(Select { paths, table, index, condition, order })
    }

    /// Line and column of the next token, from 1, and its length.
    fn place(&self) -> [usize; 3] {
        let span = self.peek().span.range();
        let before = self.text.get(..span.start).unwrap_or_default();
        let column = before.rsplit('\n').next().unwrap_or_default().chars().count();
        [before.matches('\n').count() + 1, column + 1, span.len()]
    }

    fn order(&mut self) -> Parsed<Vec<(String, bool)>> {
        self.expect("BY", "Expected BY")?;
        let mut order = Vec::new();
        loop {
            let name = self.name("Unexpected term")?;
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

    fn insert(&mut self) -> Parsed<Action> {
        self.expect("INTO", "Unexpected keyword")?;
        let table = self.name(SIMPLE_PATH)?;
        if self.accept("VALUES") {
            return Err(self.malformed("Expected LEFT_PAREN for row value constructor"));
        }
        if !self.accept("VALUE") {
            return Err(self.unexpected_term());
        }
        let span = self.peek().span;
        let item = if self.is(0, "{") { AttributeValue::M(self.map(0)?) } else { self.value(0)? };
        match item {
            AttributeValue::M(item) => Ok(Action::Insert { table, item }),
            _ => Err(StatementError::new(Fault::Malformed("Unexpected term"), span)),
        }
    }

    fn update(&mut self) -> Parsed<Action> {
        let table = self.name(SIMPLE_PATH)?;
        let mut sections = Vec::new();
        loop {
            if self.accept("SET") {
                loop {
                    sections.push(self.change()?);
                    if !self.accept(",") {
                        break;
                    }
                }
            } else if self.accept("REMOVE") {
                sections.push(Section::Remove(vec![self.path(SIMPLE_PATH)?]));
            } else {
                break;
            }
        }
        if sections.is_empty() {
            return Err(self.malformed("Expected data manipulation"));
        }
        let condition = self.optional_where()?;
        let returning = self.returning()?;
        Ok(Action::Update { table, update: Update { sections }, condition, returning })
    }

    /// One target of a `SET` and what it is given. A set grows or shrinks where it lies.
    fn change(&mut self) -> Parsed<Section> {
        let path = self.path(SIMPLE_PATH)?;
        self.expect("=", "Expected '='")?;
        let left = self.operand()?;
        if let Operand::Function(call) = &left
            && let [Operand::Path(set), Operand::Value(value)] = call.arguments.as_slice()
            && *set == path
        {
            let value = value.clone();
            match call.name.as_str() {
                "set_add" => return Ok(Section::Add(vec![(path, value)])),
                "set_delete" => return Ok(Section::Delete(vec![(path, value)])),
                _ => {}
            }
        }
        appends(&left)?;
        let join = match self.peek().text {
            "+" => SetValue::Plus as fn(Operand, Operand) -> SetValue,
            "-" => SetValue::Minus,
            _ => return Ok(Section::Set(vec![(path, SetValue::Operand(left))])),
        };
        self.advance();
        let right = self.operand()?;
        appends(&right)?;
        Ok(Section::Set(vec![(path, join(left, right))]))
    }

    fn delete(&mut self) -> Parsed<Action> {
        self.expect("FROM", "Expected FROM after DELETE")?;
        let table = self.name(SIMPLE_PATH)?;
        let condition = self.optional_where()?;
        let returning = self.returning()?;
        Ok(Action::Delete { table, condition, returning })
    }

    fn returning(&mut self) -> Parsed<Option<Returning>> {
        if !self.accept("RETURNING") {
            return Ok(None);
        }
        let all = self.accept("ALL");
        if !all {
            self.expect("MODIFIED", "Expected ALL or MODIFIED")?;
        }
        let old = self.accept("OLD");
        if !old {
            self.expect("NEW", "Expected OLD or NEW")?;
        }
        self.expect("*", "Expected '*'")?;
        Ok(Some(match (all, old) {
            (true, true) => Returning::AllOld,
            (true, false) => Returning::AllNew,
            (false, true) => Returning::ModifiedOld,
            (false, false) => Returning::ModifiedNew,
        }))
    }

    /// A name: a word that is no keyword, or anything between double quotation marks.
    fn name(&mut self, otherwise: &'static str) -> Parsed<String> {
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

    /// A document path.
    pub(super) fn path(&mut self, otherwise: &'static str) -> Parsed<Path> {
        let start = self.peek().span;
        let mut elements = vec![self.attribute(otherwise)?];
        loop {
            if self.accept(".") {
                elements.push(self.attribute("Invalid path dot component")?);
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

    fn attribute(&mut self, otherwise: &'static str) -> Parsed<PathElement> {
        let span = self.peek().span;
        Ok(PathElement::Attribute { name: format!("#{}", self.name(otherwise)?), span })
    }

    /// A path, a value or a function.
    pub(super) fn operand(&mut self) -> Parsed<Operand> {
        let start = self.peek().span;
        if self.accept("(") {
            let operand = self.deeper(Self::operand)?;
            self.expect(")", "Expected RIGHT_PAREN")?;
            return Ok(operand);
        }
        if self.peek().kind == TokenKind::Word && self.is(1, "(") {
            return self.deeper(Self::function).map(Operand::Function);
        }
        if let Some(value) = self.literal(0)? {
            return Ok(Operand::Value(self.keep(value, start)));
        }
        self.path("Unexpected term").map(Operand::Path)
    }

    /// `name(operand, ...)`; functions' names do not know upper from lower case here.
    fn function(&mut self) -> Parsed<FunctionCall> {
        let name = self.advance();
        self.advance();
        let mut arguments = vec![self.operand()?];
        while self.accept(",") {
            arguments.push(self.operand()?);
        }
        let span = name.span.to(self.peek().span);
        self.expect(")", "Expected RIGHT_PAREN")?;
        Ok(FunctionCall { name: name.text.to_ascii_lowercase(), arguments, span })
    }
}

/// What is said where a statement must name something.
const SIMPLE_PATH: &str = "Expected identifier for simple path";

/// Whether an operand of a `SET` uses no function but `list_append`.
fn appends(operand: &Operand) -> Parsed<()> {
    let Operand::Function(call) = operand else { return Ok(()) };
    if call.name != "list_append" {
        return Err(StatementError::new(Fault::Function(call.name.clone()), call.span));
    }
    call.arguments.iter().try_for_each(appends)
}
