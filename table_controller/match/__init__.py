"""The referee's loop and what lies on disk: the log, recordings, settings, the state folder.

Tested by files of their names, and acknowledged in test_eventlog, clock in test_loop, house_rules in test_live,
recording_folder in test_recordings_kept, taught_decks in test_teach, torn_tail in test_eventlog,
whole_files in test_recordings_kept.
"""
