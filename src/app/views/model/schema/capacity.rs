//! How the table is paid for, and how many bays its floor has.

use leptos::prelude::*;
use map::advice::change::{Billing, Wish};
use map::design::MAX_BAYS;
use map::numerals::grouped;

use super::sheet::Sheet;
use crate::app::views::choice::Choice;
use crate::app::views::erased::{memo, when, words};
use crate::app::views::model::commit_field::CommitField;

/// Units a second that a table is given first when it is to be provisioned.
const FIRST_UNITS: u64 = 5;

/// Billing mode, throughput, bays.
pub fn capacity(sheet: Sheet) -> AnyView {
    let billing = memo(move || Billing::of_table(&sheet.described.read()));
    let options = memo(|| vec!["On demand".to_owned(), "Provisioned".to_owned()]);
    let chosen = memo(move || usize::from(billing.get() != Billing::OnDemand));
    let set = move |billing: Billing| {
        sheet.asking.wish(&Wish::SetBilling { table: sheet.table(), billing })
    };
    let fault = RwSignal::new(None::<String>);
    let choose = move |at: usize| {
        let units = Billing::Provisioned { read: FIRST_UNITS, write: FIRST_UNITS };
        fault.set(set(if at == 0 { Billing::OnDemand } else { units }));
    };
    let units = move |label: &'static str, is_read: bool| {
        let text = memo(move || match billing.get() {
            Billing::Provisioned { read, write } => {
                (if is_read { read } else { write }).to_string()
            }
            Billing::OnDemand => String::new(),
        });
        let commit = move |typed: String| {
            let Some(units) = whole(&typed) else {
                return Some("A whole number of units, at least 1.".to_owned());
            };
            let (mut read, mut write) = match billing.get_untracked() {
                Billing::Provisioned { read, write } => (read, write),
                Billing::OnDemand => (FIRST_UNITS, FIRST_UNITS),
            };
            *(if is_read { &mut read } else { &mut write }) = units;
            set(Billing::Provisioned { read, write })
        };
        let field = CommitField {
            label: label.to_owned(),
            text,
            commit: Box::new(commit),
            lines: 0,
            width: "number",
            placeholder: words(String::new),
            offers: None,
        };
        field.view(sheet.asking)
    };
    view! {
        <div class="model-part" data-part="capacity">
            <h2 class="model-title">"Capacity"</h2>
            <div class="model-row">
                <label class="field">
                    <span class="field-label">"Billing mode"</span>
                    <Choice options chosen on_choose=Callback::new(choose) />
                </label>
                {when(move || chosen.get() == 1, move || view! {
                    {units("Read units a second", true)}
                    {units("Write units a second", false)}
                }.into_any())}
                {bays_field(sheet, memo(|| None))}
            </div>
            <p class="field-fault" role="alert">{fault}</p>
        </div>
    }
    .into_any()
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
        let index = index.get_untracked();
        let of = index.clone().unwrap_or_else(|| sheet.table());
        sheet.describe(format!("set the bays of {of}"), |described| match (index, bays) {
            (None, bays) => described.bays = bays,
            (Some(name), Some(bays)) => _ = described.index_bays.insert(name, bays),
            (Some(name), None) => _ = described.index_bays.remove(&name),
        });
        None
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
