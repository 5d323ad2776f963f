/** A list that is scrolled for some seconds: how long each frame of the browser takes meanwhile, and its work. */
import type { Page } from "playwright-core";

export interface Scrolled {
  /** Milliseconds from each frame to the next. */
  readonly frames: readonly number[];
  /** Processor time of the page's own thread, milliseconds a frame: what else the machine does is not in it. */
  readonly workMs: number;
}

/** @param pixels by which each frame scrolls on; at the end of the page it turns back */
export async function scrolled(page: Page, pixels: number, seconds: number): Promise<Scrolled> {
  const session = await page.context().newCDPSession(page);
  await session.send("Performance.enable", { timeDomain: "threadTicks" });
  const worked = async () => {
    const { metrics } = await session.send("Performance.getMetrics");
    return 1_000 * (metrics.find(({ name }) => name === "TaskDuration")?.value ?? Number.NaN);
  };
  const before = await worked();
  const frames = (await page.evaluate(`new Promise((resolve) => {
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
  const workMs = ((await worked()) - before) / frames.length;
  await session.detach();
  return { frames, workMs };
}
