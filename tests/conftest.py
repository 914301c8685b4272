"""Property tests run the same examples every time, so that a change and not chance turns them red; explore with
KANRULES_EXPLORE=1. Tests marked `long` run only with KANRULES_LONG=1, those marked `release` or
`walks` with KANRULES_RELEASE=1 or KANRULES_WALKS=1. What is marked `rest` runs with KANRULES_REST=1, and where a file
or folder is named.
"""

from __future__ import annotations

import gc
import os
import signal
from collections.abc import Generator, Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis.strategies import none

from kanrules import locale
from tests import telling, tiers
from tests.sampling import beyond, left_out
from tools.compiling import compile_catalogues

# No check by the clock: where other programs compute, a draw may take seconds.
# No explanation by the lines that only failing examples run: it stands after the example and pushes it out of sight.
_ON_ANY_MACHINE: dict[str, Any] = {
    "deadline": None,
    "suppress_health_check": [HealthCheck.too_slow],
    "phases": (Phase.explicit, Phase.generate, Phase.shrink),
}
settings.register_profile("same-every-time", derandomize=True, database=None, **_ON_ANY_MACHINE)
settings.register_profile("explore", max_examples=1000, **_ON_ANY_MACHINE)
settings.load_profile("explore" if os.environ.get("KANRULES_EXPLORE") else "same-every-time")

# Here and not in a fixture: workers of pytest-xdist start after it, and find the catalogues compiled.
compile_catalogues(Path(locale.__file__).parent)

# A shell that runs the tests in the background has told them to ignore Ctrl-C, and `nohup` a closed terminal; commands
# that tests start would ignore these, too.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)
if hasattr(signal, "SIGHUP"):
    signal.signal(signal.SIGHUP, signal.SIG_DFL)

# Looking for garbage after every 700 new objects takes a seventh of the time of all tests.
gc.set_threshold(20_000, 20, 20)

# Whoever runs the tests may have a default ruleset; what they expect has none.
os.environ.pop("KANRULES_RULES", None)
# Tables in a pipe fit COLUMNS, which a worker of pytest-xdist sets to the width of its terminal.
os.environ.pop("COLUMNS", None)


@pytest.fixture(autouse=True, scope="session")
def _every_ruleset_is_validated() -> Iterator[None]:
    """Tests neither believe nor leave marks of what was validated before."""
    from kanrules.ruleset import sound

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sound, "_folder", lambda: Path(os.devnull))
        yield


@pytest.fixture(autouse=True, scope="session")
def _programs_that_tests_start_leave_no_marks_either(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """They have a cache folder of their own, in which only what was brought for the page is the account's."""
    from kanrules.installation import CACHE, cache_folder

    own = tmp_path_factory.mktemp("cache")
    try:
        brought = [each for each in cache_folder().iterdir() if each.name != "sound"]
    except (OSError, RuntimeError):
        brought = []
    for each in brought:
        (own / each.name).symlink_to(each, target_is_directory=each.is_dir())
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv(CACHE, str(own))
        yield


@pytest.fixture
def capsys(capsys: pytest.CaptureFixture[str], request: pytest.FixtureRequest) -> telling.Reading:
    """What commands print; a failing test shows it, though the test has read it."""
    return telling.Reading(capsys, request.node)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item, call: pytest.CallInfo[None]
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """End the report of a failure with what it is about."""
    report = yield
    if report.failed and call.excinfo is not None and (told := telling.told(item, call.excinfo.value)):
        report.sections.append(("what this is about", told))
    return report


@pytest.fixture(params=[1, pytest.param(4, marks=pytest.mark.long)], ids=["one seat", "every seat"])
def seats_of_a_key(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """The conformance kit changes every key from one seat, and from all four in `.ci/long`: four times the work. Tests
    of what only other seats show do not use this.
    """
    if request.param == 1:
        monkeypatch.setattr("kanrules.testing.conformance._turns", lambda probe: range(1))


@pytest.fixture(params=[True, pytest.param(False, marks=pytest.mark.long)], ids=["hands alone", "every key"])
def hands_alone(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """The conformance kit plays hands and cases; every key in turn, which takes most of its time, only in `.ci/long`.
    For tests of what the hands show.
    """
    if request.param:
        monkeypatch.setattr("kanrules.testing.conformance.probes", lambda: ())
    else:
        monkeypatch.setattr("kanrules.testing.conformance._turns", lambda probe: range(1))


def pytest_runtest_setup(item: pytest.Item) -> None:
    wanted = [name for mark in item.iter_markers("needs") for name in mark.args]
    if missing := [name for name in wanted if find_spec(name) is None]:
        pytest.skip(f"not installed here: {', '.join(missing)}")


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Leave out what the quick tier does not run: importing every test takes longer than running this tier."""
    path = (
        collection_path.relative_to(config.rootpath).as_posix()
        if collection_path.is_relative_to(config.rootpath)
        else ""
    )
    if config.option.markexpr == "quick" and path.startswith("tests/") and collection_path.is_file():
        return not tiers.under(path, tiers.QUICK) or None
    return None


@pytest.hookimpl(tryfirst=True)  # before `-m long` selects
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    for item in left_out(items):
        item.add_marker("long")
    for item in items:
        if tiers.is_quick(item):
            item.add_marker("quick")
    for item in beyond(items):
        item.add_marker("rest")
    closed = [name for name in ("long", "release", "walks", "rest") if not os.environ.get(f"KANRULES_{name.upper()}")]
    named = [(config.rootpath / argument).resolve() for argument in config.args]
    # Whoever names files or folders wants them whole.
    if "rest" in closed and not {config.rootpath, config.rootpath / "tests"}.intersection(named):
        closed.remove("rest")
    # Whoever names test files, as `python -m tests.touched` does, has put them into an order.
    if not all("." in place.name for place in named):
        items.sort(key=lambda item: tiers.order(tiers.of(item)))
    left = {item: None for item in items if any(item.get_closest_marker(name) is not None for name in closed)}
    if left:
        config.hook.pytest_deselected(items=list(left))
        items[:] = [item for item in items if item not in left]


def pytest_collection_finish() -> None:
    """Keep the garbage collector from the tests themselves, of which there are thousands."""
    # With its first test, Hypothesis registers its random numbers and asks the collector who refers to them. After the
    # freeze it would not be told, and old versions warn.
    given(none())(lambda _: None)()
    gc.freeze()


@pytest.hookimpl(optionalhook=True)  # only with pytest-xdist
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> Any:
    """Give each worker one run of the tests, of which others take over what is left: a set-up that a module shares is
    then made once, not by every worker, and no long test is begun last.
    """
    from xdist.scheduler import WorkStealingScheduling

    return WorkStealingScheduling(config, log) if config.getoption("dist") == "load" else None


@pytest.fixture(scope="session")
def messages() -> frozenset[str]:
    """Every message that translators are given, read from the code."""
    from tools.translations import extracted

    return frozenset(str(message.id) for message in extracted(Path(__file__).parents[1]) if message.id)
