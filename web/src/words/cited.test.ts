import { describe, expect, test } from 'vitest';
import { cited, uncited } from './cited';

describe('rules in a sentence', () => {
  test('are taken out of it, in their place', () => {
    expect(cited('One more lap (rtu.10.4a), or none. [rtu.12.2b]')).toEqual([
      { text: 'One more lap' },
      { rule: 'rtu.10.4a' },
      { text: ', or none.' },
      { rule: 'rtu.12.2b' },
    ]);
  });
  test('none: the sentence is whole', () => {
    expect(cited('Ada (Napoli) enters, number 3.')).toEqual([{ text: 'Ada (Napoli) enters, number 3.' }]);
    expect(cited('')).toEqual([]);
  });
  test('are left out where no link can stand', () => {
    expect(uncited('Equal at 60 (rtu.10.4b). Ada first [2210.battle.2]')).toBe('Equal at 60. Ada first');
  });
});
