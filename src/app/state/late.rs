//! Commands whose code is loaded after the floor is there: all that change the design. The controls that send them come with it.

use std::sync::OnceLock;

use leptos::prelude::*;

use super::{Command, Store};
use crate::pieces::{NotLoaded, later, when_loaded};

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

    fn carry_out_late(self, command: Command) {
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
