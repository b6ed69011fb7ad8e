//! Opening a design: a scenario, a file's text, a generated model. Runs in slices that yield to the page, can be cancelled,
//! and touches the open design only once the new one is whole.

use gloo_timers::future::TimeoutFuture;
use leptos::prelude::*;
use leptos::task::spawn_local;
use map::design::scenarios::{FIRST, SCENARIOS, Scenario, TITLES};
use map::design::{Loader, OpenError, Opened, check_size, generate};
use wasm_bindgen_futures::JsFuture;

use super::playback::scan_of;
use super::set_aside::Whole;
use super::{Command, Loading, Source, Store};
use crate::pieces::{NotLoaded, later, when_loaded};

/// Items loaded between two breaths of the page: a few milliseconds of work.
const SLICE_ITEMS: usize = 2_000;

impl Store {
    /// Opens a scenario, and then does something. What all but the first hold is loaded when one of them is opened.
    pub(super) fn open_scenario(self, id: &str, then: impl FnOnce() + 'static) {
        if !TITLES.iter().any(|(known, _)| *known == id) {
            self.send(Command::Refuse(format!("There is no scenario named “{id}”.")));
            return;
        }
        self.open.cancel();
        if id == FIRST.id {
            self.open_text_of(FIRST);
            then();
            return;
        }
        let (id, turn) = (id.to_owned(), self.open.turn());
        when_loaded(Box::pin(scenarios()), move |scenarios| {
            if !self.open.is_latest(turn) {
                return;
            }
            match scenarios {
                Ok(all) => {
                    if let Some(scenario) = all.iter().find(|scenario| scenario.id == id) {
                        self.open_text_of(*scenario);
                        then();
                    }
                }
                Err(NotLoaded) => self.send(Command::Refuse(NotLoaded::WORDS.to_owned())),
            }
        });
    }

    fn open_text_of(self, scenario: Scenario) {
        match Loader::own(scenario.json).map(Loader::finish) {
            Ok(opened) => self.take(Source::Scenario(scenario.id.to_owned()), opened),
            Err(error) => self.send(Command::Refuse(error.to_string())),
        }
    }

    pub(super) fn open_generated(self, items: usize) {
        self.open_read(
            format!("generated-{items}.json"),
            async move { generated(items).await.ok() },
        );
    }

    /// Reads a file and opens its text, unless it is too large to load. The file takes its turn before it is read: of two
    /// files, the one that came last is opened, however long each takes to read.
    pub(super) fn open_file(self, file: &web_sys::File) {
        let name = file.name();
        if let Err(error) = check_size(file.size() as usize) {
            self.send(Command::Refuse(format!("{name}: {error}")));
            return;
        }
        let text = JsFuture::from(file.text());
        self.open_read(name, async move { text.await.ok()?.as_string() });
    }

    pub(super) fn open_text(self, name: String, text: String) {
        if let Err(error) = check_size(text.len()) {
            self.send(Command::Refuse(format!("{name}: {error}")));
            return;
        }
        self.open_read(name, async { Some(text) });
    }

    /// Opens a text as soon as it is read, if no other opening has begun and nobody has cancelled by then.
    fn open_read(self, name: String, text: impl Future<Output = Option<String>> + 'static) {
        let turn = self.open.begin(&name);
        spawn_local(async move {
            let text = text.await;
            // One frame for the progress to show before the text is parsed in one go.
            TimeoutFuture::new(30).await;
            if self.open.turn() != turn {
                return;
            }
            let outcome = match text {
                Some(text) => load(self, &name, text, turn).await,
                None => Err("The browser could not read the file.".to_owned()),
            };
            if self.open.turn() != turn {
                return;
            }
            self.open.loading.set(None);
            match outcome {
                Ok(Some(opened)) => {
                    self.take(Source::File(name), opened);
                    self.note_address();
                }
                Ok(None) => {}
                Err(sentence) => self.send(Command::Refuse(format!("{name}: {sentence}"))),
            }
        });
    }

    pub(super) fn cancel_opening(self) {
        self.open.cancel();
    }

    fn take(self, source: Source, opened: Opened) {
        self.put_in_place(Whole::opened(source, opened));
        self.draft_first();
    }

    /// Puts the first request of the open design on the desk, or a Scan where it has none.
    pub(super) fn draft_first(self) {
        let first = self.open.design.with_untracked(|design| {
            design.requests.first().map(map::design::Request::sample_calls)
        });
        let call = first
            .and_then(|calls| calls.into_iter().next())
            .unwrap_or_else(|| scan_of(&self.open.table.get_untracked()));
        self.draft.set(call);
    }
}

later! {
    /// All scenarios.
    fn scenarios() -> &'static [Scenario] {
        SCENARIOS
    }
}

/// What reads a text.
type Reader = for<'t> fn(&'t str) -> Result<Loader<'t>, OpenError>;

later! {
    /// What reads files of any format. The scenarios are all of the map's own.
    fn reader() -> Reader {
        |text| Loader::start(text)
    }
}

later! {
    /// A model of so many items, as text.
    fn generated(items: usize) -> String {
        generate::workbench_model(items, generate::Shape::Varied, 1)
    }
}

/// `Ok(None)` when another opening took over.
async fn load(store: Store, name: &str, text: String, turn: u64) -> Result<Option<Opened>, String> {
    let reader = reader().await.map_err(|_| NotLoaded::WORDS.to_owned())?;
    let mut loader = reader(&text).map_err(|error| error.to_string())?;
    loop {
        let progress = loader.step(SLICE_ITEMS);
        if progress.done >= progress.total {
            return Ok(Some(loader.finish()));
        }
        store.open.loading.set(Some(Loading {
            name: name.to_owned(),
            done: progress.done,
            total: progress.total,
        }));
        TimeoutFuture::new(0).await;
        if store.open.turn() != turn {
            return Ok(None);
        }
    }
}
