/** The frame of the page: how it says that it is behind, what it keeps, and what it says of an unknown address. */
import { rmSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { until } from "../support/until.ts";
import { useBrowser } from "./support/browser.ts";
import { commentRule, useScene } from "./support/scene.ts";

const browser = useBrowser();
const scene = useScene({ rules: commentRule });

it("says since when it is behind while the monitor is away, and goes on without a reload", async () => {
  const { page } = await browser.read(scene.url);
  await page.getByText("live", { exact: true }).waitFor();
  await page.locator(".rows li").first().waitFor();
  await page.evaluate("window.sameDocument = true");
  await scene.stop();
  await page.getByText(/^behind since \d\d:\d\d:\d\d, trying again$/).waitFor();
  expect(await page.locator(".rows li").count()).toBeGreaterThan(0);
  await scene.start();
  await page.getByText("live", { exact: true }).waitFor();
  expect(await page.evaluate("window.sameDocument")).toBe(true);
});

it("begins anew with another database, and says what is gone until one takes note of it", async () => {
  const { page } = await browser.read(scene.url);
  await page.locator(".rows li").first().waitFor();
  await scene.stop();
  for (const end of ["", "-wal", "-shm", ".told"])
    rmSync(join(scene.folder, `data/yagura.db${end}`), { force: true });
  await scene.start();
  const missed = page.getByRole("alert").filter({ hasText: "no longer stored" });
  await missed.waitFor();
  await missed.getByRole("button").click();
  await until("nothing to note", async () => (await missed.count()) === 0);
  await page.getByText("live", { exact: true }).waitFor();
});

it("keeps the language and the colours that one chose", async () => {
  const { page } = await browser.read(scene.url);
  await page.getByText("Settings", { exact: true }).click();
  await page.getByRole("combobox", { name: "Theme" }).selectOption("dark");
  await page.getByRole("button", { name: "日本語" }).click();
  await page.getByRole("heading", { name: "継続中のアラート" }).waitFor();
  await page.reload();
  await page.getByRole("heading", { name: "継続中のアラート" }).waitFor();
  expect(
    await page.evaluate("[document.documentElement.lang, document.documentElement.dataset.theme]"),
  ).toEqual(["ja", "dark"]);
});

it("closes the settings where one goes on elsewhere, and by Escape", async () => {
  const { page } = await browser.read(scene.url);
  const theme = page.getByRole("combobox", { name: "Theme" });
  const settings = page.getByText("Settings", { exact: true });
  await settings.click();
  await theme.waitFor();
  await page.getByRole("heading", { name: "Open alerts" }).click();
  await theme.waitFor({ state: "hidden" });
  await settings.click();
  await theme.focus();
  await page.keyboard.press("Escape");
  await theme.waitFor({ state: "hidden" });
  expect(await page.evaluate("document.activeElement?.tagName")).toBe("SUMMARY");
});

it("shows answers that take longer than it waits to ask again, and asks for one at a time", async () => {
  const { page } = await browser.read(scene.url);
  let [asked, most] = [0, 0];
  await page.route(/\/api\/sources$/, async (route) => {
    asked += 1;
    most = Math.max(most, asked);
    await new Promise((resolve) => setTimeout(resolve, 6_000));
    asked -= 1;
    await route.continue().catch(() => {});
  });
  await page.evaluate("location.hash = '#/sources'");
  await page.getByRole("link", { name: "forum-ranking" }).waitFor();
  expect(most).toBe(1);
});

it("has a menu for the telephone, which closes once a view is chosen", async () => {
  const { page } = await browser.read(scene.url, { width: 390 });
  const nav = page.getByRole("navigation", { name: "Views" });
  expect(await nav.getByRole("link").count()).toBe(0);
  await nav.getByRole("button", { name: "Menu" }).click();
  await nav.getByRole("link", { name: "History" }).click();
  await page.getByRole("heading", { name: "Resolved alerts" }).waitFor();
  await until("a closed menu", async () => (await nav.getByRole("link").count()) === 0);
});

it("says that it has no such view, and leads back", async () => {
  const { page } = await browser.read(`${scene.url}#/nowhere`);
  await page.getByRole("heading", { name: "This view does not exist." }).waitFor();
  await page.getByRole("link", { name: "Open alerts" }).click();
  await page.getByRole("heading", { name: "Open alerts" }).waitFor();
});

it("can be installed, and keeps its own files and no data for when the monitor is away", async () => {
  const { page, context } = await browser.read(scene.url);
  await page.evaluate("navigator.serviceWorker.ready");
  const manifest = (await page.evaluate("fetch('manifest.webmanifest').then((one) => one.json())")) as {
    icons: { src: string }[];
  };
  for (const { src } of manifest.icons)
    expect(await page.evaluate(`fetch(${JSON.stringify(src)}).then(({ ok }) => ok)`)).toBe(true);
  await page.reload();
  await page.locator(".rows li").first().waitFor();
  const kept = (await page.evaluate(
    "caches.open('yagura-page').then((cache) => cache.keys()).then((keys) => keys.map(({ url }) => new URL(url).pathname))",
  )) as string[];
  expect(kept).toContain("/");
  expect(kept.filter((path) => path !== "/" && !path.startsWith("/assets/"))).toEqual([]);
  await context.setOffline(true);
  await page.reload();
  await page.getByRole("heading", { name: "櫓 Yagura" }).waitFor();
});
