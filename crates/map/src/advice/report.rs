//! The retrieval map as a document: every row with its route, its proof and its cost.
//!
//! Owns the text, as Markdown and as CSV. It runs nothing: whoever asks has the proofs, and every figure is theirs. A spreadsheet takes
//! a cell that begins with `=`, `+`, `-` or `@` for a formula: a text that does gets an apostrophe before it, which spreadsheets
//! do not show. Numbers are never negative here.

use serde_json::Value;

use super::Proof;
use super::row_words::{RowWords, written};
use crate::design::{Acceptance, DeliberateCopy, Design, Request, Synchronisation, TableDesign};
use crate::numerals::{counted, short_decimal};

/// Names of the columns of the CSV.
const COLUMNS: [&str; 25] = [
    "id",
    "request",
    "volume",
    "requests per second",
    "promise",
    "route",
    "operation",
    "items read",
    "items returned",
    "items written",
    "partitions touched",
    "partitions",
    "pages",
    "round trips",
    "bytes",
    "read units each",
    "write units each",
    "read units per second",
    "write units per second",
    "grows with the table",
    "proven",
    "verdict",
    "reason",
    "wanted order",
    "wanted count",
];

/// The rows as a Markdown document. `proofs` are those of the design's requests, in their order.
pub fn markdown(design: &Design, proofs: &[&Proof]) -> String {
    let mut out = Markdown::default();
    let name = if design.name.trim().is_empty() { "Retrieval map" } else { design.name.trim() };
    out.heading("# ", name);
    for line in design.description.lines().filter(|line| !line.trim().is_empty()) {
        out.paragraph(line.trim());
    }
    let proven = proofs.iter().filter(|proof| proof.standing.is_proven()).count() as u64;
    if !design.requests.is_empty() {
        let rows = counted(design.requests.len() as u64, "request", "requests");
        out.paragraph(&format!("{rows}, {proven} proven on the sample items."));
    }
    tables(&mut out, design);
    requests(&mut out, design, proofs);
    copies(&mut out, &design.copies);
    accepted(&mut out, &design.accepted);
    out.text
}

/// The rows as CSV (RFC 4180), with a line of names first.
pub fn csv(design: &Design, proofs: &[&Proof]) -> String {
    let mut out = String::new();
    line(&COLUMNS.map(str::to_owned), &mut out);
    let none = Proof::default();
    for (place, request) in design.requests.iter().enumerate() {
        line(&cells(request, proofs.get(place).copied().unwrap_or(&none)), &mut out);
    }
    out
}

fn cells(request: &Request, proof: &Proof) -> [String; 25] {
    let words = RowWords::of(request, proof);
    let totals = &proof.totals;
    let written: u64 = proof.calls.iter().map(written).sum();
    let order = request.wanted.order.as_ref().map(|order| {
        let way = if order.descending { "descending" } else { "ascending" };
        format!("{} {way}", order.attribute)
    });
    let number = |amount: f64| short_decimal(amount, 4);
    let truth = |holds: bool| if holds { "yes" } else { "no" }.to_owned();
    [
        guarded(&request.id),
        guarded(&request.sentence),
        request.volume.word().unwrap_or_default().to_owned(),
        number(request.volume.per_second()),
        words.promise.to_owned(),
        guarded(&words.route.join(" / ")),
        guarded(&words.operation),
        totals.items_read.to_string(),
        totals.items_returned.to_string(),
        written.to_string(),
        totals.partitions_touched.to_string(),
        proof.partitions.to_string(),
        totals.pages.to_string(),
        totals.round_trips.to_string(),
        totals.bytes_read.to_string(),
        number(proof.read_units),
        number(proof.write_units),
        number(proof.read_units_per_second()),
        number(proof.write_units_per_second()),
        truth(!words.growth.is_empty()),
        truth(proof.standing.is_proven()),
        words.verdict.to_owned(),
        guarded(&words.reason),
        guarded(&order.unwrap_or_default()),
        request.wanted.count.map(|count| count.to_string()).unwrap_or_default(),
    ]
}

