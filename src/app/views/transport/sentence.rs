//! The sentence for the step that is shown.

use crate::app::views::erased::{piece, while_true};
use leptos::prelude::*;
use map::floor::DatabaseNames;
use map::player::{Part, PartKind, RequestNames, Sentence, sentence};

use crate::app::state::Store;

/// The sentence for the step that the store shows; empty while no walk is on the floor.
pub fn sentence_now(store: Store) -> Sentence {
    let step = store.playback.step.get();
    let Some(walked) = store.playback.walked.get() else { return Sentence::default() };
    store.open.with_database(|database| {
        let known = DatabaseNames(database);
        let names = RequestNames::new(&known, &walked.timeline, database);
        sentence(&walked.timeline, step, &names)
    })
}

/// The sentence, keys set apart from words.
#[component]
pub fn StepSentence(
    /// What it says.
    sentence: Memo<Sentence>,
) -> impl IntoView {
    let part = |part: &Part| match part.kind {
        PartKind::Key => view! { <span class="key">{part.text.clone()}</span> }.into_any(),
        PartKind::Text | PartKind::Number => part.text.clone().into_any(),
    };
    let parts = piece(move || sentence.get().parts.iter().map(part).collect_view().into_any());
    let empty = move || sentence.read().parts.is_empty();
    view! {
        <p class="transport-sentence" data-empty=while_true(empty)>
            <span>{parts}</span>
        </p>
    }
}
