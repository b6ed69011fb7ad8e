//! Finds what the other errands need, and installs what is missing where a package manager is at hand, saying so.

use crate::{
    bundle::TARGET,
    formats,
    process::{on_path, output_of, run},
    sdk, terminal,
};
use anyhow::{Context, Result, bail, ensure};
use std::{
    env,
    path::{Path, PathBuf},
    process::Command,
};

/// The accessibility checker of the end-to-end tests, from npm.
const AXE_VERSION: &str = "4.14.1";
const AXE_FOLDER: &str = "target/axe";

const BROWSER_NAMES: [&str; 5] =
    ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome"];
const BROWSER_PLACES: [&str; 4] = [
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
    r"C:\Program Files\Google\Chrome\Application\chrome.exe",
    r"C:\Program Files (x86)\Google\Chrome\Application\chrome.exe",
];
const WITHOUT_BROWSER: &str = "the browser tests need Chrome or Chromium and the chromedriver of the same version: install both \
    (macOS: `brew install --cask chromium chromedriver`; Fedora: `dnf install chromium chromedriver`; Arch: `pacman -S chromium`; \
    Windows: `winget install Google.Chrome` and the chromedriver of its version), \
    or name them in the variables CHROME and CHROMEDRIVER";

/// A browser and the driver that goes with it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Browser {
    pub chrome: PathBuf,
    pub driver: PathBuf,
}

impl Browser {
    /// Passes the browser on to tests.
    pub fn name_to(&self, command: &mut Command) {
        command.env("CHROME", &self.chrome).env("CHROMEDRIVER", &self.driver);
    }
}

/// Whether this runs for continuous integration: then nothing is skipped.
pub fn is_ci() -> bool {
    env::var("CI").is_ok_and(|value| value == "true" || value == "1")
}

/// Installs everything that any errand needs.
pub fn everything() -> Result<()> {
    wasm_target()?;
    let browser = browser()?;
    let axe = axe()?;
    sdk::install()?;
    formats::install()?;
    terminal::say(&format!("ready: {}, {}", browser.chrome.display(), browser.driver.display()));
    if let Some(axe) = axe {
        terminal::say(&format!("ready: {}", axe.display()));
    }
    Ok(())
}

/// Sees to it that rustc has the standard library for wasm.
pub fn wasm_target() -> Result<()> {
    let rustc = env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let library =
        output_of(Command::new(rustc).args(["--print", "target-libdir", "--target", TARGET]))?;
    if Path::new(&library).is_dir() {
        return Ok(());
    }
    terminal::say(&format!("adding Rust's {TARGET} target: rustup target add {TARGET}"));
    let rustup = on_path(&["rustup"]).with_context(|| {
        format!("Rust's {TARGET} target is missing, and there is no rustup to add it: install it as your Rust was installed")
    })?;
    run(Command::new(rustup).args(["target", "add", TARGET]))
}

/// Finds a browser and its driver; on Debian and its like, installs them.
pub fn browser() -> Result<Browser> {
    if let Some(browser) = find_browser()? {
        return Ok(browser);
    }
    install_browser().context(WITHOUT_BROWSER)?;
    find_browser()?.context(WITHOUT_BROWSER)
}

fn find_browser() -> Result<Option<Browser>> {
    let named = |variable: &str| -> Result<Option<PathBuf>> {
        let Some(path) = env::var_os(variable).map(PathBuf::from) else { return Ok(None) };
        let found = if path.is_file() {
            Some(path.clone())
        } else {
            path.to_str().and_then(|name| on_path(&[name]))
        };
        found
            .map(Some)
            .with_context(|| format!("{variable} names {}, which is not there", path.display()))
    };
    let in_its_place = || BROWSER_PLACES.iter().map(PathBuf::from).find(|path| path.is_file());
    let chrome = named("CHROME")?.or_else(|| on_path(&BROWSER_NAMES)).or_else(in_its_place);
    let driver = named("CHROMEDRIVER")?.or_else(|| on_path(&["chromedriver"]));
    Ok(chrome.zip(driver).map(|(chrome, driver)| Browser { chrome, driver }))
}

fn install_browser() -> Result<()> {
    apt_install("Chromium and its driver", &["chromium", "chromium-driver"])
}

