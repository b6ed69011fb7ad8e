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
//! | `words` | an answer in words |
//! | `script` | who sends what at which moment, and what comes back to them |
//! | `stock` | what can be bought in a design |
//! | `buying` | buyers, and what came of the sale |
//! | `lesson` | what two buyers teach |
//! | `following` | the owner's write of a fact that is stored twice, with a plan for the copy and without |
//! | `agreement` | for how long the two disagree |
//! | `indexed` | a write that a global secondary index shows later |
//!
//! Nothing here reads a clock, and the database is after each request what it was before.
//!
//! ```
//! use map::advice::consistency::{Assumptions, Lesson, stocks};
//! use map::design::{open, scenarios};
//!
//! let mut opened = open(scenarios::find("warehouse").unwrap().json).unwrap();
//! let mouse = &stocks(&opened.design, &opened.database)[0];
//! let assumptions = Assumptions::default();
//! let (run, sale) = Lesson::EventualReads.buying(mouse).run(&mut opened.database, assumptions);
//! assert_eq!((sale.sold, sale.oversold, sale.on_hand), (2, 1, Some(-1)));
//! let stale = run.lines[2].answered.as_ref().unwrap();
//! assert!(stale.is_stale() && !stale.by[0].replica.is_leader());
//! let (_, sale) = Lesson::StrongReads.buying(mouse).run(&mut opened.database, assumptions);
//! assert_eq!((sale.sold, sale.oversold, sale.on_hand), (1, 0, Some(0)));
//! ```

mod agreement;
mod answered;
mod assumptions;
mod buying;
mod chance;
mod following;
mod indexed;
mod lesson;
mod log;
mod replicas;
mod script;
mod stock;
mod words;

pub use agreement::{Agreement, Span};
pub use answered::{Answered, Answering, Arrival, Difference, Served};
pub use assumptions::{ASSUMPTIONS, Assumption, Assumptions, Delay, LONGEST_MS, Lag, Replica};
pub use buying::{Buyer, Buying, InOrder, Odds, Purchase, Sale};
pub use following::{FollowPlan, OwnersWrite, owners_writes};
pub use indexed::{IndexedWrite, indexed_writes};
pub use lesson::Lesson;
pub use replicas::Replicas;
pub use script::{Line, ONE_LESS, Run, SEEN, Script, Step, Watched, When};
pub use stock::{Stock, stocks};

#[cfg(test)]
mod tests;
