"""The admiral, a learned player: the same decisions on every machine, based only on what its seat may know."""

import hashlib
import importlib.util
import shlex
import shutil
import subprocess
import sysconfig
from array import array
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from librt.vecs import vec
from mypy_extensions import i16

from kamchatka.bots.table import play_bots
from kamchatka.editions import EDITIONS, edition
from kamchatka.encoding.setting import Setting
from kamchatka.kernel.bits import first
from kamchatka.kernel.chance import FastChance
from kamchatka.kernel.problem import Problem
from kamchatka.kernel.view import View, view
from kamchatka.players import LEARNED, LEVELS, bot, check_house_bot, levels_of
from kamchatka.players.admiral import portable
from kamchatka.players.admiral.network import Network, editions_with_network, network_of
from kamchatka.players.admiral.shape import fit, shape_of
from kamchatka.players.admiral.weights import parse_weights, write_weights
from tests.laws.test_secrets import scramble

SOURCE = Path(portable.__file__).with_name("engine.c")
NETWORKS = SOURCE.with_name("networks")
TABLES = [(name, seats) for name in editions_with_network() for seats in EDITIONS[name].seats]
Arguments = tuple[bytes, bytes, bytes]
# Digest of the scores at positions of seeded games; another order of additions would change it.
DIGESTS = {"challenge": "ea196b9bc91bfe27", "modern": "c2dd0565fe0cc2b8"}


@cache
def positions(name: str, seats: int, count: int) -> list[Arguments]:
    """Return positions from random games, as an engine receives them."""
    setting = Setting.of(name, seats)
    place, play, luck = fit(setting), setting.play(max_rounds=20), FastChance(seats)
    base = array("h", bytes(2 * place.shape.numbers))
    for at, value in place.constants:
        base[at] = value
    row: Any = vec[i16]([0] * setting.layout.size)
    found, columns = list[Arguments](), array("i", place.columns).tobytes()
    play.begin(seats, [None] * seats)
    for step in range(40 * count):
        if step % 40 == 0:
            setting.observer.write(view(play.table, play.seat), play.prompt, row, 0)
            found.append((bytes(memoryview(row)), columns, base.tobytes()))
        legal = [code for code, allowed in enumerate(play.prompt.legal) if allowed]
        play.step(legal[int(luck.below(len(legal)))])
        if play.is_over():
            play.begin(seats + step, [None] * seats)
    return found


def compiled_engine(folder: Path) -> Any:
    """Return the engine, compiled here with the flags of the wheel."""
    compiler = shlex.split(sysconfig.get_config_var("CC") or "cc")
    if not shutil.which(compiler[0]):
        pytest.skip("no C compiler here")
    made = folder / "engine.so"
    flags = ["-O3", "-ffp-contract=off", "-fno-math-errno", "-shared", "-fPIC", "-I", sysconfig.get_path("include")]
    subprocess.run([*compiler, *flags, str(SOURCE), "-o", str(made)], check=True)
    found = importlib.util.spec_from_file_location("engine", made)
    assert found is not None
    assert found.loader is not None
    module = importlib.util.module_from_spec(found)
    found.loader.exec_module(module)
    return module.Engine


# ------------------------------------------------------------------ the same everywhere
def test_the_compiled_engine_and_the_portable_one_agree_bit_for_bit(tmp_path: Path) -> None:
    """The compiled and the portable engine agree in every edition with a network and at every number of seats."""
    engine = compiled_engine(tmp_path)
    for name in editions_with_network():
        weights = parse_weights(NETWORKS.joinpath(f"{name}.network").read_bytes())
        one, other = Network(weights, engine), Network(weights, portable.Engine)
        for seats in EDITIONS[name].seats:
            for arguments in positions(name, seats, 4):
                assert one.scores(*arguments) == other.scores(*arguments)


@pytest.mark.parametrize("name", DIGESTS)
def test_scores_are_the_same_on_every_machine(name: str) -> None:
    """The digest of the scores is the same on every machine, apart from the signs of zeros."""
    seats = EDITIONS[name].seats[-1]
    digest = hashlib.sha256()
    for arguments in positions(name, seats, 4):
        digest.update((np.array(network_of(name).scores(*arguments)) + np.float32(0)).tobytes())
    assert digest.hexdigest()[:16] == DIGESTS[name]


