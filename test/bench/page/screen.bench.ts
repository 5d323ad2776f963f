/**
 * What a reader of the page waits for, through the program as it ships and Debian's Chromium: the first paint, an alert
 * on its way from the commit to the screen, and 100,000 rows that scroll; beside a page of one line.
 */
import { beforeAll, bench } from "vitest";
import { useBrowser } from "../../web/support/browser.ts";
import { buildProgram } from "../catalogue/monitor.ts";
import { shownAlerts } from "./commit-to-screen.ts";
import { openFilledDesk, openLivelyDesk, settled } from "./desk.ts";
import { tell } from "./figures.ts";
import { openEmptyPage, paintsOf } from "./first-paint.ts";
import { type Scrolled, scrolled } from "./scrolled.ts";

const visits = 10;
const commits = Number(process.env.COMMITS ?? 60);
const rows = 100_000;
const scrollSeconds = 5;
const nothing = { alerts: 0, open: 0, rules: 1, series: 0 };
const once = { iterations: 1, time: 0, warmupIterations: 0, warmupTime: 0 };

const browser = useBrowser();
beforeAll(buildProgram, 120_000);

async function firstPaint(): Promise<void> {
  const desk = await openFilledDesk({ alerts: 300, open: 300, rules: 20, series: 0 });
  await settled(desk);
  const empty = await openEmptyPage("One line.");
  const floor = await paintsOf(browser, empty.url, visits);
  const page = await paintsOf(browser, `${desk.url}#/inbox?whose=all`, visits, ".rows li");
  tell("first paint of a page of one line", floor.first);
  tell("first paint of the page", page.first, "aim 1,000 ms");
  tell("first alerts in the inbox, of 300", page.alert);
  empty.close();
  await desk.stop();
}

async function commitToScreen(open: number): Promise<void> {
  const desk = await openLivelyDesk({ ...nothing, alerts: open, open });
  const { screen, client } = await shownAlerts(browser, `${desk.url}#/inbox?whose=all`, commits);
  const beside = `beside ${open.toLocaleString("en")} open`;
  tell(`commit to a client in Node, ${beside}`, client);
  tell(`commit to screen, ${beside}`, screen, "aim 200 ms");
  await desk.stop();
}

async function scrolling(): Promise<void> {
  const desk = await openFilledDesk({ alerts: rows, open: rows, rules: 20, series: 0 });
  await settled(desk);
  const empty = await openEmptyPage(`<p>One line.</p><div style="height: ${96 * rows}px"></div>`);
  const { page: floor } = await browser.read(empty.url);
  const { page } = await browser.read(`${desk.url}#/inbox?whose=all`);
  const start = performance.now();
  await page.getByText(`${rows.toLocaleString("en")} open`).waitFor({ timeout: 120_000 });
  process.stdout.write(
    `${rows.toLocaleString("en")} alerts are there after ${(performance.now() - start).toFixed(0)} ms\n`,
  );
  for (const [what, pixels] of [
    ["read", 40],
    ["skimmed", 960],
    ["flung", 32_000],
  ] as const)
    for (const [name, one] of [
      ["one line", floor],
      [`${rows.toLocaleString("en")} rows`, page],
    ] as const) {
      await one.bringToFront();
      tellFrames(
        `${name}, ${what}, ${pixels.toLocaleString("en")} pixels a frame`,
        await scrolled(one, pixels, scrollSeconds),
      );
    }
  empty.close();
  await desk.stop();
}

function tellFrames(what: string, { frames, workMs }: Scrolled): void {
  const all = frames.reduce((sum, one) => sum + one, 0);
  const slow = frames.filter((one) => one > 25).length / frames.length;
  tell(
    what,
    frames,
    `${((1_000 * frames.length) / all).toFixed(1)} frames a second, ${(100 * slow).toFixed(1)} % over 25 ms, ${workMs.toFixed(1)} ms of work a frame`,
  );
}

bench("first paint", firstPaint, once);
bench("from commit to screen", async () => commitToScreen(0), once);
bench("from commit to screen, with many open", async () => commitToScreen(10_000), once);
bench("100,000 rows scrolled", scrolling, once);
