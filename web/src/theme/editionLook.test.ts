import { describe, expect, test } from 'vitest';
import type { LookSeen } from '../wire/messages';
import { propertiesOf } from './editionLook';

const plain: LookSeen = { face: '', always_dark: false, light: { accent: '#111111' }, dark: { accent: '#eeeeee' } };

describe('the look of an edition', () => {
  test('lays its colours over the theme of the reader', () => {
    expect(propertiesOf(plain, 'light')).toEqual({ '--accent': '#111111' });
    expect(propertiesOf(plain, 'colour-blind')).toEqual({ '--accent': '#111111' });
    expect(propertiesOf(plain, 'dark')).toEqual({ '--accent': '#eeeeee' });
  });
  test('may be dark by day too', () => {
    expect(propertiesOf({ ...plain, always_dark: true }, 'light')).toEqual({ '--accent': '#eeeeee' });
  });
  test('leaves high contrast its colours, not its face', () => {
    expect(propertiesOf({ ...plain, always_dark: true }, 'high-contrast')).toEqual({});
    expect(propertiesOf({ ...plain, face: 'Cinzel' }, 'high-contrast')).toMatchObject({ '--display': 'Cinzel' });
  });
});
