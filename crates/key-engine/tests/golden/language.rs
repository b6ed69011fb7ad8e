//! The scripts' language. A command is one line; its parts are set apart by semicolons.
//!
//! ```text
//! table Orders PK:S / SK:S; global byStatus status:S / SK:S KEYS_ONLY; local byTotal PK:S / total:N ALL
//! bays Orders 3                                  how many partitions
//! put Orders PK=CUSTOMER#1 SK="2026-07-01" total=12.5 photo=0x00ff note="x"*300000
//! delete Orders PK=CUSTOMER#1 SK=2026-07-01; if total > 10
//! update Orders PK=CUSTOMER#1 SK=2026-07-01; set total = total + 1; remove note; if total > 10; values ALL_NEW
//! transact                                       or with a token: transact TOKEN
//!   put Orders PK=CUSTOMER#2 SK=2026-07-02; if attribute_not_exists(PK)
//!   check Orders PK=CUSTOMER#1 SK=2026-07-01; if total > 10; failure ALL_OLD
//! batch-write                                    a put or a delete on each line
//!   put Orders PK=CUSTOMER#2 SK=2026-07-02
//! batch-get                                      a key on each line, and what is wanted of its table
//!   Orders PK=CUSTOMER#1 SK=2026-07-01; consistent; return total
//! transact-get                                   likewise
//!   Orders PK=CUSTOMER#1 SK=2026-07-01; return total
//! get Orders PK=CUSTOMER#1 SK=2026-07-01; consistent; return total
//! query Orders; where PK = "CUSTOMER#1" and begins_with(SK, "2026"); filter total > 10; limit 2; backward
//! query Orders.byStatus; where status = "OPEN"; count
//! scan Orders; filter total > 10; segment 0 of 2
//! next                                           goes on after the last page
//! call PutItem {"TableName": "Orders"}           anything, in DynamoDB's JSON
//! call DescribeTable {"TableName": "Orders"}; show Table.ItemCount   a member of the answer
//! stream Orders KEYS_ONLY                        enables the table's stream; `off` disables it
//! changes Orders                                 what its stream holds, or holds since last asked
//! wait 15 minutes                                the clock moves: seconds, minutes, hours, days
//! sweep Orders                                   deletes what has expired
//! SELECT total FROM Orders WHERE PK = 'C1'; limit 2   and other statements of PartiQL: see `statements`
//! bill put ...                                   any write, printing what it costs where, refused or done
//! ```
//!
//! In expressions, texts in quotes, numbers and bytes are written as they are: they become placeholders, as
//! do names that are reserved words. Lists, maps and sets are written as `DynamoDB`'s JSON without blanks:
//! `{"L":[{"N":"1"}]}`.

use key_engine::expression::is_reserved;
use key_engine::walk::Walk;
use key_engine::{AttributeValue, Database, Item};
use serde_json::{Map, Value, json};

use super::many;
use super::show;
use super::statements;
use super::time::{Clock, Iterators};

/// A database, and the read that `next` goes on from.
pub struct Runner {
    pub(super) database: Database,
    pub(super) last: Option<(String, Value)>,
    pub(super) clock: Clock,
    pub(super) iterators: Iterators,
}

impl Default for Runner {
    fn default() -> Self {
        let clock = Clock::default();
        let (database, iterators) = (clock.database(), Iterators::default());
        Self { database, last: None, clock, iterators }
    }
}

