//! Export of the steps as a film: which frames it has, and the file that they are written to.

use std::fmt::Display;
use std::ops::RangeInclusive;
use std::sync::Arc;

use crate::explainer::Explainer;
use crate::explainer::apng::ApngWriter;
use crate::explainer::playback::described;
use crate::export::zip::Archive;
use crate::i18n::t;
use fastgas_trace::{LABEL_FONT_SIZE, PictureStyle, Player, SIDE, Scene, Shape, shapes, to_svg};

/// Side lengths of a frame to choose from, in pixels.
pub const FRAME_SIZES: [u32; 4] = [480, 720, 1080, 2160];

/// Frame rates to choose from, in frames per second.
pub const FRAME_RATES: [u16; 6] = [1, 2, 4, 8, 15, 30];

/// Maximum duration of a film in seconds, unless the user chooses all steps or all events.
const MAX_SECONDS: usize = 60;

/// Height of the caption band below a picture of height [`SIDE`].
pub const CAPTION_HEIGHT: f64 = 112.0;

/// Maximum number of lines in a caption, and of characters per line. A character is slightly more than half as wide as high.
const MAX_CAPTION_LINES: usize = 3;
const MAX_CAPTION_CHARS: usize = 76;

/// Maximum file size, because the file is assembled in the page's memory.
pub const MAX_FILE_BYTES: usize = 512 << 20;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// An animated PNG, supported by every browser.
    Moving,
    /// A ZIP of numbered frames.
    Pictures,
}

/// The ticks that get a frame.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FrameSelection {
    Step,
    Event,
    /// A subset of the events, evenly spaced, so that the film lasts at most a minute.
    Minute,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AnimationOptions {
    /// Show only the zoomed chapter and its nested chapters, instead of the whole run.
    pub part: bool,
    pub each: FrameSelection,
    /// Side length of a picture in pixels. Two players are placed side by side.
    pub side: u32,
    /// Frames per second.
    pub pace: u16,
    /// Show the texts next to the dots where the screen shows them.
    pub with_texts: bool,
    pub format: Format,
}

impl Default for AnimationOptions {
    fn default() -> AnimationOptions {
        AnimationOptions {
            part: false,
            each: FrameSelection::Step,
            side: 720,
            pace: 4,
            with_texts: false,
            format: Format::Moving,
        }
    }
}

impl AnimationOptions {
    /// Maximum number of frames of a film of one minute.
    fn max_frames(self) -> usize {
        MAX_SECONDS * usize::from(self.pace)
    }

    /// Duration of `n_pictures` frames in seconds, rounded up.
    pub fn seconds(self, n_pictures: usize) -> u64 {
        n_pictures.div_ceil(usize::from(self.pace)) as u64
    }
}

/// Height of a picture of width `side` including its caption, in pixels.
pub fn height(side: u32) -> u32 {
    (f64::from(side) * (SIDE + CAPTION_HEIGHT) / SIDE) as u32
}

/// One frame of one player: the graph, and a caption with the last step.
#[derive(Clone, Debug, PartialEq)]
pub struct Frame {
    /// The shapes of the graph, as on the screen.
    pub drawing: Vec<Shape>,
    pub caption: Vec<Shape>,
}

impl Explainer {
    /// The finest choice of frames that lasts at most a minute: all steps, else all events, else a subset of the events.
    pub fn frame_selection(&self, film: AnimationOptions) -> FrameSelection {
        let lasts_a_minute =
            |&each: &FrameSelection| self.frame_ticks(AnimationOptions { each, ..film }).len() <= film.max_frames();
        let known = [FrameSelection::Step, FrameSelection::Event]
            .into_iter()
            .find(lasts_a_minute);
        known.unwrap_or(FrameSelection::Minute)
    }

    /// The ticks of the frames, including the first and the last tick of the film. With two players, these are ticks of the
    /// longer trace.
    pub fn frame_ticks(&self, film: AnimationOptions) -> Vec<u32> {
        let Some(longest) = self.longest().map(|at| &self.players[at]) else {
            return Vec::new();
        };
        let span = match self.zoom.filter(|_| film.part) {
            Some((player, chapter)) => {
                let span = self.players[player].span(chapter);
                self.of_longest(player, *span.start())..=self.of_longest(player, *span.end())
            }
            None => 0..=longest.end(),
        };
        match film.each {
            FrameSelection::Step => span.collect(),
            FrameSelection::Event => by_event(longest, &span),
            FrameSelection::Minute => thinned(&by_event(longest, &span), film.max_frames()),
        }
    }

    /// The current picture of a player as an SVG file. It contains texts only if the user wants that.
    pub fn svg(&self, player: usize) -> Option<String> {
        let texts = if self.saves_texts { self.texts() } else { Arc::default() };
        let drawing = shapes(self.scenes.get(player)?, self.view(), &texts, PictureStyle::SCREEN);
        Some(to_svg(&drawing, &described(self.players.get(player)?, &texts)))
    }

