//! Files of every format that describes tables, cut and changed in every way: each opens with what is sound, or is refused with a
//! sentence, and what opens is the same once saved and opened again.

use map::design::{open, save};
use proptest::prelude::*;
use serde_json::{Value, json};

use super::{cloudformation, data_model, onetable, tables};

/// A file of each format.
fn samples() -> Vec<String> {
    let (one, other) = (tables::create(), tables::described());
    vec![
        cloudformation::YAML.to_owned(),
        cloudformation::as_json(|_| {}).to_string(),
        format!("{one}\n{other}\n"),
        json!([one, other]).to_string(),
        data_model::model().to_string(),
        onetable::schema().to_string(),
    ]
}

/// Opens a text that may be anything; where it opens, it must come back.
fn check(text: &str) -> Result<(), String> {
    match open(text) {
        Err(error) => {
            let sentence = error.to_string();
            if sentence.ends_with('.') { Ok(()) } else { Err(format!("no sentence: {sentence}")) }
        }
        Ok(read) => {
            let saved = save(&read.design, &read.database);
            let again =
                open(&saved).map_err(|error| format!("what was saved does not open: {error}"))?;
            if again.design != read.design {
                return Err("the design is another once saved and opened".to_owned());
            }
            // an item that an index leaves out is said each time
            let mut defects = again.defects.iter();
            match defects.find(|defect| !defect.done.ends_with("the item is not in that index")) {
                None => Ok(()),
                Some(defect) => Err(format!("something is wrong with what was saved: {defect}")),
            }
        }
    }
}

#[test]
fn a_file_cut_at_any_byte_opens_or_is_refused() {
    for text in samples() {
        for at in (0..text.len()).filter(|at| text.is_char_boundary(*at)).step_by(3) {
            if let Err(problem) = check(&text[..at]) {
                panic!("cut at {at}: {problem}: {}", text.chars().take(40).collect::<String>());
            }
        }
    }
}

#[test]
fn what_is_nested_as_deep_as_json_is_read_comes_back() {
    for depth in [99, 100, 101, 110, 124, 125, 126, 127] {
        let deep = format!("{}{}", "[".repeat(depth), "]".repeat(depth));
        let template = cloudformation::as_json(|template| template["Metadata"] = json!("deep"));
        let mut create = tables::create();
        create["Later"] = json!("deep");
        let own = json!({"retrieval-map": 1, "tables": [{"create": tables::create(), "items": ["deep"]}]});
        for text in
            [template.to_string(), create.to_string(), json!([create]).to_string(), own.to_string()]
        {
            let text = text.replace("\"deep\"", &deep);
            if let Err(problem) = check(&text) {
                panic!("{depth} deep: {problem}: {}", text.chars().take(40).collect::<String>());
            }
        }
    }
}

/// A document with the value at one place replaced.
fn replaced(document: &mut Value, at: &mut usize, by: &Value) {
    if *at == 0 {
        *document = by.clone();
    }
    *at = at.wrapping_sub(1);
    match document {
        Value::Array(elements) => elements.iter_mut().for_each(|element| replaced(element, at, by)),
        Value::Object(members) => members.values_mut().for_each(|member| replaced(member, at, by)),
        _ => {}
    }
}

fn strange() -> impl Strategy<Value = Value> {
    prop_oneof![
        Just(Value::Null),
        Just(json!({})),
        Just(json!([])),
        Just(json!([null, 1, {}])),
        Just(json!("")),
        Just(json!(-1)),
        Just(json!(1e300)),
        Just(json!({"Ref": "Stage"})),
        Just(json!({"Fn::Sub": "${x}"})),
        Just(json!({"Fn::If": ["IsProd", {"Ref": "AWS::NoValue"}, []]})),
        Just(json!("</script>\u{202e}\u{0}${x}`\\\"'")),
        "\\PC{0,8}".prop_map(Value::String),
        any::<bool>().prop_map(Value::Bool),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn a_file_with_anything_in_any_place_opens_or_is_refused(which in 0_usize..4, at in 0_usize..140, by in strange()) {
        let mut document = match which {
            0 => cloudformation::as_json(|_| {}),
            1 => tables::described(),
            2 => data_model::model(),
            _ => onetable::schema(),
        };
        replaced(&mut document, &mut { at }, &by);
        if let Err(problem) = check(&document.to_string()) {
            prop_assert!(false, "{problem}");
        }
    }

    #[test]
    fn a_file_with_any_byte_changed_opens_or_is_refused(which in 0_usize..6, at in 0_usize..10_000, by in any::<char>(), instead in any::<bool>()) {
        let text = &samples()[which];
        let at = (0..=at % text.len()).rev().find(|at| text.is_char_boundary(*at)).unwrap();
        let rest = &text[at..];
        let rest = if instead { rest.chars().skip(1).collect::<String>() } else { rest.to_owned() };
        if let Err(problem) = check(&format!("{}{by}{rest}", &text[..at])) {
            prop_assert!(false, "{problem}");
        }
    }
}
