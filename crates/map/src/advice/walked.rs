//! A design with its rows proven, for tests of what reads proofs.

use key_engine::Database;
use serde_json::{Value, json};

use super::{Census, Facts, Finding, Proof, Prover, Remedy};
use crate::design::{Call, Design, Edit, Request, open, scenarios};

/// A design, its items, and what its rows proved.
pub(super) struct Walked {
    pub(super) design: Design,
    pub(super) database: Database,
    pub(super) proofs: Vec<Proof>,
    pub(super) census: Census,
}

/// A scenario that ships with the app.
pub(super) fn scenario(id: &str) -> Walked {
    walked(scenarios::find(id).unwrap().json)
}

/// A document in the app's own format.
pub(super) fn walked(document: &str) -> Walked {
    let opened = open(document).unwrap();
    assert_eq!(opened.defects.first(), None);
    let mut walked = Walked {
        design: opened.design,
        database: opened.database,
        proofs: Vec::new(),
        census: Census::default(),
    };
    walked.prove();
    walked
}

/// A document of one table with the keys `PK` and `SK`.
pub(super) fn one_table(items: &Value, requests: &Value) -> Walked {
    let key = |name: &str, role: &str| json!({"AttributeName": name, "KeyType": role});
    let text = |name: &str| json!({"AttributeName": name, "AttributeType": "S"});
    walked(
        &json!({"retrieval-map": 1, "name": "Test", "requests": requests, "tables": [{
            "create": {"TableName": "Table", "BillingMode": "PAY_PER_REQUEST",
                "AttributeDefinitions": [text("PK"), text("SK")],
                "KeySchema": [key("PK", "HASH"), key("SK", "RANGE")]},
            "items": items}]})
        .to_string(),
    )
}

/// An item of texts: `PK`, `SK`, and more.
pub(super) fn texts(pk: &str, sk: &str, more: &[(&str, &str)]) -> Value {
    let mut item = json!({"PK": {"S": pk}, "SK": {"S": sk}});
    for (name, value) in more {
        item[*name] = json!({"S": value});
    }
    item
}

impl Walked {
    /// Runs all rows anew.
    pub(super) fn prove(&mut self) {
        let mut prover = Prover::default();
        prover.take(&self.design);
        while prover.step(&self.design, &mut self.database) {}
        self.proofs = prover.proofs().to_vec();
        self.census = Census::take(&self.design, &self.database);
    }

    pub(super) fn facts(&self) -> Facts<'_> {
        Facts {
            design: &self.design,
            database: &self.database,
            proofs: &self.proofs,
            census: &self.census,
        }
    }

    /// What a rule has to say.
    pub(super) fn asked(&self, rule: fn(Facts<'_>, &mut Vec<Finding>)) -> Vec<Finding> {
        let mut found = Vec::new();
        rule(self.facts(), &mut found);
        found
    }

    /// Carries out a remedy as one step, and proves again; gives back what undoes it.
    pub(super) fn mend(&mut self, remedy: &Remedy) -> Vec<Edit> {
        let undo = Edit::apply_all(remedy.edits.clone(), &mut self.design, &mut self.database);
        self.prove();
        undo.unwrap()
    }

    /// Takes a remedy back, and proves again.
    pub(super) fn take_back(&mut self, undo: Vec<Edit>) {
        Edit::apply_all(undo, &mut self.design, &mut self.database).unwrap();
        self.prove();
    }

    /// Sends a request from the desk.
    pub(super) fn send(&mut self, operation: &str, input: &Value) {
        self.database.call(operation, input).unwrap();
        self.prove();
    }
}

/// The proof of one row.
pub(super) fn walked_row(request: &Request, database: &mut Database) -> Proof {
    let design = Design { requests: vec![request.clone()], ..Design::default() };
    let mut prover = Prover::default();
    prover.take(&design);
    while prover.step(&design, database) {}
    prover.proofs()[0].clone()
}

/// A row of one call, with a sample value for each placeholder.
pub(super) fn row(id: &str, operation: &str, input: Value, samples: &[(&str, &str)]) -> Request {
    let opened = open(scenarios::find("warehouse").unwrap().json).unwrap();
    let mut request = opened.design.requests.into_iter().next().unwrap();
    id.clone_into(&mut request.id);
    request.calls = vec![Call { operation: operation.to_owned(), input }];
    request.samples =
        samples.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect();
    request.route = None;
    request
}
