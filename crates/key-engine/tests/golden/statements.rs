//! `PartiQL` in scripts: a line that begins with a statement's keyword is one, with `limit` and `consistent` after a semicolon.
//!
//! ```text
//! SELECT total FROM Orders WHERE PK = 'CUSTOMER#1'; limit 2; consistent
//! transact-statements                             a statement on each line
//!   INSERT INTO Orders VALUE {'PK': 'C1', 'SK': '2'}
//! batch-statements                                likewise
//! ```

use std::fmt::Write;

use serde_json::{Value, json};

use super::language::Runner;
use super::show;

const KEYWORDS: [&str; 5] = ["SELECT", "INSERT", "UPDATE", "DELETE", "EXISTS"];

/// The request that a line or several make, if they are statements.
pub fn request(line: &str) -> Option<(&'static str, Value)> {
    let mut lines = line.lines();
    let first = lines.next()?;
    let one = |text: &str| json!({"Statement": text.trim()});
    match first {
        "transact-statements" => {
            let statements: Vec<Value> = lines.map(one).collect();
            Some(("ExecuteTransaction", json!({"TransactStatements": statements})))
        }
        "batch-statements" => {
            let statements: Vec<Value> = lines.map(one).collect();
            Some(("BatchExecuteStatement", json!({"Statements": statements})))
        }
        _ if KEYWORDS.contains(&first.split([' ', '(']).next()?) => {
            let mut parts = line.split(';');
            let mut input = one(parts.next()?);
            for part in parts {
                match part.trim().split_once(' ') {
                    Some(("limit", limit)) => input["Limit"] = limit.parse::<u64>().ok()?.into(),
                    _ => input["ConsistentRead"] = true.into(),
                }
            }
            Some(("ExecuteStatement", input))
        }
        _ => None,
    }
}

impl Runner {
    /// Runs statements; gives back what they bring, what they became, and the walk.
    pub fn statements(&mut self, operation: &str, input: Value) -> String {
        let (answer, walk) = self.database.call_with_walk(operation, &input);
        let answer = match answer {
            Ok(answer) => answer,
            Err(error) => return show::refusal(&error),
        };
        let mut out = String::new();
        for found in answer.get("Items").and_then(Value::as_array).into_iter().flatten() {
            writeln!(out, "{}", show::item_of(found)).unwrap();
        }
        let responses = answer.get("Responses").and_then(Value::as_array);
        for (number, response) in responses.into_iter().flatten().enumerate() {
            let said = match (response.get("Item"), response.get("Error")) {
                (Some(found), _) => show::item_of(found),
                (None, Some(error)) => format!(
                    "{}: {}",
                    error["Code"].as_str().unwrap(),
                    error["Message"].as_str().unwrap()
                ),
                (None, None) => "nothing".to_owned(),
            };
            writeln!(out, "{}: {said}", number + 1).unwrap();
        }
        let page = walk.pages.last().unwrap();
        let became = page.became.as_deref().unwrap_or("nothing");
        writeln!(out, "became {became}, {}", show::units(page.capacity_units)).unwrap();
        if let Some(key) = answer.get("LastEvaluatedKey") {
            writeln!(out, "LastEvaluatedKey {}", show::item_of(key)).unwrap();
        }
        for leg in &page.legs {
            show::path(leg, &page.end, &mut out);
        }
        if let Some(token) = answer.get("NextToken") {
            let mut next = input;
            next["NextToken"] = token.clone();
            self.last = Some((operation.to_owned(), next));
        }
        out
    }
}
