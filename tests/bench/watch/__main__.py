"""`python -m tests.bench.watch --hands N`: generated hands filmed and watched."""

from tests.bench.watch.hands import main

main()
