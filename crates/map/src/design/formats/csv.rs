//! Tables of values: a header row of attribute names, then a row for each item, parted by commas, semicolons or tabs.
//!
//! Owns the splitting of rows and cells (quoted or not, with any line ends) and what a cell without a type means:
//!
//! - An empty cell is no attribute.
//! - A column whose cells are all numbers as `DynamoDB` writes them (no leading zero, no plus sign) is N.
//! - A column whose cells are all `true` or `false` is BOOL.
//! - A cell in `DynamoDB` JSON, as its console and the `NoSQL` Workbench write lists, maps and sets, is read as such.
//! - Everything else is S. Space around a cell that is not quoted does not count.
//!
//! These are guesses, and the first defect says so. It never knows which columns are keys.

mod cells;

use std::cell::Cell;
use std::rc::Rc;

use key_engine::{AttributeValue, Item, KeyType, Number};
use serde_json::{Map, Value};

use super::{Draft, ItemSource, Written, items};
use crate::design::sample_value::{Fault, read_item};
use crate::design::{Defect, OpenError, set_aside};
use crate::numerals::counted;
use cells::{Records, cells, delimiter_of, is_heading, records};

/// What the values of a column are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Text,
    Number,
    Truth,
}

/// The columns of a table of values.
#[derive(Debug)]
struct Columns {
    names: Vec<String>,
    kinds: Vec<Cell<Kind>>,
    delimiter: char,
}

/// A row, unread.
#[derive(Clone, Debug)]
pub(in crate::design) struct Row<'t> {
    text: &'t str,
    columns: Rc<Columns>,
}

/// Whether a text that is not JSON is a table of values: the first rows have as many cells as the header has names. Where the names
/// are single words, one such row is enough, if no other is of one cell.
pub(super) fn fits(text: &str) -> bool {
    const LOOKED_AT: usize = 20;
    let (text, delimiter) = delimiter_of(text);
    let Some(delimiter) = delimiter else { return false };
    let mut rows = records(text, delimiter).take(LOOKED_AT + 1);
    let names: Vec<_> = match rows.next() {
        Some(header) => cells(header, delimiter).collect(),
        None => return false,
    };
    let (mut all, mut like, mut lone) = (0, 0, 0);
    for row in rows {
        all += 1;
        let count = cells(row, delimiter).count();
        like += usize::from(count == names.len());
        lone += usize::from(count < 2);
    }
    let words = names.iter().all(|name| !name.trim().contains(char::is_whitespace));
    is_heading(&names) && like > 0 && (like * 2 >= all || words && lone == 0)
}

/// A table of values on its way to a draft.
#[derive(Debug)]
pub(in crate::design) struct Reading<'t> {
    rows: Records<'t>,
    header: &'t str,
    columns: Rc<Columns>,
    /// What the columns are, as far as they are read.
    seen: Vec<Option<Kind>>,
    list: Vec<Written<'t>>,
    notes: Notes,
}

/// Begins to read a table of values.
///
/// # Errors
/// When it has no header.
pub(super) fn read(text: &str) -> Result<Reading<'_>, OpenError> {
    let (text, delimiter) = delimiter_of(text);
    let delimiter = delimiter.unwrap_or(',');
    let mut rows = records(text, delimiter);
    let header = rows.next().ok_or(OpenError::Empty)?;
    let mut notes = Notes::default();
    let columns = Rc::new(Columns::of(header, delimiter, &mut notes.defects));
    let seen = vec![None; columns.names.len()];
    Ok(Reading { rows, header, columns, seen, list: Vec::new(), notes })
}

impl<'t> Reading<'t> {
    /// Reads about so many more bytes; gives back how many are left.
    pub fn step(&mut self, budget_bytes: usize) -> usize {
        let enough = self.rows.left().saturating_sub(budget_bytes);
        while self.rows.left() > enough {
            let Some(row) = self.rows.next() else { break };
            self.row(row);
        }
        self.rows.left()
    }

