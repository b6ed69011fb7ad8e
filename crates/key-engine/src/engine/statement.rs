//! A `PartiQL` statement as a request brings it, and the writes and reads of one item that statements become.
//!
//! Owns the translation: a write becomes the write of one item under a condition, a read by a whole key the read of one
//! item. A SELECT by itself may become more than that: `execute_statement`. Must never: read or change items.

use std::borrow::Cow;
use std::sync::Arc;

use super::Database;
use super::delete_item::DeleteItemInput;
use super::error::ServiceError;
use super::faults;
use super::get_item::GetItemInput;
use super::place;
use super::put_item::PutItemInput;
use super::request::Fields;
use super::returns::{ReturnValues, WriteReturns};
use super::schema::KeyElement;
use super::table::Table;
use super::transact_write_items::{ConditionCheckInput, TransactAction};
use super::update_item::UpdateItemInput;
use crate::expression::ast::{Condition, Path, PathElement};
use crate::expression::{Conjuncts, DocumentPath, Filter, Placeholders, Projection, Update};
use crate::partiql::ast::{self, Returning, Select, Statement};
use crate::partiql::{MAX_STATEMENT_CHARS, parse};
use crate::value::{AttributeValue, Item};

/// A statement and what a request says of it, not yet read.
#[derive(Debug)]
pub(crate) struct Given<'a> {
    pub(crate) text: &'a str,
    pub(crate) parameters: Vec<AttributeValue>,
    pub(crate) consistent_read: bool,
    pub(crate) item_on_failed_condition: bool,
}

impl<'a> Given<'a> {
    /// Reads the members that all operations have for a statement.
    pub(crate) fn read(fields: &mut Fields<'a>) -> Result<Self, ServiceError> {
        let text = fields.text("Statement")?;
        match text {
            None => fields.missing("statement"),
            Some(text) => fields.check_length(text, "statement", 1, MAX_STATEMENT_CHARS),
        }
        let mut parameters = Vec::new();
        if let Some(given) = fields.list("Parameters")? {
            if given.is_empty() {
                let constraint = "Member must have length greater than or equal to 1";
                fields.violated_by("[]", "parameters", constraint);
            }
            for parameter in given {
                parameters.push(AttributeValue::from_json(parameter).map_err(|error| {
                    if error.is_serialization() {
                        ServiceError::Serialization(error.to_string())
                    } else {
                        ServiceError::validation(error.to_string())
                    }
                })?);
            }
        }
        Ok(Self {
            text: text.unwrap_or_default(),
            parameters,
            consistent_read: fields.flag("ConsistentRead")?.unwrap_or_default(),
            item_on_failed_condition: fields.item_on_failed_condition()?,
        })
    }

    /// The statement, its parameters in their places.
    pub(crate) fn statement(&self) -> Result<Statement, ServiceError> {
        Ok(parse(self.text, &self.parameters)?)
    }

    /// A digest of the statement and its parameters.
    pub(crate) fn digest(&self) -> [u8; 16] {
        let mut bytes = self.text.as_bytes().to_vec();
        for parameter in &self.parameters {
            bytes.push(0);
            bytes.extend_from_slice(parameter.to_json().to_string().as_bytes());
        }
        place::hash(&bytes)
    }
}

/// A statement among others of a request.
#[derive(Debug)]
pub struct StatementInput {
    /// The statement, or the fault for which it is none.
    pub statement: Result<Statement, ServiceError>,
    /// A strongly consistent read.
    pub consistent_read: bool,
    /// A failed condition brings the item.
    pub item_on_failed_condition: bool,
}

