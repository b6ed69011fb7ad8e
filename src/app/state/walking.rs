//! Running requests: a card, the desk's draft, the next page, all pages. Each brings its walk; the walk goes on the floor.

use std::sync::Arc;

use gloo_timers::future::TimeoutFuture;
use key_engine::ServiceError;
use key_engine::engine::Recorded;
use key_engine::walk::Change;
use leptos::prelude::*;
use leptos::task::spawn_local;
use map::design::action_form::is_offered;
use map::design::{Call, Edit};

use super::playback::RoundTrip;
use super::refused::explanation;
use super::saving::Wish;
use super::{Door, DoorView, Refused, Store, Walked};
use crate::pieces::NotLoaded;

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
        if !is_offered(&call.operation) {
            let why = "The desk sends what reads and writes items.";
            self.refused.set(Some(Refused::not_sent(&call.operation, why)));
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

    pub(super) fn spoil_draft(self) {
        self.refused.set(None);
        self.faulty.set(true);
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
            let Ok(Recorded { answer, walk, changes }) = self.open.call(&call).await else {
                self.refused.set(Some(Refused::not_loaded(&call.operation)));
                break;
            };
            if !changes.is_empty() {
                let done: Arc<[Change]> = Arc::from(changes.as_slice());
                self.ask_saving(Wish::Did(vec![Edit::ChangeItems(done.clone())]));
                self.prove_after_write(done);
            }
            let refused = answer.is_err();
            if let Err(error) = &answer {
                self.refuse(error.clone(), call.clone()).await;
            }
            // What was refused at the counter has walked nowhere.
            if !refused || walk.pages.iter().any(|page| !page.legs.is_empty()) {
                let response = answer.unwrap_or_default();
                let trip = RoundTrip { call, response, walk, changes, refused };
                next = trip.next_call();
                trips.push(trip);
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
                let refused = done.iter().all(|trip| trip.refused);
                if refused {
                    self.draft.set(call);
                }
                if done.is_empty() {
                    self.playback.take_off();
                    return;
                }
                trips.extend(done);
                if refused {
                    break;
                }
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
        if walked.writes() {
            self.show_entered_index(&walked);
        } else {
            self.open.selected.set(None);
        }
        self.playback.put_on(walked, self.preferences.reduced_motion.get_untracked());
    }

    /// Puts the first index that a write goes on to beside the table it goes to.
    fn show_entered_index(self, walked: &Walked) {
        let table = self.open.table.get_untracked();
        let legs = walked.walk.pages.iter().flat_map(|page| &page.legs);
        let mut entered = legs.filter(|leg| leg.table == table).filter_map(|leg| leg.index.clone());
        let Some(index) = entered.next() else { return };
        let shown = |index: &String| match &*self.open.view.read_untracked() {
            DoorView::Both(name) => name == index,
            _ => false,
        };
        let room = !self.preferences.is_narrow();
        if room && !shown(&index) && !entered.any(|index| shown(&index)) {
            self.open.show(DoorView::Both(index));
        }
    }

    /// Says why a request was refused, unless another has been sent by the time the words are there.
    async fn refuse(self, error: ServiceError, call: Call) {
        let turn = self.playback.turn();
        let explanation = explanation().await;
        if self.playback.turn() != turn {
            return;
        }
        self.refused.set(Some(match explanation {
            Ok(explain) => {
                self.open.with_database_untracked(|database| explain(&error, &call, database))
            }
            Err(NotLoaded) => Refused::plainly(&error, NotLoaded::WORDS.to_owned()),
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
