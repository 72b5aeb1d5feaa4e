//! What the page has asked the network for, and whether it would open without one. Plain Rust, a part of the
//! [`store`](super::store).
//!
//! The list is told by the browser's own timing of resources in the page and in every worker, by the service worker of each
//! request that it makes itself, and by the [way out](fastgas_platform) of each that it sends. It holds no more than the
//! distinct files: addresses without what follows a question mark.

use std::collections::BTreeMap;

use crate::words::{core, say};
use fastgas_platform::network::NotStored;

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Asker {
    Page,
    Worker,
    /// The service worker, which keeps the page's files for use without a network.
    ServiceWorker,
    /// The page, as a person agreed to, of a language model.
    WayOut,
}

/// A file or a service of a host.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Place {
    /// Scheme, host and, where there is one, port.
    pub origin: String,
    /// From the slash on.
    pub path: String,
    pub asker: Asker,
}

/// Whether the page opens without a network.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Offline {
    /// It is not known yet.
    #[default]
    Unknown,
    /// Its files are being stored.
    Storing,
    Ready,
    /// It does not, and why.
    No(NotStored),
}

/// What is known of the network.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Network {
    /// The origin of the page.
    pub own: String,
    /// How often each place was asked.
    pub asked: BTreeMap<Place, u32>,
    /// What the page's policy kept the browser from asking, and how often.
    pub refused: BTreeMap<String, u32>,
    /// Whether the page opens without a network.
    pub offline: Offline,
    /// Whether it would also embed without one.
    pub embeds: bool,
    /// Whether a newer version of the page is stored and waits.
    pub newer: bool,
    /// Whether a person wants it, as soon as everything is on disk.
    pub wants_newer: bool,
    /// How many other tabs keep it from being used, as was found when a person wanted it.
    pub other_tabs: Option<u32>,
    /// Whether the list is shown.
    pub shown: bool,
}

#[derive(Clone, Debug, PartialEq)]
pub enum Action {
    /// The page's own origin.
    Begun(String),
    Asked(Vec<String>, Asker),
    /// The policy kept the browser from asking this.
    Refused(String),
    /// Whether the page opens without a network.
    Offline(Offline),
    /// Whether it would also embed without one.
    Embeds(bool),
    /// A newer version waits.
    Newer,
    /// So many other tabs still need the present one.
    OtherTabs(u32),
    /// A person wants the newer version.
    UseNewer,
    /// A person wants to see the list.
    Show,
    Hide,
}

/// Something to be done in the world.
#[derive(Clone, Debug, PartialEq)]
pub enum Effect {
    /// Begin with the newer version, unless other tabs are open.
    UseNewer,
}

impl Network {
    /// Takes `action` into account. `is_saved`: whether everything is on disk, so that a reload loses nothing.
    pub fn apply(&mut self, action: Action, is_saved: bool) -> Vec<Effect> {
        match action {
            Action::Begun(origin) => self.own = origin,
            Action::Asked(addresses, asker) => {
                for place in addresses.iter().filter_map(|address| Place::of(address, asker)) {
                    *self.asked.entry(place).or_default() += 1;
                }
            }
            Action::Refused(address) => {
                let place = Place::of(&address, Asker::Page).map(|place| place.origin + &place.path);
                *self.refused.entry(place.unwrap_or(address)).or_default() += 1;
            }
            Action::Offline(offline) => self.offline = offline,
            Action::Embeds(embeds) => self.embeds = embeds,
            Action::Newer => self.newer = true,
            Action::OtherTabs(n) => self.other_tabs = Some(n),
            Action::UseNewer => {
                self.wants_newer = self.newer;
                return self.use_newer(is_saved);
            }
            Action::Show => self.shown = true,
            Action::Hide => self.shown = false,
        }
        Vec::new()
    }

    /// Begins with the newer version, where a person wants it and everything is on disk.
    pub fn use_newer(&mut self, is_saved: bool) -> Vec<Effect> {
        if !self.wants_newer || !is_saved {
            return Vec::new();
        }
        (self.wants_newer, self.other_tabs) = (false, None);
        vec![Effect::UseNewer]
    }

    /// Whether it works without a network, in words.
    pub fn offline_words(&self) -> String {
        match &self.offline {
            Offline::Unknown => say!("network-whether-page-opens-without"),
            Offline::Storing => say!("network-pages-files-being-stored"),
            Offline::Ready if self.embeds => say!("network-pages-files-stored-opens"),
            Offline::Ready => say!("network-opens-embeds-later"),
            Offline::No(why) => say!("network-page-does-not-open", reason = reason(why)),
        }
    }

    /// How many requests were made.
    pub fn n_asked(&self) -> u32 {
        self.asked.values().sum()
    }

    /// How many of them went to another host than the page's own.
    pub fn n_elsewhere(&self) -> u32 {
        let elsewhere = self.asked.iter().filter(|(place, _)| place.origin != self.own);
        elsewhere.map(|(place, &n)| self.n_sent(place, n)).sum()
    }

    /// How many of `n` requests were sent: browsers list some of those that the policy kept from it, too.
    fn n_sent(&self, place: &Place, n: u32) -> u32 {
        let refused = self.refused.get(&format!("{}{}", place.origin, place.path));
        n.saturating_sub(refused.copied().unwrap_or(0))
    }

    /// How many requests went to each origin, the page's own first.
    pub fn by_origin(&self) -> Vec<(&str, u32)> {
        let mut sums = BTreeMap::<&str, u32>::new();
        for (place, &n) in &self.asked {
            *sums.entry(&place.origin).or_default() += self.n_sent(place, n);
        }
        sums.retain(|_, n| *n > 0);
        let mut sums: Vec<(&str, u32)> = sums.into_iter().collect();
        sums.sort_by_key(|&(origin, _)| origin != self.own);
        sums
    }
}

