//! Golden scripts: what the engine does, written to be read.
//!
//! A script in `tests/scripts/` is a list of blocks: commands, a line `---`, and below it what they print,
//! up to the next empty line. A line that begins with a blank goes on from the one above it. `UPDATE=1 cargo test -p key-engine --test golden` writes what they print into
//! the scripts; read the difference before you keep it. `language.rs` says what commands there are.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::indexing_slicing,
    reason = "a test may panic"
)]

mod language;
mod many;
mod show;
mod statements;
mod time;

use std::path::{Path, PathBuf};

/// Runs a script; gives back the script with what its commands print now.
fn run(script: &str) -> Result<String, String> {
    let mut runner = language::Runner::default();
    let mut written = String::new();
    let mut printed = String::new();
    let mut lines = script.lines().enumerate().peekable();
    while let Some((number, line)) = lines.next() {
        written.push_str(line);
        written.push('\n');
        if line == "---" {
            written.push_str(if printed.is_empty() { "ok\n" } else { &printed });
            printed.clear();
            if lines.by_ref().any(|(_, old)| old.is_empty()) {
                written.push('\n');
            }
        } else if !line.is_empty() && !line.starts_with('#') {
            let mut command = line.to_owned();
            while let Some((_, more)) = lines.next_if(|(_, more)| more.starts_with(' ')) {
                written.push_str(more);
                written.push('\n');
                command.push('\n');
                command.push_str(more);
            }
            let output =
                runner.run(&command).map_err(|why| format!("line {}: {why}", number + 1))?;
            printed.push_str(&output);
        }
    }
    if printed.is_empty() {
        Ok(written)
    } else {
        Err("the last commands have no --- below them".to_owned())
    }
}

fn scripts() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/scripts");
    let mut paths: Vec<PathBuf> =
        std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    paths
}

/// The first line in which two texts differ.
fn difference(old: &str, new: &str) -> String {
    let (mut old, mut new) = (old.lines(), new.lines());
    for number in 1.. {
        match (old.next(), new.next()) {
            (None, None) => break,
            (a, b) if a != b => {
                return format!(
                    "line {number}:\n  - {}\n  + {}",
                    a.unwrap_or("(end)"),
                    b.unwrap_or("(end)")
                );
            }
            _ => {}
        }
    }
    "only in the last line break".to_owned()
}

#[test]
fn scripts_print_what_they_say() {
    let update = std::env::var_os("UPDATE").is_some();
    let mut wrong = Vec::new();
    let paths = scripts();
    assert!(!paths.is_empty());
    for path in paths {
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        let old = std::fs::read_to_string(&path).unwrap();
        match run(&old) {
            Err(why) => wrong.push(format!("{name}: {why}")),
            Ok(new) if new == old => {}
            Ok(new) if update => std::fs::write(&path, new).unwrap(),
            Ok(new) => wrong.push(format!("{name}: {}", difference(&old, &new))),
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
