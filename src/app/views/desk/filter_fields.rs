//! The filter: conditions that must all hold, or an expression in full where it is more than that.

use crate::app::views::erased::{memo, piece, press, truth, when};
use leptos::prelude::*;
use map::design::call_form::{Field, Filter, FilterRow, FilterTest, FormOperation};

use super::choice_field::ChoiceField;
use super::form_state::FormState;
use super::text_field::{TextField, offered};
use crate::app::views::icons::{Icon, glyph};

/// The id of the datalist with the attributes that items have.
const ATTRIBUTES: &str = "desk-attributes";

/// Changes one row of the filter.
fn edit_row(state: FormState, place: usize, change: impl FnOnce(&mut FilterRow)) {
    state.edit(|form| {
        if let Filter::Rows(rows) = &mut form.filter
            && let Some(row) = rows.get_mut(place)
        {
            change(row);
        }
    });
}

/// The filter's fields; a `GetItem` has none.
#[component]
pub fn FilterFields(
    /// The form.
    state: FormState,
) -> impl IntoView {
    let filters = state.read(|form| form.operation != FormOperation::GetItem);
    // How many rows there are; none where the filter is an expression.
    let rows = state.read(|form| match &form.filter {
        Filter::Rows(rows) => Some(rows.len()),
        Filter::Expression { .. } => None,
    });
    let add = move || {
        state.edit(|form| {
            if let Filter::Rows(rows) = &mut form.filter {
                rows.push(FilterRow::default());
            }
        });
    };
    let names = memo(move || state.keys.read().attribute_types.keys().cloned().collect::<Vec<_>>());
    let fields = move || {
        piece(move || {
            match rows.get() {
        None => view! { <ExpressionField state /> }.into_any(),
        Some(count) => view! {
            {(0..count).map(|place| view! { <Row state place /> }.into_any()).collect_view()}
            <div class="field" data-width="auto">
                <span class="field-label" hidden=truth(move || { count > 0 })>
                    "Filter"
                </span>
                <button class="button desk-add" type="button" aria-label="Add a condition to the filter" on:click=press(add)>
                    {glyph(Icon::Plus)}
                    <span hidden=truth(move || { count > 0 })>"add"</span>
                </button>
            </div>
        }
        .into_any(),
        }
        })
    };
    view! {
        <datalist id=ATTRIBUTES>{offered(names)}</datalist>
        {when(move || filters.get(), move || view! {
            <div class="desk-filter" role="group" aria-label="Filter">
                {fields()}
            </div>
         }.into_any())}
    }
}

/// One condition.
#[component]
fn Row(state: FormState, place: usize) -> impl IntoView {
    let text = move |read: fn(&FilterRow) -> &String| {
        state.read(move |form| match &form.filter {
            Filter::Rows(rows) => rows.get(place).map(|row| read(row).clone()).unwrap_or_default(),
            Filter::Expression { .. } => String::new(),
        })
    };
    let place_of = |row: &FilterRow| FilterTest::ALL.iter().position(|each| *each == row.test);
    let chosen = state.read(move |form| match &form.filter {
        Filter::Rows(rows) => rows.get(place).and_then(place_of).unwrap_or_default(),
        Filter::Expression { .. } => 0,
    });
    let test = move || FilterTest::ALL.get(chosen.get()).copied().unwrap_or_default();
    let choose = move |choice: usize| {
        if let Some(test) = FilterTest::ALL.get(choice) {
            edit_row(state, place, |row| row.test = *test);
        }
    };
    let remove = move || {
        state.edit(|form| {
            if let Filter::Rows(rows) = &mut form.filter
                && place < rows.len()
            {
                rows.remove(place);
            }
        });
    };
    view! {
        <div class="desk-row" role="group" aria-label=format!("Condition {}", place + 1)>
            <TextField
                label="Filter"
                value=text(|row| &row.attribute)
                on_edit=move |text| edit_row(state, place, |row| row.attribute = text)
                fault=state.fault_of(Field::FilterRow(place))
                offers=ATTRIBUTES.to_owned()
                placeholder="attribute"
                width="m"
            />
            <ChoiceField
                label=""
                name="Test"
                options=FilterTest::ALL.map(|test| test.label().to_owned()).to_vec()
                chosen
                on_choose=choose
                width="test"
            />
            {when(move || test().takes_value(), move || view! {
                <TextField
                    label="value"
                    value=text(|row| &row.value)
                    on_edit=move |text| edit_row(state, place, |row| row.value = text)
                    width="s"
                />
             }.into_any())}
            {when(move || test().takes_upper(), move || view! {
                <TextField
                    label="and"
                    value=text(|row| &row.upper)
                    on_edit=move |text| edit_row(state, place, |row| row.upper = text)
                    width="s"
                />
             }.into_any())}
            <button class="button" data-shape="square" data-kind="quiet" type="button" aria-label="Remove this condition" on:click=press(remove)>
                {glyph(Icon::Close)}
            </button>
        </div>
    }
}

/// A filter that is more than conditions joined by AND: its text. What its placeholders stand for is in the JSON.
#[component]
fn ExpressionField(state: FormState) -> impl IntoView {
    let value = state.read(|form| match &form.filter {
        Filter::Expression { text, .. } => text.clone(),
        Filter::Rows(_) => String::new(),
    });
    let edit = move |typed: String| {
        state.edit(|form| {
            if let Filter::Expression { text, .. } = &mut form.filter {
                *text = typed;
            }
        });
    };
    view! { <TextField label="Filter expression (its values are in the JSON)" value on_edit=edit width="l" /> }
}
