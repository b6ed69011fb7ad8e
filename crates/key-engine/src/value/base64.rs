//! Base64 as the wire spells binary values (RFC 4648, with padding).

const ALPHABET: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/// The text of `bytes`.
pub fn encode(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(bytes.len().div_ceil(3) * 4);
    for chunk in bytes.chunks(3) {
        let word = chunk.iter().fold(0u32, |word, byte| (word << 8) | u32::from(*byte))
            << (8 * (3 - chunk.len()));
        for place in 0..4usize {
            let six = (word >> (18 - 6 * place)) & 63;
            let symbol = ALPHABET.get(six as usize).copied().unwrap_or(b'=');
            text.push(if place <= chunk.len() { char::from(symbol) } else { '=' });
        }
    }
    text
}

/// The bytes of `text`; `None` when it is not base64 with its padding.
pub fn decode(text: &str) -> Option<Vec<u8>> {
    let bytes = text.as_bytes();
    if !bytes.len().is_multiple_of(4) {
        return None;
    }
    let padding = bytes.iter().rev().take_while(|byte| **byte == b'=').count();
    if padding > 2 {
        return None;
    }
    let content = bytes.get(..bytes.len() - padding)?;
    let mut out = Vec::with_capacity(bytes.len() / 4 * 3);
    let (mut word, mut bits) = (0u32, 0u32);
    for byte in content {
        let six = match byte {
            b'A'..=b'Z' => byte - b'A',
            b'a'..=b'z' => byte - b'a' + 26,
            b'0'..=b'9' => byte - b'0' + 52,
            b'+' => 62,
            b'/' => 63,
            _ => return None,
        };
        word = (word << 6) | u32::from(six);
        bits += 6;
        if bits >= 8 {
            bits -= 8;
            out.push((word >> bits) as u8);
            word &= (1 << bits) - 1;
        }
    }
    Some(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_and_text_stand_for_each_other() {
        for (bytes, text) in [
            (&b""[..], ""),
            (b"f", "Zg=="),
            (b"fo", "Zm8="),
            (b"foo", "Zm9v"),
            (b"foobar", "Zm9vYmFy"),
            (&[0, 255, 254], "AP/+"),
        ] {
            assert_eq!(encode(bytes), text);
            assert_eq!(decode(text).as_deref(), Some(bytes));
        }
    }

    #[test]
    fn what_is_no_base64_is_refused() {
        for text in ["Zg", "Zg=", "Zg===", "Z===", "====", "Zm9*", "Zm 9v"] {
            assert_eq!(decode(text), None, "{text}");
        }
    }
}
