use proptest::prelude::*;

use super::super::ast::Statement;
use super::super::parse;

fn values() -> impl Strategy<Value = String> {
    let plain = prop_oneof![
        "'[a-z '\u{e9}]{0,4}'".prop_map(|text| {
            let inside = text[1..text.len() - 1].replace('\'', "''");
            format!("'{inside}'")
        }),
        (-1000i64..1000, -3i32..3).prop_map(|(number, exponent)| format!("{number}e{exponent}")),
        prop_oneof![
            Just("true"),
            Just("FALSE"),
            Just("null"),
            Just("<<1, 2.5>>"),
            Just("<<'a', 'b'>>")
        ]
        .prop_map(str::to_owned),
    ];
    plain.prop_recursive(3, 12, 3, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..3)
                .prop_map(|list| format!("[{}]", list.join(", "))),
            prop::collection::vec(("[a-c]{1,2}", inner), 0..3).prop_map(|members| {
                let members: Vec<String> =
                    members.iter().map(|(name, value)| format!("'{name}': {value}")).collect();
                format!("{{{}}}", members.join(", "))
            }),
        ]
    })
}

fn paths() -> impl Strategy<Value = String> {
    (
        "[b-d]{1,2}|\"[a-c #.]{1,3}\"",
        prop::collection::vec(prop_oneof!["\\.[b-d]{1,2}", "\\[[0-9]\\]"], 0..3),
    )
        .prop_map(|(first, rest)| first + &rest.concat())
}

fn operands() -> impl Strategy<Value = String> {
    prop_oneof![paths(), values(), paths().prop_map(|path| format!("SIZE({path})"))]
}

fn conditions() -> impl Strategy<Value = String> {
    let comparators = prop_oneof![
        Just("="),
        Just("<>"),
        Just("!="),
        Just("<"),
        Just("<="),
        Just(">"),
        Just(">=")
    ];
    let leaves = prop_oneof![
        (operands(), comparators, operands())
            .prop_map(|(left, sign, right)| format!("{left} {sign} {right}")),
        (paths(), values(), values())
            .prop_map(|(path, low, high)| format!("{path} BETWEEN {low} AND {high}")),
        (paths(), prop::collection::vec(operands(), 1..4))
            .prop_map(|(path, list)| format!("{path} not in [{}]", list.join(", "))),
        (
            paths(),
            prop_oneof![Just("MISSING"), Just("NULL"), Just("NOT MISSING"), Just("NOT NULL")]
        )
            .prop_map(|(path, state)| format!("{path} is {state}")),
        (paths(), values()).prop_map(|(path, value)| format!("contains({path}, {value})")),
    ];
    leaves.prop_recursive(3, 16, 3, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 2..4).prop_map(|all| all.join(" AND ")),
            prop::collection::vec(inner.clone(), 2..4)
                .prop_map(|any| format!("({})", any.join(" OR "))),
            inner.prop_map(|one| format!("NOT ({one})")),
        ]
    })
}

fn statements() -> impl Strategy<Value = String> {
    let changes = prop_oneof![
        (paths(), values()).prop_map(|(path, value)| format!("SET {path} = {value}")),
        (paths(), paths(), values())
            .prop_map(|(path, left, right)| format!("SET {path} = {left} - {right}")),
        (paths(), paths())
            .prop_map(|(path, list)| format!("SET {path} = list_append({list}, [1])")),
        paths().prop_map(|path| format!("SET {path} = set_add({path}, <<1>>)")),
        paths().prop_map(|path| format!("REMOVE {path}")),
    ];
    prop_oneof![
        (prop::collection::vec(paths(), 1..3), conditions()).prop_map(|(list, condition)| {
            format!("SELECT {} FROM t WHERE {condition} ORDER BY \"a b\" DESC, c", list.join(","))
        }),
        conditions()
            .prop_map(|condition| format!("EXISTS (SELECT * FROM t.\"i\" WHERE {condition})")),
        prop::collection::vec(("[a-c]{1,2}", values()), 0..4).prop_map(|members| {
            let members: Vec<String> =
                members.iter().map(|(name, value)| format!("'{name}': {value}")).collect();
            format!("INSERT INTO t VALUE {{{}}}", members.join(", "))
        }),
        (prop::collection::vec(changes, 1..4), conditions()).prop_map(|(changes, condition)| {
            format!("UPDATE t {} WHERE {condition} RETURNING MODIFIED NEW *", changes.join(" "))
        }),
        conditions().prop_map(|condition| format!("DELETE FROM t WHERE {condition}")),
    ]
}

proptest! {
    #[test]
    fn reading_what_a_statement_prints_gives_the_same_statement(text in statements()) {
        let statement: Statement = parse(&text, &[]).map_err(|error| TestCaseError::fail(format!("{text}: {error}")))?;
        let printed = statement.to_string();
        prop_assert_eq!(parse(&printed, &[]), Ok(statement), "{}", printed);
    }

    #[test]
    fn no_text_makes_the_parser_fall(text in "(SELECT|INSERT INTO|UPDATE|DELETE FROM| |\\PC|WHERE|SET|VALUE|[(){}<>\\[\\]?=,.'\"]){0,40}") {
        let _ = parse(&text, &[]);
    }
}
