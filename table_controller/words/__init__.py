"""Sentences in the reader's language, from one catalogue a language; nothing is decided here."""
