//! `CreateTable`: makes a table with its key and its indexes.

use serde_json::Value;

use super::describe_table::table_json;
use super::error::ServiceError;
use super::index::Index;
use super::limits::{
    MAX_GLOBAL_INDEXES, MAX_INDEX_KEY_ATTRIBUTES, MAX_LOCAL_INDEXES, MAX_PROJECTED_ATTRIBUTES,
};
use super::request::Fields;
use super::schema::{IndexKind, KeyElement, KeyRole, Projection};
use super::table::{Billing, Table, ThroughputHistory};
use super::table_settings::{Encryption, RawStream, StreamSetting, check_tags};
use super::{Database, faults, table_request, table_settings};
use crate::value::KeyType;
use crate::value::object;

/// What `CreateTable` is asked.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CreateTableInput {
    /// The table's name.
    pub table_name: String,
    /// Names and types of all attributes that are part of a key.
    pub attribute_definitions: Vec<(String, KeyType)>,
    /// The table's key.
    pub key_schema: Vec<(String, KeyRole)>,
    /// Its local indexes, then its global ones.
    pub indexes: Vec<IndexInput>,
    /// How it is paid for.
    pub billing: Billing,
    /// `DeleteTable` is refused.
    pub deletion_protection: bool,
    /// What its stream records.
    pub stream: Option<StreamSetting>,
    /// Keys and values of its tags.
    pub tags: Vec<(String, String)>,
    /// `TableClass`, where one is asked for.
    pub class: Option<&'static str>,
    /// The key of the encryption at rest.
    pub encryption: Option<Encryption>,
}

/// An index to be made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct IndexInput {
    /// Its name.
    pub name: String,
    /// Global or local.
    pub kind: IndexKind,
    /// Its key.
    pub key_schema: Vec<(String, KeyRole)>,
    /// What it holds beside the keys.
    pub projection: Projection,
    /// Read and write units a second, where it is given its own.
    pub throughput: Option<(u64, u64)>,
}

impl CreateTableInput {
    /// Reads the request and checks it.
    ///
    /// # Errors
    /// Everything that can be wrong with it but that the table exists.
    pub fn from_json(input: &Value) -> Result<Self, ServiceError> {
        let mut fields = Fields::new(input)?;
        let Some(name) = fields.text("TableName")? else {
            return Err(faults::required("TableName"));
        };
        fields.check_name(name, "tableName", 3);
        let attribute_definitions = table_request::attribute_definitions(&mut fields)?;
        let key_schema = table_request::key_schema(&mut fields, "KeySchema", "keySchema", 2)?;
        let billing_mode = table_request::billing_mode(&mut fields)?;
        let throughput = table_request::table_throughput(&mut fields)?;
        let locals = table_request::indexes(&mut fields, IndexKind::Local)?;
        let globals = table_request::indexes(&mut fields, IndexKind::Global)?;
        let deletion_protection = fields.flag("DeletionProtectionEnabled")?.unwrap_or_default();
        let stream = table_settings::stream(&mut fields)?;
        let tags = table_settings::tags(&mut fields)?.unwrap_or_default();
        let class = table_settings::class(&mut fields)?;
        let encryption = table_settings::encryption(&mut fields)?;
        fields.finish()?;
        if fields.get("VectorIndexes").is_some() {
            return Err(faults::vector_indexes());
        }
        if let Some(units) = throughput {
            table_request::check_bounds(units, "")?;
        }
        let mut create = Self {
            table_name: name.to_owned(),
            attribute_definitions,
            key_schema,
            indexes: Vec::new(),
            billing: table_request::billing(billing_mode, throughput)?,
            deletion_protection,
            stream: None,
            tags,
            class,
            encryption,
        };
        create.check_table_key()?;
        for (kind, indexes) in [(IndexKind::Local, locals), (IndexKind::Global, globals)] {
            let Some(indexes) = indexes else { continue };
            if indexes.is_empty() {
                return Err(faults::no_indexes_in_list(kind));
            }
            for index in indexes {
                create.check_index(&index.name, kind, &index.key_schema)?;
                let index = index.finish()?;
                check_index_billing(&index, create.billing)?;
                if create.indexes.iter().any(|other| other.name == index.name) {
                    return Err(faults::duplicate_index(&index.name));
                }
                create.indexes.push(index);
                create.check_counts()?;
            }
        }
        create.check()?;
        create.stream = stream.map(RawStream::finish).transpose()?;
        check_tags(&create.tags, [].iter())?;
        Ok(create)
    }

