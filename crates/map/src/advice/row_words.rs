//! A row of the worksheet in words: what its request and its proof say, as the cells show it. Pure text; it judges nothing.

use key_engine::walk::Action;

use super::{CallProof, Proof, Route, Standing};
use crate::design::{Consistency, Request, TakenRoute, Volume};
use crate::numerals::{counted, grouped, short_decimal, units};

/// What the cells of a row say.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct RowWords {
    /// The row's id.
    pub id: String,
    /// What is asked.
    pub sentence: String,
    /// How often, as a number: `2,000 /s`.
    pub volume: String,
    /// The word that the number stands for; empty where it was measured.
    pub volume_word: &'static str,
    /// How fresh the answer must be.
    pub promise: &'static str,
    /// The address that the designer means, else the one that its calls name; one part a line.
    pub route: Vec<String>,
    /// Whether the route is words and no address.
    pub route_quiet: bool,
    /// The operations it became.
    pub operation: String,
    /// `get`, `query` or `none`, for the colour of the operation.
    pub way: &'static str,
    /// The walk in numbers, on two lines.
    pub walk: String,
    /// Capacity at the row's volume.
    pub at_volume: String,
    /// Capacity each time it is asked.
    pub each: String,
    /// Said of what costs more the larger the table is.
    pub growth: &'static str,
    /// The verdict in a few words.
    pub verdict: &'static str,
    /// How grave it is: `proven`, `wrong`, `open` or `unknown`.
    pub tone: &'static str,
    /// Why.
    pub reason: String,
}

impl RowWords {
    /// The words for a row and its proof.
    pub fn of(request: &Request, proof: &Proof) -> Self {
        let (route, route_quiet) = route(request, proof);
        Self {
            id: request.id.clone(),
            sentence: request.sentence.clone(),
            volume: format!("{} /s", rate_words(request.volume.per_second())),
            volume_word: request.volume.word().unwrap_or_default(),
            promise: promise_words(request.consistency),
            route,
            route_quiet,
            operation: operation_words(proof),
            way: way(proof),
            walk: walk_words(proof),
            at_volume: capacity_words(
                proof.read_units_per_second(),
                proof.write_units_per_second(),
                true,
            ),
            each: capacity_words(proof.read_units, proof.write_units, false),
            growth: growth_words(proof),
            verdict: proof.standing.words(),
            tone: tone(proof.standing),
            reason: proof.reason.clone(),
        }
    }
}

/// How grave a verdict is, as the style knows it.
pub const fn tone(standing: Standing) -> &'static str {
    match standing {
        Standing::Proven => "proven",
        Standing::Unknown => "unknown",
        Standing::Unwritten | Standing::FindsNothing => "open",
        _ => "wrong",
    }
}

/// The promise in one word.
pub const fn promise_words(consistency: Consistency) -> &'static str {
    match consistency {
        Consistency::StrongMayMatter => "Strong",
        Consistency::EventualMayDo => "Eventual",
    }
}

/// A volume as a choice says it.
pub fn volume_choice(volume: Volume) -> String {
    let name = match volume {
        Volume::VeryHigh => "Very high",
        Volume::High => "High",
        Volume::Low => "Low",
        Volume::PerSecond(_) => return "A number".to_owned(),
    };
    format!("{name}: {} a second", rate_words(volume.per_second()))
}

/// What a rate may be.
pub const RATE_LIMITS: &str =
    "A number above 0 with at most nine digits, such as 250, 0.2 or 12,000";

/// A rate as typed: digits, perhaps grouped in threes by commas or blanks, perhaps with a point; none if it is no number above 0,
/// or has more than nine digits.
pub fn parse_rate(typed: &str) -> Option<f64> {
    let (whole, fraction) = typed.trim().split_once('.').unwrap_or((typed.trim(), ""));
    let whole = &ungrouped(whole)?;
    let digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    if whole.len() + fraction.len() > 9 || !digits(whole) || !digits(fraction) {
        return None;
    }
    let scaled: u32 = format!("{whole}{fraction}").parse().ok()?;
    let mut rate = f64::from(scaled);
    for _ in 0..fraction.len() {
        rate /= 10.0;
    }
    (rate > 0.0).then_some(rate)
}

