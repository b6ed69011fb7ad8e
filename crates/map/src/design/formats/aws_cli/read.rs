//! Reads a command line as a call.

use serde_json::{Map, Value};

use super::{
    error::{CliError, CliErrorKind},
    options::{GLOBAL, Kind, REFUSED, kebab, kind_of},
    shorthand,
    words::{Word, words},
};
use crate::design::Call;
use crate::design::parameters::{OPERATIONS, Operation, nearest};

/// A line, read.
#[derive(Clone, Debug, PartialEq)]
pub struct CliLine {
    /// The call it makes.
    pub call: Call,
    /// What the line says beside the call (`--region eu-west-1`), which makes no difference here.
    pub ignored: Vec<String>,
}

/// The call a line makes; as [`read`], for whoever does not care what was ignored.
///
/// # Errors
/// As [`read`].
pub fn parse(line: &str) -> Result<Call, CliError> {
    read(line).map(|read| read.call)
}

/// Reads a line such as a person pastes it.
///
/// # Errors
/// A line that is no `aws dynamodb` command on items, or that cannot be understood whole: what, where, and a sentence.
pub fn read(line: &str) -> Result<CliLine, CliError> {
    let mut arguments =
        Arguments { words: words(line)?, next: 0, end: line.len(), ignored: Vec::new() };
    arguments.command()?;
    let operation = arguments.operation()?;
    let mut input = Map::new();
    let mut whole = Map::new();
    while let Some(word) = arguments.take() {
        arguments.option(operation, &word, &mut input, &mut whole)?;
    }
    // what is written as an option goes before what the JSON says
    whole.append(&mut input);
    let call = Call { operation: operation.name.to_owned(), input: Value::Object(whole) };
    Ok(CliLine { call, ignored: arguments.ignored })
}

struct Arguments {
    words: Vec<Word>,
    next: usize,
    end: usize,
    ignored: Vec<String>,
}

fn fail<T>(kind: CliErrorKind, word: &Word) -> Result<T, CliError> {
    Err(CliError { kind, span: word.span.clone() })
}

/// An option's name, and its value when they are joined by `=`.
fn split(word: &Word) -> (String, Option<Word>) {
    match word.text.split_once('=') {
        Some((name, _)) => (name.to_owned(), Some(word.tail(name.len() + 1))),
        None => (word.text.clone(), None),
    }
}

impl Arguments {
    fn take(&mut self) -> Option<Word> {
        let word = self.words.get(self.next).cloned()?;
        self.next += 1;
        Some(word)
    }

    fn fail_at_end<T>(&self, kind: CliErrorKind) -> Result<T, CliError> {
        Err(CliError { kind, span: self.end..self.end })
    }

    /// `aws dynamodb`, after a prompt, with variables set before it and options of `aws` between.
    fn command(&mut self) -> Result<(), CliError> {
        loop {
            let Some(word) = self.take() else { return self.fail_at_end(CliErrorKind::Empty) };
            match word.text.split_once('=') {
                _ if word.text == "aws" => break,
                None if word.text == "$" => {}
                Some((name, _)) if is_variable(name) => self.ignored.push(word.text),
                _ => {
                    let found = word.text.clone();
                    return fail(CliErrorKind::NotAws { found }, &word);
                }
            }
        }
        let Some(service) = self.past_global()? else {
            return self.fail_at_end(CliErrorKind::NotDynamoDb { found: None });
        };
        if service.text == "dynamodb" {
            return Ok(());
        }
        fail(CliErrorKind::NotDynamoDb { found: Some(service.text.clone()) }, &service)
    }

