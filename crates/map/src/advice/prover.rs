//! Proves the rows of a worksheet, and proves again only what a change can affect.
//!
//! Owns when a row has to be run. What a run proves is the proof's.

use key_engine::Database;
use key_engine::walk::Change;
use serde_json::Value;

use super::Proof;
use super::proof::{Running, Sights, Slice};
use crate::design::{Design, Request};

/// The proofs of a design's rows, kept true.
///
/// ```
/// use map::advice::{Prover, Standing};
/// let mut opened = map::design::open(map::design::scenarios::SCENARIOS[0].json)?;
/// let mut prover = Prover::default();
/// prover.take(&opened.design);
/// while prover.step(&opened.design, &mut opened.database) {}
/// assert_eq!(prover.proofs()[3].standing, Standing::OnlyScan);
/// # Ok::<(), map::design::OpenError>(())
/// ```
#[derive(Debug, Default)]
pub struct Prover {
    rows: Vec<Row>,
    /// One for each row.
    proofs: Vec<Proof>,
    runs: u64,
}

/// What is known of a row, beside its proof.
#[derive(Debug)]
struct Row {
    request: Request,
    /// What it looked at when it was run; none where it has to be run.
    seen: Option<Sights>,
    /// The run that is under way.
    running: Option<Running>,
}

impl Row {
    fn forget(&mut self) {
        self.seen = None;
        self.running = None;
    }

    /// Whether a request is run and judged as this one was.
    fn proves(&self, request: &Request) -> bool {
        let known = &self.request;
        known.calls == request.calls
            && known.samples == request.samples
            && known.consistency == request.consistency
            && known.wanted == request.wanted
            && known.expected == request.expected
    }
}

impl Prover {
    /// Notes that items were changed: rows that could see them are run again.
    pub fn items_changed(&mut self, changes: &[Change]) {
        for row in &mut self.rows {
            // What a run under way has looked at so far is not known: it begins again.
            let sees = |seen: &Sights| changes.iter().any(|change| seen.see(change));
            if row.seen.as_ref().is_some_and(sees) {
                row.forget();
            } else if !changes.is_empty() {
                row.running = None;
            }
        }
    }

    /// Notes that a door of this table was opened or closed, or the table changed otherwise: its rows are run again.
    pub fn table_changed(&mut self, table: &str) {
        for row in &mut self.rows {
            if row.request.calls.iter().any(|call| names(&call.input, table)) {
                row.forget();
            }
        }
    }

    /// Takes the design's rows as they are now: new and changed rows will be run, those that are gone are forgotten. A row keeps
    /// its proof where only words, its volume or its place changed.
    pub fn take(&mut self, design: &Design) {
        let rows = std::mem::take(&mut self.rows).into_iter();
        let mut known: Vec<Option<(Row, Proof)>> =
            rows.zip(std::mem::take(&mut self.proofs)).map(Some).collect();
        let requests = &design.requests;
        for (place, request) in requests.iter().enumerate() {
            let stays = |known: &Option<(Row, Proof)>| {
                known.as_ref().is_some_and(|(row, _)| row.request.id == request.id)
            };
            let stays = known.get(place).is_some_and(stays);
            let find = |is_it: &dyn Fn(&Row) -> bool| {
                known.iter().position(|known| known.as_ref().is_some_and(|(row, _)| is_it(row)))
            };
            let is_renamed = |row: &Row| {
                row.proves(request) && !requests.iter().any(|other| other.id == row.request.id)
            };
            let at = stays.then_some(place);
            let at = at.or_else(|| find(&|row| row.request.id == request.id));
            let at = at.or_else(|| find(&is_renamed));
            let known = at.and_then(|at| known.get_mut(at)?.take());
            let (mut row, mut proof) = known.unwrap_or_else(|| {
                let row = Row { request: request.clone(), seen: None, running: None };
                (row, Proof::default())
            });
            if !row.proves(request) {
                row.forget();
            }
            if row.request != *request {
                row.request = request.clone();
            }
            proof.request.clone_from(&request.id);
            proof.per_second = request.volume.per_second();
            self.rows.push(row);
            self.proofs.push(proof);
        }
    }

