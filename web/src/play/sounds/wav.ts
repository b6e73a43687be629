const DATA = 0x61746164; // "data"
const HEAD = 12; // RIFF, its size, WAVE

/** The samples of a µ-law WAV (G.711), from -1 to 1, as tools/media/sounds.py writes them. */
export function samplesOf(file: ArrayBuffer): Float32Array<ArrayBuffer> {
  const view = new DataView(file);
  for (let at = HEAD; at + 8 <= view.byteLength; at += 8 + view.getUint32(at + 4, true)) {
    if (view.getUint32(at, true) !== DATA) continue;
    return Float32Array.from(new Uint8Array(file, at + 8, view.getUint32(at + 4, true)), sampleOf);
  }
  return new Float32Array(0);
}

/** Decode sign, three bits of exponent and four of mantissa, all inverted. */
function sampleOf(code: number): number {
  const bits = ~code & 0xff;
  const size = ((((bits & 0x0f) << 3) + 132) << ((bits >> 4) & 7)) - 132;
  return (bits & 0x80 ? -size : size) / 32_768;
}
