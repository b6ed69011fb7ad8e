//! The lessons about replicas, and their words.

use map::advice::consistency::{FollowPlan, Lesson};

/// What is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Taught {
    /// Two buyers.
    Sale(Lesson),
    /// The owner's write of a fact that is stored twice.
    Copy(FollowPlan),
    /// An index that follows later.
    Index,
    /// The same, at the step at which the index refuses a strong read.
    StrongIndex,
}

const SALES: [Taught; 6] = [
    Taught::Sale(Lesson::EventualReads),
    Taught::Sale(Lesson::StrongReads),
    Taught::Sale(Lesson::StrongReadsTogether),
    Taught::Sale(Lesson::Condition),
    Taught::Sale(Lesson::LostUpdate),
    Taught::Sale(Lesson::LostUpdateRefused),
];
const COPIES: [Taught; 4] = [
    Taught::Copy(FollowPlan::Transaction),
    Taught::Copy(FollowPlan::Stream),
    Taught::Copy(FollowPlan::TwoWrites),
    Taught::Copy(FollowPlan::Nobody),
];
const INDEXES: [Taught; 2] = [Taught::Index, Taught::StrongIndex];

/// The lessons as they belong together.
pub const GROUPS: [(&str, &[Taught]); 3] = [
    ("The last one is being bought", &SALES),
    ("A fact that is stored twice", &COPIES),
    ("An index", &INDEXES),
];

impl Taught {
    /// All, in the order of the groups.
    pub const ALL: [Self; 12] = [
        Self::Sale(Lesson::EventualReads),
        Self::Sale(Lesson::StrongReads),
        Self::Sale(Lesson::StrongReadsTogether),
        Self::Sale(Lesson::Condition),
        Self::Sale(Lesson::LostUpdate),
        Self::Sale(Lesson::LostUpdateRefused),
        Self::Copy(FollowPlan::Transaction),
        Self::Copy(FollowPlan::Stream),
        Self::Copy(FollowPlan::TwoWrites),
        Self::Copy(FollowPlan::Nobody),
        Self::Index,
        Self::StrongIndex,
    ];

    /// Names it in the page.
    pub fn id(self) -> &'static str {
        match self {
            Self::Sale(Lesson::EventualReads) => "eventual",
            Self::Sale(Lesson::StrongReads) => "strong",
            Self::Sale(Lesson::StrongReadsTogether) => "together",
            Self::Sale(Lesson::Condition) => "condition",
            Self::Sale(Lesson::LostUpdate) => "lost",
            Self::Sale(Lesson::LostUpdateRefused) => "refused",
            Self::Copy(FollowPlan::Transaction) => "transaction",
            Self::Copy(FollowPlan::Stream) => "stream",
            Self::Copy(FollowPlan::TwoWrites) => "two-writes",
            Self::Copy(FollowPlan::Nobody) => "no-plan",
            Self::Index => "index",
            Self::StrongIndex => "strong-index",
        }
    }

    /// What it is called.
    pub fn title(self) -> &'static str {
        match self {
            Self::Sale(lesson) => lesson.title(),
            Self::Copy(FollowPlan::Transaction) => "The owner writes both in one transaction",
            Self::Copy(FollowPlan::Stream) => "The copy follows by the stream",
            Self::Copy(FollowPlan::TwoWrites) => "The owner writes both, one by one",
            Self::Copy(FollowPlan::Nobody) => "Nobody has a plan for the copy",
            Self::Index => "An index follows later",
            Self::StrongIndex => "A strong read of an index",
        }
    }

    /// What it shows.
    pub fn about(self) -> &'static str {
        match self {
            Self::Sale(lesson) => lesson.about(),
            Self::Copy(FollowPlan::Transaction) => {
                "Source and copy change at one moment. Whoever reads strongly finds them the same; replicas learn of it in their own time."
            }
            Self::Copy(FollowPlan::Stream) => {
                "The owner writes the source. A consumer of the table's stream hears of it and writes the copy: until then the two disagree, whoever asks."
            }
            Self::Copy(FollowPlan::TwoWrites) => {
                "The owner writes the source and then the copy. In between they disagree, and for good if the second write never comes."
            }
            Self::Copy(FollowPlan::Nobody) => {
                "The owner writes the source alone. The copy stays as it was until somebody finds the two apart and brings them in step."
            }
            Self::Index => {
                "An item is deleted. The table knows at once; a global secondary index shows its entry until the news has come, first to the index and then to each of its replicas."
            }
            Self::StrongIndex => {
                "A global secondary index answers eventual reads alone. Asked for a strong one, DynamoDB refuses, in the words below; whoever must know asks the table."
            }
        }
    }

    /// What its choice is of.
    pub fn about_label(self) -> &'static str {
        match self {
            Self::Sale(_) => "What is bought",
            Self::Copy(_) => "The source",
            Self::Index | Self::StrongIndex => "The index",
        }
    }

    /// Why it cannot be shown, where a design has nothing for it.
    pub fn missing(self) -> &'static str {
        match self {
            Self::Sale(_) => {
                "Nothing in this design can be bought: no item has a whole number that counts something, such as onHand. Put one into an item, and two buyers can meet."
            }
            Self::Copy(_) => {
                "No fact is stored twice in this design, as far as its items and its declared copies show. Declare a copy on the worksheet, and it can be watched."
            }
            Self::Index | Self::StrongIndex => {
                "No table of this design has a global secondary index with an entry. Open a door of that kind, and it can be watched following its table."
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_groups_hold_every_lesson_once_in_order() {
        let grouped: Vec<Taught> =
            GROUPS.iter().flat_map(|(_, taught)| taught.iter().copied()).collect();
        assert_eq!(grouped, Taught::ALL);
        for (place, one) in Taught::ALL.iter().enumerate() {
            assert!(Taught::ALL.iter().skip(place + 1).all(|other| other.id() != one.id()));
            assert!(one.about().ends_with('.') && one.missing().ends_with('.'));
        }
    }
}
