//! What conditions say of an item.

use serde_json::json;

use super::super::Filter;
use super::{item, placeholders};

/// Asks each condition of one item.
fn check(cases: &[(&str, bool)]) {
    let item = item(&json!({
        "one": { "N": "1" }, "two": { "N": "2.0" }, "big": { "N": "1E+20" },
        "hello": { "S": "hello" }, "hell": { "S": "hell" }, "accent": { "S": "é" }, "clef": { "S": "𝄞" }, "nothing": { "S": "" },
        "bytes": { "B": "aGkgdGhlcmU=" }, "yes": { "BOOL": true }, "nil": { "NULL": true },
        "strings": { "SS": ["x", "y"] }, "numbers": { "NS": ["1", "2"] }, "binaries": { "BS": ["aGk="] },
        "seq": { "L": [{ "N": "1" }, { "S": "hello" }, { "L": [{ "N": "2" }] }, { "SS": ["x"] }] },
        "doc": { "M": { "one": { "N": "1" }, "nested": { "M": { "seq": { "L": [{ "S": "deep" }] } } } } },
        "a.b": { "S": "dotted" },
    }));
    let placeholders = placeholders();
    for (text, expected) in cases {
        match Filter::parse(text, &placeholders) {
            Ok(filter) => assert_eq!(filter.matches(&item), *expected, "{text}"),
            Err(error) => panic!("{text}: {error}"),
        }
    }
}

#[test]
fn numbers_compare_by_value_and_text_by_bytes() {
    check(&[
        ("one = :n1", true),
        ("two = :n2", true),
        ("one < two", true),
        ("two <= :n2", true),
        ("two > :n2", false),
        ("big > two", true),
        ("hello > hell", true),
        ("accent > :t", true),
        ("hello = :s", true),
        ("hello <> :s", false),
        ("nothing = :empty", true),
        ("nothing < hell", true),
        ("bytes > :b", true),
        ("#dot > :s", false),
    ]);
}

#[test]
fn other_types_are_equal_or_not_and_have_no_order() {
    check(&[
        ("yes = :bool", true),
        ("nil = :null", true),
        ("yes <> nil", true),
        ("seq[3] = :ss", true),
        ("strings = :ss", false),
        ("seq[2] <> :list", true),
        ("yes < nil", false),
        ("yes >= doc", false),
        ("seq < strings", false),
        ("one = hello", false),
        ("one <> hello", true),
        ("one < hello", false),
        ("one >= hello", false),
    ]);
}

#[test]
fn what_is_not_there_is_unequal_to_everything() {
    check(&[
        ("gone = :n1", false),
        ("gone <> :n1", true),
        ("gone < :n1", false),
        (":n1 >= gone", false),
        ("gone = lost", false),
        ("gone <> lost", true),
        ("NOT gone < :n1", true),
        ("gone BETWEEN :n1 AND :n2", false),
        ("gone IN (:n1, gone)", false),
        ("one IN (gone, :n1)", true),
        ("begins_with(gone, :s)", false),
        ("contains(gone, :s)", false),
        ("size(gone) = :n1", false),
        ("size(gone) <> :n1", true),
        ("attribute_type(gone, :type)", false),
    ]);
}

#[test]
fn paths_lead_into_maps_and_lists() {
    check(&[
        ("doc.one = :n1", true),
        ("seq[0] = :n1", true),
        ("seq[1] = :s", true),
        ("seq[2][0] = :n2", true),
        ("begins_with(doc.nested.seq[0], hello)", false),
        ("contains(doc.nested.seq[0], hell)", false),
        ("attribute_exists(doc.nested.seq[0])", true),
        ("attribute_exists(doc.nested.seq[1])", false),
        ("attribute_exists(doc[0])", false),
        ("attribute_exists(seq.one)", false),
        ("attribute_exists(one.one)", false),
        ("attribute_exists(#dot)", true),
        ("attribute_exists(#a.b)", false),
        ("attribute_not_exists(#a)", true),
        ("attribute_not_exists(yes)", false),
    ]);
}

#[test]
fn between_includes_its_bounds_and_in_means_any() {
    check(&[
        ("one BETWEEN :n1 AND :n2", true),
        ("two BETWEEN :n1 AND :n2", true),
        ("big BETWEEN :n1 AND :n2", false),
        ("one BETWEEN two AND :n2", false),
        ("one BETWEEN :n2 AND one", false),
        ("hello BETWEEN hell AND :t", true),
        ("hello BETWEEN :n1 AND :n2", false),
        (":n1 BETWEEN one AND two", true),
        ("size(hello) BETWEEN one AND big", true),
        ("one IN (:s, :n2, :n1)", true),
        ("one IN (:s, :n2)", false),
        ("yes IN (:bool)", true),
        ("size(strings) IN (:n2)", true),
    ]);
}

