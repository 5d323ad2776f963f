/**
 * A browser that signs up for messages, its worker, and a whole monitor that sends to it. Of the browser its own push
 * service alone is replaced, which nothing here can reach, and what it shows is kept.
 */
import type { BrowserContext, Page } from "playwright-core";
import { expect, it } from "vitest";
import type { Device } from "../../src/model/devices.ts";
import type { PushAnswer } from "../../src/model/page/push.ts";
import { openPushService, type Received } from "../outputs/push/push-service.ts";
import { until } from "../support/until.ts";
import { type Reader, useBrowser } from "./support/browser.ts";
import { useScene } from "./support/scene.ts";

const rules = `rules:
  - name: posted
    on: [forum.comment.posted, forum.comment.voted]
    by: event.id
    title: "{{ now.code }}: {{ now.title }}"
    notify: [push:phone, push:night, push:group]
`;

/** Hours that begin in some hours, in Japan. */
function otherHours(now: number): string {
  const hour = (later: number) => new Date(now + (9 + later) * 3_600_000).toISOString().slice(11, 13);
  return `["${hour(3)}:00", "${hour(4)}:00"]`;
}

const browser = useBrowser();
const scene = useScene({
  ...{ rules, sources: ["forum-comments"] },
  settings: (text) => `${text}
push: { recipients: [phone, night, group], allowPrivate: true, sendSimulated: true }
alerts:
  receivers: { "push:night": { hours: { between: ${otherHours(Date.now())} } } }
  routes: [{ match: rule=posted, to: [push:group], groupBy: [rule], wait: 1s }]
`,
});

const post = async (path: string, body: object) => {
  const how = { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) };
  return (await fetch(new URL(path, scene.url), how)).json();
};
const get = async <Answer>(path: string) => (await (await fetch(new URL(path, scene.url))).json()) as Answer;
const devices = async () => (await get<PushAnswer>("api/push")).devices;

/** What a browser gives who subscribes. */
const subscription = ({ endpoint, p256dh, auth }: Device) => `({
  endpoint: "${endpoint}", options: { applicationServerKey: "its key" },
  toJSON: () => ({ endpoint: "${endpoint}", keys: { p256dh: "${p256dh}", auth: "${auth}" } }),
  unsubscribe: async () => { globalThis.left = "${endpoint}"; return true; },
})`;

const ownPushService = (device: Device, permission: "granted" | "denied") => `{
  const own = ${subscription(device)};
  Notification.requestPermission = async () => "${permission}";
  PushManager.prototype.subscribe = async (how) => { globalThis.subscribedBy = how; return own; };
  PushManager.prototype.getSubscription = async () => globalThis.subscribedBy && own;
}`;

async function open(device: Device, permission: "granted" | "denied"): Promise<Reader> {
  const reader = await browser.read("about:blank");
  await reader.context.addInitScript(ownPushService(device, permission));
  await openSettings(reader, scene.url);
  return reader;
}

async function openSettings({ page }: Reader, url: string): Promise<void> {
  await page.goto(url);
  await page.getByText("Settings", { exact: true }).click();
}

/** Decisions about the newest alert of a stock, each with its receiver. */
async function reasonsOf(code: string): Promise<string[]> {
  const { alerts } = await get<{ alerts: { id: string; title: string }[] }>("control/alerts");
  const alert = alerts.find(({ title }) => title.includes(code));
  if (alert === undefined) return [];
  const { notices } = await get<{ notices: { receiver: string; reason: string }[] }>(
    `api/why?alert=${alert.id}`,
  );
  return notices.map(({ receiver, reason }) => `${receiver} ${reason}`);
}

const choice = (page: Page) =>
  page.getByRole("combobox", { name: /while the page is closed|ページを閉じている間/ });

/** Keeps what the worker shows and where it leads, and takes this for its own browser's push service. */
const recorder = `{
  globalThis.shown = [];
  globalThis.led = [];
  ServiceWorkerRegistration.prototype.showNotification = async (title, options) =>
    void shown.push({ title, ...options, close() { led.push("closed"); } });
  ServiceWorkerRegistration.prototype.getNotifications = async ({ tag }) => shown.filter((one) => one.tag === tag);
  Clients.prototype.openWindow = async (url) => void led.push("opened " + url);
  WindowClient.prototype.focus = async function () { led.push("focused " + this.url); };
  globalThis.happen = (name, more) => {
    let work;
    dispatchEvent(Object.assign(new ExtendableEvent(name), { waitUntil(begun) { work = begun; } }, more));
    return work;
  };
}`;

/** Hands messages to the worker as the browser does. */
async function deliveryTo(page: Page, context: BrowserContext) {
  const session = await context.newCDPSession(page);
  const known = new Promise<string>((resolve) => {
    session.on("ServiceWorker.workerRegistrationUpdated", ({ registrations: [one] }) => {
      if (one !== undefined) resolve(one.registrationId);
    });
  });
  await session.send("ServiceWorker.enable");
  const to = { origin: new URL(scene.url).origin, registrationId: await known };
  return (data: string) => session.send("ServiceWorker.deliverPushMessage", { ...to, data });
}

