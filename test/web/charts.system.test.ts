/** The views with charts in a browser, in both languages and sizes: a stock's numbers, alerts and comments, a series' revisions. */
import { appendFileSync } from "node:fs";
import { join } from "node:path";
import type { Locator, Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { addDays, jstDay } from "../../src/model/dates.ts";
import { businessDaysBefore } from "../../src/simulator/index.ts";
import { openHistory } from "../../src/store/history/history.ts";
import { shownDay } from "../../src/web/parts/moment.tsx";
import { until } from "../support/until.ts";
import { looks, useBrowser } from "./support/browser.ts";
import { expectGood, expectQuiet } from "./support/looks.ts";
import { useScene } from "./support/scene.ts";

const hostile = `<img src="https://stranger.example/x" onerror="alert(1)"><script>alert(2)</script>`;
const code = "7203";
const reports = "market/markets/short-sale-report";

/** Three weeks before the simulated world's first day. */
const begun = businessDaysBefore(jstDay(Date.now()), 120);
const days = [addDays(begun, -21), addDays(begun, -19), addDays(begun, -17)] as const;

/** Reports of sellers whose names are code, in a past that was fetched. */
function fetchPast(folder: string): void {
  const history = openHistory(join(folder, "data/history.db"));
  history.claim("market", "simulated");
  const row = (calculatedOn: string, seller: string, ratio: number) => {
    const own = {
      code,
      name: "霧笛自動車",
      seller,
      ratio,
      shares: 100,
      calculatedOn,
      disclosedOn: calculatedOn,
    };
    return { set: reports, day: calculatedOn, subject: code, name: `${seller} ${calculatedOn}`, row: own };
  };
  history.add([
    row(days[0], hostile, 0.7),
    row(days[2], hostile, 0.4),
    row(days[1], "Sample Fund Managers", 0.9),
  ]);
  history.close();
}

const browser = useBrowser();
const scene = useScene({
  settings: (text) =>
    text.replace(/^sources:$/m, `history: { file: ../data/history.db }\nsources:\n${prices}`),
  prepare(folder) {
    appendFileSync(join(folder, "rules/every-comment.yaml"), everyComment);
    fetchPast(folder);
  },
});

const prices = `  prices:
    from: market/equities/bars/daily
    schedule: "0 */10 16-20 * * *"
    query: { code: ["${code}"] }
`;
const everyComment = `rules:
  - name: every-comment
    on: forum.comment.posted
    title: "${hostile.replaceAll('"', '\\"')} {{ now.part }}"
    notify: []
`;

const address = () => `${scene.url}#/stock/${code}?days=90`;

it.each(looks)("is sound in %s", async (language, own) => {
  const reader = await browser.read(address(), { language });
  await reader.page.getByRole("slider").first().waitFor();
  await reader.page.locator("details").evaluateAll("(all) => all.forEach((one) => { one.open = true; })");
  await expectGood(reader, own, `stock-${language}`);
  expectQuiet(reader, scene.url);
});

it("shows names that are code as text, and marks alerts and comments that rules matched with a link to each", async () => {
  const { page, alarms } = await browser.read(address());
  const shorts = page.getByRole("slider", { name: "Short positions" });
  await shorts.waitFor();
  expect(await shorts.getAttribute("aria-valuetext")).toContain(`${hostile} –`);
  const comments = page.getByRole("region", { name: "Comments that rules matched" });
  await comments.getByRole("link", { name: "every-comment" }).first().waitFor();
  expect(await comments.locator("code").first().textContent()).toMatch(/^[0-9a-f]+$/);
  // A mark stands for all alerts of its place, and the title says them.
  const mark = page.locator(".alert-strip a").filter({ visible: true });
  const titles = await mark.evaluateAll((all) => all.map((one) => one.getAttribute("title") ?? ""));
  expect(titles.some((title) => title.includes(hostile))).toBe(true);
  expect(await mark.last().getAttribute("href")).toMatch(/^#\/alert\/.+-\d+$/);
  expect(await page.locator("img, script:not([type=module])").count()).toBe(0);
  expect(alarms).toEqual([]);
});

it("is read with the keyboard, and has its numbers as a table, sorted as its reader likes", async () => {
  const { page } = await browser.read(address());
  const shorts = page.getByRole("slider", { name: "Short positions" });
  await shorts.focus();
  await page.keyboard.press("Home");
  await page.locator('[aria-label="Short positions"][aria-valuenow="0"]').waitFor();
  expect(await shorts.getAttribute("aria-valuetext")).toContain(shownDay(days[0] ?? "", "en"));
  expect(await shorts.getAttribute("aria-valuetext")).toContain("Total of reported positions 0.7");
  await page.keyboard.press("ArrowRight");
  await page.locator('[aria-label="Short positions"][aria-valuenow="1"]').waitFor();
  expect(await shorts.getAttribute("aria-valuetext")).toContain("Total of reported positions 1.6");
  const panel = page.getByRole("region", { name: "Short positions" }).first();
  await panel.locator("summary").click();
  const table = panel.getByRole("table");
  await table.getByRole("button", { name: /Short position/ }).click();
  const header = table.getByRole("columnheader", { name: /Short position/ });
  expect(await header.getAttribute("aria-sort")).toBe("ascending");
  const ratios = (await table.locator("tbody td:nth-child(4)").allTextContents()).map(Number);
  expect(ratios).toEqual(ratios.toSorted((one, other) => one - other));
  expect(ratios.length).toBeGreaterThanOrEqual(3);
});

it("leaves its reader at the moment that is read when a chart is drawn anew", async () => {
  const { page } = await browser.read(address());
  const shorts = page.getByRole("slider", { name: "Short positions" });
  await shorts.focus();
  await page.keyboard.press("Home");
  await page.locator('[aria-label="Short positions"][aria-valuenow="0"]').waitFor();
  const drawn = await shorts.locator(".uplot").elementHandle();
  await page.emulateMedia({ colorScheme: "dark" });
  await page.waitForFunction((one) => one?.isConnected === false, drawn);
  await shorts.locator(".uplot .u-cursor-x:not(.u-off)").waitFor({ state: "attached" });
  expect(await shorts.getAttribute("aria-valuetext")).toContain(shownDay(days[0] ?? "", "en"));
});

it("goes where a key leads, also where it is pressed when a chart is about to be drawn anew", async () => {
  const { page } = await browser.read(address());
  const shorts = page.getByRole("slider", { name: "Short positions" });
  await shorts.focus();
  await page.keyboard.press("Home");
  await page.locator('[aria-label="Short positions"][aria-valuenow="0"]').waitFor();
  const drawn = await shorts.locator(".uplot").elementHandle();
  await shorts.evaluate(async (slider) => {
    document.documentElement.dataset.theme = "dark";
    // What is shown follows in tasks of its own, what is drawn only with the next picture.
    for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
    slider.dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowRight", bubbles: true }));
  });
  await page.waitForFunction((one) => one?.isConnected === false, drawn);
  await page.evaluate(() => new Promise((shown) => requestAnimationFrame(() => setTimeout(shown))));
  expect(await shorts.getAttribute("aria-valuetext")).toContain(shownDay(days[1] ?? "", "en"));
});

it("finds a stock by a part of its name and keeps the time shown in the address", async () => {
  const { page } = await browser.read(`${scene.url}#/stock`);
  await page.getByRole("searchbox").fill("霧笛");
  await page.getByRole("link", { name: code, exact: true }).click();
  await page.getByRole("heading", { level: 2, name: /^7203/ }).waitFor();
  await page.getByRole("button", { name: "90 days" }).click();
  await page.waitForURL(/days=90/);
  await choose(page);
  await page.waitForURL(/from=20\d\d-\d\d-\d\d/);
});

it("lets a stretch of time be chosen while something new would draw its chart", async () => {
  const { page } = await browser.read(address());
  await choose(page, async (chart) => {
    const drawn = await chart.locator(".uplot").elementHandle();
    await page.emulateMedia({ colorScheme: "dark" });
    for (let frames = 0; frames < 5; frames += 1)
      await page.evaluate(() => new Promise((seen) => requestAnimationFrame(seen)));
    expect(await drawn?.evaluate((one) => one.isConnected)).toBe(true);
  });
  await page.waitForURL(/from=20\d\d-\d\d-\d\d/);
});

it("goes on drawing news where a button that chooses nothing went down in a chart and never came up", async () => {
  const { page } = await browser.read(address());
  const chart = page.getByRole("slider", { name: "Short positions" });
  await chart.hover();
  await page.mouse.down({ button: "right" });
  const drawn = await chart.locator(".uplot").elementHandle();
  await page.emulateMedia({ colorScheme: "dark" });
  await page.waitForFunction((one) => one?.isConnected === false, drawn);
});

it("keeps its charts while another stretch is asked for, and yet another", async () => {
  const { page } = await browser.read(address());
  const chart = await page.getByRole("slider", { name: "Short positions" }).elementHandle();
  // No answer comes any more.
  await page.route(/api\/stock/, () => {});
  for (const days of ["30 days", "180 days"]) {
    const asked = page.waitForRequest(/api\/stock/);
    await page.getByRole("button", { name: days }).click();
    await asked;
  }
  for (let frames = 0; frames < 5; frames += 1)
    await page.evaluate(() => new Promise((seen) => requestAnimationFrame(seen)));
  expect(await chart?.isVisible()).toBe(true);
});

describe("The view of a series", () => {
  const seriesAddress = () => `${scene.url}#/series/FM08/FXERD01?days=90`;

  it.each(looks)("is sound in %s", async (language, own) => {
    const reader = await browser.read(seriesAddress(), { language });
    for (const url of [seriesAddress(), `${scene.url}#/series`]) {
      await reader.page.goto(url);
      await reader.page.getByText("FM08/FXERD01").first().waitFor();
      await reader.page.locator("details").evaluateAll("(all) => all.forEach((one) => { one.open = true; })");
      await expectGood(reader, own, `series-${language}`);
    }
    expectQuiet(reader, scene.url);
  });

  it("shows what a revised period said before, and when it changed", async () => {
    const asked = `${scene.url}api/series?db=FM08&code=FXERD01&days=90`;
    type Told = { revisions: { period: string; from: number; to: number }[] };
    let told: Told = { revisions: [] };
    // The simulated service revises its first period within a business day, which lasts a minute.
    await until("a revision", async () => {
      told = (await (await fetch(asked)).json()) as Told;
      return told.revisions.length > 0;
    });
    const { page } = await browser.read(seriesAddress());
    const [revision] = told.revisions;
    const row = page
      .getByRole("region", { name: "Revisions" })
      .getByRole("row", { name: shownDay(revision?.period ?? "", "en") });
    await row.first().waitFor();
    expect(await row.first().textContent()).toContain(String(revision?.from));
    await page.locator(".chart-readout").getByText("As first published").waitFor();
  });

  it("finds a series by its name, and the search is in the address", async () => {
    const { page } = await browser.read(`${scene.url}#/series?find=dollar`);
    await page.getByRole("link", { name: "FM08/FXERD01" }).click();
    await page.getByRole("heading", { name: /U\.S\. dollar/ }).waitFor();
  });
});

/** Draws the mouse over a part of the chart of short positions, and does something before it is let go. */
async function choose(page: Page, meanwhile: (chart: Locator) => Promise<void> = async () => {}) {
  const chart = page.getByRole("slider", { name: "Short positions" });
  const boxOf = async () => {
    const box = await chart.boundingBox();
    if (box === null) throw new Error("the chart has no place");
    return box;
  };
  // What loads above it moves it: the place counts that is the same before and behind the pointer's way there.
  let box = await boxOf();
  for (let before = { ...box, y: Number.NaN }; box.y !== before.y; ) {
    before = box;
    await chart.hover({ position: { x: box.width * 0.4, y: 40 } });
    box = await boxOf();
  }
  await page.mouse.down();
  await page.mouse.move(box.x + box.width * 0.5, box.y + 40);
  await meanwhile(chart);
  await page.mouse.move(box.x + box.width * 0.7, box.y + 40, { steps: 5 });
  await page.mouse.up();
}
