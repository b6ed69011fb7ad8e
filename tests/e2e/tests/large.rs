//! A hundred thousand items: how long they take to load, and how long a frame takes while they are looked at and walked.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

use e2e::{Browser, Key};
use map::design::generate::{Shape, workbench_model};

const ITEMS: usize = 100_000;
const LOAD_LIMIT_MS: f64 = 3_000.0;
const FRAME_LIMIT_MS: f64 = 12.0;

/// From the choice of the file to the floor that shows it, in the page's own time.
const STOPWATCH: &str = "
    window.loadMs = null;
    document.querySelector('input[type=file]').addEventListener('change', () => {
        const began = performance.now();
        const watch = () => {
            const there = document.querySelector('.floor-pane')?.getAttribute('aria-label').includes('Marketplace');
            if (there && !document.querySelector('[data-notice=loading]')) window.loadMs = performance.now() - began;
            else setTimeout(watch, 5);
        };
        watch();
    }, { capture: true });";

async fn opened() -> Browser {
    let path = std::env::temp_dir().join(format!("retrieval-map-{}.json", std::process::id()));
    std::fs::write(&path, workbench_model(ITEMS, Shape::Varied, 1)).unwrap();
    let browser = Browser::open("").await;
    browser.get("[data-request=A3]").await;
    browser.js(STOPWATCH).await;
    browser.choose_file("input[type=file]", &path).await;
    browser.until("window.loadMs !== null").await;
    std::fs::remove_file(path).unwrap();
    browser
}

#[tokio::test]
async fn a_hundred_thousand_items_load_and_every_frame_over_them_is_short() {
    let browser = opened().await;
    let load_ms = browser.js("return window.loadMs").await.as_f64().unwrap();
    let (x, y) = browser.middle_of(".floor-pane").await;
    browser.settle().await;

    browser.record_frames().await;
    for _ in 0..12 {
        browser.wheel(x, y, 0.0, -240.0).await;
        browser.drag((x, y), (x - 60.0, y - 40.0)).await;
    }
    for _ in 0..12 {
        browser.wheel(x, y, 0.0, 240.0).await;
    }
    let looking = browser.recorded_frames().await;

    browser.click(".desk-walk").await;
    browser.until("document.querySelectorAll('.compared-row').length === 1").await;
    // At the end of the page the list is whole, and the button under it stands still.
    browser.press(Key::End).await;
    browser.until_text(".transport-sentence", "back at the desk").await;
    browser.settle().await;
    browser.click(".clipboard-pages button:last-child").await;
    browser.until_text(".clipboard-words", "returned").await;
    browser.press(Key::Home).await;
    browser.record_frames().await;
    browser.press(' ').await;
    browser.js("await new Promise((done) => setTimeout(done, 13000))").await;
    let playing = browser.recorded_frames().await;

    println!(
        "{ITEMS} items: loaded in {load_ms:.0} ms; frames while panning and zooming: {} of {:.1} / {:.1} ms (median / p95), while a Scan plays: {} of {:.1} / {:.1} ms",
        looking.count(),
        looking.percentile_ms(50),
        looking.percentile_ms(95),
        playing.count(),
        playing.percentile_ms(50),
        playing.percentile_ms(95),
    );
    assert!(load_ms < LOAD_LIMIT_MS, "loaded in {load_ms:.0} ms");
    assert!(looking.count() > 20 && playing.count() > 100, "frames ran");
    assert!(looking.percentile_ms(95) < FRAME_LIMIT_MS, "{looking:?}");
    assert!(playing.percentile_ms(95) < FRAME_LIMIT_MS, "{playing:?}");
    browser.close().await;
}
