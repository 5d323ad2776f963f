/** Looks at a view as every reader may: both languages, a screen and a telephone, light and dark. */
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import { type locales, type Reader, type useBrowser, widths } from "./browser.ts";

type Language = keyof typeof locales;

interface Looked {
  /** Address of the page, and of the view behind its `#/`. */
  readonly url: string;
  readonly view: string;
  /** A heading that is there once the view is shown, by language. */
  readonly heading: Readonly<Record<Language, string>>;
}

/** Set to a folder, it gets a picture of each look. */
const pictures = process.env.YAGURA_PICTURES;

/** No error, no stranger asked, no serious finding, nothing wider than its window. */
export async function expectGoodLooks(browser: ReturnType<typeof useBrowser>, looked: Looked): Promise<void> {
  for (const language of ["en", "ja"] as const)
    for (const width of widths) {
      const colors = language === "en" ? "light" : "dark";
      const reader = await browser.read(`${looked.url}#/${looked.view}`, { width, language, colors });
      await reader.page
        .getByRole("heading", { name: looked.heading[language], exact: true })
        .first()
        .waitFor();
      await reader.page.locator("[aria-busy=false]").first().waitFor();
      await picture(reader, `${looked.view.replaceAll("/", "-")}-${language}-${width}`);
      expect(reader.alarms).toEqual([]);
      expect(reader.strangers(looked.url)).toEqual([]);
      expect(await reader.findings()).toEqual([]);
      expect(await reader.overflow()).toBeLessThanOrEqual(0);
    }
}

async function picture({ page }: Reader, name: string): Promise<void> {
  if (pictures === undefined) return;
  mkdirSync(pictures, { recursive: true });
  await page.screenshot({ path: join(pictures, `${name}.png`) });
}
