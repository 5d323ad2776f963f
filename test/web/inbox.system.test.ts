/** The inbox and the view of one alert, as people use them: by mouse and by the keyboard alone. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { until } from "../support/until.ts";
import { useBrowser } from "./support/browser.ts";
import { seedCrowd } from "./support/crowd.ts";
import { useScene } from "./support/scene.ts";

const browser = useBrowser();
const scene = useScene({
  ...{ alerts: 400, sources: [] },
  prepare: (folder) => seedCrowd(folder, 400),
});

const firstRow = (page: Page) => page.locator(".rows li").first();
const bar = (page: Page) => page.locator(".undo-bar");
const focused = (page: Page) => page.evaluate("document.activeElement.closest('li')?.dataset.key");

/** Presses keys one after another, each once what the one before did is shown. */
async function press(page: Page, ...keys: readonly string[]): Promise<void> {
  for (const key of keys) {
    await page.keyboard.press(key);
    await page.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))");
  }
}

/** The page of somebody who gave a name before. */
async function signed(view = "inbox") {
  const reader = await browser.read(`${scene.url}#/${view}`);
  await reader.page.evaluate("localStorage.setItem('yagura.name', 'Aoi')");
  await firstRow(reader.page).waitFor();
  return reader;
}

async function stateOf(alert: string): Promise<string> {
  const answer = (await (await fetch(`${scene.url}api/alert?language=en&id=${alert}`)).json()) as {
    state: string;
  };
  return answer.state;
}

it("shows the gravest first and keeps its filters in the address, so that a view can be shared", async () => {
  const { page } = await browser.read(`${scene.url}#/inbox?whose=all`);
  await firstRow(page).waitFor();
  const marks = await page.locator(".rows .mark").allTextContents();
  const order = ["Critical", "Warning", "Info"];
  expect(marks).toEqual(marks.toSorted((one, other) => order.indexOf(one) - order.indexOf(other)));
  await page.getByRole("combobox", { name: "Severity" }).selectOption("info");
  await until("the address", () => page.url().includes("severity=info"));
  const shared = await browser.read(page.url());
  await firstRow(shared.page).waitFor();
  expect(new Set(await shared.page.locator(".rows .mark").allTextContents())).toEqual(new Set(["Info"]));
  await shared.page.getByLabel("Text").fill("no alert says this");
  await shared.page.getByText("No open alert matches.").waitFor();
  await shared.page.getByRole("link", { name: "Show all" }).click();
  await firstRow(shared.page).waitFor();
  expect(shared.page.url()).toMatch(/#\/inbox\?whose=all$/);
});

it("opens on what is mine, and takes an edited list in without a reload", async () => {
  const { page } = await browser.read(scene.url);
  const tab = page.locator(".tabs [aria-current]");
  await until("mine", async () => (await tab.textContent()) === "Mine 20");
  expect(await page.locator(".rows").textContent()).toContain("rules-refused");
  const file = join(scene.folder, "config/monitor.yaml");
  const before = readFileSync(file, "utf8");
  const lists = (await (await fetch(`${scene.url}api/watchlists/list?name=mine`)).json()) as { hash: string };
  const edit = await fetch(`${scene.url}api/watchlists/edit`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ list: "mine", hash: lists.hash, edit: { do: "remove", code: "6758" } }),
  });
  expect(edit.status).toBe(200);
  await until("what is left", async () => (await tab.textContent()) === "Mine 15");
  writeFileSync(file, before);
  await (await fetch(`${scene.url}api/mine`)).json();
});

it("opens a stock with several alerts and stays so in the address", async () => {
  const { page } = await browser.read(scene.url);
  const stock = page.getByRole("button", { name: /^7203 霧笛自動車 5 alerts/ });
  await stock.click();
  await until("its alerts", async () => (await page.locator(".rows .member").count()) === 5);
  expect(await stock.getAttribute("aria-expanded")).toBe("true");
  expect(page.url()).toContain("open=7203");
  await page.locator(".rows .member a.title").first().click();
  await page.getByRole("heading", { name: "Timeline" }).waitFor();
  await page.goBack();
  await until("its alerts again", async () => (await page.locator(".rows .member").count()) === 5);
});

