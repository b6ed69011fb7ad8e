//! The AWS CLI, for a POSIX shell.
//!
//! Owns nothing but the order of the commands, which [`aws_cli`](crate::design::formats::aws_cli) prints with the samples filled in:
//! what stands between single quotes knows no variables. There are no comments, which not every shell takes where commands are typed.
//! The CLI itself reads on to the last page, and stops after one where there is a `--limit`.

use crate::design::Request;
use crate::design::formats::aws_cli::print;

pub(super) fn write(request: &Request) -> String {
    let mut out = String::new();
    for call in request.sample_calls() {
        out.push_str(&print(&call));
        out.push('\n');
    }
    out
}
