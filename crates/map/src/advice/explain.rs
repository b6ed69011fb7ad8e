//! An error in plain words, and the request that would work instead.
//!
//! Owns the offers: rewritings of a refused call that keep what it asks for. The words are the table of families'.

use key_engine::engine::{Database, ServiceError, Table};
use serde_json::{Map, Value};

use super::meaning::meaning;
use crate::design::Call;

/// Parameters of a call that are expressions.
const EXPRESSIONS: [&str; 5] = [
    "KeyConditionExpression",
    "FilterExpression",
    "ProjectionExpression",
    "ConditionExpression",
    "UpdateExpression",
];

/// An error in plain words.
#[derive(Clone, Debug, PartialEq)]
pub struct Plain {
    /// What is wrong and what would be right, as sentences.
    pub sentence: String,
    /// The nearest call that would not be refused for this reason, where there is one.
    pub offer: Option<Call>,
}

/// Explains why `database` refused `call` with `error`.
///
/// A Query that cannot be one is offered as the Scan that answers it, its key condition moved into the filter; a strong read
/// of a global secondary index as an eventual one; a reserved word as a placeholder.
pub fn explain(error: &ServiceError, call: &Call, database: &Database) -> Plain {
    let message = error.message();
    let mut sentence = match error {
        ServiceError::UnknownOperation => {
            format!("There is no operation \"{}\" here.", shortened(&call.operation))
        }
        ServiceError::Serialization(_) => meaning(message).unwrap_or_else(|| {
            "A part of the request has another shape than the operation takes: a string where an object belongs, or the like."
                .to_owned()
        }),
        _ => meaning(message)
            .unwrap_or_else(|| "DynamoDB does not accept the request as it is; its own words say why.".to_owned()),
    };
    if matches!(error, ServiceError::ResourceNotFound(_)) || message.contains("the specified index")
    {
        sentence.push_str(&what_there_is(call, database));
    }
    Plain { sentence, offer: offer(message, call) }
}

/// The tables there are, or the indexes of the call's table where it is the index that is missing.
fn what_there_is(call: &Call, database: &Database) -> String {
    let table =
        call.input.get("TableName").and_then(Value::as_str).and_then(|name| database.table(name));
    let (kind, names): (&str, Vec<&str>) = match table {
        Some(table) => ("indexes", table.indexes().filter_map(|index| index.name()).collect()),
        None => ("tables", database.tables().map(Table::name).collect()),
    };
    if names.is_empty() {
        format!(" There are no {kind}.")
    } else {
        format!(" The {kind} are {}.", names.join(", "))
    }
}

fn offer(message: &str, call: &Call) -> Option<Call> {
    const NO_QUERY: [&str; 8] = [
        "missed key schema element",
        "KeyConditions or KeyConditionExpression parameter must be",
        "Query key condition not supported",
        "can only contain non-primary key attributes",
        "Invalid operator used in KeyConditionExpression",
        "Conditions can be of length 1 or 2 only",
        "exceeds the number of key attributes",
        "must have equality conditions specified in the query",
    ];
    if call.operation == "Query" && NO_QUERY.iter().any(|sign| message.contains(sign)) {
        return scan_of(call);
    }
    if message.contains("Consistent reads are not supported on global secondary") {
        let mut input = call.input.as_object()?.clone();
        input.remove("ConsistentRead")?;
        return Some(Call { operation: call.operation.clone(), input: Value::Object(input) });
    }
    let (_, word) = message.split_once("reserved keyword: ")?;
    with_placeholder(call, word)
}

/// The Scan that answers what a Query asks, its key condition moved into the filter.
pub(super) fn scan_of(query: &Call) -> Option<Call> {
    let mut input = query.input.as_object()?.clone();
    if input.contains_key("KeyConditions") || input.contains_key("QueryFilter") {
        return scan_before(input);
    }
    let mut take = |name: &str| match input.remove(name) {
        Some(Value::String(text)) if !text.trim().is_empty() => Some(text),
        _ => None,
    };
    let condition = take("KeyConditionExpression");
    let filter = take("FilterExpression");
    let filter = match (condition, filter) {
        (Some(condition), Some(filter)) => {
            Some(format!("{} AND {}", grouped(&condition), grouped(&filter)))
        }
        (one, other) => one.or(other),
    };
    if let Some(filter) = filter {
        input.insert("FilterExpression".to_owned(), Value::String(filter));
    }
    input.remove("ScanIndexForward");
    input.remove("ExclusiveStartKey");
    drop_unused(&mut input);
    Some(Call { operation: "Scan".to_owned(), input: Value::Object(input) })
}

