//! Texts from apt's package list, on which the encoders are measured.

use anyhow::Result;
use serde::Serialize;

use crate::sample_data;

/// Lists of texts for the encoder benches. All texts in a list are different.
/// The same package index gives the same lists.
#[derive(Debug, Serialize)]
pub struct Texts {
    /// Short package descriptions, unchanged.
    pub short: Vec<String>,
    /// Groups of two short descriptions and one long text.
    pub mixed: Vec<String>,
    /// Texts of the same composition as `mixed` that are used to compare the encoders' vectors.
    pub agreement: Vec<String>,
}

#[derive(Clone, Copy, Debug)]
pub struct Sizes {
    pub short: usize,
    pub mixed: usize,
    pub agreement: usize,
}

impl Texts {
    /// Fails if apt does not know enough packages for lists of these sizes.
    pub fn read(sizes: Sizes) -> Result<Texts> {
        let needed = sizes.short + descriptions_of(sizes.mixed) + descriptions_of(sizes.agreement);
        let available = sample_data::available()?;
        let mut descriptions = sample_data::first(&available, needed)?
            .into_iter()
            .map(|[_, _, text]| text);
        Ok(Texts {
            short: descriptions.by_ref().take(sizes.short).map(str::to_owned).collect(),
            mixed: mixed(&mut descriptions, sizes.mixed),
            agreement: mixed(&mut descriptions, sizes.agreement),
        })
    }
}

fn mixed<'a>(descriptions: &mut impl Iterator<Item = &'a str>, n: usize) -> Vec<String> {
    (0..n)
        .map(|index| {
            let parts: Vec<&str> = descriptions.by_ref().take(parts(index)).collect();
            parts.join(". ")
        })
        .collect()
}

/// Number of descriptions that form the mixed text at `index`.
///
/// apt's list has no long descriptions, so a long text is a concatenation of short descriptions.
/// A long text has 7 to 15 descriptions in a pseudo-random order, which is 60 to 190 tokens.
/// One long text in 64 has enough descriptions to fill the encoder's 256 tokens.
fn parts(index: usize) -> usize {
    match (index % 3, index / 3) {
        (2, long) if long % 64 == 32 => 28,
        (2, long) => 7 + long * 4 % 9,
        _ => 1,
    }
}

fn descriptions_of(n: usize) -> usize {
    (0..n).map(parts).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_third_text_is_long_and_descriptions_are_distinct() {
        let descriptions: Vec<String> = (0..descriptions_of(300)).map(|number| number.to_string()).collect();
        let mut left = descriptions.iter().map(String::as_str);
        let texts = mixed(&mut left, 300);
        assert_eq!(left.next(), None);
        assert_eq!(texts[0..2], ["0", "1"]);
        assert_eq!(texts[2], "2. 3. 4. 5. 6. 7. 8");
        assert_eq!(texts.join(". ").split(". ").count(), descriptions.len());
        let lengths: Vec<usize> = texts.iter().map(|text| text.split(". ").count()).collect();
        assert_eq!(lengths.iter().filter(|&&length| length > 1).count(), 100);
        assert!((4.3..4.6).contains(&(descriptions.len() as f64 / 300.0)));
    }
}
