//! The verdicts that the built-in scenarios come with, and that what the advice offers changes them and is taken back.
#![allow(clippy::unwrap_used, clippy::indexing_slicing)] // the whole file is a test

use map::advice::{Census, Facts, Finding, Proof, Prover, Standing, findings};
use map::design::{Edit, Opened, open, scenarios};
use serde_json::json;

/// A scenario on the worksheet.
struct Sheet {
    opened: Opened,
    prover: Prover,
}

impl Sheet {
    fn of(scenario: &str) -> Self {
        let opened = open(scenarios::find(scenario).unwrap().json).unwrap();
        let mut sheet = Self { opened, prover: Prover::default() };
        sheet.prove();
        sheet
    }

    fn prove(&mut self) {
        let Opened { design, database, .. } = &mut self.opened;
        self.prover.take(design);
        while self.prover.step(design, database) {}
    }

    /// Carries out edits as the page does, and gives those that take them back.
    fn edit(&mut self, edits: &[Edit]) -> Vec<Edit> {
        let Opened { design, database, .. } = &mut self.opened;
        let undo = Edit::apply_all(edits.to_vec(), design, database).unwrap();
        for edit in edits {
            match edit {
                Edit::OpenDoor { table, .. } | Edit::CloseDoor { table, .. } => {
                    self.prover.table_changed(table);
                }
                Edit::ChangeItems(changes) => self.prover.items_changed(changes),
                _ => {}
            }
        }
        self.prove();
        undo
    }

    fn proof(&self, id: &str) -> &Proof {
        self.prover.proofs().iter().find(|proof| proof.request == id).unwrap()
    }

    /// A row's verdict: the standing, what its calls became, and how many round trips they took.
    fn verdict(&self, id: &str) -> (Standing, String, u32) {
        let proof = self.proof(id);
        let routes: Vec<String> = proof.verdict.routes.iter().map(ToString::to_string).collect();
        (proof.standing, routes.join(", then "), proof.verdict.round_trips)
    }

    /// The items a row returned, in no order.
    fn returned(&self, id: &str) -> Vec<String> {
        let items = &self.proof(id).returned;
        let mut keys: Vec<String> =
            items.iter().map(|item| item.key.to_json().to_string()).collect();
        keys.sort();
        keys
    }

    /// What the advice's rule says about this.
    fn finding(&self, rule: &str, request: &str) -> Option<Finding> {
        let Opened { design, database, .. } = &self.opened;
        let census = Census::take(design, database);
        let proofs = self.prover.proofs();
        let found = findings(Facts { design, database, proofs, census: &census });
        found
            .into_iter()
            .find(|finding| finding.rule == rule && finding.requests.iter().any(|id| id == request))
    }
}

#[test]
fn a_row_that_reads_each_shard_of_a_spread_status_is_proven() {
    let mut sheet = Sheet::of("store");
    let finding = sheet.finding("status-index", "S5").unwrap();
    let remedy = finding.remedies.iter().find(|remedy| remedy.label.starts_with("Spread")).unwrap();
    sheet.edit(&remedy.edits);
    assert_eq!(sheet.proof("S5").standing, Standing::Proven, "{}", sheet.proof("S5").reason);
    assert!(sheet.proof("S5").reason.starts_with("4 round trips, one for each shard: "));
}

