//! What units cost in money.
//!
//! Owns the price of a unit and the sum. Prices move: money is only shown beside the price it was worked out with.

/// US dollars for a million units, on demand.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct UnitPrice {
    /// For a million read units.
    pub per_million_read_units: f64,
    /// For a million write units.
    pub per_million_write_units: f64,
}

impl Default for UnitPrice {
    /// On demand in us-east-1, 2026. <https://aws.amazon.com/dynamodb/pricing/on-demand/>
    fn default() -> Self {
        Self { per_million_read_units: 0.125, per_million_write_units: 0.625 }
    }
}

/// US dollars of so many units.
pub fn cost(read_units: f64, write_units: f64, price: UnitPrice) -> f64 {
    (read_units * price.per_million_read_units + write_units * price.per_million_write_units)
        / 1_000_000.0
}
