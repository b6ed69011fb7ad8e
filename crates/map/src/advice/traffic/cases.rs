//! Three worked cases, and the table of them in the README.
//!
//! Owns what the cases are and how they are told: a status as a partition key, a product that is a celebrity, and the same writes over
//! shards. What is in the table is simulated, beside what a closed form says; a test holds the README against it.

use key_engine::{AttributeValue, Index};

use super::{
    Door, Leg, Load, Operation, Popularity, RuleId, Rules, Setup, Simulation, Stream, StreamKey,
    Verdict,
};
use crate::numerals::{decimal, duration, grouped};

/// Seconds that a case runs before it is looked at, so that retries are in full swing.
const BEFORE: u64 = 60;
/// Seconds that are looked at.
const LOOKED_AT: u64 = 60;
/// The seed of the table.
const SEED: u64 = 1;
/// Bays of the table: what a new one on demand has.
const BAYS: u32 = crate::design::ON_DEMAND_BAYS;

/// One of the worked cases: writes of 1 KB to a table on demand.
#[derive(Clone, Debug, PartialEq)]
pub struct Case {
    /// The keys, as the table names them.
    pub title: &'static str,
    /// Writes a second.
    pub per_second: f64,
    /// The keys that are written.
    pub keys: Vec<String>,
    /// How popular each is.
    pub popularity: Popularity,
    /// What the hottest key is asked, by its share: in write units a second.
    pub hottest_by_share: f64,
}

/// What became of a case.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Outcome {
    /// Write units a second that were asked of the hottest key by new requests, of those looked at.
    pub hottest: f64,
    /// The part of the writes that were given up, from 0 to 1.
    pub lost: f64,
    /// Seconds that 99 of 100 of those served took at most.
    pub latency_p99_secs: f64,
    /// The verdict on the partition that fares worst.
    pub verdict: Verdict,
}

/// The cases, in the order of the table.
pub fn cases() -> Vec<Case> {
    let numbered = |prefix: &str, count: usize| {
        (0..count).map(|at| format!("{prefix}{at:02}")).collect::<Vec<String>>()
    };
    let celebrity = Popularity::Celebrity { share: 0.66, key: Some("PRODUCT#00".to_owned()) };
    vec![
        Case {
            title: "`STATUS#AVAILABLE`: everything in stock under one key",
            per_second: 1_400.0,
            keys: vec!["STATUS#AVAILABLE".to_owned()],
            popularity: Popularity::Even,
            hottest_by_share: 1_400.0,
        },
        Case {
            title: "`PRODUCT#00` to `#99`, evenly",
            per_second: 2_000.0,
            keys: numbered("PRODUCT#", 100),
            popularity: Popularity::Even,
            hottest_by_share: 20.0,
        },
        Case {
            title: "the same, and one is a celebrity: 66 % of all",
            per_second: 2_000.0,
            keys: numbered("PRODUCT#", 100),
            popularity: celebrity,
            hottest_by_share: 1_320.0,
        },
        Case {
            title: "`LOW_STOCK`, one key",
            per_second: 1_400.0,
            keys: vec!["LOW_STOCK".to_owned()],
            popularity: Popularity::Even,
            hottest_by_share: 1_400.0,
        },
        Case {
            title: "`LOW_STOCK#00` to `#02`, three shards",
            per_second: 1_400.0,
            keys: numbered("LOW_STOCK#", 3),
            popularity: Popularity::Even,
            hottest_by_share: 1_400.0 / 3.0,
        },
    ]
}

impl Case {
    /// The case as a simulation takes it.
    pub fn setup(&self) -> Setup {
        let key = |text: &String| StreamKey {
            text: text.clone(),
            place: Index::place_of(&[AttributeValue::S(text.clone())]),
            items: 1,
        };
        let keys = self.keys.iter().map(key).collect();
        let leg = Leg { is_write: true, units: 1.0, keys, ..Leg::default() };
        let stream = Stream {
            id: "W1".to_owned(),
            label: "Update stock".to_owned(),
            per_second: self.per_second,
            is_write: true,
            popularity: self.popularity.clone(),
            operations: vec![Operation::at_one_door("UpdateItem", leg)],
            ..Stream::default()
        };
        let door = Door { table: "Warehouse".to_owned(), bays: BAYS, ..Door::default() };
        // a split for heat comes later than what the table tells
        let rules = Rules::default().with(RuleId::SplitSecs, 0.0);
        Setup { load: Load { doors: vec![door], streams: vec![stream] }, rules }
    }

