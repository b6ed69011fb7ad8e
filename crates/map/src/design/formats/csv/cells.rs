//! The rows and cells of a table of values, as they stand in its text.

use std::borrow::Cow;

/// What parts the cells, in the order in which it is tried.
const DELIMITERS: [char; 4] = [',', ';', '\t', '|'];

/// What parts the cells of a table: what the header holds most of outside of quotes; none where it holds none. Gives the text back
/// without the line `sep=;` that spreadsheets understand.
pub(super) fn delimiter_of(text: &str) -> (&str, Option<char>) {
    let text = text.trim_start_matches('\u{feff}');
    let (first, rest) = text.split_once('\n').unwrap_or((text, ""));
    if let Some(said) = first.trim_end().strip_prefix("sep=")
        && let Some(delimiter) = said.chars().next()
        && DELIMITERS.contains(&delimiter)
    {
        return (rest, Some(delimiter));
    }
    let Some(header) = records(text, '\0').next() else { return (text, None) };
    let mut best = None;
    for delimiter in DELIMITERS {
        let count = cells(header, delimiter).count();
        if count > 1 && best.is_none_or(|(most, _)| count > most) {
            best = Some((count, delimiter));
        }
    }
    (text, best.map(|(_, delimiter)| delimiter))
}

/// Whether cells could be the names of attributes, and not the words of a sentence.
pub(super) fn is_heading(names: &[Cow<'_, str>]) -> bool {
    const LONGEST: usize = 255;
    const MOST_WORDS: usize = 5;
    let sound = |name: &Cow<'_, str>| {
        name.len() <= LONGEST
            && !name.ends_with(['.', '!', '?', ':', '{', '[', '('])
            && !name.starts_with(['{', '[', '<'])
            && name.split_whitespace().count() <= MOST_WORDS
    };
    let filled = names.iter().filter(|name| !name.trim().is_empty()).count();
    names.len() > 1 && filled * 2 > names.len() && names.iter().all(sound)
}

/// The rows that are not empty, each without the end of its line. A quote that is never closed ends with its line.
#[derive(Debug)]
pub(super) struct Records<'t> {
    text: &'t str,
    /// Where the next begins.
    at: usize,
    delimiter: char,
    quotes_close: bool,
}

/// The rows of a text.
pub(super) fn records(text: &str, delimiter: char) -> Records<'_> {
    Records { text, at: 0, delimiter, quotes_close: true }
}

impl Records<'_> {
    /// Bytes that are not parted yet.
    pub(super) fn left(&self) -> usize {
        self.text.len() - self.at
    }
}

impl<'t> Iterator for Records<'t> {
    type Item = &'t str;

    fn next(&mut self) -> Option<&'t str> {
        loop {
            let rest = self.text.get(self.at..)?;
            if rest.is_empty() {
                return None;
            }
            let mut length = record_length(rest, self.delimiter, self.quotes_close);
            if length.is_none() && self.quotes_close {
                // From here on some quote is open to the end: quotes mean nothing any more.
                self.quotes_close = false;
                length = record_length(rest, self.delimiter, false);
            }
            let length = length.unwrap_or(rest.len());
            self.at += length;
            let record = rest.get(..length).unwrap_or_default().trim_end_matches(['\r', '\n']);
            if !record.trim().is_empty() {
                return Some(record);
            }
        }
    }
}

/// The length of the first row with the end of its line; none where a quote in it is never closed.
fn record_length(text: &str, delimiter: char, heeds_quotes: bool) -> Option<usize> {
    let bytes = text.as_bytes();
    let (mut begins, mut quoted, mut closed) = (true, false, None);
    for (at, byte) in bytes.iter().enumerate() {
        match byte {
            b'"' if quoted => (quoted, closed) = (false, Some(at + 1)),
            // Also the second of two quotes inside of quotes, which opens them again.
            b'"' if heeds_quotes && (begins || closed == Some(at)) => {
                (quoted, begins) = (true, false);
            }
            b'\n' if !quoted => return Some(at + 1),
            b' ' => {}
            // Where the delimiter is not known yet, any begins a cell.
            _ => {
                begins = char::from(*byte) == delimiter
                    || delimiter == '\0' && DELIMITERS.contains(&char::from(*byte));
            }
        }
    }
    (!quoted).then_some(bytes.len())
}

