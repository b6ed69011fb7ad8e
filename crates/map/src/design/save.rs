//! Writing a design as a document of the app's own format.
//!
//! Owns the text: members in a fixed order, an item a line, so that two saved designs can be compared line by line. What
//! was unknown when the design was opened is written as it was.

use key_engine::engine::Database;
use key_engine::order::{SortedMap, gathered};
use key_engine::value::{Members, object};
use serde_json::{Map, Value};

use super::formats::VERSION;
use super::{
    Acceptance, Call, DeliberateCopy, Design, Entity, Expectation, ExpectedItem, Request,
    SortOrder, Synchronisation, TableDesign, Volume, Wanted,
};

/// The design and its items as a document. [`open`](super::open) gives both back.
pub fn save(design: &Design, database: &Database) -> String {
    let mut document = Writer::default();
    document.value("retrieval-map", &Value::from(VERSION));
    document.value("name", &Value::from(design.name.as_str()));
    document.value("description", &Value::from(design.description.as_str()));
    document.blocks("tables", design.tables.iter().map(|table| write_table(table, database)));
    document.lines("entities", design.entities.iter().map(entity_json));
    document.blocks("requests", design.requests.iter().map(write_request));
    if !design.copies.is_empty() {
        document.blocks("copies", design.copies.iter().map(write_copy));
    }
    if !design.accepted.is_empty() {
        document.lines("accepted", design.accepted.iter().map(accepted_json));
    }
    document.rest(&design.extra);
    let mut text = document.end();
    text.push('\n');
    text
}

fn write_table(table: &TableDesign, database: &Database) -> String {
    let mut block = write_description(table);
    let items = database.table(table.name()).into_iter().flat_map(|table| table.primary().items());
    block.lines("items", items.map(key_engine::Item::to_json));
    block.end()
}

/// All of a table but its items.
fn write_description(table: &TableDesign) -> Writer {
    let mut block = Writer::default();
    block.value("create", &table.create);
    if let Some(bays) = table.bays {
        block.value("bays", &Value::from(bays));
    }
    if !table.index_bays.is_empty() {
        block.value("indexBays", &Value::Object(written(&table.index_bays)));
    }
    if let Some(attribute) = &table.time_to_live {
        block.value("timeToLive", &Value::from(attribute.as_str()));
    }
    block.rest(&table.extra);
    block
}

/// A table, without its items, as it stands in a document.
pub(in crate::design) fn table_json(table: &TableDesign) -> Value {
    read_again(&write_description(table).end())
}

/// A request as it stands in a document.
pub(in crate::design) fn request_json(request: &Request) -> Value {
    read_again(&write_request(request))
}

/// A copy as it stands in a document.
pub(in crate::design) fn copy_json(copy: &DeliberateCopy) -> Value {
    read_again(&write_copy(copy))
}

/// What was written just now, as a value.
fn read_again(text: &str) -> Value {
    serde_json::from_str(text).unwrap_or_default()
}

fn write_request(request: &Request) -> String {
    let mut block = Writer::default();
    block.value("id", &Value::from(request.id.as_str()));
    block.value("sentence", &Value::from(request.sentence.as_str()));
    let volume = match request.volume {
        Volume::PerSecond(rate) => Value::from(rate),
        word => Value::from(word.word()),
    };
    block.value("volume", &volume);
    block.value("consistency", &Value::from(request.consistency.word()));
    if let Some(route) = &request.route {
        block.value("route", &Value::from(route.as_str()));
    }
    if let Some(wanted) = wanted_json(&request.wanted) {
        block.value("wants", &wanted);
    }
    let call = |call: &Call| {
        object(&mut [
            ("operation", Value::from(call.operation.as_str())),
            ("input", call.input.clone()),
        ])
    };
    block.lines("calls", request.calls.iter().map(call));
    block.value("samples", &Value::Object(written(&request.samples)));
    if let Some(expected) = &request.expected {
        block.block("expects", &write_expected(expected));
    }
    block.rest(&request.extra);
    block.end()
}

