//! A long list of which only the rows in view exist. Rows all have one height; above and below them stands empty space.

use std::ops::Range;

use crate::app::views::erased::{each, effect, memo, piece, words};
use leptos::html;
use leptos::prelude::*;

use map::numerals::css_pixels;

/// Rows kept ready beyond each edge of the view.
const BEYOND: usize = 6;

/// The rows to draw: those that a view `height_px` tall, scrolled down by `scroll_px`, shows of `count` rows, and a few beyond.
fn shown(count: usize, row_px: f64, scroll_px: f64, height_px: f64) -> Range<usize> {
    let first = (scroll_px.max(0.0) / row_px).floor() as usize;
    let last = ((scroll_px.max(0.0) + height_px.max(0.0)) / row_px).ceil() as usize;
    let end = last.saturating_add(BEYOND).min(count);
    first.saturating_sub(BEYOND).min(end)..end
}

/// A scrolling list of `count` rows of `row_px` pixels each. `row` draws the row of an index and runs again when a signal that it
/// read changes.
#[component]
pub fn Windowed(
    /// How many rows there are.
    #[prop(into)]
    count: Signal<usize>,
    /// Height of every row, in CSS pixels.
    row_px: f64,
    /// Draws one row.
    #[prop(into)]
    row: Callback<usize, AnyView>,
    /// Class of the scrolling element.
    class: &'static str,
    /// Its ARIA role.
    role: &'static str,
    /// Its ARIA name.
    label: &'static str,
    /// ARIA role of the element around each row.
    #[prop(default = "listitem")]
    row_role: &'static str,
    /// A row to bring into view when it changes.
    #[prop(optional)]
    reveal: Option<Memo<Option<usize>>>,
) -> impl IntoView {
    let place = NodeRef::<html::Div>::new();
    let (scroll_px, set_scroll_px) = signal(0.0);
    // Until the first scroll the height is not known: enough rows for a tall screen.
    let (height_px, set_height_px) = signal(900.0);
    let measure = move || {
        if let Some(element) = place.get_untracked() {
            set_scroll_px.set(f64::from(element.scroll_top()));
            set_height_px.set(f64::from(element.client_height()));
        }
    };
    let range = move || shown(count.get(), row_px, scroll_px.get(), height_px.get());
    let first = memo(move || range().start);
    let end = memo(move || range().end);
    effect(move || {
        let (Some(index), Some(element)) = (reveal.and_then(|reveal| reveal.get()), place.get())
        else {
            return;
        };
        let (top, view) = (index as f64 * row_px, f64::from(element.client_height()));
        let scroll = f64::from(element.scroll_top());
        if top < scroll || top + row_px > scroll + view {
            element.set_scroll_top((top - view / 2.0).max(0.0) as i32);
        }
    });
    let drawn = move |index: usize| {
        view! {
            <div role=row_role aria-rowindex=(row_role == "row").then(|| index + 2) style:height=css_pixels(row_px)>
                {piece(move || row.run(index))}
            </div>
        }
        .into_any()
    };
    view! {
        <div class=class role=role aria-label=label tabindex="0" node_ref=place on:scroll=move |_| measure()>
            <div role="presentation" style:height=words(move || css_pixels(first.get() as f64 * row_px))></div>
            {each(move || (first.get()..end.get()).collect(), drawn)}
            <div
                role="presentation"
                style:height=words(move || {
                    css_pixels(count.get().saturating_sub(end.get()) as f64 * row_px)
                })
            ></div>
        </div>
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_rows_in_view_and_a_few_beyond_are_drawn() {
        for (count, scroll_px, expected) in [
            (0, 0.0, 0..0),
            (3, 0.0, 0..3),
            (1_000_000, 0.0, 0..16),
            (1_000_000, 1_000.0, 44..66),
            (100, 5_000.0, 100..100),
            (10, -40.0, 0..10),
        ] {
            assert_eq!(
                shown(count, 20.0, scroll_px, 200.0),
                expected,
                "{count} rows at {scroll_px}"
            );
        }
    }
}
