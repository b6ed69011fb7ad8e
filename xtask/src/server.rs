//! HTTP on the loopback interface: a thread for each request, so that one which waits holds up no other.

use crate::site::Answer;
use anyhow::{Result, anyhow};
use std::{net::SocketAddr, sync::Arc, thread};
use tiny_http::{Header, Request, Response};

/// Starts answering in the background, until the program ends. Port 0 takes any free one.
pub fn start(
    port: u16,
    answer: impl Fn(&str, &str) -> Answer + Send + Sync + 'static,
) -> Result<SocketAddr> {
    let server = tiny_http::Server::http(("127.0.0.1", port))
        .map_err(|error| anyhow!("cannot listen on port {port}: {error}"))?;
    let address =
        server.server_addr().to_ip().ok_or_else(|| anyhow!("the server has no address"))?;
    let answer = Arc::new(answer);
    thread::spawn(move || {
        for request in server.incoming_requests() {
            let answer = Arc::clone(&answer);
            thread::spawn(move || respond(request, &*answer));
        }
    });
    Ok(address)
}

fn respond(request: Request, answer: &impl Fn(&str, &str) -> Answer) {
    let answer = answer(request.method().as_str(), request.url());
    let mut response = Response::from_data(answer.body).with_status_code(answer.status);
    // The page is being edited: nothing may be kept.
    for (name, value) in [("content-type", answer.content_type), ("cache-control", "no-store")] {
        if let Ok(header) = Header::from_bytes(name, value) {
            response.add_header(header);
        }
    }
    // A browser that went away in the meantime is no error.
    let _ = request.respond(response);
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::{
        io::{Read, Write},
        net::TcpStream,
    };

    fn ask(address: SocketAddr, request_line: &str) -> String {
        let mut stream = TcpStream::connect(address).unwrap();
        write!(stream, "{request_line} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
            .unwrap();
        let mut text = String::new();
        stream.read_to_string(&mut text).unwrap();
        text
    }

    #[test]
    fn requests_are_answered_over_a_socket() {
        let address =
            start(0, |method, target| Answer::text(if target == "/a" { 200 } else { 404 }, method))
                .unwrap();
        assert!(address.ip().is_loopback());
        let found = ask(address, "GET /a");
        assert!(found.starts_with("HTTP/1.1 200") && found.ends_with("GET"), "{found}");
        assert!(found.to_lowercase().contains("content-type: text/plain"), "{found}");
        assert!(ask(address, "GET /b").starts_with("HTTP/1.1 404"));
        let head = ask(address, "HEAD /a");
        assert!(head.starts_with("HTTP/1.1 200") && head.ends_with("\r\n\r\n"), "{head}");
    }

    #[test]
    fn a_slow_answer_holds_up_no_other() {
        let (release, wait) = std::sync::mpsc::channel::<()>();
        let wait = std::sync::Mutex::new(wait);
        let address = start(0, move |_, target| {
            if target == "/slow" {
                let _ = wait.lock().unwrap().recv();
            }
            Answer::text(200, target)
        })
        .unwrap();
        let slow = thread::spawn(move || ask(address, "GET /slow"));
        assert!(ask(address, "GET /quick").ends_with("/quick"));
        release.send(()).unwrap();
        assert!(slow.join().unwrap().ends_with("/slow"));
    }

    #[test]
    fn a_port_that_is_taken_is_named() {
        let taken = start(0, |_, _| Answer::text(200, "")).unwrap().port();
        let error = start(taken, |_, _| Answer::text(200, "")).unwrap_err().to_string();
        assert!(error.contains(&format!("cannot listen on port {taken}")), "{error}");
    }
}
