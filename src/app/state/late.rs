//! Commands whose code is loaded after the floor is there: all that change the design. The controls that send them come with it.

use std::sync::OnceLock;

use gloo_timers::future::TimeoutFuture;
use leptos::prelude::*;
use leptos::task::spawn_local;
use map::design::Edit;

use super::{Command, Loading, Store};
use crate::pieces::{NotLoaded, later, when_loaded};

/// Changes of so many items are done before the page could say that it is at work.
pub const QUICK_ITEMS: usize = 10_000;
/// Time for it to say so, in milliseconds: a frame or two.
const SHOW_MS: u32 = 40;

later! {
    /// What carries these commands out.
    fn carrier() -> fn(Store, Command) {
        Store::carry_out_late
    }
}

/// What carries these commands out, once it is there: from then on they are carried out when they are sent.
static CARRIER: OnceLock<fn(Store, Command)> = OnceLock::new();

impl Store {
    /// Fetches what carries these commands out, for whoever is about to send some.
    pub fn expect_late(self) {
        when_loaded(Box::pin(carrier()), |carry_out| _ = carry_out.map(|it| CARRIER.set(it)));
    }

    /// Carries out a command as soon as its code is there; where that does not come, says so.
    pub(super) fn send_late(self, command: Command) {
        if let Some(carry_out) = CARRIER.get() {
            carry_out(self, command);
            return;
        }
        when_loaded(Box::pin(carrier()), move |carry_out| match carry_out {
            Ok(carry_out) => CARRIER.get_or_init(|| carry_out)(self, command),
            Err(NotLoaded) => _ = self.open.refusal.try_set(Some(NotLoaded::WORDS.to_owned())),
        });
    }

    /// Carries out a command at once; one that takes a while once the page says that it is at work, and those that come after it then
    /// in their order.
    fn carry_out_late(self, command: Command) {
        let takes_a_while = self.weight(&command) > QUICK_ITEMS;
        let waits = self.busy.try_update_value(|waiting| match waiting {
            None if !takes_a_while => Err(command),
            None => {
                *waiting = Some(vec![command]);
                Ok(true)
            }
            Some(waiting) => {
                waiting.push(command);
                Ok(false)
            }
        });
        match waits {
            Some(Err(command)) => self.carry_out(command),
            Some(Ok(true)) => self.once_busy_shows(move || {
                let waiting = self.busy.try_update_value(Option::take).flatten();
                waiting.into_iter().flatten().for_each(|command| self.carry_out(command));
            }),
            _ => {}
        }
    }

    /// Does what keeps the page from answering for a while, once the page says that it is at work. Not where another design was opened
    /// before that.
    pub fn once_busy_shows(self, act: impl FnOnce() + 'static) {
        let designs = self.open.designs.get_value();
        let words = "One moment: this changes many items.".to_owned();
        let busy = Loading { name: String::new(), words, done: 0, total: 0 };
        self.open.loading.set(Some(busy));
        spawn_local(async move {
            TimeoutFuture::new(SHOW_MS).await;
            if self.open.designs.try_get_value() != Some(designs) {
                self.busy.try_update_value(Option::take);
                return;
            }
            act();
            if self.busy.try_with_value(Option::is_some) == Some(true) {
                return;
            }
            self.open.loading.try_update(|loading| {
                if loading.as_ref().is_some_and(|loading| loading.name.is_empty()) {
                    *loading = None;
                }
            });
        });
    }

    /// How many items a command puts, exchanges or deletes.
    fn weight(self, command: &Command) -> usize {
        match command {
            Command::Edit { edits, .. } => edits.iter().map(Edit::item_count).sum(),
            Command::Undo => self.open.history.with_untracked(|history| history.weight(false)),
            Command::Redo => self.open.history.with_untracked(|history| history.weight(true)),
            _ => 0,
        }
    }

    fn carry_out(self, command: Command) {
        match command {
            Command::Undo => self.step_in_history(false),
            Command::Redo => self.step_in_history(true),
            Command::Edit { label, edits, merge } => _ = self.edit(label, edits, merge),
            Command::Remedy(remedy) => self.carry_out_remedy(*remedy),
            Command::Accept(acceptance) => self.accept(acceptance),
            Command::Reconsider { rule, about } => self.reconsider(&rule, &about),
            Command::AddRow => self.add_row(),
            Command::DuplicateRow(row) => self.duplicate_row(row),
            Command::DeleteRow(row) => self.delete_row(row),
            Command::MoveRow { row, to } => self.move_row(row, to),
            Command::ChangeRow { row, request, field } => self.change_row(row, *request, field),
            Command::ExpectRow(row) => self.expect_row(row),
            Command::ForgetExpected(row) => self.forget_expected(row),
            // Any other was carried out where it was sent.
            _ => {}
        }
    }
}
