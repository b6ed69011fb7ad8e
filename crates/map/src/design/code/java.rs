//! Java with the AWS SDK version 2.
//!
//! Owns its words. Source: the reference of `software.amazon.awssdk.services.dynamodb`.

use std::cell::Cell;

use super::calls::{Calls, ENVIRONMENT, Rest, Source};
use super::layout::{Doc, Page, Style};
use super::program::{Node, Program, Sending, Step, Taken};
use super::shape::Words;
use super::template::{Part, Template};
use super::values::Values;
use super::words::{Case, camel, escape_utf16, pascal, quoted};

const PAGE: Page = Page { indent: "    ", width: 100, comment: "// " };

/// The most bytes of a text in one constant; a class file holds 65,535.
const MAX_CONSTANT_BYTES: usize = 60_000;

/// The most pairs that `Map.of` takes.
const MAX_PAIRS: usize = 10;

/// Words that the language or this code has given another meaning.
const RESERVED: &[&str] = &[
    "abstract assert boolean break byte case catch char class const continue default do double else enum exports extends",
    "false final finally float for goto if implements import instanceof int interface long module native new non null open",
    "opens package permits private protected provides public record requires return sealed short static strictfp super",
    "switch synchronized this throw throws to transient transitive true try uses var void volatile when while with yield",
    "args client main page response table rows name java software",
];

/// Names of `java.util` that the code needs.
#[derive(Default)]
struct Needs {
    list: Cell<bool>,
    map: Cell<bool>,
    bytes: Cell<bool>,
}

struct Writer<'a> {
    source: Source<'a>,
    needs: Needs,
}

pub(super) fn write(program: &Program) -> String {
    let source = Source::new(program, PAGE, Case::Camel, RESERVED);
    let mut writer = Writer { source, needs: Needs::default() };
    writer.main();
    let main = writer.source.lines.take();
    writer.imports();
    writer.source.lines.text + &main
}

impl Writer<'_> {
    fn imports(&mut self) {
        const MODEL: &str = "software.amazon.awssdk.services.dynamodb.model.";
        let keeps = |taken: &[Taken]| {
            self.source.program.steps.iter().any(|step| {
                taken.contains(&step.taken)
                    && !matches!(step.sending, Sending::Once | Sending::OnePage)
            })
        };
        let (items, by_table) = (keeps(&[Taken::Items]), keeps(&[Taken::ItemsByTable]));
        let batches = keeps(&[Taken::ItemsByTable, Taken::Nothing]);
        let writes = keeps(&[Taken::Nothing]);
        for (needed, name) in [
            (items || by_table, "ArrayList"),
            (self.needs.bytes.get(), "Base64"),
            (by_table, "HashMap"),
            (by_table || writes || self.needs.list.get(), "List"),
            (items || batches || self.needs.map.get(), "Map"),
        ] {
            if needed {
                self.line(&["import java.util.", name, ";"]);
            }
        }
        if self.needs.bytes.get() {
            self.line(&["import software.amazon.awssdk.core.SdkBytes;"]);
        }
        self.line(&["import software.amazon.awssdk.services.dynamodb.DynamoDbClient;"]);
        let mut types: Vec<String> =
            self.source.program.types().into_iter().map(str::to_owned).collect();
        if (items || by_table) && !types.iter().any(|known| known == "AttributeValue") {
            types.push("AttributeValue".to_owned());
        }
        for step in &self.source.program.steps {
            let request = format!("{}Request", step.operation.name);
            if !types.contains(&request) {
                types.push(request);
            }
        }
        key_engine::order::sort_by(&mut types, Ord::cmp);
        for name in types {
            self.line(&["import ", MODEL, &name, ";"]);
        }
        self.line(&[]);
    }

    fn main(&mut self) {
        self.line(&["public class Main {"]);
        self.line(&["public static void main(String[] args) {"]);
        self.source.lines.comment(&[ENVIRONMENT]);
        self.line(&["try (DynamoDbClient client = DynamoDbClient.create()) {"]);
        self.variables();
        if !self.source.variables.is_empty() {
            self.line(&[]);
        }
        self.calls();
        for _ in 0..3 {
            self.line(&["}"]);
        }
    }
}

