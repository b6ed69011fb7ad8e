//! The text of a file, from its bytes.
//!
//! Owns what a file may be packed in (gzip, of one member or several) and written in (UTF-8, or UTF-16 with its mark), told by its
//! first bytes and never by its name, and the refusal of what is no text. Unpacks a slice at a time, and never to more than
//! [`MAX_FILE_BYTES`]: a small file can hold a very large one.

mod gzip;

use super::OpenError;
use super::open_error::{MAX_FILE_BYTES, check_size};
use gzip::Gzip;

/// A file on its way to its text.
#[derive(Debug)]
pub struct Unpacking {
    packed: Vec<u8>,
    gzip: Option<Gzip>,
    unpacked: Vec<u8>,
}

impl Unpacking {
    /// Looks at a file's first bytes.
    ///
    /// # Errors
    /// When it is too large, or packed in a way that is not unpacked here.
    pub fn start(bytes: Vec<u8>) -> Result<Self, OpenError> {
        check_size(bytes.len())?;
        refuse_known(&bytes)?;
        if Gzip::fits(&bytes) {
            return Ok(Self { packed: bytes, gzip: Some(Gzip::default()), unpacked: Vec::new() });
        }
        Ok(Self { packed: Vec::new(), gzip: None, unpacked: bytes })
    }

    /// Unpacks about so many more bytes. Says how much of the packed file is left to be read: 0 when it is whole.
    ///
    /// # Errors
    /// When it is damaged, or grows too large.
    pub fn step(&mut self, budget_bytes: usize) -> Result<usize, OpenError> {
        let Some(gzip) = &mut self.gzip else { return Ok(0) };
        let enough = self.unpacked.len().saturating_add(budget_bytes);
        while self.unpacked.len() < enough {
            if gzip.step(&self.packed, &mut self.unpacked)? {
                self.gzip = None;
                return Ok(0);
            }
            if self.unpacked.len() > MAX_FILE_BYTES {
                return Err(OpenError::GrowsTooLarge { limit: MAX_FILE_BYTES });
            }
        }
        Ok(gzip.left(&self.packed).max(1))
    }

    /// Unpacks what is left, and gives the text.
    ///
    /// # Errors
    /// As [`Unpacking::step`], and when what was packed is no text.
    pub fn finish(mut self) -> Result<String, OpenError> {
        while self.step(usize::MAX)? > 0 {}
        refuse_known(&self.unpacked)?;
        if Gzip::fits(&self.unpacked) {
            return Err(not_text("a gzip file inside a gzip file", "unpack it once"));
        }
        text_of(self.unpacked)
    }
}

/// The text of a file: [`Unpacking`] run to its end.
///
/// # Errors
/// As there.
pub fn unpack(bytes: Vec<u8>) -> Result<String, OpenError> {
    Unpacking::start(bytes)?.finish()
}

fn not_text(seen: &str, help: &'static str) -> OpenError {
    OpenError::NotText { seen: seen.to_owned(), help }
}

