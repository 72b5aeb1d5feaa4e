//! What several annotators say of the texts of one pool, side by side.
//!
//! ```text
//!            Anna   Bob    settled     in force
//!  text 1    yes    yes                yes        unanimous
//!  text 2    yes    no                 –          disputed
//!  text 3    yes    no     no          no         adjudicated
//!  text 4           no                 no         by one annotator
//! ```
//!
//! Nobody's saying ever takes the place of another's. What others said is kept as the last entry of each annotator and row, and
//! joining more of it takes the later one: so files may be joined in any order, and twice.

use std::collections::BTreeMap;

use crate::label::{
    History, Kind, LabelAction, LabelSet, Labels, Pair, Pass, Renamed, SEPARATOR, Said, Specific, Undefined, alpha,
    specific,
};

/// What the others said, and what settles where they and oneself disagree.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Team {
    others: BTreeMap<String, Labels>,
    /// What settles disagreements, by whoever did.
    pub decisions: History,
    /// What others may call otherwise.
    pub renamed: Renamed,
}

/// How one text stands with the annotators.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Standing {
    /// One annotator labeled it, or said that nobody can tell.
    Single,
    /// Several did, and said the same.
    Unanimous,
    /// They did not say the same, and nothing is settled.
    Disputed,
    /// It was settled what it is.
    Adjudicated,
}

/// What is in force of each text after everybody's sayings.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Verdicts {
    /// A disputed text has no label here.
    pub labels: Labels,
    /// Of each text of which an annotator said something.
    pub standings: BTreeMap<u32, Standing>,
    /// Who said what: oneself first, then the others by name.
    pub annotators: Vec<(String, Labels)>,
}

/// How far the annotators agree.
#[derive(Clone, Debug, PartialEq)]
pub struct Agreement {
    /// Krippendorff's alpha of them all.
    pub alpha: Result<f64, Undefined>,
    /// Texts that at least two labeled.
    pub n_shared: usize,
    /// Those who labeled anything, by their places among [`Verdicts::annotators`]. Every two of them are a [`Verdicts::pair`]:
    /// thousands of annotators are millions of pairs, so each is computed when it is shown.
    pub judges: Vec<usize>,
    /// Of each label, how far those agree on it who labeled the same texts.
    pub of_labels: BTreeMap<String, Specific>,
}

/// What a person judges a text to be.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
enum Judgement<'a> {
    Is(LabelSet<'a>),
    CannotTell,
}

impl Standing {
    /// As a person reads it.
    pub const fn words(self) -> &'static str {
        match self {
            Standing::Single => "one annotator",
            Standing::Unanimous => "unanimous",
            Standing::Disputed => "disputed",
            Standing::Adjudicated => "adjudicated",
        }
    }
}

impl Default for Team {
    fn default() -> Team {
        Team::restore(Vec::new(), Vec::new(), Renamed::default())
    }
}

impl Team {
    /// What was stored of the others, which is [`Team::sayings`], the log of what was settled, and what was renamed.
    pub fn restore(sayings: Vec<LabelAction>, decisions: Vec<LabelAction>, renamed: Renamed) -> Team {
        let mut team = Team {
            others: BTreeMap::new(),
            decisions: History::of_decisions(decisions),
            renamed,
        };
        team.join(sayings);
        team
    }

    /// The last entry of each of the others of each row.
    pub fn sayings(&self) -> impl Iterator<Item = &LabelAction> {
        self.others.values().flat_map(Labels::last)
    }

    /// Whether there is nobody else.
    pub fn is_empty(&self) -> bool {
        self.others.is_empty()
    }

    /// The others, by name.
    pub fn others(&self) -> impl Iterator<Item = (&str, &Labels)> {
        self.others.iter().map(|(name, labels)| (name.as_str(), labels))
    }

    /// Joins sayings, each to its annotator's; one without a name is dropped. Gives how many changed something.
    pub fn join(&mut self, sayings: impl IntoIterator<Item = LabelAction>) -> usize {
        let join = |saying: &LabelAction| match &saying.by {
            Some(by) => self.others.entry(by.clone()).or_default().join(saying),
            None => false,
        };
        sayings.into_iter().filter(join).count()
    }