/// The cells of a row: what is quoted without its quotes, the rest without the space around it.
pub(super) fn cells(record: &str, delimiter: char) -> impl Iterator<Item = Cow<'_, str>> {
    let mut rest = Some(record);
    std::iter::from_fn(move || {
        let text = rest?;
        let begun = text.trim_start_matches(' ');
        if let Some(inside) = begun.strip_prefix('"')
            && let Some((cell, after)) = quoted(inside)
        {
            rest = after.find(delimiter).and_then(|at| after.get(at + delimiter.len_utf8()..));
            let trailing = after.split(delimiter).next().unwrap_or_default().trim();
            return Some(if trailing.is_empty() {
                cell
            } else {
                Cow::Owned(format!("{cell}{trailing}"))
            });
        }
        let (cell, after) = match text.split_once(delimiter) {
            Some((cell, after)) => (cell, Some(after)),
            None => (text, None),
        };
        rest = after;
        Some(Cow::Borrowed(cell.trim()))
    })
}

/// What stands before the closing quote, and what after it; none where there is none.
fn quoted(text: &str) -> Option<(Cow<'_, str>, &str)> {
    let mut from = 0;
    let mut doubled = false;
    loop {
        let at = from + text.get(from..)?.find('"')?;
        let after = text.get(at + 1..)?;
        if after.starts_with('"') {
            doubled = true;
            from = at + 2;
            continue;
        }
        let inside = text.get(..at)?;
        let cell =
            if doubled { Cow::Owned(inside.replace("\"\"", "\"")) } else { Cow::Borrowed(inside) };
        return Some((cell, after));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rows(text: &str) -> Vec<Vec<String>> {
        let (text, delimiter) = delimiter_of(text);
        let delimiter = delimiter.unwrap_or(',');
        let row = |row| cells(row, delimiter).map(Cow::into_owned).collect();
        records(text, delimiter).map(row).collect()
    }

    #[test]
    fn rows_and_cells_are_parted_whatever_is_quoted_and_however_lines_end() {
        for (text, expected) in [
            ("a,b\n1,2\n", vec![vec!["a", "b"], vec!["1", "2"]]),
            ("a;b\r\n1;\"2;\r\n3\"\r\n\r\n", vec![vec!["a", "b"], vec!["1", "2;\r\n3"]]),
            ("a\tb\n\"x \"\"y\"\"\"\t,", vec![vec!["a", "b"], vec!["x \"y\"", ","]]),
            ("\"a,1\",b\n,\n", vec![vec!["a,1", "b"], vec!["", ""]]),
            ("a, \"b\" \n 1 , \" 2\"\n", vec![vec!["a", "b"], vec!["1", " 2"]]),
            ("sep=;\r\na;b,c\n", vec![vec!["a", "b,c"]]),
            ("a,b\n5\" disk,x\n", vec![vec!["a", "b"], vec!["5\" disk", "x"]]),
            ("a,b\n\"\"\"\",\"\"\n", vec![vec!["a", "b"], vec!["\"", ""]]),
            ("ключ,b\n\"é\n\",ü", vec![vec!["ключ", "b"], vec!["é\n", "ü"]]),
        ] {
            assert_eq!(rows(text), expected, "{text:?}");
        }
    }

    #[test]
    fn a_quote_that_is_never_closed_does_not_swallow_the_rows_after_it() {
        assert_eq!(
            rows("a,b\n1,\"2\n3,4\n5,6\n"),
            [["a", "b"], ["1", "\"2"], ["3", "4"], ["5", "6"]]
        );
    }
}
