//! A film of the steps: which pictures it has, and the file that they become.

use std::fmt::Display;
use std::ops::RangeInclusive;
use std::sync::Arc;

use super::Think;
use super::moving::MovingPicture;
use crate::archive::Archive;
use crate::words::{core, say};
use fastgas_trace::{Player, SAYS_SIZE, SIDE, Shape, shapes};

/// Pixels of a picture's side to choose from.
pub const SIDES: [u32; 4] = [480, 720, 1080, 2160];

/// Pictures in a second to choose from.
pub const PACES: [u16; 6] = [1, 2, 4, 8, 15, 30];

/// A film lasts no longer, unless a person wants all steps or events.
const SECONDS: usize = 60;

/// How high the band for the caption is, below a picture that is [`SIDE`] high.
pub const BAND: f64 = 112.0;

/// Lines of a caption at most, and letters of a line; these are somewhat more than half as wide as high.
const LINES: usize = 3;
const LETTERS: usize = 76;

/// A file may not be larger: it is made in the memory of the page.
pub const MOST_BYTES: usize = 512 << 20;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// One PNG that moves, in every browser.
    Moving,
    /// A ZIP of numbered pictures.
    Pictures,
}

/// When there is a picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Each {
    Step,
    Event,
    /// At some of the events, each as far from the next, so that the film lasts a minute at most.
    Minute,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Film {
    /// The chapter that is zoomed into, and all that is deeper in the recursion, instead of the whole run.
    pub part: bool,
    /// When there is a picture.
    pub each: Each,
    /// Pixels of a picture's side; two players stand side by side.
    pub side: u32,
    /// Pictures in a second.
    pub pace: u16,
    /// With the texts beside the dots, where the screen shows them.
    pub with_texts: bool,
    pub format: Format,
}

impl Default for Film {
    fn default() -> Film {
        Film {
            part: false,
            each: Each::Step,
            side: 720,
            pace: 4,
            with_texts: false,
            format: Format::Moving,
        }
    }
}

impl Film {
    /// Pictures of a film of a minute.
    fn most_pictures(self) -> usize {
        SECONDS * usize::from(self.pace)
    }

    /// Seconds that so many pictures last.
    pub fn seconds(self, n_pictures: usize) -> u64 {
        n_pictures.div_ceil(usize::from(self.pace)) as u64
    }
}

/// How high a picture of `side` pixels is with its caption.
pub fn height(side: u32) -> u32 {
    (f64::from(side) * (SIDE + BAND) / SIDE) as u32
}

/// One picture: what is to be seen, and below it what has just been done.
#[derive(Clone, Debug, PartialEq)]
pub struct Picture {
    /// As the screen shows it.
    pub drawing: Vec<Shape>,
    pub caption: Vec<Shape>,
}

impl Think {
    /// The most pictures that make a film of a minute at most: all steps, else all events, else some of them.
    pub fn film_each(&self, film: Film) -> Each {
        let lasts_a_minute = |&each: &Each| self.film_ticks(Film { each, ..film }).len() <= film.most_pictures();
        let known = [Each::Step, Each::Event].into_iter().find(lasts_a_minute);
        known.unwrap_or(Each::Minute)
    }

    /// Where each picture of a film is taken: the first and the last tick, and what is between. Of two players the ticks
    /// are those of the longer one.
    pub fn film_ticks(&self, film: Film) -> Vec<u32> {
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
            Each::Step => span.collect(),
            Each::Event => by_event(longest, &span),
            Each::Minute => thinned(&by_event(longest, &span), film.most_pictures()),
        }
    }

    /// What each player shows at a tick, to which it goes.
    pub fn film_pictures(&mut self, film: Film, tick: u32) -> Vec<Picture> {
        let texts = if film.with_texts { self.texts() } else { Arc::default() };
        self.seek(tick);
        let view = self.view();
        let picture = |player: &Player| Picture {
            drawing: shapes(&player.scene(), view, &texts),
            caption: caption(&core::step(&player.sentence(&texts))),
        };
        self.players.iter().map(picture).collect()
    }
}

