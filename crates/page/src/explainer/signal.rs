//! The signals that the views of the explainer share.

use leptos::prelude::*;

use crate::explainer::{Explainer, Msg};
use crate::ui::scoped_memo;

#[derive(Clone, Copy)]
pub struct ExplainerSignal(pub(crate) RwSignal<Explainer>);

impl ExplainerSignal {
    pub(crate) fn dispatch(self, msg: Msg) {
        self.0.update(|explainer| explainer.apply(msg));
    }

    pub(crate) fn select<T: PartialEq + Send + Sync + 'static>(
        self,
        read: impl Fn(&Explainer) -> T + Send + Sync + 'static,
    ) -> Memo<T> {
        scoped_memo(move || self.0.with(&read))
    }
}

pub(crate) fn use_explainer() -> ExplainerSignal {
    expect_context::<ExplainerSignal>()
}

/// The dot that the user points at: the index of the player, and the vertex of the original graph.
/// The signal is not a field of [`Explainer`], because every change of [`Explainer`] redraws the pictures.
pub(crate) type Pointing = RwSignal<Option<(usize, u32)>>;

pub(crate) fn use_pointing() -> Pointing {
    expect_context::<Pointing>()
}
