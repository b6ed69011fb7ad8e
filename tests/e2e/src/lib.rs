//! A browser session for end-to-end tests: Chromium through its own driver, no Node.
//!
//! `cargo xtask test e2e` builds the app, serves it and sets `APP_URL`, `CHROME`, `CHROMEDRIVER` and `AXE`. A test opens a
//! [`Browser`], does what a person would, asks what a person would see, and closes it: [`Browser::close`] fails when the page
//! logged an error. Every method panics, with a sentence, when the page does not do as asked within [`PATIENCE`]; a session
//! that ends that way leaves a picture of the page in `target/e2e/`.
//!
//! ```no_run
//! # async fn journey() {
//! let browser = e2e::Browser::open("#scenario=warehouse").await;
//! browser.click("[data-request=A3]").await;
//! browser.until("document.querySelector('[role=status]').textContent !== ''").await;
//! browser.close().await;
//! # }
//! ```
#![allow(
    clippy::missing_panics_doc,
    reason = "a test session panics whenever the page does not do as asked: that is its result"
)]

mod accessibility;
mod browser;
mod driver;
mod files;
mod input;
mod timing;

pub use browser::{Browser, PATIENCE, Theme, app_url};
pub use fantoccini::key::Key;
pub use timing::Durations;

use std::fmt::Display;

/// The value, or a panic that says what was being done.
fn must<T, E: Display>(result: Result<T, E>, doing: impl Display) -> T {
    result.unwrap_or_else(|error| panic!("{doing}: {error}"))
}
