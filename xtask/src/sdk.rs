//! AWS's own SDKs against the engine's endpoint.
//!
//! Owns: installing the SDKs as `tests/sdk` pins them, into `target/sdk`; the endpoint's process; running a round with each, and
//! the code that rows are exported as. What is asked and expected stands in `tests/sdk`, and in the cases that the map's example
//! `code_cases` prints.

use crate::{process, setup, syntax, terminal};
use anyhow::{Context, Result, ensure};
use std::{
    env, fs,
    io::{BufRead, BufReader},
    path::{Path, PathBuf},
    process::{Child, ChildStdout, Command, Stdio},
};

const SOURCES: &str = "tests/sdk";
const JAVASCRIPT: &str = "target/sdk/javascript";
const PYTHON: &str = "target/sdk/python";
/// The rows whose code is run.
const CASES: &str = "target/sdk/cases.json";

/// Written when all was installed: what had been asked for.
const DONE: &str = "installed";

/// A program with the words that make it run its rounds: the one of every operation, and that of the rows' code.
type Rounds = (PathBuf, &'static [&'static [&'static str]]);

/// Starts the endpoint that cargo builds with `build`, and runs all rounds.
pub fn test(build: impl Fn() -> Command) -> Result<()> {
    let rounds = [javascript()?, python()?];
    let example = |name: &str| {
        let mut command = build();
        command.args(["--example", name]).args(process::MESSAGES);
        process::built(&mut command, name, env::consts::EXE_EXTENSION)
    };
    let endpoint = Endpoint::start(&example("endpoint")?)?;
    let cases = process::output_of(&mut Command::new(example("code_cases")?))?;
    fs::write(CASES, &cases)?;
    syntax::check(&cases)?;
    for (program, rounds) in rounds.iter().flatten() {
        for words in *rounds {
            process::run(Command::new(program).args(*words).envs([
                ("ENDPOINT", endpoint.address.as_str()),
                ("CASES", CASES),
                // What code that names no endpoint goes by.
                ("AWS_ENDPOINT_URL", &endpoint.address),
                ("AWS_REGION", "us-east-1"),
                ("AWS_DEFAULT_REGION", "us-east-1"),
                ("AWS_ACCESS_KEY_ID", "any"),
                ("AWS_SECRET_ACCESS_KEY", "thing"),
            ]))?;
        }
    }
    Ok(())
}

/// Installs both SDKs, or those that this machine can have.
pub fn install() -> Result<()> {
    javascript()?;
    python()?;
    Ok(())
}

/// The rounds in JavaScript. Without npm there are none, which fails under CI.
fn javascript() -> Result<Option<Rounds>> {
    let Some(npm) = setup::npm("AWS's SDK for JavaScript")? else { return Ok(None) };
    let folder = Path::new(JAVASCRIPT);
    fs::create_dir_all(folder)?;
    // Node looks for packages beside the file that imports them.
    for file in ["package.json", "package-lock.json", "round.mjs", "code.mjs"] {
        fs::copy(Path::new(SOURCES).join(file), folder.join(file))?;
    }
    let wanted = fs::read_to_string(folder.join("package-lock.json"))?;
    once(folder, &wanted, || {
        terminal::say(&format!("installing AWS's SDK for JavaScript with npm into {JAVASCRIPT}/"));
        let words = ["ci", "--silent", "--no-audit", "--no-fund", "--prefix", JAVASCRIPT];
        process::run(Command::new(&npm).args(words))
    })?;
    let node = process::on_path(&["node", "nodejs"]).context("npm is there, but not node")?;
    Ok(Some((
        node,
        &[
            &["--test", "--test-reporter=spec", "target/sdk/javascript/round.mjs"],
            &["--test", "--test-reporter=spec", "target/sdk/javascript/code.mjs"],
        ],
    )))
}

/// The rounds in Python. Without Python there are none, which fails under CI.
fn python() -> Result<Option<Rounds>> {
    let Some(python) = setup::python("boto3")? else { return Ok(None) };
    let folder = Path::new(PYTHON);
    let requirements = format!("{SOURCES}/requirements.txt");
    let wanted = fs::read_to_string(&requirements)?;
    let own = folder.join(if cfg!(windows) { "Scripts/python.exe" } else { "bin/python" });
    once(folder, &wanted, || {
        terminal::say(&format!("installing boto3 with pip into {PYTHON}/"));
        setup::python_environment(&python, folder)?;
        let words =
            ["-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--requirement"];
        process::run(Command::new(&own).args(words).arg(&requirements))
    })?;
    Ok(Some((own, &[&["tests/sdk/round.py"], &["tests/sdk/code.py"]])))
}

/// Installs into a folder, unless just this was installed there before.
pub fn once(folder: &Path, wanted: &str, install: impl FnOnce() -> Result<()>) -> Result<()> {
    let done = folder.join(DONE);
    if fs::read_to_string(&done).is_ok_and(|installed| installed == wanted) {
        return Ok(());
    }
    install()?;
    Ok(fs::write(done, wanted)?)
}

/// The endpoint's process; it ends when dropped.
pub struct Endpoint {
    process: Child,
    /// Where it listens, as a URL.
    pub address: String,
    /// Kept open: the endpoint may say more.
    _output: BufReader<ChildStdout>,
}

impl Endpoint {
    /// Starts it, and waits until it says its address.
    pub fn start(program: &Path) -> Result<Endpoint> {
        let mut command = Command::new(program);
        let mut process = command
            .args(["--port", "0"])
            .stdout(Stdio::piped())
            .spawn()
            .with_context(|| format!("cannot start {}", program.display()))?;
        let mut output = BufReader::new(process.stdout.take().context("its output was asked for")?);
        let mut line = String::new();
        output.read_line(&mut line)?;
        let address = line.trim_end().strip_prefix("listening on ").map(str::to_owned);
        let endpoint = Endpoint { process, address: address.unwrap_or_default(), _output: output };
        ensure!(!endpoint.address.is_empty(), "the endpoint does not say its address: `{line}`");
        Ok(endpoint)
    }
}

impl Drop for Endpoint {
    fn drop(&mut self) {
        // It may have ended by itself.
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}
