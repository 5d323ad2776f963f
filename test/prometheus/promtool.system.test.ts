/** Prometheus's own tool on what Yagura gives it: the metrics of a running monitor, and the alert file. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { parse, stringify } from "yaml";
import { tmpFolder } from "../support/tmp-folder.ts";
import { promtool } from "./promtool.ts";
import { runningMonitor } from "./running-metrics.ts";

const home = join(import.meta.dirname, "../..");
const alertFile = join(home, "config/prometheus/alerts.yml");
const alertTests = join(import.meta.dirname, "alerts.test.yml");

interface AlertFile {
  readonly groups: readonly {
    readonly rules: readonly { readonly alert: string; readonly expr: string }[];
  }[];
}

interface AlertTests {
  readonly tests: readonly {
    readonly promql_expr_test?: readonly {
      readonly expr: string;
      readonly exp_samples: readonly unknown[];
    }[];
  }[];
}

test("the metrics of a running monitor are right, and nothing about their names is odd", async () => {
  const { text } = await runningMonitor();
  expect(promtool(["check", "metrics"], await text())).toEqual({ status: 0, said: "" });
});

test("what is wrong with metrics is found", () => {
  const { status, said } = promtool(["check", "metrics"], "# TYPE a counter\na 1\n");
  expect(status).not.toBe(0);
  expect(said).toContain("_total");
});

describe("the alert file", () => {
  test("is right", () => {
    expect(promtool(["check", "rules", alertFile])).toMatchObject({ status: 0 });
  });

  test("fires when it should, and else is silent", () => {
    const { status, said } = promtool(["test", "rules", alertTests]);
    expect(said).toContain("SUCCESS");
    expect(status).toBe(0);
  });

  test("has for each alert a time when it fires and one when it is silent", () => {
    const { groups } = parse(readFileSync(alertFile, "utf8")) as AlertFile;
    const { tests } = parse(readFileSync(alertTests, "utf8")) as AlertTests;
    const looks = tests.flatMap(({ promql_expr_test: own = [] }) => own);
    const names = groups.flatMap(({ rules }) => rules.map(({ alert }) => alert));
    expect(names.length).toBeGreaterThan(10);
    for (const name of names) {
      const own = looks.filter(({ expr }) => expr.includes(`"${name}"`));
      expect([name, own.map(({ exp_samples: samples }) => samples.length > 0).sort()]).toEqual([
        name,
        expect.arrayContaining([false, true]),
      ]);
    }
  });
});

test("the queries of the dashboard are queries that Prometheus reads", () => {
  const { panels } = JSON.parse(readFileSync(join(home, "config/grafana/yagura.json"), "utf8")) as {
    readonly panels: readonly { readonly targets?: readonly { readonly expr: string }[] }[];
  };
  const shown = panels.flatMap(({ targets = [] }) => targets);
  const rules = shown.map(({ expr }, at) => ({
    record: `shown_${at}`,
    expr: expr.replaceAll("$__rate_interval", "5m").replaceAll("$instance", ".*"),
  }));
  const file = join(tmpFolder(), "shown.yml");
  writeFileSync(file, stringify({ groups: [{ name: "shown", rules }] }));
  const { status, said } = promtool(["check", "rules", file]);
  expect(said).toContain(`SUCCESS: ${shown.length} rules found`);
  expect(status).toBe(0);
});