impl Runner {
    /// Runs one command; gives back what it prints.
    pub fn run(&mut self, line: &str) -> Result<String, String> {
        let (bill, line) = match line.strip_prefix("bill ") {
            Some(rest) => (true, rest),
            None => (false, line),
        };
        if let Some((operation, input)) = many::request(line)? {
            let (answer, walk) = self.database.call_with_walk(operation, &input);
            return Ok(match answer {
                Ok(answer) => show::of_many(&answer, &walk),
                Err(error) => show::refusal(&error),
            });
        }
        if let Some((operation, input)) = statements::request(line) {
            return Ok(self.statements(operation, input));
        }
        let parts: Vec<&str> = split(line, ';');
        let (verb, rest) = parts[0].split_once(' ').unwrap_or((parts[0], ""));
        match verb {
            "table" => self.table(rest, &parts[1..]),
            "bays" => {
                let (name, count) = rest.split_once(' ').ok_or("bays TABLE COUNT")?;
                let (table, index) = door(name);
                let count = count.trim().parse().map_err(|_| "no count")?;
                if self.database.set_partition_count(table, index, count) {
                    Ok(String::new())
                } else {
                    Err("no such door".to_owned())
                }
            }
            "put" | "delete" | "update" => {
                let (operation, input) = write(line)?;
                Ok(self.write(operation, &input, bill))
            }
            _ if verb.starts_with("transact") => {
                let input = transaction(line)?;
                Ok(self.write("TransactWriteItems", &input, bill))
            }
            "get" | "query" | "scan" => {
                let (operation, input) = read(verb, rest, &parts[1..])?;
                Ok(self.read(operation, input))
            }
            "next" => {
                let (operation, input) =
                    self.last.take().ok_or("there is no page to go on from")?;
                Ok(match operation.as_str() {
                    "ExecuteStatement" => self.statements(&operation, input),
                    _ => self.read(&operation, input),
                })
            }
            "call" => {
                let (operation, input) = rest.split_once(' ').ok_or("call OPERATION JSON")?;
                let input: Value =
                    serde_json::from_str(input).map_err(|error| error.to_string())?;
                Ok(match self.database.call(operation, &input) {
                    Ok(answer) => show::members(&answer, &parts[1..]),
                    Err(error) => format!("{error}\n"),
                })
            }
            "stream" => self.stream(rest),
            "changes" => Ok(self.changes(rest)),
            "wait" => self.clock.wait(rest),
            "sweep" => Ok(self.sweep(rest)),
            other => Err(format!("no command {other}")),
        }
    }

    fn table(&mut self, rest: &str, parts: &[&str]) -> Result<String, String> {
        let (name, key) = rest.split_once(' ').ok_or("table NAME KEY")?;
        let mut definitions = Map::new();
        let mut create =
            json!({"TableName": name, "KeySchema": key_schema(key, &mut definitions)?});
        for part in parts {
            let words: Vec<&str> = part.split_whitespace().collect();
            let [kind, index, key @ .., projection] = words.as_slice() else {
                return Err("global|local NAME KEY PROJECTION".to_owned());
            };
            let member =
                if *kind == "local" { "LocalSecondaryIndexes" } else { "GlobalSecondaryIndexes" };
            let projection = match projection.strip_prefix("INCLUDE:") {
                Some(names) => json!({"ProjectionType": "INCLUDE",
                    "NonKeyAttributes": names.split(',').collect::<Vec<_>>()}),
                None => json!({"ProjectionType": projection}),
            };
            let index = json!({"IndexName": index, "Projection": projection,
                "KeySchema": key_schema(&key.join(" "), &mut definitions)?});
            match create[member].as_array_mut() {
                Some(list) => list.push(index),
                None => create[member] = json!([index]),
            }
        }
        create["BillingMode"] = "PAY_PER_REQUEST".into();
        create["AttributeDefinitions"] = definitions
            .iter()
            .map(|(name, key_type)| json!({"AttributeName": name, "AttributeType": key_type}))
            .collect();
        match self.database.call("CreateTable", &create) {
            Ok(_) => Ok(String::new()),
            Err(error) => Ok(format!("{error}\n")),
        }
    }

    fn write(&mut self, operation: &str, input: &Value, bill: bool) -> String {
        let (answer, walk) = self.database.call_with_walk(operation, input);
        let mut out = match &answer {
            Err(error) => show::refusal(error),
            Ok(answer) => show::attributes(answer, input),
        };
        if bill {
            out.push_str(&show::bill(&walk));
        }
        out
    }

    fn read(&mut self, operation: &str, input: Value) -> String {
        let (answer, walk): (_, Walk) = self.database.call_with_walk(operation, &input);
        match answer {
            Err(error) => format!("{error}\n"),
            Ok(answer) => {
                if let Some(key) = answer.get("LastEvaluatedKey") {
                    let mut next = input;
                    next["ExclusiveStartKey"] = key.clone();
                    self.last = Some((operation.to_owned(), next));
                }
                show::answer(&answer, &walk)
            }
        }
    }
}

