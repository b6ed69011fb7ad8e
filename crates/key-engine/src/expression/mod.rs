//! The expression languages: key conditions, filters, conditions and projections.
