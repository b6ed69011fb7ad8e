//! What the map says about requests.
//!
//! Owns judgements: by which route a request was answered, and what an error means in plain words. It judges walks and
//! errors that exist; it never runs a request, and knows nothing of the screen.

mod explain;
mod families;
mod finding;
mod meaning;
mod proof;
mod prover;
pub mod rules;
mod served;
mod verdict;

pub use explain::{Plain, explain};
pub use finding::{Finding, Remedy, Weight};
pub use proof::{CallProof, Proof, Standing};
pub use prover::Prover;
pub use rules::{Facts, findings};
pub use served::{Purpose, purposes};
pub use verdict::{Route, Verdict, verdict, verdict_of};
