//! The kinds of item there are, by a look at some items of each.
//!
//! Owns the sample, what of an item can name another (its fields), and the shape of a kind's keys. It never compares kinds.

use std::borrow::Cow;

use key_engine::engine::{Index, KeyElement, Table};
use key_engine::{AttributeValue, Database, Item, KeyType};

use crate::design::{Design, Entity, EntityFinder};

/// What parts the texts of a composed key.
const JOINT: char = '#';
/// Of a table of up to so many items all are looked at to find its kinds.
const WHOLE: usize = 4_096;
/// Of a larger table so many are.
const LOOKED_AT: usize = 1_536;
/// The most items of a kind that are kept.
pub(super) const KEPT: usize = 48;
/// The most fields of a kind.
const MOST_FIELDS: usize = 32;
/// The most texts between joints that a value is cut into.
const MOST_PIECES: usize = 8;
/// The longest text that may name another item, in bytes.
const LONGEST_NAME: usize = 128;

/// A text in an item: a whole attribute, or what stands between two joints of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Field {
    pub attribute: String,
    /// Which of the texts between joints; none for the whole value.
    pub piece: Option<usize>,
    /// Whether the attribute is of the table's own key, so that it never changes.
    pub is_key: bool,
}

impl Field {
    /// The text that an item has here.
    pub fn text_in<'i>(&self, item: &'i Item) -> Option<Cow<'i, str>> {
        let text = match item.get(&self.attribute)? {
            AttributeValue::S(text) => Cow::Borrowed(text.as_str()),
            AttributeValue::N(number) => Cow::Owned(number.to_string()),
            _ => return None,
        };
        let text = match (self.piece, text) {
            (None, text) => text,
            (Some(piece), Cow::Borrowed(text)) => Cow::Borrowed(text.split(JOINT).nth(piece)?),
            (Some(_), Cow::Owned(_)) => return None,
        };
        (!text.is_empty() && text.len() <= LONGEST_NAME).then_some(text)
    }
}

/// What the texts in one place look like.
#[derive(Clone, Debug, Default)]
pub(super) struct Look {
    /// Digits, capitals, small letters, anything else.
    classes: u8,
    shortest: usize,
    longest: usize,
    first: String,
    /// Not all are the first.
    varies: bool,
}

impl Look {
    fn note(&mut self, text: &str) {
        for byte in text.bytes() {
            self.classes |= match byte {
                b'0'..=b'9' => 1,
                b'A'..=b'Z' => 2,
                b'a'..=b'z' => 4,
                _ => 8,
            };
        }
        if self.longest == 0 {
            text.clone_into(&mut self.first);
            self.shortest = text.len();
        }
        self.varies |= text != self.first;
        self.shortest = self.shortest.min(text.len());
        self.longest = self.longest.max(text.len());
    }

    /// Whether texts that look so could be texts of the other look.
    pub fn is_like(&self, other: &Self) -> bool {
        const SLACK: usize = 2;
        self.classes & other.classes != 0
            && (self.classes ^ other.classes).count_ones() <= 1
            && (self.varies || !other.varies)
            && self.shortest <= other.longest + SLACK
            && other.shortest <= self.longest + SLACK
    }
}

/// A part of a key between joints.
#[derive(Clone, Debug)]
pub(super) enum Piece {
    /// All items have this text.
    Constant(String),
    /// It differs from item to item, and looks like this.
    Open(Look),
}

/// One attribute of a kind's key.
#[derive(Clone, Debug)]
pub(super) struct KeyShape {
    pub attribute: String,
    pub key_type: KeyType,
    pub pieces: Vec<Piece>,
}

/// A kind of item, with some of its items.
#[derive(Clone, Debug)]
pub(super) struct Kind<'d> {
    pub table: &'d Table,
    /// Its index among the design's entities.
    pub entity: usize,
    pub name: &'d str,
    pub items: Vec<&'d Item>,
    pub fields: Vec<(Field, Look)>,
    pub shape: Vec<KeyShape>,
}

/// The kinds of item of all tables, in the order of the design's entities.
pub(super) fn kinds<'d>(design: &'d Design, database: &'d Database) -> Vec<Kind<'d>> {
    let mut found = Vec::new();
    for described in &design.tables {
        let Some(table) = database.table(described.name()) else { continue };
        let finder = design.entity_finder(table.name());
        let mut grouped: Vec<Vec<&Item>> = vec![Vec::new(); design.entities.len()];
        let door = table.primary();
        let is_whole = door.item_count() <= WHOLE;
        for item in some_items(door, if is_whole { WHOLE } else { LOOKED_AT }) {
            if let Some(group) = grouped.get_mut(finder.of(item)) {
                group.push(item);
            }
        }
        if !is_whole {
            seek_declared(design, table, &finder, &mut grouped);
        }
        for (entity, items) in grouped.into_iter().enumerate() {
            if let Some(declared) = design.entities.get(entity).filter(|_| !items.is_empty()) {
                found.push(kind_of(table, entity, declared, &items));
            }
        }
    }
    found
}

