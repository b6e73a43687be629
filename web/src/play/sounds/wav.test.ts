import { describe, expect, test } from 'vitest';
import { samplesOf } from './wav';

/** Return a file with these chunks. */
function file(...chunks: [string, number[]][]): ArrayBuffer {
  const letters = (text: string) => [...text].map((letter) => letter.charCodeAt(0));
  const body = chunks.flatMap(([name, data]) => [...letters(name), data.length, 0, 0, 0, ...data]);
  return new Uint8Array([...letters('RIFF....WAVE'), ...body]).buffer;
}

describe('a sound', () => {
  test('is read as G.711 says', () => {
    const samples = [...samplesOf(file(['data', [0xff, 0x7f, 0x80, 0x00, 0x8f, 0xef]]))];
    expect(samples.map((sample) => Math.abs(sample) * 32_768)).toEqual([0, 0, 32124, 32124, 16764, 132]);
    expect(samples[2]).toBeGreaterThan(0);
    expect(samples[3]).toBeLessThan(0);
  });
  test('is found behind other chunks', () => {
    expect(samplesOf(file(['fmt ', [7, 0, 1, 0]], ['data', [0x80, 0x80]])).length).toBe(2);
  });
  test('that is none is silent', () => expect(samplesOf(new ArrayBuffer(30)).length).toBe(0));
});
