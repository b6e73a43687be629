import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Line } from './socket';

class FakeSocket {
  static opened: FakeSocket[] = [];
  static readonly OPEN = 1;
  readyState = 1;
  onopen: () => void = () => {};
  onmessage: (event: { data: string }) => void = () => {};
  onclose: (event: { code: number }) => void = () => {};

  constructor() {
    FakeSocket.opened.push(this);
  }

  close(): void {}
}

describe('a line that is closed', () => {
  const turned: boolean[] = [];
  let line: Line;

  beforeEach(() => {
    vi.useFakeTimers();
    vi.stubGlobal('WebSocket', FakeSocket);
    vi.stubGlobal('location', { protocol: 'http:', host: 'here' });
    vi.stubGlobal('window', globalThis);
    FakeSocket.opened = [];
    turned.length = 0;
    line = new Line(
      () => '/ws',
      () => {},
      (open) => turned.push(open),
    );
  });

  afterEach(() => {
    line.close();
    vi.unstubAllGlobals();
    vi.useRealTimers();
  });

  const last = (): FakeSocket => FakeSocket.opened.at(-1) as FakeSocket;

  it('comes again at once and unseen when it is asked to', () => {
    last().onopen();
    last().onmessage({ data: '{}' });
    last().onclose({ code: 1012 });
    vi.advanceTimersByTime(200);
    expect(FakeSocket.opened).toHaveLength(2);
    expect(turned).toEqual([true]);
  });

  it('says so and waits longer each time when nobody lets it in', () => {
    last().onopen();
    last().onclose({ code: 1012 });
    vi.advanceTimersByTime(200);
    last().onclose({ code: 1012 });
    expect(turned).toEqual([true, false]);
    vi.advanceTimersByTime(200);
    expect(FakeSocket.opened).toHaveLength(2);
    vi.advanceTimersByTime(1000);
    expect(FakeSocket.opened).toHaveLength(3);
  });

  it('says so at once when the connection is lost', () => {
    last().onopen();
    last().onmessage({ data: '{}' });
    last().onclose({ code: 1006 });
    expect(turned).toEqual([true, false]);
  });
});