/// The same of a Query in the parameters of before expressions. None where the two cannot be one filter: an expression stands
/// beside them, both name an attribute, or only one part of the filter has to hold.
fn scan_before(mut input: Map<String, Value>) -> Option<Call> {
    if EXPRESSIONS.iter().any(|name| input.contains_key(*name)) {
        return None;
    }
    let mut filter = Map::new();
    for name in ["KeyConditions", "QueryFilter"] {
        let Some(Value::Object(conditions)) = input.remove(name) else { continue };
        let is_either = input.get("ConditionalOperator").is_some_and(|how| how != "AND");
        for (attribute, condition) in conditions {
            if filter.insert(attribute, condition).is_some() {
                return None;
            }
        }
        if is_either && name == "KeyConditions" && !filter.is_empty() {
            return None;
        }
    }
    if filter.len() < 2 {
        input.remove("ConditionalOperator");
    }
    if !filter.is_empty() {
        input.insert("ScanFilter".to_owned(), Value::Object(filter));
    }
    input.remove("ScanIndexForward");
    input.remove("ExclusiveStartKey");
    Some(Call { operation: "Scan".to_owned(), input: Value::Object(input) })
}

/// An expression as a part of a conjunction: in parentheses where it has an OR, unless it stands in some already.
fn grouped(expression: &str) -> String {
    let text = expression.trim();
    let has_or = words(text).any(|(_, word)| word.eq_ignore_ascii_case("or"));
    if has_or && !is_enclosed(text) { format!("({text})") } else { text.to_owned() }
}

/// Whether one pair of parentheses holds the whole text.
fn is_enclosed(text: &str) -> bool {
    let mut depth = 0_usize;
    for (at, character) in text.char_indices() {
        match character {
            '(' => depth += 1,
            ')' => depth = depth.saturating_sub(1),
            _ => {}
        }
        if depth == 0 {
            return character == ')' && at + 1 == text.len();
        }
    }
    false
}

/// Removes the placeholders that no expression of the input uses: `DynamoDB` refuses those.
pub(super) fn drop_unused(input: &mut Map<String, Value>) {
    let texts = EXPRESSIONS.iter().filter_map(|name| input.get(*name).and_then(Value::as_str));
    let used: Vec<String> = texts.flat_map(words).map(|(_, word)| word.to_owned()).collect();
    for name in ["ExpressionAttributeNames", "ExpressionAttributeValues"] {
        if let Some(Value::Object(defined)) = input.get_mut(name) {
            defined.retain(|placeholder, _| used.contains(placeholder));
            if defined.is_empty() {
                input.remove(name);
            }
        }
    }
}

/// The call with a reserved word named through a placeholder.
fn with_placeholder(call: &Call, word: &str) -> Option<Call> {
    let mut input = call.input.as_object()?.clone();
    let mut changed = false;
    let mut spelled = word.to_owned();
    for name in EXPRESSIONS {
        let Some(Value::String(text)) = input.get_mut(name) else { continue };
        let mut out = String::with_capacity(text.len() + 1);
        let mut done = 0;
        for (at, found) in words(text) {
            if found.eq_ignore_ascii_case(word) {
                out.push_str(text.get(done..at)?);
                out.push('#');
                found.clone_into(&mut spelled);
                done = at;
            }
        }
        if done > 0 || out.ends_with('#') {
            changed = true;
        }
        out.push_str(text.get(done..)?);
        *text = out;
    }
    let names =
        input.entry("ExpressionAttributeNames").or_insert_with(|| Value::Object(Map::new()));
    let names = names.as_object_mut()?;
    let taken = names.insert(format!("#{spelled}"), Value::String(spelled.clone()));
    let free = taken.is_none_or(|before| before == Value::String(spelled));
    (changed && free)
        .then(|| Call { operation: call.operation.clone(), input: Value::Object(input) })
}

/// The words of an expression and where they begin; a placeholder is a word with its mark.
fn words(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let is_part = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '#' | ':');
    let mut at = 0;
    std::iter::from_fn(move || {
        let rest = text.get(at..)?;
        let start = at + rest.find(is_part)?;
        let rest = text.get(start..)?;
        let mut end =
            rest.char_indices().skip(1).find(|(_, c)| !is_part(*c) || matches!(c, '#' | ':'));
        let length = end.take().map_or(rest.len(), |(end, _)| end);
        at = start + length;
        Some((start, rest.get(..length)?))
    })
}

