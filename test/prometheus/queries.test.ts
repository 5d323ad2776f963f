/** The queries of the dashboard and of the alert file: each asks for figures that a running monitor has. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { clusterMetrics, runningMonitor, type Series, seriesOf } from "./running-metrics.ts";

const config = join(import.meta.dirname, "../../config");

interface Dashboard {
  readonly panels: readonly {
    readonly id: number;
    readonly title: string;
    readonly description?: string;
    readonly gridPos: { readonly x: number; readonly y: number; readonly w: number; readonly h: number };
    readonly targets?: readonly { readonly expr: string; readonly legendFormat: string }[];
  }[];
}

const dashboard = JSON.parse(readFileSync(join(config, "grafana/yagura.json"), "utf8")) as Dashboard;
const { groups } = parse(readFileSync(join(config, "prometheus/alerts.yml"), "utf8")) as {
  groups: { rules: { expr: string }[] }[];
};

const shown = dashboard.panels.flatMap(({ targets = [] }) => targets);
const queries = [
  ...shown.map(({ expr }) => expr),
  ...groups.flatMap(({ rules }) => rules.map(({ expr }) => expr)),
];

interface Selector {
  readonly name: string;
  readonly matchers: readonly { readonly label: string; readonly how: string; readonly text: string }[];
}

/** What a query asks for: names of metrics, each with the conditions on its labels. */
function selectorsOf(query: string): Selector[] {
  const found = query.matchAll(/\b((?:yagura|process)_\w+|up)\b(?:\{([^}]*)\})?/g);
  return [...found].map(([, name = "", inner = ""]) => ({
    name,
    matchers: [...inner.matchAll(/(\w+)\s*(=~|!~|!=|=)\s*"([^"]*)"/g)].map(
      ([, label = "", how = "", text = ""]) => ({ label, how, text }),
    ),
  }));
}

/** Labels that Prometheus gives to all that it reads. */
const ofPrometheus = ["job", "instance"];
/** Series that Prometheus makes itself. */
const made = ["up"];

function isMet({ label, how, text }: Selector["matchers"][number], { labels }: Series): boolean {
  if (ofPrometheus.includes(label)) return true;
  const value = labels[label];
  if (value === undefined) return false;
  const holds = how.endsWith("~") ? new RegExp(`^(?:${text})$`).test(value) : value === text;
  return how.startsWith("!") ? !holds : holds;
}

describe("the queries of the dashboard and the alerts", () => {
  test("ask for series that a running monitor has, with labels and values that it gives", async () => {
    const series = [...(await (await runningMonitor()).series()), ...seriesOf(clusterMetrics())];
    const asked = queries.flatMap(selectorsOf).filter(({ name }) => !made.includes(name));
    expect(asked.length).toBeGreaterThan(50);
    const without = asked.filter(
      ({ name, matchers }) =>
        !series.some((one) => one.name === name && matchers.every((matcher) => isMet(matcher, one))),
    );
    expect(without).toEqual([]);
  });

  test("are all read: each has a metric, and a word that is none would be found", () => {
    for (const query of queries) expect([query, selectorsOf(query).length > 0]).toEqual([query, true]);
    expect(selectorsOf('rate(yagura_polls_total{outcome!="ok", job=~"a|b"}[5m]) / up')).toEqual([
      {
        name: "yagura_polls_total",
        matchers: [
          { label: "outcome", how: "!=", text: "ok" },
          { label: "job", how: "=~", text: "a|b" },
        ],
      },
      { name: "up", matchers: [] },
    ]);
  });
});

describe("the dashboard", () => {
  test("and the alerts use every metric but these", async () => {
    const series = await (await runningMonitor()).series();
    const base = (name: string) => name.replace(/_(bucket|sum|count)$/, "");
    const used = new Set(queries.flatMap(selectorsOf).map(({ name }) => base(name)));
    const unused = [...new Set(series.map(({ name }) => base(name)))].filter((name) => !used.has(name));
    expect(unused.sort()).toEqual([
      "yagura_log_seq",
      "yagura_mail_template_failures_total",
      "yagura_rules_last_reload_success_timestamp_seconds",
      "yagura_upstream_simulated",
    ]);
  });

  test("has panels with names and words of their own, none of which lies on another", () => {
    const ids = dashboard.panels.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    const cells = dashboard.panels.flatMap(({ gridPos: { x, y, w, h } }) =>
      Array.from({ length: w * h }, (_, at) => `${x + (at % w)},${y + Math.floor(at / w)}`),
    );
    expect(new Set(cells).size).toBe(cells.length);
    for (const { targets, title, description = "" } of dashboard.panels)
      if (targets) expect([title, description]).toEqual([title, expect.stringMatching(/\.$/)]);
  });
});
