//! Network effects: watches requests and loads the newer version of the page.

use leptos::task::spawn_local;

use crate::browser::clock::sleep;
use crate::network::{Action as NetworkAction, Asker, Effect, Offline};
use crate::projects::effects::LOOK_EVERY_MS;
use crate::runtime::handle::AppHandle;
use crate::state::Action;
use fastgas_platform::network::{self, Told};

impl AppHandle {
    /// Reports all network requests to the state, and stores the files of the page for offline use.
    pub(crate) fn watch_network(self) {
        let own = network::watch(move |told| self.dispatch(Action::Network(action(told))));
        self.dispatch(Action::Network(NetworkAction::Begun(own)));
        spawn_local(network::store_site());
    }

    pub(crate) fn perform_network(self, effect: Effect) {
        match effect {
            Effect::UseNewer => spawn_local(async move {
                // Wait for pending writes first.
                let runner = self.runner();
                while runner.writing.get() || runner.confidence_writing.get() {
                    sleep(LOOK_EVERY_MS).await;
                }
                network::use_newer().await;
            }),
        }
    }
}

fn action(told: Told) -> NetworkAction {
    match told {
        Told::Asked(addresses) => NetworkAction::Asked(addresses, Asker::Page),
        Told::AskedByWorker(addresses) => NetworkAction::Asked(addresses, Asker::Worker),
        Told::AskedByServiceWorker(address) => NetworkAction::Asked(vec![address], Asker::ServiceWorker),
        Told::Sent(address) => NetworkAction::Asked(vec![address], Asker::EgressFrame),
        Told::Refused(address) => NetworkAction::Refused(address),
        Told::Storing => NetworkAction::Offline(Offline::Storing),
        Told::Stored => NetworkAction::Offline(Offline::Ready),
        Told::NotStored(why) => NetworkAction::Offline(Offline::No(why)),
        Told::Embeds(embeds) => NetworkAction::Embeds(embeds),
        Told::Newer => NetworkAction::Newer,
        Told::OtherTabs(n) => NetworkAction::OtherTabs(n),
    }
}