    /// How many answers that are here of others than `name` these sayings take the place of, being other ones and later.
    pub fn n_replaced(&self, sayings: &[LabelAction], name: &str) -> usize {
        let is_replaced = |saying: &&LabelAction| {
            let by = saying.by.as_deref().filter(|by| *by != name);
            let known = by
                .and_then(|by| self.others.get(by))
                .filter(|known| known.is_news(saying));
            let before = known.and_then(|known| judgement(known.said(saying.row)));
            before.is_some() && before != judgement(&saying.said)
        };
        sayings.iter().filter(is_replaced).count()
    }

    /// Joins what settles a disagreement elsewhere. Says whether that changed something.
    pub fn join_decision(&mut self, decision: LabelAction) -> bool {
        let said = self.renamed.said(&decision.said);
        self.decisions.join(LabelAction { said, ..decision })
    }

    /// What was called `old` is called `new`, by whomever.
    pub fn rename(&mut self, old: &str, new: &str) {
        self.decisions.rename(old, new);
        self.renamed.rename(old, new);
    }

    /// What the others mean by that name, where it is another label here by now: a label that is called so would take what
    /// they said of that one.
    pub fn means_another<'a>(&'a self, name: &'a str) -> Option<&'a str> {
        let now = self.renamed.name(name);
        let is_in_use = || {
            self.others
                .values()
                .any(|labels| labels.rows_with(name).next().is_some())
        };
        (now != name && is_in_use()).then_some(now)
    }

    /// Somebody else goes on: what was settled is nobody's to take back.
    pub fn hand_over(&mut self) {
        let decisions = self.decisions.log().iter().cloned();
        let taken_in = decisions.map(|decision| LabelAction {
            kind: Kind::TakenIn,
            ..decision
        });
        self.decisions = History::of_decisions(taken_in.collect());
    }

    /// Removes and returns the last entries of a colleague who turned out to be the user. Settled disagreements stay.
    pub fn take(&mut self, name: &str) -> Vec<LabelAction> {
        let labels = self.others.remove(name);
        labels.iter().flat_map(Labels::last).cloned().collect()
    }

    /// Forgets all that one of the others said and settled.
    pub fn forget(&mut self, name: &str) {
        self.others.remove(name);
        let by_them = |decision: &LabelAction| decision.by.as_deref() == Some(name);
        if self.decisions.log().iter().any(by_them) {
            let left = self.decisions.log().iter().filter(|decision| !by_them(decision));
            self.decisions = History::of_decisions(left.cloned().collect());
        }
    }

    /// Whether `decision` would be news, though all who judged its text, with one's `own` sayings, judge it the same and other
    /// than it does. O(m log n).
    pub fn is_overruled_by(&self, decision: &LabelAction, own: &Labels) -> bool {
        let said = self.renamed.said(&decision.said);
        let others = self
            .others
            .values()
            .map(|labels| self.renamed.said(labels.said(decision.row)));
        let all: Vec<Said> = others.chain([own.said(decision.row).clone()]).collect();
        let mut judged = all.iter().filter_map(judgement);
        let first = judged.next();
        self.decisions.labels().is_news(decision)
            && first.is_some()
            && judged.all(|other| Some(other) == first)
            && judgement(&said).is_some_and(|said| Some(said) != first)
    }

    /// What is in force beside one's `own` sayings.
    ///
    /// What was settled goes before everything. Else a label is in force where nobody who labeled the text, or said that nobody
    /// can tell, said anything else; a label that stood in the file is nobody's, and gives way. O(m n log n).
    pub fn verdicts(&self, name: &str, own: &Labels) -> Verdicts {
        let mut verdicts = Verdicts {
            annotators: vec![(name.to_owned(), own.clone())],
            ..Verdicts::default()
        };
        let here = |(name, labels): (&str, &Labels)| (name.to_owned(), self.renamed.labels(labels));
        let others = self.others().map(here);
        verdicts.annotators.extend(others);
        let mut of_rows: BTreeMap<u32, Vec<LabelAction>> = BTreeMap::new();
        for (name, labels) in &verdicts.annotators {
            for entry in labels.last() {
                // Signed as the person is called now.
                let by = Some(name.clone());
                of_rows
                    .entry(entry.row)
                    .or_default()
                    .push(LabelAction { by, ..entry.clone() });
            }
        }
        for (row, entries) in of_rows {
            let settled = self.decisions.labels().entry(row);
            let (standing, entry) = verdict(row, &entries, settled, own);
            verdicts.labels.apply(&entry);
            verdicts.standings.extend(standing.map(|standing| (row, standing)));
        }
        verdicts
    }
}

