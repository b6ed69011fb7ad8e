//! Gzip files. Source: RFC 1952.

use std::fmt;

use miniz_oxide::inflate::stream::{InflateState, inflate};
use miniz_oxide::{DataFormat, MZError, MZFlush, MZStatus};

use crate::design::OpenError;

/// Unpacked at once.
const CHUNK_BYTES: usize = 64 * 1024;
/// Before a member's data, and after it.
const HEADER_BYTES: usize = 10;
const TRAILER_BYTES: usize = 8;

/// A gzip file that is being unpacked: members one after the other.
#[derive(Default)]
pub(super) struct Gzip {
    /// What of the packed bytes was read.
    at: usize,
    /// The member that is being unpacked, where one has begun.
    member: Option<Box<InflateState>>,
    /// Of the member so far.
    checksum: u32,
    length: u32,
}

impl fmt::Debug for Gzip {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "Gzip at byte {}", self.at)
    }
}

fn damaged(problem: &str) -> OpenError {
    OpenError::Damaged { problem: problem.to_owned() }
}

fn cut_off() -> OpenError {
    damaged("it is cut off")
}

impl Gzip {
    /// Whether bytes begin as a gzip file does.
    pub(super) fn fits(bytes: &[u8]) -> bool {
        bytes.starts_with(&[0x1f, 0x8b, 8])
    }

    /// The packed bytes that are still to be read.
    pub(super) fn left(&self, packed: &[u8]) -> usize {
        packed.len().saturating_sub(self.at)
    }

    /// Unpacks a chunk more; says whether the file is at its end.
    pub(super) fn step(&mut self, packed: &[u8], out: &mut Vec<u8>) -> Result<bool, OpenError> {
        let rest = packed.get(self.at..).unwrap_or_default();
        let Some(member) = &mut self.member else {
            // What follows the last member, usually nothing or zeros, belongs to no file.
            if !Self::fits(rest) {
                return Ok(true);
            }
            self.at += header_length(rest).ok_or_else(cut_off)?;
            self.member = Some(InflateState::new_boxed(DataFormat::Raw));
            (self.checksum, self.length) = (0, 0);
            return Ok(false);
        };
        let before = out.len();
        out.resize(before + CHUNK_BYTES, 0);
        let chunk = out.get_mut(before..).unwrap_or_default();
        let result = inflate(member, rest, chunk, MZFlush::None);
        let written = chunk.get(..result.bytes_written).unwrap_or_default();
        self.checksum = checksum(self.checksum, written);
        self.length = self.length.wrapping_add(result.bytes_written as u32);
        out.truncate(before + result.bytes_written);
        self.at += result.bytes_consumed;
        match result.status {
            Ok(MZStatus::StreamEnd) => self.end(packed)?,
            Ok(_) if result.bytes_written + result.bytes_consumed > 0 => {}
            Ok(_) | Err(MZError::Buf) => return Err(cut_off()),
            Err(_) => return Err(damaged("it is damaged")),
        }
        Ok(false)
    }

    /// Checks what follows a member's data.
    fn end(&mut self, packed: &[u8]) -> Result<(), OpenError> {
        let trailer = packed.get(self.at..self.at + TRAILER_BYTES).ok_or_else(cut_off)?;
        let (sum, length) = trailer.split_at(TRAILER_BYTES / 2);
        if sum != self.checksum.to_le_bytes() || length != self.length.to_le_bytes() {
            return Err(damaged("its checksum is another than that of its content"));
        }
        self.at += TRAILER_BYTES;
        self.member = None;
        Ok(())
    }
}

/// The bytes before a member's data; none where they are cut off.
fn header_length(bytes: &[u8]) -> Option<usize> {
    const CHECKSUM: u8 = 2;
    const EXTRA: u8 = 4;
    const NAME: u8 = 8;
    const COMMENT: u8 = 16;
    let flags = *bytes.get(3)?;
    let mut at = HEADER_BYTES;
    if flags & EXTRA != 0 {
        let length = bytes.get(at..at + 2)?;
        at += 2 + usize::from(*length.first()?) + 256 * usize::from(*length.last()?);
    }
    for text in [NAME, COMMENT] {
        if flags & text != 0 {
            at += bytes.get(at..)?.iter().position(|byte| *byte == 0)? + 1;
        }
    }
    at += if flags & CHECKSUM != 0 { 2 } else { 0 };
    (at <= bytes.len()).then_some(at)
}

/// CRC-32 of more bytes after those that made it `before`.
pub(super) fn checksum(before: u32, bytes: &[u8]) -> u32 {
    const TABLE: [u32; 256] = table();
    let step = |sum: u32, byte: &u8| {
        let at = (sum ^ u32::from(*byte)) as u8;
        TABLE.get(usize::from(at)).copied().unwrap_or_default() ^ (sum >> 8)
    };
    !bytes.iter().fold(!before, step)
}

#[allow(clippy::indexing_slicing)] // made when it is compiled
const fn table() -> [u32; 256] {
    let mut table = [0; 256];
    let mut at = 0;
    while at < 256 {
        let mut sum = at as u32;
        let mut bit = 0;
        while bit < 8 {
            sum = if sum & 1 == 1 { 0xEDB8_8320 ^ (sum >> 1) } else { sum >> 1 };
            bit += 1;
        }
        table[at] = sum;
        at += 1;
    }
    table
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_checksum_is_that_of_the_standard() {
        assert_eq!(checksum(0, b"123456789"), 0xCBF4_3926);
        assert_eq!(checksum(checksum(0, b"1234"), b"56789"), 0xCBF4_3926);
    }
}
