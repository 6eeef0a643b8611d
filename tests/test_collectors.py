"""Training whose deals are played by actors on a Ray cluster of this machine."""
# ruff: noqa: E402  (imports come after the question whether there is torch)

from __future__ import annotations

import importlib.util

import pytest

torch = pytest.importorskip("torch", reason="torch is not installed: pip install tuolaji[learn]")

from tests.test_train import SMALL, command, few_deals, log_of, one_thread  # noqa: F401
from tuolaji.bots.told import layout_of
from tuolaji.learn.collect import new_rollout
from tuolaji.learn.collectors import FarRollout
from tuolaji.learn.league import League
from tuolaji.learn.nets import Nets
from tuolaji.learn.options import settings_of

pytestmark = pytest.mark.skipif(
    importlib.util.find_spec("ray") is None, reason="Ray is an extra: pip install tuolaji[ray]"
)
CPU = torch.device("cpu")


@pytest.fixture
def cluster():
    """A cluster of this process alone."""
    ray = pytest.importorskip("ray")
    ray.init(num_cpus=2, include_dashboard=False, log_to_driver=False, logging_level="ERROR")
    yield ray
    ray.shutdown()


@pytest.mark.usefixtures("cluster")
@pytest.mark.filterwarnings("ignore::FutureWarning")
def test_collectors_play_what_would_have_been_played_here():
    settings = settings_of([*SMALL, "collectors=2", "past=0.25", "steps=12"])
    nets = Nets(layout_of(settings.rulesets[0]), settings.shape)
    league = League(seed=1)
    league.add(nets.policy)
    far = FarRollout(settings, nets, CPU, 5)
    far.seat(league)
    far.fill()
    each = len(settings.groups)
    for at in range(2):
        seed = 5 + at * each
        torch.manual_seed(seed)
        here = new_rollout(settings, Nets(nets.features.layout, settings.shape), CPU, seed)
        for group in here.groups:
            group.nets.load_state_dict(nets.state_dict())
        here.seat(league)
        here.fill()
        own = slice(at * each, (at + 1) * each)
        assert torch.equal(far.answers[:, own], here.answers)
        assert torch.equal(far.bytes[:, own], here.bytes)
        assert torch.allclose(far.notes[:, own], here.notes, atol=1e-4)


@pytest.mark.usefixtures("cluster")
@pytest.mark.filterwarnings("ignore::FutureWarning")
def test_the_command_teaches_with_collectors(tmp_path):
    file = tmp_path / "far.tlnet"
    said = [word for text in SMALL for word in ("--set", text)]
    out = command("--out", file, "--minutes", 0.02, "--ray", 2, "--jobs", 0, *said)
    assert out.exit_code == 0, out.output
    lessons = [line for line in log_of(file) if "policy_loss" in line]
    assert lessons[0]["decisions"] == 2 * 2 * 8 * 4
