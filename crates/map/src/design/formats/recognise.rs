//! Which format a text is of, told by its structure and never by its file's name.
//!
//! Owns the order in which formats are tried, so that a text that could be two is always read as the same one:
//!
//! 1. An object: by the members that only one format has, in the order of [`read_object`].
//! 2. A list: by its first elements, of which one is enough. Descriptions of tables, else items.
//! 3. Several documents one after the other: by the first. Descriptions of tables, else lines of an export.
//! 4. What is not JSON: a template in YAML, else tables that a program makes, else a table of values, else JSON inside other text.
//!
//! It never reads what a format says.

use serde_json::{Map, Value};

use super::raw::{self, Members, Part};
use super::{
    DOCUMENT, Draft, cloudformation, csv, data_model, items, onetable, own, pasted, script, tables,
    workbench, yaml,
};
use crate::design::{Defect, OpenError, set_aside, shallow};

/// How many elements of a list are looked at.
const LOOKED_AT: usize = 10;

/// A text whose format is known, on its way to a draft. Texts of one thing after the other are read in slices, documents at once.
#[derive(Debug)]
pub(in crate::design) enum Reading<'t> {
    Read(Box<Draft<'t>>),
    Rows(csv::Reading<'t>),
    /// Documents one after the other; and what is said where they hold no items, in the place of what they say.
    Several(Box<items::Reading<'t>>, Option<OpenError>),
}

impl<'t> From<Draft<'t>> for Reading<'t> {
    fn from(draft: Draft<'t>) -> Self {
        Self::Read(Box::new(draft))
    }
}

impl<'t> Reading<'t> {
    /// Reads about so many more bytes; gives back how many are left.
    pub fn step(&mut self, budget_bytes: usize) -> usize {
        match self {
            Self::Read(_) => 0,
            Self::Rows(rows) => rows.step(budget_bytes),
            Self::Several(documents, _) => documents.step(budget_bytes),
        }
    }

    /// Reads what is left, and gives the draft.
    ///
    /// # Errors
    /// When nothing of it is sound.
    pub fn finish(self) -> Result<Draft<'t>, OpenError> {
        match self {
            Self::Read(draft) => Ok(*draft),
            Self::Rows(rows) => Ok(rows.finish()),
            Self::Several(documents, said) => {
                documents.finish().map_err(|error| said.unwrap_or(error))
            }
        }
    }

    fn several(text: &'t str, lenient: bool, said: Option<OpenError>) -> Self {
        Self::Several(Box::new(items::read_several(text, lenient)), said)
    }
}

/// Begins to read a text.
///
/// # Errors
/// When it is of no format that is known, or a document that its format refuses.
pub(super) fn read(text: &str) -> Result<Reading<'_>, OpenError> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    if text.trim().is_empty() {
        return Err(OpenError::Empty);
    }
    let not_json = match read_json(text) {
        Err(error @ OpenError::NotJson { .. }) => error,
        read => return read,
    };
    if let Some(read) = read_yaml(text).or_else(|| read_script(text)) {
        return read.map(Reading::from);
    }
    if text.trim_start().starts_with('{') {
        // A line of several may be broken. A document that is merely broken holds nothing else that is meant: the place where it
        // is broken is told.
        return Ok(Reading::several(text, false, Some(not_json)));
    }
    if let Some(read) = read_program(text) {
        return read.map(Reading::from);
    }
    if csv::fits(text) {
        return csv::read(text).map(Reading::Rows);
    }
    let pasted = pasted::read(text);
    pasted.unwrap_or_else(|| Err(plain_text(text).unwrap_or(not_json))).map(Reading::from)
}

/// Why a text cannot be read that does not even begin like a document; none where it does, and is merely broken.
fn plain_text(text: &str) -> Option<OpenError> {
    const SHOWN: usize = 40;
    const MARKS: [char; 9] = ['#', '/', '<', '-', '*', '_', '(', '|', '$'];
    let text = text.trim_start();
    if !text.starts_with(char::is_alphanumeric) && !text.starts_with(MARKS) {
        return None;
    }
    let line = text.lines().next().unwrap_or_default().trim_end();
    let plain = line.chars().map(|letter| if letter.is_control() { ' ' } else { letter });
    let mut words: String = plain.take(SHOWN).collect();
    if line.chars().count() > SHOWN {
        words.push('…');
    }
    Some(OpenError::NotAModel { seen: format!("a text that begins with “{words}”") })
}

