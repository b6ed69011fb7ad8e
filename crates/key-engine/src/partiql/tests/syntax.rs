use super::super::parse;
use crate::value::AttributeValue;

/// A statement as it prints itself, or the place and the words in which it is refused.
fn read(text: &str, parameters: &[AttributeValue]) -> String {
    match parse(text, parameters) {
        Ok(statement) => statement.to_string(),
        Err(error) => format!("{:?} {error}", error.span.range()),
    }
}

fn check(text: &str, expected: &str) {
    assert_eq!(read(text, &[]), expected, "{text}");
}

fn refused(text: &str, place: std::ops::Range<usize>, detail: &str) {
    let expected = format!("{place:?} Statement wasn't well formed, can't be processed: {detail}");
    assert_eq!(read(text, &[]), expected, "{text}");
}

#[test]
fn selects() {
    check("select * from Music", r#"SELECT * FROM "Music""#);
    check("SELECT * FROM \"Music\".\"by Year\";", r#"SELECT * FROM "Music"."by Year""#);
    check(
        "SELECT Devices.FireStick.DateWatched[0], \"a\"\"b\" FROM WatchList WHERE CustomerID= 'C1' AND MovieID= 'M1'",
        r#"SELECT "Devices"."FireStick"."DateWatched"[0], "a""b" FROM "WatchList" WHERE ("CustomerID" = 'C1') AND ("MovieID" = 'M1')"#,
    );
    check(
        "SELECT OrderID FROM Orders WHERE OrderID IN [1, 2, 3] ORDER BY OrderID DESC, Total",
        r#"SELECT "OrderID" FROM "Orders" WHERE "OrderID" IN [1, 2, 3] ORDER BY "OrderID" DESC, "Total" ASC"#,
    );
}

#[test]
fn conditions() {
    for (condition, printed) in [
        ("a = 1 OR b = 2 AND NOT c <> 3", r#"("a" = 1) OR (("b" = 2) AND (NOT ("c" <> 3)))"#),
        ("((a = 1 OR b != 2)) AND c = 3", r#"(("a" = 1) OR ("b" <> 2)) AND ("c" = 3)"#),
        ("(a) < (1) AND a.b >= -1.5e1", r#"("a" < 1) AND ("a"."b" >= -15)"#),
        ("a BETWEEN 1 AND 2 AND b = 3", r#"("a" BETWEEN 1 AND 2) AND ("b" = 3)"#),
        ("a NOT BETWEEN 1 AND 2", r#"NOT ("a" BETWEEN 1 AND 2)"#),
        ("a NOT IN ('x', b)", r#"NOT ("a" IN ['x', "b"])"#),
        (
            "Awards is  MISSING AND b IS NOT MISSING",
            r#"("Awards" IS MISSING) AND ("b" IS NOT MISSING)"#,
        ),
        ("a IS NULL", r#"attribute_type("a", 'NULL')"#),
        ("a IS NOT NULL", r#"NOT (attribute_type("a", 'NULL'))"#),
        (
            "BEGINS_WITH(a, 'x') AND NOT contains(b, 1)",
            r#"(begins_with("a", 'x')) AND (NOT (contains("b", 1)))"#,
        ),
        ("size(\"Image\") >300", r#"size("Image") > 300"#),
        ("attribute_type(a, 'S')", r#"attribute_type("a", 'S')"#),
        ("'x' = a", r#"'x' = "a""#),
    ] {
        check(
            &format!("SELECT * FROM t WHERE {condition}"),
            &format!(r#"SELECT * FROM "t" WHERE {printed}"#),
        );
    }
}

#[test]
fn inserts_and_values() {
    check(
        "INSERT INTO T value {'pk':'it''s', \"n\": 1.50, 'm': {'a': [1,'s', {}], 'b': TRUE}, 'x': Null, 'l': [],
          'ns': <<1,34,4.5>>, 'ss': <<'b','a'>>}",
        "INSERT INTO \"T\" VALUE {'l': [], 'm': {'a': [1, 's', {}], 'b': true}, 'n': 1.5, 'ns': <<1, 4.5, 34>>, \
         'pk': 'it''s', 'ss': <<'a', 'b'>>, 'x': null}",
    );
    check("INSERT INTO T VALUE {}", "INSERT INTO \"T\" VALUE {}");
}

#[test]
fn updates_and_deletes() {
    check(
        "UPDATE Music SET AwardsWon=1 SET D={'Grammys':[2020, 2018]}, \"n\" = n + 1 REMOVE a.b[2] \
         SET m = set_add(m, <<'x'>>) SET l = list_append(l, [4]) SET s = SET_DELETE(s, <<1>>) \
         WHERE Artist='Acme Band' RETURNING ALL OLD *",
        "UPDATE \"Music\" SET \"AwardsWon\" = 1 SET \"D\" = {'Grammys': [2020, 2018]} SET \"n\" = \"n\" + 1 \
         REMOVE \"a\".\"b\"[2] SET \"m\" = set_add(\"m\", <<'x'>>) SET \"l\" = list_append(\"l\", [4]) \
         SET \"s\" = set_delete(\"s\", <<1>>) WHERE \"Artist\" = 'Acme Band' RETURNING ALL OLD *",
    );
    check(
        "DELETE FROM Music WHERE Artist = 'A' RETURNING MODIFIED NEW *",
        "DELETE FROM \"Music\" WHERE \"Artist\" = 'A' RETURNING MODIFIED NEW *",
    );
    check("EXISTS(SELECT * FROM t WHERE a = 1)", "EXISTS(SELECT * FROM \"t\" WHERE \"a\" = 1)");
}

#[test]
fn parameters_stand_in_for_question_marks_wherever_values_stand() {
    let text = |text: &str| AttributeValue::S(text.into());
    let list = AttributeValue::L(vec![text("a"), text("b")]);
    assert_eq!(
        read(
            "SELECT * FROM t WHERE a = ? AND b IN ? AND c IN [?, 1]",
            &[text("x"), list, text("y")]
        ),
        r#"SELECT * FROM "t" WHERE ("a" = 'x') AND ("b" IN ['a', 'b']) AND ("c" IN ['y', 1])"#
    );
    assert_eq!(
        read("INSERT INTO t VALUE {'a': ?, 'b': [?]}", &[text("x"), text("y")]),
        "INSERT INTO \"t\" VALUE {'a': 'x', 'b': ['y']}"
    );
    let mismatch = "Number of parameters in request and statement don't match.";
    assert_eq!(read("SELECT * FROM t WHERE a = ?", &[]), format!("0..27 {mismatch}"));
    assert_eq!(read("SELECT * FROM t WHERE a = '?'", &[text("x")]), format!("0..29 {mismatch}"));
    assert_eq!(read("SELECT * FROM t", &[text("x")]), format!("0..15 {mismatch}"));
}

#[test]
fn malformed_statements_say_what_and_where() {
    refused("", 0..0, "Expected data manipulation");
    refused("SELECTT * FROM t", 0..7, "Expected data manipulation");
    refused("CREATE TABLE t", 0..6, "Expected data manipulation");
    refused("SELECT * t", 9..10, "Expected FROM after SELECT list");
    refused("SELECT FROM t", 7..11, "Unexpected keyword");
    refused(
        "SELECT *, a FROM t",
        8..9,
        "Other expressions may not be present in the select list when '*' is used without dot notation.",
    );
    refused("SELECT a, FROM t", 10..14, "Unexpected keyword");
    refused("SELECT * FROM", 13..13, "Unexpected term");
    refused("SELECT * FROM t WHERE", 21..21, "Unexpected term");
    refused("SELECT * FROM t WHERE a =", 25..25, "Unexpected term");
    refused("SELECT * FROM t WHERE date = 1", 22..26, "Unexpected keyword");
    refused("SELECT * FROM t WHERE a = 1 b", 28..29, "Unexpected token after expression");
    refused("SELECT * FROM my-table", 16..17, "Unexpected token after expression");
    refused("SELECT * FROM t WHERE (a = 1", 28..28, "Expected RIGHT_PAREN");
    refused("SELECT * FROM t WHERE a = 'x", 26..27, "Unexpected term");
    refused("SELECT * FROM t WHERE a IS 5", 27..28, "Expected type name");
    refused("INSERT INTO t {'a': 1}", 14..15, "Unexpected term");
    refused("INSERT INTO t (key, b) VALUES (1, 2)", 14..15, "Unexpected term");
    refused("INSERT INTO t VALUES ({})", 21..22, "Expected LEFT_PAREN for row value constructor");
    refused("INSERT INTO t VALUE {'a' 1}", 25..26, "Expected COLON");
    refused("INSERT INTO t VALUE {'a': 1", 27..27, "Expected RIGHT_CURLY");
    refused("INSERT INTO t VALUE {'a': [1}", 28..29, "Expected RIGHT_BRACKET");
    refused("UPDATE t WHERE a = 1", 9..14, "Expected data manipulation");
    refused("UPDATE t SET user = 1 WHERE a = 1", 13..17, "Expected identifier for simple path");
    refused("UPDATE t SET a 1 WHERE a = 1", 15..16, "Expected '='");
    refused("DELETE t WHERE a = 1", 7..8, "Expected FROM after DELETE");
    refused("DELETE FROM t WHERE a = 1 RETURNING OLD *", 36..39, "Expected ALL or MODIFIED");
}

#[test]
fn what_dynamodb_lacks_is_refused_by_name() {
    check("SELECT * FROM t\n LIMIT 10", "23..25 Unsupported clause: LIMIT at 2:8:2");
    check("SELECT count(*) FROM t", "7..12 Unsupported function: count");
    check(
        "SELECT * FROM t WHERE attribute_exists(a)",
        "22..41 Unsupported function: attribute_exists",
    );
    check(
        "UPDATE t SET a = if_not_exists(a, 1) WHERE b = 1",
        "17..36 Unsupported function: if_not_exists",
    );
    check("UPDATE t SET a = set_add(b, <<1>>) WHERE b = 1", "17..34 Unsupported function: set_add");
}

#[test]
fn sets_hold_elements_of_one_type_and_each_once() {
    for (set, message) in [
        ("<<>>", "Empty bags are not supported"),
        ("<<1, 'a'>>", "All elements of a set must be of one type: String, Number or Binary"),
        ("<<[1]>>", "All elements of a set must be of one type: String, Number or Binary"),
        (
            "<<'a', 'a'>>",
            "One or more parameter values were invalid: Input collection [\"a\", \"a\"] contains duplicates.",
        ),
        ("<<1, 1.0>>", "Input collection contains duplicates"),
    ] {
        let answer = read(&format!("INSERT INTO t VALUE {{'s': {set}}}"), &[]);
        assert!(answer.ends_with(message), "{set}: {answer}");
    }
}

#[test]
fn what_nests_without_end_is_refused() {
    for (open, message) in [
        ("SELECT * FROM t WHERE ", "Nesting is too deep"),
        ("INSERT INTO t VALUE {'a': ", "Nesting Levels have exceeded supported limits"),
    ] {
        for bracket in ["(", "[", "{'a':", "<<", "NOT ", "size("] {
            let answer = read(&format!("{open}{}", bracket.repeat(4096)), &[]);
            let other = "Nesting Levels have exceeded supported limits";
            let refused =
                answer.contains(message) || answer.contains(other) || answer.contains("Unexpected");
            assert!(refused, "{open}{bracket}: {answer}");
        }
    }
    let parentheses = format!("SELECT * FROM t WHERE {}a = 1{}", "(".repeat(60), ")".repeat(60));
    check(&parentheses, r#"SELECT * FROM "t" WHERE "a" = 1"#);
}

#[test]
fn names_are_told_with_what_they_name_and_where_they_stand() {
    use crate::partiql::{Role, names};
    for (text, expected) in [
        (
            "SELECT a, \"b\"\"c\".d[1] FROM T.\"I J\" WHERE size(e) > 1 AND 'a' = a ORDER BY f DESC",
            vec![
                ("a", Role::Attribute, "a"),
                ("b\"c", Role::Attribute, "\"b\"\"c\""),
                ("d", Role::Inner, "d"),
                ("T", Role::Table, "T"),
                ("I J", Role::Index, "\"I J\""),
                ("e", Role::Attribute, "e"),
                ("a", Role::Attribute, "a"),
                ("f", Role::Attribute, "f"),
            ],
        ),
        (
            "INSERT INTO T VALUE {'a''b': {'c': [{'d': 1}]}, \"e\": <<1, 2>>, 'f': 'g'}",
            vec![
                ("T", Role::Table, "T"),
                ("a'b", Role::Member, "'a''b'"),
                ("e", Role::Member, "\"e\""),
                ("f", Role::Member, "'f'"),
            ],
        ),
        (
            "UPDATE T SET a = a + 1 REMOVE b.c WHERE d = 'x'",
            vec![
                ("T", Role::Table, "T"),
                ("a", Role::Attribute, "a"),
                ("a", Role::Attribute, "a"),
                ("b", Role::Attribute, "b"),
                ("c", Role::Inner, "c"),
                ("d", Role::Attribute, "d"),
            ],
        ),
        (
            "EXISTS(SELECT * FROM T WHERE a = {})",
            vec![("T", Role::Table, "T"), ("a", Role::Attribute, "a")],
        ),
    ] {
        let found = names(text, &[]).unwrap();
        let found: Vec<(&str, Role, &str)> = found
            .iter()
            .map(|named| (named.name.as_str(), named.role, &text[named.span.range()]))
            .collect();
        assert_eq!(found, expected, "{text}");
    }
    assert!(names("SELECT", &[]).is_err());
}
