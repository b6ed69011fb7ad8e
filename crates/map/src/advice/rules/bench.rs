//! A design on the workbench, with its rows run: for the tests of the rules.

#![allow(clippy::needless_pass_by_value, reason = "documents are written in place")]

use key_engine::Database;
use serde_json::{Value, json};

use super::Facts;
use crate::advice::{Census, Finding, Proof, Prover, Remedy};
use crate::design::{Call, Design, Edit, open, save, scenarios};

/// A design, its database, and what its rows proved.
pub(crate) struct Bench {
    pub(crate) design: Design,
    pub(crate) database: Database,
    pub(crate) proofs: Vec<Proof>,
    pub(crate) census: Census,
}

/// A scenario that ships with the app.
pub(crate) fn scenario(id: &str) -> Bench {
    bench(scenarios::find(id).unwrap().json)
}

/// A document.
pub(crate) fn bench(json: &str) -> Bench {
    let opened = open(json).unwrap();
    let mut bench = Bench {
        design: opened.design,
        database: opened.database,
        proofs: Vec::new(),
        census: Census::default(),
    };
    bench.prove();
    bench
}

/// A table `Things` with the keys `PK` and `SK`, both texts, and the indexes and attributes of its keys that are given.
pub(crate) fn things(
    indexes: Value,
    attributes: &[(&str, &str)],
    items: Vec<Value>,
    requests: Vec<Value>,
) -> Bench {
    let mut create = indexes;
    let definition =
        |(name, kind): (&str, &str)| json!({"AttributeName": name, "AttributeType": kind});
    let definitions = [("PK", "S"), ("SK", "S")].into_iter().chain(attributes.iter().copied());
    create["AttributeDefinitions"] = definitions.map(definition).collect();
    create["TableName"] = "Things".into();
    create["KeySchema"] = keys("PK", Some("SK"));
    create["BillingMode"] = "PAY_PER_REQUEST".into();
    let document = json!({"retrieval-map": 1, "name": "Test", "requests": requests,
        "tables": [{"create": create, "items": items}]});
    let bench = bench(&document.to_string());
    assert_eq!(bench.database.table("Things").unwrap().item_count(), items.len());
    bench
}

fn keys(partition: &str, sort: Option<&str>) -> Value {
    let key = |name: &str, role: &str| json!({"AttributeName": name, "KeyType": role});
    let mut schema = vec![key(partition, "HASH")];
    schema.extend(sort.map(|sort| key(sort, "RANGE")));
    schema.into()
}

/// One global index of all attributes: `ByKey`.
pub(crate) fn by(partition: &str, sort: Option<&str>) -> Value {
    json!({"GlobalSecondaryIndexes": [{"IndexName": "ByKey", "KeySchema": keys(partition, sort),
        "Projection": {"ProjectionType": "ALL"}}]})
}

/// One local index of all attributes: `BySort`.
pub(crate) fn local(sort: &str) -> Value {
    json!({"LocalSecondaryIndexes": [{"IndexName": "BySort", "KeySchema": keys("PK", Some(sort)),
        "Projection": {"ProjectionType": "ALL"}}]})
}

/// An item: its key, and one more attribute.
pub(crate) fn thing(pk: &str, sk: usize, name: &str, value: Value) -> Value {
    let mut item = json!({"PK": {"S": pk}, "SK": {"S": format!("{sk:05}")}});
    item[name] = value;
    item
}

/// A row of one call.
pub(crate) fn row(id: &str, per_second: u32, operation: &str, mut input: Value) -> Value {
    input["TableName"] = "Things".into();
    json!({"id": id, "sentence": format!("Ask {id}"), "volume": per_second, "consistency": "eventual may do",
        "calls": [{"operation": operation, "input": input}], "samples": {"id": "1", "n": "00001"}})
}

/// A Query of one collection by the table's own key, or through `ByKey`.
pub(crate) fn query(id: &str, per_second: u32, attribute: &str, value: Value) -> Value {
    let mut input = json!({"KeyConditionExpression": "#k = :k", "ExpressionAttributeNames": {"#k": attribute},
        "ExpressionAttributeValues": {":k": value}});
    if attribute != "PK" {
        input["IndexName"] = "ByKey".into();
    }
    row(id, per_second, "Query", input)
}

impl Bench {
    /// What a remedy promises of the rows it rewrites: they return what they returned, however it is divided.
    pub(crate) fn returned(&self, id: &str) -> usize {
        let proof = self.proofs.iter().find(|proof| proof.request == id).unwrap();
        proof.totals.items_returned as usize
    }

    /// Runs all rows anew.
    pub(crate) fn prove(&mut self) {
        let mut prover = Prover::default();
        prover.take(&self.design);
        while prover.step(&self.design, &mut self.database) {}
        self.proofs = prover.proofs().to_vec();
        self.census = Census::take(&self.design, &self.database);
    }

    /// What one rule finds.
    pub(crate) fn find(&self, rule: fn(Facts<'_>, &mut Vec<Finding>)) -> Vec<Finding> {
        let mut found = Vec::new();
        rule(self.facts(), &mut found);
        found
    }

    pub(crate) fn facts(&self) -> Facts<'_> {
        Facts {
            design: &self.design,
            database: &self.database,
            proofs: &self.proofs,
            census: &self.census,
        }
    }

    /// Does what a remedy says, runs all anew, and gives back what undoes it.
    pub(crate) fn carry_out(&mut self, remedy: &Remedy) -> Vec<Edit> {
        let edits = remedy.edits.clone();
        let undo = Edit::apply_all(edits, &mut self.design, &mut self.database).unwrap();
        self.prove();
        undo
    }

    /// Checks that a remedy changes the document, is taken back whole, and done again; it is left done.
    pub(crate) fn try_out(&mut self, remedy: &Remedy) {
        assert!(!remedy.edits.is_empty() && !remedy.label.is_empty(), "a remedy does something");
        let before = (self.design.clone(), save(&self.design, &self.database));
        let undo = self.carry_out(remedy);
        assert!(
            save(&self.design, &self.database) != before.1,
            "{}: changes nothing",
            remedy.label
        );
        Edit::apply_all(undo, &mut self.design, &mut self.database).unwrap();
        let after = (self.design.clone(), save(&self.design, &self.database));
        assert!(after == before, "{}: is not undone", remedy.label);
        self.carry_out(remedy);
    }

    /// Gives a row one call, and runs all anew.
    pub(crate) fn set_call(&mut self, id: &str, operation: &str, input: &str) {
        let row = self.design.requests.iter_mut().find(|request| request.id == id).unwrap();
        let input: Value = serde_json::from_str(input).unwrap();
        row.calls = vec![Call { operation: operation.to_owned(), input }];
        self.prove();
    }
}
