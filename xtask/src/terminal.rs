//! What xtask says, and how: one bold line for each thing it does.

use std::io::{IsTerminal, Write};

/// Announces the next thing to be done, before whatever it prints itself.
pub fn say(sentence: &str) {
    let mut out = std::io::stdout();
    // A closed pipe is no reason to stop building.
    let _ = if is_coloured(out.is_terminal()) {
        writeln!(out, "\x1b[1;34m==>\x1b[0m \x1b[1m{sentence}\x1b[0m")
    } else {
        writeln!(out, "==> {sentence}")
    };
    let _ = out.flush();
}

/// Says what went wrong and why, outermost first.
pub fn complain(error: &anyhow::Error) {
    if is_coloured(std::io::stderr().is_terminal()) {
        eprintln!("\x1b[1;31merror\x1b[0m: {error:#}");
    } else {
        eprintln!("error: {error:#}");
    }
}

/// Colours for a person at a terminal who did not refuse them (<https://no-color.org>).
fn is_coloured(terminal: bool) -> bool {
    terminal && std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty())
}
