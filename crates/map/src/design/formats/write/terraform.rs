//! Terraform, for HashiCorp's AWS provider.
//!
//! Owns a resource `aws_dynamodb_table` for each table, and the blocks that take over tables which exist, as comments. What the
//! provider has no argument for is told, and said in a comment where it would be. Source of the arguments: the provider's
//! documentation of `aws_dynamodb_table`, version 6.

use serde_json::{Map, Value};

use super::definition::definition;
use super::quoted::{comment, terraform};
use super::resource::{Ids, recovers};
use crate::design::{Defect, Design, TableDesign};

pub(super) fn write(design: &Design, defects: &mut Vec<Defect>) -> String {
    let mut file = Hcl::default();
    for line in [design.name.trim(), design.description.trim()] {
        if !line.is_empty() {
            file.comment(line);
        }
    }
    let mut labels = Ids::default();
    let mut imports = Vec::with_capacity(design.tables.len());
    for table in &design.tables {
        let label = labels.give(&label(table.name()));
        file.blank();
        write_table(&mut file, table, &label, defects);
        imports.push((label, table.name()));
    }
    file.blank();
    file.comment("Tables that exist are taken over by these blocks (Terraform 1.5 or later):");
    for (label, name) in imports {
        file.comment("import {");
        file.comment(&format!("  to = aws_dynamodb_table.{label}"));
        file.comment(&format!("  id = {}", terraform(name)));
        file.comment("}");
    }
    file.text
}

/// A resource's name: small letters, digits and underscores.
fn label(name: &str) -> String {
    let mut label = String::new();
    let mut was_small = false;
    for letter in name.chars().take(120) {
        if letter.is_ascii_uppercase() && was_small {
            label.push('_');
        }
        was_small = letter.is_ascii_lowercase() || letter.is_ascii_digit();
        match letter {
            letter if letter.is_ascii_alphanumeric() => label.push(letter.to_ascii_lowercase()),
            _ if !label.ends_with('_') => label.push('_'),
            _ => {}
        }
    }
    let label = label.trim_matches('_');
    if label.starts_with(|letter: char| letter.is_ascii_alphabetic()) {
        label.to_owned()
    } else {
        format!("table_{label}").trim_end_matches('_').to_owned()
    }
}

fn write_table(file: &mut Hcl, table: &TableDesign, label: &str, defects: &mut Vec<Defect>) {
    let create = definition(table, defects);
    file.open(&format!("resource \"aws_dynamodb_table\" \"{label}\""));
    file.text("name", create.get("TableName"));
    let on_demand = create.get("BillingMode").is_some_and(|mode| mode == "PAY_PER_REQUEST");
    file.argument(
        "billing_mode",
        if on_demand { "\"PAY_PER_REQUEST\"" } else { "\"PROVISIONED\"" },
    );
    write_units(file, create.get("ProvisionedThroughput"));
    file.key("hash_key", create.get("KeySchema"), "HASH");
    file.key("range_key", create.get("KeySchema"), "RANGE");
    file.text("table_class", create.get("TableClass"));
    file.plain("deletion_protection_enabled", create.get("DeletionProtectionEnabled"));
    if let Some(view) =
        create.get("StreamSpecification").and_then(|stream| stream.get("StreamViewType"))
    {
        file.argument("stream_enabled", "true");
        file.text("stream_view_type", Some(view));
    }
    for definition in list(&create, "AttributeDefinitions") {
        file.open_apart("attribute");
        file.text("name", definition.get("AttributeName"));
        file.text("type", definition.get("AttributeType"));
        file.close();
    }
    for index in list(&create, "GlobalSecondaryIndexes") {
        file.open_apart("global_secondary_index");
        write_index(file, index);
        file.close();
    }
    for index in list(&create, "LocalSecondaryIndexes") {
        file.open_apart("local_secondary_index");
        file.text("name", index.get("IndexName"));
        file.key("range_key", index.get("KeySchema"), "RANGE");
        write_projection(file, index);
        file.close();
    }
    write_limits(file, &Value::Object(create.clone()));
    if let Some(attribute) = &table.time_to_live {
        file.open_apart("ttl");
        file.argument("attribute_name", &terraform(attribute));
        file.argument("enabled", "true");
        file.close();
    }
    if recovers(table) {
        file.open_apart("point_in_time_recovery");
        file.argument("enabled", "true");
        file.close();
    }
    write_encryption(file, create.get("SSESpecification"));
    write_tags(file, &create);
    for name in ["VectorIndexes", "GlobalTableSourceArn", "GlobalTableSettingsReplicationMode"] {
        if create.contains_key(name) {
            let problem = format!("aws_dynamodb_table has no argument for {name}");
            file.blank();
            file.comment(&problem);
            defects.push(Defect::of_table(
                table.name(),
                problem,
                "left out, with a comment in its place",
            ));
        }
    }
    file.close();
    if create.contains_key("ResourcePolicy") {
        file.blank();
        file.open(&format!("resource \"aws_dynamodb_resource_policy\" \"{label}\""));
        file.argument("resource_arn", &format!("aws_dynamodb_table.{label}.arn"));
        file.text("policy", create.get("ResourcePolicy"));
        file.close();
    }
}

