//! The grid itself: one scrolling element with the names of the attributes above, and of all rows only those in view.

use std::cell::RefCell;
use std::fmt::Write as _;
use std::ops::Range;

use leptos::html;
use leptos::prelude::*;
use map::numerals::grouped;

use super::cell_editor::cell_editor;
use super::cell_words::{cell_type, cell_words};
use super::grid::{Grid, ROW_PX, item_at};
use super::slots::{Drawn, Line, Slots};
use super::survey::{Column, KeyOf, Survey};
use super::{keys, pointer, traffic};
use crate::app::state::Door;
use crate::app::views::erased::{effect, memo, piece, truth, words};
use crate::app::views::floor::observer::Observer;

/// Width of the first column, which holds the row's number, in CSS pixels.
pub const MARK_PX: u32 = 68;
/// Width of the last column, which tells what has no column of its own.
const OTHERS_PX: u32 = 132;
/// Rows kept ready beyond each edge of the view.
const BEYOND: usize = 4;
/// How far beyond each edge of the view columns are kept ready, in CSS pixels.
const BESIDE_PX: i32 = 120;
/// The tallest an element may be in every browser, and then some. Beyond it the rows stand closer on the scroll bar than they are.
const TALLEST_PX: f64 = 8_000_000.0;

/// Where the rows stand behind the view.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Span {
    /// How many there are.
    pub rows: usize,
    /// How far the view is scrolled.
    pub scroll_px: f64,
    /// How tall the view is.
    pub view_px: f64,
}

impl Span {
    fn whole_px(self) -> f64 {
        self.rows as f64 * ROW_PX
    }

    /// How tall the element is that holds the rows.
    pub fn tall_px(self) -> f64 {
        self.whole_px().min(TALLEST_PX)
    }

    /// Rows' pixels for each pixel of the scroll bar.
    fn ratio(self) -> f64 {
        let (whole, tall) = (self.whole_px() - self.view_px, self.tall_px() - self.view_px);
        if tall > 0.0 && whole > tall { whole / tall } else { 1.0 }
    }

    /// How far the rows are moved up against where they would stand.
    pub fn shift_px(self) -> f64 {
        self.scroll_px.max(0.0) * (self.ratio() - 1.0)
    }

    /// The top of a row.
    pub fn top_px(self, row: usize) -> f64 {
        row as f64 * ROW_PX - self.shift_px()
    }

    /// The rows to draw.
    pub fn drawn(self) -> Range<usize> {
        let from = self.scroll_px.max(0.0) + self.shift_px();
        let first = (from / ROW_PX).floor() as usize;
        let last = ((from + self.view_px) / ROW_PX).ceil() as usize;
        let end = last.saturating_add(BEYOND).min(self.rows);
        first.saturating_sub(BEYOND).min(end)..end
    }

    /// How far to scroll so that a row is in view, `head_px` of which is covered.
    pub fn scroll_to(self, row: usize, head_px: f64) -> Option<f64> {
        let (top, room) = (self.top_px(row), self.view_px - head_px);
        let scroll = if top < self.scroll_px {
            top
        } else if top + ROW_PX > self.scroll_px + room {
            top + ROW_PX - room
        } else {
            return None;
        };
        let by = (scroll - self.scroll_px) / self.ratio();
        Some((self.scroll_px + by).max(0.0))
    }
}

impl Grid {
    /// Where the rows stand.
    pub fn span(self) -> Span {
        let (scroll_px, view_px) = self.scroll.get();
        Span { rows: self.survey.with(|survey| survey.count), scroll_px, view_px }
    }

    /// Scrolls until the cell where one is stands in view.
    pub fn reveal(self) {
        let Some(scroller) = self.scroller.get_untracked() else { return };
        let (row, column) = self.active.get_untracked();
        self.measure();
        if let Some(top) = untrack(|| self.span()).scroll_to(row, ROW_PX) {
            scroller.set_scroll_top(top.round() as i32);
            self.measure();
        }
        let (left, width) = untrack(|| self.column_px(column));
        let (from, room) = (scroller.scroll_left(), scroller.client_width());
        let mark = MARK_PX.cast_signed();
        if left - mark < from {
            scroller.set_scroll_left(left - mark);
        } else if left + width > from + room {
            scroller.set_scroll_left((left + width - room).min(left - mark));
        }
        self.measure();
    }

