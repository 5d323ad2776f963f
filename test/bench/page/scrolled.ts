/** A list that is scrolled for some seconds: how long each frame of the browser takes meanwhile. */
import type { Page } from "playwright-core";

/** @param pixels by which each frame scrolls on; at the end of the page it turns back */
export async function scrolled(page: Page, pixels: number, seconds: number): Promise<readonly number[]> {
  return (await page.evaluate(`new Promise((resolve) => {
    const [frames, start] = [[], performance.now()];
    let [last, step] = [start, ${pixels}];
    const next = (now) => {
      frames.push(now - last);
      last = now;
      if (now - start > ${seconds * 1_000}) return resolve(frames.slice(1));
      const before = scrollY;
      scrollBy(0, step);
      if (scrollY === before) step = -step;
      requestAnimationFrame(next);
    };
    requestAnimationFrame(next);
  })`)) as number[];
}
