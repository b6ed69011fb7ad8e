//! Believable models of any size, for trying out big floors and for measuring.
//!
//! Owns the invention of their items: the same arguments give the same text, everywhere. A model is a NoSQL Workbench file,
//! so that opening one goes the way that a file dropped on the page goes.

use std::fmt::Write;

use super::believable::{
    CITIES, Chance, FIRST_NAMES, GOODS, LAST_NAMES, Moment, STATUSES, YEAR_2024,
};

/// How the items of a generated model are spread over item collections.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    /// As in life: many small collections, few large ones (a power law), of several kinds.
    Varied,
    /// One collection holds everything.
    OneCollection,
    /// Every item is a collection of its own.
    OneItemEach,
}

const HEAD: &str = r#"{
"ModelName": "Marketplace",
"ModelMetadata": {"Author": "generated", "Description": "Customers with their orders, and products with their stock; made up, to see a floor of this size.", "AWSService": "Amazon DynamoDB", "Version": "3.0"},
"DataModel": [{
"TableName": "Marketplace",
"KeyAttributes": {"PartitionKey": {"AttributeName": "PK", "AttributeType": "S"}, "SortKey": {"AttributeName": "SK", "AttributeType": "S"}},
"NonKeyAttributes": [{"AttributeName": "openStatus", "AttributeType": "S"}, {"AttributeName": "placedAt", "AttributeType": "S"}],
"GlobalSecondaryIndexes": [{"IndexName": "OpenOrdersIndex", "KeyAttributes": {"PartitionKey": {"AttributeName": "openStatus", "AttributeType": "S"}, "SortKey": {"AttributeName": "placedAt", "AttributeType": "S"}}, "Projection": {"ProjectionType": "ALL"}}],
"BillingMode": "PAY_PER_REQUEST",
"TableData": ["#;
const TAIL: &str = "\n]}]}\n";
/// Bytes an item takes in the text, about.
const ITEM_TEXT_BYTES: usize = 300;

/// A NoSQL Workbench model of that many items.
pub fn workbench_model(items: usize, shape: Shape, seed: u64) -> String {
    let mut text =
        String::with_capacity(HEAD.len() + TAIL.len() + items.saturating_mul(ITEM_TEXT_BYTES));
    text.push_str(HEAD);
    let mut inventor = Inventor { text, chance: Chance(seed), left: items, written: 0 };
    match shape {
        Shape::Varied => inventor.varied(),
        Shape::OneCollection => inventor.orders(1, items),
        Shape::OneItemEach => (1..=items).for_each(|customer| inventor.profile(customer)),
    }
    inventor.text.push_str(TAIL);
    inventor.text
}

struct Inventor {
    text: String,
    chance: Chance,
    /// Items still to be written.
    left: usize,
    /// Items written.
    written: usize,
}

impl Inventor {
    /// Customers with a profile and orders, and every few of them a product with its stock.
    fn varied(&mut self) {
        let mut number = 0;
        while self.left > 0 {
            number += 1;
            if number % 5 == 0 {
                let warehouses = 1 + self.chance.below(8);
                self.stock(number, warehouses);
            } else {
                self.profile(number);
                let orders = self.chance.power_law(20_000);
                self.orders(number, orders);
            }
        }
    }

    fn profile(&mut self, customer: usize) {
        if !self.begin() {
            return;
        }
        let (first, last) = (self.chance.pick(&FIRST_NAMES), self.chance.pick(&LAST_NAMES));
        let city = self.chance.pick(&CITIES);
        let joined = Moment(YEAR_2024 + self.chance.seconds_below(900) * 86_400);
        let _ = write!(
            self.text,
            r#"{{"PK":{{"S":"CUSTOMER#{customer:07}"}},"SK":{{"S":"PROFILE"}},"Type":{{"S":"Customer"}},"name":{{"S":"{first} {last}"}},"email":{{"S":"{}.{}{customer}@example.com"}},"city":{{"S":"{city}"}},"memberSince":{{"S":"{}"}}}}"#,
            first.to_ascii_lowercase(),
            last.to_ascii_lowercase(),
            joined.date(),
        );
    }

    fn orders(&mut self, customer: usize, orders: usize) {
        let mut at = YEAR_2024 + self.chance.seconds_below(86_400 * 300);
        for _ in 0..orders {
            if !self.begin() {
                return;
            }
            let id = self.written;
            at += 1 + self.chance.seconds_below(86_400);
            let moment = Moment(at).to_string();
            let cents = 500 + self.chance.below(30_000);
            let lines = 1 + self.chance.below(6);
            let open = self.chance.below(20) == 0;
            let (status, open_status) = if open {
                ("OPEN", r#","openStatus":{"S":"OPEN"}"#)
            } else {
                (self.chance.pick(&STATUSES), "")
            };
            let _ = write!(
                self.text,
                r#"{{"PK":{{"S":"CUSTOMER#{customer:07}"}},"SK":{{"S":"ORDER#{moment}#{id:07}"}},"Type":{{"S":"Order"}},"orderId":{{"S":"{id:07}"}},"placedAt":{{"S":"{moment}"}},"total":{{"N":"{}.{:02}"}},"lines":{{"N":"{lines}"}},"status":{{"S":"{status}"}}{open_status}}}"#,
                cents / 100,
                cents % 100,
            );
        }
    }

    fn stock(&mut self, product: usize, warehouses: usize) {
        let name = self.chance.pick(&GOODS);
        for warehouse in 1..=warehouses {
            if !self.begin() {
                return;
            }
            let city = self.chance.pick(&CITIES);
            let on_hand = self.chance.below(500);
            let _ = write!(
                self.text,
                r#"{{"PK":{{"S":"PRODUCT#P{product:06}"}},"SK":{{"S":"WAREHOUSE#W{warehouse}"}},"Type":{{"S":"Inventory"}},"productName":{{"S":"{name}"}},"city":{{"S":"{city}"}},"onHand":{{"N":"{on_hand}"}},"counted":{{"BOOL":{}}}}}"#,
                on_hand.is_multiple_of(3),
            );
        }
    }

    /// Makes room for one more item; false when there are enough.
    fn begin(&mut self) -> bool {
        if self.left == 0 {
            return false;
        }
        self.text.push_str(if self.written == 0 { "\n" } else { ",\n" });
        self.left -= 1;
        self.written += 1;
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::design::open;

    #[test]
    fn a_model_has_the_items_and_the_shape_asked_for_and_no_defect() {
        for (items, shape, collections) in [
            (0, Shape::Varied, 0..=0),
            (2_000, Shape::Varied, 150..=900),
            (500, Shape::OneCollection, 1..=1),
            (500, Shape::OneItemEach, 500..=500),
        ] {
            let text = workbench_model(items, shape, 7);
            assert_eq!(text, workbench_model(items, shape, 7), "the same each time");
            let opened = open(&text).unwrap();
            assert_eq!(opened.defects, []);
            let table = opened.database.table("Marketplace").unwrap();
            assert_eq!(table.item_count(), items, "{shape:?}");
            let found = table.primary().collection_count();
            assert!(collections.contains(&found), "{shape:?}: {found} collections");
        }
    }
}
