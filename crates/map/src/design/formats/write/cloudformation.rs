//! `CloudFormation` templates, JSON.
//!
//! Owns the template: a resource for each table. Items and rows have no place in one, which is told.

use key_engine::value::Members;
use serde_json::{Map, Value};

use super::definition::ORDER;
use super::json::Json;
use super::resource::{Resource, TEMPLATE, resources};
use crate::design::{Defect, Design};

/// The longest description of a template, in bytes. Source: AWS, "`CloudFormation` quotas".
const LONGEST_DESCRIPTION: usize = 1_024;

pub(super) fn write(design: &Design, defects: &mut Vec<Defect>) -> String {
    if let Some(Value::Object(template)) = design.extra.get(TEMPLATE) {
        for section in template.keys().filter(|name| *name != "AWSTemplateFormatVersion") {
            let problem =
                format!("{section} of the template that it came from says more than tables");
            defects.push(Defect::of_table("", problem, "left out"));
        }
    }
    let mut json = Json::default();
    json.open('{');
    json.member("AWSTemplateFormatVersion");
    json.raw().push_str("\"2010-09-09\"");
    if let Some(description) = description(design) {
        json.member("Description");
        json.value(&description.into(), &[]);
    }
    json.member("Resources");
    json.open('{');
    for resource in resources(design, defects) {
        json.member(&resource.id.clone());
        json.value(&of_table(resource), &ORDER);
    }
    json.close('}');
    json.close('}');
    json.end()
}

fn of_table(resource: Resource) -> Value {
    let mut members = Map::new();
    members.set("Type", "AWS::DynamoDB::Table".into());
    if let Some(after) = resource.after {
        members.set("DependsOn", after.into());
    }
    members.extend(resource.policies);
    members.set("Properties", Value::Object(resource.properties));
    Value::Object(members)
}

/// What the design is called and for, as far as a template has room for it.
fn description(design: &Design) -> Option<String> {
    let parts = [design.name.trim(), design.description.trim()];
    let mut text = String::new();
    for part in parts.into_iter().filter(|part| !part.is_empty()) {
        if !text.is_empty() {
            text.push_str(": ");
        }
        text.push_str(part);
    }
    while text.len() > LONGEST_DESCRIPTION {
        text.pop();
    }
    (!text.is_empty()).then_some(text)
}
