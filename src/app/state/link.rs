//! The address's fragment, in readable keys: `#scenario=warehouse&request=A3&step=4`. It is read when the page opens and when a
//! person edits it, and never sent anywhere. When a person switches the room or opens a design, it is written anew as scenario and
//! view, so that a reload shows the same: `#scenario=warehouse&view=worksheet`. A file that is open has no scenario. That takes the
//! place of the entry in the browser's history; it adds none.
//!
//! | key | value |
//! |---|---|
//! | `scenario` | the id of a built-in scenario |
//! | `design` | the id of a design that is kept in this browser |
//! | `generate` | opens a generated table of so many items; nothing else but `view` and `theme` is read beside it |
//! | `view` | `floor`, `worksheet`, `traffic` or `model`; without it what is shown stays, but a request, a door or a step is on the floor |
//! | `request` | the id of a request card, which is run; on the worksheet the row that is shown |
//! | `step` | the step of its walk to stand at, paused; without it the walk plays from the start |
//! | `door` | the name of an index to stand at; `both:NAME` shows it beside the table |
//! | `theme` | `light` or `dark` |
//! | `seed` | a whole number: what the traffic is drawn from |
//! | `popularity` | how the traffic spreads over keys: `even`, `zipf:1.2`, `celebrity:0.62` or `celebrity:0.62:KEY`, `newest`, `sample`; for one row `A2=newest`; parts end with `;` |

use leptos::prelude::*;

use map::design::scenarios::TITLES;

use super::saving::Wish;
use super::{Command, DoorView, Page, Source, Store, Theme};

/// The largest table that a link may ask to be generated.
const MOST_GENERATED: usize = 1_000_000;

impl Store {
    /// Brings the page to what a fragment says; whatever it does not say stays, whatever it gets wrong is passed over.
    pub fn follow(self, fragment: &str) {
        let keys = keys_of(fragment);
        let value =
            |key: &str| keys.iter().find(|(name, _)| name == key).map(|(_, value)| value.as_str());
        if let Some(theme) = value("theme") {
            self.send(Command::SetTheme(Theme::named(theme)));
        }
        let view = value("view").and_then(Page::named);
        if let Some(items) = value("generate")
            .and_then(|items| items.parse().ok())
            .filter(|items| *items <= MOST_GENERATED)
        {
            if let Some(page) = view {
                self.show_page(page);
            }
            self.send(Command::Generate(items));
            return;
        }
        if let Some(id) = value("design").map(str::to_owned) {
            if let Some(page) = view {
                self.show_page(page);
            }
            self.ask_saving(Wish::Arrive(id, keys));
            return;
        }
        match value("scenario").map(str::to_owned) {
            Some(scenario) if TITLES.iter().any(|(known, _)| *known == scenario) => {
                self.open_scenario(&scenario, move || self.go_to(&keys));
            }
            // What else is said is of a design that is not there; the room is.
            Some(unknown) => {
                if let Some(page) = view {
                    self.show_page(page);
                }
                self.open_scenario(&unknown, || ());
            }
            None => self.go_to(&keys),
        }
    }

    /// Shows what a fragment asks for of the open design.
    pub(super) fn go_to(self, keys: &[(String, String)]) {
        let value =
            |key: &str| keys.iter().find(|(name, _)| name == key).map(|(_, value)| value.as_str());
        let on_floor = ["request", "door", "step"].into_iter().any(|key| value(key).is_some());
        let page = value("view").and_then(Page::named).or(on_floor.then_some(Page::Floor));
        if let Some(page) = page {
            self.show_page(page);
        }
        self.traffic.follow(keys);
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
        self.open_scenario("warehouse", || ());
        self.follow(&fragment);
    }

    /// Writes the address anew: the scenario that is open and the room that is shown.
    pub(super) fn note_address(self) {
        let fragment = window().location().hash().unwrap_or_default();
        let source = self.open.source.get_untracked();
        let traffic = self.traffic.keys();
        let written = address(&source, self.page.get_untracked(), &keys_of(&fragment), &traffic);
        if written != fragment
            && let Ok(history) = window().history()
        {
            // Refused only where it is done hundreds of times in a moment: the address is behind then, and nothing else.
            let _ =
                history.replace_state_with_url(&wasm_bindgen::JsValue::NULL, "", Some(&written));
        }
    }
}

/// The fragment of what is shown, with the settings of the traffic in its room. Of the keys that stand there now only that stays which generated the table that is open:
/// the theme is remembered elsewhere.
fn address(
    source: &Source,
    page: Page,
    now: &[(String, String)],
    traffic: &[(&'static str, String)],
) -> String {
    let mut keys: Vec<(&str, &str)> = Vec::new();
    match source {
        Source::Scenario(id) => keys.push(("scenario", id)),
        Source::Kept { id, .. } => keys.push(("design", id)),
        Source::File(_) => {}
    }
    keys.push(("view", page.name()));
    for (key, value) in now {
        if key == "generate" && *source == Source::File(format!("generated-{value}.json")) {
            keys.push((key, value));
        }
    }
    if page == Page::Traffic {
        keys.extend(traffic.iter().map(|(key, value)| (*key, value.as_str())));
    }
    let mut fragment = String::new();
    for (key, value) in keys {
        let gap = if fragment.is_empty() { "#" } else { "&" };
        for part in [gap, key, "=", value] {
            fragment.push_str(part);
        }
    }
    fragment
}

fn keys_of(fragment: &str) -> Vec<(String, String)> {
    fragment.trim_start_matches('#').split('&').filter_map(pair).collect()
}

fn pair(text: &str) -> Option<(String, String)> {
    let (key, value) = text.split_once('=')?;
    let value = js_sys::decode_uri_component(value).ok()?.as_string()?;
    Some((key.to_owned(), value))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_address_names_the_scenario_and_the_room() {
        let keys = |keys: &[(&str, &str)]| {
            let owned = keys.iter().map(|(key, value)| ((*key).to_owned(), (*value).to_owned()));
            owned.collect::<Vec<_>>()
        };
        let scenario = Source::Scenario("social".to_owned());
        let file = Source::File("orders.json".to_owned());
        let kept = Source::Kept { id: "x2".to_owned(), name: "Orders".to_owned() };
        let generated = Source::File("generated-500.json".to_owned());
        let stale = [("scenario", "store"), ("request", "A3"), ("step", "4"), ("door", "By")];
        for (source, page, now, expected) in [
            (&scenario, Page::Worksheet, &stale[..], "#scenario=social&view=worksheet"),
            (&scenario, Page::Floor, &[("theme", "dark")], "#scenario=social&view=floor"),
            (&kept, Page::Floor, &stale, "#design=x2&view=floor"),
            (&file, Page::Worksheet, &stale, "#view=worksheet"),
            (&file, Page::Floor, &[("generate", "500")], "#view=floor"),
            (&generated, Page::Floor, &[("generate", "500")], "#view=floor&generate=500"),
            (&kept, Page::Traffic, &stale, "#design=x2&view=traffic&seed=7"),
        ] {
            let traffic = [("seed", "7".to_owned())];
            assert_eq!(address(source, page, &keys(now), &traffic), expected);
        }
    }
}
