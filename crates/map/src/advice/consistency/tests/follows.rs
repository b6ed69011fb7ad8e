//! What follows a write: copies with a plan and without, and indexes.

use super::jobs;
use crate::advice::consistency::*;
use crate::advice::walked::scenario;
use crate::design::save;

#[test]
fn the_order_and_its_lookup_disagree_without_a_plan_and_never_at_the_leaders_in_a_transaction() {
    let mut walked = scenario("warehouse");
    let before = save(&walked.design, &walked.database);
    let write = owners_writes(walked.facts()).remove(0);
    assert_eq!(write.source_name, "CUSTOMER#C4821 / ORDER#2026-07-26#O900");
    assert_eq!(
        (write.copy_name.as_str(), write.attribute.as_str()),
        ("ORDER#O900 / METADATA", "status")
    );
    assert_eq!(
        (write.owner.as_str(), write.declared),
        ("The order service", FollowPlan::Transaction)
    );
    for plan in FollowPlan::ALL {
        for seed in 0..20 {
            let assumptions = Assumptions::default().with_seed(seed);
            let (run, agreement) = write.run(plan, &mut walked.database, assumptions);
            assert!(agreement.heals, "{plan:?}");
            let length = |span: &Span| span.to_ms.unwrap() - span.from_ms;
            let strong: Vec<u64> = agreement.strong.iter().map(length).collect();
            match (plan, strong.as_slice()) {
                (FollowPlan::Transaction, [])
                | (FollowPlan::TwoWrites, [50])
                | (FollowPlan::Nobody, [3_000]) => {}
                (FollowPlan::Stream, [follows]) => assert!((250..=1_500).contains(follows)),
                _ => panic!("{plan:?}: {strong:?}"),
            }
            assert!(!agreement.eventual.is_empty(), "replicas hear of it in their own time");
            let refused = run
                .lines
                .iter()
                .filter_map(|line| line.answered.as_ref())
                .any(|one| one.answer.is_err());
            assert!(!refused, "{plan:?}");
        }
    }
    let forever = OwnersWrite { mended_ms: None, ..write };
    let (_, agreement) =
        forever.run(FollowPlan::Nobody, &mut walked.database, Assumptions::default());
    assert_eq!(
        (agreement.heals, agreement.strong),
        (false, vec![Span { from_ms: 0, to_ms: None }])
    );
    assert!(save(&walked.design, &walked.database) == before, "left as it was");
}

#[test]
fn an_index_shows_what_is_gone_for_a_while_and_refuses_a_strong_read() {
    let mut database = jobs();
    let write = indexed_writes(&database).remove(0);
    let mut was_stale = false;
    for seed in 0..20 {
        let run = write.run(&mut database, Assumptions::default().with_seed(seed));
        let answers: Vec<&Answered> =
            run.lines.iter().filter_map(|line| line.answered.as_ref()).collect();
        let [deleted, table, strong, eventual @ ..] = answers.as_slice() else { panic!("seven") };
        assert_eq!((deleted.served, table.item()), (Served::Write, None));
        assert_eq!(strong.answer.as_ref().unwrap_err().name(), "ValidationException");
        was_stale |= eventual.iter().any(|read| read.is_stale());
        assert!(eventual.iter().all(|read| read.served == Served::Index));
        assert!(!eventual.last().unwrap().is_stale(), "{seed}");
    }
    assert!(was_stale);
}

#[test]
fn every_scenario_has_its_writes_performed() {
    for id in ["warehouse", "store", "store-single-table", "ecommerce", "social"] {
        let mut walked = scenario(id);
        let before = save(&walked.design, &walked.database);
        let writes = owners_writes(walked.facts());
        for write in writes {
            for plan in FollowPlan::ALL {
                write.run(plan, &mut walked.database, Assumptions::default());
            }
        }
        for write in indexed_writes(&walked.database) {
            write.run(&mut walked.database, Assumptions::default());
        }
        assert!(save(&walked.design, &walked.database) == before, "left as it was");
    }
}
