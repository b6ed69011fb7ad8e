//! Cuts a command line into words as a POSIX shell does, and remembers where each byte of a word came from.
//!
//! More forgiving than a shell where a paste went wrong: a line may end without its backslash, a backslash may have spaces
//! after it, and the continuation signs of the Windows shells are known. Nothing is expanded: whatever a shell would have
//! to look up is an error.

use std::ops::Range;

use super::error::{CliError, CliErrorKind};

/// A word of the line.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Word {
    pub(super) text: String,
    /// The bytes of the line it was written with.
    pub(super) span: Range<usize>,
    /// For each byte of the text, where in the line it was written.
    origins: Vec<usize>,
}

impl Word {
    /// Where in the line the text's bytes from `from` on were written; beyond the text's end, its last byte's place.
    pub(super) fn origin(&self, from: usize) -> Range<usize> {
        let start =
            self.origins.get(from).or(self.origins.last()).copied().unwrap_or(self.span.start);
        start..self.span.end.max(start)
    }

    /// The word from byte `from` on, as a word of its own.
    pub(super) fn tail(&self, from: usize) -> Self {
        Self {
            text: self.text.get(from..).unwrap_or_default().to_owned(),
            span: self.origin(from),
            origins: self.origins.get(from..).unwrap_or_default().to_vec(),
        }
    }
}

/// The words of a line.
pub(super) fn words(line: &str) -> Result<Vec<Word>, CliError> {
    let mut reader = Reader { line, at: 0 };
    let mut words = Vec::new();
    while reader.skip_blank() {
        words.push(reader.word()?);
    }
    Ok(words)
}

struct Reader<'a> {
    line: &'a str,
    at: usize,
}

/// A word being read: bytes, because `$'\xc3\xa9'` spells one letter in two.
#[derive(Default)]
struct Draft {
    bytes: Vec<u8>,
    origins: Vec<usize>,
}

impl Draft {
    fn push(&mut self, letter: char, origin: usize) {
        let mut buffer = [0; 4];
        for byte in letter.encode_utf8(&mut buffer).bytes() {
            self.push_byte(byte, origin);
        }
    }

    fn push_byte(&mut self, byte: u8, origin: usize) {
        self.bytes.push(byte);
        self.origins.push(origin);
    }
}

