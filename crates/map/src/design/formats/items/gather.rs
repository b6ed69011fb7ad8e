//! The shapes that items come in, and the gathering of the items from them.

use serde_json::{Map, Value, value::RawValue};

use super::super::raw::{Members, Part, describe_keys};
use super::{ANSWER as DEPTH, Draft, ItemSource, Written, draft_of, mark_plain};
use crate::design::{Defect, OpenError, set_aside};
use crate::numerals::counted;

/// Items gathered from one value after the other.
#[derive(Debug, Default)]
pub(in super::super) struct Gathered<'t> {
    lists: Vec<(Option<String>, ItemSource<'t>)>,
    defects: Vec<Defect>,
    aside: Map<String, Value>,
    format: Option<&'static str>,
    /// Whether an object that could be anything is an item.
    lenient: bool,
    /// Values met so far.
    met: usize,
    /// What the first value was that holds no items, in words.
    strange: Option<String>,
    /// Deletions met, which change nothing here.
    deletions: usize,
    /// Answers that hold no item.
    empty: usize,
}

const ANSWER: &str = "Query or Scan output";
const ITEM: &str = "GetItem output";
const BATCH_GET: &str = "BatchGetItem output";
const TRANSACT_GET: &str = "TransactGetItems output";
const BATCH_WRITE: &str = "BatchWriteItem file";
const TRANSACT_WRITE: &str = "TransactWriteItems file";
const EXPORT: &str = "export to S3";
const INCREMENTAL: &str = "incremental export to S3";
const LIST: &str = "list of items";
const LINES: &str = "lines of items";
const PUT_REQUEST: &str = "PutRequest";
const DELETE_REQUEST: &str = "DeleteRequest";

