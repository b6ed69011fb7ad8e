//! The endpoint, driven over raw sockets: whatever a client does, it gets a clear answer, and the next one is
//! answered too.
//!
//! The process that is tested is this test binary itself, started once more (see [`client::Endpoint`]): what is
//! tested is always what was compiled with it.

#![allow(clippy::unwrap_used, clippy::indexing_slicing, reason = "a test may panic")]

mod client;
#[allow(dead_code, reason = "its main is the example's")]
#[path = "../../examples/endpoint.rs"]
mod endpoint;

use std::io::{Read, Write};
use std::time::{Duration, Instant};

use client::{Endpoint, WORDS, post, read_answer};
use serde_json::{Value, json};

/// The process under test, when it was started by [`Endpoint`]; nothing in a run of the tests.
#[test]
fn the_endpoint_itself() {
    if let Ok(words) = std::env::var(WORDS) {
        let code = endpoint::serve_as_told(words.split_whitespace().map(str::to_owned));
        assert_eq!(code, std::process::ExitCode::SUCCESS);
    }
}

const TARGET: &str = "DynamoDB_20120810.ListTables";

#[test]
fn an_answer_has_the_headers_of_the_service() {
    let endpoint = Endpoint::start("--port 0");
    let answer = endpoint.ask("DynamoDB_20120810.ListTables", b"{}");
    assert_eq!((answer.status, answer.json()), (200, json!({"TableNames": []})));
    assert_eq!(answer.header("content-type"), "application/x-amz-json-1.0");
    assert_eq!(answer.header("x-amz-crc32"), client::crc32(&answer.body).to_string());
    let id = answer.header("x-amzn-requestid");
    assert!(
        id.len() == 52 && id.bytes().all(|c| c.is_ascii_uppercase() || c.is_ascii_digit()),
        "{id}"
    );
    assert_ne!(id, endpoint.ask(TARGET, b"{}").header("x-amzn-requestid"));
}

#[test]
fn errors_say_what_they_are() {
    let endpoint = Endpoint::start("--port 0");
    let deep = |open: &str, close: &str, times: usize| open.repeat(times) + &close.repeat(times);
    let nested = [
        deep("[", "]", 4_096),
        deep("{\"a\":", "}", 100_000).replace("}}", "} }"),
        "[".repeat(1_000_000),
        format!(
            "{{\"TableName\":\"Texts\",\"Item\":{}{}}}",
            "{\"M\":{\"a\":".repeat(3_000),
            "}}".repeat(3_000)
        ),
    ];
    let mut cases: Vec<(&str, &[u8], &str)> = vec![
        ("DynamoDB_20120810.Nothing", b"{}", "com.amazon.coral.service#UnknownOperationException"),
        ("DynamoDB_20120810.", b"{}", "com.amazon.coral.service#UnknownOperationException"),
        (
            "DynamoDB_20111205.ListTables",
            b"{}",
            "com.amazon.coral.service#UnknownOperationException",
        ),
        ("ListTables", b"{}", "com.amazon.coral.service#UnknownOperationException"),
        (
            "DynamoDBStreams_20120810.ListTables",
            b"{}",
            "com.amazon.coral.service#UnknownOperationException",
        ),
        (
            "DynamoDB_20120810.GetRecords",
            b"{}",
            "com.amazon.coral.service#UnknownOperationException",
        ),
        (TARGET, b"", "com.amazon.coral.service#SerializationException"),
        (TARGET, b"{\"Limit\": 1", "com.amazon.coral.service#SerializationException"),
        (TARGET, b"{'Limit': 1}", "com.amazon.coral.service#SerializationException"),
        (TARGET, b"{\"Limit\": \"one\"}", "com.amazon.coral.service#SerializationException"),
        (TARGET, b"{\"a\": \"\xff\xfe\"}", "com.amazon.coral.service#SerializationException"),
        (TARGET, b"{\"a\": \"\\ud800\"}", "com.amazon.coral.service#SerializationException"),
        (TARGET, b"{} {}", "com.amazon.coral.service#SerializationException"),
        (TARGET, b"[]", "com.amazon.coral.service#SerializationException"),
        (TARGET, b"null", "com.amazon.coral.service#SerializationException"),
        (TARGET, b"{\"Limit\": 0}", "com.amazon.coral.validate#ValidationException"),
        (
            "DynamoDB_20120810.DescribeTable",
            b"{\"TableName\": \"None\"}",
            "com.amazonaws.dynamodb.v20120810#ResourceNotFoundException",
        ),
    ];
    for nested in &nested {
        cases.push((
            "DynamoDB_20120810.PutItem",
            nested.as_bytes(),
            "com.amazon.coral.service#SerializationException",
        ));
    }
    for (target, body, expected) in cases {
        let answer = endpoint.ask(target, body);
        let shown = String::from_utf8_lossy(&body[..body.len().min(60)]);
        assert_eq!(
            (answer.status, answer.json()["__type"].as_str()),
            (400, Some(expected)),
            "{target} {shown}"
        );
        assert_eq!(answer.header("x-amz-crc32"), client::crc32(&answer.body).to_string());
    }
    endpoint.still_answers();
}

