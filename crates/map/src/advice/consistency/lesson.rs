//! What two buyers teach, sale by sale.
//!
//! Owns the lessons, their words and their moments. Must never: say how one ends; that is found by performing it.

use super::buying::{Buyer, Buying, Purchase};
use super::stock::Stock;

/// A sale as it is told.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lesson {
    /// The last item, looked up with eventual reads.
    EventualReads,
    /// The same with strong reads, one buyer after the other.
    StrongReads,
    /// Strong reads, both buyers looking before either buys.
    StrongReadsTogether,
    /// Eventual reads, and a condition in the write.
    Condition,
    /// Each writes what they saw less one, and one sale is not counted.
    LostUpdate,
    /// The same, if it is still what they saw.
    LostUpdateRefused,
}

impl Lesson {
    /// All, in the order to tell them in.
    pub const ALL: [Self; 6] = [
        Self::EventualReads,
        Self::StrongReads,
        Self::StrongReadsTogether,
        Self::Condition,
        Self::LostUpdate,
        Self::LostUpdateRefused,
    ];

    /// What it is called.
    pub fn title(self) -> &'static str {
        match self {
            Self::EventualReads => "The last one, with eventual reads",
            Self::StrongReads => "The last one, with strong reads",
            Self::StrongReadsTogether => "Strong reads, both at once",
            Self::Condition => "A condition in the write",
            Self::LostUpdate => "A lost update",
            Self::LostUpdateRefused => "The same update, with a condition",
        }
    }

    /// What it shows.
    pub fn about(self) -> &'static str {
        match self {
            Self::EventualReads => {
                "Buyer 2 looks after buyer 1 has bought. A replica that has not heard of the purchase still shows one on the shelf, and it is sold twice."
            }
            Self::StrongReads => {
                "The same moments, but both ask the leader. Buyer 2 sees that none is left. That is right in this order of things, not in every one."
            }
            Self::StrongReadsTogether => {
                "Both look before either buys. Each is told the truth, and it is sold twice all the same: a read promises nothing about the moment after it."
            }
            Self::Condition => {
                "Both look before either buys, with eventual reads at half the price. The write carries the condition, which the leader checks as it writes: whatever anybody saw, one of them is refused."
            }
            Self::LostUpdate => {
                "Both read the same number, and each writes one less. The second write takes the first one back: two are sold, and one is counted."
            }
            Self::LostUpdateRefused => {
                "Each writes one less only if the number is still what they saw. The second is refused, looks again and tries again."
            }
        }
    }

    /// The sale, of a stock.
    pub fn buying(self, stock: &Stock) -> Buying {
        let after = Buyer::two([0, 1, 2, 3]);
        let together = Buyer::two([0, 2, 1, 3]);
        let (start, strong, purchase, buyers) = match self {
            Self::EventualReads => (1, false, Purchase::Subtract, after),
            Self::StrongReads => (1, true, Purchase::Subtract, after),
            Self::StrongReadsTogether => (1, true, Purchase::Subtract, together),
            Self::Condition => (1, false, Purchase::SubtractIfAny, together),
            Self::LostUpdate => (stock.on_hand.max(2), true, Purchase::SetWhatIsLeft, together),
            Self::LostUpdateRefused => {
                (stock.on_hand.max(2), true, Purchase::SetIfUnchanged, together)
            }
        };
        let tries_again = u32::from(self == Self::LostUpdateRefused);
        Buying { stock: stock.clone(), start, strong, purchase, buyers, tries_again }
    }
}
