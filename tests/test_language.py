"""Languages: which one is spoken, nouns and their cases, and catalogues that are complete and say what they should."""

from __future__ import annotations

import ast
import json
import re
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from string import Formatter
from typing import Any

import pytest
from babel.messages.catalog import Message
from babel.messages.pofile import read_po

from solitaire_tui.cards import Card
from solitaire_tui.game import REGISTRY, load
from solitaire_tui.language import CASES, LANGUAGES, Noun, _, from_environment, spoken, use
from solitaire_tui.phrases import listed, named, read_aloud
from solitaire_tui.record import RecordError, read_records
from tests.helpers import recorded_session

ROOT = Path(__file__).parent.parent
PACKAGE = ROOT / "solitaire_tui"
CATALOGUES = sorted(PACKAGE.glob("locale/*/LC_MESSAGES/*.po"))


def texts_of(po: Path) -> list[Message]:
    with po.open("rb") as stream:
        return [message for message in read_po(stream, locale=po.parent.parent.name) if message.id]


def forms(text: Any) -> tuple[str, ...]:
    """The one form of a text or its plural forms."""
    return tuple(text) if isinstance(text, (tuple, list)) else (str(text),)


RUSSIAN = texts_of(PACKAGE / "locale/ru/LC_MESSAGES/solitaire_tui.po")


# Which language is spoken.


@pytest.mark.parametrize(
    ("environ", "code"),
    [
        ({}, "en"),
        ({"LANG": "C"}, "en"),
        ({"LANG": "ru_RU.UTF-8"}, "ru"),
        ({"LANG": "ru_UA.KOI8-U"}, "ru"),
        ({"LANG": "ru"}, "ru"),
        ({"LANG": "de_DE.UTF-8"}, "en"),
        ({"LANG": "en_GB.UTF-8"}, "en"),
        ({"LANG": "ru_RU.UTF-8", "LC_MESSAGES": "en_US.UTF-8"}, "en"),
        ({"LANG": "en_US.UTF-8", "LC_MESSAGES": "ru_RU.UTF-8"}, "ru"),
        ({"LANG": "ru_RU.UTF-8", "LC_ALL": "C.UTF-8"}, "en"),
        ({"LANG": "ru_RU.UTF-8", "LC_ALL": ""}, "ru"),
        ({"LANG": "en_US.UTF-8", "LC_CTYPE": "ru_RU.UTF-8"}, "en"),
        ({"LANG": "de_DE.UTF-8", "LANGUAGE": "de:ru:en"}, "ru"),
        ({"LANG": "ru_RU.UTF-8", "LANGUAGE": "en"}, "en"),
        ({"LANG": "C", "LANGUAGE": "ru"}, "en"),
        ({"LANG": "POSIX", "LANGUAGE": "ru"}, "en"),
    ],
)
def test_the_locale_decides_the_language(environ: dict[str, str], code: str) -> None:
    assert from_environment(environ) == code


def test_a_language_can_be_changed_while_the_program_runs() -> None:
    game = load("raspad")
    assert (spoken(), game.title) == ("en", "Raspad")
    use("ru")
    assert (spoken(), game.title) == ("ru", "Распад")
    use("en")
    assert (spoken(), game.title) == ("en", "Raspad")


def test_an_unknown_language_changes_nothing() -> None:
    use("ru")
    with pytest.raises(KeyError):
        use("xx")
    assert spoken() == "ru"


def test_the_empty_text_stays_empty() -> None:
    use("ru")
    assert _("") == ""


# Nouns.

QUEEN = Noun.parse("дама, дамы, даме, даму, дамой, даме; f")
KING = Noun.parse("король, короля, королю, короля, королём, короле; m")


def test_a_noun_answers_to_every_case() -> None:
    assert f"{QUEEN}" == QUEEN == "дама"
    assert [f"{QUEEN:{case}}" for case in CASES] == ["дама", "дамы", "даме", "даму", "дамой", "даме"]


@pytest.mark.parametrize(
    ("noun", "text"),
    [(QUEEN, "дама бита"), (KING, "король бит"), (Noun.parse("солнце, солнца; n"), "солнце бито")],
)
def test_a_word_agrees_with_the_gender(noun: Noun, text: str) -> None:
    assert f"{noun} {noun:beaten|бит|бита|бито}" == text


def test_a_noun_without_cases_has_one_form_for_all() -> None:
    noun = Noun("6♣")
    assert f"{noun} {noun:acc} {noun:ins}" == "6♣ 6♣ 6♣"


@pytest.mark.parametrize(("noun", "text"), [("ace", "an ace"), ("8", "an 8"), ("5", "a 5"), ("queen", "a queen")])
def test_an_english_noun_takes_its_article(noun: str, text: str) -> None:
    assert f"{Noun(noun):a}" == text


