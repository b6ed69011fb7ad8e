//! Running requests: a card, the desk's draft, the next page, all pages. Each brings its walk; the walk goes on the floor.

use std::sync::Arc;

use gloo_timers::future::TimeoutFuture;
use leptos::prelude::*;
use leptos::task::spawn_local;
use map::advice;
use map::design::Call;

use super::playback::RoundTrip;
use super::{Door, Refused, Store, Walked};

/// What the desk sends. A write would change the design, and that cannot be undone here.
const READS: [&str; 3] = ["GetItem", "Query", "Scan"];

/// Why an operation does not leave the desk.
fn not_sent(operation: &str) -> Refused {
    let sentence = format!(
        "The desk sends GetItem, Query and Scan. {operation} was not sent, and nothing was changed."
    );
    Refused {
        name: "Not sent".to_owned(),
        message: operation.to_owned(),
        plain: advice::Plain { sentence, offer: None },
    }
}

/// Pages read between two breaths of the page.
const PAGES_A_BREATH: usize = 8;

impl Store {
    pub(super) fn run_request(self, id: &str) {
        let calls = self.open.design.with_untracked(|design| {
            design
                .requests
                .iter()
                .find(|request| request.id == id)
                .map(map::design::Request::sample_calls)
        });
        let Some(calls) = calls else { return };
        if let Some(first) = calls.first() {
            self.draft.set(first.clone());
        }
        self.run(Some(id.to_owned()), calls);
    }

    pub(super) fn walk_draft(self) {
        if !self.faulty.get_untracked() {
            self.walk(self.draft.get_untracked());
        }
    }

    pub(super) fn walk(self, call: Call) {
        if !READS.contains(&call.operation.as_str()) {
            self.refused.set(Some(not_sent(&call.operation)));
            self.playback.take_off();
            return;
        }
        let request = self.request_of(&call);
        self.draft.set(call.clone());
        self.run(request, vec![call]);
    }

    pub(super) fn set_draft(self, call: Call) {
        self.faulty.set(false);
        self.draft.set(call);
        self.refused.set(None);
    }

    pub(super) fn clear_walk(self) {
        self.playback.take_off();
        self.refused.set(None);
    }

    /// Continues the walk by at most so many pages.
    pub(super) fn continue_pages(self, most: usize) {
        let Some(walked) = self.playback.walked.get_untracked() else { return };
        let Some(first) = walked.next_call() else { return };
        spawn_local(async move {
            let trips = self.round_trips(first, most).await;
            let still_there = self
                .playback
                .walked
                .with_untracked(|now| now.as_ref().is_some_and(|now| Arc::ptr_eq(now, &walked)));
            if still_there && !trips.is_empty() {
                self.playback.go_on(walked.continued(trips));
            }
        });
    }

    /// Follows `LastEvaluatedKey` from page to page. Stops early, with what it has, when a page is refused.
    async fn round_trips(self, first: Call, most: usize) -> Vec<RoundTrip> {
        let mut trips = Vec::new();
        let mut next = Some(first);
        while let Some(call) = next.take()
            && trips.len() < most
        {
            match self.open.call(&call).await {
                (Ok(response), walk) => {
                    let trip = RoundTrip { call, response, walk };
                    next = trip.next_call();
                    trips.push(trip);
                }
                (Err(error), _) => self.refuse(&error, &call),
            }
            if trips.len() % PAGES_A_BREATH == PAGES_A_BREATH - 1 {
                TimeoutFuture::new(0).await;
            }
        }
        trips
    }

    fn run(self, request: Option<String>, calls: Vec<Call>) {
        self.refused.set(None);
        let mine = self.playback.next_turn();
        spawn_local(async move {
            let mut trips = Vec::new();
            for call in calls {
                let done = self.round_trips(call.clone(), 1).await;
                if done.is_empty() {
                    self.draft.set(call);
                    self.playback.take_off();
                    return;
                }
                trips.extend(done);
            }
            if let Some(walked) = Walked::new(request, trips)
                && self.playback.turn() == mine
            {
                self.show(walked);
            }
        });
    }

    fn show(self, walked: Walked) {
        if let Some(leg) = walked.walk.pages.first().and_then(|page| page.legs.first()) {
            self.open.show_door(&Door { table: leg.table.clone(), index: leg.index.clone() });
        }
        self.open.selected.set(None);
        self.playback.put_on(walked, self.preferences.reduced_motion.get_untracked());
    }

    fn refuse(self, error: &key_engine::engine::ServiceError, call: &Call) {
        let plain =
            self.open.with_database_untracked(|database| advice::explain(error, call, database));
        self.refused.set(Some(Refused {
            name: error.name().to_owned(),
            message: error.message().to_owned(),
            plain,
        }));
    }

    /// The request whose sample this call is, if any.
    fn request_of(self, call: &Call) -> Option<String> {
        self.open.design.with_untracked(|design| {
            design
                .requests
                .iter()
                .find(|request| matches!(request.sample_calls().as_slice(), [only] if only == call))
                .map(|request| request.id.clone())
        })
    }
}