#[test]
fn and_or_and_not_join_conditions() {
    check(&[
        ("one = :n1 AND two = :n2", true),
        ("one = :n1 AND two = :n1", false),
        ("one = :n2 OR two = :n2", true),
        ("one = :n2 OR two = :n1", false),
        ("NOT one = :n2", true),
        ("NOT NOT one = :n2", false),
        ("one = :n1 OR one = :n2 AND two = :n1", true),
        ("(one = :n1 OR one = :n2) AND two = :n1", false),
        ("NOT one = :n2 AND two = :n1", false),
        ("NOT (one = :n2 AND two = :n1)", true),
    ]);
}

#[test]
fn begins_with_and_contains_look_into_values() {
    check(&[
        ("begins_with(hello, hell)", true),
        ("begins_with(hello, nothing)", true),
        ("begins_with(hell, :s)", false),
        ("begins_with(:s, hell)", true),
        ("begins_with(bytes, :b)", true),
        ("begins_with(bytes, hello)", false),
        ("begins_with(one, one2)", false),
        ("contains(hello, hell)", true),
        ("contains(hello, :empty)", true),
        ("contains(bytes, :b)", true),
        ("contains(bytes, :c)", false),
        ("contains(strings, :s)", false),
        ("contains(numbers, :n1)", true),
        ("contains(numbers, size(strings))", true),
        ("contains(numbers, big)", false),
        ("contains(binaries, :b)", true),
        ("contains(seq, :n1)", true),
        ("contains(seq, :s)", true),
        ("contains(seq, :n2)", false),
        ("contains(seq, :ss)", true),
        ("contains(strings, :ss)", false),
        ("contains(doc, one)", false),
        ("contains(one, two)", false),
    ]);
}

#[test]
fn size_counts_utf_16_of_text_bytes_of_binary_and_elements_of_the_rest() {
    check(&[
        ("size(hello) > size(hell)", true),
        ("size(accent) = :n1", true),
        ("size(clef) = :n2", true),
        ("size(strings) = :n2", true),
        ("size(numbers) = :n2", true),
        ("size(binaries) = :n1", true),
        ("size(doc) = :n2", true),
        ("size(seq) > size(doc)", true),
        ("size(bytes) > size(hello)", true),
        ("size(nothing) < :n1", true),
        ("size(one) = :n1", false),
        ("size(yes) < :n1", false),
        ("size(hello) = :s", false),
        ("size(:s) = size(hello)", true),
        (":n2 = size(strings)", true),
        ("one < size(strings)", true),
    ]);
}

#[test]
fn attribute_type_names_every_type() {
    let item = item(&json!({
        "S": { "S": "" }, "N": { "N": "1" }, "B": { "B": "" }, "BOOL": { "BOOL": false }, "NULL": { "NULL": true },
        "M": { "M": {} }, "L": { "L": [] }, "SS": { "SS": ["a"] }, "NS": { "NS": ["1"] }, "BS": { "BS": [""] },
    }));
    for name in ["S", "N", "B", "BOOL", "NULL", "M", "L", "SS", "NS", "BS"] {
        for (other, _) in item.iter() {
            let values = [(":t", crate::AttributeValue::S(name.to_owned()))];
            let placeholders = super::super::Placeholders::new([("#a", other)], values);
            let filter = Filter::parse("attribute_type(#a, :t)", &placeholders).unwrap();
            assert_eq!(filter.matches(&item), name == other, "{name} of {other}");
        }
    }
}

#[test]
fn an_item_that_is_not_there_has_no_attributes() {
    let filter = Filter::parse("attribute_not_exists(PK) AND a <> :s", &placeholders()).unwrap();
    assert!(filter.matches(&crate::Item::new()));
}

#[test]
fn a_filter_names_the_attributes_it_looks_at() {
    let text = "#n = :s AND (size(a.b) > :n1 OR NOT attribute_exists(c[0])) AND d IN (e, :s) AND contains(f, g)";
    let filter = Filter::parse(text, &placeholders()).unwrap();
    assert_eq!(filter.attributes(), ["name", "a", "c", "d", "e", "f", "g"]);
}
