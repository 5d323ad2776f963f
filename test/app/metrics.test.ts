import { expect, test } from "vitest";
import { createMetrics } from "../../src/app/metrics.ts";
import { StoreError } from "../../src/model/store-faults.ts";

test("a figure of an output is read when it is asked for, and a counter is not added up", async () => {
  const metrics = createMetrics({ head: () => 7, writable: () => true });
  let value = 2;
  const measure = { help: "Made up.", read: () => value };
  metrics.add([
    { ...measure, name: "yagura_waiting", kind: "gauge" },
    { ...measure, name: "yagura_seen_total", kind: "counter" },
  ]);
  await metrics.text();
  value = 3;
  const text = await metrics.text();
  expect(text).toContain("yagura_log_seq 7\n");
  expect(text).toContain("# TYPE yagura_waiting gauge\nyagura_waiting 3\n");
  expect(text).toContain("# TYPE yagura_seen_total counter\nyagura_seen_total 3\n");
});

test("what is counted by labels has a line for each, and nothing before the first", async () => {
  const metrics = createMetrics({ head: () => 0, writable: () => false });
  const before = await metrics.text();
  expect(before).toContain("# TYPE yagura_rule_overruns_total counter\n\n");
  expect(before).toContain("yagura_unwritten_total 0\n");
  metrics.overran("slow", 2);
  metrics.overran('odd "\\\n', 1);
  metrics.overran("slow", 3);
  const text = await metrics.text();
  expect(text).toContain('yagura_rule_overruns_total{rule="slow"} 5\n');
  expect(text).toContain('yagura_rule_overruns_total{rule="odd \\"\\\\\\n"} 1\n');
});

test("decisions about alerts are counted by reason, from the start for each, and not where nothing was written", async () => {
  const metrics = createMetrics({ head: () => 0, writable: () => true });
  expect(await metrics.text()).toContain('yagura_notices_total{reason="silenced"} 0\n');
  const notice = { alertSeq: 2, episodeSeq: 2, receiver: "email:desk", route: "", state: "dropped" } as const;
  const decided = { ...notice, reason: "silenced", at: 0, group: "", gravity: 1 } as const;
  const committed = {
    change: { drafts: [], batch: {} },
    remembers: false,
    limits: [],
    notices: [decided, { ...decided, alertSeq: 3 }, { ...decided, reason: "first", state: "told" } as const],
  };
  metrics.report(committed);
  metrics.report({ ...committed, error: new StoreError("the disk is full") });
  const text = await metrics.text();
  expect(text).toContain('yagura_notices_total{reason="silenced"} 2\n');
  expect(text).toContain('yagura_notices_total{reason="first"} 1\n');
  expect(text).toContain('yagura_notices_total{reason="capped"} 0\n');
});
