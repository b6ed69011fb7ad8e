//! Deliberate copies: what is stored twice, which rows need it, and whether both agree.
//!
//! Owns the finding of copies (declared, or detected by equal attributes under different keys), the pairing of each copy with what
//! it repeats, their comparison field by field, and the changes that bring them together. It never judges whether a copy is worth
//! it: that is the rule's.
//!
//! | module | owns |
//! |---|---|
//! | `kinds` | a look at some items of each kind: what can name others, the shape of their keys |
//! | `template` | how items of one kind name those of another, learned by looking them up |
//! | `detect` | which kinds repeat which |
//! | `compare` | all pairs, field by field |
//! | `mend` | the changes and the call that bring copies in step |
//!
//! Work: detecting looks at no more than some thousand items; a comparison looks at each item of the two kinds once, with one
//! look-up, and at no more than [`MOST_COMPARED`] of them.

mod compare;
mod detect;
mod kinds;
mod mend;
mod template;

use key_engine::walk::Action;
use key_engine::{Item, Table};

pub use compare::{Absent, Comparison, Disagreement, FieldPair, MOST_COMPARED};
pub use mend::transaction_for;

use self::compare::compare;
use self::detect::{Tie, detect, pairs_of, tie_between};
use self::kinds::{KeyShape, Kind, Piece, kinds};
pub(super) use self::mend::MOST_CHANGED;
use super::{Facts, Route, Standing};
use crate::design::{DeliberateCopy, Design, EntityFinder};

/// A fact that is stored twice.
#[allow(clippy::struct_excessive_bools, reason = "each is a fact of its own")]
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Copy {
    /// What the design says of it; of a copy that was detected, what was found out.
    pub plan: DeliberateCopy,
    /// Whether the design declares it.
    pub is_declared: bool,
    /// What the source's keys look like: `CUSTOMER#… / ORDER#…`.
    pub source_keys: String,
    /// What the copy's keys look like.
    pub copy_keys: String,
    /// What is stored twice, as its keys call it, in small letters: `order`; empty where they do not.
    pub noun: String,
    /// Several copies repeat one source.
    pub is_many: bool,
    /// The ids of the rows that go to the source's items.
    pub source_rows: Vec<String>,
    /// The ids of the rows that go to the copy's items.
    pub copy_rows: Vec<String>,
    /// The ids of the rows that write either.
    pub writers: Vec<String>,
    /// The rows it is there for: those of its declaration that are there, else those that go to its items.
    pub because: Vec<String>,
    /// No row needs it, and all rows were run.
    pub is_decoration: bool,
    /// Whether each copy can be told from its source, or the other way round; else nothing was compared.
    pub is_paired: bool,
    /// All pairs, compared.
    pub comparison: Comparison,
}

/// A look at all copies of a design.
pub(super) struct Survey<'d> {
    kinds: Vec<Kind<'d>>,
    finders: Vec<EntityFinder>,
    /// For each copy its tie, where items of one name those of the other.
    ties: Vec<Option<Tie>>,
    /// All copies: the declared ones in their order, then those detected.
    pub(super) copies: Vec<Copy>,
}

/// An item, and one that repeats it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pair<'d> {
    /// The source's table.
    pub(super) source_table: &'d Table,
    /// The source.
    pub(super) source: &'d Item,
    /// The copy's table.
    pub(super) copy_table: &'d Table,
    /// The copy.
    pub(super) copy: &'d Item,
}

/// All copies of a design: the declared ones in their order, then those detected.
pub fn copies(facts: Facts<'_>) -> Vec<Copy> {
    survey(facts).copies
}