/// A text that no spreadsheet takes for a formula.
fn guarded(text: &str) -> String {
    let begins = text.trim_start_matches([' ', '\t', '\r', '\n', '\0', '\u{a0}', '\u{feff}']);
    if begins.starts_with(['=', '+', '-', '@', '\u{ff1d}', '\u{ff0b}', '\u{ff0d}', '\u{ff20}']) {
        return format!("'{text}");
    }
    text.to_owned()
}

fn line(cells: &[String], out: &mut String) {
    for (place, cell) in cells.iter().enumerate() {
        if place > 0 {
            out.push(',');
        }
        let is_bare = !cell.contains([',', '"', '\r', '\n']) && cell.trim() == cell;
        if is_bare {
            out.push_str(cell);
        } else {
            out.push('"');
            out.push_str(&cell.replace('"', "\"\""));
            out.push('"');
        }
    }
    out.push_str("\r\n");
}

fn tables(out: &mut Markdown, design: &Design) {
    if design.tables.is_empty() {
        return;
    }
    out.heading("## ", "Tables");
    out.head(&["Table", "Index", "Partition key", "Sort key", "Projection", "Billing"]);
    for table in &design.tables {
        let billing = match table.create.get("BillingMode").and_then(Value::as_str) {
            Some("PAY_PER_REQUEST") => "on demand",
            _ => "provisioned",
        };
        let [partition, sort] = keys(table, &table.create);
        out.row(&[table.name(), "", &partition, &sort, "", billing]);
        for (list, kind) in [
            ("GlobalSecondaryIndexes", "global"),
            ("LocalSecondaryIndexes", "local"),
            ("VectorIndexes", "vector"),
        ] {
            let indexes = table.create.get(list).and_then(Value::as_array);
            for index in indexes.into_iter().flatten() {
                let name = index.get("IndexName").and_then(Value::as_str).unwrap_or_default();
                let [partition, sort] = keys(table, index);
                let name = format!("{name} ({kind})");
                out.row(&[table.name(), &name, &partition, &sort, &projection(index), ""]);
            }
        }
    }
    out.end();
}

/// The attributes of a partition key and of a sort key, each with its type.
fn keys(table: &TableDesign, door: &Value) -> [String; 2] {
    let text = |value: &Value, name: &str| {
        value.get(name).and_then(Value::as_str).unwrap_or_default().to_owned()
    };
    let type_of = |attribute: &str| {
        let all = table.create.get("AttributeDefinitions").and_then(Value::as_array);
        let found = all.into_iter().flatten().find(|each| text(each, "AttributeName") == attribute);
        found.map(|each| text(each, "AttributeType")).unwrap_or_default()
    };
    ["HASH", "RANGE"].map(|role| {
        let schema = door.get("KeySchema").and_then(Value::as_array);
        let elements = schema.into_iter().flatten().filter(|each| text(each, "KeyType") == role);
        let named = elements.map(|each| {
            let name = text(each, "AttributeName");
            let kind = type_of(&name);
            if kind.is_empty() { name } else { format!("{name} ({kind})") }
        });
        named.collect::<Vec<_>>().join(", ")
    })
}

fn projection(index: &Value) -> String {
    let Some(projection) = index.get("Projection") else { return String::new() };
    match projection.get("ProjectionType").and_then(Value::as_str) {
        Some("ALL") => "all".to_owned(),
        Some("KEYS_ONLY") => "keys only".to_owned(),
        Some("INCLUDE") => {
            let included = projection.get("NonKeyAttributes").and_then(Value::as_array);
            let names = included.into_iter().flatten().filter_map(Value::as_str);
            format!("keys and {}", names.collect::<Vec<_>>().join(", "))
        }
        other => other.unwrap_or_default().to_owned(),
    }
}

