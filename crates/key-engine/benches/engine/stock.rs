//! Tables to measure with, and requests to them.
//!
//! Owns: what the items look like and which of them a request asks for. An item has five attributes and about 400 bytes, as in a
//! table of orders; requests go to scattered places, so that a large table is not read from the processor's cache alone.

use key_engine::{AttributeValue, Database, Item};
use serde_json::{Value, json};

/// The one table.
pub const TABLE: &str = "Orders";
/// Its global index: by state, then by sort key; it projects everything.
pub const INDEX: &str = "byState";
/// Items a Query reads.
pub const READ: usize = 100;
/// Of so many items one is in the state that a filter keeps.
const KEPT: usize = 10;
/// Bytes of an item's note, which fill it up to 400.
pub const NOTE: usize = 340;

/// A table with items.
pub struct Stock {
    /// Holds the one table.
    pub database: Database,
    count: usize,
    collection: usize,
}

fn text(text: impl Into<String>) -> AttributeValue {
    AttributeValue::S(text.into())
}

/// A place that has nothing to do with the one before: the same for the same round.
fn scattered(round: usize, among: usize) -> usize {
    // a multiplicative hash (Knuth), so that neighbours in time are no neighbours in place
    (round.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 20) % among.max(1)
}

impl Stock {
    /// `count` items in collections of `collection` items, or fewer in the last; with a global index if asked.
    pub fn new(count: usize, collection: usize, indexed: bool) -> Self {
        let mut database = Database::default();
        database.call("CreateTable", &create(indexed)).expect("the table can be made");
        let mut stock = Self { database, count, collection };
        for number in 0..count {
            stock.put(number);
        }
        stock
    }

    /// Puts an item through the typed door.
    pub fn put(&mut self, number: usize) {
        let item = self.item(number, NOTE);
        self.database.put(TABLE, item).expect("the item can be put");
    }

    /// The key of an item.
    pub fn key(&self, number: usize) -> Item {
        [("PK", text(self.partition_key(number))), ("SK", text(sort_key(number)))]
            .into_iter()
            .collect()
    }

    fn partition_key(&self, number: usize) -> String {
        format!("CUSTOMER#{:07}", number / self.collection)
    }

    /// The item of a number, with a note so long.
    pub fn item(&self, number: usize, note: usize) -> Item {
        let state = if number.is_multiple_of(KEPT) { "OPEN" } else { "SHIPPED" };
        [
            ("PK", text(self.partition_key(number))),
            ("SK", text(sort_key(number))),
            ("state", text(state)),
            ("total", AttributeValue::N(i64::try_from(number % 1000).unwrap_or(0).into())),
            ("note", text("x".repeat(note))),
        ]
        .into_iter()
        .collect()
    }

    /// `PutItem` over an item, of 1 KB.
    pub fn put_request(&self, round: usize) -> Value {
        let item = self.item(scattered(round, self.count), NOTE + 600);
        json!({"TableName": TABLE, "Item": item.to_json()})
    }

    /// `GetItem` of any item.
    pub fn get_request(&self, round: usize) -> Value {
        json!({"TableName": TABLE, "Key": self.key(scattered(round, self.count)).to_json()})
    }

    /// `UpdateItem` that adds to a number.
    pub fn update_request(&self, round: usize) -> Value {
        json!({"TableName": TABLE, "Key": self.key(scattered(round, self.count)).to_json(),
            "UpdateExpression": "ADD #t :one", "ExpressionAttributeNames": {"#t": "total"},
            "ExpressionAttributeValues": {":one": {"N": "1"}}})
    }

    /// `BatchWriteItem` of 25 puts over items.
    pub fn batch_request(&self, round: usize) -> Value {
        let put = |at| json!({"PutRequest": {"Item": self.item((scattered(round, self.count) + at) % self.count, NOTE).to_json()}});
        json!({"RequestItems": {TABLE: (0..25).map(put).collect::<Vec<_>>()}})
    }

    /// Query of 100 items from anywhere in any collection.
    pub fn query_request(&self, round: usize) -> Value {
        let from = self.run_start(round);
        json!({"TableName": TABLE, "Limit": READ, "KeyConditionExpression": "PK = :p AND SK >= :s",
            "ExpressionAttributeValues": {
                ":p": {"S": self.partition_key(from)}, ":s": {"S": sort_key(from)}}})
    }

    /// The number of the item at which a Query starts: 100 items of its collection follow.
    pub fn run_start(&self, round: usize) -> usize {
        let place = scattered(round, self.count);
        let first = place - place % self.collection;
        let last = (first + self.collection).min(self.count).saturating_sub(READ);
        place.min(last.max(first))
    }

    /// Query of the 100 items whose sort keys begin with the same text.
    pub fn begins_with_request(&self, round: usize) -> Value {
        let from = self.run_start(round) / READ * READ;
        let sort_key = sort_key(from);
        let prefix = &sort_key[..sort_key.len() - 2];
        json!({"TableName": TABLE, "KeyConditionExpression": "PK = :p AND begins_with(SK, :s)",
            "ExpressionAttributeValues": {
                ":p": {"S": self.partition_key(from)}, ":s": {"S": prefix}}})
    }

    /// Query of 100 entries of the global index.
    pub fn index_request(&self, round: usize) -> Value {
        let from = self.run_start(round);
        json!({"TableName": TABLE, "IndexName": INDEX, "Limit": READ,
            "KeyConditionExpression": "#s = :s AND SK >= :k", "ExpressionAttributeNames": {"#s": "state"},
            "ExpressionAttributeValues": {":s": {"S": "SHIPPED"}, ":k": {"S": sort_key(from)}}})
    }

    /// Scan with a filter that keeps a tenth.
    pub fn scan_request() -> Value {
        json!({"TableName": TABLE, "FilterExpression": "#s = :s",
            "ExpressionAttributeNames": {"#s": "state"}, "ExpressionAttributeValues": {":s": {"S": "OPEN"}}})
    }
}

fn sort_key(number: usize) -> String {
    format!("ORDER#{number:012}")
}

/// The request that makes the table.
fn create(indexed: bool) -> Value {
    let mut definitions = vec![
        json!({"AttributeName": "PK", "AttributeType": "S"}),
        json!({"AttributeName": "SK", "AttributeType": "S"}),
    ];
    let mut table = json!({
        "TableName": TABLE, "BillingMode": "PAY_PER_REQUEST",
        "KeySchema": [{"AttributeName": "PK", "KeyType": "HASH"}, {"AttributeName": "SK", "KeyType": "RANGE"}]});
    if indexed {
        definitions.push(json!({"AttributeName": "state", "AttributeType": "S"}));
        table["GlobalSecondaryIndexes"] = json!([{
            "IndexName": INDEX, "Projection": {"ProjectionType": "ALL"},
            "KeySchema": [{"AttributeName": "state", "KeyType": "HASH"}, {"AttributeName": "SK", "KeyType": "RANGE"}]}]);
    }
    table["AttributeDefinitions"] = definitions.into();
    table
}
