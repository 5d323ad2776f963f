/** Looks at a view as every reader may: both languages, a screen and a telephone, light and dark. */
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import { type locales, looks, type Reader, type useBrowser } from "./browser.ts";

type Language = keyof typeof locales;

/** A view behind the `#/` of the page's address, and a heading that is there once it is shown, by language. */
type Headed = readonly [view: string, heading: Readonly<Record<Language, string>>];

/** Set to a folder, it gets a picture of each look. */
const pictures = process.env.YAGURA_PICTURES;

/** One view after the other in every look: no error, no stranger asked, no serious finding, nothing wider than its window. */
export async function expectGoodLooks(
  browser: ReturnType<typeof useBrowser>,
  url: string,
  ...views: readonly Headed[]
): Promise<void> {
  for (const [language, own] of looks) {
    const reader = await browser.read(url, { language });
    for (const [view, heading] of views) {
      await reader.page.evaluate(`location.hash = "#/${view}"`);
      await reader.page.getByRole("heading", { name: heading[language], exact: true }).first().waitFor();
      await reader.page.locator("[aria-busy=false]").first().waitFor();
      await expectGood(reader, own, `${view.replaceAll("/", "-")}-${language}`);
    }
    expectQuiet(reader, url);
  }
}

/** What is shown, in each of these looks. */
export async function expectGood(
  reader: Reader,
  own: (typeof looks)[number][1],
  name: string,
): Promise<void> {
  for (const look of own) {
    await reader.change(look);
    await picture(reader, `${name}-${look.width}-${look.colors}`);
    expect(await reader.findings()).toEqual([]);
    expect(await reader.overflow()).toBeLessThanOrEqual(0);
  }
}

export function expectQuiet({ alarms, strangers }: Reader, url: string): void {
  expect(alarms).toEqual([]);
  expect(strangers(url)).toEqual([]);
}

async function picture({ page }: Reader, name: string): Promise<void> {
  if (pictures === undefined) return;
  mkdirSync(pictures, { recursive: true });
  await page.screenshot({ path: join(pictures, `${name}.png`) });
}
