//! What a row returns against what it expects.

use super::*;

#[test]
fn what_is_returned_is_held_against_what_is_wanted() {
    let mut database = database();
    let order = |attribute: &str, descending| {
        Some(SortOrder { attribute: attribute.to_owned(), descending })
    };
    let backward = || with(of_customer(), "ScanIndexForward", false);
    for (input, order, count, reason) in [
        (of_customer(), order("placed", false), None, ""),
        (of_customer(), order("total", true), None, ""),
        (of_customer(), order("customer", true), None, ""),
        (backward(), order("placed", true), None, ""),
        (
            backward(),
            order("placed", false),
            None,
            "It is to come by placed rising, and C0 / 2026-07-06 stands out of its place.",
        ),
        (
            of_customer(),
            order("rank", false),
            None,
            "It is to come by rank rising, and no item returned has it.",
        ),
        (of_customer(), None, Some(4), ""),
        (of_customer(), None, Some(20), ""),
        (with(of_customer(), "Limit", 2), None, Some(2), ""),
        (with(of_customer(), "Limit", 4), None, Some(20), ""),
        (
            of_customer(),
            None,
            Some(3),
            "Returns 4 items where 3 are wanted: a Limit would read no more.",
        ),
        (
            with(of_customer(), "Limit", 2),
            None,
            Some(3),
            "Returns 2 items where 3 are wanted and there are more: its Limit stops it.",
        ),
    ] {
        let mut request = row(vec![("Query", input)]);
        request.wanted = Wanted { order, count };
        let proof = prove(request, &mut database);
        let standing = if reason.is_empty() { Standing::Proven } else { Standing::Differs };
        assert_eq!(proof.standing, standing, "{}", proof.reason);
        assert!(reason.is_empty() || proof.reason == reason, "{}", proof.reason);
    }
}

#[test]
fn what_is_right_now_is_expected_from_then_on() {
    let mut database = database();
    let mut request = row(vec![("Query", read(None, Some("customer = :c"), None, &["c=C0"]))]);
    let proof = prove(request.clone(), &mut database);
    let expectation = proof.expectation();
    let Expectation::Items { items, ordered } = expectation.clone() else { panic!("few items") };
    assert_eq!((items.len(), ordered), (4, true));
    request.expected = Some(expectation);
    assert_eq!(prove(request.clone(), &mut database).standing, Standing::Proven);
    let falling = items.iter().rev().cloned().collect::<Vec<_>>();
    let stranger = ExpectedItem { key: Item::new(), ..items[0].clone() };
    for (expected, reason) in [
        (Expectation::Count(4), ""),
        (Expectation::Count(1), "Returns 4 items where 1 is expected."),
        (Expectation::Items { items: falling.clone(), ordered: false }, ""),
        (
            Expectation::Items { items: falling, ordered: true },
            "Returns the items that are expected, in another order.",
        ),
        (
            Expectation::Items { items: items[1..].to_vec(), ordered: true },
            "Returns C0 / 2026-07-00, which is not expected.",
        ),
        (
            Expectation::Items { items: vec![stranger], ordered: false },
            "Does not return an item, which is expected.",
        ),
    ] {
        request.expected = Some(expected);
        let proof = prove(request.clone(), &mut database);
        let standing = if reason.is_empty() { Standing::Proven } else { Standing::Differs };
        assert_eq!(proof.standing, standing, "{}", proof.reason);
        assert!(reason.is_empty() || proof.reason == reason, "{}", proof.reason);
    }
    let scan = prove(row(vec![("Scan", read(None, None, None, &[]))]), &mut database);
    assert!(matches!(scan.expectation(), Expectation::Items { ordered: false, .. }));
    let mut none = row(vec![("GetItem", get("C0", "never"))]);
    none.expected = Some(prove(none.clone(), &mut database).expectation());
    assert_eq!(prove(none, &mut database).standing, Standing::Proven, "nothing is expected");
}

#[test]
fn a_row_whose_expected_item_is_gone_differs() {
    let mut walked = crate::advice::walked::scenario("warehouse");
    let key = json!({"PK": {"S": "SERIAL#SN-98471"}, "SK": {"S": "METADATA"}});
    walked.send("DeleteItem", &json!({"TableName": "Warehouse", "Key": key}));
    let proof = &walked.proofs[0];
    assert_eq!(
        (proof.standing, proof.reason.as_str()),
        (Standing::Differs, "Does not return SERIAL#SN-98471 / METADATA, which is expected.")
    );
    walked.design.requests[0].expected = None;
    walked.prove();
    assert_eq!(walked.proofs[0].standing, Standing::FindsNothing);
}
