//! `cargo xtask`: builds, serves and tests Retrieval Map, and installs what that needs, saying so.
//!
//! One module for each errand: [`bundle`] makes `dist/`, [`serve`] shows it while it is being edited, [`suite`] runs what CI
//! runs, [`sdk`] what AWS's own SDKs say, [`formats`] what
//! those say who define the formats that are exported, [`shots`] takes pictures. [`setup`] installs, [`site`] answers what [`server`] is asked, [`page`] and [`single_file`] write HTML,
//! [`size`] weighs. Nothing here knows what the app does.

mod arguments;
mod bundle;
mod formats;
mod page;
mod pieces;
mod process;
mod sdk;
mod serve;
mod server;
mod setup;
mod shots;
mod single_file;
mod site;
mod size;
mod suite;
mod syntax;
mod terminal;
mod watch;

use arguments::Errand;
use std::{path::Path, process::ExitCode};

fn main() -> ExitCode {
    let mut words = std::env::args_os().skip(1).peekable();
    if words.peek().is_some_and(|word| word == "wbg-test") {
        return wasm_test_runner(words.skip(1));
    }
    let words = words.map(|word| word.to_string_lossy().into_owned()).collect();
    match run(words) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            terminal::complain(&error);
            ExitCode::FAILURE
        }
    }
}

fn run(words: Vec<String>) -> anyhow::Result<()> {
    let errand = arguments::parse(words)?;
    // Every path below is relative to the repository, wherever in it cargo was called.
    std::env::set_current_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join(".."))?;
    match errand {
        Errand::Help => {
            println!("{}", arguments::USAGE);
            Ok(())
        }
        Errand::Build { profile, single_file } => bundle::build_and_tell(profile, single_file),
        Errand::Size => size::tell(Path::new(bundle::DIST)).map(drop),
        Errand::Serve(options) => serve::serve(&options),
        Errand::Test { parts, passed_on } => suite::run(&parts, &passed_on),
        Errand::Bench { passed_on } => suite::bench(&passed_on),
        Errand::Fuzz { passed_on } => suite::fuzz(&passed_on),
        Errand::Shots { profile, passed_on } => shots::take(profile, &passed_on),
        Errand::Setup => setup::everything(),
    }
}

/// What cargo runs instead of a wasm test binary (see `.cargo/config.toml`): stays in the folder cargo chose.
fn wasm_test_runner(words: impl Iterator<Item = std::ffi::OsString>) -> ExitCode {
    let name = std::iter::once("wasm-bindgen-test-runner".into());
    match wasm_bindgen_cli::wasm_bindgen_test_runner::run_cli_with_args(name.chain(words)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            terminal::complain(&error);
            ExitCode::FAILURE
        }
    }
}
