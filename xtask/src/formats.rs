//! Exported files before those who define their formats.
//!
//! Owns: installing the judges as `tests/formats` pins them, into `target/formats`; having designs exported; running the judges. What
//! they ask stands in `tests/formats` alone.

use crate::{
    process,
    sdk::{Endpoint, once},
    setup, terminal,
};
use anyhow::{Context, Result};
use std::{
    env, fs,
    path::{Path, PathBuf},
    process::Command,
};

const SOURCES: &str = "tests/formats";
const JAVASCRIPT: &str = "target/formats/javascript";
const PYTHON: &str = "target/formats/python";
/// Below the packages of JavaScript: a stack looks for the CDK in the folders above it.
const EXPORTED: &str = "target/formats/javascript/exported";
/// Models that other people published; a checkout by itself does not have them.
const MODELS: &str = "../shared/nosql-workbench";

/// Has designs exported, both judges look at the files, and what was exported, or synthesised of it, read again. `build` builds the examples.
pub fn test(build: impl Fn() -> Command) -> Result<()> {
    let (javascript, python) = (javascript()?, python()?);
    let example = |name: &str| {
        let mut command = build();
        command.args(["--example", name]).args(process::MESSAGES);
        process::built(&mut command, name, env::consts::EXE_EXTENSION)
    };
    if Path::new(EXPORTED).is_dir() {
        fs::remove_dir_all(EXPORTED)?;
    }
    process::run(Command::new(example("exported")?).arg(EXPORTED).args(models()?))?;
    if let Some(node) = javascript {
        let judge = format!("{JAVASCRIPT}/judge.mjs");
        process::run(Command::new(node).args(["--test", "--test-reporter=spec", &judge]))?;
    }
    process::run(Command::new(example("reread")?).arg(EXPORTED))?;
    if let Some(python) = python {
        let endpoint = Endpoint::start(&example("endpoint")?)?;
        let mut command = Command::new(python);
        command.arg(format!("{SOURCES}/judge.py"));
        process::run(command.env("ENDPOINT", &endpoint.address).env("EXPORTED", EXPORTED))?;
    }
    Ok(())
}

/// Installs both judges, or those that this machine can have.
pub fn install() -> Result<()> {
    javascript()?;
    python()?;
    Ok(())
}

/// The published models, where they are.
fn models() -> Result<Vec<PathBuf>> {
    let Ok(folder) = fs::read_dir(MODELS) else {
        anyhow::ensure!(!setup::is_ci(), "the published models are not at {MODELS}");
        terminal::say(&format!("leaving out the published models, which are not at {MODELS}"));
        return Ok(Vec::new());
    };
    let mut models = Vec::new();
    for entry in folder {
        let path = entry?.path();
        if path.extension().is_some_and(|ending| ending == "json") {
            models.push(path);
        }
    }
    models.sort();
    Ok(models)
}

/// The CDK and HashiCorp's parser. Without npm there are none, which fails under CI.
fn javascript() -> Result<Option<PathBuf>> {
    let Some(npm) = setup::npm("the CDK and HashiCorp's parser")? else { return Ok(None) };
    let folder = Path::new(JAVASCRIPT);
    fs::create_dir_all(folder)?;
    // Node looks for packages beside the file that imports them.
    for file in ["package.json", "package-lock.json", "tsconfig.json", "judge.mjs"] {
        fs::copy(Path::new(SOURCES).join(file), folder.join(file))?;
    }
    let wanted = fs::read_to_string(folder.join("package-lock.json"))?;
    once(folder, &wanted, || {
        let what = "the CDK, TypeScript and HashiCorp's parser";
        terminal::say(&format!("installing {what} with npm into {JAVASCRIPT}/"));
        let words = ["ci", "--silent", "--no-audit", "--no-fund", "--prefix", JAVASCRIPT];
        process::run(Command::new(&npm).args(words))
    })?;
    process::on_path(&["node", "nodejs"]).context("npm is there, but not node").map(Some)
}

/// cfn-lint and boto3. Without Python there are none, which fails under CI.
fn python() -> Result<Option<PathBuf>> {
    let Some(python) = setup::python("cfn-lint")? else { return Ok(None) };
    let folder = Path::new(PYTHON);
    let requirements = format!("{SOURCES}/requirements.txt");
    let wanted = fs::read_to_string(&requirements)?;
    let own = folder.join(if cfg!(windows) { "Scripts/python.exe" } else { "bin/python" });
    once(folder, &wanted, || {
        terminal::say(&format!("installing cfn-lint and boto3 with pip into {PYTHON}/"));
        setup::python_environment(&python, folder)?;
        let words =
            ["-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--requirement"];
        process::run(Command::new(&own).args(words).arg(&requirements))
    })?;
    Ok(Some(own))
}
