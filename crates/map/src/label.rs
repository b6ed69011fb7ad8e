//! Keys as a reader meets them: on signs, on boxes, in sentences.
//!
//! Owns the fitting of a key into so many columns of a monospaced font, and showing honestly what has no glyph of its own. It must
//! never measure pixels by asking a font: a column is one advance, which the painter measured once.

use key_engine::AttributeValue;

/// Bytes of a binary key that are spelt out.
const MOST_BYTES: usize = 64;

/// What stands for what was left out.
const ELLIPSIS: char = '…';

/// A key value as one reads it: strings with what hides or turns the text around it spelt out, numbers in canonical form, binary as hexadecimal digits after `0x`.
pub fn key_text(value: &AttributeValue) -> String {
    match value {
        AttributeValue::S(text) => printable(text),
        AttributeValue::N(number) => number.to_string(),
        AttributeValue::B(bytes) => {
            let digits = bytes.iter().take(MOST_BYTES).flat_map(|byte| [byte >> 4, byte & 15]);
            let digits = digits.filter_map(|digit| char::from_digit(u32::from(digit), 16));
            let more = (bytes.len() > MOST_BYTES).then_some(ELLIPSIS);
            "0x".chars().chain(digits).chain(more).collect()
        }
        other => other.to_json().to_string(),
    }
}

/// The text with every control character made visible.
pub fn printable(text: &str) -> String {
    let mut printed = String::with_capacity(text.len());
    for symbol in text.chars() {
        match visible(symbol) {
            Ok(glyph) => printed.push(glyph),
            Err(spelt) => printed.push_str(&spelt),
        }
    }
    printed
}

/// How many columns a text takes once its control characters are made visible.
pub fn columns(text: &str) -> usize {
    text.chars().map(|symbol| visible(symbol).map_or_else(|spelt| spelt.len(), width)).sum()
}

/// The text with every control character made visible, cut in the middle to at most `columns` columns: both the prefix and the tail of
/// a key say what it is.
pub fn fit(text: &str, columns: usize) -> String {
    let clusters = clusters(text);
    let whole: usize = clusters.iter().map(|cluster| cluster.columns).sum();
    if whole <= columns {
        return clusters.into_iter().map(|cluster| cluster.text).collect();
    }
    let Some(room) = columns.checked_sub(1) else { return String::new() };
    let tail_room = room * 2 / 5;
    let (mut head, mut tail) = (String::new(), Vec::new());
    let (mut left, mut behind) = (room - tail_room, tail_room);
    for cluster in clusters.iter().rev() {
        let Some(rest) = behind.checked_sub(cluster.columns) else { break };
        behind = rest;
        tail.push(cluster.text.as_str());
    }
    left += behind;
    for cluster in &clusters {
        let Some(rest) = left.checked_sub(cluster.columns) else { break };
        left = rest;
        head.push_str(&cluster.text);
    }
    head.push(ELLIPSIS);
    head.extend(tail.into_iter().rev());
    head
}

/// What must not be cut apart: a character with the marks that combine with it.
struct Cluster {
    text: String,
    columns: usize,
}

fn clusters(text: &str) -> Vec<Cluster> {
    let mut clusters: Vec<Cluster> = Vec::new();
    let mut joined = false;
    for symbol in text.chars() {
        match visible(symbol) {
            Err(spelt) => {
                clusters.extend(
                    spelt.chars().map(|symbol| Cluster { text: symbol.into(), columns: 1 }),
                );
            }
            Ok(symbol) => match clusters.last_mut() {
                Some(last) if joined || width(symbol) == 0 => last.text.push(symbol),
                _ => clusters.push(Cluster { text: symbol.into(), columns: width(symbol) }),
            },
        }
        joined = symbol == ZERO_WIDTH_JOINER;
    }
    clusters
}

const ZERO_WIDTH_JOINER: char = '\u{200D}';

