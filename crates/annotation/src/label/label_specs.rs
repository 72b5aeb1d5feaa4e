//! The display properties of labels: description, key and color.
//!
//! A label gets its key and color when it is added to the set. Both are independent of its position and of other
//! labels. Sets of older versions store neither: there the position determines them ([`LabelSpecs::settle_as_shown`]).

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

use super::names::{NameError, is_key, key_of, keys};

/// Number of colors.
pub const N_COLORS: u32 = 16;

/// The display properties of one label.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Look {
    /// The meaning of the label, and when it applies.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub description: String,
    /// Key of the label.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub key: Option<char>,
    /// Whether the label has no key because the user removed the key, or because all keys were taken.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub without_key: bool,
    /// Color index.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub color: Option<u32>,
    /// Position in the set before the label was removed; `None` while it is in the set.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub left: Option<u32>,
}

/// The display properties of labels by name.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct LabelSpecs(BTreeMap<String, Look>);

/// A label restored to the set without its key, because another label has that key now.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LostKey {
    /// The restored label.
    pub name: String,
    /// Its former key.
    pub key: char,
    /// The label that has the key now.
    pub owner: String,
}

impl Look {
    fn is_settled(&self) -> bool {
        self.color.is_some() && (self.key.is_some() || self.without_key)
    }
}

impl LabelSpecs {
    /// The properties of a label.
    pub fn of(&self, name: &str) -> Look {
        self.0.get(name).cloned().unwrap_or_default()
    }

