//! The parts of a request that describe a table: definitions, keys, indexes, billing.

use serde_json::Value;

use super::create_table::IndexInput;
use super::error::ServiceError;
use super::faults;
use super::limits::{MAX_PROJECTED_BY_INDEX, MAX_UNITS};
use super::request::{Choice, Fields};
use super::schema::{IndexKind, KeyRole, Projection};
use super::table::Billing;
use super::update_table::IndexUpdate;
use crate::value::KeyType;

const ROLES: &[(&str, KeyRole)] = &[("HASH", KeyRole::Hash), ("RANGE", KeyRole::Range)];
const TYPES: &[(&str, KeyType)] = &[("S", KeyType::S), ("N", KeyType::N), ("B", KeyType::B)];

/// Members of a list that are objects; any other is JSON of the wrong shape.
pub(crate) fn objects<'a>(
    fields: &Fields<'a>,
    name: &str,
) -> Result<Option<Vec<Fields<'a>>>, ServiceError> {
    fields.list(name)?.map(|list| list.iter().map(Fields::new).collect()).transpose()
}

/// A word of a member of a list; a violation when it is missing or another.
fn member_choice<T: Copy>(
    outer: &mut Fields<'_>,
    inner: &Fields<'_>,
    parameter: &str,
    member: &str,
    (words, listed): (&[(&str, T)], &str),
) -> Result<Option<T>, ServiceError> {
    let Some(text) = inner.text(parameter)? else {
        outer.missing(member);
        return Ok(None);
    };
    let chosen = words.iter().find(|(word, _)| *word == text).map(|(_, meaning)| *meaning);
    if chosen.is_none() {
        outer.violated_by(text, member, &format!("Member must satisfy enum value set: [{listed}]"));
    }
    Ok(chosen)
}

/// The name of a key attribute.
fn attribute_name<'a>(
    outer: &mut Fields<'_>,
    inner: &Fields<'a>,
    place: &str,
) -> Result<Option<&'a str>, ServiceError> {
    let name = inner.text("AttributeName")?;
    let member = format!("{place}.attributeName");
    match name {
        None => outer.missing(&member),
        Some(name) => outer.check_length(name, &member, 1, 255),
    }
    Ok(name)
}

/// Names of attributes that an index projects.
fn check_projected(fields: &mut Fields<'_>, names: &[&str], member: &str) {
    if names.is_empty() {
        fields.violated_by("[]", member, "Member must have length greater than or equal to 1");
    }
    if names.len() > MAX_PROJECTED_BY_INDEX {
        let shown = format!("[{}]", names.join(", "));
        let constraint =
            format!("Member must have length less than or equal to {MAX_PROJECTED_BY_INDEX}");
        fields.violated_by(&shown, member, &constraint);
    }
    for (at, name) in names.iter().enumerate() {
        fields.check_length(name, &format!("{member}.{}.member", at + 1), 1, 255);
    }
}

/// `AttributeDefinitions`.
pub(crate) fn attribute_definitions(
    fields: &mut Fields<'_>,
) -> Result<Vec<(String, KeyType)>, ServiceError> {
    let Some(list) = objects(fields, "AttributeDefinitions")? else {
        fields.missing("attributeDefinitions");
        return Ok(Vec::new());
    };
    let mut definitions = Vec::new();
    for (at, definition) in list.iter().enumerate() {
        let place = format!("attributeDefinitions.{}.member", at + 1);
        let name = attribute_name(fields, definition, &place)?;
        let types = (TYPES, "B, N, S");
        let member = format!("{place}.attributeType");
        let key_type = member_choice(fields, definition, "AttributeType", &member, types)?;
        if let (Some(name), Some(key_type)) = (name, key_type) {
            definitions.push((name.to_owned(), key_type));
        }
    }
    Ok(definitions)
}

