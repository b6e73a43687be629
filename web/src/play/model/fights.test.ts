import { describe, expect, test } from 'vitest';
import type { FactSeen, Rolled } from '../../wire/facts';
import type { Moved } from '../../wire/messages';
import { continues } from './fights';

const moved = (...events: FactSeen[]) => ({ events }) as Moved;
const rolled: Rolled = { fact: 'Rolled', source: 'alaska', target: 'kamchatka', attack: [6, 3], defence: [5] };

describe('a series of throws', () => {
  test('goes on while the next fight is between the same places; declaring it shows nothing', () => {
    expect(continues(moved(rolled), [moved(), moved(rolled)])).toBe(true);
    expect(continues(moved(rolled), [moved()])).toBe(false);
    expect(continues(moved(rolled), [moved({ ...rolled, target: 'yakutia' })])).toBe(false);
    expect(continues(moved(), [moved(rolled)])).toBe(false);
  });
  test('ends with a conquest', () => {
    expect(continues(moved(rolled, { fact: 'Conquered', place: 'kamchatka', by: 0 }), [moved(rolled)])).toBe(false);
  });
});
