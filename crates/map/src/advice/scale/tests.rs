//! Rows of the scenarios and of made-up designs in tables of other sizes.

use super::*;
use crate::advice::walked::{row, scenario, walked_row};
use crate::design::open;
use serde_json::json;

/// What a row of a scenario comes to with so many items.
fn row_at(id: &str, request: &Request, items: u64) -> AtScale {
    let mut opened = scenario(id);
    let proof = walked_row(request, &mut opened.database);
    at_scale(&proof, request, &opened.design, &opened.database, items)
}

fn warehouse(id: &str, items: u64) -> AtScale {
    let request = scenario("warehouse").design.request(id).unwrap().clone();
    row_at("warehouse", &request, items)
}

#[test]
fn the_largest_number_there_is_is_a_size_like_others() {
    let mut request = scenario("warehouse").design.request("A4").unwrap().clone();
    request.calls.push(request.calls[0].clone());
    let scaled = row_at("warehouse", &request, u64::MAX);
    assert_eq!(scaled.items_read, u64::MAX, "two Scans of it");
}

#[test]
fn a_scan_reads_the_whole_table_whatever_its_size() {
    // 18 items of the sample have 1,990 bytes; a page is 1 MB, a unit 4 KB, and half when it may lag.
    let sample = scenario("warehouse").database.table("Warehouse").unwrap().size_bytes();
    let size = |items: u64| items / 18 * sample + items % 18 * sample / 18;
    for (items, pages) in [
        (18, 1),
        (10_000, size(10_000).div_ceil(1_048_576)),
        (10_000_000, size(10_000_000).div_ceil(1_048_576)),
        (10_000_000_000, size(10_000_000_000).div_ceil(1_048_576)),
    ] {
        let scaled = warehouse("A4", items);
        assert_eq!((scaled.items_read, scaled.items_returned), (items, 2), "{items}");
        assert_eq!((scaled.bytes, scaled.pages), (size(items), pages), "{items}");
        let units = size(items).div_ceil(4096) as f64 / 2.0;
        assert!((scaled.read_units - units).abs() < 1e-6, "{items}");
        assert!((scaled.read_units_per_second - units * 500.0).abs() < 1e-3, "{items}");
        let secs = pages as f64 * (units / pages as f64 / 3000.0).max(0.01);
        assert!((scaled.seconds - secs).abs() < 1e-9 * secs, "{items}");
    }
}

#[test]
fn a_query_costs_the_same_in_any_table() {
    for id in ["A1", "A2", "A3", "A5", "A6"] {
        let small = warehouse(id, 0);
        let large = warehouse(id, 10_000_000_000);
        assert!(!large.grows, "{id}");
        assert_eq!(
            (small.items_read, small.bytes, small.pages, small.items),
            (large.items_read, large.bytes, 1, 18),
            "{id}"
        );
        assert!((large.seconds - 0.01).abs() < 1e-9, "{id}");
    }
    assert_eq!(
        warehouse("A1", 10_000_000).formula,
        [
            "GetItem: 1 item × 141 bytes = 141 bytes, 1 read unit in 1 page, 10 ms, at any size of the table.",
            "At volume: 1 read unit × 2,000 a second = 2,000 a second.",
        ]
    );
}

#[test]
fn the_formula_has_its_numbers_put_in() {
    let formula = warehouse("A4", 10_000_000_000).formula;
    assert_eq!(
        formula,
        [
            "Scan: 10,000,000,000 items × 110.6 bytes = 1.01 TB.",
            "1.01 TB / 4 KB × 0.5 (eventual) = 134,955,512.5 read units.",
            "1,054,340 pages of at most 1 MB × 128 units / 3,000 a second of one partition (42.7 ms) = 12.5 h.",
            "At volume: 134,955,512.5 read units × 500 a second = 67,477,756,250 a second.",
        ]
    );
}

