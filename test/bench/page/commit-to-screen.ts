/** The time from the commit of an alert to the frame of the browser that shows it. */
import { createFeedClient } from "../../../src/client/feed-client.ts";
import { until } from "../../support/until.ts";
import type { Reading } from "./figures.ts";

export interface Shown {
  /**
   * Milliseconds from the time that the alert bears, which is just before its commit, to the frame after the one that
   * brought it into the page; of each commit the alert that came last.
   */
  readonly screen: readonly number[];
  /** And to a client of the feed in this process. */
  readonly client: readonly number[];
}

/** @param commits the number of commits with an alert that are waited for */
export async function shownAlerts(browser: Reading, url: string, commits: number): Promise<Shown> {
  const { page, context } = await browser.read(url);
  // The number of open alerts stands there once their list is whole.
  await page.locator(".heading [role=status]").waitFor({ timeout: 60_000 });
  await page.evaluate(noteRows);
  const told = new Map<string, { readonly time: number; readonly heard: number }>();
  const client = createFeedClient({
    url: new URL("feed", url.replace(/^http/, "ws")).href,
    types: ["alert.fired"],
    onEvent({ event }) {
      told.set(event.id, { time: Date.parse(event.time), heard: Date.now() });
    },
  });
  const times = () => new Set([...told.values()].map(({ time }) => time));
  await until("alerts", () => times().size > commits, 600_000);
  client.close();
  await page.evaluate("new Promise((done) => setTimeout(() => requestAnimationFrame(done), 1_000))");
  const frames = new Map((await page.evaluate("[...shownAlerts]")) as [string, number][]);
  await context.close();
  const [screen, heard] = [new Map<number, number>(), new Map<number, number>()];
  for (const [id, one] of told) {
    const frame = frames.get(id);
    // Of many at once only the first ones have a place on the screen.
    if (frame === undefined) continue;
    screen.set(one.time, Math.max(screen.get(one.time) ?? 0, frame - one.time));
    heard.set(one.time, Math.max(heard.get(one.time) ?? 0, one.heard - one.time));
  }
  return { screen: [...screen.values()], client: [...heard.values()] };
}

/** A frame that follows a change of the page begins once the one with the change was made. */
const noteRows = `{
  const shown = (globalThis.shownAlerts = new Map());
  const look = () => {
    const fresh = [...document.querySelectorAll(".rows a[href^='#/alert/']")]
      .map((one) => decodeURIComponent(one.hash.replace("#/alert/", "")))
      .filter((id) => !shown.has(id));
    if (fresh.length === 0) return;
    for (const id of fresh) shown.set(id, Infinity);
    requestAnimationFrame(() => {
      for (const id of fresh) shown.set(id, Date.now());
    });
  };
  new MutationObserver(look).observe(document.body, { childList: true, subtree: true, attributes: true });
  look();
}`;
