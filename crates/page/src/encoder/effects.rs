//! Performs the commands of custom encoders: tries, stores and deletes an encoder.

use crate::encoder::{self, Cmd};
use crate::runtime::handle::AppHandle;
use crate::state::Msg;
use fastgas_platform::{DownloadProgress, RunControl, delete_multilingual, stored_multilingual_bytes};
use leptos::task::spawn_local;

impl AppHandle {
    pub(crate) fn perform_encoder(self, cmd: Cmd) {
        match cmd {
            Cmd::Try {
                trial,
                model,
                tokenizer,
                config,
            } => {
                let control = RunControl::default();
                // One trial runs at a time, because each trial has a worker with the model in memory.
                self.runtime().trial.replace(control.clone()).cancel();
                spawn_local(async move {
                    let result = self.try_encoder(&model, &tokenizer, &config, &control).await;
                    self.dispatch(Msg::Encoder(encoder::Msg::Checked {
                        check: trial,
                        result: result.map(Box::new),
                    }));
                });
            }
            Cmd::StopTrial => self.runtime().trial.borrow().cancel(),
            Cmd::GetMultilingual { attempt } => {
                let control = RunControl::default();
                self.runtime().multilingual.replace(control.clone()).cancel();
                spawn_local(async move {
                    let mut shown = None;
                    let mut progress = |event: DownloadProgress| {
                        let step = shown_step(event);
                        if shown.replace(step) != Some(step) {
                            let bytes = event.bytes;
                            self.dispatch(Msg::Encoder(encoder::Msg::MultilingualProgress { attempt, bytes }));
                        }
                    };
                    let result = self.try_multilingual(&mut progress, &control).await;
                    self.dispatch(Msg::Encoder(encoder::Msg::MultilingualTried {
                        attempt,
                        result: result.map(Box::new),
                    }));
                    self.measure_multilingual().await;
                });
            }
            Cmd::StopMultilingual => self.runtime().multilingual.borrow().cancel(),
            Cmd::DeleteMultilingual => spawn_local(async move {
                let deleted = delete_multilingual().await;
                self.dispatch(Msg::Encoder(encoder::Msg::MultilingualDeleted(deleted)));
                self.measure_multilingual().await;
            }),
            Cmd::Store(given) if given.is_multilingual => {
                // The download has already stored the files of the multilingual encoder in a separate cache.
                self.runtime().custom_encoder.take();
                spawn_local(async move {
                    let kept = async { self.encoder_db().await?.put(&given, None).await };
                    self.dispatch(Msg::Encoder(encoder::Msg::Stored(kept.await)));
                });
            }
            Cmd::Store(given) => {
                let runtime = self.runtime();
                let tried = runtime.tried.borrow().clone();
                let Some((name, files)) = tried.filter(|(name, _)| *name == given.name()) else {
                    return leptos::logging::error!("the encoder that was tried is another one");
                };
                runtime.custom_encoder.replace(Some((name, files.clone())));
                spawn_local(async move {
                    let kept = async { self.encoder_db().await?.put(&given, Some(&files)).await };
                    self.dispatch(Msg::Encoder(encoder::Msg::Stored(kept.await)));
                });
            }
            Cmd::Forget => {
                self.runtime().custom_encoder.take();
                spawn_local(async move {
                    let forgotten = async { self.encoder_db().await?.clear().await };
                    self.dispatch(Msg::Encoder(encoder::Msg::Deleted(forgotten.await)));
                    self.measure_multilingual().await;
                });
            }
        }
    }

    /// An error is ignored, because the parts of the encoder can be downloaded again.
    pub(crate) async fn measure_multilingual(self) {
        if let Ok(bytes) = stored_multilingual_bytes().await {
            self.dispatch(Msg::Encoder(encoder::Msg::MultilingualMeasured(bytes)));
        }
    }
}

/// Returns the downloaded size in tenths of a megabyte, and whether the download is complete.
/// The page displays each change of these values. The last bytes may not change the size in tenths of a megabyte.
fn shown_step(progress: DownloadProgress) -> (u64, bool) {
    (progress.bytes / 100_000, progress.total == Some(progress.bytes))
}

#[cfg(test)]
mod tests {
    use super::*;
    use fastgas_platform::MULTILINGUAL_BYTES;

    #[test]
    fn end_of_the_download_is_shown() {
        let after = |bytes| {
            shown_step(DownloadProgress {
                bytes,
                total: Some(MULTILINGUAL_BYTES),
            })
        };
        assert_ne!(after(MULTILINGUAL_BYTES - 1), after(MULTILINGUAL_BYTES));
        assert_eq!(after(200_000), after(299_999));
        assert_ne!(after(299_999), after(300_000));
    }
}
