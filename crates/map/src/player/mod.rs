//! A walk in time: what has happened by a given step, which step it is at a given moment, and the sentence for it.
//!
//! A [`Timeline`] is made once from a [`Walk`](key_engine::walk::Walk) and then only read: seeking, stepping back and
//! scrubbing are look-ups. A [`Player`] turns seconds and commands into a position on a timeline; it owns no clock, the
//! caller says how much time has gone by. [`sentence`] says in words what happens at a step.
//!
//! This room never asks the engine what a request read, never re-enacts a request, and knows no pixels and no DOM.
//!
//! The life of a playback:
//! 1. the engine answers a request and hands over its walk;
//! 2. [`Timeline::new`] numbers the steps: the desk, each partition and collection entered, each item read, each page's
//!    end, done;
//! 3. [`Player::new`] spreads the steps over at most [`LONGEST_WALK_SECS`] seconds; nothing moves until someone plays;
//! 4. each animation frame calls [`Player::advance`], and draws [`Timeline::lit`] and [`Timeline::event`] of
//!    [`Player::position`];
//! 5. "Next page" extends the walk: a new timeline keeps every step it had, and [`Player::extend`] goes on from there.

mod builder;
mod counters;
mod event;
mod lit;
mod names;
mod outline;
mod request_names;
mod running_total;
mod schedule;
mod sentence;
mod timeline;
mod transport;

pub use counters::Counters;
pub use event::Event;
pub use lit::{BoxState, Lit, Run};
pub use names::{Door, KeyNames, NoNames, Sought};
pub use outline::{LegOutline, PageOutline};
pub use request_names::RequestNames;
pub use schedule::LONGEST_WALK_SECS;
pub use sentence::{Part, PartKind, Sentence, sentence};
pub use timeline::Timeline;
pub use transport::{Player, PlayerCommand};

#[cfg(test)]
mod tests;
