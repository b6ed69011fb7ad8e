//! What else a read can say: order, limit, consistency, which attributes, or only how many items.

use crate::app::views::erased::when;
use leptos::prelude::*;
use map::design::call_form::{Field, FormOperation};

use super::choice_field::ChoiceField;
use super::form_state::FormState;
use super::text_field::TextField;

/// The options' fields.
#[component]
pub fn OptionFields(
    /// The form.
    state: FormState,
) -> impl IntoView {
    let operation = state.read(|form| form.operation as usize);
    let order = state.read(|form| usize::from(form.backward));
    let limit = state.read(|form| form.limit.clone());
    let consistency = state.read(|form| usize::from(form.consistent));
    let projection = state.read(|form| form.projection.clone());
    let count_only = state.read(|form| form.count_only);
    let words = |words: [&str; 2]| words.map(str::to_owned).to_vec();
    view! {
        {when(move || operation.get() == FormOperation::Query as usize, move || view! {
            <ChoiceField
                label="Order"
                options=words(["ascending", "newest first"])
                chosen=order
                on_choose=move |place| state.edit(|form| form.backward = place == 1)
            />
         }.into_any())}
        {when(move || operation.get() != FormOperation::GetItem as usize, move || view! {
            <TextField
                label="Limit"
                value=limit
                on_edit=move |text| state.edit(|form| form.limit = text)
                fault=state.fault_of(Field::Limit)
                placeholder="–"
                width="xs"
            />
         }.into_any())}
        <ChoiceField
            label="Read"
            options=words(["eventual", "strong"])
            chosen=consistency
            on_choose=move |place| state.edit(|form| form.consistent = place == 1)
        />
        <TextField
            label="Attributes"
            value=projection
            on_edit=move |text| state.edit(|form| form.projection = text)
            fault=state.fault_of(Field::Projection)
            placeholder="all"
        />
        {when(move || operation.get() != FormOperation::GetItem as usize, move || view! {
            <label class="field-check">
                <input
                    type="checkbox"
                    prop:checked=count_only
                    on:change:target=move |event| state.edit(|form| form.count_only = event.target().checked())
                />
                "Count only"
            </label>
         }.into_any())}
    }
}
