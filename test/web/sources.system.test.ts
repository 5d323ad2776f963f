/** The sources on the page: a quarantine is seen with its samples, and released and discarded for good. */
import { join } from "node:path";
import { expect, it } from "vitest";
import type { EventDraft } from "../../src/model/event.ts";
import { openStore } from "../../src/store/store.ts";
import { batch, sourceWrite } from "../store/batches.ts";
import { useBrowser } from "./support/browser.ts";
import { expectGoodLooks } from "./support/looks.ts";
import { commentRule, useScene } from "./support/scene.ts";

const hostile = "<img src=x onerror=alert(1)>";

const corrected = (source: string, index: number): EventDraft => {
  const [code, name] = [String(9900 + index), index === 0 ? hostile : `Example ${index}`];
  const item = { code, name, publishedOn: "2026-11-19", appliedOn: "2026-11-18" };
  return {
    ...{ type: "margin.alert.corrected", source: `/sources/${source}`, subject: code, rewrites: code },
    data: {
      now: { ...item, longOutstanding: 1_200 },
      was: { ...item, longOutstanding: 3_400 },
      changed: ["longOutstanding"],
    },
  };
};

function hold(folder: string, name: string): void {
  const store = openStore(join(folder, "data/yagura.db"), { now: Date.now });
  const since = new Date().toISOString();
  const drafts = Array.from({ length: 60 }, (_, index) => corrected(name, index));
  const held = { since, items: 60, message: `60 of 70: ${hostile}`, stage: "held" } as const;
  store.commit(
    batch({
      source: sourceWrite({ name, hold: { ...held, drafts, put: [], drop: [], cursor: undefined } }),
    }),
  );
  store.close();
}

const browser = useBrowser();
const scene = useScene({
  rules: commentRule,
  prepare(folder) {
    hold(folder, "margin-alerts");
    hold(folder, "short-sale-reports");
  },
});

it("shows all sources, and one in quarantine, well in both languages and sizes", async () => {
  const [all, held] = [
    { en: "Sources", ja: "情報源" },
    { en: "Quarantine", ja: "隔離" },
  ];
  await expectGoodLooks(browser, scene.url, ["sources", all], ["sources/margin-alerts", held]);
});

it("asks before it releases, and then the held events are on the log", async () => {
  const { page, alarms } = await browser.read(`${scene.url}#/sources/margin-alerts`);
  await page.getByText(`9900 ${hostile}`).first().waitFor();
  expect(await page.getByText("3,400").count()).toBeGreaterThan(10);
  await page.getByRole("link", { name: "More samples" }).click();
  await page.getByText("9920 Example 20").first().waitFor();
  await page.getByRole("button", { name: "Release: margin-alerts" }).click();
  await page.getByText("Send all 60 events in quarantine").waitFor();
  await page.getByRole("button", { name: "Leave it" }).click();
  expect((await source("margin-alerts")).state).toBe("quarantined");
  await page.getByRole("button", { name: "Release: margin-alerts" }).click();
  await page.getByRole("button", { name: "Release: margin-alerts" }).click();
  await page.getByText("out of quarantine").waitFor();
  expect((await source("margin-alerts")).state).toBe("ok");
  expect(await page.getByRole("heading", { name: "Quarantine" }).count()).toBe(0);
  expect(alarms).toEqual([]);
});

it("takes the new values without telling the rewrite where it is discarded", async () => {
  const { page } = await browser.read(`${scene.url}#/sources/short-sale-reports`, { language: "ja" });
  await page.getByRole("button", { name: "破棄する: short-sale-reports" }).click();
  await page.getByText("書き換えを通知せず、新しい値だけを取り込みますか。").waitFor();
  await page.getByRole("button", { name: "破棄する: short-sale-reports" }).click();
  await page.getByText("隔離終了").waitFor();
  expect((await source("short-sale-reports")).state).toBe("ok");
});

async function source(name: string): Promise<{ state: string }> {
  const answer = await fetch(`${scene.url}api/source?name=${name}`);
  return ((await answer.json()) as { source: { state: string } }).source;
}
