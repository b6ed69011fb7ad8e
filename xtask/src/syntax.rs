//! The code that rows are exported as, read by the parsers of its languages.
//!
//! Owns: files of that code under `target/sdk/code`, and which program parses each language. JavaScript and Python are run
//! instead, see `sdk.rs`. Must never: download an SDK.

use crate::{process, terminal};
use anyhow::{Context, Result};
use serde_json::Value;
use std::{fs, path::PathBuf, process::Command};

const FOLDER: &str = "target/sdk/code";

/// Parses the code of all rows of these cases: Rust with rustfmt, and Java and Go where their tools are there.
pub fn check(cases: &str) -> Result<()> {
    let cases: Value = serde_json::from_str(cases)?;
    let rust = files(&cases, "Rust", "rs")?;
    process::run(Command::new("rustfmt").args(["--edition", "2024", "--quiet"]).args(rust))?;
    let java = files(&cases, "Java", "java")?;
    match process::on_path(&["java"]).filter(|_| process::on_path(&["javac"]).is_some()) {
        Some(program) => {
            process::run(Command::new(program).arg("tests/sdk/Parse.java").args(java))?;
        }
        None => terminal::say("leaving out the syntax of Java: there is no javac"),
    }
    let go = files(&cases, "Go", "go")?;
    match process::on_path(&["gofmt"]) {
        Some(program) => {
            process::output_of(Command::new(program).args(["-e", "-l"]).args(go))?;
        }
        None => terminal::say("leaving out the syntax of Go: there is no gofmt"),
    }
    Ok(())
}

/// Writes the code of all rows in a language, a file each.
fn files(cases: &Value, language: &str, ending: &str) -> Result<Vec<PathBuf>> {
    fs::create_dir_all(FOLDER)?;
    let rows = cases.as_array().into_iter().flatten();
    let rows = rows.filter_map(|case| case.get("rows")?.as_array()).flatten();
    let mut files = Vec::new();
    for row in rows {
        let code = row.get("code").and_then(|code| code.get(language)).and_then(Value::as_str);
        let code = code.with_context(|| format!("a row has no code in {language}"))?;
        let path = PathBuf::from(FOLDER).join(format!("row_{}.{ending}", files.len()));
        fs::write(&path, code)?;
        files.push(path);
    }
    Ok(files)
}
