"""The pages under load, measured on a real service: few readers and words here, 200 and more in `make bench`."""

from __future__ import annotations

import pytest

from tests.bench import pages


def test_the_load_is_measured_on_a_real_service(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pages, "WATCHERS", 6)
    monkeypatch.setattr(pages, "WORDS", 4)
    monkeypatch.setattr(pages, "_CHROMIUM", pages._CHROMIUM.with_name("no-browser"))
    found = {key: value for key, value, _, _ in pages.figures()}
    assert set(found) == {"pages.word_slower_percent", "pages.word_to_page_p95_ms", "pages.rss_mb"}
    assert 0 < found["pages.word_to_page_p95_ms"] < 5000
    assert 20 < found["pages.rss_mb"] < 250
