//! One change of a design, and how it is taken back.
//!
//! Owns the list of things that can be changed in an open design (its requests, its copies, its doors, its items), what each
//! does to the document and to the database, and the edit that undoes it. It never decides what to change.

use std::sync::Arc;

use key_engine::engine::{Database, ServiceError};
use key_engine::walk::Change;
use serde_json::Value;

mod door;
mod log;
mod table;

pub use door::DoorDefinition;
pub use table::WholeTable;

use super::{Acceptance, DeliberateCopy, Design, Entity, Request, TableDesign};

/// One change of an open design. A request that is not there, or a place beyond the end, changes nothing.
#[derive(Clone, Debug, PartialEq)]
pub enum Edit {
    /// A request is put before the one at this place, or at the end.
    InsertRequest {
        /// Its place from then on.
        at: usize,
        /// The request.
        request: Box<Request>,
    },
    /// The request at this place goes.
    RemoveRequest {
        /// Its place.
        at: usize,
    },
    /// The request at this place becomes another.
    ReplaceRequest {
        /// Its place.
        at: usize,
        /// What it becomes.
        request: Box<Request>,
    },
    /// A request moves.
    MoveRequest {
        /// Its place before.
        from: usize,
        /// Its place after.
        to: usize,
    },
    /// The deliberate copies become these.
    SetCopies(Vec<DeliberateCopy>),
    /// The kinds of item become these.
    SetEntities(Vec<Entity>),
    /// The advice that was accepted as it is becomes this.
    SetAccepted(Vec<Acceptance>),
    /// A global secondary index is made and filled from the items there are.
    OpenDoor {
        /// The table.
        table: String,
        /// The index.
        door: DoorDefinition,
    },
    /// A global secondary index goes.
    CloseDoor {
        /// The table.
        table: String,
        /// The index's name.
        index: String,
    },
    /// Items are put, exchanged and deleted, in this order.
    ChangeItems(Arc<[Change]>),
    /// A table comes, goes, or becomes another with other items.
    SetTable {
        /// The table that goes, by name; none where one is added.
        name: Option<String>,
        /// The place of the table that comes among the tables.
        at: usize,
        /// The table that comes, with its items; none where one only goes.
        table: Option<Box<WholeTable>>,
    },
    /// What is said of a table changes, and none of its keys, its indexes or its items: capacity, bays, stream, tags.
    DescribeTable(Box<TableDesign>),
    /// The design is called something else, and is for something else.
    SetAbout {
        /// What it is called.
        name: String,
        /// What it is for.
        description: String,
    },
    /// What is assumed of the traffic becomes this: the document's `traffic`, or nothing.
    SetTraffic(Option<Value>),
}

/// The document's member that says what is assumed of the traffic. What it holds is the simulation's to read.
pub const TRAFFIC: &str = "traffic";