/// Looks for copies, and compares them.
pub(super) fn survey(facts: Facts<'_>) -> Survey<'_> {
    let design = facts.design;
    let kinds = kinds(design, facts.database);
    let finders = kinds.iter().map(|kind| kind.finder(design)).collect();
    let mut survey = Survey { kinds, finders, ties: Vec::new(), copies: Vec::new() };
    for declared in &design.copies {
        let (source, copy) = (survey.kind(declared, true), survey.kind(declared, false));
        let mut tie = None;
        if let (Some(source), Some(copy)) = (source, copy)
            && source != copy
        {
            tie = tie_between(&survey.kinds, &survey.finders, (source, copy));
        }
        if let Some(tie) = &mut tie {
            tie.attributes.clone_from(&declared.attributes);
        }
        let mut plan = Copy { plan: declared.clone(), is_declared: true, ..Copy::default() };
        survey.fill(&mut plan, tie.as_ref(), (source, copy), facts);
        survey.copies.push(plan);
        survey.ties.push(tie);
    }
    for tie in detect(design, &survey.kinds) {
        let (source, copy) = (survey.name(tie.source), survey.name(tie.copy));
        let is_declared = survey.is_known(&tie);
        if is_declared {
            continue;
        }
        let table = survey.kinds.get(tie.source).map_or("", |kind| kind.table.name());
        let mut found = Copy {
            plan: DeliberateCopy {
                table: table.to_owned(),
                source: source.to_owned(),
                copy: copy.to_owned(),
                attributes: tie.attributes.clone(),
                ..DeliberateCopy::default()
            },
            ..Copy::default()
        };
        survey.fill(&mut found, Some(&tie), (Some(tie.source), Some(tie.copy)), facts);
        let rows = found.source_rows.iter().chain(&found.copy_rows);
        for row in rows {
            if !found.plan.requests.contains(row) {
                found.plan.requests.push(row.clone());
            }
        }
        survey.copies.push(found);
        survey.ties.push(Some(tie));
    }
    let known = rows_are_known(design, facts);
    survey.copies.iter_mut().for_each(|copy| copy.justify(design, known));
    survey
}

impl Copy {
    /// Says which rows it is there for, and whether it is for none.
    fn justify(&mut self, design: &Design, known: bool) {
        let declared = self.plan.requests.iter();
        self.because = declared.filter(|id| design.request(id).is_some()).cloned().collect();
        let are_gone = self.because.is_empty() && !self.plan.requests.is_empty();
        if self.because.is_empty() {
            self.because.clone_from(&self.copy_rows);
        }
        // Where no row reads either of the two, though some write, there is nothing to say about need.
        let only_written = self.source_rows.is_empty() && !self.writers.is_empty() && !are_gone;
        self.is_decoration = known
            && self.is_paired
            && self.comparison.copies > 0
            && self.copy_rows.is_empty()
            && !only_written
            && (self.is_declared || !self.source_rows.is_empty());
    }
}

impl<'d> Survey<'d> {
    /// Pairs of a copy, of the items that were looked at.
    pub(super) fn some_pairs(&self, copy: usize) -> Vec<Pair<'d>> {
        let Some(tie) = self.ties.get(copy).and_then(Option::as_ref) else { return Vec::new() };
        let kinds = self.kinds.get(tie.source).zip(self.kinds.get(tie.copy));
        let pairs = pairs_of(&self.kinds, &self.finders, tie).unwrap_or_default();
        let Some((source_kind, copy_kind)) = kinds else { return Vec::new() };
        let pair = |(teller, told): (&'d Item, &'d Item)| {
            let (source, copy) = if tie.from_source { (teller, told) } else { (told, teller) };
            let (source_table, copy_table) = (source_kind.table, copy_kind.table);
            Pair { source_table, source, copy_table, copy }
        };
        pairs.into_iter().map(pair).collect()
    }
}

