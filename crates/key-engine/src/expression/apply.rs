//! An update applied to an item: everything is read from the item as it was, then all changes are made at once.

use std::fmt;

use super::path::{DocumentPath, Step};
use super::update::{Operand, SetValue, Update};
use crate::order::{SortedSet, sort_by};
use crate::value::{AttributeValue, Item, NumberError};

/// An update that an item does not allow. `Display` is `DynamoDB`'s whole message.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum UpdateError {
    /// An operand leads nowhere.
    MissingAttribute,
    /// An operand is of a type that does not fit.
    WrongType,
    /// The same, of `AttributeUpdates`.
    TypeMismatch,
    /// A path that is to change leads through something that is not there, or is no map or list.
    InvalidPath,
    /// A sum or difference that is no number any more.
    Number(NumberError),
}

impl fmt::Display for UpdateError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::MissingAttribute => f.write_str(
                "The provided expression refers to an attribute that does not exist in the item",
            ),
            Self::TypeMismatch => f.write_str("Type mismatch for attribute to update"),
            Self::WrongType => {
                f.write_str("An operand in the update expression has an incorrect data type")
            }
            Self::InvalidPath => f.write_str(
                "The document path provided in the update expression is invalid for update",
            ),
            Self::Number(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for UpdateError {}

impl From<NumberError> for UpdateError {
    fn from(error: NumberError) -> Self {
        Self::Number(error)
    }
}

type Applied<T> = Result<T, UpdateError>;

impl Update {
    /// What an item that exists becomes.
    ///
    /// # Errors
    /// Where the item does not allow the update. Of the item nothing has changed then.
    pub fn change(&self, item: &Item) -> Result<Item, UpdateError> {
        self.apply(item, true).map_err(|error| self.worded(error))
    }

    /// What becomes of a key of which there is no item yet: `key` holds its attributes. What can not be removed since
    /// it is not there is no error here.
    ///
    /// # Errors
    /// Where an item that does not exist does not allow the update.
    pub fn create(&self, key: &Item) -> Result<Item, UpdateError> {
        self.apply(key, false).map_err(|error| self.worded(error))
    }

    /// The fault as the service words it for the parameter that asks.
    fn worded(&self, error: UpdateError) -> UpdateError {
        match error {
            UpdateError::WrongType if self.is_legacy => UpdateError::TypeMismatch,
            other => other,
        }
    }

    fn apply(&self, before: &Item, existed: bool) -> Applied<Item> {
        let mut changes =
            Vec::with_capacity(self.sets.len() + self.adds.len() + self.deletes.len());
        let mut removes: Vec<&DocumentPath> = self.removes.iter().collect();
        for (path, value) in &self.sets {
            changes.push((path, value.of(before)?));
        }
        for (path, amount) in &self.adds {
            changes.push((path, sum(path.get(before), amount)?));
        }
        for (path, members) in &self.deletes {
            match path.get(before) {
                None => {}
                Some(set) => match difference(set, members)? {
                    Some(rest) => changes.push((path, rest)),
                    None => removes.push(path),
                },
            }
        }
        let mut item = before.clone();
        for (path, value) in changes {
            put(&mut item, path, value)?;
        }
        // the last elements of a list first: indexes are those of the list as it was
        sort_by(&mut removes, |one, two| two.cmp(one));
        for path in removes {
            match remove(&mut item, path) {
                Err(UpdateError::InvalidPath) if !existed => {}
                result => result?,
            }
        }
        Ok(item)
    }
}

impl SetValue {
    fn of(&self, item: &Item) -> Applied<AttributeValue> {
        let number = |operand: &Operand| match operand.of(item)? {
            AttributeValue::N(number) => Ok(number),
            _ => Err(UpdateError::WrongType),
        };
        match self {
            Self::Operand(operand) => operand.of(item),
            Self::Plus(left, right) => {
                Ok(AttributeValue::N(number(left)?.checked_add(&number(right)?)?))
            }
            Self::Minus(left, right) => {
                Ok(AttributeValue::N(number(left)?.checked_sub(&number(right)?)?))
            }
        }
    }
}

impl Operand {
    fn of(&self, item: &Item) -> Applied<AttributeValue> {
        match self {
            Self::Path(path) => path.get(item).cloned().ok_or(UpdateError::MissingAttribute),
            Self::Value(value) => Ok(value.clone()),
            Self::IfNotExists(path, otherwise) => match path.get(item) {
                Some(value) => Ok(value.clone()),
                None => otherwise.of(item),
            },
            Self::ListAppend(first, second) => match (first.of(item)?, second.of(item)?) {
                (AttributeValue::L(mut first), AttributeValue::L(second)) => {
                    first.extend(second);
                    Ok(AttributeValue::L(first))
                }
                _ => Err(UpdateError::WrongType),
            },
        }
    }
}

/// What `ADD` makes of a number or a set, or of nothing.
fn sum(present: Option<&AttributeValue>, amount: &AttributeValue) -> Applied<AttributeValue> {
    use AttributeValue as V;
    fn union<T: Clone + Ord>(one: &SortedSet<T>, two: &SortedSet<T>) -> SortedSet<T> {
        one.iter().chain(two.iter()).cloned().collect()
    }
    match (present, amount) {
        (None, amount) => Ok(amount.clone()),
        (Some(V::N(present)), V::N(amount)) => Ok(V::N(present.checked_add(amount)?)),
        (Some(V::Ss(present)), V::Ss(members)) => Ok(V::Ss(union(present, members))),
        (Some(V::Ns(present)), V::Ns(members)) => Ok(V::Ns(union(present, members))),
        (Some(V::Bs(present)), V::Bs(members)) => Ok(V::Bs(union(present, members))),
        _ => Err(UpdateError::WrongType),
    }
}

/// What `DELETE` leaves of a set; nothing if that would be empty, which no set is.
fn difference(set: &AttributeValue, members: &AttributeValue) -> Applied<Option<AttributeValue>> {
    use AttributeValue as V;
    fn rest<T: Clone + Ord>(
        set: &SortedSet<T>,
        members: &SortedSet<T>,
        whole: fn(SortedSet<T>) -> V,
    ) -> Option<V> {
        let rest: SortedSet<T> =
            set.iter().filter(|member| !members.contains(member)).cloned().collect();
        (!rest.is_empty()).then(|| whole(rest))
    }
    match (set, members) {
        (V::Ss(set), V::Ss(members)) => Ok(rest(set, members, V::Ss)),
        (V::Ns(set), V::Ns(members)) => Ok(rest(set, members, V::Ns)),
        (V::Bs(set), V::Bs(members)) => Ok(rest(set, members, V::Bs)),
        _ => Err(UpdateError::WrongType),
    }
}

fn put(item: &mut Item, path: &DocumentPath, value: AttributeValue) -> Applied<()> {
    let Some((step, way)) = path.steps().split_last() else {
        item.insert(path.shared_attribute().clone(), value);
        return Ok(());
    };
    match (step, parent(item, path.attribute(), way)?) {
        (Step::Attribute(name), AttributeValue::M(map)) => {
            map.insert(name.clone(), value);
        }
        (Step::Index(index), AttributeValue::L(list)) => match list.get_mut(*index) {
            Some(element) => *element = value,
            None => list.push(value),
        },
        _ => return Err(UpdateError::InvalidPath),
    }
    Ok(())
}

fn remove(item: &mut Item, path: &DocumentPath) -> Applied<()> {
    let Some((step, way)) = path.steps().split_last() else {
        item.remove(path.attribute());
        return Ok(());
    };
    match (step, parent(item, path.attribute(), way)?) {
        (Step::Attribute(name), AttributeValue::M(map)) => {
            map.remove(name);
        }
        (Step::Index(index), AttributeValue::L(list)) => {
            if *index < list.len() {
                list.remove(*index);
            }
        }
        _ => return Err(UpdateError::InvalidPath),
    }
    Ok(())
}

/// What the last step of a path goes into.
fn parent<'i>(
    item: &'i mut Item,
    attribute: &str,
    way: &[Step],
) -> Applied<&'i mut AttributeValue> {
    let mut value = item.get_mut(attribute).ok_or(UpdateError::InvalidPath)?;
    for step in way {
        let next = match (step, value) {
            (Step::Attribute(name), AttributeValue::M(map)) => map.get_mut(name),
            (Step::Index(index), AttributeValue::L(list)) => list.get_mut(*index),
            _ => None,
        };
        value = next.ok_or(UpdateError::InvalidPath)?;
    }
    Ok(value)
}
