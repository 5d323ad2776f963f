/**
 * The picture of the page in README, in both languages: that it fits, and that there is something to see.
 * `npm run picture` takes it anew.
 */
import { mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { decode } from "fast-png";
import { describe, expect, it } from "vitest";
import { useBrowser } from "./support/browser.ts";
import { useScene } from "./support/scene.ts";

const home = join(import.meta.dirname, "../..");
/** Set to a folder, it gets the pictures. */
const taken = process.env.YAGURA_PICTURES;

const pictures = [
  ["en", "README.md", "docs/pictures/inbox.png", "Open alerts"],
  ["ja", "README.ja.md", "docs/pictures/inbox.ja.png", "継続中のアラート"],
] as const;

it.each(pictures)(
  "in %s the picture is in README with words for those who do not see it, as wide as a screen, and small",
  (_, readme, picture) => {
    const [, words = ""] =
      readFileSync(join(home, readme), "utf8").match(`!\\[([^\\]]+)\\]\\(${picture}\\)`) ?? [];
    expect(words.length).toBeGreaterThan(20);
    const bytes = readFileSync(join(home, picture));
    expect(decode(bytes).width).toBe(1280);
    expect(bytes.length).toBeLessThan(200_000);
  },
);

if (taken !== undefined)
  describe("taken anew", () => {
    const browser = useBrowser();
    const scene = useScene({ alerts: 30 });

    it.each(pictures)(
      "in %s the inbox shows what happened, to its last row on the screen",
      async (language, _, picture, heading) => {
        const { page, alarms } = await browser.read(`${scene.url}#/inbox?whose=all`, {
          ...{ width: 1280, language, colors: "light" },
        });
        await page.setViewportSize({ width: 1280, height: 560 });
        await page.getByRole("heading", { name: heading, exact: true }).waitFor();
        await page.locator("article.alert-row .what").nth(4).waitFor();
        await page.getByText("SIMULATED:").waitFor();
        await page.evaluate("document.fonts.ready");
        expect(alarms).toEqual([]);
        mkdirSync(taken, { recursive: true });
        await page.screenshot({ path: join(taken, picture.slice("docs/pictures/".length)) });
      },
    );
  });