    /// Runs the next row that needs it, or a slice of a long one; false when there was none left. Whatever a row writes is taken
    /// back.
    pub fn step(&mut self, design: &Design, database: &mut Database) -> bool {
        let Some(mut at) = self.next() else { return false };
        if design
            .requests
            .get(at)
            .is_none_or(|request| self.rows.get(at).is_none_or(|row| row.request != *request))
        {
            self.take(design);
            let Some(next) = self.next() else { return false };
            at = next;
        }
        let Some((row, proof)) = self.rows.get_mut(at).zip(self.proofs.get_mut(at)) else {
            return false;
        };
        if row.running.is_none() {
            self.runs += 1;
        }
        let running = row.running.get_or_insert_with(|| Running::new(&row.request));
        if let Some((proven, seen)) = running.go_on(&row.request, database, Slice::SHORT) {
            *proof = proven;
            row.seen = Some(seen);
            row.running = None;
        }
        true
    }

    fn next(&self) -> Option<usize> {
        self.rows.iter().position(|row| row.seen.is_none())
    }

    /// The proofs, in the order of the rows; of a row that was not run yet the standing is unknown, of one that has to be run
    /// again it is the last.
    pub fn proofs(&self) -> &[Proof] {
        &self.proofs
    }

    /// The ids of the rows that have to be run, in their order.
    pub fn waiting(&self) -> impl Iterator<Item = &str> {
        let waiting = self.rows.iter().filter(|row| row.seen.is_none());
        waiting.map(|row| row.request.id.as_str())
    }

    /// How many rows have been run, each as often as it was begun.
    pub fn runs(&self) -> u64 {
        self.runs
    }
}

