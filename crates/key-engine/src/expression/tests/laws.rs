//! What holds of every expression and of every text.

use proptest::prelude::*;

use super::super::ast::{
    Comparator, Condition, FunctionCall, Operand, Path, PathElement, Projection, Section, SetValue,
    Update, ValuePlaceholder,
};
use super::super::{Filter, KeyConditions, Span, parse};
use super::placeholders;
use crate::value::{AttributeValue, Item, Name};

const KEYWORDS: [&str; 9] = ["and", "or", "not", "between", "in", "set", "remove", "add", "delete"];

fn word() -> impl Strategy<Value = String> {
    "[a-zA-Z][a-zA-Z0-9_]{0,5}".prop_filter("a keyword", |word| {
        !KEYWORDS.iter().any(|keyword| keyword.eq_ignore_ascii_case(word))
    })
}

fn attribute() -> impl Strategy<Value = PathElement> {
    prop_oneof![word(), "#[a-zA-Z0-9_]{1,4}"]
        .prop_map(|name| PathElement::Attribute { name, span: Span::default() })
}

fn path() -> impl Strategy<Value = Path> {
    let element = prop_oneof![attribute(), (0..9_u32).prop_map(PathElement::Index)];
    (attribute(), prop::collection::vec(element, 0..3)).prop_map(|(first, mut elements)| {
        elements.insert(0, first);
        Path { elements, span: Span::default() }
    })
}

fn value() -> impl Strategy<Value = ValuePlaceholder> {
    ":[a-zA-Z0-9_]{1,4}".prop_map(|name| ValuePlaceholder { name, span: Span::default() })
}

fn call(argument: impl Strategy<Value = Operand>) -> impl Strategy<Value = FunctionCall> {
    (word(), prop::collection::vec(argument, 1..4)).prop_map(|(name, arguments)| FunctionCall {
        name,
        arguments,
        span: Span::default(),
    })
}

fn operand() -> impl Strategy<Value = Operand> {
    let leaf = prop_oneof![path().prop_map(Operand::Path), value().prop_map(Operand::Value)];
    leaf.prop_recursive(2, 6, 3, |inner| call(inner).prop_map(Operand::Function))
}

fn comparator() -> impl Strategy<Value = Comparator> {
    use Comparator as C;
    prop::sample::select(vec![
        C::Equal,
        C::NotEqual,
        C::Less,
        C::LessOrEqual,
        C::Greater,
        C::GreaterOrEqual,
    ])
}

fn condition() -> impl Strategy<Value = Condition> {
    let leaf =
        prop_oneof![
            (operand(), comparator(), operand()).prop_map(|(left, comparator, right)| {
                Condition::Comparison { left, comparator, right }
            }),
            (operand(), operand(), operand())
                .prop_map(|(operand, lower, upper)| Condition::Between { operand, lower, upper }),
            (operand(), prop::collection::vec(operand(), 1..4))
                .prop_map(|(operand, candidates)| Condition::In { operand, candidates }),
            call(operand()).prop_map(Condition::Function),
        ];
    leaf.prop_recursive(4, 16, 3, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 2..4).prop_map(Condition::And),
            prop::collection::vec(inner.clone(), 2..4).prop_map(Condition::Or),
            inner.prop_map(|inner| Condition::Not(Box::new(inner))),
        ]
    })
}

fn section() -> impl Strategy<Value = Section> {
    let set_value = prop_oneof![
        operand().prop_map(SetValue::Operand),
        (operand(), operand()).prop_map(|(left, right)| SetValue::Plus(left, right)),
        (operand(), operand()).prop_map(|(left, right)| SetValue::Minus(left, right)),
    ];
    prop_oneof![
        prop::collection::vec((path(), set_value), 1..3).prop_map(Section::Set),
        prop::collection::vec(path(), 1..3).prop_map(Section::Remove),
        prop::collection::vec((path(), value()), 1..3).prop_map(Section::Add),
        prop::collection::vec((path(), value()), 1..3).prop_map(Section::Delete),
    ]
}

fn update() -> impl Strategy<Value = Update> {
    prop::collection::vec(section(), 1..4).prop_map(|sections| Update { sections })
}

