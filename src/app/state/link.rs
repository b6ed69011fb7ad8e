//! The address's fragment, in readable keys: `#scenario=warehouse&request=A3&step=4`. It is read when the page opens and when a
//! person edits it, and never sent anywhere.
//!
//! | key | value |
//! |---|---|
//! | `scenario` | the id of a built-in scenario |
//! | `generate` | opens a generated table of so many items; nothing else but `theme` is read beside it |
//! | `view` | `floor` or `worksheet`; without it what is shown stays, but a request, a door or a step is on the floor |
//! | `request` | the id of a request card, which is run; on the worksheet the row that is shown |
//! | `step` | the step of its walk to stand at, paused; without it the walk plays from the start |
//! | `door` | the name of an index to stand at; `both:NAME` shows it beside the table |
//! | `theme` | `light` or `dark` |

use leptos::prelude::*;

use super::{Command, DoorView, Page, Store, Theme};

/// The largest table that a link may ask to be generated.
const MOST_GENERATED: usize = 1_000_000;

impl Store {
    /// Brings the page to what a fragment says; whatever it does not say stays, whatever it gets wrong is passed over.
    pub fn follow(self, fragment: &str) {
        let keys: Vec<(String, String)> =
            fragment.trim_start_matches('#').split('&').filter_map(pair).collect();
        let value =
            |key: &str| keys.iter().find(|(name, _)| name == key).map(|(_, value)| value.as_str());
        if let Some(theme) = value("theme") {
            self.send(Command::SetTheme(Theme::named(theme)));
        }
        if let Some(items) = value("generate")
            .and_then(|items| items.parse().ok())
            .filter(|items| *items <= MOST_GENERATED)
        {
            self.send(Command::Generate(items));
            return;
        }
        match value("scenario").map(str::to_owned) {
            Some(scenario) => self.open_scenario(&scenario, move || self.go_to(&keys)),
            None => self.go_to(&keys),
        }
    }

    /// Shows what a fragment asks for of the open design.
    fn go_to(self, keys: &[(String, String)]) {
        let value =
            |key: &str| keys.iter().find(|(name, _)| name == key).map(|(_, value)| value.as_str());
        let on_floor = ["request", "door", "step"].into_iter().any(|key| value(key).is_some());
        let page = value("view").and_then(Page::named).or(on_floor.then_some(Page::Floor));
        if let Some(page) = page {
            self.send(Command::ShowPage(page));
        }
        if page == Some(Page::Worksheet) {
            let row = value("request").and_then(|request| self.worksheet.row_of(request));
            if let Some(row) = row {
                self.send(Command::ChooseRow(Some(row.number)));
            }
            return;
        }
        if let Some(table) = value("request").and_then(|request| self.table_of(request)) {
            self.send(Command::ShowTable(table));
        }
        if let Some(door) = value("door") {
            let view = door.strip_prefix("both:").map_or_else(
                || DoorView::Index(door.to_owned()),
                |name| DoorView::Both(name.to_owned()),
            );
            self.send(Command::ShowDoor(view));
        }
        if let Some(request) = value("request") {
            let known = self.table_of(request).is_some();
            self.playback
                .stand_at(value("step").filter(|_| known).and_then(|step| step.parse().ok()));
            self.send(Command::RunRequest(request.to_owned()));
        }
    }

    /// The table that a request of the open design begins with.
    fn table_of(self, request: &str) -> Option<String> {
        let design = self.open.design.get_untracked();
        let table = design.request(request)?.calls.first()?.input.get("TableName")?.as_str()?;
        Some(table.to_owned())
    }

    /// Opens what the page's own address asks for, or the first scenario.
    pub fn arrive(self) {
        let fragment = window().location().hash().unwrap_or_default();
        self.send(Command::OpenScenario("warehouse".to_owned()));
        self.follow(&fragment);
    }
}

fn pair(text: &str) -> Option<(String, String)> {
    let (key, value) = text.split_once('=')?;
    let value = js_sys::decode_uri_component(value).ok()?.as_string()?;
    Some((key.to_owned(), value))
}
