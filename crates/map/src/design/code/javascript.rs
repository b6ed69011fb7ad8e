//! JavaScript with the AWS SDK version 3, as a module for Node.
//!
//! Owns its words. Source: the SDK's reference of `@aws-sdk/client-dynamodb`.

use super::calls::{Calls, ENVIRONMENT, Rest, Source};
use super::layout::{Doc, Page, Style};
use super::program::{Program, Sending, Step, Taken};
use super::template::Template;
use super::values::Values;
use super::words::{Case, escape_utf16, escaped, quoted};

const PAGE: Page = Page { indent: "  ", width: 80, comment: "// " };

/// Words that the language or this code has given another meaning.
const RESERVED: &[&str] = &[
    "abstract arguments await async boolean break byte case catch char class const continue debugger default delete do",
    "double else enum eval export extends false final finally float for from function get goto if implements import in",
    "infinity instanceof int interface let long native new null of package private protected public return set short",
    "static super switch synchronized this throw throws transient true try typeof undefined var void volatile while with",
    "yield object console client page response table rows input require module process global exports JSON Buffer",
];

struct Writer<'a> {
    source: Source<'a>,
}

pub(super) fn write(program: &Program) -> String {
    Writer { source: Source::new(program, PAGE, Case::Camel, RESERVED) }.script(Writer::head)
}

impl Writer<'_> {
    fn head(&mut self) {
        let mut imported = vec!["DynamoDBClient".to_owned()];
        for step in &self.source.program.steps {
            let name = if step.sending == Sending::Pages {
                format!("paginate{}", step.operation.name)
            } else {
                format!("{}Command", step.operation.name)
            };
            if !imported.contains(&name) {
                imported.push(name);
            }
        }
        let imported = imported.into_iter().map(Doc::Atom).collect();
        let from = "} from \"@aws-sdk/client-dynamodb\";";
        let import = Doc::list("import {", imported, from, Style::Padded);
        self.code(&import);
        self.line(&[]);
        self.source.lines.comment(&[ENVIRONMENT]);
        self.line(&["const client = new DynamoDBClient({});"]);
        if !self.source.variables.is_empty() {
            self.line(&[]);
        }
        self.variables();
    }
}

impl<'a> Calls<'a> for Writer<'a> {
    fn source(&mut self) -> &mut Source<'a> {
        &mut self.source
    }

    fn declare(&mut self, name: &str, value: &str, note: &str) {
        self.line(&["const ", name, " = ", &literal(value), ";", note]);
    }

    fn send(&mut self, step: &Step, answer: Option<&str>) {
        let kept = answer.map(|answer| format!("const {answer} = ")).unwrap_or_default();
        let send = send(step, self.parameters(step, "", ": ")).before(";").after(&kept);
        self.code(&send);
    }

    fn of(&self, answer: &str, member: &str) -> String {
        format!("{answer}.{member}")
    }

    fn of_each(&self, answer: &str) -> String {
        format!("{answer}.Responses?.map(({{ Item }}) => Item)")
    }

    fn show(&mut self, what: &str) {
        self.line(&["console.log(JSON.stringify(", what, ", null, 2));"]);
    }

    fn send_pages(&mut self, step: &Step, kept: &str) {
        let counts = step.taken == Taken::Count;
        let start = if counts { format!("let {kept} = 0;") } else { format!("const {kept} = [];") };
        self.line(&[&start]);
        let open = format!("for await (const page of paginate{}(", step.operation.name);
        let input =
            Doc::list("{ client }, {", self.parameters(step, "", ": "), "})) {", Style::Padded);
        self.code(&input.after(&open));
        if counts {
            self.line(&[kept, " += page.Count;"]);
        } else {
            self.line(&[kept, ".push(...(page.Items ?? []));"]);
        }
        self.line(&["}"]);
    }

    fn send_tokens(&mut self, step: &Step, kept: &str) {
        let token = self.source.names.fresh("nextToken");
        self.line(&["const ", kept, " = [];"]);
        let first = step.member("NextToken").map(|node| self.untyped(node).after(" = "));
        let first = first.map(|first| PAGE.print(&first, 0)).unwrap_or_default();
        self.line(&["let ", &token, &first, ";"]);
        self.line(&["do {"]);
        let mut members = self.parameters(step, "NextToken", ": ");
        members.push(Doc::atom(format!("NextToken: {token}")));
        let send = send(step, members).after("const page = ").before(";");
        self.code(&send);
        self.line(&[kept, ".push(...(page.Items ?? []));"]);
        self.line(&[&token, " = page.NextToken;"]);
        self.line(&["} while (", &token, ");"]);
    }

    fn send_rest(&mut self, step: &Step, rest: &Rest<'_>) {
        let Rest { kept, name, left } = *rest;
        if let Some(kept) = kept {
            self.line(&["const ", kept, " = {};"]);
        }
        let items = step.member("RequestItems").map(|node| self.untyped(node));
        let items = items.unwrap_or(Doc::atom("{}")).after(&format!("let {name} = ")).before(";");
        self.code(&items);
        self.line(&["do {"]);
        let mut members = vec![Doc::atom(format!("RequestItems: {name}"))];
        members.extend(self.parameters(step, "RequestItems", ": "));
        let send = send(step, members).after("const response = ").before(";");
        self.code(&send);
        if let Some(kept) = kept {
            self.line(&["for (const [table, rows] of Object.entries(response.Responses ?? {})) {"]);
            self.line(&["(", kept, "[table] ??= []).push(...rows);"]);
            self.line(&["}"]);
        }
        self.line(&[name, " = response.", left, " ?? {};"]);
        self.line(&["} while (Object.keys(", name, ").length > 0);"]);
    }
}

impl Values for Writer<'_> {
    fn held(&self, template: &Template) -> String {
        if let Some(text) = template.text() {
            return literal(text);
        }
        let name = |place: usize| self.source.name(place, "undefined");
        if let Some(place) = template.sole_gap() {
            return name(place).to_owned();
        }
        let text = |text: &str| escaped(text, '`', escape_utf16).replace("${", "\\${");
        format!("`{}`", template.joined(text, |place| format!("${{{}}}", name(place))))
    }

    fn bytes(&self, text: &Template) -> Doc {
        Doc::Atom(format!("Buffer.from({}, \"base64\")", self.held(text)))
    }

    fn list(&self, _: &str, pieces: Vec<Doc>) -> Doc {
        Doc::list("[", pieces, "]", Style::Tight)
    }

    fn map(&self, members: Vec<(&str, Doc)>) -> Doc {
        object(members.into_iter().map(|(name, value)| member(name, value)).collect())
    }

    fn value(&self, kind: &str, held: Doc) -> Doc {
        object(vec![member(kind, held)])
    }
}

fn send(step: &Step, members: Vec<Doc>) -> Doc {
    let command = format!("new {}Command({{", step.operation.name);
    let command = Doc::list(command, members, "})", Style::Padded);
    Doc::list("await client.send(", vec![command], ")", Style::Call)
}

fn object(pieces: Vec<Doc>) -> Doc {
    Doc::list("{", pieces, "}", Style::Padded)
}

/// A member of an object. One called `__proto__` would be no member, but what the object is made after.
fn member(name: &str, value: Doc) -> Doc {
    let is_plain = name.starts_with(|first: char| first.is_ascii_alphabetic() || first == '_')
        && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
    if name == "__proto__" {
        value.after("[\"__proto__\"]: ")
    } else if is_plain {
        value.after(&format!("{name}: "))
    } else {
        value.after(&format!("{}: ", literal(name)))
    }
}

fn literal(text: &str) -> String {
    quoted(text, escape_utf16)
}
