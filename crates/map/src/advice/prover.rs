//! Proves the rows of a worksheet, and proves again only what a change can affect.
//!
//! Owns when a row has to be run. What a run proves is the proof's.

use key_engine::Database;
use key_engine::walk::Change;
use serde_json::Value;

use super::Proof;
use super::proof::{Running, Sights, Slice};
use crate::design::{Design, Request};

/// The proofs of a design's rows, kept true.
///
/// ```
/// use map::advice::{Prover, Standing};
/// let mut opened = map::design::open(map::design::scenarios::SCENARIOS[0].json)?;
/// let mut prover = Prover::default();
/// prover.take(&opened.design);
/// while prover.step(&opened.design, &mut opened.database) {}
/// assert_eq!(prover.proofs()[3].standing, Standing::OnlyScan);
/// # Ok::<(), map::design::OpenError>(())
/// ```
#[derive(Debug, Default)]
pub struct Prover {
    rows: Vec<Row>,
    /// One for each row.
    proofs: Vec<Proof>,
    runs: u64,
}

/// What is known of a row, beside its proof.
#[derive(Debug)]
struct Row {
    request: Request,
    /// What it looked at when it was run; none where it has to be run.
    seen: Option<Sights>,
    /// The run that is under way.
    running: Option<Running>,
}

impl Row {
    fn forget(&mut self) {
        self.seen = None;
        self.running = None;
    }

    /// Whether a request is run and judged as this one was.
    fn proves(&self, request: &Request) -> bool {
        let known = &self.request;
        known.calls == request.calls
            && known.samples == request.samples
            && known.consistency == request.consistency
            && known.wanted == request.wanted
            && known.expected == request.expected
    }
}

impl Prover {
    /// Notes that items were changed: rows that could see them are run again.
    pub fn items_changed(&mut self, changes: &[Change]) {
        for row in &mut self.rows {
            // What a run under way has looked at so far is not known: it begins again.
            let sees = |seen: &Sights| changes.iter().any(|change| seen.see(change));
            if row.seen.as_ref().is_some_and(sees) {
                row.forget();
            } else if !changes.is_empty() {
                row.running = None;
            }
        }
    }

    /// Notes that a door of this table was opened or closed, or the table changed otherwise: its rows are run again.
    pub fn table_changed(&mut self, table: &str) {
        for row in &mut self.rows {
            if row.request.calls.iter().any(|call| names(&call.input, table)) {
                row.forget();
            }
        }
    }

    /// Takes the design's rows as they are now: new and changed rows will be run, those that are gone are forgotten. A row keeps
    /// its proof where only words, its volume or its place changed.
    pub fn take(&mut self, design: &Design) {
        let mut rows: Vec<Option<(Row, Proof)>> = std::mem::take(&mut self.rows)
            .into_iter()
            .zip(std::mem::take(&mut self.proofs))
            .map(Some)
            .collect();
        for request in &design.requests {
            let is_it = |row: &Option<(Row, Proof)>, by_id: bool| {
                row.as_ref().is_some_and(|(row, _)| {
                    if by_id { row.request.id == request.id } else { row.proves(request) }
                })
            };
            let at = rows.iter().position(|row| is_it(row, true) && is_it(row, false));
            let at = at.or_else(|| rows.iter().position(|row| is_it(row, false)));
            let at = at.or_else(|| rows.iter().position(|row| is_it(row, true)));
            let known = at.and_then(|at| rows.get_mut(at)?.take());
            let (mut row, mut proof) = known.unwrap_or_else(|| {
                let row = Row { request: request.clone(), seen: None, running: None };
                (row, Proof::default())
            });
            if !row.proves(request) {
                row.forget();
            }
            if row.request != *request {
                row.request = request.clone();
            }
            proof.request.clone_from(&request.id);
            proof.per_second = request.volume.per_second();
            self.rows.push(row);
            self.proofs.push(proof);
        }
    }

    /// Runs the next row that needs it, or a slice of a long one; false when there was none left. Whatever a row writes is taken
    /// back.
    pub fn step(&mut self, design: &Design, database: &mut Database) -> bool {
        let Some(mut at) = self.next() else { return false };
        if design
            .requests
            .get(at)
            .is_none_or(|request| self.rows.get(at).is_none_or(|row| row.request != *request))
        {
            self.take(design);
            let Some(next) = self.next() else { return false };
            at = next;
        }
        let Some((row, proof)) = self.rows.get_mut(at).zip(self.proofs.get_mut(at)) else {
            return false;
        };
        if row.running.is_none() {
            self.runs += 1;
        }
        let running = row.running.get_or_insert_with(|| Running::new(&row.request));
        if let Some((proven, seen)) = running.go_on(&row.request, database, Slice::SHORT) {
            *proof = proven;
            row.seen = Some(seen);
            row.running = None;
        }
        true
    }

    fn next(&self) -> Option<usize> {
        self.rows.iter().position(|row| row.seen.is_none())
    }

    /// The proofs, in the order of the rows; of a row that was not run yet the standing is unknown, of one that has to be run
    /// again it is the last.
    pub fn proofs(&self) -> &[Proof] {
        &self.proofs
    }

    /// The ids of the rows that have to be run, in their order.
    pub fn waiting(&self) -> impl Iterator<Item = &str> {
        let waiting = self.rows.iter().filter(|row| row.seen.is_none());
        waiting.map(|row| row.request.id.as_str())
    }

    /// How many rows have been run, each as often as it was begun.
    pub fn runs(&self) -> u64 {
        self.runs
    }
}

/// Whether a call's input names a table.
fn names(input: &Value, table: &str) -> bool {
    let is_it = |name: &str| {
        name == table || name.strip_suffix(table).is_some_and(|arn| arn.ends_with(":table/"))
    };
    match input {
        Value::Object(members) => {
            members.iter().any(|(member, value)| match (member.as_str(), value) {
                ("TableName", Value::String(name)) => is_it(name),
                ("Statement", Value::String(text)) => text.contains(table),
                ("RequestItems", Value::Object(tables)) => tables.keys().any(|name| is_it(name)),
                _ => names(value, table),
            })
        }
        Value::Array(values) => values.iter().any(|value| names(value, table)),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::advice::Standing;
    use crate::design::{open, scenarios};

    #[test]
    fn the_rows_of_the_warehouse_are_proven_but_for_one() {
        let mut opened = open(scenarios::find("warehouse").unwrap().json).unwrap();
        let mut prover = Prover::default();
        prover.take(&opened.design);
        while prover.step(&opened.design, &mut opened.database) {}
        for proof in prover.proofs() {
            let (standing, reason) = match proof.request.as_str() {
                "A4" => (
                    Standing::OnlyScan,
                    "Reads all 18 items of Warehouse to return 2: no key starts from warehouseId.",
                ),
                "A3" | "A5" => {
                    (Standing::Proven, "One Query of one item collection: 3 read, 3 returned.")
                }
                _ => (Standing::Proven, "One GetItem by full primary key: 1 read, 1 returned."),
            };
            assert_eq!((proof.standing, proof.reason.as_str()), (standing, reason));
        }
        assert_eq!(prover.runs(), 6);
    }
}
