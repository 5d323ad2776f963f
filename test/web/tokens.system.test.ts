/** Tokens and rights on the page: who may read, who may act, and what is kept of a token. */
import { expect, it } from "vitest";
import { until } from "../support/until.ts";
import { useBrowser } from "./support/browser.ts";
import { commentRule, useScene } from "./support/scene.ts";

const browser = useBrowser();
const [reader, operator, aoi] = ["a-token-that-reads", "a-token-that-acts", "a-token-of-aoi-alone"];
const scene = useScene({
  token: operator,
  rules: commentRule,
  sources: ["forum-comments"],
  settings: (text) => `${text.replace(/^feed:(.|\n)*?(?=^\S|$(?![\s\S]))/m, "")}
feed: { host: 127.0.0.1, port: "\${YAGURA_PORT}", tokens: [${reader}], operators: [${operator}] }
people: { 青井: { operators: [${aoi}], watchlists: [], receivers: [], language: ja } }
`,
});

it("asks for a token, and shows what its right allows", async () => {
  const { page, context } = await browser.read(scene.url);
  const token = page.getByLabel("Token");
  await token.fill("a-guess");
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.getByText("The token is wrong.").waitFor();
  expect(await page.locator(".rows").count()).toBe(0);
  await token.fill(reader);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.locator(".rows li").first().waitFor();
  expect(await page.getByRole("button", { name: /^Acknowledge/ }).count()).toBe(0);
  expect(await page.locator(".rows input, .select-shown").count()).toBe(0);
  for (const key of ["j", "x", "a"]) await page.keyboard.press(key);
  expect(await page.locator(".selected-bar, .queued, dialog").count()).toBe(0);
  const stored = await page.evaluate("JSON.stringify([{ ...localStorage }, document.cookie])");
  expect(stored).not.toContain(reader);
  const [cookie] = await context.cookies();
  expect(cookie).toMatchObject({ httpOnly: true, sameSite: "Strict" });

  await page.getByText("Settings", { exact: true }).click();
  await page.getByLabel("Token").fill(operator);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page
    .getByRole("button", { name: /^Acknowledge/ })
    .first()
    .waitFor();
  await page.reload();
  await page
    .getByRole("button", { name: /^Acknowledge/ })
    .first()
    .waitFor();
  // The cookie alone, as another server of the host sees it, may read.
  await page.evaluate("localStorage.clear()");
  await page.reload();
  await page.locator(".rows li").first().waitFor();
  await page.getByText("Settings", { exact: true }).click();
  await page.getByText("You can read.", { exact: true }).waitFor();
  expect(await page.getByRole("button", { name: /^Acknowledge/ }).count()).toBe(0);
  await page.getByRole("button", { name: "Sign out" }).click();
  await page.getByRole("heading", { name: "Sign in" }).waitFor();
  expect(await context.cookies()).toEqual([]);
});

it("knows a person by their token: language, what is theirs, and the name on their answers", async () => {
  const { page } = await browser.read(scene.url);
  await page.getByLabel("Token").fill(aoi);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.getByRole("link", { name: "自分の関係 0" }).waitFor();
  await page.getByRole("link", { name: /^すべて/ }).click();
  await page
    .getByRole("button", { name: /^確認する/ })
    .first()
    .click();
  await page.locator(".queued").waitFor();
  expect(await page.locator("dialog").count()).toBe(0);
  await page.goto("about:blank");
  const headers = { authorization: `Bearer ${operator}` };
  const known = await until("the answer", async () => {
    const answer = await (await fetch(new URL("control/alerts", scene.url), { headers })).json();
    return answer.alerts.find((one: { acknowledged?: object }) => one.acknowledged)?.acknowledged;
  });
  expect(known).toMatchObject({ by: "青井" });
  await page.goto(`${scene.url}#/dates`);
  const all = page.getByRole("button", { name: "すべてのウォッチリスト", pressed: false });
  await all.click();
  await page.getByRole("button", { name: "すべてのウォッチリスト", pressed: true }).waitFor();
  expect(page.url()).toMatch(/#\/dates\?.*whose=all/);
});

it("stays signed in over a restart of the monitor", async () => {
  const { page } = await browser.read(scene.url, { language: "ja", width: 390 });
  await page.getByLabel("トークン").fill(reader);
  await page.getByRole("button", { name: "サインイン" }).click();
  await page.locator(".rows li").first().waitFor();
  await scene.stop();
  await page.getByText(/^更新停止/).waitFor();
  await scene.start();
  await until(
    "the feed again",
    async () => (await page.locator(".connection").textContent()) === "接続済み",
    40_000,
  );
});
