"""The command line: one file a command, each turning words and options into calls and sentences."""
