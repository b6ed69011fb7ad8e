//! The session: opening, looking, clicking, asking the page.

use crate::{driver::Driver, must};
use fantoccini::{
    Client, ClientBuilder, Locator,
    elements::Element,
    wd::{WebDriverCompatibleCommand, WindowHandle},
};
use hyper_util::client::legacy::connect::HttpConnector;
use serde_json::{Value, json};
use std::{
    cell::Cell,
    env, fs,
    path::{Path, PathBuf},
    thread,
    time::{Duration, Instant},
};

/// How long the page may take for anything it is asked to do.
pub const PATIENCE: Duration = Duration::from_secs(20);

const LOOK_EVERY: Duration = Duration::from_millis(40);

/// Light or dark, as the system of the person would prefer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Theme {
    /// Dark ink on light paper.
    Light,
    /// Pale lines on deep navy.
    Dark,
}

impl Theme {
    /// As CSS spells it.
    pub fn name(self) -> &'static str {
        match self {
            Theme::Light => "light",
            Theme::Dark => "dark",
        }
    }
}

/// One browser with one page.
pub struct Browser {
    client: Client,
    session: String,
    driver: Driver,
    theme: Cell<Theme>,
    reduced_motion: Cell<bool>,
    closed: Cell<bool>,
}

/// The address of a file of the app, or of a fragment of its page.
pub fn app_url(path: &str) -> String {
    let base = must(
        env::var("APP_URL"),
        "APP_URL is not set: run these tests with `cargo xtask test e2e`",
    );
    format!("{base}{path}")
}

impl Browser {
    /// A new browser showing the app; `path` is what follows its address, for example `#scenario=warehouse`.
    pub async fn open(path: &str) -> Browser {
        let browser = Browser::start().await;
        browser.goto(&app_url(path)).await;
        browser
    }

    /// A new browser with an empty page of 1440 by 900 pixels, in the light theme.
    pub async fn start() -> Browser {
        let driver = Driver::start();
        let mut options = json!({ "args": [
            "--headless=new", "--no-sandbox", "--disable-dev-shm-usage", "--no-first-run", "--disable-quic", "--disable-sync",
            "--disable-background-networking", "--disable-component-update", "--force-color-profile=srgb",
        ] });
        if let (Ok(chrome), Some(options)) = (env::var("CHROME"), options.as_object_mut()) {
            options.insert("binary".to_owned(), chrome.into());
        }
        let capabilities = [
            ("goog:chromeOptions".to_owned(), options),
            ("goog:loggingPrefs".to_owned(), json!({ "browser": "ALL" })),
            ("timeouts".to_owned(), json!({ "script": 120_000, "pageLoad": 60_000 })),
        ];
        let mut builder = ClientBuilder::new(HttpConnector::new());
        let client = must(
            builder.capabilities(capabilities.into_iter().collect()).connect(&driver.url()).await,
            "starting the browser",
        );
        let session = must(client.session_id().await, "naming the session").unwrap_or_default();
        let browser = Browser {
            client,
            session,
            driver,
            theme: Cell::new(Theme::Light),
            reduced_motion: Cell::new(false),
            closed: Cell::new(false),
        };
        browser.resize(1440, 900).await;
        browser.prefer(Theme::Light).await;
        browser
    }

    /// Goes to an address.
    pub async fn goto(&self, url: &str) {
        must(self.client.goto(url).await, format_args!("opening {url}"));
    }

    /// Loads the page anew.
    pub async fn reload(&self) {
        must(self.client.refresh().await, "reloading the page");
    }

    /// The address as it stands in the address bar.
    pub async fn address(&self) -> String {
        must(self.client.current_url().await, "reading the address").into()
    }

    /// Gives the page exactly this size in CSS pixels.
    pub async fn resize(&self, width: u32, height: u32) {
        let metrics =
            json!({ "width": width, "height": height, "deviceScaleFactor": 1, "mobile": false });
        self.devtools("Emulation.setDeviceMetricsOverride", metrics).await;
    }

    /// Tells the page which theme the person prefers (`prefers-color-scheme`).
    pub async fn prefer(&self, theme: Theme) {
        self.theme.set(theme);
        self.emulate_media().await;
    }

