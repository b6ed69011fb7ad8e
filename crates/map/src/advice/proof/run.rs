//! One row, run.
//!
//! Owns the sending of a row's calls, page by page, and that whatever they write is taken back. It never judges.

use std::sync::Arc;

use key_engine::Database;
use key_engine::engine::ServiceError;
use key_engine::value::Members;
use key_engine::walk::{Change, PageEnd, Totals, Walk};
use serde_json::{Map, Value};

use super::returned::Returned;
use super::stand_in::stand_in;
use super::{CallProof, Proof, Sights, conditions, judge};
use crate::advice::{explain, verdict};
use crate::design::action_form::is_offered;
use crate::design::{Call, Request};

/// Round trips after which a call is stopped: 100 MB read tell what a Scan is.
const MOST_PAGES: u32 = 100;
/// Calls that are run one after the other in place of one that is refused.
const MOST_STAND_INS: u32 = 4;

/// How much of a row is run at once.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Slice {
    /// Round trips.
    pub(crate) pages: u32,
    /// Items read.
    pub(crate) items: u64,
}

impl Slice {
    /// So much that a page does not wait for it.
    pub(crate) const SHORT: Self = Self { pages: 4, items: 10_000 };
    /// All of it.
    const WHOLE: Self = Self { pages: u32::MAX, items: u64::MAX };

    fn is_over(self) -> bool {
        self.pages == 0 || self.items == 0
    }

    fn spend(&mut self, pages: u32, items: u64) {
        self.pages = self.pages.saturating_sub(pages);
        self.items = self.items.saturating_sub(items);
    }
}

/// A call that was run, and what only the judge wants to know of it.
#[derive(Clone, Debug)]
pub(super) struct Ran {
    pub(super) proof: CallProof,
    /// Why it was refused as it is written.
    pub(super) error: Option<ServiceError>,
    /// There is more to return than its `Limit` let it.
    pub(super) more: bool,
}

/// A row that is being run.
#[derive(Debug)]
pub(crate) struct Running {
    calls: Vec<Call>,
    /// The call that is being run, if it has begun.
    current: Option<Current>,
    ran: Vec<Ran>,
    returned: Returned,
    changes: Vec<Change>,
    sights: Sights,
}

/// A call that is being run.
#[derive(Debug)]
struct Current {
    /// The call as it is sent: it, or what stands in for it.
    sent: Call,
    /// The input of its next page.
    input: Value,
    walk: Walk,
    stand_ins: u32,
    error: Option<ServiceError>,
    refusal: Option<String>,
    /// Whether the call that is sent was answered.
    answered: bool,
    /// Whether it was stopped though something is left.
    stopped: bool,
    more: bool,
}

impl Running {
    /// A row that has not begun.
    pub(crate) fn new(request: &Request) -> Self {
        Self {
            calls: request.sample_calls(),
            current: None,
            ran: Vec::new(),
            returned: Returned::of(request),
            changes: Vec::new(),
            sights: Sights::default(),
        }
    }

    /// Runs a slice of the row; its proof and what it looked at, once it is done. A row that may write is run whole, and what it
    /// wrote is taken back.
    pub(crate) fn go_on(
        &mut self,
        request: &Request,
        database: &mut Database,
        slice: Slice,
    ) -> Option<(Proof, Sights)> {
        if self.calls.iter().all(only_reads) {
            self.run(request, database, slice);
        } else {
            let trial = database.begin_trial();
            self.run(request, database, Slice::WHOLE);
            // Fails only where a table is gone, and no call that is run deletes one.
            let _ = database.end_trial(trial, &std::mem::take(&mut self.changes));
        }
        if self.ran.len() < self.calls.len() {
            return None;
        }
        let proof = judge::proof(request, &self.ran, &self.returned, database);
        Some((proof, std::mem::take(&mut self.sights)))
    }

    fn run(&mut self, request: &Request, database: &mut Database, mut slice: Slice) {
        while let Some(call) = self.calls.get(self.ran.len())
            && !slice.is_over()
        {
            let current = self.current.get_or_insert_with(|| Current::new(call));
            self.returned.call = self.ran.len();
            let done = if is_offered(&call.operation) {
                let done = current.page(call, database, &mut self.returned, &mut self.changes);
                let items = current.walk.pages.last().map_or(0, |page| {
                    page.legs.iter().map(|leg| u64::from(leg.returned.len())).sum()
                });
                slice.spend(1, items);
                done
            } else {
                current.refusal = Some(no_operation(&call.operation));
                true
            };
            if done && let Some(mut current) = self.current.take() {
                current.look_ahead(request, database);
                let call = call.clone();
                self.ran.push(current.finish(call, database, &mut self.sights));
            }
        }
    }
}

impl Current {
    fn new(call: &Call) -> Self {
        Self {
            sent: call.clone(),
            input: call.input.clone(),
            walk: Walk::new(&call.operation),
            stand_ins: 0,
            error: None,
            refusal: None,
            answered: false,
            stopped: false,
            more: false,
        }
    }

