//! Names and comments that are safe in any of the languages.
//!
//! Owns how a placeholder becomes a variable, and what of a text could be taken for something else by whoever reads code.

use super::template::Variable;

/// The names that code has given away.
#[derive(Debug)]
pub(super) struct Names {
    taken: Vec<String>,
    case: Case,
}

/// How a language writes a name of several words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Case {
    /// `productId`
    Camel,
    /// `product_id`
    Snake,
}

impl Names {
    /// None is given away but these, which mean something in the language or in the code around; words with blanks between.
    pub(super) fn new(case: Case, reserved: &[&str]) -> Self {
        let words = reserved.iter().flat_map(|words| words.split(' '));
        Self { taken: words.map(str::to_owned).collect(), case }
    }

    /// A name for each variable.
    pub(super) fn of_variables(&mut self, variables: &[Variable]) -> Vec<String> {
        variables.iter().map(|variable| self.of_placeholder(&variable.placeholder)).collect()
    }

    fn of_placeholder(&mut self, placeholder: &str) -> String {
        let mut words = words(placeholder);
        if words.first().is_none_or(|first| first.starts_with(|c: char| c.is_ascii_digit())) {
            words.insert(0, "value".to_owned());
        }
        let name = joined(&words, self.case);
        if !self.is_taken(&name) {
            return self.give(name);
        }
        words.push("value".to_owned());
        let name = joined(&words, self.case);
        self.fresh(&name)
    }

    /// The name, or the name with the first number that is free.
    pub(super) fn fresh(&mut self, name: &str) -> String {
        let mut number = 1u32;
        let mut free = name.to_owned();
        while self.is_taken(&free) {
            number += 1;
            free = format!("{name}{number}");
        }
        self.give(free)
    }

    /// The name of a member on the wire as a variable, as [`Self::fresh`].
    pub(super) fn fresh_member(&mut self, member: &str) -> String {
        match self.case {
            Case::Camel => self.fresh(&camel(member)),
            Case::Snake => self.fresh(&snake(member)),
        }
    }

    fn is_taken(&self, name: &str) -> bool {
        self.taken.iter().any(|taken| taken == name)
    }

    fn give(&mut self, name: String) -> String {
        self.taken.push(name.clone());
        name
    }
}

/// The words of a name in small ASCII letters and digits: at a sign, and where a capital follows a small letter.
fn words(name: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    let mut before_is_small = false;
    for letter in name.chars() {
        let part = letter.is_ascii_alphanumeric();
        let begins = !part || (letter.is_ascii_uppercase() && before_is_small);
        if begins {
            words.push(String::new());
        }
        if let Some(word) = words.last_mut()
            && part
        {
            word.push(letter.to_ascii_lowercase());
        }
        before_is_small = letter.is_ascii_lowercase() || letter.is_ascii_digit();
    }
    words.retain(|word| !word.is_empty());
    words
}

fn joined(words: &[String], case: Case) -> String {
    let mut name = String::new();
    for word in words {
        match case {
            Case::Snake if !name.is_empty() => name.push('_'),
            Case::Camel if !name.is_empty() => {
                let mut letters = word.chars();
                name.extend(letters.next().map(|first| first.to_ascii_uppercase()));
                name.push_str(letters.as_str());
                continue;
            }
            _ => {}
        }
        name.push_str(word);
    }
    name
}

/// A name on the wire as the languages with small beginnings write it: `tableName`.
pub(super) fn camel(name: &str) -> String {
    let mut letters = name.chars();
    let first = letters.next().map(|first| first.to_ascii_lowercase());
    first.into_iter().chain(letters).collect()
}

/// A name on the wire with underscores: `table_name`.
pub(super) fn snake(name: &str) -> String {
    joined(&words(name), Case::Snake)
}

/// A word on the wire as the name of a constant: `AllOld` of `ALL_OLD`.
pub(super) fn pascal(word: &str) -> String {
    let mut out = String::new();
    for part in words(&word.to_ascii_lowercase()) {
        let mut letters = part.chars();
        out.extend(letters.next().map(|first| first.to_ascii_uppercase()));
        out.push_str(letters.as_str());
    }
    out
}

/// Whether a character must not stand in code as it is: one that is not seen, or moves what is.
pub(super) fn is_hidden(letter: char) -> bool {
    letter.is_control()
        || matches!(letter,
            '\u{ad}' | '\u{61c}' | '\u{180e}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}'
            | '\u{2060}'..='\u{206f}' | '\u{feff}' | '\u{fff0}'..='\u{ffff}'
            | '\u{e0000}'..='\u{e007f}')
}

/// A text in a comment of one line. Java reads escapes even there, so that a backslash stands for itself only twice.
pub(super) fn comment(text: &str) -> String {
    let mut out = String::new();
    for letter in text.chars() {
        match letter {
            '\\' => out.push_str("\\\\"),
            hidden if is_hidden(hidden) => out.push(' '),
            letter => out.push(letter),
        }
    }
    out
}

/// A text between double quotes, with what is hidden escaped as a language does.
pub(super) fn quoted(text: &str, hide: fn(char, &mut String)) -> String {
    format!("\"{}\"", escaped(text, '"', hide))
}

/// A text as it stands between quotes.
pub(super) fn escaped(text: &str, quote: char, hide: fn(char, &mut String)) -> String {
    let mut out = String::new();
    for letter in text.chars() {
        match letter {
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            letter if letter == '\\' || letter == quote => {
                out.push('\\');
                out.push(letter);
            }
            hidden if is_hidden(hidden) => hide(hidden, &mut out),
            letter => out.push(letter),
        }
    }
    out
}

/// A text for a format in which braces hold what is filled in.
pub(super) fn with_double_braces(text: &str) -> String {
    text.replace('{', "{{").replace('}', "}}")
}

/// A character with four hexadecimal digits, or with eight where it needs more: `\u2028`.
pub(super) fn escape_point(letter: char, out: &mut String) {
    let number = u32::from(letter);
    let (sign, digits) = if number > 0xffff { ("\\U", 8) } else { ("\\u", 4) };
    out.push_str(sign);
    push_hex(number, digits, out);
}

/// A character with four hexadecimal digits, or two of those where it needs them: `\u2028`.
pub(super) fn escape_utf16(letter: char, out: &mut String) {
    let mut units = [0; 2];
    for unit in letter.encode_utf16(&mut units) {
        out.push_str("\\u");
        push_hex(u32::from(*unit), 4, out);
    }
}

/// So many hexadecimal digits.
pub(super) fn push_hex(number: u32, digits: u32, out: &mut String) {
    for place in (0..digits).rev() {
        out.extend(char::from_digit((number >> (4 * place)) & 15, 16));
    }
}
