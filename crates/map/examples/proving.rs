//! How long the rows of a worksheet take to prove, and the advice on them: 20 rows on a table of 10,000 items, 1,000 rows on 200.
//!
//! `cargo run --release -p map --example proving`
#![allow(clippy::unwrap_used, clippy::indexing_slicing, reason = "a measurement may panic")]

use std::time::Instant;

use key_engine::{Database, Item};
use map::advice::{Adviser, Census, Facts, Prover};
use map::design::{Call, Design, Request};
use serde_json::{Value, json};

const ITEMS: u32 = 10_000;

fn database(items: u32) -> Database {
    let mut database = Database::default();
    let element = |name: &str, role: &str| json!({"AttributeName": name, "KeyType": role});
    let definition = |name: &&str| json!({"AttributeName": name, "AttributeType": "S"});
    let definitions: Vec<Value> =
        ["PK", "SK", "orderId", "status"].iter().map(definition).collect();
    let create = json!({
        "TableName": "Orders", "BillingMode": "PAY_PER_REQUEST",
        "AttributeDefinitions": definitions,
        "KeySchema": [element("PK", "HASH"), element("SK", "RANGE")],
        "GlobalSecondaryIndexes": [
            {"IndexName": "ByOrder", "KeySchema": [element("orderId", "HASH")], "Projection": {"ProjectionType": "ALL"}},
            {"IndexName": "ByStatus", "KeySchema": [element("status", "HASH"), element("SK", "RANGE")], "Projection": {"ProjectionType": "KEYS_ONLY"}}]});
    database.call("CreateTable", &create).unwrap();
    for number in 0..items {
        database.put("Orders", order(number, number % 7)).unwrap();
    }
    database
}

fn order(number: u32, status: u32) -> Item {
    let item = json!({
        "PK": {"S": format!("CUSTOMER#{}", number % 200)}, "SK": {"S": format!("2026-07-{:02}#O{number}", number % 28 + 1)},
        "orderId": {"S": format!("O{number}")}, "status": {"S": format!("S{status}")}, "city": {"S": format!("city {}", number % 50)}, "place": {"M": {"city": {"S": format!("city {}", number % 50)}}},
        "price": {"N": (number % 977).to_string()}, "note": {"S": "as it was ordered, and so on, until it is about as long as others"}});
    Item::from_json(&item).unwrap()
}

/// 20 rows: of five calls each four times, so that a quarter of the worksheet has to Scan.
fn design(scans: bool, rows: u32) -> Design {
    let query = |index: Option<&str>, condition: &str, value: String| {
        let mut input = json!({"TableName": "Orders", "KeyConditionExpression": condition, "ExpressionAttributeValues": {":v": {"S": value}}});
        if let Some(index) = index {
            input["IndexName"] = index.into();
        }
        if condition.contains('#') {
            input["ExpressionAttributeNames"] = json!({"#s": "status"});
        }
        ("Query", input)
    };
    let scan = |number: u32| {
        let input = json!({"TableName": "Orders", "FilterExpression": "city = :v AND price > :t",
            "ExpressionAttributeValues": {":v": {"S": format!("city {number}")}, ":t": {"N": "10"}}});
        ("Scan", input)
    };
    let mut design = Design::default();
    for number in 0..rows / 5 {
        let get = json!({"TableName": "Orders", "Key": {"PK": {"S": format!("CUSTOMER#{number}")}, "SK": {"S": format!("2026-07-{:02}#O{number}", number % 28 + 1)}}});
        let rows = if scans {
            [scan(number), scan(number + 4), scan(number + 8), scan(number + 12), scan(number + 16)]
        } else {
            [
                ("GetItem", get),
                query(None, "PK = :v", format!("CUSTOMER#{number}")),
                query(Some("ByOrder"), "orderId = :v", format!("O{number}")),
                query(Some("ByStatus"), "#s = :v", format!("S{number}")),
                scan(number),
            ]
        };
        for (operation, input) in rows {
            let id = format!("R{}", design.requests.len());
            let calls = vec![Call { operation: operation.to_owned(), input }];
            design.requests.push(Request { calls, ..Request::unwritten(id) });
        }
    }
    design
}

/// Rounds of each measurement: the shortest counts, since others may use the machine.
const ROUNDS: u32 = 10;

/// Proves what `change` leaves to be proven, round after round.
fn timed(
    what: &str,
    prover: &mut Prover,
    design: &mut Design,
    database: &mut Database,
    change: impl Fn(u32, &mut Prover, &mut Design, &mut Database),
) {
    let (mut best, mut rows) = (f64::MAX, 0);
    for round in 0..ROUNDS {
        change(round, prover, design, database);
        rows = prover.waiting().count();
        let start = Instant::now();
        prover.take(design);
        while prover.step(design, database) {}
        best = best.min(start.elapsed().as_secs_f64() * 1e3);
    }
    println!("  {what}: {rows} rows in {best:.2} ms");
}

/// Asks all rules, a step at a time: the whole, and the longest step.
fn advised(what: &str, design: &Design, database: &mut Database) {
    let mut prover = Prover::default();
    prover.take(design);
    while prover.step(design, database) {}
    let census = Census::take(design, database);
    let facts = Facts { design, database, proofs: prover.proofs(), census: &census };
    let (mut whole, mut steps) = (f64::MAX, Vec::new());
    let mut found = 0;
    for _ in 0..3 {
        let mut adviser = Adviser::default();
        let mut took = Vec::new();
        loop {
            let start = Instant::now();
            let more = adviser.step(facts);
            took.push(start.elapsed().as_secs_f64() * 1e3);
            if !more {
                break;
            }
        }
        found = adviser.finish().len();
        let sum = took.iter().sum();
        if sum < whole {
            (whole, steps) = (sum, took);
        }
    }
    let longest = steps.iter().copied().fold(0.0, f64::max);
    println!(
        "  advice on {what}: {found} findings in {whole:.2} ms, the longest step {longest:.2} ms"
    );
    let rest: Vec<String> =
        steps.iter().skip(design.requests.len()).map(|took| format!("{took:.1}")).collect();
    println!("    the rules of the whole: {}", rest.join(" "));
}

fn main() {
    for (items, rows, scans) in
        [(ITEMS, 20, false), (ITEMS, 20, true), (200, 1_000, false), (200, 1_000, true)]
    {
        let mut database = database(items);
        let design = design(scans, rows);
        advised(&format!("{items} items, {rows} rows"), &design, &mut database);
    }
    let mut within = design(true, 20);
    for request in &mut within.requests {
        request.calls[0].input["FilterExpression"] = "place.city = :v AND price > :t".into();
    }
    advised("20 Scans for what stands in a map", &within, &mut database(ITEMS));
    for scans in [false, true] {
        let mut database = database(ITEMS);
        let mut design = design(scans, 20);
        println!("{ITEMS} items, {}", if scans { "20 Scans" } else { "20 rows of which 4 Scan" });
        let mut prover = Prover::default();
        timed("all rows", &mut prover, &mut design, &mut database, |_, prover, design, _| {
            *prover = Prover::default();
            prover.take(design);
        });
        timed(
            "an item put",
            &mut prover,
            &mut design,
            &mut database,
            |round, prover, _, database| {
                let put = json!({"TableName": "Orders", "Item": order(1, 3 + round % 2).to_json()});
                prover.items_changed(&database.call_recorded("PutItem", &put).changes);
            },
        );
        timed(
            "a request edited",
            &mut prover,
            &mut design,
            &mut database,
            |round, prover, design, _| {
                design.requests[1].calls[0].input["Limit"] = (5 + round).into();
                prover.take(design);
            },
        );
    }
}
