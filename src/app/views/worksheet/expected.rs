//! What a row returned on the sample items, and what it should return.

use leptos::prelude::*;
use map::advice::row_words::RowWords;
use map::design::{Expectation, ExpectedItem};
use map::numerals::counted;

use super::line::{Line, focus_later};
use super::row::badge;
use crate::app::state::Command;
use crate::app::views::erased::{mark, memo, piece, press, when, words};
use crate::app::views::icons::glyph;
use crate::app::views::item_words::value_words;

/// The button that says that what was returned is right.
const RIGHT: &str = ".worksheet-expected .button";

/// Items listed; more are counted.
const LISTED: usize = 12;

/// The verdict, what was returned, and the button that says it is right.
pub fn expected(line: Line) -> AnyView {
    let row: Memo<RowWords> = line.words();
    let tone = move || Some(row.read().tone);
    let returned = memo(move || {
        let proof = line.proof.read();
        let listed: Vec<String> = proof.returned.iter().take(LISTED).map(item_words).collect();
        (listed, proof.totals.items_returned)
    });
    let ran = memo(move || !line.proof.read().calls.is_empty());
    let stored = line.read(|request| request.expected.is_some());
    let right = move || line.store.send(Command::ExpectRow(line.number));
    let forget = move || {
        line.store.send(Command::ForgetExpected(line.number));
        focus_later(RIGHT.to_owned());
    };
    view! {
        <section class="worksheet-part">
            <h3 class="worksheet-heading">"Proof"</h3>
            <p class="worksheet-verdict" data-tone=mark(tone)>
                <span class="worksheet-badge">
                    {piece(move || glyph(badge(row.read().tone)))}
                    {words(move || row.read().verdict.to_owned())}
                </span>
                <span>{words(move || row.read().reason.clone())}</span>
            </p>
            {when(move || ran.get(), move || view! {
                <div class="worksheet-returned">
                    <p>{words(move || format!("It returned {}:", counted(returned.read().1, "item", "items")))}</p>
                    {piece(move || list(&returned.read().0, returned.read().1))}
                </div>
            }.into_any())}
            <div class="worksheet-expected">
                {when(move || ran.get(), move || view! {
                    <button class="button" type="button" on:click=press(right)>"This is right"</button>
                }.into_any())}
                <span>{words(move || expectation_words(line.request.read().expected.as_ref()))}</span>
                {when(move || stored.get(), move || view! {
                    <button class="button" data-kind="quiet" type="button" on:click=press(forget)>
                        "Expect nothing in particular"
                    </button>
                }.into_any())}
            </div>
        </section>
    }
    .into_any()
}

fn list(items: &[String], count: u64) -> AnyView {
    let line = |words: &String| view! { <li class="key">{words.clone()}</li> }.into_any();
    let beyond = count.saturating_sub(items.len() as u64);
    let more = (beyond > 0)
        .then(|| view! { <li>{format!("and {}", counted(beyond, "more", "more"))}</li> });
    view! { <ol>{items.iter().map(line).collect_view()}{more}</ol> }.into_any()
}

/// An item by its key.
fn item_words(item: &ExpectedItem) -> String {
    let values: Vec<String> =
        item.key.iter().map(|(_, value)| value_words(&value.to_json())).collect();
    values.join(" · ")
}

/// What is expected, in a sentence.
fn expectation_words(expected: Option<&Expectation>) -> String {
    match expected {
        None => "Once you have looked at it, say so: from then on the row must return the same."
            .to_owned(),
        Some(Expectation::Count(count)) => {
            format!("The row must return {}.", counted(*count, "item", "items"))
        }
        Some(Expectation::Items { items, ordered }) => {
            let order = if *ordered { "in their order" } else { "in any order" };
            let these = counted(items.len() as u64, "item", "items");
            format!("The row must return {these} that somebody looked at, {order}.")
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_expectation_is_told_in_a_sentence() {
        let items = vec![ExpectedItem::default(); 2];
        for (expected, part) in [
            (None, "say so"),
            (Some(Expectation::Count(1)), "return 1 item."),
            (
                Some(Expectation::Items { items, ordered: true }),
                "2 items that somebody looked at, in their order",
            ),
        ] {
            assert!(expectation_words(expected.as_ref()).contains(part), "{part}");
        }
    }
}