    /// Takes note of how far the view is scrolled, how tall and how wide it is.
    pub fn measure(self) {
        if let Some(scroller) = self.scroller.get_untracked() {
            // No more is seen than the window shows, even before the page has its looks.
            let window_px = window().inner_height().ok().and_then(|height| height.as_f64());
            let view_px = f64::from(scroller.client_height()).min(window_px.unwrap_or(900.0));
            let now = (f64::from(scroller.scroll_top()), view_px);
            if now != self.scroll.get_untracked() {
                self.scroll.set(now);
            }
            let now = (scroller.scroll_left(), scroller.client_width());
            if now != self.across.get_untracked() {
                self.across.set(now);
            }
        }
    }

    /// Where a column begins, and how wide it is.
    pub fn column_px(self, place: usize) -> (i32, i32) {
        self.survey.with(|survey| {
            let before =
                survey.columns.iter().take(place).map(|column| column.width_px).sum::<u32>();
            let width = survey.columns.get(place).map_or(OTHERS_PX, |column| column.width_px);
            ((MARK_PX + before).cast_signed(), width.cast_signed())
        })
    }
}

/// A length for CSS, which may be below nothing.
fn px(length: f64) -> String {
    format!("{}px", length.round() as i64)
}

/// The grid.
pub fn rows(grid: Grid) -> AnyView {
    let count = memo(move || grid.survey.with(|survey| survey.count));
    let columns =
        memo(move || grid.survey.with(|survey| (survey.columns.clone(), survey.others.len())));
    let template = move || {
        columns.with(|(columns, others)| {
            let mut template = format!("{MARK_PX}px");
            for column in columns.iter() {
                let _ = write!(template, " {}px", column.width_px);
            }
            if *others > 0 {
                let _ = write!(template, " {OTHERS_PX}px");
            }
            template
        })
    };
    let drawn = memo(move || grid.span().drawn());
    let across = memo(move || {
        let (left, width) = grid.across.get();
        grid.survey.with(|survey| columns_in_view(survey, left, width))
    });
    let tall = memo(move || grid.span().tall_px());
    let window_top = memo(move || grid.span().top_px(drawn.get().start));
    let wide = move || {
        let last = grid.survey.with(columns_of);
        format!("{}px", grid.column_px(last).0)
    };
    let (lines, marks) = (NodeRef::<html::Div>::new(), NodeRef::<html::Div>::new());
    keep_measured(grid);
    keep_drawn(grid, drawn, across, (lines, marks));
    let name = words(move || format!("Items of {}", grid.store.open.table.get()));
    view! {
        <div
            class="cells-grid"
            role="grid"
            tabindex="0"
            aria-label=name
            aria-multiselectable="true"
            aria-rowcount=words(move || (count.get() + 1).to_string())
            aria-colcount=words(move || {
                columns.with(|(columns, others)| columns.len() + 1 + usize::from(*others > 0)).to_string()
            })
            style=("--cells-columns", words(template))
            node_ref=grid.scroller
            on:scroll=move |_| grid.measure()
            on:keydown=keys::handler(grid)
            on:mousedown=pointer::pressed(grid)
            on:dblclick=pointer::pressed_twice(grid)
            on:copy=traffic::copied(grid)
            on:paste=traffic::pasted(grid)
        >
            <div class="cells-head" role="rowgroup">{piece(move || head(grid))}</div>
            <div class="cells-body" role="presentation" style:height=words(move || px(tall.get())) style:width=words(wide)>
                <div class="cells-window" role="presentation" style:top=words(move || px(window_top.get()))>
                    <div class="cells-marks" aria-hidden="true" node_ref=marks></div>
                    <div class="cells-rows" role="rowgroup" style=("--cells-window", words(move || window_template(grid, &across.get()))) node_ref=lines></div>
                </div>
                {here_frame(grid)}
                {cell_editor(grid)}
            </div>
        </div>
    }
    .into_any()
}

/// The frame around the cell where one is.
fn here_frame(grid: Grid) -> AnyView {
    let left = words(move || format!("{}px", grid.column_px(grid.active.get().1).0));
    let width = words(move || format!("{}px", grid.column_px(grid.active.get().1).1));
    let top = words(move || px(grid.span().top_px(grid.active.get().0)));
    let none = move || grid.survey.with(|survey| survey.count == 0);
    view! {
        <div class="cells-here-frame" role="presentation" hidden=truth(none) style:left=left style:width=width style:top=top></div>
    }
    .into_any()
}

