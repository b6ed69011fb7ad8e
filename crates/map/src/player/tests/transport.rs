use key_engine::walk::PageEnd;
use proptest::prelude::*;

use super::{any_walk, query, scan};
use crate::player::{LONGEST_WALK_SECS, Player, PlayerCommand as Do, Timeline};

const FRAME_SECS: f64 = 1.0 / 60.0;

fn short() -> Timeline {
    Timeline::new(&query(&[(10, true), (10, false), (10, true)], 0, false, PageEnd::End))
}

fn long() -> Timeline {
    let collections: Vec<_> =
        (0..50).map(|ordinal| (ordinal / 20, vec![(100, true); 40])).collect();
    Timeline::new(&scan(&collections, &[900, 900], false))
}

/// Plays to the end a frame at a time; how long it took, and where it was on each frame.
fn play(player: &mut Player, frame_secs: f64) -> (f64, Vec<f64>) {
    player.handle(Do::Play);
    let (mut secs, mut positions) = (0.0, vec![player.position()]);
    while player.playing() && secs < 1_000.0 {
        player.advance(frame_secs);
        secs += frame_secs;
        positions.push(player.position());
    }
    (secs, positions)
}

#[test]
fn nothing_moves_until_someone_plays() {
    let mut player = Player::new(&short());
    assert!(!player.advance(5.0) && !player.playing() && !player.moving());
    assert_eq!((player.position(), player.step()), (0.0, 0));
}

#[test]
fn a_walk_of_any_length_takes_at_most_twelve_seconds_and_a_short_one_its_sentences() {
    let (secs, _) = play(&mut Player::new(&short()), FRAME_SECS);
    assert!((3.0..6.0).contains(&secs), "{secs} s for 7 steps");
    for timeline in [long(), Timeline::new(&query(&[(10, true); 25], 0, false, PageEnd::End))] {
        let (secs, _) = play(&mut Player::new(&timeline), FRAME_SECS);
        assert!((LONGEST_WALK_SECS - 1.0..=LONGEST_WALK_SECS + 0.1).contains(&secs), "{secs} s");
    }
}

#[test]
fn playing_goes_forward_only_and_ends_at_the_last_step() {
    for timeline in [short(), long()] {
        let mut player = Player::new(&timeline);
        let (_, positions) = play(&mut player, FRAME_SECS);
        assert!(positions.windows(2).all(|pair| pair[0] <= pair[1]));
        assert_eq!(
            (player.step(), player.at_end(), player.playing()),
            (timeline.last_step(), true, false)
        );
        assert!(!player.advance(1.0));
    }
}

#[test]
fn twice_the_speed_takes_half_the_time_also_when_changed_on_the_way() {
    let timeline = long();
    let mut player = Player::new(&timeline);
    player.handle(Do::SetSpeed(2.0));
    let (secs, _) = play(&mut player, FRAME_SECS);
    assert!((secs - LONGEST_WALK_SECS / 2.0).abs() < 0.1, "{secs} s");
    player.handle(Do::SetSpeed(1.0));
    player.handle(Do::Replay);
    player.advance(LONGEST_WALK_SECS / 2.0);
    player.handle(Do::SetSpeed(4.0));
    assert!(player.playing());
    player.advance(LONGEST_WALK_SECS / 8.0 + 0.01);
    assert!(player.at_end());
}

#[test]
fn speeds_are_held_within_reason() {
    let mut player = Player::new(&short());
    for (asked, given) in [(0.0, 0.1), (-3.0, 0.1), (1e9, 16.0), (f64::NAN, 16.0), (0.5, 0.5)] {
        player.handle(Do::SetSpeed(asked));
        assert!((player.speed() - given).abs() < 1e-12, "{asked}");
    }
}

#[test]
fn stepping_pauses_glides_and_shows_the_step_at_once() {
    let mut player = Player::new(&short());
    player.handle(Do::Play);
    assert!(player.handle(Do::StepForward));
    assert_eq!((player.step(), player.playing(), player.moving()), (1, false, true));
    assert!(player.position() < 1.0);
    player.advance(0.1);
    assert!((0.0..1.0).contains(&player.position()) && player.position() > 0.0);
    player.advance(0.2);
    assert_eq!((player.position(), player.moving()), (1.0, false));
    player.handle(Do::StepForward);
    player.handle(Do::StepForward);
    player.advance(1.0);
    assert_eq!(player.position(), 3.0);
}

#[test]
fn stepping_back_between_two_steps_goes_to_the_nearer_start() {
    let mut player = Player::new(&short());
    player.handle(Do::Seek(2));
    player.handle(Do::Play);
    player.advance(0.3);
    assert!(player.position() > 2.0 && player.position() < 3.0);
    player.handle(Do::StepBack);
    assert_eq!(player.step(), 2);
    player.handle(Do::StepBack);
    assert_eq!(player.step(), 1);
}