/// Looks through a whole table for the kinds of declared copies that a look at some items has not met.
fn seek_declared<'d>(
    design: &Design,
    table: &'d Table,
    finder: &EntityFinder,
    grouped: &mut [Vec<&'d Item>],
) {
    let is_declared = |entity: &Entity| {
        entity.table == table.name()
            && design
                .copies
                .iter()
                .any(|copy| entity.name == copy.source || entity.name == copy.copy)
    };
    let mut missing: Vec<usize> = Vec::new();
    for (place, (entity, group)) in design.entities.iter().zip(&*grouped).enumerate() {
        if group.is_empty() && is_declared(entity) {
            missing.push(place);
        }
    }
    if missing.is_empty() {
        return;
    }
    for item in table.primary().items() {
        let kind = finder.of(item);
        if let Some(group) = grouped.get_mut(kind).filter(|_| missing.contains(&kind))
            && group.len() < KEPT
        {
            group.push(item);
        }
    }
}

/// At most so many items of a door, evenly spread; all where there are no more.
pub(super) fn some_items(door: &Index, most: usize) -> Box<dyn Iterator<Item = &Item> + '_> {
    let count = door.item_count();
    if count <= most {
        return Box::new(door.items());
    }
    Box::new((0..most).filter_map(move |number| {
        let position = (number as u64 * count as u64 / most as u64) as usize;
        let (ordinal, rank) = door.at_position(position)?;
        door.item(ordinal, rank)
    }))
}

fn kind_of<'d>(
    table: &'d Table,
    entity: usize,
    declared: &'d Entity,
    all: &[&'d Item],
) -> Kind<'d> {
    let kept = all.len().min(KEPT);
    let items: Vec<&Item> =
        (0..kept).filter_map(|number| all.get(number * all.len() / kept).copied()).collect();
    let schema = table.primary().key_schema();
    let shape = schema.iter().enumerate().map(|(place, element)| {
        let prefix = match place {
            0 => declared.partition_prefix.as_str(),
            _ => declared.sort_prefix.as_deref().unwrap_or_default(),
        };
        key_shape(element, prefix, &items)
    });
    let shape = shape.collect();
    let fields = fields_of(schema, &items);
    Kind { table, entity, name: &declared.name, items, fields, shape }
}

fn key_shape(element: &KeyElement, prefix: &str, items: &[&Item]) -> KeyShape {
    let whole = Field { attribute: element.attribute.clone(), piece: None, is_key: true };
    let texts: Vec<Cow<'_, str>> = items.iter().filter_map(|item| whole.text_in(item)).collect();
    let cut = |text: &str| text.split(JOINT).count();
    let count = texts.first().map_or(1, |text| cut(text));
    let regular = element.key_type == KeyType::S
        && count <= MOST_PIECES
        && texts.iter().all(|text| cut(text) == count);
    let mut pieces = Vec::new();
    let mut before = 0; // bytes of the first text up to this piece
    for piece in 0..if regular { count } else { 1 } {
        let at = |text: &'_ str| -> String {
            let text = if regular { text.split(JOINT).nth(piece) } else { Some(text) };
            text.unwrap_or_default().to_owned()
        };
        let first = texts.first().map(|text| at(text)).unwrap_or_default();
        let end = before + first.len();
        let is_word = end <= prefix.len() || !first.bytes().any(|byte| byte.is_ascii_digit());
        let mut look = Look::default();
        let mut same = true;
        for text in &texts {
            let text = at(text);
            look.note(&text);
            same &= text == first;
        }
        // Of one item alone only what the kind is known by is sure to be the same in the next.
        let is_constant = regular && same && is_word && (texts.len() > 1 || end <= prefix.len());
        pieces.push(if is_constant { Piece::Constant(first) } else { Piece::Open(look) });
        before = end + 1;
    }
    KeyShape { attribute: element.attribute.clone(), key_type: element.key_type, pieces }
}

/// What in the items can name others: key attributes first, since those do not change.
fn fields_of(schema: &[KeyElement], items: &[&Item]) -> Vec<(Field, Look)> {
    let mut fields: Vec<(Field, Look)> = Vec::new();
    let mut note = |attribute: &str, is_key: bool, item: &Item| {
        let whole = Field { attribute: attribute.to_owned(), piece: None, is_key };
        let Some(text) = whole.text_in(item) else { return };
        let pieces = text.split(JOINT).count();
        if pieces > 1 && pieces <= MOST_PIECES {
            for piece in 0..pieces {
                let field = Field { piece: Some(piece), ..whole.clone() };
                if let Some(text) = field.text_in(item) {
                    add(&mut fields, field, &text);
                }
            }
        }
        add(&mut fields, whole, &text);
    };
    let is_key = |name: &str| schema.iter().any(|element| element.attribute == name);
    for item in items {
        for element in schema {
            note(&element.attribute, true, item);
        }
    }
    for item in items {
        for (name, _) in item.iter().filter(|(name, _)| !is_key(name)) {
            note(name, false, item);
        }
    }
    fields
}

fn add(fields: &mut Vec<(Field, Look)>, field: Field, text: &str) {
    if let Some((_, look)) = fields.iter_mut().find(|(known, _)| *known == field) {
        look.note(text);
    } else if fields.len() < MOST_FIELDS {
        let mut look = Look::default();
        look.note(text);
        fields.push((field, look));
    }
}

impl Kind<'_> {
    /// What tells the kind of this table's items.
    pub fn finder(&self, design: &Design) -> EntityFinder {
        design.entity_finder(self.table.name())
    }
}
