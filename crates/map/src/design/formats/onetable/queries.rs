//! The saved queries of a `OneTable` schema, as requests.

use key_engine::value::{Members, object};
use serde_json::{Map, Value};

use super::super::Draft;
use super::super::data_model::Ids;
use super::role;
use crate::design::{Call, Defect, Request, TableDesign};

/// Adds a request for each query; gives back those whose call cannot be made, to be kept.
pub(super) fn read(
    queries: Map<String, Value>,
    table: &TableDesign,
    indexes: &Map<String, Value>,
    draft: &mut Draft<'_>,
) -> Map<String, Value> {
    let mut ids = Ids::default();
    let mut kept = Map::new();
    for (at, (name, query)) in queries.into_iter().enumerate() {
        let mut request = Request::unwritten(ids.give(&format!("Q{}", at + 1)));
        request.sentence.clone_from(&name);
        match call(&query, table, indexes) {
            Ok(call) => request.calls.push(call),
            Err(problem) => {
                let place = format!("request {}", request.id);
                let problem = format!("the query {name} {problem}");
                let done = "kept in the schema; the request has no call";
                draft.defects.push(Defect::of_table("", problem, done).in_item(place));
                kept.insert(name, query);
            }
        }
        draft.design.requests.push(request);
    }
    kept
}

/// Names and values of an expression on its way.
#[derive(Default)]
struct Expression {
    names: Map<String, Value>,
    values: Map<String, Value>,
}

impl Expression {
    fn name(&mut self, attribute: &str) -> String {
        let place = format!("#n{}", self.names.len());
        self.names.set(&place, Value::from(attribute));
        place
    }

    fn value(&mut self, kind: &str, text: &str) -> String {
        let place = format!(":v{}", self.values.len());
        self.values.set(&place, object(&mut [(kind, Value::from(text))]));
        place
    }

    /// A comparison in the words of the schema; none for words that are not known.
    fn comparison(
        &mut self,
        attribute: &str,
        operation: &str,
        kind: &str,
        text: &str,
    ) -> Option<String> {
        let sign = match operation {
            "Equal" => "=",
            "Not equal" => "<>",
            "Less than" => "<",
            "Less than or equal" => "<=",
            "Greater than or equal" => ">=",
            "Greater than" => ">",
            "Begins with" => {
                return Some(format!(
                    "begins_with({}, {})",
                    self.name(attribute),
                    self.value("S", text)
                ));
            }
            "Contains" => {
                return Some(format!(
                    "contains({}, {})",
                    self.name(attribute),
                    self.value(kind, text)
                ));
            }
            "Does not contain" => {
                return Some(format!(
                    "NOT contains({}, {})",
                    self.name(attribute),
                    self.value(kind, text)
                ));
            }
            "Existing" => return Some(format!("attribute_exists({})", self.name(attribute))),
            "Not Existing" => {
                return Some(format!("attribute_not_exists({})", self.name(attribute)));
            }
            _ => return None,
        };
        Some(format!("{} {sign} {}", self.name(attribute), self.value(kind, text)))
    }
}

fn text_of(value: &Value, member: &str) -> Option<String> {
    match value.get(member)? {
        Value::String(text) if !text.is_empty() => Some(text.clone()),
        Value::Number(number) => Some(number.to_string()),
        _ => None,
    }
}

/// # Errors
/// A clause that says why there is no such call.
fn call(query: &Value, table: &TableDesign, indexes: &Map<String, Value>) -> Result<Call, String> {
    if !query.is_object() {
        return Err("is no object".to_owned());
    }
    let mut input = Map::new();
    input.set("TableName", Value::from(table.name()));
    let name = role(query, "index").unwrap_or("primary");
    let Some(index) = indexes.get(name) else {
        return Err(format!("names the index {name}, which there is not"));
    };
    if name != "primary" {
        input.set("IndexName", Value::from(name));
    }
    let mut expression = Expression::default();
    let scan = role(query, "type") == Some("Scan");
    if !scan {
        let hash = role(index, "hash").or_else(|| role(indexes.get("primary")?, "hash"));
        let (Some(attribute), Some(value)) = (hash, text_of(query, "hash")) else {
            return Err("has no value for its partition key".to_owned());
        };
        let kind = |attribute: &str| kind_of(attribute, table);
        let mut condition = format!(
            "{} = {}",
            expression.name(attribute),
            expression.value(kind(attribute), &value)
        );
        if let (Some(attribute), Some(value)) = (role(index, "sort"), text_of(query, "sort")) {
            let operation = role(query, "operation").unwrap_or("Equal");
            let compared = expression.comparison(attribute, operation, kind(attribute), &value);
            let allowed = !matches!(
                operation,
                "Not equal" | "Contains" | "Does not contain" | "Existing" | "Not Existing"
            );
            let compared = compared.filter(|_| allowed);
            let compared =
                compared.ok_or_else(|| format!("compares by {operation}, which is not read"))?;
            condition = format!("{condition} AND {compared}");
        }
        input.set("KeyConditionExpression", Value::from(condition));
    }
    if let Some(filters) = query.get("filters").and_then(Value::as_array) {
        let mut whole = String::new();
        for filter in filters {
            let operation = role(filter, "operation").unwrap_or_default();
            let kind = if role(filter, "type") == Some("number") { "N" } else { "S" };
            let value = text_of(filter, "value").unwrap_or_default();
            let field = role(filter, "field").unwrap_or_default();
            let compared = expression.comparison(field, operation, kind, &value);
            let compared = compared.filter(|_| !field.is_empty());
            let compared =
                compared.ok_or_else(|| format!("filters by {operation}, which is not read"))?;
            let or = role(filter, "combine").is_some_and(|word| word.eq_ignore_ascii_case("or"));
            whole = match (whole.is_empty(), or) {
                (true, _) => compared,
                (false, true) => format!("({whole}) OR {compared}"),
                (false, false) => format!("({whole}) AND {compared}"),
            };
        }
        if !whole.is_empty() {
            input.set("FilterExpression", Value::from(whole));
        }
    }
    if !expression.names.is_empty() {
        input.set("ExpressionAttributeNames", Value::Object(expression.names));
    }
    if !expression.values.is_empty() {
        input.set("ExpressionAttributeValues", Value::Object(expression.values));
    }
    if let Some(limit) = query.get("limit").and_then(Value::as_u64).filter(|limit| *limit > 0) {
        input.set("Limit", Value::from(limit));
    }
    let operation = if scan { "Scan" } else { "Query" };
    Ok(Call { operation: operation.to_owned(), input: Value::Object(input) })
}

fn kind_of(attribute: &str, table: &TableDesign) -> &'static str {
    let definitions = table.create.get("AttributeDefinitions").and_then(Value::as_array);
    let of = definitions
        .into_iter()
        .flatten()
        .find(|definition| role(definition, "AttributeName") == Some(attribute));
    match of.and_then(|definition| role(definition, "AttributeType")) {
        Some("N") => "N",
        Some("B") => "B",
        _ => "S",
    }
}