/// A write's operation and JSON.
pub fn write(line: &str) -> Result<(&'static str, Value), String> {
    let parts = split(line, ';');
    let (verb, rest) = parts[0].split_once(' ').unwrap_or((parts[0], ""));
    let (table, item) = rest.split_once(' ').unwrap_or((rest, ""));
    let (operation, member) = match verb {
        "put" => ("PutItem", "Item"),
        "delete" => ("DeleteItem", "Key"),
        "update" => ("UpdateItem", "Key"),
        "check" => ("ConditionCheck", "Key"),
        other => return Err(format!("no write {other}")),
    };
    let mut input = json!({"TableName": table, member: parse_item(item)?.to_json()});
    let mut expressions = Expressions::default();
    let mut update: Vec<String> = Vec::new();
    for part in &parts[1..] {
        match part.split_once(' ') {
            Some(("if", text)) => input["ConditionExpression"] = expressions.read(text)?.into(),
            Some((section @ ("set" | "remove" | "add" | "delete"), text)) => {
                update.push(format!("{section} {}", expressions.read(text)?));
            }
            Some(("values", word)) => input["ReturnValues"] = word.into(),
            Some(("failure", word)) => input["ReturnValuesOnConditionCheckFailure"] = word.into(),
            _ => return Err(format!("no option {part}")),
        }
    }
    if !update.is_empty() {
        input["UpdateExpression"] = update.join(" ").into();
    }
    expressions.finish(&mut input);
    Ok((operation, input))
}

/// The JSON of a transaction; its actions stand on lines of their own.
fn transaction(text: &str) -> Result<Value, String> {
    let mut lines = text.lines();
    let token = lines.next().and_then(|first| first.split_once(' '));
    let mut actions = Vec::new();
    for line in lines {
        let (operation, action) = write(line.trim())?;
        actions.push(json!({operation.trim_end_matches("Item"): action}));
    }
    let mut input = json!({"TransactItems": actions});
    if let Some((_, token)) = token {
        input["ClientRequestToken"] = token.into();
    }
    Ok(input)
}

/// Splits at a sign outside quotes, and trims.
fn split(text: &str, sign: char) -> Vec<&str> {
    let mut quoted = false;
    text.split(|character: char| {
        quoted ^= character == '"';
        character == sign && !quoted
    })
    .map(str::trim)
    .collect()
}

/// `Table.index`.
fn door(name: &str) -> (&str, Option<&str>) {
    name.split_once('.').map_or((name, None), |(table, index)| (table, Some(index)))
}

/// `PK:S / SK:S`; several attributes of one role are set apart by blanks.
fn key_schema(text: &str, definitions: &mut Map<String, Value>) -> Result<Value, String> {
    let mut schema = Vec::new();
    for (role, part) in ["HASH", "RANGE"].iter().zip(text.split('/')) {
        for attribute in part.split_whitespace() {
            let (name, key_type) =
                attribute.split_once(':').ok_or(format!("no type in {attribute}"))?;
            definitions.insert(name.to_owned(), key_type.into());
            schema.push(json!({"AttributeName": name, "KeyType": role}));
        }
    }
    Ok(schema.into())
}

/// A read's operation and JSON.
pub fn read(verb: &str, rest: &str, parts: &[&str]) -> Result<(&'static str, Value), String> {
    let (name, key) = rest.split_once(' ').unwrap_or((rest, ""));
    let (table, index) = door(name);
    let mut input = json!({"TableName": table, "ReturnConsumedCapacity": "TOTAL"});
    if let Some(index) = index {
        input["IndexName"] = index.into();
    }
    let operation = match verb {
        "get" => "GetItem",
        "query" => "Query",
        _ => "Scan",
    };
    if verb == "get" {
        input["Key"] = parse_item(key)?.to_json();
    }
    let mut expressions = Expressions::default();
    for part in parts {
        match part.split_once(' ').unwrap_or((part, "")) {
            ("where", text) => input["KeyConditionExpression"] = expressions.read(text)?.into(),
            ("filter", text) => input["FilterExpression"] = expressions.read(text)?.into(),
            ("return", text) => input["ProjectionExpression"] = expressions.read(text)?.into(),
            ("limit", count) => {
                input["Limit"] = count.parse::<u64>().map_err(|_| "no limit")?.into();
            }
            ("backward", "") => input["ScanIndexForward"] = false.into(),
            ("consistent", "") => input["ConsistentRead"] = true.into(),
            ("count", "") => input["Select"] = "COUNT".into(),
            ("select", word) => input["Select"] = word.into(),
            ("segment", text) => {
                let (segment, total) = text.split_once(" of ").ok_or("segment N of M")?;
                input["Segment"] = segment.parse::<u64>().map_err(|_| "no segment")?.into();
                input["TotalSegments"] = total.parse::<u64>().map_err(|_| "no total")?.into();
            }
            _ => return Err(format!("no option {part}")),
        }
    }
    expressions.finish(&mut input);
    Ok((operation, input))
}

