//! Attribute values, as every language writes them.
//!
//! Owns which kind of value holds what. How any of it is spelled is the language's.

use super::layout::Doc;
use super::program::{Content, Node, Step};
use super::template::Template;

/// How a language spells attribute values.
pub(super) trait Values {
    /// A text within a value.
    fn held(&self, text: &Template) -> String;

    /// Bytes, given as base64.
    fn bytes(&self, text: &Template) -> Doc;

    fn flag(&self, flag: bool) -> Doc {
        Doc::Atom(flag.to_string())
    }

    /// The elements of a value of this kind.
    fn list(&self, kind: &str, pieces: Vec<Doc>) -> Doc;

    /// The members of a value.
    fn map(&self, members: Vec<(&str, Doc)>) -> Doc;

    /// A value of this kind, as on the wire, and what it holds.
    fn value(&self, kind: &str, held: Doc) -> Doc;

    fn content(&self, content: &Content) -> Doc {
        let atom = |text: &Template| Doc::Atom(self.held(text));
        let (kind, held) = match content {
            Content::S(text) => ("S", atom(text)),
            Content::N(text) => ("N", atom(text)),
            Content::B(text) => ("B", self.bytes(text)),
            Content::Bool(flag) => ("BOOL", self.flag(*flag)),
            Content::Null(flag) => ("NULL", self.flag(*flag)),
            Content::Ss(all) => ("SS", self.list("SS", all.iter().map(atom).collect())),
            Content::Ns(all) => ("NS", self.list("NS", all.iter().map(atom).collect())),
            Content::Bs(all) => {
                ("BS", self.list("BS", all.iter().map(|text| self.bytes(text)).collect()))
            }
            Content::L(all) => {
                ("L", self.list("L", all.iter().map(|one| self.content(one)).collect()))
            }
            Content::M(members) => {
                let members = members.iter();
                let members = members.map(|(name, one)| (name.as_str(), self.content(one)));
                ("M", self.map(members.collect()))
            }
        };
        self.value(kind, held)
    }

    /// The parameters of a call but one, each behind its name.
    fn parameters(&self, step: &Step, left_out: &str, behind: &str) -> Vec<Doc> {
        let members = step.members.iter().filter(|(name, _)| *name != left_out);
        members.map(|(name, node)| self.untyped(node).after(&[name, behind].concat())).collect()
    }

    /// A parameter, for a language that writes any as lists and maps without saying their types.
    fn untyped(&self, node: &Node) -> Doc {
        match node {
            Node::Text(text) | Node::Word(_, text) => Doc::Atom(self.held(text)),
            Node::Integer(number) => Doc::Atom(number.to_string()),
            Node::Flag(flag) => self.flag(*flag),
            Node::Value(content) => self.content(content),
            Node::List(_, nodes) => {
                self.list("L", nodes.iter().map(|node| self.untyped(node)).collect())
            }
            Node::Map(_, members) => {
                let members = members.iter();
                let members = members.map(|(name, node)| (name.as_str(), self.untyped(node)));
                self.map(members.collect())
            }
            Node::Struct(_, members) => {
                self.map(members.iter().map(|(name, node)| (*name, self.untyped(node))).collect())
            }
        }
    }
}