/// How one text stands, and what is in force of it. `entries` are the annotators'.
fn verdict(
    row: u32,
    entries: &[LabelAction],
    settled: Option<&LabelAction>,
    own: &Labels,
) -> (Option<Standing>, LabelAction) {
    // What is no judgement is everybody's: whose flag it is shows beside the text, whose note in it, but for one's own.
    let own_note = &own.said(row).note;
    let noted = entries.iter().filter(|entry| !entry.said.note.is_empty());
    let signed = noted.map(|entry| match entry.said.note == *own_note {
        true => own_note.clone(),
        false => format!("{}: {}", entry.by.as_deref().unwrap_or_default(), entry.said.note),
    });
    let mut notes: Vec<String> = signed.collect();
    notes.dedup();
    let (flagged, note) = (entries.iter().any(|entry| entry.said.flagged), notes.join(SEPARATOR));
    let beside = |said: &Said| Said {
        flagged,
        note: note.clone(),
        ..said.clone()
    };
    let in_force = |entry: &LabelAction| LabelAction {
        said: beside(&entry.said),
        ..entry.clone()
    };
    if let Some(settled) = settled.filter(|settled| judgement(&settled.said).is_some()) {
        return (Some(Standing::Adjudicated), in_force(settled));
    }
    let judged = |entry: &&LabelAction| judgement(&entry.said).is_some();
    let mut judging = entries.iter().filter(judged);
    let Some(first) = judging.next() else {
        let entry = own.entry(row).cloned().unwrap_or(LabelAction {
            row,
            ..LabelAction::default()
        });
        return (None, in_force(&entry));
    };
    let mut names = vec![first.by.as_deref().unwrap_or_default()];
    let mut same = true;
    for other in judging {
        names.extend(other.by.as_deref());
        same &= judgement(&other.said) == judgement(&first.said);
    }
    match (names.len(), same) {
        (1, _) => (Some(Standing::Single), in_force(first)),
        (_, true) => {
            let by_all = LabelAction {
                by: Some(names.join(SEPARATOR)),
                ..in_force(first)
            };
            (Some(Standing::Unanimous), by_all)
        }
        (_, false) => {
            let disputed = LabelAction {
                row,
                said: beside(&Said::default()),
                ..LabelAction::default()
            };
            (Some(Standing::Disputed), disputed)
        }
    }
}

impl Verdicts {
    /// The rows that stand like this, rising.
    pub fn rows(&self, standing: Standing) -> impl Iterator<Item = u32> {
        let rows = self.standings.iter().filter(move |(_, of_row)| **of_row == standing);
        rows.map(|(&row, _)| row)
    }

    /// Who said something of `row`, and what.
    pub fn entries_of(&self, row: u32) -> impl Iterator<Item = (&str, &LabelAction)> {
        self.annotators
            .iter()
            .filter_map(move |(name, labels)| Some((name.as_str(), labels.entry(row)?)))
    }

    /// What more than half of those who judged a disputed text judge it to be, rows rising; texts without such a majority are
    /// left out. Sets of labels count as a whole. O(m n log m).
    pub fn majorities(&self) -> Vec<(u32, Said)> {
        let of_row = |row: u32| {
            let mut judging: BTreeMap<Judgement, (usize, &Said)> = BTreeMap::new();
            let mut n = 0;
            for (_, LabelAction { said, .. }) in self.entries_of(row) {
                if let Some(judgement) = judgement(said) {
                    judging.entry(judgement).or_insert((0, said)).0 += 1;
                    n += 1;
                }
            }
            let (_, said) = judging.into_values().find(|(n_same, _)| 2 * n_same > n)?;
            let said = Said {
                labels: said.labels.clone(),
                passed: said.passed,
                ..Said::default()
            };
            Some((row, said))
        };
        self.rows(Standing::Disputed).filter_map(of_row).collect()
    }

