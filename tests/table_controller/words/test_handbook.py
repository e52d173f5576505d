from __future__ import annotations

import tomllib

from engine.rules.rulesets import preset_names
from table_controller.words.handbook import handbook
from tests import ROOT

ENGINE = ROOT / "engine"


def test_the_file_is_what_the_presets_say() -> None:
    written = (ENGINE / "RULES.md").read_text(encoding="utf-8")
    assert written == handbook(), "write it anew: python -m table_controller.words.handbook > engine/RULES.md"


def test_every_preset_has_words_for_the_knobs_it_turns() -> None:
    for name in preset_names():
        tables = tomllib.loads((ENGINE / "rules" / "presets" / f"{name}.toml").read_text(encoding="utf-8"))
        assert tables["words"], name
        assert f"## `{name}`" in handbook()


def test_decisions_name_presets_that_exist() -> None:
    decisions = tomllib.loads((ENGINE / "rules" / "decisions.toml").read_text(encoding="utf-8"))
    for key, each in decisions.items():
        assert set(each["presets"]) <= {*preset_names(), "all"}, key
        assert each["text"].endswith("."), key