def test_a_list_of_nouns_has_their_cases() -> None:
    use("ru")
    both = listed([QUEEN, KING])
    assert f"{both}, {both:acc}, {both:ins}" == "дама и король, даму и короля, дамой и королём"
    assert listed([QUEEN, KING, QUEEN], "or") == "дама, король или дама"
    assert listed([]) == ""


def test_what_is_read_aloud_leaves_the_texts_of_other_threads_alone() -> None:
    card = Card.parse("QS")
    with ThreadPoolExecutor(1) as others, read_aloud():
        assert others.submit(named, card).result() == "Q♠"
        with read_aloud():
            assert named(card) == "queen of spades"
        assert named(card) == "queen of spades"
    assert named(card) == "Q♠"


# Catalogues.


def test_the_catalogues_are_complete_and_fresh() -> None:
    done = subprocess.run(
        [sys.executable, str(ROOT / ".ci/catalogues"), "--check"], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr


def test_every_language_has_a_catalogue() -> None:
    assert {po.parent.parent.name for po in CATALOGUES} == LANGUAGES.keys() - {"en"}


def test_the_header_of_a_catalogue_is_filled_in() -> None:
    for po in CATALOGUES:
        head = po.read_text(encoding="utf-8").split("\n\n")[1]
        assert "PROJECT" not in head
        assert "ADDRESS" not in head
        assert "FULL NAME" not in head
        assert "li.org" not in head


def calls_in(tree: ast.AST) -> Iterator[tuple[str, ast.Call]]:
    """Every call of a function that translates, with the function's name."""
    for node in ast.walk(tree):
        name = node.func.id if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) else ""
        if isinstance(node, ast.Call) and name in ("_", "N_", "n_", "p_", "np_"):
            yield name, node


def test_no_text_stands_inside_an_f_string() -> None:
    """Some versions of Python let it be collected there and others don't, so that no catalogue would suit both."""
    for file in sorted(PACKAGE.rglob("*.py")):
        for outer in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            for name, call in calls_in(outer) if isinstance(outer, ast.JoinedStr) else ():
                assert not isinstance(call.args[0], ast.Constant), f"{file.name}:{call.lineno}: {name}"


def test_contexts_and_plurals_are_always_written_out() -> None:
    """Only what a table marks with ``N_`` may be looked up by a variable."""
    texts = {"_": 0, "N_": 1, "n_": 2, "p_": 2, "np_": 3}
    for file in sorted(PACKAGE.rglob("*.py")):
        for name, call in calls_in(ast.parse(file.read_text(encoding="utf-8"))):
            constant = [isinstance(argument, ast.Constant) for argument in call.args[: texts[name]]]
            assert constant == [True] * texts[name], f"{file.name}:{call.lineno}"


def placeholders(text: str) -> list[tuple[str, str]]:
    """The names of the placeholders of a text, with what they ask for."""
    return [(name, spec or "") for _text, name, spec, _conversion in Formatter().parse(text) if name is not None]


def braced() -> list[Message]:
    return [message for message in RUSSIAN if any("{" in form for form in forms(message.id))]


LEFT_OUT = {"number_type", "rank"}
"""What Russian may do without: that a number is one, and the rank of a card whose name says it."""


def test_a_translation_has_the_placeholders_of_its_source() -> None:
    """What only one of the source's two forms has may be missing, as the number is in ``one base card``."""
    for message in braced():
        source = [{name for name, _spec in placeholders(form)} for form in forms(message.id)]
        for form in forms(message.string):
            names = {name for name, _spec in placeholders(form)}
            assert names <= set.union(*source), message.id
            assert names >= set.intersection(*source) - LEFT_OUT, message.id


def test_what_a_russian_placeholder_asks_for_exists() -> None:
    for message in braced():
        sources = {spec for form in forms(message.id) for _name, spec in placeholders(form)}
        for form in forms(message.string):
            for name, spec in placeholders(form):
                note, bar, words = spec.partition("|")
                if bar:
                    assert note.isalpha(), message.id
                    assert len(words.split("|")) == 3, message.id
                else:
                    assert spec in ("", *CASES) or (spec in sources and spec != "a"), (message.id, name, spec)


def test_a_noun_of_the_catalogue_has_six_forms_and_a_gender() -> None:
    nouns = [message for message in RUSSIAN if message.context == "noun"]
    assert len(nouns) == 13 + 4 + 2 + 1  # ranks, suits, jokers, the pile
    for message in nouns:
        noun = Noun.parse(str(message.string))
        assert len(noun.forms) == len(CASES), message.id
        assert noun.gender in ("m", "f", "n"), message.id


KEPT = {"ASCII", "Backspace", "End", "Enter", "Esc", "Home", "Tab", "signs", "{rank} of {suit}", "the {card}"}
"""What has no Russian word in it: keys, the answer to a question of the program itself, and cards."""