/// Reads a text that is YAML; none where it is not, or says nothing of tables.
fn read_yaml<'t>(text: &str) -> Option<Result<Draft<'t>, OpenError>> {
    /// No template is larger. Source: AWS, "CloudFormation quotas", a template's body is at most 1 MB.
    const LARGEST: usize = 16_000_000;
    const MARKS: [&str; 6] = [
        "Resources",
        "AWSTemplateFormatVersion",
        "resources",
        "KeySchema",
        "models",
        "access_patterns",
    ];
    if text.len() > LARGEST || !MARKS.iter().any(|mark| text.contains(mark)) {
        return None;
    }
    let begins = |line: &str| {
        let name = line.trim_start_matches(['"', '\'']);
        name.starts_with("Resources") || name.starts_with("AWSTemplateFormatVersion")
    };
    match yaml::read(text) {
        Ok(yaml) => {
            let mut read = read_documents(yaml)?;
            if let Ok(draft) = &mut read
                && text.trim_start().starts_with('{')
            {
                let problem = "it is not strictly JSON";
                draft.defects.insert(0, Defect::of_table("", problem, "read as YAML"));
            }
            Some(read)
        }
        Err(error) if text.lines().any(begins) && !text.trim_start().starts_with('{') => {
            let yaml::YamlError { line, column, message } = error;
            Some(Err(OpenError::NotYaml { line, column, message }))
        }
        Err(_) => None,
    }
}

/// Reads a schema that stands in a script; none where there is none.
fn read_script<'t>(text: &str) -> Option<Result<Draft<'t>, OpenError>> {
    const LARGEST: usize = 4_000_000;
    let marked = ["indexes", "primary", "models"].iter().all(|mark| text.contains(mark));
    if text.len() > LARGEST || !marked {
        return None;
    }
    let object = script::object_with(text, &["\"indexes\"", "\"models\""])?;
    let schema = yaml::read(&object).ok()?.documents.into_iter().find(onetable::fits)?;
    let mut read = onetable::read(schema);
    if let Ok(draft) = &mut read {
        let problem = "the schema is written in a script";
        let done = "its literals were read, without what only running it gives";
        draft.defects.insert(0, Defect::of_table("", problem, done));
    }
    Some(read)
}

/// Reads the tables that a program makes; none where it makes none, or where they stand in it as JSON.
fn read_program<'t>(text: &'t str) -> Option<Result<Draft<'t>, OpenError>> {
    const LARGEST: usize = 4_000_000;
    if text.len() > LARGEST || !script::tables::fits(text) {
        return None;
    }
    let json: Option<Result<Draft<'t>, OpenError>> = pasted::read(text);
    if json.as_ref().is_some_and(|read| read.as_ref().is_ok_and(|draft| !draft.items_only)) {
        return json;
    }
    let read = |object: String| yaml::read(&object).ok()?.documents.into_iter().next();
    let tables: Vec<Value> = script::tables::tables_in(text).into_iter().filter_map(read).collect();
    if tables.is_empty() {
        return json;
    }
    let mut read = tables::read(tables);
    if let Ok(draft) = &mut read {
        let problem = "its tables are written in a program";
        let done = "their literals were read, without what only running it gives";
        draft.defects.insert(0, Defect::of_table("", problem, done));
    }
    Some(read)
}

/// Reads the first document that is of a known format.
fn read_documents<'t>(yaml: yaml::Yaml) -> Option<Result<Draft<'t>, OpenError>> {
    let mut documents = yaml.documents;
    let at = documents.iter().position(is_described)?;
    let read = read_value(documents.remove(at))?;
    Some(read.map(|mut draft| {
        draft.defects.splice(0..0, yaml.faults);
        for other in documents {
            if !other.is_null() {
                let problem = "the file holds another document";
                draft.defects.push(Defect::of_table("", problem, "set aside"));
                set_aside(&mut draft.design.extra, other);
            }
        }
        draft
    }))
}

/// Begins to read a text that begins with JSON.
///
/// # Errors
/// [`OpenError::NotJson`] where it does not; what its format refuses.
pub(super) fn read_json(text: &str) -> Result<Reading<'_>, OpenError> {
    match raw::whole(text, DOCUMENT) {
        Ok(Part::Members(object)) => read_object(object).map(Reading::from),
        Ok(Part::Elements(elements)) => read_list(elements).map(Reading::from),
        Ok(other) => Err(OpenError::NotAModel { seen: other.describe().to_owned() }),
        Err(error) => read_several(text).unwrap_or(Err(error)),
    }
}

