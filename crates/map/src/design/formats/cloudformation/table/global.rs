//! A table in several regions: what its first replica and its own settings say of one.

use key_engine::value::{Members, object};
use serde_json::{Map, Value};

/// More indexes than a table may have.
const MOST_INDEXES: usize = 100;
const INDEXES: &str = "GlobalSecondaryIndexes";

/// Says the capacity in the words of `CreateTable`; what was taken from stays in `rest`.
pub(super) fn translate(properties: &mut Map<String, Value>, rest: &mut Map<String, Value>) {
    let replicas = properties.remove("Replicas").unwrap_or_default();
    let replica = replicas.get(0).cloned().unwrap_or_default();
    let provisioned =
        properties.get("BillingMode").and_then(Value::as_str) != Some("PAY_PER_REQUEST");
    if !properties.contains_key("BillingMode") {
        properties.set("BillingMode", Value::from("PROVISIONED"));
    }
    capacity(properties, &replica, provisioned);
    for name in ["WriteProvisionedThroughputSettings", "WriteOnDemandThroughputSettings"] {
        if let Some(settings) = properties.remove(name) {
            rest.set(name, settings);
        }
    }
    let mut of_indexes = Map::new();
    if let Some(Value::Array(indexes)) = properties.get_mut(INDEXES) {
        for index in indexes.iter_mut().take(MOST_INDEXES).filter_map(Value::as_object_mut) {
            let name =
                index.get("IndexName").and_then(Value::as_str).unwrap_or_default().to_owned();
            let mut of_replica = replica
                .get(INDEXES)
                .and_then(Value::as_array)
                .into_iter()
                .flatten()
                .take(MOST_INDEXES);
            let own = of_replica
                .find(|own| own.get("IndexName").and_then(Value::as_str) == Some(&name))
                .cloned()
                .unwrap_or_default();
            let joined = joined(index, &own);
            capacity(index, &joined, provisioned);
            let mut taken = Map::new();
            for name in SETTINGS {
                if let Some(settings) = index.remove(name) {
                    taken.set(name, settings);
                }
            }
            if !taken.is_empty() {
                of_indexes.insert(name, Value::Object(taken));
            }
        }
    }
    if !of_indexes.is_empty() {
        rest.set("IndexSettings", Value::Object(of_indexes));
    }
    for name in ["TableClass", "DeletionProtectionEnabled", "Tags"] {
        if let Some(said) = replica.get(name)
            && !properties.contains_key(name)
        {
            properties.set(name, said.clone());
        }
    }
    if !replicas.is_null() {
        rest.set("Replicas", replicas);
    }
}

const SETTINGS: [&str; 4] = [
    "WriteProvisionedThroughputSettings",
    "WriteOnDemandThroughputSettings",
    "ReadProvisionedThroughputSettings",
    "ReadOnDemandThroughputSettings",
];

/// The settings that an index has of its own, where its replica has none.
fn joined(index: &Map<String, Value>, own: &Value) -> Value {
    let mut joined = own.as_object().cloned().unwrap_or_default();
    for name in SETTINGS {
        if let Some(settings) = index.get(name) {
            joined.entry(name).or_insert_with(|| settings.clone());
        }
    }
    Value::Object(joined)
}

/// Sets the capacity of a table or an index: writes are its own, reads its replica's.
fn capacity(members: &mut Map<String, Value>, replica: &Value, provisioned: bool) {
    if provisioned {
        let reads = replica.get("ReadProvisionedThroughputSettings");
        let writes = members.get("WriteProvisionedThroughputSettings");
        if let (Some(reads), Some(writes)) = (
            units(reads, "ReadCapacityUnits", "ReadCapacityAutoScalingSettings"),
            units(writes, "WriteCapacityUnits", "WriteCapacityAutoScalingSettings"),
        ) {
            let units = object(&mut [("ReadCapacityUnits", reads), ("WriteCapacityUnits", writes)]);
            members.set("ProvisionedThroughput", units);
        }
        return;
    }
    let mut most = Map::new();
    for (from, settings, name) in [
        (
            replica.get("ReadOnDemandThroughputSettings"),
            "ReadOnDemandThroughputSettings",
            "MaxReadRequestUnits",
        ),
        (
            members.get("WriteOnDemandThroughputSettings"),
            "WriteOnDemandThroughputSettings",
            "MaxWriteRequestUnits",
        ),
    ] {
        let from = from.or_else(|| members.get(settings));
        if let Some(units) = from.and_then(|settings| settings.get(name)) {
            most.set(name, units.clone());
        }
    }
    if !most.is_empty() {
        members.set("OnDemandThroughput", Value::Object(most));
    }
}

/// A fixed number of units, else the least that the scaling leaves.
fn units(settings: Option<&Value>, fixed: &str, scaled: &str) -> Option<Value> {
    let settings = settings?;
    let scaled = || settings.get(scaled)?.get("MinCapacity");
    settings.get(fixed).or_else(scaled).cloned()
}
