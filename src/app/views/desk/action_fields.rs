//! The fields of one action: what it is done to, what is to hold before, what the answer brings.

use leptos::prelude::*;
use map::design::action_form::{ActionForm, Editor, Part};
use map::design::call_form::KeyAttribute;

use super::action_list::ActionList;
use super::action_state::ActionState;
use super::choice_field::ChoiceField;
use super::draft::Draft;
use super::key_fields::existing_keys;
use super::live_field::LiveField;
use super::text_field::offered;
use crate::app::state::Door;
use crate::app::views::erased::{memo, piece};

/// The fields of a call that is made of actions.
#[component]
pub fn ActionFields(
    /// The request.
    draft: Draft,
) -> impl IntoView {
    let state = ActionState::new(draft);
    // The fields are made anew for another kind of action, not for every letter typed into one.
    let parts = memo(move || {
        let form = &*state.form.read();
        let action = form.actions.get(state.chosen.get());
        action.map(|action| form.parts(action.kind)).unwrap_or_default()
    });
    let is_list = memo(move || state.form.with(ActionForm::is_list));
    piece(move || {
        if state.why.read().is_some() {
            let words = "The fields cannot show this request; it stands as text beside. ";
            return view! { <p class="desk-why">{words}{state.why}</p> }.into_any();
        }
        let parts = parts.get();
        let json = parts
            .iter()
            .any(|part| matches!(part, Part::Item | Part::Placeholders | Part::Parameters));
        view! {
            {is_list.get().then(|| view! { <ActionList state /> })}
            {parts.into_iter().map(|part| field(state, part)).collect_view()}
            {json.then(|| json_choice(state))}
        }
        .into_any()
    })
}

fn field(state: ActionState, part: Part) -> AnyView {
    match part {
        Part::Table => table_choice(state),
        Part::Key => key_fields(state),
        Part::Item => json_field(state, part, Editor::Member("Item"), "Item").view(),
        Part::Placeholders => {
            let field = json_field(state, part, Editor::Placeholders, "Placeholders");
            LiveField { placeholder: r##"{":n": 1, "#s": "status"}"##, ..field }.view()
        }
        Part::Parameters => {
            let field = json_field(state, part, Editor::Parameters, "Values for ?");
            LiveField { placeholder: r#"["text", 1]"#, ..field }.view()
        }
        Part::Text("Statement") => {
            let field = state.text_field("Statement", "PartiQL statement");
            LiveField { lines: 3, width: "wide", ..field }.view()
        }
        Part::Text(member) => {
            let (label, placeholder) = match member {
                "UpdateExpression" => ("Update", "SET onHand = onHand - :n"),
                "ConditionExpression" => ("Only if", "attribute_exists(PK)"),
                _ => ("Attributes", "all"),
            };
            LiveField { placeholder, ..state.text_field(member, label) }.view()
        }
        Part::Choice(member, words) => choice(state, member, words),
    }
}

fn json_field(state: ActionState, part: Part, editor: Editor, label: &str) -> LiveField {
    let value = state.read(move |action| action.json(editor));
    let whole = part == Part::Item;
    LiveField {
        label: label.to_owned(),
        text: memo(move || editor.print(&value.read(), state.plain.get())),
        edit: Box::new(move |typed| {
            let parsed = editor.parse(&typed);
            state.edit_part(part, |action| action.set_json(editor, &parsed?))
        }),
        lines: if whole { 6 } else { 0 },
        width: if whole { "wide" } else { "l" },
        placeholder: "",
        offers: None,
    }
}

/// A field for each attribute of the table's key; where the key says more than they can show, its JSON.
fn key_fields(state: ActionState) -> AnyView {
    let keys = state.keys();
    let shown = memo(move || {
        let keys = keys.read();
        let door = keys.door(None)?;
        let form = &*state.form.read();
        let action = form.actions.get(state.chosen.get())?;
        action.shows_key(door).then(|| {
            let all = door.partition.iter().chain(&door.sort);
            all.cloned().collect::<Vec<KeyAttribute>>()
        })
    });
    piece(move || match shown.get() {
        Some(attributes) => attributes
            .into_iter()
            .enumerate()
            .map(|(place, attribute)| key_field(state, place, attribute))
            .collect_view()
            .into_any(),
        None => json_field(state, Part::Key, Editor::Member("Key"), "Key").view(),
    })
    .into_any()
}

fn key_field(state: ActionState, place: usize, attribute: KeyAttribute) -> AnyView {
    let table = state.read(|action| action.table.clone());
    let door = memo(move || Door { table: table.get(), index: None });
    let offers = format!("desk-action-keys-{place}");
    let existing = existing_keys(door, place);
    let seen = attribute.clone();
    let field = LiveField {
        label: format!("{} =", attribute.name),
        text: state.read(move |action| action.key_text(&seen).unwrap_or_default()),
        edit: Box::new(move |typed| {
            state.edit_part(Part::Key, |action| {
                action.set_key(&attribute, &typed).map_err(|problem| problem.to_string())
            })
        }),
        lines: 0,
        width: "key",
        placeholder: "",
        offers: Some(offers.clone()),
    };
    view! {
        {field.view()}
        <datalist id=offers>{offered(existing)}</datalist>
    }
    .into_any()
}

fn table_choice(state: ActionState) -> AnyView {
    let tables = memo(move || {
        let named = |database: &key_engine::Database| {
            database.tables().map(|table| table.name().to_owned()).collect::<Vec<_>>()
        };
        state.draft.store.open.with_database(named)
    });
    let table = state.read(|action| action.table.clone());
    let chosen = memo(move || {
        let table = table.get();
        tables.read().iter().position(|name| *name == table).unwrap_or(usize::MAX)
    });
    let choose = move |place: usize| {
        if let Some(name) = tables.get_untracked().get(place) {
            state.edit_part(Part::Table, |action| {
                action.table.clone_from(name);
                Ok(())
            });
        }
    };
    // With one table there is nothing to choose, unless the request names another.
    let needed = memo(move || tables.read().len() > 1 || chosen.get() == usize::MAX);
    piece(move || {
        if !needed.get() {
            return ().into_any();
        }
        view! { <ChoiceField label="Table" options=tables chosen on_choose=choose width="door" /> }
            .into_any()
    })
    .into_any()
}

fn choice(state: ActionState, member: &'static str, words: &'static [&'static str]) -> AnyView {
    let chosen = state.read(move |action| {
        words.iter().position(|word| *word == action.text(member)).unwrap_or_default()
    });
    let choose = move |place: usize| {
        let word = if place == 0 { "" } else { words.get(place).copied().unwrap_or_default() };
        state.edit_part(Part::Choice(member, words), |action| {
            action.set_text(member, word);
            Ok(())
        });
    };
    let label = if member == "ReturnValues" { "Return" } else { "On failure return" };
    let options: Vec<String> = words.iter().map(|word| (*word).to_owned()).collect();
    view! { <ChoiceField label options chosen on_choose=choose /> }.into_any()
}

fn json_choice(state: ActionState) -> AnyView {
    let options = ["plain JSON", "DynamoDB JSON"].map(str::to_owned).to_vec();
    let chosen = memo(move || usize::from(!state.plain.get()));
    view! { <ChoiceField label="Show as" options chosen on_choose=move |place| state.plain.set(place == 0) /> }
        .into_any()
}
