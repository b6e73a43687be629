// The service worker: shows notices, and keeps what can be read without a network. It knows no game and no person.
const KEPT = 'kamchatka-1';
const OFFLINE = ['/offline.html', '/offline.css', '/favicon.svg'];
const MOST = 300; // such files: those of older versions go first
const LASTING = /^\/assets\//; // named by their content: never old
const READABLE = /^\/api\/(words|editions|rulebook|phrases)/; // the same for everybody
const PAGES = /^\/rules(\/|$)/; // what can be read without a network

self.addEventListener('install', (event) => {
  event.waitUntil(caches.open(KEPT).then((cache) => cache.addAll(OFFLINE)));
  self.skipWaiting();
});

self.addEventListener('activate', (event) => {
  const old = caches.keys().then((names) => names.filter((name) => name !== KEPT));
  event.waitUntil(old.then((names) => Promise.all(names.map((name) => caches.delete(name)))));
  event.waitUntil(self.clients.claim());
});

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== 'GET' || url.origin !== location.origin) return;
  if (LASTING.test(url.pathname)) event.respondWith(kept(request));
  else if (request.mode === 'navigate' && !url.pathname.startsWith('/api/')) event.respondWith(page(request, url));
  else if (READABLE.test(url.pathname) || OFFLINE.includes(url.pathname)) event.respondWith(fresh(request));
});

/** What never changes: from the cache if it is there. */
async function kept(request) {
  const cache = await caches.open(KEPT);
  const found = await cache.match(request);
  if (found) return found;
  const answer = await fetch(request);
  if (answer.ok) await cache.put(request, answer.clone());
  const [oldest, ...others] = (await cache.keys()).filter((one) => LASTING.test(new URL(one.url).pathname));
  if (others.length >= MOST) await cache.delete(oldest);
  return answer;
}

/** What may change: from the network, and from the cache without one. */
async function fresh(request) {
  const cache = await caches.open(KEPT);
  try {
    const answer = await fetch(request);
    if (answer.ok) await cache.put(request, answer.clone());
    return answer;
  } catch (error) {
    const found = await cache.match(request);
    if (found) return found;
    throw error;
  }
}

/** A page: every address is one and the same file; without a network only those that can be read. */
async function page(request, url) {
  const cache = await caches.open(KEPT);
  try {
    const answer = await fetch(request);
    if (answer.ok && !OFFLINE.includes(url.pathname)) await cache.put('/', answer.clone());
    return answer;
  } catch {
    const shell = PAGES.test(url.pathname) && (await cache.match('/'));
    return shell || (await cache.match('/offline.html'));
  }
}

self.addEventListener('push', (event) => {
  const told = event.data ? event.data.json() : {};
  const shown = { body: told.body || '', tag: told.tag || '', data: told.link || '/', icon: '/icon-192.png' };
  event.waitUntil(self.registration.showNotification(told.title || 'Kamchatka', shown));
});

self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(goTo(event.notification.data || '/'));
});

/** The tab that is open there already, or a new one. */
async function goTo(link) {
  const url = new URL(link, location.origin);
  if (url.origin !== location.origin) return;
  const tabs = await self.clients.matchAll({ type: 'window' });
  const there = tabs.find((tab) => new URL(tab.url).pathname === url.pathname);
  await (there ? there.focus() : self.clients.openWindow(url.href));
}
