//! Screenshots of the app at several sizes in both themes, after a few actions: `cargo xtask shots --help`.

use e2e::{Browser, Key, Theme, app_url};
use std::{fs, path::Path, process::ExitCode, time::Duration};

const USAGE: &str = "\
usage: cargo xtask shots [--release] [OPTION | ACTION]...

options
  --hash FRAGMENT    open the app at this fragment, for example '#scenario=store'
  --url ADDRESS      of a running server; without it the app is built and served
  --size WxH         instead of 1440x900, 1280x720 and 390x844 (may be repeated)
  --theme light|dark instead of both (may be repeated)
  --name NAME        pictures are target/shots/NAME-WxH-THEME.png (usual: app)
  --reduced-motion   as for a person who asked for less motion

actions, done in this order before each picture
  --click CSS        --press KEY (a character or Enter, Escape, Tab, Home, End, PageUp, PageDown, ArrowLeft ...)
  --type TEXT        into what has the focus
  --until JS         wait until an expression is true
  --pause MS         --js CODE        --drop FILE (on the page)";

enum Action {
    Click(String),
    Press(char),
    Type(String),
    Until(String),
    Pause(Duration),
    Js(String),
    Drop(String),
}

struct Plan {
    url: String,
    name: String,
    sizes: Vec<(u32, u32)>,
    themes: Vec<Theme>,
    reduced_motion: bool,
    actions: Vec<Action>,
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    if words.iter().any(|word| matches!(word.as_str(), "--help" | "-h")) {
        println!("{USAGE}");
        return ExitCode::SUCCESS;
    }
    match read(words) {
        Ok(plan) => take(&plan).await,
        Err(problem) => {
            eprintln!("{problem}\n\n{USAGE}");
            ExitCode::FAILURE
        }
    }
}

fn read(words: Vec<String>) -> Result<Plan, String> {
    let (mut hash, mut url) = (String::new(), None);
    let mut plan = Plan {
        url: String::new(),
        name: "app".to_owned(),
        sizes: vec![],
        themes: vec![],
        reduced_motion: false,
        actions: vec![],
    };
    let mut words = words.into_iter();
    while let Some(option) = words.next() {
        if option == "--reduced-motion" {
            plan.reduced_motion = true;
            continue;
        }
        let value = words.next().ok_or_else(|| format!("{option} needs a value"))?;
        match option.as_str() {
            "--hash" => hash = value,
            "--url" => url = Some(value),
            "--name" => plan.name = value,
            "--size" => plan.sizes.push(size(&value)?),
            "--theme" => plan.themes.push(theme(&value)?),
            _ => plan.actions.push(action(&option, value)?),
        }
    }
    if plan.sizes.is_empty() {
        plan.sizes = vec![(1440, 900), (1280, 720), (390, 844)];
    }
    if plan.themes.is_empty() {
        plan.themes = vec![Theme::Light, Theme::Dark];
    }
    plan.url = url.unwrap_or_else(|| app_url("")) + &hash;
    Ok(plan)
}

fn size(word: &str) -> Result<(u32, u32), String> {
    let sides = word
        .split_once('x')
        .and_then(|(width, height)| Some((width.parse().ok()?, height.parse().ok()?)));
    sides.ok_or_else(|| format!("--size {word} is not like 1440x900"))
}

fn theme(word: &str) -> Result<Theme, String> {
    let themes = [Theme::Light, Theme::Dark];
    themes
        .into_iter()
        .find(|theme| theme.name() == word)
        .ok_or_else(|| format!("--theme {word} is neither light nor dark"))
}

fn action(option: &str, value: String) -> Result<Action, String> {
    Ok(match option {
        "--click" => Action::Click(value),
        "--press" => Action::Press(key(&value)?),
        "--type" => Action::Type(value),
        "--until" => Action::Until(value),
        "--pause" => Action::Pause(Duration::from_millis(
            value.parse().map_err(|_| format!("--pause {value} is not a number"))?,
        )),
        "--js" => Action::Js(value),
        "--drop" => Action::Drop(value),
        other => return Err(format!("{other} is not understood")),
    })
}

fn key(word: &str) -> Result<char, String> {
    let mut characters = word.chars();
    if let (Some(only), None) = (characters.next(), characters.next()) {
        return Ok(only);
    }
    let key = match word {
        "Enter" => Key::Enter,
        "Escape" => Key::Escape,
        "Tab" => Key::Tab,
        "Space" => Key::Space,
        "Home" => Key::Home,
        "End" => Key::End,
        "PageUp" => Key::PageUp,
        "PageDown" => Key::PageDown,
        "ArrowLeft" => Key::Left,
        "ArrowRight" => Key::Right,
        "ArrowUp" => Key::Up,
        "ArrowDown" => Key::Down,
        _ => return Err(format!("--press {word}: there is no such key")),
    };
    Ok(key.into())
}

/// Each picture is of a page opened anew, so that none shows what another left behind.
async fn take(plan: &Plan) -> ExitCode {
    let browser = Browser::start().await;
    browser.reduce_motion(plan.reduced_motion).await;
    let mut errors = Vec::new();
    for &(width, height) in &plan.sizes {
        for &theme in &plan.themes {
            browser.resize(width, height).await;
            browser.prefer(theme).await;
            // A changed fragment alone would not load the page again.
            browser.goto("about:blank").await;
            browser.goto(&plan.url).await;
            browser.until("document.querySelector('#app')?.firstElementChild").await;
            for action in &plan.actions {
                perform(&browser, action).await;
            }
            let path = Path::new("target/shots").join(format!(
                "{}-{width}x{height}-{}.png",
                plan.name,
                theme.name()
            ));
            browser.screenshot(&path).await;
            println!("{}", path.display());
            errors.extend(browser.console_errors().await);
        }
    }
    browser.close().await;
    for error in &errors {
        eprintln!("the page logged: {error}");
    }
    if errors.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

async fn perform(browser: &Browser, action: &Action) {
    match action {
        Action::Click(css) => browser.click(css).await,
        Action::Press(key) => browser.press(*key).await,
        Action::Type(text) => browser.type_into(":focus", text).await,
        Action::Until(expression) => browser.until(expression).await,
        Action::Pause(time) => tokio::time::sleep(*time).await,
        Action::Js(code) => {
            let value = browser.js(code).await;
            if !value.is_null() {
                println!("{value}");
            }
        }
        Action::Drop(path) => match fs::read_to_string(path) {
            Ok(text) => browser.drop_file("body", path, &text).await,
            Err(error) => panic!("cannot read {path}: {error}"),
        },
    }
}
