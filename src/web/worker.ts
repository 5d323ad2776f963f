/**
 * The service worker: keeps the page's own files, so that it opens without a network and can say that it is behind.
 * Data is never kept. It shows the messages that come by a push service, and a click on one leads to its alert.
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

interface Pushed extends Waiting {
  readonly data: { text(): string } | null;
}

interface Changed extends Waiting {
  readonly oldSubscription?: PushSubscription | null;
  readonly newSubscription?: PushSubscription | null;
}

/** What is kept with a notification; of those of an open page the address alone. */
type Kept = string | { readonly id: string; readonly url: string };

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
  const kept = event.notification.data as Kept;
  const address = typeof kept === "string" ? kept : placeOf(kept.url);
  if (address.startsWith(worker.registration.scope)) event.waitUntil(worker.clients.openWindow(address));
});

/** The place on this page, by whatever address of the page the monitor knows it. */
function placeOf(url: string): string {
  return `${worker.registration.scope}${/#.*$/.exec(url)?.[0] ?? ""}`;
}

worker.addEventListener<Pushed>("push", (event) => event.waitUntil(show(event.data?.text() ?? "")));

async function show(text: string): Promise<void> {
  const { id = "", title = "Yagura", body = "", severity, url = "", tag = "" } = messageIn(text);
  const shown = tag === "" ? [] : await worker.registration.getNotifications({ tag });
  // A copy of what is shown is no news.
  const isCopy = shown.some(({ data }) => (data as Kept & object)?.id === id);
  await worker.registration.showNotification(title, {
    ...{ body, tag, renotify: tag !== "" && !isCopy, requireInteraction: severity === "critical" },
    ...{ icon: `${worker.registration.scope}icon-192.png`, data: { id, url } },
  });
}

/** A browser wants something shown of each message, also of one that cannot be read. */
function messageIn(text: string): Partial<Record<string, string>> {
  try {
    return JSON.parse(text);
  } catch {
    return {};
  }
}

worker.addEventListener<Changed>("pushsubscriptionchange", (event) => event.waitUntil(renew(event)));

/** The monitor knows the device by its former address. Where the browser does not say it, the device signs up anew on the page. */
async function renew({ oldSubscription: former, newSubscription }: Changed): Promise<void> {
  if (!former) return;
  const { pushManager, scope } = worker.registration;
  const fresh =
    newSubscription ?? (await pushManager.subscribe(former.options as PushSubscriptionOptionsInit));
  const { endpoint = "", keys } = fresh.toJSON();
  const body = new URLSearchParams({ former: former.endpoint, endpoint, ...keys });
  await fetch(`${scope}act/device`, { method: "POST", body });
}