    /// Checks keys and indexes against each other.
    pub(crate) fn check(&self) -> Result<(), ServiceError> {
        self.check_table_key()?;
        self.check_counts()?;
        for (at, index) in self.indexes.iter().enumerate() {
            self.check_index(&index.name, index.kind, &index.key_schema)?;
            if self.indexes.iter().take(at).any(|other| other.name == index.name) {
                return Err(faults::duplicate_index(&index.name));
            }
        }
        self.check_all_used()
    }

    /// Checks how many indexes there are, and how much they project.
    fn check_counts(&self) -> Result<(), ServiceError> {
        let locals = self.indexes.iter().filter(|index| index.kind == IndexKind::Local).count();
        if locals > MAX_LOCAL_INDEXES {
            return Err(faults::too_many_local_indexes());
        }
        if self.indexes.len() - locals > MAX_GLOBAL_INDEXES {
            return Err(faults::too_many_global_indexes());
        }
        let mut included = 0;
        for index in &self.indexes {
            if let Projection::Include(attributes) = &index.projection {
                included += attributes.len();
            }
        }
        if included > MAX_PROJECTED_ATTRIBUTES {
            return Err(faults::too_many_projected());
        }
        Ok(())
    }

    fn check_table_key(&self) -> Result<(), ServiceError> {
        let defined = |name: &str| self.type_of(name).is_some();
        let names: Vec<&str> = self.key_schema.iter().map(|(name, _)| name.as_str()).collect();
        let repeated = has_repeated(&names);
        // of an attribute that is named twice the service says that one definition is too few for two elements
        let too_few = repeated && self.attribute_definitions.len() < names.len();
        if too_few || !names.iter().all(|name| defined(name)) {
            return Err(faults::key_without_definition());
        }
        if repeated {
            return Err(faults::key_attribute_twice());
        }
        check_roles(&self.key_schema, 1)
    }

    fn check_index(
        &self,
        name: &str,
        kind: IndexKind,
        key_schema: &[(String, KeyRole)],
    ) -> Result<(), ServiceError> {
        if kind == IndexKind::Local && self.key_schema.len() < 2 {
            return Err(faults::local_index_without_range());
        }
        let names: Vec<&str> = key_schema.iter().map(|(name, _)| name.as_str()).collect();
        if !names.iter().all(|name| self.type_of(name).is_some()) {
            let defined: Vec<&str> =
                self.attribute_definitions.iter().map(|(name, _)| name.as_str()).collect();
            return Err(faults::index_key_without_definition(&names, &defined));
        }
        if has_repeated(&names) {
            return Err(faults::key_attribute_twice());
        }
        let most = if kind == IndexKind::Global { MAX_INDEX_KEY_ATTRIBUTES } else { 1 };
        check_roles(key_schema, most)?;
        if kind == IndexKind::Local {
            if key_schema.len() < 2 {
                return Err(faults::local_index_without_own_range(name));
            }
            let own = names.first().copied().unwrap_or_default();
            let table = self.key_schema.first().map(|(name, _)| name.as_str()).unwrap_or_default();
            if own != table {
                return Err(faults::local_index_with_other_hash(name, own, table));
            }
        }
        Ok(())
    }

    /// Every attribute defined must be part of some key.
    fn check_all_used(&self) -> Result<(), ServiceError> {
        let mut used: Vec<&str> = Vec::new();
        let indexes = self.indexes.iter().flat_map(|index| &index.key_schema);
        for (name, _) in self.key_schema.iter().chain(indexes) {
            if !used.contains(&name.as_str()) {
                used.push(name);
            }
        }
        if used.len() == self.attribute_definitions.len() {
            return Ok(());
        }
        if self.indexes.is_empty() {
            return Err(faults::unused_definitions());
        }
        let defined: Vec<&str> =
            self.attribute_definitions.iter().map(|(name, _)| name.as_str()).collect();
        Err(faults::unused_definitions_beside_indexes(&defined, &used))
    }

    /// Forgets those of the first `count` definitions that are part of no key.
    pub(crate) fn forget_unused(&mut self, count: usize) {
        let Self { attribute_definitions, key_schema, indexes, .. } = self;
        let mut left = count;
        attribute_definitions.retain(|(name, _)| {
            let keys = indexes.iter().flat_map(|index| &index.key_schema);
            let is_new = left == 0;
            left = left.saturating_sub(1);
            is_new || key_schema.iter().chain(keys).any(|(other, _)| other == name)
        });
    }

    pub(crate) fn type_of(&self, attribute: &str) -> Option<KeyType> {
        let found = self.attribute_definitions.iter().find(|(name, _)| name == attribute);
        found.map(|(_, key_type)| *key_type)
    }
}

