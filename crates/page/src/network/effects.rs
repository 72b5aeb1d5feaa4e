//! Network effects: watches requests and loads the newer version of the page.

use leptos::task::spawn_local;

use crate::browser::clock::sleep;
use crate::network::{Action as NetworkAction, Asker, Effect, Offline};
use crate::projects::effects::LOOK_EVERY_MS;
use crate::runtime::handle::AppHandle;
use crate::state::Action;
use fastgas_platform::network::{self, NetworkEvent};

impl AppHandle {
    /// Reports all network requests to the state, and stores the files of the page for offline use.
    pub(crate) fn watch_network(self) {
        let own = network::watch(move |event| self.dispatch(Action::Network(action(event))));
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

fn action(event: NetworkEvent) -> NetworkAction {
    match event {
        NetworkEvent::Asked(addresses) => NetworkAction::Asked(addresses, Asker::Page),
        NetworkEvent::AskedByWorker(addresses) => NetworkAction::Asked(addresses, Asker::Worker),
        NetworkEvent::AskedByServiceWorker(address) => NetworkAction::Asked(vec![address], Asker::ServiceWorker),
        NetworkEvent::Sent(address) => NetworkAction::Asked(vec![address], Asker::EgressFrame),
        NetworkEvent::Refused(address) => NetworkAction::Refused(address),
        NetworkEvent::Storing => NetworkAction::Offline(Offline::Storing),
        NetworkEvent::Stored => NetworkAction::Offline(Offline::Ready),
        NetworkEvent::NotStored(why) => NetworkAction::Offline(Offline::No(why)),
        NetworkEvent::Embeds(embeds) => NetworkAction::Embeds(embeds),
        NetworkEvent::Newer => NetworkAction::Newer,
        NetworkEvent::OtherTabs(n) => NetworkAction::OtherTabs(n),
    }
}
