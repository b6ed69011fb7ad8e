//! The rows that are in view, as elements that are used again: scrolling writes other words into them, and makes none.
//!
//! Owns those elements and knows what stands in each, so that only what differs is written. It decides nothing: which rows and
//! columns are drawn, and what they say, it is told.

use std::ops::Range;

use leptos::prelude::document;
use map::floor::Ink;
use map::numerals::grouped;
use wasm_bindgen::JsCast;
use web_sys::{Element, HtmlElement, Node};

/// What a row shows in the columns that are drawn.
pub struct Line {
    /// The words of each cell, and the type of its value: empty where there is none.
    pub cells: Vec<(String, &'static str)>,
    /// The kind of the item, by its place among the design's.
    pub kind: usize,
    /// Whether the row is chosen.
    pub chosen: bool,
    /// Whether it holds what is looked for.
    pub found: bool,
}

/// What is drawn.
pub struct Drawn {
    /// The first row.
    pub first: usize,
    /// The columns, by their places.
    pub columns: Range<usize>,
    /// What the rows show, from the first on.
    pub lines: Vec<Line>,
    /// The cell where one is: row and column.
    pub here: (usize, usize),
}

/// The elements.
pub struct Slots {
    /// What holds the rows.
    rows: Element,
    /// What holds the rows' numbers, which stay where they are while columns pass.
    marks: Element,
    in_view: Vec<Slot>,
    first: usize,
    /// The cell that bears the name by which the grid says where one is.
    here: Option<Element>,
}

struct Slot {
    row: Element,
    header: Element,
    mark: HtmlElement,
    cells: Vec<Cell>,
    /// The row that stands here: its number, its item's kind, whether it is chosen, whether it was found.
    said: Option<(usize, usize, bool, bool)>,
    first_column: usize,
}

struct Cell {
    element: Element,
    words: Node,
    text: String,
    kind: &'static str,
}

impl Slots {
    /// No rows yet.
    pub fn new(rows: Element, marks: Element) -> Self {
        Self { rows, marks, in_view: Vec::new(), first: 0, here: None }
    }

    /// Draws; the name of the cell where one is, if that is drawn.
    pub fn draw(&mut self, drawn: &Drawn) -> Option<String> {
        self.turn(drawn.first);
        while self.in_view.len() > drawn.lines.len() {
            let Some(slot) = self.in_view.pop() else { break };
            slot.row.remove();
            slot.mark.remove();
        }
        while self.in_view.len() < drawn.lines.len() {
            let slot = Slot::new(&self.rows, &self.marks)?;
            self.in_view.push(slot);
        }
        for (place, (slot, line)) in self.in_view.iter_mut().zip(&drawn.lines).enumerate() {
            slot.write(drawn.first + place, drawn.columns.start, line);
        }
        self.name_here(drawn)
    }

    /// Rows that stay in view keep their element where only few others come: those that go are put at the other end.
    fn turn(&mut self, first: usize) {
        let by = first.abs_diff(self.first);
        let down = first > self.first;
        self.first = first;
        if by == 0 || by * 3 > self.in_view.len() {
            return;
        }
        if down {
            self.in_view.rotate_left(by);
            for slot in self.in_view.iter().rev().take(by).rev() {
                put(&self.rows, &slot.row, None);
                put(&self.marks, &slot.mark, None);
            }
        } else {
            self.in_view.rotate_right(by);
            for slot in self.in_view.iter().take(by).rev() {
                put(&self.rows, &slot.row, self.rows.first_child().as_ref());
                put(&self.marks, &slot.mark, self.marks.first_child().as_ref());
            }
        }
    }

