//! What comes of sales: on the warehouse's last mouse, and in any order of things.

use key_engine::Database;
use proptest::prelude::*;
use serde_json::json;

use super::jobs;
use crate::advice::consistency::*;
use crate::advice::walked::scenario;
use crate::design::{Design, save};

fn last_mouse() -> (Database, Stock) {
    let walked = scenario("warehouse");
    let stock = stocks(&walked.design, &walked.database).remove(0);
    (walked.database, stock)
}

#[test]
fn the_last_item_is_sold_twice_with_eventual_reads_and_once_with_strong_ones() {
    let (mut database, stock) = last_mouse();
    let assumptions = Assumptions::default();
    let (run, sale) = Lesson::EventualReads.buying(&stock).run(&mut database, assumptions);
    let [_, bought, second, _] = run.lines.as_slice() else { panic!("four lines") };
    let second_read = second.answered.as_ref().unwrap();
    assert!(second_read.is_stale() && second_read.behind_ms() == 20);
    assert!(!second_read.by[0].replica.is_leader());
    assert!(second.sentence.contains("Stale: it says onHand is 1, and it is 0."));
    let held = |line: &Line| line.held[0].clone().map(|value| value.map(|value| value.to_json()));
    let number = |text: &str| Some(json!({"N": text}));
    assert_eq!(held(bought), [number("0"), number("1"), number("1")]);
    assert_eq!(
        sale.sentence,
        "2 sold of 1, and onHand is -1. Wrong: 1 is sold that was not there. 1 read was stale."
    );
    assert_eq!((sale.sold, sale.oversold, sale.on_hand), (2, 1, Some(-1)));
    let (_, sale) = Lesson::StrongReads.buying(&stock).run(&mut database, assumptions);
    assert!(sale.is_right && sale.sold == 1 && sale.stale_reads == 0);
}

#[test]
fn each_lesson_ends_as_it_is_told() {
    let (mut database, stock) = last_mouse();
    for lesson in Lesson::ALL {
        let odds = lesson.buying(&stock).odds(&mut database, Assumptions::default(), 0, 300);
        let (least, most) = match lesson {
            Lesson::EventualReads => (150, 250),
            Lesson::StrongReadsTogether | Lesson::LostUpdate => (300, 300),
            Lesson::StrongReads | Lesson::Condition | Lesson::LostUpdateRefused => (0, 0),
        };
        assert!((least..=most).contains(&odds.wrong), "{lesson:?}: {}", odds.wrong);
        assert!(!lesson.title().is_empty() && lesson.about().ends_with('.'));
    }
}

#[test]
fn a_lost_update_counts_one_of_two_sales_and_a_condition_counts_both() {
    let (mut database, stock) = last_mouse();
    let of = |database: &mut Database, lesson: Lesson| {
        lesson.buying(&stock).run(database, Assumptions::default()).1
    };
    let lost = of(&mut database, Lesson::LostUpdate);
    assert_eq!((lost.start, lost.sold, lost.on_hand, lost.lost), (2, 2, Some(1), 1));
    let kept = of(&mut database, Lesson::LostUpdateRefused);
    assert_eq!((kept.sold, kept.on_hand, kept.refused, kept.is_right), (2, Some(0), 1, true));
}

#[test]
fn strong_reads_are_right_in_some_orders_and_a_condition_in_all() {
    let (mut database, stock) = last_mouse();
    let in_orders = |database: &mut Database, buying: &Buying| {
        buying.odds_in_every_order(database, Assumptions::default(), 40).1
    };
    let eventual = Lesson::EventualReads.buying(&stock);
    assert_eq!(in_orders(&mut database, &eventual), "It can go wrong in 6 of 6 orders.");
    let strong = Lesson::StrongReads.buying(&stock);
    // All but one after the other.
    assert_eq!(in_orders(&mut database, &strong), "It can go wrong in 4 of 6 orders.");
    for purchase in [Purchase::SubtractIfAny, Purchase::SetIfUnchanged] {
        let with_condition = Buying { purchase, ..eventual.clone() };
        let sentence = in_orders(&mut database, &with_condition);
        assert!(sentence.starts_with("It is right in all 6 orders"), "{sentence}");
    }
}

