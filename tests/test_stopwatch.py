"""The time played, on a clock that the test turns."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solitaire_tui.stopwatch import LONGEST_STEP, Pause, Stopwatch


class FakeClock:
    """Seconds since some moment; they pass only when told to."""

    def __init__(self) -> None:
        self.now = 1_000.0

    def __call__(self) -> float:
        return self.now


class Player:
    """A stopwatch that is read every second, as the application reads it."""

    def __init__(self, played: float = 0.0) -> None:
        self.clock = FakeClock()
        self.watch = Stopwatch(played, clock=self.clock)

    def play(self, seconds: int) -> float:
        """Let seconds pass, reading after each."""
        for _ in range(seconds):
            self.clock.now += 1
            self.watch.read()
        return self.watch.read()


def test_time_between_readings_is_counted() -> None:
    player = Player()
    assert player.watch.read() == 0
    assert player.play(90) == 90
    player.clock.now += 0.25
    assert player.watch.read() == 90.25


def test_time_of_an_earlier_run_is_gone_on_from() -> None:
    assert Player(600.0).play(5) == 605


@pytest.mark.parametrize("reason", list(Pause))
def test_a_pause_is_not_counted_but_the_time_up_to_it_is(reason: Pause) -> None:
    player = Player()
    player.play(10)
    player.clock.now += 0.5
    player.watch.pause(reason)
    assert not player.watch.running
    assert player.play(100) == 10.5
    player.clock.now += 0.5
    player.watch.resume(reason)
    assert player.play(3) == 13.5


def test_it_runs_only_when_every_reason_is_gone() -> None:
    player = Player()
    player.watch.pause(Pause.COVERED)
    player.play(3)
    player.watch.pause(Pause.UNFOCUSED)
    player.play(3)
    player.watch.pause(Pause.SUSPENDED)
    player.play(3)
    player.watch.resume(Pause.UNFOCUSED)
    player.watch.resume(Pause.SUSPENDED)
    assert player.play(3) == 0
    player.watch.resume(Pause.COVERED)
    assert player.play(3) == 3


def test_a_reason_told_twice_holds_once() -> None:
    player = Player()
    player.watch.pause(Pause.UNFOCUSED)
    player.watch.pause(Pause.UNFOCUSED)
    player.watch.resume(Pause.UNFOCUSED)
    assert player.play(2) == 2
    player.watch.resume(Pause.UNFOCUSED)
    assert player.play(2) == 4


def test_a_night_asleep_is_not_counted() -> None:
    player = Player()
    player.play(10)
    player.clock.now += 8 * 3600
    assert player.watch.read() == 10
    assert player.play(10) == 20


@pytest.mark.parametrize(("step", "counted"), [(LONGEST_STEP, 5), (LONGEST_STEP + 0.125, 0)])
def test_where_sleep_begins(step: float, counted: float) -> None:
    player = Player()
    player.clock.now += step
    assert player.watch.read() == counted


def test_sleep_in_a_pause_and_at_its_ends() -> None:
    player = Player()
    player.play(2)
    player.clock.now += 5000
    player.watch.pause(Pause.SUSPENDED)
    player.clock.now += 5000
    player.watch.resume(Pause.SUSPENDED)
    assert player.watch.read() == 2
    assert player.play(2) == 4


def test_a_clock_set_back_takes_nothing_and_gives_nothing() -> None:
    player = Player()
    player.play(10)
    player.clock.now -= 3600
    assert player.watch.read() == 10
    assert player.play(10) == 20


def test_a_clock_set_forward_gives_nothing() -> None:
    player = Player()
    player.play(10)
    player.clock.now += 3600
    assert player.watch.read() == 10
    assert player.play(10) == 20


@pytest.mark.parametrize("played", [-1.0, float("nan"), float("inf")])
def test_nonsense_kept_from_an_earlier_run_is_refused(played: float) -> None:
    with pytest.raises(ValueError, match="can't have been played"):
        Stopwatch(played)


_EVENTS = st.one_of(
    st.floats(-1e6, 1e6),
    st.tuples(st.sampled_from(["pause", "resume"]), st.sampled_from(list(Pause))),
)


@given(st.lists(_EVENTS, max_size=40))
def test_it_never_goes_back_and_never_jumps(events: list[float | tuple[str, Pause]]) -> None:
    clock = FakeClock()
    watch = Stopwatch(clock=clock)
    before = 0.0
    for event in events:
        if isinstance(event, float):
            clock.now += event
        elif event[0] == "pause":
            watch.pause(event[1])
        else:
            watch.resume(event[1])
        after = watch.read()
        assert before <= after <= before + LONGEST_STEP
        before = after


def test_the_real_clock() -> None:
    watch = Stopwatch(7.0)
    assert 7.0 <= watch.read() < 8.0
