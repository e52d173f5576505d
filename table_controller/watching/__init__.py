"""What the cameras saw made into what the engine is told: plays and whose they are, draws, tiles, cards face down.

A look goes one way: `evidence` says what each thing may be, `happenings` and `explain` tell stories of what happened,
`telling` says what is sure enough to be told or better asked, and `why`.

Tested by files of their names, and moments in test_playback.
"""
