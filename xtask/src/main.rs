//! Builds, serves and tests Retrieval Map.
fn main() {}