    /// The agreement on the labels that the annotators gave. “Cannot tell” is not a label, and labels of the file belong to no
    /// annotator. O(m n log n), as [`alpha`] says.
    pub fn agreement(&self) -> Agreement {
        let mut texts: BTreeMap<u32, Vec<LabelSet>> = BTreeMap::new();
        let mut judges = Vec::new();
        for place in 0..self.annotators.len() {
            let judged = self.judged(place);
            if !judged.is_empty() {
                judges.push(place);
            }
            for (row, value) in judged {
                texts.entry(row).or_default().push(value);
            }
        }
        let values: Vec<Vec<LabelSet>> = texts.into_values().collect();
        Agreement {
            alpha: alpha(&values),
            n_shared: values.iter().filter(|values| values.len() > 1).count(),
            judges,
            of_labels: specific(&values),
        }
    }

    /// How far two annotators agree, by their places among [`Verdicts::annotators`]. O(n log n).
    pub fn pair(&self, a: usize, b: usize) -> Pair {
        let (first, mut second) = (self.judged(a), self.judged(b));
        let both = first
            .into_iter()
            .filter_map(|(row, value)| Some((value, second.remove(&row)?)));
        Pair::of(&both.collect::<Vec<_>>())
    }

    /// What the annotator at this place judges each text to be.
    fn judged(&self, place: usize) -> BTreeMap<u32, LabelSet<'_>> {
        let entries = self.annotators[place].1.last();
        let judged = entries.filter_map(|entry| match judgement(&entry.said)? {
            Judgement::Is(value) => Some((entry.row, value)),
            Judgement::CannotTell => None,
        });
        judged.collect()
    }
}

impl Agreement {
    /// How many pairs of annotators there are.
    pub fn n_pairs(&self) -> usize {
        let n = self.judges.len();
        n * n.saturating_sub(1) / 2
    }

    /// The places of two annotators, each pair once: that with the first of [`Agreement::judges`] and all others, then those of
    /// the second, and so on. `skipped`: so many are left out at the beginning. O(m).
    pub fn pairs(&self, skipped: usize) -> impl Iterator<Item = (usize, usize)> {
        let n = self.judges.len();
        let (mut first, mut left) = (0, skipped);
        while first < n && left >= n - 1 - first {
            left -= n - 1 - first;
            first += 1;
        }
        let begins = move |at: usize| if at == first { at + 1 + left } else { at + 1 };
        (first..n).flat_map(move |a| (begins(a)..n).map(move |b| (self.judges[a], self.judges[b])))
    }
}

