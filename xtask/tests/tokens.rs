//! The colours of both themes can be told apart: text at 4.5 to 1, shapes at 3 to 1 (WCAG 2.2, 1.4.3 and 1.4.11). Read from
//! `style/tokens.css` itself.

use std::{collections::BTreeMap, fs, path::Path};

type Colours = BTreeMap<String, [u8; 3]>;

fn root() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/.."))
}

fn sheet() -> String {
    fs::read_to_string(root().join("style/tokens.css"))
        .unwrap_or_else(|error| panic!("style/tokens.css: {error}"))
}

/// The declarations between a selector and the brace that ends it, without their indentation.
fn block<'s>(sheet: &'s str, selector: &str) -> Vec<&'s str> {
    let (_, after) = sheet.split_once(selector).unwrap_or_else(|| panic!("no {selector}"));
    let Some((body, _)) = after.split_once('}') else { panic!("a block is not closed") };
    body.lines()
        .map(str::trim)
        .filter(|line| line.starts_with("--") || line.starts_with("color-scheme"))
        .collect()
}

/// The opaque colours among some declarations.
fn colours(declarations: &[&str]) -> Colours {
    let opaque = |line: &&str| {
        let (name, value) = line.strip_prefix("--")?.split_once(": #")?;
        let digits = value.trim_end_matches(';');
        let byte = |at: usize| u8::from_str_radix(digits.get(at..at + 2)?, 16).ok();
        (digits.len() == 6).then(|| Some((name.to_owned(), [byte(0)?, byte(2)?, byte(4)?])))?
    };
    declarations.iter().filter_map(opaque).collect()
}

fn luminance(colour: [u8; 3]) -> f64 {
    let linear = |channel: u8| {
        let part = f64::from(channel) / 255.0;
        if part <= 0.04045 { part / 12.92 } else { ((part + 0.055) / 1.055).powf(2.4) }
    };
    let [red, green, blue] = colour.map(linear);
    0.2126 * red + 0.7152 * green + 0.0722 * blue
}

fn contrast(one: [u8; 3], other: [u8; 3]) -> f64 {
    let (one, other) = (luminance(one), luminance(other));
    (one.max(other) + 0.05) / (one.min(other) + 0.05)
}

/// What is written or drawn on what, and how clearly it must stand out.
fn pairs() -> Vec<(String, String, f64)> {
    const TEXT: f64 = 4.5;
    const SHAPE: f64 = 3.0;
    let mut pairs = Vec::new();
    let mut pair =
        |over: &str, under: &str, least| pairs.push((over.to_owned(), under.to_owned(), least));
    for ground in ["paper", "panel", "bay", "shelf", "hover"] {
        for text in ["ink", "ink-2"] {
            pair(text, ground, TEXT);
        }
        for shape in ["rule-strong", "route", "returned", "discarded", "wrong"] {
            pair(shape, ground, SHAPE);
        }
        for text in ["route-text", "returned-text", "discarded-text", "wrong-text"] {
            pair(text, ground, TEXT);
        }
    }
    for meaning in ["route", "returned", "discarded", "wrong"] {
        pair("ink", &format!("{meaning}-tint"), TEXT);
        pair(&format!("{meaning}-text"), &format!("{meaning}-tint"), TEXT);
    }
    for entity in 1..=8 {
        let tint = format!("entity-{entity}-tint");
        pair("ink", &tint, TEXT);
        pair(&format!("entity-{entity}-text"), &tint, TEXT);
        pair(&format!("entity-{entity}"), &tint, SHAPE);
        for ground in ["paper", "panel", "bay"] {
            pair(&format!("entity-{entity}"), ground, SHAPE);
        }
    }
    // the steps of heat; which are bright is said in `crates/map/src/floor/heat.rs`
    for step in 0..=10 {
        let ink = if step >= 5 { "on-heat-bright" } else { "on-heat" };
        pair(ink, &format!("heat-{step}"), TEXT);
    }
    pair("on-route", "route", TEXT);
    pair("on-inverse", "inverse", TEXT);
    pairs
}

const LIGHT: &str = ":root {";
const DARK: &str = ":root[data-theme=\"dark\"] {";
const SYSTEM_DARK: &str = ":root:not([data-theme=\"light\"]) {";

#[test]
fn every_pair_of_colours_can_be_told_apart_in_both_themes() {
    let sheet = sheet();
    let mut faint = Vec::new();
    for (theme, selector) in [("light", LIGHT), ("dark", DARK)] {
        let colours = colours(&block(&sheet, selector));
        for (over, under, least) in pairs() {
            let found = contrast(colours[&over], colours[&under]);
            if found < least {
                faint.push(format!(
                    "{theme}: --{over} on --{under} is {found:.2} to 1, not {least}"
                ));
            }
        }
    }
    assert!(faint.is_empty(), "\n{}", faint.join("\n"));
}

#[test]
fn the_chosen_and_the_systems_dark_are_one() {
    let sheet = sheet();
    assert_eq!(block(&sheet, DARK), block(&sheet, SYSTEM_DARK));
    let (light, dark) = (colours(&block(&sheet, LIGHT)), colours(&block(&sheet, DARK)));
    assert!(light.keys().eq(dark.keys()), "both themes name the same colours");
}

#[test]
fn contrast_is_measured_as_wcag_says() {
    let known = [
        ([255; 3], [0; 3], 21.0),
        ([119; 3], [255; 3], 4.48),
        ([18, 87, 201], [246, 244, 238], 5.89),
    ];
    for (one, other, expected) in known {
        let found = contrast(one, other);
        assert!((found - expected).abs() < 0.05, "{one:?} on {other:?}: {found}");
    }
}

#[test]
fn every_sheet_is_linked_and_the_tokens_come_first() {
    let page = fs::read_to_string(root().join("index.html")).expect("index.html is there");
    let linked: Vec<&str> =
        page.split("href=\"style/").skip(1).filter_map(|rest| rest.split('"').next()).collect();
    assert_eq!(linked.first(), Some(&"tokens.css"), "it declares the order of the layers");
    let mut sorted = linked.clone();
    sorted.sort_unstable();
    let sheets = fs::read_dir(root().join("style")).expect("style/ is there");
    let mut there: Vec<String> = sheets
        .map(|entry| entry.expect("an entry").file_name().to_string_lossy().into_owned())
        .collect();
    there.sort_unstable();
    assert_eq!(sorted, there);
}