fn shortened(text: &str) -> String {
    text.chars().take(40).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn offered(message: &str, operation: &str, input: Value) -> Option<(String, Value)> {
        let error = ServiceError::Validation { message: message.to_owned(), span: None };
        let call = Call { operation: operation.to_owned(), input };
        explain(&error, &call, &Database::default()).offer.map(|call| (call.operation, call.input))
    }

    #[test]
    fn a_query_without_its_partition_key_is_offered_as_the_scan_that_answers_it() {
        let missing = "Query condition missed key schema element: PK";
        for (query, scan) in [
            (
                json!({"TableName": "T", "KeyConditionExpression": "begins_with(SK, :s)", "ScanIndexForward": false, "Limit": 5,
                       "ExpressionAttributeValues": {":s": {"S": "A"}}}),
                json!({"TableName": "T", "FilterExpression": "begins_with(SK, :s)", "Limit": 5,
                       "ExpressionAttributeValues": {":s": {"S": "A"}}}),
            ),
            (
                json!({"TableName": "T", "KeyConditionExpression": "SK = :s", "FilterExpression": "a = :s OR orders = :b",
                       "ExpressionAttributeValues": {":s": {"S": "A"}, ":b": {"S": "A"}, ":no": {"S": ""}},
                       "ExpressionAttributeNames": {"#no": "x"}}),
                json!({"TableName": "T", "FilterExpression": "SK = :s AND (a = :s OR orders = :b)",
                       "ExpressionAttributeValues": {":s": {"S": "A"}, ":b": {"S": "A"}}}),
            ),
            (
                json!({"TableName": "T", "KeyConditionExpression": " ", "FilterExpression": "(a = :s OR b = :s)", "ExclusiveStartKey": {},
                       "ExpressionAttributeValues": {":s": {"S": "A"}}}),
                json!({"TableName": "T", "FilterExpression": "(a = :s OR b = :s)",
                       "ExpressionAttributeValues": {":s": {"S": "A"}}}),
            ),
            (json!({"TableName": "T"}), json!({"TableName": "T"})),
        ] {
            assert_eq!(offered(missing, "Query", query), Some(("Scan".to_owned(), scan)));
        }
    }

    #[test]
    fn a_query_in_the_parameters_of_before_expressions_is_offered_as_the_scan_that_answers_it() {
        let missing = "Query condition missed key schema element: PK";
        let equal =
            |value: &str| json!({"ComparisonOperator": "EQ", "AttributeValueList": [{"S": value}]});
        for (query, scan) in [
            (
                json!({"TableName": "T", "KeyConditions": {"a": equal("x")}, "ScanIndexForward": false}),
                Some(json!({"TableName": "T", "ScanFilter": {"a": equal("x")}})),
            ),
            (
                json!({"KeyConditions": {"a": equal("x")}, "QueryFilter": {"b": equal("y")}, "ConditionalOperator": "AND"}),
                Some(
                    json!({"ScanFilter": {"a": equal("x"), "b": equal("y")}, "ConditionalOperator": "AND"}),
                ),
            ),
            (
                json!({"KeyConditions": {"a": equal("x")}, "QueryFilter": {"b": equal("y")}, "ConditionalOperator": "OR"}),
                None,
            ),
            (json!({"KeyConditions": {"a": equal("x")}, "QueryFilter": {"a": equal("y")}}), None),
            (json!({"KeyConditions": {"a": equal("x")}, "FilterExpression": "b = c"}), None),
            (json!({"KeyConditions": {}}), Some(json!({}))),
        ] {
            let expected = scan.map(|scan| ("Scan".to_owned(), scan));
            assert_eq!(offered(missing, "Query", query), expected);
        }
    }

    #[test]
    fn a_strong_read_of_an_index_is_offered_as_an_eventual_one() {
        let message = "Consistent reads are not supported on global secondary indexes";
        let offer = offered(
            message,
            "Scan",
            json!({"TableName": "T", "IndexName": "I", "ConsistentRead": true}),
        );
        assert_eq!(offer, Some(("Scan".to_owned(), json!({"TableName": "T", "IndexName": "I"}))));
    }

    #[test]
    fn a_reserved_word_is_offered_as_a_placeholder_wherever_it_stands() {
        let message = "Invalid FilterExpression: Attribute name is a reserved keyword; reserved keyword: status";
        let input = json!({"FilterExpression": "status = :status AND my_status = :b AND attribute_exists(status)",
                           "ExpressionAttributeNames": {"#a": "a"}});
        let expected = json!({"FilterExpression": "#status = :status AND my_status = :b AND attribute_exists(#status)",
                              "ExpressionAttributeNames": {"#a": "a", "#status": "status"}});
        assert_eq!(offered(message, "Scan", input), Some(("Scan".to_owned(), expected)));
        let taken = json!({"FilterExpression": "status = :s", "ExpressionAttributeNames": {"#status": "other"}});
        assert_eq!(offered(message, "Scan", taken), None);
        assert_eq!(offered(message, "Scan", json!({"FilterExpression": "a = :s"})), None);
    }

    #[test]
    fn a_missing_table_is_told_with_those_there_are() {
        let error = ServiceError::ResourceNotFound("Requested resource not found".to_owned());
        let plain = explain(&error, &Call::default(), &Database::default());
        assert_eq!(plain.sentence, "There is no table of that name. There are no tables.");
    }

    #[test]
    fn parentheses_that_hold_everything_are_known_from_those_that_do_not() {
        for (text, enclosed) in [
            ("(a)", true),
            ("(a) OR (b)", false),
            ("((a) OR (b))", true),
            ("a", false),
            ("(a", false),
            ("", false),
        ] {
            assert_eq!(is_enclosed(text), enclosed, "{text}");
        }
    }
}
