//! The display properties of labels: description, keyboard key and color.
//!
//! A label gets its keyboard key and its color when the label is added to the label set.
//! The key and the color do not change when the label is moved, or when other labels are added or removed.
//! Label sets from older versions store neither keyboard keys nor colors.
//! A label without a stored key and color has the default key and color of its position in the set.
//! [`LabelSpecs::store_displayed`] stores these default keys and colors.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

use super::names::{NameError, is_key, key_of, keys};

/// Number of colors in the palette for labels.
pub const N_COLORS: u32 = 24;
/// Number of colors in the palette of versions before 2026-11-28.
/// These earlier colors come first in the palette. Users with a color vision deficiency can confuse some of them.
/// Therefore new labels get one of the earlier colors only if all later colors of the palette are in use.
pub const N_EARLIER_COLORS: u32 = 16;
/// Color index of gray, for labels without a palette color. Gray labels are distinguished by their key or initials.
/// Several labels may be gray, but no palette color is automatically assigned to two labels.
pub const NEUTRAL_COLOR: u32 = N_COLORS;

/// The display properties of one label: description, keyboard key and color.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct LabelSpec {
    /// The meaning of the label, and the condition for its use.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub description: String,
    /// Keyboard key that assigns the label.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub key: Option<char>,
    /// True if the user removed the label's key, or if no key was free. The label then gets no key automatically.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub without_key: bool,
    /// Index of the label's color in the palette, or [`NEUTRAL_COLOR`].
    #[serde(skip_serializing_if = "Option::is_none")]
    pub color: Option<u32>,
    /// Position of the label in the set before its removal; `None` while the label is in the set.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub left: Option<u32>,
}

/// Maps the name of each label to the display properties of the label.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct LabelSpecs(BTreeMap<String, LabelSpec>);

/// A label that was restored without its keyboard key, because a different label has the key now.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LostKey {
    /// Name of the restored label.
    pub name: String,
    /// Keyboard key that the restored label had before its removal.
    pub key: char,
    /// Name of the label that has the keyboard key now.
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

    /// Sets the display properties of a label. Keyboard keys are not case-sensitive. `names` is the label set.
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

    /// Assigns the keyboard key `key` of another label to the label `name`.
    /// The other label gets the former keyboard key of `name`, or the first free key if `name` had no key.
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
    /// The display properties of the label are kept, in case the user restores the label.
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
    /// Also returns the keyboard key that the label lost to another label, if any.
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

    /// Deletes the display properties of the label `name`.
    pub fn forget(&mut self, name: &str) {
        self.0.remove(name);
    }

    /// Moves the display properties of the label `old` to `new`. The properties of a removed label `new` are lost.
    pub fn rename(&mut self, old: &str, new: &str) {
        let spec = self.0.remove(old).unwrap_or_default();
        self.put(new, spec);
    }

    /// Assigns the first free keyboard key to each label of the set that has no key.
    /// Assigns the first free color to each label of the set that has no color.
    /// Keys and colors of removed labels are used last, so that restored labels can get them back.
    /// The first [`N_EARLIER_COLORS`] colors are used after all other colors.
    /// If all keys are in use, the label remains without a key. If all colors are in use, the label gets [`NEUTRAL_COLOR`].
    /// O(n (r + log n)) time for n labels and r removed labels.
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

    /// The keyboard key of each label in the set.
    /// A label without a stored key gets the default key for its position in the set.
    /// If another label already has the default key, the label gets the first free key, or no key if no key is free.
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

    /// The color of each label in the set: an index below [`N_COLORS`], or [`NEUTRAL_COLOR`].
    /// A label without a stored color was added by an earlier version and has the default color for its position.
    /// Labels at positions after the last color are gray.
    pub fn colors(&self, names: &[String]) -> Vec<u32> {
        let stored = |name: &String| self.0.get(name).and_then(|spec| spec.color);
        let color = |(name, index): (&String, u32)| stored(name).unwrap_or(index).min(NEUTRAL_COLOR);
        names.iter().zip(0..).map(color).collect()
    }
}

#[cfg(test)]
mod tests;
