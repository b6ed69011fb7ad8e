//! Attribute values and texts in Go.

use key_engine::value::base64_decode;

use super::Writer;
use crate::design::code::layout::{Doc, Style};
use crate::design::code::program::Content;
use crate::design::code::rust::bytes_literal;
use crate::design::code::template::{Part, Template};
use crate::design::code::words::{is_hidden, push_hex};

impl Writer<'_> {
    pub(super) fn content(&self, content: &Content) -> Doc {
        self.needs.types.set(true);
        let atoms =
            |texts: &[Template]| texts.iter().map(|text| Doc::Atom(self.text(text))).collect();
        let list = |open: &str, pieces: Vec<Doc>| Doc::list(open, pieces, "}", Style::Tight);
        let (kind, value) = match content {
            Content::S(text) => ("S", Doc::Atom(self.text(text))),
            Content::N(text) => ("N", Doc::Atom(self.text(text))),
            Content::B(text) => ("B", self.bytes(text)),
            Content::Bool(flag) => ("BOOL", Doc::Atom(flag.to_string())),
            Content::Null(flag) => ("NULL", Doc::Atom(flag.to_string())),
            Content::Ss(texts) => ("SS", list("[]string{", atoms(texts))),
            Content::Ns(texts) => ("NS", list("[]string{", atoms(texts))),
            Content::Bs(texts) => {
                ("BS", list("[][]byte{", texts.iter().map(|text| self.bytes(text)).collect()))
            }
            Content::L(contents) => {
                let contents = contents.iter().map(|one| self.content(one)).collect();
                ("L", list("[]types.AttributeValue{", contents))
            }
            Content::M(members) => {
                let members = members
                    .iter()
                    .map(|(name, one)| self.content(one).after(&format!("{}: ", literal(name))));
                ("M", list("map[string]types.AttributeValue{", members.collect()))
            }
        };
        let open = format!("&types.AttributeValueMember{kind}{{");
        Doc::list(open, vec![value.after("Value: ")], "}", Style::Call)
    }

    fn bytes(&self, text: &Template) -> Doc {
        Doc::Atom(if let Some(bytes) = text.text().and_then(base64_decode) {
            format!("[]byte(\"{}\")", bytes_literal(&bytes))
        } else {
            self.needs.decoded.set(true);
            format!("decoded({})", self.text(text))
        })
    }

    pub(super) fn text(&self, template: &Template) -> String {
        if let Some(text) = template.text() {
            return literal(text);
        }
        let name = |place: usize| self.variables.get(place).map_or("nil", String::as_str);
        if let Some(place) = template.sole_gap() {
            return name(place).to_owned();
        }
        let mut out = "fmt.Sprintf(\"".to_owned();
        let mut arguments = String::new();
        for part in &template.parts {
            match part {
                Part::Text(text) => escape(&text.replace('%', "%%"), &mut out),
                Part::Gap(place) => {
                    out.push_str("%s");
                    arguments.push_str(", ");
                    arguments.push_str(name(*place));
                }
            }
        }
        out + "\"" + &arguments + ")"
    }
}

pub(super) fn literal(text: &str) -> String {
    let mut out = "\"".to_owned();
    escape(text, &mut out);
    out.push('"');
    out
}

fn escape(text: &str, out: &mut String) {
    for letter in text.chars() {
        match letter {
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            '\\' | '"' => {
                out.push('\\');
                out.push(letter);
            }
            hidden if is_hidden(hidden) => {
                let number = u32::from(hidden);
                let (sign, digits) = if number > 0xffff { ("\\U", 8) } else { ("\\u", 4) };
                out.push_str(sign);
                push_hex(number, digits, out);
            }
            letter => out.push(letter),
        }
    }
}
