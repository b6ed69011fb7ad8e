//! Values as a person types them, and items as JSON text: read, and written so that they can be read again.

use key_engine::value::{base64_decode, base64_encode};
use key_engine::{AttributeValue, Item};
use serde_json::{Map, Value};

use super::super::formats::reason;

/// How a value is typed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Typed {
    /// Text as it stands.
    #[default]
    S,
    /// Digits.
    N,
    /// `true` or `false`.
    Bool,
    /// Null, whatever stands there.
    Null,
    /// Base64.
    B,
    /// A JSON object.
    M,
    /// A JSON array.
    L,
    /// A JSON array of strings.
    Ss,
    /// A JSON array of numbers.
    Ns,
    /// A JSON array of base64.
    Bs,
    /// A value of any type, with its type: `{"S": "text"}`.
    Json,
}

impl Typed {
    /// All of them, in the order to offer them in.
    pub const ALL: [Self; 11] = [
        Self::S,
        Self::N,
        Self::Bool,
        Self::Null,
        Self::B,
        Self::M,
        Self::L,
        Self::Ss,
        Self::Ns,
        Self::Bs,
        Self::Json,
    ];

    /// What to call it in a list of choices.
    pub const fn label(self) -> &'static str {
        match self {
            Self::S => "S string",
            Self::N => "N number",
            Self::Bool => "BOOL",
            Self::Null => "NULL",
            Self::B => "B binary",
            Self::M => "M map",
            Self::L => "L list",
            Self::Ss => "SS strings",
            Self::Ns => "NS numbers",
            Self::Bs => "BS binaries",
            Self::Json => "DynamoDB JSON",
        }
    }

    /// Whether its text has lines.
    pub const fn has_lines(self) -> bool {
        matches!(self, Self::M | Self::L | Self::Ss | Self::Ns | Self::Bs | Self::Json)
    }

    /// How values of this kind are typed.
    pub fn of(value: &AttributeValue) -> Self {
        match value {
            // A text field turns such line ends into others.
            AttributeValue::S(text) if text.contains('\r') => Self::Json,
            AttributeValue::S(_) => Self::S,
            AttributeValue::N(_) => Self::N,
            AttributeValue::B(_) => Self::B,
            AttributeValue::Bool(_) => Self::Bool,
            AttributeValue::Null => Self::Null,
            AttributeValue::M(_) => Self::M,
            AttributeValue::L(_) => Self::L,
            AttributeValue::Ss(_) => Self::Ss,
            AttributeValue::Ns(_) => Self::Ns,
            AttributeValue::Bs(_) => Self::Bs,
        }
    }

    /// The text of a value as this; the value's own text where it is of another type.
    pub fn text_of(self, value: &AttributeValue) -> String {
        if self == Self::Json {
            return pretty(&value.to_json());
        }
        match value {
            AttributeValue::S(text) => text.clone(),
            AttributeValue::N(number) => number.to_string(),
            AttributeValue::B(bytes) => base64_encode(bytes),
            AttributeValue::Bool(truth) => if *truth { "true" } else { "false" }.to_owned(),
            AttributeValue::Null => String::new(),
            _ => match value.to_json() {
                Value::Object(typed) => typed.values().next().map(pretty).unwrap_or_default(),
                _ => String::new(),
            },
        }
    }

    /// The value that a text is when it is typed as this.
    ///
    /// # Errors
    /// A sentence that says why it is none.
    pub fn read(self, text: &str) -> Result<AttributeValue, String> {
        let trimmed = text.trim();
        match self {
            Self::S => Ok(AttributeValue::S(text.to_owned())),
            Self::N => match trimmed.parse() {
                Ok(number) => Ok(AttributeValue::N(number)),
                Err(_) if trimmed.is_empty() => Err("A number needs digits.".to_owned()),
                Err(_) => Err(format!(
                    "“{}” is no number of up to 38 digits that DynamoDB can hold.",
                    start_of(trimmed)
                )),
            },
            Self::Bool => match trimmed {
                "true" => Ok(AttributeValue::Bool(true)),
                "false" => Ok(AttributeValue::Bool(false)),
                _ => Err("A BOOL is true or false.".to_owned()),
            },
            Self::Null => Ok(AttributeValue::Null),
            Self::B => base64_decode(trimmed)
                .map(AttributeValue::B)
                .ok_or_else(|| "Binary is typed as base64, and this is none.".to_owned()),
            Self::Json => attribute(&json(text)?),
            Self::M => match json(text)? {
                Value::Object(members) => map(&members).map(AttributeValue::M),
                _ => Err("A map is a JSON object: {\"city\": {\"S\": \"Reno\"}}.".to_owned()),
            },
            Self::L => match json(text)? {
                Value::Array(elements) => list(&elements),
                _ => Err("A list is a JSON array: [{\"S\": \"Reno\"}].".to_owned()),
            },
            Self::Ss | Self::Ns | Self::Bs => self.read_set(text),
        }
    }

    fn read_set(self, text: &str) -> Result<AttributeValue, String> {
        let Value::Array(elements) = json(text)? else {
            return Err("A set is a JSON array: [\"Reno\", \"Boise\"].".to_owned());
        };
        if elements.is_empty() {
            return Err("A set may not be empty.".to_owned());
        }
        let text_of = |element: &Value| match element {
            Value::Number(number) if self == Self::Ns => Value::String(number.to_string()),
            other => other.clone(),
        };
        let (name, what) = match self {
            Self::Ss => ("SS", "strings"),
            Self::Ns => ("NS", "numbers"),
            _ => ("BS", "base64 strings"),
        };
        let mut typed = Map::new();
        typed.insert(name.to_owned(), elements.iter().map(text_of).collect());
        AttributeValue::from_json(&Value::Object(typed)).map_err(|error| {
            let all_texts = elements.iter().all(|one| text_of(one).is_string());
            let told = error.to_string();
            if told.contains("duplicates") {
                "Every element of a set is another one.".to_owned()
            } else if all_texts && self == Self::Ss {
                told
            } else {
                format!("A set of type {name} holds {what} only.")
            }
        })
    }
}

