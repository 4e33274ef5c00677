"""The engine process: requests come in and answers go out as lines of JSON, as chess programs do it.

A request is ``{"id": 7, "do": "advise", "language": "en", ...}``; each of its answers carries the id, the last one
``"final": true``, and speaks that language.
A new request ends the one before; so does ``{"do": "stop"}``. When its input ends the process ends at once, so that
it never outlives whoever started it.
"""

from __future__ import annotations

import json
import os
import queue
import random
import sys
import threading
from collections.abc import Callable, Iterator
from typing import Any, Final

from solitaire_tui.counsel import counsel_for
from solitaire_tui.deals import LAST_DRAWN_DEAL, shuffled
from solitaire_tui.game import load
from solitaire_tui.language import use
from solitaire_tui.record import GameRecord, Played, check_record
from solitaire_tui.review import Decision, review

MOST_DEALS: Final = 5_000
"""How many deals are looked at for one of the wanted difficulty."""

Request = dict[str, Any]
Reply = dict[str, Any]
Cancelled = Callable[[], bool]


def main() -> None:
    """Answer requests until the input ends."""
    requests: queue.SimpleQueue[Request] = queue.SimpleQueue()
    threading.Thread(target=_read, args=(requests,), daemon=True).start()
    if hasattr(os, "nice"):
        os.nice(5)  # keys come first
    while True:
        request = requests.get()
        while not requests.empty():
            request = requests.get()
        for reply in _answers(request, lambda: not requests.empty()):
            sys.stdout.write(json.dumps({"id": request.get("id"), **reply}, separators=(",", ":")) + "\n")
            sys.stdout.flush()
            if not requests.empty():
                break


def _read(requests: queue.SimpleQueue[Request]) -> None:
    for line in sys.stdin.buffer:
        requests.put(json.loads(line))
    os._exit(0)


def _answers(request: Request, cancelled: Cancelled) -> Iterator[Reply]:
    handler = _HANDLERS.get(request.get("do", ""))
    if handler is None:
        return
    try:
        use(request.get("language", "en"))
        yield from handler(request, cancelled)
    except Exception as error:  # noqa: BLE001 - whatever it is, the table goes on without advice
        yield {"error": f"{type(error).__name__}: {error}", "final": True}


def _played(request: Request) -> tuple[Played, Any]:
    """The record of a request and its last position."""
    played = check_record(GameRecord.model_validate(request["record"]))
    *_, (_, state) = played.positions()
    return played, state


def _advise(request: Request, cancelled: Cancelled) -> Iterator[Reply]:
    played, state = _played(request)
    plan = [played.game.parse_move(text) for text in request.get("plan", ())]
    counsel = counsel_for(played.game.id)
    lost = counsel.lost_for_sure(state)
    last: Reply | None = None
    for advice in counsel.improve(state, seed=request.get("seed", 0), plan=plan):
        if last is not None:
            yield last
        last = {"advice": advice.to_data(), "lost": lost, "final": False}
        if cancelled():
            return
    if last is not None:
        yield {**last, "final": True}


def _solve(request: Request, cancelled: Cancelled) -> Iterator[Reply]:
    played, state = _played(request)
    answer = counsel_for(played.game.id).solve(state, seconds=request["seconds"], cancelled=cancelled)
    yield {"answer": answer.to_data(), "final": True}


def _review(request: Request, cancelled: Cancelled) -> Iterator[Reply]:
    """First a quick pass over the whole game, then a thorough one that replaces it."""
    played, _ = _played(request)
    passes = counsel_for(played.game.id).review_samples
    for number, samples in enumerate(passes):
        for item in review(played.game, played.start, played.moves, samples=samples, cancelled=cancelled):
            kind = "decision" if isinstance(item, Decision) else "summary"
            yield {"pass": number, kind: item.to_data(), "final": False}
    yield {"final": True}


def _find(request: Request, cancelled: Cancelled) -> Iterator[Reply]:
    """Look for a deal of the wanted difficulty, telling now and then how many were tried."""
    game, counsel = load(request["game"]), counsel_for(request["game"])
    rules = game.rules_type.model_validate(request["rules"])
    rng = random.Random(request["seed"])
    for tried in range(1, MOST_DEALS + 1):
        if cancelled():
            return
        number = rng.randint(1, LAST_DRAWN_DEAL)
        start = game.deal(rules, shuffled(game.deck(rules), number))
        if counsel.has_level(start, request["level"], seed=number):
            yield {"deal": number, "tried": tried, "final": True}
            return
        yield {"tried": tried, "final": False}
    yield {"deal": None, "tried": MOST_DEALS, "final": True}


_HANDLERS: Final[dict[str, Callable[[Request, Cancelled], Iterator[Reply]]]] = {
    "advise": _advise,
    "solve": _solve,
    "review": _review,
    "find": _find,
}

if __name__ == "__main__":
    main()