fn list<'v>(create: &'v Map<String, Value>, name: &str) -> impl Iterator<Item = &'v Value> {
    create.get(name).and_then(Value::as_array).into_iter().flatten()
}

fn write_units(file: &mut Hcl, units: Option<&Value>) {
    let Some(units) = units else { return };
    file.plain("read_capacity", units.get("ReadCapacityUnits"));
    file.plain("write_capacity", units.get("WriteCapacityUnits"));
}

fn write_index(file: &mut Hcl, index: &Value) {
    file.text("name", index.get("IndexName"));
    let elements = index.get("KeySchema").and_then(Value::as_array).map_or(&[][..], Vec::as_slice);
    let count = |role: &str| {
        elements
            .iter()
            .filter(|element| element.get("KeyType").is_some_and(|kind| kind == role))
            .count()
    };
    if count("HASH") > 1 || count("RANGE") > 1 {
        file.comment("a key of several attributes: provider 6.29 or later");
        write_projection(file, index);
        write_units(file, index.get("ProvisionedThroughput"));
        for element in elements {
            file.open_apart("key_schema");
            file.text("attribute_name", element.get("AttributeName"));
            file.text("key_type", element.get("KeyType"));
            file.close();
        }
    } else {
        file.key("hash_key", index.get("KeySchema"), "HASH");
        file.key("range_key", index.get("KeySchema"), "RANGE");
        write_projection(file, index);
        write_units(file, index.get("ProvisionedThroughput"));
    }
    write_limits(file, index);
}

fn write_projection(file: &mut Hcl, index: &Value) {
    let projection = index.get("Projection").unwrap_or(&Value::Null);
    file.text("projection_type", projection.get("ProjectionType"));
    let names = projection.get("NonKeyAttributes").and_then(Value::as_array);
    if let Some(names) = names {
        let names: Vec<String> = names.iter().filter_map(Value::as_str).map(terraform).collect();
        file.argument("non_key_attributes", &format!("[{}]", names.join(", ")));
    }
}

/// What a table or an index may take at most, and what it must be ready for.
fn write_limits(file: &mut Hcl, of: &Value) {
    if let Some(most) = of.get("OnDemandThroughput") {
        file.open_apart("on_demand_throughput");
        file.plain("max_read_request_units", most.get("MaxReadRequestUnits"));
        file.plain("max_write_request_units", most.get("MaxWriteRequestUnits"));
        file.close();
    }
    if let Some(warm) = of.get("WarmThroughput") {
        file.open_apart("warm_throughput");
        file.plain("read_units_per_second", warm.get("ReadUnitsPerSecond"));
        file.plain("write_units_per_second", warm.get("WriteUnitsPerSecond"));
        file.close();
    }
}