it("asks once who acts, answers after ten seconds, and before that only on the screen", async () => {
  const { page } = await browser.read(`${scene.url}#/inbox?whose=rest&rule=short-covered`);
  const row = firstRow(page);
  const alert = String(await row.getAttribute("data-key"));
  const act = row.getByRole("button", { name: /^Acknowledge/ });
  await act.click();
  const dialog = page.getByRole("dialog", { name: "Who is acting?" });
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await dialog.waitFor({ state: "detached" });
  expect(await bar(page).textContent()).toBe("");
  await act.click();
  await dialog.getByLabel("Your name").fill("Aoi");
  await dialog.getByRole("button", { name: "Continue" }).click();
  await bar(page).getByText("Acknowledged 1 alert.").waitFor();
  expect(await stateOf(alert)).toBe("firing");
  await until("the answer", async () => (await stateOf(alert)) === "acknowledged", 30_000);
  // The next one needs no name.
  await firstRow(page)
    .getByRole("button", { name: /^Acknowledge/ })
    .click();
  await bar(page).getByRole("button", { name: "Undo" }).click();
  await until("nothing to undo", async () => (await bar(page).textContent()) === "");
});

it("sends what waits when the page is left, also where the page's worker stands between", async () => {
  const { page } = await signed("inbox?whose=rest&rule=short-growing");
  await page.evaluate("navigator.serviceWorker.ready");
  await page.reload();
  await firstRow(page).waitFor();
  expect(await page.evaluate("navigator.serviceWorker.controller !== null")).toBe(true);
  const alert = String(await firstRow(page).getAttribute("data-key"));
  await firstRow(page)
    .getByRole("button", { name: /^Acknowledge/ })
    .click();
  await bar(page).getByText("Acknowledged 1 alert.").waitFor();
  await page.goto("about:blank");
  await until("the answer", async () => (await stateOf(alert)) === "acknowledged", 15_000);
});

it("is used by the keyboard alone: moves, opens, selects, acknowledges, undoes", async () => {
  const { page, alarms } = await signed("inbox?whose=rest&rule=margin-daily-publication");
  await press(page, "j", "j");
  const second = await focused(page);
  await press(page, "k", "j");
  expect(await focused(page)).toBe(second);
  await press(page, "x", "j", "x");
  await page.getByText("2 alerts selected").waitFor();
  await press(page, "a");
  await bar(page).getByText("Acknowledged 2 alerts.").waitFor();
  expect(await page.locator(".selected-bar").count()).toBe(0);
  await press(page, "z");
  await until("nothing to undo", async () => (await bar(page).textContent()) === "");
  await press(page, "j", "x", "Escape");
  expect(await page.locator(".selected-bar").count()).toBe(0);
  await press(page, "?");
  await page.getByRole("dialog", { name: "Keys" }).waitFor();
  await press(page, "Escape");
  await page.getByRole("dialog").waitFor({ state: "detached" });
  await press(page, "/");
  await page.keyboard.type("jax?");
  expect(await page.getByRole("combobox", { name: /^Search/ }).inputValue()).toBe("jax?");
  expect(await page.locator(".selected-bar").count()).toBe(0);
  await press(page, "Escape", "Escape", "Tab");
  await press(page, "j", "Enter");
  await page.getByRole("heading", { name: "Timeline" }).waitFor();
  expect(alarms).toEqual([]);
});