/// A value, taken apart down to its items.
fn deeper(part: Part<'_>) -> Part<'_> {
    part.apart(DEPTH)
}

fn text_of(part: &Part<'_>) -> Option<String> {
    match part.value() {
        Ok(Value::String(text)) => Some(text),
        _ => None,
    }
}

/// Whether an object is of a form that holds items, by its members.
pub(in super::super) fn is_items(members: &Members<'_>) -> bool {
    let has = |name: &str| members.get(name).is_some();
    let list = |name: &str| matches!(members.get(name), Some(Part::Elements(_)));
    let requests = ["Item", "NewImage", "RequestItems", "Responses", "TransactItems"];
    list("Items")
        || requests.iter().any(|name| has(name))
        || is_wrapper(members)
        || is_deletion(members)
        || is_batch_write(members)
        || is_item(members)
}

/// `{"Orders": [{"PutRequest": ...}, ...]}` and nothing else.
fn is_batch_write(members: &Members<'_>) -> bool {
    !members.is_empty()
        && members.values().all(|part| match part {
            Part::Raw(raw) => {
                let text = raw.get();
                let inside = text.strip_prefix('[').map(str::trim_start).unwrap_or_default();
                let first = inside.strip_prefix('{').map(str::trim_start).unwrap_or_default();
                let first = first.strip_prefix('"').unwrap_or_default();
                first.starts_with(PUT_REQUEST) || first.starts_with(DELETE_REQUEST)
            }
            _ => false,
        })
}

/// What stands around an item in lists of requests.
fn is_wrapper(members: &Members<'_>) -> bool {
    let names = [PUT_REQUEST, DELETE_REQUEST, "Put", "Delete", "Update", "ConditionCheck"];
    let mut all = members.iter();
    match (all.next(), all.next()) {
        (Some((name, part)), None) => {
            names.contains(&name.as_str())
                && !part.value().is_ok_and(|value| is_typed_value(&value))
        }
        _ => false,
    }
}

/// A line of an incremental export that says only that an item has gone.
fn is_deletion(members: &Members<'_>) -> bool {
    let has = |name: &str| members.get(name).is_some();
    has("Keys") && (has("Metadata") || has("OldImage")) && !has("NewImage")
}

/// An item that stands by itself: every value has a type of `DynamoDB`'s.
fn is_item(members: &Members<'_>) -> bool {
    !members.is_empty()
        && members.values().all(|part| part.value().is_ok_and(|value| is_typed_value(&value)))
}

/// Whether a format is of items with nothing around them.
pub(in super::super) fn are_lone(format: &str) -> bool {
    [LIST, LINES].contains(&format)
}

/// Whether a value is an object whose one member is a type.
pub(in super::super) fn is_typed_value(value: &Value) -> bool {
    const TYPES: [&str; 10] = ["S", "N", "B", "BOOL", "NULL", "M", "L", "SS", "NS", "BS"];
    let Value::Object(members) = value else { return false };
    members.len() == 1 && members.keys().all(|name| TYPES.contains(&name.as_str()))
}

impl<'t> Gathered<'t> {
    /// Nothing yet. Where `lenient`, an object that could be anything is an item.
    pub(in super::super) fn new(lenient: bool) -> Self {
        Self { lenient, ..Self::default() }
    }

    /// Whether no value has been met that holds items.
    pub(in super::super) fn is_empty(&self) -> bool {
        self.format.is_none()
    }

    /// What was gathered.
    ///
    /// # Errors
    /// When nothing of it holds items.
    pub(in super::super) fn draft(self) -> Result<Draft<'t>, OpenError> {
        let Self { mut lists, mut defects, aside, format, strange, deletions, empty, .. } = self;
        let Some(format) = format else {
            let seen = strange.unwrap_or_else(|| "nothing".to_owned());
            return Err(OpenError::NotAModel { seen });
        };
        if let Some(seen) = strange {
            let problem = format!("one of its values holds no items: it is {seen}");
            defects.push(Defect::of_table("", problem, "set aside"));
        }
        if deletions > 0 {
            let count = counted(deletions as u64, "deletion", "deletions");
            let problem = format!("it holds {count}, and nothing is there to be deleted");
            defects.push(Defect::of_table("", problem, "set aside"));
        }
        if empty > 0 {
            let count = counted(empty as u64, "answer", "answers");
            let problem = format!("it holds {count} without an item");
            defects.push(Defect::of_table("", problem, "passed over"));
        }
        for (table, source) in &mut lists {
            if mark_plain(&mut source.items) {
                let name = table.as_deref().unwrap_or(super::UNNAMED);
                defects.push(Defect::of_table(
                    name,
                    format!("the items in {} are plain JSON without DynamoDB's types", source.place),
                    "each value was read as what it is: text as S, a number as N, true and false as BOOL, a list as L, an object as M",
                ));
            }
        }
        let mut draft = draft_of(format, lists, defects);
        draft.design.extra = aside;
        Ok(draft)
    }

    /// Takes the items out of one value.
    pub(in super::super) fn value(&mut self, text: &'t str, part: Part<'t>) {
        self.met += 1;
        match part {
            Part::Members(members) => self.object(members, text),
            Part::Elements(list) => self.list(list),
            other => self.odd(&other),
        }
    }

    /// The same of a value whose text is not at hand.
    pub(in super::super) fn part(&mut self, part: Part<'t>) {
        self.met += 1;
        match part {
            Part::Members(members) => self.object(members, ""),
            Part::Elements(list) => self.list(list),
            other => self.odd(&other),
        }
    }

    fn list(&mut self, list: Vec<Part<'t>>) {
        if list.is_empty() {
            self.format.get_or_insert(LIST);
            self.empty += 1;
        }
        for part in list {
            if let Part::Raw(raw) = part {
                self.element(raw);
            }
        }
    }

    /// One element of a list: an item, or what holds one.
    fn element(&mut self, raw: &'t RawValue) {
        let text = raw.get();
        let begins = text.get(..text.len().min(48)).unwrap_or_default();
        let wrapped = ["Request\"", "\"Item", "\"NewImage\"", "\"Metadata\"", "\"Put\""];
        if wrapped.iter().any(|name| begins.contains(name))
            && let Part::Members(members) = deeper(Part::Raw(raw))
            && is_items(&members)
        {
            self.object(members, text);
        } else if text.starts_with('{') || self.lenient || self.format.is_some() {
            // The loader says of what is no object that it is none.
            self.push(None, "list", LIST, Written::Text(raw));
        } else {
            self.odd(&Part::Other("a list"));
        }
    }

    fn object(&mut self, mut members: Members<'t>, text: &'t str) {
        let named = match members.get("TableName").map(Part::value) {
            Some(Ok(Value::String(name))) => Some(name),
            _ => None,
        };
        let deletes = is_deletion(&members);
        if let Some(Part::Elements(_)) = members.get("Items") {
            let items = members.remove("Items").map_or(Ok(Vec::new()), Part::items);
            self.extend(named, "Items", ANSWER, items);
        } else if let Some(part) = members.remove("NewImage") {
            self.one(named, "NewImage", INCREMENTAL, part);
        } else if deletes {
            self.delete(INCREMENTAL, &Part::Members(members));
        } else if let Some(part) = members.remove("Item") {
            // An export holds a line for each item and nothing else in it.
            let format = if members.is_empty() && self.met > 1 { EXPORT } else { ITEM };
            if format == EXPORT && self.format == Some(ITEM) {
                self.format = Some(EXPORT);
            }
            self.one(named, "Item", format, part);
        } else if let Some(part) = members.remove("RequestItems") {
            match deeper(part) {
                Part::Members(tables) => self.tables(tables, BATCH_WRITE),
                other => self.odd(&other),
            }
        } else if let Some(part) = members.remove("Responses") {
            match deeper(part) {
                Part::Members(tables) => self.tables(tables, BATCH_GET),
                Part::Elements(answers) => {
                    self.format.get_or_insert(TRANSACT_GET);
                    self.wrapped(None, answers);
                }
                other => self.odd(&other),
            }
        } else if let Some(part) = members.remove("TransactItems") {
            self.format.get_or_insert(TRANSACT_WRITE);
            let actions = deeper(part).elements().unwrap_or_default();
            self.wrapped(None, actions);
        } else if is_wrapper(&members) {
            self.write(None, members);
        } else if is_batch_write(&members) {
            self.tables(members, BATCH_WRITE);
        } else if let Some(part) = members.remove("Attributes") {
            self.one(named, "Attributes", ITEM, part);
        } else if is_item(&members) || self.lenient || self.format == Some(LINES) {
            let item = match serde_json::from_str::<&RawValue>(text) {
                Ok(raw) => Written::Text(raw),
                Err(_) => Written::Value(Part::Members(members).value().unwrap_or_default()),
            };
            self.push(None, "line", LINES, item);
        } else {
            self.odd(&Part::Members(members));
        }
    }

    /// The lists of several tables, by name.
    fn tables(&mut self, tables: Members<'t>, format: &'static str) {
        self.format.get_or_insert(format);
        for (table, part) in tables {
            match deeper(part) {
                Part::Elements(list) if format == BATCH_GET => {
                    let items = Part::Elements(list).items();
                    self.extend(Some(table), "Responses", format, items);
                }
                Part::Elements(list) => self.wrapped(Some(&table), list),
                other => self.fault(&table, &other, "it should be a list"),
            }
        }
    }

    /// A list of requests or answers, each around an item.
    fn wrapped(&mut self, table: Option<&str>, list: Vec<Part<'t>>) {
        for part in list {
            match deeper(part) {
                Part::Members(members) => self.write(table, members),
                other => self.fault(table.unwrap_or_default(), &other, "it should be a request"),
            }
        }
    }

    /// What is around an item: a request to put it, or an answer.
    fn write(&mut self, table: Option<&str>, mut members: Members<'t>) {
        let table = table.map(str::to_owned);
        for name in [PUT_REQUEST, "Put"] {
            if let Some(part) = members.remove(name) {
                let Part::Members(mut put) = deeper(part) else { continue };
                let named = put.get("TableName").and_then(|part| text_of(part));
                match put.remove("Item") {
                    Some(item) => self.one(table.clone().or(named), "puts", BATCH_WRITE, item),
                    None => self.fault("", &Part::Members(put), "it puts no item"),
                }
            }
        }
        if let Some(item) = members.remove("Item") {
            // Answers of BatchExecuteStatement name their table.
            let named = members.get("TableName").and_then(|part| text_of(part));
            let table = table.or(named);
            self.one(table, "Responses", TRANSACT_GET, item);
        } else if members.is_empty() {
            self.empty += usize::from(self.format == Some(TRANSACT_GET));
        } else {
            let deletes =
                [DELETE_REQUEST, "Delete"].iter().any(|name| members.get(*name).is_some());
            if deletes {
                self.delete(BATCH_WRITE, &Part::Members(members));
                return;
            }
            self.format.get_or_insert(BATCH_WRITE);
            let problem = match members.iter().next() {
                Some((name, _)) if name == "Error" => "one of its answers is an error".to_owned(),
                Some((name, _)) => format!("one of its requests puts no item: it holds {name}"),
                None => return,
            };
            self.fault("", &Part::Members(members), &problem);
        }
    }

    fn delete(&mut self, format: &'static str, part: &Part<'t>) {
        self.format.get_or_insert(format);
        self.deletions += 1;
        set_aside(&mut self.aside, part.value().unwrap_or_default());
    }

    fn fault(&mut self, table: &str, part: &Part<'t>, problem: &str) {
        self.defects.push(Defect::of_table(table, problem, "set aside"));
        set_aside(&mut self.aside, part.value().unwrap_or_default());
    }

    /// A value that holds no items.
    fn odd(&mut self, part: &Part<'t>) {
        let seen = match part {
            Part::Members(members) => describe_keys(members),
            other => other.describe().to_owned(),
        };
        self.strange.get_or_insert(seen);
        set_aside(&mut self.aside, part.value().unwrap_or_default());
    }

    fn one(&mut self, table: Option<String>, place: &str, format: &'static str, part: Part<'t>) {
        let item = match part {
            Part::Raw(raw) => Written::Text(raw),
            other => Written::Value(other.value().unwrap_or_default()),
        };
        self.push(table, place, format, item);
    }

    fn extend(
        &mut self,
        table: Option<String>,
        place: &str,
        format: &'static str,
        items: Result<Vec<Written<'t>>, String>,
    ) {
        self.format.get_or_insert(format);
        match items {
            Ok(items) if items.is_empty() => self.empty += 1,
            Ok(items) => self.add(table, place, items),
            Err(problem) => {
                let table = table.unwrap_or_default();
                self.defects.push(Defect::of_table(&table, problem, "left out"));
            }
        }
    }

    fn push(
        &mut self,
        table: Option<String>,
        place: &str,
        format: &'static str,
        item: Written<'t>,
    ) {
        self.format.get_or_insert(format);
        self.add(table, place, [item]);
    }

    fn add(
        &mut self,
        table: Option<String>,
        place: &str,
        items: impl IntoIterator<Item = Written<'t>>,
    ) {
        let at = self.place(table, place);
        if let Some((_, source)) = self.lists.get_mut(at) {
            source.items.extend(items);
        }
    }

    /// The list that items of a table and a place join.
    fn place(&mut self, table: Option<String>, place: &str) -> usize {
        let is = |(known, source): &(Option<String>, ItemSource<'t>)| {
            *known == table && source.place == place
        };
        // Items come in long runs of one kind, so the last list is nearly always the one.
        let at = self.lists.iter().rposition(is).unwrap_or(self.lists.len());
        if at == self.lists.len() {
            let source = ItemSource { place: place.to_owned(), entity: None, items: Vec::new() };
            self.lists.push((table, source));
        }
        at
    }
}
