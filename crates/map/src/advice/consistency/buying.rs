//! Two people buy the same thing: an item sold twice, and an update that is lost.
//!
//! Owns the scripts of buyers, and what came of a sale: sold, on hand, oversold, lost. The stock is any whole number of any item;
//! [`stocks`] finds those of a design. Must never: claim that a strong read alone makes a sale safe; it does in some orders of
//! things, and a condition in the write does in all of them.

use key_engine::value::object;
use key_engine::{AttributeValue, Database};
use serde_json::Value;

use super::assumptions::Assumptions;
use super::script::{ONE_LESS, Run, SEEN, Script, Step, Watched, When, call_at};
use super::stock::Stock;
use crate::design::Call;
use crate::numerals::{counted, grouped};

/// How a buyer takes one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purchase {
    /// `SET onHand = onHand - 1`: counted at the leader, whatever is left.
    Subtract,
    /// The same, if at least one is left: `ConditionExpression`.
    SubtractIfAny,
    /// `SET onHand = ` one less than the buyer saw.
    SetWhatIsLeft,
    /// The same, if it is still what the buyer saw: `ConditionExpression`.
    SetIfUnchanged,
}

impl Purchase {
    /// Whether the write holds its condition against the item at the leader.
    pub fn has_condition(self) -> bool {
        matches!(self, Self::SubtractIfAny | Self::SetIfUnchanged)
    }
}

/// Somebody who looks, and buys if one is left.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Buyer {
    /// What they are called: `Buyer 1`.
    pub name: String,
    /// When they look, in milliseconds.
    pub looks_ms: u64,
    /// When they buy, in milliseconds; not before they looked.
    pub buys_ms: u64,
}

/// A sale.
#[derive(Clone, Debug, PartialEq)]
pub struct Buying {
    /// What is bought.
    pub stock: Stock,
    /// How many there are before the sale.
    pub start: u64,
    /// Whether the buyers look with strong reads.
    pub strong: bool,
    /// How they take one.
    pub purchase: Purchase,
    /// Who buys.
    pub buyers: Vec<Buyer>,
    /// How often a buyer whose condition did not hold looks again, and tries again.
    pub tries_again: u32,
}

/// What came of a sale.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Sale {
    /// How many there were.
    pub start: u64,
    /// How many buyers were told that they bought one.
    pub sold: u64,
    /// How many the leader says are left, once everything is done.
    pub on_hand: Option<i64>,
    /// Sold beyond what there was.
    pub oversold: u64,
    /// Sales that the count does not show: a later write took an earlier one back.
    pub lost: u64,
    /// Writes that were refused by their condition.
    pub refused: u64,
    /// Reads that were stale.
    pub stale_reads: u64,
    /// Nothing was oversold, and what is left is what there was less what was sold.
    pub is_right: bool,
    /// The outcome in words.
    pub sentence: String,
}

/// How a sale goes with many seeds.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Odds {
    /// Seeds that were tried.
    pub runs: u64,
    /// Those in which more was sold than there was.
    pub oversold: u64,
    /// Those in which a sale was lost.
    pub lost: u64,
    /// Those in which either happened.
    pub wrong: u64,
    /// The first seed in which something went wrong.
    pub first_wrong: Option<u64>,
    /// The first seed in which nothing did.
    pub first_right: Option<u64>,
    /// All that in words.
    pub sentence: String,
}

/// How a sale goes in one order of things, with many seeds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InOrder {
    /// What the order is called.
    pub order: &'static str,
    /// How it goes.
    pub odds: Odds,
}

/// A moment later, in milliseconds: between what one buyer does and the next.
const MOMENT_MS: u64 = 20;

impl Buyer {
    /// Two buyers: when the first looks and buys and when the second does, in moments.
    pub(super) fn two([looks, buys, others_look, others_buy]: [u64; 4]) -> Vec<Self> {
        let buyer = |number: u32, looks: u64, buys: u64| Self {
            name: format!("Buyer {number}"),
            looks_ms: looks * MOMENT_MS,
            buys_ms: buys * MOMENT_MS,
        };
        vec![buyer(1, looks, buys), buyer(2, others_look, others_buy)]
    }
}

