//! A hundred thousand items that stay editable: how long the page is kept from answering while they are scrolled, typed into, kept,
//! added to an open table, and changed as a whole.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

use e2e::{Browser, Durations, Key};
use map::design::generate::{Shape, workbench_model};
use serde_json::Value;

const ITEMS: usize = 100_000;
/// The longest that the page may be kept from answering by a change of all items, in milliseconds: it says so before.
const WHOLE_LIMIT_MS: f64 = 1_500.0;
/// The same of what nobody asked for and nobody waits for: keeping what was changed.
const KEEP_LIMIT_MS: f64 = 1_000.0;
/// From the key that ends a cell to the frame that shows it.
const CELL_LIMIT_MS: f64 = 150.0;
/// The work of a frame while the grid is scrolled by the wheel, and by its bar: the 95th percentile.
const FRAME_LIMIT_MS: f64 = 25.0;
const DRAG_LIMIT_MS: f64 = 50.0;

/// Notes every task that keeps the page from answering for more than 50 ms (the browser counts none that is shorter), and whether the
/// page has said that it is at work.
const WATCH: &str = "
    window.longTasks = [];
    window.saidBusy = false;
    new PerformanceObserver((list) => window.longTasks.push(...list.getEntries().map((entry) => entry.duration)))
        .observe({ type: 'longtask' });
    new MutationObserver(() => {
        window.saidBusy ||= !!document.querySelector('[data-notice=loading]')?.innerText.includes('One moment');
    }).observe(document.body, { childList: true, subtree: true });";

const SAVED: &str =
    "document.querySelector('.top-bar-saved')?.textContent === 'Saved in this browser'";
const ASKED_OR_DONE: &str =
    "document.querySelector('dialog.ask[open]') || document.querySelector('.model-done')";
/// Longer than what the page does before it begins with a change.
const SETTLED_MS: u32 = 150;

async fn begin(browser: &Browser) {
    pause(browser).await;
    browser.js("window.longTasks = []; window.saidBusy = false").await;
}

async fn pause(browser: &Browser) {
    browser.js(&format!("await new Promise((done) => setTimeout(done, {SETTLED_MS}))")).await;
}

/// The long tasks since [`begin`].
async fn tasks(browser: &Browser, what: &str, limit_ms: f64) -> Durations {
    pause(browser).await;
    let tasks = browser.durations("window.longTasks").await;
    println!("{what}: {} long tasks, the longest of {:.0} ms", tasks.count(), tasks.longest_ms());
    assert!(tasks.longest_ms() < limit_ms, "{what}: {tasks:?}");
    tasks
}

/// The long tasks of a change of all items, which was announced.
async fn announced(browser: &Browser, what: &str) {
    assert_eq!(browser.js("return window.saidBusy").await, true, "{what} is announced");
    browser.until("!document.querySelector('[data-notice=loading]')").await;
    tasks(browser, what, WHOLE_LIMIT_MS).await;
}

async fn kept(browser: &Browser, what: &str) {
    begin(browser).await;
    browser.until(SAVED).await;
    browser.settle().await;
    tasks(browser, &format!("{what}, kept"), KEEP_LIMIT_MS).await;
}

async fn undo(browser: &Browser, what: &str) {
    begin(browser).await;
    browser.press_with(&[Key::Control], 'z').await;
    browser.until("!document.querySelector('.model-done') && window.saidBusy").await;
    announced(browser, &format!("{what}, undone")).await;
    kept(browser, &format!("{what}, undone")).await;
}

async fn until_rows(browser: &Browser, rows: usize) {
    let rows = rows + 1;
    browser
        .until(&format!(
            "document.querySelector('.cells-grid')?.getAttribute('aria-rowcount') === '{rows}'"
        ))
        .await;
}

/// The model room over so many items, kept in the browser.
async fn opened(name: &str) -> Browser {
    let path =
        std::env::temp_dir().join(format!("retrieval-map-{name}-{}.json", std::process::id()));
    std::fs::write(&path, workbench_model(ITEMS, Shape::Varied, 1)).unwrap();
    let browser = Browser::open("#view=model").await;
    browser.get(".cells-row[data-row='0']").await;
    browser.js(WATCH).await;
    browser.choose_file("input[type=file]", &path).await;
    until_rows(&browser, ITEMS).await;
    kept(&browser, "opened").await;
    std::fs::remove_file(path).unwrap();
    browser
}