/// What a person judges; nothing of what stood in the file, and of what was skipped.
fn judgement(said: &Said) -> Option<Judgement<'_>> {
    if said.stood_in_file() {
        return None;
    }
    if said.labels.is_empty() {
        return (said.passed == Some(Pass::CannotTell)).then_some(Judgement::CannotTell);
    }
    let mut labels: LabelSet = said.labels.iter().map(String::as_str).collect();
    labels.sort_unstable();
    labels.dedup();
    Some(Judgement::Is(labels))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn saying(by: &str, row: u32, labels: &[&str], at_ms: u64) -> LabelAction {
        LabelAction {
            row,
            said: Said {
                labels: labels.iter().map(|&label| label.to_owned()).collect(),
                ..Said::default()
            },
            at_ms,
            by: Some(by.to_owned()),
            retracts: labels.is_empty(),
            ..LabelAction::default()
        }
    }

    /// Anna: 1 yes, 2 yes, 3 yes, 5 from the file. Bob: 1 yes, 2 no, 4 no. Cleo: 3 cannot tell.
    fn team() -> (Team, History) {
        let mut own = History::default();
        for row in [1, 2, 3] {
            own.give(row, Some("yes"), 1);
        }
        own.note(2, "hm", 2);
        own.take_in(vec![(5, vec!["no".into()])], "topic", 3);
        let cannot_tell = LabelAction {
            said: Said {
                passed: Some(Pass::CannotTell),
                ..Said::default()
            },
            ..saying("Cleo", 3, &[], 1)
        };
        let bob = [(1, "yes"), (2, "no"), (4, "no")].map(|(row, label)| saying("Bob", row, &[label], 1));
        let mut team = Team::default();
        assert_eq!(team.join(bob.into_iter().chain([cannot_tell])), 4);
        (team, own)
    }

    fn standing(verdicts: &Verdicts) -> Vec<(u32, Standing, Option<&str>)> {
        let standings = verdicts.standings.iter();
        standings
            .map(|(&row, &standing)| (row, standing, verdicts.labels.get(row)))
            .collect()
    }

    #[test]
    fn nobody_wins_where_two_disagree() {
        let (mut team, own) = team();
        let verdicts = team.verdicts("Anna", own.labels());
        assert_eq!(
            standing(&verdicts),
            [
                (1, Standing::Unanimous, Some("yes")),
                (2, Standing::Disputed, None),
                (3, Standing::Disputed, None),
                (4, Standing::Single, Some("no")),
            ]
        );
        assert_eq!(
            verdicts.labels.get(5),
            Some("no"),
            "what stood in the file stays where nobody speaks"
        );
        assert_eq!(verdicts.labels.said(2).note, "hm");
        assert_eq!(verdicts.rows(Standing::Disputed).collect::<Vec<_>>(), [2, 3]);

        team.decisions.give(2, Some("no"), 9);
        let verdicts = team.verdicts("Anna", own.labels());
        assert_eq!(standing(&verdicts)[1], (2, Standing::Adjudicated, Some("no")));
        assert!(team.decisions.log()[0].settles);
        team.decisions.undo(10);
        assert_eq!(
            standing(&team.verdicts("Anna", own.labels()))[1],
            (2, Standing::Disputed, None)
        );
    }

    #[test]
    fn a_majority_is_more_than_half_of_those_who_judged() {
        let (mut team, own) = team();
        let majorities = |team: &Team| team.verdicts("Anna", own.labels()).majorities();
        assert_eq!(majorities(&team), [], "one against one");
        team.join([saying("Cleo", 2, &["no"], 3), saying("Dina", 3, &["no"], 3)]);
        let [(row, said)] = &majorities(&team)[..] else {
            panic!("one text with two of three, and one with three answers");
        };
        assert_eq!((*row, &said.labels[..]), (2, &["no".to_owned()][..]));
        assert!(said.note.is_empty(), "whose note it is is said elsewhere");
        // Two of four are no majority; nobody's skip counts.
        team.join([saying("Dina", 2, &["yes"], 3)]);
        assert_eq!(majorities(&team), []);
        let cannot_tell = Said {
            passed: Some(Pass::CannotTell),
            ..Said::default()
        };
        team.join([LabelAction {
            said: cannot_tell.clone(),
            retracts: false,
            ..saying("Emil", 3, &[], 4)
        }]);
        assert_eq!(majorities(&team), [], "two of four");
        team.forget("Dina");
        assert_eq!(
            majorities(&team),
            [(2, saying("", 2, &["no"], 0).said), (3, cannot_tell)]
        );
    }

    #[test]
    fn another_order_of_labels_is_no_disagreement() {
        let mut own = History::default();
        own.toggle(1, "b", 1);
        own.toggle(1, "a", 2);
        let mut team = Team::default();
        team.join([saying("Bob", 1, &["a", "b"], 1)]);
        let verdicts = team.verdicts("Anna", own.labels());
        assert_eq!(verdicts.standings[&1], Standing::Unanimous);
        assert_eq!(verdicts.labels.said(1).labels, ["b", "a"], "one's own order");
    }

    #[test]
    fn agreement_is_on_labels_of_persons() {
        let (mut team, own) = team();
        let places = |agreement: &Agreement| agreement.pairs(0).collect::<Vec<_>>();
        let agreement = team.verdicts("Anna", own.labels()).agreement();
        assert_eq!(places(&agreement), [(0, 1)], "Cleo gave no label");
        team.join([saying("Cleo", 7, &["no"], 1)]);
        let verdicts = team.verdicts("Anna", own.labels());
        let agreement = verdicts.agreement();
        assert_eq!(agreement.n_shared, 2);
        assert_eq!(places(&agreement), [(0, 1), (0, 2), (1, 2)]);
        let anna_bob = verdicts.pair(0, 1);
        assert_eq!((anna_bob.n_shared, anna_bob.n_same, anna_bob.kappa), (2, 1, Ok(0.0)));
        assert_eq!(verdicts.pair(0, 2).kappa, Err(Undefined::NothingShared));
        // One of two texts, values yes yes yes no: 1 - (2 · 3) / (2 · 3).
        assert_eq!(agreement.alpha, Ok(0.0));
    }

    /// As in a file that somebody made to stop the page: every pair at once would be 4.5 million.
    #[test]
    fn three_thousand_annotators_are_judged_without_every_pair_of_them() {
        const N: u32 = 3000;
        let mut team = Team::default();
        let label = |by: u32, row: u32| ["yes", "no", "perhaps"][(by * row % 3) as usize];
        let sayings =
            (0..N).flat_map(|by| (0..20).map(move |row| saying(&format!("{by:04}"), row, &[label(by, row)], 1)));
        team.join(sayings);
        let verdicts = team.verdicts("Anna", &Labels::default());
        let agreement = verdicts.agreement();
        assert_eq!((agreement.judges.len(), agreement.n_pairs()), (3000, 4_498_500));
        assert_eq!(agreement.n_shared, 20);
        assert!(agreement.alpha.is_ok());
        assert_eq!(agreement.of_labels.len(), 3);
        let page: Vec<_> = agreement.pairs(2999).take(2).collect();
        assert_eq!(page, [(2, 3), (2, 4)], "Anna is at place 0 and labeled nothing");
        assert_eq!(verdicts.pair(2, 3).n_shared, 20);
        assert_eq!(verdicts.majorities().len(), 0, "each label has a third");
    }

    proptest! {
        #[test]
        fn pages_of_pairs_are_all_pairs_in_order(n in 0..9usize, length in 1..5usize) {
            let agreement = Agreement {
                alpha: Err(Undefined::NothingShared),
                n_shared: 0,
                judges: (0..n).map(|place| 10 * place).collect(),
                of_labels: BTreeMap::new(),
            };
            let pages = (0..=agreement.n_pairs()).step_by(length);
            let paged: Vec<_> = pages.flat_map(|skipped| agreement.pairs(skipped).take(length)).collect();
            let all: Vec<_> = (0..n).flat_map(|a| (a + 1..n).map(move |b| (10 * a, 10 * b))).collect();
            prop_assert_eq!(agreement.n_pairs(), all.len());
            prop_assert_eq!(paged, all);
        }
    }

    #[test]
    fn what_was_taken_back_is_not_said() {
        let (mut team, own) = team();
        assert_eq!(team.join([saying("Bob", 2, &[], 2)]), 1);
        assert_eq!(team.join([saying("Bob", 2, &["no"], 1)]), 0, "an older file");
        assert_eq!(team.verdicts("Anna", own.labels()).standings[&2], Standing::Single);
        team.forget("Cleo");
        assert_eq!(team.others().map(|(name, _)| name).collect::<Vec<_>>(), ["Bob"]);
    }

    fn sayings() -> impl Strategy<Value = Vec<LabelAction>> {
        let one = (0..3u32, 0..4u32, 0..3usize, 0..5u64).prop_map(|(by, row, label, at_ms)| {
            let labels: &[&str] = [&[][..], &["a"], &["b"]][label];
            saying(["Anna", "Bob", "Cleo"][by as usize], row, labels, at_ms)
        });
        proptest::collection::vec(one, 0..20)
    }

    proptest! {
        #[test]
        fn files_join_in_any_order_and_twice(first in sayings(), second in sayings(), third in sayings()) {
            let join = |files: &[&Vec<LabelAction>]| {
                let mut team = Team::default();
                for file in files {
                    team.join((*file).clone());
                }
                team
            };
            let all = join(&[&first, &second, &third]);
            prop_assert_eq!(&join(&[&third, &first, &second]), &all);
            let mut again = all.clone();
            prop_assert_eq!(again.join(second.clone()), 0);
            prop_assert_eq!(again.join(all.sayings().cloned().collect::<Vec<_>>()), 0);
            prop_assert_eq!(&again, &all);
            // By way of another's file.
            let mut by_way = join(&[&first]);
            by_way.join(join(&[&second, &third]).sayings().cloned().collect::<Vec<_>>());
            prop_assert_eq!(by_way, all);
        }

        #[test]
        fn a_label_in_force_is_one_that_nobody_contradicts(sayings in sayings()) {
            let mut team = Team::default();
            team.join(sayings);
            let verdicts = team.verdicts("Me", &Labels::default());
            for (row, label) in verdicts.labels.iter() {
                for (_, labels) in team.others() {
                    prop_assert!(labels.get(row).is_none_or(|given| given == label));
                }
            }
        }
    }
}
