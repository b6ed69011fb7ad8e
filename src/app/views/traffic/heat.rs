//! The floor of a door in the second that is looked at: bays and aisles take heat, requests walk to them, and those that are
//! throttled turn back at the door. What the colours say is printed, and told beside the charts in words.

use std::sync::Arc;

use gloo_timers::future::TimeoutFuture;
use leptos::prelude::*;
use leptos::task::spawn_local;
use map::advice::traffic::{Mood, PartitionSecond, Second};
use map::floor::{
    AisleHeat, BayHeat, BayPlace, HEAT_WIDTH, HeatPlan, Point, Rect, fit, heat_step, heat_walkers,
    is_bright,
};
use map::numerals::counted;

use super::bars::{From, Kind, is_same};
use super::partitions::{busiest, percent, units};
use super::run::Desk;
use crate::app::views::erased::{effect, memo, piece, words};

/// Between two places of a walker, in milliseconds, and how long a walk takes.
const FRAME_MS: u32 = 50;
const WALK_MS: f64 = 2_400.0;
/// Bays that are drawn: the busiest.
const MOST_BAYS: usize = 6;
/// Letters of a key that find room in an aisle.
const NAME_COLUMNS: usize = 30;

/// A bay with what is said of it.
#[derive(Clone, Debug, Default, PartialEq)]
struct Said {
    kind: &'static str,
    /// The verdict's title where it throttles.
    hot: Option<String>,
}

/// A door in one second.
#[derive(Clone, Debug, PartialEq)]
struct Shown {
    bays: Vec<BayHeat>,
    said: Vec<Said>,
    plan: HeatPlan,
    left_out: usize,
}

/// The floor of a door.
pub fn floor(desk: Desk, door: usize) -> AnyView {
    let chosen = memo(move || busiest(&desk.run.read(), door, MOST_BAYS));
    let shown = memo(move || Arc::new(shown(desk, door, &chosen.read())));
    let time = RwSignal::new(0.0_f64);
    let turn = StoredValue::new(0_u64);
    let still = desk.store.preferences.reduced_motion;
    effect(move || {
        let (plays, still) = (desk.playing.get(), still.get());
        turn.update_value(|turn| *turn += 1);
        if plays && !still {
            spawn_local(walk(time, turn, turn.get_value()));
        }
    });
    let height = memo(move || shown.read().plan.height as i32);
    let walkers = memo(move || {
        let (shown, seed) = (shown.read(), desk.settings.read().seed);
        let time = if still.get() { 0.0 } else { time.get() };
        let (walkers, each) = heat_walkers(&shown.bays, &shown.plan, seed, time);
        let mut paths = [String::new(), String::new()];
        for walker in walkers {
            let [served, throttled] = &mut paths;
            let path = if walker.is_throttled { throttled } else { served };
            mark_at(path, walker.at);
        }
        (paths, each)
    });
    let [served, throttled] = [0, 1]
        .map(|at: usize| words(move || walkers.read().0.get(at).cloned().unwrap_or_default()));
    let scale = move || {
        let each = walkers.read().1;
        let left_out = shown.read().left_out;
        let mut told = "Brighter is hotter, up to the line. ".to_owned();
        if each > 0.0 {
            told.push_str("A dot stands for about ");
            told.push_str(&units(each.max(0.1)));
            told.push_str(" units a second; red ones are throttled and turn back at the door.");
        }
        if left_out > 0 {
            told.push(' ');
            told.push_str(&counted(
                left_out as u64,
                "calmer partition is",
                "calmer partitions are",
            ));
            told.push_str(" not drawn.");
        }
        told
    };
    view! {
        <figure class="traffic-floor">
            <svg
                class="traffic-floor-picture"
                viewBox=words(move || format!("0 0 {} {}", HEAT_WIDTH as i32, height.get()))
                role="img"
                aria-label=words(move || spoken(&shown.read()))
            >
                {piece(move || drawn(&shown.read()))}
                <path class="traffic-walker" data-kind="served" d=served></path>
                <path class="traffic-walker" data-kind="throttled" d=throttled></path>
            </svg>
            <figcaption class="traffic-minor">{words(scale)}</figcaption>
        </figure>
    }
    .into_any()
}

/// Lets the walkers walk, until they are told to stop or others walk in their stead.
async fn walk(time: RwSignal<f64>, turn: StoredValue<u64>, mine: u64) {
    loop {
        TimeoutFuture::new(FRAME_MS).await;
        if turn.try_get_value() != Some(mine) {
            return;
        }
        time.update(|time| *time += f64::from(FRAME_MS) / WALK_MS);
    }
}

fn shown(desk: Desk, door: usize, chosen: &[From]) -> Shown {
    let run = desk.run.read();
    let at = desk.second();
    let (mut bays, mut said) = (Vec::new(), Vec::new());
    let mut left_out = 0;
    if let Some(second) = run.seconds.get(at) {
        let partitions = second.doors.get(door).map(|door| door.partitions.as_slice());
        let partitions = partitions.unwrap_or_default();
        for partition in partitions {
            let is_busy = chosen.iter().any(|from| is_same(*from, partition.from));
            if partitions.len() > MOST_BAYS && !is_busy {
                left_out += 1;
                continue;
            }
            let kind = harder(partition);
            let verdict = run.verdict(at, door, partition.number);
            let hot = verdict.filter(|it| it.mood == Mood::Hot).map(|it| it.title.clone());
            bays.push(bay(second, door, partition, kind));
            said.push(Said { kind: kind.words(), hot });
        }
    }
    let plan = HeatPlan::of(&bays);
    Shown { bays, said, plan, left_out }
}

