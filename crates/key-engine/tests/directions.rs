//! Import directions: each module uses only those below it.

use std::fs;
use std::path::{Path, PathBuf};

/// Modules from the lowest up, as `lib.rs` lists them.
const ORDER: &[&str] = &["value", "expression", "partiql", "walk", "engine"];

/// What no module of this crate may reach for: clocks, threads, chance, files and nets come in from outside.
const OUTSIDE: &[&str] = &[
    "HashMap",
    "HashSet",
    "Instant",
    "SystemTime",
    "std::env",
    "std::fs",
    "std::io",
    "std::net",
    "std::process",
    "std::thread",
    "web_sys",
    "js_sys",
    "wasm_bindgen",
    "leptos",
];

fn files(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        if path.is_dir() {
            if path.file_name().is_some_and(|name| name != "tests") {
                files(&path, found);
            }
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            found.push(path);
        }
    }
}

/// The lines of a file before its tests, without comments.
fn code(path: &Path) -> Vec<String> {
    let text = fs::read_to_string(path).unwrap_or_default();
    text.lines()
        .take_while(|line| !line.starts_with("#[cfg(test)]"))
        .filter(|line| !line.trim_start().starts_with("//"))
        .map(str::to_owned)
        .collect()
}

#[test]
fn modules_use_only_what_lies_below_them() {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut wrong = Vec::new();
    let mut looked_at = 0;
    for (place, module) in ORDER.iter().enumerate() {
        let mut paths = vec![source.join(module).with_extension("rs")];
        files(&source.join(module), &mut paths);
        for path in paths.iter().filter(|path| path.exists()) {
            looked_at += 1;
            for line in code(path) {
                let above = ORDER
                    .iter()
                    .skip(place + 1)
                    .find(|above| line.contains(&format!("crate::{above}")));
                let outside = OUTSIDE.iter().find(|name| line.contains(*name));
                if let Some(what) = above.or(outside) {
                    wrong.push(format!("{} uses {what}: {}", path.display(), line.trim()));
                }
            }
        }
    }
    assert!(looked_at > 30, "only {looked_at} files found");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
