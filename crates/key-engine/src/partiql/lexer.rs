//! The lexer: a statement's text as tokens, each with its place.
//!
//! It knows no keyword and refuses nothing: what belongs nowhere is a token of its own, for the parser to stop at.

use crate::expression::Span;

/// What a token is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum TokenKind {
    /// A bare name or a keyword.
    Word,
    /// `"name"`.
    QuotedName,
    /// `'text'`.
    Text,
    /// Digits, with a fraction or an exponent or without, and without a sign.
    Number,
    /// An operator or a bracket, of one character or two.
    Symbol,
    /// A character that no statement has, or a quotation that does not end.
    Unknown,
    /// The end of the statement.
    End,
}

/// A token: its kind, its text, which of a quotation is what stands between the marks, and its place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Token<'t> {
    pub(crate) kind: TokenKind,
    pub(crate) text: &'t str,
    pub(crate) span: Span,
}

/// Symbols of two characters, which go before those of one.
const PAIRS: [&str; 6] = ["<<", ">>", "<=", ">=", "<>", "!="];

/// All tokens of `text`, and the end.
pub(crate) fn tokens(text: &str) -> Vec<Token<'_>> {
    let mut tokens = Vec::with_capacity(text.len() / 4 + 1);
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let start = text.len() - rest.len();
        let (kind, length) = token_at(rest, first);
        let Some((token, after)) = rest.split_at_checked(length) else { break };
        if let Some(kind) = kind {
            let inside = match kind {
                TokenKind::QuotedName | TokenKind::Text => token.get(1..length - 1),
                _ => None,
            };
            let span = Span::new(start, start + length);
            tokens.push(Token { kind, text: inside.unwrap_or(token), span });
        }
        rest = after;
    }
    tokens.push(Token { kind: TokenKind::End, text: "", span: Span::new(text.len(), text.len()) });
    tokens
}

/// The kind and the length in bytes of what `rest`, which begins with `first`, begins with; no kind for white space.
fn token_at(rest: &str, first: char) -> (Option<TokenKind>, usize) {
    let kind = match first {
        ' ' | '\t' | '\r' | '\n' => return (None, 1),
        'a'..='z' | 'A'..='Z' | '_' | '$' => return (Some(TokenKind::Word), word_length(rest)),
        '0'..='9' => return (Some(TokenKind::Number), number_length(rest)),
        '\'' => return quotation(rest, b'\'', TokenKind::Text),
        '"' => return quotation(rest, b'"', TokenKind::QuotedName),
        _ if PAIRS.iter().any(|pair| rest.starts_with(pair)) => {
            return (Some(TokenKind::Symbol), 2);
        }
        '=' | '<' | '>' | '+' | '-' | '*' | '/' | '%' | '(' | ')' | '[' | ']' | '{' | '}' | ','
        | '.' | ':' | '?' | ';' => TokenKind::Symbol,
        _ => TokenKind::Unknown,
    };
    (Some(kind), first.len_utf8())
}

fn word_length(text: &str) -> usize {
    text.bytes()
        .take_while(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'$'))
        .count()
}

fn digits(text: &[u8]) -> usize {
    text.iter().take_while(|byte| byte.is_ascii_digit()).count()
}

fn number_length(text: &str) -> usize {
    let bytes = text.as_bytes();
    let rest = |from: usize| bytes.get(from..).unwrap_or_default();
    let mut length = digits(bytes);
    if let [b'.', b'0'..=b'9', ..] = rest(length) {
        length += 1 + digits(rest(length + 1));
    }
    let exponent = match rest(length) {
        [b'e' | b'E', b'+' | b'-', b'0'..=b'9', ..] => 2,
        [b'e' | b'E', b'0'..=b'9', ..] => 1,
        _ => return length,
    };
    length + exponent + digits(rest(length + exponent))
}

/// A quotation, in which the mark twice stands for the mark; without an end, its first mark alone.
fn quotation(text: &str, mark: u8, kind: TokenKind) -> (Option<TokenKind>, usize) {
    let bytes = text.as_bytes();
    let mut at = 1;
    loop {
        match bytes.get(at..).unwrap_or_default() {
            [] => return (Some(TokenKind::Unknown), 1),
            [one, two, ..] if *one == mark && *two == mark => at += 2,
            [one, ..] if *one == mark => return (Some(kind), at + 1),
            _ => at += 1,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, expected: &[&str]) {
        let found: Vec<String> =
            tokens(text).iter().map(|token| format!("{:?} {}", token.kind, token.text)).collect();
        assert_eq!(found, expected, "tokens of {text:?}");
    }

    #[test]
    fn words_names_texts_and_numbers() {
        check("", &["End "]);
        check(
            "a_1 \"a \"\"b\"\"\" 'it''s' ''",
            &["Word a_1", "QuotedName a \"\"b\"\"", "Text it''s", "Text ", "End "],
        );
        check(
            "1 1.5 1e3 2.5E-3 1.x 1e",
            &[
                "Number 1",
                "Number 1.5",
                "Number 1e3",
                "Number 2.5E-3",
                "Number 1",
                "Symbol .",
                "Word x",
                "Number 1",
                "Word e",
                "End ",
            ],
        );
    }

    #[test]
    fn symbols_are_the_longest_that_fit() {
        check("<<1>>", &["Symbol <<", "Number 1", "Symbol >>", "End "]);
        check("a<=b!=?", &["Word a", "Symbol <=", "Word b", "Symbol !=", "Symbol ?", "End "]);
        check("a<b", &["Word a", "Symbol <", "Word b", "End "]);
    }

    #[test]
    fn what_belongs_nowhere_stands_alone() {
        check("'a", &["Unknown '", "Word a", "End "]);
        check("é\u{1F600}!", &["Unknown é", "Unknown \u{1F600}", "Unknown !", "End "]);
    }
}
