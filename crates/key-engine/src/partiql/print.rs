//! Trees back to text: reading what is printed here gives the same tree again.
//!
//! Names stand between double quotation marks and operands of `OR` and `NOT` between parentheses, needed or not.

use std::fmt::{Display, Formatter, Result};

use super::ast::{Action, Returning, Select, Statement};
use crate::expression::ast::{
    Condition, FunctionCall, Operand, Path, PathElement, Section, SetValue, ValuePlaceholder,
};
use crate::value::AttributeValue;

impl Display for Statement {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        Printer { values: &self.values, f }.action(&self.action)
    }
}

struct Printer<'p, 'f> {
    values: &'p [AttributeValue],
    f: &'p mut Formatter<'f>,
}

impl Printer<'_, '_> {
    fn write(&mut self, text: &str) -> Result {
        self.f.write_str(text)
    }

    fn action(&mut self, action: &Action) -> Result {
        match action {
            Action::Select(select) => self.select(select),
            Action::Exists(select) => {
                self.write("EXISTS(")?;
                self.select(select)?;
                self.write(")")
            }
            Action::Insert { table, item } => {
                self.write("INSERT INTO ")?;
                self.name(table)?;
                self.write(" VALUE ")?;
                self.value(&AttributeValue::M(item.clone()))
            }
            Action::Update { table, update, condition, returning } => {
                self.write("UPDATE ")?;
                self.name(table)?;
                for section in &update.sections {
                    self.section(section)?;
                }
                self.tail(condition.as_ref(), *returning)
            }
            Action::Delete { table, condition, returning } => {
                self.write("DELETE FROM ")?;
                self.name(table)?;
                self.tail(condition.as_ref(), *returning)
            }
        }
    }

    fn select(&mut self, select: &Select) -> Result {
        self.write("SELECT ")?;
        if select.paths.is_empty() {
            self.write("*")?;
        }
        self.list(&select.paths, Self::path)?;
        self.write(" FROM ")?;
        self.name(&select.table)?;
        if let Some(index) = &select.index {
            self.write(".")?;
            self.name(index)?;
        }
        self.tail(select.condition.as_ref(), None)?;
        if !select.order.is_empty() {
            self.write(" ORDER BY ")?;
        }
        self.list(&select.order, |printer, (name, falls)| {
            printer.name(name)?;
            printer.write(if *falls { " DESC" } else { " ASC" })
        })
    }

    fn tail(&mut self, condition: Option<&Condition>, returning: Option<Returning>) -> Result {
        if let Some(condition) = condition {
            self.write(" WHERE ")?;
            self.condition(condition)?;
        }
        if let Some(returning) = returning {
            write!(self.f, " RETURNING {} *", returning.words())?;
        }
        Ok(())
    }

    fn section(&mut self, section: &Section) -> Result {
        let (function, changes) = match section {
            Section::Remove(paths) => {
                for path in paths {
                    self.write(" REMOVE ")?;
                    self.path(path)?;
                }
                return Ok(());
            }
            Section::Set(changes) => {
                for (path, value) in changes {
                    self.write(" SET ")?;
                    self.path(path)?;
                    self.write(" = ")?;
                    self.set_value(value)?;
                }
                return Ok(());
            }
            Section::Add(changes) => ("set_add", changes),
            Section::Delete(changes) => ("set_delete", changes),
        };
        for (path, value) in changes {
            self.write(" SET ")?;
            self.path(path)?;
            write!(self.f, " = {function}(")?;
            self.path(path)?;
            self.write(", ")?;
            self.placeholder(value)?;
            self.write(")")?;
        }
        Ok(())
    }

    fn set_value(&mut self, value: &SetValue) -> Result {
        let (left, sign, right) = match value {
            SetValue::Operand(only) => return self.operand(only),
            SetValue::Plus(left, right) => (left, " + ", right),
            SetValue::Minus(left, right) => (left, " - ", right),
        };
        self.operand(left)?;
        self.write(sign)?;
        self.operand(right)
    }

