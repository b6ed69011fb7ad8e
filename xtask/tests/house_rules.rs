//! The rules of the house that no compiler holds: which room may use which, what a crate must never name, where colours live.
//! Each test reads the sources; the rules are the tables at the top.

use std::{
    fs,
    path::{Path, PathBuf},
};

/// The rooms of each crate, bottom up: a room uses only those before it.
const ROOMS: [(&str, &[&str]); 2] = [
    ("crates/key-engine/src", &["order", "value", "expression", "partiql", "walk", "engine"]),
    ("crates/map/src", &["numerals", "label", "design", "advice", "player", "floor"]),
];

/// What the sources below a folder never name, and why.
const NEVER_NAMED: [(&str, &[&str], &str); 4] = [
    (
        "crates/key-engine/src",
        &["std::time", "Instant::now", "SystemTime", "std::thread", "std::env", "std::fs"],
        "clocks, threads and I/O are passed in",
    ),
    (
        "crates/map/src",
        &["std::time", "Instant::now", "SystemTime", "std::thread", "std::env", "std::fs"],
        "time comes as a number, files as text",
    ),
    (
        "crates",
        &["leptos", "web_sys", "js_sys", "wasm_bindgen", "gloo"],
        "these crates know no browser",
    ),
    (
        "src",
        &["inline_js", "#[wasm_bindgen(module"],
        "a snippet of JavaScript breaks the page that is one file",
    ),
];

/// Crates that the lower two must not depend on.
const NO_DEPENDENCIES: [&str; 7] =
    ["leptos", "web-sys", "js-sys", "wasm-bindgen", "gloo", "regex", "rand"];

/// File names that say nothing.
const EMPTY_NAMES: [&str; 6] =
    ["utils.rs", "util.rs", "helpers.rs", "helper.rs", "common.rs", "misc.rs"];

/// The most lines that a file has before its tests.
const LONGEST_FILE: usize = 420;

/// A source file, by its path below the repository.
struct Source {
    path: String,
    text: String,
}

impl Source {
    /// The lines that ship, without comments and without the tests at the end of the file.
    fn shipped_lines(&self) -> impl Iterator<Item = &str> {
        let shipped = self.text.lines().take_while(|line| !line.starts_with("#[cfg(test)]"));
        shipped.map(|line| line.split("//").next().unwrap_or_default())
    }

    /// The same, numbered.
    fn code(&self) -> impl Iterator<Item = (usize, &str)> {
        self.shipped_lines().enumerate().map(|(index, line)| (index + 1, line))
    }
}

fn repository() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// All files below a folder that end so, sorted by path.
fn sources(folder: &str, ending: &str) -> Vec<Source> {
    let mut found = Vec::new();
    collect(&repository(), folder, ending, &mut found);
    found.sort_by(|a, b| a.path.cmp(&b.path));
    assert!(!found.is_empty(), "{folder} holds no file that ends in {ending}");
    found
}

fn collect(root: &Path, folder: &str, ending: &str, found: &mut Vec<Source>) {
    let entries =
        fs::read_dir(root.join(folder)).unwrap_or_else(|error| panic!("{folder}: {error}"));
    for entry in entries.flatten() {
        let path = format!("{folder}/{}", entry.file_name().to_string_lossy());
        if entry.path().is_dir() {
            collect(root, &path, ending, found);
        } else if path.ends_with(ending) {
            let text =
                fs::read_to_string(entry.path()).unwrap_or_else(|error| panic!("{path}: {error}"));
            found.push(Source { path, text });
        }
    }
}

fn is_test_file(path: &str) -> bool {
    path.ends_with("/tests.rs") || path.contains("/tests/")
}

/// Whether `word` stands in `line` by itself, not as part of a longer name.
fn names(line: &str, word: &str) -> bool {
    let is_part = |c: char| c.is_alphanumeric() || c == '_';
    line.match_indices(word).any(|(start, _)| {
        let (before, after) = (&line[..start], &line[start + word.len()..]);
        !(before.ends_with(is_part) || word.ends_with(is_part) && after.starts_with(is_part))
    })
}

