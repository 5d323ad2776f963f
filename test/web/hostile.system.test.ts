/** What strangers wrote is text on the page: names and comments made to run, load or break out do none of it. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { baselined, setStage } from "../e2e/stage.ts";
import { isLong } from "../support/runs.ts";
import { until } from "../support/until.ts";
import { useBrowser } from "./support/browser.ts";

const browser = useBrowser();

const attacks = [
  (mark: string) => `<script>window.${mark}=1</script>`,
  (mark: string) => `<img src=x onerror="window.${mark}=1">`,
  (mark: string) => `<img src="http://outside.example/${mark}.png">`,
  (mark: string) => `"><svg onload=window.${mark}=1>`,
  (mark: string) => `'-window.${mark}-'`,
  (mark: string) => `javascript:window.${mark}=1`,
  (mark: string) => `</a></li></script><script src=//outside.example/${mark}.js></script>`,
  (mark: string) => `{{constructor.constructor('window.${mark}=1')()}}`,
  (mark: string) => `<iframe srcdoc="<script>parent.${mark}=1</script>"></iframe>`,
  (mark: string) => `<style>@import url(http://outside.example/${mark}.css)</style>`,
  (mark: string) => `\u202egnp.${mark}\u0000\u001b[31m${"\u0301".repeat(40)}`,
  (mark: string) => `<a href="data:text/html,<script>opener.${mark}=1</script>">${mark}</a>`,
];
const hostile = (index: number) =>
  (attacks[index % attacks.length] as (mark: string) => string)(`hit${index}`);

const [names, comments] = isLong ? [1_400, 100] : [100, 40];

it(`of ${names + comments} hostile names and comments none runs a script or asks another host`, async () => {
  const stage = await setStage("documented");
  writeFileSync(
    join(stage.folder, "rules/all.yaml"),
    `rules:
  - name: names
    on: short.report.opened
    by: now.seller
    severity: critical
    title: "{{ now.seller }}"
    body: "{{ now.seller }} of {{ now.name }}"
  - name: comments
    on: forum.comment.posted
    by: now.part
    title: "{{ now.title }}"
    body: "{{ now.body }}"
`,
  );
  const monitor = await stage.start();
  await baselined(stage);
  const { shorts } = stage.worlds.market;
  const [first] = shorts;
  if (first === undefined) throw new Error("the scene has a short position");
  for (let index = 0; index < names; index += 1)
    shorts.push({ ...first, code: String(1_000 + index), seller: hostile(index), ratio: 0.7 });
  for (let index = 0; index < comments; index += 1) {
    const escaped = hostile(names + index)
      .replaceAll("&", "&amp;")
      .replaceAll("<", "&lt;");
    const row = { part: 200 + index, title: escaped, body: escaped, yes: 0, no: 0 };
    stage.worlds.forum.comments["7203"]?.unshift(row);
  }
  const fired = () => stage.feed.events.filter(({ event }) => event.type === "alert.fired").length;
  await until("all alerts", () => fired() >= names + comments);

  const reader = await browser.read(`${monitor.ready.page}#/inbox?whose=all&open=7203`);
  const { page } = reader;
  await page.locator(".heading [role=status]").waitFor();
  expect(await page.locator(".heading [role=status]").textContent()).toBe(
    `${(names + comments).toLocaleString("en")} open`,
  );
  // All rows come into the page once.
  const height = Number(await page.evaluate("document.documentElement.scrollHeight"));
  for (let top = 0; top < height; top += 2_000) {
    await page.evaluate(
      `new Promise((done) => { scrollTo(0, ${top}); requestAnimationFrame(() => requestAnimationFrame(done)); })`,
    );
  }
  for (const rule of ["names", "comments"]) {
    await page.evaluate(`location.hash = "#/inbox?whose=all&open=7203&rule=${rule}"`);
    await page.evaluate("scrollTo(0, 0)");
    await page.locator(".rows a.title").first().click();
    await page.getByRole("heading", { name: "Timeline" }).waitFor();
    await page.getByRole("heading", { name: "Deliveries" }).waitFor();
  }
  expect(await page.evaluate("Object.keys(window).filter((name) => /^hit\\d/.test(name))")).toEqual([]);
  expect(reader.strangers(monitor.ready.page)).toEqual([]);
  expect(reader.alarms).toEqual([]);
  await monitor.stop("SIGTERM");
}, 180_000);
