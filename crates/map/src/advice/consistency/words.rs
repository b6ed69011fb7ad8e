//! An answer in words: who gave it, and whether it is what the leader says.
//!
//! Owns the sentences of this room about a single request. Must never: decide anything.

use key_engine::engine::ServiceError;

use super::answered::{Answered, Answering, Arrival, Difference, Served};
use crate::advice::told::{listed, told};
use crate::numerals::{counted, duration};

/// Differences that a sentence names.
const NAMED: usize = 2;
/// Partitions that a sentence names one by one.
const FEW: usize = 2;

impl Answered {
    /// Who answered, whether the answer is stale, and in what.
    pub fn sentence(&self) -> String {
        match (&self.answer, self.served) {
            (Err(error), _) => refused(error),
            (Ok(_), Served::Write) => written(self),
            (Ok(_), _) => read(self),
        }
    }
}

impl Difference {
    /// It as the second half of a sentence: `it says onHand is 1, and it is 0`.
    pub fn words(&self) -> String {
        match self {
            Self::Missing(item) => format!("it does not show {item} yet"),
            Self::Extra(item) => format!("it still shows {item}"),
            Self::Field { attribute, answered, leader, .. } => format!(
                "it says {attribute} is {}, and it is {}",
                told(answered.as_ref()),
                told(leader.as_ref())
            ),
            Self::Other(member) => format!("its {member} is not what the leader says"),
        }
    }
}

/// Milliseconds as they are told: `120 ms`, `1.2 s`.
pub(super) fn time(ms: u64) -> String {
    duration(ms as f64 / 1000.0)
}

fn refused(error: &ServiceError) -> String {
    match error {
        ServiceError::ConditionalCheckFailed { .. } => format!(
            "{}: the leader holds the condition against the item as it is now, and it does not hold. Nothing is written.",
            error.name()
        ),
        ServiceError::TransactionCanceled { .. } => {
            format!("{}: {}. Nothing is written.", error.name(), error.message())
        }
        _ if error.message().is_empty() => format!("{}.", error.name()),
        _ => format!("{}: {}.", error.name(), error.message().trim_end_matches('.')),
    }
}

fn written(answered: &Answered) -> String {
    let mut told = vec![match answered.by.as_slice() {
        [] => "The leader writes.".to_owned(),
        [one] => format!("{} writes.", capital(&place(one))),
        several => format!("The leaders of {} write, at one moment.", partitions(several)),
    }];
    if answered.arrivals.is_empty() {
        told.push("Nothing changes by it.".to_owned());
        return told.join(" ");
    }
    let mut own = answered.arrivals.iter().filter(|arrival| arrival.index.is_none());
    if answered.by.len() < 2 {
        let own = own.map(|one| format!("{} has it after {}", one.replica.name(), after(one)));
        told.push(format!("{}.", capital(&listed(&own.take(2).collect::<Vec<_>>()))));
    } else if let Some(last) = own.next_back() {
        told.push(format!("All replicas have it after {}.", after(last)));
    }
    let mut named: Vec<&str> = Vec::new();
    for arrival in &answered.arrivals {
        let Some(index) = arrival.index.as_deref().filter(|index| !named.contains(index)) else {
            continue;
        };
        named.push(index);
        told.push(format!("{index} hears of it after {}.", after(arrival)));
    }
    told.join(" ")
}

fn after(arrival: &Arrival) -> String {
    time(arrival.at_ms.saturating_sub(arrival.written_ms))
}

fn read(answered: &Answered) -> String {
    let by = answered.by.as_slice();
    let who = match by {
        [] => return "There is nothing to read.".to_owned(),
        [one] => format!("{} answers", capital(&place(one))),
        several => format!("{} answer", capital(&replicas(several))),
    };
    let nothing = match &answered.answer {
        Ok(answer) if answered.call.operation == "GetItem" && answer.get("Item").is_none() => {
            " There is no such item."
        }
        _ => "",
    };
    if answered.served == Served::Strong {
        return format!("{who}, with every write that was confirmed before.{nothing}");
    }
    let lacks: u32 = by.iter().map(|one| one.lacks).sum();
    let writes = counted(u64::from(lacks), "write", "writes");
    let since = match answered.behind_ms() {
        0 => "this very moment".to_owned(),
        ms => format!("{} ago", time(ms)),
    };
    let lag = match (lacks, answered.is_stale()) {
        (0, false) => ", and nothing is missing there.".to_owned(),
        (0, true) => ".".to_owned(),
        (1, false) => {
            format!(". A write of {since} has not arrived there; it does not show in this answer.")
        }
        (1, true) => format!(", where a write of {since} has not arrived."),
        (_, false) => format!(
            ". {writes} have not arrived there, the first of {since}; none shows in this answer."
        ),
        (_, true) => format!(", where {writes} have not arrived, the first of {since}."),
    };
    if answered.is_stale() {
        return format!("{who}{lag} Stale: {}.", stale(&answered.differences));
    }
    who + &lag + nothing
}

/// In what an answer is stale.
fn stale(differences: &[Difference]) -> String {
    let mut parts: Vec<String> = differences.iter().take(NAMED).map(Difference::words).collect();
    let more = differences.len().saturating_sub(NAMED);
    if more > 0 {
        parts.push(format!("{} more", counted(more as u64, "difference", "differences")));
    }
    listed(&parts)
}

/// `the leader of partition 1`, `replica 2 of partition 0 of ByStatus`
fn place(one: &Answering) -> String {
    let index = one.index.as_ref().map(|index| format!(" of {index}")).unwrap_or_default();
    format!("{} of partition {}{index}", one.replica.name(), one.partition)
}

fn replicas(several: &[Answering]) -> String {
    if several.len() <= FEW {
        return listed(&several.iter().map(place).collect::<Vec<_>>());
    }
    let leaders = several.iter().filter(|one| one.replica.is_leader()).count();
    let all = counted(several.len() as u64, "partition", "partitions");
    match leaders {
        _ if leaders == several.len() => format!("the leaders of {all}"),
        _ => format!("replicas of {all}"),
    }
}

fn partitions(several: &[Answering]) -> String {
    if several.len() > 2 * FEW {
        return counted(several.len() as u64, "partition", "partitions");
    }
    let numbers: Vec<String> = several.iter().map(|one| one.partition.to_string()).collect();
    format!("partitions {}", listed(&numbers))
}

fn capital(text: &str) -> String {
    let mut letters = text.chars();
    match letters.next() {
        Some(first) => first.to_uppercase().chain(letters).collect(),
        None => String::new(),
    }
}
