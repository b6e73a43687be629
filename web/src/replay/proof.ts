import { blake2b } from '@noble/hashes/blake2.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import type { Proof } from '../wire/messages';

/** A draw in readable form: recorded and computed results count from 1, like the faces of a die. */
export interface Draw {
  n: number;
  among: number;
  came: number;
  computed: number;
}

/** Whether the key matches the commitment made before the game. */
export function keyFits(proof: Proof): boolean {
  const sealed = sha256.create().update(utf8ToBytes('kamchatka ')).update(hexToBytes(proof.key));
  return bytesToHex(sealed.digest()) === proof.commitment;
}

/** Draw number i below n, recomputed from the key like `kernel/chance.py`. */
export function drawOf(key: Uint8Array, i: number, n: number): number {
  const whole = 1n << 56n;
  const fair = whole - (whole % BigInt(n));
  for (let attempt = 0; ; attempt++) {
    const hash = blake2b(utf8ToBytes(`${i} ${attempt}`), { key, dkLen: 7 });
    const number = hash.reduce((sum, byte) => (sum << 8n) | BigInt(byte), 0n);
    if (number < fair) return Number(number % BigInt(n));
  }
}

/** Every draw of the game with the key's result; occasional pauses keep the page responsive. */
export async function* check(proof: Proof): AsyncGenerator<Draw> {
  const key = hexToBytes(proof.key);
  for (const [i, [among, came]] of proof.draws.entries()) {
    if (i % 40 === 39) await new Promise((go) => setTimeout(go));
    yield { n: i, among, came: came + 1, computed: drawOf(key, i, among) + 1 };
  }
}
