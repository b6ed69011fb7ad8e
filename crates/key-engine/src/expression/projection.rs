//! Projections ready to be applied: which parts of an item a request wants back.

use super::error::ExpressionError;
use super::parse;
use super::path::{DocumentPath, Step, check_reserved, resolve_distinct};
use super::placeholders::Placeholders;
use crate::order::SortedMap;
use crate::value::{AttributeValue, Item, Name};

/// A `ProjectionExpression` with its names in place.
///
/// ```
/// use key_engine::expression::{Placeholders, Projection};
/// use key_engine::{AttributeValue, Item};
/// let projection = Projection::parse("city, stock[0]", &Placeholders::default())?;
/// let item: Item = [("city", AttributeValue::S("Reno".into())), ("PK", AttributeValue::S("P".into()))]
///     .into_iter()
///     .collect();
/// assert_eq!(projection.apply(&item).len(), 1);
/// # Ok::<(), key_engine::expression::ExpressionError>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Projection {
    attributes: SortedMap<Name, Wanted>,
    is_legacy: bool,
}

/// What is wanted of a value.
#[derive(Clone, Debug, PartialEq)]
enum Wanted {
    All,
    /// Of a map, what is wanted of these members.
    Members(SortedMap<Name, Wanted>),
    /// Of a list, what is wanted of these elements.
    Elements(SortedMap<usize, Wanted>),
}

impl Projection {
    /// Reads a projection and puts the names that its placeholders stand for in their place.
    ///
    /// # Errors
    /// Where `DynamoDB` would refuse the expression.
    pub fn parse(text: &str, placeholders: &Placeholders) -> Result<Self, ExpressionError> {
        let projection = parse::projection(text)?;
        projection.paths.iter().try_for_each(check_reserved)?;
        Ok(Self::of_paths(&resolve_distinct(&projection.paths, placeholders)?))
    }

    /// A projection of whole attributes: what `AttributesToGet` asks for.
    pub fn of_legacy<'n>(names: impl IntoIterator<Item = &'n str>) -> Self {
        let attributes = names.into_iter().map(|name| (name.into(), Wanted::All)).collect();
        Self { attributes, is_legacy: true }
    }

    /// Whether it was asked by a parameter of before expressions.
    pub fn is_legacy(&self) -> bool {
        self.is_legacy
    }

    /// A projection of whole attributes, some perhaps named twice.
    pub(crate) fn of_names<'n>(names: impl Iterator<Item = &'n str>) -> Self {
        let mut attributes = SortedMap::default();
        for name in names {
            add(&mut attributes, Name::from(name), &[]);
        }
        Self { attributes, is_legacy: false }
    }

    /// A projection of paths of which none leads into another.
    pub(crate) fn of_paths<'p>(paths: impl IntoIterator<Item = &'p DocumentPath>) -> Self {
        let mut attributes = SortedMap::default();
        for path in paths {
            add(&mut attributes, path.shared_attribute().clone(), path.steps());
        }
        Self { attributes, is_legacy: false }
    }

    /// The attributes of the item that the projection looks at, in order of their bytes.
    pub fn attributes(&self) -> impl Iterator<Item = &str> {
        self.attributes.keys().map(|name| &**name)
    }

    /// The attributes of which only a part is wanted.
    pub(crate) fn nested(&self) -> Vec<&str> {
        let attributes = self.attributes.iter();
        attributes.filter(|(_, wanted)| **wanted != Wanted::All).map(|(name, _)| &**name).collect()
    }

    /// The parts of `item` that are wanted, as they lie in it: maps keep the members that are wanted, lists the
    /// elements, closed up. What is not there is left out, and so is all that would hold nothing.
    pub fn apply(&self, item: &Item) -> Item {
        members(&self.attributes, item)
    }
}

fn add<K: Ord>(among: &mut SortedMap<K, Wanted>, key: K, steps: &[Step]) {
    let wanted = among.or_insert_with(key, || match steps {
        [] => Wanted::All,
        [Step::Attribute(_), ..] => Wanted::Members(SortedMap::default()),
        [Step::Index(_), ..] => Wanted::Elements(SortedMap::default()),
    });
    // paths that conflict have been refused: a way on of the other kind is never there
    match (wanted, steps) {
        (Wanted::Members(members), [Step::Attribute(name), rest @ ..]) => {
            add(members, name.clone(), rest);
        }
        (Wanted::Elements(elements), [Step::Index(index), rest @ ..]) => {
            add(elements, *index, rest);
        }
        _ => {}
    }
}

fn members(wanted: &SortedMap<Name, Wanted>, of: &Item) -> Item {
    let mut parts = Vec::with_capacity(wanted.len().min(of.len()));
    for (name, wanted) in wanted.iter() {
        if let Some(part) = of.get(name).and_then(|value| wanted_part(wanted, value)) {
            parts.push((name.clone(), part));
        }
    }
    Item::from_entries(parts)
}

fn wanted_part(wanted: &Wanted, of: &AttributeValue) -> Option<AttributeValue> {
    match (wanted, of) {
        (Wanted::All, value) => Some(value.clone()),
        (Wanted::Members(wanted), AttributeValue::M(map)) => {
            let part = members(wanted, map);
            (!part.is_empty()).then_some(AttributeValue::M(part))
        }
        (Wanted::Elements(wanted), AttributeValue::L(list)) => {
            let parts =
                wanted.iter().filter_map(|(index, wanted)| wanted_part(wanted, list.get(*index)?));
            let parts: Vec<_> = parts.collect();
            (!parts.is_empty()).then_some(AttributeValue::L(parts))
        }
        _ => None,
    }
}