#[tokio::test]
async fn a_grid_of_a_hundred_thousand_items_scrolls_and_is_typed_into_without_a_stop() {
    let browser = opened("grid").await;
    let (x, y) = browser.middle_of(".cells-grid").await;
    // From the event to the layout of the rows that are new, which is what a frame waits for before it is painted.
    let watch = "
        const grid = document.querySelector('.cells-grid');
        window.scrolled = [];
        document.addEventListener('scroll', () => {
            const began = performance.now();
            requestAnimationFrame(() => {
                grid.querySelector('.cells-body').lastElementChild.getBoundingClientRect();
                window.scrolled.push(performance.now() - began);
            });
        }, { capture: true });";
    browser.js(watch).await;
    for _ in 0..40 {
        browser.wheel(x, y, 0.0, 900.0).await;
    }
    let wheeled = browser.durations("window.scrolled.splice(0)").await;
    // As one drags the scroll bar: every row is another one in every frame.
    let drag = "
        const grid = document.querySelector('.cells-grid');
        for (let step = 0; step < 120; step++) {
            grid.scrollTop += 1700;
            await new Promise((done) => requestAnimationFrame(done));
        }";
    browser.js(drag).await;
    let frames = browser.durations("window.scrolled").await;
    for (how, frames) in [("wheeled", &wheeled), ("dragged", &frames)] {
        println!(
            "{how}: {} frames of {:.1} / {:.1} / {:.1} ms (median, p95, longest)",
            frames.count(),
            frames.percentile_ms(50),
            frames.percentile_ms(95),
            frames.longest_ms(),
        );
    }
    assert!(wheeled.count() > 20 && frames.count() > 60, "frames ran");
    assert!(wheeled.percentile_ms(95) < FRAME_LIMIT_MS, "{wheeled:?}");
    assert!(frames.percentile_ms(95) < DRAG_LIMIT_MS, "{frames:?}");
    browser
        .js("const grid = document.querySelector('.cells-grid'); grid.scrollTop = 0; grid.focus()")
        .await;
    for key in [Key::Down, Key::Right, Key::Right, Key::Right] {
        browser.press(key).await;
    }
    for round in 0..3 {
        browser.press(Key::Enter).await;
        browser.type_into(".cells-grid input, .cells-grid textarea", "7").await;
        let listen = "
            window.answered = null;
            document.addEventListener('keydown', () => {
                const began = performance.now();
                requestAnimationFrame(() => {
                    const channel = new MessageChannel();
                    channel.port1.onmessage = () => window.answered = performance.now() - began;
                    channel.port2.postMessage(0);
                });
            }, { capture: true, once: true })";
        browser.js(listen).await;
        browser.press(Key::Enter).await;
        browser.until("window.answered !== null").await;
        let answered = browser.js("return window.answered").await.as_f64().unwrap();
        println!("a cell, {round}: seen after {answered:.0} ms");
        assert!(answered < CELL_LIMIT_MS, "{answered}");
        browser.until(SAVED).await;
    }
    browser.close().await;
}

#[tokio::test]
async fn a_change_of_all_items_is_announced_and_does_not_stop_the_page_for_long() {
    let browser = opened("plans").await;
    browser.click("[data-part=attributes] .model-part-head button").await;
    browser.fill(".model-rename [data-field=Attribute] input", "PK").await;
    browser.fill(".model-rename label:nth-child(2) input", "Partition").await;
    begin(&browser).await;
    browser.click(".model-rename [data-kind=primary]").await;
    browser.until(ASKED_OR_DONE).await;
    announced(&browser, "a key renamed").await;
    kept(&browser, "a key renamed").await;
    undo(&browser, "a key renamed").await;

    browser.choose("[data-part=keys] .model-key:first-child select", "2").await;
    begin(&browser).await;
    browser.click("[data-part=keys] form [data-kind=primary]").await;
    browser.get("dialog.ask[open]").await;
    // Not one item fits: all would be set aside.
    tasks(&browser, "another key type, asked", 2.0 * WHOLE_LIMIT_MS).await;
    browser.click("[data-answer=leave]").await;

    begin(&browser).await;
    browser.click("[data-part=keys] .model-part-head button").await;
    browser.until(ASKED_OR_DONE).await;
    if browser.count("dialog.ask[open]").await > 0 {
        browser.click("[data-answer=do]").await;
        browser.get(".model-done").await;
    }
    tasks(&browser, "the table deleted", WHOLE_LIMIT_MS).await;
    undo(&browser, "the table deleted").await;
    until_rows(&browser, ITEMS).await;
    browser.close().await;
}

#[tokio::test]
async fn a_hundred_thousand_items_join_an_open_table_and_go_again() {
    let mut model: Value = serde_json::from_str(&workbench_model(ITEMS, Shape::Varied, 1)).unwrap();
    let table = model.pointer_mut("/DataModel/0").unwrap().take();
    let items = table.get("TableData").and_then(Value::as_array).unwrap();
    let lines: Vec<String> = items.iter().map(|item| format!("{{\"Item\":{item}}}")).collect();
    let path = std::env::temp_dir().join(format!("retrieval-map-join-{}.json", std::process::id()));
    std::fs::write(&path, lines.join("\n")).unwrap();
    let browser = Browser::open("#view=model").await;
    browser.get(".cells-row[data-row='0']").await;
    browser.js(WATCH).await;
    let before = browser.attribute(".cells-grid", "aria-rowcount").await;
    begin(&browser).await;
    browser.choose_file("input[type=file]", &path).await;
    browser.until_text("[data-notice=offer]", "100,000 items").await;
    tasks(&browser, "read", KEEP_LIMIT_MS).await;
    std::fs::remove_file(path).unwrap();
    begin(&browser).await;
    browser.click("[data-notice=offer] [data-kind=primary]").await;
    let more =
        "Number(document.querySelector('.cells-grid').getAttribute('aria-rowcount')) > 100000";
    browser.until(more).await;
    announced(&browser, "added").await;
    kept(&browser, "added").await;
    undo(&browser, "added").await;
    assert_eq!(browser.attribute(".cells-grid", "aria-rowcount").await, before);
    browser.close().await;
}
