/** The rule bench in a browser. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { looks, useBrowser } from "./support/browser.ts";
import { expectGood, expectQuiet } from "./support/looks.ts";
import { commentRule, useScene } from "./support/scene.ts";

const browser = useBrowser();
const hostile = `rules:
  - name: hostile
    on: short.report.opened
    title: "<img src=x onerror=alert(1)>{{ now.code }}"
`;
const large = `  - name: short-large
    on: short.report.*
    when: now.ratio >= 1
    title: "{{ now.seller }}: {{ now.ratio }}"
`;
const scene = useScene({
  ...{ rules: commentRule + large, sources: ["forum-comments", "short-sale-reports"] },
  prepare: (folder) => writeFileSync(join(folder, "rules/hostile.yaml"), hostile),
});

test.each(looks)("it reads well in %s", async (language, own) => {
  const reader = await browser.read(`${scene.url}#/bench/hostile`, { language });
  await reader.page.locator(".numbers").waitFor();
  expect(await reader.page.locator("img").count()).toBe(0);
  await expectGood(reader, own, `bench-${language}`);
  expectQuiet(reader, scene.url);
});

test("the keyboard takes a suggestion, and a mistake leads to its place", async () => {
  const { page } = await browser.read(`${scene.url}#/bench/short-large`);
  const field = page.locator("#bench-text");
  await field.waitFor();
  await page.locator(".numbers").waitFor();
  await field.focus();
  await page.keyboard.press("Control+Home");
  await page.keyboard.press("End");
  await page.keyboard.press("Enter");
  await page.keyboard.type("exa");
  await page.keyboard.press("Escape");
  await page.keyboard.press("Control+ ");
  await page.keyboard.press("Escape");
  await page.keyboard.press("Backspace");
  await page.keyboard.press("Backspace");
  await page.keyboard.press("Backspace");
  await page.keyboard.type("enab");
  await page.getByRole("option", { name: /^enabled/ }).waitFor();
  expect(await field.getAttribute("aria-activedescendant")).toBe("bench-suggestions-0");
  await page.keyboard.press("Enter");
  expect(await field.inputValue()).toContain("\nenabled: \n");
  await page.keyboard.type("no");
  await page.keyboard.press("Escape");
  const mistake = page.locator("#bench-problems button").first();
  await mistake.waitFor();
  await mistake.click();
  expect(await page.evaluate("document.activeElement.id")).toBe("bench-text");
  await page.keyboard.press("Escape");
});

test("who reads Japanese is told of a mistake in Japanese", async () => {
  const { page } = await browser.read(`${scene.url}#/bench/hostile`, { language: "ja" });
  const field = page.locator("#bench-text");
  await field.waitFor();
  await field.fill((await field.inputValue()).replace("title:", "when: now.ration > 1\ntitle:"));
  const mistakes = page.locator("#bench-problems");
  await mistakes.getByText("`now` に項目 `ration` はありません").waitFor();
  await mistakes.getByText("`ratio` のことですか").waitFor();
});

test("a rule is saved into its file, and what became of it is said", async () => {
  const { page } = await browser.read(`${scene.url}#/bench/hostile`);
  const field = page.locator("#bench-text");
  await page.locator(".numbers").waitFor();
  await field.fill(`${await field.inputValue()}\nwhen: now.ratio >= 0.9 # mine`);
  await page.getByRole("button", { name: "Save into hostile.yaml" }).click();
  await page.getByText("Saved into hostile.yaml", { exact: false }).waitFor();
  expect(readFileSync(join(scene.folder, "rules/hostile.yaml"), "utf8")).toBe(
    `${hostile}    when: now.ratio >= 0.9 # mine\n`,
  );
});
