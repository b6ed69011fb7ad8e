//! The room's tests, as tables: what is asked on the left, what comes of it on the right.

mod conditions;
mod evaluation;
mod key_conditions;
mod laws;
mod legacy;
mod placeholders;
mod projections;
mod syntax;
mod updates;

use serde_json::json;

use super::Placeholders;
use crate::value::Item;

/// Placeholders of every kind: `:n1` and `:n2` are numbers, the others are named for their types.
fn placeholders() -> Placeholders {
    let names = json!({ "#n": "name", "#a": "a", "#dot": "a.b" });
    let values = json!({
        ":n1": { "N": "1" }, ":n2": { "N": "2" },
        ":s": { "S": "hello" }, ":t": { "S": "zebra" }, ":empty": { "S": "" }, ":type": { "S": "SS" },
        ":b": { "B": "aGk=" }, ":c": { "B": "YQ==" },
        ":bool": { "BOOL": true }, ":null": { "NULL": true }, ":list": { "L": [] }, ":map": { "M": {} },
        ":ss": { "SS": ["x"] }, ":ns": { "NS": ["1"] }, ":bs": { "BS": ["aGk="] },
    });
    Placeholders::from_json(Some(&names), Some(&values)).unwrap()
}

fn item(json: &serde_json::Value) -> Item {
    Item::from_json(json).unwrap()
}
