/** The rules on the page: found, seen with what is known of each, and turned off and on in their files. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { until } from "../support/until.ts";
import { useBrowser } from "./support/browser.ts";
import { expectGoodLooks } from "./support/looks.ts";
import { commentRule, useScene } from "./support/scene.ts";

const mine = `# Kept as it is.
rules:
  - name: every-comment # mine
    description: <b>Every</b> comment.
    on: forum.comment.posted
    count: { within: 1h, at_least: 2 }
    cooldown: 30s
    title: "Comments about {{ now.code }}"
    texts: { ja: { title: "{{ now.code }}に書き込み" } }
    examples:
      - silent: { type: forum.comment.posted, now: { code: "9901" } }
      - fires: { type: forum.comment.posted, now: { code: "9901" } } # it does not
`;

const browser = useBrowser();
const scene = useScene({
  ...{ rules: commentRule.replace("posted,", "posted, notify: [email:desk],"), sources: ["forum-comments"] },
  prepare: (folder) => writeFileSync(join(folder, "rules/zz-mine.yaml"), mine),
});
const view = "rules/every-comment";

it("shows all rules, and one, well in both languages and sizes", async () => {
  const [all, one] = [
    { en: "Rules", ja: "ルール" },
    { en: "State of the rule", ja: "ルールの状態" },
  ];
  await expectGoodLooks(browser, scene.url, ["rules", all], [view, one]);
});

it("finds a rule by its words, in the address", async () => {
  const { page } = await browser.read(`${scene.url}#/rules`);
  await page.getByLabel("Find a rule").fill("every comment");
  await page.getByText("1 of").waitFor();
  expect(page.url()).toContain("text=every");
  await page.getByRole("link", { name: "every-comment" }).click();
  await page.getByRole("heading", { name: "every-comment" }).waitFor();
});

it("shows its alerts, its windows, and which of its examples does not hold", async () => {
  await until("an alert", async () => (await rule()).alerts.length > 0);
  const { page, alarms } = await browser.read(`${scene.url}#/${view}`, { language: "ja" });
  await page.getByText("に書き込み").nth(1).waitFor();
  await page.getByText("不合格").waitFor();
  expect(await page.getByText("合格", { exact: true }).count()).toBe(1);
  expect(await page.getByText("<b>Every</b> comment.").count()).toBe(1);
  await page.getByText("count: { within: 1h, at_least: 2 }").first().waitFor();
  expect(alarms).toEqual([]);
});

it("is off and on again within seconds, and its file keeps its comments", async () => {
  const { page } = await browser.read(`${scene.url}#/${view}`);
  await page.getByRole("button", { name: "Turn off: every-comment" }).click();
  await page.getByText("Turn this rule off?").waitFor();
  await page.getByRole("button", { name: "Turn off: every-comment" }).click();
  await page.getByRole("button", { name: "Turn on: every-comment" }).waitFor();
  const file = join(scene.folder, "rules/zz-mine.yaml");
  expect(readFileSync(file, "utf8")).toBe(mine.replace("# mine\n", "# mine\n    enabled: false\n"));
  await page.getByRole("button", { name: "Turn on: every-comment" }).click();
  await page.getByRole("button", { name: "Turn off: every-comment" }).waitFor();
  expect(readFileSync(file, "utf8")).toContain("# it does not");
});

it("shows what rules are worth, and makes a proposed edit with one click", async () => {
  const posted = async () => {
    const { alerts } = (await asked("control/alerts")) as { alerts: { rule: string; id: string }[] };
    return alerts.filter(({ rule }) => rule === "posted");
  };
  await until("five alerts", async () => (await posted()).length >= 5);
  for (const { id } of (await posted()).slice(0, 5))
    await asked("control/rate", { alert: id, worth: "not-useful", by: "Aoi" });
  const { page, alarms } = await browser.read(`${scene.url}#/rules?show=worth`, { language: "ja" });
  const proposal = page.getByRole("region", { name: "posted" });
  await proposal.getByText("enabled: false").waitFor();
  await proposal.getByRole("button", { name: "この変更を行う" }).click();
  await page.getByText("ルールファイルに保存しました").waitFor();
  expect(readFileSync(join(scene.folder, "rules/all.yaml"), "utf8")).toContain("enabled: false");
  await page.getByLabel("開始").fill("nothing");
  await page.getByRole("button", { name: "報告を作成" }).click();
  expect(await page.getByRole("alert").textContent()).toMatch(/[ぁ-ん]/);
  expect(alarms).toEqual([]);
});

async function asked(path: string, body?: object): Promise<unknown> {
  const headers = { "content-type": "application/json" };
  const how = body === undefined ? {} : { method: "POST", headers, body: JSON.stringify(body) };
  return (await fetch(`${scene.url}${path}`, how)).json();
}

async function rule(): Promise<{ alerts: unknown[] }> {
  return (await (await fetch(`${scene.url}api/rule?name=every-comment`)).json()) as { alerts: unknown[] };
}
