//! Attribute values and texts in Go.

use key_engine::value::base64_decode;

use super::Writer;
use crate::design::code::layout::{Doc, Style};
use crate::design::code::rust::bytes_literal;
use crate::design::code::template::Template;
use crate::design::code::values::Values;
use crate::design::code::words::{escape_point, escaped, quoted};

impl Values for Writer<'_> {
    fn held(&self, text: &Template) -> String {
        self.text(text)
    }

    fn bytes(&self, text: &Template) -> Doc {
        Doc::Atom(if let Some(bytes) = text.text().and_then(base64_decode) {
            format!("[]byte(\"{}\")", bytes_literal(&bytes))
        } else {
            self.needs.decoded.set(true);
            format!("decoded({})", self.text(text))
        })
    }

    fn list(&self, kind: &str, pieces: Vec<Doc>) -> Doc {
        let open = match kind {
            "L" => "[]types.AttributeValue{",
            "BS" => "[][]byte{",
            _ => "[]string{",
        };
        Doc::list(open, pieces, "}", Style::Tight)
    }

    fn map(&self, members: Vec<(&str, Doc)>) -> Doc {
        let members = members.into_iter();
        let members = members.map(|(name, value)| value.after(&format!("{}: ", literal(name))));
        Doc::list("map[string]types.AttributeValue{", members.collect(), "}", Style::Tight)
    }

    fn value(&self, kind: &str, held: Doc) -> Doc {
        self.needs.types.set(true);
        let open = format!("&types.AttributeValueMember{kind}{{");
        Doc::list(open, vec![held.after("Value: ")], "}", Style::Call)
    }
}

impl Writer<'_> {
    pub(super) fn text(&self, template: &Template) -> String {
        if let Some(text) = template.text() {
            return literal(text);
        }
        let name = |place: usize| self.source.name(place, "nil");
        if let Some(place) = template.sole_gap() {
            return name(place).to_owned();
        }
        let text = |text: &str| escaped(&text.replace('%', "%%"), '"', escape_point);
        let format = template.joined(text, |_| "%s".to_owned());
        let arguments = template.joined(|_| String::new(), |place| format!(", {}", name(place)));
        format!("fmt.Sprintf(\"{format}\"{arguments})")
    }
}

pub(super) fn literal(text: &str) -> String {
    quoted(text, escape_point)
}
