/** The first paint of the page by a browser that never saw it, beside a page of one line from node:http. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Reading } from "./figures.ts";

export interface Paints {
  /** Milliseconds from the start of the navigation to the first text or picture. */
  readonly first: readonly number[];
  /** And to the first alert in its list; empty where the page has none. */
  readonly alert: readonly number[];
}

/** Each visit in a profile of its own, so that nothing of the page is kept from the visit before. */
export async function paintsOf(browser: Reading, url: string, visits: number, row?: string): Promise<Paints> {
  const [first, alert]: number[][] = [[], []];
  for (let visit = 0; visit < visits; visit += 1) {
    const { page, context } = await browser.read(url);
    first?.push(Number(await page.evaluate(firstPaint)));
    if (row !== undefined) alert?.push(Number(await page.evaluate(shownAt(row))));
    await context.close();
  }
  return { first: first ?? [], alert: alert ?? [] };
}

/** Resolves with the figure however early it is asked for. */
const firstPaint = `new Promise((resolve) => {
  new PerformanceObserver((list) => {
    for (const one of list.getEntries()) if (one.name === "first-contentful-paint") resolve(one.startTime);
  }).observe({ type: "paint", buffered: true });
})`;

/** Looks at each frame: at most one frame later than it was. */
const shownAt = (row: string) => `new Promise((resolve) => {
  const look = () => document.querySelector(${JSON.stringify(row)})
    ? requestAnimationFrame(() => resolve(performance.now()))
    : requestAnimationFrame(look);
  look();
})`;

/** A page of one line. */
export async function openEmptyPage(body: string): Promise<{ readonly url: string; close(): void }> {
  const server = createServer((_, response) => {
    response.writeHead(200, { "content-type": "text/html; charset=utf-8", "cache-control": "no-store" });
    response.end(`<!doctype html><html lang="en"><title>Empty</title><body>${body}</body></html>`);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    close: () => void server.close(),
  };
}