#[test]
fn anything_with_a_number_can_be_sold_whatever_it_is_called() {
    let mut database = Database::default();
    let create = json!({"TableName": "Odd", "BillingMode": "PAY_PER_REQUEST",
        "AttributeDefinitions": [{"AttributeName": "{seen}", "AttributeType": "N"}],
        "KeySchema": [{"AttributeName": "{seen}", "KeyType": "HASH"}]});
    database.call("CreateTable", &create).unwrap();
    let names = ["{one less}", "a.b[0] #x :v", "\u{202e}\"'\n</script>"];
    for (place, name) in names.into_iter().enumerate() {
        let item = json!({"{seen}": {"N": place.to_string()}, name: {"N": "3"}});
        database.call("PutItem", &json!({"TableName": "Odd", "Item": item})).unwrap();
    }
    let all = stocks(&Design::default(), &database);
    assert_eq!(all.len(), 3);
    for stock in &all {
        for lesson in Lesson::ALL {
            let odds = lesson.buying(stock).odds(&mut database, Assumptions::default(), 0, 50);
            let is_wrong = match lesson {
                Lesson::StrongReads | Lesson::Condition | Lesson::LostUpdateRefused => false,
                Lesson::EventualReads | Lesson::StrongReadsTogether | Lesson::LostUpdate => true,
            };
            assert_eq!(odds.wrong > 0, is_wrong, "{lesson:?} {}", stock.attribute);
        }
    }
    let gone = Stock { table: "Gone".to_owned(), ..all[0].clone() };
    let (run, sale) = Lesson::Condition.buying(&gone).run(&mut database, Assumptions::default());
    assert_eq!((sale.sold, sale.on_hand, run.lines.len()), (0, None, 4));
}

#[test]
fn a_sale_leaves_the_design_as_it_was() {
    let mut walked = scenario("warehouse");
    let before = save(&walked.design, &walked.database);
    let stock = stocks(&walked.design, &walked.database).remove(0);
    for lesson in Lesson::ALL {
        lesson.buying(&stock).run(&mut walked.database, Assumptions::default());
    }
    assert!(save(&walked.design, &walked.database) == before, "left as it was");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn with_a_condition_no_order_of_things_sells_what_is_not_there_or_loses_a_sale(
        seed in any::<u64>(),
        start in 0_u64..5,
        strong in any::<bool>(),
        unchanged in any::<bool>(),
        tries_again in 0_u32..3,
        moments in proptest::collection::vec((0_u64..2_000, 0_u64..2_000), 1..6),
        delay in (0_u64..3_000, 0_u64..3_000),
    ) {
        let (mut database, stock) = last_mouse();
        let buyers = moments.iter().enumerate().map(|(place, (looks_ms, decides))| Buyer {
            name: format!("Buyer {place}"),
            looks_ms: *looks_ms,
            buys_ms: looks_ms + decides,
        });
        let purchase =
            if unchanged { Purchase::SetIfUnchanged } else { Purchase::SubtractIfAny };
        let buyers = buyers.collect();
        let buying = Buying { stock, start, strong, purchase, buyers, tries_again };
        let mut assumptions = Assumptions::default().with_seed(seed);
        assumptions.set_delay(Lag::Replica, Delay::between(delay.0, delay.1));
        let (run, sale) = buying.run(&mut database, assumptions);
        prop_assert!(sale.is_right, "{}", sale.sentence);
        prop_assert!(sale.sold <= start);
        // Once everything has arrived, all replicas hold the same.
        let mut replicas = run.replicas;
        replicas.advance_to(run.settled_ms);
        let [leader, two, three] = replicas.held(&database, &buying.stock.table, &buying.stock.key);
        prop_assert!(leader == two && two == three);
    }

    #[test]
    fn strong_reads_are_never_stale_and_replicas_never_make_anything_up(
        seed in any::<u64>(),
        reads in proptest::collection::vec((0_u64..300, any::<bool>(), any::<bool>()), 1..20),
    ) {
        let mut database = jobs();
        let mut replicas = Replicas::new(Assumptions::default().with_seed(seed));
        let mut at_ms = 0;
        let mut written = vec![json!({"S": "OPEN"})];
        for (place, (later, strong, writes)) in reads.into_iter().enumerate() {
            at_ms += later;
            if writes {
                let status = format!("S{place}");
                replicas.call(&mut database, at_ms, &super::set_status("JOB#0", &status));
                written.push(json!({"S": status}));
            }
            let read = replicas.call(&mut database, at_ms, &super::job("JOB#0", strong));
            let status = &read.item().unwrap()["status"];
            prop_assert!(written.contains(status));
            let is_last = written.last() == Some(status);
            prop_assert_eq!(read.is_stale(), !is_last);
            prop_assert!(!(strong || read.by[0].lacks == 0) || is_last);
        }
    }
}
