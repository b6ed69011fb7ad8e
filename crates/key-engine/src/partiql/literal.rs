//! Literals: values as a statement writes them, and the parameters in their places.

use serde_json::Value;

use super::error::Fault;
use super::lexer::TokenKind;
use super::parse::{Parsed, Parser};
use crate::value::{
    AttributeValue, Item, MAX_NESTING, Name, Number, ValueError, object, read_name,
};

impl Parser<'_> {
    /// A value, if the next token begins one: a literal, or a question mark for the next parameter. `level` is how many
    /// lists and maps it stands in.
    pub(super) fn literal(&mut self, level: usize) -> Parsed<Option<AttributeValue>> {
        let token = self.peek();
        if level > MAX_NESTING {
            return Err(self.refuse(Fault::Value(ValueError::TooDeep), token.span));
        }
        let value = match (token.kind, token.text) {
            (TokenKind::Text, text) => AttributeValue::S(text.replace("''", "'")),
            (TokenKind::Number, text) => AttributeValue::N(self.number(text)?),
            (TokenKind::Symbol, sign @ ("-" | "+")) => {
                let number = self.peek_at(1);
                if number.kind != TokenKind::Number {
                    return Ok(None);
                }
                self.advance();
                let sign = if sign == "-" { sign } else { "" };
                AttributeValue::N(self.number(&format!("{sign}{}", number.text))?)
            }
            (TokenKind::Symbol, "?") => self.parameter(),
            (TokenKind::Symbol, "[") => {
                return self.list(level).map(|list| Some(AttributeValue::L(list)));
            }
            (TokenKind::Symbol, "<<") => return self.set(level).map(Some),
            (TokenKind::Symbol, "{") => {
                return self.map(level + 1).map(|map| Some(AttributeValue::M(map)));
            }
            (TokenKind::Word, word) if word.eq_ignore_ascii_case("true") => {
                AttributeValue::Bool(true)
            }
            (TokenKind::Word, word) if word.eq_ignore_ascii_case("false") => {
                AttributeValue::Bool(false)
            }
            (TokenKind::Word, word) if word.eq_ignore_ascii_case("null") => AttributeValue::Null,
            _ => return Ok(None),
        };
        self.advance();
        Ok(Some(value))
    }

    /// A value where nothing else can stand.
    pub(super) fn value(&mut self, level: usize) -> Parsed<AttributeValue> {
        match self.literal(level)? {
            Some(value) => Ok(value),
            None => Err(self.unexpected_term()),
        }
    }

    fn number(&mut self, text: &str) -> Parsed<Number> {
        match text.parse() {
            Ok(number) => Ok(number),
            Err(error) => {
                Err(self.refuse(Fault::Value(ValueError::Number(error)), self.peek().span))
            }
        }
    }

    /// The next parameter; null where there is none, which is reported when the whole statement has been read.
    fn parameter(&mut self) -> AttributeValue {
        let parameter = self.parameters.get(self.asked).cloned();
        self.asked += 1;
        parameter.unwrap_or(AttributeValue::Null)
    }

    fn list(&mut self, level: usize) -> Parsed<Vec<AttributeValue>> {
        self.advance();
        self.elements(level + 1, "]", "Expected RIGHT_BRACKET")
    }

    /// Values with commas between them, up to what closes them.
    pub(super) fn elements(
        &mut self,
        level: usize,
        close: &str,
        expected: &'static str,
    ) -> Parsed<Vec<AttributeValue>> {
        let mut elements = Vec::new();
        if self.accept(close) {
            return Ok(elements);
        }
        loop {
            elements.push(self.value(level)?);
            if !self.accept(",") {
                self.expect(close, expected)?;
                return Ok(elements);
            }
        }
    }

    /// The members of a map, of which each value stands in `level` lists and maps.
    pub(super) fn map(&mut self, level: usize) -> Parsed<Item> {
        self.advance();
        let mut members: Vec<(Name, AttributeValue)> = Vec::new();
        if self.accept("}") {
            return Ok(Item::new());
        }
        loop {
            let name = self.peek();
            let text = match name.kind {
                TokenKind::Text => name.text.replace("''", "'"),
                TokenKind::QuotedName => name.text.replace("\"\"", "\""),
                _ => return Err(self.unexpected_term()),
            };
            self.advance();
            self.expect(":", "Expected COLON")?;
            match read_name(&text) {
                Ok(read) => members.push((read, self.value(level)?)),
                Err(fault) => return Err(self.refuse(Fault::Value(fault), name.span)),
            }
            if !self.accept(",") {
                self.expect("}", "Expected RIGHT_CURLY")?;
                return Ok(Item::from_entries(members));
            }
        }
    }

    fn set(&mut self, level: usize) -> Parsed<AttributeValue> {
        let start = self.advance().span;
        let elements = self.elements(level + 1, ">>", "Expected RIGHT_DOUBLE_ANGLE_BRACKET")?;
        match set_of(&elements) {
            Ok(set) => Ok(set),
            Err(fault) => Err(self.refuse(fault, start.to(self.peek().span))),
        }
    }
}

/// A set of elements, which are all of one type: read as the same set in `DynamoDB`'s JSON, with its faults.
fn set_of(elements: &[AttributeValue]) -> Result<AttributeValue, Fault> {
    let (element_type, set_type) = match elements.first().map(AttributeValue::type_name) {
        None => return Err(Fault::EmptySet),
        Some("S") => ("S", "SS"),
        Some("N") => ("N", "NS"),
        Some("B") => ("B", "BS"),
        Some(_) => return Err(Fault::SetElements),
    };
    let mut contents = Vec::with_capacity(elements.len());
    for element in elements {
        match element.to_json().get_mut(element_type) {
            Some(content) => contents.push(content.take()),
            None => return Err(Fault::SetElements),
        }
    }
    let set = object(&mut [(set_type, Value::Array(contents))]);
    AttributeValue::from_json(&set).map_err(Fault::Value)
}
