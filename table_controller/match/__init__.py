"""The referee's loop and what lies on disk: the log, recordings, settings, the state folder."""
