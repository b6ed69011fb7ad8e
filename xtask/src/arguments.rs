//! The command line of `cargo xtask`, as data.

use crate::{bundle::Profile, suite::Part};
use anyhow::{Context, Result, bail};

/// What `cargo xtask help` prints.
pub const USAGE: &str = "\
usage: cargo xtask <command>

  serve [--open] [--release] [--port N]   build, serve on this machine, rebuild and reload on every saved file
  build [--dev] [--single-file]           make dist/, which any static host can serve from any folder
  size                                    weigh dist/: raw, gzip and brotli
  test [lint|unit|fuzz|sdk|formats|web|e2e]... [-- FILTER]
                                          everything that CI runs, or the parts named; FILTER goes to `cargo test`
  bench [NAME]                            measure the engine (`bench --help` says more)
  fuzz [--seconds N] [--seed N]           look for calls that the engine cannot take (`fuzz --help` says more)
  shots [--release] [ACTION]...           screenshots of the app in target/shots/ (`shots --help` lists the actions)
  setup                                   install what the other commands need, and nothing else

A missing wasm32-unknown-unknown target, Chromium with its driver, Node.js and Python (Debian's packages), axe-core, AWS's SDKs and the
judges of exported files are installed when first needed.
CHROME and CHROMEDRIVER name a browser and its driver of your own.";

/// One thing to be done.
#[derive(Debug, PartialEq, Eq)]
pub enum Errand {
    Help,
    Build { profile: Profile, single_file: bool },
    Size,
    Serve(ServeOptions),
    Test { parts: Vec<Part>, passed_on: Vec<String> },
    Bench { passed_on: Vec<String> },
    Fuzz { passed_on: Vec<String> },
    Shots { profile: Profile, passed_on: Vec<String> },
    Setup,
}

/// How to serve.
#[derive(Debug, PartialEq, Eq)]
pub struct ServeOptions {
    pub open: bool,
    pub profile: Profile,
    /// None: the usual port, or any other when that one is taken.
    pub port: Option<u16>,
}

/// Reads the words after `cargo xtask`.
pub fn parse(words: Vec<String>) -> Result<Errand> {
    let mut words = words.into_iter();
    let command = words.next().unwrap_or_default();
    let rest: Vec<String> = words.collect();
    if !matches!(command.as_str(), "bench" | "fuzz" | "shots")
        && rest.iter().take_while(|word| *word != "--").any(|word| is_help(word))
    {
        return Ok(Errand::Help);
    }
    match command.as_str() {
        "build" => parse_build(&rest),
        "serve" => parse_serve(rest),
        "test" => parse_test(rest),
        "bench" => Ok(Errand::Bench { passed_on: rest }),
        "fuzz" => Ok(Errand::Fuzz { passed_on: rest }),
        "shots" => Ok(parse_shots(rest)),
        "size" | "setup" => {
            no_more(rest.first())?;
            Ok(if command == "size" { Errand::Size } else { Errand::Setup })
        }
        "" => Ok(Errand::Help),
        word if is_help(word) => Ok(Errand::Help),
        other => bail!("there is no `cargo xtask {other}`\n\n{USAGE}"),
    }
}

fn is_help(word: &str) -> bool {
    matches!(word, "help" | "--help" | "-h")
}

fn no_more(word: Option<&String>) -> Result<()> {
    match word {
        Some(word) => bail!("`{word}` is not understood here\n\n{USAGE}"),
        None => Ok(()),
    }
}

fn parse_build(words: &[String]) -> Result<Errand> {
    let (mut profile, mut single_file) = (Profile::Web, false);
    for word in words {
        match word.as_str() {
            "--dev" => profile = Profile::Dev,
            "--single-file" => single_file = true,
            _ => no_more(Some(word))?,
        }
    }
    Ok(Errand::Build { profile, single_file })
}

fn parse_serve(words: Vec<String>) -> Result<Errand> {
    let mut options = ServeOptions { open: false, profile: Profile::Dev, port: None };
    let mut words = words.into_iter();
    while let Some(word) = words.next() {
        match word.as_str() {
            "--open" => options.open = true,
            "--release" => options.profile = Profile::Web,
            "--port" => options.port = Some(port(words.next().as_deref())?),
            word if word.starts_with("--port=") => {
                options.port = Some(port(word.strip_prefix("--port="))?);
            }
            _ => no_more(Some(&word))?,
        }
    }
    Ok(Errand::Serve(options))
}

fn port(word: Option<&str>) -> Result<u16> {
    let word = word.context("--port needs a number")?;
    word.parse().with_context(|| format!("--port needs a number from 0 to 65535, not `{word}`"))
}

fn parse_test(words: Vec<String>) -> Result<Errand> {
    let mut parts = Vec::new();
    let mut words = words.into_iter();
    for word in words.by_ref() {
        match word.as_str() {
            "--" => break,
            "lint" => parts.push(Part::Lint),
            "unit" => parts.push(Part::Unit),
            "fuzz" => parts.push(Part::Fuzz),
            "sdk" => parts.push(Part::Sdk),
            "formats" => parts.push(Part::Formats),
            "web" => parts.push(Part::Web),
            "e2e" => parts.push(Part::EndToEnd),
            _ => no_more(Some(&word))?,
        }
    }
    Ok(Errand::Test { parts, passed_on: words.collect() })
}

fn parse_shots(mut words: Vec<String>) -> Errand {
    let before = words.len();
    words.retain(|word| word != "--release");
    let profile = if words.len() < before { Profile::Web } else { Profile::Dev };
    Errand::Shots { profile, passed_on: words }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(line: &str) -> Result<Errand> {
        parse(line.split_whitespace().map(str::to_owned).collect())
    }

    fn serve(open: bool, profile: Profile, port: Option<u16>) -> Errand {
        Errand::Serve(ServeOptions { open, profile, port })
    }

    #[test]
    fn every_command_is_read() {
        let passed_on = |line: &str| line.split_whitespace().map(str::to_owned).collect::<Vec<_>>();
        let cases = [
            ("", Errand::Help),
            ("serve --help", Errand::Help),
            ("build", Errand::Build { profile: Profile::Web, single_file: false }),
            (
                "build --dev --single-file",
                Errand::Build { profile: Profile::Dev, single_file: true },
            ),
            ("serve", serve(false, Profile::Dev, None)),
            ("serve --open --release --port 81", serve(true, Profile::Web, Some(81))),
            ("serve --port=82", serve(false, Profile::Dev, Some(82))),
            ("test", Errand::Test { parts: vec![], passed_on: vec![] }),
            (
                "test lint web",
                Errand::Test { parts: vec![Part::Lint, Part::Web], passed_on: vec![] },
            ),
            (
                "test e2e -- a --help",
                Errand::Test { parts: vec![Part::EndToEnd], passed_on: passed_on("a --help") },
            ),
            (
                "shots --release --hash #a",
                Errand::Shots { profile: Profile::Web, passed_on: passed_on("--hash #a") },
            ),
            ("bench Query", Errand::Bench { passed_on: passed_on("Query") }),
            ("fuzz --seconds 9", Errand::Fuzz { passed_on: passed_on("--seconds 9") }),
            ("size", Errand::Size),
            ("setup", Errand::Setup),
        ];
        for (line, expected) in cases {
            assert_eq!(words(line).unwrap(), expected, "{line}");
        }
    }

    #[test]
    fn what_is_not_understood_is_named() {
        for (line, named) in [
            ("sevre", "sevre"),
            ("build --rlease", "--rlease"),
            ("serve --port", "--port"),
            ("serve --port x", "`x`"),
            ("size now", "now"),
        ] {
            let error = format!("{:#}", words(line).unwrap_err());
            assert!(error.contains(named), "{line}: {error}");
        }
    }
}
