"""The planted faults can be planted, and a fault that is planted is found."""

import pytest
from faults import plant

FAULTS = plant.faults()


@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: f"{fault.game}-{fault.name}")
def test_a_fault_changes_one_place_of_its_file(fault):
    text = (plant.ROOT / fault.file).read_text()
    planted = fault.planted(text)
    assert planted != text
    if fault.file.endswith(".py"):
        compile(planted, fault.file, "exec")


def test_names_are_unique():
    names = [fault.name for fault in FAULTS]
    assert len(set(names)) == len(names)


def test_what_is_not_there_cannot_be_replaced():
    with pytest.raises(ValueError, match="stands 0 times"):
        FAULTS[0].planted("nothing")


def test_the_rule_tests_find_a_planted_fault_and_only_then(tmp_path):
    plant.copy_project(tmp_path)
    [fault] = [fault for fault in FAULTS if fault.name == "refused-plan-on-top"]
    assert plant.look("rules", "template", tmp_path, compiled=False).result == "green"
    file = tmp_path / fault.file
    file.write_text(fault.planted(file.read_text()))
    found = plant.look("rules", "template", tmp_path, compiled=False)
    assert found.result == "caught" and found.by.startswith("test_R2_3")


def test_the_page_shows_the_last_look_also_at_code_that_was_changed_since():
    fault, other = FAULTS[:2]
    looks = [{"game": fault.game, "fault": fault.name, "digest": digest} for digest in ("first", "second")]
    found = plant.last_looks([fault, other], looks)
    assert found == [(fault, looks[1])]
    told = plant.how_far(found, missing=1)
    assert "For 1 of 1" in told and "1 more" in told
    looks[1]["digest"] = plant.digest(fault)
    assert "before" not in plant.how_far(found, missing=0)