#[test]
fn a_collection_under_a_constant_key_grows_and_a_limit_holds_it() {
    let opened = scenario("store");
    let sample = sample_items(&opened.database);
    let open_orders = opened.design.request("S5").unwrap().clone();
    let now = row_at("store", &open_orders, 0);
    let then = row_at("store", &open_orders, sample * 1000);
    assert!(then.grows && !now.grows);
    assert_eq!(then.items_read, now.items_read * 1000);
    assert_eq!(then.bytes, now.bytes * 1000);
    let mut limited = open_orders;
    limited.calls[0].input["Limit"] = json!(20);
    let then = row_at("store", &limited, sample * 1000);
    assert_eq!((then.items_read, then.items_returned, then.pages), (20, 20, 1));
    let recent = opened.design.request("S2").unwrap();
    assert_eq!(row_at("store", recent, sample * 1000).items_read, 20);
}

#[test]
fn a_scan_that_stands_in_for_a_query_returns_what_the_query_would() {
    let input = json!({"TableName": "Warehouse", "IndexName": "Gone", "KeyConditionExpression": "warehouseId = :w",
        "ExpressionAttributeValues": {":w": {"S": "{warehouse}"}}});
    let request = row("X", "Query", input, &[("warehouse", "W1")]);
    let scaled = row_at("warehouse", &request, 1_000_000);
    assert_eq!((scaled.items_read, scaled.items_returned), (1_000_000, 2));
    let statement =
        json!({"Statement": "SELECT * FROM Warehouse WHERE warehouseId = '{warehouse}'"});
    let request = row("X", "ExecuteStatement", statement, &[("warehouse", "W1")]);
    let scaled = row_at("warehouse", &request, 1_000_000);
    assert_eq!((scaled.items_read, scaled.items_returned), (1_000_000, 2));
}

#[test]
fn a_scan_with_a_limit_is_one_page_of_so_many_items() {
    let request = row("X", "Scan", json!({"TableName": "Warehouse", "Limit": 100}), &[]);
    let scaled = row_at("warehouse", &request, 1_000_000);
    assert_eq!((scaled.items_read, scaled.items_returned, scaled.pages), (100, 100, 1));
}

#[test]
fn a_write_costs_write_units_at_any_size() {
    let item = json!({"PK": {"S": "X#{id}"}, "SK": {"S": "METADATA"}});
    let put = row("X", "PutItem", json!({"TableName": "Warehouse", "Item": item}), &[("id", "1")]);
    let scaled = row_at("warehouse", &put, 1_000_000);
    assert_eq!((scaled.read_units, scaled.write_units, scaled.round_trips), (0.0, 1.0, 1));
    assert!((scaled.write_units_per_second - 2000.0).abs() < 1e-9);
}

#[test]
fn the_largest_table_of_the_largest_items_does_not_overflow() {
    let text = "x".repeat(400 * 1024 - 20);
    let model = json!({"retrieval-map": 1, "name": "T", "tables": [{
        "create": {"TableName": "Blobs", "BillingMode": "PAY_PER_REQUEST",
            "AttributeDefinitions": [{"AttributeName": "id", "AttributeType": "S"}],
            "KeySchema": [{"AttributeName": "id", "KeyType": "HASH"}]},
        "items": [{"id": {"S": "a"}, "text": {"S": text}}]}]});
    let mut opened = open(&model.to_string()).unwrap();
    assert_eq!(opened.defects.first(), None);
    let scan = row("X", "Scan", json!({"TableName": "Blobs", "ConsistentRead": true}), &[]);
    let proof = walked_row(&scan, &mut opened.database);
    let each = proof.totals.bytes_read;
    let scaled = at_scale(&proof, &scan, &opened.design, &opened.database, 10_000_000_000);
    assert_eq!(scaled.bytes, each * 10_000_000_000);
    assert!((scaled.read_units - (scaled.bytes as f64 / 4096.0)).abs() < 2.0);
    assert!(scaled.seconds > 3.3e8 && scaled.seconds < 3.4e8, "{}", scaled.seconds);
    let most = at_scale(&proof, &scan, &opened.design, &opened.database, u64::MAX);
    assert!(most.seconds.is_finite() && most.read_units.is_finite());
}

