//! The walk on the floor and the player that moves along it.

use std::sync::Arc;

use key_engine::walk::{Change, Walk};
use leptos::prelude::*;
use map::design::Call;
use map::player::{Player, PlayerCommand, Timeline};
use serde_json::{Value, json};

/// Returned items kept for the clipboard; what a walk returned beyond them is counted, not listed.
pub const LISTED_ITEMS: usize = 1_000;

/// Walks kept for comparison.
const COMPARED_WALKS: usize = 8;

/// A request that was answered, with its walk.
#[derive(Debug)]
pub struct Walked {
    /// The card's id, where a card was run.
    pub request: Option<String>,
    /// What was sent, in order: one for each round trip.
    pub calls: Vec<Call>,
    /// What came back.
    pub answer: Answer,
    /// What it touched.
    pub walk: Walk,
    /// The walk in steps.
    pub timeline: Timeline,
    /// The items it changed, in order.
    pub changes: Vec<Change>,
}

/// One request to the engine, what came back, and what it touched.
#[derive(Debug)]
pub(super) struct RoundTrip {
    pub(super) call: Call,
    pub(super) response: Value,
    pub(super) walk: Walk,
    pub(super) changes: Vec<Change>,
    /// Whether it was refused after it had walked: a condition did not hold.
    pub(super) refused: bool,
}

impl RoundTrip {
    /// The request for the page after this one.
    pub(super) fn next_call(&self) -> Option<Call> {
        next_page_of(&self.call, going_on(&self.response)?)
    }
}

/// What a response says of where the next page begins: a key, or the token of a statement.
fn going_on(response: &Value) -> Option<&Value> {
    response.get("NextToken").or_else(|| response.get("LastEvaluatedKey"))
}

fn next_page_of(call: &Call, going_on: &Value) -> Option<Call> {
    let parameter = if going_on.is_string() { "NextToken" } else { "ExclusiveStartKey" };
    let mut call = call.clone();
    call.input.as_object_mut()?.insert(parameter.to_owned(), going_on.clone());
    Some(call)
}

/// The items of a response, whatever the operation calls them.
fn items_of(response: &mut Value) -> Vec<Value> {
    let mut items = Vec::new();
    for member in ["Items", "Item", "Attributes", "Responses"] {
        match response.get_mut(member).map(Value::take) {
            // Of a list of responses, each has its item or none.
            Some(Value::Array(found)) if member == "Responses" => {
                let each =
                    found.into_iter().filter_map(|mut one| Some(one.get_mut("Item")?.take()));
                items.extend(each);
            }
            Some(Value::Array(found)) => items.extend(found),
            // By table.
            Some(Value::Object(tables)) if member == "Responses" => {
                let lists = tables.into_iter().filter_map(|(_, list)| match list {
                    Value::Array(found) => Some(found),
                    _ => None,
                });
                items.extend(lists.flatten());
            }
            Some(item) => items.push(item),
            None => {}
        }
    }
    items
}

/// What a request returned, over all its round trips.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Answer {
    /// The first 1,000 items returned, in `DynamoDB` JSON.
    pub items: Vec<Value>,
    /// Items returned in all.
    pub returned: usize,
    /// Where the next page begins, if the last one stopped before the end: a key, or the token of a statement.
    pub last_evaluated_key: Option<Value>,
}

/// One bar of the comparison.
#[derive(Clone, Debug, PartialEq)]
pub struct Compared {
    /// The card's id, or “Desk”.
    pub label: String,
    /// The operation.
    pub operation: String,
    /// Items returned.
    pub returned: u64,
    /// Items read.
    pub read: u64,
    /// Units paid.
    pub capacity_units: f64,
}

impl Walked {
    /// The walk of a card or of the desk, from its round trips; `None` when there was none.
    pub(super) fn new(request: Option<String>, trips: Vec<RoundTrip>) -> Option<Self> {
        if trips.is_empty() {
            return None;
        }
        let empty = Self {
            request,
            calls: Vec::new(),
            answer: Answer::default(),
            walk: Walk::default(),
            timeline: Timeline::new(&Walk::default()),
            changes: Vec::new(),
        };
        Some(empty.continued(trips))
    }

    /// The walk that goes on with further round trips.
    pub(super) fn continued(&self, trips: Vec<RoundTrip>) -> Self {
        let mut calls = self.calls.clone();
        let mut answer = self.answer.clone();
        let mut walk = self.walk.clone();
        let mut changes = self.changes.clone();
        for trip in trips {
            calls.push(trip.call);
            answer.take(trip.response);
            walk.extend(trip.walk);
            changes.extend(trip.changes);
        }
        let timeline = Timeline::new(&walk);
        Self { request: self.request.clone(), calls, answer, timeline, walk, changes }
    }

    /// The request for the next page.
    pub(super) fn next_call(&self) -> Option<Call> {
        next_page_of(self.calls.last()?, self.answer.last_evaluated_key.as_ref()?)
    }

    /// Whether the walk searched instead of going to an address.
    pub fn is_scan(&self) -> bool {
        self.timeline.is_scan()
    }

    /// Whether it is billed in write units.
    pub fn writes(&self) -> bool {
        self.timeline.writes()
    }

    /// The card's id, or “Desk”.
    pub fn label(&self) -> &str {
        self.request.as_deref().unwrap_or("Desk")
    }

