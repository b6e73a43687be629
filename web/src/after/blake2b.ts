/** BLAKE2b (RFC 7693) with a key, for short messages: enough to compute a sealed draw again. */
const IV = [
  0x6a09e667f3bcc908n,
  0xbb67ae8584caa73bn,
  0x3c6ef372fe94f82bn,
  0xa54ff53a5f1d36f1n,
  0x510e527fade682d1n,
  0x9b05688c2b3e6c1fn,
  0x1f83d9abfb41bd6bn,
  0x5be0cd19137e2179n,
];
const SIGMA = [
  [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15],
  [14, 10, 4, 8, 9, 15, 13, 6, 1, 12, 0, 2, 11, 7, 5, 3],
  [11, 8, 12, 0, 5, 2, 15, 13, 10, 14, 3, 6, 7, 1, 9, 4],
  [7, 9, 3, 1, 13, 12, 11, 14, 2, 6, 5, 10, 4, 0, 15, 8],
  [9, 0, 5, 7, 2, 4, 10, 15, 14, 1, 11, 12, 6, 8, 3, 13],
  [2, 12, 6, 10, 0, 11, 8, 3, 4, 13, 7, 5, 15, 14, 1, 9],
  [12, 5, 1, 15, 14, 13, 4, 10, 0, 7, 6, 3, 9, 2, 8, 11],
  [13, 11, 7, 14, 12, 1, 3, 9, 5, 0, 15, 4, 8, 6, 2, 10],
  [6, 15, 14, 9, 11, 3, 0, 8, 12, 2, 13, 7, 1, 4, 10, 5],
  [10, 2, 8, 4, 7, 6, 1, 5, 15, 11, 9, 14, 3, 12, 13, 0],
];
const WHOLE = (1n << 64n) - 1n;
const turned = (x: bigint, n: bigint) => ((x >> n) | (x << (64n - n))) & WHOLE;

function words(block: Uint8Array): bigint[] {
  const view = new DataView(block.buffer, block.byteOffset, 128);
  return Array.from({ length: 16 }, (_, i) => view.getBigUint64(i * 8, true));
}

function compress(h: bigint[], block: Uint8Array, counted: bigint, last: boolean): void {
  const m = words(block);
  const v = [...h, ...IV];
  v[12]! ^= counted;
  if (last) v[14]! ^= WHOLE;
  const mix = (a: number, b: number, c: number, d: number, x: bigint, y: bigint) => {
    v[a] = (v[a]! + v[b]! + x) & WHOLE;
    v[d] = turned(v[d]! ^ v[a]!, 32n);
    v[c] = (v[c]! + v[d]!) & WHOLE;
    v[b] = turned(v[b]! ^ v[c]!, 24n);
    v[a] = (v[a]! + v[b]! + y) & WHOLE;
    v[d] = turned(v[d]! ^ v[a]!, 16n);
    v[c] = (v[c]! + v[d]!) & WHOLE;
    v[b] = turned(v[b]! ^ v[c]!, 63n);
  };
  for (let round = 0; round < 12; round++) {
    const s = SIGMA[round % 10]!.map((i) => m[i]!);
    mix(0, 4, 8, 12, s[0]!, s[1]!);
    mix(1, 5, 9, 13, s[2]!, s[3]!);
    mix(2, 6, 10, 14, s[4]!, s[5]!);
    mix(3, 7, 11, 15, s[6]!, s[7]!);
    mix(0, 5, 10, 15, s[8]!, s[9]!);
    mix(1, 6, 11, 12, s[10]!, s[11]!);
    mix(2, 7, 8, 13, s[12]!, s[13]!);
    mix(3, 4, 9, 14, s[14]!, s[15]!);
  }
  for (let i = 0; i < 8; i++) h[i]! ^= v[i]! ^ v[i + 8]!;
}

/** The first `size` bytes of the keyed hash of a message of at most 128 bytes. */
export function blake2b(message: Uint8Array, key: Uint8Array, size: number): Uint8Array {
  const h = [...IV];
  h[0]! ^= 0x01010000n ^ (BigInt(key.length) << 8n) ^ BigInt(size);
  const first = new Uint8Array(128);
  first.set(key);
  compress(h, first, 128n, false);
  const block = new Uint8Array(128);
  block.set(message);
  compress(h, block, 128n + BigInt(message.length), true);
  const out = new DataView(new ArrayBuffer(64));
  h.forEach((word, i) => out.setBigUint64(i * 8, word, true));
  return new Uint8Array(out.buffer, 0, size);
}