    fn operation(&mut self) -> Result<&'static Operation, CliError> {
        let Some(word) = self.past_global()? else {
            return self.fail_at_end(CliErrorKind::MissingOperation);
        };
        match OPERATIONS.iter().find(|operation| kebab(operation.name) == word.text) {
            Some(operation) => Ok(operation),
            None if word.text.starts_with('-') => fail(CliErrorKind::MissingOperation, &word),
            None => fail(CliErrorKind::UnknownOperation { found: word.text.clone() }, &word),
        }
    }

    /// The next word that is no option of the `aws` command itself.
    fn past_global(&mut self) -> Result<Option<Word>, CliError> {
        while let Some(word) = self.take() {
            if !self.global(&word)? {
                return Ok(Some(word));
            }
        }
        Ok(None)
    }

    /// Whether the word is an option of `aws` itself; it and its value are then set aside.
    fn global(&mut self, word: &Word) -> Result<bool, CliError> {
        let (name, joined) = split(word);
        let Some((_, takes_value)) = GLOBAL.iter().find(|(global, _)| *global == name) else {
            return Ok(false);
        };
        if *takes_value {
            let value = self.value(word, &name, joined)?;
            self.ignored.push(format!("{name} {}", value.text));
        } else {
            self.ignored.push(name);
        }
        Ok(true)
    }

    /// The value of an option: joined to it, or the next word.
    fn value(&mut self, option: &Word, name: &str, joined: Option<Word>) -> Result<Word, CliError> {
        if let Some(value) = joined {
            return Ok(value);
        }
        match self.words.get(self.next) {
            Some(word) if !word.text.starts_with("--") => {
                self.next += 1;
                Ok(word.clone())
            }
            _ => fail(CliErrorKind::MissingValue { option: name.to_owned() }, option),
        }
    }

    fn option(
        &mut self,
        operation: &Operation,
        word: &Word,
        input: &mut Map<String, Value>,
        whole: &mut Map<String, Value>,
    ) -> Result<(), CliError> {
        if !word.text.starts_with("--") {
            let found = word.text.clone();
            return fail(CliErrorKind::StrayWord { found }, word);
        }
        if self.global(word)? {
            return Ok(());
        }
        let (name, joined) = split(word);
        if let Some((_, why)) = REFUSED.iter().find(|(refused, _)| *refused == name) {
            return fail(CliErrorKind::Refused { option: name, why }, word);
        }
        if name == "--cli-input-json" {
            let value = self.value(word, &name, joined)?;
            let Value::Object(members) = json(&name, &value)? else {
                let problem = "an object is expected".to_owned();
                return fail(CliErrorKind::BadJson { option: name, problem }, &value);
            };
            whole.extend(members);
            return Ok(());
        }
        if name == "--page-size" && operation.parameters.contains(&"Limit") {
            let value = self.value(word, &name, joined)?;
            let limit = integer(&name, &value)?;
            input.entry("Limit").or_insert(limit);
            return Ok(());
        }
        let Some((parameter, on)) = parameter(operation, &name) else {
            return unknown(operation, name, word);
        };
        let value = if kind_of(parameter) == Kind::Switch {
            if let Some(value) = joined {
                return fail(CliErrorKind::UnwantedValue { option: name }, &value);
            }
            Value::Bool(on)
        } else {
            let value = self.value(word, &name, joined)?;
            self.read_value(parameter, &name, value)?
        };
        input.insert(parameter.to_owned(), value);
        Ok(())
    }

    fn read_value(&mut self, parameter: &str, option: &str, word: Word) -> Result<Value, CliError> {
        if word.text.starts_with("file://") || word.text.starts_with("fileb://") {
            return fail(CliErrorKind::File { option: option.to_owned() }, &word);
        }
        match kind_of(parameter) {
            Kind::Integer => integer(option, &word),
            Kind::Json if word.text.trim_start().starts_with(['{', '[']) => json(option, &word),
            Kind::Json if parameter == "AttributesToGet" => Ok(self.list(word)),
            Kind::Json => shorthand::read(&word.text).map_err(|(at, problem)| CliError {
                kind: CliErrorKind::BadShorthand { option: option.to_owned(), problem },
                span: word.origin(at),
            }),
            Kind::Text | Kind::Switch => Ok(Value::String(word.text)),
        }
    }

    /// A list of names: this word and all that follow up to the next option.
    fn list(&mut self, first: Word) -> Value {
        let mut names = vec![Value::String(first.text)];
        while let Some(word) = self.words.get(self.next).filter(|word| !word.text.starts_with("--"))
        {
            names.push(Value::String(word.text.clone()));
            self.next += 1;
        }
        Value::Array(names)
    }
}

fn is_variable(name: &str) -> bool {
    !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
}

/// The parameter an option sets, and whether it turns it on.
fn parameter(operation: &Operation, option: &str) -> Option<(&'static str, bool)> {
    let spelled = option.strip_prefix("--")?;
    operation.parameters.iter().find_map(|parameter| {
        let kebab = kebab(parameter);
        if kebab == spelled {
            return Some((*parameter, true));
        }
        let off = spelled.strip_prefix("no-")?;
        (kind_of(parameter) == Kind::Switch && kebab == off).then_some((*parameter, false))
    })
}

fn integer(option: &str, word: &Word) -> Result<Value, CliError> {
    word.text.trim().parse::<i64>().map(Value::from).or_else(|_| {
        let found = word.text.clone();
        fail(CliErrorKind::NotANumber { option: option.to_owned(), found }, word)
    })
}

fn json(option: &str, word: &Word) -> Result<Value, CliError> {
    serde_json::from_str(&word.text).map_err(|error| {
        let line_start: usize = word
            .text
            .split_inclusive('\n')
            .take(error.line().saturating_sub(1))
            .map(str::len)
            .sum();
        let whole = error.to_string();
        let problem = whole.split(" at line ").next().unwrap_or_default().to_owned();
        let span = word.origin(line_start + error.column().saturating_sub(1));
        CliError { kind: CliErrorKind::BadJson { option: option.to_owned(), problem }, span }
    })
}

fn unknown<T>(operation: &Operation, option: String, word: &Word) -> Result<T, CliError> {
    let spelled = option.trim_start_matches('-');
    let known: Vec<String> = operation.parameters.iter().map(|name| kebab(name)).collect();
    let meant = nearest(spelled, known.iter().map(String::as_str)).map(|name| format!("--{name}"));
    let operation = kebab(operation.name);
    fail(CliErrorKind::UnknownOption { option, operation, meant }, word)
}
