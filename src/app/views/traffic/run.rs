//! The run that is shown: made in slices between which the page breathes, and made anew when what it is made of changes.
//!
//! Owns when it is made. It never says what happens in a second: that is the simulator's.

use std::sync::Arc;

use gloo_timers::future::TimeoutFuture;
use leptos::prelude::*;
use leptos::task::spawn_local;
use map::advice::traffic::{Second, Settings, Setup, Simulation, Verdict};
use map::advice::{Proof, Standing};
use map::design::{Request, TRAFFIC, TableDesign, Volume};

use super::settings::{link_of, with_link};
use crate::app::state::{Command, Store};
use crate::app::views::erased::{effect, memo};

/// Work between two breaths of the page, in milliseconds.
const SLICE_MS: f64 = 10.0;
/// How long a run may grow before it is shown, and then between two looks at it, in milliseconds.
const SHOW_MS: f64 = 200.0;
/// Verdicts that are kept of a run.
const KEPT_VERDICTS: usize = 60;

/// A run as far as it is made.
#[derive(Debug, Default)]
pub struct Run {
    /// What it is made of.
    pub setup: Arc<Setup>,
    /// Its seconds.
    pub seconds: Vec<Second>,
    /// What was said of each partition, and after which second.
    pub verdicts: Vec<(usize, Vec<Verdict>)>,
    /// Seconds that it will have.
    pub length: usize,
}

impl Run {
    /// What was last said of a partition by a second, if anything was.
    pub fn verdict(&self, second: usize, door: usize, partition: u32) -> Option<&Verdict> {
        let said = self.verdicts.iter().find(|(after, _)| *after >= second);
        let (_, said) = said.or(self.verdicts.last())?;
        said.iter().find(|verdict| verdict.door == door && verdict.partition == partition)
    }

    /// The last second that is made.
    pub fn last(&self) -> usize {
        self.seconds.len().saturating_sub(1)
    }
}

/// Why there is nothing to simulate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Nothing {
    /// The design has no table.
    Table,
    /// It has no rows.
    Row,
    /// Its tables have no items.
    Item,
    /// Its rows are still run.
    Proving,
    /// None of its rows asks anything that could be run.
    Asked,
}

impl Nothing {
    /// What a person is told.
    pub fn words(self) -> &'static str {
        match self {
            Self::Table => {
                "There is no table yet. The traffic is that of the worksheet's rows on a design's tables."
            }
            Self::Row => {
                "There is no row on the worksheet yet. Each row brings its traffic: so many times a second."
            }
            Self::Item => {
                "There is no item yet. Which partition a request goes to is decided by the keys of the sample items."
            }
            Self::Proving => "The rows are being run on the sample items…",
            Self::Asked => {
                "No row could be run yet, so none asks anything. The worksheet says what is missing."
            }
        }
    }
}

/// What is simulated, kept for as long as the page is there.
#[derive(Clone, Default)]
pub struct Kept {
    run: ArcRwSignal<Run>,
    at: ArcRwSignal<Option<usize>>,
    minutes: ArcRwSignal<usize>,
}

/// The run and where it is looked at.
#[derive(Clone, Copy)]
pub struct Desk {
    /// The page's state.
    pub store: Store,
    /// The run.
    pub run: RwSignal<Run>,
    /// What is assumed of the traffic: what the design keeps, with what a link says instead.
    pub settings: Memo<Settings>,
    /// The second that is looked at; none for the last.
    pub at: RwSignal<Option<usize>>,
    /// How long a run is, in minutes.
    pub minutes: RwSignal<usize>,
    /// Whether it is played.
    pub playing: RwSignal<bool>,
    /// Why there is none, if so.
    pub nothing: RwSignal<Option<Nothing>>,
    turn: StoredValue<u64>,
    last: StoredValue<Option<(Shape, Arc<Setup>)>>,
}

/// What a setup follows from, but for how often rows ask.
#[derive(Clone, Debug, PartialEq)]
struct Shape {
    revision: u64,
    tables: Vec<TableDesign>,
    settings: Settings,
    requests: Vec<Request>,
    /// Of each row, how far it is proven.
    proven: Vec<(Standing, usize)>,
}

impl Desk {
    /// The desk, with the run that was there before.
    pub fn of(store: Store) -> Self {
        let kept = store.traffic.kept::<Kept>().unwrap_or_else(|| {
            let kept = Kept::default();
            kept.minutes.set(1);
            store.traffic.keep(kept.clone());
            kept
        });
        let rows = move || {
            let rows = store.worksheet.rows.read();
            rows.iter().map(|row| row.request.read().id.clone()).collect::<Vec<_>>()
        };
        let settings = memo(move || {
            let kept = Settings::of(&store.open.design.read());
            with_link(kept, &rows(), &store.traffic.asked.read())
        });
        let desk = Self {
            store,
            settings,
            run: kept.run.into(),
            at: kept.at.into(),
            minutes: kept.minutes.into(),
            playing: RwSignal::new(false),
            nothing: RwSignal::new(None),
            turn: StoredValue::new(0),
            last: StoredValue::new(None),
        };
        effect(move || desk.follow());
        let said = memo(move || link_of(&settings.read(), &rows()));
        effect(move || store.tell_traffic(said.get()));
        desk
    }

    /// The second that is looked at.
    pub fn second(self) -> usize {
        let last = self.run.read().last();
        self.at.get().map_or(last, |at| at.min(last))
    }

