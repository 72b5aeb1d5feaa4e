//! Export of the explanation's steps as an animation: the selection of frames, and the file that contains the frames.

use std::fmt::Display;
use std::ops::RangeInclusive;
use std::sync::Arc;

use crate::explainer::Explainer;
use crate::explainer::apng::ApngWriter;
use crate::explainer::playback::described;
use crate::explainer::state::with_gains;
use crate::explainer::webm::WebmWriter;
use crate::export::zip::Archive;
use crate::i18n::t;
use fastgas_trace::{LABEL_FONT_SIZE, PictureStyle, Player, SIDE, Scene, Shape, shapes, to_svg};

/// Side lengths of a frame in pixels that the user can choose.
pub const FRAME_SIZES: [u32; 4] = [480, 720, 1080, 2160];

/// Frame rates that the user can choose, in frames per second.
pub const FRAME_RATES: [u16; 6] = [1, 2, 4, 8, 15, 30];

/// Maximum duration of an animation in seconds. Animations with all steps or all events may be longer.
const MAX_SECONDS: usize = 60;

/// Height of the caption below a picture, in units of the picture, whose side length is [`SIDE`].
const CAPTION_HEIGHT: f64 = 112.0;

/// Height of the caption in a wide frame with two pictures, as a share of the frame's height.
const WIDE_CAPTION: f64 = 0.2;

/// Font size in units of a frame with the height [`SIDE`]. In a frame of 720 pixels, the font size is 26 pixels.
const WIDE_FONT_SIZE: f64 = 36.0;

/// Maximum size of an animation file in bytes, because the file is assembled in the page's memory.
pub const MAX_FILE_BYTES: usize = 512 << 20;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// Animated PNG, which every browser supports.
    Moving,
    Pictures,
    Video,
}

impl Format {
    /// The media type of a frame. WebM frames are lossy WebP pictures, because both formats contain VP8 key frames.
    pub fn frame_type(self) -> &'static str {
        match self {
            Format::Moving | Format::Pictures => "image/png",
            Format::Video => "image/webp",
        }
    }
}

/// Selects the ticks (time steps of the trace) that become frames of the animation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FrameSelection {
    Step,
    Event,
    /// Some of the events, evenly spaced, so that the animation lasts at most one minute.
    Minute,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AnimationOptions {
    /// Whether the animation shows only the zoomed chapter.
    pub part: bool,
    pub each: FrameSelection,
    /// Side length in pixels of a picture with one player, and height of a wide frame.
    pub side: u32,
    /// Whether frames have the aspect ratio 16:9.
    /// Wide frames show the description of the step next to the picture, in letters that are large enough for a projector.
    pub wide: bool,
    /// The frame rate in frames per second.
    pub pace: u16,
    pub with_texts: bool,
    pub format: Format,
}

impl Default for AnimationOptions {
    fn default() -> AnimationOptions {
        AnimationOptions {
            part: false,
            each: FrameSelection::Step,
            side: 720,
            wide: false,
            pace: 4,
            with_texts: false,
            format: Format::Moving,
        }
    }
}

impl AnimationOptions {
    fn max_frames(self) -> usize {
        MAX_SECONDS * usize::from(self.pace)
    }

    /// Duration of `n_pictures` frames in seconds, rounded up.
    pub fn seconds(self, n_pictures: usize) -> u64 {
        n_pictures.div_ceil(usize::from(self.pace)) as u64
    }
}

/// Layout of a caption, in units of the picture, whose side length is [`SIDE`].
#[derive(Clone, Copy, Debug, PartialEq)]
struct CaptionStyle {
    /// The left end of the caption's lines, and the vertical middle of its first line.
    at: [f64; 2],
    font_size: f64,
    max_lines: usize,
    /// Maximum number of characters per line. A character is slightly wider than half its height.
    max_chars: usize,
}

#[derive(Clone, Debug, PartialEq)]
pub struct FrameLayout {
    pub size: [u32; 2],
    /// The left end, the top end and the side length of each picture, in pixels.
    pub places: Vec<[f64; 3]>,
    caption: CaptionStyle,
}

