//! Draws a small floor as SVG in both themes, to be looked at: `cargo run -p map --example floor_svg -- folder`.

use std::{error::Error, fs, path::Path};

use key_engine::walk::{Action, Leg, Page, PageEnd, Visit, Walk};
use map::floor::{
    Bay, Camera, Highlight, Ink, LabelColumns, Metrics, Moment, Plan, Scene, Spot, Trace, Viewport,
    Walked, svg,
};
use map::player::{Door, KeyNames, Timeline};

const AISLES: [(&str, u8, &[&str]); 10] = [
    ("PRODUCT#P101", 0, &["WAREHOUSE#W1", "WAREHOUSE#W3"]),
    ("ORDER#O844", 2, &["METADATA"]),
    (
        "CUSTOMER#C4821",
        1,
        &["ORDER#2026-06-18#O711", "ORDER#2026-07-21#O844", "ORDER#2026-07-26#O900"],
    ),
    ("SERIAL#SN-98471", 3, &["METADATA"]),
    ("PRODUCT#P100", 0, &["WAREHOUSE#W1", "WAREHOUSE#W2", "WAREHOUSE#W3"]),
    ("ORDER#O711", 2, &["METADATA"]),
    ("CUSTOMER#C5107", 1, &["ORDER#2026-07-02#O790", "ORDER#2026-07-30#O915"]),
    ("ORDER#O900", 2, &["METADATA"]),
    ("PRODUCT#P102", 0, &["WAREHOUSE#W2"]),
    ("SERIAL#SN-98472", 3, &["METADATA"]),
];
const DOOR: Door<'static> = Door { table: "Warehouse", index: None };

struct Names;

impl KeyNames for Names {
    fn collection(&self, _: Door<'_>, collection: u32) -> Option<String> {
        AISLES.get(collection as usize).map(|aisle| aisle.0.to_owned())
    }

    fn item(&self, _: Door<'_>, collection: u32, rank: u32) -> Option<String> {
        AISLES.get(collection as usize)?.2.get(rank as usize).map(|key| (*key).to_owned())
    }
}

fn plan() -> Plan {
    let bay = |collections, hash_range| Bay { collections, hash_range };
    let bays =
        vec![bay(0..3, (0, 0x5554)), bay(3..6, (0x5555, 0xAAA9)), bay(6..10, (0xAAAA, 0xFFFF))];
    let lengths = AISLES.iter().map(|aisle| aisle.2.len() as u32).collect();
    let entities = AISLES.iter().flat_map(|aisle| aisle.2.iter().map(|_| aisle.1)).collect();
    Plan::from_parts(bays, lengths, entities, LabelColumns::default())
}

fn walk(operation: &str, pages: Vec<(Vec<Visit>, Vec<bool>)>, backward: bool) -> Walk {
    let more = pages.len();
    let page = |(number, (visits, returned)): (usize, (Vec<Visit>, Vec<bool>))| Page {
        legs: vec![Leg {
            table: DOOR.table.to_owned(),
            action: Action::Read,
            backward,
            sizes: returned.iter().map(|_| 100).collect(),
            returned: returned.into_iter().collect(),
            visits,
            ..Leg::default()
        }],
        end: PageEnd::End,
        last_evaluated_key: (number + 1 < more).then(Default::default),
        capacity_units: 0.5,
    };
    Walk {
        operation: operation.to_owned(),
        pages: pages.into_iter().enumerate().map(page).collect(),
    }
}

fn visit(collection: usize, first_rank: u32, count: u32) -> Visit {
    let partition = match collection {
        0..3 => 0,
        3..6 => 1,
        _ => 2,
    };
    Visit { partition, first_collection: collection as u32, collections: 1, first_rank, count }
}