    fn row(&mut self, row: &'t str) {
        if row.trim() == self.header.trim() {
            self.notes.headers += 1;
            return;
        }
        let mut count = 0;
        let mut beyond = false;
        for (at, cell) in cells(row, self.columns.delimiter).enumerate() {
            count += 1;
            match self.seen.get_mut(at) {
                Some(kind) => *kind = kind_after(*kind, &cell),
                None => beyond |= !cell.is_empty(),
            }
        }
        if beyond {
            self.notes.beyond(row, count, self.columns.names.len(), self.list.len());
        }
        self.list.push(Written::Row(Row { text: row, columns: Rc::clone(&self.columns) }));
    }

    /// Reads what is left, and gives the draft.
    pub fn finish(mut self) -> Draft<'t> {
        self.step(usize::MAX);
        let Self { columns, seen, list, mut notes, .. } = self;
        for (kind, seen) in columns.kinds.iter().zip(seen) {
            kind.set(seen.unwrap_or(Kind::Text));
        }
        notes.defects.insert(0, columns.guessed());
        if notes.headers > 0 {
            let count = counted(notes.headers, "row repeats", "rows repeat");
            notes.defects.push(Defect::of_table(
                items::UNNAMED,
                format!("{count} the header"),
                "passed over",
            ));
        }
        let source = ItemSource { place: "row".to_owned(), entity: None, items: list };
        let mut draft = items::draft_of("CSV", vec![(None, source)], notes.defects);
        draft.design.extra = notes.aside;
        draft
    }
}

/// What is to be said of a table of values.
#[derive(Debug, Default)]
struct Notes {
    defects: Vec<Defect>,
    aside: Map<String, Value>,
    headers: u64,
}

impl Notes {
    fn beyond(&mut self, row: &str, cells: usize, names: usize, at: usize) {
        let problem = format!("the row has {cells} cells, and the header names {names}");
        let done = "the cells beyond were left out, and the row was set aside as it was written";
        self.defects
            .push(Defect::of_table(items::UNNAMED, problem, done).in_item(format!("row[{at}]")));
        set_aside(&mut self.aside, Value::from(row));
    }
}

/// What a column is, once one more cell is known.
fn kind_after(before: Option<Kind>, cell: &str) -> Option<Kind> {
    if cell.is_empty() || before == Some(Kind::Text) {
        return before;
    }
    let kind = match cell {
        "true" | "false" => Kind::Truth,
        _ if is_number(cell) => Kind::Number,
        _ => Kind::Text,
    };
    Some(if before.is_none_or(|before| before == kind) { kind } else { Kind::Text })
}

/// Whether a text is a number that nobody would write otherwise: 7 and -0.5 are, 007 and +49 are codes of some kind.
fn is_number(text: &str) -> bool {
    let digits = text.strip_prefix('-').unwrap_or(text);
    let begins = digits.bytes().next().is_some_and(|byte| byte.is_ascii_digit());
    let coded = digits.len() > 1 && digits.starts_with('0') && !digits.starts_with("0.");
    begins && !coded && text.parse::<Number>().is_ok()
}

impl Columns {
    fn of(header: &str, delimiter: char, defects: &mut Vec<Defect>) -> Self {
        let mut names: Vec<String> = Vec::new();
        for (at, cell) in cells(header, delimiter).enumerate() {
            let mut name = cell.trim().to_owned();
            if name.is_empty() || names.contains(&name) {
                let given =
                    format!("{}column {}", if name.is_empty() { "" } else { &name }, at + 1);
                let problem = match name.as_str() {
                    "" => format!("column {} has no name", at + 1),
                    name => format!("two columns are named {name}"),
                };
                let done = format!("the attribute is called {given}");
                defects.push(Defect::of_table(items::UNNAMED, problem, done));
                name = given;
            }
            names.push(name);
        }
        let kinds = names.iter().map(|_| Cell::new(Kind::Text)).collect();
        Self { names, kinds, delimiter }
    }