#[test]
fn each_row_of_every_scenario_has_its_verdict() {
    use Standing::{OnlyScan, Proven, SeveralRoundTrips, SortWithoutPartition};
    for (scenario, rows) in [
        (
            "warehouse",
            &[
                ("A1", Proven, "GetItem", 1),
                ("A2", Proven, "GetItem", 1),
                ("A3", Proven, "Query", 1),
                ("A4", OnlyScan, "Scan", 1),
                ("A5", Proven, "Query", 1),
                ("A6", Proven, "GetItem", 1),
            ][..],
        ),
        (
            "store",
            &[
                ("S1", Proven, "GetItem", 1),
                ("S2", Proven, "Query", 1),
                ("S3", Proven, "Query", 1),
                ("S4", Proven, "Query on OrderIdIndex", 1),
                ("S5", Proven, "Query on OpenOrdersIndex", 1),
                ("S6", Proven, "Query", 1),
                ("S7", Proven, "Query on ProductOrdersIndex", 1),
                ("S8", Proven, "GetItem, then Query", 2),
            ],
        ),
        (
            "store-single-table",
            &[
                ("T1", Proven, "Query", 1),
                ("T2", Proven, "Query", 1),
                ("T3", Proven, "GetItem", 1),
                ("T4", OnlyScan, "Scan", 1),
            ],
        ),
        (
            "ecommerce",
            &[
                ("E1", Proven, "GetItem", 1),
                ("E2", Proven, "Query", 1),
                ("E3", SeveralRoundTrips, "GetItem, then Query", 2),
                ("E4", Proven, "Query", 1),
                ("E5", Proven, "Query", 1),
            ],
        ),
        (
            "social",
            &[
                ("G1", Proven, "Query", 1),
                ("G2", Proven, "Query", 1),
                ("G3", Proven, "GetItem", 1),
                ("G4", Proven, "write", 1),
                ("G5", Proven, "Query", 1),
                ("G6", SortWithoutPartition, "Scan", 1),
            ],
        ),
    ] {
        let sheet = Sheet::of(scenario);
        for (id, standing, routes, round_trips) in rows {
            let expected = (*standing, (*routes).to_owned(), *round_trips);
            let reason = &sheet.proof(id).reason;
            assert_eq!(sheet.verdict(id), expected, "{id}: {reason}");
            assert!(reason.ends_with('.'), "{id}: {reason}");
        }
        assert_eq!(sheet.prover.proofs().len(), rows.len(), "{scenario}: no other rows");
        let says = |id: &str| sheet.opened.design.request(id).unwrap().expected.is_some();
        assert!(
            rows.iter().all(|(id, standing, ..)| says(id) || *standing != Proven || *id == "G4")
        );
    }
}

#[test]
fn proving_a_scenario_writes_nothing() {
    for scenario in scenarios::SCENARIOS {
        let untouched = open(scenario.json).unwrap();
        let sheet = Sheet::of(scenario.id);
        assert!(sheet.opened.design == untouched.design);
        for table in untouched.database.tables() {
            let after = sheet.opened.database.table(table.name()).unwrap();
            assert!(table.primary().items().eq(after.primary().items()), "{}", table.name());
        }
    }
}

#[test]
fn without_its_index_a_row_of_the_store_is_only_a_scan_until_the_index_is_back() {
    for (id, table, index) in [
        ("S4", "Orders", "OrderIdIndex"),
        ("S5", "Orders", "OpenOrdersIndex"),
        ("S7", "OrderItems", "ProductOrdersIndex"),
    ] {
        let mut sheet = Sheet::of("store");
        let (before, all) = (sheet.proof(id).clone(), sheet.prover.proofs().to_vec());
        let (table, index) = (table.to_owned(), index.to_owned());
        let undo = sheet.edit(&[Edit::CloseDoor { table: table.clone(), index: index.clone() }]);
        let proof = sheet.proof(id);
        assert_eq!(proof.standing, Standing::OnlyScan, "{id}: {}", proof.reason);
        assert!(proof.reason.contains(&index), "{id}: {}", proof.reason);
        let items = sheet.opened.database.table(&table).unwrap().item_count() as u64;
        assert_eq!(proof.totals.items_read, items, "{id}: every item is read");
        assert_eq!(proof.returned.len(), before.returned.len(), "{id}: the same are found");
        sheet.edit(&undo);
        assert!(sheet.prover.proofs() == all.as_slice(), "{id}: the index is back");
    }
}

