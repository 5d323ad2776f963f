/** The section `alerts` and the public address, as a config file has them. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { loadConfig } from "../../src/config/load-config.ts";
import { settingMistakes } from "../../src/files/check-files.ts";

function load(text: string, environment: Record<string, string> = {}) {
  const loaded = loadConfig("/nowhere/config/monitor.yaml", environment, { text });
  if (!loaded.ok) throw new Error(JSON.stringify(loaded.problems));
  return loaded.config;
}

describe("the public address", () => {
  it.each([
    ["https://yagura.example.com", "https://yagura.example.com"],
    ["https://yagura.example.com/", "https://yagura.example.com"],
    ["https://desk.example.com/yagura//", "https://desk.example.com/yagura"],
    ["http://192.0.2.7:8080", "http://192.0.2.7:8080"],
  ])("%s is %s", (written, meant) => {
    expect(load(`publicUrl: ${written}`).publicUrl).toBe(meant);
  });

  it.each([
    "yagura.example.com",
    "ftp://yagura.example.com",
    "https://yagura.example.com/#top",
    "https://desk:secret@yagura.example.com",
    "https://",
  ])("%s is refused", (written) => {
    const loaded = loadConfig("/nowhere/monitor.yaml", {}, { text: `publicUrl: "${written}"` });
    expect(loaded).toMatchObject({ ok: false, problems: [{ line: 1, column: 12 }] });
  });

  it("may come from the environment", () => {
    // biome-ignore lint/suspicious/noTemplateCurlyInString: as it is written in the settings
    const { publicUrl } = load('publicUrl: "${PAGE}"', { PAGE: "https://yagura.example.com/" });
    expect(publicUrl).toBe("https://yagura.example.com");
  });
});

describe("the section `alerts` of the settings that ship", () => {
  const shipped = join(import.meta.dirname, "../../config/monitor.yaml");
  const text = readFileSync(shipped, "utf8");
  const lines = text.split("\n");
  const first = lines.indexOf("# alerts:");
  const last = lines.findIndex((line) => line.startsWith("# publicUrl:"));
  const uncommented = lines.map((line, at) => (at >= first && at <= last ? line.slice(2) : line)).join("\n");

  it("is a comment, and good settings without the signs before it", () => {
    expect([first > 0, last > first]).toEqual([true, true]);
    const loaded = loadConfig(shipped, {}, { text: uncommented });
    if (!loaded.ok) throw new Error(JSON.stringify(loaded.problems));
    expect(loaded.config.alerts?.routes).toHaveLength(4);
    expect(loaded.config.publicUrl).toBe("https://yagura.example.com");
    expect(settingMistakes(loaded.config, loaded.locate)).toEqual([]);
  });
});

describe("the section `alerts`", () => {
  it("is not there without being written, and has its defaults where it is", () => {
    expect(load("").alerts).toBeUndefined();
    expect(load("alerts: {}").alerts).toEqual({
      ...{ resolveAfter: { ms: 86_400_000 }, receivers: {}, routes: [], inhibit: [], windows: [] },
    });
    expect(load("alerts: { brake: {} }").alerts?.brake).toEqual({ times: 10, atLeast: 20 });
  });

  it("is plain data, which threads may be given", () => {
    const { alerts } = load(`alerts:
  receivers: { "email:desk": { hours: [{ between: ["07:30", "22:00"] }, { except: ["2026-12-30"] }] } }
  routes: [{ match: rule=short-*, groupBy: [rule], wait: 5m, repeat: 1bd }, { digest: [before-open, "12:40"] }]
  windows: [{ name: lunch, between: ["11:30", "12:30"] }]
  inhibit: [{ source: rule=a, target: rule=b, equal: [source] }]`);
    expect(structuredClone(alerts)).toEqual(alerts);
    expect(alerts?.routes[0]).toMatchObject({ wait: 300_000, repeat: { tradingDays: 1 }, on: "every-day" });
  });

  it("takes values from the environment, and matchers with them", () => {
    const [cap, rule] = ["CAP", "RULE"].map((name) => `$\{${name}}`);
    const text = `alerts: { receivers: { email:desk: { cap: { hour: "${cap}" } } }, routes: [{ match: "rule=${rule}" }] }`;
    const { alerts } = load(text, { CAP: "6", RULE: "short-*" });
    expect(alerts?.receivers["email:desk"]?.cap).toEqual({ hour: 6 });
    expect(alerts?.routes[0]?.match).toBe("rule=short-*");
  });
});
