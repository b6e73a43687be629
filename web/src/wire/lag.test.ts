import { expect, it } from 'vitest';
import { LagMeter } from './lag';

it('measures a new connection three times, then every ten seconds', () => {
  const meter = new LagMeter();
  const sent = [];
  for (let now = 0; now < 25_000; now += 500) {
    if (!meter.due(now)) continue;
    sent.push(now);
    meter.answered(now + 80);
  }
  expect(sent).toEqual([0, 1000, 2000, 12_000, 22_000]);
  expect(meter.lag).toBe(80);
});

it('reports an average in which one slow answer counts little', () => {
  const meter = new LagMeter();
  for (const [now, took] of [
    [0, 100],
    [1000, 100],
    [2000, 900],
  ] as const) {
    meter.due(now);
    meter.answered(now + took);
  }
  expect(meter.due(12_000)).toEqual({ type: 'ping', lag: 340 });
});

it('knows nothing before the first answer, and forgets the connection before', () => {
  const meter = new LagMeter();
  expect(meter.due(0)).toEqual({ type: 'ping', lag: 0 });
  meter.answered(200);
  meter.restart();
  expect(meter.due(300)).toEqual({ type: 'ping', lag: 0 });
  meter.answered(350);
  meter.answered(900); // without a ping
  expect(meter.lag).toBe(50);
});
