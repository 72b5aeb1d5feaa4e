//! What the browser tells of the network, and the newer version of the page.

use leptos::task::spawn_local;

use super::projects::LOOK_EVERY_MS;
use crate::clock::sleep;
use crate::handle::AppHandle;
use crate::network::{Action as NetworkAction, Asker, Effect, Offline};
use crate::store::Action;
use fastgas_platform::network::{self, Told};

impl AppHandle {
    /// Listens to what is asked of the network, and has the page's files stored.
    pub(super) fn watch_network(self) {
        let own = network::watch(move |told| self.dispatch(Action::Network(action(told))));
        self.dispatch(Action::Network(NetworkAction::Begun(own)));
        spawn_local(network::store_site());
    }

    pub(super) fn perform_network(self, effect: Effect) {
        match effect {
            Effect::UseNewer => spawn_local(async move {
                // What is on its way to the disk goes there first.
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
        Told::Sent(address) => NetworkAction::Asked(vec![address], Asker::WayOut),
        Told::Refused(address) => NetworkAction::Refused(address),
        Told::Storing => NetworkAction::Offline(Offline::Storing),
        Told::Stored => NetworkAction::Offline(Offline::Ready),
        Told::NotStored(why) => NetworkAction::Offline(Offline::No(why)),
        Told::Embeds(embeds) => NetworkAction::Embeds(embeds),
        Told::Newer => NetworkAction::Newer,
        Told::OtherTabs(n) => NetworkAction::OtherTabs(n),
    }
}