/// What the advice offers first for a row without a route makes a Query of it; taken back, it is a Scan as before.
fn a_door_answers(scenario: &str, id: &str) -> Proof {
    let mut sheet = Sheet::of(scenario);
    let before = sheet.proof(id).clone();
    let found = sheet.returned(id);
    let finding = sheet.finding("missing-route", id).unwrap();
    let remedy = finding.remedies.first().unwrap();
    assert_eq!(remedy.walk.as_deref(), Some(id), "{id}: it is walked once the door is open");
    assert!(!remedy.facts.is_empty(), "{id}: it says what the door costs");
    let undo = sheet.edit(&remedy.edits);
    let proof = sheet.proof(id).clone();
    assert_eq!(proof.standing, Standing::Proven, "{id}: {}", proof.reason);
    assert_eq!(proof.totals.partitions_touched, 1, "{id}: one partition");
    assert_eq!(
        proof.totals.items_read, proof.totals.items_returned,
        "{id}: nothing is read in vain"
    );
    assert_eq!(sheet.returned(id), found, "{id}: the same items");
    assert!(sheet.finding("missing-route", id).is_none(), "{id}: there is a route now");
    sheet.edit(&undo);
    assert!(*sheet.proof(id) == before, "{id}: the Scan is back");
    proof
}

#[test]
fn the_second_door_answers_products_in_a_warehouse_with_one_query() {
    let proof = a_door_answers("warehouse", "A4");
    let route = proof.verdict.to_string();
    assert!(route.starts_with("Query on "), "{route}");
    let product = |at: usize| proof.returned[at].key.get("PK").unwrap().to_json();
    let products = [product(0), product(1)];
    assert_eq!(products, [json!({"S": "PRODUCT#P100"}), json!({"S": "PRODUCT#P101"})]);
}

#[test]
fn a_door_on_the_order_id_answers_the_store_in_one_table() {
    a_door_answers("store-single-table", "T4");
}

#[test]
fn an_inverted_index_answers_the_other_direction_of_an_edge_stored_once() {
    let proof = a_door_answers("social", "G6");
    assert_eq!(proof.returned.len(), 2);
    let remedy = Sheet::of("social").finding("missing-route", "G6").unwrap().remedies.remove(0);
    let door = remedy.edits.iter().find_map(|edit| match edit {
        Edit::OpenDoor { door, .. } => Some(&door.index["KeySchema"]),
        _ => None,
    });
    let inverted = json!([{"AttributeName": "SK", "KeyType": "HASH"}, {"AttributeName": "PK", "KeyType": "RANGE"}]);
    assert_eq!(door, Some(&inverted));
}

#[test]
fn every_kind_of_door_that_is_offered_answers_its_row() {
    for (scenario, id) in [("warehouse", "A4"), ("store-single-table", "T4"), ("social", "G6")] {
        let offered = Sheet::of(scenario).finding("missing-route", id).unwrap().remedies;
        for remedy in offered {
            let mut sheet = Sheet::of(scenario);
            let found = sheet.returned(id);
            sheet.edit(&remedy.edits);
            let proof = sheet.proof(id);
            assert_eq!(
                proof.standing,
                Standing::Proven,
                "{id}, {}: {}",
                remedy.label,
                proof.reason
            );
            assert_eq!(sheet.returned(id), found, "{id}, {}", remedy.label);
        }
    }
}

#[test]
fn the_head_of_an_order_beside_its_items_makes_one_query_of_an_order_with_its_items() {
    let mut sheet = Sheet::of("ecommerce");
    let before = sheet.prover.proofs().to_vec();
    let finding = sheet.finding("several-requests", "E3").unwrap();
    let remedy = finding.remedies.first().unwrap();
    let undo = sheet.edit(&remedy.edits);
    assert_eq!(sheet.verdict("E3"), (Standing::Proven, "Query".to_owned(), 1));
    assert_eq!(sheet.returned("E3").len(), 3, "the head and both items, as is expected");
    assert!(sheet.opened.design.request("E3").unwrap().expected.is_some());
    for other in ["E1", "E2", "E4", "E5"] {
        assert_eq!(sheet.proof(other).standing, Standing::Proven, "{other}");
    }
    sheet.edit(&undo);
    assert!(sheet.prover.proofs() == before.as_slice(), "taken back");
}
