//! The player: a pure state machine between commands, seconds and a position on a timeline.

use key_engine::order::within;

use super::{Timeline, schedule::Schedule};

/// How long the walker takes to glide to the step a person asked for.
const GLIDE_SECS: f64 = 0.25;

/// Under reduced motion the picture changes no more often than this.
const JUMP_SECS: f64 = 0.5;

const SLOWEST: f64 = 0.1;
const FASTEST: f64 = 16.0;

/// What a person can ask of the player.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum PlayerCommand {
    /// Play on from here; from the start when at the end.
    Play,
    /// Stop here.
    Pause,
    /// Play when paused, pause when playing.
    Toggle,
    /// Pause, and go to the next whole step.
    StepForward,
    /// Pause, and go to the step before.
    StepBack,
    /// Go to a step, as scrubbing does. Playing goes on from there.
    Seek(usize),
    /// Pause at the desk.
    ToStart,
    /// Pause at the end.
    ToEnd,
    /// Go to the next page's end, or to the end. Playing goes on from there.
    NextBreak,
    /// Go to the page's end before this one, or to the desk. Playing goes on from there.
    PrevBreak,
    /// How many times as fast as normal; held between 0.1 and 16. Anything that is no number is ignored.
    SetSpeed(f64),
    /// Play from the start.
    Replay,
    /// Whether the person asked the system for less motion: steps then jump, with no frames between them.
    ReducedMotion(bool),
}

/// Where a playback is. It owns no clock and never plays by itself.
#[derive(Clone, Debug)]
pub struct Player {
    schedule: Schedule,
    last_step: usize,
    breaks: Vec<usize>,
    elapsed_secs: f64,
    position: f64,
    speed: f64,
    playing: bool,
    reduced_motion: bool,
    glide: Option<Glide>,
}

/// On the way to a step that was asked for.
#[derive(Clone, Copy, Debug)]
struct Glide {
    from: f64,
    to: usize,
    secs: f64,
}

impl Player {
    /// A player at the desk, paused, at normal speed.
    pub fn new(timeline: &Timeline) -> Self {
        Self {
            schedule: Schedule::new(timeline),
            last_step: timeline.last_step(),
            breaks: timeline.page_breaks(),
            elapsed_secs: 0.0,
            position: 0.0,
            speed: 1.0,
            playing: false,
            reduced_motion: false,
            glide: None,
        }
    }

    /// Takes up a timeline that has grown by a page. Whoever had come past the last page's end stands at that end, so
    /// that playing goes on into the new page; everyone else stays where they are.
    pub fn extend(&mut self, timeline: &Timeline) {
        let last_break = self.breaks.last().copied().unwrap_or(0);
        let step = self.step().min(last_break).min(timeline.last_step());
        let stays = self.position <= step as f64;
        self.schedule = Schedule::new(timeline);
        self.last_step = timeline.last_step();
        self.breaks = timeline.page_breaks();
        let position = if stays { self.position } else { self.position.min(last_break as f64) };
        self.place(position);
    }

    /// Does what a person asked for. True when something shown has changed.
    pub fn handle(&mut self, command: PlayerCommand) -> bool {
        let before = (self.position, self.step(), self.playing, self.speed);
        match command {
            PlayerCommand::Toggle if self.playing => self.pause(),
            PlayerCommand::Play | PlayerCommand::Toggle => self.play(),
            PlayerCommand::Pause => self.pause(),
            PlayerCommand::StepForward => self.go_to(self.step().saturating_add(1)),
            PlayerCommand::StepBack => self.step_back(),
            PlayerCommand::Seek(step) => self.jump(step),
            PlayerCommand::ToStart => {
                self.pause();
                self.jump(0);
            }
            PlayerCommand::ToEnd => {
                self.pause();
                self.jump(self.last_step);
            }
            PlayerCommand::NextBreak => self.jump(self.next_break()),
            PlayerCommand::PrevBreak => self.jump(self.previous_break()),
            PlayerCommand::SetSpeed(speed) if speed.is_finite() => {
                self.speed = within(speed, SLOWEST, FASTEST);
            }
            PlayerCommand::SetSpeed(_) => {}
            PlayerCommand::Replay => {
                self.jump(0);
                self.playing = self.last_step > 0;
            }
            PlayerCommand::ReducedMotion(reduced) => self.set_reduced_motion(reduced),
        }
        before != (self.position, self.step(), self.playing, self.speed)
    }

