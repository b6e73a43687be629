import type { Proof } from '../wire/messages';
import { blake2b } from './blake2b';

const text = new TextEncoder();
const bytes = (hex: string) => Uint8Array.from(hex.match(/../g) ?? [], (pair) => parseInt(pair, 16));
const hex = (data: ArrayBuffer) =>
  Array.from(new Uint8Array(data), (byte) => byte.toString(16).padStart(2, '0')).join('');

export interface Draw {
  n: number;
  among: number;
  came: number;
  computed: number;
}

/** Whether the key is the one that was sealed before the game. */
export async function keyFits(proof: Proof): Promise<boolean> {
  const sealed = new Uint8Array([...text.encode('kamchatka '), ...bytes(proof.key)]);
  return hex(await crypto.subtle.digest('SHA-256', sealed)) === proof.commitment;
}

/** Draw number i among n, computed anew from the key, as `kernel/chance.py` does it. */
export function drawOf(key: Uint8Array, i: number, n: number): number {
  const whole = 1n << 56n;
  const fair = whole - (whole % BigInt(n));
  for (let attempt = 0; ; attempt++) {
    const hash = blake2b(text.encode(`${i} ${attempt}`), key, 7);
    const number = hash.reduce((sum, byte) => (sum << 8n) | BigInt(byte), 0n);
    if (number < fair) return Number(number % BigInt(n));
  }
}

/** Every draw of the game beside what the key gives; a pause now and then keeps the page alive. */
export async function* check(proof: Proof): AsyncGenerator<Draw> {
  const key = bytes(proof.key);
  for (const [i, [among, came]] of proof.draws.entries()) {
    if (i % 40 === 39) await new Promise((go) => setTimeout(go));
    yield { n: i, among, came, computed: drawOf(key, i, among) };
  }
}
