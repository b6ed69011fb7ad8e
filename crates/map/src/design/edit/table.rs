//! Tables that come, go, or become others.
//!
//! Owns: that a table is the same in the document and in the database, at its place, with its items. It never decides which items
//! fit: one without the table's key is refused, and the table with it.

use std::sync::Arc;

use key_engine::Item;
use key_engine::engine::{Database, ServiceError, Table};

use super::Edit;
use crate::design::{Design, TableDesign};

/// A table with its items.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct WholeTable {
    /// What the design says of it.
    pub described: TableDesign,
    /// Its items.
    pub items: Arc<[Arc<Item>]>,
}

impl WholeTable {
    /// A table of an open design with its items, which are shared, not copied.
    pub fn of(described: &TableDesign, database: &Database) -> Self {
        let items = database.table(described.name()).map(items_of).unwrap_or_default();
        Self { described: described.clone(), items }
    }
}

fn items_of(table: &Table) -> Arc<[Arc<Item>]> {
    table.primary().shared_items().cloned().collect()
}

/// Takes the table of a name out and puts another in.
pub(super) fn set(
    design: &mut Design,
    database: &mut Database,
    (name, at, table): (Option<String>, usize, Option<WholeTable>),
) -> Result<Edit, ServiceError> {
    let place = |name: &String| design.tables.iter().position(|table| table.name() == *name);
    let from = name.as_ref().and_then(place);
    let made = match &table {
        None => None,
        Some(WholeTable { described, items }) => {
            let name = described.name();
            let taken = design.tables.iter().position(|other| other.name() == name);
            let is_free = match taken {
                Some(taken) => Some(taken) == from,
                None => database.table(name).is_none(),
            };
            if !is_free {
                let taken = format!("Table already exists: {name}");
                return Err(ServiceError::ResourceInUse(taken));
            }
            let mut made = described.make(database)?;
            made.load(items.iter())?;
            Some(made)
        }
    };
    let before = from.map(|from| {
        let described = design.tables.remove(from);
        let removed = database.remove_table(described.name());
        let items = removed.as_ref().map(items_of).unwrap_or_default();
        WholeTable { described, items }
    });
    let mut back = Edit::SetTable {
        name: None,
        at: from.unwrap_or(design.tables.len()),
        table: before.map(Box::new),
    };
    if let (Some(table), Some(made)) = (table, made) {
        // There is none of that name: it was looked for above.
        database.insert_table(made)?;
        table.described.lay_bays(database);
        if let Edit::SetTable { name, .. } = &mut back {
            *name = Some(table.described.name().to_owned());
        }
        design.tables.insert(at.min(design.tables.len()), table.described);
    }
    Ok(back)
}