impl Edit {
    /// Changes the design and its database, and gives back the edit that undoes this one.
    ///
    /// # Errors
    /// What the engine refuses: a door that may not be opened, an item whose table is gone. Nothing is changed then.
    pub fn apply(self, design: &mut Design, database: &mut Database) -> Result<Self, ServiceError> {
        let requests = &mut design.requests;
        Ok(match self {
            Self::InsertRequest { at, request } => {
                let at = at.min(requests.len());
                requests.insert(at, *request);
                Self::RemoveRequest { at }
            }
            Self::RemoveRequest { at } if at < requests.len() => {
                Self::InsertRequest { at, request: Box::new(requests.remove(at)) }
            }
            Self::ReplaceRequest { at, mut request } => {
                if let Some(place) = requests.get_mut(at) {
                    std::mem::swap(place, &mut request);
                }
                Self::ReplaceRequest { at, request }
            }
            Self::MoveRequest { from, to } if from < requests.len() => {
                let to = to.min(requests.len() - 1);
                let request = requests.remove(from);
                requests.insert(to, request);
                Self::MoveRequest { from: to, to: from }
            }
            nothing @ (Self::RemoveRequest { .. } | Self::MoveRequest { .. }) => nothing,
            Self::SetCopies(copies) => {
                Self::SetCopies(std::mem::replace(&mut design.copies, copies))
            }
            Self::SetEntities(entities) => {
                Self::SetEntities(std::mem::replace(&mut design.entities, entities))
            }
            Self::SetAccepted(accepted) => {
                Self::SetAccepted(std::mem::replace(&mut design.accepted, accepted))
            }
            Self::OpenDoor { table, door } => door::open(design, database, table, door)?,
            Self::CloseDoor { table, index } => door::close(design, database, table, &index)?,
            Self::ChangeItems(changes) => {
                let back = database.change(&changes)?.into_iter().rev().map(|change| Change {
                    old: change.new,
                    new: change.old,
                    ..change
                });
                Self::ChangeItems(back.collect())
            }
            Self::SetTable { name, at, table } => {
                table::set(design, database, (name, at, table.map(|table| *table)))?
            }
            Self::DescribeTable(described) => table::describe(design, database, *described)?,
            Self::SetAbout { name, description } => Self::SetAbout {
                name: std::mem::replace(&mut design.name, name),
                description: std::mem::replace(&mut design.description, description),
            },
            Self::SetTraffic(traffic) => Self::SetTraffic(match traffic {
                Some(traffic) => design.extra.insert(TRAFFIC.to_owned(), traffic),
                None => design.extra.remove(TRAFFIC),
            }),
        })
    }

