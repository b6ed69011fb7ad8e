//! Python with boto3's client, values with their types.
//!
//! Owns its words. Source: the reference of boto3, `DynamoDB.Client`.

use super::calls::{Calls, ENVIRONMENT, Rest, Source};
use super::layout::{Doc, Page, Style};
use super::program::{Program, Step, Taken};
use super::template::Template;
use super::values::Values;
use super::words::{Case, escape_point, escaped, quoted, snake, with_double_braces};

const PAGE: Page = Page { indent: "    ", width: 88, comment: "# " };

/// Words that the language or this code has given another meaning.
const RESERVED: &[&str] = &[
    "false none true and as assert async await break class continue def del elif else except finally for from global if",
    "import in is lambda nonlocal not or pass raise return try while with yield match case type print list dict set str",
    "int float bytes len base64 boto3 client page response table rows",
];

struct Writer<'a> {
    source: Source<'a>,
}

pub(super) fn write(program: &Program) -> String {
    Writer { source: Source::new(program, PAGE, Case::Snake, RESERVED) }.script(Writer::head)
}

impl Writer<'_> {
    fn head(&mut self) {
        if self.source.program.has_bytes() {
            self.line(&["import base64\n"]);
        }
        self.line(&["import boto3\n"]);
        self.source.lines.comment(&[ENVIRONMENT]);
        self.line(&["client = boto3.client(\"dynamodb\")"]);
        if !self.source.variables.is_empty() {
            self.line(&[]);
        }
        self.variables();
    }
}

impl<'a> Calls<'a> for Writer<'a> {
    const NO_SAMPLE: &'static str = "  # this placeholder has no sample";

    fn source(&mut self) -> &mut Source<'a> {
        &mut self.source
    }

    fn declare(&mut self, name: &str, value: &str, note: &str) {
        self.line(&[name, " = ", &literal(value), note]);
    }

    fn send(&mut self, step: &Step, answer: Option<&str>) {
        let kept = answer.map(|answer| format!("{answer} = ")).unwrap_or_default();
        let send = send(step, self.parameters(step, "", "=")).after(&kept);
        self.code(&send);
    }

    fn of(&self, answer: &str, member: &str) -> String {
        format!("{answer}.get(\"{member}\")")
    }

    fn of_each(&self, answer: &str) -> String {
        format!("[each.get(\"Item\") for each in {answer}.get(\"Responses\", [])]")
    }

    fn show(&mut self, what: &str) {
        self.line(&["print(", what, ")"]);
    }

    fn send_pages(&mut self, step: &Step, kept: &str) {
        let counts = step.taken == Taken::Count;
        self.line(&[kept, if counts { " = 0" } else { " = []" }]);
        let operation = snake(step.operation.name);
        let open = format!("for page in client.get_paginator(\"{operation}\").paginate(");
        let call = Doc::list(open, self.parameters(step, "", "="), "):", Style::Tight);
        self.code(&call);
        if counts {
            self.line(&["    ", kept, " += page[\"Count\"]"]);
        } else {
            self.line(&["    ", kept, ".extend(page.get(\"Items\", []))"]);
        }
    }

    fn send_tokens(&mut self, step: &Step, kept: &str) {
        let input = self.source.names.fresh("statement_input");
        self.line(&[kept, " = []"]);
        let members = step.members.iter();
        let members = members.map(|(name, node)| member(name, self.untyped(node))).collect();
        let dictionary = Doc::list(format!("{input} = {{"), members, "}", Style::Tight);
        self.code(&dictionary);
        self.line(&["while True:"]);
        self.line(&["    page = client.execute_statement(**", &input, ")"]);
        self.line(&["    ", kept, ".extend(page.get(\"Items\", []))"]);
        self.line(&["    if \"NextToken\" not in page:\n        break"]);
        self.line(&["    ", &input, "[\"NextToken\"] = page[\"NextToken\"]"]);
    }

    fn send_rest(&mut self, step: &Step, rest: &Rest<'_>) {
        let Rest { kept, name, left } = *rest;
        if let Some(kept) = kept {
            self.line(&[kept, " = {}"]);
        }
        let items = step.member("RequestItems").map(|node| self.untyped(node));
        let items = items.unwrap_or(Doc::atom("{}")).after(&format!("{name} = "));
        self.code(&items);
        self.line(&["while True:"]);
        let mut members = vec![Doc::atom(format!("RequestItems={name}"))];
        members.extend(self.parameters(step, "RequestItems", "="));
        let send = send(step, members).after("response = ");
        self.line(&["    ", &PAGE.print(&send, 1)]);
        if let Some(kept) = kept {
            self.line(&["    for table, rows in response.get(\"Responses\", {}).items():"]);
            self.line(&["        ", kept, ".setdefault(table, []).extend(rows)"]);
        }
        self.line(&["    ", name, " = response.get(\"", left, "\")"]);
        self.line(&["    if not ", name, ":\n        break"]);
    }
}

impl Values for Writer<'_> {
    fn held(&self, template: &Template) -> String {
        if let Some(text) = template.text() {
            return literal(text);
        }
        let name = |place: usize| self.source.name(place, "None");
        if let Some(place) = template.sole_gap() {
            return name(place).to_owned();
        }
        let text = |text: &str| escaped(&with_double_braces(text), '"', escape_point);
        format!("f\"{}\"", template.joined(text, |place| format!("{{{}}}", name(place))))
    }

    fn bytes(&self, text: &Template) -> Doc {
        Doc::Atom(format!("base64.b64decode({})", self.held(text)))
    }

    fn flag(&self, flag: bool) -> Doc {
        Doc::atom(if flag { "True" } else { "False" })
    }

    fn list(&self, _: &str, pieces: Vec<Doc>) -> Doc {
        Doc::list("[", pieces, "]", Style::Tight)
    }

    fn map(&self, members: Vec<(&str, Doc)>) -> Doc {
        let members = members.into_iter().map(|(name, value)| member(name, value));
        Doc::list("{", members.collect(), "}", Style::Tight)
    }

    fn value(&self, kind: &str, held: Doc) -> Doc {
        self.map(vec![(kind, held)])
    }
}

fn send(step: &Step, members: Vec<Doc>) -> Doc {
    let open = format!("client.{}(", snake(step.operation.name));
    Doc::list(open, members, ")", Style::Tight)
}

fn member(name: &str, value: Doc) -> Doc {
    value.after(&format!("{}: ", literal(name)))
}

fn literal(text: &str) -> String {
    quoted(text, escape_point)
}
