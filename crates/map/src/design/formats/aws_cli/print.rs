//! Writes a call as a command line.

use serde_json::Value;

use super::options::{Kind, fits, kebab, kind_of};
use crate::design::Call;
use crate::design::parameters::operation;

/// Options shorter than this share a line.
const SHORT: usize = 24;

/// The longest line that short options are gathered on.
const LINE: usize = 72;

/// The call as a POSIX shell command of several lines. A call that the CLI has no options for (an unknown parameter, a
/// value of another type) is written whole as `--cli-input-json`, which the CLI passes on as it is.
pub fn print(call: &Call) -> String {
    let mut options = options_of(call).unwrap_or_else(|| whole(call)).into_iter().peekable();
    let mut first = format!("aws dynamodb {}", quoted(&kebab(&call.operation)));
    if let Some(table) = options.next_if(|option| option.starts_with("--table-name")) {
        first.push(' ');
        first.push_str(&table);
    }
    let mut lines = vec![first];
    let mut gathering = false;
    for option in options {
        let short = option.len() <= SHORT;
        match lines.last_mut() {
            Some(line) if short && gathering && line.len() + option.len() < LINE => {
                line.push(' ');
                line.push_str(&option);
            }
            _ => lines.push(option),
        }
        gathering = short;
    }
    lines.join(" \\\n  ")
}

/// Each parameter as its option; none when one does not fit.
fn options_of(call: &Call) -> Option<Vec<String>> {
    let input = call.input.as_object()?;
    let parameters = operation(&call.operation)?.parameters;
    if input.keys().any(|name| !parameters.contains(&name.as_str())) {
        return None;
    }
    let given = parameters.iter().filter_map(|name| input.get(*name).map(|value| (*name, value)));
    given.map(|(name, value)| fits(name, value).then(|| option(name, value))).collect()
}

fn whole(call: &Call) -> Vec<String> {
    vec![with_value("--cli-input-json", &call.input.to_string())]
}

fn option(name: &str, value: &Value) -> String {
    let kebab = kebab(name);
    match (kind_of(name), value) {
        (Kind::Switch, Value::Bool(true)) => format!("--{kebab}"),
        (Kind::Switch, _) => format!("--no-{kebab}"),
        (_, Value::String(text)) => with_value(&format!("--{kebab}"), text),
        _ => with_value(&format!("--{kebab}"), &value.to_string()),
    }
}

/// An option and its value. One that looks like an option itself must be joined to its name.
fn with_value(option: &str, value: &str) -> String {
    let joint = if value.starts_with('-') { '=' } else { ' ' };
    format!("{option}{joint}{}", quoted(value))
}

/// A word as a shell reads it: bare where nothing in it means anything to a shell, else in single quotes.
fn quoted(word: &str) -> String {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"_./:=@%+,-".contains(&byte);
    if !word.is_empty() && word.bytes().all(plain) {
        return word.to_owned();
    }
    format!("'{}'", word.replace('\'', r"'\''"))
}
