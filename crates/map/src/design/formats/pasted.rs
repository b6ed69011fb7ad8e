//! JSON inside a text that is not JSON: a console's screen, a chat, a page of documentation, an assignment in a script.
//!
//! Owns the finding of it, in time linear in the text, and the choice: the largest value of a format that is known is read, and
//! where that holds only items or defines
//! a table, so are all others that do. What was passed over is said. It never judges what a value says.

mod scan;

use super::{Draft, items, recognise};
use crate::design::{Defect, OpenError};
use crate::numerals::counted;
use key_engine::order::sort_by;

/// The most values that are tried, largest first, before it is said that none is known.
const MOST_TRIED: usize = 64;

/// Reads the JSON in a text that as a whole is of no known format; none where it holds none.
pub(super) fn read(text: &str) -> Option<Result<Draft<'_>, OpenError>> {
    let values = scan::values(text);
    let mut largest = values.clone();
    sort_by(&mut largest, |(_, one), (_, other)| other.len().cmp(&one.len()));
    let mut refused = None;
    for value in largest.iter().take(MOST_TRIED) {
        match recognise::read_json(value.1).and_then(recognise::Reading::finish) {
            Ok(draft) if items::can_join(&draft) => return Some(Ok(joined(text, &values))),
            Ok(mut draft) => {
                note(&mut draft, text, &[*value], values.len() - 1);
                return Some(Ok(draft));
            }
            // Of a value that is a good part of the text, or of a known format, the reason is the reason for the whole.
            Err(error) => {
                let small = value.1.len() * 2 < text.len();
                if !small || !matches!(error, OpenError::NotAModel { .. }) {
                    refused.get_or_insert(error);
                }
            }
        }
    }
    refused.map(Err)
}

/// All values that hold nothing but items, and definitions of tables for them, as one. Beside a definition an item that stands by
/// itself is more likely an example: only answers, and what is written, come to it.
fn joined<'t>(text: &'t str, values: &[(usize, &'t str)]) -> Draft<'t> {
    let mut all = Vec::new();
    for value in values {
        if let Ok(draft) = recognise::read_json(value.1).and_then(recognise::Reading::finish)
            && items::can_join(&draft)
        {
            all.push((*value, draft));
        }
    }
    if all.iter().any(|(_, draft)| !draft.items_only) {
        all.retain(|(_, draft)| !items::are_lone(draft));
    }
    let (mut used, mut read) = (Vec::new(), Vec::new());
    for (value, draft) in all {
        used.push(value);
        read.push(draft);
    }
    let others = values.len() - used.len();
    let mut draft = items::join(read);
    note(&mut draft, text, &used, others);
    draft
}

/// Says what of the text was not read.
fn note(draft: &mut Draft<'_>, text: &str, used: &[(usize, &str)], others: usize) {
    const SHOWN: usize = 60;
    let before = used.first().and_then(|(at, _)| text.get(..*at)).unwrap_or_default().trim();
    let after = used.last().and_then(|(at, value)| text.get(at + value.len()..));
    let shown = if before.is_empty() { after.unwrap_or_default().trim() } else { before };
    let plain = shown.chars().map(|letter| if letter.is_control() { ' ' } else { letter });
    let mut words: String = plain.take(SHOWN).collect();
    if shown.chars().count() > SHOWN {
        words.push('…');
    }
    let read: usize = used.iter().map(|(_, value)| value.len()).sum();
    let passed = text.len().saturating_sub(read);
    let problem = format!("the text holds more than the JSON that was read: “{words}”");
    let mut done = format!("{} passed over", counted(passed as u64, "byte was", "bytes were"));
    if others > 0 {
        let values = counted(others as u64, "other JSON value", "other JSON values");
        done = format!("{done}, {values} among them");
    }
    draft.defects.insert(0, Defect::of_table("", problem, done));
}
