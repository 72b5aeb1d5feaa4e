//! How labels are shown to whoever gives them: what they mean, their keys and their colors.

use std::collections::BTreeMap;
use std::ops::RangeInclusive;

use serde::{Deserialize, Serialize};

use super::names::{NameError, is_key, key_of};

/// How one label is shown.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Look {
    /// What it means, and when a text has it.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub description: String,
    /// The key that a person chose for it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub key: Option<char>,
    /// Which of the colors a person chose for it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub color: Option<u32>,
    /// Where it stood in the set, while it is out of it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub left: Option<u32>,
}

/// The looks of labels, by name; one that nobody changed has none.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Looks(BTreeMap<String, Look>);

impl Looks {
    /// How that label is shown.
    pub fn of(&self, name: &str) -> Look {
        self.0.get(name).cloned().unwrap_or_default()
    }

    /// Shows it like that from now on; either case of a letter is one key. `names`: the set.
    ///
    /// # Errors
    /// [`NameError::NoKey`] where the key means something else, [`NameError::KeyTaken`] where it was chosen for another.
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

    /// `name` is taken out of the set, in which it is at `place`. It keeps its look, for when it comes back.
    pub fn leave(&mut self, name: &str, place: usize) {
        self.0.entry(name.to_owned()).or_default().left = u32::try_from(place).ok();
    }

    /// Who has left the set `names` and can come back, by name.
    pub fn absent<'a>(&'a self, names: &'a [String]) -> impl Iterator<Item = &'a String> {
        let has_left = |(name, look): &(&String, &Look)| look.left.is_some() && !names.contains(name);
        self.0.iter().filter(has_left).map(|(name, _)| name)
    }

    /// Where `name` belongs in the set that it comes to: where it left it, or at the end. The key that it had is another's
    /// where that was chosen in the meantime.
    pub fn come(&mut self, name: &str, names: &[String]) -> usize {
        let Some(look) = self.0.get(name).cloned() else {
            return names.len();
        };
        let place = look.left.map_or(names.len(), |place| (place as usize).min(names.len()));
        let look = Look {
            key: look.key.filter(|&key| self.owner(key, name, names).is_none()),
            left: None,
            ..look
        };
        self.put(name, look);
        place
    }

