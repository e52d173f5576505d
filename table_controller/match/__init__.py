"""The referee's loop and what lies on disk: the log, recordings, settings, the state folder.

Tested by files of their names, and clock in test_loop, house_rules in test_live,
recording_folder in test_recordings_kept, taught_decks in test_teach, whole_files in test_recordings_kept.
"""