fn reason(why: &NotStored) -> String {
    match why {
        NotStored::NotBuilt => say!("network-no-service-worker"),
        NotStored::NotHere => say!("network-no-copies-here"),
        NotStored::Hindered => say!("network-hindered"),
        NotStored::Foreign(path) => say!("network-foreign-file", path),
        NotStored::Said(reason) => core::reason(reason),
    }
}

impl Place {
    /// None of what never leaves the browser: `blob:`, `data:` and the like.
    fn of(address: &str, asker: Asker) -> Option<Place> {
        let (scheme, rest) = address.split_once("://")?;
        if scheme.contains(':') {
            return None;
        }
        let rest = rest.split(['?', '#']).next().unwrap_or_default();
        let (host, path) = rest.find('/').map_or((rest, "/"), |at| rest.split_at(at));
        Some(Place {
            origin: format!("{scheme}://{host}"),
            path: path.into(),
            asker,
        })
    }
}

impl Asker {
    /// As the list names it.
    pub fn name(self) -> String {
        match self {
            Asker::Page => say!("network-page"),
            Asker::Worker => say!("network-worker"),
            Asker::ServiceWorker => say!("network-offline-copy"),
            Asker::WayOut => say!("network-language-model"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seen(actions: impl IntoIterator<Item = Action>) -> Network {
        let mut network = Network::default();
        network.apply(Action::Begun("https://h.io".into()), true);
        for action in actions {
            assert_eq!(network.apply(action, true), []);
        }
        network
    }

    #[test]
    fn requests_are_counted_by_place_and_by_who_asked() {
        let network = seen([
            Action::Asked(
                vec!["https://h.io/a/app.js?v=1".into(), "https://h.io/a/app.js".into()],
                Asker::Page,
            ),
            Action::Asked(vec!["https://h.io/a/app.js".into()], Asker::Worker),
            Action::Asked(
                vec!["http://localhost:1/v1/chat".into(), "wss://h.io".into()],
                Asker::WayOut,
            ),
            Action::Asked(
                vec!["blob:https://h.io/1".into(), "data:text/plain,x".into()],
                Asker::Page,
            ),
        ]);
        assert_eq!((network.n_asked(), network.n_elsewhere()), (5, 2));
        assert_eq!(
            network.by_origin(),
            [("https://h.io", 3), ("http://localhost:1", 1), ("wss://h.io", 1)]
        );
        let counts: Vec<_> = network
            .asked
            .iter()
            .map(|(place, n)| (&*place.path, place.asker, *n))
            .collect();
        let expected = [
            ("/v1/chat", Asker::WayOut, 1),
            ("/a/app.js", Asker::Page, 2),
            ("/a/app.js", Asker::Worker, 1),
            ("/", Asker::WayOut, 1),
        ];
        assert_eq!(counts, expected);
    }

    #[test]
    fn what_works_without_a_network_is_said_as_it_is() {
        let said = |actions: Vec<Action>| seen(actions).offline_words();
        let ready = || Action::Offline(Offline::Ready);
        assert!(said(vec![ready(), Action::Embeds(true)]).ends_with("it opens and works without a network."));
        assert!(said(vec![ready()]).contains("To embed without one it also needs"));
        let lost = vec![ready(), Action::Embeds(true), Action::Embeds(false)];
        assert!(said(lost).contains("To embed without one it also needs"));
        let no = |why| said(vec![Action::Embeds(true), Action::Offline(Offline::No(why))]);
        assert_eq!(
            no(NotStored::Foreign("a.js".into())),
            "The page does not open without a network: a.js is not the file that belongs to this version."
        );
        assert!(no(NotStored::Said("full".into())).ends_with(": full."));
    }

    #[test]
    fn what_was_refused_went_nowhere() {
        let refused = || Action::Refused("https://evil.example/x?text=secret".into());
        let network = seen([refused(), refused(), Action::Refused("inline".into())]);
        assert_eq!(network.n_asked(), 0);
        let refused: Vec<_> = network.refused.into_iter().collect();
        assert_eq!(refused, [("https://evil.example/x".into(), 2), ("inline".into(), 1)]);
    }

    #[test]
    fn what_the_browser_lists_though_it_was_refused_went_nowhere_either() {
        let asked = |address: &str| Action::Asked(vec![address.into()], Asker::Page);
        let image = "https://evil.example/x";
        let network = seen([
            asked(image),
            Action::Refused(image.into()),
            asked("https://other.example/"),
        ]);
        assert_eq!((network.n_asked(), network.n_elsewhere()), (2, 1));
        assert_eq!(network.by_origin(), [("https://other.example", 1)]);
    }

    #[test]
    fn a_newer_version_waits_for_a_person_and_for_the_disk() {
        let mut network = seen([Action::UseNewer, Action::Newer]);
        assert_eq!(network.use_newer(true), [], "nobody wants it yet");
        assert_eq!(network.apply(Action::UseNewer, false), []);
        assert_eq!(network.use_newer(false), []);
        assert_eq!(
            network.use_newer(true),
            [Effect::UseNewer],
            "once what was said is on disk"
        );
        assert_eq!(network.use_newer(true), []);
        network.apply(Action::OtherTabs(2), true);
        assert_eq!(network.other_tabs, Some(2));
        assert_eq!(network.apply(Action::UseNewer, true), [Effect::UseNewer]);
        assert_eq!(network.other_tabs, None);
    }
}
