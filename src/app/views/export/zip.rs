//! Several files in one: an archive whose files are stored as they are.
//!
//! Source: APPNOTE.TXT, the ZIP file format specification, 4.3. It compresses nothing.

/// A file as the archive's list has it.
struct Entry {
    head: Vec<u8>,
    name: Vec<u8>,
    offset: u32,
}

/// An archive of files, each by its name.
pub fn zip(files: &[(&str, &[u8])]) -> Vec<u8> {
    let mut out = Vec::new();
    let mut entries = Vec::with_capacity(files.len());
    for (name, content) in files {
        let name = name.replace(['/', '\\'], "-").into_bytes();
        let head = head(&name, content);
        let offset = size(out.len());
        out.extend(*b"PK\x03\x04");
        out.extend(&head);
        out.extend(&name);
        out.extend(*content);
        entries.push(Entry { head, name, offset });
    }
    let start = out.len();
    for entry in &entries {
        out.extend(*b"PK\x01\x02");
        out.extend(20_u16.to_le_bytes());
        out.extend(&entry.head);
        // no comment, the first disk, no attributes
        out.extend([0; 10]);
        out.extend(entry.offset.to_le_bytes());
        out.extend(&entry.name);
    }
    let length = out.len() - start;
    let count = u16::try_from(entries.len()).unwrap_or(u16::MAX).to_le_bytes();
    out.extend(*b"PK\x05\x06\0\0\0\0");
    out.extend(count);
    out.extend(count);
    out.extend(size(length).to_le_bytes());
    out.extend(size(start).to_le_bytes());
    out.extend([0; 2]);
    out
}

/// What is said of a file both before it and in the list: versions, flags, date, checksum, sizes.
fn head(name: &[u8], content: &[u8]) -> Vec<u8> {
    let mut out = Vec::with_capacity(26);
    out.extend(20_u16.to_le_bytes());
    // names are UTF-8
    out.extend(0x0800_u16.to_le_bytes());
    // stored; midnight of the first day there is
    out.extend([0, 0, 0, 0, 0x21, 0]);
    out.extend(checksum(content).to_le_bytes());
    out.extend(size(content.len()).to_le_bytes());
    out.extend(size(content.len()).to_le_bytes());
    out.extend(u16::try_from(name.len()).unwrap_or(u16::MAX).to_le_bytes());
    out.extend([0; 2]);
    out
}

fn size(bytes: usize) -> u32 {
    u32::try_from(bytes).unwrap_or(u32::MAX)
}

/// CRC-32.
fn checksum(bytes: &[u8]) -> u32 {
    let mut sum = u32::MAX;
    for byte in bytes {
        sum ^= u32::from(*byte);
        for _ in 0..8 {
            let carry = 0xedb8_8320 & (sum & 1).wrapping_neg();
            sum = (sum >> 1) ^ carry;
        }
    }
    !sum
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_checksum_is_that_of_the_standard() {
        assert_eq!(checksum(b"123456789"), 0xcbf4_3926);
        assert_eq!(checksum(b""), 0);
    }

    #[test]
    fn an_archive_lists_its_files() {
        let archive = zip(&[("a/b.json", b"{}"), ("\u{e9}.txt", b"text")]);
        assert!(archive.starts_with(b"PK\x03\x04\x14\0\0\x08\0\0\0\0\x21\0"));
        let end = archive.len() - 22;
        assert_eq!(&archive[end..end + 12], b"PK\x05\x06\0\0\0\0\x02\0\x02\0");
        let start = u32::from_le_bytes(archive[end + 16..end + 20].try_into().unwrap()) as usize;
        assert_eq!(&archive[start..start + 4], b"PK\x01\x02");
        assert!(archive.windows(8).any(|part| part == b"a-b.json"));
    }
}
