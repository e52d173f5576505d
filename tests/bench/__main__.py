"""`python -m tests.bench [--part PART]`: measures this machine."""

from tests.bench.all_parts import main

main()
