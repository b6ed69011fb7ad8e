//! How the table is paid for, how many bays its floor has, its stream, and when its items expire.

use leptos::prelude::*;
use map::advice::change::{Billing, IndexDescription, StreamView, Wish};
use map::design::MAX_BAYS;
use map::numerals::grouped;

use super::form::told;
use super::sheet::{ATTRIBUTES, Sheet};
use crate::app::views::choice::Choice;
use crate::app::views::erased::{memo, when, words};
use crate::app::views::model::commit_field::CommitField;

/// Units a second that a table is given first when it is to be provisioned.
const FIRST_UNITS: u64 = 5;

/// Billing mode, throughput, bays.
pub fn capacity(sheet: Sheet) -> AnyView {
    let billing = memo(move || Billing::of_table(&sheet.described.read()));
    let options = settled_options(sheet, &["On demand", "Provisioned"]);
    let chosen = memo(move || usize::from(billing.get() != Billing::OnDemand));
    let set = move |billing: Billing| {
        sheet.asking.wish(&Wish::SetBilling { table: sheet.table(), billing })
    };
    let fault = RwSignal::new(None::<String>);
    let choose = move |at: usize| {
        let units = Billing::Provisioned { read: FIRST_UNITS, write: FIRST_UNITS };
        let wrong = set(if at == 0 { Billing::OnDemand } else { units });
        if wrong.is_some() {
            sheet.asking.settle();
        }
        fault.set(wrong);
    };
    let table_units = memo(move || match billing.get() {
        Billing::Provisioned { read, write } => (read, write),
        Billing::OnDemand => (FIRST_UNITS, FIRST_UNITS),
    });
    let set_units = move |(read, write)| set(Billing::Provisioned { read, write });
    view! {
        <div class="model-part" data-part="capacity">
            <h2 class="model-title">"Capacity and settings"</h2>
            <div class="model-row">
                <label class="field">
                    <span class="field-label">"Billing mode"</span>
                    <Choice options chosen on_choose=Callback::new(choose) />
                </label>
                {when(move || chosen.get() == 1, move || units(sheet, table_units, set_units))}
                {bays_field(sheet, memo(|| None))}
            </div>
            <div class="model-row">
                {stream(sheet)}
                {time_to_live(sheet)}
            </div>
            {told(fault)}
        </div>
    }
    .into_any()
}

/// Read and write units a second, each a field.
fn units(
    sheet: Sheet,
    now: Memo<(u64, u64)>,
    set: impl Fn((u64, u64)) -> Option<String> + Copy + 'static,
) -> AnyView {
    let field = move |label: &'static str, is_read: bool| {
        let of = move |(read, write): (u64, u64)| if is_read { read } else { write };
        let commit = move |typed: String| {
            let Some(units) = whole(&typed) else {
                return Some("A whole number of units, at least 1.".to_owned());
            };
            let (read, write) = now.get_untracked();
            set(if is_read { (units, write) } else { (read, units) })
        };
        let field = CommitField {
            label: label.to_owned(),
            text: memo(move || of(now.get()).to_string()),
            commit: Box::new(commit),
            lines: 0,
            width: "number",
            placeholder: words(String::new),
            offers: None,
        };
        field.view(sheet.asking)
    };
    view! {
        {field("Read units a second", true)}
        {field("Write units a second", false)}
    }
    .into_any()
}

/// The units of a global index of a table that is provisioned.
pub fn index_units(sheet: Sheet, index: Memo<IndexDescription>) -> AnyView {
    let has_own = move || {
        let provisioned = Billing::of_table(&sheet.described.read()) != Billing::OnDemand;
        provisioned && !index.read().local
    };
    let now = memo(move || index.read().throughput.unwrap_or((FIRST_UNITS, FIRST_UNITS)));
    let set = move |(read, write)| {
        let (table, index) = (sheet.table(), index.read_untracked().name.clone());
        sheet.asking.wish(&Wish::SetIndexCapacity { table, index, read, write })
    };
    when(has_own, move || units(sheet, now, set)).into_any()
}

