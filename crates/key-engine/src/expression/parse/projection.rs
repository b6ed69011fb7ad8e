//! Projections: paths with commas between them.

use super::super::ast::Projection;
use super::super::lexer::TokenKind;
use super::{Parsed, Parser};

impl Parser<'_> {
    pub(super) fn projection(&mut self) -> Parsed<Projection> {
        let mut paths = vec![self.path()?];
        while self.accept(TokenKind::Comma) {
            paths.push(self.path()?);
        }
        Ok(Projection { paths })
    }
}
