//! Links to the explainer: the part of the page's address after the `#`.
//! A link contains a tour stop, or the settings, the seed and the step of a run.
//! The address never contains a text.

use std::str::FromStr;

use crate::explainer::source_graph::settings_of;
use crate::explainer::{OWN_TEXTS, STOPS, Settings};
use crate::i18n::bidi::isolated;
use crate::i18n::{Language, split_language, t};
use crate::shell::views::View;
use fastgas_partition::Preset;
use fastgas_trace::examples::{ExampleGraph, default_neighbors};

#[derive(Clone, Debug, PartialEq)]
pub struct ExplainerUrl {
    pub position: Position,
    pub lecture: bool,
}

#[derive(Clone, Debug, PartialEq)]
pub enum Position {
    /// The link opens the step that the text of the tour stop describes.
    Stop(usize),
    Step {
        example: String,
        settings: Settings,
        tick: u32,
        stop: Option<usize>,
    },
}

const PRESETS: [Preset; 4] = [Preset::Paper, Preset::Fast, Preset::Best, Preset::Strong];

const EXAMPLE_KEY: &str = "explainer";

/// The key of the example graph in addresses from earlier versions, which existing links contain.
const EARLIER_EXAMPLE_KEY: &str = "think";

/// The keys that may follow the name of the example graph in an address.
/// The list does not contain `tour`, because an address with `tour` contains no settings.
const SETTING_KEYS: [&str; 7] = ["mode", "parts", "budget", "seed", "neighbors", "step", "stop"];

impl ExplainerUrl {
    pub fn to_fragment(&self) -> String {
        let lecture = if self.lecture { "&lecture" } else { "" };
        let (example, settings, tick, stop) = match &self.position {
            &Position::Stop(at) => return format!("tour={}{lecture}", STOPS[at].name),
            Position::Step {
                example,
                settings,
                tick,
                stop,
            } => (example, settings, tick, stop),
        };
        let &Settings {
            preset,
            n_parts,
            budget,
            seed,
            n_neighbors,
            side_by_side,
        } = settings;
        let mode = if side_by_side { "both" } else { mode(preset) };
        let neighbors = match n_neighbors == default_neighbors(example) {
            true => String::new(),
            false => format!("&neighbors={n_neighbors}"),
        };
        let stop = stop.map_or_else(String::new, |stop| format!("&stop={}", stop + 1));
        format!(
            "{EXAMPLE_KEY}={example}&mode={mode}&parts={n_parts}&budget={budget}&seed={seed}{neighbors}&step={tick}{stop}\
             {lecture}"
        )
    }

    /// Returns `None` if the address belongs to another feature, for example to the page's language.
    /// Every other address is treated as a link to the explainer.
    /// Returns an error with the unknown word or value if the link is broken.
    pub fn of_fragment(fragment: &str) -> Option<Result<ExplainerUrl, String>> {
        let (tag, others) = split_language(fragment);
        if let Some(tag) = tag.filter(|tag| Language::of_tag(tag).is_none()) {
            return Some(Err(unknown("lang", tag)));
        }
        if others.is_empty() || View::of_fragment(&others).is_some() {
            return None;
        }
        if !others.contains('=') {
            return Some(Err(t!("explainer-link-word-problem", word = isolated(&others))));
        }
        let mut pairs: Vec<(&str, &str)> = others
            .split('&')
            .map(|pair| pair.split_once('=').unwrap_or((pair, "")))
            .collect();
        let n_pairs = pairs.len();
        pairs.retain(|pair| *pair != ("lecture", ""));
        let lecture = pairs.len() < n_pairs;
        let position = match pairs[..] {
            [("tour", name)] => {
                let at = STOPS.iter().position(|stop| stop.name == name);
                at.map(Position::Stop).ok_or_else(|| unknown("tour", name))
            }
            _ => step(&pairs),
        };
        Some(position.map(|position| ExplainerUrl { position, lecture }))
    }
}

fn step(pairs: &[(&str, &str)]) -> Result<Position, String> {
    let example_keys = [EXAMPLE_KEY, EARLIER_EXAMPLE_KEY];
    let is_known = |name: &str| example_keys.contains(&name) || SETTING_KEYS.contains(&name);
    if let Some((name, value)) = pairs.iter().find(|(name, _)| !is_known(name)) {
        return Err(unknown(name, value));
    }
    let value = |key: &str| pairs.iter().find(|(known, _)| *known == key).map(|&(_, value)| value);
    let (example_key, example) = example_keys
        .into_iter()
        .find_map(|key| Some((key, value(key)?)))
        .unwrap_or((EXAMPLE_KEY, ""));
    let initial = match ExampleGraph::named(example) {
        Some(example) => Some(settings_of(&example)),
        None if example == OWN_TEXTS => None,
        None => return Err(unknown(example_key, example)),
    };
    let mode_name = value("mode").unwrap_or("paper");
    let preset = PRESETS.into_iter().find(|&preset| mode(preset) == mode_name);
    let side_by_side = mode_name == "both";
    let size = |key: &str, initial: Option<u32>| match (value(key), initial) {
        (Some(value), _) => number(key, value),
        (None, Some(initial)) => Ok(initial),
        (None, None) => Err(unknown(key, "")),
    };
    let stop = value("stop").map(|value| {
        let stop: usize = number("stop", value)?;
        let at = stop.checked_sub(1).filter(|&at| at < STOPS.len());
        at.ok_or_else(|| unknown("stop", value))
    });
    Ok(Position::Step {
        settings: Settings {
            preset: match preset {
                Some(preset) => preset,
                None if side_by_side => Preset::Paper,
                None => return Err(unknown("mode", mode_name)),
            },
            n_parts: size("parts", initial.map(|settings| settings.n_parts))?,
            budget: size("budget", initial.map(|settings| settings.budget))?,
            seed: value("seed").map_or(Ok(0), |value| number("seed", value))?,
            n_neighbors: match (value("neighbors"), initial.map_or(0, |settings| settings.n_neighbors)) {
                (Some(value), 0) => return Err(unknown("neighbors", value)),
                (Some(value), _) => number("neighbors", value)?,
                (None, initial) => initial,
            },
            side_by_side,
        },
        tick: value("step").map_or(Ok(0), |value| number("step", value))?,
        stop: stop.transpose()?,
        example: example.to_owned(),
    })
}

fn number<N: FromStr>(name: &str, value: &str) -> Result<N, String> {
    value.parse().map_err(|_| unknown(name, value))
}

fn unknown(name: &str, value: &str) -> String {
    t!(
        "explainer-link-value-problem",
        name = isolated(name),
        value = isolated(value)
    )
}

pub fn mode(preset: Preset) -> &'static str {
    preset.name()
}
