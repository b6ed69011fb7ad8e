//! Attribute values and texts in Rust.

use key_engine::value::base64_decode;

use super::Writer;
use crate::design::code::layout::{Doc, Style};
use crate::design::code::template::Template;
use crate::design::code::values::Values;
use crate::design::code::words::{escaped, pascal, push_hex, quoted, with_double_braces};

impl Values for Writer<'_> {
    fn held(&self, text: &Template) -> String {
        self.owned(text)
    }

    fn bytes(&self, text: &Template) -> Doc {
        self.has_blobs.set(true);
        let known = text.text().and_then(base64_decode);
        Doc::Atom(match known {
            Some(bytes) => format!("Blob::new(b\"{}\")", bytes_literal(&bytes)),
            None => format!("Blob::new(aws_smithy_types::base64::decode({})?)", self.text(text)),
        })
    }

    fn list(&self, _: &str, pieces: Vec<Doc>) -> Doc {
        Doc::list("vec![", pieces, "]", Style::Tight)
    }

    fn map(&self, members: Vec<(&str, Doc)>) -> Doc {
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

    fn value(&self, kind: &str, held: Doc) -> Doc {
        Doc::list(format!("AttributeValue::{}(", pascal(kind)), vec![held], ")", Style::Call)
    }
}

impl Writer<'_> {
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
        let text = |text: &str| escaped(&with_double_braces(text), '"', escape);
        let format = template.joined(text, |place| format!("{{{}}}", self.name(place)));
        format!("format!(\"{format}\")")
    }

    fn name(&self, place: usize) -> &str {
        self.source.name(place, "_")
    }
}

pub(super) fn literal(text: &str) -> String {
    quoted(text, escape)
}

fn escape(letter: char, out: &mut String) {
    let number = u32::from(letter);
    out.push_str("\\u{");
    push_hex(number, if number > 0xffff { 6 } else { 4 }, out);
    out.push('}');
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
