"""What a state looks like: lamps, the board, the history; values and pure functions, shown elsewhere.

Tested by files of their names, and announcing in test_asked, around in test_scoreboard, board in test_scoreboard,
corrections in test_referee_api,
headlines in test_scoreboard, notices in test_scoreboard, offering in test_scoreboard, replays in test_history,
tallies in test_history.
"""
