//! What a million items take. By itself, so that no other test's memory is counted; told by Linux alone.

#![cfg(all(not(debug_assertions), target_os = "linux"))]
#![allow(clippy::unwrap_used, reason = "a test may panic")]

use cost::stock::{NOTE, Stock};

/// The most memory this process has held, in megabytes.
fn peak_megabytes() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap();
    let line = status.lines().find(|line| line.starts_with("VmHWM")).unwrap();
    line.split_whitespace().nth(1).unwrap().parse::<u64>().unwrap() / 1024
}

#[test]
fn a_million_items_of_four_hundred_bytes_fit_in_1_2_gigabytes_with_an_index() {
    let stock = Stock::new(1_000_000, 1_000, true);
    let megabytes = peak_megabytes();
    println!("1,000,000 items of {} bytes: {megabytes} MB", stock.item(1, NOTE).size_bytes());
    assert!(megabytes <= 1_200, "{megabytes} MB");
}
