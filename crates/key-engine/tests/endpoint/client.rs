//! A client that speaks HTTP by hand, and the endpoint's process.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, ChildStdout, Command, Stdio};
use std::time::Duration;

use serde_json::{Value, json};

/// The environment variable that makes this test binary the endpoint: its command line.
pub const WORDS: &str = "ENDPOINT_WORDS";

/// How long an answer may take before a test fails.
const PATIENCE: Duration = Duration::from_secs(30);

/// A running endpoint; it ends when dropped.
pub struct Endpoint {
    process: Child,
    pub port: u16,
    output: BufReader<ChildStdout>,
}

impl Endpoint {
    /// This test binary, as the endpoint with this command line.
    fn command(words: &str) -> Command {
        let mut command = Command::new(std::env::current_exe().unwrap());
        command.args(["--exact", "the_endpoint_itself", "--nocapture"]).env(WORDS, words);
        command.stdout(Stdio::piped());
        command
    }

    /// Starts it, and waits until it says where it is.
    pub fn start(words: &str) -> Self {
        let mut process = Self::command(words).spawn().unwrap();
        let output = BufReader::new(process.stdout.take().unwrap());
        let mut endpoint = Self { process, port: 0, output };
        let mut line = String::new();
        while endpoint.port == 0 {
            line.clear();
            assert_ne!(endpoint.output.read_line(&mut line).unwrap(), 0, "it ended at once");
            if let Some((_, port)) = line.split_once("listening on http://127.0.0.1:") {
                endpoint.port = port.trim().parse().unwrap();
            }
        }
        endpoint
    }

    /// Runs it to its end: its exit code, and all it said.
    pub fn run(words: &str) -> (Option<i32>, String) {
        let output = Self::command(words).stderr(Stdio::piped()).output().unwrap();
        let said = [output.stdout, output.stderr].concat();
        (output.status.code(), String::from_utf8(said).unwrap())
    }

    pub fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(("127.0.0.1", self.port)).unwrap();
        stream.set_read_timeout(Some(PATIENCE)).unwrap();
        stream
    }

    /// One request on a connection of its own.
    pub fn ask(&self, target: &str, body: &[u8]) -> Answer {
        let mut stream = self.connect();
        stream.write_all(post(target, body.len()).as_bytes()).unwrap();
        stream.write_all(body).unwrap();
        read_answer(&mut stream).unwrap()
    }

    pub fn still_answers(&self) {
        let answer =
            self.ask("DynamoDB_20120810.ListTables", b"{\"ExclusiveStartTableName\": \"zzz\"}");
        assert_eq!(answer.json(), json!({"TableNames": []}));
    }

    #[cfg(unix)]
    pub fn signal(&self, signal: &str) {
        let sent = Command::new("kill").args([signal, &self.process.id().to_string()]).status();
        assert!(sent.unwrap().success());
    }

    /// Waits for its end: its exit code, and what it said last.
    pub fn wait(&mut self) -> (Option<i32>, String) {
        let mut said = String::new();
        self.output.read_to_string(&mut said).unwrap();
        (self.process.wait().unwrap().code(), said)
    }

    pub fn kill(&mut self) {
        // it may have ended by itself
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

impl Drop for Endpoint {
    fn drop(&mut self) {
        self.kill();
    }
}

/// The head of a request with a body of this length.
pub fn post(target: &str, length: usize) -> String {
    format!(
        "POST / HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/x-amz-json-1.0\r\n\
         x-amz-target: {target}\r\ncontent-length: {length}\r\n\r\n"
    )
}

/// An answer as it came.
#[derive(Debug)]
pub struct Answer {
    pub status: u16,
    headers: Vec<(String, String)>,
    pub body: Vec<u8>,
}

impl Answer {
    pub fn header(&self, name: &str) -> &str {
        let found = self.headers.iter().find(|(header, _)| header == name);
        found.map_or("", |(_, value)| value.as_str())
    }

    pub fn json(&self) -> Value {
        serde_json::from_slice(&self.body).unwrap()
    }
}

/// Reads one answer and no byte more; `None` when the connection ended before one began.
pub fn read_answer(stream: &mut TcpStream) -> Option<Answer> {
    let mut head = Vec::new();
    while !head.ends_with(b"\r\n\r\n") {
        let mut byte = [0];
        if stream.read(&mut byte).unwrap_or_default() == 0 {
            assert!(head.is_empty(), "an answer broke off");
            return None;
        }
        head.push(byte[0]);
    }
    let head = String::from_utf8(head).unwrap();
    let mut lines = head.lines();
    let status = lines.next().unwrap().split(' ').nth(1).unwrap().parse().unwrap();
    let headers: Vec<_> = lines
        .filter_map(|line| line.split_once(": "))
        .map(|(name, value)| (name.to_ascii_lowercase(), value.to_owned()))
        .collect();
    let mut answer = Answer { status, headers, body: Vec::new() };
    answer.body = vec![0; answer.header("content-length").parse().unwrap_or(0)];
    stream.read_exact(&mut answer.body).unwrap();
    Some(answer)
}

/// CRC-32, bit by bit.
pub fn crc32(bytes: &[u8]) -> u32 {
    let sum = bytes.iter().fold(!0u32, |sum, byte| {
        (0..8).fold(sum ^ u32::from(*byte), |sum, _| {
            if sum & 1 == 1 { (sum >> 1) ^ 0xEDB8_8320 } else { sum >> 1 }
        })
    });
    !sum
}

#[test]
fn the_checksum_is_the_one_of_zip() {
    assert_eq!(crc32(b"123456789"), 0xCBF4_3926);
}
