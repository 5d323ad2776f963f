/** The gallery in a browser, in Japanese: a rule is chosen, filled in and saved in at most six actions. LONG=1: all of the desk, and all that ship with parameters. */
import { copyFileSync, existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { parseYaml } from "../../src/lib/yaml/parse-yaml.ts";
import type { FormValue, GalleryAnswer, GalleryRule } from "../../src/model/page/gallery.ts";
import { useBrowser } from "./support/browser.ts";
import { expectGood, expectQuiet } from "./support/looks.ts";
import { useScene } from "./support/scene.ts";

const isLong = process.env.LONG === "1";
const desk = join(import.meta.dirname, "../../docs/desk");
const shipped = join(import.meta.dirname, "../../rules");
const browser = useBrowser();
const scene = useScene({
  ...{ alerts: 0, rules: "# ours\nrules: []\n" },
  // The desk watches seven sets of records, which only the whole trial needs.
  ...(isLong
    ? { settings: () => readFileSync(join(desk, "monitor.yaml"), "utf8") }
    : { sources: ["forum-comments", "short-sale-reports"] }),
  prepare(folder) {
    copyFileSync(join(desk, "mine.csv"), join(folder, "config/mine.csv"));
    const files = isLong ? readdirSync(shipped).filter((name) => name.endsWith(".yaml")) : [];
    for (const name of files) copyFileSync(join(shipped, name), join(folder, "rules", name));
  },
});

/** A number, a text with a switch, and a list of words. */
const three = ["six-sellers", "followed-seller", "gloomy-forum"];

function another({ value, max = 0 }: GalleryRule["params"][number]): FormValue {
  if (typeof value === "number") return value < max ? value + Math.min(1, max - value) : value - 1;
  if (typeof value === "boolean") return !value;
  return typeof value === "string" ? "夕霧アセットマネジメント" : ["空売り", "暴落"];
}

const mine = () => {
  const file = join(scene.folder, "rules/mine.yaml");
  return existsSync(file) ? readFileSync(file, "utf8") : "";
};

test("each rule is filled in and saved in at most six actions, with these values", async () => {
  const reader = await browser.read(`${scene.url}#/gallery`, { language: "ja" });
  const { page } = reader;
  const { rules } = (await (await fetch(`${scene.url}api/gallery?language=ja`)).json()) as GalleryAnswer;
  const isWanted = ({ name, from, params }: GalleryRule) =>
    isLong ? from === "desk" || params.length > 0 : three.includes(name);
  const wanted = rules.filter(isWanted);
  expect(wanted.filter(({ from }) => from === "desk")).toHaveLength(isLong ? 35 : 3);
  expect(wanted.some(({ name }) => name === "short-large")).toBe(isLong);
  for (const { name, from, displayName, params } of wanted) {
    // Those that another one is about came with it.
    if (mine().includes(`- name: ${name}\n`)) continue;
    let actions = 1;
    await page.evaluate(`location.hash = "#/gallery"`);
    await page.getByRole("link", { name: `このルールを使う: ${displayName.ja}`, exact: true }).click();
    const form = page.getByRole("form", { name: "パラメーター" });
    await form.waitFor();
    for (const param of params) {
      actions += 1;
      const field = form.getByLabel(new RegExp(`^\\s*${param.about.ja}(\\s|$)`));
      const value = another(param);
      if (typeof value === "boolean") await field.setChecked(value);
      else await field.fill([value].flat().join("\n"));
    }
    actions += 1;
    await page.getByRole("button", { name: "保存", exact: true }).click();
    await page.getByRole("link", { name: "ルール作成で開く" }).waitFor();
    expect(actions, name).toBeLessThanOrEqual(6);
    const written = parseYaml(mine(), "").value as { rules: Record<string, never>[] };
    // One of the folder is the template of the new one, which has the values alone.
    const own = written.rules.find((rule) => rule.name === (from === "desk" ? name : `${name}-2`)) ?? {};
    for (const param of params) {
      const value = Reflect.get(own.params ?? {}, param.name);
      expect(from === "desk" ? Reflect.get(value, "value") : value, name).toEqual(another(param));
    }
  }
  expectQuiet(reader, scene.url);
});

test("a form reads well, tells of a value beyond its bounds in Japanese, and saves nothing then", async () => {
  const reader = await browser.read(`${scene.url}#/gallery/total-short-over-five`, { language: "ja" });
  const { page } = reader;
  await page.getByLabel("水準 (%, 0.5 – 100)").fill("101");
  await page.getByText("100 以下でなければなりません").first().waitFor();
  await page.getByRole("button", { name: "保存", exact: true }).click();
  await page.locator(".action .failed, .action [role=alert]").first().waitFor();
  expect(mine()).not.toContain("value: 101");
  await page.getByLabel("水準 (%, 0.5 – 100)").fill("3");
  // Of the folder, where the whole trial has put it, the values stand alone.
  await page.getByText(/level: (\{ value: )?3\b/).waitFor({ state: "attached" });
  // The desk has a watchlist.
  if (isLong) await page.getByText(/^現在: .*7203 /).waitFor();
  await expectGood(reader, [{ width: 1280 }, { width: 390 }] as never, "gallery-form");
});
