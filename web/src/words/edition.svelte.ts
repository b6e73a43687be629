/** The edition that is on the screen: it may say some phrases of the page in its own words (MODs for armies). */
class SpokenEdition {
  id = $state('');
}

export const spoken = new SpokenEdition();

/** Speak as an edition does; what is returned ends it. */
export function speakAs(edition: string): () => void {
  spoken.id = edition;
  return () => (spoken.id = '');
}
