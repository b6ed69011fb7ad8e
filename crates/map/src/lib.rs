//! What can be known and drawn of a design without a browser.
