//! The tour of sharding: what is low on stock, of a warehouse in one table.
//!
//! Owns the example as data: the items, the kind and the two rows that are added to the scenario `warehouse`, and the sharding that
//! divides their writes. The scenario itself stays as its story tells it. It carries nothing out.

use std::sync::Arc;

use key_engine::Item;
use key_engine::order::SortedMap;
use key_engine::value::{Members, object};
use key_engine::walk::Change;
use serde_json::{Map, Value};

use crate::advice::change::{Plan, ShardBy, ShardedKeys, Sharding};
use crate::design::{Call, Consistency, Design, Edit, Entity, Request, Volume};

const TABLE: &str = "Warehouse";
const KEY: &str = "LOW_STOCK";
const KIND: &str = "LowStock";
const SORT_TEMPLATE: &str = "PRODUCT#{product}#WAREHOUSE#{warehouse}";
/// Writes of the key a second: more than two partitions serve, and less than three.
const WRITES_PER_SECOND: f64 = 2_400.0;
/// Shards that the tour ends with: the fewest that are each under the line.
const SHARDS: u32 = 3;

/// Product, its name, warehouse, city, and how many are left.
const LOW: [[&str; 5]; 9] = [
    ["P100", "Wireless mouse", "W2", "Reno", "7"],
    ["P100", "Wireless mouse", "W3", "Portland", "1"],
    ["P104", "Laptop stand", "W1", "San Jose", "3"],
    ["P104", "Laptop stand", "W2", "Reno", "2"],
    ["P104", "Laptop stand", "W3", "Portland", "5"],
    ["P105", "Webcam", "W1", "San Jose", "4"],
    ["P106", "Headset", "W1", "San Jose", "2"],
    ["P106", "Headset", "W3", "Portland", "6"],
    ["P107", "HDMI cable", "W1", "San Jose", "1"],
];

/// The plan that adds the example to the scenario `warehouse`: one key that every sale near the end of a stock writes to. None where
/// the design has no such table, or has the key or the kind already.
///
/// ```
/// use map::advice::traffic::{low_stock, low_stock_sharded};
/// use map::advice::change::{Wish, plan};
/// use map::design::{Edit, open, scenarios};
/// let mut warehouse = open(scenarios::SCENARIOS[0].json)?;
/// let added = low_stock(&warehouse.design).unwrap();
/// Edit::apply_all(added.edits, &mut warehouse.design, &mut warehouse.database)?;
/// let sharded = plan(&Wish::Shard(low_stock_sharded()), &warehouse.design, &warehouse.database)?;
/// assert_eq!(sharded.label, "shard LOW_STOCK 3 ways");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn low_stock(design: &Design) -> Option<Plan> {
    let table = design.table(TABLE)?;
    let is_known = design.entities.iter().any(|kind| kind.table == TABLE && kind.name == KIND);
    if is_known || table.partition_key() != Some("PK") || table.sort_key() != Some("SK") {
        return None;
    }
    let changes: Option<Vec<Change>> = LOW.iter().map(put).collect();
    let mut kinds = design.entities.clone();
    kinds.push(kind());
    let mut edits = vec![Edit::ChangeItems(changes?.into()), Edit::SetEntities(kinds)];
    let at = design.requests.len();
    for (row, request) in [list(design), note(design)].into_iter().enumerate() {
        edits.push(Edit::InsertRequest { at: at + row, request: Box::new(request) });
    }
    Some(Plan { label: "add what is low on stock".to_owned(), edits, ..Plan::default() })
}

/// How the tour goes on: `LOW_STOCK#00` to `LOW_STOCK#02`, by the sort key, so that whoever writes an item knows its shard.
pub fn low_stock_sharded() -> Sharding {
    Sharding {
        table: TABLE.to_owned(),
        attribute: "PK".to_owned(),
        keys: ShardedKeys::Values(vec![KEY.to_owned()]),
        shards: SHARDS,
        by: ShardBy::Attribute("SK".to_owned()),
    }
}

fn put([product, name, warehouse, city, left]: &[&str; 5]) -> Option<Change> {
    let sort = SORT_TEMPLATE.replace("{product}", product).replace("{warehouse}", warehouse);
    let item = item_json(&sort, [*product, *name, *warehouse, *city], left);
    let item = Item::from_json(&item).ok()?;
    Some(Change { table: TABLE.to_owned(), old: None, new: Some(Arc::new(item)) })
}

/// An item in `DynamoDB` JSON. Products and warehouses are named as in the items of serial numbers: the scan for `warehouseId` does
/// not find them.
fn item_json(sort: &str, values: [&str; 4], left: &str) -> Value {
    let [product, name, warehouse, city] = values;
    let texts = [
        ("PK", KEY),
        ("SK", sort),
        ("Type", KIND),
        ("product", product),
        ("productName", name),
        ("warehouse", warehouse),
        ("city", city),
    ];
    let mut item = Map::new();
    for (attribute, text) in texts {
        item.set(attribute, object(&mut [("S", text.into())]));
    }
    item.set("onHand", object(&mut [("N", left.into())]));
    Value::Object(item)
}

fn kind() -> Entity {
    let mut templates = SortedMap::default();
    templates.insert("PK".to_owned(), KEY.to_owned());
    templates.insert("SK".to_owned(), SORT_TEMPLATE.to_owned());
    Entity {
        name: KIND.to_owned(),
        table: TABLE.to_owned(),
        partition_prefix: KEY.to_owned(),
        sort_prefix: Some("PRODUCT#".to_owned()),
        templates,
    }
}