/// Reads the statements of a batch or a transaction, and what else is wrong with the request; gives back a digest of them
/// too. `member` is what messages call their list, `none` how they print it when it is empty.
pub(crate) fn read_all(
    fields: &mut Fields<'_>,
    parameter: &str,
    (member, none): (&str, &str),
    most: usize,
) -> Result<(Vec<StatementInput>, [u8; 16]), ServiceError> {
    let mut given = Vec::new();
    match fields.list(parameter)? {
        None => fields.missing(member),
        Some([]) => fields.note(none, member, "Member must have length greater than or equal to 1"),
        Some(list) if list.len() > most => {
            let constraint = format!("Member must have length less than or equal to {most}");
            fields.violated(member, &constraint);
        }
        Some(list) => {
            for (at, entry) in list.iter().enumerate() {
                let mut inner = Fields::new(entry)?;
                inner.within(format!("{member}.{}.member.", at + 1));
                given.push(Given::read(&mut inner)?);
                fields.take_violations(&mut inner);
            }
        }
    }
    fields.finish()?;
    let (mut statements, mut digests) = (Vec::with_capacity(given.len()), Vec::new());
    for one in given {
        digests.extend_from_slice(&one.digest());
        statements.push(StatementInput {
            statement: one.statement(),
            consistent_read: one.consistent_read,
            item_on_failed_condition: one.item_on_failed_condition,
        });
    }
    Ok((statements, place::hash(&digests)))
}

/// Whether these statements read; none may where another writes.
pub(crate) fn are_reads(
    statements: &[StatementInput],
    operation: &str,
) -> Result<bool, ServiceError> {
    let (mut reads, mut writes) = (false, false);
    for one in statements {
        match &one.statement {
            Ok(statement) if statement.is_read() => reads = true,
            Ok(_) => writes = true,
            Err(_) => {}
        }
    }
    if reads && writes { Err(faults::mixed_statements(operation)) } else { Ok(reads) }
}

/// What a SELECT wants of each item: nothing named for all of it.
#[derive(Debug, Default)]
pub(crate) struct Columns {
    columns: Vec<(Arc<str>, DocumentPath)>,
}

impl Columns {
    pub(crate) fn of(paths: &[Path], placeholders: &Placeholders) -> Result<Self, ServiceError> {
        let mut columns = Vec::with_capacity(paths.len());
        for path in paths {
            let resolved = DocumentPath::resolve(path, placeholders)?;
            columns.push((label(path).into(), resolved));
        }
        Ok(Self { columns })
    }

    /// The attributes that a read must bring for these columns.
    pub(crate) fn projection(&self) -> Option<Projection> {
        let names = self.columns.iter().map(|(_, path)| path.attribute());
        (!self.columns.is_empty()).then(|| Projection::of_names(names))
    }

    /// Whether any leads into an attribute, which no projection brings as it is wanted.
    pub(crate) fn are_nested(&self) -> bool {
        self.columns.iter().any(|(_, path)| path.is_nested())
    }

    /// Of an item what the columns name, side by side, each under the last name of its path.
    pub(crate) fn cut<'t>(&self, item: Cow<'t, Item>) -> Cow<'t, Item> {
        if self.columns.is_empty() {
            return item;
        }
        let mut cut = Item::new();
        for (label, path) in &self.columns {
            if let Some(value) = path.get(&item) {
                cut.insert(Arc::clone(label), value.clone());
            }
        }
        Cow::Owned(cut)
    }
}

/// The last name of a path, and the indexes after it: `b[0]` of `a.b[0]`.
fn label(path: &Path) -> String {
    let mut label = String::new();
    for element in &path.elements {
        match element {
            PathElement::Attribute { name, .. } => {
                name.strip_prefix('#').unwrap_or(name).clone_into(&mut label);
            }
            PathElement::Index(index) => label = format!("{label}[{index}]"),
        }
    }
    label
}

/// A condition, and the item's key taken out of it.
struct Aimed {
    key: Item,
    rest: Conjuncts,
}

fn aimed(
    table: &Table,
    condition: Option<&Condition>,
    placeholders: &Placeholders,
) -> Result<Option<Aimed>, ServiceError> {
    let mut rest = Conjuncts::of(condition, placeholders)?;
    let mut key = Item::new();
    for element in table.primary().key_schema() {
        let Some(value) = rest.take_equal(&element.attribute) else { return Ok(None) };
        key.insert(element.attribute.as_str(), value);
    }
    Ok(Some(Aimed { key, rest }))
}

/// The first attribute of a table's key, which every item has.
fn key_attribute(table: &Table) -> &str {
    let first: Option<&KeyElement> = table.primary().key_schema().first();
    first.map_or("", |element| &element.attribute)
}

