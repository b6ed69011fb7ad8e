//! Parameters of before expressions mean what expressions mean, item by item.

use serde_json::{Value, json};

use super::super::ast::Comparator;
use super::super::{
    ComparisonOperator, Filter, LegacyAction, LegacyCondition, Placeholders, Update,
};
use super::item;
use crate::value::{AttributeValue, Item};

/// Values of every type, some of which hold others.
fn values() -> Vec<AttributeValue> {
    let values = json!([
        {"S": "ab"}, {"S": "b"}, {"S": ""}, {"N": "1"}, {"N": "2"}, {"B": "YWI="}, {"B": "Yg=="}, {"BOOL": true},
        {"NULL": true}, {"SS": ["b", "c"]}, {"NS": ["1", "3"]}, {"BS": ["Yg=="]}, {"M": {"b": {"N": "1"}}},
        {"L": [{"S": "b"}, {"N": "1"}, {"NULL": true}]}, {"L": []},
    ]);
    values
        .as_array()
        .unwrap()
        .iter()
        .map(|value| AttributeValue::from_json(value).unwrap())
        .collect()
}

/// Items whose attribute `a.b` has each of those values, and one that lacks it.
fn items() -> Vec<Item> {
    let with = values().into_iter().map(|value| [("a.b", value)].into_iter().collect());
    with.chain([item(&json!({"other": {"S": "b"}}))]).collect()
}

fn placeholders(given: &[AttributeValue]) -> Placeholders {
    let names = [":v", ":w"];
    Placeholders::new([("#a", "a.b")], names.into_iter().zip(given.iter().cloned()))
}

fn legacy(operator: ComparisonOperator, values: &[AttributeValue]) -> LegacyCondition {
    LegacyCondition { attribute: "a.b".into(), operator, values: values.to_vec() }
}

fn check(operator: ComparisonOperator, given: &[AttributeValue], text: &str) {
    let old = Filter::of_legacy(vec![legacy(operator, given)], false);
    let new = Filter::parse(text, &placeholders(given)).unwrap();
    for item in items() {
        assert_eq!(old.matches(&item), new.matches(&item), "{operator:?} {given:?} of {item:?}");
    }
}

#[test]
fn operators_are_expressions() {
    use ComparisonOperator as Operator;
    check(Operator::Null, &[], "attribute_not_exists(#a)");
    check(Operator::NotNull, &[], "attribute_exists(#a)");
    for value in values() {
        let given = [value];
        check(Operator::Comparator(Comparator::Equal), &given, "#a = :v");
        check(Operator::Comparator(Comparator::NotEqual), &given, "#a <> :v");
        check(Operator::In, &given, "#a IN (:v)");
        check(Operator::Contains, &given, "contains(#a, :v)");
    }
    for value in values().into_iter().filter(|value| matches!(value.type_name(), "S" | "N" | "B")) {
        let given = [value];
        check(Operator::Comparator(Comparator::Less), &given, "#a < :v");
        check(Operator::Comparator(Comparator::LessOrEqual), &given, "#a <= :v");
        check(Operator::Comparator(Comparator::Greater), &given, "#a > :v");
        check(Operator::Comparator(Comparator::GreaterOrEqual), &given, "#a >= :v");
        check(Operator::Between, &[given[0].clone(), given[0].clone()], "#a BETWEEN :v AND :w");
        if given[0].type_name() != "N" {
            check(Operator::BeginsWith, &given, "begins_with(#a, :v)");
        }
    }
}

/// NOT contains(...) is true of what is not there; `NOT_CONTAINS` is not.
#[test]
fn what_does_not_contain_a_value_is_there() {
    fn of(operator: ComparisonOperator, value: &AttributeValue) -> Filter {
        Filter::of_legacy(vec![legacy(operator, std::slice::from_ref(value))], false)
    }
    for value in values() {
        let contains = of(ComparisonOperator::Contains, &value);
        let contains_not = of(ComparisonOperator::NotContains, &value);
        for item in items() {
            assert_eq!(
                contains_not.matches(&item),
                item.get("a.b").is_some() && !contains.matches(&item),
                "{value:?} in {item:?}"
            );
        }
    }
}

#[test]
fn several_conditions_hold_all_or_one() {
    let conditions = || {
        vec![
            legacy(
                ComparisonOperator::Comparator(Comparator::Equal),
                &[AttributeValue::S("b".into())],
            ),
            LegacyCondition {
                attribute: "c".into(),
                operator: ComparisonOperator::Null,
                values: vec![],
            },
        ]
    };
    let (all, any) =
        (Filter::of_legacy(conditions(), false), Filter::of_legacy(conditions(), true));
    for (item, holds_all, holds_any) in [
        (json!({"a.b": {"S": "b"}}), true, true),
        (json!({"a.b": {"S": "b"}, "c": {"N": "1"}}), false, true),
        (json!({"a.b": {"S": "x"}}), false, true),
        (json!({"a.b": {"S": "x"}, "c": {"N": "1"}}), false, false),
        // an attribute's name is one name, whatever signs are in it
        (json!({"a": {"M": {"b": {"S": "b"}}}, "c": {"N": "1"}}), false, false),
    ] {
        let item = self::item(&item);
        assert_eq!((all.matches(&item), any.matches(&item)), (holds_all, holds_any), "{item:?}");
    }
}

#[test]
fn actions_are_update_expressions() {
    type Act = fn(AttributeValue) -> LegacyAction;
    let acts: [(Act, &str, &[&str]); 4] = [
        (LegacyAction::Put, "SET #a = :v", &[]),
        (LegacyAction::Add, "ADD #a :v", &["N", "SS", "NS", "BS"]),
        (LegacyAction::Delete, "DELETE #a :v", &["SS", "NS", "BS"]),
        (|_| LegacyAction::Remove, "REMOVE #a", &[]),
    ];
    for (act, text, types) in acts {
        for value in values() {
            if !types.is_empty() && !types.contains(&value.type_name()) {
                continue;
            }
            let old = Update::of_legacy(vec![("a.b".into(), act(value.clone()))]);
            let new = Update::parse(text, &placeholders(&[value])).unwrap();
            for item in items() {
                assert_eq!(old.change(&item).ok(), new.change(&item).ok(), "{text} of {item:?}");
                assert_eq!(old.create(&item).ok(), new.create(&item).ok(), "{text} of {item:?}");
            }
        }
    }
}

#[test]
fn elements_are_added_to_a_list() {
    let list = |elements: Value| AttributeValue::from_json(&json!({"L": elements})).unwrap();
    let update =
        Update::of_legacy(vec![("a".into(), LegacyAction::Add(list(json!([{"N": "1"}]))))]);
    for (before, after) in [
        (json!({}), json!({"a": {"L": [{"N": "1"}]}})),
        (json!({"a": {"L": [{"S": "x"}]}}), json!({"a": {"L": [{"S": "x"}, {"N": "1"}]}})),
    ] {
        assert_eq!(update.change(&item(&before)), Ok(item(&after)));
    }
    let error = update.change(&item(&json!({"a": {"S": "x"}}))).unwrap_err();
    assert_eq!(error.to_string(), "Type mismatch for attribute to update");
}