/// Installs Debian's packages where there is apt-get.
fn apt_install(what: &str, packages: &[&str]) -> Result<()> {
    let apt_get = on_path(&["apt-get"])
        .with_context(|| format!("{what}: not found on PATH, and there is no apt-get"))?;
    let apt_get = |words: &[&str]| -> Result<()> {
        let mut command = as_root(&apt_get)?;
        run(command.args(words).env("DEBIAN_FRONTEND", "noninteractive"))
    };
    terminal::say(&format!("installing {what}: apt-get install {}", packages.join(" ")));
    apt_get(&["update", "--quiet"])?;
    let words = ["install", "--yes", "--quiet", "--no-install-recommends"];
    apt_get(&[&words, packages].concat())
}

/// A command that runs `program` as root, through sudo when need be.
fn as_root(program: &Path) -> Result<Command> {
    if output_of(Command::new("id").arg("-u"))? == "0" {
        return Ok(Command::new(program));
    }
    let Some(sudo) = on_path(&["sudo"]) else { bail!("apt-get needs root, and there is no sudo") };
    let mut command = Command::new(sudo);
    command.arg("DEBIAN_FRONTEND=noninteractive").arg(program);
    Ok(command)
}

/// What has no place to come from is left out, which fails under CI.
fn left_out(what: &str, needs: &str, why: &anyhow::Error) -> Result<()> {
    ensure!(!is_ci(), "{what} needs {needs}: {why:#}");
    terminal::say(&format!("leaving out {what}: it needs {needs} (install it to have it tested)"));
    Ok(())
}

/// npm, for what is installed with it; on Debian and its like, installed with Node.js.
pub fn npm(what: &str) -> Result<Option<PathBuf>> {
    let found = || on_path(&["npm"]);
    if found().is_none()
        && let Err(why) = apt_install("Node.js and npm", &["nodejs", "npm"])
    {
        left_out(what, "npm, which comes with Node.js", &why)?;
    }
    Ok(found())
}

/// Python 3, for what is installed with it; on Debian and its like, installed.
pub fn python(what: &str) -> Result<Option<PathBuf>> {
    let found = || on_path(&["python3", "python"]);
    if found().is_none()
        && let Err(why) = apt_install("Python", &["python3", "python3-venv"])
    {
        left_out(what, "Python 3", &why)?;
    }
    Ok(found())
}

/// Makes a folder for Python's packages. Debian has what that takes in a package of its own.
pub fn python_environment(python: &Path, folder: &Path) -> Result<()> {
    let make = || {
        let mut command = Command::new(python);
        run(command.args(["-m", "venv", "--clear"]).arg(folder))
    };
    make().or_else(|_| {
        apt_install("what Python needs to keep packages apart", &["python3-venv"])?;
        make()
    })
}

/// axe-core's script, installed with npm when it is missing. Without npm there is none, which fails under CI.
pub fn axe() -> Result<Option<PathBuf>> {
    let package = Path::new(AXE_FOLDER).join("node_modules/axe-core");
    let is_installed = std::fs::read_to_string(package.join("package.json"))
        .is_ok_and(|text| has_version(&text, AXE_VERSION));
    if !is_installed {
        let Some(npm) = npm("axe-core, the accessibility checker,")? else { return Ok(None) };
        terminal::say(&format!("installing axe-core {AXE_VERSION} with npm into {AXE_FOLDER}/"));
        std::fs::create_dir_all(AXE_FOLDER)?;
        let wanted = format!("axe-core@{AXE_VERSION}");
        run(Command::new(npm).args([
            "install",
            "--silent",
            "--no-save",
            "--no-audit",
            "--no-fund",
            "--prefix",
            AXE_FOLDER,
            &wanted,
        ]))?;
    }
    Ok(Some(std::path::absolute(package.join("axe.min.js"))?))
}

/// Whether this text of a package.json gives that version.
fn has_version(package_json: &str, version: &str) -> bool {
    serde_json::from_str::<serde_json::Value>(package_json)
        .is_ok_and(|package| package.get("version").is_some_and(|value| value == version))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn another_version_of_a_package_is_not_the_one_wanted() {
        assert!(has_version(r#"{"name": "axe-core", "version": "4.14.1"}"#, "4.14.1"));
        assert!(!has_version(r#"{"version": "4.14.10"}"#, "4.14.1"));
        assert!(!has_version("", "4.14.1"));
    }

    #[test]
    fn the_sentence_names_what_to_install() {
        for word in ["Chromium", "chromedriver", "CHROME and CHROMEDRIVER"] {
            assert!(WITHOUT_BROWSER.contains(word), "{word}");
        }
    }
}