/// The first of a long text.
fn start_of(text: &str) -> String {
    let start: String = text.chars().take(40).collect();
    if start.len() < text.len() { start + "…" } else { start }
}

fn pretty(json: &Value) -> String {
    // What was a value can always be printed.
    serde_json::to_string_pretty(json).unwrap_or_default()
}

fn json(text: &str) -> Result<Value, String> {
    serde_json::from_str(text)
        .map_err(|error| format!("Line {}: this is not JSON: {}.", error.line(), reason(&error)))
}

/// A value with its type, or where nothing of it has one, plain JSON.
fn attribute(json: &Value) -> Result<AttributeValue, String> {
    AttributeValue::from_json(json)
        .or_else(|error| if has_types(json) { Err(format!("{error}.")) } else { plain(json, 0) })
}

fn map(members: &Map<String, Value>) -> Result<Item, String> {
    let json = Value::Object(members.clone());
    Item::from_json(&json).or_else(|error| {
        if members.values().any(has_types) {
            return Err(format!("{error}."));
        }
        match plain(&json, 0)? {
            AttributeValue::M(map) => Ok(map),
            _ => Err(format!("{error}.")),
        }
    })
}

fn list(elements: &[Value]) -> Result<AttributeValue, String> {
    let typed: Result<Vec<AttributeValue>, _> =
        elements.iter().map(AttributeValue::from_json).collect();
    match typed {
        Ok(values) => Ok(AttributeValue::L(values)),
        Err(error) if elements.iter().any(has_types) => Err(format!("{error}.")),
        Err(_) => plain(&Value::Array(elements.to_vec()), 0),
    }
}

/// Whether JSON says its type as `DynamoDB`'s does: an object with one member, which is named like a type.
fn has_types(json: &Value) -> bool {
    let Value::Object(members) = json else { return false };
    let mut names = members.keys();
    let (Some(name), None) = (names.next(), names.next()) else { return false };
    matches!(name.as_str(), "S" | "N" | "B" | "BOOL" | "NULL" | "M" | "L" | "SS" | "NS" | "BS")
}

/// The value that plain JSON evidently is.
fn plain(json: &Value, depth: usize) -> Result<AttributeValue, String> {
    if depth > key_engine::value::MAX_NESTING {
        return Err("It nests deeper than 32 levels.".to_owned());
    }
    Ok(match json {
        Value::Null => AttributeValue::Null,
        Value::Bool(truth) => AttributeValue::Bool(*truth),
        Value::Number(number) => match number.to_string().parse() {
            Ok(number) => AttributeValue::N(number),
            Err(_) => return Err(format!("{number} is no number that DynamoDB can hold.")),
        },
        Value::String(text) => AttributeValue::S(text.clone()),
        Value::Array(elements) => {
            let values: Result<_, _> = elements.iter().map(|one| plain(one, depth + 1)).collect();
            AttributeValue::L(values?)
        }
        Value::Object(members) => {
            let mut map = Item::new();
            for (name, member) in members {
                if name.is_empty() {
                    return Err("An attribute's name may not be empty.".to_owned());
                }
                map.insert(name.as_str(), plain(member, depth + 1)?);
            }
            AttributeValue::M(map)
        }
    })
}

