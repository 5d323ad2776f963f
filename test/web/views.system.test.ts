/** Every view there is, in both languages, on a wide screen and a telephone: whole, quiet, and fit for all readers. */
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, expect, it } from "vitest";
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

const cases = looks.flatMap(([language, own]) =>
  own.map(({ width, colors }) => [language, width, colors] as const),
);

it.each(cases)("in %s at %i pixels, %s, every view is whole and quiet", async (language, width, colors) => {
  const reader = await browser.read(scene.url, { language, width, colors });
  const findings: Record<string, string[]> = {};
  for (const view of views) {
    await open(reader, view);
    const found = await reader.findings();
    const tooWide = await reader.overflow();
    if (tooWide > 0) found.push(`${tooWide} pixels too wide`);
    found.push(...(await strayLinks(reader)));
    const unknown = await reader.page.getByText(/^(There is no such view|この画面はありません)/).count();
    if (unknown > 0) found.push("its folder has another name than its path");
    if (found.length > 0) findings[view] = found;
  }
  expect(findings).toEqual({});
  expect(reader.alarms).toEqual([]);
  expect(reader.strangers(scene.url)).toEqual([]);
});
