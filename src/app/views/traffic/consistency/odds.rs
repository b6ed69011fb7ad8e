//! How often a sale goes wrong, of a thousand seeds: counted in slices between which the page breathes.

use gloo_timers::future::TimeoutFuture;
use leptos::prelude::*;
use leptos::task::spawn_local;
use map::advice::consistency::{Assumptions, Buying, Odds};
use map::numerals::grouped;

use super::lab::Lab;
use crate::app::views::erased::{effect, memo};

/// Seeds that are tried.
const SEEDS: u64 = 1_000;
/// Seeds between two looks at the clock.
const AT_ONCE: u64 = 5;
/// Work between two breaths of the page, in milliseconds.
const SLICE_MS: f64 = 8.0;

/// What was counted so far.
#[derive(Clone, Copy)]
struct Counted(RwSignal<Option<Odds>>);

/// Counts whenever the sale, the delays or the items have changed. The seed that is shown does not matter.
pub fn keep(lab: Lab) {
    let counted = RwSignal::new(None::<Odds>);
    provide_context(Counted(counted));
    let turn = StoredValue::new(0_u64);
    let delays = memo(move || lab.assumptions.read().with_seed(0));
    effect(move || {
        let (sale, delays) = (lab.sale.get(), delays.get());
        lab.store.open.revision.track();
        let mine = turn.get_value() + 1;
        turn.set_value(mine);
        counted.set(None);
        if let Some(sale) = sale {
            spawn_local(count(lab, sale, delays, counted, move || {
                turn.try_get_value() == Some(mine)
            }));
        }
    });
}

/// What was counted so far.
pub fn counted(_lab: Lab) -> RwSignal<Option<Odds>> {
    use_context::<Counted>().map_or_else(|| RwSignal::new(None), |counted| counted.0)
}

async fn count(
    lab: Lab,
    sale: Buying,
    delays: Assumptions,
    counted: RwSignal<Option<Odds>>,
    is_latest: impl Fn() -> bool,
) {
    let mut sum = Odds::default();
    while sum.runs < SEEDS {
        TimeoutFuture::new(0).await;
        if !is_latest() {
            return;
        }
        let ends = js_sys::Date::now() + SLICE_MS;
        while sum.runs < SEEDS && js_sys::Date::now() < ends {
            let first = sum.runs + 1;
            let more = lab
                .store
                .open
                .with_database_to_prove(|database| sale.odds(database, delays, first, AT_ONCE));
            sum.runs += more.runs;
            sum.oversold += more.oversold;
            sum.lost += more.lost;
            sum.wrong += more.wrong;
            sum.first_wrong = sum.first_wrong.or(more.first_wrong);
            sum.first_right = sum.first_right.or(more.first_right);
        }
        counted.set(Some(sum.clone()));
    }
}

/// What was counted, as a sentence.
pub fn told(odds: &Odds) -> String {
    let all = grouped(SEEDS);
    if odds.runs < SEEDS {
        return format!("Trying {all} seeds: {} so far.", grouped(odds.runs));
    }
    let how = match (odds.oversold, odds.lost) {
        (0, 0) => return format!("Of {all} seeds none oversells, and none loses a sale."),
        (oversold, 0) => format!("{} oversell", grouped(oversold)),
        (0, lost) => format!("{} lose a sale", grouped(lost)),
        (oversold, lost) => {
            format!("{} oversell and {} lose a sale", grouped(oversold), grouped(lost))
        }
    };
    format!("Of {all} seeds {how}.")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_counted_is_told() {
        let odds = |runs, oversold, lost| Odds { runs, oversold, lost, ..Odds::default() };
        for (counted, words) in [
            (odds(40, 3, 0), "Trying 1,000 seeds: 40 so far."),
            (odds(1_000, 0, 0), "Of 1,000 seeds none oversells, and none loses a sale."),
            (odds(1_000, 412, 0), "Of 1,000 seeds 412 oversell."),
            (odds(1_000, 0, 1_000), "Of 1,000 seeds 1,000 lose a sale."),
        ] {
            assert_eq!(told(&counted), words);
        }
    }
}
