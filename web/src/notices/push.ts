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

/** The service worker: it keeps the page for offline days and shows notices. Nothing happens where there is none. */
export async function register(): Promise<ServiceWorkerRegistration | null> {
  if (!('serviceWorker' in navigator)) return null;
  return navigator.serviceWorker.register(policy?.createScriptURL(WORKER) ?? WORKER).catch(() => null);
}

export const canPush = () => 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window;

/** Whether this browser may be called now. */
export async function isOn(): Promise<boolean> {
  if (!canPush()) return false;
  const worker = await navigator.serviceWorker.getRegistration();
  return !!(await worker?.pushManager.getSubscription());
}

/** This browser may be called from now on; null if its reader does not want that. */
export async function switchOn(key: string): Promise<ContactSeen | null> {
  if ((await Notification.requestPermission()) !== 'granted') return null;
  await register();
  const worker = await navigator.serviceWorker.ready;
  const made = await worker.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
  const { endpoint, keys } = made.toJSON();
  return notices.subscribe({ endpoint: endpoint ?? '', p256dh: keys?.p256dh ?? '', auth: keys?.auth ?? '' });
}

/** It is called no more. */
export async function switchOff(): Promise<ContactSeen | null> {
  const worker = await navigator.serviceWorker.getRegistration();
  const made = await worker?.pushManager.getSubscription();
  if (!made) return null;
  const seen = await notices.unsubscribe(made.endpoint);
  await made.unsubscribe();
  return seen;
}
