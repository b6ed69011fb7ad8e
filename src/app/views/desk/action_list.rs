//! The actions of a batch or a transaction: one is chosen and shown in the fields, more are added, one is taken out.

use leptos::prelude::*;
use map::design::action_form::{Action, ActionKind};

use super::action_state::ActionState;
use super::choice_field::ChoiceField;
use super::form_state::keys_of;
use crate::app::views::erased::{aria, memo, piece, press, truth};
use crate::app::views::icons::{Icon, glyph};

/// The list, and the kind of the action that is chosen.
#[component]
pub fn ActionList(
    /// The call.
    state: ActionState,
) -> impl IntoView {
    let count = memo(move || state.form.read().actions.len());
    let add = move || {
        state.with_seed(|seed| {
            let place = state.form.read_untracked().actions.len();
            state.edit(|form| {
                let kind = form.actions.last().map(|action| action.kind);
                let kind = kind.or(form.kinds().first().copied()).unwrap_or_default();
                let action = form.as_kind(&Action::default(), kind, seed);
                form.actions.push(action);
            });
            state.chosen.set(place);
        });
    };
    let remove = move || {
        let place = state.chosen.get_untracked();
        state.chosen.set(place.saturating_sub(1));
        state.edit(|form| {
            if place < form.actions.len() {
                form.actions.remove(place);
            }
        });
    };
    view! {
        <div class="desk-actions" role="group" aria-label="Actions">
            {piece(move || (0..count.get()).map(|place| chip(state, place)).collect_view().into_any())}
            <button class="button" data-shape="square" type="button" aria-label="Add an action" on:click=press(add)>
                {glyph(Icon::Plus)}
            </button>
            <button
                class="button"
                data-shape="square"
                data-kind="quiet"
                type="button"
                aria-label="Remove this action"
                disabled=truth(move || count.get() == 0)
                on:click=press(remove)
            >
                {glyph(Icon::Close)}
            </button>
        </div>
        {kind_choice(state)}
    }
}

fn chip(state: ActionState, place: usize) -> AnyView {
    let words = memo(move || {
        let form = &*state.form.read();
        form.actions.get(place).map_or_else(Default::default, |action| {
            let keys = keys_of(state.draft.store, &action.table);
            (format!("{} {}", place + 1, action.kind.label()), action.words(keys.door(None)))
        })
    });
    let kind = move || words.get().0;
    let key = move || words.get().1;
    view! {
        <button
            class="desk-action"
            type="button"
            aria-pressed=aria(move || state.chosen.get() == place)
            on:click=press(move || state.chosen.set(place))
        >
            {crate::app::views::erased::words(kind)}
            <span class="desk-action-key">{crate::app::views::erased::words(key)}</span>
        </button>
    }
    .into_any()
}

fn kind_choice(state: ActionState) -> AnyView {
    let kinds = memo(move || {
        let form = state.form.read();
        let kinds = if form.actions.is_empty() { &[] } else { form.kinds() };
        kinds.iter().map(|kind| kind.label().to_owned()).collect::<Vec<_>>()
    });
    let place_of = |kinds: &[ActionKind], kind| kinds.iter().position(|known| *known == kind);
    let chosen = memo(move || {
        let form = state.form.read();
        let kind = form.actions.get(state.chosen.get()).map(|action| action.kind);
        kind.and_then(|kind| place_of(form.kinds(), kind)).unwrap_or_default()
    });
    let choose = move |place: usize| {
        state.with_seed(|seed| {
            state.edit(|form| {
                let at = state.chosen.get_untracked();
                let kind = form.kinds().get(place).copied();
                let made = kind
                    .zip(form.actions.get(at))
                    .map(|(kind, action)| form.as_kind(action, kind, seed));
                if let (Some(made), Some(action)) = (made, form.actions.get_mut(at)) {
                    *action = made;
                }
            });
        });
    };
    piece(move || {
        if kinds.read().len() < 2 {
            return ().into_any();
        }
        view! { <ChoiceField label="Action" options=kinds chosen on_choose=choose /> }.into_any()
    })
    .into_any()
}
