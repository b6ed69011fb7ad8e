//! What if another replica answers: strong and eventual reads, and what they do to those who decide by them.
//!
//! Owns a simulation of three replicas for each partition over the open database, scripts of people who read and write at given
//! moments, and what comes of them: an item sold twice, an update that is lost, copies that disagree and heal. It is a room of its
//! own, beside the traffic's: it counts no units and knows no seconds of load, only who has heard of which write.
//!
//! | module | owns |
//! |---|---|
//! | `assumptions` | every number taken for granted, with its words and its source |
//! | `chance` | numbers for a seed |
//! | `log` | what was written, and when it reaches which replica |
//! | `replicas` | who answers, and what they had at that moment |
//! | `answered` | an answer beside the leader's |
//!
//! Nothing here reads a clock, and the database is after each request what it was before.

mod answered;
mod assumptions;
mod chance;
mod log;
mod replicas;

pub use answered::{Answered, Answering, Arrival, Difference, Served};
pub use assumptions::{
    ASSUMPTIONS, Assumption, Assumptions, Delay, LONGEST_MS, Lag, READ_CONSISTENCY, Replica, Source,
};
pub use replicas::Replicas;

#[cfg(test)]
mod tests;
