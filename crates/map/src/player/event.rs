//! What happens at one step of a walk.

/// What happens at one step. Legs are numbered through the whole walk, not per page; collections, ranks and partitions
/// are those of the leg's door at the time of the walk.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Event {
    /// Step 0: the walker stands at the dispatch desk and nothing has been read.
    AtDesk,
    /// The walker turns off the corridor into a partition it was not in.
    EnterPartition {
        /// The leg that enters it.
        leg: usize,
        /// The partition entered.
        partition: u32,
        /// The first collection visited there (where it would stand, when the key does not exist).
        collection: u32,
    },
    /// The walker enters a collection it was not in.
    EnterCollection {
        /// The leg that enters it.
        leg: usize,
        /// The partition the collection lies in.
        partition: u32,
        /// The collection's ordinal in the door's hash order.
        collection: u32,
        /// The rank at which reading begins; with nothing to read, where reading would have begun.
        rank: u32,
    },
    /// One item is evaluated.
    Read {
        /// The leg that reads it.
        leg: usize,
        /// The partition the item lies in.
        partition: u32,
        /// The collection's ordinal.
        collection: u32,
        /// The item's rank in its collection.
        rank: u32,
        /// How many items this leg evaluated before this one.
        position_in_leg: u32,
        /// Whether the item was returned; if not, the filter discarded it after the read was paid for. Of a write: whether it
        /// was done.
        returned: bool,
    },
    /// The walker comes to where a key would stand, and there is nothing.
    MissingKey {
        /// The leg that looked for it.
        leg: usize,
        /// The partition its hash falls in.
        partition: u32,
        /// The ordinal the collection would have.
        collection: u32,
    },
    /// A round trip ends.
    PageEnd {
        /// The page, counted from 0.
        page: usize,
    },
    /// The last step: the walker is back with what was found.
    Done,
}

impl Event {
    /// The leg this step belongs to; none at the desk, at a page's end and when done.
    pub fn leg(&self) -> Option<usize> {
        match *self {
            Event::EnterPartition { leg, .. }
            | Event::EnterCollection { leg, .. }
            | Event::Read { leg, .. }
            | Event::MissingKey { leg, .. } => Some(leg),
            Event::AtDesk | Event::PageEnd { .. } | Event::Done => None,
        }
    }
}
