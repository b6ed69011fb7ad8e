//! Which rows of the worksheet a key attribute or an index serves, each with its way there.

use leptos::prelude::*;
use map::advice::Purpose;
use map::numerals::grouped;

use super::sheet::Sheet;
use crate::app::state::{Command, Page, RowNumber, Store};
use crate::app::views::erased::{memo, piece, press};
use crate::app::views::worksheet::focus_later;

/// Rows named; more are counted.
const NAMED: usize = 10;

/// The id of a row, which shows it on the worksheet.
pub fn row_link(store: Store, number: RowNumber, id: String) -> AnyView {
    let show = move || {
        store.send(Command::ShowPage(Page::Worksheet));
        store.send(Command::ChooseRow(Some(number)));
        focus_later(format!(".worksheet-open[data-row='{}']", number.0));
    };
    view! {
        <button class="model-row-link" type="button" title="Show it on the worksheet" on:click=press(show)>
            {id}
        </button>
    }
    .into_any()
}

/// What an index, or with `attribute` a key attribute of the table or of an index, exists for.
pub fn served(
    sheet: Sheet,
    index: impl Fn() -> Option<String> + Send + Sync + 'static,
    attribute: impl Fn() -> Option<String> + Send + Sync + 'static,
) -> AnyView {
    let purpose = memo(move || {
        let (index, attribute) = (index(), attribute());
        let purposes = sheet.purposes.read();
        let mut found = purposes.iter().filter(|purpose| {
            let key = purpose.key.as_ref().map(|(name, _)| name);
            purpose.index == index && key == attribute.as_ref()
        });
        found.next().cloned()
    });
    piece(move || purpose.read().as_ref().map(|purpose| line(sheet.store(), purpose)).into_any())
        .into_any()
}

fn line(store: Store, purpose: &Purpose) -> AnyView {
    if purpose.served.is_empty() && purpose.unproven.is_empty() {
        let decoration = purpose.decoration.then_some("");
        return view! {
            <p class="model-served" data-decoration=decoration>{purpose.sentence.clone()}</p>
        }
        .into_any();
    }
    let links = |ids: &[String]| {
        let named = ids.iter().take(NAMED).filter_map(|id| {
            let number = store.worksheet.row_of(id)?.number;
            Some(row_link(store, number, id.clone()))
        });
        let beyond = ids.len().saturating_sub(NAMED) as u64;
        let more = (beyond > 0).then(|| format!(" and {} more", grouped(beyond)));
        view! { {named.collect_view()} {more} }.into_any()
    };
    let served = (!purpose.served.is_empty())
        .then(|| view! { <span>"Exists because of " {links(&purpose.served)}</span> });
    let unproven = (!purpose.unproven.is_empty())
        .then(|| view! { <span>"Used, not proven: " {links(&purpose.unproven)}</span> });
    view! { <p class="model-served" title=purpose.sentence.clone()>{served} {unproven}</p> }
        .into_any()
}
