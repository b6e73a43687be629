import { Refused } from '../../wire/api.svelte';
import type { ErrorSeen } from '../../wire/messages';

/** Fetch a file with its key in a header, so that the address contains no secret, and let the browser save it. */
export async function download(path: string, name: string, headers: Record<string, string>): Promise<void> {
  const answer = await fetch(path, { headers });
  if (!answer.ok) {
    const body = (await answer.json().catch(() => null)) as ErrorSeen | null;
    throw new Refused(body ?? { code: 'offline', text: answer.statusText, rule: '' }, answer.status);
  }
  const address = URL.createObjectURL(await answer.blob());
  Object.assign(document.createElement('a'), { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