    /// Applies edits in order, and gives back those that undo them, in the order in which they do.
    ///
    /// # Errors
    /// What the engine refuses of any of them; what was done before it is undone, so that nothing is changed.
    pub fn apply_all(
        edits: Vec<Self>,
        design: &mut Design,
        database: &mut Database,
    ) -> Result<Vec<Self>, ServiceError> {
        let mut undo = Vec::with_capacity(edits.len());
        for edit in edits {
            match edit.apply(design, database) {
                Ok(back) => undo.push(back),
                Err(error) => {
                    for back in undo.into_iter().rev() {
                        // What was possible a moment ago is possible again.
                        let _ = back.apply(design, database);
                    }
                    return Err(error);
                }
            }
        }
        undo.reverse();
        Ok(undo)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::design::{open, save, scenarios};
    use serde_json::json;

    #[test]
    fn an_index_that_is_opened_again_stands_where_it_stood() {
        let mut opened = open(scenarios::find("store").unwrap().json).unwrap();
        let names = |database: &Database| -> Vec<String> {
            let indexes = database.table("Orders").unwrap().indexes();
            indexes.filter_map(|index| index.name().map(str::to_owned)).collect()
        };
        let before = names(&opened.database);
        assert_eq!(before.len(), 2);
        for index in before.clone() {
            let close = Edit::CloseDoor { table: "Orders".to_owned(), index };
            let undo = close.apply(&mut opened.design, &mut opened.database).unwrap();
            undo.apply(&mut opened.design, &mut opened.database).unwrap();
            assert_eq!(names(&opened.database), before);
        }
    }

    fn by_warehouse() -> DoorDefinition {
        DoorDefinition {
            index: json!({"IndexName": "ByWarehouse",
                "KeySchema": [{"AttributeName": "warehouseId", "KeyType": "HASH"}, {"AttributeName": "PK", "KeyType": "RANGE"}],
                "Projection": {"ProjectionType": "ALL"}}),
            attributes: vec![
                json!({"AttributeName": "warehouseId", "AttributeType": "S"}),
                json!({"AttributeName": "PK", "AttributeType": "S"}),
            ],
            bays: Some(2),
            at: None,
        }
    }

    #[test]
    fn every_edit_is_taken_back_by_the_edit_it_gives() {
        let opened = open(scenarios::find("store").unwrap().json).unwrap();
        let (mut design, mut database) = (opened.design, opened.database);
        let other = design.requests[2].clone();
        let order = database.table("Orders").unwrap().primary().items().next().unwrap().clone();
        let deleted = Change { table: "Orders".to_owned(), old: Some(Arc::new(order)), new: None };
        for edit in [
            Edit::InsertRequest { at: 1, request: Box::new(other.clone()) },
            Edit::InsertRequest { at: 99, request: Box::new(other.clone()) },
            Edit::RemoveRequest { at: 3 },
            Edit::RemoveRequest { at: 99 },
            Edit::ReplaceRequest { at: 0, request: Box::new(other) },
            Edit::MoveRequest { from: 0, to: 4 },
            Edit::MoveRequest { from: 4, to: 0 },
            Edit::SetAccepted(vec![Acceptance::default()]),
            Edit::SetEntities(vec![Entity::default()]),
            Edit::CloseDoor { table: "Orders".to_owned(), index: "OrderIdIndex".to_owned() },
            Edit::CloseDoor {
                table: "OrderItems".to_owned(),
                index: "ProductOrdersIndex".to_owned(),
            },
            Edit::ChangeItems([deleted].into()),
        ] {
            let before = (design.clone(), save(&design, &database));
            let nothing = matches!(edit, Edit::RemoveRequest { at: 99 });
            let back = edit.clone().apply(&mut design, &mut database).unwrap();
            let after = (design.clone(), save(&design, &database));
            assert_eq!(after == before, nothing, "{edit:?}");
            let again = back.apply(&mut design, &mut database).unwrap();
            assert!((design.clone(), save(&design, &database)) == before, "{edit:?} taken back");
            let back = again.apply(&mut design, &mut database).unwrap();
            assert!((design.clone(), save(&design, &database)) == after, "{edit:?} done again");
            back.apply(&mut design, &mut database).unwrap();
        }
    }

    #[test]
    fn a_door_is_opened_in_the_database_and_in_the_document() {
        let opened = open(scenarios::find("warehouse").unwrap().json).unwrap();
        let (mut design, mut database) = (opened.design, opened.database);
        let open = Edit::OpenDoor { table: "Warehouse".to_owned(), door: by_warehouse() };
        let back = open.clone().apply(&mut design, &mut database).unwrap();
        let door = database.table("Warehouse").unwrap().index("ByWarehouse").unwrap();
        assert_eq!((door.item_count(), door.partition_count()), (6, 2));
        let create = &design.tables[0].create;
        assert_eq!(create["AttributeDefinitions"].as_array().unwrap().len(), 3);
        assert_eq!(create["GlobalSecondaryIndexes"][0]["IndexName"], "ByWarehouse");
        assert!(open.apply(&mut design, &mut database).is_err(), "there is one of that name");
        back.apply(&mut design, &mut database).unwrap();
        assert!(design.tables[0].create.get("GlobalSecondaryIndexes").is_none());
        assert_eq!(design.tables[0].create["AttributeDefinitions"].as_array().unwrap().len(), 2);
        assert!(database.table("Warehouse").unwrap().index("ByWarehouse").is_none());
    }

    #[test]
    fn of_edits_of_which_one_is_refused_none_is_done() {
        let opened = open(scenarios::find("warehouse").unwrap().json).unwrap();
        let (mut design, mut database) = (opened.design, opened.database);
        let before = (design.clone(), save(&design, &database));
        let open = Edit::OpenDoor { table: "Warehouse".to_owned(), door: by_warehouse() };
        let edits = vec![Edit::RemoveRequest { at: 0 }, open.clone(), open];
        assert!(Edit::apply_all(edits, &mut design, &mut database).is_err());
        assert!((design.clone(), save(&design, &database)) == before);
        let edits = vec![
            Edit::RemoveRequest { at: 0 },
            Edit::OpenDoor { table: "Warehouse".to_owned(), door: by_warehouse() },
        ];
        let undo = Edit::apply_all(edits, &mut design, &mut database).unwrap();
        Edit::apply_all(undo, &mut design, &mut database).unwrap();
        assert!((design.clone(), save(&design, &database)) == before);
    }
}
