//! Keeps the proofs true: after each change the rows that it can affect are run again, at once while that is quick, else in
//! slices that yield to the page. The advice is asked once all rows are proven, in a task of its own.

use std::cell::{Cell, RefCell};
use std::rc::Rc;
use std::sync::Arc;

use gloo_timers::future::TimeoutFuture;
use key_engine::walk::Change;
use leptos::prelude::*;
use leptos::task::spawn_local;
use map::advice::copies::copies;
use map::advice::{Census, Facts, Proof, Prover, Standing, findings};
use map::design::Edit;

use super::{Page, Store};

/// Work between two breaths of the page, in milliseconds.
const SLICE_MS: f64 = 8.0;

/// The prover and which of its runs is the latest.
#[derive(Clone, Copy)]
pub(super) struct Proving(StoredValue<Rc<Bench>, LocalStorage>);

/// Where rows are proven.
#[derive(Default)]
struct Bench {
    prover: RefCell<Prover>,
    turn: Cell<u64>,
    /// Whether the findings are of an earlier state.
    stale: Cell<bool>,
    /// What is known of all items as they are; none after they or their doors changed.
    census: RefCell<Option<Census>>,
}

/// Entries of a census between two looks at the clock.
const CENSUS_SLICE: usize = 2_000;

impl Proving {
    pub(super) fn new() -> Self {
        Self(StoredValue::new_local(Rc::default()))
    }

    fn bench(self) -> Rc<Bench> {
        self.0.get_value()
    }

    /// Whether this run is still the latest; not once the page is gone.
    fn is_latest(self, turn: u64) -> bool {
        self.0.try_get_value().is_some_and(|bench| bench.turn.get() == turn)
    }
}

impl Store {
    /// Begins with another design.
    pub(super) fn prove_anew(self) {
        self.proving.bench().prover.replace(Prover::default());
        self.proving.bench().census.replace(None);
        self.open.design.with_untracked(|design| self.worksheet.open(design));
        self.prove_after(&[], 0);
    }

    /// Reads the proofs of all rows, in their order. Tracks them: whoever calls it in a reactive place runs again after a change.
    pub fn with_proofs<R>(self, read: impl FnOnce(&[Proof]) -> R) -> R {
        for row in self.worksheet.rows.read().iter() {
            row.proof.track();
        }
        read(self.proving.bench().prover.borrow().proofs())
    }

    /// Proves again what a write changed.
    pub(super) fn prove_after_write(self, changes: &[Change]) {
        self.proving.bench().prover.borrow_mut().items_changed(changes);
        self.proving.bench().census.replace(None);
        self.prove(0);
    }

    /// Proves again what these edits changed; the advice is asked after a pause.
    pub(super) fn prove_after(self, edits: &[Edit], pause_ms: u32) {
        {
            let bench = self.proving.bench();
            let mut prover = bench.prover.borrow_mut();
            for edit in edits {
                match edit {
                    Edit::ChangeItems(changes) => prover.items_changed(changes),
                    Edit::OpenDoor { table, .. } | Edit::CloseDoor { table, .. } => {
                        prover.table_changed(table);
                    }
                    _ => continue,
                }
                bench.census.replace(None);
            }
            self.open.design.with_untracked(|design| prover.take(design));
        }
        self.prove(pause_ms);
    }

    /// The advice is asked for whoever looks at the worksheet.
    pub(super) fn ask_advice(self) {
        let bench = self.proving.bench();
        if bench.stale.get() && !self.worksheet.proving.get_untracked() {
            self.ask_later(bench.turn.get(), 0);
        }
    }

    fn prove(self, pause_ms: u32) {
        let bench = self.proving.bench();
        let mine = bench.turn.get() + 1;
        bench.turn.set(mine);
        bench.stale.set(true);
        if self.prove_slice() {
            self.worksheet.proving.set(false);
            self.ask_later(mine, pause_ms);
            return;
        }
        self.worksheet.proving.set(true);
        spawn_local(async move {
            loop {
                TimeoutFuture::new(0).await;
                if !self.proving.is_latest(mine) {
                    return;
                }
                if self.prove_slice() {
                    break;
                }
            }
            self.worksheet.proving.set(false);
            self.ask_later(mine, pause_ms);
        });
    }

    /// Runs rows for as long as the page can wait; whether all are run.
    fn prove_slice(self) -> bool {
        let bench = self.proving.bench();
        let mut prover = bench.prover.borrow_mut();
        let design = self.open.design.get_untracked();
        if design.requests.is_empty() {
            return true;
        }
        let ends = js_sys::Date::now() + SLICE_MS;
        let done = self.open.with_database_to_prove(|database| {
            while prover.step(&design, database) {
                if js_sys::Date::now() >= ends {
                    return false;
                }
            }
            true
        });
        self.publish(&prover);
        done
    }

    /// Hands on the proofs that are new, and puts verdicts that have changed into words.
    fn publish(self, prover: &Prover) {
        let mut news = Vec::new();
        for (row, proof) in self.worksheet.rows.read_untracked().iter().zip(prover.proofs()) {
            let before = row.proof.get_untracked();
            // Until a row is run again, its last proof stays.
            if proof.standing == Standing::Unknown || *before == *proof {
                continue;
            }
            if before.standing != proof.standing && before.standing != Standing::Unknown {
                news.push(format!(
                    "{}: {}. {}",
                    proof.request,
                    proof.standing.words(),
                    proof.reason
                ));
            }
            row.proof.set(Arc::new(proof.clone()));
        }
        if !news.is_empty() {
            self.worksheet.news.set(news.join(" "));
        }
    }

    fn ask_later(self, mine: u64, pause_ms: u32) {
        if self.page.get_untracked() != Page::Worksheet {
            return;
        }
        spawn_local(async move {
            TimeoutFuture::new(pause_ms).await;
            if self.proving.is_latest(mine) && self.take_census(mine).await {
                self.find();
            }
        });
    }

    /// Takes the census, in slices, where there is none of the items as they are; whether this run is still the latest.
    async fn take_census(self, mine: u64) -> bool {
        let bench = self.proving.bench();
        if bench.census.borrow().is_some() {
            return true;
        }
        let mut taker = self.open.design.with_untracked(|design| Census::start(design));
        loop {
            let ends = js_sys::Date::now() + SLICE_MS;
            let is_taken = self.open.with_database_untracked(|database| {
                while taker.step(database, CENSUS_SLICE) {
                    if js_sys::Date::now() >= ends {
                        return false;
                    }
                }
                true
            });
            if is_taken {
                break;
            }
            TimeoutFuture::new(0).await;
            if !self.proving.is_latest(mine) {
                return false;
            }
        }
        bench.census.replace(Some(taker.finish()));
        true
    }

    fn find(self) {
        let bench = self.proving.bench();
        bench.stale.set(false);
        let prover = bench.prover.borrow();
        let design = self.open.design.get_untracked();
        let (census, unknown) = (bench.census.borrow(), Census::default());
        let census = census.as_ref().unwrap_or(&unknown);
        let (found, copies) = self.open.with_database_untracked(|database| {
            let facts = Facts { design: &design, database, proofs: prover.proofs(), census };
            let nothing_asked = design.requests.is_empty();
            (if nothing_asked { Vec::new() } else { findings(facts) }, copies(facts))
        });
        if *self.worksheet.copies.read_untracked().as_ref() != copies {
            self.worksheet.copies.set(Arc::new(copies));
        }
        if *self.worksheet.findings.read_untracked().as_ref() != found {
            self.worksheet.findings.set(Arc::new(found));
        }
    }
}