    /// Seeks to `tick` and returns the picture of each player.
    pub fn frames(&mut self, film: AnimationOptions, tick: u32) -> Vec<Frame> {
        let texts = if film.with_texts { self.texts() } else { Arc::default() };
        self.seek(tick);
        let view = self.view();
        let picture = |(player, scene): (&Player, &Arc<Scene>)| Frame {
            drawing: shapes(scene, view, &texts, PictureStyle::SCREEN),
            caption: caption(&described(player, &texts)),
        };
        self.players.iter().zip(&self.scenes).map(picture).collect()
    }
}

fn by_event(player: &Player, span: &RangeInclusive<u32>) -> Vec<u32> {
    let inside = player.event_ticks().iter().copied().filter(|tick| span.contains(tick));
    let mut ticks: Vec<u32> = [*span.start()].into_iter().chain(inside).chain([*span.end()]).collect();
    ticks.dedup();
    ticks
}

/// Returns at most `most` of these ticks, evenly spaced, including the first and the last.
fn thinned(ticks: &[u32], most: usize) -> Vec<u32> {
    let every = ticks.len().div_ceil(most.saturating_sub(1).max(1)).max(1);
    let mut thinned: Vec<u32> = ticks.iter().copied().step_by(every).collect();
    thinned.extend(ticks.last());
    thinned.dedup();
    thinned
}

/// Lays out a sentence in the band below a picture. Text that does not fit is omitted.
fn caption(sentence: &str) -> Vec<Shape> {
    let lines = lines(sentence).into_iter().zip(1u32..);
    let says = |(words, line): (String, u32)| Shape::Says {
        at: [
            0.03 * SIDE,
            SIDE + f64::from(line) * 1.4 * LABEL_FONT_SIZE - 0.4 * LABEL_FONT_SIZE,
        ],
        to_left: false,
        size: LABEL_FONT_SIZE,
        words,
    };
    lines.map(says).collect()
}

/// Breaks a sentence into at most [`MAX_CAPTION_LINES`] lines. A word is split only if it is longer than a line.
fn lines(sentence: &str) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in sentence.split_whitespace() {
        let letters: Vec<char> = word.chars().collect();
        for piece in letters.chunks(MAX_CAPTION_CHARS) {
            match lines.last_mut() {
                Some(line) if line.chars().count() + 1 + piece.len() <= MAX_CAPTION_CHARS => {
                    line.push(' ');
                    line.extend(piece);
                }
                _ => lines.push(piece.iter().collect()),
            }
        }
    }
    if lines.len() > MAX_CAPTION_LINES {
        lines.truncate(MAX_CAPTION_LINES);
        if let Some(last) = lines.last_mut() {
            *last = last.chars().take(MAX_CAPTION_CHARS - 1).chain(['…']).collect();
        }
    }
    lines
}

/// A film file that is being written.
pub enum AnimationFile {
    /// An animated PNG.
    Moving(ApngWriter),
    /// A ZIP, and the number of frames in it.
    Pictures(Box<Archive>, u32),
}

impl AnimationFile {
    pub fn new(film: AnimationOptions, n_pictures: u32) -> AnimationFile {
        match film.format {
            Format::Moving => AnimationFile::Moving(ApngWriter::new(n_pictures, film.pace)),
            Format::Pictures => AnimationFile::Pictures(Box::default(), 0),
        }
    }

    /// Adds a frame, given as a PNG file. All frames must have the same size.
    ///
    /// # Errors
    /// A message if the file becomes too large or the frame is not a valid PNG.
    pub fn add(&mut self, png: &[u8]) -> Result<(), String> {
        let n_bytes = match self {
            AnimationFile::Moving(moving) => {
                moving.add(png)?;
                moving.n_bytes()
            }
            AnimationFile::Pictures(archive, n) => {
                let path = format!("{n:05}.png");
                *n += 1;
                archive.add(&path, png).map_err(no_file)?;
                archive.n_bytes()
            }
        };
        match n_bytes <= MAX_FILE_BYTES {
            true => Ok(()),
            false => Err(t!("explainer-film-size-problem", most = MAX_FILE_BYTES >> 20)),
        }
    }

    /// Returns the file name, the media type, and the content.
    ///
    /// # Errors
    /// A message if the file is larger than its format allows.
    pub fn end(self) -> Result<(&'static str, &'static str, Vec<u8>), String> {
        match self {
            AnimationFile::Moving(moving) => Ok(("think.png", "image/png", moving.end())),
            AnimationFile::Pictures(archive, _) => {
                let bytes = archive.end().map_err(no_file)?;
                Ok(("think.zip", "application/zip", bytes))
            }
        }
    }
}

fn no_file(reason: impl Display) -> String {
    t!("explainer-film-file-problem", reason)
}
