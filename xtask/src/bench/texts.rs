//! The texts that encoders are measured on, from apt's list of packages.

use anyhow::Result;
use serde::Serialize;

use crate::sample;

/// Lists of different texts. The same package index gives the same lists.
#[derive(Debug, Serialize)]
pub struct Texts {
    /// Short descriptions, as they are.
    pub short: Vec<String>,
    /// Two short descriptions, then a long text, and so on.
    pub mixed: Vec<String>,
    /// As `mixed`; what the vectors are compared on.
    pub agreement: Vec<String>,
}

/// How many texts of each list.
#[derive(Clone, Copy, Debug)]
pub struct Sizes {
    pub short: usize,
    pub mixed: usize,
    pub agreement: usize,
}

impl Texts {
    /// From apt, which must know enough packages.
    pub fn read(sizes: Sizes) -> Result<Texts> {
        let needed = sizes.short + descriptions_of(sizes.mixed) + descriptions_of(sizes.agreement);
        let available = sample::available()?;
        let mut descriptions = sample::first(&available, needed)?.into_iter().map(|[_, _, text]| text);
        Ok(Texts {
            short: descriptions.by_ref().take(sizes.short).map(str::to_owned).collect(),
            mixed: mixed(&mut descriptions, sizes.mixed),
            agreement: mixed(&mut descriptions, sizes.agreement),
        })
    }
}

fn mixed<'a>(descriptions: &mut impl Iterator<Item = &'a str>, n: usize) -> Vec<String> {
    (0..n)
        .map(|place| {
            let parts: Vec<&str> = descriptions.by_ref().take(parts(place)).collect();
            parts.join(". ")
        })
        .collect()
}

/// How many descriptions make the mixed text at `place`.
///
/// apt's list has no long descriptions, so a long text is short ones in a row: 7 to 15 of them in an order that looks
/// like chance, which is 60 to 190 tokens, and now and then as many as fill the encoder's 256.
fn parts(place: usize) -> usize {
    match (place % 3, place / 3) {
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
    fn a_third_is_long_and_no_description_comes_twice() {
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
