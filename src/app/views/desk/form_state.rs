//! The form's side of the draft. The draft is the truth; the form follows it, and writes it again after every edit.

use crate::app::views::erased::{effect, memo};
use leptos::prelude::*;
use map::design::call_form::{CallForm, Field, FieldError, TableKeys};

use super::draft::Draft;
use crate::app::state::Store;

/// What the form's fields read and write.
#[derive(Clone, Copy)]
pub struct FormState {
    /// The fields.
    pub form: RwSignal<CallForm>,
    /// Why the draft is more than a form can show.
    pub why: RwSignal<Option<String>>,
    /// The field that cannot be written into a request.
    pub fault: RwSignal<Option<FieldError>>,
    /// The keys of the draft's table.
    pub keys: Memo<TableKeys>,
    draft: Draft,
}

/// The keys of a table of the open design; none of an unknown table.
pub fn keys_of(store: Store, table: &str) -> TableKeys {
    store
        .open
        .with_database(|database| database.table(table).map(TableKeys::of))
        .unwrap_or_default()
}

impl FormState {
    /// Follows a draft until its owner goes.
    pub fn new(draft: Draft) -> Self {
        let table =
            memo(move || CallForm::table_of(&draft.call.read()).unwrap_or_default().to_owned());
        let keys = memo(move || keys_of(draft.store, &table.get()));
        let state = Self {
            form: RwSignal::new(CallForm::default()),
            why: RwSignal::new(None),
            fault: RwSignal::new(None),
            keys,
            draft,
        };
        effect(move || state.follow());
        state
    }

    fn follow(self) {
        let (draft, keys) = (self.draft.call.get(), self.keys.get());
        let shown = {
            let form = &*self.form.read_untracked();
            form.to_call(&keys).is_ok_and(|call| call == draft)
        };
        if shown && Option::is_none(&*self.why.read_untracked()) {
            return;
        }
        match CallForm::from_call(&draft, &keys) {
            Ok(form) => {
                self.form.set(form);
                self.why.set(None);
            }
            Err(why) => self.why.set(Some(why.to_string())),
        }
        self.fault.set(None);
    }

    /// Changes the fields and, where they can be written as a request, the draft.
    pub fn edit(self, change: impl FnOnce(&mut CallForm)) {
        self.edit_with(&self.keys.get_untracked(), change);
    }

    /// The same, for an edit that goes to another table with other keys.
    pub fn edit_with(self, keys: &TableKeys, change: impl FnOnce(&mut CallForm)) {
        change(&mut self.form.write());
        self.write_draft(keys);
    }

    fn write_draft(self, keys: &TableKeys) {
        let written = self.form.read_untracked().to_call(keys);
        match written {
            Ok(call) => {
                self.fault.set(None);
                self.draft.set(call);
            }
            Err(error) => {
                self.draft.spoil();
                self.fault.set(Some(error));
            }
        }
    }

    /// What is wrong with a field, if anything.
    pub fn fault_of(self, field: Field) -> Signal<Option<String>> {
        let fault = self.fault;
        Signal::derive(move || {
            let fault = &*fault.read();
            fault.as_ref().filter(|fault| fault.field == field).map(ToString::to_string)
        })
    }

    /// A field's value, as a signal that changes only with it.
    pub fn read<T: PartialEq + Send + Sync + 'static>(
        self,
        read: impl Fn(&CallForm) -> T + Send + Sync + 'static,
    ) -> Memo<T> {
        let form = self.form;
        memo(move || read(&form.read()))
    }
}
