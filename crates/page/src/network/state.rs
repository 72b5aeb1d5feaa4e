//! Network requests of the page, and its offline availability.
//!
//! The list of network requests has three sources.
//! The Resource Timing API reports the requests of the page and of every worker.
//! The service worker reports its own requests.
//! The [egress frame](fastgas_platform), which sends texts to a language model, reports its own requests.
//! The list counts requests by address without query and fragment.

use std::collections::BTreeMap;

use crate::i18n::core_messages;
use crate::i18n::t;
use crate::state::{Cmd as StateCmd, Request};
use fastgas_platform::network::NotStored;

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum RequestOrigin {
    Page,
    Worker,
    /// The service worker stores the files of the page for offline use.
    ServiceWorker,
    /// The egress frame is a hidden document that sends texts to a language model, after the user has agreed.
    EgressFrame,
}

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct RequestedUrl {
    /// Scheme and host of the address, and the port if there is one.
    pub origin: String,
    /// The path of the address, including the slash at the beginning.
    pub path: String,
    pub asker: RequestOrigin,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum OfflineState {
    #[default]
    Unknown,
    Storing,
    Ready,
    No(NotStored),
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Network {
    pub own: String,
    /// Number of requests to each address since the page was opened.
    pub asked: BTreeMap<RequestedUrl, u32>,
    /// Number of requests to each address that the Content Security Policy of the page blocked.
    pub refused: BTreeMap<String, u32>,
    pub offline: OfflineState,
    /// True if the page can also compute embeddings offline.
    pub embeds: bool,
    /// True if a newer version of the page is stored and can be loaded.
    pub newer: bool,
    /// True if the user has requested the newer version of the page, which is loaded once everything is saved.
    pub wants_newer: bool,
    /// Number of other tabs that must be closed before the newer version of the page can be loaded.
    /// `None` until the user has requested the newer version.
    pub other_tabs: Option<u32>,
    pub shown: bool,
}

#[derive(Clone, Debug, PartialEq)]
pub enum Msg {
    Started(String),
    Asked(Vec<String>, RequestOrigin),
    /// The Content Security Policy of the page blocked a request to this address.
    Refused(String),
    Offline(OfflineState),
    Embeds(bool),
    Newer,
    OtherTabs(u32),
    UseNewer,
    Show,
    Hide,
}

#[derive(Clone, Debug, PartialEq)]
pub enum Cmd {
    /// Load the newer version of the page, unless the page is open in other tabs.
    UseNewer,
}

impl Network {
    /// `is_saved` is true if everything is on disk, so that a reload of the page loses nothing.
    pub(crate) fn update(&mut self, msg: Msg, is_saved: bool) -> Vec<Request> {
        match msg {
            Msg::Started(origin) => self.own = origin,
            Msg::Asked(addresses, asker) => {
                for place in addresses.iter().filter_map(|address| RequestedUrl::of(address, asker)) {
                    *self.asked.entry(place).or_default() += 1;
                }
            }
            Msg::Refused(address) => {
                let place = RequestedUrl::of(&address, RequestOrigin::Page).map(|place| place.origin + &place.path);
                *self.refused.entry(place.unwrap_or(address)).or_default() += 1;
            }
            Msg::Offline(offline) => self.offline = offline,
            Msg::Embeds(embeds) => self.embeds = embeds,
            Msg::Newer => self.newer = true,
            Msg::OtherTabs(n) => self.other_tabs = Some(n),
            Msg::UseNewer => {
                self.wants_newer = self.newer;
                return self.use_newer(is_saved);
            }
            Msg::Show => self.shown = true,
            Msg::Hide => self.shown = false,
        }
        Vec::new()
    }

    pub fn wants_newer(&self) -> bool {
        self.wants_newer
    }

    pub(crate) fn use_newer(&mut self, is_saved: bool) -> Vec<Request> {
        if !self.wants_newer || !is_saved {
            return Vec::new();
        }
        (self.wants_newer, self.other_tabs) = (false, None);
        vec![Request::Perform(StateCmd::Network(Cmd::UseNewer))]
    }

    pub fn offline_words(&self) -> String {
        match &self.offline {
            OfflineState::Unknown => t!("network-offline-unknown-status"),
            OfflineState::Storing => t!("network-offline-storing-status"),
            OfflineState::Ready if self.embeds => t!("network-offline-ready-status"),
            OfflineState::Ready => t!("network-offline-partial-status"),
            OfflineState::No(why) => t!("network-offline-failed-status", reason = reason(why)),
        }
    }

    pub fn n_asked(&self) -> u32 {
        self.asked.values().sum()
    }

    pub fn n_elsewhere(&self) -> u32 {
        let elsewhere = self.asked.iter().filter(|(place, _)| place.origin != self.own);
        elsewhere.map(|(place, &n)| self.n_sent(place, n)).sum()
    }

    /// Subtracts the blocked requests to `place` from `n`, because some browsers also list blocked requests.
    fn n_sent(&self, place: &RequestedUrl, n: u32) -> u32 {
        let refused = self.refused.get(&format!("{}{}", place.origin, place.path));
        n.saturating_sub(refused.copied().unwrap_or(0))
    }

    /// Number of requests to each origin. The origin of the page comes first.
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
        NotStored::NotBuilt => t!("network-offline-not-built-reason"),
        NotStored::NotHere => t!("network-offline-no-copy-reason"),
        NotStored::Hindered => t!("network-offline-hindered-reason"),
        NotStored::Foreign(path) => t!("network-offline-wrong-file-reason", path),
        NotStored::Said(reason) => core_messages::reason(reason),
    }
}

impl RequestedUrl {
    /// Returns `None` for addresses that never leave the browser, such as `blob:` and `data:`.
    fn of(address: &str, asker: RequestOrigin) -> Option<RequestedUrl> {
        let (scheme, rest) = address.split_once("://")?;
        if scheme.contains(':') {
            return None;
        }
        let rest = rest.split(['?', '#']).next().unwrap_or_default();
        let (host, path) = rest.find('/').map_or((rest, "/"), |at| rest.split_at(at));
        Some(RequestedUrl {
            origin: format!("{scheme}://{host}"),
            path: path.into(),
            asker,
        })
    }
}

impl RequestOrigin {
    pub fn name(self) -> String {
        match self {
            RequestOrigin::Page => t!("network-requester-page"),
            RequestOrigin::Worker => t!("network-requester-worker"),
            RequestOrigin::ServiceWorker => t!("network-requester-offline-copy"),
            RequestOrigin::EgressFrame => t!("network-requester-language-model"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seen(msgs: impl IntoIterator<Item = Msg>) -> Network {
        let mut network = Network::default();
        network.update(Msg::Started("https://h.io".into()), true);
        for msg in msgs {
            assert_eq!(network.update(msg, true), []);
        }
        network
    }

    #[test]
    fn requests_are_counted_by_destination_and_source() {
        let network = seen([
            Msg::Asked(
                vec!["https://h.io/a/app.js?v=1".into(), "https://h.io/a/app.js".into()],
                RequestOrigin::Page,
            ),
            Msg::Asked(vec!["https://h.io/a/app.js".into()], RequestOrigin::Worker),
            Msg::Asked(
                vec!["http://localhost:1/v1/chat".into(), "wss://h.io".into()],
                RequestOrigin::EgressFrame,
            ),
            Msg::Asked(
                vec!["blob:https://h.io/1".into(), "data:text/plain,x".into()],
                RequestOrigin::Page,
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
            ("/v1/chat", RequestOrigin::EgressFrame, 1),
            ("/a/app.js", RequestOrigin::Page, 2),
            ("/a/app.js", RequestOrigin::Worker, 1),
            ("/", RequestOrigin::EgressFrame, 1),
        ];
        assert_eq!(counts, expected);
    }

    #[test]
    fn offline_availability_is_described() {
        use fastgas_protocol::Refusal;

        let status = |msgs: Vec<Msg>| seen(msgs).offline_words();
        let ready = || Msg::Offline(OfflineState::Ready);
        assert!(status(vec![ready(), Msg::Embeds(true)]).ends_with("it opens and works offline."));
        assert!(status(vec![ready()]).contains("To embed offline, it also needs"));
        let lost = vec![ready(), Msg::Embeds(true), Msg::Embeds(false)];
        assert!(status(lost).contains("To embed offline, it also needs"));
        let no = |why| status(vec![Msg::Embeds(true), Msg::Offline(OfflineState::No(why))]);
        assert_eq!(
            no(NotStored::Foreign("a.js".into())),
            "The page does not open offline: a.js is not the file that belongs to this version."
        );
        assert!(no(NotStored::Said(Refusal::Full)).ends_with("this site has used its share of the disk."));
        assert_eq!(
            no(NotStored::Said(Refusal::Status { status: 503 })),
            "The page does not open offline: the server answered 503."
        );
    }

    #[test]
    fn blocked_request_is_not_counted() {
        let refused = || Msg::Refused("https://evil.example/x?text=secret".into());
        let network = seen([refused(), refused(), Msg::Refused("inline".into())]);
        assert_eq!(network.n_asked(), 0);
        let refused: Vec<_> = network.refused.into_iter().collect();
        assert_eq!(refused, [("https://evil.example/x".into(), 2), ("inline".into(), 1)]);
    }

    #[test]
    fn listed_but_blocked_request_is_not_counted() {
        let asked = |address: &str| Msg::Asked(vec![address.into()], RequestOrigin::Page);
        let image = "https://evil.example/x";
        let network = seen([
            asked(image),
            Msg::Refused(image.into()),
            asked("https://other.example/"),
        ]);
        assert_eq!((network.n_asked(), network.n_elsewhere()), (2, 1));
        assert_eq!(network.by_origin(), [("https://other.example", 1)]);
    }

    #[test]
    fn newer_version_waits_for_user_and_saved_state() {
        let load = || Request::Perform(StateCmd::Network(Cmd::UseNewer));
        let mut network = seen([Msg::UseNewer, Msg::Newer]);
        assert_eq!(
            network.use_newer(true),
            [],
            "the user has not requested the new version"
        );
        assert_eq!(network.update(Msg::UseNewer, false), []);
        assert_eq!(network.use_newer(false), []);
        assert_eq!(network.use_newer(true), [load()], "all changes are on disk");
        assert_eq!(network.use_newer(true), []);
        network.update(Msg::OtherTabs(2), true);
        assert_eq!(network.other_tabs, Some(2));
        assert_eq!(network.update(Msg::UseNewer, true), [load()]);
        assert_eq!(network.other_tabs, None);
    }
}