    /// Who of the others has chosen that key.
    fn owner<'a>(&self, key: char, name: &str, names: &'a [String]) -> Option<&'a String> {
        let has_it = |other: &&String| *other != name && self.of(other).key == Some(key);
        names.iter().find(has_it)
    }

    fn put(&mut self, name: &str, look: Look) {
        match look == Look::default() {
            true => self.0.remove(name),
            false => self.0.insert(name.to_owned(), look),
        };
    }

    /// Of that name nothing stays.
    pub fn forget(&mut self, name: &str) {
        self.0.remove(name);
    }

    /// What `old` was shown like, `new` is; of a label of that name that has left the set nothing stays.
    pub fn rename(&mut self, old: &str, new: &str) {
        let look = self.0.remove(old).unwrap_or_default();
        self.put(new, look);
    }

    /// The key of each label of the set. Those that were chosen come first; who has none of these has the key of its
    /// place, or, where that is another's, the first that nobody has. Labels past the last key have none.
    pub fn keys(&self, names: &[String]) -> Vec<Option<char>> {
        let mut keys: Vec<Option<char>> = names.iter().map(|name| self.of(name).key).collect();
        for place in 0..keys.len() {
            if keys[place].is_none() {
                keys[place] = key_of(place).filter(|key| !keys.contains(&Some(*key)));
            }
        }
        // Of thousands of labels most have none: what is free is looked for once.
        let free = (0..).map_while(key_of).filter(|key| !keys.contains(&Some(*key)));
        let free: Vec<char> = free.collect();
        let without = keys.iter_mut().filter(|key| key.is_none());
        without.zip(free).for_each(|(key, free)| *key = Some(free));
        keys
    }

    /// The labels at these places of the set have the colors that they have now, wherever they come to stand.
    pub fn keep_colors(&mut self, names: &[String], places: RangeInclusive<usize>) {
        let colors = self.colors(names);
        for (name, color) in names[places.clone()].iter().zip(&colors[places]) {
            self.0.entry(name.clone()).or_default().color = Some(*color);
        }
    }

    /// Which of the colors each label of the set has: the one that was chosen, or that of its place.
    pub fn colors(&self, names: &[String]) -> Vec<u32> {
        let color = |(name, place): (&String, u32)| self.of(name).color.unwrap_or(place);
        names.iter().zip(0..).map(color).collect()
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

    #[test]
    fn who_comes_back_stands_where_it_stood_and_takes_nobody_a_key() {
        let set = names(&["yes", "no", "maybe"]);
        let mut looks = Looks::default();
        looks.set("no", with_key('n'), &set).expect("free");
        looks.leave("no", 1);
        let without = names(&["yes", "maybe"]);
        assert_eq!(looks.absent(&without).collect::<Vec<_>>(), ["no"]);
        assert_eq!(looks.clone().come("no", &without), 1);
        assert_eq!(looks.clone().come("no", &[]), 0, "there are fewer now");
        assert_eq!(looks.clone().come("never", &without), 2, "nobody knew it");
        let mut back = looks.clone();
        back.come("no", &without);
        assert_eq!(back.of("no"), with_key('n'));
        assert_eq!(back.absent(&set).count(), 0);
        let mut renamed = looks.clone();
        renamed.rename("maybe", "no");
        assert_eq!(
            (renamed.of("no"), renamed.absent(&without).count()),
            (Look::default(), 0)
        );

        looks
            .set("maybe", with_key('n'), &without)
            .expect("its owner is not there");
        looks.come("no", &without);
        assert_eq!(looks.of("no"), Look::default());
        assert_eq!(looks.keys(&set), ['1', '2', 'n'].map(Some));
    }

    #[test]
    fn chosen_keys_come_first_and_nobody_shares_one() {
        let names = names(&["yes", "no", "maybe", "else"]);
        let mut looks = Looks::default();
        let keys = |looks: &Looks| {
            looks
                .keys(&names)
                .into_iter()
                .map(|key| key.expect("there are enough"))
                .collect::<String>()
        };
        assert_eq!(keys(&looks), "1234");
        looks.set("maybe", with_key('Y'), &names).expect("free");
        assert_eq!(keys(&looks), "12y4", "everyone else keeps the key of its place");
        looks
            .set("maybe", with_key('1'), &names)
            .expect("the key of a place is free");
        assert_eq!(keys(&looks), "3214", "who lost it gets the first that is left");
        let taken = NameError::KeyTaken {
            key: '1',
            name: "maybe".into(),
        };
        assert_eq!(looks.set("no", with_key('1'), &names), Err(taken));
        for key in ['j', 'u', '0', '?', 'é'] {
            assert_eq!(looks.set("no", with_key(key), &names), Err(NameError::NoKey { key }));
        }
        assert_eq!(keys(&looks), "3214");
        looks.rename("maybe", "perhaps");
        assert_eq!(looks.of("perhaps").key, Some('1'));
        assert_eq!(looks.of("maybe"), Look::default());
    }

    #[test]
    fn there_are_as_many_keys_as_there_are() {
        let many: Vec<String> = (0..40).map(|place| place.to_string()).collect();
        let mut looks = Looks::default();
        looks.set("39", with_key('1'), &many).expect("free");
        let keys: Vec<char> = looks.keys(&many).into_iter().flatten().collect();
        assert_eq!(keys.len(), 31);
        let mut distinct = keys.clone();
        distinct.sort_unstable();
        distinct.dedup();
        assert_eq!(distinct.len(), 31);
    }

    #[test]
    fn colors_are_those_of_places_unless_chosen() {
        let names = names(&["yes", "no"]);
        let mut looks = Looks::default();
        let look = Look {
            color: Some(5),
            description: " when it is ".into(),
            ..Look::default()
        };
        looks.set("yes", look, &names).expect("no key");
        assert_eq!(looks.colors(&names), [5, 1]);
        assert_eq!(looks.of("yes").description, "when it is");
        let json = serde_json::to_string(&looks).expect("JSON");
        assert_eq!(json, r#"{"yes":{"description":"when it is","color":5}}"#);
        assert_eq!(serde_json::from_str::<Looks>(&json).expect("looks"), looks);
        looks.set("yes", Look::default(), &names).expect("no key");
        assert_eq!(looks, Looks::default());
    }
}
