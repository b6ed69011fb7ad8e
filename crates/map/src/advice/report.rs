//! The retrieval map as a document: every row with its route, its proof and its cost.
//!
//! Owns the text, as Markdown and as CSV. It runs nothing: whoever asks has the proofs.

use super::Proof;
use crate::design::Design;

/// The rows as a Markdown document. `proofs` are those of the design's requests, in their order.
pub fn markdown(design: &Design, proofs: &[&Proof]) -> String {
    let _ = (design, proofs);
    String::new()
}

/// The rows as CSV (RFC 4180), with a line of names first.
pub fn csv(design: &Design, proofs: &[&Proof]) -> String {
    let _ = (design, proofs);
    String::new()
}
