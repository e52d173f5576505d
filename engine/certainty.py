"""How sure is sure: every level of a reading's confidence that anything hangs on, weakest first.

A confidence runs from 0 to 1 and promises a share of right readings; how well it keeps the promise was measured in
`vision/reading/models/README.md`, on scenes of decks that the networks never saw. A leaf, so that what reads cards and
what judges them mean the same by the same word. The steps inside the reader (how an index is found, how much two of
them strengthen each other) are its own and stand there.
"""

from __future__ import annotations

HARDLY = 0.05
"""A name less likely than this is none: every reading leaves a little for every card. Chosen, not measured. Raised, the
true card is missing more often among the choices that a question offers, and a card that moved is lost sooner."""
MAY_BE = 0.3
"""A name this likely may be the card's: worth showing as unsure, worth holding for the card that lay there, worth
believing where no other can be true. Of readings from 0.3 to 0.5 38 in 100 were right (composed scenes). Raised, fewer
questions are spared, and more cards lie there unseen."""
EVIDENCE = 0.4
"""Indices that speak for no card with at least this are no evidence of a card at all. Chosen, not measured. Raised,
what is hardly legible is no longer asked about, but is nothing until it stands out by its area."""
PROVED = 0.8
"""A play accuses, and a revoke costs, from here on; below, people are asked or told to check. No photograph's reading
from here on was wrong (501 cards). Raised above NAMED, cards that have a name would accuse nobody."""
ASSUMED = PROVED - 0.01
"""The most that a play counts for when only guesswork says whose it is, or which card: just too little to accuse."""
NAMED = 0.85
"""A reading below this is `??`. From here on no photograph's reading was wrong (501 cards), and 17 in 1,000 were on
composed scenes of strange decks. At 0.9 those are 13, and 2.5 in 100 more of their cards stay without a name."""
CERTAIN = 0.95
"""Nobody looks twice: the card stands at its first look, decides who deals, and accuses even though by all that is
known it can't lie there. Of readings from 0.95 to 0.98 98 in 100 were right (composed scenes). Raised, more cards wait
for a second look, and more true accusations become questions."""
