/** The current edition, which may have its own words for some phrases of the page (MODs for armies). */
class SpokenEdition {
  id = $state('');
}

export const spoken = new SpokenEdition();

/** Use an edition's words, until the returned function is called. */
export function speakAs(edition: string): () => void {
  spoken.id = edition;
  return () => (spoken.id = '');
}
