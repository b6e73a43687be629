import { expect, test, vi } from 'vitest';
import { nonce, Questions } from './questions';

test('an answer goes to its asker, once', () => {
  const questions = new Questions<string>();
  const [one, other] = [vi.fn(), vi.fn()];
  const id = questions.put(one);
  questions.put(other);
  expect(questions.answer(id, 'yes')).toBe(true);
  expect(one.mock.calls).toEqual([['yes']]);
  expect(questions.answer(id, 'yes')).toBe(false);
  expect(one).toHaveBeenCalledOnce();
  expect(other).not.toHaveBeenCalled();
});

test('no answer is an answer too; nobody waits for what was not asked', () => {
  const questions = new Questions<string>();
  const heard = vi.fn();
  expect(questions.answer('never asked', 'yes')).toBe(false);
  expect(questions.answer(questions.put(heard), null)).toBe(true);
  expect(heard.mock.calls).toEqual([[null]]);
});

test('a nonce is never used again, also where the page came without TLS', () => {
  expect(new Set(Array.from({ length: 100 }, nonce)).size).toBe(100);
  const getRandomValues = crypto.getRandomValues.bind(crypto);
  vi.stubGlobal('crypto', { getRandomValues });
  expect(new Set(Array.from({ length: 100 }, nonce)).size).toBe(100);
});
