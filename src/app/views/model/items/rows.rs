//! The grid itself: one scrolling element with the names of the attributes above, and of all rows only those in view.

use std::fmt::Write as _;
use std::ops::Range;

use leptos::prelude::*;
use map::floor::Ink;
use map::numerals::grouped;

use super::cell_editor::cell_editor;
use super::cell_words::{cell_type, cell_words};
use super::grid::{Grid, ROW_PX, item_at};
use super::survey::{Column, KeyOf};
use super::{keys, pointer, traffic};
use crate::app::views::erased::{aria, each, effect, memo, piece, truth, while_true, words};

/// Width of the first column, which holds the row's number, in CSS pixels.
pub const MARK_PX: u32 = 68;
/// Width of the last column, which tells what has no column of its own.
const OTHERS_PX: u32 = 132;
/// Rows kept ready beyond each edge of the view.
const BEYOND: usize = 8;
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
    }

    /// Takes note of how far the view is scrolled and how tall it is.
    pub fn measure(self) {
        if let Some(scroller) = self.scroller.get_untracked() {
            let now = (f64::from(scroller.scroll_top()), f64::from(scroller.client_height()));
            if now != self.scroll.get_untracked() {
                self.scroll.set(now);
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
    let first = memo(move || grid.span().drawn().start);
    let end = memo(move || grid.span().drawn().end);
    let shift = memo(move || grid.span().shift_px());
    effect(move || {
        count.track();
        grid.scroller.track();
        untrack(|| grid.measure());
    });
    let here = words(move || {
        let (row, column) = grid.active.get();
        format!("cells-{row}-{column}")
    });
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
            aria-activedescendant=here
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
            <div class="cells-body" role="rowgroup" style:height=words(move || px(grid.span().tall_px()))>
                {each(move || (first.get()..end.get()).collect(), move |row| one_row(grid, row, shift))}
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

fn one_row(grid: Grid, row: usize, shift: Memo<f64>) -> AnyView {
    let top = words(move || px(row as f64 * ROW_PX - shift.get()));
    let chosen = memo(move || grid.chosen.with(|chosen| chosen.contains(row)));
    let found = memo(move || grid.find.holds(row));
    view! {
        <div
            class="cells-row"
            role="row"
            aria-rowindex=row + 2
            aria-selected=aria(move || chosen.get())
            data-row=row
            data-found=while_true(move || found.get())
            style:top=top
        >
            {piece(move || cells(grid, row))}
        </div>
    }
    .into_any()
}

/// What a row shows.
struct Shown {
    texts: Vec<(String, &'static str)>,
    others: usize,
    kind: usize,
}

fn shown(grid: Grid, row: usize, columns: &[Column]) -> Option<Shown> {
    let (position, table) = grid.survey.with(|survey| (survey.position(row), survey.table.clone()));
    let door = crate::app::state::Door { table, index: None };
    let finder = grid.finder.read();
    grid.store.open.with_door(&door, |index| {
        let item = item_at(index, position?)?;
        let text = |column: &Column| match item.get(&column.name) {
            Some(value) => (cell_words(value), cell_type(value)),
            None => (String::new(), ""),
        };
        let texts: Vec<(String, &'static str)> = columns.iter().map(text).collect();
        let here = texts.iter().filter(|(_, kind)| !kind.is_empty()).count();
        Some(Shown { others: item.len() - here, texts, kind: finder.of(item) })
    })?
}

fn cells(grid: Grid, row: usize) -> AnyView {
    let (columns, has_others) =
        grid.survey.with(|survey| (survey.columns.clone(), !survey.others.is_empty()));
    let Some(shown) = shown(grid, row, &columns) else { return ().into_any() };
    // A row is made of as little as can be: while one scrolls fast, every one of them is new in every frame.
    let cell = |(place, (text, kind)): (usize, (String, &'static str))| {
        let kind = (kind != "S").then_some(kind);
        view! {
            <div role="gridcell" id=format!("cells-{row}-{place}") data-type=kind>{text}</div>
        }
    };
    let last = columns.len();
    let more = has_others.then(|| {
        let text = if shown.others == 0 { String::new() } else { format!("{} more", shown.others) };
        cell((last, (text, "more")))
    });
    let colour = format!("var({})", Ink::EntityInk(shown.kind.min(255) as u8).token());
    view! {
        <div class="cells-mark" role="rowheader" aria-colindex="1" style=("--kind", colour)>
            {grouped(row as u64 + 1)}
        </div>
        {shown.texts.into_iter().enumerate().map(cell).collect_view()}
        {more}
    }
    .into_any()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_in_view_are_drawn_however_many_there_are() {
        for (rows, scroll_px, expected) in [
            (0, 0.0, 0..0),
            (3, 0.0, 0..3),
            (100_000, 0.0, 0..18),
            (100_000, 3_200.0, 92..118),
            (100_000, 3_199_680.0, 99_982..100_000),
            (1_000_000, 7_999_680.0, 999_982..1_000_000),
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