impl IndexInput {
    /// The index, empty, of a table with this key.
    pub(crate) fn build(
        &self,
        definitions: &[(String, KeyType)],
        table_key: &[KeyElement],
    ) -> Index {
        let key = elements(definitions, &self.key_schema);
        let name = Some(self.name.clone());
        let mut index =
            Index::new(name, self.kind, key, table_key.to_vec(), self.projection.clone());
        index.set_throughput(self.throughput);
        index
    }
}

/// The elements of a key with their types.
fn has_repeated(names: &[&str]) -> bool {
    names.iter().enumerate().any(|(at, name)| names.iter().take(at).any(|other| other == name))
}

fn elements(
    definitions: &[(String, KeyType)],
    key_schema: &[(String, KeyRole)],
) -> Vec<KeyElement> {
    let mut elements = Vec::with_capacity(key_schema.len());
    for (attribute, role) in key_schema {
        if let Some((_, key_type)) = definitions.iter().find(|(name, _)| name == attribute) {
            let (attribute, key_type) = (attribute.clone(), *key_type);
            elements.push(KeyElement { attribute, key_type, role: *role });
        }
    }
    elements
}

/// Partition-key attributes come first, then sort-key attributes, at most `most` of each.
fn check_roles(key_schema: &[(String, KeyRole)], most: usize) -> Result<(), ServiceError> {
    let hashes = key_schema.iter().take_while(|(_, role)| *role == KeyRole::Hash).count();
    let ranges =
        key_schema.iter().skip(hashes).take_while(|(_, role)| *role == KeyRole::Range).count();
    if hashes == 0 {
        return Err(faults::first_not_hash());
    }
    if hashes + ranges != key_schema.len() || (most == 1 && hashes > 1) {
        return Err(faults::second_not_range());
    }
    if hashes > most || ranges > most {
        return Err(faults::too_many_key_attributes(most));
    }
    Ok(())
}

impl Database {
    /// Makes a table.
    ///
    /// # Errors
    /// The table exists, or its keys and indexes do not fit each other.
    pub fn create_table(&mut self, input: CreateTableInput) -> Result<&Table, ServiceError> {
        input.check()?;
        if self.tables.get(&input.table_name).is_some() {
            return Err(faults::table_exists(&input.table_name));
        }
        let name = input.table_name.clone();
        let table = self.make(input);
        self.tables.insert(name.clone(), table);
        self.tables.get(&name).ok_or_else(|| faults::no_table_named(&name))
    }

    /// Makes a table of a request that was checked, apart of the database.
    pub(crate) fn make(&mut self, input: CreateTableInput) -> Table {
        let now_ms = (self.environment.clock)();
        let key = elements(&input.attribute_definitions, &input.key_schema);
        let mut secondary = Vec::new();
        for index in &input.indexes {
            secondary.push(index.build(&input.attribute_definitions, &key));
        }
        let mut table = Table {
            secondary,
            primary: Index::new(None, IndexKind::Primary, key, Vec::new(), Projection::All),
            attribute_definitions: input.attribute_definitions,
            billing: input.billing,
            id: (self.environment.ids)(),
            created_ms: now_ms,
            deletion_protection: input.deletion_protection,
            name: input.table_name,
            stream: None,
            latest_stream_ms: None,
            time_to_live: None,
            tags: input.tags.into_iter().collect(),
            class: input.class,
            encryption: None,
            throughput_history: ThroughputHistory::of_new(input.billing, now_ms),
        };
        table.encrypt(input.encryption);
        if let Some(StreamSetting::Enabled(view)) = input.stream {
            let created_ms = self.next_stream_ms(&table.name);
            table.begin_stream(view, created_ms, self.clock());
        }
        table
    }

    /// Answers the wire form.
    pub(crate) fn call_create_table(&mut self, input: &Value) -> Result<Value, ServiceError> {
        let now_ms = (self.environment.clock)();
        let table = self.create_table(CreateTableInput::from_json(input)?)?;
        let mut description = table_json(table, "CREATING", now_ms);
        if let Value::Object(members) = &mut description
            && !table.deletion_protection
        {
            members.remove("DeletionProtectionEnabled");
        }
        Ok(object(&mut [("TableDescription", description)]))
    }
}

/// Checks that an index of a new table is paid for as the table is.
fn check_index_billing(index: &IndexInput, billing: Billing) -> Result<(), ServiceError> {
    match (billing, index.throughput) {
        _ if index.kind == IndexKind::Local => Ok(()),
        (Billing::OnDemand, Some(_)) => Err(faults::throughput_of_index_on_demand(&index.name)),
        (Billing::Provisioned { .. }, None) => Err(faults::no_throughput_of_index(&index.name)),
        (_, units) => table_request::check_bounds(units.unwrap_or_default(), &index.name),
    }
}