fn requests(out: &mut Markdown, design: &Design, proofs: &[&Proof]) {
    if design.requests.is_empty() {
        return;
    }
    out.heading("## ", "Requests");
    out.head(&[
        "Id",
        "Request",
        "Volume",
        "Promise",
        "Route",
        "Operation",
        "Walk",
        "Each time",
        "Cost at volume",
        "Verdict",
        "Why",
    ]);
    let none = Proof::default();
    for (place, request) in design.requests.iter().enumerate() {
        let words = RowWords::of(request, proofs.get(place).copied().unwrap_or(&none));
        let volume = match words.volume_word {
            "" => words.volume,
            word => format!("{} ({word})", words.volume),
        };
        let cost = match words.growth {
            "" => words.at_volume,
            growth => format!("{}, {growth}", words.at_volume),
        };
        out.row(&[
            &words.id,
            &words.sentence,
            &volume,
            words.promise,
            &words.route.join(" / "),
            &words.operation,
            &words.walk.replace('\n', ", "),
            &words.each,
            &cost,
            words.verdict,
            &words.reason,
        ]);
    }
    out.end();
}

fn copies(out: &mut Markdown, copies: &[DeliberateCopy]) {
    if copies.is_empty() {
        return;
    }
    out.heading("## ", "Deliberate copies");
    out.head(&["Table", "Source", "Copy", "Attributes", "For", "Owner", "Kept in step by"]);
    for copy in copies {
        let step = match &copy.synchronisation {
            Synchronisation::Unplanned => "not planned yet".to_owned(),
            Synchronisation::Transaction => "one transaction".to_owned(),
            Synchronisation::Stream => "the table's stream".to_owned(),
            Synchronisation::AcceptedStaleness(why) if why.trim().is_empty() => {
                "nothing: it may lag".to_owned()
            }
            Synchronisation::AcceptedStaleness(why) => format!("nothing: {why}"),
        };
        let (attributes, requests) = (copy.attributes.join(", "), copy.requests.join(", "));
        out.row(&[
            &copy.table,
            &copy.source,
            &copy.copy,
            &attributes,
            &requests,
            &copy.owner,
            &step,
        ]);
    }
    out.end();
}

fn accepted(out: &mut Markdown, accepted: &[Acceptance]) {
    if accepted.is_empty() {
        return;
    }
    out.heading("## ", "Advice kept as it is");
    out.head(&["Rule", "About", "Why"]);
    for acceptance in accepted {
        out.row(&[&acceptance.rule, &acceptance.about, &acceptance.reason]);
    }
    out.end();
}

/// Markdown, growing. What it is given are texts, and stays text.
#[derive(Default)]
struct Markdown {
    text: String,
}

impl Markdown {
    fn heading(&mut self, signs: &str, words: &str) {
        self.text.push_str(signs);
        self.inline(words);
        self.text.push_str("\n\n");
    }

    fn paragraph(&mut self, words: &str) {
        // what would begin a heading, a list or a line across
        if words.starts_with(['#', '-', '+', '=']) {
            self.text.push('\\');
        }
        self.inline(words);
        self.text.push_str("\n\n");
    }

    fn head(&mut self, names: &[&str]) {
        self.row(names);
        for _ in names {
            self.text.push_str("| --- ");
        }
        self.text.push_str("|\n");
    }

    fn row(&mut self, cells: &[&str]) {
        for cell in cells {
            self.text.push_str("| ");
            self.inline(cell.trim());
            self.text.push(' ');
        }
        self.text.push_str("|\n");
    }

    fn end(&mut self) {
        self.text.push('\n');
    }

