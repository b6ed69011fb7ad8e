//! CloudFormation templates, in JSON or YAML, those of the Serverless Application Model, and `serverless.yml` around one.
//!
//! Owns which resources are tables, and what is kept of the rest: a resource's own settings under `cloudFormation` of its table,
//! the template without its tables under `cloudFormation` of the design, so that an export can give both back. What its functions
//! come to is [`resolve`]'s to say, how a resource becomes a table [`table`]'s.

mod resolve;
mod table;

use key_engine::value::Members;
use serde_json::{Map, Value};

use super::Draft;
use crate::design::{Defect, OpenError};
use crate::numerals::counted;

const RESOURCES: &str = "Resources";
const KEY: &str = "cloudFormation";

/// The template in a value; none where it holds none. What surrounds it comes second.
fn template(whole: Value) -> Option<(Map<String, Value>, Map<String, Value>)> {
    let Value::Object(mut members) = whole else { return None };
    if members.get(RESOURCES).is_some_and(Value::is_object) {
        return Some((members, Map::new()));
    }
    match members.remove("resources") {
        Some(Value::Object(inside)) if inside.get(RESOURCES).is_some_and(Value::is_object) => {
            Some((inside, members))
        }
        Some(Value::Array(parts)) => {
            let mut joined = Map::new();
            let mut elsewhere = Vec::new();
            for part in parts {
                let Value::Object(part) = part else {
                    elsewhere.push(part);
                    continue;
                };
                for (section, value) in part {
                    match (joined.get_mut(&section), value) {
                        (Some(Value::Object(there)), Value::Object(more)) => there.extend(more),
                        (_, value) => _ = joined.insert(section, value),
                    }
                }
            }
            if !elsewhere.is_empty() {
                members.set("resources", Value::Array(elsewhere));
            }
            joined.get(RESOURCES).is_some_and(Value::is_object).then_some((joined, members))
        }
        _ => None,
    }
}

/// Whether a value is a template.
pub(super) fn fits(whole: &Value) -> bool {
    let is_resource = |value: &Value| value.get("Type").is_some_and(Value::is_string);
    let holds = |value: &Value| match value.get(RESOURCES) {
        Some(Value::Object(resources)) => {
            resources.values().any(is_resource) || value.get("AWSTemplateFormatVersion").is_some()
        }
        _ => false,
    };
    holds(whole)
        || match whole.get("resources") {
            Some(Value::Array(parts)) => parts.iter().any(holds),
            Some(inside) => holds(inside),
            None => false,
        }
}

pub(super) fn read<'t>(whole: Value) -> Result<Draft<'t>, OpenError> {
    let Some((mut template, around)) = template(whole) else { return Err(OpenError::NoTables) };
    let mut draft = Draft { format: "CloudFormation template", ..Draft::default() };
    let resources = match template.remove(RESOURCES) {
        Some(Value::Object(resources)) => resources,
        _ => Map::new(),
    };
    let mut rest = Map::new();
    let mut tables = Vec::new();
    for (id, resource) in resources {
        match table::kind_of(&resource) {
            Some(kind) => tables.push((id, kind, resource)),
            None => _ = rest.insert(id, resource),
        }
    }
    if tables.is_empty() {
        let seen = format!(
            "a CloudFormation template without a DynamoDB table: it has {}",
            counted(rest.len() as u64, "resource", "resources")
        );
        return Err(OpenError::NotAModel { seen });
    }
    let mut resolver = resolve::Resolver::new(&template, &rest);
    for (id, kind, resource) in tables {
        draft.tables.push(table::read(&id, kind, resource, &mut resolver, &mut draft.defects));
    }
    if !rest.is_empty() {
        let found = counted(rest.len() as u64, "other resource", "other resources");
        let done = if rest.len() == 1 {
            "it was kept, and is not shown"
        } else {
            "they were kept, and are not shown"
        };
        draft.defects.push(Defect::of_table("", format!("the template has {found}"), done));
        template.set(RESOURCES, Value::Object(rest));
    }
    if let Some(Value::String(text)) = template.get("Description") {
        draft.design.description.clone_from(text);
        template.remove("Description");
    }
    if let Some(Value::String(name)) = around.get("service") {
        draft.design.name.clone_from(name);
    }
    draft.design.extra.set(KEY, Value::Object(template));
    if let Some(Value::Array(elsewhere)) = around.get("resources") {
        let count = counted(elsewhere.len() as u64, "part", "parts");
        let problem = format!(
            "{count} of its resources cannot be read here, such as {}",
            elsewhere.first().unwrap_or(&Value::Null)
        );
        draft.defects.push(Defect::of_table("", problem, "kept, and not shown"));
    }
    if !around.is_empty() {
        draft.design.extra.set("serverless", Value::Object(around));
    }
    Ok(draft)
}
