//! Tables that a program makes, as objects that are read like YAML: the input of `CreateTable` in JavaScript or TypeScript, and the
//! named arguments of a call in Python.
//!
//! Owns the finding of them, in time linear in the text: the innermost objects, or parentheses, that name both members.

use super::{Reader, is_word};

/// The members that an object must have itself.
const NAMES: [&str; 2] = ["\"KeySchema\"", "\"AttributeDefinitions\""];

/// Whether a text could hold one.
pub(in super::super) fn fits(text: &str) -> bool {
    NAMES.iter().all(|name| text.contains(name.trim_matches('"')))
}

/// An object, a list or parentheses that are open.
struct Open {
    /// Where it begins in what is written.
    at: usize,
    list: bool,
    has: [bool; 2],
}

/// Each of them, in the order of the text.
pub(in super::super) fn tables_in(text: &str) -> Vec<String> {
    let mut reader = Reader { rest: text, out: String::new(), last: ' ' };
    let mut open: Vec<Open> = Vec::new();
    let mut found: Vec<String> = Vec::new();
    let mut found_bytes = 0;
    while let Some(letter) = reader.rest.chars().next() {
        let before = reader.out.len();
        match letter {
            '{' | '[' | '(' => {
                let list = letter == '[';
                open.push(Open { at: before, list, has: [false; 2] });
                reader.pass(1);
                reader.sign(if list { '[' } else { '{' });
            }
            '}' | ']' | ')' => {
                reader.pass(1);
                let Some(closed) = open.pop() else { continue };
                reader.sign(if closed.list { ']' } else { '}' });
                let object = reader.out.get(closed.at..).unwrap_or_default();
                // What nests in itself is no table.
                if closed.has == [true; 2] && found_bytes <= text.len() {
                    found_bytes += object.len();
                    found.push(object.to_owned());
                }
            }
            '`' if reader.rest.starts_with("```") => reader.pass(3),
            '"' | '\'' if !ends_in_line(reader.rest, letter) => reader.pass(1),
            '#' => reader.pass(reader.rest.find('\n').unwrap_or(reader.rest.len())),
            '=' => {
                reader.pass(1);
                if reader.last == '"' && !reader.rest.starts_with(['=', '>']) {
                    reader.sign(':');
                }
            }
            _ => {
                reader.token(letter);
                let written = reader.out.get(before..).unwrap_or_default();
                if let Some(top) = open.last_mut() {
                    for (has, name) in top.has.iter_mut().zip(NAMES) {
                        *has |= written == name;
                    }
                }
                if is_word(letter)
                    && let Some(meant) = constant(written)
                {
                    reader.out.truncate(before);
                    reader.out.push_str(&meant);
                }
            }
        }
    }
    found
}

/// Whether a string that begins here ends before its line does: an apostrophe in a sentence begins none.
fn ends_in_line(text: &str, quote: char) -> bool {
    text.chars().skip(1).take_while(|letter| *letter != '\n').any(|letter| letter == quote)
}

/// What a word without quotes stands for: Python's truths, and the members of enumerations such as `KeyType.HASH`.
fn constant(written: &str) -> Option<String> {
    match written.trim_matches('"') {
        "True" => Some("true".to_owned()),
        "False" => Some("false".to_owned()),
        "None" => Some("null".to_owned()),
        word => {
            let (_, member) = word.rsplit_once('.').filter(|_| written.starts_with('"'))?;
            let is_constant = !member.is_empty()
                && member.bytes().all(|byte| byte.is_ascii_uppercase() || byte == b'_');
            is_constant.then(|| ["\"", member, "\""].concat())
        }
    }
}
