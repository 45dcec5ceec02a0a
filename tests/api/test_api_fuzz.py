"""The API for programs does what its description says; schemathesis tries any input."""

import os

import pytest
from hypothesis import HealthCheck, Phase, given, settings

from tests.helpers.serving import opened, served

pytestmark = pytest.mark.thorough
schemathesis = pytest.importorskip("schemathesis")
checks = pytest.importorskip("schemathesis.specs.openapi.checks")

EXAMPLES = int(os.environ.get("CARD_LEDGER_EXAMPLES", "20"))
"""The number of requests for each operation. A refusal of a valid body is no fault, because a saying is a language."""


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    with served(tmp_path_factory.mktemp("described")) as found:
        with found.client() as client:
            opened(client, "game nap", "deal Ann", "Cat 3")
        yield found


ACTS = [
    ("GET", "/api/evenings"), ("POST", "/api/evenings"), ("GET", "/api/evenings/{number}"),
    ("POST", "/api/evenings/{number}/sayings"), ("GET", "/api/evenings/{number}/log"),
    ("GET", "/api/evenings/{number}/settlement"), ("GET", "/api/evenings/{number}/explanation"),
    ("GET", "/api/evenings/{number}/script"), ("GET", "/api/persons"), ("GET", "/api/standings"),
    ("GET", "/api/settlement"), ("POST", "/api/payments"), ("GET", "/api/seasons"), ("GET", "/api/seasons/{title}"),
]  # fmt: skip
"""All operations but the stream, which does not end."""


@pytest.fixture(scope="module")
def described(server):
    headers = {"Authorization": f"Bearer {server.tokens['record']}"}
    return schemathesis.openapi.from_url(f"{server.base}/openapi.json", headers=headers)


def test_every_act_is_tried(described):
    found = {(operation.ok().method.upper(), operation.ok().path) for operation in described.get_all_operations()}
    assert found == {*ACTS, ("GET", "/api/evenings/{number}/stream")}


def test_every_answer_has_a_schema_and_is_held_to_it(described):
    for act in described.get_all_operations():
        for status, answer in act.ok().definition.raw["responses"].items():
            assert all(content["schema"] for content in answer["content"].values()), (act.ok().path, status)
    assert checks.response_schema_conformance in schemathesis.checks.CHECKS.get_all()


@pytest.mark.parametrize(("method", "path"), ACTS)
def test_every_answer_is_as_it_is_described(described, server, method, path):
    act = described[path][method]

    @settings(max_examples=EXAMPLES, deadline=None, phases=[Phase.explicit, Phase.generate], derandomize=True,
              database=None, suppress_health_check=list(HealthCheck))  # fmt: skip
    @given(case=act.as_strategy())
    def tried(case):
        headers = {"Authorization": f"Bearer {server.tokens['record']}"}
        case.call_and_validate(headers=headers, excluded_checks=[checks.positive_data_acceptance])

    tried()