/// The rooms that code reaches by paths from the root of the crate, `crate::a::b` or `crate::{a::b, c}`, each with its line.
fn rooms_reached(code: &str) -> Vec<(usize, &str)> {
    let mut reached = Vec::new();
    for (start, prefix) in code.match_indices("crate::") {
        let path = &code[start + prefix.len()..];
        let line = code[..start].matches('\n').count() + 1;
        if !path.starts_with('{') {
            reached.push((line, first_name(path)));
            continue;
        }
        let mut depth = 0;
        for (at, c) in path.char_indices() {
            depth += i32::from(c == '{') - i32::from(c == '}');
            if depth == 1 && matches!(c, '{' | ',') {
                reached.push((line, first_name(&path[at + 1..])));
            }
            if depth == 0 {
                break;
            }
        }
    }
    reached
}

fn first_name(path: &str) -> &str {
    let path = path.trim_start();
    path.split(|c: char| !(c.is_alphanumeric() || c == '_')).next().unwrap_or_default()
}

fn report(rule: &str, broken: &[String]) {
    assert!(broken.is_empty(), "{rule}:\n{}", broken.join("\n"));
}

#[test]
fn a_room_uses_only_the_rooms_below_it() {
    let mut broken = Vec::new();
    for (crate_sources, rooms) in ROOMS {
        for source in
            sources(crate_sources, ".rs").iter().filter(|source| !is_test_file(&source.path))
        {
            let inner = source.path.strip_prefix(crate_sources).unwrap().trim_start_matches('/');
            let Some(own) = rooms.iter().position(|room| *room == first_name(inner)) else {
                continue;
            };
            let code = source.shipped_lines().collect::<Vec<_>>().join("\n");
            for (number, reached) in rooms_reached(&code) {
                if rooms.iter().skip(own + 1).any(|room| *room == reached) {
                    broken.push(format!(
                        "{}:{number}: {} must not use {reached}",
                        source.path, rooms[own]
                    ));
                }
            }
            for (number, line) in source.code() {
                // `super::` as often as the file is deep leads to the root, past the rule above.
                let depth = inner.trim_end_matches("/mod.rs").split('/').count();
                if line.contains(&"super::".repeat(depth)) {
                    broken
                        .push(format!("{}:{number}: reach other rooms by `crate::`", source.path));
                }
            }
        }
    }
    report("a room uses only the rooms below it", &broken);
}

#[test]
fn every_folder_and_file_of_a_layered_crate_is_a_room_or_the_map_of_the_house() {
    let mut broken = Vec::new();
    for (crate_sources, rooms) in ROOMS {
        for source in sources(crate_sources, ".rs") {
            let inner = source.path.strip_prefix(crate_sources).unwrap().trim_start_matches('/');
            if !rooms.contains(&first_name(inner)) && inner != "lib.rs" {
                broken.push(format!("{} is in no room", source.path));
            }
        }
    }
    report("each module belongs to a room", &broken);
}

#[test]
fn the_lower_crates_know_neither_browser_nor_clock() {
    let mut broken = Vec::new();
    for (folder, words, reason) in NEVER_NAMED {
        for source in sources(folder, ".rs")
            .iter()
            .filter(|source| source.path.contains("src/") && !is_test_file(&source.path))
        {
            for (number, line) in source.code() {
                for word in words.iter().filter(|word| names(line, word)) {
                    broken.push(format!("{}:{number}: {word} ({reason})", source.path));
                }
            }
        }
    }
    for manifest in sources("crates", "Cargo.toml") {
        let shipped = manifest.text.split("[dev-dependencies]").next().unwrap_or_default();
        for line in shipped.lines() {
            for name in NO_DEPENDENCIES.iter().filter(|name| line.starts_with(*name)) {
                broken.push(format!("{}: depends on {name}", manifest.path));
            }
        }
    }
    report("the lower crates build and test without a browser", &broken);
}

/// Whether a stylesheet's line holds a colour by value.
fn has_raw_colour_css(line: &str) -> bool {
    let functions = ["rgb(", "rgba(", "hsl(", "hsla(", "hwb(", "lab(", "lch(", "oklab(", "oklch("];
    functions.iter().any(|function| names(line, function))
        || hex_runs(line).any(|(_, digits)| matches!(digits, 3 | 4 | 6 | 8))
}

/// Whether a line of Rust holds a colour by value: keys such as `PRODUCT#123` are none.
fn has_raw_colour_rust(line: &str) -> bool {
    let starts_literal = |before: &str| before.ends_with(['"', ' ', ':', '(']);
    hex_runs(line).any(|(before, digits)| matches!(digits, 6 | 8) && starts_literal(before))
        || line.contains("\"rgb")
}