fn read_object(object: Members<'_>) -> Result<Draft<'_>, OpenError> {
    if object.get(own::VERSION_KEY).is_some() {
        own::read(object)
    } else if object.get(workbench::TABLES_KEY).is_some() {
        workbench::read(object)
    } else if let Some(draft) = read_described(&object) {
        draft
    } else if items::fits(&object) {
        items::read(Part::Members(object))
    } else {
        let manifest = items::manifest_refusal(&object);
        Err(manifest.unwrap_or(OpenError::NotAModel { seen: raw::describe_keys(&object) }))
    }
}

/// Reads an object that describes tables, in JSON or another notation; none where it does not.
fn read_described<'t>(object: &Members<'_>) -> Option<Result<Draft<'t>, OpenError>> {
    const MARKS: [&str; 13] = [
        "access_patterns",
        "indexes",
        "format",
        "Resources",
        "resources",
        "KeySchema",
        "AttributeDefinitions",
        "Table",
        "TableDescription",
        "TableCreationParameters",
        "Tables",
        "tables",
        "TableNames",
    ];
    if !MARKS.iter().any(|mark| object.get(*mark).is_some()) {
        return None;
    }
    let mut whole = Map::new();
    for (name, part) in object.iter() {
        whole.insert(name.clone(), shallow(part.value().ok()?));
    }
    read_value(Value::Object(whole))
}

/// Whether a value is of a format that describes tables.
fn is_described(value: &Value) -> bool {
    cloudformation::fits(value)
        || data_model::fits(value)
        || onetable::fits(value)
        || tables::holds_table(value)
}

/// The same for a value.
fn read_value<'t>(whole: Value) -> Option<Result<Draft<'t>, OpenError>> {
    if let Some(Value::Array(names)) = whole.get("TableNames") {
        return Some(Err(tables::only_names(names)));
    }
    if cloudformation::fits(&whole) {
        return Some(cloudformation::read(whole));
    }
    if data_model::fits(&whole) {
        return Some(data_model::read(whole));
    }
    if onetable::fits(&whole) {
        return Some(onetable::read(whole));
    }
    tables::unwrapped(whole).map(tables::read)
}

fn read_list(elements: Vec<Part<'_>>) -> Result<Draft<'_>, OpenError> {
    let mut first = elements.iter().take(LOOKED_AT).filter_map(|part| part.value().ok());
    if first.any(|element| tables::holds_table(&element)) {
        return tables::read(elements.iter().map(Part::value_or_text).collect());
    }
    if elements.first().is_some_and(is_key_attribute) {
        let seen = "a list of key attributes, without the table that they are of".to_owned();
        return Err(OpenError::NotAModel { seen });
    }
    if elements.first().is_some_and(items::fits_list) {
        return items::read(Part::Elements(elements));
    }
    Err(OpenError::NotAModel { seen: "a list".to_owned() })
}

/// Whether an element is part of a table's definition, and no item.
fn is_key_attribute(element: &Part<'_>) -> bool {
    let Ok(Value::Object(members)) = element.value() else { return false };
    let has = |name: &str| members.get(name).is_some_and(Value::is_string);
    members.len() == 2 && has("AttributeName") && (has("AttributeType") || has("KeyType"))
}

/// Begins to read several documents one after the other; none where the text does not begin with two.
fn read_several(text: &str) -> Option<Result<Reading<'_>, OpenError>> {
    let mut documents = raw::several(text);
    let first = documents.next()?.apart(DOCUMENT);
    let second = documents.next();
    let Part::Members(object) = first else { return None };
    if items::fits(&object) {
        return Some(Ok(Reading::several(text, false, None)));
    }
    if let Some(refusal) = items::manifest_refusal(&object) {
        return Some(Err(refusal));
    }
    if tables::holds_table(&Part::Members(object).value().ok()?) {
        return Some(read_tables(text).map(Reading::from));
    }
    // Objects one after the other that are nothing else are items in plain JSON, a line each.
    let is_object = matches!(second?.apart(DOCUMENT), Part::Members(_));
    is_object.then(|| Ok(Reading::several(text, true, None)))
}

/// Reads definitions of tables one after the other.
fn read_tables<'t>(text: &str) -> Result<Draft<'t>, OpenError> {
    let mut documents = raw::several(text);
    let list: Vec<Value> = documents.by_ref().map(|part| part.value_or_text()).collect();
    let count = list.len();
    let mut draft = tables::read(list)?;
    let rest = documents.rest();
    if !rest.is_empty() {
        let problem = format!("what follows its document {count} is not JSON");
        draft.defects.push(Defect::of_table("", problem, "set aside"));
        set_aside(&mut draft.design.extra, Value::from(rest));
    }
    Ok(draft)
}
