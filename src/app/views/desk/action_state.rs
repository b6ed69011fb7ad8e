//! The actions' side of the draft. The draft is the truth; the fields follow it, and write it again after every edit.

use leptos::prelude::*;
use map::design::action_form::{Action, ActionForm, Part, Seed};
use map::design::call_form::TableKeys;

use super::draft::Draft;
use super::form_state::keys_of;
use super::live_field::LiveField;
use super::operation_field::with_seed;
use crate::app::views::erased::{effect, memo};

/// What the fields of actions read and write.
#[derive(Clone, Copy)]
pub struct ActionState {
    /// The call, as actions.
    pub form: RwSignal<ActionForm>,
    /// The place of the action whose fields are shown.
    pub chosen: RwSignal<usize>,
    /// Why the draft is more than fields can show.
    pub why: RwSignal<Option<String>>,
    /// Whether values are shown as plain JSON.
    pub plain: RwSignal<bool>,
    /// The call as it is edited, and the page's state.
    pub draft: Draft,
    /// The fields whose text is no part of a request at the moment.
    faulty: StoredValue<Vec<Part>>,
}

impl ActionState {
    /// Follows a draft until its owner goes.
    pub fn new(draft: Draft) -> Self {
        let state = Self {
            form: RwSignal::new(ActionForm::default()),
            chosen: RwSignal::new(0),
            why: RwSignal::new(None),
            plain: RwSignal::new(true),
            draft,
            faulty: StoredValue::new(Vec::new()),
        };
        untrack(|| state.follow());
        effect(move || state.follow());
        state
    }

    fn follow(self) {
        let draft = self.draft.call.get();
        if !ActionForm::shows(&draft.operation) || self.form.read_untracked().to_call() == draft {
            return;
        }
        self.faulty.set_value(Vec::new());
        match ActionForm::from_call(&draft) {
            Ok(form) => {
                let last = form.actions.len().saturating_sub(1);
                if self.chosen.get_untracked() > last {
                    self.chosen.set(last);
                }
                self.form.set(form);
                self.why.set(None);
            }
            Err(why) => self.why.set(Some(why.to_string())),
        }
    }

    /// Changes the call.
    pub fn edit(self, change: impl FnOnce(&mut ActionForm)) {
        change(&mut self.form.write());
        let call = self.form.read_untracked().to_call();
        self.draft.set(call);
        if !self.faulty.read_value().is_empty() {
            self.draft.spoil();
        }
    }

    /// Changes the action that is shown, in one of its parts; what is wrong with the change, if anything.
    pub fn edit_part(
        self,
        part: Part,
        change: impl FnOnce(&mut Action) -> Result<(), String>,
    ) -> Option<String> {
        let mut action = self.action()?;
        self.faulty.update_value(|faulty| faulty.retain(|known| *known != part));
        if let Err(wrong) = change(&mut action) {
            self.faulty.update_value(|faulty| faulty.push(part));
            self.draft.spoil();
            return Some(wrong);
        }
        let place = self.chosen.get_untracked();
        self.edit(|form| {
            if let Some(shown) = form.actions.get_mut(place) {
                *shown = action;
            }
        });
        None
    }

    fn action(self) -> Option<Action> {
        self.form.read_untracked().actions.get(self.chosen.get_untracked()).cloned()
    }

    /// A look at the action that is shown, as a signal that changes only with what is seen.
    pub fn read<T: PartialEq + Default + Send + Sync + 'static>(
        self,
        read: impl Fn(&Action) -> T + Send + Sync + 'static,
    ) -> Memo<T> {
        memo(move || self.form.read().actions.get(self.chosen.get()).map(&read).unwrap_or_default())
    }

    /// The keys of the table that the action is about.
    pub fn keys(self) -> Memo<TableKeys> {
        let table = self.read(|action| action.table.clone());
        memo(move || keys_of(self.draft.store, &table.get()))
    }

    /// Does something with what a new action begins with: the table and the item that are looked at.
    pub fn with_seed(self, act: impl FnOnce(&Seed<'_>)) {
        let table = self.action().map(|action| action.table).filter(|table| !table.is_empty());
        let table = table.unwrap_or_else(|| self.draft.store.open.table.get_untracked());
        let keys = untrack(|| keys_of(self.draft.store, &table));
        with_seed(self.draft.store, &keys, act);
    }

    /// A field for a member of the action that is a text.
    pub fn text_field(self, member: &'static str, label: &str) -> LiveField {
        LiveField {
            label: label.to_owned(),
            text: self.read(move |action| action.text(member).to_owned()),
            edit: Box::new(move |typed| {
                self.edit_part(Part::Text(member), |action| {
                    action.set_text(member, &typed);
                    Ok(())
                })
            }),
            lines: 0,
            width: "l",
            placeholder: "",
            offers: None,
        }
    }
}