impl<'a> Calls<'a> for Writer<'a> {
    fn source(&mut self) -> &mut Source<'a> {
        &mut self.source
    }

    fn declare(&mut self, name: &str, value: &str, note: &str) {
        self.line(&["String ", name, " = ", &literal(value), ";", note]);
    }

    fn send(&mut self, step: &Step, answer: Option<&str>) {
        let kept = answer.map(|answer| format!("var {answer} = ")).unwrap_or_default();
        let call = self.call(step, "", &[]).before(";").after(&kept);
        self.code(&call);
    }

    fn send_pages(&mut self, step: &Step, kept: &str) {
        let counts = step.taken == Taken::Count;
        if counts {
            self.line(&["int ", kept, " = 0;"]);
        } else {
            self.line(&["var ", kept, " = new ArrayList<Map<String, AttributeValue>>();"]);
        }
        let pages = self.source.names.fresh("pages");
        let open = format!("var {pages} = client.{}Paginator(", camel(step.operation.name));
        let request = self.request(step, "", &[]);
        self.code(&Doc::list(open, vec![request], ");", Style::Call));
        self.line(&["for (var page : ", &pages, ") {"]);
        if counts {
            self.line(&[kept, " += page.count();"]);
        } else {
            self.line(&[kept, ".addAll(page.items());"]);
        }
        self.line(&["}"]);
    }

    fn send_tokens(&mut self, step: &Step, kept: &str) {
        let token = self.source.names.fresh_member("NextToken");
        self.line(&["var ", kept, " = new ArrayList<Map<String, AttributeValue>>();"]);
        let first = match step.member("NextToken") {
            Some(Node::Text(text)) => self.text(text),
            _ => "null".to_owned(),
        };
        self.line(&["String ", &token, " = ", &first, ";"]);
        self.line(&["do {"]);
        let set = format!(".nextToken({token})");
        self.code(&self.call(step, "NextToken", &[&set]).after("var page = ").before(";"));
        self.line(&[kept, ".addAll(page.items());"]);
        self.line(&[&token, " = page.nextToken();"]);
        self.line(&["} while (", &token, " != null);"]);
    }

    fn send_rest(&mut self, step: &Step, rest: &Rest<'_>) {
        let Rest { kept, name, left } = *rest;
        if let Some(kept) = kept {
            let made = " = new HashMap<String, List<Map<String, AttributeValue>>>();";
            self.line(&["var ", kept, made]);
        }
        let items = step.member("RequestItems").map(|node| self.node(node));
        let items = items.unwrap_or(Doc::atom("Map.of()"));
        let kind = if kept.is_some() { "KeysAndAttributes" } else { "List<WriteRequest>" };
        self.code(&items.after(&format!("Map<String, {kind}> {name} = ")).before(";"));
        self.line(&["do {"]);
        let set = format!(".requestItems({name})");
        let call = self.call(step, "RequestItems", &[&set]).before(";");
        self.code(&call.after("var response = "));
        if let Some(kept) = kept {
            let line = ".computeIfAbsent(table, name -> new ArrayList<>()).addAll(rows));";
            self.line(&["response.responses().forEach((table, rows) -> ", kept, line]);
        }
        let left = camel(left);
        self.line(&[name, " = response.", &left, "();"]);
        self.line(&["} while (!", name, ".isEmpty());"]);
    }

    fn of(&self, answer: &str, member: &str) -> String {
        format!("{answer}.{}()", camel(member))
    }

    fn show(&mut self, what: &str) {
        self.line(&["System.out.println(", what, ");"]);
    }
}

