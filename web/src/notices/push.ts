import { notices } from '../people/api';
import type { ContactSeen } from '../wire/messages';

interface TrustedTypes {
  createPolicy(
    name: string,
    rules: { createScriptURL: (url: string) => string },
  ): { createScriptURL(url: string): string };
}

const WORKER = '/sw.js';
const only = (url: string): string => (url === WORKER ? url : '');
const policy = (globalThis as { trustedTypes?: TrustedTypes }).trustedTypes?.createPolicy('kamchatka-worker', {
  createScriptURL: only,
});

/** The service worker caches the page for offline use and shows notifications. Without support, do nothing. */
export async function register(): Promise<ServiceWorkerRegistration | null> {
  if (!('serviceWorker' in navigator)) return null;
  return navigator.serviceWorker.register(policy?.createScriptURL(WORKER) ?? WORKER).catch(() => null);
}

export const canPush = () => 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window;

/** Whether this browser receives notifications. */
export async function isOn(): Promise<boolean> {
  if (!canPush()) return false;
  const worker = await navigator.serviceWorker.getRegistration();
  return !!(await worker?.pushManager.getSubscription());
}

/** Subscribe this browser; null if the user declines. */
export async function switchOn(key: string): Promise<ContactSeen | null> {
  if ((await Notification.requestPermission()) !== 'granted') return null;
  await register();
  const worker = await navigator.serviceWorker.ready;
  const made = await worker.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
  const { endpoint, keys } = made.toJSON();
  return notices.subscribe({ endpoint: endpoint ?? '', p256dh: keys?.p256dh ?? '', auth: keys?.auth ?? '' });
}

/** Unsubscribe this browser. */
export async function switchOff(): Promise<ContactSeen | null> {
  const worker = await navigator.serviceWorker.getRegistration();
  const made = await worker?.pushManager.getSubscription();
  if (!made) return null;
  const seen = await notices.unsubscribe(made.endpoint);
  await made.unsubscribe();
  return seen;
}
