//! What `DynamoDB` refuses of an update, and what updates make of items.

use serde_json::{Value, json};

use super::super::{Placeholders, Update};
use super::item;

fn placeholders() -> Placeholders {
    let names = json!({ "#n": "name", "#a": "a" });
    let values = json!({
        ":one": { "N": "1" }, ":two": { "N": "2" }, ":big": { "N": "9E+125" },
        ":s": { "S": "new" }, ":t": { "S": "other" }, ":yes": { "BOOL": true }, ":null": { "NULL": true },
        ":b": { "B": "aGk=" }, ":list": { "L": [{ "S": "x" }] }, ":none": { "L": [] }, ":map": { "M": {} },
        ":ss": { "SS": ["x", "y"] }, ":x": { "SS": ["x"] }, ":ns": { "NS": ["1", "3"] },
    });
    Placeholders::from_json(Some(&names), Some(&values)).unwrap()
}

fn refused(text: &str, expected: &str) {
    match Update::parse(text, &placeholders()) {
        Ok(update) => panic!("{text} is taken: {update:?}"),
        Err(error) => assert_eq!(error.message(), expected, "{text}"),
    }
}

#[test]
fn functions_must_exist_and_stand_where_they_can() {
    refused("SET a = f(b, c)", "Invalid function name; function: f");
    refused("SET a = LIST_APPEND(b, c)", "Invalid function name; function: LIST_APPEND");
    refused(
        "SET a = size(b)",
        "The function is not allowed in an update expression; function: size",
    );
    let misused =
        "The function is not allowed to be used this way in an expression; function: list_append";
    refused("SET a = list_append(list_append(:list, :list), :list)", misused);
    refused("SET a = if_not_exists(b, list_append(:list, :list))", misused);
    let path = "Operator or function requires a document path; operator or function: if_not_exists";
    refused("SET a = if_not_exists(:one, :two)", path);
    refused("SET a = if_not_exists(if_not_exists(b, :one), :two)", path);
    let count = |function: &str, count: usize| {
        format!(
            "Incorrect number of operands for operator or function; operator or function: {function}, \
             number of operands: {count}"
        )
    };
    refused("SET a = if_not_exists(b)", &count("if_not_exists", 1));
    refused("SET a = list_append(:list, :list, :list)", &count("list_append", 3));
}

#[test]
fn operands_must_be_of_a_type_that_fits() {
    let wrong = |operator: &str, found: &str| {
        format!(
            "Incorrect operand type for operator or function; operator or function: {operator}, \
             operand type: {found}"
        )
    };
    refused("SET a = :s + :one", &wrong("+", "S"));
    refused("SET a = b - :list", &wrong("-", "L"));
    refused("SET a = list_append(:list, :s)", &wrong("list_append", "S"));
    refused("SET a = list_append(:ss, b)", &wrong("list_append", "SS"));
    let amount = |section: &str, found: &str| {
        format!(
            "Incorrect operand type for operator or function; operator: {section}, operand type: {found}, \
             typeSet: ALLOWED_FOR_{section}_OPERAND"
        )
    };
    for (value, found) in [
        (":s", "STRING"),
        (":b", "BINARY"),
        (":yes", "BOOLEAN"),
        (":null", "NULL"),
        (":map", "MAP"),
        (":list", "LIST"),
    ] {
        refused(&format!("ADD a {value}"), &amount("ADD", found));
        refused(&format!("DELETE a {value}"), &amount("DELETE", found));
    }
    refused("DELETE a :one", &amount("DELETE", "NUMBER"));
}

#[test]
fn paths_may_not_get_in_each_others_way() {
    let overlap = |one: &str, two: &str| {
        format!(
            "Two document paths overlap with each other; must remove or rewrite one of these paths; \
             path one: {one}, path two: {two}"
        )
    };
    refused("SET a = :s, #a = :t", &overlap("[a]", "[a]"));
    refused("SET a = :s REMOVE a", &overlap("[a]", "[a]"));
    refused("REMOVE b.c[1] ADD b :one", &overlap("[b, c, [1]]", "[b]"));
    refused(
        "SET b.c = :s, b[1] = :t",
        "Two document paths conflict with each other; must remove or rewrite one of these paths; \
         path one: [b, c], path two: [b, [1]]",
    );
}

#[test]
fn of_several_faults_the_first_kind_is_named() {
    let reserved = "Attribute name is a reserved keyword; reserved keyword: name";
    let section = "The \"SET\" section can only be used once in an update expression;";
    let name =
        "An expression attribute name used in the document path is not defined; attribute name: #x";
    let value = "An expression attribute value used in expression is not defined; attribute value: :missing";
    refused("SET name = f(:missing) SET #x = :s", reserved);
    refused("SET a = name", reserved);
    refused("SET a = f(:missing) SET #x = :s", "Invalid function name; function: f");
    refused("SET a = :missing SET #x = :s", section);
    refused("SET a = :missing, #x = :s", name);
    refused("SET a = if_not_exists(b.#x, :missing)", name);
    refused("SET a = :missing, a = :s", value);
    refused("REMOVE b ADD a :missing", value);
    refused(
        "SET b = :s, b = :s ADD a :s",
        "Two document paths overlap with each other; must remove or rewrite one of these paths; path one: [b], path two: [b]",
    );
}

