//! Attribute values and texts in Rust.

use key_engine::value::base64_decode;

use super::Writer;
use crate::design::code::layout::{Doc, Style};
use crate::design::code::program::Content;
use crate::design::code::template::{Part, Template};
use crate::design::code::words::{is_hidden, push_hex};

impl Writer<'_> {
    pub(super) fn content(&self, content: &Content) -> Doc {
        let texts = |texts: &[Template]| {
            vector(texts.iter().map(|text| Doc::Atom(self.owned(text))).collect())
        };
        let (kind, value) = match content {
            Content::S(text) => ("S", Doc::Atom(self.owned(text))),
            Content::N(text) => ("N", Doc::Atom(self.owned(text))),
            Content::B(text) => ("B", self.blob(text)),
            Content::Bool(flag) => ("Bool", Doc::Atom(flag.to_string())),
            Content::Null(flag) => ("Null", Doc::Atom(flag.to_string())),
            Content::Ss(all) => ("Ss", texts(all)),
            Content::Ns(all) => ("Ns", texts(all)),
            Content::Bs(all) => ("Bs", vector(all.iter().map(|text| self.blob(text)).collect())),
            Content::L(all) => ("L", vector(all.iter().map(|one| self.content(one)).collect())),
            Content::M(members) => {
                let members = members.iter();
                let members = members.map(|(name, one)| (name.as_str(), self.content(one)));
                ("M", self.map(members.collect()))
            }
        };
        Doc::list(format!("AttributeValue::{kind}("), vec![value], ")", Style::Call)
    }

    pub(super) fn map(&self, members: Vec<(&str, Doc)>) -> Doc {
        self.has_maps.set(true);
        if members.is_empty() {
            return Doc::atom("HashMap::new()");
        }
        let pairs = members.into_iter().map(|(name, value)| {
            let name = Doc::Atom(format!("{}.to_string()", literal(name)));
            Doc::list("(", vec![name, value], ")", Style::Tight)
        });
        Doc::list("HashMap::from([", pairs.collect(), "])", Style::Tight)
    }

    fn blob(&self, text: &Template) -> Doc {
        self.has_blobs.set(true);
        let known = text.text().and_then(base64_decode);
        Doc::Atom(match known {
            Some(bytes) => format!("Blob::new(b\"{}\")", bytes_literal(&bytes)),
            None => format!("Blob::new(aws_smithy_types::base64::decode({})?)", self.text(text)),
        })
    }

    /// A text that a builder takes: a literal or a variable as it is.
    pub(super) fn text(&self, template: &Template) -> String {
        match (template.text(), template.sole_gap()) {
            (Some(text), _) => literal(text),
            (None, Some(place)) => self.name(place).to_owned(),
            (None, None) => self.owned(template),
        }
    }

    /// A text as a `String`.
    pub(super) fn owned(&self, template: &Template) -> String {
        if template.text().is_some() || template.sole_gap().is_some() {
            return format!("{}.to_string()", self.text(template));
        }
        let mut out = "format!(\"".to_owned();
        for part in &template.parts {
            match part {
                Part::Text(text) => escape(text, true, &mut out),
                Part::Gap(place) => {
                    out.push('{');
                    out.push_str(self.name(*place));
                    out.push('}');
                }
            }
        }
        out.push_str("\")");
        out
    }

    fn name(&self, place: usize) -> &str {
        self.variables.get(place).map_or("_", String::as_str)
    }
}

pub(super) fn vector(pieces: Vec<Doc>) -> Doc {
    Doc::list("vec![", pieces, "]", Style::Tight)
}

pub(super) fn literal(text: &str) -> String {
    let mut out = "\"".to_owned();
    escape(text, false, &mut out);
    out.push('"');
    out
}

fn escape(text: &str, is_format: bool, out: &mut String) {
    for letter in text.chars() {
        match letter {
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            '\\' | '"' => {
                out.push('\\');
                out.push(letter);
            }
            '{' | '}' if is_format => {
                out.push(letter);
                out.push(letter);
            }
            hidden if is_hidden(hidden) => {
                let number = u32::from(hidden);
                out.push_str("\\u{");
                push_hex(number, if number > 0xffff { 6 } else { 4 }, out);
                out.push('}');
            }
            letter => out.push(letter),
        }
    }
}

/// What stands between the quotes of a byte string; the same in Rust and in Go.
pub(in crate::design::code) fn bytes_literal(bytes: &[u8]) -> String {
    let mut out = String::new();
    for byte in bytes {
        match byte {
            b'"' | b'\\' => {
                out.push('\\');
                out.push(char::from(*byte));
            }
            b' '..=b'~' => out.push(char::from(*byte)),
            byte => {
                out.push_str("\\x");
                push_hex(u32::from(*byte), 2, &mut out);
            }
        }
    }
    out
}