    fn name_here(&mut self, drawn: &Drawn) -> Option<String> {
        let (row, column) = drawn.here;
        let slot = row.checked_sub(drawn.first).and_then(|place| self.in_view.get(place));
        let place = column.checked_sub(drawn.columns.start);
        let cell = slot.zip(place).and_then(|(slot, place)| slot.cells.get(place));
        let cell = cell.map(|cell| cell.element.clone());
        if let Some(before) = self.here.take()
            && Some(&before) != cell.as_ref()
        {
            unset(&before, "id");
        }
        self.here = cell;
        let name = format!("cells-{row}-{column}");
        set(self.here.as_ref()?, "id", &name);
        Some(name)
    }
}

impl Slot {
    fn new(rows: &Element, marks: &Element) -> Option<Self> {
        let row = made("cells-row", "row")?;
        let header = made("cells-number", "rowheader")?;
        set(&header, "aria-colindex", "1");
        put(&row, &header, None);
        put(rows, &row, None);
        let mark: HtmlElement = made("cells-mark", "presentation")?.dyn_into().ok()?;
        put(marks, &mark, None);
        Some(Self { row, header, mark, cells: Vec::new(), said: None, first_column: 0 })
    }

    fn write(&mut self, row: usize, first_column: usize, line: &Line) {
        let said = (row, line.kind, line.chosen, line.found);
        let before = self.said.replace(said);
        if before.is_none_or(|before| before.0 != row) {
            let number = grouped(row as u64 + 1);
            set(&self.row, "aria-rowindex", &(row + 2).to_string());
            set(&self.row, "data-row", &row.to_string());
            // It stands beneath the mark that is seen: for those who are read to.
            self.header.set_text_content(Some(&number));
            set(&self.mark, "data-mark", &row.to_string());
            self.mark.set_text_content(Some(&number));
        }
        if before.is_none_or(|before| before.1 != line.kind) {
            let ink = Ink::EntityInk(line.kind.min(255) as u8).token();
            // Fails only where a style may not be written.
            let _ = self.mark.style().set_property("border-left-color", &format!("var({ink})"));
        }
        if before.is_none_or(|before| before.2 != line.chosen || before.3 != line.found) {
            set(&self.row, "aria-selected", if line.chosen { "true" } else { "false" });
            match (line.chosen, line.found) {
                (true, _) => set(&self.mark, "data-is", "chosen"),
                (false, true) => set(&self.mark, "data-is", "found"),
                (false, false) => unset(&self.mark, "data-is"),
            }
        }
        self.write_cells(first_column, line);
    }

    fn write_cells(&mut self, first_column: usize, line: &Line) {
        while self.cells.len() > line.cells.len() {
            let Some(cell) = self.cells.pop() else { break };
            cell.element.remove();
        }
        let known = if self.first_column == first_column { self.cells.len() } else { 0 };
        while self.cells.len() < line.cells.len() {
            let Some(cell) = Cell::new(&self.row) else { return };
            self.cells.push(cell);
        }
        self.first_column = first_column;
        for (place, (cell, (text, kind))) in self.cells.iter_mut().zip(&line.cells).enumerate() {
            if place >= known {
                set(&cell.element, "aria-colindex", &(first_column + place + 2).to_string());
            }
            if cell.text != *text {
                cell.words.set_node_value(Some(text));
                cell.text.clone_from(text);
            }
            if cell.kind != *kind {
                if *kind == "S" {
                    unset(&cell.element, "data-type");
                } else {
                    set(&cell.element, "data-type", kind);
                }
                cell.kind = kind;
            }
        }
    }
}

impl Cell {
    fn new(row: &Element) -> Option<Self> {
        let element = made("cells-cell", "gridcell")?;
        element.set_text_content(Some(" "));
        let words = element.first_child()?;
        words.set_node_value(None);
        put(row, &element, None);
        Some(Self { element, words, text: String::new(), kind: "S" })
    }
}

fn made(class: &str, role: &str) -> Option<Element> {
    let element = document().create_element("div").ok()?;
    element.set_class_name(class);
    set(&element, "role", role);
    Some(element)
}

// These three fail only for names that HTML does not know and for elements that hold one another.

fn set(element: &Element, name: &str, value: &str) {
    let _ = element.set_attribute(name, value);
}

fn unset(element: &Element, name: &str) {
    let _ = element.remove_attribute(name);
}

fn put(parent: &Element, child: &Node, before: Option<&Node>) {
    let _ = parent.insert_before(child, before);
}
