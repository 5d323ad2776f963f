/** Addresses of receivers in what the page asks about lost mails: whole for operators, masked for whoever may only read. */
import { expect, test } from "vitest";
import { requireConfig } from "../../src/files/check-files.ts";
import type { EventDraft } from "../../src/model/event.ts";
import type { BenchTryAnswer } from "../../src/model/page/bench.ts";
import { alertCall } from "../../src/page/alert.ts";
import { changesCall } from "../../src/page/changes.ts";
import type { PageParts } from "../../src/page/page-call.ts";
import { createAnswering } from "../../src/why/ask.ts";
import { until } from "../support/until.ts";
import { createScene } from "../why/scene.ts";
import { filesScene } from "./files-scene.ts";

const address = "trader@example.com";
const lost: EventDraft = {
  ...{ type: "mail.failed", source: "/outputs/email", subject: address },
  data: {
    now: {
      ...{ alert: "", rule: "large", title: "x", address, reason: "refused", attempts: 1 },
      message: `550 <${address}> is unknown`,
    },
  },
};
const rule = "rules:\n  - { name: lost, on: mail.failed, title: A mail was lost }\n";

test("an alert about a lost mail, and what its event changed, has no address for readers", async () => {
  const scene = createScene(rule);
  scene.at("2026-01-05T17:30", lost);
  const asked = (call: typeof alertCall, query: Record<string, string>, mayAct: boolean) =>
    scene.withStore("2026-01-09T09:00", async (store) => {
      const quietedNow = () => () => undefined;
      const parts = { config: { recordSources: [] }, store, now: () => 0, quietedNow };
      const route = call(parts as unknown as PageParts);
      const { body } = await route.answer({ query: new URLSearchParams(query), body: undefined, mayAct });
      return JSON.stringify((body as { rows?: unknown; events?: unknown }).rows ?? body);
    });
  for (const [call, query] of [
    [alertCall, { id: "2", language: "en" }],
    [changesCall, { events: "1", language: "en" }],
  ] as const) {
    expect(await asked(call, query, true)).toContain(address);
    const shown = await asked(call, query, false);
    expect(shown).toContain("t***@example.com");
    expect(shown).not.toContain("trader");
  }
});

test("why an alert came is answered to readers from entries without addresses", async () => {
  const scene = createScene(rule);
  scene.at("2026-01-05T17:30", lost);
  const answer = createAnswering(requireConfig(scene.config, {}));
  const said = async (isMasked: boolean) =>
    JSON.stringify(await answer({ alert: "1" }, { now: Date.parse("2026-01-09"), isMasked, progress() {} }));
  expect(await said(false)).toContain(address);
  expect(await said(true)).not.toContain("trader");
  expect(await said(true)).toContain("t***@example.com");
});

test("a rule that a reader tries on the log reads no address", async () => {
  const scene = filesScene({ "rules/a.yaml": rule });
  scene.tell(lost);
  const tried = async (post: typeof scene.post) => {
    const text = `name: tried\non: mail.failed\nwhen: now.address.startsWith('tr')\ntitle: "{{ now.address }}"`;
    const { body } = await post<{ id: string }>("/api/bench/try", { text, over: "log", since: "9d" });
    return until("the end of the try", async () => {
      const said = (await scene.get<BenchTryAnswer>(`/api/bench/try?id=${body.id}`)).body;
      return said.state === "done" && said.result;
    });
  };
  expect(await tried(scene.post)).toMatchObject({ edited: { alerts: 1 } });
  expect(await tried(scene.readerPost)).toMatchObject({ events: 5, edited: { alerts: 0 } });
});
