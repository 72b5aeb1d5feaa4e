//! The languages that can be recognized.

use super::letters::Script;

/// Language tag of English.
pub const ENGLISH: &str = "eng";

/// Language tag of texts whose language cannot be named, because their script is [`Script::Other`].
pub const UNKNOWN: &str = "und";

pub(super) const LANGUAGES: &[(&str, &str, Script)] = &[
    ("afr", "Afrikaans", Script::Latin),
    ("amh", "Amharic", Script::Ethiopic),
    ("ara", "Arabic", Script::Arabic),
    ("aze", "Azerbaijani", Script::Latin),
    ("bel", "Belarusian", Script::Cyrillic),
    ("ben", "Bengali", Script::Bengali),
    ("bod", "Tibetan", Script::Tibetan),
    ("bul", "Bulgarian", Script::Cyrillic),
    ("cat", "Catalan", Script::Latin),
    ("ces", "Czech", Script::Latin),
    ("cmn", "Chinese", Script::Han),
    ("cym", "Welsh", Script::Latin),
    ("dan", "Danish", Script::Latin),
    ("deu", "German", Script::Latin),
    ("div", "Dhivehi", Script::Thaana),
    ("ell", "Greek", Script::Greek),
    ("ell-Latn", "Greek (Latin)", Script::Latin),
    (ENGLISH, "English", Script::Latin),
    ("epo", "Esperanto", Script::Latin),
    ("est", "Estonian", Script::Latin),
    ("eus", "Basque", Script::Latin),
    ("fas", "Persian", Script::Arabic),
    ("fin", "Finnish", Script::Latin),
    ("fra", "French", Script::Latin),
    ("gle", "Irish", Script::Latin),
    ("guj", "Gujarati", Script::Gujarati),
    ("heb", "Hebrew", Script::Hebrew),
    ("hin", "Hindi", Script::Devanagari),
    ("hin-Latn", "Hindi (Latin)", Script::Latin),
    ("hrv", "Croatian", Script::Latin),
    ("hun", "Hungarian", Script::Latin),
    ("hye", "Armenian", Script::Armenian),
    ("ind", "Indonesian", Script::Latin),
    ("isl", "Icelandic", Script::Latin),
    ("ita", "Italian", Script::Latin),
    ("jpn", "Japanese", Script::Han),
    ("kan", "Kannada", Script::Kannada),
    ("kat", "Georgian", Script::Georgian),
    ("kaz", "Kazakh", Script::Cyrillic),
    ("khm", "Khmer", Script::Khmer),
    ("kor", "Korean", Script::Hangul),
    ("lao", "Lao", Script::Lao),
    ("lat", "Latin", Script::Latin),
    ("lav", "Latvian", Script::Latin),
    ("lit", "Lithuanian", Script::Latin),
    ("mal", "Malayalam", Script::Malayalam),
    ("mar", "Marathi", Script::Devanagari),
    ("mkd", "Macedonian", Script::Cyrillic),
    ("mon", "Mongolian", Script::Cyrillic),
    ("msa", "Malay", Script::Latin),
    ("mya", "Burmese", Script::Burmese),
    ("nep", "Nepali", Script::Devanagari),
    ("nld", "Dutch", Script::Latin),
    ("nor", "Norwegian", Script::Latin),
    ("ori", "Odia", Script::Odia),
    ("pan", "Punjabi", Script::Gurmukhi),
    ("pol", "Polish", Script::Latin),
    ("por", "Portuguese", Script::Latin),
    ("ron", "Romanian", Script::Latin),
    ("rus", "Russian", Script::Cyrillic),
    ("rus-Latn", "Russian (Latin)", Script::Latin),
    ("sin", "Sinhala", Script::Sinhala),
    ("slk", "Slovak", Script::Latin),
    ("slv", "Slovenian", Script::Latin),
    ("som", "Somali", Script::Latin),
    ("spa", "Spanish", Script::Latin),
    ("sqi", "Albanian", Script::Latin),
    ("srp", "Serbian", Script::Cyrillic),
    ("srp-Latn", "Serbian (Latin)", Script::Latin),
    ("swa", "Swahili", Script::Latin),
    ("swe", "Swedish", Script::Latin),
    ("tam", "Tamil", Script::Tamil),
    ("tel", "Telugu", Script::Telugu),
    ("tgl", "Filipino", Script::Latin),
    ("tha", "Thai", Script::Thai),
    ("tur", "Turkish", Script::Latin),
    ("ukr", "Ukrainian", Script::Cyrillic),
    (UNKNOWN, "an unknown language", Script::Other),
    ("urd", "Urdu", Script::Arabic),
    ("vie", "Vietnamese", Script::Latin),
    ("yor", "Yoruba", Script::Latin),
    ("zul", "Zulu", Script::Latin),
];

/// The English name of a language, or the tag itself if the tag is unknown.
pub fn english_name(tag: &str) -> &str {
    row(tag).map_or(tag, |(_, name, _)| *name)
}

pub(super) fn script_of(tag: &str) -> Option<Script> {
    row(tag).map(|(_, _, script)| *script)
}

/// The only language that is recognized in the given script, which has no trigram profile.
pub(super) fn language_of(script: Script) -> &'static str {
    let row = LANGUAGES.iter().find(|(_, _, of)| *of == script);
    row.map_or(UNKNOWN, |(tag, _, _)| *tag)
}

fn row(tag: &str) -> Option<&'static (&'static str, &'static str, Script)> {
    LANGUAGES.iter().find(|(of, _, _)| *of == tag)
}

#[cfg(test)]
mod tests {
    use super::super::profiles::Profiles;
    use super::*;

    #[test]
    fn languages_of_profiles_have_names_and_others_are_alone_in_their_script() {
        assert!(LANGUAGES.is_sorted_by_key(|(tag, _, _)| *tag));
        let profiles = Profiles::new();
        for (tag, _, script) in LANGUAGES {
            let same = LANGUAGES.iter().filter(|(_, _, of)| of == script);
            let mut same: Vec<&str> = same.map(|(tag, _, _)| *tag).collect();
            same.sort_unstable();
            match profiles.of(*script) {
                Some(profile) => assert_eq!(same, profile.tags),
                None => assert_eq!((same, language_of(*script)), (vec![*tag], *tag)),
            }
            assert_eq!(script_of(tag), Some(*script));
        }
        assert_eq!(
            ["deu", "hin-Latn", "xyz"].map(english_name),
            ["German", "Hindi (Latin)", "xyz"]
        );
    }
}
