//! An object written down in JavaScript or TypeScript, as text that is read like YAML.
//!
//! Owns the finding of the object, and what its literals stand for: strings of every kind, names without quotes, regular expressions
//! as text. What only running the script gives (calls, functions, types) is left out. It runs nothing.

pub(super) mod tables;

use serde_json::Value;

/// The first object of a script that has all these names in it; none where there is none.
pub(super) fn object_with(text: &str, names: &[&str]) -> Option<String> {
    let mut reader = Reader { rest: text, out: String::new(), last: ' ' };
    let mut depth = 0_usize;
    while let Some(letter) = reader.rest.chars().next() {
        if depth == 0 && letter != '{' {
            // outside of objects only what could hide a brace matters
            reader.skip();
            reader.out.clear();
            continue;
        }
        match letter {
            '{' | '[' => depth += 1,
            '}' | ']' => depth = depth.saturating_sub(1),
            _ => {}
        }
        reader.token(letter);
        if depth == 0 {
            if names.iter().all(|name| reader.out.contains(name)) {
                return Some(reader.out);
            }
            reader.out.clear();
        }
    }
    None
}

struct Reader<'t> {
    rest: &'t str,
    out: String,
    /// The last sign that was written: a value is `"`.
    last: char,
}

impl Reader<'_> {
    /// Passes over a string, a comment or a letter.
    fn skip(&mut self) {
        let Some(letter) = self.rest.chars().next() else { return };
        match letter {
            '"' | '\'' | '`' => _ = self.string(letter),
            '/' if self.comment() => {}
            _ => self.pass(letter.len_utf8()),
        }
    }

    fn pass(&mut self, bytes: usize) {
        self.rest = self.rest.get(bytes..).unwrap_or_default();
    }

    /// Reads what begins with a letter, and writes what it stands for.
    fn token(&mut self, letter: char) {
        match letter {
            '{' | '}' | '[' | ']' | ',' | ':' => {
                self.pass(1);
                self.sign(letter);
            }
            '"' | '\'' | '`' => {
                let text = self.string(letter);
                self.value(&Value::from(text).to_string());
            }
            '/' if self.comment() => {}
            '/' if ":,[{(".contains(self.last) => {
                let text = self.regular_expression();
                self.value(&Value::from(text).to_string());
            }
            '(' => self.parentheses(),
            _ if is_word(letter) => {
                let end = self.rest.find(|letter| !is_word(letter)).unwrap_or(self.rest.len());
                let word = self.rest.get(..end).unwrap_or_default();
                let written = match word {
                    "true" | "false" | "null" => word.to_owned(),
                    "undefined" => "null".to_owned(),
                    _ if word.parse::<f64>().is_ok_and(f64::is_finite) => word.to_owned(),
                    _ => Value::from(word).to_string(),
                };
                self.pass(end);
                self.value(&written);
            }
            _ => self.pass(letter.len_utf8()),
        }
    }

    fn sign(&mut self, sign: char) {
        self.out.push(sign);
        // YAML wants a blank behind what parts a name and its value
        self.out.push(' ');
        self.last = sign;
    }

    /// Writes a value; a second one with nothing between is what a type or a call adds to the first.
    fn value(&mut self, written: &str) {
        if !"\"}]".contains(self.last) {
            self.out.push_str(written);
            self.last = '"';
        }
    }

    /// Passes over a comment, if one begins here.
    fn comment(&mut self) -> bool {
        let end = if self.rest.starts_with("//") {
            self.rest.find('\n')
        } else if self.rest.starts_with("/*") {
            self.rest.find("*/").map(|end| end + 2)
        } else {
            return false;
        };
        self.pass(end.unwrap_or(self.rest.len()));
        true
    }

    /// What a string says.
    fn string(&mut self, quote: char) -> String {
        let mut text = String::new();
        let mut letters = self.rest.char_indices().skip(1);
        let mut end = self.rest.len();
        while let Some((at, letter)) = letters.next() {
            if letter == quote {
                end = at + 1;
                break;
            }
            if letter != '\\' {
                text.push(letter);
                continue;
            }
            match letters.next().map(|(_, letter)| letter) {
                Some('n') => text.push('\n'),
                Some('t') => text.push('\t'),
                Some('r') => text.push('\r'),
                Some('\n') | None => {}
                Some(other) => text.push(other),
            }
        }
        self.pass(end);
        text
    }

    /// A regular expression as it is written.
    fn regular_expression(&mut self) -> String {
        let mut in_class = false;
        let mut letters = self.rest.char_indices().skip(1);
        let mut end = self.rest.len();
        while let Some((at, letter)) = letters.next() {
            match letter {
                '\\' => _ = letters.next(),
                '[' => in_class = true,
                ']' => in_class = false,
                '/' if !in_class => {
                    end = at + 1;
                    break;
                }
                '\n' => {
                    end = at;
                    break;
                }
                _ => {}
            }
        }
        let written = self.rest.get(..end).unwrap_or_default().to_owned();
        self.pass(end);
        let flags = self.rest.find(|letter: char| !letter.is_ascii_lowercase());
        let flags = flags.unwrap_or(self.rest.len());
        let written = written + self.rest.get(..flags).unwrap_or_default();
        self.pass(flags);
        written
    }

    fn parentheses(&mut self) {
        let mut depth = 0_usize;
        while let Some(letter) = self.rest.chars().next() {
            match letter {
                '(' => depth += 1,
                ')' => depth = depth.saturating_sub(1),
                _ => {}
            }
            self.skip();
            if depth == 0 {
                return;
            }
        }
    }
}

fn is_word(letter: char) -> bool {
    letter.is_alphanumeric() || "_$.-".contains(letter)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_object_with_the_names_is_found_and_its_literals_are_read() {
        let text = "// { a: 1 }\nconst Match = { id: /^[/{]'\\/$/i, s: '{' }\nexport default {\n  a: { type: String as const, value: `x#${id}` }, // b\n  'b-c': [1, -2.5, true, undefined,] as const, d: z.string('}').min(1), /* } */ e: () => f({}), g: Match.id, h: 'it\\'s',\n} satisfies T;\n";
        assert_eq!(
            object_with(text, &["\"a\"", "\"b-c\""]).unwrap().replace(' ', ""),
            r#"{"a":{"type":"String","value":"x#${id}"},"b-c":[1,-2.5,true,null,],"d":"z.string","e":"f","g":"Match.id","h":"it's",}"#
        );
        assert_eq!(
            object_with(text, &["\"s\""]).unwrap(),
            "{ \"id\": \"/^[/{]'\\\\/$/i\", \"s\": \"{\"} "
        );
        for text in ["", "{", "'", "`", "/*", "{a: /", "{a: (", "}{", "{\\", "{a: '\\"] {
            assert_eq!(object_with(text, &["\"x\""]), None, "{text}");
        }
    }
}
