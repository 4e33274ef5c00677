"""Properties of both engines over games played by chance."""

from __future__ import annotations

import random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from solitaire_tui.game import IllegalMove, Outcome, load
from solitaire_tui.history import History
from solitaire_tui.record import check_record, final_position, read_records, write_record
from solitaire_tui.session import Session
from tests.helpers import cards_of, conceivable_moves, game_of, random_line

seeds = st.integers(0, 2**32)
games: st.SearchStrategy[tuple[str, dict[str, bool]]] = st.one_of(
    st.tuples(st.just("garem"), st.just({})),
    st.tuples(
        st.just("raspad"),
        st.fixed_dictionaries({"jokers": st.booleans(), "ace_high": st.booleans(), "must_beat": st.booleans()}),
    ),
)


@settings(max_examples=40, deadline=None)
@given(games, seeds)
def test_cards_are_conserved(game: tuple[str, dict[str, bool]], seed: int) -> None:
    start = None
    for state, _ in random_line(game[0], seed, game[1]):
        start = start or cards_of(state)
        assert cards_of(state) == start
    assert start is not None
    assert start.total() in (52, 54, 104)


@settings(max_examples=25, deadline=None)
@given(games, seeds)
def test_apply_accepts_exactly_what_legal_moves_lists(game: tuple[str, dict[str, bool]], seed: int) -> None:
    rng = random.Random(seed)
    for state, _ in random_line(game[0], seed, game[1]):
        if rng.random() < 0.5:
            continue
        engine = game_of(state)
        legal = engine.legal_moves(state)
        assert len(set(legal)) == len(legal)
        accepted = set()
        for move in {*conceivable_moves(engine, state), *legal}:
            try:
                engine.apply(state, move)
            except IllegalMove as error:
                assert error.reason
                with pytest.raises(IllegalMove):
                    engine.explain(state, move)
            else:
                accepted.add(move)
                assert engine.explain(state, move)
        assert accepted == set(legal)
        over = engine.outcome(state) is not Outcome.PLAYING
        assert over == (not legal)


@settings(max_examples=40, deadline=None)
@given(games, seeds, st.data())
def test_undo_all_and_redo_all_give_equal_states(
    game: tuple[str, dict[str, bool]], seed: int, data: st.DataObject
) -> None:
    session = Session.new(game[0], game[1], seed % 999_999 + 1)
    history: History[Any, Any, Any] = session.history
    seen = [(history.state, session.game.legal_moves(history.state))]
    rng = random.Random(seed)
    while legal := session.game.legal_moves(history.state):
        history.play(rng.choice(legal))
        seen.append((history.state, session.game.legal_moves(history.state)))
    back = data.draw(st.integers(0, len(seen) - 1))
    for _ in range(back):
        assert history.undo()
    assert history.state == seen[len(seen) - 1 - back][0]
    assert history.undo_all() or back == len(seen) - 1
    assert (history.state, session.game.legal_moves(history.state)) == seen[0]
    assert not history.undo()
    for state, moves in seen[1:]:
        assert history.redo()
        assert history.state == state
        assert history.state.model_dump_json() == state.model_dump_json()
        assert session.game.legal_moves(history.state) == moves
    assert not history.redo()
    history.undo_all()
    assert history.redo_all()
    assert history.state == seen[-1][0]


@settings(max_examples=40, deadline=None)
@given(games, seeds, st.text(max_size=60), st.booleans())
def test_every_record_written_reads_back_equal(
    game: tuple[str, dict[str, bool]], seed: int, wish: str, by_deck: bool
) -> None:
    session = Session.new(game[0], game[1], seed % 999_999 + 1)
    if session.game.wish_piles and (text := "".join(filter(str.isprintable, wish)).strip()):
        session.wishes[3] = text
    rng = random.Random(seed)
    for _ in range(rng.randrange(60)):
        legal = session.game.legal_moves(session.state)
        if not legal:
            break
        session.play(rng.choice(legal))
    record = session.record()
    if by_deck:
        record = write_record(
            session.game, session.rules, session.deck, session.history.moves, wishes=session.wishes, note="a note"
        )
    import io

    (played,) = read_records(io.BytesIO(record.to_json().encode()), "test")
    assert played.record == record
    assert final_position(played) == session.state
    assert played.wishes == session.wishes
    again = Session.from_record(played)
    assert again.state == session.state
    assert again.record() == record.model_copy(update={"note": None})
    assert check_record(record).start == load(game[0]).deal(session.rules, session.deck)
