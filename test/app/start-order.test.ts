/** The order in which a monitor starts, seen from outside. */
import { once } from "node:events";
import { appendFileSync, mkdirSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { startMonitor } from "../../src/app.ts";
import { startFiles } from "../../src/files/start-files.ts";
import { openStoreReader } from "../../src/store/reader.ts";
import { tmpFolder } from "../support/tmp-folder.ts";

function written(port: number) {
  const folder = tmpFolder();
  mkdirSync(join(folder, "rules"));
  writeFileSync(join(folder, "rules/one.yaml"), "rules: [{ name: any, on: short.report.*, title: any }]\n");
  const config = join(folder, "monitor.yaml");
  const text = `rules: rules\nstate: state.db\nfeed: { port: ${port} }\nlog: { level: silent }\n`;
  writeFileSync(config, text);
  for (const name of ["index.html", "page.js", "page.css"]) writeFileSync(join(folder, name), "");
  return { config, folder };
}

test("where an output cannot start nothing is told, and the port is said", async () => {
  const other = createServer().listen(0, "127.0.0.1");
  await once(other, "listening");
  onTestFinished(() => void other.close());
  const { port } = other.address() as AddressInfo;
  const { config, folder } = written(port);
  await expect(startMonitor(config, {}, { webFolder: folder })).rejects.toThrow(
    `127.0.0.1:${port} is in use: stop what listens there, or set feed.port`,
  );
  const reader = openStoreReader(join(folder, "state.db"));
  onTestFinished(reader.close);
  expect(reader.log.head()).toBe(0);
});

test("once it is ready its port answers with the figures of every output", async () => {
  const { config, folder } = written(0);
  const monitor = await startMonitor(config, {}, { webFolder: folder });
  onTestFinished(monitor.stop);
  const text = await (await fetch(new URL("/metrics", monitor.ready.page))).text();
  for (const name of ["feed_connections", "wrong_tokens_total", 'deliveries{output="email",state="waiting"}'])
    expect(text).toContain(`\nyagura_${name} 0\n`);
});

test("rules that ran before with the same settings are linted behind the start, others before it", async () => {
  const { config, folder } = written(0);
  const example = "{ fires: { type: short.report.opened, now: { ratio: 1 } } }";
  const failing = `rules: [{ name: any, on: short.report.*, title: any, when: now.ratio > 5, examples: [${example}] }]\n`;
  writeFileSync(join(folder, "rules/one.yaml"), failing);
  const warning = expect.objectContaining({ severity: "warning", line: 1 });
  const first = await startFiles(config, {});
  expect([first.warnings, first.lint]).toEqual([[warning], undefined]);
  const monitor = await startMonitor(config, {}, { webFolder: folder });
  await monitor.stop();

  const again = await startFiles(config, {});
  expect(again.warnings).toEqual([]);
  const steps = again.lint?.();
  let step = steps?.next();
  while (step?.done === false) step = steps?.next();
  expect(step?.value).toEqual([warning]);

  appendFileSync(join(folder, "rules/one.yaml"), "# edited\n");
  expect((await startFiles(config, {})).warnings).toEqual([warning]);
  writeFileSync(join(folder, "rules/one.yaml"), failing);
  appendFileSync(config, "# other settings\n");
  expect((await startFiles(config, {})).warnings).toEqual([warning]);
});
