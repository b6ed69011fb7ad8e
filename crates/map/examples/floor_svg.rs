//! Draws every request of the built-in scenarios as SVG, in both themes, to be looked at:
//! `cargo run -p map --example floor_svg -- folder`.

use std::{error::Error, fs, path::Path};

use map::design::{open, scenarios::SCENARIOS};
use map::floor::{
    Camera, DatabaseNames, Ink, Metrics, Moment, Plan, Scene, Trace, Viewport, Walked, svg,
};
use map::player::{Door, Timeline};

const VIEWS: [(&str, Viewport); 2] = [
    ("wide", Viewport { width: 841.0, height: 630.0 }),
    ("narrow", Viewport { width: 390.0, height: 600.0 }),
];

fn main() -> Result<(), Box<dyn Error>> {
    let folder = std::env::args().nth(1).unwrap_or_else(|| "target/floor".to_owned());
    fs::create_dir_all(&folder)?;
    let themes = [("light", tokens("light")?), ("dark", tokens("dark")?)];
    for scenario in SCENARIOS {
        let opened = open(scenario.json)?;
        let (mut database, design) = (opened.database, opened.design);
        for request in &design.requests {
            let Some(call) = request.sample_calls().into_iter().next() else { continue };
            let walk = database.call_with_walk(&call.operation, &call.input).1;
            let name = |key: &str| call.input.get(key).and_then(|value| value.as_str());
            let door =
                Door { table: name("TableName").unwrap_or_default(), index: name("IndexName") };
            let Some(index) = database.table(door.table).and_then(|table| table.door(door.index))
            else {
                continue;
            };
            let entities = design.entity_finder(door.table);
            let plan = Plan::build(index, |item| entities.of(item) as u8);
            let timeline = Timeline::new(&walk);
            let trace = Trace::new(&timeline, door, &plan);
            // The last item read: the page's end and the way back to the desk follow.
            let position = timeline.last_step() as f64 - 2.0;
            let moment = Moment {
                walk: Some(Walked { timeline: &timeline, trace: &trace, position }),
                ..Moment::default()
            };
            let title = door
                .index
                .map_or("Dispatch desk".to_owned(), |index| format!("Second door · {index}"));
            let names = DatabaseNames(&database);
            for (view, viewport) in VIEWS {
                let camera = Camera::opening(&plan, viewport);
                let metrics = Metrics::default();
                let scene = Scene {
                    plan: &plan,
                    camera: &camera,
                    door,
                    title: &title,
                    moment,
                    metrics,
                    names: &names,
                };
                let picture = scene.picture();
                for (theme, tokens) in &themes {
                    let colour = |ink: Ink| {
                        tokens
                            .iter()
                            .find(|(name, _)| name == ink.token())
                            .map_or_else(String::new, |token| token.1.clone())
                    };
                    let file = format!("{}-{}-{view}-{theme}.svg", scenario.id, request.id);
                    fs::write(Path::new(&folder).join(file), svg(&picture, viewport, &colour))?;
                }
            }
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
    let block = sheet.split_at(start.unwrap_or(0)).1.split('}').next().unwrap_or_default();
    let property = |line: &str| {
        let (name, value) = line.trim().trim_end_matches(';').split_once(": ")?;
        name.starts_with("--").then(|| (name.to_owned(), value.to_owned()))
    };
    Ok(block.lines().filter_map(property).collect())
}
