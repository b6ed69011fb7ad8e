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

/// All of them; the first is the one that opens when nothing else is asked for.
pub const SCENARIOS: &[Scenario] = &[
    Scenario { id: "warehouse", title: "Warehouse", json: include_str!("warehouse.json") },
    Scenario { id: "store", title: "Store: separate tables", json: include_str!("store.json") },
    Scenario {
        id: "store-single-table",
        title: "Store: one table",
        json: include_str!("store-single-table.json"),
    },
    Scenario { id: "ecommerce", title: "E-commerce", json: include_str!("ecommerce.json") },
    Scenario {
        id: "social",
        title: "Social: who is in which group",
        json: include_str!("social.json"),
    },
];

/// The scenario of that id.
pub fn find(id: &str) -> Option<&'static Scenario> {
    SCENARIOS.iter().find(|scenario| scenario.id == id)
}