impl Reader<'_> {
    fn rest(&self) -> &str {
        self.line.get(self.at..).unwrap_or_default()
    }

    fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    fn next(&mut self) -> Option<char> {
        let letter = self.peek()?;
        self.at += letter.len_utf8();
        Some(letter)
    }

    fn fail<T>(&self, kind: CliErrorKind, from: usize) -> Result<T, CliError> {
        Err(CliError { kind, span: from..self.at.max(from) })
    }

    /// Skips spaces, ends of lines, continuations and comments. False at the end of the line.
    fn skip_blank(&mut self) -> bool {
        while let Some(letter) = self.peek() {
            if letter.is_whitespace() {
                self.next();
            } else if letter == '#' {
                while self.peek().is_some_and(|letter| letter != '\n') {
                    self.next();
                }
            } else if let Some(length) = self.continuation() {
                self.at += length;
            } else {
                return true;
            }
        }
        false
    }

    /// How long the continuation is that begins here, if one does: the sign, spaces, and the end of the line.
    fn continuation(&self) -> Option<usize> {
        let after = self.rest().strip_prefix(['\\', '^', '`'])?;
        let line_end = after.trim_start_matches([' ', '\t', '\r']);
        let blank = after.len() - line_end.len();
        if line_end.is_empty() {
            return Some(1 + blank);
        }
        line_end.starts_with('\n').then_some(blank + 2)
    }

    fn word(&mut self) -> Result<Word, CliError> {
        let start = self.at;
        let mut draft = Draft::default();
        while let Some(letter) = self.peek() {
            if letter.is_whitespace() || self.continuation().is_some() {
                break;
            }
            let origin = self.at;
            self.next();
            match letter {
                '\'' => self.single(&mut draft, origin)?,
                '"' => self.double(&mut draft, origin)?,
                '$' if self.peek() == Some('\'') => self.ansi(&mut draft, origin)?,
                '$' | '`' => self.dollar(&mut draft, origin, letter)?,
                '\\' => {
                    if let Some(escaped) = self.next() {
                        draft.push(escaped, origin);
                    }
                }
                '‘' | '’' | '“' | '”' => {
                    return self.fail(CliErrorKind::CurlyQuote, origin);
                }
                '|' | ';' | '&' | '<' | '>' | '(' | ')' => {
                    return self.fail(CliErrorKind::Operator { sign: letter }, origin);
                }
                _ => draft.push(letter, origin),
            }
        }
        let span = start..self.at;
        match String::from_utf8(draft.bytes) {
            Ok(text) => Ok(Word { text, span, origins: draft.origins }),
            Err(_) => Err(CliError { kind: CliErrorKind::BadEscape, span }),
        }
    }

    fn single(&mut self, draft: &mut Draft, open: usize) -> Result<(), CliError> {
        loop {
            let origin = self.at;
            match self.next() {
                Some('\'') => return Ok(()),
                Some(letter) => draft.push(letter, origin),
                None => return self.fail(CliErrorKind::UnclosedQuote { quote: '\'' }, open),
            }
        }
    }

    fn double(&mut self, draft: &mut Draft, open: usize) -> Result<(), CliError> {
        loop {
            let origin = self.at;
            match self.next() {
                Some('"') => return Ok(()),
                Some('\\') => match self.next() {
                    Some('\n') | None => {}
                    Some(letter @ ('"' | '\\' | '$' | '`')) => draft.push(letter, origin),
                    Some(letter) => {
                        draft.push('\\', origin);
                        draft.push(letter, origin);
                    }
                },
                Some(letter @ ('$' | '`')) => self.dollar(draft, origin, letter)?,
                Some(letter) => draft.push(letter, origin),
                None => return self.fail(CliErrorKind::UnclosedQuote { quote: '"' }, open),
            }
        }
    }

    /// A dollar sign is itself where no name follows it; a backquote never is.
    fn dollar(&mut self, draft: &mut Draft, origin: usize, sign: char) -> Result<(), CliError> {
        let names = |letter: char| letter.is_ascii_alphanumeric() || "_{(*@#?$!-".contains(letter);
        if sign == '`' || self.peek().is_some_and(names) {
            self.next();
            return self.fail(CliErrorKind::Variable, origin);
        }
        draft.push(sign, origin);
        Ok(())
    }

    /// `$'...'`, with its escapes.
    fn ansi(&mut self, draft: &mut Draft, open: usize) -> Result<(), CliError> {
        self.next();
        loop {
            let origin = self.at;
            match self.next() {
                Some('\'') => return Ok(()),
                Some('\\') => self.escape(draft, origin)?,
                Some(letter) => draft.push(letter, origin),
                None => return self.fail(CliErrorKind::UnclosedQuote { quote: '\'' }, open),
            }
        }
    }

    fn escape(&mut self, draft: &mut Draft, origin: usize) -> Result<(), CliError> {
        let Some(letter) = self.next() else {
            return Ok(()); // the quote is not closed, which is said then
        };
        let control = match letter {
            'a' => '\u{7}',
            'b' => '\u{8}',
            'e' | 'E' => '\u{1b}',
            'f' => '\u{c}',
            'n' => '\n',
            'r' => '\r',
            't' => '\t',
            'v' => '\u{b}',
            '\\' | '\'' | '"' | '?' => letter,
            'x' => return self.byte_escape(draft, origin, 2, 16),
            '0'..='7' => {
                self.at -= 1;
                return self.byte_escape(draft, origin, 3, 8);
            }
            'u' | 'U' => {
                let most = if letter == 'u' { 4 } else { 8 };
                let Some(letter) = self.digits(most, 16).and_then(char::from_u32) else {
                    return self.fail(CliErrorKind::BadEscape, origin);
                };
                letter
            }
            other => {
                draft.push('\\', origin);
                other
            }
        };
        draft.push(control, origin);
        Ok(())
    }

    fn byte_escape(
        &mut self,
        draft: &mut Draft,
        origin: usize,
        most: usize,
        radix: u32,
    ) -> Result<(), CliError> {
        match self.digits(most, radix).and_then(|code| u8::try_from(code).ok()) {
            Some(0) | None => self.fail(CliErrorKind::BadEscape, origin),
            Some(byte) => {
                draft.push_byte(byte, origin);
                Ok(())
            }
        }
    }

    fn digits(&mut self, most: usize, radix: u32) -> Option<u32> {
        let length =
            self.rest().chars().take(most).take_while(|digit| digit.is_digit(radix)).count();
        let code = u32::from_str_radix(self.rest().get(..length)?, radix).ok()?;
        self.at += length;
        Some(code)
    }
}
