/** What the page says in plain words: names of rules, why nobody was notified, what came of a poll, whose days run. */
import { expect, it } from "vitest";
import { until } from "../support/until.ts";
import { useBrowser } from "./support/browser.ts";
import { useScene } from "./support/scene.ts";

const browser = useBrowser();
const scene = useScene({ alerts: 5 });

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
