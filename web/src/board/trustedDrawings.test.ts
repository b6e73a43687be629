import { expect, test } from 'vitest';
import { SYMBOLS } from './glyphs';
import { trusted } from './trustedDrawings';

test('our own drawings are markup, other text is not', () => {
  const [ours = ''] = Object.values(SYMBOLS);
  expect(ours).toBeTruthy();
  expect(trusted(ours)).toBe(ours);
  expect(trusted('<img src=x onerror=alert(1)>')).toBe('');
  expect(trusted(`${ours}<script>alert(1)</script>`)).toBe('');
});
