//! The tokens that make a transaction idempotent.
//!
//! Owns: which requests were done with which token in the last ten minutes. Must never: read a clock.
//!
//! Source: AWS, API reference, `TransactWriteItems`, `ClientRequestToken`.

use super::error::ServiceError;
use super::place::{self, Hash};

/// Milliseconds for which a token is remembered.
const LIFE_MS: u64 = 10 * 60 * 1000;

/// A token, and the request that it came with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Token {
    /// The token as the client made it.
    pub token: String,
    /// A digest of what the request asks.
    pub request: [u8; 16],
}

/// The tokens of transactions that were done: a table of buckets by the tokens' hashes, which doubles as it fills.
#[derive(Debug, Default)]
pub(crate) struct Tokens {
    buckets: Vec<Vec<Done>>,
    count: usize,
}

#[derive(Debug)]
struct Done {
    token: Hash,
    request: Hash,
    at_ms: u64,
}

impl Done {
    fn is_alive(&self, now_ms: u64) -> bool {
        now_ms.saturating_sub(self.at_ms) < LIFE_MS
    }
}

/// How many tokens a bucket holds, more or less.
const FILL: usize = 4;

impl Tokens {
    fn bucket_of(&self, token: &Hash) -> usize {
        place::part_of(token, u32::try_from(self.buckets.len()).unwrap_or(u32::MAX)) as usize
    }

    /// Whether this request was done with this token.
    ///
    /// # Errors
    /// Where another was.
    pub(crate) fn seen(&self, token: &Token, now_ms: u64) -> Result<bool, ServiceError> {
        let hash = place::hash(token.token.as_bytes());
        let bucket = self.buckets.get(self.bucket_of(&hash)).map(Vec::as_slice).unwrap_or_default();
        match bucket.iter().find(|done| done.token == hash && done.is_alive(now_ms)) {
            None => Ok(false),
            Some(done) if done.request == token.request => Ok(true),
            Some(_) => Err(ServiceError::IdempotentParameterMismatch),
        }
    }

    /// This request was done with this token.
    pub(crate) fn remember(&mut self, token: &Token, now_ms: u64) {
        if self.count >= self.buckets.len() * FILL {
            self.grow(now_ms);
        }
        self.keep(Done {
            token: place::hash(token.token.as_bytes()),
            request: token.request,
            at_ms: now_ms,
        });
    }

    fn keep(&mut self, done: Done) {
        let at = self.bucket_of(&done.token);
        if let Some(bucket) = self.buckets.get_mut(at) {
            bucket.push(done);
            self.count += 1;
        }
    }

    /// Forgets what is too old, and makes room for twice as many as are left.
    fn grow(&mut self, now_ms: u64) {
        let old = std::mem::take(self);
        let mut alive: Vec<Done> = old.buckets.into_iter().flatten().collect();
        alive.retain(|done| done.is_alive(now_ms));
        self.buckets.resize_with((alive.len() / FILL + 1) * 2, Vec::new);
        for done in alive {
            self.keep(done);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn token(number: u32, request: u8) -> Token {
        Token { token: format!("token-{number}"), request: [request; 16] }
    }

    #[test]
    fn a_token_is_known_for_ten_minutes() {
        let mut tokens = Tokens::default();
        assert_eq!(tokens.seen(&token(1, 1), 5), Ok(false));
        tokens.remember(&token(1, 1), 5);
        assert_eq!(tokens.seen(&token(1, 1), 5 + LIFE_MS - 1), Ok(true));
        assert_eq!(tokens.seen(&token(1, 1), 5 + LIFE_MS), Ok(false));
        assert_eq!(tokens.seen(&token(1, 2), 6), Err(ServiceError::IdempotentParameterMismatch));
        assert_eq!(tokens.seen(&token(2, 1), 6), Ok(false));
        tokens.remember(&token(1, 2), 5 + LIFE_MS);
        assert_eq!(tokens.seen(&token(1, 2), 5 + LIFE_MS), Ok(true));
    }

    #[test]
    fn many_tokens_are_found_and_old_ones_forgotten() {
        let mut tokens = Tokens::default();
        for number in 0..5000 {
            tokens.remember(&token(number, 7), u64::from(number) * 1000);
        }
        let now = 4_999_000;
        for number in 0..5000 {
            let alive = now - u64::from(number) * 1000 < LIFE_MS;
            assert_eq!(tokens.seen(&token(number, 7), now), Ok(alive), "{number}");
        }
        assert!(tokens.count < 2000, "{} tokens are kept", tokens.count);
        assert!(tokens.buckets.iter().all(|bucket| bucket.len() < 8 * FILL));
    }
}