    /// Tells the page whether the person wants less motion (`prefers-reduced-motion`).
    pub async fn reduce_motion(&self, reduce: bool) {
        self.reduced_motion.set(reduce);
        self.emulate_media().await;
    }

    async fn emulate_media(&self) {
        let motion = if self.reduced_motion.get() { "reduce" } else { "no-preference" };
        let features = json!({ "features": [
            { "name": "prefers-color-scheme", "value": self.theme.get().name() },
            { "name": "prefers-reduced-motion", "value": motion },
        ] });
        self.devtools("Emulation.setEmulatedMedia", features).await;
    }

    /// The first element that matches, as soon as there is one.
    pub async fn get(&self, css: &str) -> Element {
        let found = self
            .client
            .wait()
            .at_most(PATIENCE)
            .every(LOOK_EVERY)
            .for_element(Locator::Css(css))
            .await;
        must(found, format_args!("waiting for {css}"))
    }

    /// The text of the first element that matches, as it is rendered.
    pub async fn text(&self, css: &str) -> String {
        must(self.get(css).await.text().await, format_args!("reading {css}"))
    }

    /// The text of all elements that match now.
    pub async fn texts(&self, css: &str) -> Vec<String> {
        let all = self
            .js_with(
                "return [...document.querySelectorAll(args[0])].map((e) => e.innerText)",
                &[css.into()],
            )
            .await;
        must(serde_json::from_value(all), format_args!("reading all {css}"))
    }

    /// How many elements match now.
    pub async fn count(&self, css: &str) -> u64 {
        let count =
            self.js_with("return document.querySelectorAll(args[0]).length", &[css.into()]).await;
        count.as_u64().unwrap_or_default()
    }

    /// An attribute of the first element that matches; None when it does not have it.
    pub async fn attribute(&self, css: &str, name: &str) -> Option<String> {
        must(self.get(css).await.attr(name).await, format_args!("reading {name} of {css}"))
    }

    /// Clicks the middle of the first element that matches.
    pub async fn click(&self, css: &str) {
        must(self.get(css).await.click().await, format_args!("clicking {css}"));
    }

    /// Waits until a JavaScript expression is true.
    pub async fn until(&self, expression: &str) {
        let started = Instant::now();
        let body = format!("return Boolean({expression})");
        while self.js(&body).await != Value::Bool(true) {
            assert!(
                started.elapsed() < PATIENCE,
                "this did not become true in {PATIENCE:?}: {expression}"
            );
            tokio::time::sleep(LOOK_EVERY).await;
        }
    }

    /// Waits until the text of an element contains these words.
    pub async fn until_text(&self, css: &str, words: &str) {
        let started = Instant::now();
        loop {
            let text = self
                .js_with("return document.querySelector(args[0])?.innerText ?? null", &[css.into()])
                .await;
            if text.as_str().is_some_and(|text| text.contains(words)) {
                return;
            }
            assert!(started.elapsed() < PATIENCE, "{css} does not say `{words}` but {text}");
            tokio::time::sleep(LOOK_EVERY).await;
        }
    }

    /// Runs the body of an async JavaScript function in the page and gives what it returns.
    pub async fn js(&self, body: &str) -> Value {
        self.js_with(body, &[]).await
    }

    /// Like [`Browser::js`]; the body sees `arguments` as the array `args`.
    pub async fn js_with(&self, body: &str, arguments: &[Value]) -> Value {
        let script = format!(
            "const [args, done] = arguments;\n\
            (async () => {{ {body}\n }})().then((value) => done({{ value }}), (error) => done({{ error: String(error) }}))"
        );
        let answer = must(
            self.client.execute_async(&script, vec![arguments.into()]).await,
            format_args!("running {body}"),
        );
        if let Some(error) = answer.get("error") {
            panic!("{error} in {body}");
        }
        answer.get("value").cloned().unwrap_or_default()
    }

