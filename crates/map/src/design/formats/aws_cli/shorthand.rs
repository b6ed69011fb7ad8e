//! The CLI's shorthand for structured values: `PK={S=CUSTOMER#1},SK={S=METADATA}`, `#n=name`, `[a,b]`.
//!
//! Source: AWS CLI user guide, "Using shorthand syntax". Texts stay texts, as in `DynamoDB` JSON numbers are written; only
//! `BOOL` and `NULL` become the truth values they must be.

use serde_json::{Map, Value};

/// How deep maps and lists may nest, as items may.
const DEEPEST: u32 = 34;

/// Reads a whole value; the error says where (in bytes) and what.
pub(super) fn read(text: &str) -> Result<Value, (usize, &'static str)> {
    if text.trim().is_empty() {
        return Err((0, "it is empty"));
    }
    let mut reader = Reader { text, at: 0 };
    let members = reader.members(None, 0)?;
    Ok(Value::Object(members))
}

struct Reader<'a> {
    text: &'a str,
    at: usize,
}

type Read<T> = Result<T, (usize, &'static str)>;

impl Reader<'_> {
    fn peek(&self) -> Option<char> {
        self.text.get(self.at..).and_then(|rest| rest.chars().next())
    }

    fn next(&mut self) -> Option<char> {
        let letter = self.peek()?;
        self.at += letter.len_utf8();
        Some(letter)
    }

    fn skip_spaces(&mut self) {
        while self.peek().is_some_and(char::is_whitespace) {
            self.next();
        }
    }

    /// `name=value,name=value` up to `close`, or to the end.
    fn members(&mut self, close: Option<char>, depth: u32) -> Read<Map<String, Value>> {
        if depth > DEEPEST {
            return Err((self.at, "it nests too deep"));
        }
        let mut members = Map::new();
        loop {
            self.skip_spaces();
            if self.peek() == close && members.is_empty() {
                self.next();
                return Ok(members);
            }
            let start = self.at;
            let name = self.until(&['=', ',', '{', '}', '[', ']']);
            if name.is_empty() || self.next() != Some('=') {
                return Err((start, "a name and `=` are expected"));
            }
            let value = self.value(depth)?;
            let value = match (name.as_str(), &value) {
                ("BOOL" | "NULL", Value::String(text)) if text == "true" => Value::Bool(true),
                ("BOOL" | "NULL", Value::String(text)) if text == "false" => Value::Bool(false),
                _ => value,
            };
            members.insert(name, value);
            self.skip_spaces();
            match (self.peek(), close) {
                (Some(','), _) => {
                    self.next();
                }
                (found, close) if found == close => {
                    self.next();
                    return Ok(members);
                }
                _ => return Err((self.at, "`,` or the end is expected")),
            }
        }
    }

    fn value(&mut self, depth: u32) -> Read<Value> {
        self.skip_spaces();
        match self.peek() {
            Some('{') => {
                self.next();
                self.members(Some('}'), depth + 1).map(Value::Object)
            }
            Some('[') => {
                self.next();
                self.list(depth + 1).map(Value::Array)
            }
            Some(quote @ ('"' | '\'')) => self.quoted(quote).map(Value::String),
            _ => Ok(Value::String(self.until(&[',', '}', ']']))),
        }
    }

    fn list(&mut self, depth: u32) -> Read<Vec<Value>> {
        if depth > DEEPEST {
            return Err((self.at, "it nests too deep"));
        }
        let mut values = Vec::new();
        loop {
            self.skip_spaces();
            if self.peek() == Some(']') {
                self.next();
                return Ok(values);
            }
            values.push(self.value(depth)?);
            self.skip_spaces();
            match self.peek() {
                Some(',') => {
                    self.next();
                }
                Some(']') => {}
                _ => return Err((self.at, "the list is not closed")),
            }
        }
    }

    fn until(&mut self, stops: &[char]) -> String {
        let start = self.at;
        while self.peek().is_some_and(|letter| !stops.contains(&letter)) {
            self.next();
        }
        self.text.get(start..self.at).unwrap_or_default().trim().to_owned()
    }

    fn quoted(&mut self, quote: char) -> Read<String> {
        let start = self.at;
        self.next();
        let mut text = String::new();
        while let Some(letter) = self.next() {
            match letter {
                '\\' if self.peek().is_some_and(|next| next == quote || next == '\\') => {
                    text.extend(self.next());
                }
                _ if letter == quote => return Ok(text),
                _ => text.push(letter),
            }
        }
        Err((start, "a quote in it is not closed"))
    }
}