    /// Sends the next page; whether it was the last.
    fn page(
        &mut self,
        call: &Call,
        database: &mut Database,
        returned: &mut Returned,
        changes: &mut Vec<Change>,
    ) -> bool {
        let mut recorded = database.call_without_items(&self.sent.operation, &self.input);
        changes.append(&mut recorded.changes);
        let answer = match recorded.answer {
            Ok(answer) => answer,
            Err(error) => return self.refused(error, call, recorded.walk, database),
        };
        self.answered = true;
        if let Some(message) = refused_statement(&answer) {
            self.refusal.get_or_insert(message);
        }
        for page in &recorded.walk.pages {
            returned.take(page, database);
        }
        self.walk.extend(recorded.walk);
        match next_input(&self.sent, &self.input, &answer) {
            Some(next) if self.sent.input.get("Limit").is_none() => self.input = next,
            _ => return true,
        }
        self.stopped = self.pages() >= MOST_PAGES;
        self.stopped
    }

    fn pages(&self) -> u32 {
        u32::try_from(self.walk.pages.len()).unwrap_or(u32::MAX)
    }

    /// The call is refused: what could stand in for it is sent next; whether there is nothing.
    fn refused(
        &mut self,
        error: ServiceError,
        call: &Call,
        walk: Walk,
        database: &Database,
    ) -> bool {
        let plain = explain(&error, &self.sent, database);
        let sentence = plain.sentence.clone();
        let next = stand_in(&error, &self.sent, plain);
        if self.error.is_none() {
            self.error = Some(error);
            self.refusal = Some(sentence);
        }
        self.stand_ins += 1;
        match next {
            Some(next) if self.stand_ins <= MOST_STAND_INS && self.pages() == 0 => {
                self.input = next.input.clone();
                self.sent = next;
                false
            }
            _ => {
                if self.pages() == 0 {
                    self.sent = call.clone();
                }
                self.walk.extend(walk);
                true
            }
        }
    }

    /// Where a `Limit` cut short what the row wants more of: whether there is more.
    fn look_ahead(&mut self, request: &Request, database: &mut Database) {
        let Some(wanted) = request.wanted.count else { return };
        let Some(page) = self.walk.pages.last() else { return };
        if page.end != PageEnd::Limit || self.walk.totals().items_returned >= wanted {
            return;
        }
        let Some(key) = &page.last_evaluated_key else { return };
        if !matches!(self.sent.operation.as_str(), "Query" | "Scan") {
            return;
        }
        let mut input = self.sent.input.as_object().cloned().unwrap_or_default();
        input.remove("Limit");
        input.set("ExclusiveStartKey", key.to_json());
        let next = database.call_without_items(&self.sent.operation, &Value::Object(input));
        self.more = next.walk.totals().items_returned > 0;
    }

    fn finish(self, call: Call, database: &Database, sights: &mut Sights) -> Ran {
        sights.add(&self.sent, &self.walk, database);
        let refused = self.refusal.is_some() && (!self.answered || self.sent == call);
        if refused && !only_reads(&call) && is_offered(&call.operation) {
            sights.add_everything();
        }
        let mut doors: Vec<(String, Option<String>)> = Vec::new();
        let mut partitions = 0;
        for leg in self.walk.pages.iter().flat_map(|page| &page.legs) {
            let is_known = |(table, index): &(String, Option<String>)| {
                *table == leg.table && *index == leg.index
            };
            if doors.iter().any(is_known) {
                continue;
            }
            let door =
                database.table(&leg.table).and_then(|table| table.door(leg.index.as_deref()));
            partitions += door.map_or(0, key_engine::Index::partition_count);
            doors.push((leg.table.clone(), leg.index.clone()));
        }
        let route = verdict(&self.sent, &self.walk);
        let proof = CallProof {
            stand_in: (self.answered && self.sent != call).then_some(self.sent),
            call,
            refusal: self.refusal,
            route,
            totals: Totals::of(self.walk.pages.iter()),
            walk: Arc::new(self.walk),
            doors,
            partitions,
            whole: !self.stopped,
        };
        Ran { proof, error: self.error, more: self.more }
    }
}

/// The input of the page after one that was answered so; none where nothing is left.
fn next_input(sent: &Call, input: &Value, answer: &Value) -> Option<Value> {
    let (from, to) = match sent.operation.as_str() {
        "Query" | "Scan" => ("LastEvaluatedKey", "ExclusiveStartKey"),
        "ExecuteStatement" => ("NextToken", "NextToken"),
        "BatchGetItem" => ("UnprocessedKeys", "RequestItems"),
        _ => return None,
    };
    let rest = answer.get(from)?;
    if rest.as_object().is_some_and(Map::is_empty) {
        return None;
    }
    let mut next = input.as_object()?.clone();
    next.set(to, rest.clone());
    Some(Value::Object(next))
}

/// Why one statement of a batch was refused, where one was.
fn refused_statement(answer: &Value) -> Option<String> {
    let responses = answer.get("Responses")?.as_array()?;
    let error = responses.iter().find_map(|response| response.get("Error"))?;
    Some(error.get("Message")?.as_str()?.to_owned())
}

/// Whether a call only reads, whatever is in the database.
fn only_reads(call: &Call) -> bool {
    match call.operation.as_str() {
        "GetItem" | "BatchGetItem" | "TransactGetItems" | "Query" | "Scan" => true,
        "ExecuteStatement" => {
            conditions::statement_of(call).is_some_and(|statement| statement.is_read())
        }
        operation => !is_offered(operation),
    }
}

/// Why a call of this operation is not run.
fn no_operation(operation: &str) -> String {
    if operation.trim().is_empty() {
        return "A call of this row has no operation yet.".to_owned();
    }
    let shown: String = operation.chars().take(40).collect();
    format!(
        "{shown} is no operation on items, so it is not run: what proves a row are requests that read or write items."
    )
}
