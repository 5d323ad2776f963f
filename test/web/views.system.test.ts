/** Every view there is, in both languages, on a wide screen and a telephone: whole, quiet, and fit for all readers. */
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { until } from "../support/until.ts";
import { looks, type Reader, useBrowser } from "./support/browser.ts";
import { useScene } from "./support/scene.ts";

const folder = join(import.meta.dirname, "../../src/web/views");
const views = readdirSync(folder, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name);

const browser = useBrowser();
const scene = useScene({ alerts: 5 });
/** Addresses of the views that are about something; the others are their names. */
const about: Record<string, string> = { stock: "stock/7203", series: "series/FM08/FXERD01" };

beforeAll(async () => {
  const { alerts } = (await (await fetch(`${scene.url}control/alerts`)).json()) as {
    alerts: { id: string; rule: string }[];
  };
  about.alert = `alert/${alerts[0]?.id}`;
});

/** Waits until the view has asked for everything and shows the answers. */
async function open({ page }: Reader, view: string): Promise<void> {
  await page.evaluate(`location.hash = "#/${about[view] ?? view}"`);
  await page.locator("main h2").first().waitFor();
  const isReading =
    "!!document.querySelector('main [aria-busy=true]') || /(Reading…|読み込んでいます…)/.test(document.querySelector('main').textContent)";
  await until(`all of ${view}`, async () => !(await page.evaluate(isReading)));
}

/** Links of the page to views that there are not. */
async function strayLinks({ page }: Reader): Promise<string[]> {
  const links = await page.locator('a[href^="#/"]').evaluateAll((all) => all.map((one) => one.outerHTML));
  return links.filter((html) => !views.includes(/href="#\/([a-z]*)/.exec(html)?.[1] || "inbox"));
}

it.each(looks)("in %s every view is whole and quiet", async (language, own) => {
  const [first] = own;
  const reader = await browser.read(scene.url, { language, ...first });
  const findings: Record<string, string[]> = {};
  for (const view of views) {
    // In the one language it is opened on a screen, in the other on a telephone.
    if (first !== undefined) await reader.change(first);
    await open(reader, view);
    const found = await strayLinks(reader);
    for (const look of own) {
      await reader.change(look);
      found.push(...(await reader.findings()));
      const tooWide = await reader.overflow();
      if (tooWide > 0) found.push(`${tooWide} pixels too wide at ${look.width}`);
    }
    const unknown = await reader.page.getByText(/^(There is no such view|この画面はありません)/).count();
    if (unknown > 0) found.push("its folder has another name than its path");
    if (found.length > 0) findings[view] = found;
  }
  expect(findings).toEqual({});
  expect(reader.alarms).toEqual([]);
  expect(reader.strangers(scene.url)).toEqual([]);
});

describe("In plain words", () => {
  it.each([
    ["en", 390],
    ["ja", 1280],
  ] as const)("rules have names for people, in %s, and severities their words", async (language, width) => {
    const reader = await browser.read(`${scene.url}#/rules`, { language, width });
    const { page } = reader;
    const [name, warning] = {
      en: ["Short position over 1 %", "Warning"],
      ja: ["1%を超える空売り残高", "注意"],
    }[language];
    const row = page.getByRole("row").filter({ has: page.getByText("short-large", { exact: true }) });
    await row.getByText(name ?? "").waitFor();
    expect(await row.locator(".mark").textContent()).toBe(warning);
    await row.getByRole("link").click();
    await page.getByRole("heading", { name: `${name} short-large` }).waitFor();
    expect(await reader.overflow()).toBeLessThanOrEqual(0);
  });

  it("says why the days of made-up data run ahead of the clock", async () => {
    for (const [language, words] of [
      ["en", "One simulated business day passes a minute"],
      ["ja", "1分に1営業日ずつ進む"],
    ] as const) {
      const { page } = await browser.read(scene.url, { language });
      await page.getByText(words).waitFor();
    }
  });

  it("says why nobody was notified of an alert", async () => {
    const open = async () => {
      const asked = async (path: string) => (await fetch(`${scene.url}${path}`)).json();
      const { alerts } = (await asked("control/alerts")) as { alerts: { id: string; rule: string }[] };
      // Some rules notify about stocks of the watchlists alone.
      for (const alert of alerts.filter(({ rule }) => ["short-new-seller", "short-growing"].includes(rule)))
        if ((await asked(`api/why?alert=${alert.id}`)).untold) return alert;
      return undefined;
    };
    const alert = await until("an alert of a rule without a receiver", open);
    const { page } = await browser.read(`${scene.url}#/alert/${alert.id}`);
    await page.getByText(/^Nobody: the rule/).waitFor();
    await page.getByText(/^it fired: #\d+$/).waitFor();
    const other = await browser.read(`${scene.url}#/alert/${alert.id}`, { language: "ja", width: 390 });
    await other.page.getByText(/^通知していません。/).waitFor();
    await other.page.getByText(/^#\d+ が発生しました$/).waitFor();
    expect(await other.findings()).toEqual([]);
  });

  it("polls a source at once and says what came of it", async () => {
    const { page } = await browser.read(`${scene.url}#/sources/forum-ranking`);
    const button = page.getByRole("button", { name: "Poll now: forum-ranking" });
    await button.waitFor();
    // A simulated source is polled every two seconds: one may just be under way.
    await until("an answer", async () => {
      await button.click();
      await page.locator(".action :is([role=status], [role=alert])").first().waitFor();
      return (await page.getByText(/^It answered: \d+ events?\.$/).count()) > 0;
    });
  });
});