impl FrameLayout {
    pub fn of(film: AnimationOptions, n_pictures: u32) -> FrameLayout {
        let side = f64::from(film.side);
        if !film.wide {
            let place = |index: u32| [side * f64::from(index), 0.0, side];
            return FrameLayout {
                size: [film.side * n_pictures, (side * (SIDE + CAPTION_HEIGHT) / SIDE) as u32],
                places: (0..n_pictures).map(place).collect(),
                caption: CaptionStyle {
                    at: [0.03 * SIDE, SIDE + LABEL_FONT_SIZE],
                    font_size: LABEL_FONT_SIZE,
                    max_lines: 3,
                    max_chars: 76,
                },
            };
        }
        // Video encoders need an even width.
        let width = (film.side * 16 / 9).next_multiple_of(2);
        let size = [width, film.side];
        if n_pictures < 2 {
            // The picture has the full height of the frame, and the description of the step is next to the picture.
            let room = SIDE * f64::from(width) / side - 1.08 * SIDE;
            return FrameLayout {
                size,
                places: vec![[0.0, 0.0, side]],
                caption: CaptionStyle {
                    at: [1.04 * SIDE, 0.1 * SIDE],
                    font_size: WIDE_FONT_SIZE,
                    max_lines: 16,
                    max_chars: (room / (0.55 * WIDE_FONT_SIZE)) as usize,
                },
            };
        }
        let own = side * (1.0 - WIDE_CAPTION);
        let gap = (f64::from(width) - 2.0 * own) / 3.0;
        let font_size = WIDE_FONT_SIZE / (1.0 - WIDE_CAPTION);
        FrameLayout {
            size,
            places: vec![[gap, 0.0, own], [2.0 * gap + own, 0.0, own]],
            caption: CaptionStyle {
                at: [0.0, SIDE + 0.8 * font_size],
                font_size,
                max_lines: 4,
                max_chars: (SIDE / (0.55 * font_size)) as usize,
            },
        }
    }
}

#[derive(Clone, Debug, PartialEq)]
pub struct Frame {
    pub drawing: Vec<Shape>,
    pub caption: Vec<Shape>,
}

impl Explainer {
    /// The first of three selections that lasts at most a minute: all steps, all events, or evenly spaced events.
    pub fn frame_selection(&self, film: AnimationOptions) -> FrameSelection {
        let lasts_a_minute =
            |&each: &FrameSelection| self.frame_ticks(AnimationOptions { each, ..film }).len() <= film.max_frames();
        let known = [FrameSelection::Step, FrameSelection::Event]
            .into_iter()
            .find(lasts_a_minute);
        known.unwrap_or(FrameSelection::Minute)
    }

    /// Returns the ticks (time steps) that become frames, including the first and the last tick of the animation.
    /// With two players, the ticks belong to the longer trace.
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

    /// The SVG file contains the texts only if the user has chosen to save texts.
    pub fn svg(&self, player: usize) -> Option<String> {
        let texts = if self.saves_texts { self.texts() } else { Arc::default() };
        let style = with_gains(self.shows_gains, PictureStyle::SCREEN);
        let drawing = shapes(self.scenes.get(player)?, self.view(), &texts, style);
        Some(to_svg(&drawing, &described(self.players.get(player)?, &texts)))
    }

