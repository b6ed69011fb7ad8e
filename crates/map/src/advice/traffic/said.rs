//! What a second and a verdict say aloud: sentences for whoever does not see the chart.
//!
//! Owns the words for events, and the verdict as one text. It judges nothing.

use key_engine::order::sort_by;

use super::second::{Event, Throttle};
use super::verdict::{Mood, Verdict};
use super::{Load, Simulation};
use crate::numerals::grouped;

impl Load {
    fn door_name(&self, door: usize) -> &str {
        self.doors.get(door).map_or("", |door| door.name())
    }
}

impl Event {
    /// The event in a sentence.
    pub fn told(&self, load: &Load) -> String {
        match self {
            Self::Split { door, partition, within, at } => {
                let what = partition_of(load, *door, *partition);
                match within {
                    Some(key) => [
                        &what,
                        " is split for heat within ",
                        key,
                        ": its aisle spans bays from now on.",
                    ]
                    .concat(),
                    None => [&what, " is split for heat before ", at, "."].concat(),
                }
            }
            Self::CannotSplit { door, partition, key, why } => {
                let what = partition_of(load, *door, *partition);
                [&what, " stays hot and is not split at ", key, ". ", why].concat()
            }
            Self::Grown { door, from, to } => {
                let (from, to) = (grouped(u64::from(*from)), grouped(u64::from(*to)));
                let name = load.door_name(*door);
                [name, " has grown from ", &from, " to ", &to, " partitions for its new peak."]
                    .concat()
            }
            Self::BackPressure { door } => {
                [load.door_name(*door), " cannot follow: writes of its table are held back."]
                    .concat()
            }
            Self::Throttled(throttle) => throttle.told(),
        }
    }
}

impl Throttle {
    /// The exception, its reason and its resource, and how much was refused for it.
    pub fn told(&self) -> String {
        let units = grouped(self.units.max(0.0).round() as u64);
        let kind = if self.is_write { " write units" } else { " read units" };
        [
            self.exception.name(),
            ": ",
            self.reason_name(),
            " on ",
            &self.resource,
            ", ",
            &units,
            kind,
            " refused.",
        ]
        .concat()
    }
}

/// `Partition 1 of Warehouse`.
fn partition_of(load: &Load, door: usize, partition: u32) -> String {
    ["Partition ", &partition.to_string(), " of ", load.door_name(door)].concat()
}

impl Verdict {
    /// All of it as one text: `Partition 1 of Warehouse: PRODUCT#P100 is hot. 1,320 of 1,000 write units asked for in a second. ...`
    pub fn told(&self, load: &Load) -> String {
        let mut text = [&partition_of(load, self.door, self.partition), ": ", &self.title].concat();
        let parts = self.figures.iter().chain(&self.throttled).chain(&self.advice);
        for part in parts {
            let end = if text.ends_with('.') { " " } else { ". " };
            text = [text.as_str(), end, part].concat();
        }
        if !text.ends_with('.') {
            text.push('.');
        }
        text
    }
}

impl Simulation {
    /// How all of it fares, in a sentence or two: the partition that throttles most, or that none does.
    pub fn summary(&self) -> String {
        let load = &self.setup().load;
        let verdicts = self.verdicts();
        let mut hot: Vec<&Verdict> =
            verdicts.iter().filter(|verdict| verdict.mood == Mood::Hot).collect();
        sort_by(&mut hot, |one, two| two.throttled_part.total_cmp(&one.throttled_part));
        let Some(first) = hot.first() else {
            let is_warm = verdicts.iter().any(|verdict| verdict.mood == Mood::Warm);
            let near = if is_warm { " Some partitions are near their line." } else { "" };
            return ["No request is throttled.", near].concat();
        };
        if hot.len() == 1 {
            return first.told(load);
        }
        let (count, all) = (grouped(hot.len() as u64), grouped(verdicts.len() as u64));
        [&count, " of ", &all, " partitions throttle. ", &first.told(load)].concat()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::advice::traffic::{Door, RuleId, Rules, cases};

    #[test]
    fn what_happens_is_told_in_a_sentence() {
        let load = Load {
            doors: vec![Door { table: "Warehouse".to_owned(), ..Door::default() }],
            ..Load::default()
        };
        let split = |within: Option<&str>| Event::Split {
            door: 0,
            partition: 1,
            within: within.map(str::to_owned),
            at: "P#2".to_owned(),
        };
        for (event, expected) in [
            (split(None), "Partition 1 of Warehouse is split for heat before P#2."),
            (
                split(Some("P#2")),
                "Partition 1 of Warehouse is split for heat within P#2: its aisle spans bays from now on.",
            ),
            (
                Event::Grown { door: 0, from: 4, to: 8 },
                "Warehouse has grown from 4 to 8 partitions for its new peak.",
            ),
            (
                Event::BackPressure { door: 0 },
                "Warehouse cannot follow: writes of its table are held back.",
            ),
        ] {
            assert_eq!(event.told(&load), expected);
        }
    }

    #[test]
    fn the_whole_is_summed_up_by_what_is_worst() {
        let cases = cases();
        let run = |at: usize| {
            let mut setup = cases[at].setup();
            setup.rules = Rules::default().with(RuleId::RetryAttempts, 1.0);
            let mut simulation = Simulation::new(setup, 1);
            let seconds: Vec<_> = (0..60).map(|_| simulation.step()).collect();
            (simulation.summary(), seconds)
        };
        let (summary, seconds) = run(0);
        assert!(summary.contains("STATUS#AVAILABLE is hot. 1,400 of 1,000 write units asked for"));
        assert!(summary.contains("29 % of writes throttled. More partitions do not help"));
        let told = seconds[0].events[0].told(&cases[0].setup().load);
        assert_eq!(
            told,
            "ThrottlingException: TableWriteKeyRangeThroughputExceeded on table/Warehouse, 400 write units refused."
        );
        assert_eq!(run(1).0, "No request is throttled.");
    }
}
