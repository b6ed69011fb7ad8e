//! Words that invented items are made of.

/// First names.
pub const FIRST_NAMES: [&str; 12] = [
    "Leo", "Amara", "Ines", "Noah", "Maya", "Tomas", "Yuki", "Priya", "Olu", "Freya", "Mateo",
    "Lin",
];
/// Last names.
pub const LAST_NAMES: [&str; 10] =
    ["Martin", "Okafor", "Duarte", "Novak", "Sato", "Rao", "Berg", "Silva", "Chen", "Haddad"];
/// Cities.
pub const CITIES: [&str; 8] =
    ["San Jose", "Reno", "Portland", "Austin", "Boise", "Tacoma", "Fresno", "Eugene"];
/// What an order's status may be.
pub const STATUSES: [&str; 4] = ["DELIVERED", "SHIPPED", "PACKING", "RETURNED"];
/// Things one can order.
pub const GOODS: [&str; 10] = [
    "Desk lamp",
    "Footrest",
    "Wireless mouse",
    "Keyboard",
    "USB-C dock",
    "Notebook stand",
    "Cable tidy",
    "Monitor arm",
    "Webcam",
    "Headset",
];
/// Streets.
pub const STREETS: [&str; 8] = [
    "Oak Street",
    "Mill Road",
    "Harbor Avenue",
    "Cedar Lane",
    "Station Road",
    "Juniper Way",
    "Hill Street",
    "Orchard Drive",
];
/// Firms.
pub const FIRMS: [&str; 8] = [
    "Northwind Tools",
    "Blue Harbor",
    "Cedar & Sons",
    "Lumen Works",
    "Fieldstone",
    "Kestrel Supply",
    "Maple Freight",
    "Brightwater",
];
/// Domains that belong to nobody.
pub const DOMAINS: [&str; 3] = ["example.com", "example.org", "example.net"];
