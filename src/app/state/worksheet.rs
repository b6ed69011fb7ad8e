//! The worksheet's state: its rows with their proofs, what was found out about the design, and the size it is looked at.
//!
//! Owns which row is which while rows come, go and move. It never judges: proofs and findings are the advice's.

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use leptos::prelude::*;
use map::advice::copies::Copy;
use map::advice::{Finding, Proof};
use map::design::{Design, Edit, Request};

/// The largest table that the worksheet is looked at with, in items.
pub const MOST_ITEMS: u64 = 10_000_000_000;

/// Which row: it keeps its number whatever its id and its place become.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub struct RowNumber(pub u32);

/// One row. Its signals change only when the row itself does.
#[derive(Clone, Debug)]
pub struct Row {
    /// Which row it is.
    pub number: RowNumber,
    /// What it asks.
    pub request: ArcRwSignal<Request>,
    /// What running it proved; of a row that was not run yet the standing is unknown.
    pub proof: ArcRwSignal<Arc<Proof>>,
}

/// Numbers given so far: no two rows of the page have the same.
static NUMBERS: AtomicU32 = AtomicU32::new(0);

impl Row {
    fn new(request: Request) -> Self {
        Self {
            number: RowNumber(NUMBERS.fetch_add(1, Ordering::Relaxed)),
            request: ArcRwSignal::new(request),
            proof: ArcRwSignal::new(Arc::default()),
        }
    }
}

/// The worksheet.
#[derive(Clone, Copy)]
pub struct Worksheet {
    /// The rows in the design's order. Changes when rows come, go or move.
    pub rows: RwSignal<Vec<Row>>,
    /// The row whose details are shown.
    pub chosen: RwSignal<Option<RowNumber>>,
    /// Everything the advice has to say, the gravest first; what was accepted is among it.
    pub findings: RwSignal<Arc<Vec<Finding>>>,
    /// The facts that are stored twice: those the design declares, in its order, then those that were detected.
    pub copies: RwSignal<Arc<Vec<Copy>>>,
    /// Whether rows are still being run.
    pub proving: RwSignal<bool>,
    /// Items that the table is taken to have; none for the sample as it is.
    pub scale: RwSignal<Option<u64>>,
    /// What the last change did to the verdicts, in words to be read out.
    pub news: RwSignal<String>,
}

impl Worksheet {
    pub(super) fn new() -> Self {
        Self {
            rows: RwSignal::new(Vec::new()),
            chosen: RwSignal::new(None),
            findings: RwSignal::new(Arc::default()),
            copies: RwSignal::new(Arc::default()),
            proving: RwSignal::new(false),
            scale: RwSignal::new(None),
            news: RwSignal::new(String::new()),
        }
    }

    /// Takes the rows of another design.
    pub(super) fn open(self, design: &Design) {
        self.rows.set(design.requests.iter().map(|request| Row::new(request.clone())).collect());
        self.chosen.set(None);
        self.findings.set(Arc::default());
        self.copies.set(Arc::default());
        self.scale.set(None);
        self.news.set(String::new());
    }

    /// The place of a row in the design.
    pub fn place_of(self, number: RowNumber) -> Option<usize> {
        self.rows.read_untracked().iter().position(|row| row.number == number)
    }

    /// The row of that number.
    pub fn row(self, number: RowNumber) -> Option<Row> {
        self.rows.read_untracked().iter().find(|row| row.number == number).cloned()
    }

    /// The row of the request of that id.
    pub fn row_of(self, id: &str) -> Option<Row> {
        let rows = self.rows.read_untracked();
        rows.iter().find(|row| row.request.read_untracked().id == id).cloned()
    }

    /// The rows as they will be once these edits are done; none where they stay in their places.
    pub(super) fn after(self, edits: &[Edit]) -> Option<Vec<Row>> {
        let mut moved = None;
        for edit in edits {
            if !matches!(
                edit,
                Edit::InsertRequest { .. } | Edit::RemoveRequest { .. } | Edit::MoveRequest { .. }
            ) {
                continue;
            }
            let rows = moved.get_or_insert_with(|| self.rows.get_untracked());
            match edit {
                Edit::InsertRequest { at, request } => {
                    rows.insert((*at).min(rows.len()), Row::new((**request).clone()));
                }
                Edit::RemoveRequest { at } if *at < rows.len() => _ = rows.remove(*at),
                Edit::MoveRequest { from, to } if *from < rows.len() => {
                    let row = rows.remove(*from);
                    rows.insert((*to).min(rows.len()), row);
                }
                _ => {}
            }
        }
        moved
    }

    /// Brings each row to what the design says of it.
    pub(super) fn settle(self, design: &Design) {
        for (row, request) in self.rows.read_untracked().iter().zip(&design.requests) {
            if *row.request.read_untracked() != *request {
                row.request.set(request.clone());
            }
        }
        let gone =
            self.chosen.get_untracked().is_some_and(|number| self.place_of(number).is_none());
        if gone {
            self.chosen.set(None);
        }
    }
}
