//! The explainer's position in the page's address: settings, seed and step, but never a text.

use crate::explainer::Settings;
use fastgas_partition::Preset;

/// A position that a link can restore.
#[derive(Clone, Debug, PartialEq)]
pub struct ExplainerUrl {
    pub example: String,
    pub settings: Settings,
    pub tick: u32,
    /// Index of the tour stop, if the tour is active.
    pub stop: Option<usize>,
}

impl ExplainerUrl {
    /// Formats the part after the `#` of the page's address.
    pub fn to_fragment(&self) -> String {
        let Settings {
            preset,
            n_parts,
            budget,
            seed,
            side_by_side,
        } = self.settings;
        let mode = match (side_by_side, preset) {
            (true, _) => "both",
            (false, preset) => mode(preset),
        };
        let (example, tick) = (&self.example, self.tick);
        let stop = self.stop.map_or_else(String::new, |stop| format!("&stop={}", stop + 1));
        format!("think={example}&mode={mode}&parts={n_parts}&budget={budget}&seed={seed}&step={tick}{stop}")
    }

    /// Parses the part after the `#`. Returns `None` if it is not an address of the explainer.
    pub fn of_fragment(fragment: &str) -> Option<ExplainerUrl> {
        let pairs: Vec<(&str, &str)> = fragment.split('&').filter_map(|pair| pair.split_once('=')).collect();
        let value = |key: &str| pairs.iter().find(|(known, _)| *known == key).map(|&(_, value)| value);
        let mode_name = value("mode").unwrap_or("paper");
        let preset = [Preset::Paper, Preset::Fast, Preset::Best, Preset::Strong];
        Some(ExplainerUrl {
            example: value("think")?.to_owned(),
            settings: Settings {
                preset: preset
                    .into_iter()
                    .find(|&preset| mode(preset) == mode_name)
                    .unwrap_or(Preset::Paper),
                n_parts: value("parts")?.parse().ok()?,
                budget: value("budget")?.parse().ok()?,
                seed: value("seed").and_then(|seed| seed.parse().ok()).unwrap_or(0),
                side_by_side: mode_name == "both",
            },
            tick: value("step").and_then(|tick| tick.parse().ok()).unwrap_or(0),
            stop: value("stop").and_then(|stop| stop.parse::<usize>().ok()?.checked_sub(1)),
        })
    }
}

/// The name of a preset in addresses.
pub fn mode(preset: Preset) -> &'static str {
    match preset {
        Preset::Paper => "paper",
        Preset::Fast => "fast",
        Preset::Best => "best",
        Preset::Strong => "strong",
    }
}