#[test]
fn jumps_stop_at_page_breaks_and_the_ends() {
    let timeline = long();
    let breaks = timeline.page_breaks();
    assert_eq!(breaks.len(), 3);
    let mut player = Player::new(&timeline);
    let mut stops = Vec::new();
    for _ in 0..5 {
        player.handle(Do::NextBreak);
        stops.push(player.step());
    }
    let last = timeline.last_step();
    assert_eq!(stops, [breaks[0], breaks[1], breaks[2], last, last]);
    stops.clear();
    for _ in 0..5 {
        player.handle(Do::PrevBreak);
        stops.push(player.step());
    }
    assert_eq!(stops, [breaks[2], breaks[1], breaks[0], 0, 0]);
    player.handle(Do::ToEnd);
    assert_eq!(player.step(), last);
    player.handle(Do::Seek(usize::MAX));
    assert_eq!(player.step(), last);
    player.handle(Do::ToStart);
    assert_eq!((player.step(), player.playing()), (0, false));
}

#[test]
fn playing_from_the_end_starts_again() {
    let mut player = Player::new(&short());
    player.handle(Do::ToEnd);
    player.handle(Do::Toggle);
    assert_eq!((player.step(), player.playing()), (0, true));
    player.handle(Do::Toggle);
    assert!(!player.playing());
}

#[test]
fn under_reduced_motion_steps_jump_and_no_frame_runs_between() {
    for (timeline, speed) in [(short(), 1.0), (long(), 1.0), (long(), 4.0)] {
        let mut player = Player::new(&timeline);
        player.handle(Do::ReducedMotion(true));
        player.handle(Do::SetSpeed(speed));
        player.handle(Do::Play);
        let (mut secs, mut changed_at) = (0.0, 0.0);
        while player.playing() {
            assert!(!player.moving(), "no frames are asked for");
            let wait = player.secs_until_jump().expect("playing");
            assert!(!player.advance(wait / 2.0) || player.at_end());
            let changed = player.advance(wait / 2.0 + 1e-6);
            secs += wait;
            assert_eq!(player.position().fract(), 0.0);
            if changed {
                assert!(secs - changed_at > 0.4 || player.at_end(), "{} s", secs - changed_at);
                changed_at = secs;
            }
        }
        assert!(secs * speed < LONGEST_WALK_SECS + 0.5);
        player.handle(Do::StepBack);
        assert_eq!(
            (player.position(), player.moving()),
            (timeline.last_step() as f64 - 1.0, false)
        );
    }
}

#[test]
fn a_next_page_goes_on_from_the_end_of_the_last() {
    let mut walk = query(&[(10, true), (10, true)], 0, false, PageEnd::Limit);
    let first = Timeline::new(&walk);
    walk.extend(query(&[(10, true)], 2, false, PageEnd::End));
    let whole = Timeline::new(&walk);
    for (step, expected) in [(first.last_step(), 5), (5, 5), (3, 3), (0, 0)] {
        let mut player = Player::new(&first);
        player.handle(Do::Seek(step));
        player.extend(&whole);
        assert_eq!((player.step(), player.playing()), (expected, false), "from {step}");
        play(&mut player, FRAME_SECS);
        assert_eq!(player.step(), whole.last_step());
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn seeking_is_stepping_so_many_times_and_stepping_back_undoes_it(
        walk in any_walk(), part in 0.0..1.0_f64
    ) {
        let timeline = Timeline::new(&walk);
        let to = (part * timeline.steps() as f64) as usize;
        let (mut seeking, mut stepping) = (Player::new(&timeline), Player::new(&timeline));
        seeking.handle(Do::Seek(to));
        for step in 0..to {
            prop_assert_eq!(stepping.step(), step);
            stepping.handle(Do::StepForward);
            stepping.handle(Do::StepBack);
            prop_assert_eq!(stepping.step(), step);
            stepping.handle(Do::StepForward);
        }
        prop_assert_eq!(seeking.step(), stepping.step());
        prop_assert_eq!(timeline.counters(seeking.step()), timeline.counters(stepping.step()));
    }

    #[test]
    fn pausing_anywhere_and_going_on_changes_nothing(
        walk in any_walk(), pauses in proptest::collection::vec(0.01..2.0_f64, 0..8)
    ) {
        let timeline = Timeline::new(&walk);
        let (mut through, mut paused) = (Player::new(&timeline), Player::new(&timeline));
        through.handle(Do::Play);
        paused.handle(Do::Play);
        for secs in pauses {
            through.advance(secs);
            paused.advance(secs);
            if paused.playing() {
                paused.handle(Do::Pause);
                prop_assert!(!paused.advance(3.0));
                paused.handle(Do::Play);
            }
            prop_assert!((through.position() - paused.position()).abs() < 1e-9);
        }
    }
}