fn head(grid: Grid) -> AnyView {
    let (columns, others) =
        grid.survey.with(|survey| (survey.columns.clone(), survey.others.clone()));
    let cell = |(place, column): (usize, &Column)| {
        let key = match column.key {
            KeyOf::Table => Some("table"),
            KeyOf::Index => Some("index"),
            KeyOf::Nothing => None,
        };
        let title = match column.key {
            KeyOf::Table => format!("{}, a key of the table", column.name),
            KeyOf::Index => format!("{}, a key of an index", column.name),
            KeyOf::Nothing => column.name.to_string(),
        };
        view! {
            <div class="cells-name" role="columnheader" aria-colindex=place + 2 data-key=key title=title>
                <bdi>{map::label::fit(&column.name, 60)}</bdi>
            </div>
        }
        .into_any()
    };
    let more = (!others.is_empty()).then(|| {
        let names: Vec<&str> = others.iter().take(40).map(|name| &**name).collect();
        view! {
            <div class="cells-name" role="columnheader" aria-colindex=columns.len() + 2 title=names.join(", ")>
                {format!("{} more", grouped(others.len() as u64))}
            </div>
        }
        .into_any()
    });
    view! {
        <div class="cells-row" role="row" aria-rowindex="1" data-head="">
            <div class="cells-name" role="columnheader" aria-colindex="1">
                <span class="visually-hidden">"Row"</span>
            </div>
            {columns.iter().enumerate().map(cell).collect_view()}
            {more}
        </div>
    }
    .into_any()
}

/// How many columns there are, the one for the rest among them.
fn columns_of(survey: &Survey) -> usize {
    survey.columns.len() + usize::from(!survey.others.is_empty())
}

/// The columns to draw.
fn columns_in_view(survey: &Survey, left_px: i32, view_px: i32) -> Range<usize> {
    let (from, to) = (left_px - BESIDE_PX, left_px + view_px + BESIDE_PX);
    let widths = survey.columns.iter().map(|column| column.width_px).chain([OTHERS_PX]);
    let mut begins = MARK_PX.cast_signed();
    let (mut first, mut end) = (0, 0);
    for (place, width) in widths.take(columns_of(survey)).enumerate() {
        let ends = begins + width.cast_signed();
        if ends <= from {
            first = place + 1;
        }
        if begins < to {
            end = place + 1;
        }
        begins = ends;
    }
    first.min(end)..end
}

/// The columns that are drawn, for CSS: first what is left out before them.
fn window_template(grid: Grid, columns: &Range<usize>) -> String {
    let mut template = format!("{}px", grid.column_px(columns.start).0);
    for column in columns.clone() {
        let _ = write!(template, " {}px", grid.column_px(column).1);
    }
    template
}

/// Takes the view's measure when it, or what it shows, becomes another.
fn keep_measured(grid: Grid) {
    let count = memo(move || grid.survey.with(|survey| survey.count));
    let observer = StoredValue::new_local(None);
    effect(move || {
        count.track();
        let Some(scroller) = grid.scroller.get() else { return };
        untrack(|| grid.measure());
        if observer.with_value(Option::is_none) {
            let changed = move || {
                if grid.scroll.try_get_untracked().is_some() {
                    grid.measure();
                }
            };
            observer.set_value(Observer::new(&scroller, changed));
        }
    });
}

/// Draws the rows in view whenever they, or what they show, become others.
fn keep_drawn(
    grid: Grid,
    rows: Memo<Range<usize>>,
    columns: Memo<Range<usize>>,
    (lines, marks): (NodeRef<html::Div>, NodeRef<html::Div>),
) {
    let slots = RefCell::new(None);
    effect(move || {
        let (Some(lines), Some(marks)) = (lines.get(), marks.get()) else { return };
        let (rows, columns) = (rows.get(), columns.get());
        let drawn = Drawn {
            first: rows.start,
            lines: lines_of(grid, rows, &columns),
            columns,
            here: grid.active.get(),
        };
        let mut slots = slots.borrow_mut();
        let slots = slots.get_or_insert_with(|| Slots::new(lines.into(), marks.into()));
        let here = slots.draw(&drawn);
        let Some(scroller) = grid.scroller.get() else { return };
        // Neither fails for a name that HTML knows.
        let _ = match here {
            Some(name) => scroller.set_attribute("aria-activedescendant", &name),
            None => scroller.remove_attribute("aria-activedescendant"),
        };
    });
}

