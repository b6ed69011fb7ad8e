//! What a person is told about what is kept: calmly, once, with what can be done about it.
//!
//! Owns: the kinds of note, their words and their buttons. Must never: do what a button offers.

use super::DesignsCommand;
use super::database::Fault;
use super::writing::MOST_MEGABYTES;

/// What a note is about. A note takes the place of one of its kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoteKind {
    /// A design that was changed before can be gone on with.
    Offer,
    /// A design was opened that had been kept.
    Restored,
    /// What is changed is not kept.
    Unkept,
    /// The design is open in another tab.
    Elsewhere,
    /// Another tab has changed it.
    Behind,
    /// Two tabs have changed it.
    Parted,
    /// A design was deleted.
    Deleted,
}

impl NoteKind {
    /// Its name in the page.
    pub fn name(self) -> &'static str {
        match self {
            Self::Offer => "offer",
            Self::Restored => "restored",
            Self::Unkept => "unkept",
            Self::Elsewhere => "elsewhere",
            Self::Behind => "behind",
            Self::Parted => "parted",
            Self::Deleted => "deleted",
        }
    }
}

/// A note.
#[derive(Clone, Debug, PartialEq)]
pub struct Note {
    /// What it is about.
    pub kind: NoteKind,
    /// What it says first.
    pub title: String,
    /// What else there is to say; empty where that is all.
    pub body: String,
    /// What can be done about it.
    pub buttons: Vec<(&'static str, DesignsCommand)>,
}

impl Note {
    pub(super) fn new(kind: NoteKind, title: String, body: &str) -> Self {
        Self { kind, title, body: body.to_owned(), buttons: Vec::new() }
    }

    pub(super) fn with(mut self, words: &'static str, command: DesignsCommand) -> Self {
        self.buttons.push((words, command));
        self
    }
}

/// Why what is changed is not kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Trouble {
    /// The browser's doing.
    Fault(Fault),
    /// The design is larger than what is kept.
    TooLarge,
}

impl Trouble {
    /// In a few words, after "Not saved: ".
    pub(super) fn short(&self) -> &'static str {
        match self {
            Self::TooLarge => "too large to keep",
            Self::Fault(Fault::Refused) => "no storage here",
            Self::Fault(Fault::Full) => "storage is full",
            Self::Fault(Fault::Newer) => "a newer version is in use",
            Self::Fault(Fault::Blocked) => "another tab is in the way",
            Self::Fault(Fault::Closed) => "storage was closed",
            Self::Fault(Fault::Other(_)) => "storage failed",
        }
    }

    /// In one sentence.
    fn sentence(&self) -> String {
        match self {
            Self::TooLarge => format!(
                "This design is larger than the {MOST_MEGABYTES} MB that are kept in the browser."
            ),
            Self::Fault(Fault::Refused) => {
                "This browser keeps nothing here: a private window, an embedded page or a setting does that.".to_owned()
            }
            Self::Fault(Fault::Full) => "The browser’s storage is full.".to_owned(),
            Self::Fault(Fault::Newer) => {
                "A newer version of this page keeps the designs in this browser; load the page anew to get it.".to_owned()
            }
            Self::Fault(Fault::Blocked) => {
                "Another tab with an older version of this page holds the storage; close it and load this one anew.".to_owned()
            }
            Self::Fault(Fault::Closed) => {
                "The browser closed the storage; load the page anew to have it back.".to_owned()
            }
            Self::Fault(Fault::Other(name)) => format!("The browser’s storage failed ({name})."),
        }
    }

    pub(super) fn note(&self) -> Note {
        let body = format!("{} Save the design as a file to keep what you do.", self.sentence());
        Note::new(NoteKind::Unkept, "Changes are not kept at the moment.".to_owned(), &body)
            .with("Save as a file", DesignsCommand::SaveFile)
    }
}

const MINUTE_MS: f64 = 60_000.0;
const HOUR_MS: f64 = 60.0 * MINUTE_MS;
const DAY_MS: f64 = 24.0 * HOUR_MS;

/// How long ago something was, in words.
pub fn ago(then_ms: f64, now_ms: f64) -> String {
    let passed = (now_ms - then_ms).max(0.0);
    let counted = |unit_ms: f64, unit: &str| {
        let count = (passed / unit_ms) as u64;
        let s = if count == 1 { "" } else { "s" };
        format!("{} {unit}{s} ago", map::numerals::grouped(count))
    };
    if passed < MINUTE_MS {
        "just now".to_owned()
    } else if passed < HOUR_MS {
        counted(MINUTE_MS, "minute")
    } else if passed < DAY_MS {
        counted(HOUR_MS, "hour")
    } else {
        counted(DAY_MS, "day")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn how_long_ago_it_was_is_said_in_the_largest_unit() {
        for (passed_ms, expected) in [
            (-5.0, "just now"),
            (59_999.0, "just now"),
            (60_000.0, "1 minute ago"),
            (7_199_999.0, "1 hour ago"),
            (2.0 * DAY_MS, "2 days ago"),
            (4_000.0 * DAY_MS, "4,000 days ago"),
        ] {
            assert_eq!(ago(1e12, 1e12 + passed_ms), expected);
        }
    }
}