@pytest.mark.parametrize("name", editions_with_network())
def test_a_network_fits_its_edition_today(name: str) -> None:
    """Each network matches its edition's planes, numbers and codes by name, so a rename can't go unnoticed."""
    kept, now = network_of(name).shape, shape_of(edition(name))
    assert kept == now


def test_networks_are_small() -> None:
    """All networks together stay below 15 MB, which is what a wheel has room for."""
    sizes = [file.stat().st_size for file in NETWORKS.iterdir()]
    assert max(sizes) <= 2_000_000
    assert sum(sizes) <= 15_000_000


def test_a_network_is_written_as_it_was_read(tmp_path: Path) -> None:
    """Writing a network that was read gives the same bytes."""
    content = NETWORKS.joinpath("challenge.network").read_bytes()
    write_weights(tmp_path / "again", parse_weights(content))
    assert (tmp_path / "again").read_bytes() == content
    with pytest.raises(ValueError, match="no network of this version"):
        parse_weights(b"something else\n{}\n")


def test_an_engine_refuses_what_does_not_fit(tmp_path: Path) -> None:
    """An engine rejects weights of another shape and rows of another table."""
    row, columns, base = positions("challenge", 3, 1)[0]
    weights = parse_weights(NETWORKS.joinpath("challenge.network").read_bytes())
    for engine in (portable.Engine, compiled_engine(tmp_path)):
        network = Network(weights, engine)
        for wrong in ((row[2:], columns, base), (row, columns, base[2:])):
            with pytest.raises(ValueError, match="a row of another table"):
                network.scores(*wrong)
        with pytest.raises(ValueError, match="weights of another shape"):
            engine(1, 1, 1, 1, 0, 0, b"", b"")


# ------------------------------------------------------------------ at the table
@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_what_is_hidden_changes_no_decision(name: str, seats: int) -> None:
    """Redealing hidden cards doesn't change a decision, even if the admiral receives the whole state."""
    game = edition(name).game(edition(name).table_rules({}))
    table, player, differ = game.start(seats, FastChance(7)), bot("admiral", game, 0), 0
    for moment in range(48):
        if table.state.over:
            break
        seat = first(game.awaits(table))
        options = game.options(table, seat)
        action = player.decide(view(table, seat), options)
        if moment % 6 == 0:
            world = scramble(game, table, seat, FastChance(moment))
            differ += list(world.state.objective) != list(table.state.objective)
            assert repr(player.decide(View(seat, world.state), options)) == repr(action)
            assert repr(player.decide(View(seat, table.state), options)) == repr(action)
        game.play_from(table, seat, action, options)
    assert differ


@pytest.mark.parametrize("name", editions_with_network())
def test_admirals_play_on_tables_with_other_options(name: str) -> None:
    """At tables with other options every answer is legal; the referee ends long games."""
    booklet = edition(name)
    for option in booklet.options[::4]:
        for value in [value for value in option.values if value != option.default][:1]:
            game = booklet.game(booklet.table_rules({option.name: value}))
            table = game.start(3, FastChance(3))
            play_bots(game, table, [bot(one, game, 5) for one in ("admiral", "random", "random")], turn_limit=1)
            assert table.state.over


def test_editions_without_a_network_say_which_have_one() -> None:
    """An edition without a network gets an error that names those with one, in both languages and on a server."""
    game = edition("godstorm").game(edition("godstorm").table_rules({}))
    with pytest.raises(Problem, match="not trained for the edition “godstorm”: it plays challenge, modern") as raised:
        bot("admiral", game, 0)
    assert "gioca challenge, modern" in raised.value.text("it")
    with pytest.raises(Problem, match="not trained"):
        check_house_bot("admiral", "godstorm")
    check_house_bot("admiral", "modern")
    assert levels_of("godstorm") == LEVELS
    assert levels_of("modern") == (*LEVELS, *LEARNED)