fn wanted_json(wanted: &Wanted) -> Option<Value> {
    let mut members = Map::new();
    if let Some(SortOrder { attribute, descending }) = &wanted.order {
        let order = &mut [
            ("attribute", Value::from(attribute.as_str())),
            ("descending", Value::from(*descending)),
        ];
        members.set("order", object(order));
    }
    if let Some(count) = wanted.count {
        members.set("count", Value::from(count));
    }
    (!members.is_empty()).then_some(Value::Object(members))
}

fn write_expected(expected: &Expectation) -> String {
    let mut block = Writer::default();
    match expected {
        Expectation::Count(count) => block.value("count", &Value::from(*count)),
        Expectation::Items { items, ordered } => {
            let item = |item: &ExpectedItem| {
                object(&mut [
                    ("table", Value::from(item.table.as_str())),
                    ("key", item.key.to_json()),
                ])
            };
            block.lines("items", items.iter().map(item));
            block.value("ordered", &Value::from(*ordered));
        }
    }
    block.end()
}

fn write_copy(copy: &DeliberateCopy) -> String {
    let mut block = Writer::default();
    block.value("table", &Value::from(copy.table.as_str()));
    block.value("source", &Value::from(copy.source.as_str()));
    block.value("copy", &Value::from(copy.copy.as_str()));
    block.value("attributes", &Value::from(copy.attributes.as_slice()));
    block.value("requests", &Value::from(copy.requests.as_slice()));
    block.value("owner", &Value::from(copy.owner.as_str()));
    let synchronisation = match &copy.synchronisation {
        Synchronisation::Unplanned => None,
        Synchronisation::Transaction => Some(Value::from("transaction")),
        Synchronisation::Stream => Some(Value::from("stream")),
        Synchronisation::AcceptedStaleness(why) => {
            Some(object(&mut [("acceptedStaleness", Value::from(why.as_str()))]))
        }
    };
    if let Some(synchronisation) = synchronisation {
        block.value("synchronisation", &synchronisation);
    }
    block.rest(&copy.extra);
    block.end()
}

/// Accepted advice as it stands in a document.
pub(in crate::design) fn accepted_json(accepted: &Acceptance) -> Value {
    object(&mut [
        ("rule", Value::from(accepted.rule.as_str())),
        ("about", Value::from(accepted.about.as_str())),
        ("reason", Value::from(accepted.reason.as_str())),
    ])
}

fn written<V: Clone + Into<Value>>(members: &SortedMap<String, V>) -> Map<String, Value> {
    gathered(members.iter().map(|(name, value)| (name.clone(), value.clone().into())))
}

/// A kind of item as it stands in a document.
pub(in crate::design) fn entity_json(entity: &Entity) -> Value {
    let mut members = Map::new();
    members.set("name", Value::from(entity.name.as_str()));
    members.set("table", Value::from(entity.table.as_str()));
    members.set("partitionPrefix", Value::from(entity.partition_prefix.as_str()));
    if let Some(prefix) = &entity.sort_prefix {
        members.set("sortPrefix", Value::from(prefix.as_str()));
    }
    if !entity.templates.is_empty() {
        members.set("templates", Value::Object(written(&entity.templates)));
    }
    Value::Object(members)
}

/// An object being written, member by member, each on lines of its own.
#[derive(Default)]
struct Writer {
    text: String,
}

impl Writer {
    fn name(&mut self, name: &str) {
        self.text.push_str(if self.text.is_empty() { "{\n  " } else { ",\n  " });
        self.text.push_str(&Value::from(name).to_string());
        self.text.push_str(": ");
    }

    /// A member on one line.
    fn value(&mut self, name: &str, value: &Value) {
        self.name(name);
        self.text.push_str(&value.to_string());
    }

    /// An object that was written before.
    fn block(&mut self, name: &str, block: &str) {
        self.name(name);
        self.text.push_str(&block.replace('\n', "\n  "));
    }

    /// A list with each element on one line.
    fn lines(&mut self, name: &str, values: impl Iterator<Item = Value>) {
        self.list(name, values.map(|value| value.to_string()));
    }

    /// A list with each element an object that was written before.
    fn blocks(&mut self, name: &str, blocks: impl Iterator<Item = String>) {
        // A line break in JSON text is never inside a string, so the lines may be indented freely.
        self.list(name, blocks.map(|block| block.replace('\n', "\n    ")));
    }

