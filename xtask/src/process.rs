//! Running other programs.

use anyhow::{Context, Result, ensure};
use std::{
    env,
    path::{Path, PathBuf},
    process::Command,
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
    fn a_program_is_found_by_any_of_its_names() {
        assert!(on_path(&["no-such-program-here", "cargo"]).is_some());
        assert_eq!(on_path(&["no-such-program-here"]), None);
    }
}
