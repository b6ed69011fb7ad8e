use key_engine::walk::{Action, Leg, PageEnd, Recorder, Visit, Walk};

use super::{get_nothing, put, query, scan};
use crate::player::{Door, KeyNames, NoNames, Part, PartKind, Sought, Timeline, sentence};

/// Names as the warehouse has them; the collection holds ranks 0 to 12.
struct Names;

impl KeyNames for Names {
    fn collection(&self, _: Door<'_>, collection: u32) -> Option<String> {
        Some(format!("CUSTOMER#C{collection}"))
    }

    fn item(&self, _: Door<'_>, _: u32, rank: u32) -> Option<String> {
        (rank < 13).then(|| format!("ORDER#{rank}"))
    }

    fn hash(&self, _: Door<'_>, _: u32) -> Option<String> {
        Some("3f2a".to_owned())
    }

    fn sought(&self, _: usize) -> Option<Sought> {
        let key = |text: &str| text.to_owned();
        Some(Sought {
            partition_key: key("SERIAL#9"),
            sort_key: Some(key("METADATA")),
            hash: Some(key("9bc1")),
        })
    }
}

fn all(walk: &Walk) -> Vec<String> {
    let timeline = Timeline::new(walk);
    (0..timeline.steps()).map(|step| sentence(&timeline, step, &Names).to_string()).collect()
}

#[test]
fn a_query_newest_first_is_told_step_by_step() {
    let walk = query(&[(200, true), (200, false), (200, true)], 12, true, PageEnd::Limit);
    assert_eq!(
        all(&walk),
        [
            "Step 0 of 7 · at the dispatch desk: a Query sets out into T. Its reads are eventually consistent: half the \
             price, perhaps a moment old.",
            "Step 1 of 7 · CUSTOMER#C4 hashes to 3f2a…, which falls in partition 1.",
            "Step 2 of 7 · enter CUSTOMER#C4 from the far end: its items are read in descending order.",
            "Step 3 of 7 · read ORDER#12: it matches.",
            "Step 4 of 7 · read ORDER#11: the filter discards it, but the read is already paid for.",
            "Step 5 of 7 · read ORDER#10: it matches. That was the Limit.",
            "Step 6 of 7 · page 1 ends at its Limit: 3 items read, matching or not. LastEvaluatedKey is set, even if \
             nothing follows. It costs 0.5 read units.",
            "Step 7 of 7 · back at the desk: 2 items returned, 3 read, 0.5 read units in 1 page. The next page may hold more.",
        ]
    );
}

#[test]
fn the_end_of_a_run_is_told_from_the_end_of_its_collection() {
    let ends = |first_rank| all(&query(&[(9, true)], first_rank, false, PageEnd::End))[3].clone();
    assert!(
        ends(12)
            .ends_with("it matches. The collection ends here, so there is no LastEvaluatedKey.")
    );
    assert!(ends(3).ends_with(
        "The next item no longer meets the key condition, so there is no LastEvaluatedKey."
    ));
}

#[test]
fn a_statement_says_what_it_became() {
    let mut walk = query(&[(9, true)], 0, false, PageEnd::End);
    walk.operation = "ExecuteStatement".to_owned();
    for (became, expected) in [
        ("Query", "becomes a Query, for it gives the partition key; it sets out into T."),
        (
            "Scan",
            "becomes a Scan, for it does not give the partition key with = or IN; it sets out into T.",
        ),
        ("DeleteItem", "an ExecuteStatement becomes a DeleteItem and sets out into T."),
    ] {
        walk.pages[0].became = Some(became.to_owned());
        let told = all(&walk).remove(0);
        assert!(told.contains(expected), "{told}");
    }
}

#[test]
fn what_is_not_there_is_told_plainly() {
    let told = all(&get_nothing());
    assert_eq!(told[1], "Step 1 of 4 · SERIAL#9 hashes to 9bc1…, which falls in partition 2.");
    assert_eq!(
        told[2],
        "Step 2 of 4 · nothing stands at SERIAL#9 / METADATA. The answer is empty, and looking still costs a read."
    );
    assert_eq!(told[3], "Step 3 of 4 · the walker goes back with nothing. It costs 1 read unit.");
    let told = all(&query(&[], 5, false, PageEnd::End));
    assert_eq!(
        told[2],
        "Step 2 of 4 · enter CUSTOMER#C4: no item there meets the key condition. Looking still costs a read."
    );
}