/// The glyph to print for a character; `Err` spells out one that would hide or turn the text around it.
fn visible(symbol: char) -> Result<char, String> {
    match symbol {
        '\u{0}'..='\u{1F}' => Ok(char::from_u32(symbol as u32 + 0x2400).unwrap_or(symbol)),
        '\u{7F}' => Ok('\u{2421}'),
        '\u{80}'..='\u{9F}'
        | '\u{AD}'
        | '\u{200B}'
        | '\u{200C}'
        | '\u{200E}'
        | '\u{200F}'
        | '\u{2028}'..='\u{202E}'
        | '\u{2060}'..='\u{206F}'
        | '\u{FEFF}' => Err(format!("<{:X}>", symbol as u32)),
        symbol => Ok(symbol),
    }
}

/// Columns of a visible character: 0 for marks, 2 for wide scripts and pictographs.
fn width(symbol: char) -> usize {
    match symbol as u32 {
        0x300..=0x36F
        | 0x483..=0x489
        | 0x591..=0x5BD
        | 0x610..=0x61A
        | 0x64B..=0x65F
        | 0x1AB0..=0x1AFF
        | 0x1DC0..=0x1DFF
        | 0x200D
        | 0x20D0..=0x20FF
        | 0xFE00..=0xFE0F
        | 0xFE20..=0xFE2F
        | 0x1F3FB..=0x1F3FF
        | 0xE0100..=0xE01EF => 0,
        0x1100..=0x115F
        | 0x2E80..=0x303E
        | 0x3041..=0x33FF
        | 0x3400..=0x4DBF
        | 0x4E00..=0x9FFF
        | 0xA000..=0xA4CF
        | 0xAC00..=0xD7A3
        | 0xF900..=0xFAFF
        | 0xFE30..=0xFE6F
        | 0xFF01..=0xFF60
        | 0xFFE0..=0xFFE6
        | 0x1F300..=0x1F64F
        | 0x1F680..=0x1F6FF
        | 0x1F900..=0x1F9FF
        | 0x20000..=0x3FFFD => 2,
        _ => 1,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_is_cut_in_its_middle_and_only_when_it_must_be() {
        for (text, room, expected) in [
            ("ORDER#O711", 10, "ORDER#O711"),
            ("ORDER#O711", 9, "ORDER…711"),
            ("ORDER#2026-06-18#O711", 12, "ORDER#2…O711"),
            ("abc", 1, "…"),
            ("abc", 0, ""),
            ("", 0, ""),
            ("東京都千代田区", 14, "東京都千代田区"),
            ("東京都千代田区", 9, "東京都…区"),
            ("e\u{301}e\u{301}e\u{301}", 3, "e\u{301}e\u{301}e\u{301}"),
            ("e\u{301}e\u{301}e\u{301}e\u{301}", 3, "e\u{301}e\u{301}…"),
        ] {
            let fitted = fit(text, room);
            assert_eq!(fitted, expected, "{text} in {room}");
            assert!(columns(&fitted) <= room, "{text} in {room}");
        }
    }

    #[test]
    fn what_has_no_glyph_is_shown() {
        for (text, expected) in [
            ("a\nb\tc\0", "a␊b␉c␀"),
            ("\u{7f}", "␡"),
            ("a\u{202E}b", "a<202E>b"),
            ("\u{FEFF}PK", "<FEFF>PK"),
            ("👩\u{200D}👩", "👩\u{200D}👩"),
        ] {
            assert_eq!(fit(text, 40), expected);
            assert_eq!(key_text(&AttributeValue::S(text.to_owned())), expected);
        }
    }

    #[test]
    fn keys_of_each_type_are_spelt() {
        for (json, expected) in [
            (serde_json::json!({"S": "PRODUCT#P100"}), "PRODUCT#P100"),
            (serde_json::json!({"N": "1e2"}), "100"),
            (serde_json::json!({"B": "AP8="}), "0x00ff"),
        ] {
            assert_eq!(key_text(&AttributeValue::from_json(&json).unwrap()), expected);
        }
    }
}
