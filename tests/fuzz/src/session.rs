//! One session: a database, a sound conversation, and more and more unsound requests. All of it follows from a
//! number.

use std::time::Duration;

use key_engine::engine::OPERATIONS;
use serde_json::Value;

use crate::Call;
use crate::dice::Dice;
use crate::law::{Fault, Subject, Way};
use crate::mutate::{Pool, mutate};
use crate::seeds::Conversation;

/// How many requests a session has.
const CALLS: usize = 80;

/// What was found: the calls in order, the last of which broke the law.
#[derive(Debug)]
pub struct Found {
    /// All calls of the session so far.
    pub calls: Vec<Call>,
    /// What the last one broke.
    pub fault: Fault,
}

/// What all sessions share.
#[derive(Debug)]
pub struct Stock {
    /// Sound conversations.
    pub conversations: Vec<Conversation>,
    /// Values that do not belong.
    pub intruders: Vec<Value>,
    /// How long a call may take.
    pub patience: Duration,
}

/// Runs the session of this number, telling of each call before it is made; gives how many were answered and how
/// many refused.
///
/// # Errors
/// With what was found.
pub fn run(
    stock: &Stock,
    seed: u64,
    tell: &mut dyn FnMut(&Call),
) -> Result<[usize; 2], Box<Found>> {
    let mut dice = Dice::new(seed);
    let conversation = pick(stock, &mut dice);
    // up to here it is sound: tables are there to be asked for
    let sound = dice.below(conversation.len().min(CALLS));
    let mut subject = Subject::new(stock.patience, dice.once_in(4));
    let mut calls = Vec::new();
    let (mut given, mut answered) = (Vec::new(), 0);
    for at in 0..CALLS {
        let mut call = match conversation.get(at) {
            Some(call) if at <= sound => call.clone(),
            _ => dice.one_of(conversation).clone(),
        };
        if at > sound {
            let other = pick(stock, &mut dice);
            let other = dice.one_of(other);
            let pool = Pool { intruders: &stock.intruders, other: &other.request, given: &given };
            for _ in 0..dice.below(4) {
                mutate(&mut call.request, &pool, &mut dice);
            }
            if dice.once_in(30) {
                (*dice.one_of(OPERATIONS)).clone_into(&mut call.operation);
            }
        }
        tell(&call);
        calls.push(call);
        match subject.call(&calls[at], *dice.one_of(&Way::ALL)) {
            Ok(Ok(answer)) => {
                answered += 1;
                collect(&answer, &mut given);
            }
            Ok(Err(_)) => {}
            Err(fault) => return Err(Box::new(Found { calls, fault })),
        }
    }
    Ok([answered, CALLS - answered])
}

/// The fuzzer's own conversation half of the time: it has every operation.
fn pick<'a>(stock: &'a Stock, dice: &mut Dice) -> &'a Conversation {
    let own = dice.once_in(2);
    if own { &stock.conversations[0] } else { dice.one_of(&stock.conversations) }
}

/// Keeps texts that only the database can know.
fn collect(answer: &Value, given: &mut Vec<String>) {
    const NAMES: [&str; 7] = [
        "LatestStreamArn",
        "NextShardIterator",
        "NextToken",
        "SequenceNumber",
        "ShardId",
        "ShardIterator",
        "TableArn",
    ];
    const MOST: usize = 40;
    match answer {
        Value::Object(members) => {
            for (name, member) in members {
                match member.as_str() {
                    Some(text) if NAMES.contains(&name.as_str()) && given.len() < MOST => {
                        given.push(text.to_owned());
                    }
                    _ => collect(member, given),
                }
            }
        }
        Value::Array(list) => list.iter().for_each(|member| collect(member, given)),
        _ => {}
    }
}

/// Makes calls on an empty database, up to the first that breaks a law.
///
/// # Errors
/// With that law, and how many calls there were with that one.
pub fn replay(calls: &[Call], patience: Duration) -> Result<(), (usize, Fault)> {
    for way in Way::ALL {
        let mut subject = Subject::new(patience, true);
        for (at, call) in calls.iter().enumerate() {
            // which answer it is does not matter here
            let _ = subject.call(call, way).map_err(|fault| (at + 1, fault))?;
        }
    }
    Ok(())
}
