/** A name for one thing said to the server, never used again. */
export const nonce = () =>
  crypto.randomUUID?.() ?? Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) => byte.toString(16)).join('');

/** What the server was asked and has not answered yet; null is the answer when there is none. */
export class Questions<Word> {
  private readonly open = new Map<string, (word: Word | null) => void>();

  /** Put a question: the nonce that its answer will bear. */
  put(heard: (word: Word | null) => void): string {
    const id = nonce();
    this.open.set(id, heard);
    return id;
  }

  /** Deliver an answer to its asker; false when nobody waits for it. */
  answer(id: string, word: Word | null): boolean {
    const heard = this.open.get(id);
    this.open.delete(id);
    heard?.(word);
    return !!heard;
  }
}