/// Digits without the signs that group them, if those stand where they group thousands.
fn ungrouped(whole: &str) -> Option<String> {
    const SIGNS: [char; 6] = [',', ' ', '_', '\'', '\u{a0}', '\u{202f}'];
    let mut groups = whole.split(SIGNS);
    let first = groups.next().unwrap_or_default();
    let mut digits = first.to_owned();
    for group in groups {
        if group.len() != 3 || first.is_empty() || first.len() > 3 {
            return None;
        }
        digits.push_str(group);
    }
    Some(digits)
}

/// A rate without more digits than are of use: `2,000`, `12.5`, `0.2`.
pub fn rate_words(rate: f64) -> String {
    if rate >= 100.0 {
        return grouped(rate.round() as u64);
    }
    short_decimal(rate, 2)
}

/// The route, and whether it is words and no address. What is written in the row wins over what its calls name.
fn route(request: &Request, proof: &Proof) -> (Vec<String>, bool) {
    if let Some(written) = request.route.as_deref().filter(|written| !written.trim().is_empty()) {
        return (written.split(" / ").map(str::to_owned).collect(), false);
    }
    let (mut lines, mut quiet) = (Vec::new(), true);
    for (at, call) in request.calls.iter().enumerate() {
        let searched = proof.calls.get(at).is_some_and(|proven| {
            proven.call.operation == call.operation && matches!(proven.route, Route::Scan { .. })
        });
        let taken = if searched { TakenRoute::search(call) } else { TakenRoute::of(call) };
        quiet &= !taken.addressed;
        for line in taken.lines {
            if !lines.contains(&line) {
                lines.push(line);
            }
        }
    }
    if lines.is_empty() {
        lines.push("none yet".to_owned());
    }
    (lines, quiet)
}

fn operation_words(proof: &Proof) -> String {
    let mut words = String::new();
    for call in &proof.calls {
        words.push_str(if words.is_empty() { "" } else { ", then " });
        match &call.route {
            Route::Write | Route::Refused(_) | Route::None => {
                words.push_str(&call.call.operation);
            }
            route => words.push_str(&route.to_string()),
        }
    }
    words
}

fn way(proof: &Proof) -> &'static str {
    let all = |fits: fn(&Route) -> bool| {
        !proof.calls.is_empty() && proof.calls.iter().all(|call| fits(&call.route))
    };
    if all(|route| *route == Route::GetItem) {
        "get"
    } else if all(Route::is_addressed) {
        "query"
    } else {
        "none"
    }
}

fn growth_words(proof: &Proof) -> &'static str {
    let searches = proof.calls.iter().any(|call| matches!(call.route, Route::Scan { .. }));
    if searches { "grows with the table" } else { "" }
}

/// Items that a call wrote, whatever indexes they went on to.
pub(super) fn written(call: &CallProof) -> u64 {
    let legs = call.walk.pages.iter().flat_map(|page| &page.legs);
    let wrote = legs.filter(|leg| {
        leg.index.is_none() && matches!(leg.action, Action::Put | Action::Update | Action::Delete)
    });
    wrote.count() as u64
}

fn walk_words(proof: &Proof) -> String {
    if proof.calls.is_empty() {
        return String::new();
    }
    let totals = &proof.totals;
    let written: u64 = proof.calls.iter().map(written).sum();
    let mut words = String::new();
    if written == 0 || totals.items_read > 0 {
        words = format!(
            "{} read, {} returned",
            grouped(totals.items_read),
            grouped(totals.items_returned)
        );
    }
    if written > 0 {
        words.push_str(if words.is_empty() { "" } else { ", " });
        words.push_str(&grouped(written));
        words.push_str(" written");
    }
    let touched = u64::from(totals.partitions_touched);
    let partitions = counted(u64::from(proof.partitions), "partition", "partitions");
    words.extend(["\n", &grouped(touched), " of ", &partitions]);
    let (count, many) = if proof.calls.len() > 1 {
        (totals.round_trips, "round trips")
    } else {
        (totals.pages, "pages")
    };
    if count > 1 {
        words.extend([", ", &grouped(u64::from(count)), " ", many]);
    }
    if proof.calls.iter().any(|call| !call.whole) {
        words.push_str(", stopped there");
    }
    words
}

