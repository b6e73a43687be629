import { describe, expect, it } from 'vitest';
import { shortNames } from './pieces';

describe('names of pieces side by side', () => {
  it('leave out the word that most of them share', () => {
    expect(shortNames(['land commander', 'naval commander', 'space commander', 'diplomat', 'space station'])).toEqual([
      'land',
      'naval',
      'space',
      'diplomat',
      'space station',
    ]);
    expect(shortNames(['comandante terrestre', 'comandante navale', 'diplomatico'])).toEqual([
      'terrestre',
      'navale',
      'diplomatico',
    ]);
  });
  it('are whole where nothing is shared', () => {
    expect(shortNames(['Death', 'Magic', 'temple'])).toEqual(['Death', 'Magic', 'temple']);
    expect(shortNames([''])).toEqual(['']);
  });
  it('are whole where it could be either word, or where there are two', () => {
    for (const names of [
      ['space commander', 'nuclear commander', 'space station'],
      ['space commander', 'space station'],
    ])
      expect(shortNames(names)).toEqual(names);
  });
});
