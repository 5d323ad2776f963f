/** The inbox of a busy market: 2,000 open alerts of which twenty are the reader's own, in every language, width and colour. */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { isLong } from "../support/runs.ts";
import { until } from "../support/until.ts";
import { looks, type Reader, useBrowser } from "./support/browser.ts";
import { crowd, seedCrowd } from "./support/crowd.ts";
import { useScene } from "./support/scene.ts";

const browser = useBrowser();
const scene = useScene({ alerts: 1_000, sources: [], prepare: (folder) => seedCrowd(folder) });

/** Set to a folder, it gets the pictures. */
const pictures = process.env.YAGURA_PICTURES;

async function picture({ page }: Reader, name: string): Promise<void> {
  if (pictures === undefined) return;
  mkdirSync(pictures, { recursive: true });
  await page.screenshot({ path: join(pictures, `${name}.png`) });
}

/** Elements of the list whose text is cut. */
const cut = `[...document.querySelectorAll(".rows *, .rest *, .tabs *")]
  .filter((one) => getComputedStyle(one).overflow !== "visible" &&
    (one.scrollWidth > one.clientWidth + 1 || one.scrollHeight > one.clientHeight + 1))
  .map((one) => one.outerHTML.slice(0, 120))`;

const headings = { en: "Open alerts", ja: "継続中のアラート" } as const;

const cases = looks.flatMap(([language, own]) =>
  own.map(({ width, colors }) => [language, width, colors] as const),
);

it.each(cases)(
  "in %s at %i pixels, %s, it is whole, and nothing of a row is cut",
  async (language, width, colors) => {
    const reader = await browser.read(scene.url, { width, language, colors });
    const { page } = reader;
    // The search shows what the two before it do, and itself.
    const isWithin = (what: string) => !isLong && ["rest", "selected"].includes(what);
    const look = async (what: string) => {
      await page.getByRole("heading", { name: headings[language], exact: true }).waitFor();
      await page.locator(".rows li .what").first().waitFor();
      await picture(reader, `${what}-${language}-${width}-${colors}`);
      expect(await page.evaluate(cut)).toEqual([]);
      if (!isWithin(what)) expect(await reader.findings()).toEqual([]);
      expect(await reader.overflow()).toBeLessThanOrEqual(0);
    };
    await page.locator(".rows li").first().waitFor();
    await page.evaluate("location.hash = '#/inbox?open=7203'");
    await look("mine");
    await page.evaluate("location.hash = '#/inbox?whose=rest'");
    await page.getByText("1,980").first().waitFor();
    await look("rest");
    await page.locator(".rows .pick input").first().click();
    await page
      .locator(".rows .pick input")
      .nth(4)
      .click({ modifiers: ["Shift"] });
    await look("selected");
    await page.keyboard.press("/");
    await page.keyboard.type(language === "en" ? "7203" : "霧笛");
    await page.locator(".site-search [role=option]").nth(4).waitFor();
    await page.keyboard.press("ArrowDown");
    await look("search");
    expect(reader.alarms).toEqual([]);
    expect(reader.strangers(scene.url)).toEqual([]);
  },
);

it("opens on the twenty, counts the others by rule, and each count leads to them", async () => {
  const { page } = await browser.read(scene.url);
  const tabs = page.getByRole("navigation", { name: "Open alerts" });
  await tabs.getByText(`Mine ${crowd.mine}`).waitFor();
  await tabs.getByText("The rest 1,980").waitFor();
  const rest = page.locator(".rest");
  expect(await rest.textContent()).toContain("1,980 more about the rest of the market");
  const busiest = rest.locator('span:has(a[href*="rule=ranking-moves"])');
  expect(await busiest.textContent()).toMatch(/ 660$/);
  await busiest.getByRole("link").click();
  await page.getByRole("status").filter({ hasText: "660 open" }).waitFor();
  expect(page.url()).toContain("whose=rest&rule=ranking-moves");
  await tabs.getByText("Mine").click();
  // What is narrowed down stays so.
  await until("the address", () => page.url().endsWith("rule=ranking-moves"));
});

it("scrolls through many of them: each row comes once, in its order, and none is left out", async () => {
  const { page, alarms } = await browser.read(
    `${scene.url}#/inbox?whose=all${isLong ? "" : "&rule=ranking-moves"}`,
  );
  await page.setViewportSize({ width: 1280, height: 2_700 });
  await page.locator(".rows li").first().waitFor();
  const seen = new Map<number, string>();
  const total = Number(await page.locator(".rows li").first().getAttribute("aria-setsize"));
  for (let top = 0; seen.size < total && top < 400_000; top += 2_500) {
    await page.evaluate(
      `new Promise((done) => { scrollTo(0, ${top}); requestAnimationFrame(() => requestAnimationFrame(done)); })`,
    );
    const rows = (await page.evaluate(
      "[...document.querySelectorAll('.rows li')].map((one) => [Number(one.ariaPosInSet), one.dataset.key])",
    )) as [number, string][];
    for (const [place, key] of rows) {
      expect(seen.get(place) ?? key).toBe(key);
      seen.set(place, key);
    }
  }
  expect(seen.size).toBe(total);
  expect(new Set(seen.values()).size).toBe(total);
  expect(alarms).toEqual([]);
});

it("without a watchlist says how to make one, and still shows the monitor's own and what is mailed", async () => {
  const file = join(scene.folder, "config/monitor.yaml");
  const text = readFileSync(file, "utf8");
  writeFileSync(file, text.replace(/^watchlists:\n {2}mine: .*$/m, "watchlists: {}"));
  await scene.stop();
  await scene.start();
  const { page, findings } = await browser.read(scene.url);
  await page.getByText("You have no watchlist").waitFor();
  await until("mine", async () => (await page.locator(".tabs [aria-current]").textContent()) === "Mine 10");
  expect(await findings()).toEqual([]);
  await page.locator(".no-list").getByRole("link", { name: "Watchlists" }).click();
  await until("the lists", () => page.url().endsWith("#/watchlists"));
});
