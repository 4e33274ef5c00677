"""The language the program speaks: its catalogue of texts, chosen once or changed while it runs.

Every text for a player goes through one of these functions, written out as a literal, since that is how the texts are
collected for the catalogue (``.ci/catalogues``). What varies in a text is a named placeholder, filled by ``format``; a
``Noun`` put into one answers to a grammatical case, so that the order and the case are the translator's:
``_("{card} beats {target}")`` may become ``"{card} бьёт {target:acc}"``.
"""

from __future__ import annotations

import gettext
from collections.abc import Callable, Mapping
from datetime import date
from pathlib import Path
from typing import Final

DOMAIN: Final = "solitaire_tui"
FOLDER: Final = Path(__file__).with_name("locale")

LANGUAGES: Final[Mapping[str, str]] = {"en": "English", "ru": "Русский"}
"""The languages by their codes, each called what its speakers call it. English is that of the source."""

CASES: Final = ("nom", "gen", "dat", "acc", "ins", "pre")
"""The cases of a noun's forms, in the order in which the catalogue lists them."""

_AN: Final = "aeio8"
"""What an English noun begins with that takes ``an``: an ace, an 8."""


class _Spoken:
    """Which language is spoken; one for the whole process, as a terminal is."""

    code = "en"
    texts: gettext.NullTranslations = gettext.NullTranslations()


def use(code: str) -> None:
    """Speak a language from now on.

    Args:
        code: a key of ``LANGUAGES``.

    Raises:
        KeyError: if there is no such language.
    """
    if code not in LANGUAGES:
        raise KeyError(code)
    plain = gettext.NullTranslations()
    _Spoken.texts = plain if code == "en" else gettext.translation(DOMAIN, FOLDER, [code])
    _Spoken.code = code


def spoken() -> str:
    """The code of the language that is spoken."""
    return _Spoken.code


def from_environment(environ: Mapping[str, str]) -> str:
    """The language that the user's locale asks for, English if it is none of ours.

    The first of LANGUAGE (a list of its own), LC_ALL, LC_MESSAGES and LANG that is set decides, as for any program
    with catalogues; the C locale is English whatever LANGUAGE says.
    """
    locale = next((value for name in ("LC_ALL", "LC_MESSAGES", "LANG") if (value := environ.get(name))), "C")
    if locale.partition(".")[0] in ("C", "POSIX"):
        return "en"
    wanted = [*environ.get("LANGUAGE", "").split(":"), locale]
    return next((code for text in wanted if (code := text[:2].lower()) in LANGUAGES), "en")


def chosen(setting: str, environ: Mapping[str, str]) -> str:
    """The language of a setting: a code, or ``auto`` for that of the environment."""
    return setting if setting in LANGUAGES else from_environment(environ)


def _(message: str) -> str:
    """A text in the language that is spoken."""
    return _Spoken.texts.gettext(message) if message else ""  # the catalogue keeps its header under the empty text


def n_(singular: str, plural: str, number: int) -> str:
    """The text that goes with a number; the number itself is still to be filled in."""
    return _Spoken.texts.ngettext(singular, plural, number)


def p_(context: str, message: str) -> str:
    """A text whose English is ambiguous, told apart by a context that only translators see."""
    return _Spoken.texts.pgettext(context, message)


def np_(context: str, singular: str, plural: str, number: int) -> str:
    """The text that goes with a number, told apart by a context: ``взята 1 карта``, but ``взять 1 карту``."""
    return _Spoken.texts.npgettext(context, singular, plural, number)


def N_(message: str) -> str:  # noqa: N802 - its usual name
    """Mark a text that is translated later, where it is shown: for tables made when a module is imported."""
    return message


def number(value: float, spec: str = "") -> str:
    """A number as it is written in the language that is spoken: ``3.5`` or ``3,5``, ``1,000`` or ``1 000``.

    Args:
        value: the number.
        spec: how ``format`` is to write it, such as ``.1f``, ``,`` or ``.1%``.
    """
    text = format(value, spec)
    return text.translate({ord("."): ",", ord(","): "\N{NO-BREAK SPACE}"}) if _Spoken.code == "ru" else text


def date_in_figures(day: date) -> str:
    """A date as it is written in the language that is spoken: ``2026-11-30`` or ``30.11.2026``."""
    return day.strftime(_("%Y-%m-%d"))


class Noun(str):
    """A noun with its forms. As a string it is the nominative.

    A format spec asks for another form: ``{card:acc}`` for a case, ``{card:beaten|бит|бита|бито}`` for the one of
    three words that agrees with its gender (the part before the first bar is a note for the reader), ``{rank:a}`` for
    the English noun with its article. A noun of a language without cases has one form, which answers to every case.

    Attributes:
        forms: the forms in the order of ``CASES``, or just one.
        gender: ``m``, ``f`` or ``n``; empty where it does not matter.
    """

    __slots__ = ("forms", "gender")

    forms: tuple[str, ...]
    gender: str

    def __new__(cls, *forms: str, gender: str = "") -> Noun:
        noun = super().__new__(cls, forms[0])
        noun.forms = forms
        noun.gender = gender
        return noun

    @classmethod
    def parse(cls, text: str) -> Noun:
        """Read a noun as the catalogue has it: ``дама, дамы, даме, даму, дамой, даме; f``, or one plain word."""
        forms, _bar, gender = text.partition(";")
        return cls(*(form.strip() for form in forms.split(",")), gender=gender.strip())

    def __format__(self, spec: str) -> str:
        if spec in CASES:
            return self.form(CASES.index(spec))
        if spec == "a":
            return f"{'an' if self[0] in _AN else 'a'} {self}"
        _note, bar, words = spec.partition("|")
        if bar:
            return dict(zip("mfn", words.split("|"), strict=False)).get(self.gender, words.split("|")[0])
        return super().__format__(spec)

    def form(self, case: int) -> str:
        """The form in a case, by its place in ``CASES``."""
        return self.forms[case] if len(self.forms) > 1 else self.forms[0]

    def changed(self, change: Callable[[str], str]) -> Noun:
        """The noun with every form changed: ``дама`` and ``даму`` become ``дама пик`` and ``даму пик``."""
        return Noun(*map(change, self.forms), gender=self.gender)
