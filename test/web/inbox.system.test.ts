/** The inbox and the view of one alert, as people use them. */
import { expect, it } from "vitest";
import { until } from "../support/until.ts";
import { useBrowser } from "./support/browser.ts";
import { useScene } from "./support/scene.ts";

const browser = useBrowser();
const scene = useScene({ alerts: 10 });

it("shows the gravest first and keeps its filters in the address, so that a view can be shared", async () => {
  const { page } = await browser.read(scene.url);
  await page.locator(".rows li").first().waitFor();
  const marks = await page.locator(".rows .mark").allTextContents();
  const order = ["Critical", "Warning", "Info"];
  expect(marks).toEqual(marks.toSorted((one, other) => order.indexOf(one) - order.indexOf(other)));
  await page.getByRole("combobox", { name: "Severity" }).selectOption("info");
  await until("the address", () => page.url().includes("severity=info"));
  const shared = await browser.read(page.url());
  await shared.page.locator(".rows li").first().waitFor();
  expect(new Set(await shared.page.locator(".rows .mark").allTextContents())).toEqual(new Set(["Info"]));
  await shared.page.getByLabel("Text").fill("no alert says this");
  await shared.page.getByText("No open alert is like that.").waitFor();
});

it("leads to an alert with its life and why it came, where it can be ended, and to the history behind that", async () => {
  const reader = await browser.read(scene.url);
  const { page } = reader;
  await page.getByRole("combobox", { name: "Source" }).selectOption("short-sale-reports");
  await page.locator(".rows a.title").first().click();
  await page.getByRole("heading", { name: "Its life" }).waitFor();
  const title = (await page.locator("article h2").textContent())?.replace(/^\S+ /, "") ?? "";
  await page.getByRole("heading", { name: "The rule" }).waitFor();
  await page.getByLabel("Your name").fill("Aoi");
  await page.getByLabel("Reason").fill("seen <b>at the desk</b>");
  await page.getByRole("button", { name: "End" }).click();
  await page.getByText("ended by hand by Aoi: seen <b>at the desk</b>").waitFor();
  await page.getByRole("link", { name: "History" }).click();
  await page.locator(".ended").getByRole("link", { name: title, exact: true }).first().waitFor();
  expect(reader.alarms).toEqual([]);
});

it("moves an alert that somebody knows of to those that are known", async () => {
  const { page } = await browser.read(scene.url, { language: "ja", width: 390 });
  const first = page.locator(".rows li").first();
  const title = (await first.locator("a.title").textContent()) ?? "";
  await first.getByRole("button", { name: "確認する" }).click();
  await page.evaluate("location.hash = '#/inbox?state=acknowledged'");
  await page.locator(".rows li").getByRole("link", { name: title }).waitFor();
  expect(await page.locator(".rows .state").allTextContents()).toContain("確認済み");
});
