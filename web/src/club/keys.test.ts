import { beforeEach, describe, expect, test, vi } from 'vitest';
import { keep, keyOf, linkOf } from './keys';

let kept: Map<string, string>;
let left: string[];
beforeEach(() => {
  kept = new Map();
  left = [];
  vi.stubGlobal('location', { origin: 'https://club.example', pathname: '/event/e1' });
  vi.stubGlobal('history', { replaceState: (_: null, __: string, path: string) => left.push(path) });
  vi.stubGlobal('localStorage', {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, value: string) => kept.set(name, value),
  });
});
describe('the key of an event', () => {
  test('nobody has brought is none', () => {
    expect(keyOf('organiser', 'e1', '')).toBe('');
    expect(keyOf('organiser', 'e1', 'desk')).toBe('');
    expect(left).toEqual([]);
  });
  test('comes by a link, is kept, and leaves the address', () => {
    expect(keyOf('organiser', 'e1', 'key=secret')).toBe('secret');
    expect(left).toEqual(['/event/e1']);
    expect(keyOf('organiser', 'e1', 'standings')).toBe('secret');
  });
  test('brought anew takes the place of the old', () => {
    keep('organiser', 'e1', 'old');
    expect(keyOf('organiser', 'e1', 'key=new')).toBe('new');
    expect(keyOf('organiser', 'e1', '')).toBe('new');
  });
  test('opens neither another event nor another desk', () => {
    keep('organiser', 'e1', 'secret');
    expect(keyOf('organiser', 'e2', '')).toBe('');
    expect(keyOf('player', 'e1', '')).toBe('');
  });
  test('serves once where a browser keeps nothing', () => {
    const refuse = () => {
      throw new DOMException('denied', 'SecurityError');
    };
    vi.stubGlobal('localStorage', { getItem: refuse, setItem: refuse });
    expect(keyOf('player', 'e1', 'key=secret')).toBe('secret');
    expect(keyOf('player', 'e1', '')).toBe('');
  });
});

test('a link opens the desk for its holder, its key where no server sees it', () => {
  expect(linkOf('organiser', 'e1', 'k')).toBe('https://club.example/event/e1#key=k');
  expect(linkOf('player', 'e1', 'k')).toBe('https://club.example/seat/e1#key=k');
});