    /// Changes what is assumed of the traffic, as one step that can be undone. Changes of one thing that follow each other are one.
    pub fn change(self, label: &str, merge: bool, change: impl FnOnce(&mut Settings)) {
        let mut settings = self.settings.get_untracked();
        change(&mut settings);
        if settings == self.settings.get_untracked() {
            return;
        }
        self.store.send(Command::Edit {
            label: label.to_owned(),
            edits: vec![settings.edit()],
            merge: merge.then(|| ["traffic/", label].concat()),
        });
        self.store.traffic.asked.set(Default::default());
    }

    /// Makes the run anew, once all that has changed at once has changed.
    fn follow(self) {
        let (rows, store) = (self.store.worksheet.rows.read(), self.store);
        let mut volumes = Vec::new();
        for row in rows.iter() {
            volumes.push(row.request.read().volume.per_second());
        }
        let is_proving = store.worksheet.proving.get();
        let minutes = self.minutes.get();
        store.open.revision.track();
        let shape = store.with_proofs(|proofs| self.shape(proofs));
        let nothing = self.lacking(&shape, is_proving);
        self.nothing.set(nothing);
        let turn = self.turn.get_value() + 1;
        self.turn.set_value(turn);
        if nothing.is_some() {
            self.last.set_value(None);
            return;
        }
        let seed = shape.settings.seed;
        let mut setup = Setup::clone(&self.setup(shape));
        for (stream, per_second) in setup.load.streams.iter_mut().zip(volumes) {
            stream.per_second = per_second;
        }
        spawn_local(self.make(turn, setup, seed, minutes * 60));
    }

    fn shape(self, proofs: &[Proof]) -> Shape {
        self.store.open.design.with_untracked(|design| Shape {
            revision: self.store.open.revision.get_untracked(),
            tables: design.tables.clone(),
            settings: self.settings.get(),
            requests: design.requests.iter().map(without_volume).collect(),
            proven: proofs.iter().map(|proof| (proof.standing, proof.calls.len())).collect(),
        })
    }

    fn lacking(self, shape: &Shape, is_proving: bool) -> Option<Nothing> {
        let store = self.store;
        let has_items = || {
            store.open.with_database_untracked(|database| {
                database.tables().any(|table| table.primary().items().next().is_some())
            })
        };
        if shape.tables.is_empty() {
            Some(Nothing::Table)
        } else if shape.requests.is_empty() {
            Some(Nothing::Row)
        } else if !has_items() {
            Some(Nothing::Item)
        } else if is_proving || shape.proven.len() != shape.requests.len() {
            Some(Nothing::Proving)
        } else if shape.proven.iter().all(|(_, calls)| *calls == 0) {
            Some(Nothing::Asked)
        } else {
            None
        }
    }

    /// What the design says, made anew only where more has changed than numbers.
    fn setup(self, shape: Shape) -> Arc<Setup> {
        let known = self.last.with_value(|last| {
            last.as_ref().filter(|(known, _)| *known == shape).map(|(_, setup)| Arc::clone(setup))
        });
        known.unwrap_or_else(|| {
            let store = self.store;
            let mut design = store.open.design.with_untracked(|design| (**design).clone());
            key_engine::value::Members::set(&mut design.extra, TRAFFIC, shape.settings.to_json());
            let made = store.with_proofs(|proofs| {
                store.open.with_database_untracked(|database| Setup::of(&design, database, proofs))
            });
            let made = Arc::new(made);
            self.last.set_value(Some((shape, Arc::clone(&made))));
            made
        })
    }

    /// Lets the seconds go by, in slices.
    async fn make(self, turn: u64, setup: Setup, seed: u64, length: usize) {
        TimeoutFuture::new(0).await;
        if self.turn.try_get_value() != Some(turn) {
            return;
        }
        let mut run = Run { setup: Arc::new(setup.clone()), length, ..Run::default() };
        let mut simulation = Simulation::new(setup, seed);
        let mut shown_ms = js_sys::Date::now();
        let mut made = 0;
        let mut is_shown = false;
        let every = length.div_ceil(KEPT_VERDICTS).max(1);
        while made < length {
            let ends = js_sys::Date::now() + SLICE_MS;
            while made < length && js_sys::Date::now() < ends {
                let second = simulation.step();
                let partitions = |second: &Second| -> usize {
                    second.doors.iter().map(|door| door.partitions.len()).sum()
                };
                let grew =
                    run.seconds.last().is_some_and(|last| partitions(last) != partitions(&second));
                run.seconds.push(second);
                if made.is_multiple_of(every) || grew || made + 1 == length {
                    run.verdicts.push((made, simulation.verdicts()));
                }
                made += 1;
            }
            let now = js_sys::Date::now();
            if made == length || now > shown_ms + SHOW_MS {
                shown_ms = now;
                let more = std::mem::take(&mut run);
                let shown = self.run.try_update(|shown| {
                    if is_shown {
                        shown.seconds.extend(more.seconds);
                        shown.verdicts.extend(more.verdicts);
                    } else {
                        *shown = more;
                    }
                });
                is_shown = true;
                if shown.is_none() {
                    return;
                }
            }
            TimeoutFuture::new(0).await;
            if self.turn.try_get_value() != Some(turn) {
                return;
            }
        }
    }
}

fn without_volume(request: &Request) -> Request {
    Request { volume: Volume::High, ..request.clone() }
}