    /// Lets it run, and looks at its last minute.
    pub fn run(&self) -> Outcome {
        let mut simulation = Simulation::new(self.setup(), SEED);
        for _ in 0..BEFORE {
            simulation.step();
        }
        let mut outcome = Outcome::default();
        let (mut asked, mut lost) = (0, 0);
        for _ in 0..LOOKED_AT {
            let second = simulation.step();
            for stream in &second.streams {
                asked += stream.asked;
                lost += stream.lost;
                outcome.latency_p99_secs = outcome.latency_p99_secs.max(stream.latency_p99_secs);
            }
        }
        outcome.lost = lost as f64 / asked.max(1) as f64;
        outcome.hottest = simulation.hottest_key();
        let verdicts = simulation.verdicts();
        // of equal ones the first, which is why it is asked whether the next is worse
        for verdict in verdicts {
            if verdict.mood as u8 > outcome.verdict.mood as u8 || outcome.verdict.title.is_empty() {
                outcome.verdict = verdict;
            }
        }
        outcome
    }

    /// The part of the writes that is over the line of its partition, were each key asked exactly its share: what clients have to
    /// give up in the end, however often they try.
    pub fn lost_by_share(&self) -> f64 {
        let setup = self.setup();
        let line = setup.rules.value(RuleId::PartitionWriteUnits);
        let mut asked = vec![0.0; BAYS as usize];
        for stream in &setup.load.streams {
            for operation in &stream.operations {
                let weights = operation.weights(&stream.popularity);
                let keys = operation.legs.iter().flat_map(|leg| &leg.keys);
                for (key, weight) in keys.zip(weights) {
                    let bay = (u128::from(key.place) * u128::from(BAYS)) >> 64;
                    if let Some(asked) = asked.get_mut(bay as usize) {
                        *asked += weight * stream.per_second;
                    }
                }
            }
        }
        let over: f64 = asked.iter().map(|asked| (asked - line).max(0.0)).sum();
        over / self.per_second
    }
}

/// The table for the README, in Markdown.
pub fn markdown() -> String {
    let mut table = String::from(
        "| keys | writes a second | on the hottest key | given up | by the closed form | 99 of 100 served within | what the map says |\n\
         |---|---|---|---|---|---|---|\n",
    );
    for case in cases() {
        let outcome = case.run();
        let verdict = &outcome.verdict;
        let mut says = verdict.title.clone();
        for more in verdict.throttled.iter().chain(&verdict.advice) {
            says = [&says, ". ", more].concat();
        }
        let cells = [
            case.title.to_owned(),
            grouped(case.per_second as u64),
            [&grouped(outcome.hottest.round() as u64), " WCU/s"].concat(),
            [&decimal(outcome.lost * 100.0, 1), " %"].concat(),
            [&decimal(case.lost_by_share() * 100.0, 1), " %"].concat(),
            duration(outcome.latency_p99_secs),
            says.trim_end_matches('.').to_owned(),
        ];
        table.push_str("| ");
        table.push_str(&cells.join(" | "));
        table.push_str(" |\n");
    }
    table
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_cases_come_out_as_the_closed_form_says() {
        for case in cases() {
            let outcome = case.run();
            let spread = (case.hottest_by_share * 0.05).max(15.0);
            assert!(
                (outcome.hottest - case.hottest_by_share).abs() < spread,
                "{}: {}",
                case.title,
                outcome.hottest
            );
            let over = outcome.lost - case.lost_by_share();
            assert!(over.abs() < 0.005, "{}: {}", case.title, outcome.lost);
        }
    }
}