/// What an update makes of an item that exists: the item after it, or the message that refuses it.
fn changed(before: &Value, text: &str) -> Result<Value, String> {
    let update =
        Update::parse(text, &placeholders()).map_err(|error| format!("refused: {error}"))?;
    update.change(&item(before)).map(|item| item.to_json()).map_err(|error| error.to_string())
}

fn check(before: &Value, text: &str, expected: &Value) {
    assert_eq!(changed(before, text).as_ref(), Ok(expected), "{text} of {before}");
}

fn numbers(numbers: &[u32]) -> Value {
    json!({ "L": numbers.iter().map(|number| json!({ "N": number.to_string() })).collect::<Vec<_>>() })
}

#[test]
fn set_puts_values_in_their_places() {
    let before = json!({ "p": { "S": "k" }, "a": { "M": { "b": { "N": "1" } } } });
    check(
        &before,
        "SET #n = :s",
        &json!({ "p": { "S": "k" }, "a": { "M": { "b": { "N": "1" } } }, "name": { "S": "new" } }),
    );
    check(&before, "SET a = :s", &json!({ "p": { "S": "k" }, "a": { "S": "new" } }));
    check(
        &before,
        "SET a.b = :s",
        &json!({ "p": { "S": "k" }, "a": { "M": { "b": { "S": "new" } } } }),
    );
    check(
        &before,
        "SET a.c = :yes",
        &json!({ "p": { "S": "k" }, "a": { "M": { "b": { "N": "1" }, "c": { "BOOL": true } } } }),
    );
    check(&before, "SET a = p", &json!({ "p": { "S": "k" }, "a": { "S": "k" } }));
}

#[test]
fn everything_is_read_before_anything_changes() {
    let before = json!({ "a": { "N": "1" }, "b": { "N": "5" } });
    check(&before, "SET a = b, b = a", &json!({ "a": { "N": "5" }, "b": { "N": "1" } }));
    check(&before, "REMOVE a SET b = a", &json!({ "b": { "N": "1" } }));
    check(&before, "SET b = a + a ADD a :one", &json!({ "a": { "N": "2" }, "b": { "N": "2" } }));
    let missing = "The provided expression refers to an attribute that does not exist in the item";
    assert_eq!(changed(&before, "SET c = :s, d = c"), Err(missing.to_owned()));
    assert_eq!(changed(&before, "SET c = c + :one"), Err(missing.to_owned()));
}

#[test]
fn numbers_are_added_and_taken_away() {
    let before = json!({ "a": { "N": "0.1" }, "s": { "S": "text" } });
    check(&before, "SET a = a + :two", &json!({ "a": { "N": "2.1" }, "s": { "S": "text" } }));
    check(&before, "SET a = :one - a", &json!({ "a": { "N": "0.9" }, "s": { "S": "text" } }));
    check(
        &before,
        "SET a = if_not_exists(b, :two) + :one",
        &json!({ "a": { "N": "3" }, "s": { "S": "text" } }),
    );
    let wrong = "An operand in the update expression has an incorrect data type";
    assert_eq!(changed(&before, "SET a = s + :one"), Err(wrong.to_owned()));
    assert_eq!(
        changed(&before, "SET a = :big + :big"),
        Err("Number overflow. Attempting to store a number with magnitude larger than supported range".to_owned()),
    );
}

#[test]
fn lists_are_appended_to_and_defaults_stand_in() {
    let before = json!({ "l": numbers(&[1]), "s": { "S": "text" } });
    let with = |list: Value| json!({ "l": list, "s": { "S": "text" } });
    check(
        &before,
        "SET l = list_append(l, :list)",
        &with(json!({ "L": [{ "N": "1" }, { "S": "x" }] })),
    );
    check(
        &before,
        "SET l = list_append(:list, l)",
        &with(json!({ "L": [{ "S": "x" }, { "N": "1" }] })),
    );
    check(&before, "SET l = list_append(if_not_exists(z, :none), l)", &with(numbers(&[1])));
    check(&before, "SET s = if_not_exists(s, :t)", &before);
    check(&before, "SET l = if_not_exists(y, if_not_exists(z, :s))", &with(json!({ "S": "new" })));
    let wrong = "An operand in the update expression has an incorrect data type";
    assert_eq!(changed(&before, "SET l = list_append(l, s)"), Err(wrong.to_owned()));
    let missing = "The provided expression refers to an attribute that does not exist in the item";
    assert_eq!(changed(&before, "SET l = list_append(z, l)"), Err(missing.to_owned()));
}

