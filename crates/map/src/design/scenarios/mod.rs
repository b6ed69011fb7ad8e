//! The scenarios that ship with the app, as documents in the app's own format.
//!
//! Owns their list. What they hold is data in the JSON files beside this one.

/// A built-in design.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Scenario {
    /// Its name in links, such as `warehouse`.
    pub id: &'static str,
    /// Its name for readers.
    pub title: &'static str,
    /// The document, for [`open`](super::open).
    pub json: &'static str,
}

/// The ids of all and their names for readers, without what they hold.
pub const TITLES: [(&str, &str); 5] = [
    ("warehouse", "Warehouse"),
    ("store", "Store: separate tables"),
    ("store-single-table", "Store: one table"),
    ("ecommerce", "E-commerce"),
    ("social", "Social: who is in which group"),
];

const fn scenario((id, title): (&'static str, &'static str), json: &'static str) -> Scenario {
    Scenario { id, title, json }
}

/// The one that opens when nothing else is asked for.
pub const FIRST: Scenario = scenario(TITLES[0], include_str!("warehouse.json"));

/// All of them, in the order of [`TITLES`].
pub const SCENARIOS: &[Scenario] = &[
    FIRST,
    scenario(TITLES[1], include_str!("store.json")),
    scenario(TITLES[2], include_str!("store-single-table.json")),
    scenario(TITLES[3], include_str!("ecommerce.json")),
    scenario(TITLES[4], include_str!("social.json")),
];

/// The scenario of that id.
pub fn find(id: &str) -> Option<&'static Scenario> {
    SCENARIOS.iter().find(|scenario| scenario.id == id)
}
