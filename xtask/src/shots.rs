//! Screenshots of the app, taken by the browser session of the end-to-end tests.

use crate::{
    bundle::{self, Profile},
    process, server, setup,
    site::Site,
};
use anyhow::Result;
use std::{net::SocketAddr, path::Path};

/// Builds the app, serves it, and has `tests/e2e/src/bin/shots.rs` take the pictures that `words` ask for.
pub fn take(profile: Profile, words: &[String]) -> Result<()> {
    let mut command = process::cargo();
    command.args(["run", "--quiet", "--package", "e2e", "--bin", "shots", "--"]).args(words);
    if !words.iter().any(|word| matches!(word.as_str(), "--help" | "-h")) {
        setup::browser()?.name_to(&mut command);
        if !words.iter().any(|word| word == "--url") {
            bundle::build(profile, false)?;
            command.env("APP_URL", format!("http://{}/", serve_dist()?));
        }
    }
    process::run(&mut command)
}

/// Serves `dist/` as it is now, on a free port, also from below a folder, as a host of many sites would.
pub fn serve_dist() -> Result<SocketAddr> {
    let site = Site::read(Path::new(bundle::DIST))?;
    server::start(0, move |method, target| {
        let inner = target.strip_prefix(SUBFOLDER).map(|rest| format!("/{rest}"));
        site.answer(method, inner.as_deref().unwrap_or(target))
    })
}

/// Where the end-to-end tests find the app a second time.
const SUBFOLDER: &str = "/some/folder/";
