//! Paths with their placeholders resolved: what they lead to in an item, and whether two of them get in each other's way.

use std::cell::Cell;
use std::cmp::Ordering;
use std::fmt;

use super::ast;
use super::error::{ErrorKind, ExpressionError, Span};
use super::placeholders::Placeholders;
use super::reserved::is_reserved;
use crate::value::{AttributeValue, Item, Name};

/// A document path: an attribute, and the way on into it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct DocumentPath {
    attribute: Name,
    steps: Vec<Step>,
    place: Place,
}

/// Where among an item's names the attribute was last found, or would stand: the items of a table are much alike, so
/// that is where to look first in the next one. It takes no part in what a path is.
#[derive(Clone, Debug, Default)]
struct Place(Cell<usize>);

impl PartialEq for Place {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl Eq for Place {}

impl PartialOrd for Place {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Place {
    fn cmp(&self, _: &Self) -> Ordering {
        Ordering::Equal
    }
}

/// One step of the way.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Step {
    Attribute(Name),
    Index(usize),
}

impl DocumentPath {
    /// Exchanges the placeholders of `path` for names.
    pub(crate) fn resolve(
        path: &ast::Path,
        placeholders: &Placeholders,
    ) -> Result<Self, ExpressionError> {
        let mut steps = path.elements.iter().map(|element| match element {
            ast::PathElement::Index(index) => Ok(Step::Index(*index as usize)),
            ast::PathElement::Attribute { name, span } => {
                resolve_name(name, *span, placeholders).map(Step::Attribute)
            }
        });
        let attribute = match steps.next().transpose()? {
            Some(Step::Attribute(name)) => name,
            _ => Name::from(""),
        };
        Ok(Self { attribute, steps: steps.collect::<Result<_, _>>()?, place: Place::default() })
    }

    /// The path to a whole attribute.
    pub(crate) fn of_attribute(attribute: Name) -> Self {
        Self { attribute, steps: Vec::new(), place: Place::default() }
    }

    /// The attribute of the item that the path begins with.
    pub fn attribute(&self) -> &str {
        &self.attribute
    }

    pub(crate) fn shared_attribute(&self) -> &Name {
        &self.attribute
    }

    /// The steps after the attribute.
    pub(crate) fn steps(&self) -> &[Step] {
        &self.steps
    }

    /// Whether the path goes on below its attribute.
    pub fn is_nested(&self) -> bool {
        !self.steps.is_empty()
    }

    /// The attribute's value in `item`.
    fn attribute_of<'i>(&self, item: &'i Item) -> Option<&'i AttributeValue> {
        let entries = item.entries();
        let at = self.place.0.get();
        let (before, after) = entries.split_at_checked(at).unwrap_or((entries, &[]));
        let order =
            after.first().map_or(Ordering::Greater, |(name, _)| (**name).cmp(&self.attribute));
        match order {
            Ordering::Equal => return after.first().map(|(_, value)| value),
            Ordering::Greater if before.last().is_none_or(|(name, _)| **name < *self.attribute) => {
                return None;
            }
            _ => {}
        }
        let found = entries.binary_search_by(|(name, _)| (**name).cmp(&self.attribute));
        let (Ok(at) | Err(at)) = found;
        self.place.0.set(at);
        found.ok().and_then(|at| entries.get(at)).map(|(_, value)| value)
    }

    /// What the path leads to in `item`, if it leads anywhere.
    pub fn get<'i>(&self, item: &'i Item) -> Option<&'i AttributeValue> {
        let mut value = self.attribute_of(item)?;
        for step in &self.steps {
            value = match (step, value) {
                (Step::Attribute(name), AttributeValue::M(map)) => map.get(name)?,
                (Step::Index(index), AttributeValue::L(list)) => list.get(*index)?,
                _ => return None,
            };
        }
        Some(value)
    }
}

/// `[a, b, [0]]`, as messages quote a path.
impl fmt::Display for DocumentPath {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "[{}", self.attribute)?;
        for step in &self.steps {
            match step {
                Step::Attribute(name) => write!(f, ", {name}")?,
                Step::Index(index) => write!(f, ", [{index}]")?,
            }
        }
        f.write_str("]")
    }
}

fn resolve_name(
    name: &str,
    span: Span,
    placeholders: &Placeholders,
) -> Result<Name, ExpressionError> {
    match name.strip_prefix('#') {
        None => return Ok(Name::from(name)),
        Some(spelled) if placeholders.spelled => return Ok(Name::from(spelled)),
        Some(_) => {}
    }
    let undefined = || ExpressionError::new(ErrorKind::UndefinedName(name.to_owned()), span);
    placeholders.name(name).cloned().ok_or_else(undefined)
}

/// Reports the first name of `path` that is a reserved word.
pub(crate) fn check_reserved(path: &ast::Path) -> Result<(), ExpressionError> {
    for element in &path.elements {
        if let ast::PathElement::Attribute { name, span } = element
            && is_reserved(name)
        {
            return Err(ExpressionError::new(ErrorKind::ReservedWord(name.clone()), *span));
        }
    }
    Ok(())
}

/// Resolves paths of which none may lead into or past another: those of a projection or of an update.
pub(crate) fn resolve_distinct<'p>(
    paths: impl IntoIterator<Item = &'p ast::Path>,
    placeholders: &Placeholders,
) -> Result<Vec<DocumentPath>, ExpressionError> {
    let mut resolved: Vec<(DocumentPath, Span)> = Vec::new();
    for path in paths {
        resolved.push((DocumentPath::resolve(path, placeholders)?, path.span));
    }
    let mut conflict = None;
    for (position, (two, span)) in resolved.iter().enumerate() {
        for (one, _) in resolved.iter().take(position) {
            match relation(one, two) {
                Relation::Apart => {}
                Relation::Overlap => {
                    let kind =
                        ErrorKind::OverlappingPaths { one: one.to_string(), two: two.to_string() };
                    return Err(ExpressionError::new(kind, *span));
                }
                Relation::Conflict => {
                    let kind =
                        ErrorKind::ConflictingPaths { one: one.to_string(), two: two.to_string() };
                    conflict = conflict.or(Some(ExpressionError::new(kind, *span)));
                }
            }
        }
    }
    // any overlap is reported before any conflict
    conflict.map_or_else(|| Ok(resolved.into_iter().map(|(path, _)| path).collect()), Err)
}

enum Relation {
    /// They part ways, or never met.
    Apart,
    /// One leads through the other, or they are the same.
    Overlap,
    /// Where they part, one goes on with a name and the other with an index: no item has both.
    Conflict,
}

fn relation(one: &DocumentPath, two: &DocumentPath) -> Relation {
    if one.attribute != two.attribute {
        return Relation::Apart;
    }
    for steps in one.steps.iter().zip(&two.steps) {
        match steps {
            (one, two) if one == two => {}
            (Step::Attribute(_), Step::Attribute(_)) | (Step::Index(_), Step::Index(_)) => {
                return Relation::Apart;
            }
            _ => return Relation::Conflict,
        }
    }
    Relation::Overlap
}
