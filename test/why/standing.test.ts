import { expect, it } from "vitest";
import { createScene, report } from "./scene.ts";

it("shows the values that stood at the event, and not those of now", async () => {
  const scene = createScene(`standing:
  total: { of: short-sale-reports, sum: now.ratio, by: now.code }
rules:
  - name: test
    on: short.report.increased
    when: standing.total > 3 && latest.marginAlerts[now.code].shortRatio > 1
    title: "{{ standing.total }}"
`);
  const stands = (source: string, key: string, now: object) => ({
    source,
    key,
    item: { subject: "7203", now: { ...now } },
  });
  scene.withStore("2026-01-05T09:00", (store) =>
    store.commit({
      ...{ entries: [], cooldowns: [], mails: [] },
      silent: [
        { source: "short-sale-reports", isKnown: true },
        stands("short-sale-reports", "7203|Other|", { code: "7203", ratio: 1.1 }),
        stands("margin-alerts", "7203", { code: "7203", shortRatio: 0.5 }),
      ],
    }),
  );
  scene.at("2026-01-06T18:00", report(0.7));
  scene.at("2026-01-07T18:00", report(2.4));
  const valuesAt = async (time: string) => {
    const answer = await scene.silent("7203", `${time}:00+09:00`);
    const parts = JSON.stringify(answer).matchAll(/"text":"((?:standing|latest)[^"]*)","value":([0-9.]+)/g);
    return [...parts].map(([, field, value]) => `${field?.replaceAll("\\", "")} ${value}`);
  };
  const listed = "latest.marginAlerts[now.code].shortRatio 0.5";
  expect(await valuesAt("2026-01-06T19:00")).toEqual(["standing.total 1.8", listed]);
  expect(await valuesAt("2026-01-07T19:00")).toContain("standing.total 3.5");
});

it("shows who was largest before the event, and who is", async () => {
  const scene = createScene(`standing:
  first: { of: short-sale-reports, largest: now.ratio, by: now.code }
rules:
  - name: test
    on: short.report.increased
    when: standing.first.now.seller != standing.first.was.seller && now.ratio > 9
    title: "{{ standing.first.now.seller }}"
`);
  const other = { code: "7203", seller: "Other", ratio: 1.1 };
  scene.withStore("2026-01-05T09:00", (store) =>
    store.commit({
      ...{ entries: [], cooldowns: [], mails: [] },
      silent: [
        { source: "short-sale-reports", isKnown: true },
        { source: "short-sale-reports", key: "7203|Other|", item: { subject: "7203", now: other } },
      ],
    }),
  );
  scene.at("2026-01-06T18:00", report(0.7));
  scene.at("2026-01-07T18:00", report(2.4));
  scene.at("2026-01-08T18:00", report(2.5));
  const { seller } = report(1).data.now;
  const whoAt = async (day: string) => {
    const answer = JSON.stringify(await scene.silent("7203", `${day}T19:00:00+09:00`));
    return [...answer.matchAll(/"text":"standing.first.(now|was).seller","value":"([^"]*)"/g)].map(
      ([, state, who]) => `${state} ${who}`,
    );
  };
  expect(await whoAt("2026-01-06")).toEqual(["now Other", "was Other"]);
  expect(await whoAt("2026-01-07")).toEqual([`now ${seller}`, "was Other"]);
  expect(await whoAt("2026-01-08")).toEqual([`now ${seller}`, `was ${seller}`]);
});

it("asks conditions of an event as the rule did, with what stood before the first event of the key", async () => {
  const scene = createScene(`rules:
  - name: test
    on: short.report.increased
    by: now.code
    unseen: { of: now.seller }
    title: "{{ now.ratio }}"
`);
  const { now } = report(2.2).data;
  const key = `7203|${now.seller}|`;
  scene.withStore("2026-01-05T09:00", (store) =>
    store.commit({
      ...{ entries: [], cooldowns: [], mails: [] },
      silent: [
        { source: "short-sale-reports", isKnown: true },
        {
          ...{ source: "short-sale-reports", key },
          item: { subject: "7203", now, published: "2026-01-05" },
        },
      ],
    }),
  );
  scene.at("2026-01-06T18:00", report(2.3));
  const { latest } = await scene.silent("7203", "2026-01-06T19:00:00+09:00");
  expect(latest?.verdict.conditions).toMatchObject([
    { holds: false, before: { value: now.seller, at: "2026-01-04T15:00:00.000Z" } },
  ]);
});
