//! Documents: whatever a design says of its requests and copies comes back when it is saved and opened.
#![allow(clippy::unwrap_used)] // the whole file is a test

use key_engine::{AttributeValue, Database, Item};
use map::design::{
    Acceptance, Call, Consistency, DeliberateCopy, Design, Expectation, ExpectedItem, Request,
    SortOrder, Synchronisation, Volume, Wanted, open, save,
};
use proptest::collection::vec;
use proptest::option;
use proptest::prelude::*;
use serde_json::{Map, json};

fn text() -> impl Strategy<Value = String> {
    prop_oneof![
        3 => "\\PC{0,12}",
        1 => Just("line\nbreak \u{2028}\"\\\u{0}".to_owned()),
        1 => Just("setAside".to_owned()),
    ]
}

fn key_value() -> impl Strategy<Value = AttributeValue> {
    prop_oneof![
        text().prop_map(AttributeValue::S),
        any::<i64>().prop_map(|number| AttributeValue::N(number.to_string().parse().unwrap())),
        vec(any::<u8>(), 0..4).prop_map(AttributeValue::B),
    ]
}

fn expected_item() -> impl Strategy<Value = ExpectedItem> {
    let key = (key_value(), option::of(key_value())).prop_map(|(partition, sort)| {
        let mut key = Item::new();
        key.insert("PK", partition);
        if let Some(sort) = sort {
            key.insert("SK", sort);
        }
        key
    });
    (text(), key).prop_map(|(table, key)| ExpectedItem { table, key })
}

fn wanted() -> impl Strategy<Value = Wanted> {
    let order = (text(), any::<bool>())
        .prop_map(|(attribute, descending)| SortOrder { attribute, descending });
    (option::of(order), option::of(any::<u64>())).prop_map(|(order, count)| Wanted { order, count })
}

fn expected() -> impl Strategy<Value = Expectation> {
    prop_oneof![
        any::<u64>().prop_map(Expectation::Count),
        (vec(expected_item(), 0..4), any::<bool>())
            .prop_map(|(items, ordered)| Expectation::Items { items, ordered }),
    ]
}

fn volume() -> impl Strategy<Value = Volume> {
    prop_oneof![
        Just(Volume::VeryHigh),
        Just(Volume::High),
        Just(Volume::Low),
        // JSON is read to within the last bit of a number; what a person writes is far from that.
        any::<u32>().prop_map(|rate| Volume::PerSecond(f64::from(rate) / 1_000.0)),
    ]
}

fn extra() -> impl Strategy<Value = Map<String, serde_json::Value>> {
    let strange = prop_oneof![Just(json!(null)), Just(json!([1, {"x": "y"}])), Just(json!("text"))];
    vec(strange, 0..2).prop_map(|values| {
        values.into_iter().map(|value| ("unknown here".to_owned(), value)).collect()
    })
}

prop_compose! {
    fn request()(
        id in "[A-Z][0-9]{12}",
        sentence in text(),
        volume in volume(),
        strong in any::<bool>(),
        route in option::of(text()),
        samples in vec((text(), text()), 0..3),
        wanted in wanted(),
        expected in option::of(expected()),
        extra in extra(),
    ) -> Request {
        Request {
            id,
            sentence,
            volume,
            consistency: if strong { Consistency::StrongMayMatter } else { Consistency::EventualMayDo },
            route,
            calls: vec![Call { operation: "Scan".to_owned(), input: json!({"TableName": "T"}) }],
            samples: samples.into_iter().collect(),
            wanted,
            expected,
            extra,
        }
    }
}

fn synchronisation() -> impl Strategy<Value = Synchronisation> {
    prop_oneof![
        Just(Synchronisation::Unplanned),
        Just(Synchronisation::Transaction),
        Just(Synchronisation::Stream),
        text().prop_map(Synchronisation::AcceptedStaleness),
    ]
}

prop_compose! {
    fn copy()(
        (table, source, copy, owner) in (text(), text(), text(), text()),
        attributes in vec(text(), 0..3),
        requests in vec(text(), 0..3),
        synchronisation in synchronisation(),
        extra in extra(),
    ) -> DeliberateCopy {
        DeliberateCopy { table, source, copy, attributes, requests, owner, synchronisation, extra }
    }
}

fn acceptance() -> impl Strategy<Value = Acceptance> {
    (text(), text(), text()).prop_map(|(rule, about, reason)| Acceptance { rule, about, reason })
}

proptest! {
    #[test]
    fn what_a_design_says_comes_back_when_it_is_saved_and_opened(
        (name, description) in (text(), text()),
        requests in vec(request(), 0..4),
        copies in vec(copy(), 0..4),
        accepted in vec(acceptance(), 0..4),
        extra in extra(),
    ) {
        let design = Design { name, description, requests, copies, accepted, extra, ..Design::default() };
        let saved = save(&design, &Database::default());
        let opened = open(&saved).unwrap();
        prop_assert!(opened.design == design, "{}", saved);
        prop_assert_eq!(&opened.defects, &[]);
        prop_assert_eq!(save(&opened.design, &opened.database), saved);
    }
}
