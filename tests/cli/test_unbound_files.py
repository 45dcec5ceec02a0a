"""JSON lines without digests prove nothing, and whoever reads them is told so."""

import json

import pytest

from tests.helpers import command_line

at_home, run = command_line.at_home, command_line.run


@pytest.mark.parametrize("command", ["replay", "import"])
def test_a_file_of_json_lines_without_digests_says_so_when_it_is_read(run, tmp_path, command):
    run("open", "Whist", "--players", "Ann Bob")
    lines = run("export", "--format", "jsonl").out.splitlines()
    bound, unbound = tmp_path / "bound.jsonl", tmp_path / "unbound.jsonl"
    bound.write_text("\n".join(lines), "utf-8")
    without = [json.dumps({**json.loads(line.replace("Whist", "Loo")), "digest": ""}) for line in lines]
    unbound.write_text("\n".join(without), "utf-8")
    assert "digest" not in run(command, str(bound)).err
    done = run(command, str(unbound))
    assert (done.code, "not every event has a digest" in done.err) == (0, True)