/// Says something else of the table of that name.
pub(super) fn describe(
    design: &mut Design,
    database: &mut Database,
    described: TableDesign,
) -> Result<Edit, ServiceError> {
    let place = design.tables.iter_mut().find(|table| table.name() == described.name());
    let place = place.ok_or_else(|| {
        let missing =
            format!("Requested resource not found: Table: {} not found", described.name());
        ServiceError::ResourceNotFound(missing)
    })?;
    described.describe(database)?;
    described.lay_bays(database);
    Ok(Edit::DescribeTable(Box::new(std::mem::replace(place, described))))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::design::{open, save, scenarios};
    use serde_json::{Value, json};

    /// The document, its text, and what the database says of each of its tables but when it was made and under which id.
    fn state(design: &Design, database: &Database) -> (Design, String, Vec<String>) {
        let described = design.tables.iter().map(|table| {
            let found = database.table(table.name());
            let name = json!({"TableName": table.name()});
            let mut database = Database::default();
            let made = table.make(&mut database).map(|made| database.insert_table(made));
            assert!(made.is_ok(), "the document's table can be made");
            let doors = found.into_iter().flat_map(|table| {
                [Some(table.primary())].into_iter().flatten().chain(table.indexes())
            });
            let doors: Vec<String> = doors
                .map(|door| {
                    let keys: Vec<Value> =
                        door.items().map(|item| door.key_of(item).to_json()).collect();
                    format!(
                        "{:?} {} {} {keys:?}",
                        door.name(),
                        door.partition_count(),
                        door.size_bytes()
                    )
                })
                .collect();
            format!(
                "{name} {:?} {doors:?}",
                found
                    .map(|table| {
                        let tags: Vec<(&str, &str)> = table.tags().collect();
                        (
                            table.billing(),
                            table.time_to_live(),
                            tags,
                            table.stream().map(key_engine::engine::stream::Stream::view),
                        )
                    })
                    .map(|said| format!("{said:?}"))
            )
        });
        (design.clone(), save(design, database), described.collect())
    }

    const DESIGN: &str = r#"{"retrieval-map": 1, "tables": [
        {"create": {"TableName": "First", "BillingMode": "PAY_PER_REQUEST",
            "AttributeDefinitions": [{"AttributeName": "id", "AttributeType": "N"}],
            "KeySchema": [{"AttributeName": "id", "KeyType": "HASH"}]}, "items": [{"id": {"N": "1"}}]},
        {"create": {"TableName": "Middle", "BillingMode": "PROVISIONED",
            "ProvisionedThroughput": {"ReadCapacityUnits": 6000, "WriteCapacityUnits": 1},
            "StreamSpecification": {"StreamEnabled": true, "StreamViewType": "NEW_IMAGE"},
            "Tags": [{"Key": "b", "Value": "1"}, {"Key": "a", "Value": "2"}], "DeletionProtectionEnabled": true,
            "AttributeDefinitions": [{"AttributeName": "SK", "AttributeType": "S"}, {"AttributeName": "PK", "AttributeType": "S"},
                {"AttributeName": "L", "AttributeType": "N"}, {"AttributeName": "G", "AttributeType": "B"}],
            "KeySchema": [{"AttributeName": "PK", "KeyType": "HASH"}, {"AttributeName": "SK", "KeyType": "RANGE"}],
            "LocalSecondaryIndexes": [{"IndexName": "Local", "Projection": {"ProjectionType": "INCLUDE", "NonKeyAttributes": ["x"]},
                "KeySchema": [{"AttributeName": "PK", "KeyType": "HASH"}, {"AttributeName": "L", "KeyType": "RANGE"}]}],
            "GlobalSecondaryIndexes": [
                {"IndexName": "Zed", "Projection": {"ProjectionType": "KEYS_ONLY"}, "ProvisionedThroughput": {"ReadCapacityUnits": 1, "WriteCapacityUnits": 3000},
                    "KeySchema": [{"AttributeName": "G", "KeyType": "HASH"}]},
                {"IndexName": "Alpha", "Projection": {"ProjectionType": "ALL"}, "ProvisionedThroughput": {"ReadCapacityUnits": 1, "WriteCapacityUnits": 1},
                    "KeySchema": [{"AttributeName": "L", "KeyType": "HASH"}, {"AttributeName": "G", "KeyType": "RANGE"}]}]},
         "bays": 7, "indexBays": {"Alpha": 3}, "timeToLive": "until", "note": ["kept"],
         "items": [{"PK": {"S": "a"}, "SK": {"S": "1"}, "L": {"N": "5"}, "G": {"B": "AA=="}, "x": {"M": {"y": {"L": []}}}},
            {"PK": {"S": "a"}, "SK": {"S": "2"}}, {"PK": {"S": "b"}, "SK": {"S": "1"}, "G": {"B": "AQ=="}}]},
        {"create": {"TableName": "Last", "BillingMode": "PAY_PER_REQUEST",
            "AttributeDefinitions": [{"AttributeName": "id", "AttributeType": "B"}],
            "KeySchema": [{"AttributeName": "id", "KeyType": "HASH"}]}, "items": []}]}"#;

    fn other(name: &str) -> WholeTable {
        let create = json!({"TableName": name, "BillingMode": "PAY_PER_REQUEST",
            "AttributeDefinitions": [{"AttributeName": "k", "AttributeType": "S"}],
            "KeySchema": [{"AttributeName": "k", "KeyType": "HASH"}]});
        let item = Item::from_json(&json!({"k": {"S": "one"}, "n": {"N": "1"}})).unwrap();
        let described = TableDesign { create, bays: Some(2), ..TableDesign::default() };
        WholeTable { described, items: [Arc::new(item)].into() }
    }

    #[test]
    fn a_table_that_comes_goes_or_becomes_another_is_taken_back_exactly() {
        let opened = open(DESIGN).unwrap();
        assert_eq!(opened.defects, []);
        let (mut design, mut database) = (opened.design, opened.database);
        let set = |name: Option<&str>, at, table: Option<WholeTable>| Edit::SetTable {
            name: name.map(str::to_owned),
            at,
            table: table.map(Box::new),
        };
        let mut provisioned = design.tables[0].clone();
        provisioned.create["BillingMode"] = json!("PROVISIONED");
        provisioned.create["ProvisionedThroughput"] =
            json!({"ReadCapacityUnits": 4000, "WriteCapacityUnits": 4});
        provisioned.time_to_live = Some("gone".to_owned());
        let mut plain = design.tables[1].clone();
        for member in ["StreamSpecification", "Tags", "DeletionProtectionEnabled"] {
            plain.create.as_object_mut().unwrap().remove(member);
        }
        plain.create["TableClass"] = json!("STANDARD_INFREQUENT_ACCESS");
        plain.time_to_live = None;
        for (edit, changes) in [
            (set(None, 1, Some(other("New"))), true),
            (set(None, 99, Some(other("New"))), true),
            (set(Some("Middle"), 0, None), true),
            (set(Some("Middle"), 1, Some(other("Middle"))), true),
            (set(Some("Middle"), 0, Some(other("Renamed"))), true),
            (set(Some("First"), 2, Some(other("First"))), true),
            (set(Some("Last"), 0, Some(WholeTable::of(&design.tables[2], &database))), true),
            (set(Some("Middle"), 1, Some(WholeTable::of(&design.tables[1], &database))), false),
            (set(Some("none such"), 0, None), false),
            (set(None, 0, None), false),
            (Edit::DescribeTable(Box::new(provisioned)), true),
            (Edit::DescribeTable(Box::new(plain)), true),
            (
                Edit::SetAbout { name: "Other".to_owned(), description: "For tests".to_owned() },
                true,
            ),
            (Edit::SetTraffic(Some(json!({"seed": 7}))), true),
            (Edit::SetTraffic(None), false),
        ] {
            let before = state(&design, &database);
            let back = edit.apply(&mut design, &mut database).unwrap();
            let after = state(&design, &database);
            assert!((after != before) == changes, "does what it says");
            let again = back.apply(&mut design, &mut database).unwrap();
            assert!(state(&design, &database) == before, "taken back");
            let back = again.apply(&mut design, &mut database).unwrap();
            assert!(state(&design, &database) == after, "done again");
            back.apply(&mut design, &mut database).unwrap();
            assert!(state(&design, &database) == before, "taken back again");
        }
    }

    #[test]
    fn what_is_described_is_what_the_database_answers() {
        let opened = open(DESIGN).unwrap();
        let (mut design, mut database) = (opened.design, opened.database);
        let mut described = design.tables[1].clone();
        described.create["ProvisionedThroughput"] =
            json!({"ReadCapacityUnits": 1, "WriteCapacityUnits": 2500});
        described.create["GlobalSecondaryIndexes"][1]["ProvisionedThroughput"] =
            json!({"ReadCapacityUnits": 9, "WriteCapacityUnits": 8});
        described.create["StreamSpecification"] =
            json!({"StreamEnabled": true, "StreamViewType": "KEYS_ONLY"});
        described.bays = None;
        described.index_bays = [("Alpha".to_owned(), 5)].into_iter().collect();
        described.time_to_live = Some("x".to_owned());
        Edit::DescribeTable(Box::new(described)).apply(&mut design, &mut database).unwrap();
        let mut ask =
            |operation: &str| database.call(operation, &json!({"TableName": "Middle"})).unwrap();
        let answer = ask("DescribeTable")["Table"].take();
        assert_eq!(answer["ProvisionedThroughput"]["WriteCapacityUnits"], 2500);
        assert_eq!(
            answer["GlobalSecondaryIndexes"][1]["ProvisionedThroughput"]["ReadCapacityUnits"],
            9
        );
        assert_eq!(answer["StreamSpecification"]["StreamViewType"], "KEYS_ONLY");
        assert_eq!(answer["ItemCount"], 3);
        assert_eq!(ask("DescribeTimeToLive")["TimeToLiveDescription"]["AttributeName"], "x");
        let bays = |index| database.table("Middle").unwrap().door(index).unwrap().partition_count();
        assert_eq!(
            (bays(None), bays(Some("Local")), bays(Some("Alpha")), bays(Some("Zed"))),
            (3, 3, 5, 4)
        );
    }

    #[test]
    fn what_cannot_be_changes_nothing() {
        let opened = open(DESIGN).unwrap();
        let (mut design, mut database) = (opened.design, opened.database);
        let before = state(&design, &database);
        let set = |name: Option<&str>, table: WholeTable| Edit::SetTable {
            name: name.map(str::to_owned),
            at: 0,
            table: Some(Box::new(table)),
        };
        let mut keyless = other("New");
        keyless.items = [Arc::new(Item::new())].into();
        let mut typed = other("New");
        typed.described.create["AttributeDefinitions"][0]["AttributeType"] = json!("N");
        let mut hollow = other("New");
        hollow.described.create = Value::Null;
        let mut re_keyed = design.tables[0].clone();
        re_keyed.create["AttributeDefinitions"][0]["AttributeType"] = json!("S");
        let mut projected = design.tables[1].clone();
        projected.create["GlobalSecondaryIndexes"][0]["Projection"]["ProjectionType"] =
            json!("ALL");
        let mut turned = design.tables[1].clone();
        turned.create["GlobalSecondaryIndexes"].as_array_mut().unwrap().reverse();
        for edit in [
            set(None, other("First")),
            set(Some("Middle"), other("First")),
            set(None, keyless.clone()),
            set(Some("Middle"), keyless),
            set(Some("Middle"), typed),
            set(None, hollow),
            Edit::DescribeTable(Box::new(other("New").described)),
            Edit::DescribeTable(Box::new(re_keyed)),
            Edit::DescribeTable(Box::new(projected)),
            Edit::DescribeTable(Box::new(turned)),
        ] {
            assert!(edit.clone().apply(&mut design, &mut database).is_err(), "refused");
            assert!(state(&design, &database) == before, "nothing changed");
            let all =
                vec![Edit::SetTable { name: Some("Middle".to_owned()), at: 0, table: None }, edit];
            let all = [vec![Edit::RemoveRequest { at: 0 }], all].concat();
            if Edit::apply_all(all, &mut design, &mut database).is_err() {
                assert!(state(&design, &database) == before, "nothing of several");
            } else {
                let opened = open(DESIGN).unwrap();
                (design, database) = (opened.design, opened.database);
            }
        }
        for scenario in scenarios::SCENARIOS {
            let opened = open(scenario.json).unwrap();
            let (mut design, mut database) = (opened.design, opened.database);
            let before = state(&design, &database);
            let all: Vec<Edit> = (design.tables.iter())
                .map(|table| Edit::SetTable {
                    name: Some(table.name().to_owned()),
                    at: 0,
                    table: None,
                })
                .collect();
            let back = Edit::apply_all(all, &mut design, &mut database).unwrap();
            assert!(design.tables.is_empty() && database.tables().next().is_none());
            Edit::apply_all(back, &mut design, &mut database).unwrap();
            assert!(state(&design, &database) == before, "all tables came back");
        }
    }

    #[test]
    fn a_table_of_many_items_is_put_in_whole() {
        let opened = open(DESIGN).unwrap();
        let (mut design, mut database) = (opened.design, opened.database);
        let mut whole = WholeTable::of(&design.tables[1], &database);
        whole.items = (0..20_000)
            .map(|at| {
                let item = json!({"PK": {"S": format!("PRODUCT#{}", at / 7)}, "SK": {"S": format!("WAREHOUSE#{at}")},
                    "L": {"N": at.to_string()}, "G": {"B": "AA=="}, "x": {"S": "some text"}});
                Arc::new(Item::from_json(&item).unwrap())
            })
            .collect();
        let name = Some("Middle".to_owned());
        let edit = Edit::SetTable { name, at: 1, table: Some(Box::new(whole)) };
        let back = edit.apply(&mut design, &mut database).unwrap();
        assert_eq!(database.table("Middle").unwrap().item_count(), 20_000);
        back.apply(&mut design, &mut database).unwrap();
    }
}
