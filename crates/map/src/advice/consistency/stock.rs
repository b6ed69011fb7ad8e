//! What can be bought in a design: a whole number of an item.
//!
//! Owns the finding of such numbers: those of items that rows read by their key first, of those the rows to which a strong read may
//! matter. Must never: change one.

use key_engine::order::sort_by;
use key_engine::{AttributeValue, Database, Item, Table};

use crate::advice::told::key_text;
use crate::design::{Call, Consistency, Design};

/// Items of a table that are looked at where no row reads one by its key.
const LOOKED_AT: usize = 200;
/// The most stocks that are offered.
const MOST_STOCKS: usize = 20;
/// The largest number that counts as a stock.
const LARGEST: u64 = 1_000_000_000_000;
/// What an attribute that counts things is called, in small letters.
const COUNTING: [&str; 9] = [
    "onhand",
    "stock",
    "quantity",
    "inventory",
    "available",
    "remaining",
    "seats",
    "count",
    "left",
];

/// A number of things that can be bought.
#[derive(Clone, Debug, PartialEq)]
pub struct Stock {
    /// The table.
    pub table: String,
    /// The item's primary key.
    pub key: Item,
    /// The attribute that counts.
    pub attribute: String,
    /// How many there are.
    pub on_hand: u64,
    /// The row that reads the item: `A2`; empty where none does.
    pub request: String,
    /// The item's key in short: `PRODUCT#P100 / WAREHOUSE#W3`.
    pub name: String,
}

/// The numbers that can be bought in a design, the most fitting first; none where no item has a whole number.
pub fn stocks(design: &Design, database: &Database) -> Vec<Stock> {
    let mut found: Vec<(u32, Stock)> = Vec::new();
    for request in &design.requests {
        let strong = request.consistency == Consistency::StrongMayMatter;
        for call in request.sample_calls() {
            let Some((table, item)) = item_of(&call, database) else { continue };
            for (fit, mut stock) in of_item(table, item) {
                stock.request.clone_from(&request.id);
                let is_known = |(_, other): &(u32, Stock)| {
                    (&other.table, &other.key, &other.attribute)
                        == (&stock.table, &stock.key, &stock.attribute)
                };
                if !found.iter().any(is_known) {
                    found.push((fit + if strong { 0 } else { 2 }, stock));
                }
            }
        }
    }
    if found.is_empty() {
        for table in database.tables() {
            for item in table.primary().items().take(LOOKED_AT) {
                found.extend(of_item(table, item));
            }
        }
    }
    sort_by(&mut found, |(one, _), (other, _)| one.cmp(other));
    found.into_iter().take(MOST_STOCKS).map(|(_, stock)| stock).collect()
}

/// The item that a call reads by its key, whole.
fn item_of<'d>(call: &Call, database: &'d Database) -> Option<(&'d Table, &'d Item)> {
    if call.operation != "GetItem" {
        return None;
    }
    let table = database.table(call.input.get("TableName")?.as_str()?)?;
    let key = Item::from_json(call.input.get("Key")?).ok()?;
    Some((table, table.primary().find(&key)?))
}

/// The whole numbers of an item, each with how well its name says that it counts: 0 is best.
fn of_item(table: &Table, item: &Item) -> Vec<(u32, Stock)> {
    let keys = table.primary().key_schema();
    let mut found = Vec::new();
    for (attribute, value) in item.iter() {
        let AttributeValue::N(number) = value else { continue };
        let is_key = keys.iter().any(|element| element.attribute == attribute);
        let Ok(on_hand) = number.to_string().parse::<u64>() else { continue };
        if is_key || on_hand > LARGEST {
            continue;
        }
        let mut name = attribute.to_owned();
        name.make_ascii_lowercase();
        let counts = COUNTING.iter().any(|word| name.contains(word));
        let stock = Stock {
            table: table.name().to_owned(),
            key: table.primary().key_of(item),
            attribute: attribute.to_owned(),
            on_hand,
            request: String::new(),
            name: key_text(keys, item),
        };
        found.push((u32::from(!counts), stock));
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::advice::walked::{one_table, scenario};
    use serde_json::json;

    #[test]
    fn the_warehouse_sells_the_last_mouse() {
        let walked = scenario("warehouse");
        let all = stocks(&walked.design, &walked.database);
        let first = &all[0];
        assert_eq!(
            (first.request.as_str(), first.attribute.as_str(), first.on_hand),
            ("A2", "onHand", 1)
        );
        assert_eq!(first.name, "PRODUCT#P100 / WAREHOUSE#W3");
    }

    #[test]
    fn any_whole_number_will_do_where_no_row_names_one() {
        let number = |value: &str| json!({"PK": {"S": "a"}, "SK": {"S": value}, "n": {"N": value}});
        let items = json!([number("-1"), number("1.5"), number("1e30"), number("7")]);
        let walked = one_table(&items, &json!([]));
        let all = stocks(&walked.design, &walked.database);
        assert_eq!(all.iter().map(|stock| stock.on_hand).collect::<Vec<_>>(), [7]);
        let walked = one_table(&json!([]), &json!([]));
        assert!(stocks(&walked.design, &walked.database).is_empty());
    }
}
