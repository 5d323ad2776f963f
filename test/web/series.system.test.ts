/** The view of a series in a browser: its revisions, and finding it. */
import { expect, it } from "vitest";
import { dayText } from "../../src/web/parts/day.ts";
import { until } from "../support/until.ts";
import { looks, useBrowser } from "./support/browser.ts";
import { expectGood, expectQuiet } from "./support/looks.ts";
import { useScene } from "./support/scene.ts";

const browser = useBrowser();
const scene = useScene({ alerts: 1 });
const address = () => `${scene.url}#/series/FM08/FXERD01?days=90`;

it.each(looks)("is sound in %s", async (language, own) => {
  const reader = await browser.read(address(), { language });
  for (const url of [address(), `${scene.url}#/series`]) {
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
  const { page } = await browser.read(address());
  const [revision] = told.revisions;
  const row = page
    .getByRole("region", { name: "Revisions" })
    .getByRole("row", { name: dayText(revision?.period ?? "", "en") });
  await row.first().waitFor();
  expect(await row.first().textContent()).toContain(String(revision?.from));
  await page.locator(".chart-readout").getByText("As first published").waitFor();
});

it("finds a series by its name, and the search is in the address", async () => {
  const { page } = await browser.read(`${scene.url}#/series?find=dollar`);
  await page.getByRole("link", { name: "FM08/FXERD01" }).click();
  await page.getByRole("heading", { name: /U\.S\. dollar/ }).waitFor();
});
