//! Words that the name of an attribute tells: names, addresses, places, things.

use key_engine::AttributeValue;

use super::chance::Chance;
use super::person::Person;
use super::words::{CITIES, DOMAINS, FIRMS, GOODS, STREETS};

/// Kinds of words that an attribute's name tells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Word {
    /// A whole name.
    FullName,
    /// A first name.
    FirstName,
    /// A last name.
    LastName,
    /// An address to write to, at one of the domains seen.
    Email,
    /// What a person is called by.
    Handle,
    /// A city.
    City,
    /// A house in a street.
    Street,
    /// A thing.
    Thing,
    /// A firm.
    Firm,
}

/// The kind of words that a name tells, where what was seen does not speak against it.
pub fn word_of(lower: &str, sample: &[&str]) -> Option<Word> {
    let all = |holds: &dyn Fn(&str) -> bool| sample.iter().all(|text| holds(text));
    let is_email =
        |text: &str| text.split_once('@').is_some_and(|(_, domain)| domain.contains('.'));
    if !sample.is_empty() && all(&is_email) {
        return Some(Word::Email);
    }
    let plain: String = lower.chars().filter(char::is_ascii_alphabetic).collect();
    let ends = |words: &[&str]| words.iter().any(|word| plain.ends_with(word));
    let has_digits = |text: &str| text.bytes().any(|byte| byte.is_ascii_digit());
    let two_words = |text: &str| text.split(' ').count() == 2 && !has_digits(text);
    let word = if ends(&["email", "emailaddress"]) {
        Word::Email
    } else if ends(&["firstname", "givenname"]) {
        Word::FirstName
    } else if ends(&["lastname", "surname", "familyname"]) {
        Word::LastName
    } else if ends(&["username", "handle", "nickname", "login"]) {
        Word::Handle
    } else if ends(&["productname", "itemname", "title", "product"]) {
        Word::Thing
    } else if ends(&["company", "companyname", "organization", "vendor", "supplier", "brand"]) {
        Word::Firm
    } else if ends(&["city", "town"]) {
        Word::City
    } else if ends(&["street", "addressline", "address"]) {
        Word::Street
    } else if ends(&["name", "author", "owner", "recipient", "contact"]) && all(&two_words) {
        Word::FullName
    } else {
        return None;
    };
    // A name that is an id is one, whatever it is called.
    let speaks_against = match word {
        Word::Street => !sample.is_empty() && !all(&|text: &str| has_digits(text)),
        Word::Handle => all(&has_digits) && !sample.is_empty(),
        Word::Email => !sample.is_empty(),
        Word::FullName
        | Word::FirstName
        | Word::LastName
        | Word::City
        | Word::Firm
        | Word::Thing => sample.iter().any(|text| has_digits(text)),
    };
    (!speaks_against).then_some(word)
}

impl Word {
    /// Another one. `example` is what the item that is taken for an example says.
    pub fn make(
        self,
        example: Option<&AttributeValue>,
        person: &Person,
        chance: &mut Chance,
    ) -> String {
        let shown = example.and_then(text).unwrap_or_default();
        let lower = |text: &str| text.to_ascii_lowercase();
        // What was seen comes again now and then, as it does in life.
        let again = !shown.is_empty() && chance.below(2) == 0;
        match self {
            Self::FullName => format!("{} {}", person.first, person.last),
            Self::FirstName => person.first.to_owned(),
            Self::LastName => person.last.to_owned(),
            Self::Handle => format!("{}{}", lower(person.first), person.number),
            Self::Email => {
                let domain = shown.split_once('@').map(|(_, domain)| domain);
                let domain = domain.unwrap_or_else(|| chance.pick(&DOMAINS));
                let number = person.number;
                format!("{}.{}{number}@{domain}", lower(person.first), lower(person.last))
            }
            Self::City if !again => chance.pick(&CITIES).to_owned(),
            Self::Thing if !again => chance.pick(&GOODS).to_owned(),
            Self::Firm if !again => chance.pick(&FIRMS).to_owned(),
            Self::City | Self::Thing | Self::Firm => shown.to_owned(),
            Self::Street => format!("{} {}", 1 + chance.below(240), chance.pick(&STREETS)),
        }
    }
}

fn text(value: &AttributeValue) -> Option<&str> {
    match value {
        AttributeValue::S(text) => Some(text),
        _ => None,
    }
}
