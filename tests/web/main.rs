//! Component tests in a real browser: `cargo xtask test web`. One module for each view; [`stage`] mounts what they look at.
#![cfg(target_arch = "wasm32")]
#![allow(clippy::unwrap_used, clippy::indexing_slicing, reason = "a test may panic")]

mod desk;
mod doors;
mod edits;
mod export;
mod kept;
mod model_items;
mod model_schema;
mod page;
mod playback;
mod requests;
mod shell;
mod stage;
mod start;
mod traffic;
mod traffic_whatif;
mod worksheet;
mod writes;

wasm_bindgen_test::wasm_bindgen_test_configure!(run_in_browser);
