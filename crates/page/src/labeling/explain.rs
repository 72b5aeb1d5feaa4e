//! Explains in words why a text was picked.

use crate::i18n::{Language, grouped, language, t};
use fastgas_select::Method;
use fastgas_select::evaluate::Reason;

/// States how many texts the pick newly covers, and whether the list of these texts is complete.
pub fn covers(reason: &Reason) -> String {
    match reason.newly_covered {
        0 => t!("labeling-reason-covers-none"),
        n if n as usize == reason.nearest.len() => t!("labeling-reason-covers-texts", n),
        n => t!("labeling-reason-covers-nearest", n = grouped(n.into())),
    }
}

/// The rank of the degree is stated only for the highest degree, because many vertices may have the same degree.
/// The percentage of texts with a lower degree counts each text and its merged duplicates once.
/// Only one text of each group of duplicates is in the graph.
pub fn degree(reason: &Reason) -> String {
    let Reason {
        part_size,
        n_originals,
        degree_in_part,
        rank_in_part,
        n_lower_in_part,
        ..
    } = *reason;
    if part_size == 1 {
        return t!("labeling-reason-only-text");
    }
    // Explanations from earlier versions of the program do not contain the number of originals.
    let n_compared = if n_originals == 0 { part_size } else { n_originals };
    let n_others = u64::from(n_compared.saturating_sub(1));
    // If the part has no other original, all its other texts are duplicates of the pick.
    let percent = (u64::from(n_lower_in_part) * 100).checked_div(n_others).unwrap_or(0);
    let standing = match (rank_in_part, percent) {
        (1, _) => t!("labeling-reason-degree-highest"),
        (_, 0) => String::new(),
        _ => t!("labeling-reason-degree-percentile", percent),
    };
    t!(
        "labeling-reason-degree",
        part_size = grouped(part_size.into()),
        degree = grouped(degree_in_part.into()),
        standing
    )
}

/// Compares the pick with the runner-up: the text with the highest residual degree among the other texts of the part.
/// Returns `None` if the part of the partition contains no text other than the pick.
pub fn runner_up(reason: &Reason, method: Option<Method>) -> Option<String> {
    reason.runner_up?;
    Some(match reason.margin {
        0 => t!("labeling-reason-runner-up-tie"),
        margin @ 1.. => t!(
            "labeling-reason-runner-up-margin",
            margin = grouped(margin.unsigned_abs())
        ),
        _ => match method {
            Some(Method::Fastgas | Method::KMeans | Method::Subclustering) => {
                t!("labeling-reason-less-central")
            }
            _ => t!("labeling-reason-other-criterion"),
        },
    })
}

pub fn ordinal(rank: u32) -> String {
    let ending = match (rank % 10, rank % 100) {
        _ if language() == Language::German => ".",
        (1, 11) | (2, 12) | (3, 13) => "th",
        (1, _) => "st",
        (2, _) => "nd",
        (3, _) => "rd",
        _ => "th",
    };
    format!("{}{ending}", grouped(rank.into()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn reason() -> Reason {
        Reason {
            part: 2,
            part_size: 1_166,
            n_originals: 1_166,
            degree_in_part: 31,
            rank_in_part: 1,
            n_lower_in_part: 1_165,
            newly_covered: 14,
            nearest: vec![5, 6, 7],
            runner_up: Some(9),
            margin: 3,
        }
    }

    #[test]
    fn reasons_are_whole_sentences() {
        let mut reason = reason();
        assert_eq!(covers(&reason), "It stands for 14 more texts; the nearest are:");
        assert_eq!(
            degree(&reason),
            "It has 31 neighbors in its part of 1,166 texts, the most there."
        );
        assert_eq!(
            runner_up(&reason, Some(Method::Fastgas)).as_deref(),
            Some("The runner-up there had 3 neighbors fewer, not counting earlier picks:")
        );
        (
            reason.newly_covered,
            reason.margin,
            reason.degree_in_part,
            reason.rank_in_part,
            reason.n_lower_in_part,
        ) = (3, 0, 12, 300, 583);
        assert_eq!(covers(&reason), "It stands for 3 more texts:");
        assert_eq!(
            degree(&reason),
            "It has 12 neighbors in its part of 1,166 texts, more than 50\u{a0}% of the others."
        );
        // Only three of the other 1,165 vertices have a lower degree (0 %), so the explanation states no percentage.
        reason.n_lower_in_part = 3;
        assert_eq!(degree(&reason), "It has 12 neighbors in its part of 1,166 texts.");
        assert_eq!(
            runner_up(&reason, Some(Method::Fastgas)).as_deref(),
            Some("The runner-up there had the same number of neighbors, not counting earlier picks:")
        );
        reason.margin = -1;
        for (method, end) in [
            (
                Method::Fastgas,
                "is less central among the texts that it would stand for:",
            ),
            (Method::TopDegree, "this method uses another criterion:"),
        ] {
            let words = runner_up(&reason, Some(method)).expect("it exists");
            assert!(words.ends_with(end), "{words}");
        }
        (reason.newly_covered, reason.part_size, reason.runner_up) = (0, 1, None);
        assert_eq!(covers(&reason), "Its neighbors are all covered by earlier picks.");
        assert_eq!(degree(&reason), "Its part has no other text.");
        assert_eq!(runner_up(&reason, Some(Method::Fastgas)), None);
    }

    #[test]
    fn percentage_of_lower_degrees_excludes_merged_duplicates() {
        // The part has 21 originals and 29 duplicates. The pick has more neighbors than 19 of the other 20 originals.
        let mut reason = Reason {
            part_size: 50,
            n_originals: 21,
            rank_in_part: 2,
            n_lower_in_part: 19,
            ..reason()
        };
        assert_eq!(
            degree(&reason),
            "It has 31 neighbors in its part of 50 texts, more than 95\u{a0}% of the others."
        );
        // An explanation from an earlier version of the program has no number of originals.
        (reason.n_originals, reason.part_size) = (0, 21);
        assert_eq!(
            degree(&reason),
            "It has 31 neighbors in its part of 21 texts, more than 95\u{a0}% of the others."
        );
        // All other texts of the part are duplicates of the pick.
        (reason.n_originals, reason.part_size) = (1, 30);
        (reason.degree_in_part, reason.rank_in_part, reason.n_lower_in_part) = (0, 1, 0);
        assert_eq!(
            degree(&reason),
            "It has 0 neighbors in its part of 30 texts, the most there."
        );
    }

    #[test]
    fn ordinals_have_english_endings() {
        let words = [1, 2, 3, 4, 11, 12, 13, 21, 102, 1_111].map(ordinal);
        assert_eq!(
            words,
            [
                "1st", "2nd", "3rd", "4th", "11th", "12th", "13th", "21st", "102nd", "1,111th"
            ]
        );
    }
}
