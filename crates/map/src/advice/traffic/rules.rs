//! Every number that the simulation goes by, and where it comes from.
//!
//! Owns the one list of them: documented by AWS, with the page, or assumed, with the reason. Each can be changed. No other file of
//! this room has a number of `DynamoDB`'s.

use key_engine::order::within;

/// Where a number comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Source {
    /// AWS says so.
    Documented {
        /// The page's title.
        page: &'static str,
        /// Its address.
        url: &'static str,
    },
    /// AWS does not say.
    Assumed {
        /// Why it is taken to be this, in a sentence.
        why: &'static str,
    },
}

/// Which rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RuleId {
    /// Read units a second of one partition, and so of one item.
    PartitionReadUnits,
    /// Write units a second of one partition, and so of one item.
    PartitionWriteUnits,
    /// Seconds of unused capacity that are kept.
    BurstSecs,
    /// Seconds of unused capacity that are there when the simulation begins.
    BurstAtStartSecs,
    /// Times its previous peak that a table on demand serves at once.
    PeakFactor,
    /// Seconds until a new peak has brought new partitions.
    GrowthSecs,
    /// Read units a second that an account's quota allows a table on demand.
    QuotaReadUnits,
    /// Write units a second that an account's quota allows a table on demand.
    QuotaWriteUnits,
    /// 1 where a busy partition may use what others of a provisioned table leave; 0 for an even split.
    AdaptiveCapacity,
    /// The part of its line from which on a partition counts as hot.
    SplitHeat,
    /// Seconds a partition has to be hot before it is split; 0 for never.
    SplitSecs,
    /// Attempts a client makes before it gives up, the first among them.
    RetryAttempts,
    /// Seconds that a client waits at most before its second attempt.
    RetryBaseSecs,
    /// Times as long that it waits at most before each further one.
    RetryFactor,
    /// Seconds that it waits at most before any.
    RetryCapSecs,
    /// Seconds that half of the reads take at most.
    ReadP50Secs,
    /// Seconds that 99 of 100 reads take at most.
    ReadP99Secs,
    /// Seconds that half of the writes take at most.
    WriteP50Secs,
    /// Seconds that 99 of 100 writes take at most.
    WriteP99Secs,
    /// 1 where it is drawn for each second which keys are asked; 0 where each gets exactly its share.
    DrawnKeys,
}

/// One rule.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rule {
    /// Which.
    pub id: RuleId,
    /// Its name in files: `burstSecs`.
    pub name: &'static str,
    /// What it says, in words.
    pub words: &'static str,
    /// Its number.
    pub value: f64,
    /// Of what: `write units a second`.
    pub unit: &'static str,
    /// Where it comes from.
    pub source: Source,
    /// The least it can be.
    pub least: f64,
    /// The most it can be.
    pub most: f64,
}

/// All rules, in the order in which they are shown.
#[derive(Clone, Debug, PartialEq)]
pub struct Rules {
    all: Vec<Rule>,
}

const KEY_DESIGN: Source = Source::Documented {
    page: "Best practices for designing and using partition keys effectively in DynamoDB",
    url: "https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/bp-partition-key-design.html",
};
const BURST: Source = Source::Documented {
    page: "DynamoDB burst and adaptive capacity",
    url: "https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/burst-adaptive-capacity.html",
};
const ON_DEMAND: Source = Source::Documented {
    page: "DynamoDB on-demand capacity mode",
    url: "https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/on-demand-capacity-mode.html",
};
const QUOTAS: Source = Source::Documented {
    page: "Quotas in Amazon DynamoDB",
    url: "https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/ServiceQuotas.html",
};
const RETRIES: Source = Source::Documented {
    page: "Retry behavior, AWS SDKs and Tools Reference Guide (standard mode as of 2026, DynamoDB)",
    url: "https://docs.aws.amazon.com/sdkref/latest/guide/feature-retry-behavior.html",
};
const LATENCY: Source = Source::Assumed {
    why: "AWS promises single-digit milliseconds and publishes no distribution.",
};

