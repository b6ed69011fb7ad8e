//! What a person prefers. Kept in the browser where that is allowed; where storage is refused the page works without.

use leptos::prelude::*;
use map::design::code::Language;

/// Light, dark, or what the system says.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Theme {
    /// As the system (`prefers-color-scheme`).
    #[default]
    System,
    /// Paper.
    Light,
    /// Blueprint.
    Dark,
}

impl Theme {
    /// The value of `data-theme` and of the stored preference; empty for the system's.
    pub fn name(self) -> &'static str {
        match self {
            Self::System => "",
            Self::Light => "light",
            Self::Dark => "dark",
        }
    }

    /// The theme of a name; an unknown name is the system's.
    pub fn named(name: &str) -> Self {
        match name {
            "light" => Self::Light,
            "dark" => Self::Dark,
            _ => Self::System,
        }
    }
}

/// Theme, motion, panels.
#[derive(Clone, Copy)]
pub struct Preferences {
    /// The chosen theme.
    pub theme: RwSignal<Theme>,
    /// Whether dark colours are on screen, whoever chose them.
    pub dark: Memo<bool>,
    /// Whether the system asks for less motion: steps jump, no frames between them.
    pub reduced_motion: RwSignal<bool>,
    /// Whether the floor is shown as a table of text.
    pub twin: RwSignal<bool>,
    /// Whether the help is open.
    pub help: RwSignal<bool>,
    /// The language that requests are shown in as code.
    pub language: RwSignal<Language>,
    system_dark: RwSignal<bool>,
}

const THEME_KEY: &str = "retrieval-map.theme";
const LANGUAGE_KEY: &str = "retrieval-map.language";

impl Preferences {
    pub(super) fn new() -> Self {
        let theme =
            RwSignal::new(stored(THEME_KEY).map_or(Theme::System, |name| Theme::named(&name)));
        let system_dark = RwSignal::new(media("(prefers-color-scheme: dark)"));
        let dark = Memo::new(move |_| match theme.get() {
            Theme::System => system_dark.get(),
            Theme::Light => false,
            Theme::Dark => true,
        });
        let reduced_motion = RwSignal::new(media("(prefers-reduced-motion: reduce)"));
        Self {
            theme,
            dark,
            reduced_motion,
            twin: RwSignal::new(false),
            help: RwSignal::new(false),
            language: RwSignal::new(stored_language()),
            system_dark,
        }
    }

    /// Called when the system's wishes may have changed.
    pub fn ask_system(self) {
        self.system_dark.set(media("(prefers-color-scheme: dark)"));
        self.reduced_motion.set(media("(prefers-reduced-motion: reduce)"));
    }

    /// Whether the page is too narrow for two floors side by side.
    pub fn is_narrow(self) -> bool {
        media("(max-width: 45rem)")
    }

    pub(super) fn set_theme(self, theme: Theme) {
        self.theme.set(theme);
        store(THEME_KEY, theme.name());
    }

    pub(super) fn set_language(self, language: Language) {
        self.language.set(language);
        store(LANGUAGE_KEY, language.name());
    }
}

fn media(query: &str) -> bool {
    window().match_media(query).ok().flatten().is_some_and(|list| list.matches())
}

fn storage() -> Option<web_sys::Storage> {
    window().local_storage().ok().flatten()
}

/// Remembers a choice. A full or forbidden storage only means that it is not remembered.
fn store(key: &str, value: &str) {
    if let Some(storage) = storage() {
        let _ = storage.set_item(key, value);
    }
}

fn stored_language() -> Language {
    let name = stored(LANGUAGE_KEY).unwrap_or_default();
    let known = Language::ALL.into_iter().find(|language| language.name() == name);
    known.unwrap_or(Language::AwsCli)
}

fn stored(key: &str) -> Option<String> {
    storage()?.get_item(key).ok().flatten()
}