impl Buying {
    /// The sale in every order in which two buyers can look and buy, with what the order is called.
    pub fn in_every_order(&self) -> Vec<(&'static str, Self)> {
        let orders = [
            ("one after the other", [0, 1, 2, 3]),
            ("the second after the first", [0, 2, 1, 3]),
            ("the second while the first decides", [0, 3, 1, 2]),
            ("the first while the second decides", [1, 2, 0, 3]),
            ("the first after the second", [1, 3, 0, 2]),
            ("the other way round", [2, 3, 0, 1]),
        ];
        let ordered = |(name, moments): (&'static str, [u64; 4])| {
            (name, Self { buyers: Buyer::two(moments), ..self.clone() })
        };
        orders.into_iter().map(ordered).collect()
    }

    /// The script.
    pub fn script(&self) -> Script {
        let stock = &self.stock;
        let start = AttributeValue::N(i64::try_from(self.start).unwrap_or(i64::MAX).into());
        let mut script = Script {
            watched: vec![Watched {
                table: stock.table.clone(),
                key: stock.key.clone(),
                attribute: stock.attribute.clone(),
            }],
            ..Script::default()
        };
        if stock.on_hand != self.start {
            script.prepared.push(self.update("SET #n = :v", None, &[(":v", start.to_json())]));
        }
        let last = self.buyers.iter().map(|buyer| buyer.buys_ms.max(buyer.looks_ms)).max();
        for (place, buyer) in self.buyers.iter().enumerate() {
            let buys_ms = buyer.buys_ms.max(buyer.looks_ms);
            script.steps.push(self.look(buyer, buyer.looks_ms, When::Always));
            script.steps.push(self.buy(buyer, buys_ms, When::InStock));
            for again in 0..self.tries_again.min(10) {
                let turn = u64::from(again) * self.buyers.len() as u64 + place as u64;
                let later = last.unwrap_or(0) + MOMENT_MS * (1 + 2 * turn);
                script.steps.push(self.look(buyer, later, When::Refused));
                script.steps.push(self.buy(buyer, later + MOMENT_MS, When::RefusedAndInStock));
            }
        }
        script
    }

    fn look(&self, buyer: &Buyer, at_ms: u64, when: When) -> Step {
        let kind = if self.strong { "a strong" } else { "an eventual" };
        let again = if when == When::Always { "" } else { " again" };
        let at = (self.stock.table.as_str(), &self.stock.key);
        Step {
            at_ms,
            actor: buyer.name.clone(),
            says: format!("{} looks{again}, with {kind} read.", buyer.name),
            otherwise: String::new(),
            call: call_at("GetItem", at, &mut [("ConsistentRead", Value::Bool(self.strong))]),
            when,
            remembers: Some(self.stock.attribute.clone()),
        }
    }

    fn buy(&self, buyer: &Buyer, at_ms: u64, when: When) -> Step {
        let number = |text: &str| object(&mut [("N", Value::from(text))]);
        let call = match self.purchase {
            Purchase::Subtract => self.update("SET #n = #n - :v", None, &[(":v", number("1"))]),
            Purchase::SubtractIfAny => {
                self.update("SET #n = #n - :v", Some("#n >= :v"), &[(":v", number("1"))])
            }
            Purchase::SetWhatIsLeft => {
                self.update("SET #n = :v", None, &[(":v", number(ONE_LESS))])
            }
            Purchase::SetIfUnchanged => {
                let values = [(":v", number(ONE_LESS)), (":s", number(SEEN))];
                self.update("SET #n = :v", Some("#n = :s"), &values)
            }
        };
        let otherwise = match when {
            When::RefusedAndInStock => String::new(),
            _ => format!("{} saw none left, and goes.", buyer.name),
        };
        let says = format!("{} asks for one.", buyer.name);
        Step { at_ms, actor: buyer.name.clone(), says, otherwise, call, when, remembers: None }
    }

    fn update(&self, expression: &str, condition: Option<&str>, values: &[(&str, Value)]) -> Call {
        let name = object(&mut [("#n", Value::from(self.stock.attribute.as_str()))]);
        let mut given: Vec<(&str, Value)> = values.to_vec();
        let mut more = vec![("UpdateExpression", Value::from(expression))];
        if let Some(condition) = condition {
            more.push(("ConditionExpression", Value::from(condition)));
        }
        more.push(("ExpressionAttributeNames", name));
        more.push(("ExpressionAttributeValues", object(&mut given)));
        call_at("UpdateItem", (&self.stock.table, &self.stock.key), &mut more)
    }

    /// Performs the sale; what happened, and what came of it. The database is afterwards what it was before.
    pub fn run(&self, database: &mut Database, assumptions: Assumptions) -> (Run, Sale) {
        let run = self.script().run(database, assumptions);
        let sale = self.outcome(&run);
        (run, sale)
    }

