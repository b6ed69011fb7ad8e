//! Stacks of AWS's CDK, TypeScript.
//!
//! Owns the source of a stack with a `CfnTable` for each table. That construct has every property of the resource, keys of several
//! attributes and local indexes among them, under the names of the template, and stays an `AWS::DynamoDB::Table`; `TableV2`
//! would make a global table of each.

use serde_json::Value;

use super::quoted::{comment, typescript};
use super::resource::{Ids, Resource, joined_words, resources};
use crate::design::{Defect, Design};

pub(super) fn write(design: &Design, defects: &mut Vec<Defect>) -> String {
    let class = format!("{}Stack", joined_words(&design.name));
    let mut text = String::new();
    for line in [design.name.trim(), design.description.trim()] {
        if !line.is_empty() {
            text.push_str("// ");
            text.push_str(comment(line).trim_end());
            text.push('\n');
        }
    }
    text.push_str("import { Stack, type StackProps } from \"aws-cdk-lib\";\n");
    text.push_str("import { CfnTable } from \"aws-cdk-lib/aws-dynamodb\";\n");
    text.push_str("import type { Construct } from \"constructs\";\n\n");
    text.push_str("export class ");
    text.push_str(&class);
    text.push_str(" extends Stack {\n");
    let resources = resources(design, defects);
    let variables = variables(&resources);
    for variable in &variables {
        text.push_str("  readonly ");
        text.push_str(variable);
        text.push_str(": CfnTable;\n");
    }
    text.push_str("\n  constructor(scope: Construct, id: string, props?: StackProps) {\n");
    text.push_str("    super(scope, id, props);\n");
    for (resource, variable) in resources.iter().zip(&variables) {
        for policy in resource.policies.keys() {
            let problem = format!("{policy} is set on the construct by its own call");
            defects.push(Defect::of_table(&resource.id, problem, "left out"));
        }
        write_table(&mut text, resource, variable);
        let after = resources.iter().position(|other| Some(&other.id) == resource.after.as_ref());
        if let Some(after) = after.and_then(|at| variables.get(at)) {
            text.push_str("    // tables with indexes are made one after the other\n    this.");
            text.push_str(variable);
            text.push_str(".node.addDependency(this.");
            text.push_str(after);
            text.push_str(");\n");
        }
    }
    text.push_str("  }\n}\n");
    text
}

fn write_table(text: &mut String, resource: &Resource, variable: &str) {
    text.push_str("\n    this.");
    text.push_str(variable);
    text.push_str(" = new CfnTable(this, ");
    text.push_str(&typescript(&resource.id));
    text.push_str(", ");
    write_value(text, &Value::Object(resource.properties.clone()), 2, Names::Properties);
    text.push_str(");\n");
}

/// A member of the class for each table. Words of the language and of `Stack` cannot be one: each ends in `Table`.
fn variables(resources: &[Resource]) -> Vec<String> {
    let mut names = Ids::default();
    let name = |resource: &Resource| {
        let mut name = lowered(&resource.id);
        if !name.ends_with("Table") {
            name.push_str("Table");
        }
        names.give(&name)
    };
    resources.iter().map(name).collect()
}

/// How names of members are written.
#[derive(Clone, Copy)]
enum Names {
    /// As properties of a construct: with a small letter.
    Properties,
    /// As they are.
    Kept,
}

fn write_value(text: &mut String, value: &Value, depth: usize, names: Names) {
    match value {
        Value::Object(members) => {
            text.push('{');
            for (name, value) in members {
                line(text, depth + 1);
                match names {
                    Names::Properties => text.push_str(&lowered(name)),
                    Names::Kept => text.push_str(&typescript(name)),
                }
                text.push_str(": ");
                // A policy is a document of its own.
                let names = if name == "PolicyDocument" { Names::Kept } else { names };
                write_value(text, value, depth + 1, names);
                text.push(',');
            }
            line(text, depth);
            text.push('}');
        }
        Value::Array(elements) => {
            text.push('[');
            for (at, element) in elements.iter().enumerate() {
                text.push_str(if at > 0 { ", " } else { "" });
                write_value(text, element, depth, names);
            }
            text.push(']');
        }
        Value::String(string) => text.push_str(&typescript(string)),
        other => text.push_str(&other.to_string()),
    }
}

fn line(text: &mut String, depth: usize) {
    text.push('\n');
    for _ in 0..depth {
        text.push_str("  ");
    }
}

/// A property's name as the CDK has it: `KeySchema` is `keySchema`, `SSESpecification` is `sseSpecification`.
fn lowered(name: &str) -> String {
    let capitals = name.bytes().take_while(u8::is_ascii_uppercase).count();
    let lowered = if capitals > 1 && capitals < name.len() { capitals - 1 } else { capitals };
    let mut letters = String::with_capacity(name.len());
    for (at, letter) in name.chars().enumerate() {
        letters.push(if at < lowered { letter.to_ascii_lowercase() } else { letter });
    }
    letters
}
