//! A plan tried before it is carried out, on tables apart.
//!
//! Owns: whether `DynamoDB` takes the plan, and which rows stop being proven by it. Two trials answer that: on empty tables the
//! engine says which calls it refuses from then on, whatever the items are; and where the items are few, the rows are run on copies
//! of the tables, before and after. It never touches the open design.

use key_engine::engine::{Database, ServiceError};

use super::{Breakage, Plan};
use crate::advice::{Prover, Standing};
use crate::design::{Design, Edit, Request, TableDesign, WholeTable};

/// Items on which the rows are run before something is asked of a person: a moment's work.
const MOST_ITEMS: usize = 20_000;

/// What becomes of a row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Fate {
    /// It is as good as before, or nothing is known of it that speaks against it.
    Stays,
    /// It is not proven any more, or refused from then on; in a sentence.
    Breaks(String),
    /// It touches what changes, and there are too many items to try it beforehand.
    Open,
}

/// What becomes of each row, in the rows' order.
///
/// # Errors
/// What the engine refuses of the plan, as a sentence.
pub(super) fn fates(
    plan: &Plan,
    design: &Design,
    database: &Database,
    touches: impl Fn(&Request) -> bool,
) -> Result<Vec<Fate>, String> {
    let mut before = Bench::of(design, database, false);
    let mut after = Bench::of(design, database, false);
    after.apply(plan.edits.iter().map(without_items))?;
    let few = design.tables.iter().filter_map(|table| database.table(table.name()));
    if few.map(key_engine::engine::Table::item_count).sum::<usize>() <= MOST_ITEMS {
        return run(plan, design, database);
    }
    let mut fates = Vec::with_capacity(design.requests.len());
    for (at, request) in design.requests.iter().enumerate() {
        let refused = match before.refusal(at) {
            None => after.refusal(at),
            Some(_) => None,
        };
        fates.push(match refused {
            Some(error) => Fate::Breaks(refused_words("DynamoDB refuses it then", &error)),
            None if touches(request) => Fate::Open,
            None => Fate::Stays,
        });
    }
    Ok(fates)
}

/// Runs all rows before and after.
fn run(plan: &Plan, design: &Design, database: &Database) -> Result<Vec<Fate>, String> {
    let mut bench = Bench::of(design, database, true);
    let mut prover = Prover::default();
    let mut prove = |bench: &mut Bench| {
        prover.take(&bench.design);
        while prover.step(&bench.design, &mut bench.database) {}
        let proofs = prover.proofs().iter();
        let said: Vec<(Standing, String)> =
            proofs.map(|proof| (proof.standing, proof.reason.clone())).collect();
        prover = Prover::default();
        said
    };
    let before = prove(&mut bench);
    bench.apply(plan.edits.iter().cloned())?;
    let after = prove(&mut bench);
    let fate = |((was, _), (is, reason)): (&(Standing, String), &(Standing, String))| {
        let lost = was.is_proven() && !is.is_proven();
        let refused = *is == Standing::Refused && *was != Standing::Refused;
        if lost || refused { Fate::Breaks(reason.clone()) } else { Fate::Stays }
    };
    Ok(before.iter().zip(&after).map(fate).collect())
}

/// Rows that break, and rows that may, each with what it uses of what changes.
pub(super) fn breakages(
    fates: Vec<Fate>,
    design: &Design,
    uses: impl Fn(&Request) -> Option<String>,
) -> Vec<Breakage> {
    let mut found = Vec::new();
    for (fate, request) in fates.into_iter().zip(&design.requests) {
        let uses = || uses(request).map(|uses| uses + " ").unwrap_or_default();
        let (words, certain) = match fate {
            Fate::Stays => continue,
            Fate::Breaks(reason) => (uses() + &reason, true),
            Fate::Open => {
                (uses() + "It may not be proven any more: it is run again afterwards.", false)
            }
        };
        let about = request.id.clone();
        found.push(Breakage { about, words: words.trim_end().to_owned(), certain });
    }
    found
}

/// The engine's words after these, as a sentence.
fn refused_words(before: &str, error: &ServiceError) -> String {
    format!("{before}: {}.", error.message().trim_end_matches('.'))
}

/// The edit with none of the items it brings.
fn without_items(edit: &Edit) -> Edit {
    match edit {
        Edit::ChangeItems(_) => Edit::ChangeItems([].into()),
        Edit::SetTable { name, at, table } => {
            let table = table.as_ref().map(|table| {
                let described = without_extra(&table.described);
                Box::new(WholeTable { described, ..WholeTable::default() })
            });
            Edit::SetTable { name: name.clone(), at: *at, table }
        }
        other => other.clone(),
    }
}

/// A table's description without what is kept beside it: that can be as many items as it had.
fn without_extra(table: &TableDesign) -> TableDesign {
    let TableDesign { create, bays, index_bays, time_to_live, extra: _ } = table;
    TableDesign {
        create: create.clone(),
        bays: *bays,
        index_bays: index_bays.clone(),
        time_to_live: time_to_live.clone(),
        extra: serde_json::Map::new(),
    }
}

/// A copy of the design, with its items, which are shared, or without.
struct Bench {
    design: Design,
    database: Database,
}

impl Bench {
    fn of(design: &Design, database: &Database, with_items: bool) -> Self {
        let mut bench = Self {
            design: Design { tables: Vec::new(), ..design.clone() },
            database: Database::default(),
        };
        for (at, table) in design.tables.iter().enumerate() {
            let whole = if with_items {
                WholeTable::of(table, database)
            } else {
                WholeTable { described: without_extra(table), ..WholeTable::default() }
            };
            let put = Edit::SetTable { name: None, at, table: Some(Box::new(whole)) };
            // The open design's tables can be made: they stand.
            let _ = put.apply(&mut bench.design, &mut bench.database);
        }
        bench
    }

    fn apply(&mut self, edits: impl Iterator<Item = Edit>) -> Result<(), String> {
        let done = Edit::apply_all(edits.collect(), &mut self.design, &mut self.database);
        done.map(|_| ()).map_err(|error| refused_words("DynamoDB refuses this", &error))
    }

    /// What the engine says against a row's calls, whatever items there are.
    fn refusal(&mut self, row: usize) -> Option<ServiceError> {
        let calls = self.design.requests.get(row)?.sample_calls();
        let trial = self.database.begin_trial();
        let mut changes = Vec::new();
        let mut refused = None;
        // A row that makes or deletes tables says nothing of those that stand.
        for call in calls.iter().filter(|call| !call.operation.ends_with("Table")) {
            let recorded = self.database.call_without_items(&call.operation, &call.input);
            changes.extend(recorded.changes);
            let against = recorded.answer.err().filter(|error| {
                matches!(error.name(), "ValidationException" | "ResourceNotFoundException")
            });
            refused = refused.or(against);
        }
        let _ = self.database.end_trial(trial, &changes);
        refused
    }
}