    /// A text that means nothing to Markdown, on one line.
    fn inline(&mut self, words: &str) {
        let mut letters = words.chars().peekable();
        while let Some(letter) = letters.next() {
            match letter {
                '\r' if letters.peek() == Some(&'\n') => {}
                '\n' | '\r' | '\u{85}' | '\u{2028}' | '\u{2029}' => self.text.push_str("<br>"),
                '\\' | '`' | '*' | '_' | '[' | ']' | '<' | '>' | '|' | '~' | '&' | '$' => {
                    self.text.push('\\');
                    self.text.push(letter);
                }
                hidden if hidden.is_control() => self.text.push(' '),
                letter => self.text.push(letter),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::advice::Prover;
    use crate::design::{open, scenarios};

    /// A scenario's design with its proofs.
    fn proven(json: &str) -> (Design, Vec<Proof>) {
        let mut opened = open(json).unwrap();
        let mut prover = Prover::default();
        prover.take(&opened.design);
        while prover.step(&opened.design, &mut opened.database) {}
        (opened.design, prover.proofs().to_vec())
    }

    #[test]
    fn a_row_is_told_with_the_figures_of_its_proof() {
        let (design, proofs) = proven(scenarios::FIRST.json);
        let proofs: Vec<&Proof> = proofs.iter().collect();
        let markdown = markdown(&design, &proofs);
        for line in [
            "# The retrieval map",
            "6 requests, 5 proven on the sample items.",
            "| Warehouse |  | PK (S) | SK (S) |  | on demand |",
            "| A3 | List warehouses carrying product | 500 /s (high) | Eventual | PRODUCT#{productId} / begins with WAREHOUSE# | Query | 3 read, 3 returned, 1 of 3 partitions | 0.5 RCU | 250 RCU/s | proven |",
            "## Deliberate copies",
            "| Warehouse | CustomerOrder | OrderLookup | orderedOn, total, status | A5, A6 | the order service | one transaction |",
        ] {
            assert!(markdown.contains(line), "{line} in\n{markdown}");
        }
        let csv = csv(&design, &proofs);
        let lines: Vec<&str> = csv.split("\r\n").collect();
        assert_eq!(lines.len(), 8);
        assert!(
            lines[3].starts_with(
                "A3,List warehouses carrying product,high,500,Eventual,PRODUCT#{productId} / begins with WAREHOUSE#,Query,3,3,0,1,3,1,1,"
            ),
            "{}",
            lines[3]
        );
        assert!(lines[4].contains(",yes,no,"), "a scan grows and is not proven: {}", lines[4]);
    }

    #[test]
    fn texts_stay_texts() {
        let (mut design, proofs) = proven(scenarios::FIRST.json);
        design.name = "# a | b".to_owned();
        let request = design.requests.first_mut().unwrap();
        request.id = "=1+1".to_owned();
        request.sentence = "a|b `c` <script>\r\n*d* \"e\", [f](g) \u{7} \\".to_owned();
        request.route = Some("@SUM(A1)".to_owned());
        let proofs: Vec<&Proof> = proofs.iter().collect();
        let markdown = markdown(&design, &proofs);
        assert!(markdown.starts_with("# # a \\| b\n"), "{markdown}");
        let row = "| =1+1 | a\\|b \\`c\\` \\<script\\><br>\\*d\\* \"e\", \\[f\\](g)   \\\\ |";
        assert!(markdown.contains(row), "{markdown}");
        let csv = csv(&design, &proofs);
        let row = "\r\n'=1+1,\"a|b `c` <script>\r\n*d* \"\"e\"\", [f](g) \u{7} \\\",";
        assert!(csv.contains(row) && csv.contains(",'@SUM(A1),"), "{csv}");
    }

    #[test]
    fn no_text_is_a_formula() {
        for (text, expected) in [
            ("=1", "'=1"),
            ("+1", "'+1"),
            ("-1", "'-1"),
            ("@a", "'@a"),
            ("\t=1", "'\t=1"),
            (" =1", "' =1"),
            ("\u{ff1d}1", "'\u{ff1d}1"),
            ("a=1", "a=1"),
            ("", ""),
        ] {
            assert_eq!(guarded(text), expected);
        }
    }

    #[test]
    fn a_design_without_rows_has_its_tables() {
        let markdown = markdown(&Design::default(), &[]);
        assert_eq!(markdown, "# Retrieval map\n\n");
        assert_eq!(csv(&Design::default(), &[]).lines().count(), 1);
    }
}