#[test]
fn a_batch_of_reads_is_told_key_by_key() {
    let batch = |end| {
        let mut recorder = Recorder::keeping();
        for count in [1, 0] {
            recorder.begin(|| Leg { table: "T".to_owned(), ..Leg::default() });
            recorder.about(count == 1, key_engine::Item::new);
            recorder.visit(Visit { collections: 1, count, ..Visit::default() });
            (0..count).for_each(|_| recorder.read(100, true));
            recorder.charge(0.5);
        }
        recorder.end(end, None, 1.0);
        recorder.into_walk("BatchGetItem")
    };
    let told = all(&batch(PageEnd::End)).join("\n");
    for words in [
        "read CUSTOMER#C0 / ORDER#0: here it is.",
        "no item there has this key. Looking still costs a read.",
        "all that was asked for has been looked up. It costs 1 read unit.",
        "1 item returned, 1 read, 1 read unit in 1 page.",
    ] {
        assert!(told.contains(words), "{words}: {told}");
    }
    let told = all(&batch(PageEnd::Size)).join("\n");
    assert!(told.contains("UnprocessedKeys says what is to be asked for again."), "{told}");
}

#[test]
fn a_scan_says_that_it_goes_everywhere_and_names_both_keys() {
    let told = all(&scan(&[(0, vec![(9, true)]), (1, vec![(9, false)])], &[], true));
    assert!(told[0].ends_with("It asks for the latest write, at twice the price."));
    assert!(
        told[1].ends_with(
            "turn into partition 0: a Scan goes through every partition, in hash order."
        )
    );
    assert!(told[3].ends_with("read CUSTOMER#C0 / ORDER#0: it matches."));
    assert!(told[6].ends_with("It was the last item, so there is no LastEvaluatedKey."));
}

#[test]
fn a_write_is_told_at_both_doors() {
    let told = all(&put());
    assert!(told[0].ends_with("a PutItem sets out into T."), "{}", told[0]);
    assert!(told[3].ends_with("put ORDER#0: a new item. 1 write unit."));
    assert!(told[6].ends_with("the index ByWarehouse gains ORDER#0. 1 write unit."));
    assert!(told[7].ends_with("the write is done. It costs 2 write units."));
    assert!(told[8].ends_with("1 item written, 1 index entry changed, 2 write units."));
}

#[test]
fn what_a_write_took_away_is_called_by_its_key() {
    let delete = |collections, end| {
        let mut recorder = Recorder::keeping();
        recorder.begin(|| Leg { action: Action::Delete, ..Leg::default() });
        recorder.visit(Visit { collections, ..Visit::default() });
        recorder.about(true, key_engine::Item::new);
        recorder.charge(1.0);
        recorder.end(end, None, 1.0);
        recorder.into_walk("DeleteItem")
    };
    let told = all(&delete(1, PageEnd::Written));
    assert_eq!(told[2], "Step 2 of 4 · take SERIAL#9 / METADATA off its shelf. 1 write unit.");
    let told = all(&delete(0, PageEnd::Written));
    assert!(told[2].ends_with("1 write unit. It was the last of its collection."), "{}", told[2]);
}

#[test]
fn a_condition_that_does_not_hold_leaves_the_item_and_is_billed() {
    let mut walk = put();
    walk.pages[0].end = PageEnd::Refused("ConditionalCheckFailedException".to_owned());
    let told = all(&walk);
    assert!(
        told[3].ends_with("look at ORDER#0: the condition does not hold, so it stays as it is.")
    );
    assert!(told[7].ends_with(
        "refuses the request: ConditionalCheckFailedException. Nothing is changed. It costs 2 write units."
    ));
    assert!(told[8].ends_with("back at the desk: 0 items written, 2 write units."));
}

#[test]
fn a_refusal_names_the_exception() {
    let mut walk = Walk::new("Query");
    walk.pages.push(key_engine::walk::Page {
        end: PageEnd::Refused("ValidationException".to_owned()),
        ..Default::default()
    });
    assert_eq!(all(&walk)[1], "Step 1 of 2 · DynamoDB refuses the request: ValidationException.");
}

#[test]
fn keys_and_numbers_are_parts_of_their_own() {
    let items = vec![(100, true); 1_240];
    let timeline = Timeline::new(&scan(&[(0, items)], &[], false));
    let told = sentence(&timeline, 1_242, &Names);
    let part = |kind, text: &str| Part { kind, text: text.to_owned() };
    assert_eq!(
        told.parts[..6],
        [
            part(PartKind::Text, "Step "),
            part(PartKind::Number, "1,242"),
            part(PartKind::Text, " of "),
            part(PartKind::Number, "1,244"),
            part(PartKind::Text, " · read "),
            part(PartKind::Key, "CUSTOMER#C0"),
        ]
    );
}

#[test]
fn without_names_the_sentences_still_stand() {
    let timeline = Timeline::new(&query(&[(9, true)], 0, false, PageEnd::End));
    let told: Vec<_> = (1..4).map(|step| sentence(&timeline, step, &NoNames).to_string()).collect();
    assert_eq!(
        told,
        [
            "Step 1 of 5 · the key falls, by its hash, in partition 1.",
            "Step 2 of 5 · enter the collection.",
            "Step 3 of 5 · read item 1: it matches. The collection ends here, so there is no LastEvaluatedKey.",
        ]
    );
}