/// Options that are chosen from anew where what was chosen is left as it is.
fn settled_options(sheet: Sheet, words: &'static [&'static str]) -> Signal<Vec<String>> {
    Signal::derive(move || {
        sheet.asking.track_settled();
        words.iter().map(|words| (*words).to_owned()).collect()
    })
}

/// What the stream tells of each change.
fn stream(sheet: Sheet) -> AnyView {
    const WORDS: [&str; 5] =
        ["No stream", "New and old image", "New image", "Old image", "Keys only"];
    let options = settled_options(sheet, &WORDS);
    let chosen = memo(move || {
        let now = StreamView::of_table(&sheet.described.read());
        let at = now.and_then(|now| StreamView::ALL.iter().position(|view| *view == now));
        at.map_or(0, |at| at + 1)
    });
    let choose = move |at: usize| {
        let view = at.checked_sub(1).and_then(|at| StreamView::ALL.get(at).copied());
        if !sheet.asking.wish_or_tell(&Wish::SetStream { table: sheet.table(), view }) {
            sheet.asking.settle();
        }
    };
    view! {
        <label class="field">
            <span class="field-label">"Stream"</span>
            <Choice options chosen on_choose=Callback::new(choose) />
        </label>
    }
    .into_any()
}

/// The attribute that says when an item expires.
fn time_to_live(sheet: Sheet) -> AnyView {
    let commit = move |typed: String| {
        let typed = typed.trim().to_owned();
        let attribute = (!typed.is_empty()).then_some(typed);
        sheet.asking.wish(&Wish::SetTimeToLive { table: sheet.table(), attribute })
    };
    let field = CommitField {
        label: "Items expire by".to_owned(),
        text: memo(move || sheet.described.read().time_to_live.clone().unwrap_or_default()),
        commit: Box::new(commit),
        lines: 0,
        width: "attribute",
        placeholder: words(|| "they do not expire".to_owned()),
        offers: Some(ATTRIBUTES),
    };
    field.view(sheet.asking)
}

/// A whole number from 1 on.
fn whole(typed: &str) -> Option<u64> {
    let digits: String =
        typed.trim().chars().filter(|letter| !matches!(letter, ',' | ' ' | '\u{a0}')).collect();
    digits.parse::<u64>().ok().filter(|units| *units > 0)
}

/// The bays of the table's floor, or of an index's; empty for as many as its throughput needs.
pub fn bays_field(sheet: Sheet, index: Memo<Option<String>>) -> AnyView {
    let text = memo(move || {
        let described = sheet.described.read();
        let said = match &*index.read() {
            None => described.bays,
            Some(name) => described.index_bays.get(name).copied(),
        };
        said.map(|bays| bays.to_string()).unwrap_or_default()
    });
    let needed = words(move || {
        let bays = sheet.described.read().bays_of(index.read().as_deref());
        ["as needed: ", &grouped(u64::from(bays))].concat()
    });
    let commit = move |typed: String| {
        let bays = whole(&typed).and_then(|bays| u32::try_from(bays).ok());
        let bays = bays.filter(|bays| *bays <= MAX_BAYS);
        if bays.is_none() && !typed.trim().is_empty() {
            return Some(format!("A number from 1 to {MAX_BAYS}, or nothing."));
        }
        let (table, index) = (sheet.table(), index.get_untracked());
        sheet.asking.wish(&Wish::SetBays { table, index, bays })
    };
    let field = CommitField {
        label: "Bays on the floor".to_owned(),
        text,
        commit: Box::new(commit),
        lines: 0,
        width: "number",
        placeholder: needed,
        offers: None,
    };
    field.view(sheet.asking)
}

#[cfg(test)]
mod tests {
    use super::whole;

    #[test]
    fn units_are_whole_and_at_least_one() {
        for (typed, expected) in [
            ("5", Some(5)),
            (" 4,000 ", Some(4_000)),
            ("0", None),
            ("-1", None),
            ("1.5", None),
            ("", None),
            ("99999999999999999999999", None),
        ] {
            assert_eq!(whole(typed), expected, "{typed}");
        }
    }
}