    pub fn frames(&mut self, film: AnimationOptions, tick: u32) -> Vec<Frame> {
        let texts = if film.with_texts { self.texts() } else { Arc::default() };
        self.seek(tick);
        let (view, layout) = (self.view(), FrameLayout::of(film, self.players.len() as u32));
        let style = match film.wide {
            true => PictureStyle::LECTURE,
            false => PictureStyle::SCREEN,
        };
        let style = with_gains(self.shows_gains, style);
        let picture = |(player, scene): (&Player, &Arc<Scene>)| Frame {
            drawing: shapes(scene, view, &texts, style),
            caption: caption(&described(player, &texts), layout.caption),
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

/// Returns at most `most` of the given ticks, evenly spaced, including the first and the last tick.
fn thinned(ticks: &[u32], most: usize) -> Vec<u32> {
    let every = ticks.len().div_ceil(most.saturating_sub(1).max(1)).max(1);
    let mut thinned: Vec<u32> = ticks.iter().copied().step_by(every).collect();
    thinned.extend(ticks.last());
    thinned.dedup();
    thinned
}

/// Words that do not fit into the caption are left out.
fn caption(sentence: &str, style: CaptionStyle) -> Vec<Shape> {
    let lines = lines(sentence, style).into_iter().zip(0u32..);
    let says = |(words, line): (String, u32)| Shape::Says {
        at: [style.at[0], style.at[1] + f64::from(line) * 1.4 * style.font_size],
        to_left: false,
        size: style.font_size,
        words,
    };
    lines.map(says).collect()
}

/// Words are split only if they are longer than a line.
fn lines(sentence: &str, style: CaptionStyle) -> Vec<String> {
    let max_chars = style.max_chars.max(2);
    let mut lines: Vec<String> = Vec::new();
    for word in sentence.split_whitespace() {
        let letters: Vec<char> = word.chars().collect();
        for piece in letters.chunks(max_chars) {
            match lines.last_mut() {
                Some(line) if line.chars().count() + 1 + piece.len() <= max_chars => {
                    line.push(' ');
                    line.extend(piece);
                }
                _ => lines.push(piece.iter().collect()),
            }
        }
    }
    if lines.len() > style.max_lines {
        lines.truncate(style.max_lines);
        if let Some(last) = lines.last_mut() {
            *last = last.chars().take(max_chars - 1).chain(['…']).collect();
        }
    }
    lines
}

pub enum AnimationFile {
    Moving(ApngWriter),
    /// A ZIP archive of pictures, and the number of pictures in the archive.
    Pictures(Box<Archive>, u32),
    Video(WebmWriter),
}

impl AnimationFile {
    pub fn new(film: AnimationOptions, n_pictures: u32) -> AnimationFile {
        match film.format {
            Format::Moving => AnimationFile::Moving(ApngWriter::new(n_pictures, film.pace)),
            Format::Pictures => AnimationFile::Pictures(Box::default(), 0),
            Format::Video => AnimationFile::Video(WebmWriter::new(film.pace)),
        }
    }

    /// `picture` is an image file with the media type [`Format::frame_type`]. All frames must have the same size.
    /// Returns an error if the animation file becomes too large or if the frame is not a valid picture.
    pub fn add(&mut self, picture: &[u8]) -> Result<(), String> {
        let n_bytes = match self {
            AnimationFile::Moving(moving) => {
                moving.add(picture)?;
                moving.n_bytes()
            }
            AnimationFile::Pictures(archive, n) => {
                let path = format!("{n:05}.png");
                *n += 1;
                archive.add(&path, picture).map_err(no_file)?;
                archive.n_bytes()
            }
            AnimationFile::Video(video) => {
                video.add(picture)?;
                video.n_bytes()
            }
        };
        match n_bytes <= MAX_FILE_BYTES {
            true => Ok(()),
            false => Err(t!("explainer-film-size-problem", most = MAX_FILE_BYTES >> 20)),
        }
    }

    /// Returns an error if the file is larger than its format allows.
    pub fn end(self) -> Result<(&'static str, &'static str, Vec<u8>), String> {
        match self {
            AnimationFile::Moving(moving) => Ok(("explainer.png", "image/png", moving.end())),
            AnimationFile::Pictures(archive, _) => {
                let bytes = archive.end().map_err(no_file)?;
                Ok(("explainer.zip", "application/zip", bytes))
            }
            AnimationFile::Video(video) => Ok(("explainer.webm", "video/webm", video.end())),
        }
    }
}

fn no_file(reason: impl Display) -> String {
    t!("explainer-film-file-problem", reason)
}