const ALL: [Rule; 20] = [
    rule(
        RuleId::PartitionReadUnits,
        "partitionReadUnits",
        "A partition serves so many reads, and no item more than its partition",
        (3_000.0, "read units a second"),
        KEY_DESIGN,
        (1.0, 1.0e6),
    ),
    rule(
        RuleId::PartitionWriteUnits,
        "partitionWriteUnits",
        "A partition serves so many writes, and no item more than its partition",
        (1_000.0, "write units a second"),
        KEY_DESIGN,
        (1.0, 1.0e6),
    ),
    rule(
        RuleId::BurstSecs,
        "burstSecs",
        "What is not used is kept for a burst",
        (300.0, "seconds"),
        BURST,
        (0.0, 3_600.0),
    ),
    rule(
        RuleId::BurstAtStartSecs,
        "burstAtStartSecs",
        "So much of it is there at the beginning",
        (0.0, "seconds"),
        Source::Assumed {
            why: "Busy tables have none left, and a burst only puts off what comes.",
        },
        (0.0, 3_600.0),
    ),
    rule(
        RuleId::PeakFactor,
        "peakFactor",
        "A table on demand serves at once its previous peak, times",
        (2.0, "times"),
        ON_DEMAND,
        (1.0, 100.0),
    ),
    rule(
        RuleId::GrowthSecs,
        "growthSecs",
        "A new peak has brought new partitions after",
        (1_800.0, "seconds"),
        ON_DEMAND,
        (1.0, 86_400.0),
    ),
    rule(
        RuleId::QuotaReadUnits,
        "quotaReadUnits",
        "An account's quota allows a table on demand",
        (40_000.0, "read units a second"),
        QUOTAS,
        (1.0, 1.0e9),
    ),
    rule(
        RuleId::QuotaWriteUnits,
        "quotaWriteUnits",
        "An account's quota allows a table on demand",
        (40_000.0, "write units a second"),
        QUOTAS,
        (1.0, 1.0e9),
    ),
    rule(
        RuleId::AdaptiveCapacity,
        "adaptiveCapacity",
        "A busy partition of a provisioned table uses at once what the others leave: 1 for yes, 0 for no",
        (1.0, ""),
        BURST,
        (0.0, 1.0),
    ),
    rule(
        RuleId::SplitHeat,
        "splitHeat",
        "A partition is hot from this part of its line on",
        (0.9, "of its line"),
        Source::Assumed { why: "AWS says only: near its throughput limit." },
        (0.1, 10.0),
    ),
    rule(
        RuleId::SplitSecs,
        "splitSecs",
        "A partition that stays hot is split after; 0 for never",
        (600.0, "seconds"),
        Source::Assumed { why: "AWS says only: sustained; its own tests show some minutes." },
        (0.0, 86_400.0),
    ),
    rule(
        RuleId::RetryAttempts,
        "retryAttempts",
        "A client tries a request so many times, the first among them",
        (4.0, "attempts"),
        RETRIES,
        (1.0, 12.0),
    ),
    rule(
        RuleId::RetryBaseSecs,
        "retryBaseSecs",
        "Before the second attempt it waits at random, at most",
        (1.0, "seconds"),
        RETRIES,
        (0.0, 60.0),
    ),
    rule(
        RuleId::RetryFactor,
        "retryFactor",
        "Before each further one at most so many times as long",
        (2.0, "times"),
        RETRIES,
        (1.0, 10.0),
    ),
    rule(
        RuleId::RetryCapSecs,
        "retryCapSecs",
        "Before any at most",
        (20.0, "seconds"),
        RETRIES,
        (0.0, 60.0),
    ),
    rule(
        RuleId::ReadP50Secs,
        "readP50Secs",
        "Half of the reads take at most",
        (0.003, "seconds"),
        LATENCY,
        (0.0, 10.0),
    ),
    rule(
        RuleId::ReadP99Secs,
        "readP99Secs",
        "99 of 100 reads take at most",
        (0.009, "seconds"),
        LATENCY,
        (0.0, 10.0),
    ),
    rule(
        RuleId::WriteP50Secs,
        "writeP50Secs",
        "Half of the writes take at most",
        (0.005, "seconds"),
        LATENCY,
        (0.0, 10.0),
    ),
    rule(
        RuleId::WriteP99Secs,
        "writeP99Secs",
        "99 of 100 writes take at most",
        (0.015, "seconds"),
        LATENCY,
        (0.0, 10.0),
    ),
    rule(
        RuleId::DrawnKeys,
        "drawnKeys",
        "Which keys are asked is drawn for each second: 1 for yes, 0 for exactly their share",
        (1.0, ""),
        Source::Assumed { why: "Requests come independently of each other." },
        (0.0, 1.0),
    ),
];

