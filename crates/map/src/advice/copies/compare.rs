//! Whether copies agree with what they repeat, field by field.
//!
//! Owns the comparison of all items of a tie, up to a bound that it tells. It changes nothing.

use std::borrow::Cow;

use key_engine::order::sort_by;
use key_engine::{AttributeValue, Item};

use super::detect::Tie;
use super::kinds::{Field, Kind, some_items};
use super::template::{partner, place_of};
use crate::advice::told::key_text;
use crate::design::EntityFinder;

/// The most items that are compared; of more, so many evenly spread.
pub const MOST_COMPARED: usize = 20_000;
/// The most disagreements that are kept one by one.
const MOST_KEPT: usize = 2_000;

/// Which of a pair is not there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Absent {
    /// The source has no copy.
    Copy,
    /// The copy is of something that is not there.
    Source,
}

/// An attribute with two values.
#[derive(Clone, Debug, PartialEq)]
pub struct FieldPair {
    /// The attribute.
    pub attribute: String,
    /// Its value in the source; none where it lacks it.
    pub source: Option<AttributeValue>,
    /// Its value in the copy; none where it lacks it.
    pub copy: Option<AttributeValue>,
}

/// A copy that does not agree with its source.
#[derive(Clone, Debug, PartialEq)]
pub struct Disagreement {
    /// What both are of, in short: `O900`.
    pub name: String,
    /// The source's primary key; none where it is not there and its key cannot be told.
    pub source: Option<Item>,
    /// The copy's primary key; none where it is not there and its key cannot be told.
    pub copy: Option<Item>,
    /// Which of them is not there.
    pub absent: Option<Absent>,
    /// The attributes that differ.
    pub fields: Vec<FieldPair>,
}

/// All items of a tie, compared.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Comparison {
    /// Pairs that were compared.
    pub pairs: u64,
    /// Pairs, or items without a partner, that do not agree.
    pub disagreeing: u64,
    /// The first of them.
    pub disagreements: Vec<Disagreement>,
    /// Whether everything was looked at; else it was some items, evenly spread.
    pub whole: bool,
    /// Items of the copy that were looked at.
    pub copies: u64,
    /// Their bytes.
    pub copy_bytes: u64,
}

impl Comparison {
    fn add(&mut self, disagreement: Disagreement) {
        self.disagreeing += 1;
        if self.disagreements.len() < MOST_KEPT {
            self.disagreements.push(disagreement);
        }
    }
}

/// Compares the items of a tie.
pub(super) fn compare(kinds: &[Kind<'_>], finders: &[EntityFinder], tie: &Tie) -> Comparison {
    let mut comparison = Comparison::default();
    let (from, to) = tie.teller_and_told();
    let both = kinds.get(from).zip(kinds.get(to));
    let (Some((teller, told)), Some((tellers, tolds))) =
        (both, finders.get(from).zip(finders.get(to)))
    else {
        return comparison;
    };
    let door = teller.table.primary();
    comparison.whole = door.item_count().max(told.table.item_count()) <= MOST_COMPARED;
    let mut partners: Vec<usize> = Vec::new();
    let mut alone = Vec::new();
    for item in some_items(door, MOST_COMPARED).filter(|item| tellers.of(item) == teller.entity) {
        if !tie.from_source {
            note_copy(&mut comparison, item);
        }
        let Some(found) = partner(&tie.template, item, told, tolds) else {
            alone.push(item);
            continue;
        };
        partners.push(place_of(found));
        comparison.pairs += 1;
        let (source, copy) = if tie.from_source { (item, found) } else { (found, item) };
        let fields = differing(&tie.attributes, source, copy);
        if !fields.is_empty() {
            comparison.add(Disagreement {
                name: name_of(tie, teller, item),
                source: Some(key_in(kinds, tie.source, source)),
                copy: Some(key_in(kinds, tie.copy, copy)),
                absent: None,
                fields,
            });
        }
    }
    // Where only some have a partner, that is how it is meant: nothing is missing.
    if partners.len() >= alone.len() {
        for item in alone {
            comparison.add(without_partner(tie, teller, item));
        }
    }
    sort_by(&mut partners, Ord::cmp);
    not_named(&mut comparison, tie, (told, tolds), &partners);
    comparison
}

/// The items of the kind that is named which no item names.
fn not_named(
    comparison: &mut Comparison,
    tie: &Tie,
    (told, tolds): (&Kind<'_>, &EntityFinder),
    partners: &[usize],
) {
    let door = told.table.primary();
    let mut alone = Vec::new();
    for item in some_items(door, MOST_COMPARED).filter(|item| tolds.of(item) == told.entity) {
        if tie.from_source {
            note_copy(comparison, item);
        }
        if partners.binary_search(&place_of(item)).is_err() {
            alone.push(item);
        }
    }
    // Of some items alone it is not known whether another names them.
    if tie.many || !comparison.whole || alone.len() > partners.len() {
        return;
    }
    for item in alone {
        let absent = if tie.from_source { Absent::Source } else { Absent::Copy };
        let key = Some(door.key_of(item));
        let (source, copy) = if tie.from_source { (None, key) } else { (key, None) };
        comparison.add(Disagreement {
            name: key_text(door.key_schema(), item),
            source,
            copy,
            absent: Some(absent),
            fields: Vec::new(),
        });
    }
}

fn note_copy(comparison: &mut Comparison, copy: &Item) {
    comparison.copies += 1;
    comparison.copy_bytes += copy.size_bytes() as u64;
}

fn without_partner(tie: &Tie, teller: &Kind<'_>, item: &Item) -> Disagreement {
    let own = Some(teller.table.primary().key_of(item));
    let other = tie.template.key_for(item);
    let (source, copy, absent) =
        if tie.from_source { (own, other, Absent::Copy) } else { (other, own, Absent::Source) };
    Disagreement {
        name: name_of(tie, teller, item),
        source,
        copy,
        absent: Some(absent),
        fields: Vec::new(),
    }
}

fn key_in(kinds: &[Kind<'_>], kind: usize, item: &Item) -> Item {
    kinds.get(kind).map(|kind| kind.table.primary().key_of(item)).unwrap_or_default()
}

/// The attributes in which a copy differs from its source.
fn differing(attributes: &[String], source: &Item, copy: &Item) -> Vec<FieldPair> {
    let mut fields = Vec::new();
    for attribute in attributes {
        let (one, other) = (source.get(attribute), copy.get(attribute));
        if one != other {
            fields.push(FieldPair {
                attribute: attribute.clone(),
                source: one.cloned(),
                copy: other.cloned(),
            });
        }
    }
    fields
}

/// What a pair is called: the texts by which one names the other; where those are many, the key of the one that names.
fn name_of(tie: &Tie, teller: &Kind<'_>, item: &Item) -> String {
    let fields: Vec<&Field> = tie.template.fields();
    let texts: Vec<String> =
        fields.iter().filter_map(|field| field.text_in(item)).map(Cow::into_owned).collect();
    if texts.is_empty() || texts.len() > 2 {
        return key_text(teller.table.primary().key_schema(), item);
    }
    texts.join(" / ")
}