it("signs a device up, which gets what its receiver gets in its hours and groups, and goes on elsewhere", async () => {
  const service = await openPushService(undefined, Date.now);
  const [first, second] = [service.device("first"), service.device("second")];
  const to = (id: string) => service.asked.filter(({ device }) => device === id);
  await post("control/silences", { match: "subject=6758", for: "1h", author: "x", because: "too loud" });
  for (const name of ["night", "group"]) {
    const { endpoint, p256dh, auth } = service.device(name);
    await post("api/push/sign-up", { endpoint, p256dh, auth, name, label: name });
  }
  const { page, context, alarms, findings } = await open(first, "granted");
  await choice(page).selectOption("phone");
  await page.getByRole("button", { name: "Remove: Chrome, Linux" }).waitFor();
  await until("two messages", () => to("first").length > 1);
  const key = await page.evaluate("subscribedBy.applicationServerKey");
  for (const { sender, message } of service.asked) {
    expect(sender).toBe(key);
    expect(message.title).toMatch(/^\[SIMULATED\] /);
  }
  expect(to("first").every(({ message }) => message.title?.includes(" 7203: "))).toBe(true);
  await until("a group", () => to("group").some(({ message }) => /\d+ alerts/.test(message.title ?? "")));
  expect(to("night")).toEqual([]);
  await until("one of the silenced stock", async () =>
    (await reasonsOf("6758")).includes("push:phone silenced"),
  );
  expect(await reasonsOf("7203")).toContain("push:night outside-hours");

  const [own] = (await devices()).filter(({ name }) => name === "phone");
  const tested = await post("api/deliveries/test", { output: "push", address: `phone/${own?.id}` });
  expect(tested).toMatchObject({ ok: true });
  expect(to("first").find(({ message }) => message.tag === "test")?.message.body).toContain("This is a test");

  const worker = context.serviceWorkers()[0];
  if (worker === undefined) throw new Error("no worker");
  await worker.evaluate(recorder);
  const deliver = await deliveryTo(page, context);
  const [{ message, plain }] = to("first") as [Received];
  for (const text of [plain, plain, "no message"]) await deliver(text);
  await until("all three", async () => (await worker.evaluate("shown.length")) === 3);
  expect(await worker.evaluate("shown")).toMatchObject([
    { title: message.title, body: message.body, tag: message.tag, renotify: true },
    { title: message.title, tag: message.tag, renotify: false },
    { title: "Yagura", body: "", renotify: false },
  ]);
  await worker.evaluate("happen('notificationclick', { notification: shown[0] })");
  expect(await worker.evaluate("led")).toEqual(["closed", `opened ${message.url}`]);
  expect(message.url).toMatch(new RegExp(`^${scene.url}#/alert/`));

  await worker.evaluate(ownPushService(second, "granted"));
  await worker.evaluate(`happen("pushsubscriptionchange", { oldSubscription: ${subscription(first)} })`);
  await until("one at the new address", () => to("second").length > 0);
  const before = to("first").length;
  await until("another one there", () => to("second").length > 1);
  expect([to("first").length, await worker.evaluate("subscribedBy.applicationServerKey")]).toEqual([
    before,
    "its key",
  ]);
  expect((await devices()).map(({ name, id }) => [name, id])).toContainEqual(["phone", own?.id]);
  expect(await findings()).toEqual([]);

  await page.getByRole("button", { name: "Remove: night" }).click();
  await until("its end", async () => !(await devices()).some(({ name }) => name === "night"));
  await choice(page).selectOption("off");
  await until("the end of this one", async () => (await page.evaluate("globalThis.left")) === first.endpoint);
  expect((await devices()).map(({ name }) => name)).toEqual(["group"]);
  expect([service.wrong, alarms]).toEqual([[], []]);
});

it("says why it takes no messages, in both languages", async () => {
  const service = await openPushService(undefined, Date.now);
  const own = service.device("own");
  const says = async ({ page }: Reader, en: RegExp, ja: RegExp) => {
    await page.getByRole("alert").filter({ hasText: en }).waitFor();
    expect(await choice(page).inputValue()).toBe("");
    await page.getByRole("button", { name: "日本語" }).click();
    await page.getByRole("alert").filter({ hasText: ja }).waitFor();
  };
  const denied = await open(own, "denied");
  await choice(denied.page).selectOption("phone");
  await says(denied, /does not allow notifications/, /通知が許可されていません/);
  for (let id = 0; id < 10; id += 1) {
    const { endpoint, p256dh, auth } = service.device(`${id}`);
    await post("api/push/sign-up", { endpoint, p256dh, auth, name: "night", label: `${id}` });
  }
  const full = await open(own, "granted");
  await choice(full.page).selectOption("night");
  await says(full, /takes no more devices/, /これ以上登録できません/);
  // Plain http under a name that is not the machine's own.
  const plain = await browser.read("about:blank");
  await plain.context.route("http://yagura.example.com/**", async (route) => {
    const { pathname, search } = new URL(route.request().url());
    await route.fulfill({ response: await route.fetch({ url: new URL(pathname + search, scene.url).href }) });
  });
  await openSettings(plain, "http://yagura.example.com/");
  await says(plain, /Open the page by its https address/, /https のアドレスでページを開いて/);
});
