import { beforeEach, describe, expect, test } from 'vitest';
import { Camera } from './camera.svelte';

/** A board of 400 × 200 on a screen of 800 × 800, twice its size when shown whole. */
function camera(cover = false, lean = false, rail = 0): Camera {
  const made = new Camera(
    () => [0, 0, 400, 200],
    () => cover,
    () => lean,
    () => rail,
  );
  [made.width, made.height] = [800, 800];
  return made;
}
let seen: Camera;
beforeEach(() => {
  seen = camera();
});

describe('at first', () => {
  test('the whole board in the middle', () => {
    expect([seen.now, seen.isWhole]).toEqual([2, true]);
    expect(seen.box).toEqual({ x: 0, y: -100, w: 400, h: 400 });
  });
  test('as large as the screen lets it, when that changes', () => {
    seen.width = 400;
    expect(seen.now).toBe(1);
  });
  test('on a tall screen larger than whole, but not by much', () => {
    expect(camera(true).now).toBe(4);
    const tall = camera(true);
    tall.height = 8000;
    expect(tall.now).toBeCloseTo(4.4);
  });
  test('beside a second board the spare room lies on one side', () => {
    const wide = camera(false, true);
    wide.height = 200;
    expect(wide.spare).toBe(400);
    expect(wide.box.x).toBe(-336); // the zoom buttons have their room on the other side
    wide.width = 600;
    expect(wide.box.x).toBe(-200);
  });
  test('beside a rail the whole board is as much smaller, and right of it', () => {
    const railed = camera(false, true, 200);
    expect(railed.now).toBe(1.5);
    expect(railed.onScreen([0, 0])[0]).toBeCloseTo(200);
    expect(railed.onScreen([400, 0])[0]).toBeCloseTo(800);
  });
});

describe('closer and back', () => {
  test('what lies under the pointer stays there', () => {
    const before = seen.at(200, 420);
    seen.zoom(2, 200, 420);
    expect(seen.now).toBe(4);
    expect(seen.at(200, 420)[0]).toBeCloseTo(before[0]);
    expect(seen.at(200, 420)[1]).toBeCloseTo(before[1]);
  });
  test('never smaller than whole, never beyond eight times that', () => {
    seen.zoom(0.1);
    expect(seen.now).toBe(2);
    seen.zoom(100);
    expect(seen.now).toBe(16);
  });
  test('a double tap goes closer to that point, twice at most, and back', () => {
    const at = seen.at(200, 420);
    seen.magnify(1.9, 200, 420);
    expect([seen.now, seen.at(200, 420)]).toEqual([3.8, [expect.closeTo(at[0]), expect.closeTo(at[1])]]);
    seen.magnify(1.9, 200, 420);
    expect(seen.now).toBeCloseTo(7.22);
    seen.magnify(1.9, 200, 420);
    expect([seen.now, seen.middle]).toEqual([2, [200, 100]]);
  });
  test('a point of the board and its point on the screen are the same', () => {
    seen.zoom(3, 100, 100);
    const [x, y] = seen.onScreen(seen.at(123, 456));
    expect([x, y]).toEqual([expect.closeTo(123), expect.closeTo(456)]);
  });
});

describe('moved about', () => {
  test('a drag moves the board by as much', () => {
    seen.zoom(4);
    const [x] = seen.onScreen([200, 100]);
    seen.pan(50, 0);
    expect(seen.onScreen([200, 100])[0]).toBeCloseTo(x + 50);
  });
  test('the board cannot be lost', () => {
    seen.zoom(4);
    seen.pan(-1e6, -1e6);
    expect(seen.middle[0]).toBeLessThanOrEqual(400);
    seen.pan(1e6, 1e6);
    expect(seen.middle[0]).toBeGreaterThanOrEqual(0);
  });
  test('fit shows the whole board again', () => {
    seen.zoom(4, 0, 0);
    seen.fit();
    expect([seen.isWhole, seen.middle]).toEqual([true, [200, 100]]);
  });
});

describe('a place to be shown', () => {
  test('comes to the middle if it stands outside', () => {
    seen.zoom(4);
    seen.reveal([50, 100]);
    expect(seen.middle[0]).toBeCloseTo(50);
  });
  test.each(['reveal', 'follow'])('at an edge comes well inside, and the screen stays full of board: %s', (way) => {
    seen.zoom(4);
    if (way === 'reveal') seen.reveal([0, 200]);
    else seen.follow([[0, 200]]);
    const [x, y] = seen.onScreen([0, 200]);
    expect(x).toBeCloseTo(0.15 * 800);
    expect(y).toBeCloseTo(0.85 * 800);
    seen.pan(900, -900); // by hand the map can be moved further
    expect(seen.onScreen([0, 200])[0]).toBeCloseTo(0.3 * 800);
  });
  test('stays where it can be seen well', () => {
    seen.zoom(4);
    const before = seen.middle;
    seen.reveal([210, 105]);
    expect(seen.middle).toEqual(before);
  });
  test('never moves a board that is shown whole', () => {
    seen.reveal([0, 0]);
    expect(seen.middle).toEqual([200, 100]);
  });
});

describe('what may be chosen', () => {
  const close = () => camera(true); // 200 units of it are visible
  const isSeen = (one: Camera, x: number) => x >= one.box.x && x <= one.box.x + one.box.w;
  test('a new view shows most of it', () => {
    const one = close();
    one.seek([
      [10, 100],
      [340, 60],
      [390, 120],
    ]);
    expect([10, 340, 390].map((x) => isSeen(one, x))).toEqual([false, true, true]);
  });
  test('a turned screen that shows all of it centres it', () => {
    const one = close();
    one.seek([[390, 140]]);
    one.height = 400;
    expect([one.isWhole, one.box.x, one.box.w]).toEqual([true, 0, 400]);
  });
  test('a view elsewhere moves only if none of it is visible', () => {
    const one = close();
    one.pan(300, 0);
    const before = one.box.x;
    one.seek([
      [100, 100],
      [340, 60],
      [390, 140],
    ]);
    expect(one.box.x).toBe(before);
    one.seek([[390, 140]]);
    expect(isSeen(one, 390)).toBe(true);
  });
  test('a board that is shown whole stays where it is', () => {
    seen.seek([[390, 140]]);
    expect(seen.isWhole).toBe(true);
  });
});