/// Whether a call's input names a table.
pub(super) fn names(input: &Value, table: &str) -> bool {
    let is_it = |name: &str| {
        name == table || name.strip_suffix(table).is_some_and(|arn| arn.ends_with(":table/"))
    };
    match input {
        Value::Object(members) => {
            members.iter().any(|(member, value)| match (member.as_str(), value) {
                ("TableName", Value::String(name)) => is_it(name),
                ("Statement", Value::String(text)) => text.contains(table),
                ("RequestItems", Value::Object(tables)) => tables.keys().any(|name| is_it(name)),
                _ => names(value, table),
            })
        }
        Value::Array(values) => values.iter().any(|value| names(value, table)),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use key_engine::Item;
    use serde_json::json;

    use super::*;
    use crate::advice::Standing;
    use crate::design::{Call, Consistency, Expectation, Opened, Volume, Wanted, open, scenarios};

    struct Sheet {
        opened: Opened,
        prover: Prover,
    }

    fn sheet(scenario: &str) -> Sheet {
        let opened = open(scenarios::find(scenario).unwrap().json).unwrap();
        let mut sheet = Sheet { opened, prover: Prover::default() };
        sheet.prover.take(&sheet.opened.design);
        sheet.prove();
        sheet
    }

    impl Sheet {
        /// Runs what has to be run, and tells which rows that were.
        fn prove(&mut self) -> Vec<String> {
            let waiting: Vec<String> = self.prover.waiting().map(str::to_owned).collect();
            let before = self.prover.runs();
            while self.prover.step(&self.opened.design, &mut self.opened.database) {}
            assert_eq!(self.prover.runs() - before, waiting.len() as u64);
            assert_eq!(self.prover.waiting().count(), 0);
            waiting
        }

        fn edit(&mut self, id: &str, edit: impl FnOnce(&mut Request)) -> Vec<String> {
            let requests = &mut self.opened.design.requests;
            edit(requests.iter_mut().find(|request| request.id == id).unwrap());
            self.prover.take(&self.opened.design);
            self.prove()
        }

        fn call(&mut self, operation: &str, input: &Value) -> Vec<String> {
            let recorded = self.opened.database.call_recorded(operation, input);
            recorded.answer.unwrap();
            self.prover.items_changed(&recorded.changes);
            self.prove()
        }

        fn proof(&self, id: &str) -> &Proof {
            self.prover.proofs().iter().find(|proof| proof.request == id).unwrap()
        }
    }

    #[test]
    fn the_rows_of_the_warehouse_are_proven_but_for_one() {
        let sheet = sheet("warehouse");
        for proof in sheet.prover.proofs() {
            let (standing, reason) = match proof.request.as_str() {
                "A4" => (
                    Standing::OnlyScan,
                    "Reads all 18 items of Warehouse to return 2: no key starts from warehouseId.",
                ),
                "A3" | "A5" => {
                    (Standing::Proven, "One Query of one item collection: 3 read, 3 returned.")
                }
                _ => (Standing::Proven, "One GetItem by full primary key: 1 read, 1 returned."),
            };
            assert_eq!((proof.standing, proof.reason.as_str()), (standing, reason));
        }
        assert_eq!(sheet.prover.runs(), 6);
    }

    #[test]
    fn a_row_is_run_again_where_its_calls_or_what_it_promises_change() {
        let mut sheet = sheet("store");
        assert!(sheet.edit("S2", |row| row.sentence.push('!')).is_empty());
        assert!(sheet.edit("S2", |row| row.route = None).is_empty());
        assert!(sheet.edit("S2", |row| row.volume = Volume::PerSecond(7.0)).is_empty());
        assert_eq!(format!("{:?}", sheet.proof("S2").per_second), "7.0");
        assert_eq!(sheet.edit("S2", |row| row.calls.push(Call::default())), ["S2"]);
        assert_eq!(sheet.edit("S2", |row| drop(row.calls.pop())), ["S2"]);
        let other = |row: &mut Request| {
            row.samples.insert("customerId".to_owned(), "456".to_owned());
        };
        assert_eq!(sheet.edit("S2", other), ["S2"]);
        let strong = |row: &mut Request| row.consistency = Consistency::StrongMayMatter;
        assert_eq!(sheet.edit("S4", strong), ["S4"]);
        assert_eq!(sheet.proof("S4").standing, Standing::StrongOnIndex);
        let wanted = Wanted { count: Some(2), ..Wanted::default() };
        assert_eq!(sheet.edit("S2", |row| row.wanted = wanted), ["S2"]);
        assert_eq!(sheet.edit("S2", |row| row.expected = Some(Expectation::Count(1))), ["S2"]);
    }

    #[test]
    fn rows_that_move_are_renamed_or_go_are_not_run_again_and_a_double_is_run_alone() {
        let mut sheet = sheet("store");
        let last = sheet.opened.design.requests.len() - 1;
        sheet.opened.design.requests.swap(0, last);
        sheet.prover.take(&sheet.opened.design);
        assert!(sheet.prove().is_empty());
        let ids = |sheet: &Sheet| {
            let requests = sheet.opened.design.requests.iter();
            let same = requests.zip(sheet.prover.proofs());
            assert!(same.clone().all(|(request, proof)| request.id == proof.request));
            same.count()
        };
        assert_eq!(ids(&sheet), last + 1);
        assert!(sheet.edit("S3", |row| "history".clone_into(&mut row.id)).is_empty());
        assert_eq!(sheet.proof("history").returned.len(), 15);
        let mut double = sheet.opened.design.requests[2].clone();
        "double".clone_into(&mut double.id);
        sheet.opened.design.requests.insert(0, double);
        sheet.prover.take(&sheet.opened.design);
        assert_eq!(sheet.prove(), ["double"]);
        sheet.opened.design.requests.truncate(2);
        sheet.prover.take(&sheet.opened.design);
        assert!(sheet.prove().is_empty());
        assert_eq!(ids(&sheet), 2);
    }

    #[test]
    fn a_change_of_an_item_runs_the_rows_that_can_see_it() {
        let mut sheet = sheet("store");
        let orders = |input: Value| {
            let mut input = input;
            input["TableName"] = "Orders".into();
            input
        };
        let order = |customer: &str, id: &str| json!({"PK": {"S": format!("CUSTOMER#{customer}")}, "SK": {"S": format!("2026-10-09T10:00:00Z#{id}")}});
        let mut new = order("123", "A999");
        new["orderId"] = json!({"S": "A999"});
        // not the lookup of another order, nor the open ones: it is not open
        let put = orders(json!({"Item": new}));
        assert_eq!(sheet.call("PutItem", &put), ["S2", "S3", "S8"]);
        let mut open = order("456", "A998");
        open["openStatus"] = json!({"S": "OPEN"});
        assert_eq!(sheet.call("PutItem", &orders(json!({"Item": open}))), ["S5"]);
        assert_eq!(sheet.proof("S5").totals.items_returned, 4);
        let close =
            orders(json!({"Key": order("456", "A998"), "UpdateExpression": "REMOVE openStatus"}));
        assert_eq!(sheet.call("UpdateItem", &close), ["S5"]);
        let look =
            orders(json!({"Key": order("456", "A998"), "UpdateExpression": "SET orderId = :o",
            "ExpressionAttributeValues": {":o": {"S": "A145"}}}));
        assert_eq!(sheet.call("UpdateItem", &look), ["S4"]);
        assert_eq!(sheet.proof("S4").totals.items_returned, 2);
        let gone = orders(json!({"Key": order("123", "A999")}));
        assert_eq!(sheet.call("DeleteItem", &gone), ["S2", "S3", "S8"]);
        let profile = json!({"TableName": "Customers", "Item": {"customerId": {"S": "123"}}});
        assert_eq!(sheet.call("PutItem", &profile), ["S1", "S8"]);
        let other = json!({"TableName": "Customers", "Item": {"customerId": {"S": "999"}}});
        assert!(sheet.call("PutItem", &other).is_empty());
    }

    #[test]
    fn a_scan_sees_all_items_of_its_door_and_a_write_its_own() {
        let mut sheet = sheet("store");
        let requests = &mut sheet.opened.design.requests;
        let template = requests.swap_remove(0);
        requests.clear();
        let put = json!({"TableName": "Orders", "Item": {"PK": {"S": "X"}, "SK": {"S": "Y"}, "orderId": {"S": "A102"}}});
        for (id, operation, input) in [
            ("table", "Scan", json!({"TableName": "Orders"})),
            ("index", "Scan", json!({"TableName": "Orders", "IndexName": "OpenOrdersIndex"})),
            (
                "missing",
                "Query",
                json!({"TableName": "Orders", "KeyConditionExpression": "PK = :p",
                "ExpressionAttributeValues": {":p": {"S": "X"}}}),
            ),
            ("write", "PutItem", put.clone()),
            ("refused", "CreateTable", json!({"TableName": "Orders"})),
        ] {
            let calls = vec![Call { operation: operation.to_owned(), input }];
            requests.push(Request { id: id.to_owned(), calls, ..template.clone() });
        }
        sheet.prover.take(&sheet.opened.design);
        sheet.prove();
        assert_eq!(sheet.call("PutItem", &put), ["table", "missing", "write"]);
        let mut open = put.clone();
        open["Item"]["PK"] = json!({"S": "Z"});
        open["Item"]["openStatus"] = json!({"S": "OPEN"});
        assert_eq!(sheet.call("PutItem", &open), ["table", "index"]);
        let other = Change {
            table: "Customers".to_owned(),
            old: None,
            new: Some(std::sync::Arc::new(Item::new())),
        };
        sheet.prover.items_changed(&[other]);
        assert!(sheet.prove().is_empty());
    }

    #[test]
    fn a_door_that_opens_or_closes_runs_the_rows_of_its_table() {
        let mut sheet = sheet("store");
        sheet.prover.table_changed("Orders");
        assert_eq!(sheet.prove(), ["S2", "S3", "S4", "S5", "S8"]);
        sheet.prover.table_changed("Order");
        assert!(sheet.prove().is_empty());
        for (input, named) in [
            (json!({"TableName": "arn:aws:dynamodb:eu-central-1:1:table/Orders"}), true),
            (json!({"TableName": "MyOrders", "Item": {"Orders": {"S": "Orders"}}}), false),
            (json!({"RequestItems": {"Orders": {"Keys": []}}}), true),
            (json!({"TransactItems": [{"Get": {"TableName": "Orders"}}]}), true),
            (json!({"Statements": [{"Statement": "SELECT * FROM \"Orders\""}]}), true),
            (json!([1, null]), false),
        ] {
            assert_eq!(names(&input, "Orders"), named, "{input}");
        }
    }
}