fn capacity_words(read: f64, write: f64, a_second: bool) -> String {
    let mut words = String::new();
    for (amount, unit) in [(read, "RCU"), (write, "WCU")] {
        if amount > 0.0 {
            words.push_str(if words.is_empty() { "" } else { ", " });
            words.push_str(&if a_second { rate_words(amount) } else { units(amount) });
            words.push(' ');
            words.push_str(unit);
            words.push_str(if a_second { "/s" } else { "" });
        }
    }
    words
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::design::Call;
    use key_engine::walk::{Leg, Page, Totals, Walk};

    fn call(operation: &str, route: Route, action: Action) -> CallProof {
        let leg = Leg { action, ..Leg::default() };
        let walk = Walk {
            operation: operation.to_owned(),
            pages: vec![Page { legs: vec![leg], ..Page::default() }],
        };
        CallProof {
            call: Call { operation: operation.to_owned(), ..Call::default() },
            stand_in: None,
            refusal: None,
            route,
            walk: std::sync::Arc::new(walk),
            totals: Totals::default(),
            doors: Vec::new(),
            partitions: 3,
            whole: true,
        }
    }

    #[test]
    fn a_walk_is_told_in_numbers() {
        let query = Proof {
            calls: vec![call("Query", Route::Query { index: None }, Action::Read)],
            totals: Totals {
                items_read: 1_240,
                items_returned: 3,
                partitions_touched: 1,
                pages: 2,
                round_trips: 2,
                ..Totals::default()
            },
            partitions: 3,
            read_units: 0.5,
            per_second: 500.0,
            ..Proof::default()
        };
        assert_eq!(walk_words(&query), "1,240 read, 3 returned\n1 of 3 partitions, 2 pages");
        assert_eq!(operation_words(&query), "Query");
        assert_eq!(capacity_words(query.read_units_per_second(), 0.0, true), "250 RCU/s");
        assert_eq!(walk_words(&Proof::default()), "");
        let put = Proof {
            calls: vec![call("PutItem", Route::Write, Action::Put)],
            partitions: 1,
            ..Proof::default()
        };
        assert_eq!(walk_words(&put), "1 written\n0 of 1 partition");
        assert_eq!((operation_words(&put).as_str(), way(&put)), ("PutItem", "query"));
    }

    #[test]
    fn a_route_that_was_not_written_is_that_of_the_calls() {
        let input = serde_json::json!({"Key": {"PK": {"S": "SERIAL#{n}"}, "SK": {"S": "META"}}});
        let get = Call { operation: "GetItem".to_owned(), input };
        let mut request = Request::unwritten("A1");
        let none = Proof::default();
        assert_eq!(route(&request, &none), (vec!["none yet".to_owned()], true));
        request.calls = vec![get.clone(), get];
        let lines = |words: &[&str]| words.iter().map(|&word| word.to_owned()).collect::<Vec<_>>();
        assert_eq!(route(&request, &none), (lines(&["PK = SERIAL#{n}", "SK = META"]), false));
        let scan = Proof {
            calls: vec![call("GetItem", Route::Scan { index: None }, Action::Read)],
            ..Proof::default()
        };
        request.calls.pop();
        assert_eq!(route(&request, &scan), (lines(&["Scan"]), true));
        request.route = Some("SERIAL#{n} / META".to_owned());
        assert_eq!(route(&request, &scan), (lines(&["SERIAL#{n}", "META"]), false));
    }

    #[test]
    fn a_rate_is_typed_in_digits() {
        for (typed, expected) in [
            ("250", Some(250.0)),
            (" 0.2 ", Some(0.2)),
            (".5", Some(0.5)),
            ("12.", Some(12.0)),
            ("0", None),
            ("", None),
            (".", None),
            ("-1", None),
            ("1e9", None),
            ("1.2.3", None),
            ("99999999999", None),
            ("12,000", Some(12_000.0)),
            ("12 000.5", Some(12_000.5)),
            ("1\u{202f}000\u{a0}000", Some(1_000_000.0)),
            ("12,00", None),
            ("1200,000", None),
            (",000", None),
            ("1,000,000,000", None),
            ("2,5", None),
        ] {
            let parsed = parse_rate(typed);
            let same = match (parsed, expected) {
                (Some(one), Some(other)) => (one - other).abs() < 1e-9,
                (one, other) => one.is_none() && other.is_none(),
            };
            assert!(same, "{typed:?}: {parsed:?}");
        }
    }

    #[test]
    fn rates_have_no_more_digits_than_are_of_use() {
        for (rate, expected) in
            [(0.0, "0"), (0.2, "0.2"), (12.5, "12.5"), (250.0, "250"), (2_000.4, "2,000")]
        {
            assert_eq!(rate_words(rate), expected);
        }
    }
}