/// Items of a handful of attributes, none of which is always there.
fn some_item() -> impl Strategy<Value = Item> {
    prop::collection::btree_map(
        "[a-f]",
        (0..3_i64).prop_map(|number| AttributeValue::N(number.into())),
        0..6,
    )
    .prop_map(|attributes| {
        attributes
            .into_iter()
            .map(|(name, value)| (name.as_str().into(), value))
            .collect::<Vec<(Name, _)>>()
    })
    .prop_map(Item::from_iter)
}

/// Text made of what expressions are made of: most of it nonsense, some of it not.
fn scraps() -> impl Strategy<Value = String> {
    let scrap = prop::sample::select(vec![
        "a",
        "b.c",
        "#n",
        ":s",
        ":n1",
        ":missing",
        "0",
        "(",
        ")",
        "((",
        "[",
        "]",
        "[0]",
        ",",
        ".",
        "=",
        "<>",
        "<=",
        "AND",
        "OR",
        "NOT",
        "BETWEEN",
        "IN",
        "size(",
        "begins_with(",
        "attribute_type(",
        "attribute_exists(",
        "SET",
        "ADD",
        "+",
        "!",
        "é",
        "_",
        "name",
        "f(",
        "\u{0}",
    ]);
    prop::collection::vec(scrap, 0..24).prop_map(|scraps| scraps.join(" "))
}

/// Reads `text` as everything it might be, and checks that a message quotes what stands there.
fn read_as_anything(text: &str) {
    let placeholders = placeholders();
    let errors = [
        Filter::parse(text, &placeholders).err(),
        KeyConditions::parse(text, &placeholders).err(),
        super::super::Projection::parse(text, &placeholders).err(),
        super::super::Update::parse(text, &placeholders).err(),
    ];
    for error in errors.into_iter().flatten() {
        assert!(!error.message().is_empty());
        assert!(text.get(error.span.range()).is_some(), "{error:?} in {text:?}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn a_condition_that_is_printed_reads_the_same(condition in condition()) {
        prop_assert_eq!(parse::condition(&condition.to_string()), Ok(condition));
    }

    #[test]
    fn a_projection_that_is_printed_reads_the_same(paths in prop::collection::vec(path(), 1..5)) {
        let projection = Projection { paths };
        prop_assert_eq!(parse::projection(&projection.to_string()), Ok(projection));
    }

    #[test]
    fn an_update_that_is_printed_reads_the_same(update in update()) {
        prop_assert_eq!(parse::update(&update.to_string()), Ok(update));
    }

    #[test]
    fn no_text_is_too_strange_to_be_refused(text in "\\PC{0,40}") {
        read_as_anything(&text);
    }

    #[test]
    fn no_bytes_are_too_strange_to_be_refused(bytes in prop::collection::vec(any::<u8>(), 0..60)) {
        read_as_anything(&String::from_utf8_lossy(&bytes));
    }

    #[test]
    fn no_scraps_are_too_strange_to_be_refused(text in scraps()) {
        read_as_anything(&text);
    }

    #[test]
    fn a_filter_answers_each_of_many_items_as_if_it_were_the_first(
        items in prop::collection::vec(some_item(), 1..8),
        attribute in "[a-f]",
    ) {
        let text = format!("{attribute} = :n1 OR {attribute} > :n1 AND attribute_exists(c)");
        let placeholders = placeholders();
        let filter = Filter::parse(&text, &placeholders).unwrap();
        for item in &items {
            let first = Filter::parse(&text, &placeholders).unwrap();
            prop_assert_eq!(filter.matches(item), first.matches(item));
            let value = item.get(&attribute);
            let number = |number: i64| AttributeValue::N(number.into());
            let expected = value == Some(&number(1)) || value == Some(&number(2)) && item.get("c").is_some();
            prop_assert_eq!(filter.matches(item), expected);
        }
    }

    #[test]
    fn what_is_taken_means_the_same_when_it_is_printed(text in scraps()) {
        if let Ok(condition) = parse::condition(&text) {
            prop_assert_eq!(parse::condition(&condition.to_string()), Ok(condition));
        }
    }
}