fn main() -> Result<(), Box<dyn Error>> {
    let folder = std::env::args().nth(1).unwrap_or_else(|| "target/floor".to_owned());
    fs::create_dir_all(&folder)?;
    let plan = plan();
    let query = walk("Query", vec![(vec![visit(2, 2, 3)], vec![true; 3])], true);
    let forward = walk(
        "Query",
        vec![(vec![visit(4, 0, 2)], vec![true, false]), (vec![visit(4, 2, 1)], vec![true])],
        false,
    );
    let all: Vec<Visit> = (0..10).map(|at| visit(at, 0, plan.len_of(at) as u32)).collect();
    let kept = (0..plan.item_count()).map(|at| at == 0 || at == 7).collect();
    let scan = walk("Scan", vec![(all, kept)], false);
    let get = walk("GetItem", vec![(vec![visit(3, 0, 1)], vec![true])], false);
    let miss = walk(
        "GetItem",
        vec![(vec![Visit { partition: 1, first_collection: 4, ..Visit::default() }], vec![])],
        false,
    );
    let large = Viewport { width: 841.0, height: 620.0 };
    let narrow = Viewport { width: 390.0, height: 600.0 };
    let last_read = |walk: &Walk| Timeline::new(walk).last_step() as f64 - 2.0;
    let shots = [
        ("query", &query, last_read(&query), large, 1.0),
        ("query-done", &query, last_read(&query) + 2.0, large, 1.0),
        ("forward", &forward, last_read(&forward) - 0.5, large, 1.0),
        ("scan", &scan, last_read(&scan), large, 1.0),
        ("scan-middle", &scan, 11.5, large, 1.0),
        ("get", &get, 2.6, large, 1.0),
        ("miss", &miss, 2.0, large, 1.0),
        ("narrow", &query, last_read(&query), narrow, 1.0),
        ("presenter", &query, last_read(&query), Viewport { width: 1100.0, height: 700.0 }, 1.6),
        ("small", &scan, last_read(&scan), Viewport { width: 641.0, height: 420.0 }, 1.0),
    ];
    for (name, walk, position, viewport, zoom) in shots {
        let timeline = Timeline::new(walk);
        let trace = Trace::new(&timeline, DOOR, &plan);
        let mut camera = Camera::opening(&plan, viewport);
        camera.zoom_at(&plan, map::floor::Point::new(0.0, 0.0), zoom);
        let walk = Some(Walked { timeline: &timeline, trace: &trace, position });
        let moment = match name {
            "forward" => Moment {
                walk,
                hover: Some(Spot::Box(1, 0)),
                selection: Some(Spot::Box(4, 0)),
                highlight: Highlight::Nothing,
            },
            "scan-middle" => Moment { walk, highlight: Highlight::Returned, ..Moment::default() },
            _ => Moment { walk, ..Moment::default() },
        };
        let title = "Dispatch desk";
        let scene = Scene {
            plan: &plan,
            camera: &camera,
            door: DOOR,
            title,
            moment,
            metrics: Metrics::default(),
            names: &Names,
        };
        let picture = scene.picture();
        for theme in ["light", "dark"] {
            let tokens = tokens(theme)?;
            let colour = |ink: Ink| {
                tokens
                    .iter()
                    .find(|(name, _)| name == ink.token())
                    .map_or_else(|| "magenta".to_owned(), |(_, colour)| colour.clone())
            };
            fs::write(
                Path::new(&folder).join(format!("{name}-{theme}.svg")),
                svg(&picture, viewport, &colour),
            )?;
        }
    }
    Ok(())
}

/// The custom properties of a theme, read from the style sheet.
fn tokens(theme: &str) -> Result<Vec<(String, String)>, Box<dyn Error>> {
    let sheet =
        fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("../../style/tokens.css"))?;
    let start =
        if theme == "dark" { sheet.find("[data-theme=\"dark\"]") } else { sheet.find(":root") };
    let block = sheet.split_at(start.unwrap_or(0)).1;
    let block = block.split('}').next().unwrap_or_default();
    let property = |line: &str| {
        let (name, value) = line.trim().trim_end_matches(';').split_once(": ")?;
        name.starts_with("--").then(|| (name.to_owned(), value.to_owned()))
    };
    Ok(block.lines().filter_map(property).collect())
}
