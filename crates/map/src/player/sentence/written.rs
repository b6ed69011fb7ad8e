//! What a step of a write is, in a sentence: at the table's door and at each index's that follows it; and what is said where
//! nothing stands.

use key_engine::walk::Action;

use super::{Place, Sentence, Teller};
use crate::player::LegOutline;

impl Teller<'_> {
    pub(super) fn written(
        &self,
        told: Sentence,
        outline: &LegOutline,
        at: Place,
        done: bool,
    ) -> Sentence {
        let door = outline.door();
        let index = outline.index.as_deref().unwrap_or_default();
        if !done {
            let told = self.item(told.text("look at "), door, at);
            return match &outline.refused {
                Some(code) => told.text(": ").key(code.as_str()).text(", so none of it is done."),
                None if self.is_transaction() => told.text(": nothing stands against it."),
                None => told.text(": the condition does not hold, so it stays as it is."),
            };
        }
        let told = match (outline.action, outline.found) {
            (Action::Put, true) => self
                .item(told.text("put "), door, at)
                .text(" in the place of the item that stood there: it is replaced whole."),
            (Action::Put, false) => self.item(told.text("put "), door, at).text(": a new item."),
            (Action::Update, true) => {
                self.item(told.text("update "), door, at).text(" where it stands.")
            }
            (Action::Update, false) => {
                self.item(told.text("no item stood at "), door, at).text(": the update makes one.")
            }
            (Action::Check, _) => self
                .item(told.text("the condition on "), door, at)
                .text(" holds. A check costs as much as a write."),
            (Action::Enter, _) => {
                self.item(told.text("the index ").key(index).text(" gains "), door, at).text(".")
            }
            _ => {
                let told = told.text("the index ").key(index).text(" copies the change to ");
                self.item(told, door, at).text(".")
            }
        };
        costs(told, outline)
    }

    /// What a write took away: it stands nowhere any more, so only its key can name it.
    pub(super) fn taken(&self, told: Sentence, leg: usize, outline: &LegOutline) -> Sentence {
        let name = self.names.sought(leg).map(|sought| sought.whole());
        let told = match &outline.index {
            Some(index) => told.text("the index ").key(index.as_str()).text(" loses "),
            None => told.text("take "),
        };
        let told = match name {
            Some(name) => told.key(name),
            None => told.text("the item"),
        };
        let told = told.text(if outline.index.is_some() { "." } else { " off its shelf." });
        costs(told, outline)
    }

    pub(super) fn missing(&self, told: Sentence, leg: usize) -> Sentence {
        let action = self.timeline.legs().get(leg).map(|outline| outline.action);
        let outline = self.timeline.legs().get(leg);
        if let Some(outline) = outline.filter(|outline| outline.took_away()) {
            let told = self.taken(told, leg, outline);
            return if outline.index.is_none() {
                told.text(" It was the last of its collection.")
            } else {
                told
            };
        }
        let told = match self.names.sought(leg) {
            Some(sought) => told.text("nothing stands at ").key(sought.whole()),
            None => told.text("nothing stands at this key"),
        };
        match action {
            Some(Action::Put) => told.text(" yet."),
            Some(Action::Delete | Action::Update | Action::Check) => {
                told.text(", and asking still costs a write.")
            }
            _ => told.text(". The answer is empty, and looking still costs a read."),
        }
    }
}

fn costs(told: Sentence, outline: &LegOutline) -> Sentence {
    told.text(" ").units(outline.capacity_units, true).text(".")
}
