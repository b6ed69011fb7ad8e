//! The chromedriver process of one session, and the few requests that must work while a test is failing, when nothing can be
//! awaited.

use crate::must;
use base64::{Engine, prelude::BASE64_STANDARD};
use serde_json::Value;
use std::{
    env,
    io::{BufRead, BufReader, Read, Write},
    net::TcpStream,
    process::{Child, ChildStdout, Command, Stdio},
    time::Duration,
};

/// A running driver; it ends when dropped.
pub struct Driver {
    process: Child,
    port: u16,
    /// Kept open: the driver would stop at a closed pipe.
    messages: BufReader<ChildStdout>,
}

impl Driver {
    /// Starts the driver on a port that it chooses itself.
    pub fn start() -> Driver {
        let program = env::var_os("CHROMEDRIVER").unwrap_or_else(|| "chromedriver".into());
        let command = &mut Command::new(&program);
        let spawned = command.arg("--port=0").stdout(Stdio::piped()).stderr(Stdio::null()).spawn();
        let mut process = must(spawned, format_args!("starting {}", program.display()));
        let Some(output) = process.stdout.take() else { unreachable!("its output was asked for") };
        let mut driver = Driver { process, port: 0, messages: BufReader::new(output) };
        driver.port = driver.port_it_says();
        driver
    }

    /// Reads what the driver says until it names its port.
    fn port_it_says(&mut self) -> u16 {
        let mut line = String::new();
        loop {
            line.clear();
            assert_ne!(
                must(self.messages.read_line(&mut line), "reading what chromedriver says"),
                0,
                "chromedriver stopped at once"
            );
            if let Some(port) = port_in(&line) {
                return port;
            }
        }
    }

    pub fn url(&self) -> String {
        format!("http://127.0.0.1:{}", self.port)
    }

    /// The page as a PNG, without waiting for anything.
    pub fn screenshot_now(&self, session: &str) -> Option<Vec<u8>> {
        let answer: Value =
            serde_json::from_str(&self.ask("GET", &format!("/session/{session}/screenshot"))?)
                .ok()?;
        BASE64_STANDARD.decode(answer.get("value")?.as_str()?).ok()
    }

    /// Ends the session, so that no browser outlives its driver.
    pub fn end_session_now(&self, session: &str) {
        self.ask("DELETE", &format!("/session/{session}"));
    }

    /// The body of the answer to a request without a body.
    fn ask(&self, method: &str, path: &str) -> Option<String> {
        let mut stream = TcpStream::connect(("127.0.0.1", self.port)).ok()?;
        stream.set_read_timeout(Some(Duration::from_secs(10))).ok()?;
        write!(
            stream,
            "{method} {path} HTTP/1.1\r\nHost: 127.0.0.1:{}\r\nContent-Length: 0\r\n\r\n",
            self.port
        )
        .ok()?;
        let mut answer = BufReader::new(stream);
        let (mut line, mut length) = (String::new(), 0);
        while answer.read_line(&mut line).ok()? > 2 {
            if let Some((_, value)) =
                line.split_once(':').filter(|(name, _)| name.eq_ignore_ascii_case("content-length"))
            {
                length = value.trim().parse().ok()?;
            }
            line.clear();
        }
        let mut body = String::new();
        answer.take(length).read_to_string(&mut body).ok()?;
        Some(body)
    }
}

impl Drop for Driver {
    fn drop(&mut self) {
        // It may have ended by itself.
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// The port in the line "`ChromeDriver` was started successfully on port 43211."
fn port_in(line: &str) -> Option<u16> {
    let (_, port) = line.split_once("successfully on port ")?;
    port.trim_end().trim_end_matches('.').parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_driver_says_its_port() {
        assert_eq!(port_in("ChromeDriver was started successfully on port 43211.\n"), Some(43211));
        assert_eq!(port_in("Starting ChromeDriver 156.0 on port 0\n"), None);
    }
}
