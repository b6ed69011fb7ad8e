//! What the page knows of traffic from the beginning: what a link says of it, and a place for what is simulated.
//!
//! Owns the settings of the simulation as texts, which a link carries: whoever simulates reads them. It must never simulate, nor
//! know what lies in the place: that is loaded with the room.

use std::any::Any;
use std::sync::Arc;

use leptos::prelude::*;

use super::Store;

/// The settings that a link carries, by their names there.
pub const TRAFFIC_KEYS: [&str; 4] = ["seed", "popularity", "rules", "peak"];

/// What lies in the place of the simulation.
type Kept = Arc<dyn Any + Send + Sync>;

/// The settings, and the place for what is simulated.
#[derive(Clone, Copy)]
pub struct Traffic {
    /// In the order of [`TRAFFIC_KEYS`]; what is as it always is, is empty.
    pub settings: RwSignal<[String; TRAFFIC_KEYS.len()]>,
    kept: StoredValue<Option<Kept>>,
}

impl Traffic {
    pub(super) fn new() -> Self {
        Self { settings: RwSignal::new(Default::default()), kept: StoredValue::new(None) }
    }

    /// What was put into the place, where it is of that type.
    pub fn kept<T: Clone + 'static>(self) -> Option<T> {
        self.kept.with_value(|kept| kept.as_ref()?.downcast_ref::<T>().cloned())
    }

    /// Puts something into the place, for as long as the page is there.
    pub fn keep<T: Send + Sync + 'static>(self, kept: T) {
        self.kept.set_value(Some(Arc::new(kept)));
    }

    /// A setting as text.
    pub fn setting(self, key: &str) -> String {
        let place = TRAFFIC_KEYS.iter().position(|known| *known == key);
        place.and_then(|place| self.settings.read().get(place).cloned()).unwrap_or_default()
    }

    /// Takes what a link says; a setting that it does not name is as it always is where it names another.
    pub(super) fn follow(self, keys: &[(String, String)]) {
        let said = TRAFFIC_KEYS.map(|known| {
            let found = keys.iter().find(|(key, _)| key == known);
            found.map(|(_, value)| value.clone()).unwrap_or_default()
        });
        if said.iter().any(|said| !said.is_empty()) {
            self.settings.set(said);
        }
    }

    /// Forgets what was set for another design.
    pub(super) fn begin(self) {
        self.settings.set(Default::default());
    }

    /// Keys of a link, with their values as an address takes them.
    pub(super) fn keys(self) -> Vec<(&'static str, String)> {
        let settings = self.settings.get_untracked();
        let said = TRAFFIC_KEYS.into_iter().zip(settings).filter(|(_, value)| !value.is_empty());
        let encode = |(key, value): (&'static str, String)| {
            (key, String::from(js_sys::encode_uri_component(&value)))
        };
        said.map(encode).collect()
    }
}

impl Store {
    /// Changes a setting of the traffic, and the address with it.
    pub fn set_traffic(self, key: &str, value: String) {
        let Some(place) = TRAFFIC_KEYS.iter().position(|known| *known == key) else { return };
        self.traffic.settings.update(|settings| {
            if let Some(setting) = settings.get_mut(place) {
                *setting = value;
            }
        });
        self.note_address();
    }
}
