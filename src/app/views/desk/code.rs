//! The draft as text: the AWS CLI line or the operation's JSON input, each editable and each of the same request.

use crate::app::views::erased::{aria, effect, memo, press, truth, typed, words};
use leptos::prelude::*;
use map::design::Call;
use map::design::formats::aws_cli;
use map::design::parameters::passed_over;

use crate::app::state::{Command, use_store};

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
pub fn Code() -> impl IntoView {
    let store = use_store();
    // Whether the text is JSON, and not a command line.
    let (is_json, set_json) = signal(false);
    let language = move || if is_json.get() { Language::Json } else { Language::Cli };
    let (text, set_text) = signal(String::new());
    let (fault, set_fault) = signal(None::<String>);
    // What the text in the area was last read as: a draft equal to it leaves the text as it was typed.
    let read_as = StoredValue::new(None::<Call>);
    let print = move |draft: &Call, language: Language| {
        read_as.set_value(Some(draft.clone()));
        set_text.set(language.print(draft));
        set_fault.set(None);
    };
    effect(move || {
        let draft = store.draft.get();
        if read_as.read_value().as_ref() != Some(&draft) {
            print(&draft, untrack(language));
        }
    });
    let choose = move |language: Language| {
        set_json.set(language == Language::Json);
        let draft = store.draft.get_untracked();
        print(&draft, language);
        // Whatever was typed and could not be read is gone.
        store.send(Command::SetDraft(draft));
    };
    let edit = move |typed: String| {
        match untrack(language).parse(&typed, &store.draft.get_untracked()) {
            Ok(call) => {
                set_fault.set(None);
                read_as.set_value(Some(call.clone()));
                store.send(Command::SetDraft(call));
            }
            Err(words) => {
                store.send(Command::SpoilDraft);
                set_fault.set(Some(words));
            }
        }
        set_text.set(typed);
    };
    let note = memo(move || passed_over(&store.draft.read()));
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
                        store.send(Command::WalkDraft);
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