#[test]
fn what_is_not_the_protocol_is_refused_in_its_words() {
    let endpoint = Endpoint::start("--port 0");
    let one = |text: &str| {
        let mut stream = endpoint.connect();
        stream.write_all(text.as_bytes()).unwrap();
        read_answer(&mut stream).unwrap()
    };
    assert_eq!(one("GET / HTTP/1.1\r\nhost: x\r\n\r\n").status, 200);
    let without_target = one("POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 2\r\n\r\n{}");
    assert_eq!(without_target.status, 400);
    assert!(without_target.json()["message"].as_str().unwrap().contains("X-Amz-Target"));
    assert_eq!(one("DELETE / HTTP/1.1\r\nhost: x\r\n\r\n").status, 404);
    assert_eq!(one("what is this?\r\n\r\n").status, 400);
    assert_eq!(one("POST / HTTP/1.1\r\ncontent-length: -1\r\n\r\n").status, 400);
    assert_eq!(one(&format!("GET / HTTP/1.1\r\nx: {}\r\n\r\n", "y".repeat(1_000_000))).status, 431);
    endpoint.still_answers();
}

#[test]
fn a_body_may_have_sixteen_megabytes() {
    const LARGEST: usize = 16 * 1024 * 1024;
    let endpoint = Endpoint::start("--port 0");
    let padded = |length: usize| {
        let mut body = vec![b' '; length];
        body[length - 2..].copy_from_slice(b"{}");
        body
    };
    assert_eq!(endpoint.ask(TARGET, &padded(LARGEST)).status, 200);
    let refused = endpoint.ask(TARGET, &padded(LARGEST + 1));
    let kind = "com.amazon.coral.service#RequestEntityTooLargeException";
    assert_eq!((refused.status, refused.json()["__type"].as_str()), (413, Some(kind)));
    assert_eq!(refused.header("connection"), "close");

    // in chunks, its length not told
    let mut stream = endpoint.connect();
    let head =
        format!("POST / HTTP/1.1\r\nx-amz-target: {TARGET}\r\ntransfer-encoding: chunked\r\n\r\n");
    stream.write_all(head.as_bytes()).unwrap();
    let chunk = vec![b' '; 1 << 20];
    for _ in 0..17 {
        stream.write_all(b"100000\r\n").unwrap();
        stream.write_all(&chunk).unwrap();
        stream.write_all(b"\r\n").unwrap();
    }
    stream.write_all(b"0\r\n\r\n").unwrap();
    assert_eq!(read_answer(&mut stream).unwrap().status, 413);

    // told, and asking first whether it may come
    let mut stream = endpoint.connect();
    let head = post(TARGET, LARGEST + 1).replace("\r\n\r\n", "\r\nexpect: 100-continue\r\n\r\n");
    stream.write_all(head.as_bytes()).unwrap();
    assert_eq!(read_answer(&mut stream).unwrap().status, 413);

    // a length nobody will ever send
    let mut stream = endpoint.connect();
    stream.write_all(post(TARGET, usize::MAX).as_bytes()).unwrap();
    stream.write_all(b"{").unwrap();
    drop(stream);
    endpoint.still_answers();
}

