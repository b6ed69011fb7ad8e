//! Projections: what they keep, and which of them are refused.

use serde_json::{Value, json};

use super::super::Projection;
use super::{item, placeholders};

#[test]
fn parts_come_back_as_they_lie_in_the_item() {
    let item = item(&json!({
        "p": { "S": "key" }, "name": { "S": "n" }, "a.b": { "S": "dotted" },
        "a": { "M": { "b": { "L": [
            { "N": "2" }, { "N": "4" }, { "M": { "x": { "S": "hi" }, "y": { "S": "yo" } } }
        ] }, "c": { "N": "5" } } },
        "hollow": { "M": {} },
    }));
    let two = json!({ "N": "2" });
    let map_of_b = |elements: Value| json!({ "a": { "M": { "b": { "L": elements } } } });
    for (text, expected) in [
        ("p", json!({ "p": { "S": "key" } })),
        ("p, #n", json!({ "p": { "S": "key" }, "name": { "S": "n" } })),
        ("#dot", json!({ "a.b": { "S": "dotted" } })),
        ("a.c", json!({ "a": { "M": { "c": { "N": "5" } } } })),
        ("a.b[0]", map_of_b(json!([two]))),
        ("a.b[1], a.b[0]", map_of_b(json!([two, { "N": "4" }]))),
        ("a.b[2].y", map_of_b(json!([{ "M": { "y": { "S": "yo" } } }]))),
        ("a.b[2].y, a.b[0]", map_of_b(json!([two, { "M": { "y": { "S": "yo" } } }]))),
        ("a.b[0], a.c", json!({ "a": { "M": { "b": { "L": [two] }, "c": { "N": "5" } } } })),
        ("hollow", json!({ "hollow": { "M": {} } })),
        // what is not there is left out
        ("x", json!({})),
        ("a.x", json!({})),
        ("a.x.y", json!({})),
        ("a.b[3]", json!({})),
        ("a.b[3].x", json!({})),
        ("a.b.x", json!({})),
        ("a[0]", json!({})),
        ("a.b[0][0]", json!({})),
        ("p.q", json!({})),
        ("a.x, a.b[0], x, a.b[3].x", map_of_b(json!([two]))),
    ] {
        let projection = Projection::parse(text, &placeholders()).unwrap();
        assert_eq!(projection.apply(&item).to_json(), expected, "{text}");
    }
}

#[test]
fn a_projection_of_attributes_keeps_them_whole() {
    let item = item(&json!({ "a": { "L": [{ "N": "1" }] }, "b": { "N": "2" } }));
    let projection = Projection::of_legacy(["a", "c"]);
    assert_eq!(projection.apply(&item).to_json(), json!({ "a": { "L": [{ "N": "1" }] } }));
    assert_eq!(projection.attributes().collect::<Vec<_>>(), ["a", "c"]);
}

#[test]
fn a_projection_names_the_attributes_it_looks_at() {
    let projection = Projection::parse("z.y[1], #n, z.x, #dot", &placeholders()).unwrap();
    assert_eq!(projection.attributes().collect::<Vec<_>>(), ["a.b", "name", "z"]);
}

#[test]
fn paths_may_not_lead_into_each_other() {
    let overlap = |one: &str, two: &str| {
        format!(
            "Two document paths overlap with each other; must remove or rewrite one of these paths; \
             path one: {one}, path two: {two}"
        )
    };
    let conflict = |one: &str, two: &str| {
        format!(
            "Two document paths conflict with each other; must remove or rewrite one of these paths; \
             path one: {one}, path two: {two}"
        )
    };
    for (text, expected) in [
        ("a, a", overlap("[a]", "[a]")),
        ("a, #a", overlap("[a]", "[a]")),
        ("a[1], a[1]", overlap("[a, [1]]", "[a, [1]]")),
        ("a, x, a.b", overlap("[a]", "[a, b]")),
        ("a.b.d, a.b", overlap("[a, b, d]", "[a, b]")),
        ("a.b, a.b[2].c", overlap("[a, b]", "[a, b, [2], c]")),
        ("a.b, a[1]", conflict("[a, b]", "[a, [1]]")),
        ("a[1], a.b, c, c", overlap("[c]", "[c]")),
        ("name, a, a", "Attribute name is a reserved keyword; reserved keyword: name".to_owned()),
        (
            "a, a, #missing",
            "An expression attribute name used in the document path is not defined; attribute name: #missing"
                .to_owned(),
        ),
    ] {
        let error = Projection::parse(text, &placeholders()).unwrap_err();
        assert_eq!(error.message(), expected, "{text}");
    }
    for text in ["a, b", "a.b, a.c", "a.b.d, a.b.e", "a[1], a[2]", "a.b, a.c[2]", "#dot, a.b"] {
        assert!(Projection::parse(text, &placeholders()).is_ok(), "{text}");
    }
}

#[test]
fn many_paths_are_no_trouble() {
    let text = (0..600).map(|number| format!("a{number}")).collect::<Vec<_>>().join(",");
    let projection = Projection::parse(&text, &placeholders()).unwrap();
    assert_eq!(projection.attributes().count(), 600);
}