/// A key schema of at most `most` elements.
pub(crate) fn key_schema(
    fields: &mut Fields<'_>,
    parameter: &str,
    member: &str,
    most: usize,
) -> Result<Vec<(String, KeyRole)>, ServiceError> {
    let elements = objects(fields, parameter)?;
    read_key_schema(fields, elements, member, most)
}

fn read_key_schema(
    outer: &mut Fields<'_>,
    elements: Option<Vec<Fields<'_>>>,
    member: &str,
    most: usize,
) -> Result<Vec<(String, KeyRole)>, ServiceError> {
    let Some(elements) = elements else {
        outer.missing(member);
        return Ok(Vec::new());
    };
    if elements.is_empty() {
        outer.violated_by("[]", member, "Member must have length greater than or equal to 1");
    }
    if elements.len() > most {
        let shown = elements
            .iter()
            .map(|element| {
                let name = element.text("AttributeName")?.unwrap_or("null");
                let role = element.text("KeyType")?.unwrap_or("null");
                Ok(format!("KeySchemaElement(attributeName={name}, keyType={role})"))
            })
            .collect::<Result<Vec<_>, ServiceError>>()?;
        let constraint = format!("Member must have length less than or equal to {most}");
        outer.violated_by(&format!("[{}]", shown.join(", ")), member, &constraint);
    }
    let mut schema = Vec::new();
    for (at, element) in elements.iter().enumerate() {
        let place = format!("{member}.{}.member", at + 1);
        let name = attribute_name(outer, element, &place)?;
        let role_member = format!("{place}.keyType");
        let role = member_choice(outer, element, "KeyType", &role_member, (ROLES, "HASH, RANGE"))?;
        if let (Some(name), Some(role)) = (name, role) {
            schema.push((name.to_owned(), role));
        }
    }
    Ok(schema)
}

/// An index as the request has it, its projection not yet judged.
pub(crate) struct RawIndex<'a> {
    pub(crate) name: String,
    kind: IndexKind,
    pub(crate) key_schema: Vec<(String, KeyRole)>,
    projection_type: Option<&'static str>,
    non_key_attributes: Option<Vec<&'a str>>,
    throughput: Option<(u64, u64)>,
}

impl RawIndex<'_> {
    /// Judges the projection.
    pub(crate) fn finish(self) -> Result<IndexInput, ServiceError> {
        let projection = match (self.projection_type, self.non_key_attributes) {
            (Some("ALL"), None) => Projection::All,
            (Some("KEYS_ONLY"), None) => Projection::KeysOnly,
            (Some("INCLUDE"), Some(attributes)) => {
                Projection::Include(attributes.into_iter().map(str::to_owned).collect())
            }
            (Some("INCLUDE"), None) => return Err(faults::projection("INCLUDE", false)),
            (Some(other), Some(_)) => return Err(faults::projection(other, true)),
            (_, _) => return Err(faults::unknown_projection()),
        };
        Ok(IndexInput {
            name: self.name,
            kind: self.kind,
            key_schema: self.key_schema,
            projection,
            throughput: self.throughput,
        })
    }
}

/// `LocalSecondaryIndexes` or `GlobalSecondaryIndexes`.
pub(crate) fn indexes<'a>(
    fields: &mut Fields<'a>,
    kind: IndexKind,
) -> Result<Option<Vec<RawIndex<'a>>>, ServiceError> {
    let (parameter, member, most) = match kind {
        IndexKind::Local => ("LocalSecondaryIndexes", "localSecondaryIndexes", 2),
        _ => ("GlobalSecondaryIndexes", "globalSecondaryIndexes", 8),
    };
    let Some(list) = objects(fields, parameter)? else { return Ok(None) };
    let mut indexes = Vec::new();
    for (at, index) in list.iter().enumerate() {
        let place = format!("{member}.{}.member", at + 1);
        indexes.push(read_index(fields, index, &place, kind, most)?);
    }
    Ok(Some(indexes))
}

