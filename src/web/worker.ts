/**
 * The service worker: keeps the page's own files, so that it opens without a network and can say that it is behind.
 * Data is never kept. A click on a notification leads to its alert.
 */
export {};

interface Waiting extends Event {
  waitUntil(work: Promise<unknown>): void;
}

interface Fetching extends Waiting {
  readonly request: Request;
  respondWith(answer: Promise<Response>): void;
}

interface Clicked extends Waiting {
  readonly notification: Notification;
}

interface Windows {
  claim(): Promise<void>;
  openWindow(url: string): Promise<unknown>;
}

const worker = globalThis as unknown as {
  readonly registration: ServiceWorkerRegistration;
  readonly clients: Windows;
  skipWaiting(): Promise<void>;
  addEventListener<Heard extends Event>(type: string, hear: (event: Heard) => void): void;
};

const cacheName = "yagura-page";

worker.addEventListener<Waiting>("install", (event) => {
  event.waitUntil(
    caches
      .open(cacheName)
      .then((cache) => cache.add("./"))
      .then(() => worker.skipWaiting()),
  );
});

worker.addEventListener<Waiting>("activate", (event) => event.waitUntil(worker.clients.claim()));

worker.addEventListener<Fetching>("fetch", (event) => {
  const { request } = event;
  const path = request.url.slice(worker.registration.scope.length);
  // What is to outlive its page is sent from here: handed back to the page, it would be lost with it.
  if (request.keepalive) return event.respondWith(fetch(request));
  if (request.method !== "GET" || !request.url.startsWith(worker.registration.scope)) return;
  if (/^(\?|#|$)/.test(path)) event.respondWith(freshOr(request));
  // A name with a hash of what the file holds never means anything else.
  else if (path.startsWith("assets/")) event.respondWith(keptOr(request));
});

/** The page itself as the monitor has it now; the kept one where there is no answer. */
async function freshOr(request: Request): Promise<Response> {
  const cache = await caches.open(cacheName);
  try {
    const answer = await fetch(request);
    if (answer.ok) await cache.put("./", answer.clone());
    return answer;
  } catch (error) {
    const kept = await cache.match("./");
    if (kept === undefined) throw error;
    return kept;
  }
}

async function keptOr(request: Request): Promise<Response> {
  const cache = await caches.open(cacheName);
  const kept = await cache.match(request);
  if (kept !== undefined) return kept;
  const answer = await fetch(request);
  if (answer.ok) await cache.put(request, answer.clone());
  return answer;
}

worker.addEventListener<Clicked>("notificationclick", (event) => {
  event.notification.close();
  const address = String(event.notification.data);
  if (address.startsWith(worker.registration.scope)) event.waitUntil(worker.clients.openWindow(address));
});
