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
use map::advice::{Adviser, Census, Facts, Proof, Prover, Standing};
use map::design::Edit;

use super::{Page, RowNumber, Store};
use crate::pieces::{NotLoaded, later, when_loaded};

/// Work between two breaths of the page, in milliseconds.
const SLICE_MS: f64 = 8.0;
/// Work right after a change: a verdict that is drawn together with what was typed is worth waiting for.
const FIRST_SLICE_MS: f64 = 20.0;

/// How long until the code that proves is asked for again where it did not come, in milliseconds.
const RETRY_MS: u32 = 5_000;

later! {
    /// What proves all rows again that were not proven or could see these changes.
    fn prover() -> fn(Store, Arc<[Change]>) {
        PROVE
    }
}

/// What proves rows again that these changes could concern.
pub type Prove = fn(Store, Arc<[Change]>);

/// Proves all rows again that were not proven or could see these changes, where the code is there.
pub const PROVE: Prove = |store, changes| store.prove_after(&[Edit::ChangeItems(changes)], 0);

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
    /// Rows whose verdict has changed since that was last read out, each with the verdict before.
    turned: RefCell<Vec<(RowNumber, Standing)>>,
    /// What was done, which is read out before them.
    told: RefCell<String>,
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

    /// Whether the page is still there.
    fn is_there(self) -> bool {
        self.0.try_get_value().is_some()
    }

    /// Whether this run is still the latest; not once the page is gone.
    fn is_latest(self, turn: u64) -> bool {
        self.0.try_get_value().is_some_and(|bench| bench.turn.get() == turn)
    }
}

impl Store {
    /// Begins with another design.
    pub(super) fn prove_anew(self) {
        let bench = self.proving.bench();
        bench.prover.replace(Prover::default());
        bench.turned.take();
        bench.told.take();
        bench.census.replace(None);
        self.open.design.with_untracked(|design| self.worksheet.open(design));
        self.traffic.begin();
        self.prove_after_write(Arc::default());
    }

    /// Proves again what a write changed, and whatever else is not proven, once the code of that is there.
    pub(super) fn prove_after_write(self, changes: Arc<[Change]>) {
        let bench = self.proving.bench();
        let turn = bench.turn.get() + 1;
        bench.turn.set(turn);
        when_loaded(Box::pin(prover()), move |prove| match prove {
            Ok(prove) if self.proving.is_there() => prove(self, changes),
            Ok(_) => {}
            Err(NotLoaded) => spawn_local(async move {
                TimeoutFuture::new(RETRY_MS).await;
                if self.proving.is_latest(turn) {
                    self.prove_after_write(changes);
                }
            }),
        });
    }

