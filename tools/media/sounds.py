"""Create the page's sounds, web/src/play/sounds/*.wav, from sine waves and noise: `python -m tools.media.sounds`.

Nothing is recorded or random: the same script creates the same bytes. Each file is a mono WAV at 16 kHz in µ-law
(G.711: 8 bits per sample with a dynamic range of 13), so that a second of sound takes 16 kB.
"""

import math
import random
import struct
from collections.abc import Callable, Iterable
from pathlib import Path

FOLDER = Path(__file__).parents[2] / "web" / "src" / "play" / "sounds"
RATE = 16_000
PEAK = 0.9  # peak level of every file; the page sets the volume
FADE = 0.012  # seconds of fade-out, to avoid clicks
WARMTH = 1.6  # strength of the soft clipping
TOP = 7_000.0  # highest frequency of a partial in Hz, below the limit of RATE

Samples = list[float]
Partial = tuple[float, float, float]  # frequency as a multiple, loudness, decay time in seconds


# ------------------------------------------------------------------ building blocks
def silence(seconds: float) -> Samples:
    """Return silence of this length."""
    return [0.0] * round(seconds * RATE)


def add(onto: Samples, at: float, sound: Samples, level: float = 1.0) -> None:
    """Mix a sound into another from a given second; anything longer is cut off."""
    begin = round(at * RATE)
    for n, sample in enumerate(sound[: max(0, len(onto) - begin)]):
        onto[begin + n] += level * sample


def strike(pitch: float, partials: Iterable[Partial], seconds: float, bend: float = 0.0) -> Samples:
    """Synthesise a struck object: partials with their own decay times. `bend` is how much higher the pitch starts."""
    made = silence(seconds)
    for multiple, loudness, falls in partials:
        if pitch * multiple > TOP:
            continue
        phase = 0.0
        for n in range(len(made)):
            time = n / RATE
            phase += 2 * math.pi * pitch * multiple * (1 + bend * math.exp(-time / 0.03)) / RATE
            made[n] += loudness * math.sin(phase) * math.exp(-time / falls)
    return fade_in(made, 0.001)


def hiss(luck: random.Random, low: float, high: float, falls: float, seconds: float) -> Samples:
    """Decaying noise between two frequencies."""
    noise = [luck.uniform(-1, 1) * math.exp(-n / RATE / falls) for n in range(round(seconds * RATE))]
    return fade_in(high_pass(low_pass(noise, high), low), 0.0006)


def low_pass(sound: Samples, pitch: float) -> Samples:
    """Damp frequencies above the given one."""
    share, held, made = 1 - math.exp(-2 * math.pi * pitch / RATE), 0.0, []
    for sample in sound:
        held += share * (sample - held)
        made.append(held)
    return made


def high_pass(sound: Samples, pitch: float) -> Samples:
    """Damp frequencies below the given one."""
    return [sample - low for sample, low in zip(sound, low_pass(sound, pitch), strict=True)]


def blow(pitch: float, seconds: float, swell: float, bright: float) -> Samples:
    """Synthesise a brass instrument: higher harmonics come later and with more breath; slight vibrato."""
    made, phase = silence(seconds), 0.0
    harmonics = range(1, max(2, math.floor(TOP / pitch)))
    for n in range(len(made)):
        time = n / RATE
        breath = min(1.0, time / swell) ** 1.5 * min(1.0, (seconds - time) / 0.16)
        phase += 2 * math.pi * pitch * (1 + 0.0035 * math.sin(2 * math.pi * 5.2 * time) * min(1.0, time / 0.3)) / RATE
        edge = bright * (0.25 + 0.75 * breath)
        made[n] = breath * sum(math.sin(k * phase) * math.exp(-k / edge) for k in harmonics if k < 4 * edge)
    return made


def drum(luck: random.Random, pitch: float, seconds: float, skin: float) -> Samples:
    """Synthesise a drum: its pitch falls after the hit, and `skin` is the level of the stick."""
    made = strike(pitch, ((1, 1.0, seconds / 3.2), (1.59, 0.45, seconds / 6), (2.3, 0.2, seconds / 9)), seconds, 0.55)
    add(made, 0, hiss(luck, 300, 2_400, 0.02, min(seconds, 0.14)), skin)
    return made


def knock(luck: random.Random, pitch: float) -> Samples:
    """Synthesise a small hard object on wood: a click, its own resonance, and the table's."""
    made = strike(pitch, ((1, 0.6, 0.012), (1.72, 0.4, 0.008), (2.6, 0.25, 0.005)), 0.12)
    add(made, 0, strike(luck.uniform(170, 260), ((1, 0.9, 0.028), (2.1, 0.3, 0.014)), 0.12, 0.3))
    add(made, 0, hiss(luck, 1_200, 6_500, 0.004, 0.03), 0.9)
    return made


