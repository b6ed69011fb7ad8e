//! Shows the app while it is being edited: builds, serves `dist/`, and on every saved file builds again and reloads the page.

use crate::{
    arguments::ServeOptions,
    bundle, process, server,
    site::{Answer, Site},
    terminal,
    watch::Watch,
};
use anyhow::Result;
use std::{
    path::Path,
    process::{Command, Stdio},
    sync::{Arc, Condvar, Mutex, PoisonError},
    time::{Duration, SystemTime, UNIX_EPOCH},
};

/// Everything a build depends on.
const WATCHED: [&str; 8] =
    ["src", "crates", "style", "public", "index.html", "Cargo.toml", "Cargo.lock", ".cargo"];
const USUAL_PORT: u16 = 8080;
/// How long the page waits for a new build before it asks again.
const PATIENCE: Duration = Duration::from_secs(20);
const BUILD_PATH: &str = "/-/build";
const RELOAD_PATH: &str = "/-/reload.js";

const RELOAD_SCRIPT: &str = r#"let shown = "";
for (;;) {
  try {
    const answer = await fetch(`/-/build?shown=${shown}`, { cache: "no-store" });
    const built = await answer.text();
    if (shown !== "" && built !== shown) location.reload();
    shown = built;
  } catch {
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
}
"#;

const NOT_BUILT: &str = "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\"><title>Retrieval Map</title>\
    <body><p>The app does not build: the terminal says why. This page reloads when it does.</p></body></html>";

/// Serves until the program is stopped.
pub fn serve(options: &ServeOptions) -> Result<()> {
    let mut watch = Watch::over(WATCHED);
    let shown = Arc::new(Shown::default());
    shown.build_anew(options);
    let answers = Arc::clone(&shown);
    let answer = move |method: &str, target: &str| answers.answer(method, target);
    let address = match options.port {
        Some(port) => server::start(port, answer)?,
        None => server::start(USUAL_PORT, answer.clone()).or_else(|_| server::start(0, answer))?,
    };
    let url = format!("http://{address}/");
    terminal::say(&format!("serving {url} (saving a file rebuilds and reloads, Ctrl-C stops)"));
    if options.open {
        open_browser(&url);
    }
    loop {
        watch.wait();
        shown.build_anew(options);
    }
}

/// The last build that succeeded, and a number that tells it from others.
#[derive(Default)]
struct Shown {
    build: Mutex<(u64, Site)>,
    changed: Condvar,
}

impl Shown {
    /// Builds, and shows the result; says why when it does not build, and goes on showing what there was.
    fn build_anew(&self, options: &ServeOptions) {
        let site = bundle::build(options.profile, false)
            .and_then(|()| Ok(Site::read(Path::new(bundle::DIST))?));
        match site {
            Ok(site) => self.show(site),
            Err(error) => {
                terminal::complain(&error);
                terminal::say("waiting for a change");
            }
        }
    }

    fn show(&self, site: Site) {
        // The time, not a count: it stays new when the server is started again under an open page.
        let number =
            SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_millis() as u64;
        *self.build.lock().unwrap_or_else(PoisonError::into_inner) = (number, site);
        self.changed.notify_all();
    }

    fn answer(&self, method: &str, target: &str) -> Answer {
        if let Some(query) = target.strip_prefix(BUILD_PATH) {
            return Answer::text(
                200,
                &self.number_after(query.strip_prefix("?shown=").unwrap_or_default(), PATIENCE),
            );
        }
        if target == RELOAD_PATH {
            return Answer {
                status: 200,
                content_type: "text/javascript; charset=utf-8",
                body: RELOAD_SCRIPT.into(),
            };
        }
        let build = self.build.lock().unwrap_or_else(PoisonError::into_inner);
        let mut answer = build.1.answer(method, target);
        if target == "/" && answer.status == 404 {
            answer = Answer {
                status: 503,
                content_type: "text/html; charset=utf-8",
                body: NOT_BUILT.into(),
            };
        }
        if answer.content_type.starts_with("text/html") {
            answer.body = with_reload(&answer.body);
        }
        answer
    }

    /// The number of the build, as soon as it is not the one already shown, or after `patience` all the same.
    fn number_after(&self, shown: &str, patience: Duration) -> String {
        let build = self.build.lock().unwrap_or_else(PoisonError::into_inner);
        let waited = self
            .changed
            .wait_timeout_while(build, patience, |(number, _)| number.to_string() == shown);
        let (build, _) = waited.unwrap_or_else(PoisonError::into_inner);
        build.0.to_string()
    }
}

/// The page with the script that reloads it: a file, since the page's own policy forbids inline scripts.
fn with_reload(html: &[u8]) -> Vec<u8> {
    let script = format!("<script type=\"module\" src=\"{RELOAD_PATH}\"></script></body>");
    String::from_utf8_lossy(html).replacen("</body>", &script, 1).into_bytes()
}

fn open_browser(url: &str) {
    let opener: &[&str] = if cfg!(target_os = "macos") {
        &["open"]
    } else if cfg!(windows) {
        &["explorer"]
    } else {
        &["xdg-open", "gio"]
    };
    let started = process::on_path(opener).is_some_and(|program| {
        let mut command = Command::new(&program);
        if program.file_stem().is_some_and(|name| name == "gio") {
            command.arg("open");
        }
        command.arg(url).stdout(Stdio::null()).stderr(Stdio::null()).spawn().is_ok()
    });
    if !started {
        terminal::say(&format!("no program was found that opens a browser: open {url} yourself"));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::thread;

    #[test]
    fn a_page_gets_the_reload_script_even_when_nothing_is_built() {
        let answer = Shown::default().answer("GET", "/");
        assert_eq!(answer.status, 503);
        assert!(String::from_utf8(answer.body).unwrap().contains("src=\"/-/reload.js\""));
        assert!(RELOAD_SCRIPT.contains(BUILD_PATH));
        assert_eq!(Shown::default().answer("GET", RELOAD_PATH).status, 200);
    }

    #[test]
    fn the_page_hears_of_a_new_build_at_once() {
        let shown = Arc::new(Shown::default());
        let first = shown.number_after("", PATIENCE);
        let waiting = {
            let (shown, first) = (Arc::clone(&shown), first.clone());
            thread::spawn(move || shown.number_after(&first, PATIENCE))
        };
        shown.show(Site::default());
        assert_ne!(waiting.join().unwrap(), first);
    }

    #[test]
    fn without_a_new_build_the_number_stays() {
        let shown = Shown::default();
        assert_eq!(shown.number_after("0", Duration::from_millis(1)), "0");
    }
}
