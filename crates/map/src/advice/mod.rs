//! What the map says about requests.
//!
//! Owns judgements: by which route a request was answered, and what an error means in plain words. It judges walks and
//! errors that exist, and the prover runs requests to have them: whatever one writes is taken back. It knows nothing of the screen.

mod asked;
mod census;
pub mod change;
pub mod consistency;
pub mod copies;
pub mod door;
mod explain;
mod families;
mod finding;
mod meaning;
pub mod merge;
mod mixing;
mod price;
mod proof;
mod prover;
mod report;
pub mod row_words;
pub mod rules;
mod scale;
mod served;
mod told;
pub mod traffic;
mod verdict;
#[cfg(test)]
mod walked;

pub use census::{
    Census, CollectionCensus, DoorCensus, FamilyCensus, KindCensus, LARGE_ITEM_BYTES, LargeItem,
    Shape, Shapes, TableCensus, Taker, partition_text, shape_of,
};
pub use explain::{Plain, explain};
pub use finding::{Finding, Remedy, Weight};
pub use price::{UnitPrice, cost};
pub use proof::{CallProof, Proof, Standing};
pub use prover::Prover;
pub use report::{csv, markdown};
pub use rules::{Adviser, Facts, findings};
pub use scale::{
    AtScale, PARTITION_READ_UNITS, PARTITION_WRITE_UNITS, ROUND_TRIP_SECS, at_scale, has_sample,
    sample_items,
};
pub use served::{Purpose, purposes};
pub use verdict::{Route, Verdict, verdict, verdict_of};
