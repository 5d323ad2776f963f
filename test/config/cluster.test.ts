/** The section `cluster`: what it is read as, what is warned of, and that a machine with it never goes on alone. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { createReload } from "../../src/app/operating/reload.ts";
import { loadConfig } from "../../src/config/load-config.ts";
import { settingWarnings } from "../../src/files/check-files.ts";
import { formatProblem } from "../../src/lib/problem.ts";
import { inJapanese } from "../../src/model/messages/in-japanese.ts";
import { tmpFolder } from "../support/tmp-folder.ts";

const servers = [1, 2, 3].map((host) => `nats://10.0.0.${host}:4222`);
const here = servers.map((_, index) => `nats://127.0.0.1:${4222 + index}`);
const section = (nats: readonly string[], more = "") =>
  `cluster: { nats: [${nats.map((one) => `"${one}"`).join(", ")}], name: tokyo-1${more} }\n`;

function load(text: string, environment = {}, folder = tmpFolder()) {
  const loaded = loadConfig(join(folder, "monitor.yaml"), environment, { text });
  if (!loaded.ok) throw new Error(JSON.stringify(loaded.problems));
  return loaded;
}

describe("the section", () => {
  it("is nothing where it is left out", () => {
    expect(load("").config.cluster).toBeUndefined();
  });

  it("names files beside the settings, and a machine by its environment", () => {
    const folder = tmpFolder();
    const text = [
      "cluster:",
      "  nats: [tls://nats-1.desk.co.jp:4222]",
      "  credentials: yagura.creds",
      "  ca: /etc/ssl/ca.pem",
      `  name: "\${YAGURA_NAME}"`,
      `  replicas: "\${REPLICAS:-1}"`,
    ].join("\n");
    expect(load(text, { YAGURA_NAME: "osaka-2" }, folder).config.cluster).toEqual({
      nats: ["tls://nats-1.desk.co.jp:4222"],
      credentials: join(folder, "yagura.creds"),
      ca: "/etc/ssl/ca.pem",
      name: "osaka-2",
      replicas: 1,
    });
    expect(load(section(servers)).config.cluster?.replicas).toBe(3);
  });
});

describe("a warning", () => {
  const jwt = "-----BEGIN NATS USER JWT-----\neyJ0\n------END NATS USER JWT------\n";
  const seed = "-----BEGIN USER NKEY SEED-----\nSUAB\n------END USER NKEY SEED------\n";

  function warned(text: string, files: Readonly<Record<string, readonly [text: string, mode: number]>> = {}) {
    const folder = tmpFolder();
    for (const [name, [content, mode]] of Object.entries(files))
      writeFileSync(join(folder, name), content, { mode });
    const { config, locate } = load(text, {}, folder);
    const warnings = settingWarnings(config, locate);
    for (const { message, suggestion } of warnings)
      for (const said of [message, suggestion ?? message]) expect(inJapanese(said)).toMatch(/[ぁ-ん]/);
    return warnings.map((one) => formatProblem(one));
  }

  const credentials = ", credentials: yagura.creds";

  it.each([
    ["servers of this machine alone", here, "", []],
    ["one address for one copy", here.slice(2), ", replicas: 1", []],
    ["two addresses for three copies", here.slice(1), "", ["kept by 3 servers, and this names 2"]],
    [
      "servers that ask nobody, encrypted or not",
      ["tls://127.0.0.1", "tls://nats.desk.co.jp", "tls://127.0.0.2"],
      "",
      [":38: warning: whoever reaches this server reads and writes everything"],
    ],
  ] as const)("is made of %s, if at all", (_, nats, more, expected) => {
    expect(warned(section(nats, more))).toEqual(expected.map((part) => expect.stringContaining(part)));
  });

  it.each([
    ["nobody else may read", [jwt + seed, 0o600], []],
    ["their group may read", [jwt + seed, 0o640], []],
    ["everybody may read", [jwt + seed, 0o644], ["every user of this machine can read the credentials"]],
    ["have no seed", [jwt, 0o600], ["these are no credentials of NATS"]],
  ] as const)("is made of credentials that %s, if at all", (_, file, expected) => {
    const found = warned(section(servers, credentials), { "yagura.creds": file });
    expect(found).toEqual(expected.map((part) => expect.stringContaining(part)));
  });

  it("is made of files that are not there, or hold something else", () => {
    const secure = servers.map((one) => one.replace("nats:", "tls:"));
    const lost = "no machine of a cluster starts without this file: there is no such file";
    expect(warned(section(servers, credentials))).toEqual([expect.stringContaining(lost)]);
    const found = warned(section(secure, `${credentials}, ca: ca.pem`), {
      "yagura.creds": [jwt + seed, 0o600],
      "ca.pem": ["none", 0o644],
    });
    expect(found).toEqual([expect.stringContaining("there is no certificate (PEM) in this file")]);
  });
});

it("waits for a restart where it changes while the monitor runs", async () => {
  const folder = tmpFolder();
  const path = join(folder, "monitor.yaml");
  const { config } = load("", {}, folder);
  writeFileSync(path, section(here));
  const told: unknown[] = [];
  const log = { level: "info", info: () => {}, warn: (facts: object) => void told.push(facts) };
  const parts = { file: path, environment: {}, log: log as never };
  await createReload(parts, { current: () => ({ config }), takeRules: () => {} })();
  expect(told).toEqual([{ settings: ["cluster"] }]);
});
