//! For how long a source and its copies disagree.
//!
//! Owns the times: at the leaders, where a strong read looks, and at any of the replicas, where an eventual one may. Must never: send
//! a request; everything is read off the log of a run.

use key_engine::order::sort_by;
use key_engine::{AttributeValue, Database, Item};

use super::following::{FollowPlan, OwnersWrite};
use super::script::Run;
use super::words::time;

/// A time in which source and copies disagree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Span {
    /// From when, in milliseconds.
    pub from_ms: u64,
    /// Until when; no time where they never agree again.
    pub to_ms: Option<u64>,
}

/// For how long source and copies disagree.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Agreement {
    /// At the leaders.
    pub strong: Vec<Span>,
    /// At some of the replicas.
    pub eventual: Vec<Span>,
    /// Whether all agree in the end.
    pub heals: bool,
    /// All that in words.
    pub sentence: String,
}

impl Agreement {
    /// For how long source and copies disagree in a run of the write.
    pub(super) fn of(
        write: &OwnersWrite,
        plan: FollowPlan,
        run: &Run,
        database: &Database,
    ) -> Self {
        let mut moments = vec![0];
        moments.extend(run.arrivals.iter().flat_map(|one| [one.written_ms, one.at_ms]));
        sort_by(&mut moments, Ord::cmp);
        moments.dedup();
        let (mut strong, mut eventual) = (Spans::default(), Spans::default());
        for at_ms in moments {
            let held = |(table, key): &(String, Item)| {
                let items = run.replicas.held_at(at_ms, database, table, key);
                items.map(|item| item.and_then(|item| item.get(&write.attribute).cloned()))
            };
            let source = held(&write.source);
            let copies: Vec<_> = write.copies.iter().map(held).collect();
            let differs = |copy: &[Option<AttributeValue>; 3]| {
                let any = source.iter().any(|one| copy.iter().any(|other| one != other));
                (source.first() != copy.first(), any)
            };
            let differing: Vec<(bool, bool)> = copies.iter().map(differs).collect();
            strong.note(at_ms, differing.iter().any(|one| one.0));
            eventual.note(at_ms, differing.iter().any(|one| one.1));
        }
        let (strong, eventual) = (strong.0, eventual.0);
        let heals = eventual.last().is_none_or(|span| span.to_ms.is_some());
        let sentence = words(plan, &strong, &eventual);
        Self { strong, eventual, heals, sentence }
    }
}

/// Spans that are being gathered, moment by moment.
#[derive(Debug, Default)]
struct Spans(Vec<Span>);

impl Spans {
    fn note(&mut self, at_ms: u64, disagrees: bool) {
        match self.0.last_mut().filter(|span| span.to_ms.is_none()) {
            Some(open) if !disagrees => open.to_ms = Some(at_ms),
            None if disagrees => self.0.push(Span { from_ms: at_ms, to_ms: None }),
            _ => {}
        }
    }
}

/// For how long the two disagree, in words.
fn words(plan: FollowPlan, strong: &[Span], eventual: &[Span]) -> String {
    let leaders = match (strong.first(), strong.last()) {
        (Some(first), Some(Span { to_ms: Some(to_ms), .. })) => {
            let length = time(to_ms.saturating_sub(first.from_ms));
            let until = match plan {
                FollowPlan::Stream => "the stream's consumer has written the copy",
                FollowPlan::TwoWrites => "the second write; for good, if that one never comes",
                FollowPlan::Transaction => "the transaction",
                FollowPlan::Nobody => "somebody brings them in step; nothing else would",
            };
            format!("Source and copy disagree for {length}, until {until}.")
        }
        (Some(_), Some(_)) => {
            "Source and copy disagree from the write on, and nothing brings them together."
                .to_owned()
        }
        _ => "For a strong read, source and copy agree at every moment.".to_owned(),
    };
    let longer = match (eventual.first(), eventual.last()) {
        (Some(first), Some(Span { to_ms: Some(to_ms), .. })) => Some(format!(
            "Eventual reads can find them apart for up to {}, until all replicas have heard of it.",
            time(to_ms.saturating_sub(first.from_ms))
        )),
        _ => None,
    };
    [Some(leaders), longer].into_iter().flatten().collect::<Vec<_>>().join(" ")
}
