/** A QR code (ISO 18004): bytes, error correction L, versions 1 to 5, mask 0. Enough for an address, and nothing else. */
const VERSIONS = [
  [19, 7],
  [34, 10],
  [55, 15],
  [80, 20],
  [108, 26],
] as const; // codewords of data, of correction
const FORMAT = 0x77c4; // level L, mask 0, with its BCH code

/** The dark and light squares, row by row; null when the text is too long. */
export function squares(text: string): boolean[][] | null {
  const bytes = [...new TextEncoder().encode(text)];
  const version = VERSIONS.findIndex(([data]) => bytes.length + 2 <= data) + 1;
  const [room, guard] = VERSIONS[version - 1] ?? [0, 0];
  if (!version) return null;
  const data = codewords(bytes, room);
  const code = [...data, ...correction(data, guard)];
  const { grid, taken } = frame(version);
  fill(grid, taken, code);
  return grid;
}

/** Mode, length, bytes, end, and padding up to the room there is. */
function codewords(bytes: number[], room: number): number[] {
  const bits = [
    0,
    1,
    0,
    0,
    ...[bytes.length, ...bytes].flatMap((byte) => Array.from({ length: 8 }, (_, i) => (byte >> (7 - i)) & 1)),
    0,
    0,
    0,
    0,
  ];
  const words = Array.from({ length: bits.length / 8 }, (_, i) =>
    bits.slice(i * 8, i * 8 + 8).reduce((sum, bit) => sum * 2 + bit, 0),
  );
  while (words.length < room) words.push((words.length - bytes.length) % 2 ? 0x11 : 0xec);
  return words;
}

/** Multiplication in the field of 256 elements over x⁸ + x⁴ + x³ + x² + 1. */
function times(a: number, b: number): number {
  let product = 0;
  for (let bit = 7; bit >= 0; bit--) product = (product << 1) ^ ((product >> 7) * 0x11d) ^ (((b >> bit) & 1) * a);
  return product;
}

/** Reed–Solomon: the remainder of the data divided by (x − 1)(x − 2)(x − 4) … */
function correction(data: number[], guard: number): number[] {
  let divisor = [1];
  for (let i = 0, root = 1; i < guard; i++, root = times(root, 2)) {
    divisor = [...divisor, 0].map((factor, n) => factor ^ times(divisor[n - 1] ?? 0, root));
  }
  let rest: number[] = Array.from({ length: guard }, () => 0);
  for (const word of data) {
    const factor = word ^ rest[0]!;
    rest = [...rest.slice(1), 0].map((value, i) => value ^ times(divisor[i + 1]!, factor));
  }
  return rest;
}

/** The fixed patterns: finders, timing, alignment, format. */
function frame(version: number): { grid: boolean[][]; taken: boolean[][] } {
  const size = 17 + 4 * version;
  const [grid, taken] = [0, 1].map(() =>
    Array.from({ length: size }, () => Array.from({ length: size }, () => false)),
  ) as [boolean[][], boolean[][]];
  const set = (x: number, y: number, dark: boolean) => {
    if (x < 0 || y < 0 || x >= size || y >= size) return;
    grid[y]![x] = dark;
    taken[y]![x] = true;
  };
  const rings = (cx: number, cy: number, reach: number, light: number[]) => {
    for (let y = -reach; y <= reach; y++)
      for (let x = -reach; x <= reach; x++) set(cx + x, cy + y, !light.includes(Math.max(Math.abs(x), Math.abs(y))));
  };
  for (let i = 0; i < size; i++) (set(6, i, i % 2 === 0), set(i, 6, i % 2 === 0));
  for (const [x, y] of [
    [3, 3],
    [size - 4, 3],
    [3, size - 4],
  ] as const)
    rings(x, y, 4, [2, 4]);
  if (version > 1) rings(size - 7, size - 7, 2, [1]);
  for (let i = 0; i < 15; i++) {
    const dark = ((FORMAT >> i) & 1) === 1;
    if (i < 8) (set(8, i < 6 ? i : i + 1, dark), set(size - 1 - i, 8, dark));
    else (set(i === 8 ? 7 : 14 - i, 8, dark), set(8, size - 15 + i, dark));
  }
  set(8, size - 8, true);
  return { grid, taken };
}

/** The code in its zigzag from the lower right corner, masked like a chessboard. */
function fill(grid: boolean[][], taken: boolean[][], code: number[]): void {
  const size = grid.length;
  let [n, upward] = [0, true];
  for (let right = size - 1; right > 0; right -= right === 8 ? 3 : 2, upward = !upward) {
    for (let step = 0; step < size; step++) {
      const y = upward ? size - 1 - step : step;
      for (const x of [right, right - 1]) {
        if (taken[y]![x]) continue;
        const bit = ((code[n >> 3] ?? 0) >> (7 - (n & 7))) & 1;
        grid[y]![x] = (bit === 1) !== ((x + y) % 2 === 0);
        n++;
      }
    }
  }
}
