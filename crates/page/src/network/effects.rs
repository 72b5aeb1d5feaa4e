//! Performs the network commands: watches requests, and loads the newer version of the page.

use leptos::task::spawn_local;

use crate::browser::clock::sleep;
use crate::network::{Cmd, Msg as NetworkMsg, OfflineState, RequestOrigin};
use crate::projects::effects::POLL_INTERVAL_MS;
use crate::runtime::handle::AppHandle;
use crate::state::Msg;
use fastgas_platform::network::{self, NetworkEvent};

impl AppHandle {
    pub(crate) fn watch_network(self) {
        let own = network::watch(move |event| self.dispatch(Msg::Network(msg(event))));
        self.dispatch(Msg::Network(NetworkMsg::Started(own)));
        spawn_local(network::store_site());
    }

    pub(crate) fn perform_network(self, cmd: Cmd) {
        match cmd {
            Cmd::UseNewer => spawn_local(async move {
                // A reload would interrupt writes that are not finished.
                let runtime = self.runtime();
                while runtime.writing.get() || runtime.is_storing_answers() {
                    sleep(POLL_INTERVAL_MS).await;
                }
                network::use_newer().await;
            }),
        }
    }
}

fn msg(event: NetworkEvent) -> NetworkMsg {
    match event {
        NetworkEvent::Asked(addresses) => NetworkMsg::Asked(addresses, RequestOrigin::Page),
        NetworkEvent::AskedByWorker(addresses) => NetworkMsg::Asked(addresses, RequestOrigin::Worker),
        NetworkEvent::AskedByServiceWorker(address) => NetworkMsg::Asked(vec![address], RequestOrigin::ServiceWorker),
        NetworkEvent::Sent(address) => NetworkMsg::Asked(vec![address], RequestOrigin::EgressFrame),
        NetworkEvent::Refused(address) => NetworkMsg::Refused(address),
        NetworkEvent::Storing => NetworkMsg::Offline(OfflineState::Storing),
        NetworkEvent::Stored => NetworkMsg::Offline(OfflineState::Ready),
        NetworkEvent::NotStored(why) => NetworkMsg::Offline(OfflineState::No(why)),
        NetworkEvent::Embeds(embeds) => NetworkMsg::Embeds(embeds),
        NetworkEvent::Newer => NetworkMsg::Newer,
        NetworkEvent::OtherTabs(n) => NetworkMsg::OtherTabs(n),
    }
}
