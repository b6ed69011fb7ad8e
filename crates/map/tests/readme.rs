//! What the README says of traffic is what the simulation gives. With `UPDATE=1` in the environment the table is written anew.

#![allow(clippy::unwrap_used, reason = "tests may panic")]

use std::fs;

use map::advice::traffic;

const BEGIN: &str = "<!-- worked cases of traffic: written by crates/map/tests/readme.rs -->\n";
const END: &str = "<!-- end of the worked cases -->";

#[test]
fn the_worked_cases_of_traffic_are_current() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../README.md");
    let readme = fs::read_to_string(path).unwrap().replace("\r\n", "\n");
    let (before, rest) = readme.split_once(BEGIN).unwrap();
    let (table, after) = rest.split_once(END).unwrap();
    let current = ["\n", &traffic::markdown(), "\n"].concat();
    if table == current {
        return;
    }
    assert!(std::env::var_os("UPDATE").is_some(), "the table is not current: run with UPDATE=1");
    fs::write(path, [before, BEGIN, &current, END, after].concat()).unwrap();
}
