//! Times each sheet of large floors, and writes them to be looked at: `cargo run --release -p map --example floor_bench -- folder`.

use std::{error::Error, fs, path::Path, time::Instant};

use key_engine::walk::{Action, Leg, Page, PageEnd, Visit, Walk};
use map::floor::{
    Bay, Camera, Ink, LabelColumns, Metrics, Moment, Palette, Pixels, Plan, Point, Scene, Trace,
    Viewport, Walked, parse_colour, raster, svg,
};
use map::player::{Door, NoNames, Timeline};

const DOOR: Door<'static> = Door { table: "Large", index: None };
const VIEWPORT: Viewport = Viewport { width: 1150.0, height: 640.0 };

fn plan(lengths: Vec<u32>) -> Plan {
    let bays = 4;
    let share = lengths.len().div_ceil(bays);
    let bay = |at: usize| Bay {
        collections: (at * share).min(lengths.len())..((at + 1) * share).min(lengths.len()),
        hash_range: ((at * 0x4000) as u16, (at * 0x4000 + 0x3FFF) as u16),
    };
    let items: u32 = lengths.iter().sum();
    let entities = (0..items).map(|at| (at % 3) as u8).collect();
    Plan::from_parts((0..bays).map(bay).collect(), lengths, entities, LabelColumns::default())
}

fn scattered(number: usize) -> usize {
    (number.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 33) % 1000
}

fn scan(plan: &Plan) -> Walk {
    let mut pages: Vec<Page> = Vec::new();
    for collection in 0..plan.collection_count() {
        let partition = plan.bay_of(collection).unwrap_or(0) as u32;
        let mut rank = 0;
        while rank < plan.len_of(collection) {
            let room = 5_000 - pages.last().map_or(5_000, |page| page.legs[0].sizes.len() as usize);
            if room == 0 {
                let leg =
                    Leg { table: DOOR.table.to_owned(), action: Action::Read, ..Leg::default() };
                pages.push(Page {
                    legs: vec![leg],
                    end: PageEnd::Size,
                    last_evaluated_key: Some(Default::default()),
                    capacity_units: 128.5,
                });
                continue;
            }
            let count = room.min(plan.len_of(collection) - rank);
            let Some(leg) = pages.last_mut().and_then(|page| page.legs.last_mut()) else {
                continue;
            };
            let visit = Visit {
                partition,
                first_collection: collection as u32,
                collections: 1,
                first_rank: rank as u32,
                count: count as u32,
            };
            leg.visits.push(visit);
            for item in rank..rank + count {
                leg.sizes.push(200);
                leg.returned.push(scattered(plan.first_position(collection) + item) < 80);
            }
            rank += count;
        }
    }
    Walk { operation: "Scan".to_owned(), pages }
}

fn main() -> Result<(), Box<dyn Error>> {
    let folder = std::env::args().nth(1).unwrap_or_else(|| "target/floor".to_owned());
    fs::create_dir_all(&folder)?;
    println!(
        "{:<16} {:>7} {:>7} | worst of many zooms, ms: {:>6} {:>7} {:>7} {:>7}",
        "shape", "plan", "trace", "base", "pixels", "touched", "walker"
    );
    for items in [100_000_u32, 1_000_000] {
        let root = f64::from(items).sqrt() as u32;
        let zipf = |rank: u32| (f64::from(items) / 12.0 / f64::from(rank + 1)).max(1.0) as u32;
        let shapes = [
            ("one aisle", vec![items]),
            ("aisles of one", vec![1; items as usize]),
            ("aisles of ten", vec![10; items as usize / 10]),
            ("square", vec![root; root as usize]),
            (
                "zipf",
                (0..items / 12)
                    .map(|at| zipf((scattered(at as usize) as u32 * 7919 + at) % (items / 12)))
                    .collect(),
            ),
        ];
        for (name, lengths) in shapes {
            let file = Path::new(&folder).join(format!("{}-{items}", name.replace(' ', "-")));
            measure(&format!("{name} {items}"), lengths, &file)?;
        }
    }
    Ok(())
}

fn measure(name: &str, lengths: Vec<u32>, file: &Path) -> Result<(), Box<dyn Error>> {
    let started = Instant::now();
    let plan = plan(lengths);
    let plan_ms = started.elapsed().as_secs_f64() * 1e3;
    let timeline = Timeline::new(&scan(&plan));
    let started = Instant::now();
    let trace = Trace::new(&timeline, DOOR, &plan);
    let trace_ms = started.elapsed().as_secs_f64() * 1e3;
    let palettes = palette()?;
    let mut camera = Camera::opening(&plan, VIEWPORT);
    let mut pixels = Pixels::default();
    let mut worst = [0.0_f64; 4];
    let mut slow = String::new();
    for zoom in 0..60 {
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
        let timed = |work: &mut dyn FnMut()| {
            // The best of three: the machine is shared.
            (0..3)
                .map(|_| {
                    let started = Instant::now();
                    work();
                    started.elapsed().as_secs_f64() * 1e3
                })
                .fold(f64::MAX, f64::min)
        };
        let times = [
            timed(&mut || {
                std::hint::black_box(scene.base());
            }),
            timed(&mut || {
                raster(&scene, 1.0, &palettes, &mut pixels);
            }),
            timed(&mut || {
                std::hint::black_box(scene.touched());
            }),
            timed(&mut || {
                std::hint::black_box(scene.walker());
            }),
        ];
        if times.iter().any(|&time| time > 5.0) {
            slow += &format!(
                "\n    {:?} at {:.5} x {:.5}: {times:.2?}",
                scene.frame().level(),
                camera.scale_x,
                camera.scale_y
            );
        }
        for (worst, time) in worst.iter_mut().zip(times) {
            *worst = worst.max(time);
        }
        if [0, 6, 12, 20, 30].contains(&zoom) {
            let colour = |ink: Ink| {
                let [red, green, blue, _] = palettes.get(ink);
                format!("#{red:02x}{green:02x}{blue:02x}")
            };
            let name = format!("{}-{zoom}", file.display());
            raster(&scene, 1.0, &palettes, &mut pixels);
            fs::write(format!("{name}.svg"), svg(&scene.picture(), VIEWPORT, &colour))?;
            let (left, top) = pixels.origin();
            fs::write(format!("{name}.rgba"), pixels.bytes())?;
            fs::write(
                format!("{name}.txt"),
                format!("{left} {top} {} {}", pixels.width(), pixels.height()),
            )?;
        }
        camera.zoom_at(&plan, Point::new(700.0, 330.0), 1.25);
    }
    println!(
        "{name:<22} {plan_ms:>7.2} {trace_ms:>7.2} | {:>32.2} {:>7.2} {:>7.2} {:>7.2}{slow}",
        worst[0], worst[1], worst[2], worst[3]
    );
    Ok(())
}

fn palette() -> Result<Palette, Box<dyn Error>> {
    let sheet =
        fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("../../style/tokens.css"))?;
    let start = if std::env::args().nth(2).is_some() {
        sheet.find("[data-theme=\"dark\"]").unwrap_or(0)
    } else {
        0
    };
    let sheet = sheet.split_at(start).1;
    Ok(Palette::new(|ink| {
        let value = sheet.split_once(&format!("{}: ", ink.token())).map_or("", |found| found.1);
        parse_colour(value.split(';').next().unwrap_or_default()).unwrap_or([255, 0, 255, 255])
    }))
}