fn by_event(player: &Player, span: &RangeInclusive<u32>) -> Vec<u32> {
    let inside = player.event_ticks().iter().copied().filter(|tick| span.contains(tick));
    let mut ticks: Vec<u32> = [*span.start()].into_iter().chain(inside).chain([*span.end()]).collect();
    ticks.dedup();
    ticks
}

/// Of these ticks at most `most`, the first and the last among them, each as many ticks after the one before.
fn thinned(ticks: &[u32], most: usize) -> Vec<u32> {
    let every = ticks.len().div_ceil(most.saturating_sub(1).max(1)).max(1);
    let mut thinned: Vec<u32> = ticks.iter().copied().step_by(every).collect();
    thinned.extend(ticks.last());
    thinned.dedup();
    thinned
}

/// A sentence in the band below a picture; what does not fit in there is left out.
fn caption(sentence: &str) -> Vec<Shape> {
    let lines = lines(sentence).into_iter().zip(1u32..);
    let says = |(words, line): (String, u32)| Shape::Says {
        at: [0.03 * SIDE, SIDE + f64::from(line) * 1.4 * SAYS_SIZE - 0.4 * SAYS_SIZE],
        to_left: false,
        words,
    };
    lines.map(says).collect()
}

/// At most [`LINES`], broken between words; within one only where it is longer than a line.
fn lines(sentence: &str) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in sentence.split_whitespace() {
        let letters: Vec<char> = word.chars().collect();
        for piece in letters.chunks(LETTERS) {
            match lines.last_mut() {
                Some(line) if line.chars().count() + 1 + piece.len() <= LETTERS => {
                    line.push(' ');
                    line.extend(piece);
                }
                _ => lines.push(piece.iter().collect()),
            }
        }
    }
    if lines.len() > LINES {
        lines.truncate(LINES);
        if let Some(last) = lines.last_mut() {
            *last = last.chars().take(LETTERS - 1).chain(['…']).collect();
        }
    }
    lines
}

/// A film on its way to a file.
pub enum Reel {
    /// One PNG that moves.
    Moving(MovingPicture),
    /// A ZIP, and how many pictures are in it.
    Pictures(Box<Archive>, u32),
}

impl Reel {
    /// Nothing is in it yet.
    pub fn new(film: Film, n_pictures: u32) -> Reel {
        match film.format {
            Format::Moving => Reel::Moving(MovingPicture::new(n_pictures, film.pace)),
            Format::Pictures => Reel::Pictures(Box::default(), 0),
        }
    }

    /// Adds a picture, a PNG file; all are of one size.
    ///
    /// # Errors
    /// In words, where the file becomes too large, or the picture is none.
    pub fn add(&mut self, png: &[u8]) -> Result<(), String> {
        let n_bytes = match self {
            Reel::Moving(moving) => {
                moving.add(png)?;
                moving.n_bytes()
            }
            Reel::Pictures(archive, n) => {
                let path = format!("{n:05}.png");
                *n += 1;
                archive.add(&path, png).map_err(no_file)?;
                archive.n_bytes()
            }
        };
        match n_bytes <= MOST_BYTES {
            true => Ok(()),
            false => Err(say!("film-too-large", most = MOST_BYTES >> 20)),
        }
    }

    /// The file, and how it is called.
    ///
    /// # Errors
    /// In words, where it is larger than its format allows.
    pub fn end(self) -> Result<(&'static str, &'static str, Vec<u8>), String> {
        match self {
            Reel::Moving(moving) => Ok(("think.png", "image/png", moving.end())),
            Reel::Pictures(archive, _) => {
                let bytes = archive.end().map_err(no_file)?;
                Ok(("think.zip", "application/zip", bytes))
            }
        }
    }
}

fn no_file(reason: impl Display) -> String {
    say!("film-no-file", reason)
}