/// What is assumed beside the numbers, a sentence each: the simulation is made that way.
pub const ALSO_ASSUMED: [&str; 9] = [
    "DynamoDB's hash is not published: which key stands in which bay is illustrative.",
    "A burst is kept by each partition and, where capacity is provisioned, by the table too; nothing else uses it up.",
    "A partition that is split or added has saved nothing yet. Partitions are never merged.",
    "Within a second a partition serves everybody alike; what it refuses comes back at random within the wait.",
    "A write that an index refuses is refused by its table; writes that do not reach the busy part of the index go through.",
    "The SDKs' quota of retries is left out: each client keeps its own, and how many clients there are nobody says.",
    "Each item of a batch or of a transaction is taken by itself, and each call of a row too.",
    "A request costs what the one in the proof did, whichever key it asks.",
    "Of more than 20,000 items or collections that a row may ask, some stand for their neighbours.",
];

const fn rule(
    id: RuleId,
    name: &'static str,
    words: &'static str,
    (value, unit): (f64, &'static str),
    source: Source,
    (least, most): (f64, f64),
) -> Rule {
    Rule { id, name, words, value, unit, source, least, most }
}

impl Default for Rules {
    fn default() -> Self {
        Self { all: ALL.to_vec() }
    }
}

impl Rules {
    /// All of them, in the order in which they are shown.
    pub fn all(&self) -> &[Rule] {
        &self.all
    }

    /// A rule's number.
    pub fn value(&self, id: RuleId) -> f64 {
        self.all.iter().find(|rule| rule.id == id).map_or(0.0, |rule| rule.value)
    }

    /// Changes a rule's number, which is held within its bounds; what is no number changes nothing.
    pub fn set(&mut self, id: RuleId, value: f64) {
        if let Some(rule) = self.all.iter_mut().find(|rule| rule.id == id && !value.is_nan()) {
            rule.value = within(value, rule.least, rule.most);
        }
    }

    /// The same with another number for a rule.
    #[must_use]
    pub fn with(mut self, id: RuleId, value: f64) -> Self {
        self.set(id, value);
        self
    }

    /// The rule of that name, as files spell it.
    pub fn named(name: &str) -> Option<RuleId> {
        ALL.iter().find(|rule| rule.name == name).map(|rule| rule.id)
    }

    /// The rules that somebody has changed.
    pub fn changed(&self) -> impl Iterator<Item = &Rule> {
        let is_changed = |(rule, first): &(&Rule, &Rule)| (rule.value - first.value).abs() > 0.0;
        self.all.iter().zip(&ALL).filter(is_changed).map(|(rule, _)| rule)
    }
}

#[cfg(test)]
#[allow(clippy::float_cmp, reason = "whole numbers and parts of two are exact")]
mod tests {
    use super::*;

    #[test]
    fn every_rule_is_there_once_and_within_its_bounds() {
        let rules = Rules::default();
        for (at, rule) in rules.all().iter().enumerate() {
            assert!((rule.least..=rule.most).contains(&rule.value), "{}", rule.name);
            assert_eq!(rules.all().iter().position(|other| other.id == rule.id), Some(at));
            assert_eq!(Rules::named(rule.name), Some(rule.id));
        }
        assert_eq!(rules.changed().count(), 0);
    }

    #[test]
    fn a_changed_rule_stays_within_its_bounds() {
        let mut rules = Rules::default().with(RuleId::RetryAttempts, 99.0);
        assert_eq!(rules.value(RuleId::RetryAttempts), 12.0);
        rules.set(RuleId::RetryAttempts, f64::NAN);
        assert_eq!(rules.value(RuleId::RetryAttempts), 12.0);
        assert_eq!(rules.changed().map(|rule| rule.name).collect::<Vec<_>>(), ["retryAttempts"]);
    }
}
