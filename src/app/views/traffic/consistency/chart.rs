//! Three replicas over time: which write has reached which, and who answered whom. The steps beneath it say the same in words.

use leptos::prelude::*;
use map::advice::consistency::Replica;

use super::lab::Lab;
use super::shown::{Mark, Picture, Point, Shown, Standing, Way, time};
use crate::app::views::erased::{memo, piece, words};

/// Lengths in the picture's own units, which are pixels.
const GUTTER: usize = 84;
const LANE: usize = 28;
const HEAD: usize = 22;
const AXIS: usize = 26;
const COLUMN: usize = 62;
const WIDE: usize = 640;
const MARK: usize = 9;
/// Marks of one moment at one replica stand beside each other.
const BESIDE: usize = 20;

/// Where everything stands.
struct Scale {
    column: usize,
    lanes: usize,
}

impl Scale {
    fn of(picture: &Picture) -> Self {
        let columns = picture.moments.len().max(1);
        Self { column: COLUMN.max(WIDE / columns).min(2 * COLUMN), lanes: picture.groups.len() * 3 }
    }

    fn x(&self, moment: usize) -> usize {
        GUTTER + self.column / 3 + moment * self.column
    }

    fn y(lane: usize) -> usize {
        AXIS + (lane / 3 + 1) * HEAD + lane * LANE + LANE / 2
    }

    fn width(&self, moments: usize) -> usize {
        self.x(moments.max(1) - 1) + COLUMN
    }

    fn height(&self) -> usize {
        AXIS + self.lanes / 3 * HEAD + self.lanes * LANE + MARK
    }
}

/// The picture with its words.
pub fn chart(lab: Lab) -> AnyView {
    let picture = memo(move || {
        lab.shown.read().as_ref().map(|shown| shown.picture.clone()).unwrap_or_default()
    });
    let more = move || match picture.read().more_groups {
        0 => String::new(),
        1 => " One more partition took part; the steps name it.".to_owned(),
        more => format!(" {more} more partitions took part; the steps name them."),
    };
    view! {
        <figure class="replicas">
            <div class="replicas-frame" tabindex="0" role="group" aria-label="Picture of the replicas over time">
                {piece(move || drawn(&picture.read(), lab))}
            </div>
            <figcaption class="replicas-legend">
                {sign("written", "a write, at the leader")}
                {sign("arrived", "where it has arrived")}
                {sign("read", "a read, at who answered")}
                {sign("stale", "a stale answer")}
                {sign("refused", "refused")}
                <span>"Numbers are the steps below, which say the same in words. From left to right is time, not to scale."{words(more)}</span>
            </figcaption>
        </figure>
        {held(lab)}
    }
    .into_any()
}

fn sign(kind: &'static str, words: &'static str) -> AnyView {
    let point = 10;
    view! {
        <span class="replicas-sign">
            <svg width="20" height="20" viewBox="0 0 20 20" aria-hidden="true" data-mark=kind>
                <path d=shape(kind, point, point) />
            </svg>
            {words}
        </span>
    }
    .into_any()
}

/// A square for a write, a dot where it arrives, a ring for a read, a diamond for a stale one, a cross for a refusal.
fn shape(kind: &str, x: usize, y: usize) -> String {
    let around =
        |r: usize| format!("M{} {y}a{r} {r} 0 1 0 {} 0a{r} {r} 0 1 0 -{} 0z", x - r, 2 * r, 2 * r);
    match kind {
        "written" => format!("M{} {}h16v16h-16z", x - 8, y - 8),
        "arrived" => around(4),
        "stale" => format!("M{x} {}l10 10l-10 10l-10 -10z", y.saturating_sub(10)),
        "refused" => {
            format!("M{} {}l5 -5h7l5 5v7l-5 5h-7l-5 -5z", x.saturating_sub(8), y.saturating_sub(3))
        }
        _ => around(MARK),
    }
}

fn drawn(picture: &Picture, lab: Lab) -> AnyView {
    let scale = Scale::of(picture);
    let (width, height) = (scale.width(picture.moments.len()), scale.height());
    let title = format!(
        "{} over time. The steps below say the same in words.",
        if picture.groups.len() == 1 {
            "The three replicas of a partition"
        } else {
            "The replicas of the partitions that took part"
        }
    );
    let moments: Vec<(usize, String)> =
        picture.moments.iter().enumerate().map(|(place, ms)| (scale.x(place), time(*ms))).collect();
    let tick = move |(x, words): (usize, String)| {
        view! {
            <path class="replicas-tick" d=format!("M{x} {}V{height}", AXIS - 4) />
            <text class="replicas-time" x=x.to_string() y=(AXIS - 9).to_string()>{words}</text>
        }
        .into_any()
    };
    let group = |(place, group): (usize, &super::shown::Group)| {
        let top = Scale::y(place * 3) - LANE / 2;
        let lane = |replica: Replica| {
            let y = Scale::y(place * 3 + replica.place());
            let name = replica.name().trim_start_matches("the ").to_owned();
            view! {
                <path class="replicas-lane" d=format!("M{GUTTER} {y}H{width}") />
                <text class="replicas-name" x="0" y=(y + 4).to_string()>{name}</text>
            }
            .into_any()
        };
        view! {
            <text class="replicas-group" x="0" y=(top - 6).to_string()>{group.name()}</text>
            {Replica::ALL.map(lane).into_iter().collect_view()}
        }
        .into_any()
    };
    let ways = picture.ways.iter().map(|way| drawn_way(*way, &scale, lab)).collect_view();
    let mut placed: Vec<Point> = Vec::new();
    let mut marks = Vec::new();
    for mark in &picture.marks {
        let beside = placed.iter().filter(|point| **point == mark.at).count();
        placed.push(mark.at);
        marks.push(drawn_mark(*mark, beside, &scale, lab));
    }
    view! {
        <svg
            class="replicas-picture"
            role="img"
            aria-label=title
            width=width.to_string()
            height=height.to_string()
            viewBox=format!("0 0 {width} {height}")
        >
            {moments.into_iter().map(tick).collect_view()}
            {picture.groups.iter().enumerate().map(group).collect_view()}
            {piece(move || now(lab, height))}
            {ways}
            {marks}
        </svg>
    }
    .into_any()
}