    /// Reads the proofs of all rows, in their order. Tracks them: whoever calls it in a reactive place runs again after a change.
    pub fn with_proofs<R>(self, read: impl FnOnce(&[Proof]) -> R) -> R {
        for row in self.worksheet.rows.read().iter() {
            row.proof.track();
        }
        read(self.proving.bench().prover.borrow().proofs())
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
                    Edit::SetTable { name, table, .. } => {
                        let comes = table.as_ref().map(|table| table.described.name());
                        for name in name.as_deref().into_iter().chain(comes) {
                            prover.table_changed(name);
                        }
                    }
                    Edit::DescribeTable(described) => prover.table_changed(described.name()),
                    _ => continue,
                }
                bench.census.replace(None);
            }
            self.open.design.with_untracked(|design| prover.take(design));
        }
        self.prove(pause_ms);
    }

    /// The advice is asked for whoever looks at the worksheet.
    pub fn ask_advice(self) {
        let bench = self.proving.bench();
        if bench.stale.get() && !self.worksheet.proving.get_untracked() {
            self.follow_later(bench.turn.get(), 0);
        }
    }

    fn prove(self, pause_ms: u32) {
        let bench = self.proving.bench();
        let mine = bench.turn.get() + 1;
        bench.turn.set(mine);
        bench.stale.set(true);
        if self.prove_slice(FIRST_SLICE_MS) {
            self.worksheet.proving.set(false);
            self.follow_later(mine, pause_ms);
            return;
        }
        self.worksheet.proving.set(true);
        spawn_local(async move {
            loop {
                TimeoutFuture::new(0).await;
                if !self.proving.is_latest(mine) {
                    return;
                }
                if self.prove_slice(SLICE_MS) {
                    break;
                }
            }
            self.worksheet.proving.set(false);
            self.follow_later(mine, pause_ms);
        });
    }

    /// Runs rows for about so long; whether all are run.
    fn prove_slice(self, most_ms: f64) -> bool {
        let bench = self.proving.bench();
        let mut prover = bench.prover.borrow_mut();
        let design = self.open.design.get_untracked();
        if design.requests.is_empty() {
            return true;
        }
        let ends = js_sys::Date::now() + most_ms;
        let done = self.open.with_database_to_prove(|database| {
            while prover.step(&design, database) {
                if js_sys::Date::now() >= ends {
                    return false;
                }
            }
            true
        });
        self.publish(&bench, &prover);
        done
    }

    /// Hands on the proofs that are new.
    fn publish(self, bench: &Bench, prover: &Prover) {
        let mut turned = bench.turned.borrow_mut();
        for (row, proof) in self.worksheet.rows.read_untracked().iter().zip(prover.proofs()) {
            let before = row.proof.get_untracked();
            if is_same(&before, proof) {
                continue;
            }
            if before.standing != proof.standing
                && before.standing != Standing::Unknown
                && turned.iter().all(|(number, _)| *number != row.number)
            {
                turned.push((row.number, before.standing));
            }
            row.proof.set(Arc::new(proof.clone()));
        }
    }

    /// What follows the proofs, once nothing is typed for a moment: verdicts that have changed are read out, and the advice is
    /// asked while somebody looks at it.
    fn follow_later(self, mine: u64, pause_ms: u32) {
        spawn_local(async move {
            TimeoutFuture::new(pause_ms).await;
            if !self.proving.is_latest(mine) {
                return;
            }
            self.tell_news();
            if self.page.get_untracked() == Page::Worksheet && self.take_census(mine).await {
                self.find(mine).await;
            }
        });
    }

    /// Says that a step was undone or redone, before what follows from it.
    pub(super) fn tell_step(self, again: bool, label: &str) {
        let verb = if again { "Redone" } else { "Undone" };
        self.tell(format!("{verb}: {label}."));
    }

    /// Says what was done, before what follows from it.
    pub(super) fn tell(self, words: String) {
        self.proving.bench().told.replace(words);
    }

    /// Says what is next proven of a row, whether that is something new or not.
    pub(super) fn tell_verdict_of(self, id: &str) {
        let Some(row) = self.worksheet.row_of(id) else { return };
        let bench = self.proving.bench();
        let mut turned = bench.turned.borrow_mut();
        turned.retain(|(number, _)| *number != row.number);
        turned.push((row.number, Standing::Unknown));
    }

    fn tell_news(self) {
        let bench = self.proving.bench();
        let mut news = bench.told.take();
        for (number, before) in bench.turned.take() {
            let Some(row) = self.worksheet.row(number) else { continue };
            let proof = row.proof.read_untracked();
            if proof.standing != before {
                let gap = if news.is_empty() { "" } else { " " };
                let words =
                    [gap, &proof.request, ": ", proof.standing.words(), ". ", &proof.reason];
                for part in words {
                    news.push_str(part);
                }
            }
        }
        if !news.is_empty() {
            self.worksheet.news.set(news);
        }
    }

    /// Takes the census, in slices, where there is none of the items as they are; whether this run is still the latest.
    async fn take_census(self, mine: u64) -> bool {
        let bench = self.proving.bench();
        let needless = self.open.design.with_untracked(|design| design.requests.is_empty());
        if needless || bench.census.borrow().is_some() {
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

    /// Asks the rules, in slices; given up once another run has begun.
    async fn find(self, mine: u64) {
        let bench = self.proving.bench();
        let mut adviser = Adviser::default();
        while self.advise_slice(&bench, &mut adviser) {
            TimeoutFuture::new(0).await;
            if !self.proving.is_latest(mine) {
                return;
            }
        }
        let copies = self.with_facts(&bench, |facts| {
            let nothing = facts.design.requests.is_empty() && facts.design.copies.is_empty();
            if nothing { Vec::new() } else { copies(facts) }
        });
        bench.stale.set(false);
        let found = adviser.finish();
        if *self.worksheet.copies.read_untracked().as_ref() != copies {
            self.worksheet.copies.set(Arc::new(copies));
        }
        if *self.worksheet.findings.read_untracked().as_ref() != found {
            self.worksheet.findings.set(Arc::new(found));
        }
    }

    /// Asks rules for as long as the page can wait; whether there are more. Of a design without rows none is asked.
    fn advise_slice(self, bench: &Bench, adviser: &mut Adviser) -> bool {
        let ends = js_sys::Date::now() + SLICE_MS;
        self.with_facts(bench, |facts| {
            while !facts.design.requests.is_empty() && adviser.step(facts) {
                if js_sys::Date::now() >= ends {
                    return true;
                }
            }
            false
        })
    }

    fn with_facts<R>(self, bench: &Bench, read: impl FnOnce(Facts<'_>) -> R) -> R {
        let design = self.open.design.get_untracked();
        let prover = bench.prover.borrow();
        let (census, unknown) = (bench.census.borrow(), Census::default());
        let census = census.as_ref().unwrap_or(&unknown);
        self.open.with_database_untracked(|database| {
            read(Facts { design: &design, database, proofs: prover.proofs(), census })
        })
    }
}

/// Whether a proof is the one that was handed on: each run brings walks of its own, so that what it found need not be compared.
fn is_same(before: &Proof, proof: &Proof) -> bool {
    let mut walks = before.calls.iter().zip(&proof.calls);
    before.request == proof.request
        && before.per_second.to_bits() == proof.per_second.to_bits()
        && before.calls.len() == proof.calls.len()
        && walks.all(|(one, other)| Arc::ptr_eq(&one.walk, &other.walk))
        && (!proof.calls.is_empty() || before == proof)
}
