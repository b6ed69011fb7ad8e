//! A fault found in a file that could still be opened.
//!
//! Owns the record of one fault and its sentence. It never decides what to do about one: whoever finds it does.

use std::fmt;

/// One fault in an opened file: where it is, what is wrong, and what was done about it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Defect {
    /// The table it is in; empty when it concerns the whole document.
    pub table: String,
    /// The item it is in, by key where it has one, else by its place in the file.
    pub item: Option<String>,
    /// The attribute, with the path to the value inside it where it nests.
    pub attribute: Option<String>,
    /// What is wrong, as a clause without a full stop.
    pub problem: String,
    /// What was done, as a clause without a full stop.
    pub done: String,
}

impl Defect {
    /// A fault of the document or of a table as a whole.
    pub fn of_table(table: &str, problem: impl Into<String>, done: impl Into<String>) -> Self {
        Self {
            table: table.to_owned(),
            item: None,
            attribute: None,
            problem: problem.into(),
            done: done.into(),
        }
    }

    /// The same fault, placed in an item.
    #[must_use]
    pub fn in_item(mut self, item: impl Into<String>) -> Self {
        self.item = Some(item.into());
        self
    }

    /// The same fault, placed at an attribute.
    #[must_use]
    pub fn at_attribute(mut self, attribute: impl Into<String>) -> Self {
        self.attribute = Some(attribute.into());
        self
    }
}

impl fmt::Display for Defect {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let places = [Some(&self.table), self.item.as_ref(), self.attribute.as_ref()];
        let mut written = false;
        for place in places.into_iter().flatten().filter(|place| !place.is_empty()) {
            formatter.write_str(if written { ", " } else { "" })?;
            formatter.write_str(place)?;
            written = true;
        }
        formatter.write_str(if written { ": " } else { "" })?;
        write!(formatter, "{}; {}.", self.problem, self.done)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_defect_reads_as_one_sentence_with_its_place() {
        let defect = Defect::of_table("Orders", "the number is not in quotes", "read as 1")
            .in_item("CUSTOMER#1 / ORDER#2")
            .at_attribute("total");
        assert_eq!(
            defect.to_string(),
            "Orders, CUSTOMER#1 / ORDER#2, total: the number is not in quotes; read as 1."
        );
        let whole = Defect::of_table("", "two designs in one file", "the first was read");
        assert_eq!(whole.to_string(), "two designs in one file; the first was read.");
    }
}