    fn outcome(&self, run: &Run) -> Sale {
        let mut sale = Sale { start: self.start, ..Sale::default() };
        for answered in run.lines.iter().filter_map(|line| line.answered.as_ref()) {
            let is_write = answered.call.operation == "UpdateItem";
            match &answered.answer {
                Ok(_) if is_write => sale.sold += 1,
                Err(error) if error.name() == "ConditionalCheckFailedException" => {
                    sale.refused += 1;
                }
                _ => {}
            }
            sale.stale_reads += u64::from(answered.is_stale());
        }
        let leader = run.lines.last().and_then(|line| line.held.first());
        sale.on_hand = leader.and_then(|[leader, ..]| match leader {
            Some(AttributeValue::N(number)) => number.to_string().parse().ok(),
            _ => None,
        });
        sale.oversold = sale.sold.saturating_sub(sale.start);
        let expected = signed(sale.start).saturating_sub(signed(sale.sold));
        let more = sale.on_hand.map_or(0, |on_hand| on_hand.saturating_sub(expected));
        sale.lost = u64::try_from(more).unwrap_or(0);
        sale.is_right = sale.oversold == 0 && sale.on_hand == Some(expected);
        sale.sentence = self.words(&sale);
        sale
    }

    fn words(&self, sale: &Sale) -> String {
        let sold = format!("{} sold of {}", grouped(sale.sold), grouped(sale.start));
        let left = sale.on_hand.map_or_else(
            || "the count is gone".to_owned(),
            |on_hand| format!("{} is {on_hand}", self.stock.attribute),
        );
        let mut told = vec![format!("{sold}, and {left}.")];
        if sale.oversold > 0 {
            let times = counted(sale.oversold, "is", "are");
            told.push(format!("Wrong: {times} sold that was not there."));
        }
        if sale.lost > 0 {
            let sales = counted(sale.lost, "sale", "sales");
            told.push(format!("Wrong: the count does not show {sales}, because a later write took an earlier one back."));
        }
        if sale.is_right {
            told.push("Right.".to_owned());
        }
        if sale.stale_reads > 0 {
            let reads = counted(sale.stale_reads, "read was", "reads were");
            told.push(format!("{reads} stale."));
        }
        if sale.refused > 0 {
            let writes = counted(sale.refused, "write was", "writes were");
            told.push(format!("{writes} refused by the condition."));
        }
        told.join(" ")
    }

    /// Performs the sale in every order in which two buyers can look and buy, with each of some seeds; how each goes, and all in
    /// words.
    pub fn odds_in_every_order(
        &self,
        database: &mut Database,
        assumptions: Assumptions,
        seeds: u64,
    ) -> (Vec<InOrder>, String) {
        let mut all = Vec::new();
        for (order, buying) in self.in_every_order() {
            all.push(InOrder { order, odds: buying.odds(database, assumptions, 0, seeds) });
        }
        let wrong = all.iter().filter(|one| one.odds.wrong > 0).count();
        let sentence = match wrong {
            0 => {
                format!("It is right in all {} orders, with every seed that was tried.", all.len())
            }
            _ => format!("It can go wrong in {wrong} of {} orders.", all.len()),
        };
        (all, sentence)
    }

    /// Performs the sale with each of some seeds, from `first_seed` on.
    pub fn odds(
        &self,
        database: &mut Database,
        assumptions: Assumptions,
        first_seed: u64,
        seeds: u64,
    ) -> Odds {
        let mut odds = Odds::default();
        for seed in (0..seeds).map(|number| first_seed.wrapping_add(number)) {
            let (_, sale) = self.run(database, assumptions.with_seed(seed));
            odds.runs += 1;
            odds.oversold += u64::from(sale.oversold > 0);
            odds.lost += u64::from(sale.lost > 0);
            odds.wrong += u64::from(!sale.is_right);
            let first = if sale.is_right { &mut odds.first_right } else { &mut odds.first_wrong };
            first.get_or_insert(seed);
        }
        odds.sentence = format!(
            "With {} seeds, {} go wrong.",
            grouped(odds.runs),
            if odds.wrong == 0 { "none".to_owned() } else { grouped(odds.wrong) }
        );
        odds
    }
}

fn signed(count: u64) -> i64 {
    i64::try_from(count).unwrap_or(i64::MAX)
}