impl Survey<'_> {
    /// The kind that a declared copy calls its source, or its copy: in its table, else in whichever there is.
    fn kind(&self, declared: &DeliberateCopy, source: bool) -> Option<usize> {
        let name = if source { &declared.source } else { &declared.copy };
        let here = |kind: &Kind<'_>| kind.name == name && kind.table.name() == declared.table;
        let place = self.kinds.iter().position(here);
        place.or_else(|| self.kinds.iter().position(|kind| kind.name == name))
    }

    /// Whether a copy of these two kinds is among those found so far.
    fn is_known(&self, tie: &Tie) -> bool {
        let (source, copy) = (self.name(tie.source), self.name(tie.copy));
        self.copies.iter().zip(&self.ties).any(|(known, other)| {
            let names = (known.plan.source.as_str(), known.plan.copy.as_str());
            let pair = other.as_ref().map(|other| (other.source, other.copy));
            pair == Some((tie.source, tie.copy))
                || pair == Some((tie.copy, tie.source))
                || names == (source, copy)
                || names == (copy, source)
        })
    }

    fn name(&self, kind: usize) -> &str {
        self.kinds.get(kind).map_or("", |kind| kind.name)
    }

    /// Adds what its rows and its items say of a copy.
    fn fill(
        &self,
        copy: &mut Copy,
        tie: Option<&Tie>,
        (source, repeat): (Option<usize>, Option<usize>),
        facts: Facts<'_>,
    ) {
        let kind = |place: Option<usize>| place.and_then(|place| self.kinds.get(place));
        let (source, repeat) = (kind(source), kind(repeat));
        copy.source_keys = source.map(|kind| keys_of(&kind.shape)).unwrap_or_default();
        copy.copy_keys = repeat.map(|kind| keys_of(&kind.shape)).unwrap_or_default();
        for (kind, readers) in [(source, &mut copy.source_rows), (repeat, &mut copy.copy_rows)] {
            if let Some(kind) = kind {
                rows_of(kind, facts, readers, &mut copy.writers);
            }
        }
        if let Some(tie) = tie {
            copy.is_paired = true;
            copy.is_many = tie.many;
            copy.noun = self.noun(tie);
            copy.comparison = compare(&self.kinds, &self.finders, tie);
        }
    }

    /// The word before the one text by which items name each other.
    fn noun(&self, tie: &Tie) -> String {
        let fields = tie.template.fields();
        let ([field], Some(teller)) = (fields.as_slice(), self.kinds.get(tie.teller_and_told().0))
        else {
            return String::new();
        };
        let words = teller.shape.iter().find(|key| key.attribute == field.attribute);
        let before = words.zip(field.piece).map(|(key, piece)| {
            key.pieces.iter().take(piece).rev().find_map(|piece| match piece {
                Piece::Constant(word) if !word.is_empty() => Some(word.clone()),
                _ => None,
            })
        });
        let mut word = before.flatten().unwrap_or_default();
        word.make_ascii_lowercase();
        word
    }
}

/// `CUSTOMER#… / ORDER#…#…`
fn keys_of(shape: &[KeyShape]) -> String {
    let mut text = String::new();
    for key in shape {
        if !text.is_empty() {
            text.push_str(" / ");
        }
        for (place, piece) in key.pieces.iter().enumerate() {
            if place > 0 {
                text.push('#');
            }
            match piece {
                Piece::Constant(word) => text.push_str(word),
                Piece::Open(_) => text.push('…'),
            }
        }
    }
    text
}

/// The rows that go to items of a kind to read them, and those that write them. A Scan goes everywhere, which shows no need.
fn rows_of(
    kind: &Kind<'_>,
    facts: Facts<'_>,
    readers: &mut Vec<String>,
    writers: &mut Vec<String>,
) {
    let finder = kind.finder(facts.design);
    let table = kind.table.name();
    for proof in facts.proofs {
        let searches = |route: &Route| matches!(route, Route::Scan { .. });
        let returned = proof.returned.iter();
        let mut reads = !proof.verdict.routes.iter().any(searches)
            && returned
                .clone()
                .any(|item| item.table == table && finder.of(&item.key) == kind.entity);
        let mut changes = false;
        let legs = proof.calls.iter().flat_map(|run| &run.walk.pages).flat_map(|page| &page.legs);
        for leg in legs.filter(|leg| leg.table == table && leg.index.is_none()) {
            let is_kind = leg.key.as_ref().is_some_and(|key| finder.of(key) == kind.entity);
            match leg.action {
                Action::Read => reads |= is_kind,
                Action::Put | Action::Update | Action::Delete => changes |= is_kind,
                _ => {}
            }
        }
        for (is, rows) in [(reads, &mut *readers), (changes, &mut *writers)] {
            if is && !rows.contains(&proof.request) {
                rows.push(proof.request.clone());
            }
        }
    }
}

/// Whether all rows of a design were run, so that it is known what none of them needs.
pub(super) fn rows_are_known(design: &Design, facts: Facts<'_>) -> bool {
    let ran = |standing: Standing| !matches!(standing, Standing::Unknown | Standing::Unwritten);
    !design.requests.is_empty()
        && facts.proofs.len() == design.requests.len()
        && facts.proofs.iter().all(|proof| ran(proof.standing))
}