/// Refuses what is known by its first bytes not to be a text.
fn refuse_known(bytes: &[u8]) -> Result<(), OpenError> {
    const EXPORT: &str = "choose DynamoDB JSON as the format of the export";
    const UNPACK: &str = "unpack it, and open the files that are in it";
    let known: [(&[u8], &str, &'static str); 10] = [
        (b"PK\x03\x04", "a zip archive, as spreadsheets are too", UNPACK),
        (b"PK\x05\x06", "an empty zip archive", "there is nothing in it to open"),
        (b"\x28\xb5\x2f\xfd", "packed with Zstandard", UNPACK),
        (b"BZh", "packed with bzip2", UNPACK),
        (b"\xfd7zXZ\0", "packed with xz", UNPACK),
        (b"7z\xbc\xaf\x27\x1c", "a 7z archive", UNPACK),
        (b"\xe0\x01\x00\xea", "in Amazon Ion", EXPORT),
        (b"$ion_1_0", "in Amazon Ion", EXPORT),
        (b"PAR1", "in Parquet", EXPORT),
        (b"%PDF", "a PDF document", "copy the text out of it, and paste that"),
    ];
    let found = known.iter().find(|(magic, _, _)| bytes.starts_with(magic));
    found.map_or(Ok(()), |(_, seen, help)| Err(not_text(seen, help)))
}

fn text_of(bytes: Vec<u8>) -> Result<String, OpenError> {
    const SAVE: &str = "save it as UTF-8";
    if bytes.starts_with(b"\xff\xfe") || bytes.starts_with(b"\xfe\xff") {
        return utf16(&bytes).ok_or_else(|| not_text("not sound UTF-16", SAVE));
    }
    let found = match String::from_utf8(bytes) {
        Ok(text) => match text.find('\0') {
            None => return Ok(text),
            Some(at) => format!("not a text (byte {} is zero)", at + 1),
        },
        Err(error) => {
            let at = error.utf8_error().valid_up_to();
            let before = error.as_bytes().get(..at).unwrap_or_default();
            let line = before.split(|byte| *byte == b'\n').count();
            if before.contains(&0) {
                "not a text".to_owned()
            } else {
                let byte = error.as_bytes().get(at).copied().unwrap_or_default();
                format!("not in UTF-8 (line {line} holds the byte {byte:02X})")
            }
        }
    };
    Err(OpenError::NotText { seen: found, help: SAVE })
}

/// The text of UTF-16 with its mark.
fn utf16(bytes: &[u8]) -> Option<String> {
    let little = bytes.starts_with(b"\xff\xfe");
    let pairs = bytes.get(2..)?.chunks_exact(2);
    if !pairs.remainder().is_empty() {
        return None;
    }
    let units = pairs.map(|pair| {
        let pair = [*pair.first().unwrap_or(&0), *pair.last().unwrap_or(&0)];
        if little { u16::from_le_bytes(pair) } else { u16::from_be_bytes(pair) }
    });
    char::decode_utf16(units).collect::<Result<String, _>>().ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use miniz_oxide::deflate::compress_to_vec;

    /// A gzip member, as RFC 1952 describes it, with a name and a comment.
    pub(super) fn member(text: &[u8]) -> Vec<u8> {
        let mut packed = vec![0x1f, 0x8b, 8, 0b0001_1000, 0, 0, 0, 0, 0, 3];
        packed.extend(b"data.json\0a comment\0");
        packed.extend(compress_to_vec(text, 6));
        packed.extend(gzip::checksum(0, text).to_le_bytes());
        packed.extend((text.len() as u32).to_le_bytes());
        packed
    }

    fn refused(bytes: &[u8]) -> String {
        unpack(bytes.to_vec()).unwrap_err().to_string()
    }

    #[test]
    fn a_text_is_unpacked_whatever_it_is_packed_and_written_in() {
        let text = "{\"é\": \"🗝\"}\n".repeat(20_000);
        let (front, back) = text.split_at(text.len() / 2 / 15 * 15);
        let utf16 = |little: bool| {
            let mark = [0xfeff].into_iter().chain(text.encode_utf16());
            let bytes = |unit: u16| if little { unit.to_le_bytes() } else { unit.to_be_bytes() };
            mark.flat_map(bytes).collect::<Vec<u8>>()
        };
        for packed in [
            text.clone().into_bytes(),
            member(text.as_bytes()),
            [member(front.as_bytes()), member(back.as_bytes())].concat(),
            [member(text.as_bytes()), vec![0; 512]].concat(),
            utf16(true),
            utf16(false),
            member(&utf16(true)),
        ] {
            assert!(unpack(packed) == Ok(text.clone()), "the text comes back");
        }
        assert_eq!(unpack(member(b"")), Ok(String::new()));
    }

    #[test]
    fn slices_say_what_is_left_and_give_the_same_text() {
        let text = "0123456789abcdef".repeat(100_000);
        let mut unpacking = Unpacking::start(member(text.as_bytes())).unwrap();
        let mut steps = 0;
        while unpacking.step(200_000).unwrap() > 0 {
            steps += 1;
        }
        assert!(steps >= 5, "{steps} steps");
        assert!(unpacking.finish().unwrap() == text, "the text comes back");
    }

    #[test]
    fn what_is_no_text_is_refused_with_what_helps() {
        let whole = member(b"{\"a\": 1}");
        let mut wrong = whole.clone();
        let at = wrong.len() - 6;
        wrong[at] ^= 1;
        for (bytes, sentence) in [
            (
                &b"PK\x03\x04..."[..],
                "The file is a zip archive, as spreadsheets are too; unpack it, and open the files that are in it.",
            ),
            (
                b"\xe0\x01\x00\xea\x00",
                "The file is in Amazon Ion; choose DynamoDB JSON as the format of the export.",
            ),
            (
                b"{\"a\":\n\"caf\xe9\"}",
                "The file is not in UTF-8 (line 2 holds the byte E9); save it as UTF-8.",
            ),
            (b"\x00\x01\x02", "The file is not a text (byte 1 is zero); save it as UTF-8."),
            (b"\x00\xff", "The file is not a text; save it as UTF-8."),
            (b"\xff\xfea", "The file is not sound UTF-16; save it as UTF-8."),
            (&whole[..whole.len() - 9], "The packed file cannot be unpacked: it is cut off."),
            (&whole[..8], "The packed file cannot be unpacked: it is cut off."),
            (
                &wrong,
                "The packed file cannot be unpacked: its checksum is another than that of its content.",
            ),
            (
                b"\x1f\x8b\x08\x00\x00\x00\x00\x00\x00\x03\xff\xff\xff",
                "The packed file cannot be unpacked: it is damaged.",
            ),
            (&member(&whole), "The file is a gzip file inside a gzip file; unpack it once."),
            (
                &member(b"PK\x03\x04..."),
                "The file is a zip archive, as spreadsheets are too; unpack it, and open the files that are in it.",
            ),
        ] {
            assert_eq!(refused(bytes), sentence);
        }
    }

    #[test]
    fn a_small_file_that_holds_a_very_large_one_is_refused_before_it_is_unpacked_whole() {
        let part = member(&vec![b' '; 16 << 20]);
        let bomb = part.repeat(10);
        assert!(bomb.len() < 1 << 20);
        assert_eq!(
            refused(&bomb),
            "The file grows to more than 128 MB when it is unpacked; files up to that size can be opened."
        );
    }
}
