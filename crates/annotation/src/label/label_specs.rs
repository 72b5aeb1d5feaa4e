//! The display properties of labels: description, key and color.
//!
//! A label gets its key and color when the label is added to the set.
//! Key and color depend neither on the label's position nor on other labels.
//! Sets of older versions store neither key nor color.
//! Without a stored key and color, a label's position determines both ([`LabelSpecs::store_displayed`]).

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

use super::names::{NameError, is_key, key_of, keys};

/// Number of colors in the palette for labels.
pub const N_COLORS: u32 = 24;
/// Number of colors in the palette of versions before 2026-11-28.
/// The palette begins with the colors of these versions. Some look alike to users with a color vision deficiency.
/// Therefore new labels get one of the first colors only if all further colors are in use.
pub const N_EARLIER_COLORS: u32 = 16;
/// Index of gray, for labels without a color of the palette. Gray labels are distinguished by their key or initials.
/// Several labels may be gray, but two labels never get one palette color automatically.
pub const NEUTRAL_COLOR: u32 = N_COLORS;

/// The display properties of one label: description, key and color.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct LabelSpec {
    /// The meaning of the label, and the condition for its use.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub description: String,
    /// Keyboard key that assigns the label.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub key: Option<char>,
    /// Whether the label has no key because the user removed the key, or because no key was free.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub without_key: bool,
    /// Index of the label's color in the palette, or [`NEUTRAL_COLOR`].
    #[serde(skip_serializing_if = "Option::is_none")]
    pub color: Option<u32>,
    /// Position of the label in the set before its removal; `None` while the label is in the set.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub left: Option<u32>,
}

/// The display properties of labels by name.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct LabelSpecs(BTreeMap<String, LabelSpec>);

/// A label that was restored without its key, because a different label has the key now.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LostKey {
    /// Name of the restored label.
    pub name: String,
    /// Key that the restored label had before its removal.
    pub key: char,
    /// Name of the label that has the key now.
    pub owner: String,
}

impl LabelSpec {
    fn is_settled(&self) -> bool {
        self.color.is_some() && (self.key.is_some() || self.without_key)
    }
}

impl LabelSpecs {
    /// The display properties of the label `name`.
    pub fn of(&self, name: &str) -> LabelSpec {
        self.0.get(name).cloned().unwrap_or_default()
    }

    /// Sets the display properties of a label. Keys are not case-sensitive. `names` is the label set.
    ///
    /// # Errors
    /// Returns [`NameError::NoKey`] if the key is reserved, [`NameError::KeyTaken`] if another label has the key.
    pub fn set(&mut self, name: &str, spec: LabelSpec, names: &[String]) -> Result<(), NameError> {
        let spec = LabelSpec {
            key: spec.key.map(|key| key.to_ascii_lowercase()),
            description: spec.description.trim().to_owned(),
            ..spec
        };
        if let Some(key) = spec.key {
            if !is_key(key) {
                return Err(NameError::NoKey { key });
            }
            if let Some(other) = self.owner(key, name, names) {
                return Err(NameError::KeyTaken {
                    key,
                    name: other.clone(),
                });
            }
        }
        self.put(name, spec);
        Ok(())
    }

    /// Gives the label `name` the keyboard key `key` of another label.
    /// The previous owner of `key` gets the former key of `name`, or the first free key if `name` had no key.
    pub fn take_key(&mut self, name: &str, key: char, names: &[String]) {
        let former = self.of(name);
        if let Some(owner) = self.owner(key, name, names).cloned() {
            let spec = LabelSpec {
                key: former.key,
                without_key: false,
                ..self.of(&owner)
            };
            self.put(&owner, spec);
        }
        let spec = LabelSpec {
            key: Some(key),
            without_key: false,
            ..former
        };
        self.put(name, spec);
        self.assign_missing(names);
    }

    /// Records that the label `name` was removed from position `index` of the set.
    /// The properties of the label are kept, in case the user restores the label.
    pub fn retire(&mut self, name: &str, index: usize) {
        self.0.entry(name.to_owned()).or_default().left = u32::try_from(index).ok();
    }

    /// The removed labels that can be restored to the set `names`, sorted by name.
    pub fn retired<'a>(&'a self, names: &'a [String]) -> impl Iterator<Item = &'a String> {
        let has_left = |(name, spec): &(&String, &LabelSpec)| spec.left.is_some() && !names.contains(name);
        self.0.iter().filter(has_left).map(|(name, _)| name)
    }

