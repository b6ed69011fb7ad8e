//! Rows run to their ends, and what they returned.

use key_engine::walk::Walk;
use key_engine::{Database, Item};
use map::advice::{Proof, Prover, Route, explain, verdict};
use map::design::{Call, Design};

/// What a call returned, over all its pages.
pub struct Answer {
    /// The route it took, or the Scan that stands in for it.
    pub route: Route,
    /// The primary keys of the items returned, sorted.
    pub keys: Vec<String>,
    /// The primary keys in the order in which they came.
    pub in_order: Vec<Item>,
    /// How many items were returned.
    pub count: u64,
    /// How many were read.
    pub read: u64,
    /// Whether the call itself is refused.
    pub refused: bool,
    /// Different collections that were read.
    pub collections: usize,
}

/// Runs a call; one that is refused by the Scan that stands in for it.
pub fn answer(call: &Call, database: &mut Database) -> Result<Answer, String> {
    match run(call, database) {
        Ok(walk) => Ok(answered(call, &walk, database, false)),
        Err(error) => {
            let mut instead = call.clone();
            for _ in 0..2 {
                let error = match run(&instead, database) {
                    Ok(walk) => {
                        return Ok(answered(&instead, &walk, database, true));
                    }
                    Err(error) => error,
                };
                if error.message().contains("the specified index") {
                    instead.input.as_object_mut().unwrap().remove("IndexName");
                } else {
                    let offer = explain(&error, &instead, database).offer;
                    instead = offer.ok_or_else(|| error.to_string())?;
                }
            }
            let walk = run(&instead, database).map_err(|_| error.to_string())?;
            Ok(answered(&instead, &walk, database, true))
        }
    }
}

fn run(call: &Call, database: &mut Database) -> Result<Walk, key_engine::ServiceError> {
    let mut walk = Walk::default();
    let mut input = call.input.clone();
    let token =
        if call.operation == "ExecuteStatement" { "NextToken" } else { "ExclusiveStartKey" };
    let last = if call.operation == "ExecuteStatement" { "NextToken" } else { "LastEvaluatedKey" };
    loop {
        let (answer, page) = database.call_with_walk(&call.operation, &input);
        let answer = answer?;
        walk.extend(page);
        match answer.get(last) {
            Some(next) => input[token] = next.clone(),
            None => return Ok(walk),
        }
    }
}

fn answered(call: &Call, walk: &Walk, database: &Database, refused: bool) -> Answer {
    let totals = walk.totals();
    let mut in_order: Vec<Item> = Vec::new();
    let mut collections: Vec<u32> = Vec::new();
    for leg in walk.pages.iter().flat_map(|page| &page.legs) {
        if !leg.action.is_read() {
            continue;
        }
        let table = database.table(&leg.table).unwrap();
        let door = table.door(leg.index.as_deref()).unwrap();
        let returned: Vec<bool> = (leg.returned.runs())
            .flat_map(|(returned, count)| std::iter::repeat_n(returned, count as usize))
            .collect();
        let mut at = 0;
        for visit in &leg.visits {
            for collection in visit.first_collection..visit.first_collection + visit.collections {
                if !collections.contains(&collection) {
                    collections.push(collection);
                }
                for step in 0..visit.count {
                    let rank = if leg.backward {
                        visit.first_rank - step
                    } else {
                        visit.first_rank + step
                    };
                    if returned[at] {
                        let item = door.item(collection as usize, rank as usize).unwrap();
                        in_order.push(table.primary().key_of(item));
                    }
                    at += 1;
                }
            }
        }
    }
    let mut keys: Vec<String> = in_order.iter().map(|key| key.to_json().to_string()).collect();
    keys.sort();
    Answer {
        route: verdict(call, walk),
        keys,
        in_order,
        count: totals.items_returned,
        read: totals.items_read,
        refused,
        collections: collections.len(),
    }
}

/// The proofs of all rows.
pub fn prove(design: &Design, database: &mut Database) -> Vec<Proof> {
    let mut prover = Prover::default();
    prover.take(design);
    while prover.step(design, database) {}
    prover.proofs().to_vec()
}
