//! Text as other languages write it down.
//!
//! Owns the quoting of any text for JSON, TypeScript and Terraform, and for a comment of one line. Letters that a reader does not see, or
//! that turn the direction of what follows, are always written as numbers: code must be what it looks like.

use std::fmt::Write as _;

/// Whether a letter is written as a number.
fn is_hidden(letter: char) -> bool {
    letter.is_control()
        || matches!(letter, '\u{61c}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}')
}

/// A string of TypeScript, which is one of JSON too.
pub(super) fn typescript(text: &str) -> String {
    let mut quoted = String::with_capacity(text.len() + 2);
    quoted.push('"');
    for letter in text.chars() {
        match letter {
            '"' | '\\' => quoted.extend(['\\', letter]),
            '\n' => quoted.push_str("\\n"),
            '\r' => quoted.push_str("\\r"),
            '\t' => quoted.push_str("\\t"),
            letter if is_hidden(letter) => push_number(&mut quoted, letter),
            letter => quoted.push(letter),
        }
    }
    quoted.push('"');
    quoted
}

/// A string of Terraform: `${` and `%{` would begin a template, so the sign before the brace is doubled; after another sign of the
/// same it is written as a number, because three in a row are read otherwise.
pub(super) fn terraform(text: &str) -> String {
    let mut quoted = String::with_capacity(text.len() + 2);
    quoted.push('"');
    let mut letters = text.chars().peekable();
    let mut before = ' ';
    while let Some(letter) = letters.next() {
        match letter {
            '"' | '\\' => quoted.extend(['\\', letter]),
            '\n' => quoted.push_str("\\n"),
            '\r' => quoted.push_str("\\r"),
            '\t' => quoted.push_str("\\t"),
            '$' | '%' if before == letter || letters.peek() == Some(&letter) => {
                push_number(&mut quoted, letter);
            }
            '$' | '%' if letters.peek() == Some(&'{') => quoted.extend([letter, letter]),
            letter if is_hidden(letter) => push_number(&mut quoted, letter),
            letter => quoted.push(letter),
        }
        before = letter;
    }
    quoted.push('"');
    quoted
}

/// Text for a comment to the end of a line.
pub(super) fn comment(text: &str) -> String {
    text.chars().map(|letter| if is_hidden(letter) { ' ' } else { letter }).collect()
}

fn push_number(quoted: &mut String, letter: char) {
    // All of these letters have at most four digits.
    let _ = write!(quoted, "\\u{:04x}", u32::from(letter));
}

#[cfg(test)]
mod tests {
    use super::{comment, terraform, typescript};

    #[test]
    fn any_text_is_quoted_so_that_its_language_reads_it_back() {
        for (text, expected) in [
            ("plain", r#""plain""#),
            ("a\"b\\c\nd", r#""a\"b\\c\nd""#),
            ("${x}", r#""${x}""#),
            ("\u{202e}\u{0}\u{2028}", r#""\u202e\u0000\u2028""#),
            ("ключ 🗝", "\"ключ 🗝\""),
        ] {
            assert_eq!(typescript(text), expected);
            assert_eq!(serde_json::from_str::<String>(&typescript(text)).unwrap(), text);
        }
        for (text, expected) in [
            ("${x} %{if} $ % {", r#""$${x} %%{if} $ % {""#),
            ("$${x}$$$", r#""\u0024\u0024{x}\u0024\u0024\u0024""#),
            ("\"\\\r\u{7f}", r#""\"\\\r\u007f""#),
        ] {
            assert_eq!(terraform(text), expected);
        }
        assert_eq!(comment("a\nb\u{2028}c*/"), "a b c*/");
    }
}
