//! A table as `CloudFormation`'s `AWS::DynamoDB::Table` has it, for templates and for the CDK.
//!
//! Owns its properties and its logical id. What the resource has no property for is told.

use key_engine::order::SortedMap;
use key_engine::value::{Members, object};
use serde_json::{Map, Value};

use super::definition::whole_definition;
use crate::design::{Defect, Design, TableDesign};

/// A table in a template.
pub(super) struct Resource {
    /// Its name within the template: letters and digits, one of its own.
    pub id: String,
    /// Its properties.
    pub properties: Map<String, Value>,
    /// What the template that it came from says of keeping the table when the resource goes.
    pub policies: Map<String, Value>,
    /// The logical id of the table that must be there before: tables with indexes are made one after the other.
    pub after: Option<String>,
}

/// The most resources of a template. Source: AWS, "`CloudFormation` quotas".
const MOST_RESOURCES: usize = 500;

/// Where a design keeps what else the template that it came from says.
pub(super) const TEMPLATE: &str = "cloudFormation";
/// What happens to the table when its resource goes.
const POLICIES: [&str; 2] = ["DeletionPolicy", "UpdateReplacePolicy"];
/// Properties that `CreateTable` has no word for.
const BEYOND: [&str; 4] = [
    "PointInTimeRecoverySpecification",
    "KinesisStreamSpecification",
    "ContributorInsightsSpecification",
    "ResourcePolicy",
];

/// Adds properties that the template had. What is a function there has no value here.
fn add_kept(
    properties: &mut Map<String, Value>,
    kept: &Map<String, Value>,
    table: &str,
    defects: &mut Vec<Defect>,
) {
    let said = kept.get("Properties").and_then(Value::as_object);
    for (name, value) in said.into_iter().flatten() {
        if properties.contains_key(name) {
            continue;
        }
        if BEYOND.contains(&name.as_str()) && !has_function(value) {
            properties.set(name, value.clone());
        } else {
            let problem = format!("{name} is said in words of the template that it came from");
            defects.push(Defect::of_table(table, problem, "left out"));
        }
    }
}

/// Whether a function of a template stands in a value.
fn has_function(value: &Value) -> bool {
    match value {
        Value::Object(members) => members
            .iter()
            .any(|(name, value)| name == "Ref" || name.starts_with("Fn::") || has_function(value)),
        Value::Array(elements) => elements.iter().any(has_function),
        _ => false,
    }
}

/// Whether a table has point-in-time recovery, as far as the template that it came from says so in a value.
pub(super) fn recovers(table: &TableDesign) -> bool {
    let said = table.extra.get(TEMPLATE).and_then(|kept| kept.get("Properties"));
    let said = said.and_then(|said| said.get("PointInTimeRecoverySpecification"));
    said.and_then(|said| said.get("PointInTimeRecoveryEnabled")).is_some_and(|on| on == true)
}

/// The tables of a design as resources.
pub(super) fn resources(design: &Design, defects: &mut Vec<Defect>) -> Vec<Resource> {
    let mut ids = Ids::default();
    let mut last_with_indexes: Option<String> = None;
    if design.tables.len() > MOST_RESOURCES {
        let problem =
            format!("CloudFormation takes at most {MOST_RESOURCES} resources in a template");
        defects.push(Defect::of_table("", problem, "the file has more, and must be parted first"));
    }
    let mut resources = Vec::with_capacity(design.tables.len());
    for table in &design.tables {
        let kept = table.extra.get(TEMPLATE).and_then(Value::as_object);
        let said = kept.and_then(|kept| kept.get("LogicalId")?.as_str());
        let said = said.filter(|id| *id == joined_words(id));
        let id = ids.give(&said.map_or_else(|| joined_words(table.name()), str::to_owned));
        let mut properties = properties(table, defects);
        let mut policies = Map::new();
        if let Some(kept) = kept {
            add_kept(&mut properties, kept, table.name(), defects);
            for name in POLICIES {
                if let Some(policy) = kept.get(name) {
                    policies.set(name, policy.clone());
                }
            }
        }
        let has_indexes = ["GlobalSecondaryIndexes", "LocalSecondaryIndexes"]
            .iter()
            .any(|list| properties.contains_key(*list));
        let after = if has_indexes { last_with_indexes.replace(id.clone()) } else { None };
        resources.push(Resource { id, properties, policies, after });
    }
    resources
}

