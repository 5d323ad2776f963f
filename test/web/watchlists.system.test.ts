/** The watchlists in a browser. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { WatchlistsAnswer } from "../../src/model/page/watchlists.ts";
import { until } from "../support/until.ts";
import { looks, useBrowser } from "./support/browser.ts";
import { expectGood, expectQuiet } from "./support/looks.ts";
import { commentRule, useScene } from "./support/scene.ts";

const browser = useBrowser();
const csv = 'code,note\n7203,"<img src=x onerror=alert(1)>"\n6758,"held, long"\n';
const scene = useScene({
  // Each edit has all rules read anew: one is enough.
  ...{ rules: commentRule, sources: ["forum-comments", "short-sale-reports"] },
  settings: (text) => text.replace("watchlists:\n", "watchlists:\n  others: { file: watch.csv } # ours\n"),
  prepare: (folder) => writeFileSync(join(folder, "config/watch.csv"), csv),
});

test.each(looks)("it reads well in %s", async (language, own) => {
  const reader = await browser.read(`${scene.url}#/watchlists/others`, { language });
  await reader.page.getByText("<img src=x onerror=alert(1)>").waitFor();
  expect(await reader.page.locator("img").count()).toBe(0);
  await expectGood(reader, own, `watchlists-${language}`);
  // Nor is the table within its own box, on a telephone as well.
  const table = reader.page.locator(".table").first();
  expect(await table.evaluate((box) => box.scrollWidth - box.clientWidth)).toBeLessThanOrEqual(0);
  expectQuiet(reader, scene.url);
});

test("a removal is undone in one step, and a code that nobody knows is not added", async () => {
  const { page } = await browser.read(`${scene.url}#/watchlists/others`);
  const file = () => readFileSync(join(scene.folder, "config/watch.csv"), "utf8");
  await page.getByRole("button", { name: "Remove 6758" }).click();
  await page.getByText("Removed 6758.").waitFor();
  expect(file()).not.toContain("6758");
  await page.getByRole("button", { name: "Undo" }).click();
  await page.getByText("Undone.").waitFor();
  expect(file()).toBe(csv);
  await page.getByLabel("Code, such as 7203 or 7203.T").fill("99999");
  // Where the services are slow to answer, the page asks the person instead; it is added again then.
  const refusal = page.getByRole("alert").getByText("there is no stock `99999`");
  await until("the refusal", async () => {
    await page.getByRole("button", { name: "Add", exact: true }).click();
    return refusal.waitFor({ timeout: 10_000 }).then(
      () => true,
      () => false,
    );
  });
  expect(file()).toBe(csv);
});

test("a broker's file that is dropped shows what it would do, is written, and undone in one step", async () => {
  const { page } = await browser.read(`${scene.url}#/watchlists/others`, { language: "ja" });
  const file = () => readFileSync(join(scene.folder, "config/watch.csv"), "utf8");
  const form = page.getByRole("form", { name: "一覧を取り込む" });
  const drop = async (text: string) => {
    const dataTransfer = await page.evaluateHandle((content) => {
      const data = new DataTransfer();
      data.items.add(new File([content], "held.csv"));
      return data;
    }, text);
    await form.dispatchEvent("drop", { dataTransfer });
  };
  await drop("銘柄コード,保有株数\n7203,x\n");
  await form.getByRole("alert").getByText("2行目・6文字目： `x` は数ではありません").waitFor();
  await drop('銘柄コード,保有株数\n7203,"1,100"\nWXYZ,1\n');
  await form.getByText("株数 1100").waitFor();
  await form.getByText("「WXYZ」：外国株です").waitFor();
  expect(file()).toBe(csv);
  await form.getByRole("button", { name: "この内容で書き込む" }).click();
  await page.getByText("保存しました。").waitFor();
  expect(file()).toBe('code,note,shares\n7203,"<img src=x onerror=alert(1)>",1100\n6758,"held, long",\n');
  await page.getByRole("button", { name: "元に戻す" }).click();
  await page.getByText("元に戻しました。").waitFor();
  expect(file()).toBe(csv);
});

test("the open alerts of a stock are one click away", async () => {
  const { page } = await browser.read(`${scene.url}#/watchlists/others`);
  const row = page.getByRole("row", { name: /^7203/ });
  await row.locator("a[href*=inbox]").click();
  await page.locator(".rows li").first().waitFor();
  expect(await page.getByLabel("Stock or series").inputValue()).toBe("7203");
  const subjects = await page.locator(".rows a[href*=stock]").allTextContents();
  expect([...new Set(subjects)]).toEqual(["7203"]);
});

test("a stock is added, changed and removed with the keyboard, and the file has it so", async () => {
  const { page } = await browser.read(`${scene.url}#/watchlists/others`);
  const file = () => readFileSync(join(scene.folder, "config/watch.csv"), "utf8");
  await page.getByLabel("Code, such as 7203 or 7203.T").fill("９９８４.T");
  await page.keyboard.press("Enter");
  await page.getByRole("link", { name: "9984" }).waitFor();
  expect(file()).toBe(`${csv}9984,\n`);
  await page.getByRole("button", { name: "Change 9984" }).press("Enter");
  await page.keyboard.type("a, b");
  // What is pressed before the list is read again counts, too.
  const held: (() => Promise<void>)[] = [];
  await page.route(/api\/watchlists\/list/, (route) => void held.push(() => route.continue()));
  await page.keyboard.press("Enter");
  const remove = page.getByRole("button", { name: "Remove 9984" });
  await remove.waitFor();
  expect(file()).toBe(`${csv}9984,"a, b"\n`);
  await remove.press("Enter");
  await until("the removal", () => file() === csv);
  await page.unroute(/api\/watchlists\/list/);
  for (const go of held) await go().catch(() => {});
  await page.getByRole("link", { name: "9984" }).waitFor({ state: "detached" });
});

test("what cannot be added is said, and an edit of the settings is in effect", async () => {
  const { page } = await browser.read(`${scene.url}#/watchlists/mine`);
  await page.getByLabel("Code, such as 7203 or 7203.T").fill("Toyota");
  await page.getByRole("button", { name: "Add", exact: true }).click();
  await page.getByRole("alert").getByText("4 or 5 digits").waitFor();
  await page.getByLabel("Code, such as 7203 or 7203.T").fill("9984");
  await page.getByRole("button", { name: "Add", exact: true }).click();
  await page.getByRole("link", { name: "9984" }).waitFor();
  const settings = readFileSync(join(scene.folder, "config/monitor.yaml"), "utf8");
  expect(settings).toContain('mine: ["7203", "6758", "9984"] # in quotes');
  await until("the list with three stocks", async () => {
    const answer = (await (await fetch(`${scene.url}api/watchlists`)).json()) as WatchlistsAnswer;
    return answer.lists.some(({ name, stocks }) => name === "mine" && stocks === 3);
  });
});
