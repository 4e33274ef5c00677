"""The games in Russian: sentences written down by hand, plural forms, and whole games without an English word."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice

import pytest

from solitaire_tui.cards import Card
from solitaire_tui.game import IllegalMove
from solitaire_tui.garem import reasons as garem_reasons
from solitaire_tui.garem import words as garem_words
from solitaire_tui.garem.rules import GAREM, NEXT, GaremState, NextRow, Place
from solitaire_tui.garem.view import GaremView
from solitaire_tui.language import n_, np_, use
from solitaire_tui.phrases import cards_named, in_words, inline, named
from solitaire_tui.raspad import reasons, words
from solitaire_tui.raspad.encoding import CARDS
from solitaire_tui.raspad.rules import RASPAD, RaspadRules, RaspadState, TableCard
from solitaire_tui.raspad.view import RaspadView
from solitaire_tui.session import Session
from tests.helpers import conceivable_moves, recorded_session


@pytest.fixture(autouse=True)
def _in_russian(_in_english: None) -> None:
    use("ru")


def cards(text: str) -> tuple[Card, ...]:
    return tuple(Card.parse(code) for code in text.split())


def raspad(hand: str, row: str, stock: str = "", **rules: bool) -> RaspadState:
    """A position; a table card in brackets is beaten."""
    table = tuple(TableCard(card=Card.parse(code.strip("[]")), beaten=code.startswith("[")) for code in row.split())
    return RaspadState(rules=RaspadRules(**rules), hand=cards(hand), table=table, stock=cards(stock))


def garem(row: str, *piles: str, stock: str = "", aside: str = "") -> GaremState:
    """A position; a dot in the row is an empty slot."""
    slots = tuple(None if code == "." else Card.parse(code) for code in row.split())
    return GaremState(stock=cards(stock), piles=tuple(map(cards, piles)), row=slots, aside=cards(aside))


# Raspad: why a card beats another and what follows.


@pytest.mark.parametrize(
    ("state", "move", "text"),
    [
        (
            raspad("KS", "2S 9H QC"),
            "KS>2S",
            "король пик бьёт двойку пик: та же масть, старше. Снижается девятка червей до восьмёрки",
        ),
        (
            raspad("QD", "QH KC 3D"),
            "QD>QH",
            "дама бубен бьёт даму червей: то же значение. Снижается король треф до дамы",
        ),
        (
            raspad("5H", "2C 5C AS 9D"),
            "5H>5C",
            (
                "пятёрка червей бьёт пятёрку треф: то же значение. Туз пик распадается. "
                "Снижаются двойка треф до 1 и девятка бубен до восьмёрки"
            ),
        ),
        (
            raspad("7D", "AH 7S AC KD"),
            "7D>7S",
            (
                "семёрка бубен бьёт семёрку пик: то же значение. Туз червей и туз треф распадаются. "
                "Снижается король бубен до дамы"
            ),
        ),
        (
            raspad("TC", "[KD] JS"),
            "TC>JS",
            "десятка треф бьёт валета пик: он снижен до десятки, ведь соседняя карта бита",
        ),
        (
            raspad("TH", "[KD] QS [KC]"),
            "TH>QS",
            "десятка червей бьёт даму пик: она снижена до десятки, ведь обе соседние карты биты",
        ),
        (raspad("7H", "AS"), "7H>AS", "семёрка червей бьёт туза пик: туза берёт любая цифра"),
        (
            raspad("AS", "KS", ace_high=True),
            "AS>KS",
            "туз пик бьёт короля пик: туз в руке старше всей своей масти",
        ),
        (
            raspad("RJ", "QD", jokers=True),
            "RJ>QD",
            "красный джокер бьёт даму бубен: джокер бьёт все красные карты",
        ),
        (
            raspad("BJ", "8C", jokers=True),
            "BJ>8C",
            "чёрный джокер бьёт восьмёрку треф: джокер бьёт все чёрные карты",
        ),
        (
            raspad("3H", "[KD] RJ", jokers=True),
            "3H>RJ",
            "тройка червей бьёт красного джокера: рядом с битой картой его берёт любая бубна или черва",
        ),
        (
            raspad("4S", "[KD] BJ", jokers=True),
            "4S>BJ",
            "четвёрка пик бьёт чёрного джокера: рядом с битой картой его берёт любая трефа или пика",
        ),
        (
            raspad("AS", "[KD] 6C", "2H"),
            "close",
            "Закрыть кон: открыта только шестёрка треф; в руке остаётся туз пик",
        ),
        (raspad("", "[QD] KS", "2H"), "close", "Закрыть кон: открыт только король пик; рука пуста"),
        (
            raspad("QH AS", "[KD] [6C]", "2H"),
            "close",
            "Закрыть кон: открытых карт нет; в руке остаются дама червей и туз пик",
        ),
        (
            raspad("3D 9S JC 7H", "[KD] [6C]", "2H"),
            "close",
            "Закрыть кон: открытых карт нет; в руке остаются 3♦, 9♠, J♣ и 7♥",
        ),
        (
            raspad("AS", "6C [KD] 9D", "2H 3H"),
            "laydown",
            "Выложить руку: 2 открытые карты и 1 карта руки составят ряд из 3 карт; в руку придут 2 новые карты",
        ),
        (
            raspad("", "6C 9D TD JD QD", "2H"),
            "laydown",
            "Выложить пустую руку: 5 открытых карт сомкнутся; в руку придёт 1 новая карта",
        ),
    ],
)
def test_what_a_move_of_raspad_brings(state: RaspadState, move: str, text: str) -> None:
    assert RASPAD.explain(state, RASPAD.parse_move(move)) == text


@pytest.mark.parametrize(
    ("state", "move", "text"),
    [
        (
            raspad("AS", "2S 9H"),
            "AS>2S",
            "туз пик не бьёт двойку пик: её бьёт двойка или пика от тройки и старше",
        ),
        (
            raspad("5D", "[KD] 8C"),
            "5D>8C",
            (
                "пятёрка бубен не бьёт восьмёрку треф: восьмёрка треф снижена до семёрки, "
                "её бьёт семёрка, восьмёрка или трефа от семёрки и старше"
            ),
        ),
        (
            raspad("2D", "[KD] JS [KC]"),
            "2D>JS",
            (
                "двойка бубен не бьёт валета пик: валет пик снижен до девятки, "
                "его бьёт девятка, десятка, валет или пика от девятки и старше"
            ),
        ),
        (raspad("QS", "KH 2H"), "QS>KH", "дама пик не бьёт короля червей: его бьёт король"),
        (
            raspad("TS", "QH 2H"),
            "TS>QH",
            "десятка пик не бьёт даму червей: её бьёт дама или король червей",
        ),
        (
            raspad("JS", "AH 2H"),
            "JS>AH",
            "валет пик не бьёт туза червей: его бьёт любая цифра, туз или любая черва",
        ),
        (
            raspad("KD", "2S [TD]", jokers=True),
            "KD>2S",
            (
                "король бубен не бьёт двойку пик: двойка пик снижена до 1, "
                "её бьёт туз, двойка, любая пика или чёрный джокер"
            ),
        ),
        (
            raspad("3H", "RJ KD", jokers=True),
            "3H>RJ",
            "тройка червей не бьёт красного джокера: красного джокера можно взять, только когда бита соседняя карта",
        ),
        (
            raspad("3H", "[KD] BJ", jokers=True),
            "3H>BJ",
            (
                "тройка червей не бьёт чёрного джокера: чёрный джокер лежит рядом с битой картой, "
                "его берёт любая трефа или пика"
            ),
        ),
        (raspad("RJ", "BJ 2H", jokers=True), "RJ>BJ", "джокер никогда не бьёт другого джокера"),
        (
            raspad("RJ", "QS 2H", jokers=True),
            "RJ>QS",
            "красный джокер бьёт только красные карты, а дама пик — чёрная",
        ),
        (
            raspad("BJ", "KD 2H", jokers=True),
            "BJ>KD",
            "чёрный джокер бьёт только чёрные карты, а король бубен — красный",
        ),
        (raspad("2S", "QS 2H"), "KH>QS", "короля червей нет в руке"),
        (raspad("2S", "QS 2H"), "2S>9D", "девятки бубен нет на столе"),
        (raspad("2S", "[KD] 2H"), "2S>KD", "король бубен уже бит"),
        (raspad("2S", "[QD] 2H"), "2S>QD", "дама бубен уже бита"),
        (
            raspad("2S", "QS 2H 4D", "5C"),
            "close",
            "открыты ещё 3 карты: кон закрывают, когда открыто не больше одной",
        ),
        (
            raspad("2S", "QS 2H 4D 8C 9C", "5C"),
            "close",
            "открыто ещё 5 карт: кон закрывают, когда открыто не больше одной",
        ),
        (raspad("2S", "QS", "5C"), "laydown", "открыто не больше одной карты: закройте кон, а не выкладывайте руку"),
        (raspad("2S", "QS 3H"), "laydown", "колода пуста: после выкладки нечего будет брать"),
        (
            raspad("QH", "JH 4S", "5C", must_beat=True),
            "laydown",
            "домашнее правило «Бить обязательно»: дама червей ещё может побить валета червей",
        ),
        (raspad("QH", ""), "close", "расклад сошёлся: карт на столе не осталось"),
    ],
)
def test_why_a_move_of_raspad_is_refused(state: RaspadState, move: str, text: str) -> None:
    with pytest.raises(IllegalMove) as refused:
        RASPAD.apply(state, RASPAD.parse_move(move))
    assert refused.value.reason == text


def _kept(text: str) -> list[int]:
    return [CARDS.index(card) for card in cards(text)]


def test_what_raspad_tells() -> None:
    before = raspad("QH AS", "[KD] [6C]", "2H 3H 4H 5H 6H 7H 8H").model_copy(update={"round": 3})
    after = RASPAD.apply(before, RASPAD.parse_move("close"))
    assert words.closed(before, after) == "Кон 3 закрыт; в руку взяты 4 карты, на стол выложены 3"
    before = raspad("AS", "6C [KD] 9D", "2H")
    after = RASPAD.apply(before, RASPAD.parse_move("laydown"))
    assert words.laid_down(before, after) == "Выложено из руки: 1 карта, в ряду теперь 3 карты; в руку взята 1 карта"
    won = raspad("2S", "").model_copy(update={"round": 8, "laydowns": 2})
    assert RASPAD.summary(won) == "сошёлся за 7 конов, 2 выкладки"
    lost = raspad("2S", "QH KD").model_copy(update={"round": 4, "laydowns": 1})
    text = "не сошёлся: колода пуста, открыты 2 карты, и бить их нечем (кон 4, 1 выкладка)"
    assert RASPAD.summary(lost) == text
    assert RASPAD.standing(raspad("2S", "QH KD", "3S")) == "кон 1, в колоде 1 карта"


def test_why_raspad_is_advised_so() -> None:
    hand, other = _kept("QS 6C"), _kept("TH")
    assert reasons.close(hand, 8, other, last=False) == (
        "если закрыть кон, в руке — дама пик и шестёрка треф; выкладка оставила бы в ряду 8 карт"
    )
    assert reasons.close([], None, other, last=True) == (
        "если побить и последнюю карту и закрыть кон, в руке — ни одной карты; "
        "при другом порядке боя в руке — десятка червей"
    )
    assert reasons.lay_down(21, 2, None) == (
        "выкладка даст ряд из 21 карты и 2 новые карты в руку; закрыть кон сейчас нельзя никак"
    )
    assert reasons.lay_down(7, 1, other) == (
        "выкладка даст ряд из 7 карт и 1 новую карту в руку; если закрыть кон, в руке — десятка червей"
    )


# Garem.

SHUT = garem("4H JC 9D 7S AC . . .", "3C 4C", "TS", "QD KD", "KH AH", "5S 6S", "8D 9S", "8C", "2H 3H", stock="7D " * 8)
"""The gate is shut: piles 2 and 7 wait for their first cards, a jack and a nine."""


@pytest.mark.parametrize(
    ("move", "text"),
    [
        (
            "2>2",
            "валет треф ложится в стопку 2 после десятки пик. Ещё 1 базовая карта ждёт своей первой карты",
        ),
        (
            "3>7",
            ("девятка бубен ложится в стопку 7 после восьмёрки треф. Ещё 1 базовая карта ждёт своей первой карты"),
        ),
    ],
)
def test_what_a_placement_brings(move: str, text: str) -> None:
    assert GAREM.explain(SHUT, GAREM.parse_move(move)) == text


@pytest.mark.parametrize(
    ("move", "text"),
    [
        ("1>2", "стопке 2 после десятки пик нужен валет, а не четвёрка червей"),
        ("2>7", "стопке 7 после восьмёрки треф нужна девятка, а не валет треф"),
        (
            "5>3",
            (
                "ворота закрыты: стопка 3 снова начнёт расти, когда у каждой базовой карты будет первая карта "
                "(ждут ещё 2 базовые карты)"
            ),
        ),
        ("6>1", "место 6 игрового ряда пусто"),
        ("next", "валета треф ещё можно положить в стопку 2: сначала положите всё, что можно"),
    ],
)
def test_why_a_move_of_garem_is_refused(move: str, text: str) -> None:
    with pytest.raises(IllegalMove) as refused:
        GAREM.apply(SHUT, GAREM.parse_move(move))
    assert refused.value.reason == text


def test_the_gate_opens() -> None:
    state = GAREM.apply(SHUT, Place(slot=2, pile=2))
    assert GAREM.explain(state, Place(slot=3, pile=7)) == (
        "девятка бубен ложится в стопку 7 после восьмёрки треф. Первая карта есть у всех: ворота открыты"
    )


def test_what_garem_tells() -> None:
    full = "3C 4C 5C 6C 7C 8C 9C TC JC QC KC AC 2C"
    piles = [full, "TS JS", "QD KD", full, "5S 6S", "8D 9S", "8C 9C", "2H 3H"]
    over = garem("KH . . . . . . .", *piles)
    assert GAREM.summary(over) == "игра окончена: сбылись 2 желания (собраны стопки 1 и 4)"
    last = garem("5D KH 2S . . . . .", *piles, stock="3D " * 24)
    assert GAREM.explain(last, NEXT) == ("Больше ничего не положить: отложить 5♦, K♥ и 2♠ и выложить следующий ряд")
    assert GAREM.standing(last) == "ряд 9 из 12, собраны 2 стопки"
    assert garem_words.summary(last, GAREM.outcome(last)) == (
        "игра идёт: сбылись 2 желания (собраны стопки 1 и 4), впереди 3 ряда"
    )


def test_why_garem_is_advised_so() -> None:
    bases = ["QH KH", "QD KD", "2S 3S", "4S 5S", "6S 7S", "8S 9S", "TS JS", "3H 4H"]
    state = garem("AS . . . . . . .", *bases, stock="2D " * 8)
    after: dict[Place | NextRow, float] = {Place(slot=1, pile=1): 0.83, Place(slot=1, pile=2): 0.405}
    odds = (0.25, 0.1, 0, 0, 0, 0, 0, 0)
    assert garem_reasons.reason(state, Place(slot=1, pile=1), odds, after) == (
        "Туз пик ложится в стопку 1 после короля червей. Шанс собрать стопку 1 (ещё 11 карт) — 25%; "
        "в стопке 2 он даст в среднем 0,41 желания, здесь — 0,83."
    )
    after = {Place(slot=1, pile=1): 0.83, Place(slot=1, pile=2): 0.83}
    assert garem_reasons.reason(state, Place(slot=1, pile=1), odds, after) == (
        "Туз пик ложится в стопку 1 после короля червей. Стопка 2 для него — место не хуже."
    )
    after = {Place(slot=1, pile=1): 0.83}
    assert garem_reasons.reason(state, Place(slot=1, pile=1), odds, after) == (
        "Туз пик ложится в стопку 1 после короля червей. Больше его сейчас положить некуда."
    )


def _garem_view(state: GaremState, wishes: dict[int, str] | None = None) -> GaremView:
    session = Session.new("garem", deal=1)
    session.history._line.states[0] = state
    session.wishes = wishes or {}
    return GaremView(session)


def test_the_cards_of_garem() -> None:
    stock = cards("AD 2D 3D 4D 5D 6D 7D 8D 9D TD JD QD KD 7H 7H 7H")
    view = _garem_view(SHUT.model_copy(update={"stock": stock}), {3: "увидеть море", 7: "выспаться"})
    assert view.describe("row:1") == "валет треф ложится в стопку 2"
    assert view.describe("row:4") == "туза треф пока не положить: он нужен стопке 3, но ворота закрыты"
    assert view.describe("row:0") == "четвёрку червей пока не положить: она нужна стопке 8, но ворота закрыты"
    assert view.describe("pile:6") == "стопка 7 («выспаться»): 1 карта, нужна девятка (в колоде 1, в ряду 1)"
    assert view.header()[-1] == "ворота закрыты: ещё 2"


# Numbers.


@pytest.mark.parametrize(
    ("number", "nominative", "taken", "to_take", "row"),
    [
        (1, "1 карта", "взята 1 карта", "1 новую карту", "ряд из 1 карты"),
        (2, "2 карты", "взяты 2 карты", "2 новые карты", "ряд из 2 карт"),
        (5, "5 карт", "взято 5 карт", "5 новых карт", "ряд из 5 карт"),
        (11, "11 карт", "взято 11 карт", "11 новых карт", "ряд из 11 карт"),
        (21, "21 карта", "взята 21 карта", "21 новую карту", "ряд из 21 карты"),
        (101, "101 карта", "взята 101 карта", "101 новую карту", "ряд из 101 карты"),
    ],
)
def test_a_number_governs_its_noun(number: int, nominative: str, taken: str, to_take: str, row: str) -> None:
    assert n_("{number} card", "{number} cards", number).format(number=number) == nominative
    drawn = np_("drawn to the hand", "{number} card", "{number} cards", number)
    assert drawn.format(number=number) == taken
    brought = np_("brings to the hand", "{number} new card", "{number} new cards", number)
    assert brought.format(number=number) == to_take
    assert f"ряд из {words.row_of(number)}" == row


def test_cards_in_words_and_by_signs() -> None:
    queen, ten, joker = cards("QS TH RJ")
    assert [f"{named(card):acc}" for card in (queen, ten, joker)] == ["даму пик", "десятку червей", "красного джокера"]
    assert f"{cards_named([queen, ten]):ins}" == "дамой пик и десяткой червей"
    assert f"{cards_named([queen, ten, queen, ten]):ins}" == "Q♠, 10♥, Q♠ и 10♥"
    use("en")
    assert (named(queen), in_words(queen), in_words(joker)) == ("Q♠", "queen of spades", "red joker")


# Whole games.


def told_by(session: Session, view: RaspadView | GaremView, kinds: str) -> Iterator[str]:
    """Everything that a game says over the recorded line of a session, at every position."""
    game, history = session.game, session.history
    for cursor in range(len(history.steps) + 1):
        history.jump(cursor)
        state = session.state
        yield from (view.greeting(), view.notice(), session.standing, game.summary(state), game.standing(state))
        yield from view.header()
        for target in [f"{kind}:{at}" for kind in kinds.split() for at in range(8)]:
            try:
                yield view.describe(target)
                yield from view.explain_fully(target)
            except IndexError:
                continue  # no such card now
        for move in conceivable_moves(game, state):
            try:
                yield game.explain(state, move)
                yield view.move_words(state, move)
            except IllegalMove as refused:
                yield refused.reason
        if history.previous is not None:
            yield view.told(history.previous, history.last_step)
    yield from (session.name, *view.cards_out(), view.ending().title, *view.ending().lines)
    yield view.chance_words(None)


LEFTOVER = re.compile("[A-Za-z]{2,}|[{}]")
"""A word in Latin letters, or a placeholder that was not filled; single letters are cards and keys."""


@pytest.mark.parametrize("number", [1, 4, 14, 15, 28])
def test_a_game_of_raspad_says_nothing_in_english(number: int) -> None:
    session = recorded_session("raspad", number)
    texts = set(told_by(session, RaspadView(session), "hand table discard"))
    assert len(texts) > 200
    assert {text for text in texts if LEFTOVER.search(text)} == set()


@pytest.mark.parametrize("number", [0, 3])
def test_a_game_of_garem_says_nothing_in_english(number: int) -> None:
    session = recorded_session("garem", number)
    session.wishes = {2: "удачи"}
    texts = set(islice(told_by(session, GaremView(session), "row pile unseen"), 20_000))
    assert len(texts) > 200
    assert {text for text in texts if LEFTOVER.search(text)} == set()


def test_a_greeting_does_not_count_the_hand() -> None:
    session = Session.new("raspad", deal=1)
    session.history._line.states[0] = raspad("2S 9H 4D", "KD QH JS TC", "5C")
    assert RaspadView(session).greeting() == "Побейте картами руки весь ряд, кроме одной карты, и закройте кон"
    use("en")
    assert RaspadView(session).greeting() == ("Beat all of the row but one with your cards, then close the round")


def test_a_clause_after_a_colon_begins_small() -> None:
    assert inline("Закрыть кон: открыта только шестёрка") == "закрыть кон: открыта только шестёрка"
    assert [inline(text) for text in ("K♠ beats", "Close the round", "8 beats", "")] == [
        "K♠ beats",
        "close the round",
        "8 beats",
        "",
    ]
