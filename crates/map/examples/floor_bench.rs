//! Times each sheet of large floors while zooming in, half way through a Scan:
//! `cargo run --release -p map --example floor_bench`.

use std::{hint::black_box, time::Instant};

use key_engine::Item;
use key_engine::walk::{Leg, Page, PageEnd, Visit, Walk};
use map::floor::{
    Bay, Camera, LabelColumns, Metrics, Moment, Palette, Pixels, Plan, Point, Scene, Trace,
    Viewport, Walked, raster,
};
use map::player::{Door, NoNames, Timeline};

const DOOR: Door<'static> = Door { table: "Large", index: None };
const VIEWPORT: Viewport = Viewport { width: 1150.0, height: 640.0 };
const PAGE_ITEMS: usize = 5_000;
const FRAMES: usize = 60;

fn main() {
    println!(
        "milliseconds; of frames the median and the worst of {FRAMES} zooms, each the best of 3"
    );
    println!(
        "{:<24}{:>8}{:>8}{:>16}{:>16}{:>16}{:>16}",
        "", "plan", "trace", "base", "pixels", "touched", "walker"
    );
    for items in [100_000_u32, 1_000_000] {
        let root = f64::from(items).sqrt() as u32;
        let zipf = |rank: usize| (f64::from(items) / 12.0 / (rank + 1) as f64).max(1.0) as u32;
        let aisles = items as usize / 12;
        measure(&format!("{items} in one aisle"), &[items]);
        measure(&format!("{items} aisles of one"), &vec![1; items as usize]);
        measure(&format!("{} aisles of ten", items / 10), &vec![10; items as usize / 10]);
        measure(&format!("{root} aisles of {root}"), &vec![root; root as usize]);
        measure(
            &format!("{items} by a power law"),
            &(0..aisles).map(|at| zipf(scattered(at) % aisles)).collect::<Vec<_>>(),
        );
    }
}

fn measure(name: &str, lengths: &[u32]) {
    let (plan, plan_ms) = timed(|| plan(lengths.to_vec()));
    let timeline = Timeline::new(&scan(&plan));
    let (trace, trace_ms) = timed(|| Trace::new(&timeline, DOOR, &plan));
    let palette = Palette::new(|ink| [ink.token().len() as u8, 100, 200, 255]);
    let mut camera = Camera::opening(&plan, VIEWPORT);
    let mut pixels = Pixels::default();
    let mut sheets: [Vec<f64>; 4] = Default::default();
    for _ in 0..FRAMES {
        let position = timeline.last_step() as f64 * 0.6 + 0.5;
        let walk = Some(Walked { timeline: &timeline, trace: &trace, position });
        let scene = Scene {
            plan: &plan,
            camera: &camera,
            door: DOOR,
            title: "Dispatch desk",
            moment: Moment { walk, ..Moment::default() },
            metrics: Metrics::default(),
            names: &NoNames,
        };
        let frame = [
            best(|| black_box((scene.keys(), scene.base()))),
            best(|| black_box(raster(&scene, 1.0, &palette, &mut pixels))),
            best(|| black_box(scene.touched())),
            best(|| black_box(scene.walker())),
        ];
        for (sheet, ms) in sheets.iter_mut().zip(frame) {
            sheet.push(ms);
        }
        camera.zoom_at(&plan, Point::new(700.0, 330.0), 1.25);
    }
    print!("{name:<24}{plan_ms:>8.2}{trace_ms:>8.2}");
    for mut sheet in sheets {
        sheet.sort_by(f64::total_cmp);
        let at = |index: usize| sheet.get(index).copied().unwrap_or_default();
        print!("{:>9.3}{:>7.2}", at(FRAMES / 2), at(FRAMES - 1));
    }
    println!();
}

fn timed<T>(work: impl FnOnce() -> T) -> (T, f64) {
    let started = Instant::now();
    let made = work();
    (made, started.elapsed().as_secs_f64() * 1e3)
}

/// The machine may be shared: other work only ever makes it slower.
fn best<T>(mut work: impl FnMut() -> T) -> f64 {
    (0..3).map(|_| timed(&mut work).1).fold(f64::MAX, f64::min)
}

fn plan(lengths: Vec<u32>) -> Plan {
    let bays = 4;
    let share = lengths.len().div_ceil(bays);
    let bound = |bay: usize| (bay * share).min(lengths.len());
    let bay = |at: usize| Bay {
        collections: bound(at)..bound(at + 1),
        hash_range: (at as u16, at as u16),
    };
    let items: u32 = lengths.iter().sum();
    let entities = (0..items).map(|position| (position % 3) as u8).collect();
    Plan::from_parts((0..bays).map(bay).collect(), lengths, entities, LabelColumns::default())
}

fn scattered(number: usize) -> usize {
    (number as u64).wrapping_mul(0x9E37_79B9_7F4A_7C15) as usize >> 33
}

/// A Scan in pages, of which a filter keeps one item in twelve.
fn scan(plan: &Plan) -> Walk {
    let mut pages = Vec::new();
    let mut next = 0;
    while next < plan.item_count() {
        let end = (next + PAGE_ITEMS).min(plan.item_count());
        let leg = Leg {
            table: DOOR.table.to_owned(),
            visits: visits(plan, next, end),
            sizes: (next..end).map(|_| 200).collect(),
            returned: (next..end).map(|position| scattered(position).is_multiple_of(12)).collect(),
            ..Leg::default()
        };
        let last_evaluated_key = (end < plan.item_count()).then(Item::new);
        pages.push(Page {
            legs: vec![leg],
            end: PageEnd::Size,
            last_evaluated_key,
            capacity_units: 128.5,
            ..Page::default()
        });
        next = end;
    }
    Walk { operation: "Scan".to_owned(), pages }
}

fn visits(plan: &Plan, start: usize, end: usize) -> Vec<Visit> {
    let mut visits = Vec::new();
    let mut next = start;
    while let Some((collection, rank)) = plan.place(next).filter(|_| next < end) {
        let count = (plan.len_of(collection) - rank).min(end - next);
        visits.push(Visit {
            partition: plan.bay_of(collection).unwrap_or_default() as u32,
            first_collection: collection as u32,
            collections: 1,
            first_rank: rank as u32,
            count: count as u32,
        });
        next += count;
    }
    visits
}
