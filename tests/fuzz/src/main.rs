//! `fuzz [--seconds N] [--seed N] [--sessions N]`: looks for calls that break a law, and prints what it finds as
//! a file to be replayed. See the library.
//!
//! The looking is done by a second process of this program: one that overflows its stack is ended at once and
//! cannot tell. The first then runs the last session again, which writes down each call before it is made.
#![allow(clippy::unwrap_used, reason = "a fuzzer that panics has found a fault of its own")]

use std::fs::{self, File};
use std::io::Write;
use std::path::Path;
use std::process::{Command, ExitCode};
use std::time::{Duration, Instant};

use fuzz::session::{Found, Stock};
use fuzz::{Call, seeds, session, shrink, words};

const USAGE: &str = "\
usage: fuzz [--seconds N] [--seed N] [--sessions N]

  --seconds N   how long to look (600)
  --seed N      where to begin: the same seed gives the same sessions (the time of day)
  --sessions N  how many sessions to run at most";

/// Where what was found is left; `target/fuzz` is where cargo builds the fuzzer.
const FOLDER: &str = "target/found";

/// How long a call may take where the engine is compiled to be fast.
const PATIENCE: Duration = Duration::from_secs(1);

/// Nothing may need more stack than a browser has.
const STACK: usize = 1 << 20;

#[derive(Clone)]
struct Options {
    seconds: u64,
    seed: u64,
    sessions: u64,
    /// This is the process that looks.
    looks: bool,
    /// Write down each call before it is made.
    writes: bool,
}

fn options() -> Option<Options> {
    let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap();
    let mut options = Options {
        seconds: 600,
        seed: now.as_secs(),
        sessions: u64::MAX,
        looks: false,
        writes: false,
    };
    let mut words = std::env::args().skip(1);
    while let Some(word) = words.next() {
        let target = match word.as_str() {
            "--looks" => {
                options.looks = true;
                continue;
            }
            "--writes" => {
                options.writes = true;
                continue;
            }
            "--seconds" => &mut options.seconds,
            "--seed" => &mut options.seed,
            "--sessions" => &mut options.sessions,
            _ => return None,
        };
        *target = words.next()?.parse().ok()?;
    }
    Some(options)
}

fn main() -> ExitCode {
    let Some(options) = options() else {
        eprintln!("{USAGE}");
        return ExitCode::FAILURE;
    };
    fs::create_dir_all(FOLDER).unwrap();
    if options.looks {
        let looking = std::thread::Builder::new().stack_size(STACK).spawn(move || look(&options));
        return looking.unwrap().join().unwrap();
    }
    let look = |options: &Options| {
        let mut command = Command::new(std::env::current_exe().unwrap());
        command.arg("--looks");
        if options.writes {
            command.arg("--writes");
        }
        let numbers = [
            ("--seconds", options.seconds),
            ("--seed", options.seed),
            ("--sessions", options.sessions),
        ];
        for (name, number) in numbers {
            command.args([name, &number.to_string()]);
        }
        command.status().unwrap().code()
    };
    match look(&options) {
        Some(0) => ExitCode::SUCCESS,
        Some(1) => ExitCode::FAILURE,
        // it was ended by the system
        _ => {
            let seed = fs::read_to_string(Path::new(FOLDER).join("seed")).unwrap();
            let seed = seed.parse().unwrap();
            println!(
                "the process was ended by a call of session {seed}; running that session again"
            );
            look(&Options { seed, sessions: 1, writes: true, ..options });
            println!("the last call in {FOLDER}/calls.jsonl ends the process");
            ExitCode::FAILURE
        }
    }
}

/// Runs sessions until the time is up or something is found.
fn look(options: &Options) -> ExitCode {
    // a panic is a result here, told below
    std::panic::set_hook(Box::new(|panic| {
        let _ = fs::write(Path::new(FOLDER).join("panic"), panic.to_string());
    }));
    let stock = Stock {
        conversations: seeds::conversations(),
        intruders: words::intruders(),
        patience: PATIENCE,
    };
    let mut written =
        options.writes.then(|| File::create(Path::new(FOLDER).join("calls.jsonl")).unwrap());
    let (started, mut answered, mut refused) = (Instant::now(), 0, 0);
    let mut sessions = 0;
    while sessions < options.sessions && started.elapsed().as_secs() < options.seconds {
        let seed = options.seed.wrapping_add(sessions);
        fs::write(Path::new(FOLDER).join("seed"), seed.to_string()).unwrap();
        let mut tell = |call: &Call| {
            if let Some(file) = &mut written {
                writeln!(file, "{}", call.line()).unwrap();
            }
        };
        match session::run(&stock, seed, &mut tell) {
            Ok([yes, no]) => (answered, refused) = (answered + yes, refused + no),
            Err(found) => return report(seed, *found),
        }
        sessions += 1;
    }
    println!(
        "{answered} calls answered and {refused} refused in {sessions} sessions from seed {} ({:.0} s): nothing found",
        options.seed,
        started.elapsed().as_secs_f64()
    );
    ExitCode::SUCCESS
}

fn report(seed: u64, found: Found) -> ExitCode {
    let Found { calls, fault } = found;
    let panic = fs::read_to_string(Path::new(FOLDER).join("panic")).unwrap_or_default();
    let calls = shrink::shrink(calls, &fault, PATIENCE);
    let lines: Vec<String> = calls.iter().map(Call::line).collect();
    let text = lines.join("\n") + "\n";
    let path = Path::new(FOLDER).join(format!("found-{seed}.jsonl"));
    fs::write(&path, &text).unwrap();
    println!("session {seed}: {fault}");
    if !panic.is_empty() {
        println!("{panic}");
    }
    println!(
        "{text}\nThis is in {}: put it into tests/fuzz/found, under a name that says what it is.",
        path.display()
    );
    ExitCode::FAILURE
}
