"""Hands made up, filmed and watched: how much is told rightly, wrongly, or asked. `python -m tests.bench.watch`."""