/// What rows show in the columns that are drawn.
fn lines_of(grid: Grid, rows: Range<usize>, columns: &Range<usize>) -> Vec<Line> {
    let survey = grid.survey.read();
    let finder = grid.finder.read();
    let chosen = grid.chosen.read();
    let door = Door { table: survey.table.clone(), index: None };
    let all: &[Column] = &survey.columns;
    let shown = all.get(columns.start..columns.end.min(all.len())).unwrap_or_default();
    let with_others = columns.end > all.len();
    let line = |row: usize, item: &key_engine::Item| {
        let cell = |column: &Column| match item.get(&column.name) {
            Some(value) => (cell_words(value), cell_type(value)),
            None => (String::new(), ""),
        };
        let mut cells: Vec<(String, &'static str)> = shown.iter().map(cell).collect();
        if with_others {
            let here = all.iter().filter(|column| item.get(&column.name).is_some()).count();
            let others = item.len() - here;
            let text = if others == 0 { String::new() } else { format!("{others} more") };
            cells.push((text, "more"));
        }
        let (chosen, found) = (chosen.contains(row), grid.find.holds(row));
        Line { cells, kind: finder.of(item), chosen, found }
    };
    let lines = grid.store.open.with_door(&door, |index| {
        let at = |row| item_at(index, survey.position(row)?).map(|item| line(row, item));
        rows.map_while(at).collect()
    });
    lines.unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_in_view_are_drawn_however_many_there_are() {
        for (rows, scroll_px, expected) in [
            (0, 0.0, 0..0),
            (3, 0.0, 0..3),
            (100_000, 0.0, 0..14),
            (100_000, 3_200.0, 96..114),
            (100_000, 3_199_680.0, 99_986..100_000),
            (1_000_000, 7_999_680.0, 999_986..1_000_000),
        ] {
            let span = Span { rows, scroll_px, view_px: 320.0 };
            assert_eq!(span.drawn(), expected, "{rows} rows at {scroll_px}");
            for row in expected {
                let seen = span.top_px(row) - scroll_px;
                assert!((-300.0..700.0).contains(&seen), "row {row} at {seen}");
            }
        }
    }

    #[test]
    fn columns_in_view_are_drawn_and_few_beside_them() {
        let column = |place: usize| Column {
            name: format!("a{place}").into(),
            key: KeyOf::Nothing,
            width_px: 100,
        };
        let columns: Vec<Column> = (0..10).map(column).collect();
        let mut survey = Survey { columns: std::sync::Arc::new(columns), ..Survey::default() };
        for (left_px, view_px, expected) in [
            (0, 400, 0..5),
            (400, 400, 2..9),
            (700, 400, 5..10),
            (0, 0, 0..1),
            (0, 4_000, 0..10),
            (9_000, 400, 10..10),
        ] {
            assert_eq!(columns_in_view(&survey, left_px, view_px), expected, "at {left_px}");
        }
        survey.others = std::sync::Arc::new(vec!["other".into()]);
        assert_eq!(columns_in_view(&survey, 700, 400), 5..11, "the rest among them");
        assert_eq!(columns_in_view(&Survey::default(), 0, 400), 0..0);
    }

    #[test]
    fn scrolling_to_a_row_brings_it_into_view_below_the_head() {
        for rows in [100, 100_000, 1_000_000] {
            let mut span = Span { rows, scroll_px: 0.0, view_px: 320.0 };
            for row in [0, 50, rows - 1, rows / 2, 3] {
                // A step of the scroll bar may be many rows: the second time it is near.
                for _ in 0..2 {
                    if let Some(scroll_px) = span.scroll_to(row, 32.0) {
                        span.scroll_px = scroll_px.round();
                    }
                }
                let seen = span.top_px(row) - span.scroll_px;
                assert!((-4.0..=292.0).contains(&seen), "row {row} of {rows} at {seen}");
            }
        }
    }
}
