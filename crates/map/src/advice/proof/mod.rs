//! What running a request on the sample items proves.
//!
//! Owns the record of a proof: which operation each call became, what the walk touched, what it costs, and the verdict with its
//! reason; and how a row is run for it. It never decides when a row is run (the prover does), and leaves every item as it was.
//!
//! 1. `run` sends a row's calls page by page. One that is refused gets a `stand_in`, where something could still answer it.
//! 2. `returned` reads off each page's walk which items it brought: positions become items, no answer is built.
//! 3. `sight` notes what the row looked at: a change of anything else leaves its proof as it is.
//! 4. `judge` holds what was found against what the row promises, wants and expects; `conditions` says what it asks of which
//!    attribute, `shards` whether its calls read one key that is spread; `reason` puts the verdict into words.

mod conditions;
mod judge;
mod reason;
mod returned;
mod run;
mod shards;
mod sight;
mod stand_in;
#[cfg(test)]
mod tests;

use std::sync::Arc;

use key_engine::walk::{Totals, Walk};

use super::{Route, Verdict};
use crate::design::{Call, Expectation, ExpectedItem};

pub(super) use run::{Running, Slice};
pub(super) use sight::Sights;

/// Items that are kept of what a row returns.
const MOST_RETURNED: usize = 1_000;
/// Items that an expectation names one by one; of more it is their number.
const MOST_EXPECTED_ITEMS: u64 = 100;

/// The verdict on a row of the worksheet.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Standing {
    /// Not run yet.
    #[default]
    Unknown,
    /// It goes to its address and returns what it should.
    Proven,
    /// It has no calls yet: nothing can be run.
    Unwritten,
    /// It goes to an address where no sample item is: nothing is shown by that.
    FindsNothing,
    /// It goes to an address, but a filter throws away some of what it reads.
    NeedsFilter,
    /// Every item of a door is read.
    OnlyScan,
    /// The row promises a strong read, which a global secondary index cannot give.
    StrongOnIndex,
    /// The row promises a strong read, and the call does not ask for one.
    StrongNotAsked,
    /// It conditions the sort key without naming the partition key.
    SortWithoutPartition,
    /// It skips an attribute of a key made of several.
    SkipsAttribute,
    /// It takes several round trips where one collection could serve it.
    SeveralRoundTrips,
    /// It returns something else than the row expects.
    Differs,
    /// The engine refuses it.
    Refused,
}

impl Standing {
    /// Whether the row is proven.
    pub fn is_proven(self) -> bool {
        self == Self::Proven
    }

    /// The verdict in a few words, as the worksheet shows it.
    pub fn words(self) -> &'static str {
        match self {
            Self::Unknown => "not run yet",
            Self::Proven => "proven",
            Self::Unwritten => "no request yet",
            Self::FindsNothing => "finds nothing",
            Self::NeedsFilter => "needs a filter",
            Self::OnlyScan => "only a Scan",
            Self::StrongOnIndex => "strong read asked of a GSI",
            Self::StrongNotAsked => "strong read not asked",
            Self::SortWithoutPartition => "sort key without the partition key",
            Self::SkipsAttribute => "skips a key attribute",
            Self::SeveralRoundTrips => "several round trips",
            Self::Differs => "result differs",
            Self::Refused => "refused",
        }
    }
}

/// One call of a row, as it was run.
#[derive(Clone, Debug, PartialEq)]
pub struct CallProof {
    /// The call with its samples filled in.
    pub call: Call,
    /// The call that was run in its place, where the engine refuses it and a Scan could still answer.
    pub stand_in: Option<Call>,
    /// Why the engine refuses the call as it is written, in plain words.
    pub refusal: Option<String>,
    /// The route it took.
    pub route: Route,
    /// What it touched, over all its pages. Ordinals and ranks are those of the moment: where the items have changed since in a
    /// way that the row does not see, others may stand there now.
    pub walk: Arc<Walk>,
    /// The walk's sums.
    pub totals: Totals,
    /// The doors it read or wrote, without repeats: a table and an index of it, or none for the table's own door.
    pub doors: Vec<(String, Option<String>)>,
    /// Partitions there are at those doors.
    pub partitions: u32,
    /// Whether it ran to its end; a long one is stopped and says so.
    pub whole: bool,
}

/// What a row's requests did on the sample items.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Proof {
    /// The row's id.
    pub request: String,
    /// The verdict.
    pub standing: Standing,
    /// Why, in a sentence.
    pub reason: String,
    /// The routes of its calls.
    pub verdict: Verdict,
    /// Each call.
    pub calls: Vec<CallProof>,
    /// The sums of all calls.
    pub totals: Totals,
    /// Partitions there are at all doors touched.
    pub partitions: u32,
    /// Read units each time it is asked.
    pub read_units: f64,
    /// Write units each time it is asked.
    pub write_units: f64,
    /// Times a second it is asked.
    pub per_second: f64,
    /// The first 1,000 items returned, in order.
    pub returned: Vec<ExpectedItem>,
    /// Where its calls read the shards of one key: what they return together, merged in the order of the sort key and up to the
    /// `Limit` that each has. Empty for any other row, and where more is returned than is kept.
    pub merged: Vec<ExpectedItem>,
}

impl Proof {
    /// Read units a second at the row's volume.
    pub fn read_units_per_second(&self) -> f64 {
        self.read_units * self.per_second
    }

    /// Write units a second at the row's volume.
    pub fn write_units_per_second(&self) -> f64 {
        self.write_units * self.per_second
    }

    /// The first item that a call returned, by the call's place: where it stands now is the database's to say, since the walk's
    /// ordinals are of an earlier moment. None where it returned none, or more were returned before it than are kept.
    pub fn first_returned(&self, call: usize) -> Option<&ExpectedItem> {
        let returned = self.calls.get(call)?.totals.items_returned;
        let before = self.calls.iter().take(call).map(|before| before.totals.items_returned);
        let at = usize::try_from(before.sum::<u64>()).ok()?;
        self.returned.get(at).filter(|_| returned > 0)
    }

    /// What the row is to return from now on, once somebody has said that what it returns is right: its items where they are
    /// few, in this order where a Query brings them; else their number.
    pub fn expectation(&self) -> Expectation {
        let returned = if self.merged.is_empty() { &self.returned } else { &self.merged };
        let count = match self.merged.len() {
            0 => self.totals.items_returned,
            merged => merged as u64,
        };
        if count > MOST_EXPECTED_ITEMS || returned.len() as u64 != count {
            return Expectation::Count(count);
        }
        let ordered = self.verdict.routes.iter().any(|route| matches!(route, Route::Query { .. }))
            && self.verdict.is_proven();
        Expectation::Items { items: returned.clone(), ordered }
    }
}