/// A line at the moment of the step that is looked at.
fn now(lab: Lab, height: usize) -> AnyView {
    let shown = lab.shown.read();
    let at = lab.step.get().checked_sub(1);
    let x = shown.as_ref().and_then(|shown: &std::sync::Arc<Shown>| {
        let step = shown.steps.get(at?)?;
        let place = shown.picture.moments.iter().position(|moment| *moment == step.at_ms)?;
        Some(Scale::of(&shown.picture).x(place))
    });
    match x {
        Some(x) => view! { <path class="replicas-now" d=format!("M{x} {}V{height}", AXIS - 4) /> }
            .into_any(),
        None => ().into_any(),
    }
}

/// Whether a step has happened, is the one that is looked at, or is still to come.
fn when_is(lab: Lab, step: usize) -> &'static str {
    match lab.step.get() {
        now if now == step => "now",
        now if now > step => "past",
        _ => "later",
    }
}

fn drawn_way(way: Way, scale: &Scale, lab: Lab) -> AnyView {
    let from = (scale.x(way.from.moment), Scale::y(way.from.lane));
    let to = (scale.x(way.to.moment), Scale::y(way.to.lane));
    view! {
        <g class="replicas-way" data-when=move || when_is(lab, way.step)>
            <path d=format!("M{} {}L{} {}", from.0, from.1, to.0, to.1) />
            <path data-mark="arrived" d=shape("arrived", to.0, to.1) />
        </g>
    }
    .into_any()
}

fn drawn_mark(mark: Mark, beside: usize, scale: &Scale, lab: Lab) -> AnyView {
    let (x, y) = (scale.x(mark.at.moment) + beside * BESIDE, Scale::y(mark.at.lane));
    let kind = if mark.standing == Standing::Left { "read" } else { mark.standing.id() };
    view! {
        <g class="replicas-mark" data-mark=kind data-when=move || when_is(lab, mark.step)>
            <path d=shape(kind, x, y) />
            <text x=x.to_string() y=(y + 4).to_string()>{mark.step.to_string()}</text>
        </g>
    }
    .into_any()
}

/// What the three replicas hold after the step that is looked at, in words.
fn held(lab: Lab) -> AnyView {
    let rows = move || {
        let shown = lab.shown.read();
        let Some(shown) = shown.as_ref().filter(|shown| !shown.watched.is_empty()) else {
            return ().into_any();
        };
        let place = lab.step.get().min(shown.steps.len()).checked_sub(1);
        let step = place.and_then(|place| shown.steps.get(place));
        let title = match (place, step) {
            (Some(place), Some(step)) => {
                format!("Right after step {}, at {}", place + 1, time(step.at_ms))
            }
            _ => "Before the first step all three hold the same.".to_owned(),
        };
        let row = |(name, held): (&String, &[String; 3])| {
            let [leader, ..] = held;
            let cell = |(replica, value): (Replica, &String)| {
                let behind = value != leader;
                view! {
                    <td data-label=replica.name() data-behind=behind.then_some("")>
                        {value.clone()}
                        {behind.then_some(" (behind)")}
                    </td>
                }
                .into_any()
            };
            view! {
                <tr>
                    <th scope="row">{name.clone()}</th>
                    {Replica::ALL.into_iter().zip(held).map(cell).collect_view()}
                </tr>
            }
            .into_any()
        };
        let Some(step) = step else {
            return view! { <p class="whatif-minor">{title}</p> }.into_any();
        };
        view! {
            <table class="whatif-table">
                <caption>{title}</caption>
                <thead>
                    <tr>
                        <th scope="col">"Holds"</th>
                        <th scope="col">"The leader"</th>
                        <th scope="col">"Replica 2"</th>
                        <th scope="col">"Replica 3"</th>
                    </tr>
                </thead>
                <tbody>{shown.watched.iter().zip(&step.held).map(row).collect_view()}</tbody>
            </table>
        }
        .into_any()
    };
    piece(rows).into_any()
}