/// One index; what is missing is noted as a violation.
pub(crate) fn read_index<'a>(
    fields: &mut Fields<'_>,
    index: &Fields<'a>,
    place: &str,
    kind: IndexKind,
    most: usize,
) -> Result<RawIndex<'a>, ServiceError> {
    let name = index.text("IndexName")?;
    match name {
        Some(name) => fields.check_name(name, &format!("{place}.indexName"), 3),
        None => fields.missing(&format!("{place}.indexName")),
    }
    let elements = objects(index, "KeySchema")?;
    let key_schema = read_key_schema(fields, elements, &format!("{place}.keySchema"), most)?;
    let projection = index.get("Projection").map(Fields::new).transpose()?;
    let (mut projection_type, mut non_key_attributes) = (None, None);
    match &projection {
        None => fields.missing(&format!("{place}.projection")),
        Some(projection) => {
            let words: &[(&str, &'static str)] =
                &[("ALL", "ALL"), ("KEYS_ONLY", "KEYS_ONLY"), ("INCLUDE", "INCLUDE")];
            if projection.get("ProjectionType").is_some() {
                let member = format!("{place}.projection.projectionType");
                let words = (words, "ALL, INCLUDE, KEYS_ONLY");
                projection_type =
                    member_choice(fields, projection, "ProjectionType", &member, words)?;
            }
            non_key_attributes = projection.texts("NonKeyAttributes")?;
            if let Some(names) = &non_key_attributes {
                check_projected(fields, names, &format!("{place}.projection.nonKeyAttributes"));
            }
        }
    }
    Ok(RawIndex {
        name: name.unwrap_or_default().to_owned(),
        kind,
        key_schema,
        projection_type,
        non_key_attributes,
        throughput: throughput(fields, index, place)?,
    })
}

/// `BillingMode`: whether it is on demand.
pub(crate) fn billing_mode(fields: &mut Fields<'_>) -> Result<Option<bool>, ServiceError> {
    fields.choice(&Choice {
        parameter: "BillingMode",
        member: "billingMode",
        words: &[("PROVISIONED", false), ("PAY_PER_REQUEST", true)],
        listed: "PROVISIONED, PAY_PER_REQUEST",
    })
}

/// `ProvisionedThroughput` of a table: read and write units.
pub(crate) fn table_throughput(
    fields: &mut Fields<'_>,
) -> Result<Option<(u64, u64)>, ServiceError> {
    let Some(value) = fields.get("ProvisionedThroughput") else { return Ok(None) };
    read_throughput(fields, value, "provisionedThroughput").map(Some)
}

/// `ProvisionedThroughput` of an index that stands at `place`.
fn throughput(
    fields: &mut Fields<'_>,
    index: &Fields<'_>,
    place: &str,
) -> Result<Option<(u64, u64)>, ServiceError> {
    let Some(value) = index.get("ProvisionedThroughput") else { return Ok(None) };
    read_throughput(fields, value, &format!("{place}.provisionedThroughput")).map(Some)
}

fn read_throughput(
    outer: &mut Fields<'_>,
    value: &Value,
    place: &str,
) -> Result<(u64, u64), ServiceError> {
    let throughput = Fields::new(value)?;
    let mut units = [0, 0];
    for (slot, (name, member)) in units.iter_mut().zip([
        ("ReadCapacityUnits", "readCapacityUnits"),
        ("WriteCapacityUnits", "writeCapacityUnits"),
    ]) {
        let member = format!("{place}.{member}");
        match throughput.integer(name)? {
            None => outer.missing(&member),
            Some(given) if given < 1 => {
                let constraint = "Member must have value greater than or equal to 1";
                outer.violated_by(&given.to_string(), &member, constraint);
            }
            Some(given) => *slot = given.cast_unsigned(),
        }
    }
    Ok((units[0], units[1]))
}

/// Checks that no more units are asked for than anybody may have. `index` is empty for the table's.
pub(crate) fn check_bounds((read, write): (u64, u64), index: &str) -> Result<(), ServiceError> {
    for (parameter, units) in [("ReadCapacityUnits", read), ("WriteCapacityUnits", write)] {
        if units > MAX_UNITS {
            return Err(faults::units_out_of_bounds(parameter, units, index));
        }
    }
    Ok(())
}

/// Checks that a new index is paid for as its table is.
pub(crate) fn check_index_billing(
    index: &IndexInput,
    billing: Billing,
) -> Result<(), ServiceError> {
    match (billing, index.throughput) {
        (Billing::OnDemand, Some(_)) => Err(faults::units_of_index_on_demand(&index.name)),
        (Billing::Provisioned { .. }, None) => Err(faults::no_throughput_of_index(&index.name)),
        _ => Ok(()),
    }
}

/// One of `GlobalSecondaryIndexUpdates` as the request has it.
pub(crate) enum RawIndexUpdate<'a> {
    Create(RawIndex<'a>),
    Update(String, Option<(u64, u64)>),
    Delete(String),
    /// None of the three, or more than one.
    Unclear,
}

impl RawIndexUpdate<'_> {
    /// Judges the update.
    pub(crate) fn finish(self) -> Result<IndexUpdate, ServiceError> {
        match self {
            Self::Create(index) => index.finish().map(IndexUpdate::Create),
            Self::Update(name, units) => Ok(IndexUpdate::Update(name, units)),
            Self::Delete(name) => Ok(IndexUpdate::Delete(name)),
            Self::Unclear => Err(faults::not_one_index_update()),
        }
    }
}