def test_nothing_is_left_in_english() -> None:
    for message in RUSSIAN:
        source = "".join(re.sub(r"\{[^}]*\}", "", form) for form in forms(message.id))
        if re.search("[A-Za-z]{2}", source) and not set(forms(message.id)) & KEPT:
            for form in forms(message.string):
                assert re.search("[А-Яа-яЁё]", form), message.id


@pytest.mark.parametrize("game_id", REGISTRY)
def test_the_rules_are_told_in_every_language(game_id: str) -> None:
    """Each page has the same sections, points and signs of the table, whatever its language."""
    package = PACKAGE / game_id
    pages = {code: (package / f"rules.{code}.md").read_text(encoding="utf-8") for code in LANGUAGES}
    shapes = set()
    for page in pages.values():
        marks = tuple(re.match("#*|- |[0-9]+\\.", line)[0] for line in page.splitlines())  # type: ignore[index]
        shapes.add((tuple(filter(None, marks)), tuple(re.findall("`[^`]*`", page))))
    assert len(shapes) == 1
    assert not re.search("[A-Za-z]{2}", pages["ru"])


# What is wrong with a record.

_HEAD = '{"format":"solitaire-tui","version":1,"game":"raspad","deal":1'


@pytest.mark.parametrize(
    ("text", "english", "russian"),
    [
        ("", "F: no record in it", "F: в файле нет ни одной записи"),
        (
            _HEAD + ',"rules":{"jokers":2}}',
            "F: record 0: rules.jokers: Input should be a valid boolean",
            "F: запись 0: rules.jokers: должно быть true или false",
        ),
        (
            _HEAD + ',"note":5}',
            "F: record 0: note: Input should be a valid string",
            "F: запись 0: note: должен быть текст",
        ),
        (
            _HEAD.replace('"deal":1', '"deal":0') + "}",
            "F: record 0: deal: Input should be greater than or equal to 1",
            "F: запись 0: deal: должно быть не меньше 1",
        ),
        (
            _HEAD + ',"wishes":[]}',
            "F: record 0: wishes: Input should be a valid dictionary",
            "F: запись 0: wishes: должен быть объект JSON",
        ),
        (
            _HEAD + ',"moves":"close"}',
            "F: record 0: moves: Input should be a valid list",
            "F: запись 0: moves: должен быть список",
        ),
        (
            _HEAD + f',"note":"{"x" * 2001}"}}',
            "F: record 0: note: String should have at most 2000 characters",
            "F: запись 0: note: в тексте должно быть не больше 2000 знаков",
        ),
        (
            _HEAD + ',"moves":' + json.dumps(["close"] * 1001) + "}",
            "F: record 0: moves: List should have at most 1000 items after validation, not 1001",
            "F: запись 0: moves: в списке должно быть не больше 1000 записей, а не 1001",
        ),
        (_HEAD + ',"x":1}', "F: record 0: x: there is no such key", "F: запись 0: x: такого ключа нет"),
        (
            _HEAD + ',"moves":["close"]}',
            "F: record 0, move 0 (close): 4 cards are still open: a round closes with at most one",
            "F: запись 0, ход 0 (close): открыты ещё 4 карты: кон закрывают, когда открыто не больше одной",
        ),
        (
            _HEAD + ",}",
            None,  # the words differ from one Python to another
            None,
        ),
    ],
)
def test_a_fault_of_a_record_is_told_in_both_languages(
    text: str, english: str | None, russian: str | None, tmp_path: Path
) -> None:
    file = tmp_path / "record"
    file.write_text(text, encoding="utf-8")
    told = []
    for code in LANGUAGES:
        use(code)
        with file.open("rb") as stream, pytest.raises(RecordError) as caught:
            for played in read_records(stream, "F"):
                list(played.positions())
        told.append(str(caught.value))
    if english is None:
        assert told[0].startswith("F: record 0: not JSON: ")
        assert told[1].startswith("F: запись 0: это не JSON: ")
        assert not re.search("[A-Za-z]{2}", told[1].replace("JSON", ""))
    else:
        assert told == [english, russian]


# The adviser's process.


def test_the_engine_answers_in_the_language_of_the_request() -> None:
    session = recorded_session("raspad", 4)
    session.undo()
    record = session.record().model_dump(exclude_none=True)
    with subprocess.Popen(
        [sys.executable, "-m", "solitaire_tui.engine"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as engine:
        assert engine.stdin is not None
        assert engine.stdout is not None
        reasons = []
        for number, code in enumerate(("ru", "en", "ru")):
            request = {"id": number, "do": "advise", "language": code, "record": record}
            engine.stdin.write(json.dumps(request) + "\n")
            engine.stdin.flush()
            while not (reply := json.loads(engine.stdout.readline()))["final"]:
                pass
            reasons.append(reply["advice"]["reason"])
        engine.stdin.close()
    assert reasons[0] == reasons[2] == "закройте кон, и расклад сойдётся: колоде больше нечем наполнить стол"
    assert reasons[1] == "closing now wins the deal: the stock cannot fill the table again"