    /// Waits until the page has drawn what it was last told: two animation frames.
    pub async fn settle(&self) {
        self.js("const frame = window.plainAnimationFrame ?? window.requestAnimationFrame;
            for (let i = 0; i < 2; i++) await new Promise((drawn) => frame.call(window, drawn));")
            .await;
    }

    /// Writes what is seen as a PNG.
    pub async fn screenshot(&self, path: impl AsRef<Path>) {
        self.settle().await;
        let picture = must(self.client.screenshot().await, "taking a picture");
        write_picture(path.as_ref(), &picture);
    }

    /// The errors that the page has logged since this was last asked: a test that provokes one takes it out this way.
    pub async fn console_errors(&self) -> Vec<String> {
        let log = Post { path: "se/log".to_owned(), body: json!({ "type": "browser" }) };
        let entries = must(self.client.issue_cmd(log).await, "reading the console");
        let entries = entries.as_array().into_iter().flatten();
        let errors =
            entries.filter(|entry| entry.get("level").is_some_and(|level| level == "SEVERE"));
        errors
            .map(|entry| {
                entry.get("message").and_then(Value::as_str).unwrap_or_default().to_owned()
            })
            .collect()
    }

    /// Ends the session; fails when the page logged an error.
    pub async fn close(self) {
        let errors = self.console_errors().await;
        assert!(errors.is_empty(), "the page logged errors: {errors:#?}");
        self.closed.set(true);
    }

    /// Sends a command of the Chrome DevTools Protocol.
    pub async fn devtools(&self, method: &str, parameters: Value) -> Value {
        let command = Post {
            path: "goog/cdp/execute".to_owned(),
            body: json!({ "cmd": method, "params": parameters }),
        };
        must(self.client.issue_cmd(command).await, format_args!("asking for {method}"))
    }

    /// The window that is driven, for [`Browser::to_window`].
    pub async fn window(&self) -> WindowHandle {
        must(self.client.window().await, "naming the window")
    }

    /// Opens another tab of the same browser at an address, and drives that one from now on.
    pub async fn open_window(&self, url: &str) -> WindowHandle {
        let opened = must(self.client.new_window(true).await, "opening a tab");
        self.to_window(&opened.handle).await;
        self.goto(url).await;
        opened.handle
    }

    /// Drives another window from now on.
    pub async fn to_window(&self, window: &WindowHandle) {
        must(self.client.switch_to_window(window.clone()).await, "changing the window");
    }

    /// Kills the process of the tab, as the system does when memory runs out: nothing in the page hears of it. A new tab of the
    /// same browser, still empty, takes its place.
    pub async fn kill_tab(&self) {
        let killed = self.window().await;
        let opened = must(self.client.new_window(true).await, "opening a tab");
        self.to_window(&killed).await;
        let crash = Post {
            path: "goog/cdp/execute".to_owned(),
            body: json!({ "cmd": "Page.crash", "params": {} }),
        };
        // Who is killed gives no answer.
        let answer =
            tokio::time::timeout(Duration::from_secs(5), self.client.issue_cmd(crash)).await;
        assert!(!matches!(answer, Ok(Ok(_))), "the tab lives");
        self.to_window(&opened.handle).await;
        self.resize(1440, 900).await;
    }

    /// The session of fantoccini, for what has no method here.
    pub fn client(&self) -> &Client {
        &self.client
    }
}

impl Drop for Browser {
    fn drop(&mut self) {
        if !self.closed.get() {
            let name = thread::current().name().unwrap_or("page").replace("::", "-");
            let path = failures().join(format!("{name}.png"));
            if let Some(picture) = self.driver.screenshot_now(&self.session) {
                write_picture(&path, &picture);
                eprintln!("the page as it was is in {}", path.display());
            }
        }
        self.driver.end_session_now(&self.session);
    }
}

fn failures() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../target/e2e")
}

fn write_picture(path: &Path, picture: &[u8]) {
    if let Some(folder) = path.parent() {
        must(fs::create_dir_all(folder), format_args!("making {}", folder.display()));
    }
    must(fs::write(path, picture), format_args!("writing {}", path.display()));
}

/// A command that fantoccini has no name for.
#[derive(Debug)]
struct Post {
    /// Below the session's own address.
    path: String,
    body: Value,
}

impl WebDriverCompatibleCommand for Post {
    fn endpoint(
        &self,
        base: &url::Url,
        session: Option<&str>,
    ) -> Result<url::Url, url::ParseError> {
        base.join(&format!("session/{}/{}", session.unwrap_or_default(), self.path))
    }

    fn method_and_body(&self, _: &url::Url) -> (http::Method, Option<String>) {
        (http::Method::POST, Some(self.body.to_string()))
    }
}