fn write_encryption(file: &mut Hcl, encryption: Option<&Value>) {
    let Some(encryption) = encryption.filter(|all| all.get("Enabled") == Some(&Value::Bool(true)))
    else {
        return;
    };
    file.open_apart("server_side_encryption");
    file.argument("enabled", "true");
    if let Some(key) = encryption.get("KMSMasterKeyId").and_then(Value::as_str) {
        if !key.starts_with("arn:") {
            file.comment("the provider wants the key's ARN");
        }
        file.argument("kms_key_arn", &terraform(key));
    }
    file.close();
}

fn write_tags(file: &mut Hcl, create: &Map<String, Value>) {
    let mut tags = list(create, "Tags").peekable();
    if tags.peek().is_none() {
        return;
    }
    file.open_apart("tags =");
    for tag in tags {
        if let (Some(Value::String(key)), Some(Value::String(value))) =
            (tag.get("Key"), tag.get("Value"))
        {
            file.argument(&terraform(key), &terraform(value));
        }
    }
    file.close();
}

/// A file of Terraform as it grows.
#[derive(Default)]
struct Hcl {
    text: String,
    depth: usize,
    /// Arguments that stand together, whose signs are put below each other as `terraform fmt` has them.
    together: Vec<(String, String)>,
}

impl Hcl {
    fn line(&mut self, line: &str) {
        self.flush();
        self.indented(line);
    }

    fn indented(&mut self, line: &str) {
        for _ in 0..self.depth {
            self.text.push_str("  ");
        }
        self.text.push_str(line);
        self.text.push('\n');
    }

    fn flush(&mut self) {
        let together = std::mem::take(&mut self.together);
        let width = together.iter().map(|(name, _)| name.chars().count()).max().unwrap_or(0);
        for (name, value) in together {
            let mut line = name;
            for _ in line.chars().count()..width {
                line.push(' ');
            }
            line.push_str(" = ");
            line.push_str(&value);
            self.indented(&line);
        }
    }

    fn blank(&mut self) {
        self.flush();
        // Not before the first line of a file or a block.
        if !self.text.is_empty() && !self.text.ends_with("{\n") {
            self.text.push('\n');
        }
    }

    fn comment(&mut self, text: &str) {
        let line = format!("# {}", comment(text));
        self.line(line.trim_end());
    }

    fn open(&mut self, head: &str) {
        self.line(&format!("{head} {{"));
        self.depth += 1;
    }

    /// The same with an empty line before it.
    fn open_apart(&mut self, head: &str) {
        self.blank();
        self.open(head);
    }

    fn close(&mut self) {
        self.flush();
        self.depth = self.depth.saturating_sub(1);
        self.line("}");
    }

    fn argument(&mut self, name: &str, value: &str) {
        self.together.push((name.to_owned(), value.to_owned()));
    }

    fn text(&mut self, name: &str, value: Option<&Value>) {
        if let Some(value) = value.and_then(Value::as_str) {
            self.argument(name, &terraform(value));
        }
    }

    fn plain(&mut self, name: &str, value: Option<&Value>) {
        if let Some(value) = value.filter(|value| value.is_number() || value.is_boolean()) {
            self.argument(name, &value.to_string());
        }
    }

    /// The one attribute of a key that has this role.
    fn key(&mut self, name: &str, schema: Option<&Value>, role: &str) {
        let elements = schema.and_then(Value::as_array).into_iter().flatten();
        let mut of_role =
            elements.filter(|element| element.get("KeyType").is_some_and(|kind| kind == role));
        self.text(name, of_role.next().and_then(|element| element.get("AttributeName")));
    }
}

#[cfg(test)]
mod tests {
    use super::label;

    #[test]
    fn a_label_is_a_name_of_the_language() {
        for (name, expected) in [
            ("OnlineShop", "online_shop"),
            ("game-player.profiles", "game_player_profiles"),
            ("SNS", "sns"),
            ("2026", "table_2026"),
            ("---", "table"),
            ("_x_", "x"),
        ] {
            assert_eq!(label(name), expected);
        }
    }
}