#[test]
fn a_row_that_reads_empty_tables_has_no_sample_to_scale() {
    let table = json!({"TableName": "Blobs", "BillingMode": "PAY_PER_REQUEST", "KeySchema": [{"AttributeName": "id", "KeyType": "HASH"}],
        "AttributeDefinitions": [{"AttributeName": "id", "AttributeType": "S"}]});
    let model = |items| {
        json!({"retrieval-map": 1, "name": "T", "tables": [{"create": table, "items": items}]})
            .to_string()
    };
    let scan = row("X", "Scan", json!({"TableName": "Blobs"}), &[]);
    for (items, expected) in [(json!([]), false), (json!([{"id": {"S": "a"}}]), true)] {
        let mut opened = open(&model(items)).unwrap();
        let proof = walked_row(&scan, &mut opened.database);
        assert_eq!(has_sample(&proof, &opened.database), expected);
        let empty = "Reads all of Blobs, which holds no items yet: ";
        assert_eq!(!proof.reason.starts_with(empty), expected, "{}", proof.reason);
    }
    let mut opened = open(&model(json!([]))).unwrap();
    let put = json!({"TableName": "Blobs", "Item": {"id": {"S": "a"}}});
    let proof = walked_row(&row("X", "PutItem", put, &[]), &mut opened.database);
    assert!(has_sample(&proof, &opened.database), "what it writes is known");
    assert!(has_sample(&Proof::default(), &opened.database), "it has no figures anyway");
}

#[test]
fn a_design_without_items_or_calls_has_nothing_to_scale() {
    let mut opened = scenario("warehouse");
    let mut request = opened.design.requests[0].clone();
    request.calls.clear();
    let proof = walked_row(&request, &mut opened.database);
    let scaled = at_scale(&proof, &request, &opened.design, &opened.database, 1_000_000);
    assert!(scaled.items_read == 0 && scaled.formula.is_empty());
    let empty = Database::default();
    let scaled = at_scale(&proof, &request, &Design::default(), &empty, 1_000_000);
    assert_eq!((sample_items(&empty), scaled.items, scaled.items_read), (0, 1_000_000, 0));
}

#[test]
fn every_row_is_at_the_sample_what_was_proven_and_never_shrinks_from_there() {
    for id in ["warehouse", "store", "store-single-table", "ecommerce", "social"] {
        let walked = scenario(id);
        for (request, proof) in walked.design.requests.iter().zip(&walked.proofs) {
            let at = |items| at_scale(proof, request, &walked.design, &walked.database, items);
            let mut last = at(0);
            let totals = &proof.totals;
            assert_eq!(
                (last.items_read, last.items_returned, last.bytes, last.round_trips),
                (
                    totals.items_read,
                    totals.items_returned,
                    totals.bytes_read,
                    u64::from(totals.round_trips)
                ),
                "{id} {}",
                request.id
            );
            let units = last.read_units + last.write_units;
            assert!((units - totals.capacity_units).abs() < 1e-9, "{id} {}", request.id);
            for items in [10_000, 10_000_000, 10_000_000_000] {
                let next = at(items);
                assert!(next.items_read >= last.items_read && next.read_units >= last.read_units);
                assert!(next.seconds >= last.seconds && next.pages >= last.pages);
                assert_eq!(next.grows, next.items_read > totals.items_read, "{id} {}", request.id);
                last = next;
            }
        }
    }
}

#[test]
fn units_become_money_at_a_price() {
    let price = UnitPrice::default();
    assert!((cost(1_000_000.0, 1_000_000.0, price) - 0.75).abs() < 1e-12);
    let scaled = AtScale { read_units: 158_000_000.0, ..AtScale::default() };
    assert_eq!(scaled.cost_formula(price), "158,000,000 read units × $0.125 a million = $19.75");
    assert_eq!(AtScale::default().cost_formula(price), "$0");
}
