//! Runs of three replicas over the models that other people published: whatever is in them, a run ends as it must and leaves the
//! items alone.
#![allow(clippy::unwrap_used, clippy::indexing_slicing)] // the whole file is a test
#![allow(dead_code, reason = "other tests use more of the models")]

mod published;

use map::advice::consistency::{
    Assumptions, FollowPlan, Lesson, Served, indexed_writes, owners_writes, stocks,
};
use map::advice::{Census, Facts};
use map::design::{open, save};
use published::models;

#[test]
fn every_published_model_has_its_writes_performed_and_is_left_as_it_was() {
    let Some(folder) = models() else { return };
    let (mut copies, mut indexes, mut sales) = (0, 0, 0);
    for entry in std::fs::read_dir(&folder).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_none_or(|extension| extension != "json") {
            continue;
        }
        let file = path.display().to_string();
        let mut opened = open(&std::fs::read_to_string(&path).unwrap()).unwrap();
        let before = save(&opened.design, &opened.database);
        let assumptions = Assumptions::default();
        let census = Census::take(&opened.design, &opened.database);
        let facts = Facts {
            design: &opened.design,
            database: &opened.database,
            proofs: &[],
            census: &census,
        };
        for write in owners_writes(facts) {
            copies += 1;
            for plan in FollowPlan::ALL {
                let (run, agreement) = write.run(plan, &mut opened.database, assumptions);
                assert!(agreement.heals, "{file} {} {plan:?}", write.source_name);
                assert!(!run.lines.is_empty() && !agreement.sentence.is_empty());
            }
        }
        for write in indexed_writes(&opened.database) {
            indexes += 1;
            let run = write.run(&mut opened.database, assumptions);
            let last = run.lines.last().unwrap().answered.as_ref().unwrap();
            assert_eq!(last.served, Served::Index, "{file} {}", write.index);
            assert!(!last.is_stale(), "{file} {}", write.index);
        }
        for stock in stocks(&opened.design, &opened.database).iter().take(3) {
            sales += 1;
            for lesson in Lesson::ALL {
                let odds = lesson.buying(stock).odds(&mut opened.database, assumptions, 0, 20);
                let may_go_wrong = matches!(
                    lesson,
                    Lesson::EventualReads | Lesson::StrongReadsTogether | Lesson::LostUpdate
                );
                assert_eq!(odds.wrong > 0, may_go_wrong, "{file} {lesson:?} {}", stock.name);
            }
        }
        assert!(save(&opened.design, &opened.database) == before, "{file}: left as it was");
    }
    assert!(indexes > 10 && sales > 4, "{copies} copies, {indexes} indexes, {sales} sales");
}