it("selects a range with Shift, silences it with a reason, and says what could not be done", async () => {
  const { page } = await signed("inbox?whose=rest&rule=short-large");
  await page.locator(".rows .pick input").nth(1).click();
  await page
    .locator(".rows .pick input")
    .nth(3)
    .click({ modifiers: ["Shift"] });
  await page.getByText("3 alerts selected").waitFor();
  const alerts = (await page
    .locator(".rows li")
    .evaluateAll((rows) => rows.slice(1, 4).map((one) => one.getAttribute("data-key")))) as string[];
  await fetch(`${scene.url}control/resolve`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ alert: alerts[0], by: "ren" }),
  });
  await page.getByRole("button", { name: "Silence…" }).click();
  await page.getByLabel(/^Reason/).fill("results are out");
  const two = page.getByText("2 alerts selected");
  await two.waitFor();
  await page.getByRole("button", { name: "Silence", exact: true }).click();
  await bar(page).getByText("Silenced 2 alerts.").waitFor();
  await until("the silences", async () => {
    const answer = (await (await fetch(`${scene.url}control/silences`)).json()) as { silences: unknown[] };
    return answer.silences.length === 2;
  });
  expect(await stateOf(alerts[1] ?? "")).toBe("silenced");
});

it("keeps a view under a name, chooses it and deletes it", async () => {
  const { page } = await browser.read(`${scene.url}#/inbox?rule=short-large&whose=all`);
  await page.getByRole("button", { name: "Save this view" }).click();
  await page.getByLabel("Name of the view").fill("Large shorts");
  await page.keyboard.press("Enter");
  await page.evaluate("location.hash = '#/inbox'");
  await page.reload();
  const views = page.getByRole("list", { name: "Saved views" });
  await views.getByRole("link", { name: "Large shorts" }).click();
  await until("its filters", () => /rule=short-large&whose=all$/.test(page.url()));
  expect(await views.locator("[aria-current=true]").textContent()).toBe("Large shorts");
  await views.getByRole("button", { name: "Delete the view Large shorts" }).click();
  await views.waitFor({ state: "detached" });
});

it("finds stocks, rules and alerts in one field, walked by the arrow keys", async () => {
  const { page, findings } = await browser.read(`${scene.url}#/deliveries`);
  await page.locator("main h2").first().waitFor();
  await press(page, "/");
  await page.keyboard.type("霧笛");
  const field = page.getByRole("combobox", { name: /^Search/ });
  const group = (name: string) => page.getByRole("group", { name });
  await group("Stocks").getByRole("option").first().waitFor();
  await group("Open alerts").getByRole("option").first().waitFor();
  await press(page, "ArrowUp");
  expect(await page.locator("[role=option][aria-selected=true]").textContent()).toContain(
    "Search resolved alerts",
  );
  await press(page, "ArrowDown");
  expect(await field.getAttribute("aria-activedescendant")).toBe(
    await page.locator("[role=option][aria-selected=true]").getAttribute("id"),
  );
  expect(await findings()).toEqual([]);
  await field.fill("short-large");
  await group("Rules")
    .getByRole("option", { name: /short-large/ })
    .click();
  await until("the rule", () => page.url().endsWith("#/rules/short-large"));
  await press(page, "/");
  await page.keyboard.type("7203");
  await group("Stocks").getByRole("option", { name: /7203/ }).waitFor();
  await press(page, "Enter");
  await until("the stock", () => page.url().endsWith("#/stock/7203"));
});

it("leads to an alert with its life and why it came, where it can be ended, and to the history behind that", async () => {
  const reader = await signed("inbox?whose=rest&rule=ranking-top-ten");
  const { page } = reader;
  await page.locator(".rows a.title").first().click();
  await page.getByRole("heading", { name: "Timeline" }).waitFor();
  const title = (await page.locator("article h2").textContent())?.replace(/^\S+ /, "") ?? "";
  await page.getByLabel("Reason").fill("seen <b>at the desk</b>");
  await page.getByRole("button", { name: "Resolve" }).click();
  await page.getByText("resolved by hand by Aoi: seen <b>at the desk</b>").waitFor();
  await page.getByRole("link", { name: "History" }).click();
  await page.locator(".ended").getByRole("link", { name: title, exact: true }).first().waitFor();
  expect(reader.alarms).toEqual([]);
});