    fn list(&mut self, name: &str, elements: impl Iterator<Item = String>) {
        self.name(name);
        self.text.push('[');
        let mut empty = true;
        for element in elements {
            self.text.push_str(if empty { "\n    " } else { ",\n    " });
            self.text.push_str(&element);
            empty = false;
        }
        self.text.push_str(if empty { "]" } else { "\n  ]" });
    }

    /// The members that were not understood.
    fn rest(&mut self, members: &Map<String, Value>) {
        for (name, value) in members {
            self.value(name, value);
        }
    }

    fn end(mut self) -> String {
        self.text.push_str("\n}");
        self.text
    }
}

#[cfg(test)]
mod tests {
    use crate::design::{open, save};

    const DOCUMENT: &str = r#"{
  "retrieval-map": 1,
  "name": "Every type",
  "description": "\"Quoted\",\nsecond line",
  "tables": [
    {
      "create": {"AttributeDefinitions":[{"AttributeName":"id","AttributeType":"B"}],"BillingMode":"PAY_PER_REQUEST","KeySchema":[{"AttributeName":"id","KeyType":"HASH"}],"TableName":"Things"},
      "bays": 2,
      "indexBays": {"Later":3},
      "timeToLive": "until",
      "note": {"kept":[1,"two"]},
      "items": [
        {"b":{"B":"AAE="},"bool":{"BOOL":true},"bs":{"BS":["AA==","AQ=="]},"id":{"B":"AA=="},"l":{"L":[{"S":"x"},{"NULL":true}]},"m":{"M":{"a b":{"N":"-1.5"}}},"n":{"N":"12345678901234567890123456789012345678"},"ns":{"NS":["1","2"]},"s":{"S":"line\nbreak \u2028 🗝"},"ss":{"SS":["a","b"]}}
      ]
    }
  ],
  "entities": [
    {"name":"Thing","partitionPrefix":"","table":"Things","templates":{"id":"{id}","x":"X#{s}#{a b}"}}
  ],
  "requests": [
    {
      "id": "R1",
      "sentence": "All of them",
      "volume": 0.25,
      "consistency": "strong may matter",
      "wants": {"count":20,"order":{"attribute":"n","descending":true}},
      "calls": [
        {"input":{"TableName":"Things"},"operation":"Scan"}
      ],
      "samples": {},
      "expects": {
        "items": [
          {"key":{"id":{"B":"AA=="}},"table":"Things"}
        ],
        "ordered": true
      },
      "because": "kept"
    },
    {
      "id": "R2",
      "sentence": "Nothing",
      "volume": "low",
      "consistency": "eventual may do",
      "wants": {"order":{"attribute":"id","descending":false}},
      "calls": [],
      "samples": {},
      "expects": {
        "count": 0
      }
    }
  ],
  "copies": [
    {
      "table": "Things",
      "source": "Thing",
      "copy": "Lookup",
      "attributes": ["n","s"],
      "requests": ["R1"],
      "owner": "the \"thing\" service",
      "synchronisation": "transaction",
      "since": {"kept":2026}
    },
    {
      "table": "Things",
      "source": "Thing",
      "copy": "Summary",
      "attributes": [],
      "requests": [],
      "owner": "",
      "synchronisation": {"acceptedStaleness":"a day old\nwill do"}
    },
    {
      "table": "Things",
      "source": "Thing",
      "copy": "Shelf",
      "attributes": [],
      "requests": [],
      "owner": "",
      "synchronisation": "stream"
    },
    {
      "table": "Things",
      "source": "Thing",
      "copy": "Unplanned",
      "attributes": [],
      "requests": [],
      "owner": ""
    }
  ],
  "accepted": [
    {"about":"R1","reason":"once a month","rule":"missing-route"}
  ],
  "later": []
}
"#;

    #[test]
    fn a_document_in_the_form_that_is_written_comes_back_byte_for_byte() {
        let text = DOCUMENT.replace("\\u2028", "\u{2028}");
        let opened = open(&text).unwrap();
        assert_eq!(opened.defects, []);
        assert_eq!(save(&opened.design, &opened.database), text);
    }
}
