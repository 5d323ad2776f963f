import { expect, test } from "vitest";
import { createMetrics } from "../../src/app/metrics.ts";

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
