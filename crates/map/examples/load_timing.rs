//! How long a generated model takes to load: `cargo run --release -p map --example load_timing -- 100000`.

use std::time::{Duration, Instant};

use map::design::{Loader, OpenError, generate, save};

/// Items a page loads between two frames.
const SLICE_ITEMS: usize = 2_000;

fn main() -> Result<(), OpenError> {
    let items = std::env::args().nth(1).and_then(|number| number.parse().ok()).unwrap_or(100_000);
    let begun = Instant::now();
    let text = generate::workbench_model(items, generate::Shape::Varied, 1);
    println!(
        "generate {items} items, {} MB of text: {:?}",
        text.len() / 1_000_000,
        begun.elapsed()
    );
    let begun = Instant::now();
    let mut loader = Loader::start(&text)?;
    println!("take apart: {:?}", begun.elapsed());
    let mut longest = Duration::ZERO;
    loop {
        let slice = Instant::now();
        let finished = loader.step(SLICE_ITEMS).is_finished();
        longest = longest.max(slice.elapsed());
        if finished {
            break;
        }
    }
    let opened = loader.finish();
    println!("open in all: {:?}; longest slice of {SLICE_ITEMS}: {longest:?}", begun.elapsed());
    let begun = Instant::now();
    let saved = save(&opened.design, &opened.database);
    println!("save {} MB: {:?}", saved.len() / 1_000_000, begun.elapsed());
    Ok(())
}
