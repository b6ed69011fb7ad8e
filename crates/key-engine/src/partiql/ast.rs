//! The tree of a statement.
//!
//! Conditions, paths and updates are those of [`crate::expression::ast`], with two customs of this room: a name is
//! written `#name`, since in a statement none is reserved, and `:n` is the value of that number among the statement's
//! [`values`](Statement::values), parameters in their places. A tree prints itself (`to_string`); reading what it prints
//! gives the same tree, but for binary values, of which `PartiQL` has no spelling.

use crate::expression::ast::{Condition, Path, Update};
use crate::value::{AttributeValue, Item};

/// A statement.
#[derive(Clone, Debug, PartialEq)]
pub struct Statement {
    /// What is to be done.
    pub action: Action,
    /// The values that the placeholders in conditions and updates stand for, by number.
    pub values: Vec<AttributeValue>,
}

/// What a statement does.
#[derive(Clone, Debug, PartialEq)]
pub enum Action {
    /// `SELECT ...`
    Select(Select),
    /// `EXISTS(SELECT ...)`: a condition that a transaction checks.
    Exists(Select),
    /// `INSERT INTO table VALUE {...}`
    Insert {
        /// The table.
        table: String,
        /// The item.
        item: Item,
    },
    /// `UPDATE table SET ... REMOVE ... WHERE ...`
    Update {
        /// The table.
        table: String,
        /// What changes.
        update: Update,
        /// Which item, and what must hold of it.
        condition: Option<Condition>,
        /// What comes back.
        returning: Option<Returning>,
    },
    /// `DELETE FROM table WHERE ...`
    Delete {
        /// The table.
        table: String,
        /// Which item, and what must hold of it.
        condition: Option<Condition>,
        /// What comes back.
        returning: Option<Returning>,
    },
}

/// A read.
#[derive(Clone, Debug, PartialEq)]
pub struct Select {
    /// What is wanted of each item; empty for `*`.
    pub paths: Vec<Path>,
    /// The table.
    pub table: String,
    /// The index read; `None` for the table itself.
    pub index: Option<String>,
    /// Which items.
    pub condition: Option<Condition>,
    /// Attributes to order by, and whether they fall.
    pub order: Vec<(String, bool)>,
}

/// `RETURNING ... *`
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Returning {
    /// `ALL OLD`
    AllOld,
    /// `ALL NEW`
    AllNew,
    /// `MODIFIED OLD`
    ModifiedOld,
    /// `MODIFIED NEW`
    ModifiedNew,
}

impl Returning {
    /// As it is written.
    pub fn words(self) -> &'static str {
        match self {
            Self::AllOld => "ALL OLD",
            Self::AllNew => "ALL NEW",
            Self::ModifiedOld => "MODIFIED OLD",
            Self::ModifiedNew => "MODIFIED NEW",
        }
    }
}

impl Statement {
    /// The table it names.
    pub fn table(&self) -> &str {
        match &self.action {
            Action::Select(select) | Action::Exists(select) => &select.table,
            Action::Insert { table, .. }
            | Action::Update { table, .. }
            | Action::Delete { table, .. } => table,
        }
    }

    /// What it is to give back of the item it writes.
    pub fn returning(&self) -> Option<Returning> {
        match self.action {
            Action::Update { returning, .. } | Action::Delete { returning, .. } => returning,
            _ => None,
        }
    }

    /// Whether it reads items, and changes and checks nothing.
    pub fn is_read(&self) -> bool {
        matches!(self.action, Action::Select(_))
    }
}