    /// Restores the label `name` to the set `names`.
    /// Returns the position of the label: the position before the removal, or the end of the set.
    /// Also returns the key that the label lost to another label, if any.
    /// If another label now has the color of the restored label, the restored label loses its color.
    /// [`LabelSpecs::assign_missing`] assigns a new key and a new color.
    pub fn restore(&mut self, name: &str, names: &[String]) -> (usize, Option<LostKey>) {
        let Some(spec) = self.0.get(name).cloned() else {
            return (names.len(), None);
        };
        let index = spec.left.map_or(names.len(), |index| (index as usize).min(names.len()));
        let lost = spec.key.and_then(|key| {
            let owner = self.owner(key, name, names)?.clone();
            let name = name.to_owned();
            Some(LostKey { name, key, owner })
        });
        let others = names.iter().filter(|other| *other != name);
        let others: Vec<&LabelSpec> = others.filter_map(|other| self.0.get(other)).collect();
        let is_free = |&color: &u32| color >= N_COLORS || others.iter().all(|other| other.color != Some(color));
        let spec = LabelSpec {
            key: spec.key.filter(|_| lost.is_none()),
            color: spec.color.filter(is_free),
            left: None,
            ..spec
        };
        self.put(name, spec);
        (index, lost)
    }

    /// The label that has `key`, other than the label `name`.
    fn owner<'a>(&self, key: char, name: &str, names: &'a [String]) -> Option<&'a String> {
        let has_it = |other: &&String| *other != name && self.0.get(*other).is_some_and(|spec| spec.key == Some(key));
        names.iter().find(has_it)
    }

    fn put(&mut self, name: &str, spec: LabelSpec) {
        match spec == LabelSpec::default() {
            true => self.0.remove(name),
            false => self.0.insert(name.to_owned(), spec),
        };
    }

    /// Deletes the properties of the label `name`.
    pub fn forget(&mut self, name: &str) {
        self.0.remove(name);
    }

    /// Moves the properties of the label `old` to `new`. The properties of a removed label `new` are lost.
    pub fn rename(&mut self, old: &str, new: &str) {
        let spec = self.0.remove(old).unwrap_or_default();
        self.put(new, spec);
    }

    /// Assigns the first free key and color to each label of the set without a key or color.
    /// Keys and colors of removed labels are used last, so that restored labels can get them back.
    /// The first [`N_EARLIER_COLORS`] colors are used after all further colors.
    /// Without a free key, a label gets no key.
    /// If no color is free, the label gets [`NEUTRAL_COLOR`]. O(n log n).
    pub fn assign_missing(&mut self, names: &[String]) {
        let is_open = |name: &&String| self.0.get(*name).is_none_or(|spec| !spec.is_settled());
        let open: Vec<&String> = names.iter().filter(is_open).collect();
        if open.is_empty() {
            return;
        }
        let specs = || names.iter().filter_map(|name| self.0.get(name));
        let absent = || self.retired(names).filter_map(|name| self.0.get(name));
        let taken: BTreeSet<char> = specs().filter_map(|spec| spec.key).collect();
        let kept: BTreeSet<char> = absent().filter_map(|spec| spec.key).collect();
        let (kept, free): (Vec<char>, Vec<char>) = keys()
            .filter(|key| !taken.contains(key))
            .partition(|key| kept.contains(key));
        let mut free = free.into_iter().chain(kept);
        let used: BTreeSet<u32> = specs().filter_map(|spec| spec.color).collect();
        let kept: BTreeSet<u32> = absent().filter_map(|spec| spec.color).collect();
        let mut colors: Vec<u32> = (0..N_COLORS).filter(|color| !used.contains(color)).collect();
        colors.sort_by_key(|color| (kept.contains(color), *color < N_EARLIER_COLORS));
        let mut colors = colors.into_iter();
        for name in open {
            let mut spec = self.of(name);
            if spec.key.is_none() && !spec.without_key {
                spec.key = free.next();
                spec.without_key = spec.key.is_none();
            }
            if spec.color.is_none() {
                spec.color = Some(colors.next().unwrap_or(NEUTRAL_COLOR));
            }
            self.0.insert(name.clone(), spec);
        }
    }

    /// Stores the displayed key and color of each label without a stored key or color.
    /// Older versions stored only values that the user had chosen.
    pub fn store_displayed(&mut self, names: &[String]) {
        let shown = self.keys(names).into_iter().zip(self.colors(names));
        for (name, (key, color)) in names.iter().zip(shown) {
            let spec = self.0.entry(name.clone()).or_default();
            spec.key = key;
            spec.without_key = key.is_none();
            spec.color = Some(color);
        }
    }

    /// The key of each label of the set. A label without a stored key gets the key that belongs to its position.
    /// If another label has the key, the label gets the first free key, or no key if none is free.
    pub fn keys(&self, names: &[String]) -> Vec<Option<char>> {
        let specs: Vec<Option<&LabelSpec>> = names.iter().map(|name| self.0.get(name)).collect();
        let mut keys: Vec<Option<char>> = specs.iter().map(|spec| spec.and_then(|spec| spec.key)).collect();
        let may_have_one = |index: usize| specs[index].is_none_or(|spec| !spec.without_key);
        let mut taken: BTreeSet<char> = keys.iter().flatten().copied().collect();
        for (index, key) in keys.iter_mut().enumerate() {
            if key.is_none() && may_have_one(index) {
                *key = key_of(index).filter(|&key| taken.insert(key));
            }
        }
        // The function visits the free keys once. In a set of thousands of labels, most labels get no key.
        let mut free = (0..).map_while(key_of).filter(|key| !taken.contains(key));
        for (index, key) in keys.iter_mut().enumerate() {
            if key.is_none() && may_have_one(index) {
                *key = free.next();
            }
        }
        keys
    }

    /// The color of each label of the set: an index below [`N_COLORS`], or [`NEUTRAL_COLOR`].
    /// A label without a stored color was added by an earlier version and has the color of its position.
    /// Labels at positions after the last color are gray.
    pub fn colors(&self, names: &[String]) -> Vec<u32> {
        let stored = |name: &String| self.0.get(name).and_then(|spec| spec.color);
        let color = |(name, index): (&String, u32)| stored(name).unwrap_or(index).min(NEUTRAL_COLOR);
        names.iter().zip(0..).map(color).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(names: &[&str]) -> Vec<String> {
        names.iter().map(|&name| name.into()).collect()
    }

    fn with_key(key: char) -> LabelSpec {
        LabelSpec {
            key: Some(key),
            ..LabelSpec::default()
        }
    }

    /// The display properties of a set in which labels were added one after another.
    fn settled(set: &[String]) -> LabelSpecs {
        let mut specs = LabelSpecs::default();
        specs.assign_missing(set);
        specs
    }

    fn keys_of(specs: &LabelSpecs, set: &[String]) -> String {
        let keys = specs.keys(set).into_iter();
        keys.map(|key| key.unwrap_or('-')).collect()
    }

    #[test]
    fn label_keeps_key_and_color_when_others_change() {
        let set = names(&["yes", "no", "maybe", "else"]);
        let specs = settled(&set);
        assert_eq!(keys_of(&specs, &set), "1234");
        assert_eq!(specs.colors(&set), [16, 17, 18, 19]);
        // The label set after one label was removed.
        let without = names(&["yes", "maybe", "else"]);
        let mut removed = specs.clone();
        removed.retire("no", 1);
        assert_eq!(keys_of(&removed, &without), "134");
        assert_eq!(removed.colors(&without), [16, 18, 19]);
        // One label was merged into another label.
        let mut joined = specs.clone();
        joined.forget("no");
        assert_eq!(keys_of(&joined, &without), "134");
        assert_eq!(joined.colors(&without), [16, 18, 19]);
        // The label set with its labels in a different order.
        let moved = names(&["else", "maybe", "no", "yes"]);
        assert_eq!(keys_of(&specs, &moved), "4321");
        assert_eq!(specs.colors(&moved), [19, 18, 17, 16]);
        // One label was renamed.
        let mut renamed = specs.clone();
        renamed.rename("no", "never");
        let set = names(&["yes", "never", "maybe", "else"]);
        assert_eq!(keys_of(&renamed, &set), "1234");
        assert_eq!(renamed.colors(&set), [16, 17, 18, 19]);
    }

    #[test]
    fn new_label_gets_free_key_and_color_before_those_of_removed_labels() {
        let set = names(&["yes", "no"]);
        let mut specs = settled(&names(&["yes", "gone", "no"]));
        specs.retire("gone", 1);
        let set: Vec<String> = set.into_iter().chain(names(&["new"])).collect();
        specs.assign_missing(&set);
        assert_eq!(keys_of(&specs, &set), "134", "the key of a removed label is reserved");
        assert_eq!(specs.colors(&set), [16, 18, 19]);
        let (index, lost) = specs.restore("gone", &set);
        assert_eq!((index, lost), (1, None));
        assert_eq!(specs.of("gone").key, Some('2'));
        // The keys and colors of labels that were merged are not reserved.
        let mut specs = settled(&names(&["yes", "gone", "no"]));
        specs.forget("gone");
        specs.assign_missing(&set);
        assert_eq!(keys_of(&specs, &set), "132");
        assert_eq!(specs.colors(&set), [16, 18, 17]);
    }

    #[test]
    fn labels_beyond_the_palette_are_gray() {
        let many: Vec<String> = (0..40).map(|index| index.to_string()).collect();
        let first = &many[..N_COLORS as usize];
        let mut specs = LabelSpecs::default();
        let spec = LabelSpec {
            color: Some(1),
            ..LabelSpec::default()
        };
        specs.set("0", spec, &many).expect("no key");
        specs.assign_missing(first);
        // Label 0 has a color of an earlier version; the other labels get the newer colors first.
        assert_eq!(specs.colors(&first[..10]), [1, 16, 17, 18, 19, 20, 21, 22, 23, 0]);
        let mut colors = specs.colors(first);
        colors.sort_unstable();
        assert_eq!(colors, (0..N_COLORS).collect::<Vec<u32>>());
        specs.assign_missing(&many);
        assert_eq!(specs.colors(&many)[N_COLORS as usize..], [NEUTRAL_COLOR; 16]);
        assert_eq!(specs.colors(&many)[..N_COLORS as usize], specs.colors(first));
        // The user may give a gray label any color, even the color of another label.
        let spec = LabelSpec {
            color: Some(1),
            ..specs.of("30")
        };
        specs.set("30", spec, &many).expect("no new key");
        let colors = specs.colors(&many);
        assert_eq!((colors[0], colors[30], colors[31]), (1, 1, NEUTRAL_COLOR));
        // A label without a key gets no key when the key of another label becomes free.
        assert_eq!(specs.keys(&many).into_iter().flatten().count(), 31);
        specs.retire("0", 0);
        specs.assign_missing(&many[1..]);
        assert_eq!(specs.keys(&many[1..]).into_iter().flatten().count(), 30);
    }

    #[test]
    fn older_set_keeps_its_displayed_keys_and_colors() {
        let set = names(&["yes", "no", "maybe", "else"]);
        let older = r#"{"maybe":{"key":"1"},"else":{"color":0}}"#;
        let mut specs: LabelSpecs = serde_json::from_str(older).expect("label specs");
        let (keys, colors) = (keys_of(&specs, &set), specs.colors(&set));
        assert_eq!((keys.as_str(), &colors[..]), ("3214", &[0, 1, 2, 0][..]));
        specs.store_displayed(&set);
        assert_eq!(keys_of(&specs, &set), keys);
        assert_eq!(specs.colors(&set), colors);
        let without = names(&["yes", "maybe", "else"]);
        assert_eq!(keys_of(&specs, &without), "314");
        let json = serde_json::to_string(&specs).expect("JSON");
        assert_eq!(serde_json::from_str::<LabelSpecs>(&json).expect("label specs"), specs);
    }

    #[test]
    fn restored_label_returns_to_its_position_and_takes_no_key() {
        let set = names(&["yes", "no", "maybe"]);
        let mut specs = settled(&set);
        specs
            .set(
                "no",
                LabelSpec {
                    key: Some('n'),
                    ..specs.of("no")
                },
                &set,
            )
            .expect("free");
        specs.retire("no", 1);
        let without = names(&["yes", "maybe"]);
        assert_eq!(specs.retired(&without).collect::<Vec<_>>(), ["no"]);
        assert_eq!(specs.clone().restore("no", &without), (1, None));
        assert_eq!(
            specs.clone().restore("no", &[]),
            (0, None),
            "the set has become smaller"
        );
        assert_eq!(
            specs.clone().restore("never", &without),
            (2, None),
            "a new label is added at the end"
        );
        let mut back = specs.clone();
        back.restore("no", &without);
        assert_eq!(keys_of(&back, &set), "1n3");
        assert_eq!(back.retired(&set).count(), 0);
        let mut renamed = specs.clone();
        renamed.rename("maybe", "no");
        assert_eq!(
            (renamed.of("no").key, renamed.retired(&without).count()),
            (Some('3'), 0)
        );

        let spec = LabelSpec {
            key: Some('n'),
            ..specs.of("maybe")
        };
        specs.set("maybe", spec, &without).expect("its owner is not there");
        let (index, lost) = specs.restore("no", &without);
        let expected = LostKey {
            name: "no".into(),
            key: 'n',
            owner: "maybe".into(),
        };
        assert_eq!((index, lost), (1, Some(expected)));
        specs.assign_missing(&set);
        assert_eq!(keys_of(&specs, &set), "12n");
    }

    #[test]
    fn restored_label_does_not_share_a_color_that_another_label_got() {
        let many: Vec<String> = (0..N_COLORS).map(|index| index.to_string()).collect();
        let mut specs = settled(&many);
        let color = specs.of("3").color;
        specs.retire("3", 3);
        let mut set: Vec<String> = many.iter().filter(|name| *name != "3").cloned().collect();
        set.push("new".into());
        specs.assign_missing(&set);
        assert_eq!(specs.of("new").color, color, "no other color is free");
        specs.restore("3", &set);
        set.insert(3, "3".into());
        specs.assign_missing(&set);
        assert_eq!(
            (specs.of("3").color, specs.of("new").color),
            (Some(NEUTRAL_COLOR), color)
        );
        // A restored label gets its color back if no other label has the color.
        let mut specs = settled(&many);
        specs.retire("3", 3);
        let without: Vec<String> = many.iter().filter(|name| *name != "3").cloned().collect();
        specs.restore("3", &without);
        assert_eq!(specs.of("3").color, color);
    }

    #[test]
    fn key_in_use_is_rejected_or_exchanged() {
        let set = names(&["yes", "no", "maybe", "else"]);
        let mut specs = settled(&set);
        specs
            .set(
                "maybe",
                LabelSpec {
                    key: Some('Y'),
                    ..specs.of("maybe")
                },
                &set,
            )
            .expect("free");
        assert_eq!(keys_of(&specs, &set), "12y4");
        let taken = |key, name: &str| Err(NameError::KeyTaken { key, name: name.into() });
        assert_eq!(specs.set("maybe", with_key('1'), &set), taken('1', "yes"));
        assert_eq!(specs.set("no", with_key('y'), &set), taken('y', "maybe"));
        for key in ['j', 'u', '0', '?', 'é'] {
            assert_eq!(specs.set("no", with_key(key), &set), Err(NameError::NoKey { key }));
        }
        assert_eq!(keys_of(&specs, &set), "12y4");
        specs.take_key("maybe", '1', &set);
        assert_eq!(keys_of(&specs, &set), "y214");
        assert_eq!(specs.colors(&set), [16, 17, 18, 19]);
        let without = LabelSpec {
            key: None,
            without_key: true,
            ..specs.of("no")
        };
        specs.set("no", without, &set).expect("no key");
        assert_eq!(keys_of(&specs, &set), "y-14");
        specs.assign_missing(&set);
        assert_eq!(keys_of(&specs, &set), "y-14", "the label was set to have no key");
        specs.take_key("no", '4', &set);
        assert_eq!(
            keys_of(&specs, &set),
            "y412",
            "a label without a key has none to exchange"
        );
    }

    #[test]
    fn unstored_keys_and_colors_follow_the_position() {
        let many: Vec<String> = (0..40).map(|index| index.to_string()).collect();
        let mut specs = LabelSpecs::default();
        specs.set("39", with_key('1'), &many).expect("free");
        let keys: Vec<char> = specs.keys(&many).into_iter().flatten().collect();
        assert_eq!(keys.len(), 31);
        assert_eq!(keys.iter().collect::<BTreeSet<_>>().len(), 31);
        let set = names(&["yes", "no"]);
        let spec = LabelSpec {
            color: Some(5),
            description: " when it is ".into(),
            ..LabelSpec::default()
        };
        specs.set("yes", spec, &set).expect("no key");
        assert_eq!(specs.colors(&set), [5, 1]);
        assert_eq!(specs.of("yes").description, "when it is");
        specs.set("yes", LabelSpec::default(), &set).expect("no key");
        specs.set("39", LabelSpec::default(), &set).expect("no key");
        assert_eq!(specs, LabelSpecs::default());
        // Labels without stored colors get the colors of their positions, and no two labels get equal colors.
        let colors = specs.colors(&many);
        assert_eq!((colors[15], colors[23]), (15, 23));
        assert_eq!((colors[24], colors[39]), (NEUTRAL_COLOR, NEUTRAL_COLOR));
    }
}