/// For each `#` followed by nothing but hexadecimal digits: what stands before it, and how many digits there are.
fn hex_runs(line: &str) -> impl Iterator<Item = (&str, usize)> {
    line.match_indices('#').filter_map(|(start, _)| {
        let after = &line[start + 1..];
        let word = after
            .split(|c: char| !(c.is_alphanumeric() || c == '_' || c == '-'))
            .next()
            .unwrap_or_default();
        word.chars().all(|c| c.is_ascii_hexdigit()).then_some((&line[..start], word.len()))
    })
}

#[test]
fn colours_are_tokens_everywhere_else() {
    let mut broken = Vec::new();
    for source in sources("style", ".css").iter().filter(|source| source.path != "style/tokens.css")
    {
        let mut commented = false;
        for (number, line) in source.text.lines().enumerate() {
            let words_only = commented || line.trim_start().starts_with("/*");
            commented = words_only && !line.contains("*/");
            // A selector may name an id; a declaration has a colon and ends.
            if !words_only
                && line.contains(':')
                && line.trim_end().ends_with(';')
                && has_raw_colour_css(line)
            {
                broken.push(format!("{}:{}: {}", source.path, number + 1, line.trim()));
            }
        }
    }
    let rust = sources("src", ".rs").into_iter().chain(sources("crates/map/src", ".rs"));
    for source in rust.filter(|source| !is_test_file(&source.path)) {
        for (number, line) in source.code() {
            if has_raw_colour_rust(line) {
                broken.push(format!("{}:{number}: {}", source.path, line.trim()));
            }
        }
    }
    report("only style/tokens.css holds raw colours", &broken);
}

#[test]
fn every_stylesheet_is_linked_once() {
    let page = fs::read_to_string(repository().join("index.html")).unwrap();
    let broken: Vec<String> = sources("style", ".css")
        .iter()
        .filter(|source| {
            page.matches(&format!("rel=\"css\" href=\"{}\"", source.path)).count() != 1
        })
        .map(|source| source.path.clone())
        .collect();
    report("index.html links every stylesheet once", &broken);
}

#[test]
fn no_test_is_switched_off_and_no_file_is_nameless_or_too_long() {
    let mut broken = Vec::new();
    for folder in ["src", "crates", "xtask", "tests"] {
        for source in sources(folder, ".rs") {
            let file_name = source.path.rsplit('/').next().unwrap_or_default();
            if EMPTY_NAMES.contains(&file_name) {
                broken.push(format!("{}: a name that says nothing", source.path));
            }
            if source.text.lines().any(|line| line.trim_start().starts_with("#[ignore")) {
                broken.push(format!("{}: a test that is switched off", source.path));
            }
            let length =
                source.text.lines().take_while(|line| !line.starts_with("#[cfg(test)]")).count();
            if length > LONGEST_FILE && !is_test_file(&source.path) {
                broken.push(format!("{}: {length} lines before its tests", source.path));
            }
        }
    }
    report("files are short and named, tests run", &broken);
}

#[test]
fn the_rules_see_what_they_should() {
    assert_eq!(
        rooms_reached("use crate::{value::{Item, key},\n engine};"),
        [(1, "value"), (1, "engine")]
    );
    assert_eq!(
        rooms_reached("\nlet x = crate::walk::Walk::new(); crate::engine::f()"),
        [(2, "walk"), (2, "engine")]
    );
    let source = Source { path: String::new(), text: "a // b\n// c\n#[cfg(test)]\nd".to_owned() };
    assert_eq!(source.code().collect::<Vec<_>>(), [(1, "a "), (2, "")]);
    assert!(
        names("use leptos::prelude", "leptos")
            && !names("use leptos_dom::x", "leptos")
            && !names("regloo", "gloo")
    );
    for line in
        ["color: #fff;", "fill: #1257c9;", "color: rgb(0 0 0);", "border: 1px solid #12345678;"]
    {
        assert!(has_raw_colour_css(line), "{line}");
    }
    assert!(!has_raw_colour_css("color: var(--ink);"));
    for (line, expected) in [
        ("\"#1257c9\"", true),
        ("\"rgb(1,2,3)\"", true),
        ("\"CUSTOMER#123456\"", false),
        ("\"#orderId\"", false),
    ] {
        assert_eq!(has_raw_colour_rust(line), expected, "{line}");
    }
}
