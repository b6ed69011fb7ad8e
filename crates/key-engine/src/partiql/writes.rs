//! The statements that write: `INSERT`, `UPDATE` and `DELETE`, and what they give back.

use super::ast::{Action, Returning};
use super::error::Fault;
use super::named::Role;
use super::parse::{Parsed, Parser};
use crate::expression::ast::{FunctionCall, Operand, Section, SetValue, Update};
use crate::value::AttributeValue;

/// What is said where a statement must name something.
const SIMPLE_PATH: &str = "Expected identifier for simple path";

impl Parser<'_> {
    pub(super) fn insert(&mut self) -> Parsed<Action> {
        self.expect("INTO", "Unexpected keyword")?;
        let table = self.name_of(Role::Table, SIMPLE_PATH)?;
        if self.accept("VALUES") {
            return Err(self.malformed("Expected LEFT_PAREN for row value constructor"));
        }
        if !self.accept("VALUE") {
            return Err(self.unexpected_term());
        }
        let span = self.peek().span;
        self.name_members();
        let item = if self.is(0, "{") { AttributeValue::M(self.map(0)?) } else { self.value(0)? };
        match item {
            AttributeValue::M(item) => Ok(Action::Insert { table, item }),
            _ => Err(self.refuse(Fault::Malformed("Unexpected term"), span)),
        }
    }

    pub(super) fn update(&mut self) -> Parsed<Action> {
        let table = self.name_of(Role::Table, SIMPLE_PATH)?;
        let mut sections = Vec::new();
        loop {
            if self.accept("SET") {
                loop {
                    sections.push(self.change()?);
                    if !self.accept(",") {
                        break;
                    }
                }
            } else if self.accept("REMOVE") {
                sections.push(Section::Remove(vec![self.path(SIMPLE_PATH)?]));
            } else {
                break;
            }
        }
        if sections.is_empty() {
            return Err(self.malformed("Expected data manipulation"));
        }
        let condition = self.optional_where()?;
        let returning = self.returning()?;
        Ok(Action::Update { table, update: Update { sections }, condition, returning })
    }

    /// One target of a `SET` and what it is given. A set grows or shrinks where it lies.
    fn change(&mut self) -> Parsed<Section> {
        let path = self.path(SIMPLE_PATH)?;
        self.expect("=", "Expected '='")?;
        let left = self.operand()?;
        if let Operand::Function(call) = &left
            && let [Operand::Path(set), Operand::Value(value)] = call.arguments.as_slice()
            && *set == path
        {
            let value = value.clone();
            match call.name.as_str() {
                "set_add" => return Ok(Section::Add(vec![(path, value)])),
                "set_delete" => return Ok(Section::Delete(vec![(path, value)])),
                _ => {}
            }
        }
        self.appends(&left)?;
        let join = match self.peek().text {
            "+" => SetValue::Plus as fn(Operand, Operand) -> SetValue,
            "-" => SetValue::Minus,
            _ => return Ok(Section::Set(vec![(path, SetValue::Operand(left))])),
        };
        self.advance();
        let right = self.operand()?;
        self.appends(&right)?;
        Ok(Section::Set(vec![(path, join(left, right))]))
    }

    fn appends(&mut self, operand: &Operand) -> Parsed<()> {
        match other_function(operand) {
            Some(call) => Err(self.refuse(Fault::Function(call.name.clone()), call.span)),
            None => Ok(()),
        }
    }

    pub(super) fn delete(&mut self) -> Parsed<Action> {
        self.expect("FROM", "Expected FROM after DELETE")?;
        let table = self.name_of(Role::Table, SIMPLE_PATH)?;
        let condition = self.optional_where()?;
        let returning = self.returning()?;
        Ok(Action::Delete { table, condition, returning })
    }

    fn returning(&mut self) -> Parsed<Option<Returning>> {
        if !self.accept("RETURNING") {
            return Ok(None);
        }
        let all = self.accept("ALL");
        if !all {
            self.expect("MODIFIED", "Expected ALL or MODIFIED")?;
        }
        let old = self.accept("OLD");
        if !old {
            self.expect("NEW", "Expected OLD or NEW")?;
        }
        self.expect("*", "Expected '*'")?;
        Ok(Some(match (all, old) {
            (true, true) => Returning::AllOld,
            (true, false) => Returning::AllNew,
            (false, true) => Returning::ModifiedOld,
            (false, false) => Returning::ModifiedNew,
        }))
    }
}

/// The first function in an operand of a `SET` that is not `list_append`.
fn other_function(operand: &Operand) -> Option<&FunctionCall> {
    let Operand::Function(call) = operand else { return None };
    if call.name != "list_append" {
        return Some(call);
    }
    call.arguments.iter().find_map(other_function)
}
