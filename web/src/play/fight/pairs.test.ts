import { describe, expect, it } from 'vitest';
import type { Throw } from '../model/performance';
import { outcomes } from './pairs';

const thrown = (more: Partial<Throw>): Throw => ({
  key: 1,
  fight: null,
  attacker: 0,
  defender: 1,
  attack: [6, 4, 1],
  defence: [5, 4],
  lost: 1,
  beaten: 1,
  rolls: 1,
  lostInAll: 1,
  beatenInAll: 1,
  rolling: false,
  ...more,
});

describe('outcomes', () => {
  it('pairs the dice in order, and the defender wins ties', () => {
    expect(outcomes(thrown({}))).toEqual({ attack: ['wins', 'loses', 'idle'], defence: ['loses', 'wins'] });
  });

  it('says nothing while they roll, or where pairs do not decide', () => {
    const idle = { attack: ['idle', 'idle', 'idle'], defence: ['idle', 'idle'] };
    expect(outcomes(thrown({ rolling: true }))).toEqual(idle);
    expect(outcomes(thrown({ lost: 0, beaten: 0, totals: [9, 4] }))).toEqual(idle);
  });
});
