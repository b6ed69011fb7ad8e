//! One row as the parts of its view read and change it.

use std::sync::Arc;

use gloo_timers::future::TimeoutFuture;
use leptos::prelude::*;
use leptos::task::{spawn_local, tick};
use map::advice::Proof;
use map::advice::row_words::RowWords;
use map::design::Request;
use wasm_bindgen::JsCast;
use web_sys::HtmlElement;

use crate::app::state::{Command, Page, Row, RowNumber, Store};
use crate::app::views::erased::memo;

/// A row and the store it stands in.
#[derive(Clone, Copy)]
pub struct Line {
    /// The page's state.
    pub store: Store,
    /// Which row it is.
    pub number: RowNumber,
    /// What it asks.
    pub request: RwSignal<Request>,
    /// What running it proved.
    pub proof: RwSignal<Arc<Proof>>,
}

/// What can be done to a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Deed {
    /// Walk it on the floor.
    Walk,
    /// Write it once more, beneath.
    Duplicate,
    /// Change places with the row above.
    Up,
    /// Change places with the row below.
    Down,
    /// Take it off the worksheet.
    Delete,
}

impl Line {
    /// A row of the store's worksheet.
    pub fn of(store: Store, row: Row) -> Self {
        Self { store, number: row.number, request: row.request.into(), proof: row.proof.into() }
    }

    /// What its cells say.
    pub fn words(self) -> Memo<RowWords> {
        memo(move || RowWords::of(&self.request.read(), &self.proof.read()))
    }

    /// A look at its request, as a signal that changes only with what is seen.
    pub fn read<T: PartialEq + Send + Sync + 'static>(
        self,
        read: impl Fn(&Request) -> T + Send + Sync + 'static,
    ) -> Memo<T> {
        memo(move || read(&self.request.read()))
    }

    /// Whether its editor is open.
    pub fn is_open(self) -> bool {
        self.store.worksheet.chosen.get() == Some(self.number)
    }

    /// Opens its editor, or closes it.
    pub fn toggle(self) {
        let open = untrack(|| self.is_open());
        self.store.send(Command::ChooseRow((!open).then_some(self.number)));
    }

    /// Changes what it asks, in the field of that name.
    pub fn change(self, field: &'static str, change: impl FnOnce(&mut Request)) {
        let mut request = self.request.get_untracked();
        change(&mut request);
        self.store.send(Command::ChangeRow { row: self.number, request: Box::new(request), field });
    }

    /// Gives it another id; what is wrong with that one, if anything.
    pub fn rename(self, id: &str) -> Option<String> {
        let id = id.trim().to_owned();
        if id.is_empty() {
            return Some("A row needs an id".to_owned());
        }
        let other = self.store.worksheet.row_of(&id);
        if other.is_some_and(|other| other.number != self.number) {
            return Some(format!("Another row is called {id}"));
        }
        self.change("id", |request| request.id = id);
        None
    }

    /// Does something to it; the focus goes where one goes on from.
    pub fn act(self, deed: Deed) {
        let store = self.store;
        let place = store.worksheet.place_of(self.number).unwrap_or_default();
        match deed {
            // There is nothing to walk yet: its calls are to be written.
            Deed::Walk if self.request.read_untracked().calls.is_empty() => {
                store.send(Command::ChooseRow(Some(self.number)));
            }
            Deed::Walk => {
                let id = self.request.read_untracked().id.clone();
                store.send(Command::ShowPage(Page::Floor));
                store.send(Command::RunRequest(id));
                focus_later("#floor".to_owned());
            }
            Deed::Duplicate => {
                store.send(Command::DuplicateRow(self.number));
                focus_place(store, place + 1);
            }
            Deed::Up | Deed::Down => {
                let to = if deed == Deed::Up { place.saturating_sub(1) } else { place + 1 };
                let here = document().active_element();
                store.send(Command::MoveRow { row: self.number, to });
                // What is moved on the page loses the focus.
                spawn_local(async move {
                    tick().await;
                    focus(here);
                });
            }
            Deed::Delete => {
                store.send(Command::DeleteRow(self.number));
                focus_place(store, place);
            }
        }
    }

    /// Puts the focus on the row so many places away, if there is one.
    pub fn focus_beside(self, by: isize) {
        let place = self.store.worksheet.place_of(self.number).unwrap_or_default();
        let Some(place) = place.checked_add_signed(by) else { return };
        if place < self.store.worksheet.rows.read_untracked().len() {
            focus_place(self.store, place);
        }
    }

    /// Puts the focus on it.
    pub fn focus(self) {
        self.focus_beside(0);
    }
}

/// Puts the focus on the row at a place, or on the last, or where a row can be added; once the page has followed.
fn focus_place(store: Store, place: usize) {
    let rows = store.worksheet.rows.read_untracked();
    let number = rows.get(place).or(rows.last()).map(|row| row.number.0);
    let selector = number.map_or_else(
        || ".worksheet-empty .button".to_owned(),
        |number| format!(".worksheet-open[data-row='{number}']"),
    );
    focus_later(selector);
}

/// How often the page is asked for what is to have the focus, and how long it has each time to show it.
const LOOKS: (u32, u32) = (60, 50);

/// Puts the focus on the first that matches, once the page has followed.
pub fn focus_later(selector: String) {
    spawn_local(async move {
        let (looks, pause_ms) = LOOKS;
        for _ in 0..looks {
            tick().await;
            let found = document().query_selector(&selector).ok().flatten();
            if found.is_some() {
                focus(found);
                return;
            }
            TimeoutFuture::new(pause_ms).await;
        }
    });
}

fn focus(element: Option<web_sys::Element>) {
    if let Some(element) = element.and_then(|element| element.dyn_into::<HtmlElement>().ok()) {
        // Fails only where the element can not have the focus, and then it stays where it is.
        let _ = element.focus();
    }
}
