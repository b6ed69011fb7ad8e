//! What a page that embeds the map, or Node, can call.
//!
//! Owns: a database of its own, beside that of the open design. Must never: know the app.

use std::cell::RefCell;
use std::sync::Arc;

use js_sys::{Date, Math};
use key_engine::Database;
use key_engine::engine::Environment;
use wasm_bindgen::JsError;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::pieces::{NotLoaded, later};

thread_local! {
    static DATABASE: RefCell<Database> = RefCell::new(Database::new(environment()));
}

/// The browser's clock, and ids by its chance.
fn environment() -> Environment {
    let ids = || {
        let mut id = [0; 16];
        id.fill_with(|| (Math::random() * 256.0) as u8);
        id
    };
    Environment { clock: Arc::new(|| Date::now() as u64), ids: Box::new(ids) }
}

/// Answers an operation: `await call("ListTables", "{}")` is `{"TableNames":[]}`. Input and answer are `DynamoDB`'s JSON as text;
/// an error is an answer with `__type`. See `docs/javascript.md`.
///
/// # Errors
/// The engine's code could not be loaded; it is tried again by the next call.
#[wasm_bindgen]
pub async fn call(operation: String, input: String) -> Result<String, JsError> {
    answer(operation, input).await.map_err(|_| JsError::new(NotLoaded::WORDS))
}

later! {
    /// What the engine answers.
    fn answer(operation: String, input: String) -> String {
        DATABASE.with_borrow_mut(|database| {
            database
                .call_text(&operation, &input)
                .unwrap_or_else(|error| error.to_json().to_string())
        })
    }
}
