//! Opening a design: a scenario, a file's text, a generated model. Runs in slices that yield to the page, can be cancelled,
//! and touches the open design only once the new one is whole.

use gloo_timers::future::TimeoutFuture;
use leptos::prelude::*;
use leptos::task::spawn_local;
use map::design::{Loader, Opened, check_size, generate, scenarios};
use wasm_bindgen_futures::JsFuture;

use super::playback::scan_of;
use super::{Command, Loading, Source, Store};

/// Items loaded between two breaths of the page: a few milliseconds of work.
const SLICE_ITEMS: usize = 2_000;

impl Store {
    pub(super) fn open_scenario(self, id: &str) {
        let Some(scenario) = scenarios::SCENARIOS.iter().find(|scenario| scenario.id == id) else {
            self.send(Command::Refuse(format!("There is no scenario named “{id}”.")));
            return;
        };
        match map::design::open(scenario.json) {
            Ok(opened) => self.take(Source::Scenario(id.to_owned()), opened),
            Err(error) => self.send(Command::Refuse(error.to_string())),
        }
    }

    pub(super) fn open_generated(self, items: usize) {
        let text = generate::workbench_model(items, generate::Shape::Varied, 1);
        self.open_read(format!("generated-{items}.json"), async { Some(text) });
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
                Ok(Some(opened)) => self.take(Source::File(name), opened),
                Ok(None) => {}
                Err(sentence) => self.send(Command::Refuse(format!("{name}: {sentence}"))),
            }
        });
    }

    pub(super) fn cancel_opening(self) {
        self.open.cancel();
    }

    fn take(self, source: Source, opened: Opened) {
        self.open.cancel();
        self.open.refusal.set(None);
        self.clear_walk();
        self.playback.forget_compared();
        self.open.replace(source, opened);
        self.prove_anew();
        let first = self.open.design.with_untracked(|design| {
            design.requests.first().map(map::design::Request::sample_calls)
        });
        let call = first
            .and_then(|calls| calls.into_iter().next())
            .unwrap_or_else(|| scan_of(&self.open.table.get_untracked()));
        self.draft.set(call);
    }
}

/// `Ok(None)` when another opening took over.
async fn load(store: Store, name: &str, text: String, turn: u64) -> Result<Option<Opened>, String> {
    let mut loader = Loader::start(&text).map_err(|error| error.to_string())?;
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
