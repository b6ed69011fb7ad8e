//! Files of every format that describes tables: as they are documented, and broken in the ways that files are.
#![allow(clippy::unwrap_used, clippy::indexing_slicing)] // the whole file is a test

mod imports {
    pub mod cloudformation;
    pub mod data_model;
    pub mod hostile;
    pub mod onetable;
    pub mod pasted;
    pub mod tables;
}

use map::design::{Opened, open, save};

/// Opens a text, and checks that what it says survives saving and opening again.
fn opened(text: &str) -> Opened {
    let opened = open(text).unwrap_or_else(|error| panic!("{error}"));
    let saved = save(&opened.design, &opened.database);
    let again = open(&saved).unwrap();
    assert!(again.design == opened.design, "the design is the same once saved and opened again");
    assert!(save(&again.design, &again.database) == saved, "and so are its items");
    assert!(
        again.defects.is_empty(),
        "nothing is wrong with what was saved: {:?}",
        again.defects.first()
    );
    opened
}

/// What was wrong, as it is listed.
fn listed(opened: &Opened) -> Vec<String> {
    opened.defects.iter().map(ToString::to_string).collect()
}

/// The sentence of a refusal, without the list of formats.
fn refused(text: &str) -> String {
    let error = open(text).map(|opened| opened.format).unwrap_err().to_string();
    error.split(". Designs of this app,").next().unwrap_or_default().to_owned()
}
