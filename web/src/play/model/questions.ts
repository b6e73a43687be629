/** Return a unique name for a message to the server. */
export const nonce = () =>
  crypto.randomUUID?.() ?? Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) => byte.toString(16)).join('');

/** Requests without a response yet; null is the response if there is none. */
export class Questions<Word> {
  private readonly open = new Map<string, (word: Word | null) => void>();

  /** Register a request, and return the nonce that its response will have. */
  put(heard: (word: Word | null) => void): string {
    const id = nonce();
    this.open.set(id, heard);
    return id;
  }

  /** Pass a response to its requester; return false if nobody waits for it. */
  answer(id: string, word: Word | null): boolean {
    const heard = this.open.get(id);
    this.open.delete(id);
    heard?.(word);
    return !!heard;
  }
}