    /// Sets the properties of a label; keys are not case-sensitive. `names` is the label set.
    ///
    /// # Errors
    /// [`NameError::NoKey`] if the key is reserved, [`NameError::KeyTaken`] if another label has it.
    pub fn set(&mut self, name: &str, look: Look, names: &[String]) -> Result<(), NameError> {
        let look = Look {
            key: look.key.map(|key| key.to_ascii_lowercase()),
            description: look.description.trim().to_owned(),
            ..look
        };
        if let Some(key) = look.key {
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
        self.put(name, look);
        Ok(())
    }

    /// Gives `name` the key of another label. That label gets the former key of `name`, or the first free key if `name`
    /// had none.
    pub fn take_key(&mut self, name: &str, key: char, names: &[String]) {
        let former = self.of(name);
        if let Some(owner) = self.owner(key, name, names).cloned() {
            let look = Look {
                key: former.key,
                without_key: false,
                ..self.of(&owner)
            };
            self.put(&owner, look);
        }
        let look = Look {
            key: Some(key),
            without_key: false,
            ..former
        };
        self.put(name, look);
        self.settle(names);
    }

    /// Records that `name` was removed from position `place` of the set. Its properties are kept in case the label is
    /// restored.
    pub fn leave(&mut self, name: &str, place: usize) {
        self.0.entry(name.to_owned()).or_default().left = u32::try_from(place).ok();
    }

    /// The removed labels that can be restored to the set `names`, by name.
    pub fn absent<'a>(&'a self, names: &'a [String]) -> impl Iterator<Item = &'a String> {
        let has_left = |(name, look): &(&String, &Look)| look.left.is_some() && !names.contains(name);
        self.0.iter().filter(has_left).map(|(name, _)| name)
    }

    /// Restores `name` to the set `names`. Returns its position, which is its former one or the end, and its lost key
    /// if another label has that key now. [`LabelSpecs::settle`] then assigns another key.
    pub fn come(&mut self, name: &str, names: &[String]) -> (usize, Option<LostKey>) {
        let Some(look) = self.0.get(name).cloned() else {
            return (names.len(), None);
        };
        let place = look.left.map_or(names.len(), |place| (place as usize).min(names.len()));
        let lost = look.key.and_then(|key| {
            let owner = self.owner(key, name, names)?.clone();
            let name = name.to_owned();
            Some(LostKey { name, key, owner })
        });
        let look = Look {
            key: look.key.filter(|_| lost.is_none()),
            left: None,
            ..look
        };
        self.put(name, look);
        (place, lost)
    }

    /// The other label in the set that has this key.
    fn owner<'a>(&self, key: char, name: &str, names: &'a [String]) -> Option<&'a String> {
        let has_it = |other: &&String| *other != name && self.0.get(*other).is_some_and(|look| look.key == Some(key));
        names.iter().find(has_it)
    }

    fn put(&mut self, name: &str, look: Look) {
        match look == Look::default() {
            true => self.0.remove(name),
            false => self.0.insert(name.to_owned(), look),
        };
    }

    /// Deletes the properties of `name`.
    pub fn forget(&mut self, name: &str) {
        self.0.remove(name);
    }

    /// Moves the properties of `old` to `new`. Properties of a removed label named `new` are lost.
    pub fn rename(&mut self, old: &str, new: &str) {
        let look = self.0.remove(old).unwrap_or_default();
        self.put(new, look);
    }

    /// Assigns a key and a color to each label of the set that has none: the first free one. Keys and colors of removed
    /// labels are assigned last, so that these labels can get them back. If all keys are taken, a label gets none; if
    /// all colors are taken, it gets one of the least used. O(n log n).
    pub fn settle(&mut self, names: &[String]) {
        let is_open = |name: &&String| self.0.get(*name).is_none_or(|look| !look.is_settled());
        let open: Vec<&String> = names.iter().filter(is_open).collect();
        if open.is_empty() {
            return;
        }
        let looks = || names.iter().filter_map(|name| self.0.get(name));
        let absent = || self.absent(names).filter_map(|name| self.0.get(name));
        let taken: BTreeSet<char> = looks().filter_map(|look| look.key).collect();
        let kept: BTreeSet<char> = absent().filter_map(|look| look.key).collect();
        let (kept, free): (Vec<char>, Vec<char>) = keys()
            .filter(|key| !taken.contains(key))
            .partition(|key| kept.contains(key));
        let mut free = free.into_iter().chain(kept);
        let mut n_with = [0_usize; N_COLORS as usize];
        for color in looks().filter_map(|look| look.color) {
            n_with[(color % N_COLORS) as usize] += 1;
        }
        let kept: BTreeSet<u32> = absent().filter_map(|look| look.color).collect();
        for name in open {
            let mut look = self.of(name);
            if look.key.is_none() && !look.without_key {
                look.key = free.next();
                look.without_key = look.key.is_none();
            }
            if look.color.is_none() {
                let order = |color: &u32| (n_with[*color as usize], kept.contains(color));
                let color = (0..N_COLORS).min_by_key(order).unwrap_or_default();
                n_with[color as usize] += 1;
                look.color = Some(color);
            }
            self.0.insert(name.clone(), look);
        }
    }

    /// Stores the displayed key and color of each label that has none stored. Older versions stored only those that the
    /// user had chosen.
    pub fn settle_as_shown(&mut self, names: &[String]) {
        let shown = self.keys(names).into_iter().zip(self.colors(names));
        for (name, (key, color)) in names.iter().zip(shown) {
            let look = self.0.entry(name.clone()).or_default();
            look.key = key;
            look.without_key = key.is_none();
            look.color = Some(color);
        }
    }

    /// The key of each label of the set. A label without a stored key gets the key of its position, or the first free
    /// key if another label has that one. When all keys are taken, labels get none.
    pub fn keys(&self, names: &[String]) -> Vec<Option<char>> {
        let looks: Vec<Option<&Look>> = names.iter().map(|name| self.0.get(name)).collect();
        let mut keys: Vec<Option<char>> = looks.iter().map(|look| look.and_then(|look| look.key)).collect();
        let may_have_one = |place: usize| looks[place].is_none_or(|look| !look.without_key);
        let mut taken: BTreeSet<char> = keys.iter().flatten().copied().collect();
        for (place, key) in keys.iter_mut().enumerate() {
            if key.is_none() && may_have_one(place) {
                *key = key_of(place).filter(|&key| taken.insert(key));
            }
        }
        // A single pass over the free keys: with thousands of labels, most get no key.
        let mut free = (0..).map_while(key_of).filter(|key| !taken.contains(key));
        for (place, key) in keys.iter_mut().enumerate() {
            if key.is_none() && may_have_one(place) {
                *key = free.next();
            }
        }
        keys
    }

    /// The color of each label of the set. A label without a stored color gets the color of its position.
    pub fn colors(&self, names: &[String]) -> Vec<u32> {
        let color = |(name, place): (&String, u32)| self.0.get(name).and_then(|look| look.color).unwrap_or(place);
        names.iter().zip(0..).map(|pair| color(pair) % N_COLORS).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(names: &[&str]) -> Vec<String> {
        names.iter().map(|&name| name.into()).collect()
    }

    fn with_key(key: char) -> Look {
        Look {
            key: Some(key),
            ..Look::default()
        }
    }

    /// The properties of a set whose labels were added one after another.
    fn settled(set: &[String]) -> LabelSpecs {
        let mut looks = LabelSpecs::default();
        looks.settle(set);
        looks
    }

    fn keys_of(looks: &LabelSpecs, set: &[String]) -> String {
        let keys = looks.keys(set).into_iter();
        keys.map(|key| key.unwrap_or('-')).collect()
    }

    #[test]
    fn label_keeps_key_and_color_when_others_change() {
        let set = names(&["yes", "no", "maybe", "else"]);
        let looks = settled(&set);
        assert_eq!(keys_of(&looks, &set), "1234");
        assert_eq!(looks.colors(&set), [0, 1, 2, 3]);
        // A label is removed.
        let without = names(&["yes", "maybe", "else"]);
        let mut removed = looks.clone();
        removed.leave("no", 1);
        assert_eq!(keys_of(&removed, &without), "134");
        assert_eq!(removed.colors(&without), [0, 2, 3]);
        // A label is merged into another one.
        let mut joined = looks.clone();
        joined.forget("no");
        assert_eq!(keys_of(&joined, &without), "134");
        assert_eq!(joined.colors(&without), [0, 2, 3]);
        // The labels are reordered.
        let moved = names(&["else", "maybe", "no", "yes"]);
        assert_eq!(keys_of(&looks, &moved), "4321");
        assert_eq!(looks.colors(&moved), [3, 2, 1, 0]);
        // A label is renamed.
        let mut renamed = looks.clone();
        renamed.rename("no", "never");
        let set = names(&["yes", "never", "maybe", "else"]);
        assert_eq!(keys_of(&renamed, &set), "1234");
        assert_eq!(renamed.colors(&set), [0, 1, 2, 3]);
    }

    #[test]
    fn new_label_gets_free_key_and_color_before_those_of_removed_labels() {
        let set = names(&["yes", "no"]);
        let mut looks = settled(&names(&["yes", "gone", "no"]));
        looks.leave("gone", 1);
        let set: Vec<String> = set.into_iter().chain(names(&["new"])).collect();
        looks.settle(&set);
        assert_eq!(
            keys_of(&looks, &set),
            "134",
            "the key of the one that is gone is kept for it"
        );
        assert_eq!(looks.colors(&set), [0, 2, 3]);
        let (place, lost) = looks.come("gone", &set);
        assert_eq!((place, lost), (1, None));
        assert_eq!(looks.of("gone").key, Some('2'));
        // Nothing is reserved for merged labels.
        let mut looks = settled(&names(&["yes", "gone", "no"]));
        looks.forget("gone");
        looks.settle(&set);
        assert_eq!(keys_of(&looks, &set), "132");
        assert_eq!(looks.colors(&set), [0, 2, 1]);
    }

    #[test]
    fn labels_share_a_color_only_if_there_are_more_labels_than_colors() {
        let many: Vec<String> = (0..40).map(|place| place.to_string()).collect();
        let first = &many[..N_COLORS as usize];
        let mut looks = LabelSpecs::default();
        let look = Look {
            color: Some(1),
            ..Look::default()
        };
        looks.set("0", look, &many).expect("no key");
        looks.settle(first);
        let mut colors = looks.colors(first);
        colors.sort_unstable();
        assert_eq!(colors, (0..N_COLORS).collect::<Vec<u32>>());
        looks.settle(&many);
        let mut n_with = [0; N_COLORS as usize];
        looks
            .colors(&many)
            .iter()
            .for_each(|&color| n_with[color as usize] += 1);
        assert!(n_with.iter().all(|n| (2..=3).contains(n)), "{n_with:?}");
        // The labels without a key do not get one when it becomes free.
        assert_eq!(looks.keys(&many).into_iter().flatten().count(), 31);
        looks.leave("0", 0);
        looks.settle(&many[1..]);
        assert_eq!(looks.keys(&many[1..]).into_iter().flatten().count(), 30);
    }

    #[test]
    fn older_set_keeps_its_displayed_keys_and_colors() {
        let set = names(&["yes", "no", "maybe", "else"]);
        let older = r#"{"maybe":{"key":"1"},"else":{"color":0}}"#;
        let mut looks: LabelSpecs = serde_json::from_str(older).expect("looks");
        let (keys, colors) = (keys_of(&looks, &set), looks.colors(&set));
        assert_eq!((keys.as_str(), &colors[..]), ("3214", &[0, 1, 2, 0][..]));
        looks.settle_as_shown(&set);
        assert_eq!(keys_of(&looks, &set), keys);
        assert_eq!(looks.colors(&set), colors);
        let without = names(&["yes", "maybe", "else"]);
        assert_eq!(keys_of(&looks, &without), "314");
        let json = serde_json::to_string(&looks).expect("JSON");
        assert_eq!(serde_json::from_str::<LabelSpecs>(&json).expect("looks"), looks);
    }

    #[test]
    fn restored_label_returns_to_its_position_and_takes_no_key() {
        let set = names(&["yes", "no", "maybe"]);
        let mut looks = settled(&set);
        looks
            .set(
                "no",
                Look {
                    key: Some('n'),
                    ..looks.of("no")
                },
                &set,
            )
            .expect("free");
        looks.leave("no", 1);
        let without = names(&["yes", "maybe"]);
        assert_eq!(looks.absent(&without).collect::<Vec<_>>(), ["no"]);
        assert_eq!(looks.clone().come("no", &without), (1, None));
        assert_eq!(looks.clone().come("no", &[]), (0, None), "there are fewer now");
        assert_eq!(looks.clone().come("never", &without), (2, None), "a new label");
        let mut back = looks.clone();
        back.come("no", &without);
        assert_eq!(keys_of(&back, &set), "1n3");
        assert_eq!(back.absent(&set).count(), 0);
        let mut renamed = looks.clone();
        renamed.rename("maybe", "no");
        assert_eq!((renamed.of("no").key, renamed.absent(&without).count()), (Some('3'), 0));

        let look = Look {
            key: Some('n'),
            ..looks.of("maybe")
        };
        looks.set("maybe", look, &without).expect("its owner is not there");
        let (place, lost) = looks.come("no", &without);
        let expected = LostKey {
            name: "no".into(),
            key: 'n',
            owner: "maybe".into(),
        };
        assert_eq!((place, lost), (1, Some(expected)));
        looks.settle(&set);
        assert_eq!(keys_of(&looks, &set), "12n");
    }

    #[test]
    fn key_in_use_is_rejected_or_exchanged() {
        let set = names(&["yes", "no", "maybe", "else"]);
        let mut looks = settled(&set);
        looks
            .set(
                "maybe",
                Look {
                    key: Some('Y'),
                    ..looks.of("maybe")
                },
                &set,
            )
            .expect("free");
        assert_eq!(keys_of(&looks, &set), "12y4");
        let taken = |key, name: &str| Err(NameError::KeyTaken { key, name: name.into() });
        assert_eq!(looks.set("maybe", with_key('1'), &set), taken('1', "yes"));
        assert_eq!(looks.set("no", with_key('y'), &set), taken('y', "maybe"));
        for key in ['j', 'u', '0', '?', 'é'] {
            assert_eq!(looks.set("no", with_key(key), &set), Err(NameError::NoKey { key }));
        }
        assert_eq!(keys_of(&looks, &set), "12y4");
        looks.take_key("maybe", '1', &set);
        assert_eq!(keys_of(&looks, &set), "y214");
        assert_eq!(looks.colors(&set), [0, 1, 2, 3]);
        let without = Look {
            key: None,
            without_key: true,
            ..looks.of("no")
        };
        looks.set("no", without, &set).expect("no key");
        assert_eq!(keys_of(&looks, &set), "y-14");
        looks.settle(&set);
        assert_eq!(keys_of(&looks, &set), "y-14", "it is to have none");
        looks.take_key("no", '4', &set);
        assert_eq!(keys_of(&looks, &set), "y412", "who had none gives none");
    }

    #[test]
    fn unstored_keys_and_colors_follow_the_position() {
        let many: Vec<String> = (0..40).map(|place| place.to_string()).collect();
        let mut looks = LabelSpecs::default();
        looks.set("39", with_key('1'), &many).expect("free");
        let keys: Vec<char> = looks.keys(&many).into_iter().flatten().collect();
        assert_eq!(keys.len(), 31);
        assert_eq!(keys.iter().collect::<BTreeSet<_>>().len(), 31);
        let set = names(&["yes", "no"]);
        let look = Look {
            color: Some(5),
            description: " when it is ".into(),
            ..Look::default()
        };
        looks.set("yes", look, &set).expect("no key");
        assert_eq!(looks.colors(&set), [5, 1]);
        assert_eq!(looks.of("yes").description, "when it is");
        looks.set("yes", Look::default(), &set).expect("no key");
        looks.set("39", Look::default(), &set).expect("no key");
        assert_eq!(looks, LabelSpecs::default());
    }
}