/// Why a text is no item.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TextFault {
    /// The line, from 1; none where no line is to blame.
    pub line: Option<usize>,
    /// What is wrong, as a sentence.
    pub words: String,
}

/// An item as `DynamoDB` JSON to be changed as text: an attribute a line, as long as it holds no others.
pub fn item_text(item: &Item) -> String {
    let mut text = String::new();
    lay_out(&item.to_json(), 0, &mut text);
    text
}

/// Items nest no deeper than `DynamoDB` lets them.
fn lay_out(json: &Value, level: usize, out: &mut String) {
    let (open, close) = if json.is_array() { ('[', ']') } else { ('{', '}') };
    let (names, values): (Vec<Option<&String>>, Vec<&Value>) = match json {
        Value::Object(members) => members.iter().map(|(name, value)| (Some(name), value)).unzip(),
        Value::Array(elements) => elements.iter().map(|value| (None, value)).unzip(),
        _ => return out.push_str(&json.to_string()),
    };
    let is_flat =
        values.len() < 2 && !values.iter().any(|value| value.is_object() || value.is_array());
    let line = |level: usize, out: &mut String| {
        if !is_flat {
            out.push('\n');
            (0..level).for_each(|_| out.push_str("  "));
        }
    };
    out.push(open);
    for (place, (name, value)) in names.into_iter().zip(values).enumerate() {
        if place > 0 {
            out.push(',');
        }
        line(level + 1, out);
        if let Some(name) = name {
            out.push_str(&Value::from(name.as_str()).to_string());
            out.push_str(": ");
        }
        lay_out(value, level + 1, out);
    }
    line(level, out);
    out.push(close);
}

/// The item of a text: `DynamoDB` JSON, or plain JSON where nothing in it has a type.
///
/// # Errors
/// What is wrong, and in which line.
pub fn read_item_text(text: &str) -> Result<Item, TextFault> {
    let json: Value = serde_json::from_str(text).map_err(|error| TextFault {
        line: Some(error.line()),
        words: format!("This is not JSON: {}.", reason(&error)),
    })?;
    let Value::Object(members) = json else {
        let words = "An item is a JSON object of attributes.".to_owned();
        return Err(TextFault { line: Some(1), words });
    };
    if members.keys().any(String::is_empty) {
        let words = "An attribute's name may not be empty.".to_owned();
        return Err(TextFault { line: line_of(text, ""), words });
    }
    let is_typed = members.values().any(has_types);
    let mut item = Item::new();
    for (name, json) in &members {
        let value = if is_typed {
            AttributeValue::from_json(json).map_err(|error| format!("{name}: {error}."))
        } else {
            plain(json, 0).map_err(|words| format!("{name}: {words}"))
        };
        let value = value.map_err(|words| TextFault { line: line_of(text, name), words })?;
        item.insert(name.as_str(), value);
    }
    Ok(item)
}