#[test]
fn one_connection_carries_many_requests() {
    let endpoint = Endpoint::start("--port 0");
    let mut stream = endpoint.connect();
    for _ in 0..3 {
        stream.write_all((post(TARGET, 2) + "{}").as_bytes()).unwrap();
        assert_eq!(read_answer(&mut stream).unwrap().status, 200);
    }
    // an error of the request leaves the connection as it is; so do requests sent without waiting
    stream.write_all((post(TARGET, 1) + "{").as_bytes()).unwrap();
    stream.write_all((post(TARGET, 2) + "{}").as_bytes()).unwrap();
    assert_eq!(read_answer(&mut stream).unwrap().status, 400);
    assert_eq!(read_answer(&mut stream).unwrap().status, 200);
}

#[test]
fn a_client_that_is_too_slow_is_told_so() {
    let endpoint = Endpoint::start("--port 0 --patience 0.4");
    let whole = post(TARGET, 2) + "{}";
    for sent in [20, whole.len() - 4, whole.len() - 1] {
        let started = Instant::now();
        let mut stream = endpoint.connect();
        stream.write_all(&whole.as_bytes()[..sent]).unwrap();
        endpoint.still_answers();
        let answer = read_answer(&mut stream).unwrap();
        assert_eq!(answer.status, 408, "after {sent} bytes");
        assert_eq!(answer.json()["__type"], "com.amazon.coral.service#RequestTimeoutException");
        assert!(started.elapsed() < Duration::from_secs(5));
        assert_eq!(stream.read(&mut [0; 1]).unwrap(), 0, "the connection ends");
    }
    // byte by byte is no better
    let mut stream = endpoint.connect();
    for byte in whole.bytes() {
        if stream.write_all(&[byte]).is_err() {
            break;
        }
        std::thread::sleep(Duration::from_millis(25));
    }
    assert_eq!(read_answer(&mut stream).map(|answer| answer.status), Some(408));
}

#[test]
fn silent_and_half_open_clients_stop_nobody() {
    let endpoint = Endpoint::start("--port 0 --patience 0.6");
    let silent: Vec<_> = (0..300).map(|_| endpoint.connect()).collect();
    // one that ends in the middle of its body, one that hangs up there
    let mut half = endpoint.connect();
    half.write_all((post(TARGET, 10) + "{\"Lim").as_bytes()).unwrap();
    half.shutdown(std::net::Shutdown::Write).unwrap();
    let mut gone = endpoint.connect();
    gone.write_all((post(TARGET, 10) + "{\"Lim").as_bytes()).unwrap();
    drop(gone);
    endpoint.still_answers();
    assert_eq!(
        read_answer(&mut half).unwrap().json()["__type"],
        "com.amazon.coral.service#RequestAbortedException"
    );
    // one that ends its side when it has asked
    let mut whole = endpoint.connect();
    whole.write_all((post(TARGET, 2) + "{}").as_bytes()).unwrap();
    whole.shutdown(std::net::Shutdown::Write).unwrap();
    assert_eq!(read_answer(&mut whole).unwrap().status, 200);
    // the silent are let go, without a word that they could take for an answer
    for mut stream in silent {
        assert_eq!(stream.read(&mut [0; 1]).unwrap(), 0);
    }
    endpoint.still_answers();
}

#[test]
fn a_client_that_reads_no_answer_is_let_go() {
    let endpoint = Endpoint::start("--port 0 --patience 0.4");
    endpoint.ask(
        "DynamoDB_20120810.CreateTable",
        json!({"TableName": "Large", "BillingMode": "PAY_PER_REQUEST",
            "AttributeDefinitions": [{"AttributeName": "k", "AttributeType": "S"}],
            "KeySchema": [{"AttributeName": "k", "KeyType": "HASH"}]})
        .to_string()
        .as_bytes(),
    );
    for key in ["a", "b", "c"] {
        let item = json!({"TableName": "Large", "Item": {"k": {"S": key}, "v": {"S": "x".repeat(390_000)}}});
        assert_eq!(
            endpoint.ask("DynamoDB_20120810.PutItem", item.to_string().as_bytes()).status,
            200
        );
    }
    let scan = json!({"TableName": "Large"}).to_string();
    let request = post("DynamoDB_20120810.Scan", scan.len()) + &scan;
    let mut deaf = endpoint.connect();
    // answers of a megabyte each pile up until the system takes no more; then patience runs out
    let started = Instant::now();
    deaf.set_write_timeout(Some(Duration::from_secs(10))).unwrap();
    while deaf.write_all(request.as_bytes()).is_ok() {
        assert!(started.elapsed() < Duration::from_secs(20), "nobody hangs up");
        std::thread::sleep(Duration::from_millis(10));
    }
    endpoint.still_answers();
}

