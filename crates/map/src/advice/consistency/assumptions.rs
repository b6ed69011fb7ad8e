//! What a run of three replicas takes for granted: the delays, and where each claim comes from.
//!
//! Owns every number of the run and the words beside it. Must never: draw a delay, or know what time it is.

use crate::advice::traffic::Source;

const READ_CONSISTENCY: Source = Source::Documented {
    page: "DynamoDB read consistency",
    url: "https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/HowItWorks.ReadConsistency.html",
};
const INDEXES: Source = Source::Documented {
    page: "Using Global Secondary Indexes in DynamoDB",
    url: "https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/GSI.html",
};
const PAPER: Source = Source::Documented {
    page: "Amazon DynamoDB: A Scalable, Predictably Performant, and Fully Managed NoSQL Database Service, USENIX ATC 2022",
    url: "https://www.usenix.org/conference/atc22/presentation/vig",
};
const TRANSACTIONS: Source = Source::Documented {
    page: "DynamoDB transactions: how it works",
    url: "https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/transaction-apis.html",
};
const LAMBDA: Source = Source::Documented {
    page: "Using AWS Lambda with Amazon DynamoDB",
    url: "https://docs.aws.amazon.com/lambda/latest/dg/with-ddb.html",
};

/// The longest delay that is simulated: an hour, in milliseconds.
pub const LONGEST_MS: u64 = 3_600_000;

/// One of the three replicas that each partition has; the first leads.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Replica(u8);

impl Replica {
    /// All three, the leader first.
    pub const ALL: [Self; 3] = [Self(0), Self(1), Self(2)];
    /// The one that takes all writes and answers all strong reads.
    pub const LEADER: Self = Self(0);

    /// The replica that a drawn number picks.
    pub(super) fn drawn(number: u64) -> Self {
        Self((number % 3) as u8)
    }

    /// Its place among the three, from 0.
    pub fn place(self) -> usize {
        usize::from(self.0)
    }

    /// Whether it leads.
    pub fn is_leader(self) -> bool {
        self == Self::LEADER
    }

    /// What it is called: `the leader`, `replica 2`.
    pub fn name(self) -> &'static str {
        match self.0 {
            0 => "the leader",
            1 => "replica 2",
            _ => "replica 3",
        }
    }
}

/// How long something takes, evenly drawn between two bounds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Delay {
    /// At least so many milliseconds.
    pub least_ms: u64,
    /// At most so many milliseconds.
    pub most_ms: u64,
}

impl Delay {
    /// A delay between two bounds, in milliseconds; the wrong way round they are swapped, and none is beyond [`LONGEST_MS`].
    pub fn between(one_ms: u64, other_ms: u64) -> Self {
        let (one, other) = (one_ms.min(LONGEST_MS), other_ms.min(LONGEST_MS));
        Self { least_ms: one.min(other), most_ms: one.max(other) }
    }

    /// The delay that a drawn number picks, in milliseconds.
    pub(super) fn drawn(self, number: u64) -> u64 {
        let bounds = Self::between(self.least_ms, self.most_ms);
        bounds.least_ms + number % (bounds.most_ms - bounds.least_ms + 1)
    }
}

/// The delays that can be set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lag {
    /// From the leader to each of the two others.
    Replica,
    /// From the last replica of the table to each of its global secondary indexes.
    Index,
    /// From the table to whoever reads its stream and writes what follows from it.
    Stream,
}

/// What a run takes for granted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Assumptions {
    /// Where all chance comes from: the same seed gives the same run.
    pub seed: u64,
    /// From the leader to each of the two others.
    pub replica: Delay,
    /// From the last replica of the table to a global secondary index, on top of which comes the delay within the index.
    pub index: Delay,
    /// From a write to what a consumer of the stream writes because of it.
    pub stream: Delay,
    /// The replica that answers each eventual read; else chance picks it.
    pub answers: Option<Replica>,
}

impl Default for Assumptions {
    fn default() -> Self {
        Self {
            seed: 1,
            replica: Delay { least_ms: 10, most_ms: 300 },
            index: Delay { least_ms: 50, most_ms: 500 },
            stream: Delay { least_ms: 250, most_ms: 1_500 },
            answers: None,
        }
    }
}

impl Assumptions {
    /// The same with another seed.
    #[must_use]
    pub fn with_seed(self, seed: u64) -> Self {
        Self { seed, ..self }
    }

    /// One of the delays.
    pub fn delay(&self, lag: Lag) -> Delay {
        match lag {
            Lag::Replica => self.replica,
            Lag::Index => self.index,
            Lag::Stream => self.stream,
        }
    }

