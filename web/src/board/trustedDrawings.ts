import { MARKS, SIGNS, SYMBOLS } from './glyphs';

interface TrustedTypes {
  createPolicy(name: string, rules: { createHTML: (text: string) => string }): { createHTML(text: string): string };
}

const DRAWINGS = new Set([SYMBOLS, MARKS, SIGNS].flatMap((drawings) => Object.values(drawings)));

/** Only the build's own drawings become markup; any other text becomes nothing. */
const known = (text: string): string => (DRAWINGS.has(text) ? text : '');

const policy = (globalThis as { trustedTypes?: TrustedTypes }).trustedTypes?.createPolicy('kamchatka-drawings', {
  createHTML: known,
});

/** A drawing as trusted markup, as the server's policy (Trusted Types) lets nothing else become any. */
export const trusted = (drawing: string): string => policy?.createHTML(drawing) ?? known(drawing);

const read = new Map<string, SVGElement>();

/** A drawing as nodes, parsed once and copied wherever it is shown. */
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
