//! The draft as text: the AWS CLI line or the operation's JSON input, each editable and each of the same request.

use crate::app::views::erased::{aria, effect, memo, press, truth, typed, words};
use leptos::prelude::*;
use map::design::Call;
use map::design::formats::aws_cli;
use map::design::parameters::passed_over;

use super::draft::Draft;

/// A way to write a request down.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Language {
    Cli,
    Json,
}

impl Language {
    const ALL: [Self; 2] = [Self::Cli, Self::Json];

    const fn name(self) -> &'static str {
        match self {
            Self::Cli => "AWS CLI",
            Self::Json => "JSON",
        }
    }

    fn print(self, call: &Call) -> String {
        match self {
            Self::Cli => aws_cli::print(call),
            // A value that was parsed or built can always be printed.
            Self::Json => serde_json::to_string_pretty(&call.input).unwrap_or_default(),
        }
    }

    /// The request of a text. JSON is the input alone: the operation stays that of `now`.
    fn parse(self, text: &str, now: &Call) -> Result<Call, String> {
        match self {
            Self::Cli => aws_cli::parse(text).map_err(|error| error.to_string()),
            Self::Json => serde_json::from_str::<serde_json::Map<_, _>>(text)
                .map(|input| Call { operation: now.operation.clone(), input: input.into() })
                .map_err(|error| format!("This is not a JSON object: {error}.")),
        }
    }
}

/// The text panel.
#[component]
pub fn Code(
    /// The request.
    draft: Draft,
    /// Whether the text is JSON at first, and not a command line.
    #[prop(default = false)]
    json: bool,
) -> impl IntoView {
    let (is_json, set_json) = signal(json);
    let language = move || if is_json.get() { Language::Json } else { Language::Cli };
    let (text, set_text) = signal(String::new());
    let (fault, set_fault) = signal(None::<String>);
    // What the text in the area was last read as: a draft equal to it leaves the text as it was typed.
    let read_as = StoredValue::new(None::<Call>);
    let print = move |call: &Call, language: Language| {
        read_as.set_value(Some(call.clone()));
        set_text.set(language.print(call));
        set_fault.set(None);
    };
    effect(move || {
        let call = draft.call.get();
        if read_as.read_value().as_ref() != Some(&call) {
            print(&call, untrack(language));
        }
    });
    let choose = move |language: Language| {
        set_json.set(language == Language::Json);
        let call = draft.call.get_untracked();
        print(&call, language);
        // Whatever was typed and could not be read is gone.
        draft.set(call);
    };
    let edit = move |typed: String| {
        match untrack(language).parse(&typed, &draft.call.get_untracked()) {
            Ok(call) => {
                set_fault.set(None);
                read_as.set_value(Some(call.clone()));
                draft.set(call);
            }
            Err(words) => {
                draft.spoil();
                set_fault.set(Some(words));
            }
        }
        set_text.set(typed);
    };
    let note = memo(move || passed_over(&draft.call.read()));
    let tab = move |each: Language| {
        let here = move || language() == each;
        view! {
            <button class="desk-tab" type="button" aria-pressed=aria(here) on:click=press(move || choose(each))>
                {each.name()}
            </button>
        }.into_any()
    };
    view! {
        <div class="desk-code">
            <div class="desk-tabs" role="group" aria-label="The request as">
                {Language::ALL.map(tab)}
            </div>
            <textarea
                class="desk-text"
                spellcheck="false"
                autocapitalize="off"
                aria-label=words(move || format!("The request as {}", language().name()))
                aria-invalid=aria(move || fault.read().is_some())
                prop:value=text
                on:input=typed(edit)
                on:keydown=move |event| {
                    if event.key() == "Enter" && (event.ctrl_key() || event.meta_key()) {
                        event.prevent_default();
                        draft.walk();
                    }
                }
            ></textarea>
            <p class="desk-fault" role="status" hidden=truth(move || fault.read().is_none())>
                {fault}
            </p>
            <p class="desk-note" role="status" hidden=truth(move || note.read().is_none())>
                {note}
            </p>
        </div>
    }
}