    /// Sets one of the delays.
    pub fn set_delay(&mut self, lag: Lag, delay: Delay) {
        let bounded = Delay::between(delay.least_ms, delay.most_ms);
        match lag {
            Lag::Replica => self.replica = bounded,
            Lag::Index => self.index = bounded,
            Lag::Stream => self.stream = bounded,
        }
    }
}

/// One claim of the run, in words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Assumption {
    /// What is claimed.
    pub says: &'static str,
    /// Where it comes from.
    pub source: Source,
    /// The delay that belongs to it and can be set.
    pub lag: Option<Lag>,
}

/// All that a run takes for granted, in the order to read it in.
pub const ASSUMPTIONS: [Assumption; 12] = [
    Assumption {
        says: "Each partition has three replicas, and one of them leads: it takes every write and answers every strong read. Any of the three may answer an eventual read.",
        source: PAPER,
        lag: None,
    },
    Assumption {
        says: "An eventual read may miss a write that was just confirmed; all replicas have it usually within one second or less.",
        source: READ_CONSISTENCY,
        lag: None,
    },
    Assumption {
        says: "How long a write takes to each of the two other replicas is not published. It is drawn evenly between these bounds, for each write and replica.",
        source: Source::Assumed {
            why: "AWS says usually within a second and publishes no distribution.",
        },
        lag: Some(Lag::Replica),
    },
    Assumption {
        says: "A replica takes the writes of its partition in their order.",
        source: PAPER,
        lag: None,
    },
    Assumption {
        says: "A global secondary index follows its table within a fraction of a second under normal conditions, and gives eventual reads alone.",
        source: INDEXES,
        lag: None,
    },
    Assumption {
        says: "An index hears of a write once all replicas of the table have it, and so much later, drawn evenly between these bounds; within the index it goes on to the other replicas like any write.",
        source: Source::Assumed {
            why: "AWS says within a fraction of a second and publishes no distribution.",
        },
        lag: Some(Lag::Index),
    },
    Assumption {
        says: "An entry that changes its place in an index leaves the old one and arrives at the new one at the same moment.",
        source: Source::Assumed {
            why: "Otherwise an answer of an index could have an item twice, or not at all, which AWS neither promises nor denies.",
        },
        lag: None,
    },
    Assumption {
        says: "A local secondary index lives with its table's items and lags no more than they do.",
        source: READ_CONSISTENCY,
        lag: None,
    },
    Assumption {
        says: "Each of the three replicas answers an eventual read equally often, and none of them fails.",
        source: Source::Assumed {
            why: "AWS says that any replica may answer, not how one is chosen.",
        },
        lag: None,
    },
    Assumption {
        says: "A transaction is isolated from the reads of single items as if it were done at one moment, and here it is, at all leaders. The replicas of each partition hear of their part in their own time.",
        source: TRANSACTIONS,
        lag: None,
    },
    Assumption {
        says: "Lambda asks a stream for news four times a second; how long the consumer takes then is its own matter.",
        source: LAMBDA,
        lag: Some(Lag::Stream),
    },
    Assumption {
        says: "Requests take no time on their way: each happens at the moment it is written down for.",
        source: Source::Assumed {
            why: "A script is about the order of things; what time passes on the way only moves its moments.",
        },
        lag: None,
    },
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn delays_are_drawn_within_their_bounds_whichever_way_round_they_are_given() {
        for (one, other) in [(10, 500), (500, 10), (7, 7), (0, 0), (0, u64::MAX), (u64::MAX, 0)] {
            let mut assumptions = Assumptions::default();
            for lag in [Lag::Replica, Lag::Index, Lag::Stream] {
                assumptions.set_delay(lag, Delay { least_ms: one, most_ms: other });
                let kept = assumptions.delay(lag);
                for number in [0, 1, 12_345, u64::MAX] {
                    let drawn = Delay { least_ms: one, most_ms: other }.drawn(number);
                    assert!(kept.least_ms <= drawn && drawn <= kept.most_ms, "{one} {other}");
                }
            }
        }
    }

    #[test]
    fn each_delay_has_its_words_and_each_documented_claim_its_page() {
        for lag in [Lag::Replica, Lag::Index, Lag::Stream] {
            assert_eq!(ASSUMPTIONS.iter().filter(|one| one.lag == Some(lag)).count(), 1);
        }
        for one in ASSUMPTIONS {
            assert!(one.says.ends_with('.'), "{}", one.says);
            match one.source {
                Source::Documented { url, .. } => assert!(url.starts_with("https://"), "{url}"),
                Source::Assumed { why } => assert!(why.ends_with('.'), "{why}"),
            }
        }
    }
}
