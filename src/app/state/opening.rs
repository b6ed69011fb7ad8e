//! Opening a design: a scenario, files, a text, a generated model. Runs in slices that yield to the page, can be cancelled, and
//! touches the open design only once the new one is whole. What reads files of any format is loaded when the first is opened.

mod offered;
mod reading;

use leptos::prelude::*;
use leptos::task::spawn_local;
use map::design::scenarios::{FIRST, SCENARIOS, Scenario, TITLES};
use map::design::{Loader, Opened, TextFile};

pub use offered::Offer;
pub(super) use offered::Offered;

use super::playback::scan_of;
use super::set_aside::Whole;
use super::{Command, Source, Store};
use crate::pieces::{Coming, NotLoaded, later, when_loaded};

/// What is to be opened.
pub(super) enum Incoming {
    /// Files that were chosen, dropped or pasted.
    Files(Vec<web_sys::File>),
    /// Texts, which are read already.
    Texts(Vec<TextFile>),
    /// A generated model of so many items.
    Generated(usize),
}

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
            // A scenario is sound; the words for what is not are with what reads files.
            Err(_) => self.send(Command::Refuse(NotLoaded::WORDS.to_owned())),
        }
    }

    pub(super) fn open_generated(self, items: usize) {
        self.open_incoming(format!("generated-{items}.json"), Incoming::Generated(items), false);
    }

    /// Reads files and opens them. They take their turn before they are read: of two openings, the one that came last is done,
    /// however long each takes to read.
    pub(super) fn open_files(self, files: Vec<web_sys::File>) {
        let Some(first) = files.first() else { return };
        let name = match files.len() - 1 {
            0 => first.name(),
            others => format!("{} and {others} more", first.name()),
        };
        self.open_incoming(name, Incoming::Files(files), false);
    }

    pub(super) fn open_text(self, name: String, text: String) {
        let texts = vec![TextFile { name: name.clone(), text }];
        self.open_incoming(name, Incoming::Texts(texts), false);
    }

    /// Opens what comes in, unless another opening begins or somebody cancels. Items that could join the open design are offered to
    /// it first, but not where they are to be a design `by_themselves`.
    pub(super) fn open_incoming(self, name: String, incoming: Incoming, by_themselves: bool) {
        let turn = self.open.begin(&name);
        spawn_local(async move {
            let opening = match reader().await {
                Ok(read) => read(self, name, incoming, turn, by_themselves),
                Err(NotLoaded) if self.open.is_latest(turn) => {
                    self.open.cancel();
                    return self.send(Command::Refuse(NotLoaded::WORDS.to_owned()));
                }
                Err(NotLoaded) => return,
            };
            // What reads files has told what became of it.
            let _ = opening.await;
        });
    }

    /// Adds the items that were offered to the open design, as one step; or opens them as a design by themselves.
    pub(super) fn answer_offer(self, add: bool) {
        when_loaded(Box::pin(answerer()), move |answer| {
            if let Ok(answer) = answer {
                answer(self, add);
            }
        });
    }

    pub(super) fn cancel_opening(self) {
        self.open.cancel();
    }

    pub(super) fn take(self, source: Source, opened: Opened) {
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

/// What reads what comes in, of that name and at that turn.
type Reader = fn(Store, String, Incoming, u64, bool) -> Coming<()>;

later! {
    in model:
    /// What reads files of any format. The scenarios are all of the map's own.
    fn reader() -> Reader {
        |store, name, incoming, turn, by_themselves| {
            Box::pin(reading::read(store, name, incoming, turn, by_themselves))
        }
    }
}

later! {
    in model:
    /// What does as a person answers an offer.
    fn answerer() -> fn(Store, bool) {
        offered::answer
    }
}