fn list(design: &Design) -> Request {
    let key = object(&mut [("S", KEY.into())]);
    let input = object(&mut [
        ("TableName", TABLE.into()),
        ("KeyConditionExpression", "PK = :low".into()),
        ("ExpressionAttributeValues", object(&mut [(":low", key)])),
    ]);
    Request {
        sentence: "List what is low on stock".to_owned(),
        route: Some(KEY.to_owned()),
        calls: vec![Call { operation: "Query".to_owned(), input }],
        ..Request::unwritten(free_id(design, "A7"))
    }
}

fn note(design: &Design) -> Request {
    let values = ["{product}", "{productName}", "{warehouse}", "{city}"];
    let input = object(&mut [
        ("TableName", TABLE.into()),
        ("Item", item_json(SORT_TEMPLATE, values, "{onHand}")),
    ]);
    let mut samples = SortedMap::default();
    for (name, value) in ["product", "productName", "warehouse", "city", "onHand"]
        .into_iter()
        .zip(["P100", "Wireless mouse", "W3", "Portland", "1"])
    {
        samples.insert(name.to_owned(), value.to_owned());
    }
    Request {
        sentence: "Note that stock is low".to_owned(),
        volume: Volume::PerSecond(WRITES_PER_SECOND),
        consistency: Consistency::EventualMayDo,
        route: Some([KEY, " / ", SORT_TEMPLATE].concat()),
        calls: vec![Call { operation: "PutItem".to_owned(), input }],
        samples,
        ..Request::unwritten(free_id(design, "A8"))
    }
}

/// An id that no row has.
fn free_id(design: &Design, wanted: &str) -> String {
    let mut id = wanted.to_owned();
    while design.request(&id).is_some() {
        id.push('b');
    }
    id
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::advice::change::{Wish, plan};
    use crate::advice::traffic::{Load, RuleId, Rules, Second, Setup, ShardAsked, Simulation};
    use crate::advice::{Proof, Prover, Standing};
    use crate::design::{Opened, open, save, scenarios};

    fn proofs(opened: &mut Opened) -> Vec<Proof> {
        let mut prover = Prover::default();
        prover.take(&opened.design);
        while prover.step(&opened.design, &mut opened.database) {}
        prover.proofs().to_vec()
    }

    fn load(opened: &mut Opened) -> Load {
        let proofs = proofs(opened);
        Load::of(&opened.design, &opened.database, &proofs)
    }

    /// Writes of the tour's row that were throttled in ten seconds.
    fn throttled(load: &Load) -> u64 {
        let at = load.streams.iter().position(|stream| stream.id == "A8").unwrap();
        let rules = Rules::default().with(RuleId::DrawnKeys, 0.0).with(RuleId::SplitSecs, 0.0);
        let mut simulation = Simulation::new(Setup { load: load.clone(), rules }, 1);
        let seconds: Vec<Second> = (0..10).map(|_| simulation.step()).collect();
        seconds.iter().map(|second| second.streams[at].throttled).sum()
    }

    #[test]
    fn the_tour_goes_from_a_hot_key_to_three_shards_that_are_not() {
        let mut opened = open(scenarios::find("warehouse").unwrap().json).unwrap();
        let text = save(&opened.design, &opened.database);
        let before: Vec<Standing> =
            proofs(&mut opened).iter().map(|proof| proof.standing).collect();
        let added = low_stock(&opened.design).unwrap();
        let undo = Edit::apply_all(added.edits, &mut opened.design, &mut opened.database).unwrap();
        assert!(low_stock(&opened.design).is_none(), "it is there already");
        let after = proofs(&mut opened);
        let standings: Vec<Standing> = after.iter().map(|proof| proof.standing).collect();
        assert_eq!(standings[..6], before, "what was proven is proven");
        assert!(standings[6..].iter().all(|standing| standing.is_proven()), "{}", after[7].reason);
        assert_eq!(after[6].totals.items_returned, 9);

        let hot = load(&mut opened);
        let asked = ShardAsked::of(&hot, &opened.database, hot.door(TABLE, None).unwrap(), KEY);
        assert!((asked.write_units - WRITES_PER_SECOND).abs() < 1e-6);
        assert!((asked.whole_reads[0].per_second - 500.0).abs() < 1e-6);
        let curve = asked.curve(&Rules::default());
        assert_eq!(curve.smallest, Some(SHARDS));
        assert!(throttled(&hot) > 0);

        let wish = Wish::Shard(low_stock_sharded());
        let planned = plan(&wish, &opened.design, &opened.database).unwrap();
        assert_eq!(planned.breaks, []);
        let back =
            Edit::apply_all(planned.edits, &mut opened.design, &mut opened.database).unwrap();
        let sharded = proofs(&mut opened);
        assert!(sharded.iter().zip(&after).all(|(is, was)| is.standing == was.standing));
        assert_eq!(sharded[6].calls.len(), SHARDS as usize);
        assert!(sharded[6].calls.iter().all(|call| call.totals.items_returned == 3));
        let sorts = |items: &[crate::design::ExpectedItem]| -> Vec<_> {
            items.iter().map(|item| item.key.get("SK").cloned()).collect()
        };
        assert_eq!(sorts(&sharded[6].merged), sorts(&after[6].returned));
        assert!(sorts(&sharded[6].returned) != sorts(&after[6].returned), "merging matters");
        assert_eq!(throttled(&load(&mut opened)), 0);

        Edit::apply_all(back, &mut opened.design, &mut opened.database).unwrap();
        Edit::apply_all(undo, &mut opened.design, &mut opened.database).unwrap();
        assert!(save(&opened.design, &opened.database) == text, "all of it is taken back");
    }

    #[test]
    fn only_the_warehouse_takes_the_tour() {
        for scenario in scenarios::SCENARIOS.iter().filter(|it| it.id != "warehouse") {
            let opened = open(scenario.json).unwrap();
            assert!(low_stock(&opened.design).is_none(), "{}", scenario.id);
        }
    }
}
