//! The engine as an endpoint: `DynamoDB`'s HTTP protocol on loopback, for any AWS SDK or the AWS CLI.
//!
//! ```sh
//! cargo run --release -p key-engine --example endpoint -- --port 8000
//! aws dynamodb list-tables --endpoint-url http://127.0.0.1:8000
//! ```
//!
//! It says its address when it is ready and ends on SIGTERM or Ctrl-C. Tables live as long as it runs. Signatures
//! are accepted unchecked, and only this machine can reach it.
//!
//! | file | owns |
//! |---|---|
//! | `endpoint.rs` | the command line, the listening socket, the end |
//! | `endpoint/connection.rs` | one client's connection: reading requests, writing answers, patience with both |
//! | `endpoint/protocol.rs` | from a request's head and body to the body of its answer |
//! | `endpoint/outside.rs` | what the engine takes from outside: the clock and ids |

#[path = "endpoint/connection.rs"]
mod connection;
#[path = "endpoint/outside.rs"]
mod outside;
#[path = "endpoint/protocol.rs"]
mod protocol;

use std::io::{self, Write};
use std::net::Ipv4Addr;
use std::process::ExitCode;
use std::rc::Rc;
use std::time::Duration;

use tokio::net::TcpListener;
use tokio::sync::watch;
use tokio::task::{JoinSet, LocalSet};

use connection::Connection;
use protocol::Door;

const USAGE: &str = "\
usage: endpoint [--port N] [--patience SECONDS]

  --port N            where to listen on 127.0.0.1; 0 takes any free port (8000)
  --patience SECONDS  how long a client may take over a request's head, its body, or over reading an answer (30)";

/// How long open requests may take once the end has been asked for.
const LAST_ANSWERS: Duration = Duration::from_secs(1);

/// How long nothing is accepted after the system had no socket left to give.
const BREATH: Duration = Duration::from_millis(50);

/// The command line, read.
struct Options {
    port: u16,
    patience: Duration,
}

/// Reads the words after the program's name; `None` asks for help.
fn options(mut words: impl Iterator<Item = String>) -> Result<Option<Options>, String> {
    let mut options = Options { port: 8000, patience: Duration::from_secs(30) };
    while let Some(word) = words.next() {
        let (name, value) = match word.split_once('=') {
            Some((name, value)) => (name, Some(value.to_owned())),
            None => (word.as_str(), None),
        };
        let mut value = || value.clone().or_else(|| words.next()).unwrap_or_default();
        match name {
            "--port" => {
                options.port = value().parse().map_err(|_| "--port needs a number to 65535")?;
            }
            "--patience" => {
                let seconds =
                    value().parse().ok().filter(|seconds| (0.01..=86_400.0).contains(seconds));
                options.patience = Duration::from_secs_f64(
                    seconds.ok_or("--patience needs seconds, up to a day")?,
                );
            }
            "--help" | "-h" => return Ok(None),
            _ => return Err(format!("`{word}` is not understood")),
        }
    }
    Ok(Some(options))
}

fn main() -> ExitCode {
    serve_as_told(std::env::args().skip(1))
}

/// All of the program, given the words of its command line.
pub fn serve_as_told(words: impl Iterator<Item = String>) -> ExitCode {
    let options = match options(words) {
        Ok(Some(options)) => options,
        Ok(None) => {
            say(USAGE);
            return ExitCode::SUCCESS;
        }
        Err(why) => {
            eprintln!("{why}\n\n{USAGE}");
            return ExitCode::FAILURE;
        }
    };
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    match runtime.and_then(|runtime| LocalSet::new().block_on(&runtime, serve(&options))) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("cannot listen on 127.0.0.1:{}: {error}", options.port);
            ExitCode::FAILURE
        }
    }
}

/// Listens until the end is asked for, then lets open requests be answered.
async fn serve(options: &Options) -> io::Result<()> {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, options.port)).await?;
    let door = Rc::new(Door::default());
    let (ending, ended) = watch::channel(false);
    let mut clients = JoinSet::new();
    let mut asked = Box::pin(end_asked_for()?);
    say(&format!("listening on http://{}", listener.local_addr()?));
    loop {
        let accepted = tokio::select! {
            accepted = listener.accept() => accepted,
            () = &mut asked => break
        };
        let Ok((stream, _)) = accepted else {
            // a client that has gone again, or no socket left: neither ends the endpoint
            tokio::time::sleep(BREATH).await;
            continue;
        };
        while clients.try_join_next().is_some() {}
        let connection = Connection::new(stream, options.patience, Rc::clone(&door));
        clients.spawn_local(connection.serve(ended.clone()));
    }
    drop(listener);
    // without receivers all clients are gone already
    let _ = ending.send(true);
    let _ =
        tokio::time::timeout(LAST_ANSWERS, async { while clients.join_next().await.is_some() {} })
            .await;
    say("ended");
    Ok(())
}

/// From now on Ctrl-C and, where there is one, SIGTERM end the future and not the process.
#[cfg(unix)]
fn end_asked_for() -> io::Result<impl Future<Output = ()>> {
    use tokio::signal::unix::{SignalKind, signal};
    let mut terminate = signal(SignalKind::terminate())?;
    let mut interrupt = signal(SignalKind::interrupt())?;
    Ok(async move {
        tokio::select! {
            _ = terminate.recv() => {}
            _ = interrupt.recv() => {}
        }
    })
}

/// From now on Ctrl-C ends the future and not the process.
#[cfg(windows)]
fn end_asked_for() -> io::Result<impl Future<Output = ()>> {
    let mut interrupt = tokio::signal::windows::ctrl_c()?;
    Ok(async move {
        interrupt.recv().await;
    })
}

/// Tells whoever started this; that nobody reads it is no reason to stop.
fn say(line: &str) {
    let _ = writeln!(io::stdout(), "{line}");
}
