"""The sounds: files that a script of ours makes, fetched by a table with sound on and by nobody else."""

import struct
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.person import Person
from tests.server.running import Server
from tools.make_sounds import FOLDER, RATE, SOUNDS, made

LARGEST = 20_000  # bytes
SEATS = [{"kind": "me"}, {"kind": "bot", "bot": "random"}, {"kind": "bot", "bot": "random"}]
# Notes what would be heard: how loud, and how long.
LISTEN = """() => {
  window.heard = [];
  const start = AudioBufferSourceNode.prototype.start;
  const connect = AudioNode.prototype.connect;
  AudioNode.prototype.connect = function (to, ...more) {
    if (to instanceof GainNode) this.volume = to;
    return connect.call(this, to, ...more);
  };
  AudioBufferSourceNode.prototype.start = function (...when) {
    const samples = this.buffer.getChannelData(0);
    const peak = samples.reduce((most, one) => Math.max(most, Math.abs(one)), 0);
    window.heard.push({ seconds: this.buffer.duration, peak, gain: this.volume.gain.value });
    return start.apply(this, when);
  };
}"""


def samples(data: bytes) -> list[float]:
    """The samples of a µ-law WAV, read as G.711 says; not by the code that wrote them."""
    size = struct.unpack_from("<I", data, data.index(b"data") + 4)[0]
    found = []
    for code in data[data.index(b"data") + 8 :][:size]:
        bits = ~code & 0xFF
        level = (((bits & 0x0F) << 3) + 132 << (bits >> 4 & 7)) - 132
        found.append((-level if bits & 0x80 else level) / 32768)
    return found


@pytest.mark.parametrize("name", SOUNDS)
def test_a_file_is_what_the_script_makes(name: str) -> None:
    """Small, as loud as the others, without a click at its ends, and a WAV that any player knows."""
    data = (FOLDER / f"{name}.wav").read_bytes()
    assert data == made(name), "run python -m tools.make_sounds"
    assert len(data) <= LARGEST
    assert data[:4] + data[8:16] == b"RIFFWAVEfmt "
    assert struct.unpack_from("<IHHI", data, 16)[1:] == (7, 1, RATE)
    assert struct.unpack_from("<I", data, 4)[0] == len(data) - 8
    heard = samples(data)
    assert 0.8 < max(map(abs, heard)) < 0.95
    assert max(abs(heard[0]), abs(heard[-1])) < 0.005
    assert max(abs(one - other) for one, other in zip(heard[-40:], heard[-39:], strict=False)) < 0.05
    assert abs(sum(heard) / len(heard)) < 0.01


def test_there_is_a_licence_and_nothing_else() -> None:
    assert {path.stem for path in FOLDER.glob("*.wav")} == set(SOUNDS)
    assert "MIT" in (FOLDER / "LICENSE.txt").read_text(encoding="utf-8")


def fetching(person: Person) -> list[str]:
    """The sounds that a page asks for, as it asks."""
    asked: list[str] = []
    person.page.on("request", lambda request: asked.append(request.url) if ".wav" in request.url else None)
    return asked


def at_table(browser: Browser, server: Server, **chosen: Any) -> tuple[Person, list[str]]:
    """A player at a board, and the sounds that the page fetched."""
    person = Person(browser, server.address, "Listener", chosen)
    asked = fetching(person)
    person.page.goto("/")
    person.page.locator(".hero h1").wait_for()
    person.page.wait_for_load_state("networkidle")
    assert asked == [], "the first page is silent"
    person.open(person.lay("modern", SEATS))
    person.page.wait_for_load_state("networkidle")
    return person, asked


def test_sounds_are_fetched_only_by_a_table_with_sound_on(browser: Browser, server: Server) -> None:
    person, asked = at_table(browser, server, sound=True)
    assert len(asked) == len(set(asked)) == len(SOUNDS)
    assert person.troubles == []
    person.context.close()


@pytest.mark.parametrize("chosen", [{"sound": False}, {"volume": 0}])
def test_whoever_wants_no_sound_fetches_none(browser: Browser, server: Server, chosen: dict[str, Any]) -> None:
    person, asked = at_table(browser, server, **chosen)
    assert asked == []
    person.context.close()


def test_the_volume_is_a_slider_among_the_settings(browser: Browser, server: Server) -> None:
    """Letting it go plays a sound as loud as it will be; it is kept; without sound there is no slider."""
    person, _ = at_table(browser, server, sound=True)
    page = person.page
    page.evaluate(LISTEN)
    page.locator("[data-menu]").click()
    slider = page.get_by_role("slider", name="Volume")
    slider.focus()
    for key in ("End", "Home", "ArrowRight"):
        page.wait_for_timeout(120)  # the same sound is not played twice at once
        page.keyboard.press(key)
    # The game may be heard in between, as loud as the slider stands.
    for loudness in ("> 0.4", "< 0.05"):
        page.wait_for_function(f"() => window.heard.some((one) => one.gain {loudness})")
    assert all(0.8 < heard["peak"] < 0.95 for heard in page.evaluate("() => window.heard"))
    expect(slider).to_have_value("0.05")
    assert '"volume":0.05' in page.evaluate("() => localStorage.getItem('kamchatka.settings')")
    page.get_by_role("switch", name="Sound on").click()
    expect(slider).to_have_count(0)
    assert person.troubles == []
    person.context.close()
