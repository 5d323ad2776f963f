import { readdirSync, readFileSync } from "node:fs";
import { build } from "esbuild";
import { describe, expect, it } from "vitest";
import { ofAlert, sourceLine } from "../../../src/web/items.ts";

const folder = new URL("../../../src/web/", import.meta.url);
const scripts = readdirSync(folder).filter((name) => name.endsWith(".ts"));
const read = (name: string) => readFileSync(new URL(name, folder), "utf8");

describe("The page", () => {
  it("bundles for browsers with nothing of node in it", async () => {
    const entry = new URL("page.ts", folder).pathname;
    const bundled = await build({
      entryPoints: [entry],
      bundle: true,
      // As build.mjs does: browsers have a WebSocket of their own.
      external: ["ws"],
      platform: "browser",
      format: "esm",
      write: false,
      metafile: true,
      logLevel: "silent",
    });
    const inputs = Object.keys(bundled.metafile.inputs);
    expect(inputs.length).toBeGreaterThan(5);
    expect(inputs.filter((input) => !/src\/(web|client|lib)\//.test(input))).toEqual([]);
  });

  it("has every element that its script asks for", () => {
    const html = read("index.html");
    const asked = [...read("page.ts").matchAll(/element\("([\w-]+)"/g)].map(([, id]) => id);
    expect(asked.length).toBeGreaterThan(5);
    expect(asked.filter((id) => !html.includes(`id="${id}"`))).toEqual([]);
  });

  it("tells times by Japan's clock, not by the reader's", () => {
    for (const name of scripts)
      expect(read(name)).not.toMatch(/toLocale\w*String|getHours|getTimezoneOffset/);
    const told = {
      state: "failing",
      reason: "timeout",
      since: "2026-11-20T08:31:02.123Z",
      late: { day: "2026-11-20" },
    };
    expect(sourceLine("margin-alerts", told)).toBe(
      "margin-alerts: failing (timeout, since 2026-11-20 17:31:02 JST), the publication of 2026-11-20 is late",
    );
  });

  it("names the watchlists of an alert's stock", () => {
    expect(ofAlert({ rule: "short-large", watchlists: ["mine", "core"] }, "7203")).toBe(
      "short-large · 7203 · on mine, core",
    );
    expect(ofAlert({ rule: "short-large" }, "9984")).toBe("short-large · 9984");
  });

  it("makes no HTML out of text, and needs nothing that its policy forbids", () => {
    for (const name of scripts) {
      expect(read(name)).not.toMatch(/innerHTML|outerHTML|insertAdjacentHTML|document\.write|eval\(/);
    }
    expect(read("index.html")).not.toMatch(/ style=| on\w+=|<script>|<style|https?:/);
  });
});
