//! Everything that CI runs, fast first: it stops at the first step that fails.

use crate::{
    bundle::{self, APP, Profile, TARGET},
    formats, process, sdk, setup, shots, size, terminal,
};
use anyhow::{Context, Result, bail};
use std::{
    path::Path,
    process::Command,
    time::{Duration, Instant},
};

/// A part of the suite that can be run by itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Part {
    Lint,
    Unit,
    Fuzz,
    Sdk,
    Formats,
    Web,
    EndToEnd,
}

struct Step {
    part: Part,
    name: &'static str,
    run: fn(passed_on: &[String]) -> Result<()>,
}

/// The app is linted and documented for wasm alone, so that its libraries need no third check; natively run only its unit tests.
const STEPS: [Step; 15] = [
    Step { part: Part::Lint, name: "formatting", run: formatting },
    Step { part: Part::Lint, name: "clippy of the crates and tools", run: clippy_native },
    Step { part: Part::Lint, name: "clippy of the app", run: clippy_wasm },
    Step {
        part: Part::Lint,
        name: "documentation of the crates and tools",
        run: documentation_native,
    },
    Step { part: Part::Lint, name: "documentation of the app", run: documentation_wasm },
    Step { part: Part::Unit, name: "unit tests", run: unit_tests },
    Step { part: Part::Unit, name: "laws of cost", run: laws_of_cost },
    Step { part: Part::Unit, name: "tests of the tools and the house rules", run: tool_tests },
    Step { part: Part::Fuzz, name: "half a minute of fuzzing", run: fuzzing },
    Step { part: Part::Sdk, name: "rounds of AWS's SDKs at the endpoint", run: sdk_rounds },
    Step { part: Part::Formats, name: "exported files before their judges", run: exported_files },
    Step { part: Part::Web, name: "component tests in the browser", run: component_tests },
    Step { part: Part::EndToEnd, name: "release build", run: release_build },
    Step { part: Part::EndToEnd, name: "end-to-end tests", run: end_to_end_tests },
    Step { part: Part::EndToEnd, name: "download size", run: download_size },
];

/// Runs the steps of these parts, or of all when none is named. `passed_on` goes to each `cargo test`.
pub fn run(parts: &[Part], passed_on: &[String]) -> Result<()> {
    let mut times: Vec<(&str, Duration)> = Vec::new();
    for step in STEPS.iter().filter(|step| parts.is_empty() || parts.contains(&step.part)) {
        terminal::say(step.name);
        let started = Instant::now();
        let result = (step.run)(passed_on);
        times.push((step.name, started.elapsed()));
        if result.is_err() {
            print_times(&times, "failed");
        }
        result.with_context(|| format!("{} failed", step.name))?;
    }
    print_times(&times, "ok");
    Ok(())
}

/// One line for each step that was run; all but the last succeeded.
fn print_times(times: &[(&str, Duration)], last: &str) {
    terminal::say("summary");
    for (index, (name, time)) in times.iter().enumerate() {
        let outcome = if index + 1 == times.len() { last } else { "ok" };
        println!("{:>8.1} s  {outcome:<6}  {name}", time.as_secs_f64());
    }
    let all: Duration = times.iter().map(|(_, time)| *time).sum();
    println!("{:>8.1} s  in all", all.as_secs_f64());
}

fn cargo(words: &[&str]) -> Command {
    let mut command = process::cargo();
    command.args(words);
    command
}

fn formatting(_: &[String]) -> Result<()> {
    process::run(&mut cargo(&["fmt", "--all", "--check"]))
        .context("`cargo fmt --all` puts it right")
}

fn clippy_native(_: &[String]) -> Result<()> {
    process::run(&mut cargo(&[
        "clippy",
        "--workspace",
        "--exclude",
        APP,
        "--all-targets",
        "--",
        "-D",
        "warnings",
    ]))
}

fn documentation_native(_: &[String]) -> Result<()> {
    document(cargo(&["doc", "--no-deps", "--workspace", "--exclude", APP]))
}

fn clippy_wasm(_: &[String]) -> Result<()> {
    setup::wasm_target()?;
    process::run(&mut cargo(&[
        "clippy",
        "--package",
        APP,
        "--all-targets",
        "--target",
        TARGET,
        "--",
        "-D",
        "warnings",
    ]))
}

fn documentation_wasm(_: &[String]) -> Result<()> {
    setup::wasm_target()?;
    document(cargo(&["doc", "--no-deps", "--package", APP, "--target", TARGET]))
}