/// Names within a file, each given once. Two that differ in case alone are not told apart everywhere, so none do.
#[derive(Default)]
pub(super) struct Ids {
    taken: SortedMap<String, usize>,
}

impl Ids {
    /// The wanted name, or that name with a number behind it.
    pub(super) fn give(&mut self, wanted: &str) -> String {
        let mut id = wanted.to_owned();
        let mut number = *self.taken.or_insert_with(wanted.to_ascii_lowercase(), || 1);
        while number > 1 || self.taken.get(&id.to_ascii_lowercase()).is_some_and(|_| id != wanted) {
            id = format!("{wanted}{number}");
            if self.taken.get(&id.to_ascii_lowercase()).is_none() {
                self.taken.insert(id.to_ascii_lowercase(), 2);
                break;
            }
            number += 1;
        }
        self.taken.insert(wanted.to_ascii_lowercase(), number + 1);
        id
    }
}

/// A name of letters and digits alone, each word with a capital: `game-player_profiles` is `GamePlayerProfiles`.
pub(super) fn joined_words(name: &str) -> String {
    let mut joined = String::new();
    let mut begins = true;
    for letter in name.chars().take(120) {
        if letter.is_ascii_alphanumeric() {
            joined.push(if begins { letter.to_ascii_uppercase() } else { letter });
        }
        begins = !letter.is_ascii_alphanumeric();
    }
    if joined.len() < 2 || joined.starts_with(|letter: char| letter.is_ascii_digit()) {
        joined.insert_str(0, "Table");
    }
    joined
}

/// The resource's properties. Source: AWS, "`AWS::DynamoDB::Table`", `CloudFormation` Template Reference.
fn properties(table: &TableDesign, defects: &mut Vec<Defect>) -> Map<String, Value> {
    let mut properties = whole_definition(table, defects);
    let mut tell = |problem: &str| {
        defects.push(Defect::of_table(table.name(), problem, "left out"));
    };
    if let Some(stream) = properties.remove("StreamSpecification")
        && let Some(view) = stream.get("StreamViewType")
    {
        properties.set("StreamSpecification", object(&mut [("StreamViewType", view.clone())]));
    }
    if let Some(Value::Object(mut encryption)) = properties.remove("SSESpecification") {
        let enabled = encryption.remove("Enabled").unwrap_or(Value::Bool(false));
        if enabled == true {
            encryption.set("SSEEnabled", enabled);
            properties.set("SSESpecification", Value::Object(encryption));
        }
    }
    if let Some(policy) = properties.remove("ResourcePolicy") {
        let document = policy.as_str().and_then(|text| serde_json::from_str(text).ok());
        match document {
            Some(document @ Value::Object(_)) => {
                properties.set("ResourcePolicy", object(&mut [("PolicyDocument", document)]));
            }
            _ => tell("its ResourcePolicy is not a policy in JSON"),
        }
    }
    for name in ["GlobalTableSourceArn", "GlobalTableSettingsReplicationMode"] {
        if properties.remove(name).is_some() {
            tell(&format!("AWS::DynamoDB::Table has no {name}"));
        }
    }
    if let Some(attribute) = &table.time_to_live {
        let setting = &mut [("AttributeName", attribute.as_str().into()), ("Enabled", true.into())];
        properties.set("TimeToLiveSpecification", object(setting));
    }
    if properties.get("BillingMode").is_none() && properties.contains_key("ProvisionedThroughput") {
        properties.set("BillingMode", "PROVISIONED".into());
    }
    properties
}

#[cfg(test)]
mod tests {
    use super::{Ids, joined_words};

    #[test]
    fn every_table_has_a_logical_id_of_its_own() {
        let mut ids = Ids::default();
        for (name, id) in [
            ("Orders", "Orders"),
            ("orders", "Orders2"),
            ("orders2", "Orders22"),
            ("or.ders", "OrDers3"),
            ("game-player_profiles", "GamePlayerProfiles"),
            ("...", "Table"),
            ("___", "Table2"),
            ("2026", "Table2026"),
            ("a--", "TableA"),
        ] {
            assert_eq!(ids.give(&joined_words(name)), id, "{name}");
        }
    }
}
