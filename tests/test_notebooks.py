"""Notebooks are kept with what they show: whole, small, and without times and places.  `pytest notebooks` runs them."""

import json
import re
from pathlib import Path

import pytest

FOLDER = Path(__file__).parent.parent / "notebooks"
NOTEBOOKS = sorted(FOLDER.glob("*.ipynb"))
MOST = 200_000  # bytes


def test_there_are_notebooks():
    assert {file.stem for file in NOTEBOOKS} >= {"first_look", "is_crime_worth_it", "crusades"}


@pytest.mark.parametrize("file", NOTEBOOKS, ids=lambda file: file.stem)
def test_a_notebook_is_kept_as_it_ran(file):
    text = file.read_text(encoding="utf-8")
    found = json.loads(text)
    cells = [cell for cell in found["cells"] if cell["cell_type"] == "code"]
    assert file.stat().st_size < MOST and cells
    assert [cell["execution_count"] for cell in cells] == list(range(1, len(cells) + 1))
    outputs = [output for cell in cells for output in cell["outputs"]]
    assert {output["output_type"] for output in outputs} <= {"execute_result", "display_data"}  # no errors, no talk
    assert any("image/png" in output["data"] for output in outputs)
    assert any("<table" in "".join(output["data"].get("text/html", "")) for output in outputs)
    told = json.dumps([{form: data for form, data in one["data"].items() if form != "image/png"} for one in outputs])
    assert not re.search(r"/(?:tmp|home|root|usr|work|Users)/|\d{4}-\d\d-\d\d|0x[0-9a-f]{6}", told)
    assert not any(cell["metadata"] for cell in found["cells"]) and set(found["metadata"]["language_info"]) == {"name"}
