import { MARKS, SIGNS, SYMBOLS } from './glyphs';

interface TrustedTypes {
  createPolicy(name: string, rules: { createHTML: (text: string) => string }): { createHTML(text: string): string };
}

const DRAWINGS = new Set([SYMBOLS, MARKS, SIGNS].flatMap((drawings) => Object.values(drawings)));

/** Markup is made of the build's own drawings; any other text is drawn as nothing. */
const known = (text: string): string => (DRAWINGS.has(text) ? text : '');

const policy = (globalThis as { trustedTypes?: TrustedTypes }).trustedTypes?.createPolicy('kamchatka-drawings', {
  createHTML: known,
});

/** A drawing as the browser takes it for markup: the server's policy lets nothing else become any. */
export const trusted = (drawing: string): string => policy?.createHTML(drawing) ?? known(drawing);

const read = new Map<string, SVGElement>();

/** A drawing as nodes: read as markup once, only here, and copied wherever it is shown. */
export function copyOf(drawing: string): DocumentFragment {
  let kept = read.get(drawing);
  if (!kept) {
    kept = document.createElementNS('http://www.w3.org/2000/svg', 'g');
    kept.innerHTML = trusted(drawing);
    read.set(drawing, kept);
  }
  const copy = document.createDocumentFragment();
  copy.append(...kept.cloneNode(true).childNodes);
  return copy;
}
