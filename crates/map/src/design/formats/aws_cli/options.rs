//! How options are spelled, and what their values are.
//!
//! Source: the AWS CLI command reference, `aws dynamodb`.

use serde_json::Value;

/// How a parameter's value is written on the command line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Kind {
    Text,
    Integer,
    /// `--consistent-read`, `--no-consistent-read`.
    Switch,
    Json,
}

/// Options of the `aws` command itself that say nothing of the call, and whether they take a value.
pub(super) const GLOBAL: &[(&str, bool)] = &[
    ("--region", true),
    ("--profile", true),
    ("--endpoint-url", true),
    ("--output", true),
    ("--query", true),
    ("--color", true),
    ("--ca-bundle", true),
    ("--cli-read-timeout", true),
    ("--cli-connect-timeout", true),
    ("--cli-binary-format", true),
    ("--cli-error-format", true),
    ("--debug", false),
    ("--no-paginate", false),
    ("--no-verify-ssl", false),
    ("--no-sign-request", false),
    ("--no-cli-pager", false),
    ("--cli-auto-prompt", false),
    ("--no-cli-auto-prompt", false),
];

/// Options that exist, and why one call cannot mean them.
pub(super) const REFUSED: &[(&str, &str)] = &[
    (
        "--max-items",
        "the CLI counts it over many calls, on its own side. `--limit` is what DynamoDB knows: items read in one call.",
    ),
    (
        "--starting-token",
        "only the CLI can read its tokens. Use `--exclusive-start-key` with the LastEvaluatedKey.",
    ),
    ("--cli-input-yaml", "YAML is not read here. Use `--cli-input-json`."),
    ("--generate-cli-skeleton", "it prints a form instead of making a call."),
];

pub(super) fn kind_of(parameter: &str) -> Kind {
    match parameter {
        "Limit" | "Segment" | "TotalSegments" => Kind::Integer,
        "ScanIndexForward" | "ConsistentRead" => Kind::Switch,
        "Key"
        | "Item"
        | "ExpressionAttributeNames"
        | "ExpressionAttributeValues"
        | "ExclusiveStartKey"
        | "KeyConditions"
        | "QueryFilter"
        | "ScanFilter"
        | "Expected"
        | "AttributeUpdates"
        | "AttributesToGet"
        | "RequestItems"
        | "TransactItems"
        | "Parameters"
        | "Statements"
        | "TransactStatements" => Kind::Json,
        _ => Kind::Text,
    }
}

/// `KeyConditionExpression` as the CLI spells it: `key-condition-expression`.
pub(super) fn kebab(name: &str) -> String {
    let mut out = String::with_capacity(name.len() + 4);
    for letter in name.chars() {
        if letter.is_ascii_uppercase() && !out.is_empty() {
            out.push('-');
        }
        out.push(letter.to_ascii_lowercase());
    }
    out
}

/// Whether a parameter's value can be written as its option, so that reading it back gives the same value.
pub(super) fn fits(parameter: &str, value: &Value) -> bool {
    match (kind_of(parameter), value) {
        // file:// makes the CLI read a file; no argument of a program can hold a NUL.
        (Kind::Text, Value::String(text)) => {
            !text.starts_with("file://") && !text.starts_with("fileb://") && !text.contains('\0')
        }
        (Kind::Integer, Value::Number(number)) => number.is_i64(),
        (Kind::Switch, Value::Bool(_)) | (Kind::Json, Value::Object(_) | Value::Array(_)) => true,
        _ => false,
    }
}