/// The read of one item that a SELECT becomes among others, what it must fulfil, and what is wanted of it.
pub(crate) struct ItemRead {
    pub(crate) input: GetItemInput,
    pub(crate) filter: Option<Filter>,
    pub(crate) columns: Columns,
}

impl Database {
    /// The table that a statement names.
    pub(crate) fn table_of(&self, statement: &Statement) -> Result<&Table, ServiceError> {
        self.tables.get(statement.table()).ok_or_else(faults::no_table)
    }

    /// The write, or the check, of one item that a statement becomes.
    pub(crate) fn write_of(
        &self,
        statement: Statement,
        mut returns: WriteReturns,
    ) -> Result<TransactAction, ServiceError> {
        let table = self.table_of(&statement)?;
        let placeholders = Placeholders::of_statement(&statement.values);
        let aim = |condition: Option<&Condition>| {
            aimed(table, condition, &placeholders)?.ok_or_else(faults::no_whole_key)
        };
        let key_attribute = key_attribute(table);
        Ok(match statement.action {
            ast::Action::Insert { table: table_name, item } => {
                let condition = Some(Filter::of_no_item(key_attribute));
                TransactAction::Put(PutItemInput { table_name, item, condition, returns })
            }
            ast::Action::Update { table: table_name, update, condition, returning } => {
                let Aimed { key, rest } = aim(condition.as_ref())?;
                let update = Update::of_tree(&update, &placeholders)?;
                returns.values = return_values(returning);
                let condition = Some(rest.of_item_with(key_attribute));
                TransactAction::Update(UpdateItemInput {
                    table_name,
                    key,
                    update,
                    condition,
                    returns,
                })
            }
            ast::Action::Delete { table: table_name, condition, returning } => {
                let refused = match returning {
                    None | Some(Returning::AllOld) => None,
                    Some(Returning::AllNew) => Some("ALL NEW *"),
                    Some(Returning::ModifiedOld) => Some("MODIFIED OLD *"),
                    Some(Returning::ModifiedNew) => Some("MODIFIED NEW *"),
                };
                if let Some(asked) = refused {
                    return Err(faults::returning_of_delete(asked));
                }
                let Aimed { key, rest } = aim(condition.as_ref())?;
                returns.values = return_values(returning);
                // to delete what is not there is no failure, whatever else is asked of it
                let condition =
                    rest.filter().map(|rest| Filter::of_no_item(key_attribute).or(rest));
                TransactAction::Delete(DeleteItemInput { table_name, key, condition, returns })
            }
            ast::Action::Exists(select) | ast::Action::Select(select) => {
                if select.index.is_some() {
                    return Err(faults::no_whole_key());
                }
                let Aimed { key, rest } = aim(select.condition.as_ref())?;
                let condition = Some(rest.of_item_with(key_attribute));
                let table_name = select.table;
                TransactAction::ConditionCheck(ConditionCheckInput {
                    table_name,
                    key,
                    condition,
                    returns,
                })
            }
        })
    }

    /// The read of one item that a SELECT becomes in `operation`, which takes no others.
    pub(crate) fn read_of(
        &self,
        statement: &Statement,
        select: &Select,
        operation: &str,
    ) -> Result<ItemRead, ServiceError> {
        let table = self.table_of(statement)?;
        let placeholders = Placeholders::of_statement(&statement.values);
        let aimed = aimed(table, select.condition.as_ref(), &placeholders)?;
        let Some(Aimed { key, rest }) = aimed.filter(|_| select.index.is_none()) else {
            return Err(faults::select_without_key(operation));
        };
        Ok(ItemRead {
            input: GetItemInput::new(select.table.clone(), key),
            filter: rest.filter(),
            columns: Columns::of(&select.paths, &placeholders)?,
        })
    }
}

fn return_values(returning: Option<Returning>) -> ReturnValues {
    match returning {
        None => ReturnValues::None,
        Some(Returning::AllOld) => ReturnValues::AllOld,
        Some(Returning::AllNew) => ReturnValues::AllNew,
        Some(Returning::ModifiedOld) => ReturnValues::UpdatedOld,
        Some(Returning::ModifiedNew) => ReturnValues::UpdatedNew,
    }
}
