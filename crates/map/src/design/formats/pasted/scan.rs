//! Where JSON objects and lists stand in any text.
//!
//! Each byte is looked at once: objects and lists that are open are kept on a stack, and where one turns out not to be JSON all that
//! are open are given up, while those that were whole inside of them stand. Nesting deeper than [`DEEPEST`] is not JSON that is read
//! here.

/// As deep as the JSON parser follows.
const DEEPEST: usize = 127;

/// What may come next inside of an object or a list.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Next {
    /// A value, or the end of an empty list.
    First,
    /// A value.
    Value,
    /// A name, or the end of an empty object.
    FirstName,
    /// A name.
    Name,
    /// The colon after a name.
    Colon,
    /// A comma or the end.
    More,
}

/// An object or a list that is open.
struct Open {
    at: usize,
    list: bool,
    next: Next,
}

/// The largest whole objects and lists with where they begin, in the order of the text, none inside another.
pub(super) fn values(text: &str) -> Vec<(usize, &str)> {
    let bytes = text.as_bytes();
    let mut found: Vec<(usize, usize)> = Vec::new();
    let mut open: Vec<Open> = Vec::new();
    let mut at = 0;
    while let Some(byte) = bytes.get(at) {
        let shallow = open.len() < DEEPEST;
        let Some(top) = open.last_mut() else {
            if matches!(byte, b'{' | b'[') {
                open.push(opened(at, *byte));
            }
            at += 1;
            continue;
        };
        if matches!(byte, b' ' | b'\n' | b'\r' | b'\t') {
            at += 1;
            continue;
        }
        let value = matches!(top.next, Next::First | Next::Value);
        let ended = match top.next {
            Next::More => true,
            Next::First => top.list,
            Next::FirstName => !top.list,
            _ => false,
        };
        let after = match byte {
            b'}' | b']' if ended && (*byte == b']') == top.list => {
                close(&mut open, &mut found, at + 1);
                Some(at + 1)
            }
            b',' if top.next == Next::More => {
                top.next = if top.list { Next::Value } else { Next::Name };
                Some(at + 1)
            }
            b':' if top.next == Next::Colon => {
                top.next = Next::Value;
                Some(at + 1)
            }
            b'"' if value => {
                top.next = Next::More;
                string(bytes, at)
            }
            b'"' if matches!(top.next, Next::FirstName | Next::Name) => {
                top.next = Next::Colon;
                string(bytes, at)
            }
            b'{' | b'[' if value && shallow => {
                open.push(opened(at, *byte));
                Some(at + 1)
            }
            _ if value => {
                top.next = Next::More;
                word(bytes, at)
            }
            _ => None,
        };
        if let Some(after) = after {
            at = after;
        } else {
            // What is open is no JSON. What begins here may be.
            open.clear();
            at += usize::from(!matches!(byte, b'{' | b'['));
        }
    }
    let texts = found.into_iter().filter_map(|(from, to)| Some((from, text.get(from..to)?)));
    texts.filter(|(_, text)| holds_objects(text)).collect()
}

fn opened(at: usize, byte: u8) -> Open {
    let list = byte == b'[';
    Open { at, list, next: if list { Next::First } else { Next::FirstName } }
}

/// Closes what was opened last, which takes the place of all that was found inside of it.
fn close(open: &mut Vec<Open>, found: &mut Vec<(usize, usize)>, end: usize) {
    let Some(closed) = open.pop() else { return };
    while found.last().is_some_and(|(from, _)| *from > closed.at) {
        found.pop();
    }
    found.push((closed.at, end));
    if let Some(top) = open.last_mut() {
        top.next = Next::More;
    }
}

/// Where a string ends that begins here; none where it does not.
fn string(bytes: &[u8], from: usize) -> Option<usize> {
    let mut at = from + 1;
    loop {
        match bytes.get(at)? {
            b'"' => return Some(at + 1),
            b'\\' => at += 2,
            byte if *byte < b' ' => return None,
            _ => at += 1,
        }
    }
}

/// Where a number, a truth or a null ends; none where it is none of them.
fn word(bytes: &[u8], from: usize) -> Option<usize> {
    let rest = bytes.get(from..)?;
    for known in [&b"true"[..], b"false", b"null"] {
        if rest.starts_with(known) {
            return Some(from + known.len());
        }
    }
    let is_part = |byte: &&u8| matches!(byte, b'0'..=b'9' | b'-' | b'+' | b'.' | b'e' | b'E');
    let length = rest.iter().take_while(is_part).count();
    (length > 0).then_some(from + length)
}

/// Whether a value is an object, or a list of objects, with something in it.
fn holds_objects(text: &str) -> bool {
    let inside = text.strip_prefix('[').map_or(text, str::trim_start);
    inside.strip_prefix('{').is_some_and(|rest| rest.trim_start().starts_with('"'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whole_values_are_found_whatever_stands_around_them() {
        for (text, expected) in [
            (
                r#"$ aws dynamodb scan {"a": [1, {"b": 2}]} $ exit"#,
                &[r#"{"a": [1, {"b": 2}]}"#][..],
            ),
            (r#"const x = [{"a": "}"}]; // {not} [json]"#, &[r#"[{"a": "}"}]"#]),
            (r#"{"a": 1} and {"b": -1.5e3}"#, &[r#"{"a": 1}"#, r#"{"b": -1.5e3}"#]),
            (r#"{"cut": [{"a": true}, {"b": null}], "#, &[r#"[{"a": true}, {"b": null}]"#]),
            (r#"{"a": {"b": "\"{\\"}} {{"c": 1}}"#, &[r#"{"a": {"b": "\"{\\"}}"#, r#"{"c": 1}"#]),
            (r#"{"a": 1,} {"a" 1} {a: 1} {"a": [}"#, &[]),
            (r#"it's {"é": "ü"}, isn't it"#, &[r#"{"é": "ü"}"#]),
            ("[] {} [1, 2]", &[]),
            ("{\"open\n{\"a\": 1}", &["{\"a\": 1}"]),
        ] {
            let found: Vec<&str> = values(text).into_iter().map(|(_, value)| value).collect();
            assert_eq!(found, expected, "{text}");
            for value in found {
                assert!(serde_json::from_str::<serde_json::Value>(value).is_ok(), "{value}");
            }
        }
    }

    #[test]
    fn a_hostile_text_takes_no_longer_than_any_other() {
        for text in ["[", "{\"a\":", "[\"[", "{\"", "[[],", "\"{", "[{\"a\":1},"] {
            let text = text.repeat(400_000);
            values(&text);
        }
    }
}