/// The line, from 1, in which a member of the outermost object begins.
pub fn line_of(text: &str, name: &str) -> Option<usize> {
    let (mut depth, mut line) = (0_usize, 1);
    let mut rest = text.char_indices();
    while let Some((at, letter)) = rest.next() {
        match letter {
            '\n' => line += 1,
            '{' | '[' => depth += 1,
            '}' | ']' => depth = depth.saturating_sub(1),
            '"' => {
                let mut escaped = false;
                let end = rest.by_ref().find(|(_, letter)| {
                    let closes = *letter == '"' && !escaped;
                    escaped = *letter == '\\' && !escaped;
                    closes
                })?;
                let quoted = text.get(at..=end.0)?;
                let is_name = text.get(end.0 + 1..)?.trim_start().starts_with(':');
                let same = || serde_json::from_str::<String>(quoted).is_ok_and(|it| it == name);
                if depth == 1 && is_name && same() {
                    return Some(line);
                }
            }
            _ => {}
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_item_is_an_attribute_a_line() {
        let json = serde_json::json!({
            "PK": {"S": "a\"\n"}, "n": {"N": "1"}, "none": {"M": {}}, "tags": {"SS": ["x", "y"]},
            "in": {"M": {"deep": {"L": [{"BOOL": true}, {"NULL": true}]}}}
        });
        let item = Item::from_json(&json).unwrap();
        let text = item_text(&item);
        assert!(read_item_text(&text).unwrap() == item, "another item");
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(lines[1], r#"  "PK": {"S": "a\"\n"},"#);
        assert!(text.contains("\n  \"n\": {\"N\": \"1\"}"), "{text}");
        assert_eq!(
            line_of(&text, "n"),
            lines.iter().position(|it| it.contains("\"n\":")).map(|at| at + 1)
        );
        assert_eq!(item_text(&Item::new()), "{}");
    }
    use serde_json::json;

    #[test]
    fn every_value_comes_back_from_its_text() {
        for value in [
            json!({"S": "Reno"}),
            json!({"S": ""}),
            json!({"S": "two\nlines \u{202e}turned"}),
            json!({"S": "a\r\nb"}),
            json!({"N": "-12.5"}),
            json!({"N": "12345678901234567890123456789012345678"}),
            json!({"B": "AP/+"}),
            json!({"BOOL": false}),
            json!({"NULL": true}),
            json!({"M": {}}),
            json!({"M": {"S": {"S": "named like a type"}, "n": {"NS": ["1", "2"]}}}),
            json!({"L": [{"S": "a"}, {"L": []}]}),
            json!({"SS": ["a", "b"]}),
            json!({"NS": ["1.5"]}),
            json!({"BS": ["AA=="]}),
        ] {
            let value = AttributeValue::from_json(&value).unwrap();
            for typed in [Typed::of(&value), Typed::Json] {
                assert_eq!(typed.read(&typed.text_of(&value)).as_ref(), Ok(&value));
            }
        }
    }

    #[test]
    fn what_is_typed_wrong_says_so() {
        for (typed, text, words) in [
            (Typed::N, "12a", "“12a” is no number of up to 38 digits that DynamoDB can hold."),
            (Typed::N, " ", "A number needs digits."),
            (Typed::Bool, "yes", "A BOOL is true or false."),
            (Typed::B, "#", "Binary is typed as base64, and this is none."),
            (Typed::Ss, "[]", "A set may not be empty."),
            (Typed::Ns, "[1, 1.0]", "Every element of a set is another one."),
            (Typed::Ns, "[\"a\"]", "A set of type NS holds numbers only."),
            (Typed::M, "[1]", "A map is a JSON object: {\"city\": {\"S\": \"Reno\"}}."),
            (
                Typed::Json,
                "{\"N\": \"x\"}",
                "The parameter cannot be converted to a numeric value: x.",
            ),
        ] {
            assert_eq!(typed.read(text), Err(words.to_owned()), "{text}");
        }
        assert!(Typed::L.read("[1,\n2").unwrap_err().starts_with("Line 2: this is not JSON"));
    }

    #[test]
    fn plain_json_is_read_where_nothing_has_a_type() {
        for (typed, text, expected) in [
            (
                Typed::M,
                r#"{"city": "Reno", "n": 1}"#,
                json!({"M": {"city": {"S": "Reno"}, "n": {"N": "1"}}}),
            ),
            (
                Typed::L,
                r#"["a", null, [true]]"#,
                json!({"L": [{"S": "a"}, {"NULL": true}, {"L": [{"BOOL": true}]}]}),
            ),
            (Typed::Ns, "[1, 2.5]", json!({"NS": ["1", "2.5"]})),
        ] {
            assert_eq!(typed.read(text).unwrap().to_json(), expected, "{text}");
        }
        assert_eq!(
            read_item_text(r#"{"PK": "a", "n": 5}"#).unwrap().to_json(),
            json!({"PK": {"S": "a"}, "n": {"N": "5"}})
        );
    }

    #[test]
    fn a_text_that_is_no_item_says_in_which_line() {
        for (text, line, words) in [
            ("{\n\"a\": {\"S\": \"x\"},\n}", Some(3), "This is not JSON"),
            ("[]", Some(1), "An item is a JSON object of attributes."),
            (
                "{\n\"PK\": {\"S\": \"x\"},\n\"in\": {\"M\": {\"n\": {\"S\": \"}\\\"\"}}},\n\"n\":\n{\"N\": \"no\"}\n}",
                Some(4),
                "n: The parameter cannot be converted to a numeric value: no.",
            ),
            ("{\"a\": {\"S\": \"x\"},\n\"b\": 7}", Some(2), "b: Unexpected value type in payload."),
            ("{\n\"\": {\"S\": \"x\"}}", Some(2), "An attribute's name may not be empty."),
        ] {
            let fault = read_item_text(text).unwrap_err();
            assert_eq!(fault.line, line, "{text}");
            assert!(fault.words.starts_with(words), "{}", fault.words);
        }
        let deep = format!("{{\"a\": {}1{}}}", "[".repeat(60), "]".repeat(60));
        assert_eq!(read_item_text(&deep).unwrap_err().words, "a: It nests deeper than 32 levels.");
    }
}
