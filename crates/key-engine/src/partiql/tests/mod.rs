//! What statements read as, how they are refused, and that printing one loses nothing.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

mod laws;
mod syntax;
