//! What the page knows of traffic from the beginning: what a link says of it, and a place for what is simulated.
//!
//! Owns what a link says of the simulation, as texts: whoever simulates reads them. It must never simulate, nor know what lies in
//! the place: that is loaded with the room.

use std::any::Any;
use std::sync::Arc;

use leptos::prelude::*;

use super::Store;

/// The settings that a link carries, by their names there.
const KEYS: [&str; 2] = ["seed", "popularity"];

/// What lies in the place of the simulation.
type Kept = Arc<dyn Any + Send + Sync>;

/// The settings, and the place for what is simulated.
#[derive(Clone, Copy)]
pub struct Traffic {
    /// What a link has said of the seed and of how popular keys are, until somebody changes it.
    pub asked: RwSignal<[String; 2]>,
    /// What a link to this is to say of them.
    told: RwSignal<Option<[String; 2]>>,
    kept: StoredValue<Option<Kept>>,
}

impl Traffic {
    pub(super) fn new() -> Self {
        Self {
            asked: RwSignal::new(Default::default()),
            told: RwSignal::new(None),
            kept: StoredValue::new(None),
        }
    }

    /// What was put into the place, where it is of that type.
    pub fn kept<T: Clone + 'static>(self) -> Option<T> {
        self.kept.with_value(|kept| kept.as_ref()?.downcast_ref::<T>().cloned())
    }

    /// Puts something into the place, for as long as the page is there.
    pub fn keep<T: Send + Sync + 'static>(self, kept: T) {
        self.kept.set_value(Some(Arc::new(kept)));
    }

    /// Takes what a link says; a setting that it does not name is as it always is where it names another.
    pub(super) fn follow(self, keys: &[(String, String)]) {
        let said = KEYS.map(|known| {
            let found = keys.iter().find(|(key, _)| key == known);
            found.map(|(_, value)| value.clone()).unwrap_or_default()
        });
        if said.iter().any(|said| !said.is_empty()) {
            self.asked.set(said);
        }
    }

    /// Forgets what was set for another design.
    pub(super) fn begin(self) {
        self.asked.set(Default::default());
        self.told.set(None);
    }

    /// Keys of a link, with their values as an address takes them.
    pub(super) fn keys(self) -> Vec<(&'static str, String)> {
        let settings = self.told.get_untracked().unwrap_or_else(|| self.asked.get_untracked());
        let said = KEYS.into_iter().zip(settings).filter(|(_, value)| !value.is_empty());
        let encode = |(key, value): (&'static str, String)| {
            (key, String::from(js_sys::encode_uri_component(&value)))
        };
        said.map(encode).collect()
    }
}

impl Store {
    /// Has the address say this of the seed and of how popular keys are.
    pub fn tell_traffic(self, said: [String; 2]) {
        self.traffic.told.set(Some(said));
        self.note_address();
    }
}
