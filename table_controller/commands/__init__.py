"""The command line: one file a command, each turning words and options into calls and sentences.

Tested by files of their names, and card_json in test_commands, log in test_commands, read in test_commands,
record in test_calibrate, replay in test_commands, rules in test_commands, run in test_commands,
score in test_rules_score.
"""