impl Writer<'_> {
    fn call(&self, step: &Step, left_out: &str, ends: &[&str]) -> Doc {
        let open = format!("client.{}(", camel(step.operation.name));
        Doc::list(open, vec![self.request(step, left_out, ends)], ")", Style::Call)
    }

    /// The request with its parameters but one, and more of them.
    fn request(&self, step: &Step, left_out: &str, more: &[&str]) -> Doc {
        let members = step.members.iter().filter(|(name, _)| *name != left_out);
        let mut links: Vec<Doc> = members.map(|(name, node)| self.link(name, node)).collect();
        links.extend(more.iter().map(|link| Doc::atom(*link)));
        links.push(Doc::atom(".build()"));
        Doc::Chain(format!("{}Request.builder()", step.operation.name), links)
    }

    fn link(&self, name: &str, node: &Node) -> Doc {
        Doc::list(format!(".{}(", camel(name)), vec![self.node(node)], ")", Style::Call)
    }

    fn node(&self, node: &Node) -> Doc {
        match node {
            Node::Text(text) => Doc::Atom(self.text(text)),
            Node::Word(words, text) => Doc::Atom(self.word(words, text)),
            Node::Integer(number) => Doc::Atom(number.to_string()),
            Node::Flag(flag) => Doc::Atom(flag.to_string()),
            Node::Value(content) => self.content(content),
            Node::List(_, nodes) => {
                self.list("L", nodes.iter().map(|node| self.node(node)).collect())
            }
            Node::Map(_, members) => {
                let members = members.iter().map(|(name, node)| (name.as_str(), self.node(node)));
                self.map(members.collect())
            }
            Node::Struct(structure, members) => {
                let mut links: Vec<Doc> =
                    members.iter().map(|(name, node)| self.link(name, node)).collect();
                links.push(Doc::atom(".build()"));
                Doc::Chain(format!("{}.builder()", structure.name), links)
            }
        }
    }

    /// One of a few words. A builder takes another as a text.
    fn word(&self, words: &Words, text: &Template) -> String {
        match text.text() {
            Some(word) if words.all.contains(&word) => format!("{}.{word}", words.name),
            _ => self.text(text),
        }
    }

    fn text(&self, template: &Template) -> String {
        let mut out = String::new();
        for (place, part) in template.parts.iter().enumerate() {
            if place > 0 {
                out.push_str(" + ");
            }
            match part {
                Part::Text(text) => out.push_str(&literal(text)),
                Part::Gap(place) => {
                    out.push_str(self.source.variables.get(*place).map_or("null", String::as_str));
                }
            }
        }
        if out.is_empty() { literal("") } else { out }
    }
}

impl Values for Writer<'_> {
    fn held(&self, text: &Template) -> String {
        self.text(text)
    }

    fn bytes(&self, text: &Template) -> Doc {
        self.needs.bytes.set(true);
        let text = self.text(text);
        Doc::Atom(format!("SdkBytes.fromByteArray(Base64.getDecoder().decode({text}))"))
    }

    fn list(&self, _: &str, pieces: Vec<Doc>) -> Doc {
        self.needs.list.set(true);
        Doc::list("List.of(", pieces, ")", Style::Call)
    }

    fn map(&self, members: Vec<(&str, Doc)>) -> Doc {
        self.needs.map.set(true);
        let entries = members.len() > MAX_PAIRS;
        let open = if entries { "Map.ofEntries(" } else { "Map.of(" };
        let pieces = members.into_iter().map(|(name, value)| {
            if entries {
                let pair = vec![Doc::Atom(literal(name)), value];
                Doc::list("Map.entry(", pair, ")", Style::Call)
            } else {
                value.after(&format!("{}, ", literal(name)))
            }
        });
        Doc::list(open, pieces.collect(), ")", Style::Call)
    }

    fn value(&self, kind: &str, held: Doc) -> Doc {
        let kind = if kind == "NULL" { "Nul".to_owned() } else { pascal(kind) };
        Doc::list(format!("AttributeValue.from{kind}("), vec![held], ")", Style::Call)
    }
}

fn literal(text: &str) -> String {
    if text.len() <= MAX_CONSTANT_BYTES {
        return constant(text);
    }
    let mut out = "String.join(\"\"".to_owned();
    let mut rest = text;
    while !rest.is_empty() {
        let (piece, after) = rest.split_at(rest.floor_char_boundary(MAX_CONSTANT_BYTES));
        out.push_str(", ");
        out.push_str(&constant(piece));
        rest = after;
    }
    out + ")"
}

/// A text in quotes. A compiler reads `\u` before it reads quotes, which is safe for all but the ends of lines.
fn constant(text: &str) -> String {
    quoted(text, escape_utf16)
}