#[test]
fn numbers_and_texts_come_through_as_they_were_sent() {
    let endpoint = Endpoint::start("--port 0");
    let ask = |operation: &str, input: &Value| {
        let answer =
            endpoint.ask(&format!("DynamoDB_20120810.{operation}"), input.to_string().as_bytes());
        assert_eq!(answer.status, 200, "{}", answer.json());
        answer.json()
    };
    let created = ask(
        "CreateTable",
        &json!({"TableName": "Texts", "BillingMode": "PAY_PER_REQUEST",
        "AttributeDefinitions": [{"AttributeName": "k", "AttributeType": "S"}],
        "KeySchema": [{"AttributeName": "k", "KeyType": "HASH"}]}),
    );
    let created_at = created["TableDescription"]["CreationDateTime"].as_f64().unwrap();
    let now =
        std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap().as_secs_f64();
    assert!((now - created_at).abs() < 600.0, "the clock is the machine's: {created_at}");
    let item = json!({"k": {"S": "Größe 😀 \u{0} \""}, "n": {"N": "12345678901234567890123456789012345678"},
        "b": {"B": "AAEC/w=="}});
    ask("PutItem", &json!({"TableName": "Texts", "Item": item}));
    assert_eq!(
        ask("GetItem", &json!({"TableName": "Texts", "Key": {"k": item["k"]}})),
        json!({"Item": item})
    );
}

#[cfg(unix)]
#[test]
fn it_ends_when_it_is_told_to() {
    for signal in ["-TERM", "-INT"] {
        let mut endpoint = Endpoint::start("--port 0");
        let _silent = endpoint.connect();
        let mut half = endpoint.connect();
        half.write_all(&post(TARGET, 2).as_bytes()[..30]).unwrap();
        endpoint.still_answers();
        let started = Instant::now();
        endpoint.signal(signal);
        let (code, said) = endpoint.wait();
        assert_eq!(code, Some(0), "{signal}");
        assert!(said.contains("ended"), "{said}");
        assert!(started.elapsed() < Duration::from_secs(5), "{signal}");
    }
}

#[test]
fn the_rounds_of_the_sdks_hold_every_operation() {
    let round = |file: &str| {
        let path =
            std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/sdk").join(file);
        std::fs::read_to_string(path).unwrap()
    };
    let (javascript, python) = (round("round.mjs"), round("round.py"));
    for operation in key_engine::engine::OPERATIONS {
        assert!(javascript.contains(&format!(".{operation}Command(")), "JavaScript: {operation}");
        let name = operation.char_indices().fold(String::new(), |name, (at, letter)| {
            let gap = if at > 0 && letter.is_ascii_uppercase() { "_" } else { "" };
            name + gap + &letter.to_ascii_lowercase().to_string()
        });
        assert!(python.contains(&format!(".{name}(")), "Python: {operation}, as {name}");
    }
}

#[test]
fn a_command_line_that_it_does_not_understand_is_named() {
    let mut taken = Endpoint::start("--port 0");
    let port = format!("--port={}", taken.port);
    for (words, named) in [
        ("--prot 1", "--prot"),
        ("--port", "--port"),
        ("--port 70000", "--port"),
        ("--patience never", "--patience"),
        ("--patience -1", "--patience"),
        (port.as_str(), "in use"),
    ] {
        let (code, said) = Endpoint::run(words);
        assert_ne!(code, Some(0), "{words}");
        assert!(said.contains(named), "{words}: {said}");
    }
    let (code, said) = Endpoint::run("--help");
    assert!(code == Some(0) && said.contains("usage:"), "{said}");
    taken.still_answers();
    taken.kill();
}