#[test]
fn list_indexes_are_those_of_the_list_as_it_was() {
    let list = |all: &[u32]| json!({ "a": numbers(all) });
    let before = list(&[2, 3, 4, 5, 6, 7]);
    let with_one = |all: &[u32]| list(all);
    check(&before, "REMOVE a[1] SET a[3] = :one", &with_one(&[2, 4, 1, 6, 7]));
    check(&before, "SET a[3] = :one REMOVE a[1]", &with_one(&[2, 4, 1, 6, 7]));
    check(&before, "REMOVE a[0], a[2], a[1]", &list(&[5, 6, 7]));
    check(&before, "REMOVE a[17]", &before);
    check(&list(&[9]), "SET a[84] = :two, a[37] = :one", &list(&[9, 1, 2]));
    check(&list(&[9]), "REMOVE a[0] SET a[7] = :one", &list(&[1]));
    check(&list(&[9]), "REMOVE a[0]", &list(&[]));
}

#[test]
fn add_makes_what_is_not_there_and_delete_removes_what_is_empty() {
    let before = json!({ "n": { "N": "1" }, "s": { "SS": ["w", "x"] }, "t": { "S": "text" } });
    check(
        &before,
        "ADD n :two",
        &json!({ "n": { "N": "3" }, "s": { "SS": ["w", "x"] }, "t": { "S": "text" } }),
    );
    check(
        &before,
        "ADD s :ss",
        &json!({ "n": { "N": "1" }, "s": { "SS": ["w", "x", "y"] }, "t": { "S": "text" } }),
    );
    check(
        &json!({}),
        "ADD n :two, s :ns",
        &json!({ "n": { "N": "2" }, "s": { "NS": ["1", "3"] } }),
    );
    check(
        &before,
        "DELETE s :x",
        &json!({ "n": { "N": "1" }, "s": { "SS": ["w"] }, "t": { "S": "text" } }),
    );
    check(&before, "DELETE z :x", &before);
    check(&json!({ "s": { "SS": ["x"] } }), "DELETE s :ss", &json!({}));
    check(
        &json!({ "l": { "L": [{ "SS": ["x"] }, { "N": "1" }] } }),
        "DELETE l[0] :x",
        &json!({ "l": numbers(&[1]) }),
    );
    let wrong = "An operand in the update expression has an incorrect data type";
    for text in ["ADD t :one", "ADD n :ss", "ADD s :ns", "DELETE t :x", "DELETE s :ns"] {
        assert_eq!(changed(&before, text), Err(wrong.to_owned()), "{text}");
    }
}

#[test]
fn remove_takes_away_and_leaves_what_held_it() {
    let before = json!({ "a": { "M": { "b": { "N": "1" } } }, "l": { "L": [{ "M": { "x": { "N": "1" } } }, { "N": "2" }] } });
    check(&before, "REMOVE a.b", &json!({ "a": { "M": {} }, "l": before["l"] }));
    check(&before, "REMOVE a", &json!({ "l": before["l"] }));
    check(&before, "REMOVE z", &before);
    check(&before, "REMOVE a.z", &before);
    check(
        &before,
        "REMOVE l[1], l[0].x",
        &json!({ "a": before["a"], "l": { "L": [{ "M": {} }] } }),
    );
}

#[test]
fn a_path_must_lead_into_something() {
    let before = json!({ "a": { "S": "text" }, "l": { "L": [] } });
    let invalid = "The document path provided in the update expression is invalid for update";
    for text in [
        "SET a.c = :s",
        "SET l.c = :s",
        "SET z.c = :s",
        "SET a[0] = :s",
        "SET z[0] = :s",
        "SET l[0].x = :s",
        "REMOVE a.c",
        "REMOVE z.c",
        "REMOVE l.x",
        "REMOVE a[0]",
        "ADD z.y :one",
    ] {
        assert_eq!(changed(&before, text), Err(invalid.to_owned()), "{text}");
    }
    // of an item that does not exist, anything can be removed
    let created = |text: &str| {
        let key = item(&json!({ "p": { "S": "k" } }));
        Update::parse(text, &placeholders())
            .unwrap()
            .create(&key)
            .map(|item| item.to_json())
            .map_err(|error| error.to_string())
    };
    assert_eq!(created("REMOVE x.y, z[0]"), Ok(json!({ "p": { "S": "k" } })));
    assert_eq!(created("SET x.y = :s"), Err(invalid.to_owned()));
    assert_eq!(created("SET x = :s"), Ok(json!({ "p": { "S": "k" }, "x": { "S": "new" } })));
}

#[test]
fn an_update_names_what_it_changes() {
    let update =
        Update::parse("SET b.c = :s, a = :t REMOVE d[1] ADD e :one DELETE f :x", &placeholders())
            .unwrap();
    let mut attributes: Vec<_> = update.attributes().collect();
    attributes.sort_unstable();
    assert_eq!(attributes, ["a", "b", "d", "e", "f"]);
    let before =
        item(&json!({ "b": { "M": { "c": { "N": "1" }, "x": { "N": "2" } } }, "z": { "N": "1" } }));
    assert_eq!(
        update.changed().apply(&before).to_json(),
        json!({ "b": { "M": { "c": { "N": "1" } } } })
    );
}
