//! How an item of one kind names an item of another.
//!
//! Owns the template by which the texts of an item make up the key of its partner, such as `ORDER#{SK piece 2}` / `METADATA`,
//! and the learning of it: a template is what finds items, not what looks as if it should. It never says what a pair means.

use key_engine::{AttributeValue, Item, KeyType};

use super::kinds::{Field, KeyShape, Kind, Look, Piece};
use crate::design::EntityFinder;

/// The most open pieces of a key that are sought.
const MOST_OPEN: usize = 3;
/// The most ways to fill the open pieces of a key that are tried.
const MOST_WAYS: usize = 96;
/// Items on which each way is tried first.
const PROBES: usize = 4;

/// A part of a partner's key.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Part {
    /// A text that all have.
    Constant(String),
    /// A text of the item.
    Field(Field),
}

/// The key of a partner, made of an item's texts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Template {
    /// For each key attribute its name, its type and what it is made of.
    pub keys: Vec<(String, KeyType, Vec<Part>)>,
}

impl Template {
    /// The key of an item's partner; none where the item lacks a text for it.
    pub fn key_for(&self, item: &Item) -> Option<Item> {
        let mut key = Item::new();
        for (attribute, key_type, parts) in &self.keys {
            let mut text = String::new();
            for (place, part) in parts.iter().enumerate() {
                if place > 0 {
                    text.push('#');
                }
                match part {
                    Part::Constant(constant) => text.push_str(constant),
                    Part::Field(field) => text.push_str(&field.text_in(item)?),
                }
            }
            let value = match key_type {
                KeyType::S => AttributeValue::S(text),
                KeyType::N => AttributeValue::N(text.parse().ok()?),
                KeyType::B => return None,
            };
            key.insert(attribute.as_str(), value);
        }
        Some(key)
    }

    /// The texts of the item that it is made of, in order, each once.
    pub fn fields(&self) -> Vec<&Field> {
        let mut fields: Vec<&Field> = Vec::new();
        for part in self.keys.iter().flat_map(|(_, _, parts)| parts) {
            if let Part::Field(field) = part
                && !fields.contains(&field)
            {
                fields.push(field);
            }
        }
        fields
    }

    /// How many texts it takes from attributes that can change.
    pub fn changeable(&self) -> usize {
        self.fields().iter().filter(|field| !field.is_key).count()
    }
}

/// How many look-ups may still be made; a guard against designs of many kinds with many attributes.
#[derive(Debug)]
pub(super) struct Effort(pub usize);

/// What finds partners of kind `to` for items of kind `from`, if any way does for at least some. Tried on a few items, or
/// thoroughly on all that are at hand.
pub(super) fn learn(
    from: &Kind<'_>,
    to: &Kind<'_>,
    finder: &EntityFinder,
    thorough: bool,
    effort: &mut Effort,
) -> Option<Template> {
    let open: Vec<&Look> = open_pieces(&to.shape);
    if open.is_empty() || open.len() > MOST_OPEN {
        return None;
    }
    if to.shape.iter().any(|shape| shape.key_type == KeyType::B) {
        return None;
    }
    let fitting = |look: &Look| -> Vec<&Field> {
        let fields = from.fields.iter().filter(|(_, texts)| texts.is_like(look));
        fields.map(|(field, _)| field).collect()
    };
    let choices: Vec<Vec<&Field>> = open.into_iter().map(fitting).collect();
    let ways = choices.iter().map(Vec::len).fold(1, usize::saturating_mul).min(MOST_WAYS);
    let step = if thorough { 1 } else { from.items.len().div_ceil(PROBES).max(1) };
    let mut best: Option<(usize, Template)> = None;
    for way in 0..ways {
        let Some(template) = filled(&to.shape, &choices, way) else { continue };
        let mut hits = 0;
        for item in from.items.iter().step_by(step) {
            effort.0 = effort.0.checked_sub(1)?;
            hits += usize::from(partner(&template, item, to, finder).is_some());
        }
        let better = best.as_ref().is_none_or(|(most, known)| {
            hits > *most || (hits == *most && template.changeable() < known.changeable())
        });
        if hits > 0 && better {
            best = Some((hits, template));
        }
    }
    best.map(|(_, template)| template)
}

/// The partner of an item.
pub(super) fn partner<'d>(
    template: &Template,
    item: &Item,
    to: &Kind<'d>,
    finder: &EntityFinder,
) -> Option<&'d Item> {
    let found = to.table.primary().find(&template.key_for(item)?)?;
    (finder.of(found) == to.entity && !std::ptr::eq(found, item)).then_some(found)
}

/// Where an item stands in memory, by which it is told from others.
pub(super) fn place_of(item: &Item) -> usize {
    std::ptr::from_ref(item).addr()
}

fn open_pieces(shape: &[KeyShape]) -> Vec<&Look> {
    let pieces = shape.iter().flat_map(|key| &key.pieces);
    pieces
        .filter_map(|piece| match piece {
            Piece::Open(look) => Some(look),
            Piece::Constant(_) => None,
        })
        .collect()
}

/// The template of one way to choose a field for each open piece; ways are counted like the digits of a number.
fn filled(shape: &[KeyShape], choices: &[Vec<&Field>], way: usize) -> Option<Template> {
    let mut left = way;
    let mut chosen = Vec::with_capacity(choices.len());
    for fields in choices {
        chosen.push(*fields.get(left % fields.len().max(1))?);
        left /= fields.len().max(1);
    }
    let mut chosen = chosen.into_iter();
    let mut keys = Vec::with_capacity(shape.len());
    for key in shape {
        let mut parts = Vec::with_capacity(key.pieces.len());
        for piece in &key.pieces {
            parts.push(match piece {
                Piece::Constant(text) => Part::Constant(text.clone()),
                Piece::Open(_) => Part::Field(chosen.next()?.clone()),
            });
        }
        keys.push((key.attribute.clone(), key.key_type, parts));
    }
    Some(Template { keys })
}