fn document(mut command: Command) -> Result<()> {
    process::run(command.env("RUSTDOCFLAGS", "-D warnings"))
}

/// What is built together gets its libraries with the features that all of it asks for: a step that names other packages
/// compiles them once more.
const TOGETHER: [&str; 10] = [
    "--package",
    "key-engine",
    "--package",
    "map",
    "--package",
    APP,
    "--package",
    "recorded",
    "--package",
    "fuzz",
];

fn unit_tests(passed_on: &[String]) -> Result<()> {
    process::run(cargo(&["test"]).args(TOGETHER).arg("--").args(passed_on))
}

fn fuzzing(_: &[String]) -> Result<()> {
    fuzz(&["--seconds".to_owned(), "30".to_owned()])
}

/// Looks for calls that break a law of the engine; `words` are for the fuzzer.
pub fn fuzz(words: &[String]) -> Result<()> {
    process::run(
        cargo(&["run", "--quiet", "--profile", "fuzz", "--package", "fuzz", "--"]).args(words),
    )
}

fn sdk_rounds(_: &[String]) -> Result<()> {
    sdk::test(|| {
        let mut build = cargo(&["build"]);
        build.args(TOGETHER);
        build
    })
}

fn exported_files(_: &[String]) -> Result<()> {
    formats::test(|| {
        let mut build = cargo(&["build"]);
        build.args(TOGETHER);
        build
    })
}

/// Times say something of an optimized build alone. It is built of the engine and nothing else, and the tests wait for each other.
fn laws_of_cost(passed_on: &[String]) -> Result<()> {
    process::run(cargo(&["test", "--release", "--package", "cost", "--"]).args(passed_on))
}

/// Measures the engine, then the simulation of traffic; `words` are for criterion.
pub fn bench(words: &[String]) -> Result<()> {
    for (package, bench) in [("key-engine", "engine"), ("map", "traffic")] {
        process::run(cargo(&["bench", "--package", package, "--bench", bench, "--"]).args(words))?;
    }
    Ok(())
}

/// By itself: together with other packages its libraries would get other features, and be compiled once more.
fn tool_tests(passed_on: &[String]) -> Result<()> {
    process::run(cargo(&["test", "--package", "xtask", "--"]).args(passed_on))
}

fn component_tests(passed_on: &[String]) -> Result<()> {
    setup::wasm_target()?;
    let browser = setup::browser()?;
    let mut command = cargo(&["test", "--package", APP, "--target", TARGET, "--test", "web", "--"]);
    browser.name_to(&mut command);
    command.env("WASM_BINDGEN_TEST_WEBDRIVER_JSON", webdriver_json(&browser)?);
    // All tests together; the runner's own 20 seconds are short for a busy machine.
    command.env("WASM_BINDGEN_TEST_TIMEOUT", "600");
    process::run(command.args(passed_on))
}

/// `webdriver.json` with the browser that was found: the test runner knows no other way to be told.
fn webdriver_json(browser: &setup::Browser) -> Result<std::path::PathBuf> {
    let mut capabilities: serde_json::Value =
        serde_json::from_str(&std::fs::read_to_string("webdriver.json")?)?;
    let Some(options) =
        capabilities.get_mut("goog:chromeOptions").and_then(serde_json::Value::as_object_mut)
    else {
        bail!("webdriver.json has no goog:chromeOptions");
    };
    options.insert("binary".to_owned(), browser.chrome.to_string_lossy().into());
    let path = std::path::absolute("target/webdriver.json")?;
    std::fs::write(&path, capabilities.to_string())?;
    Ok(path)
}

fn release_build(_: &[String]) -> Result<()> {
    bundle::build(Profile::Web, true)
}

fn download_size(_: &[String]) -> Result<()> {
    size::check(size::tell(Path::new(bundle::DIST))?)
}

fn end_to_end_tests(passed_on: &[String]) -> Result<()> {
    let mut command = cargo(&["test", "--package", "e2e", "--"]);
    setup::browser()?.name_to(&mut command);
    if let Some(axe) = setup::axe()? {
        command.env("AXE", axe);
    }
    command.env("APP_URL", format!("http://{}/", shots::serve_dist()?));
    // One browser at a time: frames are measured, and two browsers on two cores have made one miss its start.
    command.env("RUST_TEST_THREADS", "1");
    process::run(command.args(passed_on))
}
