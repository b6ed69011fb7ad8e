//! The lexer: an expression's text as tokens, each with its place.
//!
//! It knows no keyword (`AND` is a word like any other until the parser reads it) and refuses nothing: a character
//! that belongs nowhere is a token of its own, for the parser to stop at, since `DynamoDB` quotes it as one.

use super::Span;

/// What a token is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum TokenKind {
    /// A letter, then letters, digits and underscores: an attribute name, a keyword or a function.
    Word,
    /// `#name`.
    NamePlaceholder,
    /// `:value`.
    ValuePlaceholder,
    /// Digits.
    Integer,
    /// `=`
    Equal,
    /// `<>`
    NotEqual,
    /// `<`
    Less,
    /// `<=`
    LessOrEqual,
    /// `>`
    Greater,
    /// `>=`
    GreaterOrEqual,
    /// `+`
    Plus,
    /// `-`
    Minus,
    /// `(`
    OpenParenthesis,
    /// `)`
    CloseParenthesis,
    /// `[`
    OpenBracket,
    /// `]`
    CloseBracket,
    /// `,`
    Comma,
    /// `.`
    Dot,
    /// A character that no expression has.
    Unknown,
    /// The end of the text.
    End,
}

/// A token: its kind, its text and where it stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Token<'t> {
    pub(crate) kind: TokenKind,
    pub(crate) text: &'t str,
    pub(crate) span: Span,
}

impl Token<'_> {
    /// Whether this is the word `keyword` (in capitals), in any case.
    pub(crate) fn is_keyword(&self, keyword: &str) -> bool {
        self.kind == TokenKind::Word && self.text.eq_ignore_ascii_case(keyword)
    }
}

/// All tokens of `text`, without the end.
pub(crate) fn tokens(text: &str) -> Vec<Token<'_>> {
    let mut tokens = Vec::with_capacity(text.len() / 4 + 1);
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let start = text.len() - rest.len();
        let (kind, length) = token_at(rest, first);
        let Some((token, after)) = rest.split_at_checked(length) else { break };
        if let Some(kind) = kind {
            tokens.push(Token { kind, text: token, span: Span::new(start, start + length) });
        }
        rest = after;
    }
    tokens
}

/// The kind and the length in bytes of what `rest`, which begins with `first`, begins with; no kind for white space.
fn token_at(rest: &str, first: char) -> (Option<TokenKind>, usize) {
    use TokenKind as K;
    let kind = match first {
        ' ' | '\t' | '\r' | '\n' => return (None, 1),
        'a'..='z' | 'A'..='Z' => return (Some(K::Word), word_length(rest)),
        '0'..='9' => {
            return (Some(K::Integer), rest.bytes().take_while(u8::is_ascii_digit).count());
        }
        '#' | ':' => {
            let name = rest.get(1..).map_or(0, word_length);
            let kind = match (first, name) {
                (_, 0) => K::Unknown,
                ('#', _) => K::NamePlaceholder,
                _ => K::ValuePlaceholder,
            };
            return (Some(kind), 1 + name);
        }
        '<' if rest.starts_with("<>") => return (Some(K::NotEqual), 2),
        '<' if rest.starts_with("<=") => return (Some(K::LessOrEqual), 2),
        '>' if rest.starts_with(">=") => return (Some(K::GreaterOrEqual), 2),
        '<' => K::Less,
        '>' => K::Greater,
        '=' => K::Equal,
        '+' => K::Plus,
        '-' => K::Minus,
        '(' => K::OpenParenthesis,
        ')' => K::CloseParenthesis,
        '[' => K::OpenBracket,
        ']' => K::CloseBracket,
        ',' => K::Comma,
        '.' => K::Dot,
        _ => K::Unknown,
    };
    (Some(kind), first.len_utf8())
}

fn word_length(text: &str) -> usize {
    text.bytes().take_while(|byte| byte.is_ascii_alphanumeric() || *byte == b'_').count()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, expected: &[&str]) {
        let found: Vec<String> =
            tokens(text).iter().map(|token| format!("{:?} {}", token.kind, token.text)).collect();
        assert_eq!(found, expected, "tokens of {text:?}");
        for token in tokens(text) {
            assert_eq!(text.get(token.span.range()), Some(token.text), "span in {text:?}");
        }
    }

    #[test]
    fn words_placeholders_and_numbers() {
        check("", &[]);
        check(" \t\r\n", &[]);
        check(
            "a.b[10]",
            &["Word a", "Dot .", "Word b", "OpenBracket [", "Integer 10", "CloseBracket ]"],
        );
        check("#n = :v_1", &["NamePlaceholder #n", "Equal =", "ValuePlaceholder :v_1"]);
        check("#1 :2", &["NamePlaceholder #1", "ValuePlaceholder :2"]);
        check("AND and", &["Word AND", "Word and"]);
        check("GI-1", &["Word GI", "Minus -", "Integer 1"]);
        check("1a", &["Integer 1", "Word a"]);
    }

    #[test]
    fn operators_are_the_longest_that_fit() {
        check("a<=b", &["Word a", "LessOrEqual <=", "Word b"]);
        check("a<>b", &["Word a", "NotEqual <>", "Word b"]);
        check("a>=b", &["Word a", "GreaterOrEqual >=", "Word b"]);
        check("a< =b", &["Word a", "Less <", "Equal =", "Word b"]);
        check("a<<>", &["Word a", "Less <", "NotEqual <>"]);
        check("a+b", &["Word a", "Plus +", "Word b"]);
    }

    #[test]
    fn characters_that_belong_nowhere_stand_alone() {
        check("!!", &["Unknown !", "Unknown !"]);
        check("a : b", &["Word a", "Unknown :", "Word b"]);
        check("#, #", &["Unknown #", "Comma ,", "Unknown #"]);
        check("_type", &["Unknown _", "Word type"]);
        check("é\u{1F600}x", &["Unknown é", "Unknown \u{1F600}", "Word x"]);
        check("\u{a0}\u{0}", &["Unknown \u{a0}", "Unknown \u{0}"]);
    }
}