/// `name=value` pairs.
fn parse_item(text: &str) -> Result<Item, String> {
    let pairs = split(text, ' ').into_iter().filter(|pair| !pair.is_empty());
    pairs
        .map(|pair| {
            let (name, value) = pair.split_once('=').ok_or(format!("{pair} is no name=value"))?;
            Ok((name, parse_value(value)?))
        })
        .collect()
}

/// `DynamoDB`'s JSON; a text in quotes, perhaps `*` how often; a number; bytes as `0x...`; `true`, `false`, `null`; else text.
fn parse_value(text: &str) -> Result<AttributeValue, String> {
    if text.starts_with('{') {
        let json: Value = serde_json::from_str(text).map_err(|error| error.to_string())?;
        return AttributeValue::from_json(&json).map_err(|error| error.to_string());
    }
    if let Some(rest) = text.strip_prefix('"') {
        let (content, times) = rest.rsplit_once('"').ok_or(format!("{text} has no end"))?;
        let times =
            times.strip_prefix('*').map_or(Ok(1), |times| times.parse().map_err(|_| "no times"))?;
        return Ok(AttributeValue::S(content.repeat(times)));
    }
    if let Some(hex) = text.strip_prefix("0x") {
        let byte =
            |at: usize| u8::from_str_radix(&hex[at..at + 2], 16).map_err(|_| "no bytes".to_owned());
        return (0..hex.len())
            .step_by(2)
            .map(byte)
            .collect::<Result<_, _>>()
            .map(AttributeValue::B);
    }
    Ok(match text {
        "true" | "false" => AttributeValue::Bool(text == "true"),
        "null" => AttributeValue::Null,
        _ if is_number(text) => {
            AttributeValue::N(text.parse().map_err(|error| format!("{error}"))?)
        }
        _ => AttributeValue::S(text.to_owned()),
    })
}

fn is_number(text: &str) -> bool {
    let digits = text.strip_prefix('-').unwrap_or(text);
    digits.starts_with(|first: char| first.is_ascii_digit())
        && digits.chars().all(|sign| sign.is_ascii_digit() || matches!(sign, '.' | 'E' | '+' | '-'))
        && text.parse::<key_engine::Number>().is_ok()
}

/// Expressions with their literals made placeholders.
#[derive(Default)]
struct Expressions {
    names: Map<String, Value>,
    values: Map<String, Value>,
}

impl Expressions {
    fn read(&mut self, text: &str) -> Result<String, String> {
        let mut out = String::new();
        let mut rest = text;
        while let Some(first) = rest.chars().next() {
            let end = if first == '"' {
                let quoted = rest[1..].find('"').ok_or(format!("{text} has an open quote"))? + 2;
                let times = rest[quoted..]
                    .strip_prefix('*')
                    .map_or(0, |times| 1 + times.bytes().take_while(u8::is_ascii_digit).count());
                quoted + times
            } else if first == '{' {
                closing(rest).ok_or(format!("{text} has an open brace"))?
            } else {
                let word = |sign: char| sign.is_alphanumeric() || matches!(sign, '_' | '.' | '-');
                rest.find(|sign| !word(sign)).unwrap_or(rest.len()).max(first.len_utf8())
            };
            let (token, after) = rest.split_at(end);
            rest = after;
            let literal = matches!(first, '"' | '{') || token.starts_with("0x") || is_number(token);
            if literal && !out.ends_with('[') {
                let name = format!(":v{}", self.values.len());
                self.values.insert(name.clone(), parse_value(token)?.to_json());
                out.push_str(&name);
            } else if is_reserved(token) && !is_keyword(token) {
                let name = format!("#{token}");
                self.names.insert(name.clone(), token.into());
                out.push_str(&name);
            } else {
                out.push_str(token);
            }
        }
        Ok(out)
    }

    fn finish(self, input: &mut Value) {
        if !self.names.is_empty() {
            input["ExpressionAttributeNames"] = self.names.into();
        }
        if !self.values.is_empty() {
            input["ExpressionAttributeValues"] = self.values.into();
        }
    }
}

/// Where the brace is closed with which a text begins.
fn closing(text: &str) -> Option<usize> {
    let mut depth = 0;
    for (at, sign) in text.char_indices() {
        depth += i32::from(sign == '{') - i32::from(sign == '}');
        if depth == 0 {
            return Some(at + 1);
        }
    }
    None
}

fn is_keyword(word: &str) -> bool {
    ["and", "or", "not", "between", "in", "contains", "size", "if_not_exists", "list_append"]
        .contains(&word.to_ascii_lowercase().as_str())
}
