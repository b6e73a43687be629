import { beforeEach, expect, test, vi } from 'vitest';
import { isTyping } from './typing';

let openDialog: object | null;
beforeEach(() => {
  openDialog = null;
  vi.stubGlobal('document', { querySelector: (what: string) => (what === 'dialog[open]' ? openDialog : null) });
});
const field = { closest: () => ({}) };
const board = { closest: () => null };
const pressed = (more: object = {}) => ({ target: board, ...more }) as unknown as KeyboardEvent;

test('a plain key on the board is ours', () => {
  expect(isTyping(pressed())).toBe(false);
  expect(isTyping(pressed({ shiftKey: true }))).toBe(false);
  expect(isTyping(pressed({ target: null }))).toBe(false);
});

test.each(['ctrlKey', 'metaKey', 'altKey', 'defaultPrevented'])('with %s it is the browser’s', (held) => {
  expect(isTyping(pressed({ [held]: true }))).toBe(true);
});

test('in a field, and while a dialog is open, it is none of ours', () => {
  expect(isTyping(pressed({ target: field }))).toBe(true);
  openDialog = {};
  expect(isTyping(pressed())).toBe(true);
});