    fn compared(&self) -> Compared {
        let totals = self.walk.totals();
        let mut operations: Vec<&str> =
            self.calls.iter().map(|call| call.operation.as_str()).collect();
        operations.dedup();
        // What a statement became is what is compared.
        let became = self.walk.pages.first().and_then(|page| page.became.as_deref());
        if let (Some(became), [only]) = (became, operations.as_mut_slice()) {
            *only = became;
        }
        Compared {
            label: self.label().to_owned(),
            operation: operations.join(" + "),
            returned: totals.items_returned,
            read: totals.items_read,
            capacity_units: totals.capacity_units,
        }
    }
}

impl Answer {
    fn take(&mut self, mut response: Value) {
        let going_on = going_on(&response).cloned();
        let items = items_of(&mut response);
        self.returned += response
            .get("Count")
            .and_then(Value::as_u64)
            .map_or(items.len(), |count| count as usize);
        let room = LISTED_ITEMS.saturating_sub(self.items.len());
        self.items.extend(items.into_iter().take(room));
        self.last_evaluated_key = going_on;
    }
}

/// The walk on the floor and where the walker is.
#[derive(Clone, Copy)]
pub struct Playback {
    /// The walk on the floor.
    pub walked: RwSignal<Option<Arc<Walked>>>,
    /// Moves along it; an animation frame advances it.
    pub player: RwSignal<Player>,
    /// The step that is shown.
    pub step: Memo<usize>,
    /// Whether it plays.
    pub playing: Memo<bool>,
    /// How many times as fast as normal.
    pub speed: Memo<f64>,
    /// This design's earlier walks, the latest of each request.
    pub compared: RwSignal<Vec<Compared>>,
    turn: StoredValue<u64>,
    stand_at: StoredValue<Option<usize>>,
}

impl Playback {
    pub(super) fn new() -> Self {
        let player = RwSignal::new(Player::new(&Timeline::new(&Walk::default())));
        Self {
            walked: RwSignal::new(None),
            player,
            step: Memo::new(move |_| player.with(Player::step)),
            playing: Memo::new(move |_| player.with(Player::playing)),
            speed: Memo::new(move |_| player.with(Player::speed)),
            compared: RwSignal::new(Vec::new()),
            turn: StoredValue::new(0),
            stand_at: StoredValue::new(None),
        }
    }

    /// Begins another run: an answer to an earlier one that comes late is dropped.
    pub(super) fn next_turn(self) -> u64 {
        self.turn.update_value(|turn| *turn += 1);
        self.turn()
    }

    pub(super) fn turn(self) -> u64 {
        self.turn.get_value()
    }

    /// The next walk put on the floor stands at this step, paused, instead of playing.
    pub(super) fn stand_at(self, step: Option<usize>) {
        self.stand_at.set_value(step);
    }

    pub(super) fn handle(self, command: PlayerCommand) {
        self.player.update(|player| {
            player.handle(command);
        });
    }

    /// Lets time go by; whether the picture changed.
    pub fn advance(self, dt_secs: f64) -> bool {
        let moves = self
            .player
            .with_untracked(|player| player.moving() || player.secs_until_jump().is_some());
        moves && self.player.try_update(|player| player.advance(dt_secs)).unwrap_or(false)
    }

    /// Puts a new walk on the floor and plays it: the person asked for it by running the request.
    pub(super) fn put_on(self, walked: Walked, reduced_motion: bool) {
        let mut player = Player::new(&walked.timeline);
        player.handle(PlayerCommand::SetSpeed(self.speed.get_untracked()));
        player.handle(PlayerCommand::ReducedMotion(reduced_motion));
        player.handle(match self.stand_at.try_update_value(Option::take).flatten() {
            Some(step) => PlayerCommand::Seek(step),
            None => PlayerCommand::Play,
        });
        self.compare(&walked);
        self.walked.set(Some(Arc::new(walked)));
        self.player.set(player);
    }

    /// Puts the same walk, grown by further pages, on the floor and plays on.
    pub(super) fn go_on(self, walked: Walked) {
        self.compare(&walked);
        self.player.update(|player| {
            player.extend(&walked.timeline);
            player.handle(PlayerCommand::Play);
        });
        self.walked.set(Some(Arc::new(walked)));
    }

    pub(super) fn take_off(self) {
        self.stand_at.set_value(None);
        self.walked.set(None);
        let speed = self.speed.get_untracked();
        let mut player = Player::new(&Timeline::new(&Walk::default()));
        player.handle(PlayerCommand::SetSpeed(speed));
        self.player.set(player);
    }

    pub(super) fn forget_compared(self) {
        self.compared.set(Vec::new());
    }

    fn compare(self, walked: &Walked) {
        // The bars tell what was returned of what was read; a write reads nothing for an answer.
        if walked.writes() {
            return;
        }
        let latest = walked.compared();
        self.compared.update(|compared| {
            compared.retain(|bar| bar.label != latest.label || bar.operation != latest.operation);
            compared.insert(0, latest);
            compared.truncate(COMPARED_WALKS);
        });
    }
}

/// A request that reads the whole table.
pub(super) fn scan_of(table: &str) -> Call {
    Call { operation: "Scan".to_owned(), input: json!({ "TableName": table }) }
}