/// `GlobalSecondaryIndexUpdates`.
pub(crate) fn index_updates<'a>(
    fields: &mut Fields<'a>,
) -> Result<Vec<RawIndexUpdate<'a>>, ServiceError> {
    let mut updates = Vec::new();
    for (at, update) in
        objects(fields, "GlobalSecondaryIndexUpdates")?.unwrap_or_default().iter().enumerate()
    {
        let place = format!("globalSecondaryIndexUpdates.{}.member", at + 1);
        let given = update.present(&["Create", "Update", "Delete"]);
        let [kind] = given.as_slice() else {
            updates.push(RawIndexUpdate::Unclear);
            continue;
        };
        let Some(inner) = update.get(kind).map(Fields::new).transpose()? else { continue };
        let place = format!("{place}.{}", kind.to_ascii_lowercase());
        if *kind == "Create" {
            let index = read_index(fields, &inner, &place, IndexKind::Global, 8)?;
            updates.push(RawIndexUpdate::Create(index));
            continue;
        }
        let name = inner.text("IndexName")?;
        match name {
            Some(name) => fields.check_name(name, &format!("{place}.indexName"), 3),
            None => fields.missing(&format!("{place}.indexName")),
        }
        let name = name.unwrap_or_default().to_owned();
        if *kind == "Delete" {
            updates.push(RawIndexUpdate::Delete(name));
            continue;
        }
        let units = throughput(fields, &inner, &place)?;
        if units.is_none() && inner.present(&["OnDemandThroughput", "WarmThroughput"]).is_empty() {
            fields.missing(&format!("{place}.provisionedThroughput"));
        }
        updates.push(RawIndexUpdate::Update(name, units));
    }
    Ok(updates)
}

/// How a table is paid for, from both parameters about it.
pub(crate) fn billing(
    on_demand: Option<bool>,
    throughput: Option<(u64, u64)>,
) -> Result<Billing, ServiceError> {
    match (on_demand.unwrap_or(false), throughput) {
        (true, None) => Ok(Billing::OnDemand),
        (true, Some(_)) => Err(faults::throughput_on_demand()),
        (false, Some((read_units, write_units))) => {
            Ok(Billing::Provisioned { read_units, write_units })
        }
        (false, None) => Err(faults::no_throughput()),
    }
}
