//! A browser session for end-to-end tests.