def room(sound: Samples, wet: float) -> Samples:
    """Add the reverb of a small hall: feedback delays that get darker."""
    echoes = silence(len(sound) / RATE)
    for delay, back in ((0.0297, 0.72), (0.0371, 0.70), (0.0411, 0.68), (0.0437, 0.66)):
        line, at = [0.0] * round(delay * RATE), 0
        damped = 0.0
        for n, sample in enumerate(sound):
            out = line[at]
            damped += 0.45 * (out - damped)
            line[at] = sample + back * damped
            echoes[n] += 0.25 * out
            at = (at + 1) % len(line)
    return [(1 - wet) * dry + 2 * wet * echo for dry, echo in zip(sound, echoes, strict=True)]


def fade_in(sound: Samples, seconds: float) -> Samples:
    """Fade in, to avoid an initial click."""
    rise = max(1, round(seconds * RATE))
    return [sample * min(1.0, n / rise) for n, sample in enumerate(sound)]


# ------------------------------------------------------------------ the sounds
C4, D4, E4, F4, G4, A4, B4, C5, D5, E5, G5 = (261.63 * 2 ** (n / 12) for n in (0, 2, 4, 5, 7, 9, 11, 12, 14, 16, 19))
BELL = ((1, 1.0, 0.32), (2.0, 0.42, 0.2), (3.01, 0.16, 0.12), (4.2, 0.1, 0.06), (5.4, 0.06, 0.04))


def dice(luck: random.Random) -> Samples:
    """Synthesise three dice that fall on a table, bounce lower and lower, and come to rest."""
    made = silence(0.78)
    for begin, hop in ((0.0, 0.15), (0.035, 0.12), (0.07, 0.17)):
        at, level, pitch = begin, 1.0, luck.uniform(1_900, 3_100)
        while at < 0.66 and level > 0.06:
            add(made, at, knock(luck, pitch * luck.uniform(0.94, 1.06)), level * luck.uniform(0.75, 1))
            at += hop * luck.uniform(0.8, 1.2)
            hop, level = hop * 0.72, level * 0.66
            if hop < 0.014:
                break
    return room(made, 0.12)


def march(luck: random.Random) -> Samples:
    """Synthesise marching steps with a drum: left, right, left."""
    made = silence(0.74)
    for at, pitch, level in ((0.0, 92, 1.0), (0.2, 118, 0.6), (0.4, 92, 0.9)):
        add(made, at, drum(luck, pitch, 0.32, 0.35), level)
        add(made, at + 0.012, hiss(luck, 900, 5_200, 0.035, 0.15), 0.22 * level)
    return room(made, 0.14)


def conquest(luck: random.Random) -> Samples:
    """Synthesise a short horn call that opens into a fifth and its octave."""
    made = silence(1.1)
    for pitch, level in ((G4 / 2, 0.8), (D4, 0.6)):
        add(made, 0, blow(pitch, 0.24, 0.05, 5), level)
    for pitch, level in ((C4 / 2, 0.7), (C4, 0.9), (G4, 0.7), (C5 * 1.002, 0.45)):
        add(made, 0.2, blow(pitch, 0.8, 0.1, 6), level)
    add(made, 0.2, drum(luck, 74, 0.5, 0.25), 2.2)
    return room(made, 0.22)


def elimination(luck: random.Random) -> Samples:
    """Synthesise dark horns that descend, and a last drum beat."""
    made = silence(1.22)
    for at, chord in ((0.0, (D4 / 2, F4 / 2, A4 / 2)), (0.34, (C4 / 2, E4 / 2 * 0.944, G4 / 2))):
        for pitch in chord:
            add(made, at, blow(pitch, 0.46 if at == 0 else 0.7, 0.07, 3.4), 0.6)
    add(made, 0.0, drum(luck, 66, 0.5, 0.3), 1.6)
    add(made, 0.34, drum(luck, 55, 0.8, 0.3), 2.4)
    return room(made, 0.26)


def victory(luck: random.Random) -> Samples:
    """Synthesise a fanfare: three rising notes and a final chord over timpani."""
    made = silence(1.24)
    for at, pitch in ((0.0, G4), (0.13, C5), (0.26, E5)):
        add(made, at, blow(pitch, 0.19, 0.025, 6), 0.8)
        add(made, at, blow(pitch / 2, 0.19, 0.03, 5), 0.4)
    for pitch, level in ((C4 / 2, 0.6), (C4, 0.6), (E4, 0.55), (G4, 0.6), (C5, 0.6), (G5, 0.7)):
        add(made, 0.39, blow(pitch, 0.78, 0.05, 7), level)
    for at, level in ((0.0, 1.2), (0.39, 2.6), (0.52, 0.9), (0.62, 1.1)):
        add(made, at, drum(luck, 65.4, 0.55, 0.22), level)
    return room(made, 0.24)


