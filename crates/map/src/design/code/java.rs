//! Java with the AWS SDK version 2.
//!
//! Owns its words. Source: the reference of `software.amazon.awssdk.services.dynamodb`.

use std::cell::Cell;

use super::layout::{Doc, Lines, Page, Style};
use super::program::{Content, Node, Program, Sending, Step, Taken};
use super::shape::{Shape, Words};
use super::template::{Part, Template};
use super::words::{Case, Names, camel, comment, escape_utf16, is_hidden};

const PAGE: Page = Page { indent: "    ", width: 100 };

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
    program: &'a Program,
    variables: Vec<String>,
    names: Names,
    lines: Lines,
    needs: Needs,
}

pub(super) fn write(program: &Program) -> String {
    let mut names = Names::new(Case::Camel, RESERVED);
    let variables = names.of_variables(&program.variables);
    let lines = Lines::new(PAGE, 0);
    let mut writer = Writer { program, variables, names, lines, needs: Needs::default() };
    writer.main();
    let main = std::mem::replace(&mut writer.lines, Lines::new(PAGE, 0)).text;
    writer.imports();
    writer.lines.text + &main
}

impl Writer<'_> {
    fn imports(&mut self) {
        const MODEL: &str = "software.amazon.awssdk.services.dynamodb.model.";
        let keeps = |taken: &[Taken]| {
            self.program.steps.iter().any(|step| {
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
                self.lines.line(&["import java.util.", name, ";"]);
            }
        }
        if self.needs.bytes.get() {
            self.lines.line(&["import software.amazon.awssdk.core.SdkBytes;"]);
        }
        self.lines.line(&["import software.amazon.awssdk.services.dynamodb.DynamoDbClient;"]);
        let mut types: Vec<String> = self.program.types().into_iter().map(str::to_owned).collect();
        if (items || by_table) && !types.iter().any(|known| known == "AttributeValue") {
            types.push("AttributeValue".to_owned());
        }
        for step in &self.program.steps {
            let request = format!("{}Request", step.operation.name);
            if !types.contains(&request) {
                types.push(request);
            }
        }
        key_engine::order::sort_by(&mut types, Ord::cmp);
        for name in types {
            self.lines.line(&["import ", MODEL, &name, ";"]);
        }
        self.lines.line(&[]);
    }

    fn main(&mut self) {
        self.lines.line(&["public class Main {"]);
        self.lines.line(&["public static void main(String[] args) {"]);
        let note =
            "The region, the credentials and AWS_ENDPOINT_URL are taken from the environment.";
        self.lines.comment(&[note]);
        self.lines.line(&["try (DynamoDbClient client = DynamoDbClient.create()) {"]);
        for (variable, name) in self.program.variables.iter().zip(&self.variables) {
            let note =
                if variable.sample.is_some() { "" } else { " // this placeholder has no sample" };
            self.lines.line(&["String ", name, " = ", &literal(&variable.value()), ";", note]);
        }
        if !self.variables.is_empty() {
            self.lines.line(&[]);
        }
        self.lines.comment(&[&comment(&self.program.heading)]);
        for (place, step) in self.program.steps.iter().enumerate() {
            if place > 0 {
                self.lines.line(&[]);
            }
            self.step(step);
        }
        for _ in 0..3 {
            self.lines.line(&["}"]);
        }
    }

    fn step(&mut self, step: &Step) {
        for name in &step.passed_over {
            let operation = step.operation.name;
            let name = comment(name);
            self.lines.comment(&[
                operation,
                " has no parameter ",
                &name,
                "; DynamoDB passes over it.",
            ]);
        }
        match step.sending {
            Sending::Pages => self.pages(step),
            Sending::Tokens => self.tokens(step),
            Sending::Unprocessed => self.unprocessed(step),
            Sending::Once | Sending::OnePage => self.once(step),
        }
    }

    fn once(&mut self, step: &Step) {
        let call = self.call(step, "", &[]).before(";");
        if step.taken == Taken::Nothing {
            self.lines.code(&call);
            return;
        }
        let answer = self.names.fresh("answer");
        self.lines.code(&call.after(&format!("var {answer} = ")));
        let member = match step.taken {
            Taken::Item => "item",
            Taken::Items => "items",
            Taken::Count => "count",
            Taken::Attributes => "attributes",
            _ => "responses",
        };
        self.show(&format!("{answer}.{member}()"));
        if step.sending == Sending::OnePage {
            let next = if step.operation.name == "ExecuteStatement" {
                "nextToken()"
            } else {
                "lastEvaluatedKey()"
            };
            let there = "says where the next page begins.";
            self.lines.comment(&["Where there is more, ", &answer, ".", next, " ", there]);
        }
    }

    fn pages(&mut self, step: &Step) {
        let counts = step.taken == Taken::Count;
        let kept = self.names.fresh(if counts { "count" } else { "items" });
        if counts {
            self.lines.line(&["int ", &kept, " = 0;"]);
        } else {
            self.lines.line(&["var ", &kept, " = new ArrayList<Map<String, AttributeValue>>();"]);
        }
        let pages = self.names.fresh("pages");
        let open = format!("var {pages} = client.{}Paginator(", camel(step.operation.name));
        let request = self.request(step, "", &[]);
        self.lines.code(&Doc::list(open, vec![request], ");", Style::Call));
        self.lines.line(&["for (var page : ", &pages, ") {"]);
        if counts {
            self.lines.line(&[&kept, " += page.count();"]);
        } else {
            self.lines.line(&[&kept, ".addAll(page.items());"]);
        }
        self.lines.line(&["}"]);
        self.show(&kept);
    }

    fn tokens(&mut self, step: &Step) {
        let kept = self.names.fresh("items");
        let token = self.names.fresh("nextToken");
        self.lines.line(&["var ", &kept, " = new ArrayList<Map<String, AttributeValue>>();"]);
        let first = match step.member("NextToken") {
            Some(Node::Text(text)) => self.text(text),
            _ => "null".to_owned(),
        };
        self.lines.line(&["String ", &token, " = ", &first, ";"]);
        self.lines.line(&["do {"]);
        let set = format!(".nextToken({token})");
        self.lines.code(&self.call(step, "NextToken", &[&set]).after("var page = ").before(";"));
        self.lines.line(&[&kept, ".addAll(page.items());"]);
        self.lines.line(&[&token, " = page.nextToken();"]);
        self.lines.line(&["} while (", &token, " != null);"]);
        self.show(&kept);
    }

    fn unprocessed(&mut self, step: &Step) {
        let reads = step.taken == Taken::ItemsByTable;
        let kept = if reads { self.names.fresh("found") } else { String::new() };
        if reads {
            let made = " = new HashMap<String, List<Map<String, AttributeValue>>>();";
            self.lines.line(&["var ", &kept, made]);
        }
        let rest = self.names.fresh("requestItems");
        let items = step.member("RequestItems").map(|node| self.node(node));
        let items = items.unwrap_or(Doc::atom("Map.of()"));
        let kind = if reads { "KeysAndAttributes" } else { "List<WriteRequest>" };
        self.lines.code(&items.after(&format!("Map<String, {kind}> {rest} = ")).before(";"));
        self.lines.line(&["do {"]);
        let set = format!(".requestItems({rest})");
        let call = self.call(step, "RequestItems", &[&set]).before(";");
        self.lines.code(&call.after("var response = "));
        if reads {
            let line = ".computeIfAbsent(table, name -> new ArrayList<>()).addAll(rows));";
            self.lines.line(&["response.responses().forEach((table, rows) -> ", &kept, line]);
        }
        let left = if reads { "unprocessedKeys" } else { "unprocessedItems" };
        self.lines.line(&[&rest, " = response.", left, "();"]);
        self.lines.line(&["} while (!", &rest, ".isEmpty());"]);
        if reads {
            self.show(&kept);
        }
    }

    fn show(&mut self, what: &str) {
        self.lines.line(&["System.out.println(", what, ");"]);
    }

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
            Node::List(_, nodes) => self.list(nodes.iter().map(|node| self.node(node)).collect()),
            Node::Map(shape, members) => {
                let members = members.iter().map(|(name, node)| (name.as_str(), self.node(node)));
                self.map(members.collect(), shape)
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

    fn content(&self, content: &Content) -> Doc {
        let texts = |texts: &[Template]| {
            self.list(texts.iter().map(|text| Doc::Atom(self.text(text))).collect())
        };
        let (kind, value) = match content {
            Content::S(text) => ("S", Doc::Atom(self.text(text))),
            Content::N(text) => ("N", Doc::Atom(self.text(text))),
            Content::B(text) => ("B", self.bytes(text)),
            Content::Bool(flag) => ("Bool", Doc::Atom(flag.to_string())),
            Content::Null(flag) => ("Nul", Doc::Atom(flag.to_string())),
            Content::Ss(all) => ("Ss", texts(all)),
            Content::Ns(all) => ("Ns", texts(all)),
            Content::Bs(all) => {
                ("Bs", self.list(all.iter().map(|text| self.bytes(text)).collect()))
            }
            Content::L(all) => ("L", self.list(all.iter().map(|one| self.content(one)).collect())),
            Content::M(members) => {
                let members = members.iter();
                let members = members.map(|(name, one)| (name.as_str(), self.content(one)));
                ("M", self.map(members.collect(), &Shape::Value))
            }
        };
        Doc::list(format!("AttributeValue.from{kind}("), vec![value], ")", Style::Call)
    }

    fn list(&self, pieces: Vec<Doc>) -> Doc {
        self.needs.list.set(true);
        Doc::list("List.of(", pieces, ")", Style::Call)
    }

    fn map(&self, members: Vec<(&str, Doc)>, _: &Shape) -> Doc {
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

    fn bytes(&self, text: &Template) -> Doc {
        self.needs.bytes.set(true);
        let text = self.text(text);
        Doc::Atom(format!("SdkBytes.fromByteArray(Base64.getDecoder().decode({text}))"))
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
                    out.push_str(self.variables.get(*place).map_or("null", String::as_str));
                }
            }
        }
        if out.is_empty() { literal("") } else { out }
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
    let mut out = "\"".to_owned();
    for letter in text.chars() {
        match letter {
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            '\\' | '"' => {
                out.push('\\');
                out.push(letter);
            }
            hidden if is_hidden(hidden) => escape_utf16(hidden, &mut out),
            letter => out.push(letter),
        }
    }
    out.push('"');
    out
}
