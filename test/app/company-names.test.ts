/** Names of companies are read with the list of issues, and kept for mails and the page. */
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { openCompanyNames } from "../../src/app/company-names.ts";
import { createHttp } from "../../src/lib/http/http.ts";
import { createLog } from "../../src/lib/log.ts";
import { StoreError } from "../../src/model/store-faults.ts";
import { createIssueNames } from "../../src/sources/index.ts";
import { openStore } from "../../src/store/store.ts";
import { createMarketClient } from "../../src/upstreams/market/client.ts";
import { createOddities } from "../../src/upstreams/misfits.ts";
import { openWorld } from "../simulator/open-world.ts";
import { createHandClock } from "../support/hand-clock.ts";
import { tmpFolder } from "../support/tmp-folder.ts";

const urls = (market: string, forum: string) =>
  ({ upstreams: { market: { url: market }, forum: { url: forum } } }) as Parameters<
    typeof openCompanyNames
  >[0]["config"];
const real = urls("https://market.example.com/v2", "https://forum.example.com");
const log = createLog("silent");
const names = new Map([
  ["9901", { name: "架空電機", nameEnglish: "Example Electric" }],
  ["9902", { name: "架空薬品" }],
]);

test.each(["documented", "observed"] as const)(
  "the names of the %s service, in both languages, outlive the monitor",
  async (dialect) => {
    const { simulator } = await openWorld({ dialect });
    const client = createMarketClient({ url: simulator.marketUrl, apiKey: "k", http: createHttp() });
    const path = join(tmpFolder(), "yagura.db");
    const store = openStore(path, { now: () => 0 });
    const config = urls("simulated", "simulated");
    const companies = openCompanyNames({ config, meta: store.meta, log });
    const read = createIssueNames(client, () => "2026-03-02", createHandClock(), companies);
    const nameOf = await read(new AbortController().signal, createOddities());
    expect(nameOf("1301")).toBe("凪浦水産");
    await simulator.close();
    store.close();
    const again = openStore(path, { now: () => 0 });
    onTestFinished(again.close);
    const kept = openCompanyNames({ config, meta: again.meta, log }).shown();
    expect(kept.get("1301")).toEqual({ name: "凪浦水産", nameEnglish: "Nagiura Fisheries" });
    expect(kept.size).toBeGreaterThan(100);
  },
);

test("names of another service are not known, and made-up ones are not shown beside real forums", () => {
  const lines = new Map<string, string>();
  const meta = {
    get: (key: string) => lines.get(key),
    set: (key: string, text: string) => void lines.set(key, text),
  };
  const open = (config: typeof real) => openCompanyNames({ config, meta, log });
  open(real).keep(names);
  expect(open(real).shown()).toEqual(names);
  expect(open(urls("https://other.example.com/v2", "https://forum.example.com")).known().size).toBe(0);
  const mixed = open(urls("simulated", "https://forum.example.com"));
  mixed.keep(names);
  expect([mixed.known().size, mixed.shown().size]).toEqual([2, 0]);
});

test("a disk that is full costs nothing but that they are kept", () => {
  const lines: string[] = [];
  const log = createLog("error", {}, { write: (line) => void lines.push(line) });
  const meta = {
    get: () => undefined,
    set: () => {
      throw new StoreError("the disk is full");
    },
  };
  const companies = openCompanyNames({ config: real, meta, log });
  companies.keep(names);
  expect(companies.shown()).toEqual(names);
  expect(lines.join("")).toContain("the names of companies could not be kept");
});