    /// That types were guessed, and which.
    fn guessed(&self) -> Defect {
        let of = |wanted: Kind| {
            let columns = self.names.iter().zip(&self.kinds);
            let of_kind = columns.filter(|(_, kind)| kind.get() == wanted);
            of_kind.map(|(name, _)| name.as_str()).collect::<Vec<&str>>().join(", ")
        };
        let mut done = String::new();
        for (kind, why, name) in [
            (Kind::Number, "whose cells are all numbers", "N"),
            (Kind::Truth, "whose cells are all true or false", "BOOL"),
        ] {
            let columns = of(kind);
            if !columns.is_empty() {
                done = format!("{done}{columns}, {why}, read as {name}; ");
            }
        }
        done.push_str("everything else read as S, and empty cells as no attribute");
        Defect::of_table(items::UNNAMED, "a table of values names no types", done)
    }
}

impl Row<'_> {
    /// The item.
    pub(in crate::design) fn item(&self, faults: &mut Vec<Fault>) -> Item {
        let mut item = Item::new();
        for (name, kind, cell) in self.cells() {
            let value = match kind {
                Kind::Number => cell.trim().parse().ok().map(AttributeValue::N),
                Kind::Truth => match &*cell {
                    "true" => Some(AttributeValue::Bool(true)),
                    "false" => Some(AttributeValue::Bool(false)),
                    _ => None,
                },
                Kind::Text => typed(name, &cell, faults),
            };
            item.insert(name, value.unwrap_or_else(|| AttributeValue::S(cell.into_owned())));
        }
        item
    }

    /// The row as plain JSON.
    pub(in crate::design) fn plain(&self) -> Value {
        let cells = self.cells().map(|(name, _, cell)| (name.to_owned(), cell.into_owned().into()));
        Value::Object(cells.collect())
    }

    /// Calls for each cell that could be a key: its column, its type, and its text.
    pub(super) fn scalars(&self, each: &mut dyn FnMut(&str, KeyType, &str)) {
        for (name, kind, cell) in self.cells() {
            match kind {
                Kind::Number => each(name, KeyType::N, &cell),
                Kind::Text => each(name, KeyType::S, &cell),
                Kind::Truth => {}
            }
        }
    }

    /// Says of which type a column is, where that is known otherwise.
    pub(super) fn declare(&self, name: &str, kind: KeyType) {
        let at = self.columns.names.iter().position(|known| known == name);
        if let Some(column) = at.and_then(|at| self.columns.kinds.get(at)) {
            column.set(if kind == KeyType::N { Kind::Number } else { Kind::Text });
        }
    }

    /// The cells that are not empty, with the names and kinds of their columns.
    fn cells(&self) -> impl Iterator<Item = (&str, Kind, std::borrow::Cow<'_, str>)> {
        let columns = self.columns.names.iter().zip(&self.columns.kinds);
        let cells = columns.zip(cells(self.text, self.columns.delimiter));
        let cells = cells.map(|((name, kind), cell)| (name.as_str(), kind.get(), cell));
        cells.filter(|(_, _, cell)| !cell.is_empty())
    }
}

/// A cell in `DynamoDB` JSON; none where it is not.
fn typed(name: &str, cell: &str, faults: &mut Vec<Fault>) -> Option<AttributeValue> {
    if !cell.starts_with(['{', '[']) {
        return None;
    }
    let json: Value = serde_json::from_str(cell).ok()?;
    let whole = match &json {
        value if items::is_typed_value(value) => json,
        Value::Object(members)
            if !members.is_empty() && members.values().all(items::is_typed_value) =>
        {
            key_engine::value::object(&mut [("M", json)])
        }
        Value::Array(list) if !list.is_empty() && list.iter().all(items::is_typed_value) => {
            key_engine::value::object(&mut [("L", json)])
        }
        _ => return None,
    };
    read_item(&key_engine::value::object(&mut [(name, whole)]), faults)?.remove(name)
}
