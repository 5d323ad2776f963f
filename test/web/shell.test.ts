/** The frame of the page. */
import { expect, it } from "vitest";
import { useBrowser } from "./support/browser.ts";
import { useScene } from "./support/scene.ts";

const browser = useBrowser();
const scene = useScene();

it("is live without an error, a stranger or a serious finding", async () => {
  const reader = await browser.read(scene.url);
  await reader.page.getByText("live", { exact: true }).waitFor();
  expect(reader.strangers(scene.url)).toEqual([]);
  expect(reader.alarms).toEqual([]);
  expect(await reader.findings()).toEqual([]);
  expect(await reader.overflow()).toBeLessThanOrEqual(0);
});
