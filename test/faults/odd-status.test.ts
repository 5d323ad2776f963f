/** What a service can send that the HTTP library only knows by an assertion. */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { serveRaw } from "../lib/http/loopback.ts";
import { yagura } from "../support/monitor.ts";
import { tmpFolder } from "../support/tmp-folder.ts";

test("the program does not read its own bundle for the words of an assertion, which takes seconds", async () => {
  const { url } = await serveRaw((socket) => socket.write("HTTP/1.1 099 Odd\r\ncontent-length: 2\r\n\r\n{}"));
  const folder = tmpFolder();
  mkdirSync(join(folder, "rules"));
  const settings = `upstreams: { market: { url: "${url}/v2", apiKey: long-enough } }\nrules: rules\nstate: state.db\n`;
  writeFileSync(join(folder, "monitor.yaml"), settings);
  const ran = await yagura(["fetch", "market", "markets/calendar", "--config", join(folder, "monitor.yaml")]);
  expect(ran.code).toBe(1);
  expect(ran.stderr).toContain("the answer is not HTTP (an assertion of a library failed)");
});
