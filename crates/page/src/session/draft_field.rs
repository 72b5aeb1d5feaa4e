//! Fields with input that is stored before the user submits the input.

use leptos::ev;
use leptos::prelude::event_target_value;

use crate::runtime::access::use_app;
use crate::session::{self, DraftField};
use crate::state::Msg;
use crate::ui::dom::mounted;

/// Reports every change of the text in a field, because the field itself is submitted only when it loses the focus.
pub(crate) fn typing(field: impl Fn() -> Option<DraftField> + 'static) -> impl FnMut(ev::Event) + 'static {
    let app = use_app();
    mounted(move |event: ev::Event| {
        if let Some(field) = field() {
            let text = event_target_value(&event);
            app.dispatch(Msg::Session(session::Msg::TypeInto { field, text }));
        }
    })
}
