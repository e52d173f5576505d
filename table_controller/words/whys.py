"""Why the table told or asked something, in a person's words: what it believes, and what it might be instead."""

from __future__ import annotations

from engine.play.state import State
from table_controller.watching.odds import Happened
from table_controller.watching.why import Account, Why
from table_controller.words import phrases
from table_controller.words.tongues import Tongue

ALIKE = 1.0
"""Places speak as much for one as for the other up to this difference of their log-likelihoods. Chosen: a card a few
millimetres nearer to one of two zones. Raised, more cards are said to lie between two."""
READ = -0.7
"""A card is called read from this log-likelihood of its name on: one in two."""


def why_asked_whose(why: Why, state: State, to: Tongue = phrases.ENGLISH) -> str:
    """Why the table asks whose a card is: where it lies, beside whose turn it is."""
    told, beaten = why.told, why.beaten
    if beaten is None or "place" not in told.rests or "place" not in beaten.rests:
        return _either(why, state, to)
    nearer = told.rests["place"] - beaten.rests["place"]
    names = {"who": state.who(told.seat), "other": state.who(beaten.seat)}
    if abs(nearer) <= ALIKE:
        return _say(to, "between", **names)
    if nearer < 0 and told.what is Happened.IN_TURN:
        return _say(to, "nearer", **names)
    if nearer > 0 and beaten.what is Happened.IN_TURN:
        return _say(to, "elsewhere", **names)
    return _either(why, state, to)


def why_asked_which(why: Why, state: State, to: Tongue = phrases.ENGLISH) -> str:
    """Why the table asks which card it is that was laid."""
    if why.told.what is Happened.UNSEEN:
        return _say(to, "unseen", who=state.who(why.told.seat))
    return _say(to, "not_sure" if why.told.rests.get("name", READ) > READ else "unread")


def why_told(why: Why, state: State, to: Tongue = phrases.ENGLISH) -> str:
    """One line for the log: how sure, what it rests on, and what speaks for the story that it beat."""
    parts = [_say(to, "sure", percent=f"{why.sure:.4%}", one=_happened(why.told, state, to))]
    if why.beaten is not None:
        parts.append(_say(to, "rather", another=_happened(why.beaten, state, to)))
        kinds = _in_favour(why.beaten, why.told)
        parts += [_say(to, "differs", kinds=_kinds(kinds, to))] if kinds else []
    else:
        parts += [_say(to, "rests", kinds=_kinds(list(why.told.rests), to))] if why.told.rests else []
    return ", ".join(parts)


def _in_favour(of: Account, against: Account) -> list[str]:
    """The kinds of evidence that both have, and that say more for the one than for the other, the strongest first."""
    gains = {kind: worth - against.rests[kind] for kind, worth in of.rests.items() if kind in against.rests}
    return sorted((kind for kind, gain in gains.items() if gain > 0), key=lambda kind: -gains[kind])


def _kinds(kinds: list[str], to: Tongue) -> str:
    return phrases.several([to.phrases["why_kinds"][kind] for kind in kinds], to)


def _either(why: Why, state: State, to: Tongue) -> str:
    another = _happened(why.beaten, state, to) if why.beaten is not None else to.phrases["why_happened"]["other"]
    return _say(to, "either", one=_happened(why.told, state, to), another=another)


def _happened(account: Account, state: State, to: Tongue) -> str:
    words = to.phrases["why_happened"]
    who = state.who(account.seat) if account.seat else ""
    return words.get(account.what.value, words["other"]).format(who=who)


def _say(to: Tongue, key: str, **fields: str) -> str:
    return to.phrases["why"][key].format(**fields)
