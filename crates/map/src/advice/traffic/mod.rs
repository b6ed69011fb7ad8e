//! Traffic over time: which partition serves what in each second, and what it refuses.
//!
//! Owns the simulator: loads, the rules with their sources, partitions, clients that try again, and the verdict in words. It is
//! deterministic for a seed and works with sums, never with single requests: a second costs as much as there are keys, however
//! many requests it has. It must never read a clock, nor know of the screen.
//!
//! 1. `load` says what is asked: a stream for each row, with the keys it asks and how popular each is.
//! 2. `rules` has every number, and where it comes from; `mode` how a table is paid for.
//! 3. `simulate` takes a step a second and tells what happened in it, as plain data: `second`.
//! 4. `verdict` puts what a partition has seen into words.
//! 5. `shard` says beforehand what it would bring to spread a key: closed forms, no simulation; `hottest` says of
//!    which; `low_stock` is the tour of it.

mod cases;
mod chance;
mod client;
mod flow;
mod heat;
mod hottest;
mod load;
mod low_stock;
mod mode;
mod partition;
mod place;
mod rules;
mod said;
mod second;
mod settings;
mod shard;
mod simulate;
mod verdict;
mod writes;

pub use cases::{Case, Outcome, cases, markdown};
pub use hottest::{AskedKey, hottest_keys};
pub use load::{Door, Leg, Load, Operation, Place, Popularity, Reach, Stream, StreamKey, Target};
pub use low_stock::{low_stock, low_stock_sharded};
pub use mode::Mode;
pub use rules::{ALSO_ASSUMED, Rule, RuleId, Rules, Source};
pub use second::{
    DoorSecond, Event, Exception, HotKey, PartitionSecond, Reason, Second, StreamSecond, Throttle,
    Units,
};
pub use settings::{DoorSettings, FIRST_SEED, RowSettings, Settings};
pub use shard::{ShardAsked, ShardCurve, ShardPoint, WholeRead};
pub use simulate::{Setup, Simulation};
pub use verdict::{Mood, Verdict};
pub use writes::{unwritten_kinds, write_row};
