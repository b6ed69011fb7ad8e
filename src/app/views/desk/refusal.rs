//! A request refused: `DynamoDB`'s words, then plain ones, then a request that would work.

use crate::app::views::erased::{piece, press};
use leptos::prelude::*;
use map::design::Call;

use crate::app::state::Refused;

fn offer_words(call: &Call) -> String {
    let article = if call.operation.starts_with(['A', 'E', 'I', 'O', 'U']) { "an" } else { "a" };
    format!("Walk it as {article} {} instead", call.operation)
}

/// Why the last request was refused. Not there when it was answered.
#[component]
pub fn Refusal(
    /// The refusal.
    refused: RwSignal<Option<Refused>>,
    /// Walks the request that would work.
    #[prop(into)]
    on_offer: Callback<Call>,
) -> impl IntoView {
    let shown = move |refused: Refused| {
        let offer = refused.plain.offer.map(|call| {
            let words = offer_words(&call);
            view! {
                <button class="button" type="button" on:click=press(move || on_offer.run(call.clone()))>
                    {words}
                </button>
            }
        });
        let reason = |words: String| view! { <li>{words}</li> }.into_any();
        let reasons = refused.reasons.into_iter().map(reason).collect_view();
        view! {
            <div class="refusal" role="alert">
                <div class="refusal-words">
                    <p class="refusal-said">{format!("{}: {}", refused.name, refused.message)}</p>
                    <p>{refused.plain.sentence}</p>
                    <ul class="refusal-reasons">{reasons}</ul>
                </div>
                {offer}
            </div>
        }
    };
    piece(move || refused.get().map(shown).into_any())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_offer_names_the_operation() {
        let call = |operation: &str| Call { operation: operation.to_owned(), ..Call::default() };
        assert_eq!(offer_words(&call("Scan")), "Walk it as a Scan instead");
        assert_eq!(offer_words(&call("UpdateItem")), "Walk it as an UpdateItem instead");
    }
}
