//! The worksheet: the requests as rows, each proven on the sample items; the advice beside them; what each key is there for, the
//! copies, and the same rows at scale below.

mod advice;
mod calls;
mod copies;
mod editor;
mod expected;
mod finding_card;
mod line;
mod purposes;
mod row;
mod row_keys;
mod samples;
mod scale;
mod table;
mod wanted;

use leptos::prelude::*;

use super::desk::UndoButtons;
use super::erased::{truth, when, words};
use super::once_loaded::{View, once_loaded};
use crate::app::state::{PROVE, Prove, Store, use_store};
use crate::pieces::later;
use advice::advice;
use copies::copies;
use purposes::keys_and_doors;
use scale::scale;
use table::table;

pub use line::focus_later;
pub use table::add_row;

/// How many rows are proven; nothing while there is none.
fn proven_words(store: Store) -> String {
    let rows = store.worksheet.rows.read();
    let proven = rows.iter().filter(|row| row.proof.read().standing.is_proven()).count();
    if rows.is_empty() { String::new() } else { format!("{proven} of {} proven", rows.len()) }
}

later! {
    /// The worksheet.
    fn worksheet() -> View {
        SHEET
    }
}

/// The worksheet, where its code is there.
const SHEET: View = || view! { <Sheet /> }.into_any();

/// What two pieces call lies in a third file, and a call into another file is slow. The proofs and the worksheet call much that the
/// model and the traffic call too: where these name this (`black_box(CALLED_BY_MANY)`) the proofs and the worksheet lie in that file
/// as well, beside what they call at each key press.
pub const CALLED_BY_MANY: (Prove, View) = (PROVE, SHEET);

/// The worksheet, once its code is there.
#[component]
pub fn Worksheet() -> impl IntoView {
    once_loaded(|| Box::pin(worksheet()))
}

#[component]
fn Sheet() -> impl IntoView {
    let store = use_store();
    store.ask_advice();
    store.expect_late();
    let no_rows = move || store.worksheet.rows.read().is_empty();
    view! {
        <section class="worksheet" id="worksheet" tabindex="-1" aria-labelledby="worksheet-title">
            <div class="worksheet-head">
                <div>
                    <h2 class="worksheet-title" id="worksheet-title">"Retrieval map"</h2>
                    <p class="worksheet-lead" hidden=truth(no_rows)>
                        "Every row was walked on the sample items just now. A row is proven when its request goes to an address \
                        and returns what the row expects."
                    </p>
                </div>
                <div class="worksheet-tools">
                    <span class="worksheet-count">{words(move || proven_words(store))}</span>
                    <UndoButtons />
                </div>
            </div>
            {table(store)}
        </section>
        {advice(store)}
        <div class="worksheet-more">
            {when(move || !no_rows(), move || scale(store))}
            {keys_and_doors(store)}
            {copies(store)}
        </div>
    }
}
