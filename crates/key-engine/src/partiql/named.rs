//! The names in a statement, where they stand: for whoever writes one anew with another name in it.

use super::lexer::TokenKind;
use super::parse::Parser;
use crate::expression::Span;

/// What a name names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// A table.
    Table,
    /// An index of it.
    Index,
    /// An attribute of an item.
    Attribute,
    /// Something within an attribute.
    Inner,
    /// An attribute of an item that is put, which stands between the marks of a text.
    Member,
}

/// A name in a statement.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Named {
    /// The name.
    pub name: String,
    /// What it names.
    pub role: Role,
    /// Where it stands, its marks among it.
    pub span: Span,
}

impl Named {
    /// How another name is written in its place.
    ///
    /// ```
    /// use key_engine::partiql::names;
    /// let found = names("SELECT a FROM Orders", &[])?;
    /// assert_eq!(found[1].spelled("my \"orders\""), r#""my ""orders""""#);
    /// # Ok::<(), key_engine::partiql::StatementError>(())
    /// ```
    pub fn spelled(&self, name: &str) -> String {
        match self.role {
            Role::Member => format!("'{}'", name.replace('\'', "''")),
            _ => format!("\"{}\"", name.replace('"', "\"\"")),
        }
    }
}

impl Parser<'_> {
    /// Notes the names of the members of the map that comes next, and of none within it.
    pub(super) fn name_members(&mut self) {
        let mut depth = 0_usize;
        for ahead in 0.. {
            let token = self.peek_at(ahead);
            match (token.kind, token.text) {
                (TokenKind::End, _) => return,
                (TokenKind::Symbol, "{" | "[" | "<<" | "(") => depth += 1,
                (TokenKind::Symbol, "}" | "]" | ">>" | ")") => {
                    depth = depth.saturating_sub(1);
                    if depth == 0 {
                        return;
                    }
                }
                (TokenKind::Text | TokenKind::QuotedName, text)
                    if depth == 1 && self.is(ahead + 1, ":") =>
                {
                    let (mark, once) =
                        if token.kind == TokenKind::Text { ("''", "'") } else { ("\"\"", "\"") };
                    let name = text.replace(mark, once);
                    self.names.push(Named { name, role: Role::Member, span: token.span });
                }
                _ => {}
            }
        }
    }
}