def turn(luck: random.Random) -> Samples:
    """Synthesise two notes of a small bell."""
    made = silence(0.98)
    add(made, 0, strike(E5, BELL, 0.9), 0.8)
    add(made, 0.17, strike(E5 * 2 ** (5 / 12), BELL, 0.78))
    return room(made, 0.2)


def attacked(luck: random.Random) -> Samples:
    """Synthesise two soft drum beats and a low horn in the distance."""
    made = silence(0.72)
    for at, level in ((0.0, 0.9), (0.15, 0.7)):
        add(made, at, drum(luck, 82, 0.34, 0.12), level)
    add(made, 0.1, blow(D4 / 2, 0.5, 0.12, 2.6), 0.5)
    return room(low_pass(made, 2_600), 0.24)


def place(luck: random.Random) -> Samples:
    """Synthesise a piece that is put down."""
    made = silence(0.13)
    add(made, 0, knock(luck, 1_150), 1)
    return made


def card(luck: random.Random) -> Samples:
    """Synthesise a card that slides off the pile and snaps."""
    made = silence(0.2)
    noise = hiss(luck, 1_800, 6_800, 0.2, 0.13)
    add(made, 0, [sample * (n / len(noise)) ** 1.4 for n, sample in enumerate(noise)], 0.8)
    add(made, 0.125, hiss(luck, 900, 6_000, 0.008, 0.06), 1.4)
    return made


def refused(luck: random.Random) -> Samples:
    """Synthesise two dull knocks."""
    made = silence(0.3)
    for at, pitch in ((0.0, 196), (0.11, 165)):
        add(made, at, strike(pitch, ((1, 1.0, 0.05), (2.02, 0.3, 0.03), (3.1, 0.12, 0.02)), 0.18, 0.08))
    return made


def clock(luck: random.Random) -> Samples:
    """Synthesise a wooden clock that ticks four times, faster than seconds."""
    made = silence(0.9)
    for beat in range(4):
        add(made, 0.2 * beat, knock(luck, 1_700 if beat % 2 else 2_300), 0.8)
        add(made, 0.2 * beat, strike(880 if beat % 2 else 1_175, ((1, 1.0, 0.03), (2.7, 0.3, 0.02)), 0.12), 0.5)
    return room(made, 0.1)


SOUNDS: dict[str, Callable[[random.Random], Samples]] = {
    sound.__name__: sound
    for sound in (dice, march, conquest, elimination, victory, turn, attacked, place, card, refused, clock)
}


# ------------------------------------------------------------------ files
def master(sound: Samples) -> Samples:
    """Normalise the level, remove inaudible bass, soften the peaks like tape, and fade out."""
    sound = high_pass(sound, 28)
    loudest, fade = max(abs(sample) for sample in sound), round(FADE * RATE)
    rounded = [math.tanh(WARMTH * sample / loudest) / math.tanh(WARMTH) for sample in sound]
    return [PEAK * sample * min(1.0, (len(sound) - 1 - n) / fade) for n, sample in enumerate(rounded)]


def mu_law(sample: float) -> int:
    """Encode a sample from -1 to 1 in µ-law (G.711): sign, three bits of exponent, four of mantissa, all inverted."""
    size = min(32_635, round(abs(sample) * 32_767)) + 132
    exponent = size.bit_length() - 8
    return 0xFF ^ ((0x80 if sample < 0 else 0) | exponent << 4 | size >> (exponent + 3) & 0x0F)


def wav(sound: Samples) -> bytes:
    """Build the file: RIFF header, format (7 is µ-law), number of samples, samples."""
    data = bytes(mu_law(sample) for sample in sound)
    data += b"\0" * (len(data) % 2)
    form = struct.pack("<HHIIHHH", 7, 1, RATE, RATE, 1, 8, 0)
    chunks = ((b"fmt ", form), (b"fact", struct.pack("<I", len(sound))), (b"data", data))
    body = b"".join(name + struct.pack("<I", len(chunk)) + chunk for name, chunk in chunks)
    return b"RIFF" + struct.pack("<I", 4 + len(body)) + b"WAVE" + body


def make(name: str) -> bytes:
    """Create a file by name. Each has its own random source, so that changing one leaves the others unchanged."""
    return wav(master(SOUNDS[name](random.Random(name))))


def main() -> None:
    """Create all files."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    for name in SOUNDS:
        path = FOLDER / f"{name}.wav"
        path.write_bytes(make(name))
        print(f"{path.relative_to(FOLDER.parents[3])}: {path.stat().st_size / 1000:.1f} kB")


if __name__ == "__main__":
    main()