    fn condition(&mut self, condition: &Condition) -> Result {
        match condition {
            Condition::And(all) => self.joined(all, " AND "),
            Condition::Or(any) => self.joined(any, " OR "),
            Condition::Not(inner) => {
                self.write("NOT ")?;
                self.joined(std::slice::from_ref(inner), "")
            }
            Condition::Comparison { left, comparator, right } => {
                self.operand(left)?;
                write!(self.f, " {} ", comparator.symbol())?;
                self.operand(right)
            }
            Condition::Between { operand, lower, upper } => {
                self.operand(operand)?;
                self.write(" BETWEEN ")?;
                self.operand(lower)?;
                self.write(" AND ")?;
                self.operand(upper)
            }
            Condition::In { operand, candidates } => {
                self.operand(operand)?;
                self.write(" IN [")?;
                self.list(candidates, Self::operand)?;
                self.write("]")
            }
            Condition::Function(call) => self.call(call),
        }
    }

    fn joined(&mut self, conditions: &[Condition], separator: &str) -> Result {
        for (position, condition) in conditions.iter().enumerate() {
            self.write(if position == 0 { "" } else { separator })?;
            self.write("(")?;
            self.condition(condition)?;
            self.write(")")?;
        }
        Ok(())
    }

    fn call(&mut self, call: &FunctionCall) -> Result {
        if let ("attribute_exists" | "attribute_not_exists", [operand]) =
            (call.name.as_str(), call.arguments.as_slice())
        {
            self.operand(operand)?;
            return self.write(if call.name == "attribute_exists" {
                " IS NOT MISSING"
            } else {
                " IS MISSING"
            });
        }
        write!(self.f, "{}(", call.name)?;
        self.list(&call.arguments, Self::operand)?;
        self.write(")")
    }

    fn operand(&mut self, operand: &Operand) -> Result {
        match operand {
            Operand::Path(path) => self.path(path),
            Operand::Value(value) => self.placeholder(value),
            Operand::Function(call) => self.call(call),
        }
    }

    fn placeholder(&mut self, placeholder: &ValuePlaceholder) -> Result {
        let number = placeholder.name.get(1..).and_then(|digits| digits.parse::<usize>().ok());
        match number.and_then(|number| self.values.get(number)) {
            Some(value) => self.value(value),
            None => self.write("?"),
        }
    }

    fn path(&mut self, path: &Path) -> Result {
        for (position, element) in path.elements.iter().enumerate() {
            match element {
                PathElement::Index(index) => write!(self.f, "[{index}]")?,
                PathElement::Attribute { name, .. } => {
                    self.write(if position == 0 { "" } else { "." })?;
                    self.name(name.strip_prefix('#').unwrap_or(name))?;
                }
            }
        }
        Ok(())
    }

    fn name(&mut self, name: &str) -> Result {
        write!(self.f, "\"{}\"", name.replace('"', "\"\""))
    }

    fn value(&mut self, value: &AttributeValue) -> Result {
        match value {
            AttributeValue::S(text) => self.text(text),
            AttributeValue::N(number) => write!(self.f, "{number}"),
            // binary has no spelling
            AttributeValue::B(_) => self.write("?"),
            AttributeValue::Bool(truth) => write!(self.f, "{truth}"),
            AttributeValue::Null => self.write("null"),
            AttributeValue::L(list) => {
                self.write("[")?;
                self.list(list, Self::value)?;
                self.write("]")
            }
            AttributeValue::M(map) => {
                self.write("{")?;
                for (position, (name, value)) in map.iter().enumerate() {
                    self.write(if position == 0 { "" } else { ", " })?;
                    self.text(name)?;
                    self.write(": ")?;
                    self.value(value)?;
                }
                self.write("}")
            }
            AttributeValue::Ss(_) | AttributeValue::Ns(_) | AttributeValue::Bs(_) => {
                self.write("<<")?;
                match value {
                    AttributeValue::Ss(set) => self
                        .list(&set.iter().collect::<Vec<_>>(), |printer, text| printer.text(text)),
                    AttributeValue::Ns(set) => self
                        .list(&set.iter().collect::<Vec<_>>(), |printer, number| {
                            write!(printer.f, "{number}")
                        }),
                    _ => self.write("?"),
                }?;
                self.write(">>")
            }
        }
    }

    fn text(&mut self, text: &str) -> Result {
        write!(self.f, "'{}'", text.replace('\'', "''"))
    }

    fn list<T>(&mut self, all: &[T], each: impl Fn(&mut Self, &T) -> Result) -> Result {
        for (position, one) in all.iter().enumerate() {
            self.write(if position == 0 { "" } else { ", " })?;
            each(self, one)?;
        }
        Ok(())
    }
}
