import { describe, expect, it } from 'vitest';
import { layoutOf } from './layout';

describe('layoutOf', () => {
  it.each([
    [1440, 900, 'wide'],
    [1280, 720, 'wide'],
    [1024, 768, 'upright'],
    [390, 844, 'upright'],
    [844, 390, 'sideways'],
    [1300, 480, 'sideways'],
  ] as const)('%i × %i is %s', (width, height, layout) => expect(layoutOf(width, height)).toBe(layout));
});
