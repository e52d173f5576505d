"""What the cameras saw made into what the engine is told: whose card it is, draws, tiles, cards face down.

Tested by files of their names, and arrivals in test_attribution, moments in test_playback,
readings in test_attribution, unread_marks in test_attribution, whose in test_whose_card.
"""
