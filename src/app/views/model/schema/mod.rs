//! The tables of the design: keys, indexes, kinds of item, capacity. Everything that is changed here goes through what says
//! beforehand what it breaks (`model/ask.rs`).

mod about;
mod attributes;
mod capacity;
mod carried;
mod fold;
mod form;
mod index_form;
mod indexes;
mod key_fields;
mod kinds;
mod served;
mod sheet;
mod table_keys;
mod tables;

use leptos::prelude::*;

use super::ask::{Asking, notice};
use crate::app::state::Store;
use crate::app::views::erased::when;
use sheet::Sheet;

pub use served::row_link;

/// All tables, one of them open.
pub fn schema(store: Store, asking: Asking) -> AnyView {
    let sheet = Sheet::new(store, asking);
    view! {
        <section class="model-schema" aria-label="Tables">
            {about::about(sheet)}
            {tables::tables(sheet)}
            {when(move || sheet.has_table(), move || view! {
                {table_keys::table_keys(sheet)}
                {indexes::indexes(sheet)}
                {kinds::kinds(sheet)}
                {capacity::capacity(sheet)}
                {attributes::attributes(sheet)}
                {carried::carries(sheet)}
            }.into_any())}
            {notice(asking)}
        </section>
    }
    .into_any()
}
