/** Notifications of the browser: told of what fires while nobody looks, as grave as one picked, and once. */
import { beforeAll, expect, it } from "vitest";
import { createFeedClient } from "../../src/client/feed-client.ts";
import { until } from "../support/until.ts";
import { type Reader, useBrowser } from "./support/browser.ts";
import { useScene } from "./support/scene.ts";

const rules = `rules:
  - { name: posted, on: forum.comment.posted, by: event.id, severity: info, title: "info {{ event.id }}" }
  - { name: moved, on: forum.ranking.moved, by: event.id, severity: warning, title: "warning {{ event.id }}" }
  - { name: climbed, on: forum.ranking.moved, when: now.climbed > 0, by: event.id, severity: critical, title: "critical {{ event.id }}" }
`;

const browser = useBrowser();
const scene = useScene({ alerts: 20, rules, sources: ["forum-comments", "forum-ranking"] });

/** Keeps what the browser would show, told by the page or by its worker, to a reader who looks elsewhere. */
const recorder = (permission: NotificationPermission) => `{
  globalThis.told = [];
  globalThis.isSeen = false;
  const keep = (title, { tag, data }) => told.push({ title, tag, data });
  globalThis.Notification = class {
    static permission = "${permission}";
    static requestPermission = async () => "${permission}";
    constructor(title, options) { keep(title, options); }
  };
  ServiceWorkerRegistration.prototype.showNotification = async (title, options) => keep(title, options);
  Object.defineProperty(document, "hidden", { get: () => !isSeen });
}`;
type NotificationPermission = "granted" | "denied";

/** Opens the page as one whose browser allows notifications or not. */
async function open(permission: NotificationPermission): Promise<Reader> {
  const reader = await browser.read(scene.url);
  await reader.context.grantPermissions(permission === "granted" ? ["notifications"] : []);
  await reader.context.addInitScript(recorder(permission));
  await reader.page.reload();
  await live(reader);
  return reader;
}

const live = ({ page }: Reader) => page.getByText("live", { exact: true }).waitFor();

async function pick({ page }: Reader, level: string): Promise<void> {
  await page.getByText("Settings", { exact: true }).click();
  await page.getByRole("combobox", { name: "Notifications of this browser" }).selectOption(level);
  await page.getByText("Settings", { exact: true }).click();
}

interface Told {
  readonly title: string;
  readonly tag: string;
  readonly data: string;
}
const told = async ({ page }: Reader) => (await page.evaluate("told")) as Told[];
const isSomething = (reader: Reader) => async () => (await told(reader)).length > 0;

/** All that fired, by its title, as another client of the feed has it. */
const fired = new Map<string, { readonly seq: number; readonly id: string }>();
beforeAll(() => {
  const client = createFeedClient({
    url: new URL("feed", scene.url.replace(/^http/, "ws")).href,
    types: ["alert.fired"],
    since: "start",
    onEvent: ({ seq, event }) => void fired.set(String(event.data.now.title), { seq, id: event.id }),
  });
  return () => client.close();
});
const head = () => Math.max(0, ...[...fired.values()].map(({ seq }) => seq));
const firedSince = (from: number, to: number, severities: readonly string[]) =>
  [...fired]
    .filter(([title, { seq }]) => seq > from && seq <= to && severities.includes(title.split(" ")[0] ?? ""))
    .map(([title]) => title);

it("tells what fires from then on, as grave as one picked, each once, over a restart too", async () => {
  await until("what fired before", () => fired.size >= scene.opened);
  const before = head();
  const reader = await open("granted");
  await pick(reader, "warning");
  await until("a notification", isSomething(reader));
  const [first] = await told(reader);
  const place = () => fired.get(first?.title ?? "");
  await until("that the other client has it", () => place() !== undefined);
  await scene.stop();
  await reader.page.getByText(/^behind since/).waitFor();
  const away = head();
  await scene.start();
  await live(reader);
  await until("one after the restart", async () => firedSince(away, head(), ["warning"]).length > 0);
  const last = head();
  const titles = async () => (await told(reader)).map(({ title }) => title);
  const due = firedSince((place()?.seq ?? 0) - 1, last, ["warning", "critical"]);
  expect(due.length).toBeGreaterThan(1);
  await until("all of them", async () => {
    const all = new Set(await titles());
    return due.every((title) => all.has(title));
  });
  const all = await titles();
  expect(all.filter((title) => all.indexOf(title) !== all.lastIndexOf(title))).toEqual([]);
  expect(all.filter((title) => !/^(warning|critical) /.test(title))).toEqual([]);
  await until("that the other client has them all", () => all.every((title) => fired.has(title)));
  expect(all.filter((title) => (fired.get(title)?.seq ?? 0) <= before)).toEqual([]);
  expect(first?.data).toBe(`${scene.url}#/alert/${place()?.id}`);
  expect(first?.tag).toMatch(/^(moved|climbed) /);
  expect(reader.alarms.filter((alarm) => !alarm.includes("ERR_CONNECTION_REFUSED"))).toEqual([]);
}, 150_000);

it("remembers what one picked, and tells nothing less grave, nor anything while one looks at the page", async () => {
  const reader = await open("granted");
  await pick(reader, "critical");
  await reader.page.reload();
  await live(reader);
  await until("a notification", isSomething(reader));
  expect((await told(reader)).filter(({ title }) => !title.startsWith("critical "))).toEqual([]);
  await reader.page.evaluate("isSeen = true");
  // What was on its way when it was looked at has come once another one has.
  const looked = head();
  await until("the next alert", () => head() > looked);
  const before = head();
  await until("further alerts", () => firedSince(before, head(), ["critical"]).length > 1);
  const [shown = ""] = firedSince(before, head(), ["critical"]);
  await reader.page.evaluate(
    `location.hash = "#/inbox?whose=all&text=${shown.replace("critical ", "")}&rule=climbed"`,
  );
  await until("it is on the page", async () => {
    const links = (await reader.page.evaluate(
      "[...document.querySelectorAll('.rows a.title')].map(({ hash }) => hash)",
    )) as string[];
    return links.includes(`#/alert/${fired.get(shown)?.id}`);
  });
  const titles = (await told(reader)).map(({ title }) => title);
  expect(firedSince(before, head(), ["critical"]).filter((title) => titles.includes(title))).toEqual([]);
}, 150_000);

it("says that the browser allows none, and stays off", async () => {
  const reader = await open("denied");
  await reader.page.getByText("Settings", { exact: true }).click();
  const choice = reader.page.getByRole("combobox", { name: "Notifications of this browser" });
  await choice.selectOption("info");
  await reader.page.getByText("This browser does not allow notifications here.").waitFor();
  await until("the choice", async () => (await choice.inputValue()) === "off");
  const before = head();
  await until("further alerts", () => head() > before + 3);
  expect(await told(reader)).toEqual([]);
});