    /// Lets time go by. True when the picture has changed and wants drawing.
    pub fn advance(&mut self, dt_secs: f64) -> bool {
        if !dt_secs.is_finite() || dt_secs <= 0.0 {
            return false;
        }
        if let Some(glide) = self.glide {
            return self.advance_glide(glide, dt_secs);
        }
        if !self.playing {
            return false;
        }
        let before = self.position;
        self.elapsed_secs += dt_secs * self.speed;
        if self.elapsed_secs >= self.schedule.total_secs() {
            self.place(self.last_step as f64);
            self.playing = false;
            return true;
        }
        self.position = if self.reduced_motion {
            let shown_secs = (self.elapsed_secs / self.jump_secs()).floor() * self.jump_secs();
            self.schedule.position(shown_secs).floor().max(before)
        } else {
            self.schedule.position(self.elapsed_secs)
        };
        self.position.total_cmp(&before).is_ne()
    }

    /// Where the walk is, in steps; between two whole steps the walker is on the way from one to the other.
    pub fn position(&self) -> f64 {
        self.position
    }

    /// The step that is being shown: the last one reached, or the one a person asked for.
    pub fn step(&self) -> usize {
        self.glide.map_or((self.position as usize).min(self.last_step), |glide| glide.to)
    }

    /// Whether it plays.
    pub fn playing(&self) -> bool {
        self.playing
    }

    /// Whether frames are wanted: it plays or glides, and motion is not reduced.
    pub fn moving(&self) -> bool {
        self.glide.is_some() || (self.playing && !self.reduced_motion)
    }

    /// Under reduced motion, while playing: in how many seconds the picture next changes, so that a timer can wait for
    /// it and no frames run. Otherwise none.
    pub fn secs_until_jump(&self) -> Option<f64> {
        (self.playing && self.reduced_motion).then(|| {
            let jump_secs = self.jump_secs();
            let next = ((self.elapsed_secs / jump_secs).floor() + 1.0) * jump_secs;
            ((next.min(self.schedule.total_secs()) - self.elapsed_secs) / self.speed).max(0.01)
        })
    }

    /// How many times as fast as normal.
    pub fn speed(&self) -> f64 {
        self.speed
    }

    /// Whether steps jump.
    pub fn reduced_motion(&self) -> bool {
        self.reduced_motion
    }

    /// Whether it stands at the last step.
    pub fn at_end(&self) -> bool {
        self.step() == self.last_step
    }

    /// How long the whole walk takes at normal speed: at most [`LONGEST_WALK_SECS`](super::LONGEST_WALK_SECS).
    pub fn duration_secs(&self) -> f64 {
        self.schedule.total_secs()
    }

    fn play(&mut self) {
        if self.at_end() {
            self.jump(0);
        }
        self.settle();
        self.playing = self.last_step > 0;
    }

    fn pause(&mut self) {
        self.settle();
        self.playing = false;
    }

    fn step_back(&mut self) {
        let step = self.step();
        let between_steps = self.glide.is_none() && self.position > step as f64;
        self.go_to(if between_steps { step } else { step.saturating_sub(1) });
    }

    /// Pauses and glides to a step; jumps when motion is reduced.
    fn go_to(&mut self, step: usize) {
        self.playing = false;
        let to = step.min(self.last_step);
        if self.reduced_motion || self.position.total_cmp(&(to as f64)).is_eq() {
            self.jump(to);
        } else {
            self.glide = Some(Glide { from: self.position, to, secs: 0.0 });
        }
    }

    fn jump(&mut self, step: usize) {
        self.place(step.min(self.last_step) as f64);
    }

    fn place(&mut self, position: f64) {
        self.glide = None;
        self.position = within(position, 0.0, self.last_step as f64);
        self.elapsed_secs = self.schedule.secs(self.position);
    }

    /// Ends a glide where it was going.
    fn settle(&mut self) {
        if let Some(glide) = self.glide {
            self.jump(glide.to);
        }
    }

    fn advance_glide(&mut self, glide: Glide, dt_secs: f64) -> bool {
        let secs = glide.secs + dt_secs;
        if secs >= GLIDE_SECS {
            self.jump(glide.to);
        } else {
            let part = secs / GLIDE_SECS;
            let eased = part * part * (3.0 - 2.0 * part);
            self.position = glide.from + (glide.to as f64 - glide.from) * eased;
            self.glide = Some(Glide { secs, ..glide });
        }
        true
    }

    fn set_reduced_motion(&mut self, reduced: bool) {
        self.reduced_motion = reduced;
        if reduced {
            self.settle();
            let step = self.step();
            if self.position > step as f64 {
                self.jump(step);
            }
        }
    }

    /// Faster playing must not make the picture change faster.
    fn jump_secs(&self) -> f64 {
        JUMP_SECS * self.speed.max(1.0)
    }

    fn next_break(&self) -> usize {
        let step = self.step();
        let next = self.breaks.partition_point(|&end| end <= step);
        self.breaks.get(next).copied().unwrap_or(self.last_step)
    }

    fn previous_break(&self) -> usize {
        let step = self.step();
        let here = self.breaks.partition_point(|&end| end < step);
        here.checked_sub(1).and_then(|before| self.breaks.get(before)).copied().unwrap_or(0)
    }
}