/// The kind of unit that bears harder on a partition.
fn harder(partition: &PartitionSecond) -> Kind {
    let part = |kind: Kind| kind.of(partition).asked / kind.of(partition).line.max(1.0);
    if part(Kind::Write) > part(Kind::Read) { Kind::Write } else { Kind::Read }
}

fn bay(second: &Second, door: usize, partition: &PartitionSecond, kind: Kind) -> BayHeat {
    let mut aisles = Vec::new();
    for key in &second.hottest {
        if key.door == door && key.partition == partition.number {
            let asked = if kind == Kind::Read { key.read_units } else { key.write_units };
            aisles.push(AisleHeat { name: key.text.clone(), asked });
        }
    }
    key_engine::order::sort_by(&mut aisles, |one, two| two.asked.total_cmp(&one.asked));
    let units = kind.of(partition);
    BayHeat {
        number: partition.number,
        asked: units.asked,
        throttled: units.throttled,
        line: units.line,
        aisles,
    }
}

/// A dot.
fn mark_at(path: &mut String, at: Point) {
    let (x, y) = ((at.x as i32).to_string(), (at.y as i32).to_string());
    for part in ["M", &x, " ", &y, "h0"] {
        path.push_str(part);
    }
}

fn spoken(shown: &Shown) -> String {
    let mut told = "The floor in this second.".to_owned();
    for (bay, said) in shown.bays.iter().zip(&shown.said) {
        told.push_str(&[" Partition ", &bay.number.to_string(), ": "].concat());
        told.push_str(&figures(bay, said));
        if let Some(hot) = &said.hot {
            told.push_str(", ");
            told.push_str(hot);
        }
        told.push('.');
    }
    told
}

fn figures(bay: &BayHeat, said: &Said) -> String {
    let part = percent(bay.asked / bay.line.max(1.0));
    let mut told = [&units(bay.asked), " ", said.kind, " a second asked for, ", &part].concat();
    told.push_str(" of the line");
    if bay.throttled >= 0.5 {
        told.push_str(&[", ", &units(bay.throttled), " throttled"].concat());
    }
    told
}

fn drawn(shown: &Shown) -> AnyView {
    let HeatPlan { desk, corridor, .. } = shown.plan;
    let bays = shown.bays.iter().zip(&shown.said).zip(&shown.plan.bays);
    let bays = bays.map(|((bay, said), place)| drawn_bay(bay, said, place)).collect_view();
    view! {
        {rect(corridor, "traffic-floor-corridor", String::new())}
        {rect(desk, "traffic-floor-desk", String::new())}
        {text(desk.centre(), "desk", String::new(), "Dispatch desk".to_owned())}
        {bays}
    }
    .into_any()
}

fn drawn_bay(bay: &BayHeat, said: &Said, place: &BayPlace) -> AnyView {
    let line = bay.line.max(1.0);
    let heat = heat_step(bay.asked / line);
    let (fill, ink) = (colour(heat), ink_on(heat));
    let Rect { x, y, height, .. } = place.sign;
    let foot = if bay.throttled >= 0.5 {
        [&percent(bay.asked / line), ", ", &units(bay.throttled), " throttled"].concat()
    } else {
        [&percent(bay.asked / line), " of the line"].concat()
    };
    let at = |part: f64| Point::new(x + 14.0, y + height * part);
    let aisles = bay.aisles.iter().zip(&place.aisles).map(|(aisle, head)| {
        let heat = heat_step(aisle.asked / line);
        let ink = ink_on(heat);
        let is_hot = said.hot.as_ref().is_some_and(|hot| hot.starts_with(&aisle.name));
        let mut name = fit(&aisle.name, NAME_COLUMNS);
        if is_hot {
            name.push_str(" is hot");
        }
        let number = [&units(aisle.asked), " /s · ", &percent(aisle.asked / line)].concat();
        let middle = head.centre().y;
        let kind = if is_hot { "traffic-floor-hot" } else { "traffic-floor-heat" };
        view! {
            {rect(*head, kind, colour(heat))}
            {text(Point::new(head.x + 12.0, middle), "name", ink.clone(), name)}
            {text(Point::new(head.right() - 12.0, middle), "number", ink, number)}
        }
        .into_any()
    });
    view! {
        {rect(place.floor, if said.hot.is_some() { "traffic-floor-hot-bay" } else { "traffic-floor-bay" }, String::new())}
        {rect(place.sign, "traffic-floor-heat", fill)}
        {text(at(0.2), "small", ink.clone(), format!("Partition {} · {}", bay.number, said.kind))}
        {text(at(0.5), "large", ink.clone(), [&units(bay.asked), " /s"].concat())}
        {text(at(0.82), "small", ink, foot)}
        {aisles.collect_view()}
    }
    .into_any()
}

fn rect(rect: Rect, class: &'static str, fill: String) -> AnyView {
    let [x, y, width, height] =
        [rect.x, rect.y, rect.width, rect.height].map(|length| (length as i32).to_string());
    let fill = (!fill.is_empty()).then_some(fill);
    view! { <rect class=class x=x y=y width=width height=height rx="5" fill=fill></rect> }
        .into_any()
}

fn text(at: Point, kind: &'static str, fill: String, told: String) -> AnyView {
    let (x, y) = ((at.x as i32).to_string(), (at.y as i32).to_string());
    let fill = (!fill.is_empty()).then_some(fill);
    view! {
        <text class="traffic-floor-text" data-kind=kind x=x y=y dy="0.35em" fill=fill>
            {told}
        </text>
    }
    .into_any()
}

/// The token of a step of heat.
fn colour(step: usize) -> String {
    ["var(--heat-", &step.to_string(), ")"].concat()
}

/// The token of the ink that is read on it.
fn ink_on(step: usize) -> String {
    if is_bright(step) { "var(--on-heat-bright)" } else { "var(--on-heat)" }.to_owned()
}
