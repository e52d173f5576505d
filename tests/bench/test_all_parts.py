"""The figures' file: parts measured at different times stand beside each other, with the machine named."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.bench import all_parts
from tests.bench.all_parts import Figure, machine, merge


def test_figures_are_merged_with_those_of_other_parts(tmp_path: Path) -> None:
    path = tmp_path / "build" / "bench.json"
    merge([Figure("engine.hands_per_s", 700.12345, "1/s", ""), Figure("engine.failures", 0, "", "")], path)
    merge([Figure("loop.decide_p95_ms", 5.5, "ms", ""), Figure("engine.failures", 2, "", "")], path)
    kept = json.loads(path.read_text())
    assert kept == {
        "engine.failures": 2,
        "engine.hands_per_s": 700.123,
        "loop.decide_p95_ms": 5.5,
        "machine": machine(),
    }


def test_the_machine_is_named_with_cores_and_python() -> None:
    assert "cores" in machine() and "Python 3." in machine()


def test_the_loop_is_measured_on_real_decisions(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(all_parts, "LOOP_HANDS", 2)
    figures = {figure.key: figure.value for figure in all_parts.loop()}
    assert set(figures) == {"loop.decide_p50_ms", "loop.decide_p95_ms"}
    assert 0 < figures["loop.decide_p50_ms"] <= figures["loop.decide_p95_ms"]


def test_updates_are_measured_at_every_reader(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(all_parts, "WATCHERS", 5)
    monkeypatch.setattr(all_parts, "UPDATES", 3)
    (figure,) = all_parts.pages()
    assert figure.key == "pages.update_p95_ms" and figure.value > 0


def test_the_engine_is_measured_by_the_processors_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(all_parts, "ENGINE_S", 0.5)
    monkeypatch.setattr(all_parts, "SOLVER_DEALS", 1)
    monkeypatch.setattr(all_parts, "QUICK_HANDS", 40)
    figures = {figure.key: figure.value for figure in all_parts.engine()}
    rates = {"engine.hands_per_s", "engine.fast_hands_per_s", "engine.solver_s"}
    assert set(figures) == rates | {"engine.random_hands", "engine.failures"}
    assert (figures["engine.random_hands"], figures["engine.failures"]) == (40, 0)
    assert figures["engine.fast_hands_per_s"] > figures["engine.hands_per_s"] > 0 < figures["engine.solver_s"]


def test_random_hands_over_all_presets_go_right(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(all_parts, "RANDOM_HANDS", 50)
    figures = {figure.key: figure.value for figure in all_parts.random_hands()}
    assert figures == {"engine.random_hands": 50, "engine.failures": 0}
