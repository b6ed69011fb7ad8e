//! Running other programs.

use anyhow::{Context, Result, ensure};
use serde_json::Value;
use std::{
    env,
    io::{BufRead, BufReader},
    path::{Path, PathBuf},
    process::{Command, Stdio},
};

/// The cargo that runs xtask.
pub fn cargo() -> Command {
    Command::new(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()))
}

/// Runs to the end; an exit code other than zero is an error that names the command.
pub fn run(command: &mut Command) -> Result<()> {
    let status = command.status().with_context(|| format!("cannot start {}", shown(command)))?;
    ensure!(status.success(), "`{}` failed ({status})", shown(command));
    Ok(())
}

/// Runs to the end and gives what was printed, without the newline at its end.
pub fn output_of(command: &mut Command) -> Result<String> {
    let output = command.output().with_context(|| format!("cannot start {}", shown(command)))?;
    ensure!(output.status.success(), "`{}` failed ({})", shown(command), output.status);
    Ok(String::from_utf8(output.stdout)?.trim_end().to_owned())
}

/// The command as a person would type it, its program without folders.
fn shown(command: &Command) -> String {
    let program = Path::new(command.get_program()).file_name().unwrap_or(command.get_program());
    std::iter::once(program)
        .chain(command.get_args())
        .map(std::ffi::OsStr::to_string_lossy)
        .collect::<Vec<_>>()
        .join(" ")
}

/// How cargo is asked to name the files that it makes, see [`built`].
pub const MESSAGES: [&str; 2] = ["--message-format", "json-render-diagnostics"];

/// Runs `cargo build` with these words, and gives the file it made, as cargo itself names it: that of the target of this name
/// with this ending.
pub fn built(cargo: &mut Command, target: &str, ending: &str) -> Result<PathBuf> {
    let mut child = cargo.stdout(Stdio::piped()).spawn().context("cannot start cargo")?;
    let messages = BufReader::new(child.stdout.take().context("cargo has no output")?);
    let mut built = None;
    for line in messages.lines() {
        built = file_in(&line?, target, ending).or(built);
    }
    ensure!(child.wait()?.success(), "{target} does not compile");
    built.with_context(|| format!("cargo did not say where it put {target}"))
}

/// The file named by one of cargo's JSON messages.
fn file_in(message: &str, target: &str, ending: &str) -> Option<PathBuf> {
    let message: Value = serde_json::from_str(message).ok()?;
    if message.get("reason")? != "compiler-artifact"
        || message.get("target")?.get("name")? != target
    {
        return None;
    }
    let mut files =
        message.get("filenames")?.as_array()?.iter().filter_map(Value::as_str).map(PathBuf::from);
    files.find(|file| file.extension().unwrap_or_default() == ending)
}

/// The first of these programs found on PATH.
pub fn on_path(names: &[&str]) -> Option<PathBuf> {
    let folders: Vec<PathBuf> = env::split_paths(&env::var_os("PATH")?).collect();
    let file_names = names
        .iter()
        .flat_map(|name| [format!("{name}{}", env::consts::EXE_SUFFIX), format!("{name}.cmd")]);
    file_names
        .flat_map(|name| folders.iter().map(move |folder| folder.join(&name)))
        .find(|path| path.is_file())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_failure_names_the_command() {
        let error = run(cargo().args(["--quiet", "--list", "--no-such-flag-here"]))
            .unwrap_err()
            .to_string();
        assert!(error.contains("--no-such-flag-here` failed"), "{error}");
    }

    #[test]
    fn cargo_says_where_the_file_is() {
        let message = |name: &str, reason: &str| {
            format!(
                r#"{{"reason":"{reason}","target":{{"name":"{name}"}},"filenames":["/t/x.rlib","/t/x.wasm","/t/x"]}}"#
            )
        };
        let built = message("app", "compiler-artifact");
        assert_eq!(file_in(&built, "app", "wasm"), Some("/t/x.wasm".into()));
        assert_eq!(file_in(&built, "app", ""), Some("/t/x".into()));
        assert_eq!(file_in(&built, "map", "wasm"), None);
        assert_eq!(file_in(&message("app", "compiler-message"), "app", "wasm"), None);
        assert_eq!(file_in("warning: not JSON", "app", "wasm"), None);
    }

    #[test]
    fn a_program_is_found_by_any_of_its_names() {
        assert!(on_path(&["no-such-program-here", "cargo"]).is_some());
        assert_eq!(on_path(&["no-such-program-here"]), None);
    }
}
